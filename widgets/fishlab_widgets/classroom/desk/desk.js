// The teacher's desk: a form that sets the tables, then a card for every table and a column with what came of it. Each
// part is filled again only when what it shows has changed, so that nothing moves under a hand; seconds count here.
const BEAT = 4000, PATIENCE = 20000;
const TABS = [["sofar", "So far"], ["sea", "Sea"], ["models", "Models"], ["export", "Export"]];

function draw(tag, parent, more) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(more)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
const points = (value) => String(value).replace("-", "−");

function render({ model, el }) {
  const root = make("div", "fishlab fishlab-desk fishlab-live", el);
  const lost = make("p", "lost", root, { hidden: true, textContent: "The desk has lost its kernel. The room is safe: run this cell again." });
  lost.setAttribute("role", "alert");
  const top = make("div", "top", root), trouble = make("p", "trouble", root, { hidden: true });
  trouble.setAttribute("role", "alert");
  const form = make("form", "", root, { noValidate: true }), body = make("div", "body", root);
  const main = make("div", "main", body), side = make("div", "side", body);
  const where = make("div", "where", main), cards = make("div", "cards", main);
  const say = (type, more = {}) => model.send({ type, ...more });
  const { button, fill } = filling(say);

  // ---- above -----------------------------------------------------------------------------------------------------
  function fillTop(head) {
    make("h2", "", top, { textContent: "The desk" });
    if (head.seats) make("span", "chip", top, { textContent: head.seats });
    if (head.stage === "ended") make("b", "ended", top, { textContent: "The game has ended: nobody can move. Students read so." }).setAttribute("role", "status");
    const acts = make("div", "acts", top);
    if (!head.seats) return;
    if (head.projector) return button(acts, "Leave the projector view", "projector");
    if (head.stage !== "over") {
      if (head.running) button(acts, "Pause all", "pause");
      else if (head.stage === "ended") button(acts, "Go on after all", "start");
      else button(acts, head.stage === "waiting" ? "Start" : "Go on", "start", {}, "primary");
      const next = button(acts, "Next year for all", "year");
      next.disabled = !head.waiting;
      next.title = head.waiting ? "Tables that are ready go on; slower ones could learn their dice from them." : "No table waits for the next year.";
    }
    button(acts, "Projector view", "projector");
    if (head.stage !== "over" && head.running) button(acts, "End and debrief", "end");
  }
  function fillWhere(head) {
    where.hidden = !head.address;
    if (!head.address) return;
    make("b", "", where, { textContent: head.address });
    if (head.word) {
      make("small", "", where, { textContent: "word" });
      make("b", "", where, { textContent: head.word });
    }
  }

  // ---- setting the tables ----------------------------------------------------------------------------------------
  let made = false; // whether the tables have just been asked for here
  function fillForm(asks) {
    form.hidden = !asks.treatments;
    body.hidden = !!asks.treatments;
    if (!asks.treatments) {
      // The form was taller than what has come in its place: without this the page would stand below it, on nothing.
      if (made) requestAnimationFrame(() => {
        root.scrollIntoView({ block: "start" });
        top.querySelector(".primary")?.focus({ preventScroll: true });
      });
      made = false;
      return;
    }
    make("h3", "", form, { textContent: "1. Which treatments? Two can be compared" });
    const ladder = make("fieldset", "ladder", form);
    for (const one of asks.treatments) {
      const label = make("label", "", ladder);
      make("input", "", label, { type: "checkbox", name: "treatment", value: one.name, checked: one.on });
      make("b", "", label, { textContent: one.title });
      make("small", "", label, { textContent: `${one.text} (${one.mark})` });
    }
    make("h3", "", form, { textContent: "2. Who plays, and how long?" });
    const list = make("div", "asks", form);
    const field = (words, name, value, low, high) => {
      const label = make("label", "", list);
      make("span", "", label, { textContent: words });
      make("input", "", label, { type: "number", name, value, min: low, max: high });
    };
    const choice = (words, name, options) => {
      const label = make("label", "", list);
      make("span", "", label, { textContent: words });
      const select = make("select", "", label, { name });
      for (const [value, told] of options) make("option", "", select, { value, textContent: told });
    };
    field("People", "people", asks.people, 1, 80);
    field("Seats at a table", "players", asks.players, 2, 4);
    choice("Years", "years", asks.years);
    choice("Empty seats go to", "bot", asks.bots);
    choice("Dice", "luck", asks.luck);
    make("h3", "", form, { textContent: "3. What does the class predict? It is locked at the start" });
    const guess = make("div", "asks", form), label = make("label", "", guess);
    const words = make("span", "", label);
    make("input", "", label, { type: "number", name: "prediction", value: "", step: "any" });
    const chosen = () => asks.treatments.filter((one) => form.querySelector(`[value="${one.name}"]`).checked);
    const tell = () => {
      const titles = chosen().map((one) => one.title);
      words.textContent = titles.length > 1
        ? `Points a table by which “${titles.at(-1)}” will be ahead of “${titles[0]}” (minus: behind)`
        : "Choose two treatments to predict a difference";
    };
    ladder.addEventListener("change", tell);
    tell();
    const acts = make("div", "acts", form);
    make("button", "primary", acts, { type: "submit", textContent: "Set the tables" });
    make("small", "", acts, { textContent: "Students can sit down then. Nothing plays until you start." });
    const guide = make("div", "guide", form);
    for (const [title, lines] of asks.protocol) {
      const part = make("details", "", guide);
      make("summary", "", part, { textContent: title });
      const list = make("ul", "", part);
      for (const words of lines) make("li", "", list, { textContent: words });
    }
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form), number = (name) => Number(data.get(name));
    const asked = { treatments: data.getAll("treatment"), bot: data.get("bot"), luck: data.get("luck") };
    for (const name of ["people", "players", "years"]) asked[name] = number(name);
    if (data.get("prediction")) asked.prediction = number("prediction");
    made = true;
    say("make", asked);
  });

  // ---- tables ----------------------------------------------------------------------------------------------------
  let ticks = [], came = Date.now();
  function fillCards({ list, chosen, projector }) {
    ticks = [];
    came = Date.now();
    cards.classList.toggle("many", list.length > 10);
    for (const one of list) {
      const cls = `card ${one.kind}${one.name === chosen ? " chosen" : ""}`;
      const node = projector ? make("section", cls, cards) : button(cards, "", "choose", { table: one.name }, cls);
      if (!projector) node.setAttribute("aria-pressed", String(one.name === chosen));
      make("h3", "", node, { textContent: one.name });
      make("span", `tone tone-${one.tone}`, node, { textContent: one.title });
      node.append(curve(one));
      const total = make("span", "total", node, { textContent: points(one.total), title: `team total of the ${one.done} years that are finished, before fines` });
      make("small", "", total, { textContent: one.counts });
      const note = make("span", "note", node, { textContent: one.note });
      const when = one.year && one.kind !== "over" ? [`year ${one.year}`] : [];
      if (one.fish !== null) when.push(`${one.fish} fish`);
      make("span", "when", node, { textContent: when.join(" · ") });
      if (one.left !== null) ticks.push([note, one.note, one.left, -1]);
      else if (one.waited !== null && one.note) ticks.push([note, one.note, one.waited, 1]);
    }
    tick();
  }
  function curve(one) {
    const svg = draw("svg", null, { viewBox: "0 0 130 40", "aria-hidden": "true" });
    if (!one.most) return svg;
    const x = (place) => 4 + 122 * Math.min(1, place / Math.max(1, one.years)), y = (fish) => 36 - 32 * fish / one.most;
    for (const fish of [0, one.most]) draw("path", svg, { class: "sea-base", d: `M4 ${y(fish)}H126` });
    const spots = one.sea.map((fish, place) => [x(place), y(fish)]);
    draw("path", svg, { class: "sea-line", d: `M${spots.map((spot) => spot.join(" ")).join("L")}` });
    const [ex, ey] = spots.at(-1);
    draw("circle", svg, { class: "sea-now", cx: ex, cy: ey, r: 3.5 });
    return svg;
  }
  function tick() {
    const passed = (Date.now() - came) / 1000;
    for (const [node, words, seconds, way] of ticks) {
      const now = Math.max(0, seconds + way * passed);
      node.textContent = way < 0 ? `${words} · ${clock(now)} left` : `${words} · ${clock(now)}`;
    }
  }

  // ---- beside ----------------------------------------------------------------------------------------------------
  const tabs = make("div", "tabs", side), figure = make("div", "box", side), told = make("div", "box now", side);
  tabs.setAttribute("role", "tablist");
  const table = make("div", "box", side), stuck = make("div", "box", side), debrief = make("div", "box", side);
  function fillTabs({ tab, projector }) {
    for (const [name, words] of TABS) {
      if (projector && name === "export") continue;
      const node = button(tabs, words, "tab", { tab: name });
      node.setAttribute("role", "tab");
      node.setAttribute("aria-selected", String(name === tab));
    }
  }
  function fillFigure({ tab, html, note }) {
    if (html) make("div", "", figure).innerHTML = html; // made by Python, with every name escaped
    if (note) make("small", "", figure, { textContent: note });
    if (tab !== "export") return;
    const acts = make("div", "acts", figure);
    button(acts, "Table for a spreadsheet (CSV)", "csv");
    button(acts, "The whole room", "room");
    button(acts, "Report of one page, to print", "report");
  }
  function fillTold({ words, predicted }) {
    told.hidden = !words;
    make("p", "", told).append(make("b", "", null, { textContent: words }));
    if (predicted) make("small", "", told, { textContent: predicted });
  }
  function fillTable(one) {
    table.hidden = !one;
    if (!one) return;
    make("h3", "", table, { textContent: one.name });
    if (one.unread) make("p", "", table, { textContent: one.unread });
    for (const [place, seat] of one.seats.entries()) {
      const row = make("div", "seat", table), at = { table: one.name, seat: place };
      const who = seat.who !== "person" ? `a bot (${seat.who})` : seat.taken ? "taken" : "free";
      make("span", "", row, { textContent: `Seat ${seat.letter}: ${who}${seat.turn ? ", to move" : ""}` });
      if (seat.who === "person" && seat.taken) button(row, "Free it", "free", at);
      if (seat.who === "person") button(row, "To a bot", "bot", at);
      else button(row, "To people", "person", at);
    }
    const acts = make("div", "acts", table), at = { table: one.name };
    if (!one.unread) {
      button(acts, "Look at its game", "look", at);
      const back = button(acts, "Take back", "back", at);
      back.disabled = !one.moves;
      back.title = "The last decision of a person and the dice after it. Where all tables roll the same dice, they fall again as they fell.";
    }
    if (one.stage === "closed") button(acts, "Open it again", "go", at);
    else {
      if (one.stage === "paused") { if (one.held) button(acts, "Go on", "go", at); } // else the whole class is paused
      else if (!one.unread) button(acts, "Pause", "hold", at);
      button(acts, "Close", "close", at);
    }
  }
  function fillStuck(list) {
    stuck.hidden = !list.length;
    if (!list.length) return;
    make("h3", "", stuck, { textContent: list.length > 1 ? `${list.length} tables wait for a person` : `${list[0].name} waits for a person` });
    for (const one of list.slice(0, 4)) {
      const row = make("div", "seat", stuck), seat = one.seats[one.stuck], at = { table: one.name, seat: one.stuck };
      make("span", "", row, { textContent: `${one.name}, seat ${seat.letter}${seat.taken ? "" : " (nobody sits there)"}` });
      if (seat.taken) button(row, "Free the seat", "free", at);
      button(row, "To a bot", "bot", at);
    }
    if (list.length > 4) make("small", "", stuck, { textContent: `and ${list.length - 4} more` });
  }
  function fillDebrief(questions) {
    debrief.hidden = !questions.length;
    make("h3", "", debrief, { textContent: "For the debrief" });
    const list = make("ul", "", debrief);
    for (const words of questions) make("li", "", list, { textContent: words });
  }

  // ---- all of it -------------------------------------------------------------------------------------------------
  function refresh() {
    const head = model.get("head"), list = model.get("cards"), beside = model.get("side"), projector = !!head.projector;
    root.classList.toggle("projector", projector);
    trouble.hidden = !head.trouble;
    if (trouble.textContent !== (head.trouble || "")) trouble.textContent = head.trouble || "";
    fill(top, { ...head, trouble: "" }, fillTop);
    fill(where, { address: head.address, word: head.word }, fillWhere);
    fill(form, model.get("setup"), fillForm);
    fill(cards, { list, chosen: beside.chosen, projector }, fillCards);
    fill(tabs, { tab: beside.tab, projector }, fillTabs);
    fill(figure, { tab: beside.tab, html: beside.html, note: beside.note }, fillFigure);
    fill(told, { words: beside.say || "", predicted: beside.predicted }, fillTold);
    fill(table, list.find((one) => beside.chosen && one.name === beside.chosen) || null, fillTable);
    fill(stuck, list.filter((one) => one.kind === "stuck").map(({ name, seats, stuck: seat }) => ({ name, seats, stuck: seat })), fillStuck);
    fill(debrief, projector ? [] : beside.questions || [], fillDebrief);
    root.dataset.rev = model.get("rev");
  }

  // ---- signs of life, and files ----------------------------------------------------------------------------------
  let answered = Date.now(), last = Date.now();
  const beat = () => {
    const now = Date.now();
    if (now - last > PATIENCE) answered = now; // this page slept itself
    last = now;
    lost.hidden = now - answered <= PATIENCE;
    say("pulse");
  };
  const hear = (content, buffers) => {
    answered = Date.now();
    if (content?.type !== "file") return;
    const kind = content.name.endsWith(".html") ? "text/html" : "application/octet-stream";
    const address = URL.createObjectURL(new Blob(buffers, { type: kind }));
    const link = make("a", "", document.body, { href: address, download: content.name });
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  };
  model.on("msg:custom", hear);
  model.on("change:rev", refresh);
  const pulse = setInterval(beat, BEAT), ticking = setInterval(tick, 500);
  refresh();
  say("hello");
  return () => {
    clearInterval(pulse);
    clearInterval(ticking);
    model.off("change:rev", refresh);
    model.off("msg:custom", hear);
    root.remove();
  };
}

export default { render };
