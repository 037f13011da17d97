"""A real JupyterLab and a real Chromium, for the browser tests and for looking at pages.

`python tests/browser.py NOTEBOOK OUT.png [--width 1280] [--height 1000] [--dark]` takes screenshots of a notebook from
top to bottom: OUT-0.png, OUT-1.png and so on.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip

BROWSERS = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
)  # fmt: skip
PATIENCE = 300_000

READY = """async () => {
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  while (!window.jupyterapp) await sleep(50);
  await jupyterapp.restored;
  const answers = async (panel) => {
    const kernel = panel?.content?.model && panel.context.isReady && panel.sessionContext.isReady
      && panel.sessionContext.session?.kernel;
    return kernel && Promise.race([kernel.info.then(() => panel === jupyterapp.shell.currentWidget), sleep(1000)]);
  };
  while (!(await answers(jupyterapp.shell.currentWidget))) await sleep(50);
}"""
"""Waits until the notebook in front has a kernel that answers; the first in front may be closed for another."""
UNHURRIED = """(() => {
  const real = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
  Object.defineProperty(PointerEvent.prototype, 'timeStamp', {
    configurable: true, get() { return window.hurried ? 0 : real.get.call(this) + 1000; },
  });
})()"""
"""Clicks come a second after all that was shown, or, on a page that is `hurried`, before anybody could have read it."""
RUN_ALL = "async () => { await jupyterapp.commands.execute('notebook:run-all-cells'); }"


def ask_page(page: Any, script: str, arg: Any = None) -> Any:
    """Run a script in a page and return its answer; a page that does not answer is an error."""
    return page.evaluate(
        f"""(arg) => Promise.race([({script})(arg), new Promise((_, give_up) =>
          setTimeout(() => give_up(new Error('the page does not answer')), {PATIENCE}))])""",
        arg,
    )


def chromium() -> str:
    """Return the path of an installed Chromium or Chrome; empty to let Playwright use its own.

    The one without windows comes first: it opens a page with a quarter of the work.
    """
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    return ""


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def wait_for_port(port: int) -> None:
    """Wait until somebody listens on a port of this machine."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:
        with socket.socket() as sock:
            if sock.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError(f"nobody listens on port {port}")


class Server:
    """A Jupyter server of its own, with its own settings and a copy of the notebooks.

    `shipped` leaves every setting as people have it; else a notebook is drawn whole, so that tests can search it.
    """

    def __init__(self, folder: Path, app: str = "lab", *, shipped: bool = False) -> None:
        self.folder, self.app, self.token, self.port = folder, app, secrets.token_hex(8), free_port()
        self.shipped = shipped
        self.work = folder / "work"
        self.work.mkdir(parents=True, exist_ok=True)

    def env(self) -> dict[str, str]:
        """Return an environment in which Jupyter has folders of its own."""
        env = {**os.environ}
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
            place = self.folder / name.lower()
            place.mkdir(exist_ok=True)
            env[name] = str(place)
        return env

    def start(self) -> None:
        """Start the server and wait until it answers."""
        env = self.env()
        env["JUPYTER_PATH"] = str(ROOT / "widgets" / "fishlab_widgets" / "publish")  # our page of Voilà
        quiet = {"LanguageServerManager": {"autodetect": False}}  # else every page lets the server look for them by npm
        (self.folder / "jupyter_config_dir" / "jupyter_server_config.json").write_text(json.dumps(quiet))
        settings = self.folder / "jupyter_config_dir" / "labconfig"
        settings.mkdir(exist_ok=True)
        (settings / "page_config.json").write_text(
            '{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}'
        )
        if not self.shipped:
            (settings / "default_setting_overrides.json").write_text(
                '{"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}'
            )
        self.log = (self.folder / "server.log").open("w")
        self.process = subprocess.Popen(
            self.command(), env=env, stdout=self.log, stderr=subprocess.STDOUT, start_new_session=True
        )
        deadline = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.address}/api?token={self.token}", timeout=5)
                return
            except urllib.error.HTTPError:
                return  # it answers, if only with a refusal
            except (urllib.error.URLError, OSError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise RuntimeError(f"Jupyter did not start:\n{(self.folder / 'server.log').read_text()[-2000:]}")

    def command(self) -> list[str]:
        """Return the command that starts the server."""
        return [
            sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root", "--expose-app-in-browser",
            "--JupyterNotebookApp.expose_app_in_browser=True", "--VoilaConfiguration.template=fishlab",
            f"--ServerApp.port={self.port}", "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1",
            f"--IdentityProvider.token={self.token}", f"--ServerApp.root_dir={self.work}",
        ]  # fmt: skip

    def home(self, app: str) -> Server:
        """Return another front end of the same server: "notebook" (Notebook 7) or "voila"."""
        other = copy.copy(self)
        other.app = app
        return other

    @property
    def address(self) -> str:
        """Where the server listens."""
        return f"http://127.0.0.1:{self.port}"

    def url(self, notebook: str) -> str:
        """Return the page of a notebook, in a workspace of its own."""
        if self.app == "notebook":
            return f"{self.address}/notebooks/{notebook}?token={self.token}"
        if self.app == "voila":
            return f"{self.address}/voila/render/{notebook}?token={self.token}"
        return f"{self.address}/lab/workspaces/w{uuid.uuid4().hex[:8]}/tree/{notebook}?reset&token={self.token}"

    def end_session(self, notebook: str) -> None:
        """End the kernel of a notebook; Voilà ends its kernels by itself."""
        if self.app == "voila":
            return
        for session in json.loads(self.ask("GET", "sessions")):
            if session["path"] == notebook:
                self.ask("DELETE", f"sessions/{session['id']}")

    def ask(self, method: str, what: str) -> bytes:
        """Ask the server for something, and return its answer."""
        address = f"{self.address}/api/{what}"
        asked = urllib.request.Request(address, method=method, headers={"Authorization": f"token {self.token}"})
        with urllib.request.urlopen(asked, timeout=PATIENCE / 1000) as answer:
            found: bytes = answer.read()
        return found

    def stop(self) -> None:
        """End the server and its kernels."""
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.log.close()


@contextmanager
def server(app: str = "lab", *, shipped: bool = False) -> Iterator[Server]:
    """Run a server for a while."""
    with tempfile.TemporaryDirectory(prefix="fishlab-", ignore_cleanup_errors=True) as name:
        one = Server(Path(name), app, shipped=shipped)
        one.start()
        try:
            yield one
        finally:
            one.stop()


def unhurried(opens: Callable[..., Any]) -> Callable[..., Any]:
    """Let every click on what is opened be meant: tests click sooner than anybody can read."""

    def opened(**given: Any) -> Any:
        one = opens(**given)
        one.add_init_script(UNHURRIED)
        if hasattr(one, "evaluate"):
            one.evaluate(UNHURRIED)  # the page that is open already
        return one

    return opened


@contextmanager
def browser() -> Iterator[Any]:
    """Run a browser for a while."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = chromium()
        one = playwright.chromium.launch(executable_path=path or None, args=FLAGS, timeout=PATIENCE)
        for name in ("new_page", "new_context"):
            setattr(one, name, unhurried(getattr(one, name)))
        try:
            yield one
        finally:
            one.close()


def set_theme(page: Any, *, dark: bool) -> None:
    """Turn JupyterLab dark or light."""
    if page.evaluate("() => document.body.dataset.jpThemeLight") == str(not dark).lower():
        return
    theme = f"JupyterLab {'Dark' if dark else 'Light'}"
    page.evaluate("(theme) => jupyterapp.commands.execute('apputils:change-theme', {theme})", theme)
    page.wait_for_selector(f"body[data-jp-theme-light={str(not dark).lower()}]", state="attached")


def close_side_bar(page: Any) -> None:
    """Close the list of files beside the notebook."""
    page.evaluate("() => { if (!jupyterapp.shell.leftCollapsed) jupyterapp.shell.collapseLeft(); }")


def wait_idle(page: Any) -> None:
    """Wait until no cell is waiting to run or running."""
    page.wait_for_function(
        """() => {
          const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map((p) => p.textContent);
          return document.querySelector('.jp-Cell') && !prompts.some((text) => text.includes('*'));
        }""",
        timeout=PATIENCE,
    )


def main() -> None:
    """Take screenshots of a whole notebook."""
    asked = argparse.ArgumentParser()
    asked.add_argument("notebook")
    asked.add_argument("out")
    asked.add_argument("--width", type=int, default=1280)
    asked.add_argument("--height", type=int, default=1000)
    asked.add_argument("--dark", action="store_true")
    given = asked.parse_args()
    with server() as one, browser() as chrome:
        shutil.copy(given.notebook, one.work)
        page = chrome.new_page(viewport={"width": given.width, "height": given.height})
        page.on("console", lambda message: message.type == "error" and print("console:", message.text))
        page.goto(one.url(Path(given.notebook).name))
        ask_page(page, READY)
        ask_page(page, RUN_ALL)
        set_theme(page, dark=given.dark)
        wait_idle(page)
        close_side_bar(page)
        page.wait_for_timeout(1500)
        outer = "document.querySelector('.jp-WindowedPanel-outer')"
        total = int(page.evaluate(f"() => {outer}.scrollHeight"))
        step = given.height - 120
        for number in range(-(-total // step)):
            page.evaluate(f"() => {{ {outer}.scrollTop = {number * step}; }}")
            page.wait_for_timeout(400)
            place = Path(given.out)
            page.screenshot(path=place.with_stem(f"{place.stem}-{number}"))
        print(f"{number + 1} pictures of {total} pixels in all")


if __name__ == "__main__":
    main()
