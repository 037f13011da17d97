// "Open a class" in JupyterLab's launcher and among its commands. Written by hand as the container that Lab expects of an
// extension, so that nothing has to be built. Where the server cannot open a class, or Lab has changed, there is no entry.
(() => {
  const NAME = "fishlab", COMMAND = "fishlab:open-class";
  const FISH = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path class="jp-icon3" fill="#0072B2" d="M2 12c3-5 9-7 14-3l5-4v14l-5-4c-5 4-11 2-14-3z"/><circle cx="8" cy="11" r="1.2" fill="#fff"/></svg>';
  let scope = null;

  async function shared(name) {
    const versions = Object.values(scope[name] || {});
    return versions.length ? (await versions[0].get())() : {};
  }

  function ask(method, body) {
    const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");
    const base = new URL(`${config.baseUrl || "/"}fishlab/`, window.location.href).href;
    const xsrf = /(?:^|; )_xsrf=([^;]*)/.exec(document.cookie)?.[1] || "";
    const headers = { "Content-Type": "application/json", "X-XSRFToken": xsrf };
    if (config.token) headers.Authorization = `token ${config.token}`;
    const sent = body ? JSON.stringify({ ...body, here: base }) : undefined;
    return { base, answer: fetch(`${base}open`, { method, headers, credentials: "same-origin", body: sent }) };
  }

  async function open(text, showErrorMessage) {
    const desk = window.open("", "fishlab-desk"); // at once: a window that opens later is blocked
    const { base, answer } = ask("POST", {});
    const found = await answer.catch(() => null), told = await found?.json().catch(() => null);
    if (found?.ok && told) {
      if (desk) desk.location = base + told.desk;
      else window.location = base + told.desk;
      return;
    }
    desk?.close();
    const why = told?.message || text.trouble;
    await (showErrorMessage ? showErrorMessage(text.open, why) : window.alert(why));
  }

  async function activate(app, launcher, palette, LabIcon, showErrorMessage) {
    const found = await ask("GET").answer.catch(() => null);
    if (!found?.ok) return;
    const text = await found.json();
    const icon = LabIcon && new LabIcon({ name: "fishlab:class", svgstr: FISH });
    app.commands.addCommand(COMMAND, { label: text.open, caption: text.about, icon, execute: () => open(text, showErrorMessage) });
    launcher?.add({ command: COMMAND, category: "Other", rank: 0 });
    palette?.addItem({ command: COMMAND, category: "Fishlab" });
  }

  async function plugins() {
    try {
      const names = ["launcher", "apputils", "ui-components"].map((name) => `@jupyterlab/${name}`);
      const [{ ILauncher }, { ICommandPalette, showErrorMessage }, { LabIcon }] = await Promise.all(names.map(shared));
      if (!ILauncher) return [];
      return [{
        id: "fishlab:open-class",
        autoStart: true,
        optional: [ILauncher, ICommandPalette].filter(Boolean),
        activate: (app, launcher, palette) => {
          activate(app, launcher, palette, LabIcon, showErrorMessage).catch((error) => console.warn("Fishlab:", error));
        },
      }];
    } catch (error) {
      console.warn("Fishlab:", error);
      return [];
    }
  }

  const extension = async () => {
    const found = await plugins();
    return () => ({ __esModule: true, default: found });
  };
  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB[NAME] = { init: (given) => { scope = given; }, get: extension };
})();
