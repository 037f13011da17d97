// What happened since a person's last move. In two columns it fills the room that is free on the desk with whole lines:
// what came first, for that is what came of one's own move, and the newest. Of what has no room a button opens all, over
// what stands below: nothing is chosen there.
function newsBox({ news, body, button, text }) {
  let lines = [], built = "";
  const put = (sheet, box = {}) => Object.assign(sheet.style, { left: "", top: "", width: "", maxHeight: "", ...box });
  const needs = (item, line) => Math.round(item.offsetHeight / line);

  // Lines that have no room are still heard.
  function shorten(sheet, high) {
    const items = [...sheet.querySelectorAll("li")], newest = items.at(-1), first = items[0];
    const line = parseFloat(getComputedStyle(newest).lineHeight);
    sheet.hidden = high + 1 < line;
    const slim = high < 2 * line;
    news.classList.toggle("slim", slim);
    let left = slim ? 1 : Math.floor((high - sheet.firstChild.offsetHeight + 1) / line);
    const fits = (item) => needs(item, line) <= left;
    const take = (item) => { left -= needs(item, line); };
    if (items.reduce((sum, item) => sum + needs(item, line), 0) <= left && !slim) return false;
    if (!fits(newest) || slim) newest.style.setProperty("--lines", Math.max(1, left));
    newest.classList.toggle("short", !fits(newest) || slim);
    take(newest);
    const opens = items.length > 1 && left > 1 && fits(first);
    if (opens) take(first);
    let full = false;
    for (const item of items.slice(opens ? 1 : 0, -1).reverse()) {
      full ||= !fits(item);
      if (!full) take(item);
      item.classList.toggle("away", full);
    }
    first.classList.toggle("gap", opens && full);
    return items.length > 1 || newest.scrollWidth > newest.clientWidth || newest.scrollHeight > newest.clientHeight + 1;
  }

  function build(high) {
    const held = news.contains(document.activeElement);
    news.replaceChildren();
    news.className = lines.length ? "news" : "news none";
    if (!lines.length) return;
    const sheet = make("div", "sheet", news), title = make("b", "", sheet), list = make("ol", "", sheet);
    sheet.setAttribute("role", "group");
    sheet.setAttribute("aria-label", text.since);
    make("span", "", title, { textContent: text.since });
    const all = button(title, slots(text.all_news, { count: lines.length }), () => open(sheet, all), "all");
    all.setAttribute("aria-expanded", "false");
    for (const words of lines) make("li", "", list, { textContent: words });
    news.classList.toggle("cut", high < Infinity && shorten(sheet, high));
    if (held) all.focus({ preventScroll: true });
  }

  function open(sheet, all) {
    if (news.classList.contains("open")) {
      news.classList.remove("open");
      built = "";
      return fit();
    }
    const base = body.getBoundingClientRect(), { left, top, width } = sheet.getBoundingClientRect();
    news.classList.remove("slim");
    news.classList.add("open");
    for (const item of sheet.querySelectorAll("li")) item.className = "";
    put(sheet, { left: `${left - base.left}px`, top: `${top - base.top}px`, width: `${width}px`, maxHeight: `${base.bottom - top - 8}px` });
    all.setAttribute("aria-expanded", "true");
  }

  function fit() {
    if (news.classList.contains("open")) return;
    const high = getComputedStyle(news).overflowY === "hidden" ? news.clientHeight : Infinity;
    const now = JSON.stringify([lines, high]);
    if (now !== built) build(high);
    built = now;
  }

  function fill(words) {
    lines = words;
    built = "";
    news.className = lines.length ? "news" : "news none";
  }
  return { fill, fit };
}
