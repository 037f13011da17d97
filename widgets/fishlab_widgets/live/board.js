// The live board of every game: it shows the picture that Python draws, turns clicks and keys into messages, and
// patches the picture in place so that pieces glide. It knows no rules: Python owns the truth.
const GLIDE = 280, FADE = 180, DRAW = 350, ROLL = 240, FLY = 450, MANY = 4;
const DEAF = 600, NEAR = 8; // milliseconds, pixels: whoever clicks twice has not read what came under the mouse meanwhile
const TARGETS = "[data-move]", MARKS = "[data-mark]", ANY = "[data-move],[data-try],[data-mark]", ASIDE = "[data-aside]";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let views = 0;

// Python sends of a changed picture only pieces that the page has never had, and of the others where they stood in the last
// picture, or their numbers: the page keeps lists of all pieces, and of what they are made of, since the picture `start`.
// One that has missed something asks for the whole picture.
const known = new WeakMap();
const cut = (svg) => svg.split(/(?=<g id="|<style>|<defs>)/);
function currentPicture(model) {
  const patch = model.get("patch"), has = model.get("svg_rev");
  if (patch.to === undefined || patch.to === has) return model.get("svg");
  if (patch.base !== has) return null;
  let list = known.get(model);
  if (list?.start !== patch.start || list.at !== has) {
    if (has !== patch.start) return null;
    const pieces = cut(model.get("svg"));
    list = { start: has, pieces, last: [...pieces], elements: [] };
    known.set(model, list);
  }
  list.at = patch.to;
  list.last = patch.pieces.flatMap((one) => {
    if (Array.isArray(one)) return list.last.slice(one[0], one[0] + one[1]);
    if (!one.of) return list.pieces[one];
    for (const part of one.of) if (typeof part === "string") list.elements.push(part);
    list.pieces.push(one.of.map((part) => (typeof part === "string" ? part : list.elements[part])).join(""));
    return list.pieces.at(-1);
  });
  const text = list.last.join("");
  model.set("svg", text);
  model.set("svg_rev", patch.to);
  return text;
}

// Makes the parts of a board that every page needs; who calls it puts them in their places.
function boardParts(root, text) {
  root.classList.add("fishlab-board", "fishlab", "fishlab-live");
  root.dataset.lmSuppressShortcuts = "true";
  root.tabIndex = -1;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", text.board);
  for (const name of ["working", "sideways"]) root.style.setProperty(`--${name}`, JSON.stringify(text[name])); // said by styles
  const cover = make("div", "cover", null, { hidden: true });
  const parts = {
    cover, coverText: make("p", "", cover), coverButton: make("button", "primary", cover, { type: "button" }),
    picture: make("div", "picture"), choices: make("div", "choices"), note: make("p", "note"),
    form: make("form", "typed"), alert: make("p", "alert"), live: make("p", "said"),
  };
  const label = make("label", "", parts.form, { textContent: `${text.type_move} ` });
  parts.field = make("input", "", label, { type: "text", autocomplete: "off", spellcheck: false, maxLength: 80 });
  make("button", "", parts.form, { type: "submit", textContent: text.play_it });
  parts.choices.setAttribute("role", "group");
  parts.choices.setAttribute("aria-label", text.choices);
  parts.alert.setAttribute("role", "alert");
  parts.live.setAttribute("role", "status");
  return parts;
}

// Brings the parts to life; `also` is called with each new revision before the picture is drawn.
function liveBoard({ model, el }, root, parts, life, also = () => {}) {
  const own = `v${++views}-`;
  const on = (node, type, act) => node.addEventListener(type, act, { signal: life.signal });
  const { cover, coverText, coverButton, picture, choices, note, form, field, alert, live } = parts;

  const still = () => !model.get("motion") || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const send = (type, more = {}) => model.send({ type, rev: model.get("rev"), ...more });
  const all = (selector) => [...root.querySelectorAll(selector)].filter((node) => !node.closest("[hidden]"));
  let keyboard = true; // whether the last act came from the keyboard
  let leaving = false; // whether the last key was Escape: then an answer leaves the focus where it is
  let centre = null; // where the keyboard was last, in page pixels of the root
  let pointed = null; // what the person points at, with the pointer or the keyboard
  let settling = false; // whether the focus is being moved by the page, not by the person
  let pointer = ""; // where the pointer was last, on the screen
  let clicked = null; // where the last click was, what can be played there, and since when
  let wasGone = false; // whether the game went on elsewhere
  let inPicture = true; // whether that was in the picture: then the focus stays there, and does not jump to a card

  // ---- the picture -------------------------------------------------------------------------------------------
  function translate(node) {
    const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(node.getAttribute("transform") || "");
    return found && [Number(found[1]), Number(found[2])];
  }

  // What was caught flies to the seat that has it, where the page shows seats.
  function fly(node) {
    const goal = parts.seatOf?.(Number(node.dataset.flies)), body = node.previousElementSibling;
    if (!goal || !body?.getScreenCTM()) return;
    const from = body.getBoundingClientRect(), to = goal.getBoundingClientRect(), base = parts.layer.getBoundingClientRect();
    const { a, b, c, d, e, f } = body.getScreenCTM(), svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", `${picture.querySelector("svg").getAttribute("class")} flies`);
    svg.id = `${model.get("uid")}-${own}flies`;
    const copy = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
    copy.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e - base.left} ${f - base.top})`);
    copy.append(body.cloneNode(true));
    parts.layer.append(svg);
    const way = `translate(${to.left - from.left}px, ${(to.top + to.bottom - from.top - from.bottom) / 2}px)`;
    svg.animate([{ transform: "none" }, { transform: way, opacity: 0.3 }], { duration: FLY, easing: "ease-in" }).onfinish = () => svg.remove();
  }

  // Dice that show something new are seen to roll.
  const dice = () => new Map([...picture.querySelectorAll('[id$="-dice"]')].map((node) => [node.id, node.innerHTML]));
  function roll(before) {
    for (const [id, now] of still() ? [] : dice()) {
      if (!before.has(id) || before.get(id) === now) continue;
      for (const box of picture.querySelectorAll(`#${CSS.escape(id)} .die`)) {
        const place = translate(box.parentNode);
        if (!place) continue;
        const turned = (degrees) => ({ transform: `translate(${place[0]}px, ${place[1]}px) rotate(${degrees}deg)` });
        box.parentNode.animate([turned(-180), turned(0)], { duration: ROLL, easing: "ease-out" });
      }
    }
  }

  function appear(node) {
    if (still() || !node.animate) return;
    for (const one of [...(node.dataset?.flies ? [node] : []), ...node.querySelectorAll("[data-flies]")]) fly(one);
    if (node.classList?.contains("draws")) {
      for (const line of node.querySelectorAll("[pathLength]"))
        line.animate([{ strokeDasharray: "1 1", strokeDashoffset: 1 }, { strokeDasharray: "1 1", strokeDashoffset: 0 }], DRAW);
    } else if (node.id) {
      const delay = Math.min(400, Number(node.dataset?.delay || 0));
      node.animate([{ opacity: 0 }, {}], { duration: FADE, delay, fill: "backwards" });
    }
  }

  // A part that says data-same and has not changed is not even parsed again: large pictures stay quick.
  const STEADY = /<g id="([^"]+)"[^>]* data-same="(\w+)">.*?<!--\1-->/gs;
  function lean(text, old) {
    if (!old || !text.includes(`viewBox="${old.getAttribute("viewBox")}"`)) return text;
    old.querySelectorAll(".lit").forEach((node) => node.classList.remove("lit"));
    return text.replace(STEADY, (whole, id, mark) =>
      old.querySelector(`#${CSS.escape(id)}`)?.dataset.same === mark ? `<g id="${id}" data-keep=""/>` : whole);
  }

  function patch(old, now) {
    if (now.hasAttribute("data-keep")) return;
    const from = translate(old), to = translate(now), unseen = old.classList.contains("away");
    for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of [...now.attributes])
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const goes = old.classList.contains("away"); // what is put away can be seen until it is there
    if (from && to && old.id && (from[0] !== to[0] || from[1] !== to[1]) && !(unseen && goes) && !still()) {
      const frame = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });
      const delay = Math.min(300, Number(old.dataset.delay || 0));
      const first = goes ? { ...frame(from), opacity: 1 } : frame(from);
      old.animate([first, frame(to)], { duration: GLIDE, delay, easing: "ease-out", fill: "backwards" });
    }
    if (!old.children.length && !now.children.length) {
      if (old.textContent !== now.textContent) old.textContent = now.textContent;
      return;
    }
    const named = new Map();
    for (const child of old.children) if (child.id) named.set(child.id, child);
    let place = old.firstElementChild;
    for (const child of [...now.children]) {
      let mate = child.id ? named.get(child.id) : null;
      if (!mate && !child.id && place && !place.id && place.tagName === child.tagName) mate = place;
      if (mate && mate.tagName === child.tagName) {
        if (mate === place) place = place.nextElementSibling;
        else old.insertBefore(mate, place);
        patch(mate, child);
      } else {
        old.insertBefore(child, place);
        if (old.tagName !== "defs") appear(child); // a pattern that fades in is never painted
      }
    }
    while (place) {
      const next = place.nextElementSibling;
      place.remove();
      place = next;
    }
  }

  // What can be clicked is heard with its note. A letter or number by itself says nothing: it is heard with what it belongs to.
  function speak(svg) {
    for (const node of svg.querySelectorAll("[aria-label][data-note]")) {
      const name = node.getAttribute("aria-label"), { note } = node.dataset;
      node.setAttribute("aria-label", note.startsWith(name) ? note : `${name.replace(/\.$/, "")}. ${note}`);
    }
    for (const node of svg.querySelectorAll("text")) if (node.textContent.trim().length < 3) node.setAttribute("aria-hidden", "true");
  }

  function draw() {
    const uid = model.get("uid");
    const held = root.contains(document.activeElement) && document.activeElement;
    const move = held && held.getAttribute("data-move");
    drawChoices();
    const sent = currentPicture(model);
    if (sent === null) {
      settle(held, move);
      return send("whole");
    }
    const text = sent.replaceAll(`${uid}-`, `${uid}-${own}`);
    const old = picture.querySelector("svg");
    const parsed = text && new DOMParser().parseFromString(lean(text, old), "image/svg+xml").documentElement;
    if (parsed && parsed.tagName !== "svg") {
      alert.textContent = model.get("text").not_drawn;
      return;
    }
    if (!parsed) picture.replaceChildren();
    else {
      parsed.setAttribute("role", "group");
      parsed.removeAttribute("height");
      parsed.setAttribute("width", "100%");
      if (!root.classList.contains("fishlab-table")) parsed.style.maxWidth = `${Number(parsed.viewBox.baseVal.width || 900)}px`;
      speak(parsed);
      const now = document.importNode(parsed, true);
      if (old && old.getAttribute("viewBox") === now.getAttribute("viewBox")) {
        const before = dice();
        patch(old, now);
        roll(before);
      }
      else picture.replaceChildren(now);
    }
    // Finding the nearest target makes the browser lay the picture out: at once for the keyboard, else in its own time.
    if (keyboard) settle(held, move);
    else requestAnimationFrame(() => root.isConnected && settle(held, move));
    root.dataset.rev = model.get("rev");
  }

  // A choice is a card: its name, and in a line what it does. One that is not possible now is dashed, and says why.
  function drawChoices() {
    const wanted = model.get("choices");
    choices.hidden = !wanted.length || !!model.get("cover");
    choices.classList.toggle("plain", wanted.every((choice) => !choice.line));
    const known = amounts(wanted).length, shown = wanted.length - (known < MANY || !parts.stepper ? 0 : known - 1);
    choices.classList.toggle("many", shown > 8);
    choices.classList.toggle("folded", wanted.filter((choice) => !choice.open).length > 1);
    choices.classList.toggle("short", shown > 6 && wanted.every((choice) => (choice.line || "").length < 25));
    choices.querySelector(".not-now")?.remove();
    const old = [...choices.children], name = (choice) => (choice.open ? "move" : "try");
    const same = wanted.findIndex((choice, place) => old[place]?.dataset[name(choice)] !== choice.move);
    if (same >= 0) old.splice(same).forEach((button) => button.remove()); // another question has cards of its own
    wanted.forEach((choice, place) => {
      const button = old[place] || make("button", "", choices, { type: "button", tabIndex: -1 });
      button.dataset[name(choice)] = choice.move;
      button.className = choice.open ? "card" : "card shut";
      const words = [make("b", "", null, { textContent: choice.label })];
      if (choice.line) words.push(make("span", "", null, { textContent: choice.line }));
      button.replaceChildren(...words);
      button.dataset.note = choice.note || "";
      button.setAttribute("aria-disabled", !choice.open); // it can be tried, and says why not
      button.setAttribute("aria-label", [choice.label, choice.line].filter(Boolean).join(". "));
      button.dataset.key = choice.open ? choice.key || "" : "";
    });
    old.slice(wanted.length).forEach((button) => button.remove());
    if (choices.classList.contains("folded")) make("i", "not-now", choices, { textContent: model.get("text").not_now });
    drawStepper(wanted);
  }

  // Of many cards that differ in an amount, or in a thing that is named, one is shown; two buttons lead to the others. A
  // Python in the browser tells a page `undefined` where others tell it `null`.
  let amount = null;
  const amounts = (wanted) => wanted.map((choice) => choice.amount ?? null).filter((one) => one !== null);
  function drawStepper(wanted) {
    if (!parts.stepper) return;
    const places = wanted.map((choice, place) => ((choice.amount ?? null) === null ? -1 : place)).filter((place) => place >= 0);
    const held = parts.stepper.contains(document.activeElement);
    parts.stepper.hidden = places.length < MANY || choices.hidden;
    choices.classList.toggle("stepped", !parts.stepper.hidden);
    parts.stepper.replaceChildren();
    for (const button of choices.children) button.hidden = false;
    if (parts.stepper.hidden) { amount = null; return; }
    const known = amounts(wanted), text = model.get("text"), counted = typeof known[0] === "number";
    if (!known.includes(amount)) amount = known[0];
    const at = known.indexOf(amount);
    places.forEach((place, number) => { choices.children[place].hidden = number !== at; });
    for (const [sign, by, words] of counted ? [["−", -1, text.less], ["+", 1, text.more]] : [["‹", -1, text.one_before], ["›", 1, text.one_after]]) {
      const node = make("button", "", parts.stepper, { type: "button", textContent: sign, disabled: !(at + by in known) });
      node.setAttribute("aria-label", words);
      on(node, "click", () => {
        amount = known[at + by];
        drawStepper(wanted);
        const again = parts.stepper.children[by < 0 ? 0 : 1];
        (again.disabled ? choices.querySelector("[data-move]:not([hidden])") : again).focus({ preventScroll: true });
      });
    }
    const where = counted ? slots(text.range, { low: known[0], high: known.at(-1) }) : slots(text.which, { at: at + 1, count: known.length });
    make("span", "", parts.stepper, { textContent: where }).setAttribute("role", "status");
    if (held && !parts.stepper.contains(document.activeElement)) root.focus({ preventScroll: true });
  }

  // ---- focus: arrows among the targets -----------------------------------------------------------
  function middle(node) {
    const box = node.getBoundingClientRect(), base = root.getBoundingClientRect();
    return [box.left + box.width / 2 - base.left, box.top + box.height / 2 - base.top];
  }

  function nearest(nodes, point) {
    const far = (node) => Math.hypot(middle(node)[0] - point[0], middle(node)[1] - point[1]);
    return nodes.reduce((best, node) => (best && far(best) <= far(node) ? best : node), null);
  }

  function keep(node) {
    [centre, inPicture] = [middle(node), picture.contains(node)];
  }

  function settle(held, move) {
    const targets = all(TARGETS);
    const same = move && targets.find((node) => node.getAttribute("data-move") === move);
    const alike = targets.filter((node) => picture.contains(node) === inPicture);
    const stop = same || (centre && nearest(alike.length ? alike : targets, centre)) || targets[0];
    stopAt(stop);
    const free = !document.activeElement || document.activeElement === document.body;
    if (held && held !== field && ((held === root && !leaving) || !held.isConnected || free)) {
      settling = true;
      (stop || root).focus({ preventScroll: true });
      settling = false;
    }
    ring();
  }

  function ring() {
    root.querySelectorAll(".focus-ring").forEach((node) => node.remove());
    const node = document.activeElement, svg = picture.querySelector("svg");
    if (!svg || !svg.contains(node) || !node.matches(ANY) || !node.matches(":focus-visible")) return;
    const hits = node.querySelectorAll(".hit"); // the box of a group is larger than what it shows in some browsers
    const box = (hits.length === 1 ? hits[0] : node).getBoundingClientRect(), flip = svg.getScreenCTM().inverse();
    const [a, b] = [new DOMPoint(box.left, box.top), new DOMPoint(box.right, box.bottom)].map((p) => p.matrixTransform(flip));
    const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const values = { x: a.x - 5, y: a.y - 5, width: b.x - a.x + 10, height: b.y - a.y + 10, rx: 8, class: "focus-ring" };
    for (const [name, value] of Object.entries(values)) frame.setAttribute(name, value);
    svg.append(frame);
  }

  // The picture and the cards are a tab stop each.
  const place = (node) => [picture, choices].find((part) => part.contains(node));
  function stopAt(stop) {
    const other = all(TARGETS).find((node) => stop && place(node) !== place(stop));
    for (const node of all(ANY)) if (node.hasAttribute("tabindex")) node.tabIndex = node === stop || node === other ? 0 : -1;
  }

  function step(key, marks) {
    const held = document.activeElement, here = place(held) || root; // arrows stay where they are: a card is not beside a square
    const among = (selector) => all(selector).filter((node) => here.contains(node)), moves = marks ? [] : among(TARGETS);
    const pool = moves.length ? moves : among(MARKS);
    if (!pool.length) return;
    if (key === "Home" || key === "End") return go(key === "Home" ? pool[0] : pool.at(-1));
    if (!pool.includes(held)) return go(centre ? nearest(pool, centre) : pool[0]);
    const [dx, dy] = ARROWS[key], [x, y] = middle(held);
    let best = null, least = Infinity;
    for (const node of pool) {
      if (node === held) continue;
      const [u, v] = middle(node), along = (u - x) * dx + (v - y) * dy;
      const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      const cost = along + 2.2 * aside;
      if (along > 1 && cost < least) [best, least] = [node, cost];
    }
    if (best) go(best);
    else if (here === choices) go(dx + dy > 0 ? pool[0] : pool.at(-1)); // cards are a list, which begins again
  }

  function go(node) {
    stopAt(node);
    node.focus();
    keep(node);
  }

  const dead = () => root.classList.contains("asleep");
  // Whoever clicks a board whose game goes on elsewhere goes on with it here.
  function goOnHere() {
    if (model.get("gone")) send("open");
    return !!model.get("gone");
  }
  // Whatever is sent is answered by a new revision; until then the board shows, after a moment, that it is at work.
  const wait = () => root.classList.add("waiting");

  function act(node) {
    if (!node || dead()) return;
    alert.textContent = "";
    wait();
    if (node.dataset.mark && !node.dataset.move) send("mark", { mark: node.dataset.mark });
    else send("move", { move: node.dataset.move || node.dataset.try });
  }

  // No click in one's own turn is left unanswered: it says what is there, what is to be done now, or why nothing is played.
  function answer(node) {
    const { asks, text: prompt } = model.get("prompt") || {}, { nothing_there: plain, nothing_with: known } = model.get("text");
    const what = node.closest("[data-note]")?.dataset.note;
    alert.textContent = asks ? slots(what ? known : plain, { what, prompt }) : model.get("hint");
  }

  // What is pointed at is lit with all that belongs to it, a card with its place in the picture, and this with its card. The
  // note says what it is; of a choice, what it would do.
  const twins = (node) => (node?.dataset.move ? all(TARGETS).filter((one) => one !== node && one.dataset.move === node.dataset.move) : []);
  let lit = [];
  function point(node) {
    if (node && node === pointed) return;
    const mates = twins(node), ids = [node, ...mates].flatMap((one) => (one?.dataset.links || "").split(" ")).filter(Boolean);
    lit.forEach((one) => one.classList.remove("lit"));
    lit = [...ids.map((id) => root.querySelector(`#${CSS.escape(id)}`)).filter(Boolean), ...mates];
    lit.forEach((one) => one.classList.add("lit"));
    pointed = node;
    const line = [...(node?.querySelectorAll?.(".card > span") || [])].find((one) => !one.getClientRects().length); // no room for it
    const said = [node, ...mates].map((one) => one?.dataset.note).find(Boolean);
    const words = said && mates.length ? said : [line?.textContent, said].filter(Boolean).join(" "), preview = !!words && "move" in node.dataset;
    note.classList.toggle("preview", preview);
    note.replaceChildren(...(preview ? [make("b", "", null, { textContent: `${model.get("text").preview} ` })] : []), words || model.get("hint"));
    root.classList.toggle("notes", !!note.textContent);
  }

  // What comes under a mouse that has just clicked is deaf to it for a moment. Keys, which have no detail, are meant.
  const playable = (node) => { const data = root.contains(node) && node.closest(ANY)?.dataset; return data ? data.move || data.try || data.mark : ""; };
  const asked = (node) => `${model.get("count")} ${playable(node)}`; // the same card once more is another one
  function arrive() {
    const now = clicked && asked(document.elementFromPoint(clicked.x, clicked.y));
    if (clicked && now !== clicked.now) Object.assign(clicked, { now, since: performance.now() });
  }
  function rash({ detail, timeStamp, clientX, clientY }) {
    return !!detail && !!clicked && Math.hypot(clientX - clicked.x, clientY - clicked.y) < NEAR && timeStamp - clicked.since < DEAF;
  }

  // ---- events --------------------------------------------------------------------------------------------------
  // Nothing waits for an animation: who goes on sees where things are.
  const finish = () => [picture, ...root.querySelectorAll(".flies")].forEach((part) =>
    part.getAnimations?.({ subtree: true }).forEach((one) => one.finish()));
  on(root, "pointerdown", () => { keyboard = false; finish(); });
  on(root, "click", (event) => {
    if (goOnHere() || rash(event)) return;
    if (event.detail && parts.enlarge?.(event)) {
      clicked = { x: event.clientX, y: event.clientY, now: "", since: event.timeStamp };
      return;
    }
    const node = event.target.closest(ANY);
    if (event.detail) clicked = { x: event.clientX, y: event.clientY, now: asked(event.target), since: -Infinity };
    if (!node && event.target.closest("svg")?.parentNode === picture) answer(event.target);
    if (!node || !root.contains(node) || node.closest(ASIDE)) return;
    keep(node);
    act(node);
  });
  on(root, "keydown", (event) => {
    keyboard = true;
    leaving = event.key === "Escape";
    finish();
    if (event.target.closest(ASIDE) && event.target !== field) return;
    if (event.target === field) {
      if (!withControl(event)) event.stopPropagation();
      if (event.key === "Escape") root.focus();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = event.target.closest?.(ANY);
    let mine = true;
    if (event.key in ARROWS || event.key === "Home" || event.key === "End") step(event.key, event.shiftKey);
    else if ((event.key === "Enter" || event.key === " ") && node) event.repeat || goOnHere() || act(node); // a key held down plays once
    else if (event.key === "Escape") {
      alert.textContent = "";
      if (!dead()) send("cancel");
      // Pressed once more it leads out of the board, to the notebook's own keys.
      ((event.target === root && root.closest(".jp-Cell")) || root).focus({ preventScroll: true });
    } else {
      const cards = [...all(TARGETS), ...(choices.hidden ? [] : choices.querySelectorAll("[data-move][hidden]"))];
      const keyed = event.key.length === 1 && cards.find((target) => target.dataset.key === event.key.toLowerCase());
      if (keyed) act(keyed);
      else mine = false;
    }
    if (mine) event.preventDefault();
    if (event.key !== "Tab") event.stopPropagation();
  });
  on(root, "focusin", (event) => {
    const node = event.target.closest(ANY);
    if (node) keep(node);
    if (!settling && event.target.matches(":focus-visible")) point(node);
    ring();
  });
  on(root, "focusout", (event) => { if (event.target.closest(ANY) === pointed) point(null); setTimeout(ring); });
  // A pointer that rests while the picture changes under it points at nothing.
  on(root, "pointermove", (event) => {
    const place = `${event.screenX} ${event.screenY}`;
    if (event.pointerType === "touch" || place === pointer) return;
    pointer = place;
    point(event.target.closest("[data-note],[data-links]"));
  });
  on(root, "pointerleave", () => point(null));
  on(form, "submit", (event) => {
    event.preventDefault();
    if (dead()) return;
    alert.textContent = "";
    wait();
    send("move", { move: field.value, typed: true });
    field.value = "";
  });
  on(coverButton, "click", () => { if (!dead()) { wait(); send("uncover"); } });

  // ---- traits: Python bumps `rev` last, so one change is one redraw ----------------------------------------------
  function refresh() {
    root.classList.remove("waiting");
    const hidden = model.get("cover");
    cover.hidden = !hidden;
    coverText.textContent = hidden;
    coverButton.textContent = model.get("cover_button");
    picture.hidden = !!hidden;
    root.classList.toggle("busy", model.get("busy"));
    root.setAttribute("aria-busy", model.get("busy"));
    form.hidden = !!hidden || !model.get("typing");
    point(null);
    alert.textContent = model.get("error");
    if (live.textContent !== model.get("status")) live.textContent = model.get("status");
    also();
    draw();
    parts.fit?.();
    arrive();
    if (hidden && root.contains(document.activeElement)) coverButton.focus();
    goneOn();
  }
  // The cell was run again, perhaps in another window: the game goes on there, until this board is opened again.
  function goneOn() {
    const gone = model.get("gone");
    if (gone) root.classList.remove("waiting");
    if (gone || wasGone) {
      root.classList.toggle("asleep", !!gone);
      alert.textContent = gone || model.get("error");
    }
    wasGone = !!gone;
  }
  const asleep = () => setTimeout(() => {
    if (!el.closest(".jupyter-widgets-disconnected")) return;
    root.classList.add("asleep");
    root.classList.remove("waiting");
    alert.textContent = model.get("lost");
  });
  model.on("change:rev", refresh);
  model.on("change:gone", goneOn);
  model.on("comm_live_update", asleep);
  refresh();
  send("open"); // from now on Python may send patches
  return () => {
    model.off("change:rev", refresh);
    model.off("change:gone", goneOn);
    model.off("comm_live_update", asleep);
    life.abort();
    root.remove();
  };
}
