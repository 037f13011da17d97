// A table on one screen: on the left the board with a line about what the pointer is on, on the right what is to be done
// now and what people look at between turns, in tabs, each in a place that it keeps. On a narrow page one column, with
// the prompt always in view. What each part shows comes from Python.
const ICONS = {
  first: "M5 4h2v12H5zM16 4v12L8 10z", back: "M14 4v12L6 10z", play: "M6 3l10 7-10 7z", pause: "M5 4h3v12H5zM12 4h3v12h-3z",
  on: "M6 4l8 6-8 6z", last: "M4 4l8 6-8 6zM13 4h2v12h-2z",
};
const LONG = 34; // letters: what needs more than two lines beside the hint gets smaller ones
const TIGHT = ["tight", "tighter", "tightest"];
const drawn = (name) => `<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

async function render({ model, el }) {
  await filled(model);
  const life = new AbortController();
  const on = (node, type, act) => node.addEventListener(type, act, { signal: life.signal });
  const root = make("div", "fishlab-table", el);
  const parts = boardParts(root);
  const send = (type, more = {}) => { if (!root.classList.contains("asleep")) model.send({ type, ...more }); };
  const button = (parent, words, act, cls = "") => {
    const node = make("button", cls, parent, { type: "button", textContent: words });
    on(node, "click", act);
    return node;
  };
  const aside = (cls, parent) => {
    const node = make("div", cls, parent);
    node.dataset.aside = "";
    return node;
  };
  // Fills a part only when what it shows has changed, so that a focus, a selection and an open menu stay.
  const seen = new Map();
  const when = (name, value, fill) => {
    const now = JSON.stringify(value);
    if (seen.get(name) === now) return;
    seen.set(name, now);
    fill(value);
  };

  // ---- head ----------------------------------------------------------------------------------------------------
  const head = aside("head", root);
  const title = make("div", "title", head);
  const again = make("span", "again", head, { textContent: "Here is your game again." });
  button(again, "Start anew", () => send("anew"));
  const undo = button(head, "Undo", () => send("undo"), "alone");
  const redo = button(head, "Redo", () => send("redo"), "alone");
  const questions = make("span", "questions", head);
  button(head, "New game", () => send("form"), "alone");
  const full = button(head, "Full screen", async () => {
    try {
      await (document.fullscreenElement === root ? document.exitFullscreen() : root.requestFullscreen());
    } catch {
      parts.alert.textContent = "This browser does not allow full screen here. Its own full screen (F11) works as well.";
    }
  });
  on(document, "fullscreenchange", () => {
    full.textContent = document.fullscreenElement === root ? "Leave full screen" : "Full screen";
  });
  const form = make("form", "new-game", root, { hidden: true, noValidate: true });
  form.dataset.aside = "";

  // ---- body ----------------------------------------------------------------------------------------------------
  const body = make("div", "body", root);
  const phase = make("div", "phase", body);
  const desk = make("div", "desk", body);
  const aimLine = make("p", "aim", desk);
  const guide = aside("guide", desk);
  guide.setAttribute("role", "status");
  parts.stepper = aside("stepper", null);
  desk.append(parts.choices, parts.stepper, parts.alert); // a refusal stands in the coach's place, beside the board: it covers nothing
  const coach = make("p", "coach", desk);
  const advice = make("p", "coach advice", desk, { hidden: true });
  advice.setAttribute("role", "status");
  const walkText = make("p", "walk-text", desk);
  const ending = aside("ending", desk);
  ending.tabIndex = -1;
  const news = make("div", "news", desk);
  news.tabIndex = 0;
  news.setAttribute("role", "group");
  const stage = make("div", "stage", body);
  stage.append(parts.cover, parts.picture);
  const worths = make("div", "worths", stage);
  worths.setAttribute("aria-hidden", "true");
  make("div", "below", stage).append(parts.note, parts.live);
  const key = make("ul", "key under", stage);
  key.setAttribute("aria-label", "Key");
  const foot = aside("foot", stage);
  const spot = make("div", "spot", body, { hidden: true });
  parts.layer = body;
  parts.seatOf = (seat) => (panels.players.hidden ? null : seatList.querySelectorAll(".seat")[seat]);
  const tabs = aside("tabs", body);
  const bar = make("div", "tab-bar", tabs);
  bar.setAttribute("role", "tablist");

  // ---- scrubber ------------------------------------------------------------------------------------------------
  const scrub = make("div", "scrub", foot);
  const go = (place) => send("at", { at: Math.max(0, Math.min(model.get("count"), place)) });
  const stepper = (name, label, act) => {
    const node = make("button", name, scrub, { type: "button", title: label, innerHTML: drawn(name) });
    node.setAttribute("aria-label", label);
    on(node, "click", act);
    return node;
  };
  let clock = null;
  const stop = () => {
    clearInterval(clock);
    clock = null;
    play.innerHTML = drawn("play");
    play.setAttribute("aria-label", "Play the game back");
  };
  stepper("first", "First position", () => { stop(); go(0); });
  stepper("back", "One move back", () => { stop(); go(model.get("at") - 1); });
  const play = stepper("play", "Play the game back", () => {
    if (clock) return stop();
    if (model.get("at") >= model.get("count")) go(0);
    play.innerHTML = drawn("pause");
    play.setAttribute("aria-label", "Pause");
    clock = setInterval(() => (model.get("at") >= model.get("count") ? stop() : go(model.get("at") + 1)), 700);
  });
  stepper("on", "One move on", () => { stop(); go(model.get("at") + 1); });
  stepper("last", "Last position", () => { stop(); go(model.get("count")); });
  const range = make("input", "", scrub, { type: "range", min: 0 });
  range.setAttribute("aria-label", "Position in the game");
  const where = make("span", "where", scrub);
  let asked = 0;
  on(range, "input", () => {
    stop();
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => go(Number(range.value)));
  });
  const walk = {
    on: button(foot, "Step by step", () => send("walk", { by: 1 }), "walk"),
    back: button(foot, "Back", () => send("walk", { by: -1 })),
    end: button(foot, "End of steps", () => send("walk", { by: 0 })),
  };
  const bots = button(foot, "", () => send("bots"));
  // How fast bots and dice move is remembered in the browser; whoever wants no motion sees what was done at once.
  const tempo = make("select", "tempo", foot, { title: "How fast bots and dice move" });
  tempo.setAttribute("aria-label", "Pace of bots and dice");
  for (const [value, words] of [["slow", "Pace: slow"], ["normal", "Pace: normal"], ["now", "Pace: at once"]]) make("option", "", tempo, { value, textContent: words });
  const kept = (value) => { try { return value ? localStorage.setItem("fishlab-tempo", value) : localStorage.getItem("fishlab-tempo"); } catch { return null; } };
  on(tempo, "change", () => { kept(tempo.value); send("tempo", { tempo: tempo.value }); });
  const other = button(foot, "Back to the other line", () => send("other"));
  const result = button(foot, "Show the result", () => send("back"));

  // ---- tabs ----------------------------------------------------------------------------------------------------
  const panels = {};
  for (const name of ["players", "plots", "moves", "think", "rules", "save"]) {
    panels[name] = make("div", `panel ${name}`, tabs, { hidden: true, id: `${model.get("uid")}-v${views}-${name}` });
    panels[name].setAttribute("role", "tabpanel");
    panels[name].tabIndex = 0;
  }
  let open = "players";
  const show = (name, tell = true) => {
    open = name;
    for (const [one, panel] of Object.entries(panels)) panel.hidden = one !== name;
    for (const tab of bar.children) {
      tab.setAttribute("aria-selected", tab.dataset.tab === name);
      tab.tabIndex = tab.dataset.tab === name ? 0 : -1;
    }
    newest();
    if (tell) send("tab", { tab: name });
  };
  on(bar, "keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const all = [...bar.children], place = all.findIndex((tab) => tab.dataset.tab === open);
    const next = all[(place + by + all.length) % all.length];
    next.focus();
    show(next.dataset.tab);
    event.preventDefault();
  });

  const seatList = make("div", "seats", panels.players), plotted = make("div", "plotted", panels.players);
  const log = make("ol", "log", panels.moves, { tabIndex: 0 });
  panels.moves.append(parts.form);
  // The list of moves opens at the move that is shown, in a game that goes on the newest, and stays with it.
  const newest = () => {
    const now = open === "moves" && log.querySelector(".now"); // to measure what is hidden would lay out the page in vain
    if (now) log.scrollTop = now.offsetTop + now.offsetHeight - log.clientHeight;
  };

  // ---- save ----------------------------------------------------------------------------------------------------
  const saving = make("div", "fishlab-code", panels.save);
  const line = make("div", "line", saving);
  const codeLabel = make("label", "", line, { textContent: "Save code " });
  const code = make("input", "code", codeLabel, { readOnly: true, type: "text" });
  const showCode = button(line, "Show the code", () => send("code"));
  const copy = button(line, "Copy", async () => {
    code.select();
    try {
      await navigator.clipboard.writeText(code.value);
    } catch {
      document.execCommand("copy");
    }
    answer.textContent = "Copied.";
  }, "primary");
  const pasteForm = make("form", "line alone", saving);
  const pasteLabel = make("label", "", pasteForm, { textContent: "Paste a code " });
  const paste = make("input", "", pasteLabel, { type: "text", autocomplete: "off", spellcheck: false });
  make("button", "", pasteForm, { type: "submit", textContent: "Open it" });
  on(pasteForm, "submit", (event) => {
    event.preventDefault();
    send("load", { code: paste.value });
    paste.value = "";
  });
  const codeNote = make("p", "note", saving);
  const dice = make("p", "line dice", saving);
  const diceNote = make("span", "", dice);
  button(dice, "Same dice again", () => send("same"), "alone").title = "Begin again with the same dice and the same bots";
  const answer = make("p", "answer", saving);
  answer.setAttribute("role", "status");

  // ---- a new game ----------------------------------------------------------------------------------------------
  on(form, "submit", (event) => {
    event.preventDefault();
    const values = {};
    for (const field of form.querySelectorAll("[name]")) values[field.name] = Number(field.value);
    send("begin", { values });
  });
  function fillForm(asks) {
    form.hidden = !asks.fields;
    form.replaceChildren();
    let printed = true;
    for (const field of asks.fields || []) {
      if (printed && !field.printed) make("h3", "", form, { textContent: "Not in the rulebook" });
      printed = field.printed;
      const label = make("label", "", form);
      make("span", "", label, { textContent: field.label });
      if (field.words.length) {
        const choice = make("select", "", label, { name: field.name });
        field.words.forEach((words, place) => {
          make("option", "", choice, { textContent: words, value: place }).dataset.seat = (field.seats || [])[place] ?? -1;
        });
        choice.value = field.value;
      } else make("input", "", label, { type: "number", name: field.name, min: field.low, max: field.high, value: field.value });
      if (field.help) make("small", "", label, { textContent: field.help });
      if (field.only.length) { // asked only with one answer to another field
        const other = form.querySelector(`[name=${field.only[0]}]`);
        const ask = () => { label.hidden = Number(other.value) !== field.only[1]; };
        on(other, "input", ask);
        ask();
      }
    }
    if (!asks.fields) return;
    // A seat that does not play cannot be chosen.
    const count = form.querySelector("[name=players]");
    const seated = () => form.querySelectorAll("[data-seat]").forEach((one) => { one.hidden = one.disabled = one.dataset.seat >= Number(count.value); });
    if (count) {
      on(count, "input", seated);
      seated();
    }
    const acts = make("div", "acts", form);
    make("button", "primary", acts, { type: "submit", textContent: "Start a new game" });
    button(acts, "Cancel", () => send("form"));
    if (asks.wrong) make("p", "wrong", form, { textContent: asks.wrong }).setAttribute("role", "alert");
    form.querySelector("[name]")?.focus({ preventScroll: true });
  }

  // ---- filling -------------------------------------------------------------------------------------------------
  function who(row, parent) {
    const node = make("div", "who", parent);
    node.insertAdjacentHTML("beforeend", row.mark);
    const words = make("span", "", node);
    make("b", "", words, { textContent: row.you ? `${row.name} (you)` : row.name });
    if (row.note) make("small", "", words, { textContent: row.note, title: row.note });
    make("strong", "", node, { textContent: row.score });
    return node;
  }
  function common(score, parent) {
    if (!score) return;
    const node = make("div", "common", parent);
    make("span", "", node, { textContent: "Together" });
    make("strong", "", node, { textContent: score });
    make("span", "", node, { textContent: "points. The share of each:" });
  }
  function fillSeats(rows) {
    const held = document.activeElement?.dataset?.seat, naming = typedName();
    filling = true;
    seatList.replaceChildren();
    filling = false;
    panels.players.classList.toggle("many", rows.length > 4);
    common(model.get("common"), seatList);
    rows.forEach((row, seat) => {
      const box = make("div", row.now ? "seat now" : "seat", seatList);
      const named = who(row, box).querySelector("b");
      if (!model.get("sitters").length) return make("small", "sitter", box, { textContent: row.you ? "" : row.who });
      offerName(named, row, seat, naming);
      const choice = make("select", "", box, { title: `Who plays ${row.name}` });
      choice.setAttribute("aria-label", `Who plays ${row.name}`);
      choice.dataset.seat = seat;
      const bots = model.get("bots"), steps = ["easy", "medium", "hard"].filter((name) => name in bots);
      const offer = (names, list) => names.forEach((name) => make("option", "", list, { textContent: name, value: name }));
      offer(model.get("sitters").filter((name) => !(name in bots)), choice);
      if (steps.length) offer(steps, make("optgroup", "", choice, { label: "By strength" }));
      offer(Object.keys(bots).filter((name) => !steps.includes(name)), make("optgroup", "", choice, { label: "By character" }));
      choice.value = row.who;
      // The open list tells of each what it does; closed, it has room for a name only.
      const tell = (all) => {
        for (const one of choice.options) one.textContent = all && bots[one.value] ? `${one.value}: ${bots[one.value]}` : one.value;
      };
      for (const kind of ["pointerdown", "keydown"]) choice.addEventListener(kind, () => tell(true));
      for (const kind of ["change", "blur"]) choice.addEventListener(kind, () => tell(false));
      choice.addEventListener("change", () => send("seat", { seat, who: choice.value }));
      if (held === String(seat)) choice.focus({ preventScroll: true });
    });
  }
  // A click on a seat's name lets a person type another one. What is being typed stays while bots move on.
  let filling = false;
  const typedName = () => {
    const field = panels.players.querySelector("input.name");
    return field && { seat: Number(field.dataset.seat), text: field.value, held: document.activeElement === field };
  };
  function offerName(place, row, seat, naming) {
    const node = make("button", "name", null, { type: "button", textContent: place.textContent, title: `Rename ${row.name}` });
    on(node, "click", () => typeName(node, row, seat, row.name));
    place.replaceChildren(node);
    if (naming?.seat === seat) typeName(node, row, seat, naming.text, naming.held);
  }
  function typeName(node, row, seat, text, focus = true) {
    const field = make("input", "name", null, { type: "text", value: text, maxLength: 20, autocomplete: "off", spellcheck: false });
    field.setAttribute("aria-label", `Name of ${row.name}`);
    field.dataset.seat = seat;
    let done = false; // to take a field away lets it lose the focus, which would end it once more
    const finish = (keep) => {
      if (done || filling) return;
      done = true;
      const given = field.value;
      field.replaceWith(node);
      if (keep && given !== row.name) send("name", { seat, name: given });
    };
    on(field, "keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") {
        event.preventDefault();
        finish(event.key === "Enter");
        panels.players.querySelectorAll(".seat")[seat]?.querySelector("button.name")?.focus({ preventScroll: true });
      }
    });
    on(field, "blur", () => finish(true));
    node.replaceWith(field);
    if (focus) {
      field.focus({ preventScroll: true });
      field.select();
    }
  }
  function fillEnding(end) {
    ending.hidden = !end.places;
    ending.replaceChildren();
    if (!end.places) return;
    ending.setAttribute("role", "group");
    ending.setAttribute("aria-label", "The result");
    if (end.decided) make("p", "", ending, { textContent: end.decided });
    common(end.common, ending);
    const places = make(end.common ? "ul" : "ol", "places", ending);
    for (const row of end.places) {
      const item = make("li", row.won ? "won" : "", places);
      if (row.place) make("i", "", item, { textContent: `${row.place}.` });
      who(row, item);
    }
    const facts = make("dl", "facts", ending);
    for (const [name, value] of end.facts) {
      const pair = make("div", "", facts);
      make("dt", "", pair, { textContent: name });
      make("dd", "", pair, { textContent: value });
    }
    const acts = make("div", "acts", ending);
    button(acts, "Play again", () => send("again"), "primary alone");
    button(acts, "Look back", () => send("back"));
    button(acts, "Save code", () => show("save"));
  }
  function fillRules(rules) {
    panels.rules.replaceChildren();
    for (const [topic, words] of rules.text || []) {
      const part = make("p", "", panels.rules);
      if (words) make("b", "", part, { textContent: `${topic}: ` });
      part.append(words || topic);
    }
    if (rules.text) button(panels.rules, "Guided first round", () => send("guide", { do: "begin" }));
    fillKey(make("ul", "key", panels.rules), rules.signs || []);
  }
  function fillKey(list, signs) {
    list.replaceChildren();
    const own = `${panels.rules.id}-${list === key ? "key" : "sign"}-`; // a pattern that another view hides is not painted
    for (const [sign, words] of signs) {
      const item = make("li", "", list);
      item.insertAdjacentHTML("beforeend", sign.replaceAll(/( id="|url\(#|href="#)/g, `$1${own}`));
      make("span", "", item, { textContent: words });
    }
  }
  // ---- the guided first round: one thing is pointed at, in a sentence; a move or "Next" leads on ---------------------
  function fillGuide(now) {
    const held = guide.contains(document.activeElement);
    guide.replaceChildren();
    guide.hidden = !now.offered && !now.text;
    aimLine.hidden = !!now.text;
    root.classList.toggle("guided", !!now.text);
    const acts = make("span", "acts", guide);
    if (now.offered) {
      make("span", "", guide, { textContent: "New here?" });
      button(acts, "Guide my first round", () => send("guide", { do: "begin" }), "primary");
      button(acts, "No", () => send("guide", { do: "skip" }));
    } else if (now.text) {
      make("b", "", guide, { textContent: `${now.step} of ${now.count}` });
      make("span", "", guide, { textContent: now.text });
      if (!now.act) button(acts, "Next", () => send("guide", { do: "next" }), "primary");
      button(acts, "Skip", () => send("guide", { do: "skip" }));
    }
    if (held) (guide.querySelector("button") || root).focus({ preventScroll: true });
  }
  const PARTS = { prompt: phase, choices: parts.choices, board: parts.picture, key, news, players: panels.players, tabs: bar };
  function pointOut() {
    const at = model.get("guide").at || "", cards = at === "choices" && parts.choices.hidden ? "board" : at;
    const inside = at.startsWith("#") && [...parts.picture.querySelectorAll(`[id*="-${at.slice(1)}"]`)]
      .filter((node) => at.endsWith("-") || node.id.endsWith(at.slice(1)));
    const boxes = (inside || [PARTS[cards]]).filter((node) => node && !node.closest("[hidden]")).map((node) => node.getBoundingClientRect());
    spot.hidden = !boxes.length || !!model.get("cover");
    if (spot.hidden) return;
    const base = body.getBoundingClientRect(), least = (side) => Math.min(...boxes.map((box) => box[side]));
    const most = (side) => Math.max(...boxes.map((box) => box[side]));
    Object.assign(spot.style, { left: `${least("left") - base.left - 3}px`, top: `${least("top") - base.top - 3}px`,
      width: `${most("right") - least("left") + 6}px`, height: `${most("bottom") - least("top") + 6}px` });
  }
  function fillNews(lines) {
    news.replaceChildren();
    news.hidden = !lines.length;
    if (!lines.length) return;
    make("b", "", news, { textContent: "Since your last move" });
    const list = make("ol", "", news);
    for (const words of lines) make("li", "", list, { textContent: words });
    news.scrollTop = news.scrollHeight;
  }
  function fillTabs(names) {
    bar.replaceChildren();
    for (const [name, words] of names) {
      const tab = button(bar, words, () => show(name));
      tab.dataset.tab = name;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", panels[name].id);
      panels[name].setAttribute("aria-label", words);
    }
    show(open, false);
  }

  const fillPlots = () => when("plots", model.get("plots"), (plots) => {
    panels.plots.innerHTML = plots.join("") || "<p>Drawing …</p>";
  });

  // ---- what a bot thinks: a hint in words, or all moves in a list; both point at their places on the board ----------
  const LABELLED = 5; // the others are dots: the larger, the better
  function fillThought() {
    const now = model.get("thought"), can = model.get("can"), rows = now.rows || [];
    const hint = now.kind === "hint";
    when("advice", [hint, now.said, now.running], () => {
      advice.replaceChildren();
      advice.hidden = !hint;
      if (!hint) return;
      if (now.running) button(advice, "Stop", () => send("enough"), "off");
      else button(advice, "All moves", () => { show("think"); send("think"); }, "off");
      make("b", "", advice, { textContent: now.running ? "Hint so far" : "Hint" });
      make("span", "", advice, { textContent: now.said });
    });
    coach.hidden = hint || !model.get("prompt").coach;
    when("think", [now.kind, now.running, now.by, rows, can.think], () => fillThink(now, hint ? [] : rows, can));
    soon();
    if (now.running && now.look) when("look", now.look, () => send("shown"));
  }
  function fillThink(now, rows, can) {
    const panel = panels.think, held = panel.contains(document.activeElement);
    panel.replaceChildren();
    if (rows.length) {
      const line = make("p", "", panel, { textContent: now.by || "The first games are being tried …" });
      if (now.running) button(line, "Stop", () => send("enough"), "off");
      const list = make("table", "", panel);
      list.createCaption().textContent = `Worth: ${now.counts}, with its 95 % interval.`;
      const head = make("tr", "", make("thead", "", list));
      for (const words of ["move", "worth", "interval", "tried"]) make("th", "", head, { textContent: words, scope: "col" });
      const lines = make("tbody", "", list);
      rows.forEach((row, place) => {
        const line = make("tr", place ? "" : "best", lines);
        make("th", "", line, { textContent: place ? row.name : `Best: ${row.name}`, scope: "row" });
        for (const words of [row.figure, row.between, row.tried]) make("td", "", line, { textContent: words });
      });
    } else if (can.think) {
      make("p", "", panel, { textContent: "A bot tries every move many times, and says what comes of it. Think first, then compare." });
      button(panel, "What does the bot think?", () => send("think"), "primary");
    } else make("p", "", panel, { textContent: "When it is your turn, ask here what a bot thinks of your moves." });
    if (held) (panel.querySelector("button") || panel).focus({ preventScroll: true });
  }
  function place() {
    worths.replaceChildren();
    root.querySelectorAll(".choices .worth").forEach((node) => node.remove());
    const rows = model.get("thought").rows || [], base = stage.getBoundingClientRect();
    if (model.get("cover")) return;
    const spots = new Map();
    for (const node of root.querySelectorAll("[data-move]")) spots.set(node.dataset.move, [...(spots.get(node.dataset.move) || []), node]);
    rows.forEach((row, rank) => {
      if (row.part === null && rank) return;
      for (const node of spots.get(row.move) || []) {
        const cls = rank ? (rank < LABELLED ? "worth" : "worth dot") : "worth best";
        if (node.closest(".choices")) {
          if (rank < LABELLED) make("i", cls, node.firstChild, { textContent: rank ? row.figure : `★ ${row.figure}` });
          continue;
        }
        const box = node.getBoundingClientRect();
        const mark = make("span", cls, worths, { textContent: rank ? (rank < LABELLED ? row.figure : "") : `★ ${row.figure}` });
        mark.style.left = `${box.left + box.width / 2 - base.left}px`;
        mark.style.top = `${box.top + box.height / 2 - base.top}px`;
        if (rank >= LABELLED) mark.style.width = mark.style.height = `${4 + Math.round(8 * row.part)}px`;
      }
    });
    worths.append(...[...worths.children].reverse()); // the best lies on top
  }
  // What is to be done now keeps to its place: a turn that needs more room says less, step by step.
  function fit() {
    root.classList.remove(...TIGHT);
    for (const step of TIGHT) if (desk.scrollHeight > desk.clientHeight + 1) root.classList.add(step);
  }
  const soon = () => requestAnimationFrame(() => { place(); fit(); pointOut(); });
  const sized = new ResizeObserver(() => { fit(); soon(); });
  for (const part of [stage, desk]) sized.observe(part); // in a wide window the picture keeps its width, words do not
  parts.picture.addEventListener("scroll", () => requestAnimationFrame(place));
  // On a phone the picture is wider than its frame: if nothing that can be played is in view, it is pushed there.
  function aim() {
    const frame = parts.picture, spots = [...frame.querySelectorAll("[data-move]")];
    if (!spots.length || frame.scrollWidth <= frame.clientWidth) return;
    const view = frame.getBoundingClientRect(), boxes = spots.map((node) => node.getBoundingClientRect());
    if (boxes.some((box) => box.left >= view.left && box.right <= view.right)) return;
    frame.scrollLeft += (boxes[0].left + boxes[0].right - view.left - view.right) / 2;
  }

  // What was done stands under the board; what is to be done now follows it for those who hear the page, not see it.
  function quieten() {
    const words = parts.live.textContent, asked = `${model.get("prompt").text.replace(/\.+$/, "")}.`;
    if (parts.live.children.length || !words.endsWith(asked)) return;
    parts.live.replaceChildren(words.slice(0, -asked.length), make("span", "heard", null, { textContent: asked }));
  }

  function around() {
    const held = root.contains(document.activeElement) && document.activeElement, over = !ending.hidden;
    const [can, walking, covered] = [model.get("can"), model.get("walk"), !!model.get("cover")];
    when("title", model.get("head"), (now) => {
      title.innerHTML = now.icon;
      make("span", "", title, { textContent: now.title });
      make("small", "", title, { textContent: now.subtitle });
      aimLine.replaceChildren(make("b", "", null, { textContent: "Aim: " }), now.aim);
      fillKey(key, now.key);
    });
    when("tabs", model.get("head").tabs, fillTabs);
    root.classList.toggle("shared", !!can.shared);
    undo.disabled = !can.undo;
    redo.disabled = !can.redo;
    again.hidden = !can.anew;
    when("questions", model.get("questions"), (asks) => {
      const held = [...questions.children].indexOf(document.activeElement);
      questions.replaceChildren();
      for (const ask of asks) {
        const node = button(questions, ask.label, () => send("mark", { mark: ask.mark }));
        node.setAttribute("aria-pressed", ask.on);
      }
      questions.children[held]?.focus({ preventScroll: true });
    });
    when("form", model.get("form"), fillForm);
    when("guide", model.get("guide"), fillGuide);
    when("news", model.get("news"), fillNews);
    when("prompt", [model.get("prompt"), can.hint], ([now]) => {
      phase.replaceChildren();
      if (can.hint) button(phase, "Hint", () => send("hint"), "advise").title = "The best move, and why, as a bot finds it";
      if (!now.coached && now.asks) button(phase, "Coach", () => send("coach"), "advise").title = "Give me advice again";
      const words = make("div", "", phase);
      const flag = now.past || now.verdict || (now.yours && "Your turn");
      if (flag) make("em", now.past && "past", words, { textContent: `${flag} ` });
      words.append(now.text);
      phase.classList.toggle("long", now.text.length > LONG);
      if (now.rule) make("p", "rule", phase, { textContent: now.rule });
      coach.replaceChildren();
      coach.hidden = !now.coach;
      if (now.coach) {
        button(coach, "Hide coach", () => send("coach"), "off").title = "No more advice, at any table";
        const more = button(coach, "Coach", () => { more.setAttribute("aria-expanded", coach.classList.toggle("open")); soon(); }, "more");
        more.setAttribute("aria-expanded", coach.classList.contains("open"));
        make("span", "", coach, { textContent: now.coach, title: now.coach });
      }
    });
    when("seats", [model.get("seats"), model.get("sitters"), model.get("common")], ([rows]) => fillSeats(rows));
    when("log", model.get("log"), (lines) => {
      log.replaceChildren();
      for (const [number, words, place] of lines) {
        const item = make("li", `line ${place}`, log);
        make("i", "", item, { textContent: number });
        make("span", "", item, { textContent: words });
      }
      if (!lines.length) make("li", "line", log, { textContent: "No moves yet." });
      newest();
    });
    when("glance", model.get("glance"), (plot) => { plotted.innerHTML = plot; });
    fillPlots();
    fillThought();
    when("rules", model.get("rules"), fillRules);
    when("ending", model.get("ending"), fillEnding);
    root.classList.toggle("over", !ending.hidden);
    result.hidden = !model.get("ended") || !!model.get("ending").places;
    const [at, count] = [model.get("at"), model.get("count")];
    range.max = Math.max(1, count);
    range.disabled = !count;
    if (document.activeElement !== range || Number(range.value) === at || !range.matches(":active")) range.value = at;
    where.textContent = `move ${at} of ${count}`;
    range.setAttribute("aria-valuetext", where.textContent);
    walk.on.hidden = !walking.offered || covered;
    walk.on.textContent = walking.at ? "Next step" : "Step by step";
    walk.back.hidden = walk.end.hidden = !walking.at;
    walkText.textContent = walking.text;
    bots.hidden = !can.bots;
    bots.textContent = can.bots;
    tempo.hidden = !can.tempo;
    tempo.value = can.tempo;
    other.hidden = !can.other;
    const save = model.get("save");
    code.value = save.code || "";
    const waits = save.secret && !save.code;
    showCode.hidden = !waits;
    showCode.disabled = !!save.covered;
    codeLabel.hidden = copy.hidden = !!waits || (!!can.shared && !save.code);
    codeNote.textContent = save.note || "";
    dice.hidden = !save.dice;
    diceNote.textContent = save.dice || "";
    answer.textContent = save.answer || "";
    quieten();
    // A focus that was on the table stays on it: what comes takes it over from what went.
    if (held && !ending.hidden && !over && !held.closest(ASIDE)) ending.focus({ preventScroll: true });
    else if (held && !root.contains(document.activeElement)) root.focus({ preventScroll: true });
    requestAnimationFrame(aim);
  }
  on(root, "click", () => requestAnimationFrame(fit)); // an old refusal goes with the next click
  const end = liveBoard({ model, el }, root, parts, life, around);
  const wish = kept() || (matchMedia("(prefers-reduced-motion: reduce)").matches ? "now" : "");
  if (model.get("can").tempo && wish && wish !== model.get("can").tempo) send("tempo", { tempo: wish });
  if (model.get("arriving")) {
    model.set("arriving", false);
    model.save_changes();
    requestAnimationFrame(() => root.scrollIntoView({ block: "start" }));
  }
  model.on("change:plots", fillPlots); // they come a moment after the board
  model.on("change:thought", fillThought); // and these while it stands still
  return () => {
    model.off("change:plots", fillPlots);
    model.off("change:thought", fillThought);
    sized.disconnect();
    stop();
    end();
  };
}

export default { render };
