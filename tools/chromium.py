"""See to it that the browser tests find a Chromium: an installed one, else Debian's, else Playwright's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

DEBIAN = (("chromium-headless-shell", "fonts-liberation"), ("chromium", "fonts-liberation"))
"""What to ask Debian for, in turn: without a window a page costs a quarter of the work, and less is installed."""


def there() -> bool:
    """Return whether the tests would find a browser now."""
    from browser import chromium
    from playwright.sync_api import sync_playwright

    if chromium():
        return True
    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def debian() -> bool:
    """Return whether Debian's own package can be installed."""
    release = Path("/etc/os-release")
    named = "ID=debian" in release.read_text(encoding="utf-8").splitlines() if release.exists() else False
    return named and shutil.which("apt-get") is not None and os.geteuid() == 0


def fetch() -> None:
    """Install a Chromium as this machine allows; failing is not an error here."""
    if debian():
        print("Installing Debian's Chromium for the browser tests.", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], env=environment, stdout=subprocess.DEVNULL, check=False)
        for packages in DEBIAN:
            command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
            if there():
                return
    print("Fetching a Chromium for the browser tests.", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main() -> None:
    """Fetch a Chromium if there is none, and say in one line if there is still none."""
    if not there():
        fetch()
        if not there():
            sys.exit("The browser tests need a Chromium and none could be fetched: install Chromium or Chrome first.")


if __name__ == "__main__":
    main()
