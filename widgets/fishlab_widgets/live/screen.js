// A table on one screen: on the left the board with a line about what the pointer is on, on the right what is to be done
// now and what people look at between turns, in tabs, each in a place that it keeps. On a narrow page one column, with
// the prompt always in view. What each part shows comes from Python.
const ICONS = {
  first: "M5 4h2v12H5zM16 4v12L8 10z", back: "M14 4v12L6 10z", play: "M6 3l10 7-10 7z", pause: "M5 4h3v12H5zM12 4h3v12h-3z",
  on: "M6 4l8 6-8 6z", last: "M4 4l8 6-8 6zM13 4h2v12h-2z",
};
const LONG = 34; // letters: what needs more than two lines beside the hint gets smaller ones
const TIGHT = ["tight", "tighter", "tightest", "only", "lent", "bare", "least"];
const drawn = (name) => `<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

async function render({ model, el }) {
  await filled(model);
  const life = new AbortController();
  const on = (node, type, act) => node.addEventListener(type, act, { signal: life.signal });
  const text = model.get("text"); // what the page says
  const root = make("div", "fishlab-table", el);
  const parts = boardParts(root, text);
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
  const again = make("span", "again", head, { textContent: text.again });
  button(again, text.anew, () => send("anew"));
  const undo = button(head, text.undo, () => send("undo"), "alone");
  const redo = button(head, text.redo, () => send("redo"), "alone");
  const other = button(head, text.other, () => send("other"));
  other.title = text.other_line;
  const questions = make("span", "questions", head);
  button(head, text.new_game, () => send("form"), "alone");
  let refused = ""; // stays while the table is shown anew, until something else is clicked
  on(root, "click", (event) => { if (event.target !== full) refused = ""; });
  // On a page of a class what stands around the table belongs to it: cards, clocks and what the teacher says.
  const screenful = el.closest(".fishlab-served") ? document.documentElement : root;
  const isFull = () => document.fullscreenElement === screenful;
  const full = button(head, "", async () => {
    try {
      await (isFull() ? document.exitFullscreen() : screenful.requestFullscreen());
    } catch {
      refused = parts.alert.textContent = text.no_full;
    }
  }, "full");
  const nameFull = () => { full.textContent = isFull() ? text.leave_full : text.full; };
  on(document, "fullscreenchange", nameFull);
  nameFull();
  const form = make("form", "new-game", root, { hidden: true, noValidate: true, id: `${model.get("uid")}-v${views}-form` });
  form.dataset.aside = "";

  // ---- body ----------------------------------------------------------------------------------------------------
  const body = make("div", "body", root);
  const phase = make("div", "phase", body), own = make("p", "own", null); // on a phone the list of seats is far below
  own.setAttribute("aria-hidden", "true");
  const desk = make("div", "desk", body);
  const guide = aside("guide", desk);
  guide.setAttribute("role", "status");
  guide.tabIndex = -1;
  const tray = make("div", "tray", desk); // on a phone it stays in view under the board, which it does not push
  parts.stepper = aside("stepper", null);
  tray.append(parts.choices, parts.stepper);
  const walkText = make("p", "walk-text", tray);
  const ending = aside("ending", tray);
  ending.tabIndex = -1;
  // What is chosen from begins at the top, what was done ends at the bottom: neither moves the other.
  make("div", "room", tray);
  desk.after(parts.alert);
  let coach = make("p", "coach", tray);
  const advice = make("p", "coach advice", tray, { hidden: true });
  advice.setAttribute("role", "status");
  const news = aside("news", desk);
  const told = newsBox({ news, body, button, text, moved: () => soon() });
  const stage = make("div", "stage", body);
  const push = aside("push", stage), pushed = make("span", "", push, { textContent: text.sideways });
  const whole = button(push, text.whole, () => showWhole(!root.classList.contains("whole")));
  whole.setAttribute("aria-pressed", "false");
  stage.append(parts.cover, parts.picture);
  // Who hears the page, not sees it, reads here what lies where.
  const aloud = make("ul", "heard", stage);
  aloud.setAttribute("aria-label", text.in_words);
  const worths = make("div", "worths", stage);
  worths.setAttribute("aria-hidden", "true");
  // On a phone a picture is pushed sideways: what names its rows stays in view.
  const stays = make("div", "stays", stage, { hidden: true });
  stays.setAttribute("aria-hidden", "true");
  const aimLine = make("p", "aim", stage);
  make("div", "below", stage).append(parts.note, parts.live);
  const key = make("ul", "key under", stage);
  key.setAttribute("aria-label", text.key);
  const foot = aside("foot", stage);
  const spot = make("div", "spot", body, { hidden: true });
  parts.layer = body;
  parts.seatOf = (seat) => (panels.players.hidden ? null : seatList.querySelectorAll(".seat")[seat]);
  const tabs = aside("tabs", body);
  const bar = make("div", "tab-bar", tabs);
  bar.setAttribute("role", "tablist");
  bar.setAttribute("aria-label", text.about_game);

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
    play.setAttribute("aria-label", text.play_back);
  };
  stepper("first", text.first, () => { stop(); go(0); });
  stepper("back", text.one_back, () => { stop(); go(model.get("at") - 1); });
  const play = stepper("play", text.play_back, () => {
    if (clock) return stop();
    if (model.get("at") >= model.get("count")) go(0);
    play.innerHTML = drawn("pause");
    play.setAttribute("aria-label", text.pause);
    clock = setInterval(() => (model.get("at") >= model.get("count") ? stop() : go(model.get("at") + 1)), 700);
  });
  stepper("on", text.one_on, () => { stop(); go(model.get("at") + 1); });
  stepper("last", text.last, () => { stop(); go(model.get("count")); });
  const where = make("span", "where", scrub);
  const range = make("input", "", scrub, { type: "range", min: 0 });
  range.setAttribute("aria-label", text.position);
  let asked = 0;
  on(range, "input", () => {
    stop();
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => go(Number(range.value)));
  });
  const walk = {
    on: button(foot, text.steps, () => send("walk", { by: 1 }), "walk"),
    back: button(foot, text.back, () => send("walk", { by: -1 })),
    end: button(foot, text.end_steps, () => send("walk", { by: 0 })),
  };
  const bots = button(foot, "", () => send("bots"));
  // How fast bots and dice move is remembered in the browser; whoever wants no motion sees what was done at once.
  const tempo = make("select", "tempo", foot, { title: text.tempo_note });
  tempo.setAttribute("aria-label", text.tempo);
  for (const [value, words] of [["slow", text.slow], ["normal", text.normal], ["now", text.now]]) make("option", "", tempo, { value, textContent: words });
  const kept = (value) => { try { return value ? localStorage.setItem("fishlab-tempo", value) : localStorage.getItem("fishlab-tempo"); } catch { return null; } };
  on(tempo, "change", () => { kept(tempo.value); send("tempo", { tempo: tempo.value }); });
  const result = button(foot, text.result, () => send("back"));

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
    if (tell) panels[name].scrollTop = 0;
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
  const codeLabel = make("label", "", line, { textContent: `${text.save_code} ` });
  const code = make("input", "code", codeLabel, { readOnly: true, type: "text" });
  const showCode = button(line, text.show_code, () => send("code"));
  const copy = button(line, text.copy, async () => {
    code.select();
    try {
      await navigator.clipboard.writeText(code.value);
    } catch {
      document.execCommand("copy");
    }
    answer.textContent = text.copied;
  }, "primary");
  const pasteForm = make("form", "line alone", saving);
  const pasteLabel = make("label", "", pasteForm, { textContent: `${text.paste} ` });
  const paste = make("input", "", pasteLabel, { type: "text", autocomplete: "off", spellcheck: false });
  make("button", "", pasteForm, { type: "submit", textContent: text.open_code });
  on(pasteForm, "submit", (event) => {
    event.preventDefault();
    send("load", { code: paste.value });
    paste.value = "";
  });
  const codeNote = make("p", "note", saving);
  const dice = make("p", "line dice", saving);
  const diceNote = make("span", "", dice);
  button(dice, text.same_dice, () => send("same"), "alone").title = text.same_dice_note;
  const answer = make("p", "answer", saving);
  answer.setAttribute("role", "status");

  // ---- a new game ----------------------------------------------------------------------------------------------
  const fillForm = startForm({ root, form, on, send, button, text });

  // ---- filling -------------------------------------------------------------------------------------------------
  function who(row, parent, sign = row.mark) {
    const node = make("div", "who", parent);
    node.insertAdjacentHTML("beforeend", sign);
    const words = make("span", "", node);
    const named = row.you ? slots(text.you, { name: row.name }) : row.name;
    make("b", "", words, { textContent: named, title: named });
    if (row.note) make("small", "", words, { textContent: row.note, title: row.note });
    make("strong", "", node, { textContent: row.score });
    return node;
  }
  function common(score, parent) {
    if (!score) return;
    const node = make("div", "common", parent);
    make("span", "", node, { textContent: text.together });
    make("strong", "", node, { textContent: score });
    make("span", "", node, { textContent: text.shares });
  }
  function fillSeats(rows) {
    const editing = editedSeat(), looked = [...seatList.querySelectorAll(".seat")].findIndex((box) => box.querySelector(".shows") === document.activeElement && document.activeElement);
    filling = true;
    seatList.replaceChildren();
    filling = false;
    root.classList.toggle("pair", rows.length < 3);
    panels.players.classList.toggle("many", rows.length > 4);
    panels.players.classList.toggle("few", rows.length < (model.get("common") ? 3 : 4));
    common(model.get("common"), seatList);
    rows.forEach((row, seat) => {
      const box = make("div", row.now ? "seat now" : "seat", seatList, { title: row.you ? "" : called(text, row.who) });
      const named = who(row, box, model.get("signs")[seat]).querySelector("b");
      box.querySelector(".who").insertBefore(make("small", "sitter", null, { textContent: row.you ? "" : called(text, row.who) }), box.querySelector("strong"));
      if (row.shows.length) {
        const [mark, words] = row.shows, look = button(box, words, () => send("mark", { mark }), "shows");
        look.setAttribute("aria-pressed", row.shown);
        look.setAttribute("aria-label", `${words}: ${row.name}`);
        if (looked === seat) look.focus({ preventScroll: true });
      }
      if (model.get("sitters").length) offerSeat(box, named, row, seat, editing);
    });
  }
  // A click on a seat's name lets people type another one, or give the seat to somebody else. What is being typed stays
  // while bots move on.
  let filling = false;
  const editedSeat = () => {
    const field = panels.players.querySelector("input.name");
    return field && { seat: Number(field.dataset.seat), typed: field.value, held: field.parentNode.contains(document.activeElement) && document.activeElement.tagName };
  };
  function offerSeat(box, place, row, seat, editing) {
    const node = make("button", "name", null, { type: "button", textContent: place.textContent, title: slots(text.rename, { name: row.name }) });
    on(node, "click", () => editSeat(box, row, seat, { typed: row.name, held: "INPUT" }));
    place.replaceChildren(node);
    if (editing?.seat === seat) editSeat(box, row, seat, editing);
  }
  function editSeat(box, row, seat, { typed, held }) {
    const hidden = [...box.children], place = make("span", "edit", box);
    for (const node of hidden) node.hidden = true;
    const field = make("input", "name", place, { type: "text", value: typed, maxLength: 20, autocomplete: "off", spellcheck: false });
    field.setAttribute("aria-label", slots(text.name_of, { name: row.name }));
    field.dataset.seat = seat;
    const choice = sitterList(place, model.get("sitters"), model.get("bots"), slots(text.who_plays, { name: row.name }), row.who, text);
    let done = false; // to take a field away lets it lose the focus, which would end it once more
    const finish = (keep) => {
      if (done || filling) return;
      done = true;
      const given = field.value;
      place.remove();
      for (const node of hidden) node.hidden = false;
      if (keep && given !== row.name) send("name", { seat, name: given });
    };
    place.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape" || (event.key === "Enter" && event.target === field)) {
        event.preventDefault();
        finish(event.key === "Enter");
        panels.players.querySelectorAll(".seat")[seat]?.querySelector("button.name")?.focus({ preventScroll: true });
      }
    });
    choice.addEventListener("change", () => send("seat", { seat, who: choice.value }));
    place.addEventListener("focusout", (event) => { if (!place.contains(event.relatedTarget)) finish(true); });
    if (held === "INPUT") {
      field.focus({ preventScroll: true });
      if (typed === row.name) field.select();
    } else if (held) choice.focus({ preventScroll: true });
  }
  function fillEnding(end) {
    ending.hidden = !end.places;
    ending.replaceChildren();
    if (!end.places) return;
    ending.setAttribute("role", "group");
    ending.setAttribute("aria-label", text.the_result);
    if (end.result) make("p", "result", ending, { textContent: end.result });
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
    button(acts, text.play_again, () => send("again"), "primary alone");
    button(acts, text.look_back, () => send("back"));
    button(acts, text.save_code, () => show("save"));
  }
  function fillRules(rules) {
    panels.rules.replaceChildren();
    panels.rules.scrollTop = 0;
    for (const [topic, words] of rules.text || []) {
      const part = make("p", "", panels.rules);
      if (words) make("b", "", part, { textContent: `${topic}: ` });
      part.append(words || topic);
    }
    if (rules.text) button(panels.rules, text.guided, beginGuide);
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
  // ---- the guided first round: one thing is pointed at, in a sentence; a move or “Next” leads on ---------------------
  function beginGuide() { // it speaks of the players, too: their tab comes to the front
    if (panels[open].contains(document.activeElement)) root.focus({ preventScroll: true });
    show("players");
    send("guide", { do: "begin" });
  }
  let leads = false; // whether the guide has just ended in one column, where it may have led away from prompt and board
  function fillGuide(now) {
    const held = guide.contains(document.activeElement);
    leads ||= root.classList.contains("guided") && !now.text && getComputedStyle(guide).position === "sticky";
    guide.replaceChildren();
    guide.hidden = !now.offered && !now.text;
    desk.insertBefore(guide, now.offered ? news : tray); // an offer has the place of news: nobody has chosen yet
    root.classList.toggle("guided", !!now.text);
    root.classList.toggle("offers", now.offered);
    const acts = make("span", "acts", guide);
    if (now.offered) {
      make("span", "", guide, { textContent: text.new_here });
      button(acts, text.guide_me, beginGuide, "primary");
      button(acts, text.no, () => send("guide", { do: "skip" }));
    } else if (now.text) {
      if (now.step) make("b", "", guide, { textContent: slots(text.step_now, { step: now.step }) });
      make("span", "", guide, { textContent: now.text });
      if (!now.act) button(acts, text.next, () => send("guide", { do: "next" }), "primary");
      button(acts, text.skip, () => send("guide", { do: "skip" }));
    }
    if (held) (guide.hidden ? root : (!now.act && guide.querySelector("button")) || guide).focus({ preventScroll: true });
  }
  // Who reads by keyboard goes on with what is to be done, once it is drawn; “Skip” is for those who look for it.
  function lead() {
    const { act, at } = model.get("guide");
    if (document.activeElement !== guide || !act || !model.get("prompt").asks) return;
    const first = [at.startsWith("#") ? parts.picture : PARTS[at], parts.choices, parts.picture].find((part) => part && !part.hidden && part.querySelector("[data-move]:not([hidden])"));
    first?.querySelector("[data-move]:not([hidden])").focus({ preventScroll: true });
  }
  // When the guide ends, the page stands where the next turn begins, if anything of the table is in view.
  function comeBack() {
    const { top, bottom } = root.getBoundingClientRect();
    if (leads && top < innerHeight && bottom > 0) root.scrollIntoView({ block: "start" });
    leads = false;
  }
  const PARTS = { prompt: phase, choices: parts.choices, board: parts.picture, key, players: panels.players, tabs: bar, get news() { return news.firstChild || news; } };
  let pointed = "", docked = false;
  document.addEventListener("scroll", () => { if (docked) requestAnimationFrame(pointOut); }, { capture: true, passive: true, signal: life.signal });
  function pointOut() {
    const at = model.get("guide").at || "", cards = at === "choices" && parts.choices.hidden ? "board" : at;
    const named = at.startsWith("#") ? namedParts(parts.picture, at) : [], inside = !!named.length;
    const { text, act } = model.get("guide"), sticks = getComputedStyle(guide).position === "sticky";
    const what = `${inside} ${text}`;
    const part = PARTS[cards] || (at ? phase : null), first = inside ? named[0] : desk.contains(part) && phase; // a desk may stick
    // Where cards dock, a step that asks for a move brings the board into view above them, or the prompt that it speaks of.
    docked = sticks && act && !inside && getComputedStyle(tray).position === "sticky" && (part === phase || tray.contains(part));
    if (docked && pointed !== what) {
      const shown = part === phase ? phase : stage;
      stage.style.scrollMarginTop = `${guide.offsetHeight}px`;
      shown.scrollIntoView({ block: "start" });
      pointed = what;
    } else if (sticks && !docked && first && !pointed.startsWith(what)) {
      first.scrollIntoView({ block: "nearest", inline: "nearest" });
      if (inside) aim(named);
    }
    const frames = framesAround(inside ? named : [docked && part !== phase ? tray : part], inside ? parts.picture : null), base = body.getBoundingClientRect(), air = inside ? 6 : 3;
    body.querySelectorAll(".spot ~ .spot").forEach((node) => node.remove());
    spot.hidden = !frames.length || !!model.get("cover");
    if (spot.hidden) return;
    frames.forEach(({ left, right, top, bottom }, place) => {
      Object.assign((place ? make("div", "spot", body) : spot).style, { transform: `translate(${left - base.left - air}px, ${top - base.top - air}px)`,
        width: `${right - left + 2 * air}px`, height: `${bottom - top + 2 * air}px` });
    });
    // On a phone the guide stays on top, and what it points at comes into view under it, also if it was pushed away.
    const now = `${what} ${Math.round(frames[0].top - base.top)}`;
    if (!sticks || docked || now === pointed) return;
    pointed = now;
    const dock = act && getComputedStyle(tray).position === "sticky" ? tray.offsetHeight : 0, below = innerHeight - guide.offsetHeight - dock - 12;
    spot.style.scrollMarginBottom = `${dock + 6}px`;
    spot.style.scrollMarginTop = `${guide.offsetHeight + 6}px`;
    if (!act || at !== "prompt") spot.scrollIntoView({ block: spot.offsetHeight > below ? "start" : "nearest" });
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
    if (names.some(([name]) => name === open)) show(open, false);
    else show(names[0][0]);
  }

  const fillPlots = () => when("plots", model.get("plots"), (plots) => {
    panels.plots.innerHTML = plots.join("") || `<p>${text.drawing}</p>`;
  });

  // ---- what a bot thinks: a hint in words, or all moves in a list; both point at their places on the board ----------
  const LABELLED = 5; // the others are dots: the larger, the better
  // Of moves that stand first before one was tried none is the best; the only one needs no trial.
  const isBest = (rows, rank) => !rank && (rows.length === 1 || (rows[0].part ?? null) !== null);
  function fillThought() {
    const now = model.get("thought"), can = model.get("can"), rows = now.rows || [];
    const hint = now.kind === "hint";
    when("advice", [hint, now.said, now.running], () => {
      advice.replaceChildren();
      advice.hidden = !hint;
      root.classList.toggle("advised", hint);
      if (!hint) return;
      if (now.running) button(advice, text.stop, () => send("enough"), "off");
      else button(advice, text.all_moves, () => { show("think"); send("think"); }, "off");
      make("b", "", advice, { textContent: now.running && rows.length ? text.hint_so_far : text.hint });
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
      const line = make("p", "", panel, { textContent: now.by || text.trying });
      if (now.running) button(line, text.stop, () => send("enough"), "off");
      const list = make("table", "", panel);
      list.createCaption().textContent = slots(text.worth, { counts: now.counts });
      const head = make("tr", "", make("thead", "", list));
      for (const words of [text.move, text.worth_of, text.interval, text.tried]) make("th", "", head, { textContent: words, scope: "col" });
      const lines = make("tbody", "", list);
      rows.forEach((row, place) => {
        const best = isBest(rows, place), line = make("tr", best ? "best" : "", lines);
        make("th", "", line, { textContent: !best ? row.name : slots(text.best, { name: row.name }), scope: "row" });
        for (const words of [row.figure, row.between, row.tried]) make("td", "", line, { textContent: words });
      });
    } else if (can.think) {
      make("p", "", panel, { textContent: text.think_first });
      button(panel, text.ask_bot, () => send("think"), "primary");
    } else make("p", "", panel, { textContent: text.think_later });
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
      if ((row.part ?? null) === null && !isBest(rows, rank)) return;
      for (const node of spots.get(row.move) || []) {
        const cls = rank ? (rank < LABELLED ? "worth" : "worth dot") : "worth best";
        if (node.closest(".choices")) {
          if (rank < LABELLED) make("i", cls, node.firstChild, { textContent: rank ? row.figure : `★ ${row.figure}` }).setAttribute("aria-hidden", "true");
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
  // Of the notebook less is seen than of the window: what docks on a phone is measured by that, and the table is put so that
  // the prompt comes first.
  function measure() {
    let frame = root;
    while (frame && !/auto|scroll/.test(getComputedStyle(frame).overflowY)) frame = frame.parentElement;
    root.style.setProperty("--seen", `${frame?.clientHeight || innerHeight}px`);
    root.style.scrollMarginTop = getComputedStyle(desk).display === "contents" ? `${-head.offsetHeight}px` : "";
  }
  // What is to be done now keeps to its place: a turn that needs more room says less, step by step.
  function fit() {
    measure();
    root.classList.remove(...TIGHT, "dense");
    phase.classList.remove("full");
    phase.classList.toggle("full", phase.scrollHeight > phase.clientHeight + 1);
    if (bar.lastChild && bar.lastChild.offsetTop > bar.firstChild.offsetTop) root.classList.add("dense"); // long names of tabs
    const rule = phase.querySelector(".rule"), cut = !!rule && rule.scrollHeight > rule.clientHeight + 1;
    if (cut && rule.tabIndex < 0) Object.assign(rule, { className: "rule cut", tabIndex: 0 });
    const needs = (step) => root.classList.toggle(step, desk.scrollHeight > desk.clientHeight + 1);
    const steps = TIGHT.filter(needs);
    // Cards without their words may leave a line to the news, and the coach its place.
    for (const step of ["lent", "tighter"]) {
      root.classList.remove(step);
      if (steps.includes(step)) needs(step);
    }
    told.fit();
    wholeSentences(parts.live);
    placeRefusal(parts.alert, desk, news);
  }
  parts.fit = () => { fit(); lead(); comeBack(); }; // before anything is painted: else it would be seen to move
  const soon = () => requestAnimationFrame(() => { place(); fit(); pointOut(); stay(); });
  const sized = new ResizeObserver(() => { fit(); soon(); });
  for (const part of [stage, desk]) sized.observe(part); // in a wide window the picture keeps its width, words do not
  parts.picture.addEventListener("scroll", () => requestAnimationFrame(() => { place(); stay(); }));
  // On a phone the picture is wider than its frame: if nothing that can be played is in view, it is pushed there.
  const keeps = () => {
    const svg = parts.picture.querySelector("svg"), wide = svg?.viewBox.baseVal.width;
    return wide ? parseFloat(svg.dataset.stays || 0) * svg.clientWidth / wide : 0;
  };
  // What the guide points at may be wider than the frame: then it is what is now.
  function aim(named) {
    const frame = parts.picture, now = frame.querySelectorAll('[data-stays] [id$="-now"]');
    const { left, right } = frame.getBoundingClientRect(), wide = (node) => node.getBoundingClientRect().width > right - left - keeps();
    const spots = named ? (named.some(wide) ? [...now] : named) : [...frame.querySelectorAll("[data-move]"), ...now];
    if (!spots.length || frame.scrollWidth <= frame.clientWidth || (!named && (model.get("guide").at || "").startsWith("#"))) return; // the guide points there
    const boxes = spots.map((node) => node.getBoundingClientRect());
    const free = frame.scrollLeft ? left + keeps() : left;
    if (boxes.some((box) => box.left >= free && box.right <= right)) return;
    frame.scrollLeft += (boxes[0].left + boxes[0].right - left - keeps() - right) / 2;
  }
  // The whole picture is to be looked at: what could be hit in it is too small, so a tap enlarges it there.
  function showWhole(now) {
    whole.setAttribute("aria-pressed", root.classList.toggle("whole", now));
    pushed.textContent = now ? text.tap_enlarges : text.sideways;
    soon();
  }
  parts.enlarge = ({ target, clientX }) => {
    const frame = parts.picture, { left, width } = frame.getBoundingClientRect();
    if (!root.classList.contains("whole") || !push.getClientRects().length || !frame.contains(target)) return false;
    showWhole(false);
    frame.scrollLeft = (clientX - left) / width * frame.scrollWidth - width / 2;
    return true;
  };
  function stay() {
    const frame = parts.picture, svg = frame.querySelector("svg"), wide = keeps();
    stays.hidden = !wide || frame.scrollLeft < 4 || frame.hidden;
    if (svg) delete svg.dataset.theme;
    if (stays.hidden) return;
    const { width, height } = svg.viewBox.baseVal, [units, top] = svg.dataset.stays.split(" ").map(Number), scale = wide / units;
    svg.id = `${panels.rules.id}-picture`;
    const paper = (node) => getComputedStyle(node).getPropertyValue("--paper");
    svg.dataset.theme = "light"; // a copy does not see what the page says of its theme
    if (paper(svg) !== paper(root)) svg.dataset.theme = "dark";
    Object.assign(stays.style, { top: `${frame.offsetTop + top * scale}px`, width: `${wide}px`, height: `${(height - top) * scale}px` });
    when("stays", [svg.id, units, top], () => {
      stays.innerHTML = `<svg class="fishlab" viewBox="0 ${top} ${units} ${height - top}"><use href="#${svg.id}" width="${width}" height="${height}"/></svg>`;
    });
  }

  // What was done stands under the board; what is to be done now follows it for those who hear the page, not see it.
  function quieten() {
    const words = parts.live.textContent, asked = `${model.get("prompt").text.replace(/\.+$/, "")}.`;
    if (parts.live.children.length || !words.endsWith(asked)) return;
    parts.live.replaceChildren(words.slice(0, -asked.length), make("span", "heard", null, { textContent: asked }));
  }

  function around() {
    parts.alert.textContent ||= refused;
    const held = root.contains(document.activeElement) && document.activeElement, over = !ending.hidden;
    const [can, walking, covered] = [model.get("can"), model.get("walk"), !!model.get("cover")];
    when("title", model.get("head"), (now) => {
      title.innerHTML = now.icon;
      root.setAttribute("aria-label", slots(text.table, { title: now.title }));
      make("span", "", title, { textContent: now.title });
      make("small", "", title, { textContent: now.subtitle });
      aimLine.style.visibility = now.aim ? "" : "hidden"; // a game may name none; its line keeps its place
      aimLine.replaceChildren(make("b", "", null, { textContent: `${text.aim} ` }), now.aim);
      aimLine.title = now.aim;
      root.classList.toggle("roomy", now.roomy);
      fillKey(key, now.key);
    });
    when("tabs", model.get("head").tabs, fillTabs);
    when("game", model.get("game"), () => { parts.picture.scrollLeft = 0; }); // where the one before was pushed to says nothing now
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
    const { at: pointsAt, waits: others, warns, ...guided } = model.get("guide");
    when("guide", guided, fillGuide);
    for (const [name, now] of [["tells", pointsAt === "news"], ["waits", others], ["warns", warns], ["acts", guided.act && !others]]) root.classList.toggle(name, !!now);
    when("news", [model.get("news"), model.get("count"), model.get("at")], ([lines]) => told.fill(lines, can.begun)); // each move closes it
    when("aloud", model.get("aloud"), (lines) => {
      aloud.hidden = !lines.length;
      aloud.replaceChildren(...lines.map((words) => make("li", "", null, { textContent: words })));
    });
    when("prompt", [model.get("prompt"), can.hint], ([now]) => {
      const held = phase.contains(document.activeElement);
      phase.replaceChildren();
      if (can.hint) button(phase, text.hint, () => send("hint"), "advise").title = text.hint_note;
      if (!now.coached && now.asks) button(phase, text.coach, () => send("coach"), "advise").title = text.coach_note;
      const words = make("div", "", phase);
      const flag = now.past || now.verdict || (now.yours && text.your_turn);
      if (flag) make("em", now.past && "past", words, { textContent: `${flag} ` });
      words.append(now.text);
      phase.classList.toggle("long", now.text.length > LONG);
      if (now.rule) make("p", "rule", phase, { textContent: now.rule });
      phase.append(own);
      if (held) (phase.querySelector("button") || root).focus({ preventScroll: true });
      coach.replaceWith(coach = coach.cloneNode()); // it follows the cards: with others it is new there, and has not moved
      coach.hidden = !now.coach;
      if (now.coach) {
        button(coach, text.hide_coach, () => send("coach"), "off").title = text.hide_coach_note;
        const turn = (open) => { more.setAttribute("aria-expanded", coach.classList.toggle("open", open)); soon(); };
        const more = button(coach, text.coach, () => turn(), "more");
        more.setAttribute("aria-expanded", coach.classList.contains("open"));
        // Only its word shuts it: who marks what it says keeps it open.
        make("span", "", coach, { textContent: now.coach, title: now.coach, onclick: () => turn(true) });
      }
    });
    const rows = model.get("seats").map((row, seat) => ({ ...row, ...model.get("standings")[seat], now: seat === model.get("turn") }));
    when("seats", [rows, model.get("signs"), model.get("sitters"), model.get("common")], () => {
      fillSeats(rows);
      const mine = rows.find((row) => row.you);
      own.hidden = !mine?.note;
      if (mine) own.textContent = slots(text.yours, mine);
    });
    when("log", [model.get("log"), open === "moves" && model.get("count")], ([lines, count]) => {
      const held = log.contains(document.activeElement);
      fillLog(log, lines, lines.length < count && (() => send("tab", { tab: "moves", whole: true })), count, text);
      newest();
      if (held) log.focus({ preventScroll: true });
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
    where.textContent = slots(text.move_of, { at, count });
    range.setAttribute("aria-valuetext", where.textContent);
    walk.on.hidden = !walking.offered || covered;
    walk.on.textContent = walking.at ? text.next_step : text.steps;
    walk.back.hidden = walk.end.hidden = !walking.at;
    walkText.textContent = walking.text;
    root.classList.toggle("walking", !!walking.at);
    bots.hidden = !can.bots;
    bots.textContent = can.bots;
    tempo.hidden = !can.tempo;
    tempo.value = can.tempo;
    other.hidden = !can.other;
    head.classList.toggle("idle", !can.other && !can.anew && !questions.children.length); // on a class's phone it takes no room
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
    else if (held && (held.disabled || !root.contains(document.activeElement))) root.focus({ preventScroll: true });
    if (!ending.hidden && !over) parts.picture.scrollLeft = 0; // what came of it stands there as its title
    requestAnimationFrame(() => aim());
  }
  // What docks on a phone, the prompt above and the cards below, never lies on what the keyboard goes to.
  on(root, "focusin", ({ target }) => {
    if (!stage.contains(target) || !target.matches(":focus-visible") || getComputedStyle(tray).position !== "sticky") return;
    const above = guide.hidden ? phase.offsetHeight + told.latest.offsetHeight : guide.offsetHeight;
    target.style.scrollMargin = `${above + 6}px 0 ${tray.offsetHeight + 6}px`;
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  on(root, "click", () => requestAnimationFrame(fit)); // an old refusal goes with the next click
  const end = liveBoard({ model, el }, root, parts, life, around);
  const wish = kept() || (matchMedia("(prefers-reduced-motion: reduce)").matches ? "now" : "");
  if (model.get("can").tempo && wish && wish !== model.get("can").tempo) send("tempo", { tempo: wish });
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
