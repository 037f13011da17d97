// What the pages of several widgets are made with.
function make(tag, cls, parent, more = {}) {
  const node = Object.assign(document.createElement(tag), more);
  if (cls) node.className = cls;
  parent?.append(node);
  return node;
}

// Ctrl+S (Cmd+S) saves the notebook wherever the focus is: for this one key, what keeps Jupyter's shortcuts away from our
// controls stands aside. Jupyter listens on the document, so this is said on the window, once for all widgets of a page.
const OWN_KEYS = "data-lm-suppress-shortcuts";
if (!window.fishlabSaves) {
  window.fishlabSaves = true;
  window.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "s") return;
    const held = [...document.querySelectorAll(`[${OWN_KEYS}]`)].filter((one) => one.contains(event.target));
    for (const one of held) one.removeAttribute(OWN_KEYS);
    setTimeout(() => { for (const one of held) one.setAttribute(OWN_KEYS, "true"); });
  }, true);
}
const withControl = (event) => event.ctrlKey || event.metaKey;

// Lets the browser save a file that Python has sent.
function offerFile(name, buffers) {
  const kind = name.endsWith(".html") ? "text/html" : "application/octet-stream";
  const address = URL.createObjectURL(new Blob(buffers, { type: kind }));
  const link = make("a", "", document.body, { href: address, download: name });
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

// Fills the slots of a sentence that Python has sent.
const slots = (words, more) => words.replace(/\{(\w+)\}/g, (whole, name) => more[name] ?? whole);

// For a page that is filled part by part: a button that says something to Python, and a function that fills a part anew
// where what it shows has changed, and gives the focus back to what had it. While a button is held down its part stays as
// it is: one that is made anew between press and release would not be clicked.
function filling(say) {
  const shown = new Map(), later = new Map();
  let pressed = null;
  const release = () => setTimeout(() => { // when the click has been told
    pressed = null;
    const due = [...later];
    later.clear();
    for (const [part, [value, act]] of due) fill(part, value, act);
  });
  const press = ({ target }) => {
    pressed = target.closest("button");
    if (pressed) for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, release, { once: true, capture: true });
  };
  function button(parent, words, type, more = {}, cls = "") {
    const node = make("button", cls, parent, { type: "button", textContent: words });
    node.dataset.key = [type, ...Object.values(more)].join("/");
    node.addEventListener("click", ({ detail }) => { if (detail < 2) say(type, more); }); // a double click says it once
    return node;
  }
  function fill(part, value, act) {
    if (!shown.has(part)) part.addEventListener("pointerdown", press, true);
    if (pressed && part.contains(pressed)) {
      later.set(part, [value, act]);
      return;
    }
    const now = JSON.stringify(value);
    if (shown.get(part) === now) return;
    shown.set(part, now);
    const held = part.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    part.replaceChildren();
    act(value);
    if (held) [...part.querySelectorAll("[data-key]")].find((node) => node.dataset.key === held)?.focus({ preventScroll: true });
  }
  return { button, fill };
}

// A widget is made first and filled then. One that listens too late to be told so waits for its first words.
const filled = (model) => model.get("rev") || new Promise((done) => model.on("change:rev", done));

// anywidget gives a script two seconds, and hands a widget whose script came later nothing any more that the kernel says.
// Each widget asks once whether it is heard. Where the kernel has dealt with the question and the answer has not come, the
// widget listens to the kernel itself, and asks for all that is true of it now.
const asked = new Set();
export async function listen(model) {
  const id = model.get("own_id");
  if (!id || asked.has(id)) return;
  asked.add(id);
  let heard = false;
  model.on("msg:custom", ({ base }) => { heard ||= base === "here"; });
  const settled = async ({ content }) => {
    if (heard || content.execution_state !== "idle") return;
    const own = await model.widget_manager.get_model(id);
    own.comm.on_msg(({ content: { data }, buffers }) => {
      if (data.method === "update") own.set_state(data.state);
      else if (data.method === "custom") own.trigger("msg:custom", data.content, buffers);
    });
    heard = true;
    model.send({ base: "all" });
  };
  model.send({ base: "here" }, { iopub: { status: settled } });
}
