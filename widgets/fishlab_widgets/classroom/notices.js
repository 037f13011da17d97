// The bar above a seat's table, and the lobby. The seat's key is kept in this browser, so that a closed tab comes back to
// the same seat; a tab for another seat of the same device (`?another`) keeps its own.
function render({ model, el }) {
  const root = make("div", "fishlab fishlab-page fishlab-live", el);
  const bar = make("div", "bar", root);
  const news = make("p", "news", root, { hidden: true });
  news.setAttribute("role", "status");
  const clock = make("p", "clock", root, { hidden: true });
  const trouble = make("p", "trouble", root, { hidden: true });
  trouble.setAttribute("role", "alert");
  const door = make("div", "door", root);
  const text = () => model.get("text");
  const say = (type, more = {}) => model.send({ type, ...more });

  // ---- the key in this browser -----------------------------------------------------------------------------------
  const store = (act) => {
    try {
      return act(new URLSearchParams(window.location.search).has("another") ? window.sessionStorage : window.localStorage);
    } catch {
      return null; // a browser that keeps nothing: a reload asks for the key
    }
  };
  const place = () => `fishlab-seat-${model.get("place")}`;
  const kept = () => (model.get("place") && store((box) => box.getItem(place()))) || "";

  // ---- the clock -------------------------------------------------------------------------------------------------
  let until = 0;
  const tick = () => {
    const left = Math.max(0, Math.ceil((until - performance.now()) / 1000)); // whatever becomes of this device's time
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.textContent = slots(text().clock, { words: model.get("news").words || text().time, time });
    clock.classList.toggle("up", left === 0);
  };
  const ticking = setInterval(() => !clock.hidden && tick(), 250);

  // ---- filling ---------------------------------------------------------------------------------------------------
  let shown = "", looking = !!kept(); // whoever comes back is asked for nothing until Python has looked for the seat
  function wayBack(typed) {
    const form = make("form", "back", door);
    const label = make("label", "", form, { textContent: `${text().had} ` });
    const field = make("input", "", label, { type: "text", autocomplete: "off", spellcheck: false, maxLength: 40, value: typed });
    make("button", "", form, { type: "submit", textContent: text().back });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      say("key", { key: field.value });
    });
  }
  function fillDoor(asks) {
    const now = JSON.stringify([asks, looking]);
    if (now === shown) return;
    shown = now;
    const held = document.activeElement?.dataset?.seat;
    const typed = door.querySelector("input")?.value || "";
    door.replaceChildren();
    door.hidden = !Object.keys(asks).length;
    if (door.hidden) return;
    if (looking) {
      make("p", "", door, { textContent: text().looking }).setAttribute("role", "status");
      return;
    }
    if (!asks.waits) make("h2", "", door, { textContent: text().take });
    if (asks.answer) make("p", "answer", door, { textContent: asks.answer }).setAttribute("role", "alert");
    if (asks.full) make("p", "full", door, { textContent: asks.full }).setAttribute("role", "status");
    if (asks.waits) make("p", "waits", door, { textContent: asks.waits }).setAttribute("role", "status");
    if (asks.draw) {
      make("p", "", door, { textContent: asks.draw });
      const node = make("button", "primary draw", door, { type: "button", textContent: text().draw });
      node.addEventListener("click", () => say("draw"));
    }
    if (!asks.waits) wayBack(typed);
    if (!asks.tables) return;
    const list = make("div", "tables", door);
    for (const table of asks.tables) {
      const box = make("section", "table", list);
      make("h3", "", box, { textContent: table.name });
      make("p", "", box, { textContent: table.about });
      const seats = make("div", "seats", box);
      table.seats.forEach((seat, number) => {
        const words = slots(seat.free ? text().sit : text().other, { seat: seat.name, who: seat.who });
        const node = make("button", seat.free ? "primary" : "", seats, { type: "button", textContent: words, disabled: !seat.free });
        node.dataset.seat = `${table.name}/${number}`;
        node.addEventListener("click", () => say("take", { table: table.name, seat: number }));
        if (held === node.dataset.seat) node.focus({ preventScroll: true });
      });
    }
  }
  let barred = "";
  function fillBar(who) {
    const now = JSON.stringify(who);
    if (now === barred) return;
    barred = now;
    const opened = bar.querySelector("details")?.open;
    bar.hidden = !who.table;
    bar.replaceChildren();
    if (!who.table) return;
    make("b", "", bar, { textContent: slots(text().who, { table: who.table, seat: who.seat }) });
    if (who.aim) make("span", "aim", bar, { textContent: who.aim });
    if (who.rule) make("b", "rule", bar, { textContent: who.rule });
    if (!who.key) return;
    const key = make("details", "key", bar, { open: !!opened }); // a key is not for the neighbour's eyes
    make("summary", "", key, { textContent: text().device });
    key.append(`${text().key} `);
    make("code", "", key, { textContent: who.key });
    if (who.another) make("a", "", bar, { href: who.another, target: "_blank", textContent: text().another });
  }
  function refresh() {
    const who = model.get("bar"), told = model.get("news");
    if ("key" in who || model.get("door").answer) looking = false;
    fillBar(who);
    if (model.get("place") && "key" in who) store((box) => (who.key ? box.setItem(place(), who.key) : box.removeItem(place())));
    news.hidden = !told.line;
    if (news.textContent !== (told.line || "")) news.textContent = told.line || "";
    trouble.hidden = !told.trouble;
    if (trouble.textContent !== (told.trouble || "")) trouble.textContent = told.trouble || "";
    clock.hidden = told.left === undefined || told.left === null;
    if (clock.hidden) delete clock.dataset.mark;
    else if (clock.dataset.mark !== String(told.mark)) {
      clock.dataset.mark = told.mark;
      until = performance.now() + told.left * 1000;
    }
    if (!clock.hidden) tick();
    fillDoor(model.get("door"));
    root.dataset.rev = model.get("rev");
  }
  model.on("change:rev", refresh);
  refresh();
  say("hello", { key: kept() });
  return () => {
    clearInterval(ticking);
    model.off("change:rev", refresh);
    root.remove();
  };
}

export default { render };
