// One Python for all lessons of a visit to a site. There it runs in the page and starts slowly, so the next lesson takes over the one that
// is there: the lesson before is saved and closed, Python forgets it (`fresh_start.py`), and its session is given to the next.
const LESSON = /(^|\/)\d\d[a-z]?-[^/]+\.ipynb$/;
const FORGET = "from fishlab_widgets.fresh_start import begin; begin(get_ipython())";
const BUSY = 60000; // milliseconds: a Python that computes for longer is ended, and the next lesson starts another
const FILLED = 30000; // milliseconds that JupyterLab has to read a notebook and to fill its bar before it is closed
const CALM = 10; // rounds of a tenth of a second in which one that was just laid out stays so

const asked = new URLSearchParams(location.search).get("path"); // what the address names as the page is opened
const left = new WeakSet(); // lessons of an earlier visit, which never begin: nothing waits until they are closed
const opened = new WeakMap(); // the place of each lesson in the order of opening: a later one may begin before an earlier one
let count = 0;
let turn = Promise.resolve(); // lessons that are opened one after the other take over one after the other

// Whether this page is of a site without a server: its settings say so before anything is asked for.
export const onSite = () => !!JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}").litePluginSettings;

// Let a lesson that is being opened begin on the Python that is there: its session, which has not begun yet, waits for that.
// One of an earlier visit that JupyterLab opens again beside the lesson that the address names is closed: it may come after that one.
export function shareWith(panel, { sessions }, tracker, restoring) {
  const { path } = panel.context, session = panel.sessionContext, begin = session.initialize.bind(session);
  if (!LESSON.test(path)) return;
  opened.set(panel, ++count);
  if (restoring && LESSON.test(asked ?? "") && asked !== path) left.add(panel);
  session.initialize = async () => {
    if (left.has(panel)) return leave(panel).then(() => false);
    turn = turn.then(() => session.isDisposed || takeOver(panel, sessions, tracker)).catch((error) => console.warn("Fishlab:", error));
    await turn;
    return session.isDisposed ? false : begin();
  };
}

// Show the lesson that the address names also where JupyterLab opened it before the tabs of an earlier visit, which took its place.
export function showAsked(shell, tracker) {
  const panel = tracker.find((one) => one.context.path === asked && !one.parent);
  if (!panel) return;
  shell.add(panel, "main");
  shell.activateById(panel.id);
}

async function takeOver(panel, sessions, tracker) {
  const { path } = panel.context;
  const before = tracker.filter((one) => one.context.path !== path && opened.get(one) < opened.get(panel) && !left.has(one));
  await Promise.all(before.map(leave));
  await sessions.refreshRunning();
  const there = [...sessions.running()].find((one) => LESSON.test(one.path) && one.kernel);
  if (!there || there.path === path) return;
  const session = sessions.connectTo({ model: there, kernelConnectionOptions: { handleComms: false } });
  try {
    if (!(await forgets(session.kernel))) return await session.shutdown();
    await session.setPath(path);
    await session.setName(path.split("/").pop());
  } finally {
    session.dispose();
  }
}

// JupyterLab fills the bar of a notebook and lays out its cells when it is idle, and fails if they are gone by then. All cells are laid
// out at last, on a busy machine after minutes; a file that cannot be read, or a bar that somebody has changed, is not waited for.
const isLaidOut = ({ content }) => !content.widgets.some((cell) => cell.isPlaceholder?.());
const isFilled = ({ content, toolbar }) => [...toolbar.names()].includes("kernelName") && content.widgets.length > 0;

async function leave(panel) {
  if (panel.isDisposed) return;
  if (panel.context.isReady && panel.context.model.dirty) await panel.context.save();
  const until = Date.now() + FILLED;
  const rests = () => isLaidOut(panel) && (isFilled(panel) || Date.now() > until);
  let rounds = rests() ? 0 : CALM;
  while (rounds > 0) {
    await new Promise((done) => setTimeout(done, 100));
    rounds = panel.isDisposed ? 0 : rests() ? rounds - 1 : CALM;
  }
  panel.dispose();
}

// Whether a Python knows nothing of the lesson before any more.
async function forgets(kernel) {
  const late = new Promise((done) => setTimeout(() => done(null), BUSY));
  const asked = kernel.info
    .then(() => kernel.interrupt()) // what has not begun does not run any more
    .then(() => kernel.requestExecute({ code: FORGET, silent: true, store_history: false }).done);
  const reply = await Promise.race([asked.catch(() => null), late]);
  return reply?.content.status === "ok";
}
