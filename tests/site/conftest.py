"""What the site's tests share: a site as JupyterLite builds it."""

from __future__ import annotations

from pathlib import Path

import pytest
from fishlab_widgets.publish import site


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site without Python inside: its pages open, its lessons wait."""
    out = tmp_path_factory.mktemp("built") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "check", lambda _: None)
        patch.setattr(site, "stock", lambda *_: {})
        patch.setattr(site, "third_parties", lambda _: "")
        site.build(out, pyodide=out, say=lambda _: None)
    return out
