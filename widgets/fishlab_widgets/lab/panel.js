// The laboratory's page: a head, the ladder of treatments at the left, and at the right what two of them do.
function render({ model, el }) {
  const root = make("div", "fishlab fishlab-lab fishlab-live", el);
  const top = make("div", "top", root), keeping = make("div", "keeping", root, { hidden: true });
  const notice = make("p", "notice", root, { hidden: true });
  notice.setAttribute("role", "status");
  const body = make("div", "body", root), left = make("div", "left", body), right = make("div", "right", body);
  const say = (type, more = {}) => model.send({ type, ...more });
  const texts = model.get("texts");
  const { button, fill } = filling(say);

  // ---- above -----------------------------------------------------------------------------------------------------
  function choice(words, values, now, type) {
    const whole = make("div", "acts", top), group = make("div", "choice", whole);
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", words);
    for (const { value, text } of values) button(group, text, type, { value }).setAttribute("aria-pressed", String(value === now));
    make("small", "", whole, { textContent: words });
  }
  function fillTop(head) {
    const title = make("div", "title", top);
    make("h2", "", title, { textContent: texts.title });
    make("small", "", title, { textContent: texts.about });
    choice(texts.countries, [2, 3, 4].map((value) => ({ value, text: String(value) })), head.players, "players");
    choice(texts.games, head.offered, head.games, "games");
    if (head.run && !head.running) button(top, texts.run, "run", {}, "primary");
    if (head.running) {
      make("progress", "", top, { max: head.of, value: head.done }).setAttribute("aria-label", head.progress);
      button(top, texts.stop, "stop", {}, "primary");
    }
    const keep = make("button", "", top, { type: "button", textContent: texts.keep_as_file });
    keep.dataset.key = "keeping";
    keep.setAttribute("aria-expanded", String(!keeping.hidden));
    keep.addEventListener("click", () => {
      keeping.hidden = !keeping.hidden;
      keep.setAttribute("aria-expanded", String(!keeping.hidden));
    });
    button(top, texts.rulebook, "back");
  }
  function fillKeeping({ code, names }) {
    const save = make("div", "acts", keeping);
    make("b", "", save, { textContent: texts.keep });
    button(save, texts.keep_all, "keep", {}, "primary");
    button(save, texts.keep_rows, "rows");
    for (const name of names) for (const kind of ["svg", "png"]) button(save, `${name}.${kind}`, "picture", { name, value: kind });
    const open = make("div", "acts", keeping);
    make("b", "", open, { textContent: texts.open });
    const file = make("label", "button", open, { textContent: texts.open_file });
    const input = make("input", "unseen", file, { type: "file", accept: ".html,text/html,.json,application/json" });
    input.dataset.key = "file";
    input.addEventListener("change", async () => {
      const [one] = input.files;
      if (one) say("open", { value: await one.slice(0, 2000000).text() });
      input.value = "";
    });
    const cite = make("label", "cite", keeping);
    make("b", "", cite, { textContent: texts.line });
    const line = make("input", "", cite, { type: "text", value: code, spellcheck: false });
    line.dataset.key = "line";
    const acts = make("div", "acts", keeping);
    const copy = make("button", "", acts, { type: "button", textContent: texts.copy });
    copy.dataset.key = "copy";
    copy.addEventListener("click", async () => {
      line.select();
      try {
        await navigator.clipboard.writeText(line.value);
        copy.textContent = texts.copied;
      } catch {
        copy.textContent = texts.marked;
      }
    });
    const go = make("button", "", acts, { type: "button", textContent: texts.play_line });
    go.dataset.key = "cite";
    const play = () => say("cite", { value: line.value });
    go.addEventListener("click", play);
    line.addEventListener("keydown", (event) => event.key === "Enter" && play());
    make("small", "", acts, { textContent: texts.cite });
  }

  // ---- the ladder ------------------------------------------------------------------------------------------------
  const ask = make("h3", "", left, { textContent: `${texts.ladder} ` });
  make("small", "", ask, { textContent: texts.press_two });
  const ladder = make("div", "ladder", left);
  function fillLadder(list) {
    for (const one of list) {
      const card = button(ladder, "", "treatment", { name: one.name }, `card ${one.letter ? `is-${one.letter}` : ""}`);
      card.setAttribute("aria-pressed", String(!!one.letter));
      card.title = one.note;
      make("span", "sign", card).innerHTML = one.sign; // drawn by Python
      const words = make("span", "words", card);
      make("b", "", words, { textContent: one.title });
      make("small", "", words, { textContent: one.mark });
      if (one.letter) make("span", "letter", card, { textContent: one.letter });
    }
  }

  function fold(words, about) {
    const part = make("details", "", left);
    const head = make("summary", "", part);
    make("b", "", head, { textContent: words });
    make("small", "", head, { textContent: about });
    return make("div", "inside", part);
  }
  const change = fold(texts.change, texts.change_what);
  const from = make("p", "", change), sliders = make("div", "sliders", change), anew = make("div", "acts", change);
  const rows = new Map();
  function showSliders(numbers) {
    from.textContent = numbers.about;
    const names = numbers.scales.map((scale) => scale.name);
    if (String([...rows.keys()]) !== String(names)) {
      rows.clear();
      sliders.replaceChildren();
      for (const scale of numbers.scales) {
        const row = make("label", "slider", sliders, { title: scale.note });
        make("span", "", row, { textContent: scale.label });
        const value = make("output", "", row);
        const input = make("input", "", row, { type: "range", min: 0, max: scale.words.length - 1, step: 1 });
        input.dataset.key = `number/${scale.name}`;
        make("small", "", row);
        rows.set(scale.name, { row, value, input });
        const tell = (one) => {
          const told = rows.get(one.name).words[Number(input.value)];
          value.textContent = told;
          input.setAttribute("aria-valuetext", told);
        };
        rows.get(scale.name).tell = () => tell(scale);
        input.addEventListener("input", () => {
          tell(scale);
          say("number", { name: scale.name, value: Number(input.value) });
        });
      }
    }
    for (const scale of numbers.scales) {
      const { row, input } = rows.get(scale.name);
      rows.get(scale.name).words = scale.words;
      if (document.activeElement !== input || !input.matches(":active")) input.value = scale.place;
      rows.get(scale.name).tell();
      row.classList.toggle("changed", scale.changed);
      row.querySelector("small").textContent = scale.mark;
    }
    fill(anew, numbers.own, (own) => own && button(anew, texts.undo, "anew"));
  }
  const otherwise = fold(texts.otherwise, texts.otherwise_what);
  const seats = make("div", "seats", otherwise);
  function fillSeats({ list, does }) {
    for (const [place, seat] of list.entries()) {
      const row = make("label", "seat", seats);
      make("span", "", row, { textContent: seat.name });
      const select = make("select", "", row);
      select.dataset.key = `seat/${place}`;
      make("option", "", select, { value: "", textContent: texts.as_all });
      for (const [name, title] of does) make("option", "", select, { value: name, textContent: title });
      select.value = seat.does;
      select.addEventListener("change", () => say("seat", { value: place, name: select.value }));
    }
    button(seats, texts.defect, "defect");
  }
  const dice = fold(texts.dice, texts.dice_what);
  const numberField = (words, type, low, high) => {
    const row = make("label", "seat", dice);
    make("span", "", row, { textContent: words });
    const input = make("input", "", row, { type: "number", min: low, max: high, step: 1 });
    input.addEventListener("change", () => say(type, { value: input.value === "" ? null : Number(input.value) }));
    return input;
  };
  const many = numberField(texts.many, "games", 1, 100000000);
  const seed = numberField(texts.seed, "seed", 0, 1000000000);

  // ---- what it shows ---------------------------------------------------------------------------------------------
  const said = make("div", "said", right), tabs = make("div", "tabs", right), view = make("div", "view", right);
  said.setAttribute("aria-live", "polite");
  tabs.setAttribute("role", "tablist");
  view.setAttribute("role", "tabpanel");
  const box = `lab-${Math.random().toString(36).slice(2)}`;
  view.id = `${box}-view`;
  function fillSaid({ words, how, terms }) {
    said.hidden = !words;
    if (!words) return;
    make("p", "main", said, { textContent: words });
    make("p", "", said, { textContent: how });
    for (const [letter, title, text] of terms) {
      const line = make("p", "term", said);
      make("b", `letter is-${letter}`, line, { textContent: letter });
      make("b", "", line, { textContent: ` ${title}. ` });
      line.append(text);
    }
  }
  function fillTabs({ list, now }) {
    tabs.hidden = !list.length;
    for (const [name, words] of list) {
      const node = button(tabs, words, "tab", { name });
      node.setAttribute("role", "tab");
      node.id = `${box}-${name}`;
      node.setAttribute("aria-selected", String(name === now));
      node.setAttribute("aria-controls", view.id);
      node.tabIndex = name === now ? 0 : -1;
    }
    if (list.length) view.setAttribute("aria-labelledby", `${box}-${now}`);
  }
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], all = [...tabs.children];
    if (!step) return;
    event.preventDefault();
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    next.click();
  });
  const above = make("div", "figures", view), below = make("div", "below", view), words = make("p", "words", view);
  const guide = make("div", "guide", view), paste = make("div", "paste", view), folds = make("div", "folds", view);
  const html = (part, value) => {
    part.innerHTML = value; // made by Python, with every name escaped
  };
  function fillFigures({ tab, figures }) {
    above.className = `figures of-${tab}`;
    for (const one of tab === "totals" ? figures.slice(0, 1) : figures) html(make("div", "figure", above), one);
  }
  function fillBelow({ tab, figures, games }) {
    below.hidden = tab !== "totals" || !figures.length;
    if (below.hidden) return;
    html(make("div", "figure", below), figures[1]);
    const open = make("div", "games", below);
    make("h3", "", open, { textContent: texts.each });
    for (const one of games) {
      const row = make("div", "acts", open);
      make("b", `letter is-${one.letter}`, row, { textContent: one.letter });
      for (const [which, told] of one.which) button(row, told, "game", { name: one.name, value: which });
    }
    make("small", "", open, { textContent: texts.click });
  }
  function fillGuide(tab) {
    guide.hidden = tab !== "alone";
    if (guide.hidden) return;
    make("h3", "", guide, { textContent: texts.guide });
    const list = make("ol", "", guide);
    for (const line of texts.guide_steps) make("li", "", list, { textContent: line });
    const last = make("li", "", list, { textContent: `${texts.guide_last} ` });
    button(last, texts.defect, "defect");
  }
  const label = make("label", "", paste), codes = make("textarea", "", null, { rows: 5, spellcheck: false });
  make("b", "", label, { textContent: texts.codes });
  label.append(codes);
  codes.placeholder = texts.codes_example;
  const acts = make("div", "acts", paste), answer = make("div", "answer", paste);
  answer.setAttribute("role", "status");
  make("button", "primary", acts, { type: "button", textContent: texts.add }).addEventListener("click", () => say("class", { value: codes.value }));
  button(acts, texts.take_out, "forget");
  let turn = 0;
  function showPaste(tab, given) {
    paste.hidden = tab !== "class";
    if (given.turn && given.turn !== turn) {
      turn = given.turn;
      codes.value = given.text;
      answer.replaceChildren();
      make("p", "", answer, { textContent: given.words });
      if (given.wrong.length) {
        const list = make("ul", "", answer);
        for (const line of given.wrong) make("li", "", list, { textContent: line });
      }
    }
  }
  above.addEventListener("click", (event) => {
    const found = event.target.closest('[id*="-point-"]');
    if (found) say("game", { name: found.id.split("-point-").pop(), value: "middle" });
  });

  // ---- all of it -------------------------------------------------------------------------------------------------
  function refresh() {
    const head = model.get("head"), numbers = model.get("numbers"), now = model.get("view"), { figures = [], tab } = now;
    notice.hidden = !head.notice;
    if (notice.textContent !== (head.notice || "")) notice.textContent = head.notice || "";
    fill(top, { ...head, notice: "", code: "", seed: 0 }, fillTop);
    fill(keeping, { code: head.code, names: now.names || [] }, fillKeeping);
    fill(ladder, model.get("ladder"), fillLadder);
    showSliders(numbers);
    fill(seats, { list: numbers.seats, does: numbers.does }, fillSeats);
    for (const [field, value] of [[many, head.games], [seed, head.seed]]) if (document.activeElement !== field) field.value = value;
    fill(said, model.get("said"), fillSaid);
    fill(tabs, { list: now.tabs || [], now: tab }, fillTabs);
    view.hidden = !(now.tabs || []).length;
    fill(above, { tab, figures: tab === "totals" ? figures.slice(0, 1) : figures }, () => fillFigures({ tab, figures }));
    fill(below, { tab, figures: figures.slice(1), games: now.games }, () => fillBelow({ tab, figures, games: now.games }));
    words.hidden = !now.words;
    words.textContent = now.words || "";
    fill(guide, tab, fillGuide);
    showPaste(tab, model.get("class_box"));
    fill(folds, now.folds || "", (value) => html(folds, value));
    root.dataset.rev = model.get("rev");
  }
  const hear = (content, buffers) => {
    if (content?.type === "scroll") {
      // What was clicked is where one looks: the game's place comes into view as soon as it is there.
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const place = el.closest(".fishlab-laboratory")?.querySelector(`.${CSS.escape(content.to)}`);
      if (place) requestAnimationFrame(() => place.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" }));
    }
    if (content?.type === "file") offerFile(content.name, buffers);
  };
  model.on("msg:custom", hear);
  model.on("change:rev", refresh);
  refresh();
  return () => {
    model.off("change:rev", refresh);
    model.off("msg:custom", hear);
    root.remove();
  };
}

export default { render };
