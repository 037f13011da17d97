// Keeps the notebook's shortcuts away from everything that stands beside it: a key typed on a control of ours is ours.
// What is typed with Ctrl, Alt or Cmd (save, undo in a field) and the Tab key go on as usual.
// While a piece lives, the still picture that stands for it is hidden, wherever on the page it is. The rule stays as long as
// the frame does: it is shown again on a page that is opened without a kernel. (`body:has(.frame) #still` would need no
// script, and made every change of the page, with some dozen pieces on it, a matter of the whole page.)
const MOST_TRIES = 10_000; // pictures of the page: some minutes
function hideStill(frame, el) {
  const name = [...frame.classList].find((one) => /^fishlab-[0-9a-f-]{32,36}$/.test(one));
  if (name && !el.dataset.hides) make("style", "", el, { textContent: `#${el.dataset.hides = name}{display:none}` });
  return Boolean(name);
}

function render({ model, el }) {
  el.style.display = "none";
  const life = new AbortController();
  let tries = 0;
  const keep = (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key !== "Tab") event.stopPropagation();
  };
  const guard = () => {
    const frame = el.closest(".fishlab-frame");
    frame?.addEventListener("keydown", keep, { signal: life.signal }); // again does no harm
    if (life.signal.aborted || (frame && hideStill(frame, el))) return;
    tries += 1;
    if (tries < MOST_TRIES) requestAnimationFrame(guard); // a busy page takes the shield into its frame only later
  };
  guard();
  // Boards and cards say themselves that their kernel is gone; for all else the shield does.
  const asleep = () => setTimeout(() => {
    const frame = el.closest(".jupyter-widgets-disconnected") && el.closest(".fishlab-frame");
    if (!frame || frame.querySelector(".fishlab-board, .fishlab-panel")) return;
    el.style.display = "";
    el.setAttribute("role", "alert");
    el.className += " fishlab-lost";
    make("span", "", el, { textContent: model.get("lost") });
  });
  model.on("comm_live_update", asleep);
  return () => {
    model.off("comm_live_update", asleep);
    life.abort();
  };
}

export default { initialize: watchGivenUp, render };
