// The scrubber: a range over the whole game with first, back, play, on and last.
function render({ model, el }) {
  const life = new AbortController();
  const make = (tag, cls, parent, more = {}) => {
    const node = Object.assign(document.createElement(tag), more);
    if (cls) node.className = cls;
    parent.append(node);
    return node;
  };
  const on = (node, type, act) => node.addEventListener(type, act, { signal: life.signal });
  const root = make("div", "fishlab-scrub fishlab", el);
  root.dataset.lmSuppressShortcuts = "true";
  const ICONS = {
    first: "M5 4h2v12H5zM16 4v12L8 10z", back: "M14 4v12L6 10z", play: "M6 3l10 7-10 7z", pause: "M5 4h3v12H5zM12 4h3v12h-3z",
    on: "M6 4l8 6-8 6z", last: "M4 4l8 6-8 6zM13 4h2v12h-2z",
  };
  const icon = (name) => `<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
  const button = (name, label, act) => {
    const node = make("button", name, root, { type: "button", title: label, innerHTML: icon(name) });
    node.setAttribute("aria-label", label);
    on(node, "click", act);
    return node;
  };
  const go = (place) => {
    const value = Math.max(0, Math.min(model.get("count"), place));
    model.send({ at: value });
  };
  let clock = null;
  const stop = () => { clearInterval(clock); clock = null; play.innerHTML = icon("play"); play.setAttribute("aria-label", "Play the game back"); };
  button("first", "First position", () => { stop(); go(0); });
  button("back", "One move back", () => { stop(); go(model.get("at") - 1); });
  const play = button("play", "Play the game back", () => {
    if (clock) return stop();
    if (model.get("at") >= model.get("count")) go(0);
    play.innerHTML = icon("pause");
    play.setAttribute("aria-label", "Pause");
    clock = setInterval(() => (model.get("at") >= model.get("count") ? stop() : go(model.get("at") + 1)), 700);
  });
  button("on", "One move on", () => { stop(); go(model.get("at") + 1); });
  button("last", "Last position", () => { stop(); go(model.get("count")); });
  const range = make("input", "", root, { type: "range", min: 0 });
  range.setAttribute("aria-label", "Position in the game");
  const where = make("span", "where", root);
  let asked = 0;
  on(range, "input", () => {
    stop();
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => go(Number(range.value)));
  });
  on(root, "keydown", (event) => event.stopPropagation());
  const refresh = () => {
    const [at, count] = [model.get("at"), model.get("count")];
    range.max = Math.max(1, count);
    range.disabled = !count;
    if (document.activeElement !== range || Number(range.value) === at || !range.matches(":active")) range.value = at;
    range.setAttribute("aria-valuetext", `move ${at} of ${count}`);
    where.textContent = `move ${at} of ${count}`;
  };
  model.on("change", refresh);
  refresh();
  return () => {
    stop();
    model.off("change", refresh);
    life.abort();
    root.remove();
  };
}

export default { render };
