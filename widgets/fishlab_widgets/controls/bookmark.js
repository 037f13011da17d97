// The page's part of a bookmark: it writes what Python says into the browser's storage, tells Python what it finds there,
// and shows Python's words and buttons. Python decides; junk is handed over as it is, and read there.
const WAIT = 150; // milliseconds: of a burst of moves some are kept, and its end; what is newer than that may be lost with the page
const MOST = 300000; // letters

// Where the kept text lies: by the notebook's path (else the page's own), so that a copy for somebody else has its own.
function keptAt(model) {
  const path = model.widget_manager?.context?.path ?? location.pathname;
  return `fishlab ${path} ${model.get("name")}`;
}

function speaker(model) {
  return (message) => {
    try {
      model.send(message);
    } catch {
      // The kernel is gone: the next one is told what was kept.
    }
  };
}

// Whether the browser has kept something that another kernel wrote: Python hears of it only when all cells have run.
function keptBefore(model) {
  try {
    const { v, by, lesson, games } = JSON.parse(localStorage.getItem(keptAt(model)));
    return v === 1 && by !== model.get("kernel") && !!(lesson || Object.keys(games).length);
  } catch {
    return false; // nothing, junk, or no storage
  }
}

function initialize({ model }) {
  const key = keptAt(model), say = speaker(model);
  let seen = null, waiting = 0, more = false;
  const read = () => {
    const text = localStorage.getItem(key) ?? "";
    return text.length > MOST ? "" : text;
  };
  const tried = (act) => {
    try {
      act();
    } catch {
      say({ type: "nowhere" }); // forbidden, or full
    }
  };
  const keep = (message) => {
    if (message.type !== "keep") return;
    tried(() => {
      const there = read();
      if (message.forget) localStorage.removeItem(key);
      else if (there && there !== seen && there !== message.text) {
        seen = there; // another page of this notebook has written: Python puts both together first
        return say({ type: "found", text: there });
      } else if (message.text) localStorage.setItem(key, message.text);
      else return;
      seen = message.text;
    });
  };
  const ask = () => {
    if (!model.get("news")) return;
    more = !!waiting;
    if (more) return;
    waiting = setTimeout(() => {
      waiting = 0;
      if (more) ask();
    }, WAIT);
    if (seen !== null) say({ type: "tell" }); // at once: a kernel may be gone in a moment
  };
  model.on("msg:custom", keep);
  model.on("change:news", ask);
  tried(() => {
    seen = read();
    say({ type: "found", text: seen });
  });
  return () => {
    clearTimeout(waiting);
    model.off("msg:custom", keep);
    model.off("change:news", ask);
  };
}

function render({ model, el }) {
  const root = make("div", "fishlab-bookmark fishlab", el), say = speaker(model);
  root.dataset.lmSuppressShortcuts = "true";
  const words = make("span", "", root);
  words.setAttribute("role", "status");
  const choices = make("span", "choices", root);
  const before = keptBefore(model);
  const refresh = () => {
    const early = before ? model.get("early") : "";
    const said = model.get("words") || early;
    root.hidden = !said;
    words.textContent = said;
    const buttons = model.get("buttons");
    root.classList.toggle("asks", buttons.length > 1 || (!!early && said === early));
    choices.replaceChildren(...buttons.map(([type, label]) => {
      const button = make("button", "", null, { type: "button", textContent: label });
      button.addEventListener("click", () => say({ type }));
      return button;
    }));
  };
  model.on("change", refresh);
  refresh();
  say({ type: "shown" }); // one of an earlier run, which a page shows that was loaded before the notebook was saved, is needed again
  const leave = toBoard(el, () => model.get("words"));
  return () => {
    leave();
    model.off("change", refresh);
    root.remove();
  };
}

export default { initialize, render };
