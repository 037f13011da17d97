"""Open the course in JupyterLab as it lies in the project: what `make lab` runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fishlab_widgets import course
from fishlab_widgets.command import serving

ROOT = Path(__file__).resolve().parent.parent


def first_page() -> str:
    """Return the page to open: the first lesson, or the folder where it is missing."""
    first = f"notebooks/{course.first_page()}"
    return first if (ROOT / first).exists() else "notebooks"


def port_number(text: str) -> int:
    """Return a port to serve on, or end with one line that says why not."""
    try:
        return serving.port_number(text, "PORT=", "make lab")
    except ValueError as error:
        sys.exit(str(error))


def main() -> None:
    """Serve the project's folder until Ctrl+C."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--port", default="8888")
    asked.add_argument("--browser", default="yes")
    given = asked.parse_args()
    sys.exit(serving.serve(ROOT, first_page(), port_number(given.port), browser=given.browser != "no"))


if __name__ == "__main__":
    main()
