"""What the site's tests share: a site as JupyterLite builds it."""

from __future__ import annotations

import functools
import http.server
import os
import threading
from pathlib import Path
from types import SimpleNamespace

import browser
import pages
import pytest
from conftest import keep_picture
from fishlab_widgets.publish import site as publish


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site without Python inside: its pages open, its lessons wait."""
    out = tmp_path_factory.mktemp("built") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publish, "check", lambda _: None)
        patch.setattr(publish, "stock", lambda *_: {})
        patch.setattr(publish, "third_parties", lambda _: "")
        publish.build(out, pyodide=out, say=lambda _: None)
    return out


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Python's own server of plain files, without a line for each."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The site, in a subfolder of what Python's own server serves."""
    folder = os.environ.get("FISHLAB_PYODIDE")
    if not folder:
        pytest.skip("the site is not tried: set FISHLAB_PYODIDE to a folder of Pyodide")
    top = tmp_path_factory.mktemp("site")
    publish.build(top / "our school" / "fish lab", pyodide=Path(folder), say=lambda _: None)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(top)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    yield SimpleNamespace(address=address, root=f"{address}/our%20school/fish%20lab/", folder=top)
    server.shutdown()


@pytest.fixture(scope="session")
def open_site(site, chrome):
    """Open a page of the site, on which lessons wait unless they shall start; one browser keeps what it has fetched."""
    first = pages.watched(chrome, site)

    def go(place: str = "", *, starts: bool = False):
        page = first.context.new_page()
        if not starts:
            page.add_init_script(pages.WAIT)
        page.set_default_timeout(browser.PATIENCE)
        page.problems = []
        page.on("console", lambda message: pages.note_console(page, message))
        page.on("pageerror", lambda error: str(error) == pages.IMPATIENT or page.problems.append(f"error: {error}"))
        page.goto(site.root + place)
        return page

    outside: list[str] = []
    known = (site.address, "data:", "blob:")
    first.context.on("request", lambda one: one.url.startswith(known) or outside.append(one.url))
    go.outside, go.context = outside, first.context
    yield go
    first.context.close()
    assert outside == []


@pytest.fixture(autouse=True)
def left_open(request):
    """Keep a picture of every page that a failed test left open, and close it: the next test needs the memory."""
    yield
    if "open_site" in request.fixturenames:
        for number, page in enumerate(request.getfixturevalue("open_site").context.pages[1:]):
            keep_picture(page, request.node, number)
            page.close()
