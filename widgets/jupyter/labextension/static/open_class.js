// "Open a class" in JupyterLab's launcher and among its commands. Where the server cannot open a class there is no entry.
import { FISH } from "./fish.js";
import { ask, course } from "./server.js";

const COMMAND = "fishlab:open-class";

// A class that was not finished, because the server ended, or that was over not long ago, is offered before a new one.
async function choose(text, { time, room, how }, { showDialog, Dialog }) {
  const words = (name) => text[name].replace("{time}", time), old = words(how === "over" ? "again" : "go_on");
  if (!showDialog) return window.confirm(old) ? { room } : { new: true };
  const buttons = [Dialog.cancelButton(), Dialog.okButton({ label: words("anew") }), Dialog.okButton({ label: old })];
  const { button } = await showDialog({ title: text.open, body: words(how), buttons, defaultButton: how === "over" ? 1 : 2 });
  return button.accept ? (button.label === old ? { room } : { new: true }) : null;
}

async function open(text, utils, which = {}) {
  const { base, answer } = ask("open", "POST", which);
  const found = await answer.catch(() => null), told = await found?.json().catch(() => null);
  if (found?.ok && told?.left) {
    const chosen = await choose(text, told.left, utils);
    return chosen && open(text, utils, chosen);
  }
  if (found?.ok && told) {
    // a desk that waits in its window is left alone until here; the click still lets a window open
    if (!window.open(base + told.desk, "fishlab-desk")) window.location = base + told.desk;
    return;
  }
  const why = told?.message || text.trouble;
  await (utils.showErrorMessage ? utils.showErrorMessage(text.open, why) : window.alert(why));
}

export default async function plugin(shared) {
  const names = ["launcher", "apputils", "ui-components"].map((name) => `@jupyterlab/${name}`);
  const [{ ILauncher }, utils, { LabIcon }] = await Promise.all(names.map(shared));
  if (!ILauncher) return null;
  return {
    id: COMMAND,
    optional: [ILauncher, utils.ICommandPalette].filter(Boolean),
    activate: async (app, launcher, palette) => {
      if ((await course())?.files) return; // a site has no server that could
      const found = await ask("open").answer.catch(() => null);
      if (!found?.ok) return;
      const text = await found.json();
      const icon = LabIcon && new LabIcon({ name: "fishlab:class", svgstr: FISH });
      app.commands.addCommand(COMMAND, { label: text.open, caption: text.about, icon, execute: () => open(text, utils) });
      launcher?.add({ command: COMMAND, category: "Other", rank: 0 });
      palette?.addItem({ command: COMMAND, category: "Fishlab" });
    },
  };
}
