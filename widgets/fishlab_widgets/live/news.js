// What happened since a person's last move. In two columns it fills the room that is free on the desk with whole lines: those
// that weigh most, of the same weight the newest, in the order of time. Of what has no room a button opens all, over what
// stands below: nothing is chosen there. Escape, a move and another width close it again.
const SLIGHT = 0; // the weight of what is left out wherever room is short
const MINE = 3;
// The last move of each of the others comes before what one did oneself, after losses and one's own points.
const rank = ({ weight, latest }) => (latest ? Math.max(weight, MINE + 0.5) : weight);
function newsBox({ news, body, button, text, moved }) {
  let lines = [], label = "", built = "", opened = "";
  // On a phone the list stands below the board: the weightiest line, under the prompt, leads there.
  const latest = button(body, "", () => {
    const sheet = news.querySelector(".sheet");
    sheet.scrollIntoView({ block: "center" });
    sheet.focus({ preventScroll: true });
  }, "latest");
  body.firstChild.after(latest);
  const put = (sheet, box = {}) => Object.assign(sheet.style, { left: "", top: "", width: "", maxHeight: "", ...box });
  const needs = (item, line) => Math.round(item.offsetHeight / line);
  const isOpen = () => news.classList.contains("open");
  const measured = () => { const { width, height } = body.getBoundingClientRect(); return `${width} ${height}`; };

  // Lines that have no room are still heard.
  function shorten(sheet, all, high) {
    const items = [...sheet.querySelectorAll("li")], weight = (item) => rank(lines[items.indexOf(item)]);
    const line = parseFloat(getComputedStyle(items[0]).lineHeight);
    sheet.hidden = high + 1 < line;
    const slim = high < 2 * line;
    news.classList.toggle("slim", slim);
    let left = slim ? 1 : Math.floor((high - sheet.firstChild.offsetHeight + 1) / line);
    const fits = (item) => needs(item, line) <= left;
    if (items.reduce((sum, item) => sum + needs(item, line), 0) <= left && !slim) return false;
    const [first, ...others] = [...items].reverse().sort((one, other) => weight(other) - weight(one)), short = !fits(first) || slim;
    if (short) first.style.setProperty("--lines", Math.max(1, left));
    first.classList.toggle("short", short);
    left -= needs(first, line);
    for (const item of others) {
      const away = weight(item) === SLIGHT || !fits(item);
      if (!away) left -= needs(item, line);
      item.classList.toggle("away", away);
    }
    const seen = items.filter((item) => !item.classList.contains("away"));
    if (seen.length < items.length) all.textContent = slots(text.more_news, { count: items.length - seen.length });
    for (const item of seen.slice(0, -1)) item.classList.toggle("gap", item.nextSibling.classList.contains("away"));
    return items.length > 1 || first.scrollWidth > first.clientWidth || first.scrollHeight > first.clientHeight + 1;
  }

  function build(high) {
    const held = news.contains(document.activeElement);
    news.replaceChildren();
    news.className = lines.length ? "news" : "news none";
    if (!lines.length) return;
    const sheet = make("div", "sheet", news), title = make("b", "", sheet), list = make("ol", "", sheet);
    Object.assign(sheet, { role: "group", ariaLabel: label, tabIndex: -1 });
    make("span", "", title, { textContent: label });
    const all = button(title, text.whole_line, () => open(sheet, all), "all");
    all.setAttribute("aria-expanded", "false");
    for (const line of lines) make("li", "", list, { textContent: line.text });
    news.classList.toggle("cut", high < Infinity && shorten(sheet, all, high));
    if (held) (all.getClientRects().length ? all : body.parentNode).focus({ preventScroll: true });
  }

  function close() {
    news.classList.remove("open");
    built = "";
    fit();
    moved();
  }

  function open(sheet, all) {
    if (isOpen()) return close();
    const base = body.getBoundingClientRect(), { left, top, width } = sheet.getBoundingClientRect();
    news.classList.remove("slim");
    news.classList.add("open");
    for (const item of sheet.querySelectorAll("li")) item.className = "";
    put(sheet, { left: `${left - base.left}px`, top: `${top - base.top}px`, width: `${width}px`, maxHeight: `${base.bottom - top - 8}px` });
    all.setAttribute("aria-expanded", "true");
    opened = measured();
    moved();
  }

  body.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  }, true);

  function fit() {
    if (isOpen() && opened !== measured()) return close();
    if (isOpen()) return;
    const high = getComputedStyle(news).overflowY === "hidden" ? news.clientHeight : Infinity;
    const now = JSON.stringify([lines, high]);
    if (now !== built) build(high);
    built = now;
  }

  function fill(told, begun) {
    lines = told;
    label = begun ? text.since : text.so_far;
    built = "";
    news.className = lines.length ? "news" : "news none";
    latest.textContent = lines.reduceRight((most, line) => (rank(line) > rank(most) ? line : most), lines.at(-1) || { text: "" }).text;
    latest.title = label;
  }
  return { fill, fit, latest };
}

// The list of moves: those around the one that is shown, and all of the game for whoever asks.
function fillLog(log, lines, ask, count, text) {
  log.replaceChildren();
  if (ask) make("button", "whole", make("li", "", log), { type: "button", textContent: slots(text.whole_game, { count }), onclick: ask });
  for (const [number, words, place] of lines) {
    const item = make("li", `line ${place}`, log);
    make("i", "", item, { textContent: number });
    make("span", "", item, { textContent: words });
  }
  if (!lines.length) make("li", "line", log, { textContent: text.no_moves });
}

// The line under the board shows whole sentences: the newest that it has room for; the others are heard, and in the list.
function wholeSentences(line) {
  while (line.scrollWidth > line.clientWidth + 1) {
    const rest = [...line.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const end = rest ? rest.data.search(/(?<=[.!?]) (?=\p{Lu})/u) : -1;
    if (end < 0) return;
    rest.before(make("span", "heard", null, { textContent: rest.data.slice(0, end + 1) }));
    rest.data = rest.data.slice(end + 1);
  }
}
