// A page that is loaded anew looks for a widget for two seconds. On a slow machine it looks once, and gives up on widgets that
// the kernel tells it of meanwhile: they would seem asleep. What was given up so is shown again, by the first widget that comes.
const VIEW = "application/vnd.jupyter.widget-view+json";
const CALM = 20, MOST = 120; // seconds: after so many without anything given up, and in all
const watched = (globalThis[Symbol.for("fishlab managers")] ??= new WeakSet());
const givenUp = () => [...document.querySelectorAll(".jp-OutputArea-output.jupyter-widgets")].some((node) => !node.firstElementChild);

async function showAgain(manager) {
  for (const { outputs } of manager.context?.model?.cells ?? []) {
    for (let at = 0; at < (outputs?.length ?? 0); at += 1) {
      const output = outputs.get(at).toJSON();
      const id = output.data?.[VIEW]?.model_id;
      if (!id || !manager.has_model(id)) continue;
      const { views } = await manager.get_model(id);
      if (!Object.keys(views ?? {}).length) outputs.set(at, output);
    }
  }
}

function watchGivenUp({ model: { widget_manager: manager } }) {
  if (!manager || watched.has(manager)) return;
  watched.add(manager);
  let calm = 0, rounds = 0;
  const look = async () => {
    calm = givenUp() ? 0 : calm + 1;
    if (!calm) await showAgain(manager);
    rounds += 1;
    if (calm < CALM && rounds < MOST) setTimeout(look, 1000);
  };
  setTimeout(look, 1000);
}
