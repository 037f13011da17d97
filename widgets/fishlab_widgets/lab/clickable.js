// A figure whose points can be clicked: a click on a point says which one.
function render({ model, el }) {
  const draw = () => { el.innerHTML = model.get("value"); };
  el.addEventListener("click", (event) => {
    const found = event.target.closest('[id*="point-"]');
    if (found) model.send({ point: found.id.split("point-").pop() });
  });
  // The game that a click opens stands further down: lead the eye there.
  const scroll = ({ scroll: name }) => {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const place = el.closest(".fishlab-frame")?.querySelector(`.${CSS.escape(name)}`);
    place?.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
  };
  model.on("msg:custom", scroll);
  model.on("change:value", draw);
  draw();
  return () => {
    model.off("msg:custom", scroll);
    model.off("change:value", draw);
  };
}
export default { render };
