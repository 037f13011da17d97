// Asks the Jupyter server that shows this page to open a class, and shows how to come in: the address as this browser
// sees the server, which is right behind a proxy too.
function jupyter() {
  const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");
  const xsrf = /(?:^|; )_xsrf=([^;]*)/.exec(document.cookie)?.[1] || "";
  const headers = { "Content-Type": "application/json", "X-XSRFToken": xsrf };
  if (config.token) headers.Authorization = `token ${config.token}`;
  return { base: new URL(`${config.baseUrl || "/"}fishlab/`, window.location.href).href, headers };
}

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/;

async function open(model, root, which = { room: model.get("room") }) {
  const { base, headers } = jupyter(), text = model.get("text");
  root.replaceChildren();
  make("p", "", root, { textContent: text.opening }).setAttribute("role", "status");
  const asked = { method: "POST", headers, credentials: "same-origin", body: JSON.stringify({ here: base, ...which, language: model.get("language") }) };
  const answer = await fetch(`${base}open`, asked).catch(() => null);
  const told = await answer?.json().catch(() => ({}));
  root.replaceChildren();
  if (!answer?.ok) {
    const why = told?.message || text.trouble;
    make("p", "trouble", root, { textContent: why }).setAttribute("role", "alert");
    return;
  }
  if (told.left) {
    make("p", "", root, { textContent: slots(text[told.left.how], told.left) }).setAttribute("role", "status");
    const offer = (words, wanted) => make("button", "desk", root, { type: "button", textContent: slots(words, told.left) }).addEventListener("click", () => open(model, root, wanted));
    if (told.left.how === "running") make("a", "desk", root, { href: told.left.desk, target: "fishlab-desk", textContent: text.show });
    else offer(told.left.how === "over" ? text.again : text.go_on, { room: told.left.room });
    offer(text.anew, { new: true });
    return;
  }
  make("div", "code", root).innerHTML = told.code; // a picture that Python has drawn
  const words = make("div", "", root);
  if (LOCAL.test(new URL(base).hostname)) make("p", "trouble", words, { textContent: text.local });
  make("p", "", words, { textContent: text.address });
  make("p", "large", words, { textContent: base });
  make("p", "", words, { textContent: text.word });
  make("p", "large", words, { textContent: told.word });
  make("a", "desk", words, { href: base + told.desk, target: "fishlab-desk", textContent: text.desk });
  make("p", "small", words, { textContent: text.where.replace("{room}", () => told.room) });
}

export default {
  render({ model, el }) {
    const root = make("div", "fishlab fishlab-live fishlab-classroom", el);
    const button = make("button", "desk", root, { type: "button", textContent: model.get("text").open });
    button.addEventListener("click", () => open(model, root));
    return () => root.remove();
  },
};
