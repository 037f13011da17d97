// The form that starts a game: which one, how many play, who sits where, and all options. A page sends what was filled
// in; whether it can be is for Python to say.
// Bots have names; steps of strength and people have words.
const called = (text, sitter) => text[sitter] ?? sitter;
// Who may sit in a seat: a person, bots by strength, then by character; the open list tells of each what it does.
function sitterList(parent, names, bots, label, chosen, text) {
  const choice = make("select", "sitters", parent, { title: label });
  choice.setAttribute("aria-label", label);
  const steps = ["easy", "medium", "hard"].filter((name) => name in bots);
  const offer = (some, list) => some.forEach((name) => make("option", "", list, { textContent: called(text, name), value: name }));
  offer(names.filter((name) => !(name in bots)), choice);
  if (steps.length) offer(steps, make("optgroup", "", choice, { label: text.by_strength }));
  offer(Object.keys(bots).filter((name) => !steps.includes(name)), make("optgroup", "", choice, { label: text.by_character }));
  choice.value = chosen;
  const tell = (all) => {
    for (const one of choice.options) one.textContent = all && bots[one.value] ? `${called(text, one.value)}: ${bots[one.value]}` : called(text, one.value);
  };
  for (const kind of ["pointerdown", "keydown"]) choice.addEventListener(kind, () => tell(true));
  for (const kind of ["change", "blur"]) choice.addEventListener(kind, () => tell(false));
  return choice;
}

// Makes the form of a table, and returns what fills it.
function startForm({ root, form, on, send, button, text }) {
  const seatAnswers = () => [...form.querySelectorAll(".sit")].map((row) => ({
    name: row.querySelector("input").value, who: row.querySelector(".sitters").value, flag: Number(row.querySelector(".flags")?.value || 0),
  }));
  const answers = () => Object.fromEntries([...form.querySelectorAll("[name]")].map((field) => [field.name, Number(field.value)]));
  let starting = false; // a game that was asked for here is brought into view
  on(form, "submit", (event) => {
    event.preventDefault();
    starting = true;
    send("begin", { values: answers(), seats: seatAnswers() });
  });
  function askField(field, parent) {
    const label = make("label", "", parent);
    make("span", "", label, { textContent: field.label });
    if (field.words.length) {
      const choice = make("select", "", label, { name: field.name });
      field.words.forEach((words, place) => {
        make("option", "", choice, { textContent: words, value: place }).dataset.seat = (field.seats || [])[place] ?? -1;
      });
      choice.value = field.value;
    } else make("input", "", label, { type: "number", name: field.name, min: field.low, max: field.high, value: field.value });
    const control = label.lastChild;
    control.setAttribute("aria-label", field.label);
    if (field.help) {
      make("small", "", label, { textContent: field.help, id: `${form.id}-${field.name}` });
      control.setAttribute("aria-describedby", `${form.id}-${field.name}`);
    }
    if (field.only.length) { // asked only with one answer to another field
      const other = form.querySelector(`[name=${field.only[0]}]`);
      const ask = () => { label.hidden = Number(other.value) !== field.only[1]; };
      on(other, "input", ask);
      ask();
    }
  }
  function askSeats(asks) {
    const group = make("fieldset", "sits", form);
    make("legend", "", group, { textContent: text.who_where });
    asks.seats.forEach((row, seat) => {
      const line = make("div", "sit", group);
      line.dataset.seat = seat;
      make("span", "", line, { textContent: row.title });
      const name = make("input", "", line, { type: "text", value: row.name, maxLength: 20, placeholder: text.any_name, autocomplete: "off", spellcheck: false });
      name.setAttribute("aria-label", slots(text.name_of, { name: row.title }));
      sitterList(line, asks.sitters, asks.bots, slots(text.who_plays, { name: row.title }), row.who, text);
      if (!asks.flags.length) return;
      const flag = make("select", "flags", line, { title: slots(text.flag_of, { name: row.title }) }), shown = make("i", "", line);
      flag.setAttribute("aria-label", flag.title);
      asks.flags.forEach(([words], place) => make("option", "", flag, { textContent: words, value: place }));
      flag.value = row.flag;
      const draw = () => { shown.innerHTML = asks.flags[flag.value][1]; };
      flag.addEventListener("change", draw);
      draw();
    });
    make("small", "", group, { textContent: text.about_seats });
  }
  function fillForm(asks) {
    const within = root.contains(document.activeElement), wide = form.querySelector("details")?.open;
    form.hidden = !asks.fields;
    form.replaceChildren();
    if (!asks.fields) {
      if (starting) root.scrollIntoView({ block: "start" });
      starting = false;
      return;
    }
    for (const field of asks.fields) if (!field.more) askField(field, form);
    askSeats(asks);
    const more = make("details", "more", form, { open: !!wide });
    make("summary", "", more, { textContent: text.more_options });
    const grid = make("div", "", more);
    let printed = true;
    for (const field of asks.fields.filter((one) => one.more)) {
      if (printed && !field.printed) make("h3", "", grid, { textContent: text.not_in_rules });
      printed = field.printed;
      askField(field, grid);
    }
    more.hidden = !grid.children.length;
    // A seat that does not play cannot be chosen.
    const count = form.querySelector("[name=players]"), most = asks.seats.length;
    const seated = () => form.querySelectorAll("[data-seat]").forEach((one) => {
      one.hidden = one.disabled = Number(one.dataset.seat) >= (count ? Number(count.value) : most);
    });
    if (count) on(count, "input", seated);
    seated();
    const game = form.querySelector("[name=game]");
    if (game) on(game, "change", () => send("draft", { values: { game: Number(game.value) } }));
    const acts = make("div", "acts", form);
    make("button", "primary", acts, { type: "submit", textContent: text.start });
    button(acts, text.cancel, () => send("form"));
    if (asks.wrong) {
      starting = false;
      make("p", "wrong", form, { textContent: asks.wrong }).setAttribute("role", "alert");
    }
    if (within) form.querySelector("select, input")?.focus({ preventScroll: true });
  }
  return fillForm;
}
