// A card of an experiment: something to read, questions with choices, a number or a text, and buttons. A card that comes
// again with the same name keeps what was chosen or typed on it.
function render({ model, el }) {
  const root = make("form", "fishlab fishlab-page fishlab-steps", el, { noValidate: true });
  let shown = "", name = "";

  const send = (type, more = {}) => model.send({ type, card: name, ...more });
  function answers() {
    const found = {};
    for (const [key, value] of new FormData(root)) found[key] = value;
    for (const field of model.get("card").fields || [])
      if (field.kind === "number" && found[field.name]?.trim()) found[field.name] = Number(found[field.name]);
    return found;
  }
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    send("submit", { answers: answers() });
  });

  function choice(field, kept) {
    const box = make("fieldset", `choices ${field.kind}`, root);
    make("legend", "", box, { textContent: field.words });
    const list = make("div", "list", box);
    for (const [value, words] of field.choices) {
      const label = make("label", "", list);
      const input = make("input", "", label, { type: "radio", name: field.name, value, checked: (kept ?? field.value) === value });
      input.dataset.key = `${field.name}/${value}`;
      make("span", "", label, { textContent: words });
    }
  }
  function typed(field, kept) {
    const label = make("label", "typed", root);
    make("span", "", label, { textContent: field.words });
    const input = field.kind === "text"
      ? make("textarea", "", label, { name: field.name, rows: 4, maxLength: field.high, value: kept ?? field.value })
      : make("input", "", label, { name: field.name, type: "number", inputMode: "numeric", min: field.low, max: field.high, step: 1, value: kept ?? field.value });
    input.dataset.key = field.name;
  }

  function refresh() {
    const card = model.get("card"), trouble = model.get("trouble");
    const now = JSON.stringify([card, trouble]);
    if (now === shown) return;
    shown = now;
    const same = card.name === name, kept = same ? Object.fromEntries(new FormData(root)) : {};
    const held = root.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    name = card.name || "";
    root.replaceChildren();
    root.hidden = !card.name;
    root.classList.toggle("small", !!card.small);
    root.dataset.card = name;
    if (root.hidden) return;
    if (card.steps) {
      const bar = make("div", "progress", root);
      bar.setAttribute("role", "progressbar");
      bar.setAttribute("aria-valuenow", card.step);
      bar.setAttribute("aria-valuemax", card.steps);
      bar.setAttribute("aria-label", card.title);
      for (let place = 0; place < card.steps; place++) make("i", place < card.step ? "on" : "", bar);
    }
    const title = make("h2", "", root, { textContent: card.title, tabIndex: -1 });
    for (const line of card.text || []) make("p", "line", root, { textContent: line });
    if (card.picture) make("div", "picture", root).innerHTML = card.picture;
    if (card.rows?.length) {
      const list = make("dl", "", root);
      for (const [what, value] of card.rows) {
        make("dt", "", list, { textContent: what });
        make("dd", "", list, { textContent: value });
      }
    }
    for (const field of card.fields || []) (field.choices.length ? choice : typed)(field, kept[field.name]);
    if (card.feedback) make("p", `feedback ${card.good ? "good" : "bad"}`, root, { textContent: card.feedback }).setAttribute("role", "status");
    if (trouble) make("p", "trouble", root, { textContent: trouble }).setAttribute("role", "alert");
    const buttons = make("div", "buttons", root);
    if (card.back) make("button", "", buttons, { type: "button", textContent: card.back }).addEventListener("click", () => send("back"));
    if (card.submit) make("button", "primary", buttons, { type: "submit", textContent: card.submit });
    if (card.skip) make("button", "plain", buttons, { type: "button", textContent: card.skip }).addEventListener("click", () => send("skip"));
    root.querySelectorAll(".buttons button").forEach((node, place) => { node.dataset.key = `button/${place}`; });
    if (held && same) [...root.querySelectorAll("[data-key]")].find((node) => node.dataset.key === held)?.focus({ preventScroll: true });
    else if (held || !card.small) title.focus({ preventScroll: true }); // a new card is read from its beginning
    if (!same) root.scrollIntoView({ block: "nearest" }); // it came above a board that somebody looks at
  }
  model.on("change:rev", refresh);
  refresh();
  return () => {
    model.off("change:rev", refresh);
    root.remove();
  };
}

export default { render };
