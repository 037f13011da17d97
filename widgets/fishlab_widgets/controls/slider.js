// A range with its name and its value in words; it tells Python while it is dragged, as fast as Python answers.
function render({ model, el }) {
  const life = new AbortController();
  const root = document.createElement("label");
  root.className = "fishlab-slider fishlab";
  root.dataset.lmSuppressShortcuts = "true";
  root.title = model.get("note");
  const name = document.createElement("span");
  name.textContent = model.get("label");
  const range = Object.assign(document.createElement("input"), { type: "range", min: 0, step: 1 });
  range.max = model.get("words").length - 1;
  const shown = document.createElement("output");
  root.append(name, range, shown);
  el.append(root);
  const on = (type, act) => range.addEventListener(type, act, { signal: life.signal });
  on("input", () => {
    shown.textContent = model.get("words")[range.value];
    model.set("index", Number(range.value));
    model.save_changes();
  });
  root.addEventListener("keydown", (event) => withControl(event) || event.stopPropagation(), { signal: life.signal });
  const refresh = () => {
    range.value = model.get("index");
    shown.textContent = model.get("shown");
    range.setAttribute("aria-valuetext", model.get("shown"));
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
