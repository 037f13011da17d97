// Looks at every figure of a page as a reader sees it, and returns what contradicts the table below it.
// What an id in a picture says is written at the head of widgets/fishlab_widgets/charts/canvas.py.
() => {
  const NEAR = 1.6, SMALLEST = 12, LARGEST = 21; // pixels
  const number = (words) => {
    const found = /[-+]?\d+(\.\d+)?/.exec(String(words).replaceAll("−", "-").replaceAll(/(\d),(?=\d{3})/g, "$1"));
    return found ? Number(found[0]) : NaN;
  };
  const digits = (words) => (/\.(\d+)/.exec(words)?.[1] ?? "").length;
  const same = (one, other) =>
    Math.abs(number(one) - number(other)) <= 0.501 * (10 ** -digits(one) + 10 ** -digits(other)) ||
    (Number.isNaN(number(one)) && Number.isNaN(number(other)));
  const called = (short, long) => short === long || (short.endsWith("…") && long.startsWith(short.slice(0, -1)));
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const words = (node) => node.textContent.trim();
  const nearest = (ticks, place) =>
    ticks.reduce((best, tick) => (Math.abs(tick.at - place) < Math.abs(best.at - place) ? tick : best));
  const pitch = (ticks) => (ticks.length > 1 ? Math.abs(ticks[1].at - ticks[0].at) : 100);

  function look(figure) {
    const wrong = [];
    const say = (...told) => wrong.push(told.join(" "));
    const svg = figure.querySelector("[role=img] svg"), table = figure.querySelector("details table");
    const kinds = (figure.dataset.kind || "").split(" "), kind = kinds[0];
    if (!svg || !table) return ["no picture or no table"];
    const frame = svg.getBoundingClientRect();
    if (!frame.width) return ["is not displayed"];

    // What there is: the table, the parts of the picture by name, the axes by their ticks.
    const head = [...table.querySelectorAll("thead th")].map(words);
    const rows = [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map(words));
    const first = Number(table.dataset.first || 0);
    const at = figure.dataset.at === undefined ? rows.length - 1 : Number(figure.dataset.at) - first;
    if (!rows.length) say("the table is empty");
    const parts = new Map();
    for (const node of svg.querySelectorAll("[id]")) parts.set(node.id.replace(/^[^-]+-/, ""), node);
    const named = (pattern) =>
      [...parts].map(([name, node]) => [pattern.exec(name), node]).filter(([found]) => found);
    const flip = svg.getScreenCTM();
    const screen = ([x, y]) => [flip.a * x + flip.c * y + flip.e, flip.b * x + flip.d * y + flip.f];
    const put = (node) => screen([Number(node.getAttribute("x")), Number(node.getAttribute("y"))]);
    const corners = (node) =>
      [...(node.querySelector("path")?.getAttribute("d") || "").matchAll(/[ML] ([-\d.e]+) ([-\d.e]+)/g)].map((found) =>
        screen([Number(found[1]), Number(found[2])]));
    const edges = (node) => {
      const found = corners(node), xs = found.map(([x]) => x), ys = found.map(([, y]) => y);
      return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    };
    const ticks = (axis) =>
      named(new RegExp(`^${axis}tick_\\d+$`)).map(([, node]) => ({
        at: put(node.querySelector("use"))[axis === "x" ? 0 : 1],
        words: node.querySelector("text") ? words(node.querySelector("text")) : "",
        text: node.querySelector("text"),
      })).filter((tick) => tick.words);
    const across = ticks("x"), upwards = ticks("y");
    const scale = (axis) => {
      const known = axis.filter((tick) => !Number.isNaN(number(tick.words)));
      if (known.length < 2) return null;
      const [low, high] = [known[0], known.at(-1)];
      const one = (high.at - low.at) / (number(high.words) - number(low.words));
      return (value) => low.at + (value - number(low.words)) * one;
    };
    const x = scale(across), y = scale(upwards);
    const near = (one, other, told) =>
      Math.abs(one - other) <= NEAR || say(told, `stands at ${one.toFixed(1)}, not at ${other.toFixed(1)}`);

    // Whatever kind it is: all words are there, large enough, and apart.
    if (!figure.querySelector(".figure-title")?.textContent.trim()) say("has no title");
    if (kind !== "map")
      for (const axis of ["across", "upwards"])
        if (!parts.get(axis) || words(parts.get(axis)).length < 4) say(`does not say what it counts ${axis}`);
    const texts = [...svg.querySelectorAll("text")].filter(words);
    if (!texts.length) say("has no words");
    const boxes = texts.map((text) => text.getBoundingClientRect());
    texts.forEach((text, place) => {
      const box = boxes[place], size = parseFloat(getComputedStyle(text).fontSize) * flip.a;
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
        say(`“${words(text)}” is cut off`);
      if (size < SMALLEST - 0.05 || size > LARGEST) say(`“${words(text)}” has ${size.toFixed(1)} px`);
      const turned = /rotate\(-?(\d+)/.exec(text.getAttribute("transform") || "");
      if (turned && Number(turned[1])) return;
      for (let other = 0; other < place; other++) {
        const less = 0.22 * Math.min(box.height, boxes[other].height);
        const wide = Math.min(box.right, boxes[other].right) - Math.max(box.left, boxes[other].left);
        const high = Math.min(box.bottom, boxes[other].bottom) - Math.max(box.top, boxes[other].top) - less;
        if (wide > 1.5 && high > 1.5 && !/rotate\(-?[1-9]/.test(texts[other].getAttribute("transform") || ""))
          say(`“${words(text)}” covers “${words(texts[other])}”`);
      }
    });
    for (const tick of across.concat(upwards))
      if (!tick.text.getAttribute("transform")?.match(/rotate\(-?[1-9]/)) {
        const [tx, ty] = middle(tick.text);
        if (across.includes(tick) ? Math.abs(tx - tick.at) > 2.5 : Math.abs(ty - tick.at) > 3.5)
          say(`“${tick.words}” stands off its tick`);
      }
    const plot = parts.get("patch_2") && edges(parts.get("patch_2"));
    const inside = (px, py) =>
      !plot || (px > plot.left - NEAR && px < plot.right + NEAR && py > plot.top - NEAR && py < plot.bottom + NEAR);

    const levels = () => {
      for (const [[, which], node] of named(/^level-(\d+)$/)) {
        const told = words(parts.get(`level-name-${which}`)), value = told.split(" ").filter((one) => /\d/.test(one)).at(-1);
        const gap = Math.abs(corners(node)[0][0] - x(number(value)));
        if (gap > NEAR + Math.abs(x(0.5 * 10 ** -digits(value)) - x(0))) say(`“${told}” stands ${gap.toFixed(1)} px off`);
      }
    };

    const checks = {
      grid() {
        const cells = named(/^cell-(\d+)-(\d+)$/).map(([, node]) => [middle(node.querySelector("text")), words(node)]);
        for (const [[, count], node] of named(/^count-(\d+)$/))
          for (const sign of node.querySelectorAll("use")) cells.push([put(sign), count]);
        if (kind === "grid") {
          const names = [upwards.map((one) => one.words), across.map((one) => one.words)];
          if (String(names[0]) !== String(rows.map((row) => row[0]))) say(`rows are called ${names[0]}`);
          if (String(names[1]) !== String(head.slice(1))) say(`columns are called ${names[1]}`);
        }
        const known = kind === "pairs" ? rows.length : rows.flatMap((row) => row.slice(1)).filter((one) => one !== "–").length;
        if (cells.length !== known) say(`${cells.length} cells are shown, ${known} known`);
        const seen = new Set();
        for (const [[cx, cy], shown] of cells) {
          const up = nearest(upwards, cy), side = nearest(across, cx);
          seen.add(`${up.words} ${side.words}`);
          if (Math.abs(up.at - cy) > 0.25 * pitch(upwards)) say(`“${shown}” stands between two rows`);
          if (Math.abs(side.at - cx) > 0.25 * pitch(across)) say(`“${shown}” stands between two columns`);
          const row = rows.find((one) => one[0] === up.words && (kind === "grid" || one[1] === side.words));
          const value = row?.[kind === "pairs" ? 2 : head.indexOf(side.words)];
          if (!row || !same(shown, value)) say(`“${shown}” stands at ${up.words} and ${side.words}, where the table has ${value}`);
          if (kind === "pairs" && shown.includes("★") !== (row?.at(-1) === "yes"))
            say(`the star of ${up.words} among ${side.words} is wrong`);
        }
        if (seen.size !== cells.length) say("two numbers stand in one cell");
      },

      bars() {
        const bars = named(/^bar-(\d+)-(\d+)$/), columns = [...new Set(bars.map(([[, column]]) => Number(column)))];
        if (!bars.length || bars.length !== columns.length * rows.length) say(`${bars.length} bars for ${rows.length} rows`);
        if (String(across.map((one) => one.words)) !== String(rows.map((row) => row[0]))) say(`bars are called ${across.map((one) => one.words)}`);
        const base = rows.map(() => 0);
        for (const [[, column, row], node] of bars) {
          const box = edges(node), value = number(rows[row][column]), low = kinds.includes("stacked") ? base[row] : 0;
          const told = `the bar of ${head[column]} at ${rows[row][0]}`;
          near(value < 0 ? box.bottom : box.top, y(low + value), told);
          near(value < 0 ? box.top : box.bottom, y(low), `the foot of ${told}`);
          base[row] += kinds.includes("stacked") ? value : 0;
          const centre = (box.left + box.right) / 2;
          if (Math.abs(centre - across[row].at) > 0.5 * pitch(across)) say(`${told} is not there`);
          if (!inside(centre, box.top) || !inside(centre, box.bottom)) say(`${told} leaves the axes`);
        }
        for (const [[, column, row], node] of named(/^value-(\d+)-(\d+)$/)) {
          const shown = words(node), [cx] = middle(node.querySelector("text"));
          if (!same(/[-−+]?[\d.,]+/.exec(shown)?.[0], /[-−+]?[\d.,]+/.exec(rows[row][column])?.[0]))
            say(`“${shown}” stands at ${rows[row][0]}, where the table has ${rows[row][column]}`);
          if (nearest(across, cx) !== across[row]) say(`“${shown}” stands at another bar`);
        }
        const spot = (node) => [Math.round(node.getBoundingClientRect().top), node.getBoundingClientRect().left];
        const read = (a, b) => spot(a)[0] - spot(b)[0] || spot(a)[1] - spot(b)[1]; // line by line, from the left
        const legend = parts.get("legend_1") ? [...parts.get("legend_1").querySelectorAll("text")].sort(read).map(words) : [];
        if (columns.length > 1 && legend.length !== columns.length) say(`a legend of ${legend.length} for ${columns.length} kinds`);
        legend.forEach((one, place) => {
          if (!head[columns.sort((a, b) => a - b)[place]]?.startsWith(one)) say(`“${one}” in the legend is no column`);
        });
      },

      classes() {
        const bars = named(/^bar-1-(\d+)$/);
        if (bars.length !== rows.length) say(`${bars.length} bars for ${rows.length} classes`);
        for (const [[, row], node] of bars) {
          const box = edges(node), [from, to] = rows[row][0].split(" to ").map(number);
          near(box.left, x(from), `the class from ${from}`);
          near(box.right, x(to), `the class to ${to}`);
          near(box.top, y(number(rows[row][1])), `the class ${rows[row][0]}`);
        }
        levels();
      },

      lines() {
        const points = (column, from, to) => rows
          .map((row, place) => [place, number(row[0]), number(row[column])])
          .filter(([place, , value]) => place >= from && place <= to && !Number.isNaN(value))
          .map(([, when, value]) => [x(when), y(value)]);
        const away = ([px, py], line) => {
          let least = Math.hypot(px - line[0][0], py - line[0][1]);
          for (let n = 1; n < line.length; n++) {
            const [[ax, ay], [bx, by]] = [line[n - 1], line[n]], long = (bx - ax) ** 2 + (by - ay) ** 2;
            const part = long ? Math.max(0, Math.min(1, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / long)) : 0;
            least = Math.min(least, Math.hypot(px - ax - part * (bx - ax), py - ay - part * (by - ay)));
          }
          return least;
        };
        const follows = (name, line, wanted) => {
          const far = wanted.filter((point) => away(point, line) > NEAR).length;
          if (far) say(`${name} misses ${far} of ${wanted.length} values`);
          if (line.some(([px, py]) => !inside(px, py))) say(`${name} leaves the axes`);
        };
        const drawn = named(/^line-(\d+)$/);
        if (!drawn.length && head.length > 1) say("has no line");
        for (const [[, column], node] of drawn) {
          const later = parts.get(`later-${column}`), line = corners(node), wanted = points(column, 0, later ? at : rows.length);
          if (!wanted.length) { if (line.length) say(`a line for no value of ${head[column]}`); continue; }
          follows(head[column], line, wanted);
          if (later) follows(`later ${head[column]}`, corners(later), points(column, at, rows.length));
          if (!Number.isNaN(number(rows.at(-1)[column])) || later) near(line.at(-1)[1], wanted.at(-1)[1], `the end of ${head[column]}`);
          if (kinds.includes("steps") && (later ? corners(later) : line).at(-1)[0] - points(column, 0, rows.length).at(-1)[0] < 2.5)
            say(`the last step of ${head[column]} cannot be seen`);
        }
        const ends = named(/^end-(\d+)$/).map(([[, column], node]) => {
          const shown = words(node), value = rows[at][column], [, height] = middle(node.querySelector("text"));
          const last = rows.map((row) => number(row[column])).filter((one) => !Number.isNaN(one)).at(-1);
          const [name] = /^[^…]+…/.exec(shown) || [head[column]];
          if (!shown.startsWith(name) || !called(name, head[column])) say(`“${shown}” is not ${head[column]}`);
          const rest = shown.slice(name.length).trim();
          if (rest && !same(rest, value)) say(`“${shown}”, but the table has ${value}`);
          const sample = parts.get(`sample-${column}`), line = parts.get(`line-${column}`);
          if (Math.abs(corners(sample)[0][1] - height) > 3) say(`the piece of line before “${shown}” is off`);
          const style = (one) => {
            const css = getComputedStyle(one.querySelector("path")), wide = parseFloat(css.strokeWidth);
            return `${css.stroke} ${css.strokeDasharray.split(",").map((dash) => (parseFloat(dash) / wide).toFixed(1))}`;
          };
          if (style(sample) !== style(line)) say(`“${shown}” has ${style(sample)}, its line ${style(line)}`);
          return { shown, height, value: Number.isNaN(number(value)) ? last : number(value), known: !Number.isNaN(number(value)) };
        });
        ends.sort((one, other) => one.height - other.height);
        const known = ends.filter((one) => one.known);
        for (let n = 1; n < known.length; n++)
          if (known[n].value > known[n - 1].value) say(`“${known[n].shown}” stands below “${known[n - 1].shown}”`);
        for (const end of known)
          if (Math.abs(end.height - y(end.value)) > 24 * ends.length) say(`“${end.shown}” is far from its line`);
        for (const [[, column], node] of named(kinds.includes("steps") ? /^(?:dot|line)-(\d+)$/ : /^dot-(\d+)$/)) {
          const dot = node.querySelector("use");
          if (!dot && !parts.get("mark")) continue;
          if (Number.isNaN(number(rows[at][column]))) { if (dot) say(`a dot for no value of ${head[column]}`); continue; }
          const [dx, dy] = put(dot);
          if (Math.hypot(dx - x(number(rows[at][0])), dy - y(number(rows[at][column]))) > 2 * NEAR) say(`the dot of ${head[column]} is off`);
        }
        for (const [[, column], node] of named(/^now-(\d+)$/))
          if (!same(words(node).replace(/[^\d.,]/g, ""), rows[at][column].replace(/[−+-]/, ""))) say(`“${words(node)}”, but the table has ${rows[at][column]}`);
        if (parts.get("mark")) near(corners(parts.get("mark"))[0][0], x(number(rows[at][0])), "the mark");
        levels();
      },

      spans() {
        const means = named(/^mean-(\d+)/);
        if (means.length !== rows.length) say(`${means.length} marks for ${rows.length} rows`);
        for (const [[, row], node] of means) {
          const [px, py] = put(node.querySelector("use")), tick = nearest(upwards, py);
          if (!called(tick.words, rows[row][0])) say(`${rows[row][0]} stands beside ${tick.words}`);
          near(px, x(number(rows[row][1])), `the mark of ${rows[row][0]}`);
          if (!inside(px, py)) say(`the mark of ${rows[row][0]} leaves the axes`);
        }
        for (const [[, row], node] of named(/^told-(\d+)/)) {
          const tick = nearest(upwards, middle(node.querySelector("text"))[1]);
          if (!called(tick.words, rows[row][0])) say(`“${words(node)}” of ${rows[row][0]} stands beside ${tick.words}`);
          if (!same(/[-−]?[\d.]+/.exec(words(node))[0], rows[row][1])) say(`“${words(node)}”, but the table has ${rows[row][1]}`);
        }
        levels();
      },

      map() {
        const sides = named(/^across-(.+)$/).map(([[, name], node]) => ({ at: middle(node)[0], name, words: words(node) }));
        const ups = named(/^upwards-(.+)$/).map(([[, name], node]) => ({ at: middle(node)[1], name, words: words(node) }));
        const plots = named(/^plot-(.+)$/);
        if (!plots.length) say("has no numbers");
        for (const [[, plot], node] of plots) {
          const [cx, cy] = middle(node), side = nearest(sides, cx).words, up = nearest(ups, cy).words;
          if (side + up !== plot) say(`${plot} stands at ${side}${up}`);
          const value = rows.find((row) => row[0] === up)?.[head.indexOf(side)];
          if (words(node) !== value) say(`“${words(node)}” stands at ${side}${up}, where the table has ${value}`);
        }
      },
    };
    checks.pairs = checks.grid;
    if (!checks[kind]) say("does not say of what kind it is");
    else {
      try {
        checks[kind]();
      } catch (error) {
        say(`cannot be read: ${error.stack.slice(0, 160)}`);
      }
    }
    return wrong;
  }

  // A live piece keeps a still picture of itself, hidden as long as it lives.
  const asleep = (figure) => figure.closest(".fishlab-asleep") && !figure.getClientRects().length;
  const figures = [...document.querySelectorAll(".fishlab-figure")].filter((figure) => !asleep(figure));
  const wrong = figures.flatMap((figure, place) =>
    look(figure).map((one) => `figure ${place + 1} “${figure.querySelector(".figure-title")?.textContent}”: ${one}`));
  for (const stray of document.querySelectorAll('svg [id^="fig"][id$="-figure_1"]'))
    if (!stray.closest(".fishlab-figure")) wrong.push(`a figure without a table: ${stray.id}`);
  return { count: figures.length, kinds: figures.map((figure) => figure.dataset.kind), wrong };
}
