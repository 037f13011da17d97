"""Binder without Docker: a virtual environment that is filled as repo2docker fills its image, and served likewise.

Binder begins with packages of its own choice, installs binder/requirements.txt over them, runs binder/postBuild, and
starts JupyterLab by binder/start under an address of its own behind a proxy.
"""

from __future__ import annotations

import importlib.util
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import browser
import pins

PREFIX = "/user/fish-lab-x7k2/"
CONDA = {"jupyterhub-base": "jupyterhub", "jupyterhub-singleuser": "jupyterhub"}
"""What conda calls otherwise than pip does."""


def base_folder() -> Path:
    """Return where repo2docker keeps the packages that it begins with."""
    found = importlib.util.find_spec("repo2docker")
    assert found is not None
    return Path(str(found.origin)).parent / "buildpacks" / "conda"


def locked() -> dict[str, str]:
    """Return the Python packages of Binder's base and their versions, from repo2docker's own lock file."""
    lock = (base_folder() / f"environment.py-{pins.RUNTIME}-linux-64.lock").read_text(encoding="utf-8")
    found = re.findall(
        r"/(?:noarch|linux-64)/([\w.-]+)-([\d.]+\w*)-(?:\w*py|hd8ed1ab|hd843c07)\w*\.(?:conda|tar)", lock
    )
    return {CONDA.get(name, name).replace("_", "-"): version for name, version in found}


def asked_for() -> list[str]:
    """Return the packages that Binder's base asks for by name."""
    text = (base_folder() / f"environment.py-{pins.RUNTIME}.yml").read_text(encoding="utf-8")
    names = re.findall(r"^ *- ([\w-]+)==", text, re.MULTILINE)
    return sorted({CONDA.get(name, name).replace("_", "-") for name in names})


class Image:
    """The image: a copy of the project's files and an environment.

    Args:
        folder: an empty folder to build in.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.project, self.venv = folder, folder / "home" / "project", folder / "venv"
        self.python = self.venv / "bin" / "python"
        self.env = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "VIRTUAL_ENV"))},
            "PATH": f"{self.venv / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder / "home"),
            "UV_CACHE_DIR": os.environ.get("UV_CACHE_DIR", str(Path.home() / ".cache" / "uv")),  # not in the image
        }

    def build(self) -> None:
        """Do what repo2docker's Dockerfile does, step by step."""
        self._copy_project()
        subprocess.run([sys.executable, "-m", "venv", str(self.venv)], check=True)
        versions = locked()
        constraints = self.folder / "base.txt"
        constraints.write_text("".join(f"{name}=={version}\n" for name, version in versions.items()), encoding="utf-8")
        self._install("-c", str(constraints), *(f"{name}=={versions[name]}" for name in asked_for()))
        self._install("-r", "binder/requirements.txt")
        self._run("./binder/postBuild")

    def check(self) -> str:
        """Return what pip has against the installation; "" if nothing."""
        done = subprocess.run(
            [str(self.python), "-m", "pip", "check"], env=self.env, capture_output=True, text=True, check=False
        )
        return "" if done.returncode == 0 else done.stdout

    def megabytes(self) -> float:
        """Return how large it is: packages and project, without the system beneath."""
        return sum(path.lstat().st_size for path in self.folder.rglob("*") if not path.is_symlink()) / 1e6

    def _copy_project(self) -> None:
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"],
            cwd=browser.ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        for name in listed.stdout.splitlines():
            if (browser.ROOT / name).is_file():
                (self.project / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(browser.ROOT / name, self.project / name)

    def _install(self, *words: str) -> None:
        quick = importlib.util.find_spec("uv") is not None
        tool = [sys.executable, "-m", "uv", "pip", "install", "--python", str(self.python), "--quiet"]
        self._run(*(tool if quick else [str(self.python), "-m", "pip", "install", "--quiet", "--no-cache-dir"]), *words)

    def _run(self, *command: str) -> None:
        done = subprocess.run(command, cwd=self.project, env=self.env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


class Session:
    """A session of the image, as a browser meets it: behind a proxy, under an address of its own, with a token."""

    def __init__(self, image: Image) -> None:
        self.token, port, self.port = secrets.token_hex(16), browser.free_port(), browser.free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        command = [
            "./binder/start", "jupyter-lab", "--ip=127.0.0.1", f"--port={port}", "--no-browser", "--allow-root",
            f"--ServerApp.base_url={PREFIX}", f"--IdentityProvider.token={self.token}", "--ServerApp.allow_origin=*",
            "--expose-app-in-browser",
        ]  # fmt: skip
        begun = time.monotonic()
        self.log = (image.folder / "session.log").open("w")
        self.process = subprocess.Popen(
            command, cwd=image.project, env=image.env, stdout=self.log, stderr=subprocess.STDOUT, start_new_session=True
        )
        self.proxy = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=forward, args=(self.proxy, port), daemon=True).start()
        while not self._answers():
            assert self.process.poll() is None, (image.folder / "session.log").read_text()[-2000:]
            time.sleep(0.1)
        self.seconds = time.monotonic() - begun

    def url(self, page: str) -> str:
        """Return the address of a page."""
        return f"{self.address}{PREFIX}{page}?token={self.token}"

    def megabytes(self) -> float:
        """Return the memory of the server and its kernels, shared parts counted once."""
        total = 0
        for status in Path("/proc").glob("[0-9]*/smaps_rollup"):
            try:
                if os.getsid(int(status.parent.name)) in self._sessions():
                    found = re.search(r"^Pss: +(\d+) kB", status.read_text(), re.MULTILINE)
                    total += int(found[1]) if found else 0
            except (OSError, ProcessLookupError):
                continue
        return total / 1000

    def _sessions(self) -> set[int]:
        """Return the process groups of the server and of its children: a kernel has one of its own."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return {self.process.pid, *map(int, children.read_text().split())}

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(self.url("api"), timeout=5)
        except urllib.error.HTTPError:
            return True
        except (urllib.error.URLError, OSError):
            return False
        return True

    def stop(self) -> None:
        """End the session."""
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.proxy.close()
        self.log.close()


def forward(proxy: socket.socket, port: int) -> None:
    """Pass on all that comes to a proxy, both ways, as Binder's does: the address stays whole."""

    def pump(source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        finally:
            for end in (source, target):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue

    while True:
        try:
            near, _ = proxy.accept()
        except OSError:
            return
        try:
            far = socket.create_connection(("127.0.0.1", port))
        except OSError:
            near.close()
            continue
        for pair in ((near, far), (far, near)):
            threading.Thread(target=pump, args=pair, daemon=True).start()
