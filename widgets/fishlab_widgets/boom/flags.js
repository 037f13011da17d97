// The flag editor: a grid of pixels and a row of colours. Python keeps the pixels; this paints them.
function render({ model, el }) {
  const life = new AbortController();
  const on = (node, type, act) => node.addEventListener(type, act, { signal: life.signal });
  const names = model.get("colours"), letters = Object.keys(names);
  const [wide, high] = model.get("size");
  const past = [];
  let colour = letters.includes("a") ? "a" : letters[0], down = false;

  const root = make("div", "fishlab-flag fishlab", el);
  root.dataset.lmSuppressShortcuts = "true";
  const grid = make("div", "pixels", root);
  grid.setAttribute("role", "grid");
  grid.setAttribute("aria-label", `Flag, ${wide} by ${high} pixels`);
  const cells = [];
  for (let y = 0; y < high; y++) {
    const row = make("div", "row", grid);
    row.setAttribute("role", "row");
    for (let x = 0; x < wide; x++) {
      const cell = make("button", "", row, { type: "button", tabIndex: x + y ? -1 : 0 });
      cell.setAttribute("role", "gridcell");
      cell.dataset.place = y * wide + x;
      cells.push(cell);
    }
  }
  const side = make("div", "side", root);
  const palette = make("div", "palette", side);
  palette.setAttribute("role", "radiogroup");
  palette.setAttribute("aria-label", "Colour");
  const pots = letters.map((letter, number) => {
    const pot = make("button", `px-${letter === "." ? "w" : letter}`, palette, { type: "button" });
    pot.setAttribute("role", "radio");
    pot.setAttribute("aria-label", `${names[letter]} (key ${number + 1})`);
    pot.title = `${names[letter]} (key ${number + 1})`;
    pot.textContent = number + 1;
    on(pot, "click", () => choose(letter));
    return pot;
  });
  const tools = make("div", "tools", side);
  const tool = (text, act) => on(make("button", "", tools, { type: "button", textContent: text }), "click", act);
  tool("Fill", () => change(cells.map(() => colour)));
  tool("Mirror", () => change(pixels().map((_, place) => {
    const x = place % wide;
    return pixels()[place - x + Math.min(x, wide - 1 - x)];
  })));
  tool("Undo", () => { if (past.length) send(past.pop()); });
  const says = make("p", "says", side);
  says.setAttribute("role", "status");

  const pixels = () => [...model.get("rows").join("")];
  const lines = (list) => Array.from({ length: high }, (_, y) => list.slice(y * wide, y * wide + wide).join(""));
  function send(list) {
    model.set("rows", lines(list));
    model.save_changes();
  }
  function change(list) {
    past.push(pixels());
    if (past.length > 60) past.shift();
    send(list);
  }
  function choose(letter) {
    colour = letter;
    pots.forEach((pot, number) => pot.setAttribute("aria-checked", letters[number] === letter));
    says.textContent = `Painting ${names[letter]}.`;
  }
  function paint(place) {
    const list = pixels();
    if (list[place] === colour) return;
    list[place] = colour;
    change(list);
  }
  function draw() {
    const list = pixels();
    cells.forEach((cell, place) => {
      const letter = list[place] || ".";
      cell.className = `px-${letter === "." ? "w" : letter}`;
      cell.setAttribute("aria-label", `row ${1 + Math.floor(place / wide)}, column ${1 + (place % wide)}: ${names[letter]}`);
    });
    root.dataset.rows = model.get("rows").join("/");
  }
  function focus(place) {
    cells.forEach((cell, number) => (cell.tabIndex = number === place ? 0 : -1));
    cells[place].focus();
  }

  on(grid, "pointerdown", (event) => {
    const cell = event.target.closest("[data-place]");
    if (!cell) return;
    down = true;
    event.target.releasePointerCapture?.(event.pointerId);
    paint(Number(cell.dataset.place));
  });
  on(grid, "pointerover", (event) => {
    const cell = event.target.closest("[data-place]");
    if (down && cell) paint(Number(cell.dataset.place));
  });
  on(window, "pointerup", () => (down = false));
  on(root, "keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = event.target.closest("[data-place]");
    const number = Number(event.key);
    let mine = true;
    if (number >= 1 && number <= letters.length) choose(letters[number - 1]);
    else if (cell) {
      const place = Number(cell.dataset.place), x = place % wide;
      if (event.key === "ArrowLeft" && x) focus(place - 1);
      else if (event.key === "ArrowRight" && x < wide - 1) focus(place + 1);
      else if (event.key === "ArrowUp" && place >= wide) focus(place - wide);
      else if (event.key === "ArrowDown" && place < wide * (high - 1)) focus(place + wide);
      else if (event.key === "Home") focus(place - x);
      else if (event.key === "End") focus(place - x + wide - 1);
      else if (event.key === " " || event.key === "Enter") paint(place);
      else mine = event.key.startsWith("Arrow");
    } else mine = false;
    if (mine) event.preventDefault();
    if (event.key !== "Tab") event.stopPropagation();
  });
  model.on("change:rows", draw);
  choose(colour);
  draw();
  return () => {
    model.off("change:rows", draw);
    life.abort();
    root.remove();
  };
}

export default { render };
