// Keeps the notebook's shortcuts away from everything that stands beside it: a key typed on a control of ours is ours.
function render({ el }) {
  el.style.display = "none";
  const mark = () => {
    const frame = el.closest(".fishlab-frame");
    if (frame) frame.dataset.lmSuppressShortcuts = "true";
    return frame;
  };
  if (!mark()) requestAnimationFrame(mark); // the frame may take the shield in after it is drawn
}

export default { render };
