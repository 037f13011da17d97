// Looks at a table as a person does, and returns what is wrong: what must be clicked or read now and is not in view,
// letters and targets that are too small, texts that are cut off. Where the page scrolls, each target is brought into
// view; `sticks` says whether the prompt stays in view then. A place that is larger than the view has a card as well.
async ({ letters, target, scrolls, sticks }) => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); // the table settles in its place
  const wrong = [], root = document.querySelector(".fishlab-table");
  const seen = (node) => node.getClientRects().length && getComputedStyle(node).visibility !== "hidden" && !node.closest("[hidden]");
  const name = (node) => (node.dataset?.move || node.dataset?.note || node.textContent || node.className).trim().slice(0, 60);
  const lab = root.closest(".jp-WindowedPanel-outer");
  const room = lab?.getBoundingClientRect() || { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: window.innerHeight };
  const inside = (box) => box.left >= room.left - 1 && box.right <= room.right + 1 && box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
  const phase = root.querySelector(".phase");
  const parts = [phase, ...[".alert", ".said", ".coach", ".advice"].map((one) => root.querySelector(one)).filter((node) => node.textContent && seen(node))];
  const cards = new Map([...root.querySelectorAll(".choices [data-move]")].filter(seen).map((node) => [node.dataset.move, node]));
  const targets = [...root.querySelectorAll("[data-move]")].filter(seen);
  root.scrollIntoView({ block: "start", behavior: "instant" });
  if (scrolls) window.scrollBy(0, phase.getBoundingClientRect().top);
  for (const node of [...parts, ...targets]) {
    const box = node.getBoundingClientRect();
    if (inside(box)) continue;
    if (!scrolls) wrong.push(`out of view: ${name(node)} at ${Math.round(box.left)}–${Math.round(box.right)}, ${Math.round(box.top)}–${Math.round(box.bottom)}`);
    else if (targets.includes(node)) {
      node.scrollIntoView({ block: "center", behavior: "instant" });
      const there = node.getBoundingClientRect(), above = phase.getBoundingClientRect(), card = cards.get(node.dataset.move) || node;
      if (card === node && !inside(there)) wrong.push(`cannot be brought into view: ${name(node)}`);
      if (sticks && (above.top < -1 || above.bottom > room.bottom)) wrong.push(`the prompt is gone when ${name(node)} is in view`);
      if (card === node && there.top < above.bottom - 1 && there.bottom > above.top) wrong.push(`the prompt lies on ${name(node)}`);
      const top = document.elementFromPoint((there.left + there.right) / 2, (there.top + there.bottom) / 2);
      if (!(node.ownerSVGElement || node).contains(top)) wrong.push(`${name(top)} lies on ${name(node)}`);
      root.scrollIntoView({ block: "start", behavior: "instant" });
    }
  }
  const ending = root.querySelector(".ending");
  for (const node of seen(ending) ? [...ending.querySelectorAll("button")].filter(seen) : []) {
    if (scrolls) node.scrollIntoView({ block: "center", behavior: "instant" });
    const box = node.getBoundingClientRect(), top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!inside(box) || !node.contains(top)) wrong.push(`of the result cannot be clicked: ${name(node)}`);
  }
  for (const node of seen(ending) ? [...ending.querySelectorAll("dt")].filter(seen) : []) {
    const [term, value] = [node, node.nextSibling].map((one) => one.getClientRects()[0]);
    if (value.top < term.bottom - 1 && value.left < term.right) wrong.push(`of the result lies on its value: ${name(node)}`);
  }
  // In two columns everything has its place: the board, what is to be done now, the tabs; nothing scrolls but a tab's panel.
  for (const part of scrolls ? [] : [".head", ".desk", ".below", ".players:not([hidden])", ".tab-bar"]) {
    const node = root.querySelector(part);
    if (node && node.scrollHeight > node.clientHeight + 1) wrong.push(`${part} needs ${node.scrollHeight} pixels and has ${node.clientHeight}`);
  }
  const plot = root.querySelector('.glance'), panel = root.querySelector('.players'), aim = root.querySelector('.aim');
  if (!scrolls && plot && seen(plot) && plot.getBoundingClientRect().bottom > panel.getBoundingClientRect().bottom + 1) wrong.push('the plot is cut');
  if (!scrolls && aim.scrollWidth > aim.clientWidth + 1) wrong.push(`the aim is cut: ${aim.textContent}`);
  // Of the news whole lines are seen, at least one, and under the board no button lies on another.
  const told = [...root.querySelectorAll(".news li:not(.away)")].filter(seen), frame = root.querySelector(".news").getBoundingClientRect();
  const cut = (box) => box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
  for (const node of told) if (cut(node.getBoundingClientRect())) wrong.push(`of the news is cut through: ${name(node)}`);
  if (!told.length && [...root.querySelectorAll(".news .sheet")].some(seen)) wrong.push("news without a line");
  const acts = [...root.querySelectorAll(".foot > :is(button, select), .scrub > *")].filter(seen).map((node) => [node, node.getBoundingClientRect()]);
  acts.forEach(([node, box], place) => {
    const on = acts.slice(0, place).find(([, other]) => box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 1 && other.top < box.bottom - 1);
    if (on) wrong.push(`${name(node)} lies on ${name(on[0])}`);
  });
  const tabs = [...root.querySelectorAll(".tab-bar button")].map((node) => node.getBoundingClientRect());
  if (!scrolls && tabs.some((box) => box.top !== tabs[0].top)) wrong.push("the tabs need a second row");
  if (tabs.some((box, place) => place && box.top === tabs[place - 1].top && box.left < tabs[place - 1].right)) wrong.push("the tabs overlap");
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) wrong.push("the page is wider than the view");
  if (!scrolls && root.getBoundingClientRect().height > room.bottom - room.top + 1) wrong.push(`the table is ${Math.round(root.getBoundingClientRect().height)} high`);
  for (const node of targets) {
    const box = node.getBoundingClientRect(), size = Math.min(box.width, box.height);
    if (size < target - 0.1 && !(cards.has(node.dataset.move) && cards.get(node.dataset.move) !== node))
      wrong.push(`a target of ${size.toFixed(1)} pixels: ${name(node)}`);
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.textContent.trim() || !seen(node) || node.closest("title, desc, style, option")) continue;
    let size = parseFloat(getComputedStyle(node).fontSize);
    if (node.ownerSVGElement) {
      const matrix = node.getScreenCTM();
      size *= Math.hypot(matrix.a, matrix.b);
    }
    if (size < letters - 0.05) wrong.push(`letters of ${size.toFixed(1)} pixels: ${text.textContent.trim().slice(0, 40)}`);
  }
  for (const node of root.querySelectorAll(".picture svg text")) {
    if (!seen(node) || !node.textContent.trim()) continue;
    const box = node.getBoundingClientRect(), frame = node.ownerSVGElement.getBoundingClientRect();
    if (box.left < frame.left - 1.5 || box.right > frame.right + 1.5 || box.top < frame.top - 3 || box.bottom > frame.bottom + 3)
      wrong.push(`cut off: ${node.textContent.slice(0, 40)}`);
  }
  for (const node of root.querySelectorAll(".phase, .desk, .choices button, .head, .seat b, .few .seat small"))
    if (seen(node) && node.scrollWidth > node.clientWidth + 1) wrong.push(`too long for its place: ${name(node)}`);
  return [...new Set(wrong)];
}
