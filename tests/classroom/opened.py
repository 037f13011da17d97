"""What `fishlab class` opens, with its real server in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import browser

WORD = "herring-kelp-42"


class Opened:
    """What `fishlab class` opens, in a home of its own."""

    def __init__(self, home: Path, *more: str) -> None:
        self.home, self.port = home, browser.free_port()
        command = [sys.executable, "-m", "fishlab_widgets.command", "class", "--no-browser", "--ip=127.0.0.1"]
        self.process = subprocess.Popen(
            [*command, f"--word={WORD}", f"--port={self.port}", *more],
            env={**os.environ, "HOME": str(home)}, stdout=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # also where tests run in the background
        )  # fmt: skip
        assert self.process.stdout is not None
        lines = iter(self.process.stdout.readline, "")
        self.desk = next(line.strip() for line in lines if "/desk?key=" in line)
        self.address = f"{self.desk.partition(':')[0]}://127.0.0.1:{self.port}/"

    @property
    def room(self) -> Path:
        """The room's file."""
        return next(self.home.rglob("class.room"))

    def server(self) -> int:
        """Return the process that serves."""
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=True)
        return int(found.stdout.split()[0])

    def stop(self) -> None:
        """Stop it as a teacher does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def kill(self) -> None:
        """End it without a word of farewell: first who would start its server again, then the server."""
        server = self.server()
        self.process.kill()
        os.kill(server, signal.SIGKILL)
        self.process.wait()
