// "Open a class" in JupyterLab's launcher and among its commands. Where the server cannot open a class there is no entry.
import { FISH } from "./fish.js";
import { ask, course } from "./server.js";

const COMMAND = "fishlab:open-class";

// A class that is running elsewhere, was not finished because its server ended, or was over not long ago comes before a new one.
const OFFERS = { running: "show", left: "go_on", over: "again" };

async function choose(text, left, { showDialog, Dialog }) {
  const words = (name) => text[name].replace(/\{(\w+)\}/g, (slot, key) => left[key] ?? slot), { how, room, desk } = left;
  const old = words(OFFERS[how]), wanted = desk ? { desk } : { room };
  if (!showDialog) return window.confirm(`${words(how)}\n${old}?`) ? wanted : { new: true };
  const buttons = [Dialog.cancelButton(), Dialog.okButton({ label: words("anew") }), Dialog.okButton({ label: old })];
  const { button } = await showDialog({ title: text.open, body: words(how), buttons, defaultButton: how === "over" ? 1 : 2 });
  return button.accept ? (button.label === old ? wanted : { new: true }) : null;
}

// A desk that waits in its window is left alone until here; a click lets a window open.
function show(desk) {
  if (!window.open(desk, "fishlab-desk")) window.location = desk;
}

async function open(text, utils, which = {}) {
  const { base, answer } = ask("open", "POST", which);
  const found = await answer.catch(() => null), told = await found?.json().catch(() => null);
  if (found?.ok && told?.left) {
    const chosen = await choose(text, told.left, utils);
    return chosen?.desk ? show(chosen.desk) : chosen && open(text, utils, chosen);
  }
  if (found?.ok && told) return show(base + told.desk);
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
