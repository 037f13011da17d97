"""Open the course in JupyterLab: check the port, start the server, say where it is."""

from __future__ import annotations

import argparse
import os
import secrets
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRST = "notebooks/00-cast-off.ipynb"


def first_page() -> str:
    """Return the page to open: the first lesson, or the folder where it is missing."""
    return FIRST if (ROOT / FIRST).exists() else "notebooks"


def port_number(text: str) -> int:
    """Return a port to serve on, or end with one line that says why not."""
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        sys.exit(f"PORT={text} is not a port: choose a whole number from 1024 to 65535.")
    port = int(text)
    if problem := port_problem(port):
        other = next((near for near in range(port + 1, min(port + 100, 65536)) if not port_problem(near)), 0)
        sys.exit(f"Port {port} {problem}: try make lab PORT={other or '…'}")
    return port


def port_problem(port: int) -> str:
    """Return why a port cannot be had; "" if it can."""
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(("127.0.0.1", port))
        except PermissionError:
            return "is reserved for the system"
        except OSError:
            return "is in use"
    return ""


def announce(port: int, address: str, browser: bool) -> None:
    """Wait until the server answers, say where it is, and open a browser."""
    while True:
        with socket.socket() as sock:
            if sock.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    print(f"\nFishlab is open at\n    {address}\nStop it with Ctrl+C.\n", flush=True)
    if browser and not webbrowser.open(address):
        print("No browser could be opened: open the address above in one.", flush=True)


def main() -> None:
    """Serve the project's folder until Ctrl+C."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--port", default="8888")
    asked.add_argument("--browser", default="yes")
    given = asked.parse_args()
    port, token = port_number(given.port), secrets.token_urlsafe(16)
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # this project's kernel, not one of the same name elsewhere
    from jupyterlab.labapp import LabApp

    address = f"http://127.0.0.1:{port}/lab/tree/{first_page()}?token={token}"
    threading.Thread(target=announce, args=(port, address, given.browser != "no"), daemon=True).start()
    LabApp.launch_instance(
        [
            "--no-browser", "--allow-root", "-y", "--Application.log_level=WARN",
            f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.root_dir={ROOT}", f"--IdentityProvider.token={token}",
        ]
    )  # fmt: skip


if __name__ == "__main__":
    main()
