// Asks the Jupyter server that shows this page to open a class, and shows how to come in: the address as this browser
// sees the server, which is right behind a proxy too.
function jupyter() {
  const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");
  const xsrf = /(?:^|; )_xsrf=([^;]*)/.exec(document.cookie)?.[1] || "";
  const headers = { "Content-Type": "application/json", "X-XSRFToken": xsrf };
  if (config.token) headers.Authorization = `token ${config.token}`;
  return { base: new URL(`${config.baseUrl || "/"}fishlab/`, window.location.href).href, headers };
}

async function open(model, root) {
  const { base, headers } = jupyter();
  const asked = { method: "POST", headers, credentials: "same-origin", body: JSON.stringify({ here: base, room: model.get("room") }) };
  const answer = await fetch(`${base}open`, asked).catch(() => null);
  const told = await answer?.json().catch(() => ({}));
  root.replaceChildren();
  if (!answer?.ok) {
    const why = told?.message || "This Jupyter server cannot open a class: enable its extension with “jupyter server extension enable fishlab_widgets” and start it again.";
    make("p", "trouble", root, { textContent: why }).setAttribute("role", "alert");
    return;
  }
  make("div", "code", root).innerHTML = told.code; // a picture that Python has drawn
  const words = make("div", "", root);
  make("p", "", words, { textContent: "Students open in a browser" });
  make("p", "large", words, { textContent: base });
  make("p", "", words, { textContent: "and type the word" });
  make("p", "large", words, { textContent: told.word });
  make("a", "desk", words, { href: base + told.desk, target: "fishlab-desk", textContent: "Open the desk" });
  make("p", "small", words, { textContent: `The room is in ${told.room}. The class is open for as long as this Jupyter server runs.` });
}

export default {
  render({ model, el }) {
    const root = make("div", "fishlab fishlab-live fishlab-classroom", el);
    make("p", "", root, { textContent: "Opening the class …" }).setAttribute("role", "status");
    open(model, root);
    return () => root.remove();
  },
};
