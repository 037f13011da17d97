// A lesson of the course starts when it is opened: the list of files makes room, all cells run once, and the view goes to the
// first board (`to_board.js` sees to that). Only a notebook that carries our mark and is trusted is run,
// only when it is looked at, and not where its kernel lives and shows what it made: then the page is told of that anyway.
import { onSite, shareWith, showAsked } from "./one_python.js";
import { course } from "./server.js";
import { isOurs, sign } from "./site_trust.js";

export const COMMAND = "fishlab:start-lessons";
const OFF = "fishlab-lessons-wait"; // in the browser's storage: lessons wait until somebody runs them
const THEIRS = "fishlab-side-bar-stays"; // in the browser's storage: a person has opened it again
const VIEW = "application/vnd.jupyter.widget-view+json";
const SOON = 2000; // milliseconds in which a click has done what it does, also on a slow machine
const PATIENCE = 10000; // milliseconds that a kernel has to tell the page of the widgets it has
const LONG = 180; // seconds after which a Python that starts in the browser is late

const kept = {
  has(name) {
    try {
      return localStorage.getItem(name) !== null;
    } catch {
      return false; // no storage
    }
  },
  set(name, on) {
    try {
      if (on) localStorage.setItem(name, "yes");
      else localStorage.removeItem(name);
    } catch {
      // no storage: it holds until the page is closed
    }
  },
};

const codeCells = (model) => [...(model?.cells ?? [])].filter((cell) => cell.type === "code");
export const pageOf = (panel) => panel?.content?.model?.getMetadata?.("fishlab")?.page;
const isTrusted = (model) => codeCells(model).every((cell) => cell.trusted);
const mayRun = async (panel, files) => (files ? isOurs(panel, files) : isTrusted(panel.content.model));
const isRunning = (panel) => panel.content.widgets.some((cell) => cell.prompt === "*");

function shownModels(model) {
  const outputs = codeCells(model).flatMap((cell) => cell.outputs?.toJSON?.() ?? []);
  return outputs.map((one) => one.data?.[VIEW]?.model_id).filter(Boolean);
}

async function liveModels(kernel) {
  const answer = await kernel.requestCommInfo({ target_name: "jupyter.widget" });
  return Object.keys(answer.content.comms ?? {});
}

const pause = () => new Promise((done) => setTimeout(done, 100));

// Whether a notebook comes into sight before another takes its place: Notebook 7 may tell of one before its page is laid out.
async function comesIntoSight(panel, tracker) {
  while (!panel.node.getClientRects().length) {
    if (panel.isDisposed || tracker.currentWidget !== panel) return false;
    await pause();
  }
  return true;
}

// Until the page knows all widgets of an older kernel: a lesson that is run before would show widgets that nobody has heard of.
async function restored(kernel, live) {
  const until = Date.now() + PATIENCE;
  while (Date.now() < until && !live.every((id) => kernel.hasComm?.(id) ?? true)) await pause();
}

const hasSideBar = (shell) => typeof shell.collapseLeft === "function" && typeof shell.leftCollapsed === "boolean";

// Only what a person does to the side bar is a choice: JupyterLab itself opens it too, for a notebook that is named in the address.
// Returned is what makes room for a lesson, unless a person wants the side bar or is just about to.
function watchSideBar(shell) {
  if (!hasSideBar(shell)) return () => {};
  const TAB = ".jp-SideBar.jp-mod-left .lm-TabBar-tab";
  let pressed = 0; // when a person last pressed one of its tabs, until that has been a click
  let watch, settle = () => {}; // until it is known what came of a menu or a key
  const chosen = () => kept.set(THEIRS, !shell.leftCollapsed);
  const tab = (event) => {
    if (!event.isTrusted || !event.target.closest?.(TAB)) return;
    pressed = event.type === "pointerdown" ? Date.now() : 0;
    if (!pressed) chosen();
  };
  const other = (event) => { // a menu or a key may open or close it, a moment later
    const hit = event.type === "keydown" ? (event.ctrlKey || event.metaKey) && event.key === "b" : event.target.closest?.(".lm-Menu");
    if (!event.isTrusted || !hit) return;
    const before = shell.leftCollapsed, until = Date.now() + SOON;
    clearInterval(watch);
    settle = () => {
      const changed = shell.leftCollapsed !== before;
      if (changed) chosen();
      if (!changed && Date.now() < until) return;
      clearInterval(watch);
      settle = () => {};
    };
    watch = setInterval(() => settle(), 50);
  };
  window.addEventListener("pointerdown", tab, true);
  window.addEventListener("click", tab); // when the tab has done what it does
  for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, other, true);
  return () => {
    settle();
    clearInterval(watch); // what makes room is no choice
    settle = () => {};
    if (Date.now() - pressed > SOON && !shell.leftCollapsed && !kept.has(THEIRS)) shell.collapseLeft();
  };
}

// A line above the lesson until its first board is there, or what is returned is called: it counts the seconds where `words` do.
function startingLine(panel, Widget, words) {
  if (!words || !Widget || !panel.contentHeader) return () => {};
  const begun = Date.now();
  const node = document.createElement("div");
  node.className = "fishlab-starting";
  node.setAttribute("role", "status");
  const tell = () => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    const text = (seconds > LONG && words.late ? words.late : words.starting).replace("{seconds}", seconds - (seconds % 5));
    if (text !== node.textContent) node.textContent = text; // heard every five seconds, not every one
  };
  tell();
  node.style.cssText = "min-height:2em;line-height:2em;padding:0 1em;color:var(--jp-ui-font-color1);background:var(--jp-layout-color2)";
  const line = new Widget({ node });
  const ends = () => {
    clearInterval(watch);
    line.dispose();
  };
  const watch = setInterval(() => (panel.content.node?.querySelector(".fishlab-board, .fishlab-card") ? ends() : tell()), 200);
  panel.contentHeader.addWidget(line);
  return ends;
}

async function start(panel, { NotebookActions, Widget }) {
  const { content, sessionContext } = panel;
  const ends = startingLine(panel, Widget, (await course())?.words);
  try {
    await sessionContext.ready;
    const kernel = sessionContext.session?.kernel;
    await kernel?.info;
    const live = kernel && !onSite() ? await liveModels(kernel) : []; // a site's kernel ends with its page, and is never asked
    if (!kernel || shownModels(content.model).some((id) => live.includes(id))) return;
    await restored(kernel, live);
    if (panel.isDisposed || isRunning(panel)) return;
    await NotebookActions.runCells(content, content.widgets, sessionContext);
  } finally {
    ends();
  }
}

export default async function plugin(shared) {
  const [{ INotebookTracker, NotebookActions }, { ICommandPalette }, { Widget }] = await Promise.all(
    ["@jupyterlab/notebook", "@jupyterlab/apputils", "@lumino/widgets"].map(shared),
  );
  if (!INotebookTracker || !NotebookActions?.runCells) return null;
  return {
    id: COMMAND,
    requires: [INotebookTracker],
    optional: [ICommandPalette].filter(Boolean),
    activate: async (app, tracker, palette) => {
      const seen = new WeakSet();
      const makeRoom = watchSideBar(app.shell);
      let restoring = true; // JupyterLab opens what was open before
      app.restored.then(() => {
        restoring = false;
        if (onSite()) showAsked(app.shell, tracker);
      });
      if (onSite()) tracker.widgetAdded.connect((_, panel) => shareWith(panel, app.serviceManager, tracker, restoring));
      const look = async () => {
        await app.restored;
        const panel = tracker.currentWidget;
        if (!panel || seen.has(panel)) return;
        await Promise.all([panel.context.ready, panel.revealed]);
        if (!(await comesIntoSight(panel, tracker)) || seen.has(panel)) return;
        seen.add(panel);
        const files = (await course())?.files;
        if (kept.has(OFF) || !pageOf(panel) || !(await mayRun(panel, files))) return;
        if (files) sign(panel);
        makeRoom();
        await start(panel, { NotebookActions, Widget });
      };
      const tried = () => look().catch((error) => console.warn("Fishlab:", error));
      tracker.currentChanged.connect(tried);
      app.shell.currentChanged?.connect(tried); // also a notebook that was known before it could be seen
      tried();
      const words = (await course())?.words;
      if (!words) return;
      app.commands.addCommand(COMMAND, {
        label: words.start,
        isToggled: () => !kept.has(OFF),
        execute: () => {
          kept.set(OFF, !kept.has(OFF));
          app.commands.notifyCommandChanged(COMMAND);
        },
      });
      palette?.addItem({ command: COMMAND, category: "Fishlab" });
    },
  };
}
