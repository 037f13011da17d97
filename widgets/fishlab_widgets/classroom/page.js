// The bar above a shared table, and the door to it. It tells Python every few seconds that the page is still there; if
// no answer comes, the page has lost its kernel, and says so. The seat's key is kept in this tab, so that a reload comes
// back to the same seat.
const BEAT = 4000, PATIENCE = 20000, AWAKE = 8000;

function render({ model, el }) {
  const root = make("div", "fishlab fishlab-page fishlab-live", el);
  const lost = make("p", "lost", root, { hidden: true });
  lost.setAttribute("role", "alert");
  const bar = make("div", "bar", root);
  const news = make("p", "news", root, { hidden: true });
  news.setAttribute("role", "status");
  const clock = make("p", "clock", root, { hidden: true });
  const trouble = make("p", "trouble", root, { hidden: true });
  trouble.setAttribute("role", "alert");
  const door = make("div", "door", root);

  // ---- the key in this tab ---------------------------------------------------------------------------------------
  const store = (act) => {
    try {
      return act(window.sessionStorage);
    } catch {
      return null; // a browser that keeps nothing: a reload asks for the key
    }
  };
  const place = () => `fishlab-seat-${model.get("place")}`;
  const kept = () => (model.get("place") && store((box) => box.getItem(place()))) || "";

  // ---- signs of life ---------------------------------------------------------------------------------------------
  let answered = Date.now(), last = Date.now();
  const say = (type, more = {}) => model.send({ type, ...more });
  const beat = () => {
    const now = Date.now();
    if (now - last > PATIENCE) answered = now - PATIENCE + AWAKE; // this page slept itself, as in a phone that was locked
    last = now;
    if (now - answered > PATIENCE && lost.hidden) {
      lost.hidden = false;
      lost.replaceChildren("This page has lost its table. Your seat is kept. Wait a moment, or ");
      const again = make("button", "primary", lost, { type: "button", textContent: "reload this page" });
      again.addEventListener("click", () => window.location.reload());
    }
    say("pulse");
  };
  const hear = (content) => {
    if (content?.type !== "pulse") return;
    answered = Date.now();
    lost.hidden = true;
    if (!looking) return;
    looking = false; // the key was heard before this sign of life, and nobody came
    refresh();
  };
  model.on("msg:custom", hear);
  const pulse = setInterval(beat, BEAT);
  const seen = () => document.visibilityState === "visible" && beat();
  document.addEventListener("visibilitychange", seen);

  // ---- the clock -------------------------------------------------------------------------------------------------
  let until = 0;
  const tick = () => {
    const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    const words = model.get("news").words || "Time";
    clock.textContent = `${words}: ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.classList.toggle("up", left === 0);
  };
  const ticking = setInterval(() => !clock.hidden && tick(), 250);

  // ---- filling ---------------------------------------------------------------------------------------------------
  let shown = "", looking = !!kept(); // whoever comes back is asked for nothing until Python has looked for the seat
  function fillDoor(asks) {
    const now = JSON.stringify([asks, looking]);
    if (now === shown) return;
    shown = now;
    const held = document.activeElement?.dataset?.seat;
    const typed = door.querySelector("input")?.value || "";
    door.replaceChildren();
    door.hidden = !asks.tables;
    if (!asks.tables) return;
    if (looking) {
      make("p", "", door, { textContent: "Looking for your seat …" }).setAttribute("role", "status");
      return;
    }
    make("h2", "", door, { textContent: "Take a seat" });
    if (asks.answer) make("p", "answer", door, { textContent: asks.answer }).setAttribute("role", "alert");
    if (asks.full) make("p", "full", door, { textContent: asks.full }).setAttribute("role", "status");
    if (!asks.tables.length) make("p", "", door, { textContent: "There is no table yet: the teacher sets them. This page will show them." });
    const list = make("div", "tables", door);
    for (const table of asks.tables) {
      const box = make("section", "table", list);
      make("h3", "", box, { textContent: table.name });
      make("p", "", box, { textContent: table.about });
      const seats = make("div", "seats", box);
      table.seats.forEach((seat, number) => {
        const words = seat.free ? `Sit down as ${seat.name}` : `${seat.name}: ${seat.who}`;
        const node = make("button", seat.free ? "primary" : "", seats, { type: "button", textContent: words, disabled: !seat.free });
        node.dataset.seat = `${table.name}/${number}`;
        node.addEventListener("click", () => say("take", { table: table.name, seat: number }));
        if (held === node.dataset.seat) node.focus({ preventScroll: true });
      });
    }
    const form = make("form", "back", door);
    const label = make("label", "", form, { textContent: "You had a seat on another page? Its key: " });
    const field = make("input", "", label, { type: "text", autocomplete: "off", spellcheck: false, maxLength: 40, value: typed });
    make("button", "", form, { type: "submit", textContent: "Come back" });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      say("key", { key: field.value });
    });
  }
  function refresh() {
    const who = model.get("bar"), told = model.get("news");
    if ("key" in who) looking = false;
    bar.hidden = !who.table;
    bar.replaceChildren();
    if (who.table) {
      const words = make("span", "", bar);
      make("b", "", words, { textContent: who.table });
      words.append(` · ${who.seat}`);
      if (who.key) {
        const key = make("span", "key", bar, { textContent: "Your key, for another device: " });
        make("code", "", key, { textContent: who.key });
      }
      if (who.note) make("small", "", bar, { textContent: who.note });
    }
    if (model.get("place") && "key" in who) store((box) => (who.key ? box.setItem(place(), who.key) : box.removeItem(place())));
    news.hidden = !told.line;
    if (news.textContent !== (told.line || "")) news.textContent = told.line || "";
    trouble.hidden = !told.trouble;
    if (trouble.textContent !== (told.trouble || "")) trouble.textContent = told.trouble || "";
    clock.hidden = told.left === undefined || told.left === null;
    if (!clock.hidden && clock.dataset.mark !== String(told.mark)) {
      clock.dataset.mark = told.mark;
      until = Date.now() + told.left * 1000;
    }
    if (!clock.hidden) tick();
    fillDoor(model.get("door"));
    root.dataset.rev = model.get("rev");
  }
  model.on("change:rev", refresh);
  refresh();
  say("hello", { key: kept() });
  return () => {
    clearInterval(pulse);
    clearInterval(ticking);
    document.removeEventListener("visibilitychange", seen);
    model.off("change:rev", refresh);
    model.off("msg:custom", hear);
    root.remove();
  };
}

export default { render };
