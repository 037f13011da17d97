"""`python -m fishlab` is the command `fishlab`."""

from __future__ import annotations

import sys

from fishlab.command import main

if __name__ == "__main__":
    sys.exit(main())
