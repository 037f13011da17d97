"""The sheets as a printer gets them: every sheet is one page of paper, and nothing on it runs over the edge."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fishlab_widgets.teacher.sheets import Sheets

pytestmark = pytest.mark.browser

OVER = """() => [...document.querySelectorAll(".sheet svg text")].filter((text) => {
  const box = text.getBoundingClientRect(), own = text.ownerSVGElement.getBoundingClientRect();
  return box.width && (box.left < own.left - 1 || box.right > own.right + 1 || box.bottom > own.bottom + 1);
}).map((text) => text.textContent)"""


def test_each_sheet_fits_a_page_and_its_words_stay_on_it(chrome: Any):
    html = Sheets(4).html
    page = chrome.new_page()
    try:
        page.set_content(html)
        pdf = page.pdf(prefer_css_page_size=True, print_background=True)
        over = page.evaluate(OVER)
    finally:
        page.close()
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == len(re.findall('<section class="(?:sheet|page)', html))
    assert over == []
