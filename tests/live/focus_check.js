// Puts the focus on everything in the table that can have it, one after the other, as the keyboard does, and returns what
// is wrong: a focus that cannot be seen, or one that something else lies on.
() => {
  const wrong = [], root = document.querySelector(".fishlab-table");
  const seen = (node) => node.getClientRects().length && getComputedStyle(node).visibility !== "hidden";
  const name = (node) => (node.getAttribute("aria-label") || node.textContent || node.className.baseVal || node.className).trim().slice(0, 40);
  const nodes = [...root.querySelectorAll("button, select, input, textarea, summary, a[href], [tabindex]")]
    .filter((node) => seen(node) && !node.disabled && (node.tabIndex >= 0 || node.dataset.move));
  for (const node of nodes) {
    node.focus();
    if (document.activeElement !== node) { wrong.push(`takes no focus: ${name(node)}`); continue; }
    const box = node.getBoundingClientRect(), style = getComputedStyle(node);
    const ring = node.ownerSVGElement ? node.ownerSVGElement.querySelector(".focus-ring") : style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
    if (!ring) wrong.push(`the focus is not seen: ${name(node)}`);
    const points = [0.5, 0.15, 0.85].flatMap((x) => [0.5, 0.15, 0.85].map((y) => [box.left + x * box.width, box.top + y * box.height]));
    const free = points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y);
      return top && (node.contains(top) || top.contains(node) || top.closest("label")?.contains(node));
    });
    if (!free) wrong.push(`covered: ${name(node)}`);
  }
  return wrong;
}
