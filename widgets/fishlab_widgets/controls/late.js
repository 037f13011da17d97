// What a slow page gave up too early is woken. The first shield on a page does it.

// A page that is loaded anew asks for its widgets before the kernel has told it of them, waits two seconds, and on a slow
// machine gives up on some that have come meanwhile: they would seem asleep although their kernel lives. For some seconds
// what was given up so is shown again.
const VIEW = "application/vnd.jupyter.widget-view+json";
const SECONDS = 10;
const givenUp = () => [...document.querySelectorAll(".jp-OutputArea-output.jupyter-widgets")]
  .some((node) => !node.firstElementChild && node.textContent.includes("model not found"));

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

// anywidget gives a script two seconds to load. After that it shows the widget all the same, but hands it nothing any more
// that the kernel says: on a slow machine a board would stand still for ever. What it refuses goes to the widget itself, and
// widgets that have missed something ask for all that is true of them.
const LATE = "[anywidget] Failed to initialize model.";

async function hearAll(model) {
  const manager = model.widget_manager;
  const kind = await manager.loadClass("AnyModel", model.get("_model_module"), model.get("_model_module_version"));
  const strict = kind.prototype._handle_comm_msg;
  if (strict.hearsAll) return; // another shield was here
  const plain = Object.getPrototypeOf(kind.prototype)._handle_comm_msg;
  kind.prototype._handle_comm_msg = async function (...message) {
    try {
      return await strict.apply(this, message);
    } catch (error) {
      if (error.message !== LATE) throw error;
      return plain.apply(this, message);
    }
  };
  kind.prototype._handle_comm_msg.hearsAll = true;
  for (const one of Object.values(manager._models)) {
    const widget = await one.catch(() => null);
    if (!widget?.get("_anywidget_id")?.startsWith("fishlab_widgets.")) continue;
    const nothing = { content: { data: { method: "nothing" } } };
    strict.call(widget, nothing).catch(() => {
      widget.comm?.on_msg((message) => widget._handle_comm_msg(message));
      widget.comm?.send({ method: "request_state" }, widget.callbacks());
    });
  }
}

function wakeLate({ model }) {
  hearAll(model).catch(() => {}); // where anywidget or the manager is built otherwise, all stays as it is
  if (model.widget_manager.fishlabLooks) return;
  model.widget_manager.fishlabLooks = true;
  let left = SECONDS;
  const look = async () => {
    if (givenUp()) await showAgain(model.widget_manager);
    left -= 1;
    if (left) setTimeout(look, 1000);
  };
  setTimeout(look, 1000);
}
