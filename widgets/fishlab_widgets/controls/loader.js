// All that is sent with every widget of ours: it finds the widget's script and style, which a page is given once (`Source`).
// A page that was opened while the kernel lived may not know a source yet, or never hear of it: then the widget asks for it.
const SOURCES = [];
const known = (globalThis[Symbol.for("fishlab sources")] ??= new Map());

async function read(model, [mark, id]) {
  const manager = model.widget_manager;
  const hear = ({ base, ...source }) => base === "source" && known.set(source.mark, source);
  model.on("msg:custom", hear);
  for (let round = 0; !known.has(mark); round += 1) {
    if (manager?.has_model?.(id)) {
      const source = await manager.get_model(id);
      known.set(mark, { script: source.get("script"), style: source.get("style") });
    } else {
      if (round === 20) model.send({ base: "source", mark });
      await new Promise((done) => setTimeout(done, round < 20 ? 50 : 500));
    }
  }
  model.off("msg:custom", hear);
  return known.get(mark);
}

async function load(model) {
  let module;
  for (const place of SOURCES) {
    const source = await read(model, place), id = `fishlab_widgets.${place[0]}`;
    if (source.style && !document.getElementById(id))
      document.head.append(Object.assign(document.createElement("style"), { id, textContent: source.style }));
    if (source.script) {
      source.url ??= URL.createObjectURL(new Blob([source.script], { type: "text/javascript" }));
      module = await import(source.url);
    }
  }
  return module;
}

export default {
  initialize(context) { // nothing is waited for: anywidget gives a script two seconds
    const begun = load(context.model).then((module) => module.default.initialize?.(context));
    return async () => (await begun)?.();
  },
  async render(context) {
    const module = await load(context.model);
    module.listen(context.model);
    return module.default.render(context);
  },
};
