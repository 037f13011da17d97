"""What tests of a class's pages have in common: sizes of screens, the way in, and the pixels of a QR code."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import numpy as np
from classroom.opened import WORD

PHONE, TABLET, LAPTOP = (390, 700), (820, 1080), (1366, 768)


def enter(page: Any, word: str = WORD) -> None:
    """Type the word, and come into the lobby."""
    page.fill("#word", word)
    page.click("text=Come in")
    page.wait_for_selector(".fishlab-page .door h2")


def without_steps(desk: Any) -> None:
    """Plan a class in which nothing is asked at the seats."""
    for box in desk.locator("[name=step]").all():
        box.uncheck()


def seated(page: Any) -> None:
    """Wait for the board of a seat."""
    page.wait_for_selector(".fishlab-board .picture > svg")


def picture(page: Any, name: str) -> None:
    """Keep a picture of a page where somebody wants to look at it."""
    if folder := os.environ.get("FISHLAB_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def in_pixels(svg: str) -> np.ndarray:
    """Return a QR code's picture in shades of grey, eight pixels to a module, by the squares that its path draws."""
    size = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])
    modules = np.full((size, size), 255, np.uint8)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", svg):
        modules[int(y), int(x)] = 0
    return modules.repeat(8, axis=0).repeat(8, axis=1)
