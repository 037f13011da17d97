// Fishlab in JupyterLab and Notebook 7. Written by hand as the container that Lab expects of an extension, so that nothing
// has to be built. Each part is a module of its own that returns a plugin; a part that fails, or does not fit this Lab, is left out.
(() => {
  const PARTS = ["open_class", "lessons", "course_panel"];
  let scope = null;

  async function shared(name) {
    const versions = Object.values(scope[name] || {});
    return versions.length ? (await versions[0].get())() : {};
  }

  async function plugin(part) {
    try {
      const found = await (await import(`./${part}.js`)).default(shared);
      if (!found) return [];
      const activate = async (...given) => {
        try {
          await found.activate(...given);
        } catch (error) {
          console.warn("Fishlab:", error);
        }
      };
      return [{ autoStart: true, ...found, activate: (...given) => void activate(...given) }];
    } catch (error) {
      console.warn("Fishlab:", error);
      return [];
    }
  }

  const extension = async () => {
    const found = (await Promise.all(PARTS.map(plugin))).flat();
    return () => ({ __esModule: true, default: found });
  };
  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB.fishlab = { init: (given) => { scope = given; }, get: extension };
})();
