"""`python -m fishlab_widgets.command` is the command `fishlab`."""

from __future__ import annotations

import sys

from fishlab_widgets.command import main

if __name__ == "__main__":
    sys.exit(main())
