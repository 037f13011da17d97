// A card of a lesson: it draws what Python lists (`view.py` has the types), and sends back what a person chose or typed.
// Python decides. Parts keep their place on the page while they keep their id, so that typing and focus survive a change.

// Each kind of part makes its node once and returns the function that brings it up to date.
// `talk` has `on` (listens while the card lives), `send`, and `wait`, which says at once that this may take long; both
// return a number, and `answered(number)` tells whether Python has dealt with it; `aside` is where pictures stand, and
// `marks` are called when they are drawn.
const kinds = {
  html(node, part) {
    if (part.live) node.setAttribute("role", "status");
    let shown = null;
    return (now) => {
      if (now.html !== shown) node.innerHTML = shown = now.html;
    };
  },

  choices(node, part, talk) {
    const set = make("fieldset", "", node);
    const legend = make("legend", "", set);
    const list = make("div", "options", set);
    let clicked = 0; // an answer to an earlier click does not take this one back
    const options = part.options.map((_, place) => {
      const label = make("label", "option", list);
      const input = make("input", "", label, { type: part.many ? "checkbox" : "radio", name: `${talk.own}-${part.id}` });
      const face = make("span", "face", label), caption = make("em", "", label);
      talk.on(input, "change", () => {
        const picked = options.flatMap((one, index) => (one.input.checked ? [index] : []));
        clicked = (part.shout ? talk.wait : talk.send)(part.send, part.many ? picked : place);
      });
      return { label, input, face, caption };
    });
    // A place of the picture that is named like an answer is that answer: a click on it is one on its box.
    const named = (place) => options.find(({ face }) => face.textContent === place.dataset.choice);
    const mark = () => {
      for (const place of talk.aside.querySelectorAll("[data-choice]")) {
        const one = named(place);
        if (!one) continue;
        place.classList.toggle("picked", one.input.checked);
        place.classList.toggle("truth", one.label.classList.contains("truth"));
      }
    };
    talk.on(talk.aside, "click", (event) => {
      const place = event.target.closest("[data-choice]");
      if (place) named(place)?.input.click();
    });
    talk.on(list, "change", mark);
    talk.marks.push(mark);
    return (now) => {
      legend.textContent = now.label;
      legend.classList.toggle("hush", !now.shout);
      const letters = now.options.map((one) => one.label.length);
      list.classList.toggle("bare", !now.captions);
      list.classList.toggle("long", Math.max(...letters) > 12 && letters.reduce((a, b) => a + b) > 30);
      now.options.forEach((one, place) => {
        const { label, input, face, caption } = options[place];
        face.textContent = one.label;
        caption.textContent = one.caption;
        if (talk.answered(clicked)) input.checked = now.chosen.includes(place);
        input.disabled = now.locked;
        label.classList.toggle("truth", one.truth);
      });
    };
  },

  number(node, part, talk) {
    const label = make("label", "line", node);
    const words = make("span", "", label);
    const range = part.slider && make("input", "", label, { type: "range", min: part.low, max: part.high, step: part.by });
    const field = make("input", "", label, { type: "number", min: part.low, max: part.high, step: part.by, inputMode: "decimal" });
    const unit = make("span", "unit", label);
    if (range) field.setAttribute("aria-label", part.label);
    if (range) range.value = (Number(part.low) + Number(part.high)) / 2; // made before its ends were known
    let typed = null;
    const choose = (value) => talk.send(part.send, (typed = value));
    talk.on(field, "input", () => {
      if (range && field.value !== "") range.value = field.value;
      choose(field.value);
    });
    if (range) talk.on(range, "input", () => choose((field.value = range.value)));
    return (now) => {
      words.textContent = now.label;
      unit.textContent = now.unit;
      if (now.value !== typed && document.activeElement !== field) {
        field.value = now.value;
        if (range && now.value !== "") range.value = now.value;
      }
    };
  },

  field(node, part, talk) {
    const form = make("form", "line", node);
    const label = make("label", "grow", form);
    const words = make("span", "", label);
    const field = make(part.rows ? "textarea" : "input", part.rows ? "" : "mono", label, { maxLength: part.max, autocomplete: "off" });
    if (part.rows) field.rows = part.rows;
    else field.type = "text";
    field.spellcheck = !!part.rows;
    const button = make("button", "", form, { type: "submit" });
    const full = make("small", "", node);
    full.setAttribute("role", "status");
    const limit = () => { full.textContent = field.value.length < part.max ? "" : part.full; };
    talk.on(field, "input", limit);
    talk.on(form, "submit", (event) => {
      event.preventDefault();
      talk.wait(part.send, field.value, button);
    });
    if (part.rows)
      talk.on(field, "keydown", (event) => {
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
      limit();
    };
  },

  button(node, part, talk) {
    const button = make("button", part.primary ? "primary" : "", node, { type: "button" });
    node.classList.toggle("wide-button", !!part.primary);
    talk.on(button, "click", () => talk.wait(part.send, null, button));
    return (now) => {
      button.textContent = now.text;
      button.disabled = now.disabled;
    };
  },

  code(node, part, talk) {
    const line = make("div", "line", node);
    const label = make("label", "grow", line);
    make("span", "", label, { textContent: part.label });
    const field = make("input", "mono", label, { type: "text", readOnly: true });
    const button = make("button", "primary", line, { type: "button", textContent: part.button });
    const said = make("span", "copied", line);
    said.setAttribute("role", "status");
    talk.on(button, "click", async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        document.execCommand("copy");
      }
      said.textContent = part.copied;
    });
    return (now) => {
      if (field.value !== now.value) said.textContent = "";
      field.value = now.value;
    };
  },
};

// A list of parts on the page.
function panel(parent, talk) {
  const root = make("div", "fishlab-panel fishlab", parent), shown = new Map();
  root.dataset.lmSuppressShortcuts = "true";
  root.setAttribute("role", "group");
  root.tabIndex = -1;
  talk.on(root, "keydown", (event) => {
    if (event.key === "Escape") root.closest(".jp-Cell")?.focus({ preventScroll: true }); // out, to the notebook's keys
    if (event.key !== "Tab" && !withControl(event)) event.stopPropagation();
  });
  return { root, show(parts) {
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
        const node = make("div", `part ${part.kind}`);
        node.dataset.part = part.id;
        shown.set(part.id, (one = { node, update: kinds[part.kind](node, part, talk) }));
      }
      if (one.node === place) place = place.nextElementSibling;
      else root.insertBefore(one.node, place);
      one.update(part);
    }
    root.hidden = !parts.length;
  } };
}

// What there is to look at: HTML, and views of other widgets. What is already there stays, with all that was done to it.
function gallery(node, manager) {
  let shown = [];
  const tell = (view, what) => {
    for (const when of ["before", "after"]) view.luminoWidget?.processMessage({ type: `${when}-${what}` });
    if (!view.luminoWidget && what === "attach") view.trigger("displayed");
  };
  const put = async (one) => {
    while (!manager.has_model(one.id)) await new Promise((done) => setTimeout(done, 100)); // a page that opens hears of them in any order
    const view = await manager.create_view(await manager.get_model(one.id));
    if (one.gone) return view.remove();
    one.view = view;
    one.place.append(view.el);
    tell(view, "attach"); // as the notebook says to what it shows itself, so that parts of it get their looks too
  };
  const shut = (one) => {
    one.gone = true;
    if (one.view) tell(one.view, "detach");
    one.view?.remove();
    one.place.remove();
  };
  const add = (key, { html, widget }) => {
    const one = { key, id: widget, place: make("div", widget ? "live" : "seen", node) };
    if (html) one.place.innerHTML = html;
    if (widget) put(one);
    return one;
  };
  return {
    show(seen) {
      const old = shown;
      shown = seen.map((one) => {
        const key = JSON.stringify(one), at = old.findIndex((before) => before.key === key);
        return at >= 0 ? old.splice(at, 1)[0] : add(key, one);
      });
      old.forEach(shut);
      shown.forEach(({ place }, at) => node.children[at] === place || node.insertBefore(place, node.children[at]));
      node.hidden = !shown.length;
    },
    shut: () => shown.forEach(shut),
  };
}

// A notebook with a strip is a lesson, and says so once the strip stands in it: `.jp-Notebook:has(.fishlab-strip)` would need no
// script, and made every change of the page a matter of all its cells.
function markNotebook(root) {
  new ResizeObserver((_, watch) => {
    root.closest(".jp-Notebook")?.classList.add("fishlab-lesson");
    watch.disconnect();
  }).observe(root);
}

// The places of head, aside and body, in each kind of frame.
const frames = {
  card(root) {
    root.className = "fishlab-frame";
    const card = make("div", "", root);
    const [head, aside, body] = ["head", "aside", "body"].map((name) => make("div", name, card));
    return { head, aside, body, dress: (looks) => { card.className = ["fishlab-card", "fishlab", ...looks].join(" "); } };
  },
  strip(root) {
    root.className = "fishlab-strip fishlab-frame";
    markNotebook(root);
    return { head: root, aside: make("div", "", root) };
  },
  sealed(root) {
    root.className = "fishlab-frame";
    return { head: root, aside: make("div", "inside", root) };
  },
  pair(root) {
    root.className = "fishlab-pair";
    return { aside: make("div", "fishlab-cards", root) };
  },
};

async function render({ model, el }) {
  await filled(model);
  const life = new AbortController();
  const root = make("div", "", el);
  const places = frames[model.get("frame")](root);
  root.classList.add("fishlab", "fishlab-live");
  make("style", "", el, { textContent: `#fishlab-${model.get("own_id")}{display:none}` }); // the still picture
  const words = model.get("words");
  const asleep = () => root.classList.contains("lost");
  const talk = {
    own: `fishlab-${model.get("own_id")}-${Math.random().toString(36).slice(2)}`, // radio buttons are grouped by name, page-wide
    on: (node, type, act) => node.addEventListener(type, act, { signal: life.signal }),
    sent: 0,
    heard: 0,
    answered: (number) => number <= talk.heard,
    aside: places.aside,
    marks: [],
    send(type, value) {
      if (asleep()) return talk.heard;
      model.send({ type, value, sent: `${talk.own} ${++talk.sent}` });
      return talk.sent;
    },
    // What takes long says so before Python answers; the answer sets every word anew.
    wait(type, value, button) {
      if (asleep()) return talk.heard;
      const here = document.activeElement?.closest(".fishlab-panel") || panels[0].root;
      here.classList.add("waiting");
      here.classList.toggle("at-button", !!button);
      here.setAttribute("aria-busy", "true");
      if (button) button.textContent = words.working;
      return talk.send(type, value);
    },
  };
  const panels = [];
  const part = (place, name) => {
    const one = place && panel(place, talk);
    if (place === root) root.prepend(one.root);
    if (one) panels.push({ ...one, name });
  };
  part(places.head, "head");
  part(places.body, "body");
  const beside = gallery(places.aside, model.widget_manager);
  root.style.setProperty("--working", JSON.stringify(words.working));
  root.style.setProperty("--sideways", JSON.stringify(words.sideways));

  const calm = () => {
    for (const { root: node } of panels) {
      node.classList.remove("waiting");
      node.removeAttribute("aria-busy");
    }
  };
  function refresh() {
    const held = panels.find((one) => one.root.contains(document.activeElement));
    const focus = held && document.activeElement;
    calm();
    const [own, number] = model.get("heard").split(" ");
    if (own === talk.own) talk.heard = Number(number);
    places.dress?.(model.get("looks"));
    for (const one of panels) {
      one.root.setAttribute("aria-label", model.get("label"));
      one.show(model.get(one.name));
    }
    beside.show(model.get("aside"));
    talk.marks.forEach((mark) => mark());
    root.dataset.rev = model.get("rev");
    // A button that went away takes the focus with it: the answer that it brought takes it over.
    if (focus && (!focus.isConnected || focus.disabled)) {
      const next = held.root.querySelector(".part[role=status]:not(:empty)") || held.root;
      next.tabIndex = -1;
      next.focus({ preventScroll: true });
    }
  }

  // No key typed here reaches the notebook, but what is typed with Ctrl, Alt or Cmd, and the Tab key.
  talk.on(root, "keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key !== "Tab") event.stopPropagation();
  });
  let whole; // the widget itself, which knows whether its kernel lives; a card has no layout, and gets no class that says so
  (async () => { whole = await model.widget_manager?.get_model?.(model.get("own_id")); })().catch(() => {});
  const lose = () => setTimeout(() => {
    const last = panels.filter((one) => !one.root.hidden).at(-1)?.root;
    if (!last || (whole?.comm_live !== false && !el.closest(".jupyter-widgets-disconnected"))) return;
    const said = root.querySelector(".asleep") || make("p", "asleep", last);
    said.setAttribute("role", "alert");
    said.textContent = words.lost;
    calm();
    root.classList.add("lost");
    // What was written, and the lesson code, can still be copied.
    for (const node of root.querySelectorAll(".fishlab-panel > .part:not(.code) :is(input, button)")) node.disabled = true;
  });
  model.on("change:rev change:heard", refresh);
  model.on("comm_live_update", lose);
  refresh();
  return () => {
    model.off("change:rev change:heard", refresh);
    model.off("comm_live_update", lose);
    beside.shut();
    life.abort();
    root.remove();
  };
}

export default { initialize: watchGivenUp, render };
