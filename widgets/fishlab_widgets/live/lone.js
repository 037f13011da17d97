// A board that stands alone: the picture, and under it what else can be done.
export default {
  render({ model, el }) {
    const root = make("div", "", el);
    const parts = boardParts(root, model.get("text"));
    root.append(parts.cover, parts.picture, parts.choices, parts.note, parts.form, parts.alert, parts.live);
    return liveBoard({ model, el }, root, parts, new AbortController());
  },
};
