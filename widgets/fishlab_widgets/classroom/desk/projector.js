// What a projector shows: how to come in, then the tables, the clock and the teacher's line. It fills a page of its own,
// whose `page` is "projector".
const clockTime = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

const SIZES = [1, 0.92, 0.84, 0.76]; // of the letters of what the class found

// `get` returns the view; what is returned shows it anew.
function showProjector(el, get) {
  const node = (tag, cls, parent, more = {}) => make(tag, cls, parent, more);
  const root = node("div", "fishlab fishlab-projector", el);
  const said = node("p", "said", root), title = node("h1", "", root), clock = node("p", "clock", root);
  const join = node("div", "join", root), found = node("div", "found", root), result = node("div", "result", root), tables = node("div", "tables", root);
  const below = node("p", "below", root, { hidden: true }), win = root.ownerDocument.defaultView;
  said.setAttribute("role", "status");
  let came = Date.now(), shown = "";
  function tick() {
    const found = get().clock;
    clock.hidden = !found;
    if (found) clock.textContent = slots(get().text.left, { words: found.words, time: clockTime(Math.max(0, found.left - (Date.now() - came) / 1000)) });
  }
  // The figure, and beside it every table under its treatment.
  function fillResult({ figure, tables }) {
    if (figure) node("div", "figure", result).innerHTML = figure; // made by Python
    const titles = new Set(tables.map((one) => one.treatment));
    const groups = node("div", `groups${tables.length + 2 * titles.size > 14 ? " many" : ""}`, result);
    for (const title of titles) {
      const mine = tables.filter((one) => one.treatment === title), group = node("section", `tone-${mine[0].tone}`, groups);
      const head = node("header", "", group);
      node("h2", "", head, { textContent: title });
      if (mine[0].mean) node("b", "", head, { textContent: mine[0].mean });
      const list = node("ul", "", group);
      for (const one of mine) {
        const row = node("li", one.apart ? "apart" : "", list);
        node("span", "", row, { textContent: one.name });
        node("b", "", row, { textContent: one.total });
        if (one.apart) node("small", "", row, { textContent: [one.apart, one.note].filter(Boolean).join(" · ") });
      }
    }
  }
  // Letters are made smaller until all of it stands on one screen; what is still too long scrolls, and says so.
  function fit() {
    const page = root.ownerDocument.documentElement, over = () => page.scrollHeight > win.innerHeight;
    below.hidden = true;
    for (const size of SIZES) {
      root.style.setProperty("--fit", found.hidden ? 1 : size);
      if (!over()) break;
    }
    below.hidden = found.hidden || !over();
  }
  function refresh() {
    const view = get(), now = JSON.stringify(view);
    if (now === shown || !view.text) return;
    shown = now;
    came = Date.now();
    title.textContent = view.title;
    said.hidden = !view.said;
    said.textContent = view.said;
    join.replaceChildren();
    join.hidden = !view.join?.address;
    join.classList.toggle("late", view.late);
    if (view.join?.address) {
      if (view.join.qr) node("div", "qr", join).innerHTML = view.join.qr; // made by Python
      const words = node("div", "", join);
      node("small", "", words, { textContent: view.late ? view.text.late : view.text.come });
      node("b", "", words, { textContent: view.join.address });
      if (view.join.word) {
        node("small", "", words, { textContent: view.text.type });
        node("b", "", words, { textContent: view.join.word });
      }
    }
    found.replaceChildren(...view.found.map((words) => node("p", "", null, { textContent: words })));
    if (view.known.length) found.firstChild.after(node("p", "known", null, { textContent: view.known.join(" ") }));
    found.hidden = !view.found.length;
    root.classList.toggle("whole", view.whole);
    root.classList.toggle("long", view.found.length > 4);
    result.hidden = !view.found.length || view.whole;
    tables.hidden = !!view.found.length;
    result.replaceChildren();
    if (!result.hidden) fillResult(view);
    tables.replaceChildren();
    tables.classList.toggle("many", view.tables.length > 8);
    for (const one of tables.hidden ? [] : view.tables) {
      const card = node("section", one.kind, tables);
      node("h2", "", card, { textContent: one.name });
      if (one.total) node("b", "", card, { textContent: one.total });
      node("span", "", card, { textContent: one.note });
      if (one.apart) node("span", "apart", card, { textContent: one.apart });
    }
    tick();
    below.textContent = view.text.more;
    fit();
  }
  const ticking = setInterval(tick, 500);
  win.addEventListener("resize", fit);
  refresh();
  return { refresh, close: () => { clearInterval(ticking); win.removeEventListener("resize", fit); root.remove(); } };
}
