"""What people meet in JupyterLab as it opens: default settings, file browser shown, a laptop's window."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

WHICH_THREAD = """import ipywidgets, threading
button = ipywidgets.Button(description="at first")

def tell(_):
    button.description = "main" if threading.current_thread() is threading.main_thread() else "other"

button.on_click(tell)
button"""


def test_a_visit_meets_what_people_meet_file_browser_and_messages_in_another_thread(visit):
    """A widget that has answered once gets the next message in another thread of the kernel."""
    one = visit([WHICH_THREAD, "'the end'"])
    one.run_all()
    assert one.page.locator(".jp-FileBrowser").is_visible()
    assert one.page.locator(".jp-OutputArea-output").first.bounding_box()["width"] < 940
    one.page.get_by_role("button", name="at first").click()
    one.page.get_by_role("button", name="main").or_(one.page.get_by_role("button", name="other")).click()
    one.page.get_by_role("button", name="other").wait_for()
