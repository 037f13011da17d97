// Trust on a site, where no server signs notebooks, and a file can say of itself that it is trusted. A lesson is ours if its code
// is that of the file which the site itself has, or what this person's own page has run and saved under this name.
const signedAs = (path) => `fishlab-signed ${path}`;

const codeOf = (cells) => JSON.stringify(cells.filter((cell) => cell.cell_type === "code").map((cell) => [].concat(cell.source).join("")));
const here = (panel) => codeOf(panel.content.model.toJSON().cells);

// Whether a lesson may be run: `files` is where the site has its own.
export async function isOurs(panel, files) {
  const path = panel.context.path, code = here(panel);
  try {
    if (localStorage.getItem(signedAs(path)) === code) return true;
  } catch {
    // no storage: only what the site has
  }
  const place = files + path.split("/").map(encodeURIComponent).join("/");
  const found = await fetch(place, { cache: "no-cache" }).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  return !!found && codeOf(found.cells ?? []) === code;
}

// Sign a lesson that may be run whenever it is saved, as a Jupyter server does.
export function sign(panel) {
  panel.context.saveState.connect((_, state) => {
    if (state !== "completed") return;
    try {
      localStorage.setItem(signedAs(panel.context.path), here(panel));
    } catch {
      // no storage: it is run by hand next time
    }
  });
}
