// What the pages of several widgets are made with.
function make(tag, cls, parent, more = {}) {
  const node = Object.assign(document.createElement(tag), more);
  if (cls) node.className = cls;
  parent?.append(node);
  return node;
}

// For a page that is filled part by part: a button that says something to Python, and a function that fills a part anew
// where what it shows has changed, and gives the focus back to what had it.
function filling(say) {
  const shown = new Map();
  function button(parent, words, type, more = {}, cls = "") {
    const node = make("button", cls, parent, { type: "button", textContent: words });
    node.dataset.key = [type, ...Object.values(more)].join("/");
    node.addEventListener("click", () => say(type, more));
    return node;
  }
  function fill(part, value, act) {
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
