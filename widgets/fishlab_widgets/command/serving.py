"""Serving the course on this machine: a port that is free, JupyterLab on it, and one line that says where."""

from __future__ import annotations

import os
import secrets
import socket
import threading
import time
import warnings
import webbrowser
from importlib.util import find_spec
from pathlib import Path

from fishlab.messages import mark, refusal, tr


def port_number(text: str, option: str, command: str) -> int:
    """Return a port to serve on.

    Args:
        text: what was asked for.
        option: how a port is asked for, as the message repeats it: "PORT=".
        command: what the option belongs to: "make lab".

    Raises:
        ValueError: if it is no port or not free; the message names one that is.
    """
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        wrong = tr("{asked} is not a port: choose a whole number from 1024 to 65535.", asked=option + text)
        raise ValueError(wrong)
    port = int(text)
    if problem := port_problem(port):
        other = next((near for near in range(port + 1, min(port + 100, 65536)) if not port_problem(near)), 0)
        raise refusal(problem, port=port, command=f"{command} {option}{other or '…'}")
    return port


def port_problem(port: int) -> str:
    """Return the message that says why a port cannot be had; "" if it can."""
    with socket.socket() as sock:
        # On Windows, SO_REUSEADDR would let a second program have a port that is in use.
        alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        sock.setsockopt(socket.SOL_SOCKET, alone, 1)
        try:
            sock.bind(("127.0.0.1", port))
        except PermissionError:
            return mark("Port {port} is reserved for the system: try {command}")
        except OSError:
            return mark("Port {port} is in use: try {command}")
    return ""


OPEN = mark("Fishlab is open at\n    {address}\nStop it with Ctrl+C.")


def announce(port: int, address: str, browser: bool, words: str = OPEN) -> None:
    """Wait until the server answers, say where it is, and open a browser."""
    while True:
        with socket.socket() as sock:
            if sock.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    print(f"\n{tr(words, address=address)}\n", flush=True)
    if browser and not webbrowser.open(address):
        print(tr("No browser could be opened: open the address above in one."), flush=True)


def serve(folder: Path, page: str, port: int, *, browser: bool) -> int:
    """Serve a folder in JupyterLab until Ctrl+C, open at a page of it, and return the exit status."""
    token = secrets.token_urlsafe(16)
    address = f"http://127.0.0.1:{port}/lab/tree/{page}?token={token}"
    threading.Thread(target=announce, args=(port, address, browser), daemon=True).start()
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # this project's kernel, not one of the same name elsewhere
    if find_spec("voila"):
        import voila  # noqa: F401  # JupyterLab loads it anyway, and it turns the next line back
    warnings.simplefilter("ignore", DeprecationWarning)  # libraries' words to each other, not to a student
    from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]

    LabApp.launch_instance(
        [
            "--no-browser", "--allow-root", "-y", "--Application.log_level=WARN",
            f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.root_dir={folder}", f"--IdentityProvider.token={token}",
            "--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        ]
    )  # fmt: skip
    return 0
