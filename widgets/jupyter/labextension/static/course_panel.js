// "The course" in JupyterLab's left side bar: the lessons in order with their minutes, how far each is (from what bookmarks keep
// in this browser), one button to go on with the lesson that was opened last, and the switch of `lessons.js`.
import { FISH } from "./fish.js";
import { COMMAND as STARTS, pageOf } from "./lessons.js";
import { course } from "./server.js";

const ID = "fishlab-course", LAST = "fishlab-course-last";
const PLACE = { rank: 50 }; // above the list of files
const CSS = `#${ID} { overflow-y: auto; padding: 12px; color: var(--jp-ui-font-color1); background: var(--jp-layout-color1); font-size: var(--jp-ui-font-size1); }
#${ID} h2 { font-size: 1.2em; margin: 0 0 10px; } #${ID} h3 { font-size: 1em; margin: 14px 0 4px; }
#${ID} ol { list-style: none; margin: 0; padding: 0; }
#${ID} button { display: block; width: 100%; text-align: left; font: inherit; color: inherit; background: none; border: 1px solid transparent; border-radius: 6px; padding: 6px 8px; cursor: pointer; }
#${ID} button:hover, #${ID} button[aria-current] { background: var(--jp-layout-color2); } #${ID} button:focus-visible { outline: 2px solid var(--jp-brand-color1); }
#${ID} button.go { background: #0072B2; color: #fff; font-weight: 600; margin-bottom: 12px; padding: 9px 10px; }
#${ID} small { display: block; color: var(--jp-ui-font-color2); } #${ID} progress { width: 100%; height: 6px; accent-color: #0072B2; }
#${ID} label { display: flex; gap: 6px; margin-top: 16px; }`;

const read = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // no storage
  }
};

// How far a lesson is, as its bookmark keeps it: [steps done, steps], null if nobody has begun it.
function far(path, number) {
  try {
    const [done, steps] = JSON.parse(read(`fishlab ${path} lesson ${number}`)).far;
    return steps > 0 ? [done, steps] : null;
  } catch {
    return null;
  }
}

const put = (tag, into, text = "", className = "") => Object.assign(into.appendChild(document.createElement(tag)), { textContent: text, className });
const fill = (message, slots) => message.replace(/\{(\w+)\}/g, (whole, name) => slots[name] ?? whole);

function draw(node, app, { words, lessons }, folder, here, again) {
  const path = (one) => (folder ? `${folder}/${one.file}` : one.file);
  const name = (one) => (one.number ? `${one.number} · ${one.title}` : one.title);
  const open = (one) => app.commands.execute("docmanager:open", { path: path(one) });
  const last = lessons.find((one) => path(one) === read(LAST));
  node.replaceChildren();
  put("h2", node, words.course);
  const next = last ?? lessons[0];
  put("button", node, fill(last ? words.go_on : words.begin, { lesson: name(next) }), "go").onclick = () => open(next);
  let list = put("ol", node);
  for (const one of lessons) {
    if (!one.number && !list.previousSibling?.matches("h3")) {
      put("h3", node, words.beside);
      list = put("ol", node);
    }
    const button = put("button", put("li", list), name(one));
    if (path(one) === here) button.setAttribute("aria-current", "page");
    button.onclick = () => open(one);
    if (!one.number) continue;
    const steps = far(path(one), one.number);
    const told = steps && fill(words.far, { done: steps[0], steps: steps[1] });
    put("small", button, steps ? `${one.time} · ${told}` : one.time);
    if (steps) Object.assign(put("progress", button), { value: steps[0], max: steps[1], ariaHidden: "true" });
  }
  const label = put("label", node), box = put("input", label);
  Object.assign(box, { type: "checkbox", checked: app.commands.isToggled(STARTS), onchange: () => app.commands.execute(STARTS).then(again) });
  label.append(words.start);
}

export default async function plugin(shared) {
  const [{ INotebookTracker }, { ILabShell, ILayoutRestorer }, { LabIcon }, { Widget }] = await Promise.all(
    ["@jupyterlab/notebook", "@jupyterlab/application", "@jupyterlab/ui-components", "@lumino/widgets"].map(shared),
  );
  if (!INotebookTracker || !ILabShell || !Widget) return null;
  return {
    id: "fishlab:course",
    requires: [INotebookTracker],
    optional: [ILabShell, ILayoutRestorer].filter(Boolean),
    activate: async (app, tracker, lab, restorer) => {
      if (!lab) return; // Notebook 7 has one notebook to a page
      const panel = new Widget();
      panel.id = ID;
      if (LabIcon) panel.title.icon = new LabIcon({ name: "fishlab:course", svgstr: FISH });
      restorer?.add(panel, ID); // at once: a side bar that showed it is restored so
      lab.add(panel, "left", PLACE);
      const told = await course();
      if (!told?.lessons?.length) return panel.dispose();
      panel.title.caption = told.words.course;
      if (!LabIcon) panel.title.label = told.words.course;
      panel.node.setAttribute("aria-label", told.words.course);
      document.head.appendChild(document.createElement("style")).textContent = CSS;
      let folder = told.folder, seen = "";
      const refresh = () => {
        const current = tracker.currentWidget, here = current?.context?.path ?? "";
        if (pageOf(current) && told.lessons.some((one) => one.file === here.split("/").pop())) {
          const above = here.split("/").slice(0, -1);
          if (told.languages?.includes(above.at(-1))) above.pop(); // a translated lesson lies in a folder of its language
          folder = above.join("/");
          try {
            localStorage.setItem(LAST, here);
          } catch {
            // no storage: nothing to go on with
          }
        }
        if (folder === null) return;
        if (!panel.parent) lab.add(panel, "left", PLACE);
        if (!panel.isAttached) return;
        const text = JSON.stringify([folder, here, read(LAST), app.commands.hasCommand(STARTS) && app.commands.isToggled(STARTS),
          ...told.lessons.map((one) => far(folder ? `${folder}/${one.file}` : one.file, one.number))]);
        if (text === seen) return; // what has the focus stays
        seen = text;
        draw(panel.node, app, told, folder, here, refresh);
      };
      await app.restored;
      if (folder === null) panel.parent = null; // no course is in sight: back as soon as a lesson is opened
      tracker.currentChanged.connect(refresh);
      setInterval(refresh, 1000);
      refresh();
      if (panel.parent && !tracker.size && lab.leftCollapsed === false) lab.activateById(ID); // nothing is open: here is what there is
    },
  };
}
