// Keeps the notebook's shortcuts away from everything that stands beside it: a key typed on a control of ours is ours.
// What is typed with Ctrl, Alt or Cmd (save, undo in a field) and the Tab key go on as usual.
function render({ el }) {
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
  return () => life.abort();
}

export default { render };
