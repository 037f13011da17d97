// The teacher's desk: a form that plans the class, then a card for every table and a column with what came of it. Each
// part is filled again only when what it shows has changed, so that nothing moves under a hand; seconds count here.
const BEAT = 4000, PATIENCE = 20000, PIECE = 40000, MOST_STUCK = 4;
const TABS = ["sofar", "sea", "models", "debrief", "protocol", "export"], TABS_TO_PLAY = ["sofar", "export"];

function draw(tag, parent, more) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(more)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

const points = (value) => String(value).replace("-", "−");

function render({ model, el }) {
  if (model.get("page") === "projector") return renderProjector({ model, el });
  const root = make("div", "fishlab fishlab-desk fishlab-live", el);
  const lost = make("p", "lost", root, { hidden: true });
  lost.setAttribute("role", "alert");
  const top = make("div", "top", root), trouble = make("p", "trouble", root, { hidden: true });
  const warning = make("p", "warning", root, { hidden: true }), leavers = make("p", "warning leavers", root, { hidden: true });
  trouble.setAttribute("role", "alert");
  const planning = make("div", "planning", root), form = make("form", "plan", planning, { noValidate: true });
  const power = make("div", "power", planning), body = make("div", "body", root);
  const main = make("div", "main", body), side = make("div", "side", body);
  const where = make("div", "where", main), cards = make("div", "cards", main), tell = make("div", "tell", main);
  const say = (type, more = {}) => model.send({ type, ...more });
  const { button, fill } = filling(say);
  const text = () => model.get("text");

  // A button for what cannot be taken back: the first click asks, the second one does it. The question hangs below the
  // button, which stays where it is. What is asked stays asked when the button is made anew meanwhile.
  let questioned = "";
  function sure(parent, words, question, type, more = {}) {
    const key = [type, ...Object.values(more)].join("/"), node = make("button", "sure", parent, { type: "button", textContent: words });
    const show = () => {
      node.querySelector("b")?.remove();
      node.toggleAttribute("data-asked", questioned === key);
      if (questioned !== key) return;
      const { left, right } = node.getBoundingClientRect(), box = (node.closest(".box") ?? root).getBoundingClientRect();
      const asks = make("b", left + right < box.left + box.right ? "" : "leftward", node, { textContent: question });
      make("span", "", asks, { textContent: text().press_again });
    };
    node.dataset.key = key;
    queueMicrotask(show); // when it has its place
    node.addEventListener("click", ({ detail }) => {
      if (detail > 1) return; // a double click has asked, and answers nothing
      const sure = questioned === key;
      questioned = sure ? "" : key;
      show();
      if (sure) say(type, more);
    });
    node.addEventListener("blur", () => setTimeout(() => {
      if (questioned !== key || document.activeElement?.dataset.key === key) return;
      questioned = "";
      show();
    }));
    return node;
  }

  // A bot gets a seat at once whose person has left; of one who is here it is asked.
  function toBot(parent, here, at) {
    const words = text(), made = here ? sure(parent, words.bot, words.bot_sure, "bot", at) : button(parent, words.bot, "bot", at);
    made.title = words.bot_hint;
  }

  // ---- above -----------------------------------------------------------------------------------------------------
  function fillTop(head) {
    const words = text(), { stage } = head;
    make("h2", "", top, { textContent: stage === "plan" ? words.plan_title : words.title });
    if (stage === "plan") make("small", "", top, { textContent: words.plan_hint });
    if (stage === "plan" && head.late) make("span", "chip", top, { textContent: head.late });
    if (head.game) make("span", "chip", top, { textContent: head.game });
    if (head.seats) make("span", "chip", top, { textContent: head.seats });
    if (stage === "ended") make("b", "ended", top, { textContent: words.ended }).setAttribute("role", "status");
    const acts = make("div", "acts", top);
    if (stage === "plan") make("button", "primary", acts, { type: "button", textContent: words.open }).addEventListener("click", () => form.requestSubmit());
    if (stage === "waiting" && head.start_sure) sure(acts, words.start, head.start_sure, "start").classList.add("primary");
    else if (stage === "waiting") button(acts, words.start, "start", {}, "primary");
    if (stage === "paused") button(acts, words.go_on, "start", {}, "primary");
    if (stage === "playing") button(acts, words.pause, "pause");
    if ((stage === "playing" || stage === "paused") && head.years) {
      const next = button(acts, words.year, "year");
      next.disabled = !head.waiting;
      next.title = head.waiting ? words.year_some : words.year_none;
    }
    if (["waiting", "playing", "paused"].includes(stage)) button(acts, words.add, "add");
    const second = make("button", "", acts, { type: "button", textContent: words.projector });
    second.addEventListener("click", () => window.open("projector", "fishlab-projector"));
    if (stage === "playing" || stage === "paused") sure(acts, words.end, words.end_sure, "end");
    if (stage === "ended" || stage === "over") {
      button(acts, words.again, "again", { swap: false });
      if (head.treatments > 1) button(acts, words.swap, "again", { swap: true });
    }
    if (stage !== "plan") sure(acts, words.plan, words.plan_sure, "plan");
  }
  let codeOpen = false, moreOpen = false; // what they fold may be filled anew meanwhile
  function fillWhere({ join, late, clock, renews }) {
    where.hidden = !join.address && !late && !clock;
    if (join.address) make("b", "", where, { textContent: join.address });
    if (join.word) {
      make("small", "", where, { textContent: text().word });
      make("b", "", where, { textContent: join.word });
      if (renews) sure(where, text().new_word, text().new_word_sure, "word").title = text().new_word_hint;
    }
    if (join.qr) {
      const fold = make("details", "code", where, { open: codeOpen });
      make("summary", "", fold, { textContent: text().code }).dataset.key = "code";
      make("div", "", fold).innerHTML = join.qr; // made by Python
      fold.addEventListener("toggle", () => { codeOpen = fold.open; });
    }
    if (clock) ticks.where = [make("span", "clock", where), text().left, clock.words, clock.left, -1];
    else delete ticks.where;
    if (late) {
      const row = make("span", "late", where);
      make("b", "", row, { textContent: late });
      button(row, text().deal, "deal", {}, "primary");
    }
    came = Date.now();
    tick();
  }

  // ---- what the teacher says, and the clock ----------------------------------------------------------------------
  const drafts = new Map(); // what is being typed, for a part may be filled anew meanwhile
  function speaker(parent, label, table) {
    const row = make("form", "say", parent), words = text();
    const field = make("input", "", row, { type: "text", maxLength: 300, placeholder: words.say_hint, value: drafts.get(table) ?? "" });
    field.addEventListener("input", () => drafts.set(table, field.value));
    field.setAttribute("aria-label", label);
    field.dataset.key = `words/${table ?? ""}`;
    make("button", "", row, { type: "submit", textContent: label });
    row.addEventListener("submit", (event) => {
      event.preventDefault();
      say("say", table === undefined ? { words: field.value } : { words: field.value, table });
      field.value = "";
      drafts.delete(table);
    });
  }
  function fillTell({ said, clock, clocks, plan, shared }) {
    tell.hidden = plan;
    if (plan) return;
    const words = text();
    speaker(tell, words.say);
    const acts = make("div", "acts", tell);
    make("small", "", acts, { textContent: words.clock });
    for (const n of [1, 3, 5]) button(acts, slots(words.minutes, { n }), "clock", { seconds: 60 * n });
    if (clocks) button(acts, words.extend, "extend", { seconds: 60 });
    if (clock) button(acts, words.no_clock, "clock", { seconds: 0 });
    const share = button(acts, words.share, "share", { on: !shared });
    share.dataset.key = "share"; // it keeps the focus when it is pressed
    share.setAttribute("aria-pressed", String(shared));
    share.title = words.share_hint;
    if (!said) return;
    const line = make("small", "", tell, { textContent: `${slots(words.said, { words: said })} ` });
    button(line, words.unsay, "say", { words: "" });
  }

  // ---- the plan --------------------------------------------------------------------------------------------------
  let made = false; // whether the doors have just been opened here
  let guessed = ""; // what the class predicts, for the form of another game does not ask it
  let follows = null; // whether the number of people is that of those who wait: once all have come that are in the form
  function follow({ stage, wait }, { people }) {
    const field = form.elements.people;
    if (stage !== "plan" || !field) return;
    follows ??= wait >= people ? true : null;
    if (!follows || !wait || field.valueAsNumber === wait) return;
    field.value = wait;
    say("try", asked());
  }
  function fillForm(asks) {
    follows = null;
    planning.hidden = !asks.choices;
    body.hidden = !!asks.choices;
    if (!asks.choices) {
      // The form was taller than what has come in its place: without this the page would stand below it, on nothing.
      if (made) requestAnimationFrame(() => {
        root.scrollIntoView({ block: "start" });
        top.querySelector(".primary")?.focus({ preventScroll: true });
      });
      made = turns = false;
      guessed = "";
      stored((storage) => storage.removeItem(TYPED));
      return;
    }
    const words = text();
    const choice = (list, label, name) => {
      const node = make("label", "", list);
      make("span", "", node, { textContent: label });
      const select = make("select", "", node, { name });
      select.dataset.key = name;
      for (const [value, told] of asks.choices[name]) make("option", "", select, { value, textContent: told, selected: value === asks.chosen[name] });
    };
    choice(make("div", "asks", form), words.game, "game");
    if (asks.length) make("small", "length", form, { textContent: asks.length });
    if (asks.experiment) {
      make("h3", "", form, { textContent: words.which });
      const ladder = make("fieldset", "ladder", form);
      for (const one of asks.treatments) {
        const label = make("label", "", ladder);
        make("input", "", label, { type: "checkbox", name: "treatment", value: one.name, checked: one.on });
        make("b", "", label, { textContent: one.title });
        make("small", "", label, { textContent: one.text });
      }
    }
    make("h3", "", form, { textContent: words.who });
    const list = make("div", "asks", form);
    const field = (label, name, value, low, high) => {
      const node = make("label", "", list);
      make("span", "", node, { textContent: label });
      make("input", "", node, { type: "number", name, value, min: low, max: high });
    };
    field(words.people, "people", asks.people, 1, 80);
    const [few, many] = asks.seats;
    if (few < many) field(words.players, "players", asks.players, few, many);
    if (asks.experiment) {
      const full = make("label", "", list);
      make("span", "", full, { textContent: words.full });
      make("input", "", full, { type: "checkbox", name: "full", checked: asks.full });
      choice(list, words.form, "form");
    }
    choice(list, words.empty, "bot");
    if (asks.choices.luck.length > 1) choice(list, words.dice, "luck");
    choice(list, words.language, "language");
    if (asks.experiment) fillExperiment(asks);
    else typedBefore();
    queueMicrotask(() => say("try", asked())); // what this plan will be able to see
    make("small", "", form, { textContent: words.open_hint });
    if (asks.experiment) make("div", "guide", form).innerHTML = asks.protocol; // made by Python
  }
  // What only an experiment has: what people do at their seats, and what the class predicts.
  function fillExperiment(asks) {
    const words = text();
    make("h3", "", form, { textContent: words.steps });
    const steps = make("fieldset", "steps", form);
    for (const { name, words: told, on } of asks.procedure) {
      const node = make("label", "", steps);
      make("input", "", node, { type: "checkbox", name: "step", value: name, checked: on });
      make("span", "", node, { textContent: told });
    }
    const seconds = make("div", "asks", form);
    for (const { name, words: told, value } of asks.seconds) {
      const node = make("label", "", seconds);
      make("span", "", node, { textContent: told });
      make("input", "", node, { type: "number", name, value, min: 0, max: 600 });
    }
    make("h3", "", form, { textContent: words.predict });
    const guess = make("div", "asks", form), label = make("label", "", guess), about = make("span", "", label);
    // No field of numbers: a browser that speaks English takes the comma out of “4,5” and keeps 45.
    make("input", "", label, { type: "text", inputMode: "decimal", autocomplete: "off", name: "prediction", value: guessed });
    const chosen = () => asks.treatments.filter((one) => form.querySelector(`[value="${one.name}"]`).checked);
    const ask = () => {
      const titles = chosen().map((one) => one.title);
      about.textContent = titles.length > 1 ? slots(words.predict_by, { first: titles.at(-1), second: titles[0] }) : words.predict_which;
    };
    form.querySelector(".ladder").addEventListener("change", ask);
    typedBefore();
    ask();
  }
  function asked() {
    const data = new FormData(form), number = (name) => Number(data.get(name)), asks = model.get("setup");
    const found = { game: data.get("game"), people: number("people"), language: data.get("language") };
    if (found.game !== asks.chosen?.game) return found; // a form of its own follows
    for (const name of ["bot", "luck"]) if (data.has(name)) found[name] = data.get(name);
    if (data.has("players")) found.players = number("players");
    if (!asks.experiment) return found;
    found.treatments = data.getAll("treatment");
    found.form = data.get("form");
    found.full = data.has("full");
    found.prediction = data.get("prediction").trim();
    found.procedure = Object.fromEntries(asks.procedure.map(({ name }) => [name, data.getAll("step").includes(name)]));
    for (const { name } of asks.seconds) found.procedure[name] = number(name);
    return found;
  }
  form.addEventListener("input", ({ target }) => {
    if (target.name === "people") follows = false; // the teacher knows better
    if (target.name === "prediction") guessed = target.value;
  });
  // Another language makes the form anew and loads the page: what is typed until then, and where, stays.
  const TYPED = "fishlab-plan";
  function stored(act) { // where a browser forbids to keep anything, nothing is kept
    try { return act(sessionStorage); } catch { return null; }
  }
  let turns = false; // whether another language was chosen
  function typedBefore() {
    const { fields, at } = JSON.parse(stored((storage) => storage.getItem(TYPED)) ?? "{}");
    stored((storage) => storage.removeItem(TYPED));
    if (!fields) return;
    for (const one of form.elements) {
      const values = fields.filter(([name]) => name === one.name).map(([, value]) => value);
      if (one.type === "checkbox" || one.type === "radio") one.checked = values.includes(one.value);
      else if (values.length) one.value = values[0];
    }
    form.elements[at]?.focus?.();
  }
  function keepTyped() {
    if (!turns || planning.hidden || !form.elements.length) return;
    const at = form.contains(document.activeElement) ? document.activeElement.name : "";
    stored((storage) => storage.setItem(TYPED, JSON.stringify({ fields: [...new FormData(form)], at })));
  }
  window.addEventListener("pagehide", keepTyped);
  form.addEventListener("change", ({ target }) => {
    turns = target.name === "language" || (turns && target.name !== "game"); // another game has other fields
    say("try", asked());
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    made = true;
    say("make", asked());
  });

  // ---- what the plan will be able to see -------------------------------------------------------------------------
  function fillPower({ lines, html, lots, better, trouble }) {
    power.hidden = !lines;
    if (!lines) return;
    if (trouble) return make("p", "trouble", power, { textContent: trouble });
    const box = make("div", "box now", power, { hidden: !lines.length });
    for (const [place, words] of lines.entries()) make("p", "", box).append(make(place ? "span" : "b", "", null, { textContent: words }));
    if (better) {
      const take = make("button", "primary", box, { type: "button", textContent: better.words });
      take.dataset.key = "better";
      take.addEventListener("click", () => {
        form.elements.players.value = better.players;
        form.elements.full.checked = better.full;
        for (const one of form.querySelectorAll("[name=treatment]")) one.checked = better.treatments.includes(one.value);
        form.querySelector(".ladder").dispatchEvent(new Event("change", { bubbles: true }));
      });
    }
    if (html) make("div", "box", power).innerHTML = html; // made by Python
    const draw = make("div", "box", power);
    make("h3", "", draw, { textContent: text().by_lot });
    make("p", "", draw, { textContent: lots });
  }

  // ---- tables ----------------------------------------------------------------------------------------------------
  const ticks = {};
  let came = Date.now();
  function fillCards({ list, chosen }) {
    for (const name of Object.keys(ticks)) if (name !== "where") delete ticks[name];
    came = Date.now();
    cards.classList.toggle("many", list.length > 10);
    for (const one of list) {
      const node = button(cards, "", "choose", { table: one.name }, `card ${one.kind}${one.name === chosen ? " chosen" : ""}`);
      node.setAttribute("aria-pressed", String(one.name === chosen));
      make("h3", "", node, { textContent: one.name });
      make("span", `tone tone-${one.tone}`, node, { textContent: one.title });
      if (one.most) node.append(curve(one));
      const total = make("span", one.most ? "total" : "total scores", node, { textContent: points(one.total), title: one.years_done });
      make("small", "", total, { textContent: one.counts });
      const note = make("span", "note", node, { textContent: one.note });
      const when = make("span", "when", node, { textContent: one.when });
      if (one.here) make("b", "away", when, { textContent: one.here });
      if (one.apart) make("b", "apart", node, { textContent: one.apart });
      if (one.left !== null) ticks[one.name] = [note, text().left, one.note, one.left, -1];
      else if (one.waited !== null && one.note) ticks[one.name] = [note, text().waited, one.note, one.waited, 1];
    }
    tick();
  }
  function curve(one) {
    const svg = draw("svg", null, { viewBox: "0 0 130 40", "aria-hidden": "true" });
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
    for (const [node, sentence, words, seconds, way] of Object.values(ticks)) {
      node.textContent = slots(sentence, { words, time: clockTime(Math.max(0, seconds + way * passed)) });
    }
  }

  // ---- beside ----------------------------------------------------------------------------------------------------
  const tabs = make("div", "tabs", side), figure = make("div", "box", side), told = make("div", "box now", side);
  tabs.setAttribute("role", "tablist");
  const table = make("div", "box", side), stuck = make("div", "box", side), together = make("div", "box", side), debrief = make("div", "box", side), wall = make("div", "", side);
  side.prepend(table, together, stuck, wall);
  function fillTabs({ tab, experiment }) {
    for (const name of experiment ? TABS : TABS_TO_PLAY) {
      const node = button(tabs, text()[name], "tab", { tab: name });
      node.setAttribute("role", "tab");
      node.setAttribute("aria-selected", String(name === tab));
    }
  }
  const unfolded = new Set(); // parts of the protocol, which is filled anew when the lesson comes to another step
  function fillFigure({ tab, html, note, experiment }) {
    if (html) make("div", tab === "protocol" ? "guide" : "", figure).innerHTML = html; // made by Python, with every name escaped
    for (const [place, fold] of figure.querySelectorAll(".guide details").entries()) {
      fold.open = unfolded.has(place);
      fold.addEventListener("toggle", () => {
        if (fold.open) unfolded.add(place); else unfolded.delete(place);
        if (fold.open) fold.querySelector(".now")?.scrollIntoView({ block: "nearest" });
      });
    }
    if (note) make("small", "", figure, { textContent: note });
    if (tab !== "export") return;
    const acts = make("div", "acts", figure);
    for (const kind of ["zip", "room", ...(experiment ? ["report"] : [])]) button(acts, text()[kind], kind);
    if (!experiment) return;
    const label = make("label", "pool", figure), field = make("input", "", label, { type: "file", multiple: true, accept: ".zip" });
    label.prepend(text().pool);
    field.addEventListener("change", () => sendFiles([...field.files]));
  }
  // Files go in pieces, for a page may not send much at once.
  async function sendFiles(files) {
    for (const [place, file] of files.entries()) {
      const code = await new Promise((done) => {
        const reader = new FileReader();
        reader.addEventListener("load", () => done(String(reader.result).split(",")[1] ?? ""));
        reader.readAsDataURL(file);
      });
      const count = Math.max(1, Math.ceil(code.length / PIECE));
      for (let n = 0; n < count; n++) {
        say("pool", { name: file.name, first: place === 0 && n === 0, whole: n === count - 1, last: place === files.length - 1 && n === count - 1, piece: code.slice(n * PIECE, (n + 1) * PIECE) });
        await new Promise((done) => setTimeout(done, 40));
      }
    }
  }
  function fillTold({ words, more, predicted }) {
    told.hidden = !words.length;
    for (const [place, one] of words.entries()) make("p", "", told).append(make(place ? "span" : "b", "", null, { textContent: one }));
    if (predicted) make("small", "", told, { textContent: predicted });
    if (!more.length) return;
    const fold = make("details", "", told, { open: moreOpen });
    make("summary", "", fold, { textContent: text().more }).dataset.key = "more";
    for (const one of more) make("p", "", fold, { textContent: one });
    fold.addEventListener("toggle", () => { moreOpen = fold.open; });
  }
  // What the box of a table shows: nothing in it changes with every second.
  const steady = ({ name, unread, seats, moves, left, stage, held, kind }) => ({
    name, unread, seats, stage, held, moves: moves > 0, talks: left !== null,
    done: kind === "over" || model.get("head").stage === "ended", // nobody plays there any more
  });
  function fillTable(one) {
    table.hidden = !one;
    if (!one) return;
    const words = text(), at = { table: one.name };
    const head = make("div", "tablehead", table);
    make("h3", "", head, { textContent: one.name });
    const shut = make("button", "shut", head, { type: "button", title: words.shut });
    shut.setAttribute("aria-label", words.shut);
    shut.addEventListener("click", leaveTable);
    if (one.unread) make("p", "", table, { textContent: one.unread });
    for (const [place, seat] of one.seats.entries()) {
      const row = make("div", `seat${seat.here === false ? " gone" : ""}`, table), there = { ...at, seat: place };
      make("span", "", row, { textContent: seat.words });
      if (seat.key) make("b", "key", row, { textContent: slots(words.key_is, { key: seat.key }) });
      else if (seat.who === "person" && seat.taken && !one.done) button(row, words.key, "key", there).title = words.key_hint;
      if (seat.who === "person" && seat.taken) sure(row, words.free, words.free_sure, "free", there).title = words.free_hint;
      if (one.done) continue;
      if (seat.who === "person") toBot(row, seat.here, there);
      else button(row, words.person, "person", there);
    }
    const acts = make("div", "acts", table);
    if (!one.unread) {
      button(acts, words.look, "look", at);
      if (!one.done) {
        const there = make("button", "", acts, { type: "button", textContent: words.screen, title: words.screen_hint });
        there.addEventListener("click", () => window.open(`screen?table=${encodeURIComponent(one.name)}`, `fishlab-${one.name}`));
        const back = button(acts, words.back, "back", at);
        back.disabled = !one.moves;
        back.title = words.back_hint;
      }
      if (one.talks) button(acts, words.extend, "extend", { ...at, seconds: 60 });
    }
    if (one.stage === "closed") button(acts, words.reopen, "go", at);
    else {
      if (one.stage === "paused") { if (one.held) button(acts, words.go_on, "go", at); } // else the whole class is paused
      else if (!one.unread && !one.done) button(acts, words.hold, "hold", at);
      if (!one.done) sure(acts, words.close, words.close_sure, "close", at);
    }
    if (!one.unread) speaker(table, slots(words.say_table, { table: one.name }), one.name);
  }
  function leaveTable() {
    const { chosen } = model.get("side");
    if (!chosen) return;
    say("choose", { table: chosen });
    [...cards.querySelectorAll(".card")].find((node) => node.dataset.key === `choose/${chosen}`)?.focus({ preventScroll: true });
  }
  root.addEventListener("keydown", (event) => { if (event.key === "Escape") leaveTable(); });
  function fillStuck(list) {
    stuck.hidden = !list.length;
    if (!list.length) return;
    const words = text();
    make("h3", "", stuck, { textContent: words.stuck });
    for (const one of list.slice(0, MOST_STUCK)) {
      const row = make("div", "seat", stuck), at = { table: one.name, seat: one.place };
      make("span", "", row, { textContent: slots(words.stuck_row, { table: one.name, letter: one.letter }) });
      toBot(row, one.here, at);
    }
    const more = list.slice(MOST_STUCK).map(({ name }) => name).join(", ");
    if (more) make("small", "", stuck, { textContent: slots(words.stuck_more, { tables: more }) });
  }
  function fillTogether({ groups, stage }) {
    together.hidden = !groups.length;
    if (!groups.length) return;
    const words = text();
    make("h3", "", together, { textContent: words.together });
    for (const group of groups.slice(0, MOST_STUCK)) {
      const names = make("div", "group", together);
      for (const { table: name, seat, letter } of group) {
        const row = make("div", "seat", names);
        make("span", "", row, { textContent: slots(words.stuck_row, { table: name, letter }) });
        if (stage === "waiting") sure(row, words.free, words.free_sure, "free", { table: name, seat }).title = words.free_hint;
      }
    }
    const more = groups.slice(MOST_STUCK).map((group) => group.map((one) => one.table).join(", ")).join("; ");
    if (more) make("small", "", together, { textContent: slots(words.stuck_more, { tables: more }) });
    make("small", "", together, { textContent: words.together_hint });
  }
  function fillWall({ stage, next, experiment }) {
    wall.hidden = !experiment || (stage !== "ended" && stage !== "over");
    const steps = { first: text().show_found, all: text().more_found, people: text().people_found };
    if (!wall.hidden) button(wall, steps[next] ?? text().hide_found, "show");
  }
  function fillDebrief(questions) {
    debrief.hidden = !questions.length;
    make("h3", "", debrief, { textContent: text().questions });
    const list = make("ul", "", debrief);
    for (const words of questions) make("li", "", list, { textContent: words });
  }

  // ---- all of it -------------------------------------------------------------------------------------------------
  function refresh() {
    const head = model.get("head"), list = model.get("cards"), beside = model.get("side");
    lost.textContent = text().lost;
    for (const [node, words] of [[trouble, head.trouble], [warning, head.warning], [leavers, head.leavers]]) {
      node.hidden = !words;
      if (node.textContent !== (words || "")) node.textContent = words || "";
    }
    const { stage, seats, game, waiting, years, treatments, start_sure, experiment } = head;
    const late = stage === "plan" ? head.late : "";
    fill(top, { stage, seats, game, waiting, years, treatments, start_sure, late }, fillTop);
    fill(where, { join: head.join, late: head.late, clock: head.clock, renews: head.renews }, fillWhere);
    fill(tell, { said: head.said, clock: !!head.clock, clocks: head.clocks, plan: stage === "plan", shared: head.shared }, fillTell);
    keepTyped();
    fill(form, model.get("setup"), fillForm);
    follow(head, model.get("setup"));
    fill(power, model.get("power"), fillPower);
    fill(cards, { list, chosen: beside.chosen }, fillCards);
    fill(tabs, { tab: beside.tab, experiment }, fillTabs);
    fill(figure, { tab: beside.tab, html: beside.html, note: beside.note, experiment }, fillFigure);
    fill(told, { words: beside.say || [], more: beside.more || [], predicted: beside.predicted }, fillTold);
    const chosen = list.find((one) => beside.chosen && one.name === beside.chosen);
    fill(table, chosen ? steady(chosen) : null, fillTable);
    const waits = list.filter((one) => one.kind === "stuck");
    fill(stuck, waits.map(({ name, seats, stuck: place }) => ({ name, place, letter: seats[place].letter, here: seats[place].here })), fillStuck);
    fill(together, { groups: head.together || [], stage: stage === "waiting" ? stage : "" }, fillTogether);
    fill(wall, { stage, next: beside.next, experiment }, fillWall);
    fill(debrief, beside.questions || [], fillDebrief);
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
    if (content?.type === "file") offerFile(content.name, buffers);
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

// The projector as a page of its own: the whole of what it is told is a `ProjectorView`.
function renderProjector({ model, el }) {
  const names = ["title", "join", "late", "tables", "clock", "said", "found", "known", "figure", "whole", "text"];
  const screen = showProjector(el, () => Object.fromEntries(names.map((name) => [name, model.get(name)])));
  model.on("change:rev", screen.refresh);
  return () => {
    model.off("change:rev", screen.refresh);
    screen.close();
  };
}

export default { render };
