// One Python for all lessons of a visit to a site. There it runs in the page and starts slowly, so the next lesson takes over the one that
// is there: Python forgets the lesson before (`fresh_start.py`), which is saved and closed.
const LESSON = /(^|\/)\d\d[a-z]?-[^/]+\.ipynb$/;
const FORGET = "from fishlab_widgets.fresh_start import begin; begin(get_ipython())";
const BUSY = 60000; // milliseconds: who computes for longer keeps its Python, and the next lesson starts another

const forgotten = new WeakMap(); // by lesson: whether Python has forgotten the one before
let owner = "";

// Whether this page is of a site without a server: its settings say so before anything is asked for.
export const onSite = () => !!JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}").litePluginSettings;

// Let a lesson that is being opened start on the Python that is there; its own session has not begun yet.
export function shareWith(panel, { sessions, kernels }, tracker) {
  const { path } = panel.context, session = panel.sessionContext;
  if (!LESSON.test(path)) return;
  const there = [...sessions.running()].findLast((one) => one.path === owner && one.kernel);
  if (there && owner !== path) {
    session.kernelPreference = { ...session.kernelPreference, id: there.kernel.id, shouldReuse: false };
    forgotten.set(panel, forget(kernels.connectTo({ model: there.kernel })));
  }
  const before = tracker.filter((one) => one !== panel && LESSON.test(one.context.path));
  Promise.all(before.map(leave)).catch((error) => console.warn("Fishlab:", error));
  owner = path;
}

// Wait until a lesson's Python knows nothing of the one before.
export async function freshPython(panel, { kernelspecs }) {
  if ((await forgotten.get(panel)) === false) await panel.sessionContext.changeKernel({ name: kernelspecs.specs.default });
}

async function forget(kernel) {
  await kernel.info; // it may be starting
  const asked = kernel.requestExecute({ code: FORGET, silent: true, store_history: false });
  const late = new Promise((done) => setTimeout(() => done(null), BUSY));
  const reply = await Promise.race([asked.done.catch(() => null), late]);
  kernel.dispose();
  return reply?.content.status === "ok";
}

async function leave(panel) {
  if (panel.context.isReady && panel.context.model.dirty) await panel.context.save();
  panel.dispose();
}
