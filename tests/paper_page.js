// Builds a page from trees of boxes, texts and widgets' scripts.
async ({ trees, dark }) => {
  document.body.dataset.jpThemeLight = String(!dark);
  document.body.style.background = dark ? "#111" : "#fff";
  document.body.style.color = dark ? "#eee" : "#111";
  const modules = new Map();
  const module = (script) => {
    if (!modules.has(script)) modules.set(script, import(URL.createObjectURL(new Blob([script], { type: "text/javascript" }))));
    return modules.get(script);
  };
  const styles = new Set(), pending = [];
  const build = async ({ html, kids, inside, script, style, state, classes }) => {
    const node = document.createElement("div");
    node.className = classes.join(" ");
    if (html !== undefined) node.innerHTML = html;
    for (const kid of kids || []) node.append(await build(kid));
    if (!script) return node;
    if (!styles.has(style)) document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
    styles.add(style);
    const model = { get: (name) => state[name], set: () => {}, save_changes: () => {}, send: () => {}, on: () => {}, off: () => {} };
    model.widget_manager = { // of the widgets that this one shows inside itself
      has_model: (id) => id in inside,
      get_model: async (id) => inside[id],
      create_view: (kid) => {
        const made = build(kid).then((el) => ({ el, trigger() {}, remove() {} }));
        pending.push(made);
        return made;
      },
    };
    // Some scripts measure themselves: they need their place on the page before they draw.
    const place = document.body.appendChild(document.createElement("div"));
    place.append(node);
    const { default: widget } = await module(script);
    await widget.initialize?.({ model });
    await widget.render({ model, el: node });
    place.remove();
    return node;
  };
  for (const tree of trees) {
    const cell = document.createElement("div");
    cell.className = "cell jp-OutputArea";
    cell.append(await build(tree));
    document.body.append(cell);
  }
  for (let at = 0; at < pending.length; at += 1) await pending[at]; // what is inside may have something inside
  await new Promise((done) => setTimeout(done));
}
