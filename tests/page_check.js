// Looks at all that a lesson shows, and returns what is too small to be read or hit: letters, targets.
({ letters, target }) => {
  const wrong = new Map();
  const note = (words, size) => wrong.set(words, Math.min(size, wrong.get(words) ?? size));
  const seen = (node) => node.getClientRects().length && getComputedStyle(node).visibility !== "hidden";
  const name = (node) => (node.getAttribute("aria-label") || node.dataset?.move || node.textContent || node.className).trim().slice(0, 50);
  const place = (node) => [...document.querySelectorAll("body > .cell")].findIndex((cell) => cell.contains(node));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.textContent.trim() || !seen(node) || node.closest("title, desc, style, option, script, .fishlab-thumbnail")) continue;
    let size = parseFloat(getComputedStyle(node).fontSize);
    if (node.ownerSVGElement) {
      const matrix = node.getScreenCTM();
      size *= Math.hypot(matrix.a, matrix.b);
    }
    if (size < letters - 0.15) note(`letters in cell ${place(node)}: ${text.textContent.trim().slice(0, 40)}`, size);
  }
  const cards = new Set([...document.querySelectorAll(".choices [data-move]")].filter(seen).map((node) => node.dataset.move));
  for (const node of document.querySelectorAll("button, select, summary, input, textarea, [data-move], [role=tab], [role=option], [role=slider]")) {
    if (!seen(node) || cards.has(node.dataset.move)) continue;
    const hit = ["radio", "checkbox", "file"].includes(node.type) ? node.closest("label") || node : node;
    const box = hit.getBoundingClientRect(), size = Math.min(box.width, box.height);
    if (size < target - 0.1) note(`target in cell ${place(node)}: ${name(node)}`, size);
  }
  return [...wrong].map(([words, size]) => `${size.toFixed(1)} px: ${words}`);
}
