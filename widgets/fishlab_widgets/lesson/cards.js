// A panel of a lesson card: it shows the parts that Python lists, and sends back what a person chose or typed.
// Parts keep their place on the page while they keep their id, so that typing and focus survive a change.
function render({ model, el }) {
  const own = `fishlab-${Math.random().toString(36).slice(2)}`; // radio buttons are grouped by name, page-wide
  const life = new AbortController();
  const on = (node, type, act) => node.addEventListener(type, act, { signal: life.signal });
  const send = (type, value) => root.classList.contains("lost") || model.send({ type, value });
  // What takes long says so at once, before Python answers; the answer sets every word anew.
  const wait = (type, value, button) => {
    if (root.classList.contains("lost")) return;
    root.classList.add("waiting");
    root.classList.toggle("at-button", !!button);
    root.setAttribute("aria-busy", "true");
    if (button) button.textContent = "Working …";
    send(type, value);
  };

  const root = make("div", "fishlab-panel fishlab fishlab-live", el);
  root.dataset.lmSuppressShortcuts = "true";
  root.setAttribute("role", "group");
  root.tabIndex = -1;

  // Each kind makes its node once and returns the function that brings it up to date.
  const kinds = {
    html(node, part) {
      if (part.live) node.setAttribute("role", "status");
      let shown = null;
      return (now) => {
        if (now.html !== shown) node.innerHTML = shown = now.html;
      };
    },

    choices(node, part) {
      const set = make("fieldset", "", node);
      const legend = make("legend", "", set);
      const list = make("div", "options", set);
      const options = part.options.map((_, place) => {
        const label = make("label", "option", list);
        const input = make("input", "", label, { type: part.many ? "checkbox" : "radio", name: `${own}-${part.id}` });
        const face = make("span", "face", label), caption = make("em", "", label);
        on(input, "change", () => {
          const picked = options.flatMap((one, index) => (one.input.checked ? [index] : []));
          (part.shout ? wait : send)(part.send, part.many ? picked : place);
        });
        return { label, input, face, caption };
      });
      return (now) => {
        legend.textContent = now.label;
        legend.classList.toggle("hush", !now.shout);
        const letters = now.options.map((one) => one.label.length);
        list.classList.toggle("bare", !now.captions);
        list.classList.toggle("long", Math.max(...letters) > 12 && letters.reduce((a, b) => a + b) > 30);
        now.options.forEach((one, place) => {
          const { label, input, face, caption } = options[place];
          face.textContent = one.label;
          caption.textContent = one.caption || "";
          input.checked = now.chosen.includes(place);
          input.disabled = !!now.locked;
          label.classList.toggle("truth", !!one.truth);
        });
      };
    },

    number(node, part) {
      const label = make("label", "line", node);
      const words = make("span", "", label);
      const range = part.slider && make("input", "", label, { type: "range", min: part.low, max: part.high, step: part.by });
      const field = make("input", "", label, { type: "number", min: part.low, max: part.high, step: part.by, inputMode: "decimal" });
      const unit = make("span", "unit", label);
      if (range) field.setAttribute("aria-label", part.label);
      if (range) range.value = (Number(part.low) + Number(part.high)) / 2; // made before its ends were known
      let typed = null;
      const choose = (value) => send(part.send, (typed = value));
      on(field, "input", () => {
        if (range && field.value !== "") range.value = field.value;
        choose(field.value);
      });
      if (range) on(range, "input", () => choose((field.value = range.value)));
      return (now) => {
        words.textContent = now.label;
        unit.textContent = now.unit;
        if (String(now.value) !== typed && document.activeElement !== field) {
          field.value = now.value;
          if (range && now.value !== "") range.value = now.value;
        }
        field.disabled = !!now.locked;
        if (range) range.disabled = !!now.locked;
      };
    },

    field(node, part) {
      const form = make("form", "line", node);
      const label = make("label", "grow", form);
      const words = make("span", "", label);
      const field = make(part.rows ? "textarea" : "input", part.rows ? "" : "mono", label, { maxLength: part.max, autocomplete: "off" });
      if (part.rows) field.rows = part.rows;
      else field.type = "text";
      field.spellcheck = !!part.rows;
      const button = make("button", "", form, { type: "submit" });
      on(form, "submit", (event) => {
        event.preventDefault();
        wait(part.send, field.value, button);
      });
      if (part.rows)
        on(field, "keydown", (event) => {
          if (event.key !== "Enter" || event.shiftKey) return;
          event.preventDefault();
          form.requestSubmit();
        });
      return (now) => {
        words.textContent = now.label;
        words.classList.toggle("hush", !!now.hush);
        field.placeholder = now.placeholder || "";
        button.textContent = now.button;
        if (node.dataset.sent !== now.value) field.value = node.dataset.sent = now.value;
      };
    },

    button(node, part) {
      const button = make("button", part.primary ? "primary" : "", node, { type: "button" });
      on(button, "click", () => wait(part.send, null, button));
      return (now) => {
        button.textContent = now.text;
        button.disabled = !!now.disabled;
      };
    },

    code(node) {
      const line = make("div", "line", node);
      const label = make("label", "grow", line);
      make("span", "", label, { textContent: "Lesson code" });
      const field = make("input", "mono", label, { type: "text", readOnly: true });
      const button = make("button", "primary", line, { type: "button", textContent: "Copy" });
      const said = make("span", "copied", line);
      said.setAttribute("role", "status");
      on(button, "click", async () => {
        field.select();
        try {
          await navigator.clipboard.writeText(field.value);
        } catch {
          document.execCommand("copy");
        }
        said.textContent = "Copied.";
      });
      return (now) => {
        if (field.value !== now.value) said.textContent = "";
        field.value = now.value;
      };
    },
  };

  const shown = new Map();
  function refresh() {
    const held = root.contains(document.activeElement) && document.activeElement;
    const parts = model.get("parts");
    root.classList.remove("waiting");
    root.removeAttribute("aria-busy");
    root.setAttribute("aria-label", model.get("label"));
    const kept = new Set(parts.map((part) => part.id));
    for (const [id, one] of shown) {
      if (kept.has(id)) continue;
      one.node.remove();
      shown.delete(id);
    }
    let place = root.firstElementChild;
    for (const part of parts) {
      let one = shown.get(part.id);
      if (!one) {
        const node = document.createElement("div");
        node.className = `part ${part.kind} ${part.cls || ""}`.trim();
        node.dataset.part = part.id;
        shown.set(part.id, (one = { node, update: kinds[part.kind](node, part) }));
      }
      if (one.node === place) place = place.nextElementSibling;
      else root.insertBefore(one.node, place);
      one.update(part);
    }
    root.hidden = !parts.length;
    root.dataset.rev = model.get("rev");
    // A button that went away takes the focus with it: the answer that it brought takes it over.
    if (held && (!held.isConnected || held.disabled)) {
      const next = root.querySelector(".part[role=status]:not(:empty)") || root;
      next.tabIndex = -1;
      next.focus({ preventScroll: true });
    }
  }

  on(root, "keydown", (event) => {
    if (event.key === "Escape") root.closest(".jp-Cell")?.focus({ preventScroll: true }); // out, to the notebook's keys
    if (event.key !== "Tab") event.stopPropagation();
  });
  const asleep = () => setTimeout(() => {
    if (!el.closest(".jupyter-widgets-disconnected")) return;
    const said = root.querySelector(":scope > .asleep") || make("p", "asleep", root);
    said.setAttribute("role", "alert");
    said.textContent = model.get("asleep");
    root.classList.remove("waiting");
    root.removeAttribute("aria-busy");
    root.classList.add("lost");
    // What was written, and the lesson code, can still be copied.
    for (const node of root.querySelectorAll(".part:not(.code) :is(input, button)")) node.disabled = true;
  });
  model.on("change:rev", refresh);
  model.on("comm_live_update", asleep);
  refresh();
  return () => {
    model.off("change:rev", refresh);
    model.off("comm_live_update", asleep);
    life.abort();
    root.remove();
  };
}

export default { render };
