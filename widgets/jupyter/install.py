"""Put JupyterLab's extension where Jupyter looks for it, under names that change with what is in it.

A browser keeps scripts by their names, so an upgrade under old names could show the old ones. Bundlers write a tag of
the content into each name; here all scripts lie in a folder that is called by it, and nothing has to be built. The
wheel, `make` and Binder all come through here: `python widgets/jupyter/install.py PREFIX`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # only who makes the wheel has it
    BuildHookInterface = object

HERE = Path(__file__).parent
PLACE = "share/jupyter/labextensions/fishlab"
SERVER = "etc/jupyter/jupyter_server_config.d/fishlab.json"


def write(folder: Path) -> None:
    """Write the extension into a folder that does not exist yet."""
    source = HERE / "labextension"
    files = sorted((source / "static").iterdir())
    tag = hashlib.sha256(b"".join(path.name.encode() + b"\0" + path.read_bytes() for path in files)).hexdigest()[:12]
    shutil.copytree(source / "static", folder / "static" / tag)
    about = json.loads((source / "package.json").read_text(encoding="utf-8"))
    build = about["jupyterlab"]["_build"]
    build["load"] = build["load"].replace("static/", f"static/{tag}/")
    (folder / "package.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def install(prefix: Path) -> None:
    """Put the extension and the server's setting below a prefix, in the place of older ones."""
    shutil.rmtree(prefix / PLACE, ignore_errors=True)
    write(prefix / PLACE)
    (prefix / SERVER).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(HERE / "fishlab.json", prefix / SERVER)


class IntoTheWheel(BuildHookInterface):
    """Lets the wheel carry both; an editable install cannot."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write them, and say where they go."""
        if version == "standard":
            self.made = Path(tempfile.mkdtemp(prefix="fishlab-wheel-"))
            install(self.made)
            build_data["shared_data"] |= {str(self.made / name): name for name in (PLACE, SERVER)}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if version == "standard":
            shutil.rmtree(self.made)


if __name__ == "__main__":
    install(Path(sys.argv[1]))
