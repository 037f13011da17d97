"""QR codes, so that a class can open an address with a phone; only what opens a class draws one."""

from __future__ import annotations

import segno


def qr_code(text: str) -> tuple[bytearray, ...]:
    """Return a text as a QR code with error correction M: rows of modules, 1 for a dark one."""
    return segno.make_qr(text, error="m", boost_error=False).matrix


def qr_svg(text: str, label: str) -> str:
    """Return a QR code as a picture, dark on white in any theme, with the quiet rim that cameras need."""
    grid = qr_code(text)
    size = len(grid) + 8
    path = "".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(grid) for x, dark in enumerate(row) if dark)
    return (
        f'<svg viewBox="0 0 {size} {size}" role="img" aria-label="{label}" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    )
