// What the guide points at, in page pixels: one frame around things that lie close together, else one around each.
// `within` is the frame of a picture that may be pushed sideways: what lies outside it is not seen.
function framesAround(nodes, within) {
  const seen = within?.getBoundingClientRect(), clip = (box) => (seen ? { left: Math.max(box.left, seen.left), right: Math.min(box.right, seen.right) } : {});
  const boxes = nodes.filter((node) => node?.getClientRects().length).map((node) => node.getBoundingClientRect())
    .map((box) => ({ left: box.left, right: box.right, top: box.top, bottom: box.bottom, ...clip(box) }))
    .filter((box) => box.right > box.left);
  if (boxes.length < 2) return boxes;
  const end = (most, side) => most(...boxes.map((box) => box[side]));
  const all = { left: end(Math.min, "left"), right: end(Math.max, "right"), top: end(Math.min, "top"), bottom: end(Math.max, "bottom") };
  const room = (box) => (box.right - box.left) * (box.bottom - box.top);
  return 2 * boxes.reduce((sum, box) => sum + room(box), 0) < room(all) ? boxes : [all];
}

// The parts of a picture that a guide's step names: "#hand-" are all whose ids open so, "#years #growth" are two.
function namedParts(picture, at) {
  return at.split(" ").flatMap((one) => [...picture.querySelectorAll(`[id*="-${one.slice(1)}"]`)]
    .filter((node) => one.endsWith("-") || node.id.endsWith(one.slice(1))));
}

// A refusal lies on the coach and the news, and where these leave it too little room, on the tabs, on a phone on the prompt:
// nothing moves for it, and whatever can be chosen stays in sight. A line of the news that it would cut is not seen meanwhile.
function placeRefusal(alert, desk, news) {
  Object.assign(alert.style, { transform: "", marginBottom: "" });
  const lines = [...news.querySelectorAll("b, li")];
  for (const line of lines) line.classList.remove("under");
  if (!alert.textContent) return;
  const { position } = getComputedStyle(alert), used = [...desk.querySelectorAll(".choices, .stepper, .walk-text, .ending, .guide:first-child")].filter((node) => node.getClientRects().length && getComputedStyle(node).position !== "absolute");
  if (position === "sticky") alert.style.marginBottom = `${-alert.getBoundingClientRect().height - parseFloat(getComputedStyle(alert.parentNode).rowGap)}px`;
  if (position !== "relative") return;
  const end = Math.max(0, ...used.map((node) => node.getBoundingClientRect().bottom)), over = end + 3 - alert.getBoundingClientRect().top;
  if (over > 0) alert.style.transform = `translateY(${over}px)`;
  const { top, bottom } = alert.getBoundingClientRect();
  for (const line of lines) {
    const box = line.getBoundingClientRect();
    line.classList.toggle("under", box.bottom > top && box.top < bottom);
  }
}
