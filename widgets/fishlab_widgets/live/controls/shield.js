// Keeps the notebook's shortcuts away from everything that stands beside it: a key typed on a control of ours is ours.
// What is typed with Ctrl, Alt or Cmd (save, undo in a field) and the Tab key go on as usual.
function render({ model, el }) {
  el.style.display = "none";
  const life = new AbortController();
  const keep = (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key !== "Tab") event.stopPropagation();
  };
  const guard = () => {
    const frame = el.closest(".fishlab-frame");
    frame?.addEventListener("keydown", keep, { signal: life.signal });
    return frame;
  };
  if (!guard()) requestAnimationFrame(guard); // the frame may take the shield in after it is drawn
  // Boards and cards say themselves that their kernel is gone; for all else the shield does.
  const asleep = () => setTimeout(() => {
    const frame = el.closest(".jupyter-widgets-disconnected") && el.closest(".fishlab-frame");
    if (!frame || frame.querySelector(".fishlab-board, .fishlab-panel")) return;
    el.style.display = "";
    el.setAttribute("role", "alert");
    el.className += " fishlab-lost";
    el.textContent = model.get("lost");
  });
  model.on("comm_live_update", asleep);
  return () => {
    model.off("comm_live_update", asleep);
    life.abort();
  };
}

export default { initialize: wakeLate, render };
