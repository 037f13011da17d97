"""Make a PDF of the sheets that a class prints, by the Chromium that the browser tests use."""

from __future__ import annotations

import sys
from pathlib import Path

from fishlab_widgets.teacher.sheets import Sheets
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))


def write(out: Path, players: int = 4) -> Path:
    """Write the sheets as PDF and return their place."""
    from browser import FLAGS, chromium

    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = chrome.new_page()
        page.set_content(Sheets(players).html)
        page.pdf(path=str(out), prefer_css_page_size=True, print_background=True)
        chrome.close()
    return out


if __name__ == "__main__":
    print("wrote", write(Path(sys.argv[1])))
