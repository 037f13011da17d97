// JupyterLab goes to the last cell when all cells are run. The view is brought back to the first board: once, only if it
// still stands where JupyterLab left it, and only until the person scrolls, types or clicks. A lesson that was
// run without that, or shows what its kernel still has, stands at its top: it goes to the board too.
const ROUND = 150; // milliseconds
const CALM = 14; // rounds without a change after all cells have run: now all stands where it should
const FIRST_ROUNDS = 40; // in which a busy page may still be on its way to the last cell
const MOST_ROUNDS = 2000;

function scroller(node) {
  let one = node.parentElement;
  while (one && !(one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY))) one = one.parentElement;
  return one;
}

// Whether all cells were run, and nobody has scrolled since: nobody has left the first cell, or the last cell is the active one (or is not drawn yet), and
// the page stands at it, but for what this output may have pushed it down, or still at its top.
function leftAlone(area, outer) {
  const cells = [...(area.closest(".jp-Notebook")?.querySelectorAll(".jp-Cell") ?? [])];
  const last = cells.at(-1), active = cells.find((cell) => cell.classList.contains("jp-mod-active"));
  if (active && active === cells[0] && !active.contains(area)) return outer.scrollTop < 2;
  if (!last || cells.indexOf(area.closest(".jp-Cell")) >= cells.length - 2 || (active && active !== last)) return false;
  return outer.scrollTop < 2 || last.getBoundingClientRect().top - area.clientHeight < outer.getBoundingClientRect().bottom;
}

const running = (area) => [...area.closest(".jp-Notebook").querySelectorAll(".jp-InputPrompt")].some((one) => one.textContent.includes("*"));

// How far the view is from the board: as much of what stands above it is shown as there is room for, and all of a question.
function away(el, area, outer) {
  const frame = outer.getBoundingClientRect();
  const board = area.querySelector(".fishlab-board")?.getBoundingClientRect();
  const own = el.querySelector(".asks") ? el.getBoundingClientRect().top : Infinity;
  const above = area.getBoundingClientRect().top;
  const room = board ? Math.max(0, Math.min(8, frame.height - board.height)) : 8; // a table may need all of the window
  const first = board ? Math.min(board.top, Math.max(above, board.bottom + room - frame.height), own) : above;
  const end = outer.scrollHeight - outer.clientHeight - outer.scrollTop;
  return Math.max(-outer.scrollTop, Math.min(first - frame.top - room, end));
}

// `ready` tells whether the line above the board, in which this is shown, has its words.
function toBoard(el, ready) {
  const life = new AbortController();
  const leave = () => life.abort();
  let calm = 0, rounds = 0, area = null, outer = null;
  const step = () => {
    rounds += 1;
    if (life.signal.aborted || rounds > MOST_ROUNDS) return leave();
    if (!area && el.isConnected) {
      const place = el.closest(".jp-OutputArea");
      outer = place && scroller(place);
      if (outer && leftAlone(place, outer)) area = place;
      else if (rounds > FIRST_ROUNDS) return leave();
    }
    if (area) {
      const by = Math.round(away(el, area, outer));
      calm = by || !ready() || running(area) ? 0 : calm + 1;
      if (by) outer.scrollTop += by;
      if (calm > CALM && area.querySelector(".fishlab-board, .fishlab-card")) return leave();
    }
    setTimeout(step, ROUND);
  };
  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"])
    document.addEventListener(type, leave, { signal: life.signal, capture: true, passive: true });
  setTimeout(step);
  return leave;
}
