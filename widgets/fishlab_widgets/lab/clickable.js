// A figure whose points can be clicked: a click on a point says which one.
function render({ model, el }) {
  const draw = () => { el.innerHTML = model.get("value"); };
  el.addEventListener("click", (event) => {
    const found = event.target.closest('[id*="point-"]');
    if (found) model.send({ point: found.id.split("point-").pop() });
  });
  model.on("change:value", draw);
  draw();
}
export default { render };
