// A page that knows Jupyter's plain manager of widgets and nothing else, as editors do: no JupyterLab, no server.
// What widgets send waits in a box, from which tests/plain_frontend.py takes it. A script that asks for a module is given it
// from `home.modules`; one that is not there is an error, where other pages would ask the network.
const home = { modules: { module: { uri: "http://127.0.0.1/" } }, loading: "", box: [], comms: {}, waiting: {} };
window.home = home;
AbortSignal.timeout = () => new AbortController().signal; // anywidget gives a widget two seconds; a busy machine needs more

const given = (name) => {
  if (!(name in home.modules)) throw new Error(`this page has no module ${name}`);
  return home.modules[name];
};
window.define = (...words) => {
  const factory = words.pop(), needs = words.pop() || [], name = words.pop() || home.loading;
  home.modules[name] = factory(...needs.map(given));
};
window.requirejs = window.require = (names, then, fail) => {
  let found;
  try { found = names.map(given); } catch (error) { if (fail) return fail(error); throw error; }
  return then(...found);
};
window.requirejs.config = () => {};

class Comm {
  constructor(target, id) {
    Object.assign(this, { target_name: target, comm_id: id, heard: () => {}, closed: () => {} });
    home.comms[id] = this;
  }
  on_msg(act) { this.heard = act; }
  on_close(act) { this.closed = act; }
  close() {}
  send(data, callbacks) {
    const message = `m${Object.keys(home.waiting).length}`;
    home.waiting[message] = callbacks;
    home.box.push({ id: this.comm_id, data, message });
    return message;
  }
}

// The manager of the classic notebook, which ipywidgets brings with it, in as little of a notebook as it bears.
const classic = async (extension) => {
  for (const name of ["@jupyter-widgets/base", "@jupyter-widgets/controls"]) home.modules[name] = extension;
  await extension.load_ipython_extension();
  return window.Jupyter.notebook.kernel.widget_manager;
};
const actions = { register() {}, get: () => ({}) };
const manager_of_comms = { register_target() {}, register_comm() {}, kernel: null };
const kernel = { is_connected: () => false, comm_manager: manager_of_comms };
const nothing = { on() {} };
window.Jupyter = {
  version: "6.5.0", menubar: { actions }, notification_area: { widget: () => ({}) },
  notebook: {
    kernel, metadata: {}, events: nothing, container: nothing, keyboard_manager: { actions }, get_cells: () => [],
  },
};
home.modules["base/js/namespace"] = window.Jupyter;
home.modules["base/js/events"] = nothing;
home.modules["notebook/js/outputarea"] = { OutputArea: class { register_mime_type() {} } };

// Or the manager that pages without a notebook use, @jupyter-widgets/html-manager, where its file is given.
const html = ({ HTMLManager }) => new HTMLManager({ loader: async (name) => given(name) });

home.start = async () => {
  const own = home.modules["@jupyter-widgets/html-manager"];
  home.manager = own ? html(own) : await classic(home.modules.classic);
  const known = home.manager.get_model.bind(home.manager);
  home.manager.get_model = async (id) => { // itself it would wait two seconds, and here no clock goes on
    if (!home.manager.has_model(id)) throw new Error(`this page was never told of the widget ${id}`);
    return known(id);
  };
  document.body.replaceChildren(); // the classic manager's menu
};

// Show what a cell shows: HTML, or the view of a widget.
home.show = async (outputs) => {
  for (const output of outputs) {
    const place = document.body.appendChild(document.createElement("div"));
    const view = output["application/vnd.jupyter.widget-view+json"];
    if (!view) {
      place.innerHTML = output["text/html"] || "";
      continue;
    }
    const model = await home.manager.get_model(view.model_id);
    const made = await home.manager.create_view(model);
    if (home.manager.display_view) await home.manager.display_view(made, place);
    else {
      place.append(made.el); // as Lumino's own attach would do
      made.luminoWidget.processMessage({ type: "after-attach" });
    }
  }
};

// Take what Python has sent, in order.
home.take = async ({ news, done }) => {
  for (const { kind, id, content } of news) {
    if (kind === "comm_open") await home.manager.handle_comm_open(new Comm("jupyter.widget", id), content);
    else if (kind === "comm_msg") await home.comms[id]?.heard(content);
    else if (kind === "comm_close") home.comms[id]?.closed(content);
  }
  for (const message of done) {
    home.waiting[message]?.iopub?.status?.({ content: { execution_state: "idle" } });
    home.waiting[message] = null;
  }
};

// Give what was sent, once the page has drawn.
home.sent = async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  return home.box.splice(0);
};
