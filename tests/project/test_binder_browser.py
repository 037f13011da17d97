"""Binder's image, built without Docker as repo2docker would build it, opened behind a proxy and played (long)."""

from __future__ import annotations

import time

import binder_image
import browser
import open_course
import pages
import pytest

pytestmark = [pytest.mark.browser, pytest.mark.soak]


def follow(page, words: str, name: str) -> None:
    """Click a link in the notebook that is in front, and wait until the notebook to which it leads is shown."""
    page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-MarkdownOutput a", has_text=words).last.click()
    page.locator(".lm-DockPanel .lm-TabBar-tab.lm-mod-current", has_text=name).wait_for()
    page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-MarkdownOutput h1").first.wait_for()


def test_the_image_installs_without_a_quarrel_opens_the_first_lesson_plays_a_move_and_leads_on(chrome, tmp_path):
    image = binder_image.Image(tmp_path / "image")
    begun = time.monotonic()
    image.build()
    built = time.monotonic() - begun
    assert image.check() == ""
    session = binder_image.Session(image)
    try:
        page = pages.watched(chrome, session)
        begun = time.monotonic()
        page.goto(session.url(f"lab/tree/{open_course.first_page()}"))
        browser.ask_page(page, browser.READY)
        ready = time.monotonic() - begun
        board = pages.board_of(page)  # the lesson starts by itself
        browser.wait_idle(page)
        shown = time.monotonic() - begun
        move = board.locator("[data-move]").first
        pages.act(board, move.click)
        errors = page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']")
        assert errors.all_inner_texts() == []
        memory = session.megabytes()
        follow(page, "01 · Ten years at sea", "01-boom-ten-years.ipynb")
        follow(page, "Contents", "00-cast-off.ipynb")
        follow(page, "Words of the course", "glossary.ipynb")
        assert page.problems == []
        print(
            f"\nimage {image.megabytes():.0f} MB over the system, built in {built:.0f} s; server up after "
            f"{session.seconds:.1f} s, kernel after {ready:.1f} s more, first board {shown:.1f} s after the page was "
            f"asked for; memory with one lesson open {memory:.0f} MB, with three {session.megabytes():.0f} MB"
        )
        assert session.megabytes() < 1000, "Binder lends one gigabyte or two"
        page.context.close()
    finally:
        session.stop()
