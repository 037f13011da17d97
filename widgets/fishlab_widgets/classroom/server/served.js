// A page of the class server: it keeps a socket open, shows the models that the server mounts with the widgets' own
// scripts, and connects again by itself when the network or the server was away. Nothing is kept here: after a break the
// server mounts everything anew.
const BEAT = 1500, ANSWER = 1000, PATIENCE = 4500, AGAIN = [200, 500, 1000, 1500];
const { socket: path, version, lost, quiet, waits, unsent, talkative } = document.body.dataset;
const root = document.getElementById("models"), banner = document.getElementById("banner");
const address = new URL(path, document.baseURI);
address.searchParams.set("here", document.baseURI); // where the browser sees the class, also behind a proxy
address.protocol = address.protocol === "https:" ? "wss:" : "ws:";

const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => { document.body.dataset.jpThemeLight = String(!dark.matches); };
dark.addEventListener("change", dress);
dress();

let socket = null, heard = 0, asked = 0, tries = 0, later = 0, lostAt = 0, touched = 0, looking = false;
const isQuiet = () => asked > heard && Date.now() - asked >= ANSWER;
const shown = new Map();

class Model {
  constructor(name, state) {
    Object.assign(this, { name, values: { ...state }, listeners: new Map() });
  }
  get(name) { return this.values[name]; }
  set(name, value) { this.values[name] = value; }
  save_changes() {}
  send(content) {
    const open = socket?.readyState === WebSocket.OPEN;
    if (open) socket.send(JSON.stringify({ model: this.name, msg: content }));
    if (Date.now() - touched > 1000) return; // nobody's click
    if (!open) say(unsent);
    else if (isQuiet() || !navigator.onLine) say(waits);
  }
  on(name, act) { this.listeners.set(name, [...(this.listeners.get(name) || []), act]); }
  off(name, act) { this.listeners.set(name, (this.listeners.get(name) || []).filter((one) => one !== act)); }
  tell(name, ...what) { for (const act of this.listeners.get(name) || []) act(...what); }
  take(state) {
    Object.assign(this.values, state);
    for (const name of Object.keys(state)) this.tell(`change:${name}`);
  }
}

function unmount(name) {
  const one = shown.get(name);
  if (!one) return;
  shown.delete(name);
  one.unmount?.();
  one.el.remove();
}

async function mount({ mount: name, script, state }) {
  unmount(name);
  const el = document.createElement("div");
  el.className = "fishlab-frame";
  el.dataset.model = name;
  const one = { model: new Model(name, state), el, unmount: null };
  shown.set(name, one);
  root.append(el);
  const module = await import(new URL(`static/${script}?v=${version}`, document.baseURI));
  if (shown.get(name) !== one) return;
  one.unmount = await module.default.render({ model: one.model, el });
}

const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer;
function take(told) {
  if (told.mount) return mount(told);
  if (told.unmount) return unmount(told.unmount);
  if (told.reload) return window.location.reload();
  if (told.wait !== undefined) return say(told.wait);
  const model = shown.get(told.model)?.model;
  if (!model) return;
  if (told.state) model.take(told.state);
  if (told.msg !== undefined) model.tell("msg:custom", told.msg, (told.buffers || []).map(bytes));
}

function say(words) {
  banner.hidden = !words;
  if (banner.textContent !== words) banner.textContent = words;
}

// Firefox makes each new socket to an address where others failed wait longer, up to a minute: so once the server was
// away, a page looks whether it answers at all before it opens one.
async function answers() {
  const text = new URL(`static/served.js?v=${version}`, document.baseURI);
  try {
    return (await fetch(text, { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE) })).status < 500;
  } catch {
    return false;
  }
}
const again = () => { later = setTimeout(connect, AGAIN[Math.min(tries++, AGAIN.length - 1)]); };

async function connect() {
  clearTimeout(later);
  if (looking || (socket && socket.readyState <= WebSocket.OPEN)) return;
  if (lostAt) {
    looking = true;
    const there = await answers();
    looking = false;
    if (!there) return again();
  }
  const mine = socket = new WebSocket(address);
  heard = Date.now();
  mine.addEventListener("open", () => {
    for (const name of [...shown.keys()]) unmount(name);
    [tries, lostAt] = [0, 0];
    say("");
  });
  mine.addEventListener("message", (event) => {
    if (mine !== socket) return;
    heard = Date.now();
    if ([quiet, waits].includes(banner.textContent)) say("");
    if (event.data !== "beat") take(JSON.parse(event.data));
  });
  mine.addEventListener("close", (event) => { if (mine === socket) lose(event.code); });
}

function lose(code) {
  socket = null;
  lostAt ||= Date.now();
  if (code === 4401) return window.location.reload(); // the word has changed, or the teacher's secret
  if (code === 4429) say(talkative);
  else if (code !== 4503) say(lost);
  if (code === 4503 || code === 4429) later = setTimeout(connect, 3000);
  else again();
}

// A connection that was cut without a word, or slept with the device, is given up and made anew.
function beat() {
  if (!socket) return;
  if (Date.now() - heard > PATIENCE * (socket.readyState === WebSocket.CONNECTING ? 3 : 1)) {
    const old = socket;
    socket = null;
    old.close();
    lose(0);
  } else if (socket.readyState === WebSocket.OPEN) {
    if (asked <= heard) asked = Date.now();
    socket.send("beat");
    setTimeout(tellQuiet, ANSWER + 50);
  }
}
function tellQuiet() {
  if (banner.hidden && socket && isQuiet()) say(quiet);
}
window.addEventListener("offline", () => banner.hidden && say(quiet));
for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => { touched = Date.now(); }, true);
setInterval(beat, BEAT);
for (const [node, type] of [[window, "online"], [document, "visibilitychange"], [window, "pageshow"]])
  node.addEventListener(type, () => {
    if (document.visibilityState !== "visible") return;
    tries = 0;
    beat();
    if (!socket) connect();
  });
connect();
