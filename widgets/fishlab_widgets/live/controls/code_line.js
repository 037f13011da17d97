// The save code: copy it, or paste another one.
function render({ model, el }) {
  const life = new AbortController();
  const make = (tag, cls, parent, more = {}) => {
    const node = Object.assign(document.createElement(tag), more);
    if (cls) node.className = cls;
    parent.append(node);
    return node;
  };
  const root = make("div", "fishlab-code fishlab", el);
  root.dataset.lmSuppressShortcuts = "true";
  const line = make("div", "line", root);
  const label = make("label", "", line, { textContent: "Save code " });
  const code = make("input", "code", label, { readOnly: true, type: "text" });
  const show = make("button", "", line, { type: "button", textContent: "Show the code" });
  const copy = make("button", "primary", line, { type: "button", textContent: "Copy" });
  const form = make("form", "line", root);
  const pasteLabel = make("label", "", form, { textContent: "Paste a code " });
  const paste = make("input", "", pasteLabel, { type: "text", autocomplete: "off", spellcheck: false });
  make("button", "", form, { type: "submit", textContent: "Open it" });
  const note = make("p", "note", root);
  const answer = make("p", "answer", root);
  answer.setAttribute("role", "status");
  const on = (node, type, act) => node.addEventListener(type, act, { signal: life.signal });
  on(root, "keydown", (event) => event.stopPropagation());
  on(show, "click", () => model.send({ type: "show" }));
  on(copy, "click", async () => {
    code.select();
    try {
      await navigator.clipboard.writeText(code.value);
    } catch {
      document.execCommand("copy");
    }
    answer.textContent = "Copied.";
  });
  on(form, "submit", (event) => {
    event.preventDefault();
    model.send({ code: paste.value });
    paste.value = "";
  });
  const refresh = () => {
    code.value = model.get("code");
    const waits = model.get("secret") && !code.value;
    show.hidden = !waits;
    show.disabled = model.get("covered");
    label.hidden = copy.hidden = waits;
    note.textContent = model.get("warning");
    answer.textContent = model.get("answer");
  };
  model.on("change", refresh);
  refresh();
  return () => {
    model.off("change", refresh);
    life.abort();
    root.remove();
  };
}

export default { render };
