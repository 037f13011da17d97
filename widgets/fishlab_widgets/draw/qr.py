"""QR codes, so that a class can open an address with a phone: bytes, error correction M, up to 106 of them."""

from __future__ import annotations

from typing import Final

Grid = list[list[int]]

_VERSIONS: Final = ((16, 10, 1), (28, 16, 1), (44, 26, 1), (32, 18, 2), (43, 24, 2), (27, 16, 4))
"""For each version its data bytes a block, its bytes of correction a block, and its blocks."""
_MASKS: Final = (
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)
"""Where each mask turns a module over: where it is 0."""
_FREE: Final = -1


def qr_code(text: str) -> Grid:
    """Return a text as a QR code: rows of modules, 1 for a dark one."""
    data = text.encode()
    version = next((v for v, (size, _, blocks) in enumerate(_VERSIONS, 1) if len(data) + 2 <= size * blocks), 0)
    if not version:
        raise ValueError(f"{len(data)} bytes are too many for a QR code of ours: at most 106 fit")
    bits = "".join(f"{byte:08b}" for byte in _codewords(data, version))
    plan = _plan(version)
    found = [_masked(plan, bits, mask) for mask in range(8)]
    return min(found, key=_penalty)


def qr_svg(text: str, label: str) -> str:
    """Return a QR code as a picture, dark on white in any theme, with the quiet rim that cameras need."""
    grid = qr_code(text)
    size = len(grid) + 8
    path = "".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(grid) for x, dark in enumerate(row) if dark)
    return (
        f'<svg viewBox="0 0 {size} {size}" role="img" aria-label="{label}" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    )


def _times(a: int, b: int) -> int:
    """Multiply in the field of 256 elements."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (0x11D if a & 128 else 0)
        b >>= 1
    return product


def _correction(data: bytes, count: int) -> bytes:
    """Return so many bytes by which a reader mends the data (Reed and Solomon)."""
    generator, root = [1], 1
    for _ in range(count):
        generator = [a ^ _times(b, root) for a, b in zip([*generator, 0], [0, *generator], strict=True)]
        root = _times(root, 2)
    rest = list(data) + [0] * count
    for place in range(len(data)):
        first = rest[place]
        for step, factor in enumerate(generator):
            rest[place + step] ^= _times(factor, first)
    return bytes(rest[-count:])


def _codewords(data: bytes, version: int) -> bytes:
    """Return all bytes of a code: length and text, padded, and what corrects them, blocks taken in turn."""
    size, count, blocks = _VERSIONS[version - 1]
    bits = f"0100{len(data):08b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    whole = int(bits, 2).to_bytes(len(bits) // 8, "big")
    whole += (b"\xec\x11" * size * blocks)[: size * blocks - len(whole)]
    parts = [whole[place : place + size] for place in range(0, len(whole), size)]
    ends = [_correction(part, count) for part in parts]
    return bytes(byte for group in (parts, ends) for column in zip(*group, strict=True) for byte in column)


def _plan(version: int) -> Grid:
    """Return the fixed patterns of a version, with room for the rest."""
    size = 17 + 4 * version
    grid = [[_FREE] * size for _ in range(size)]

    def square(left: int, top: int, reach: int, light: tuple[int, ...]) -> None:
        for y in range(max(0, top - reach), min(size, top + reach + 1)):
            for x in range(max(0, left - reach), min(size, left + reach + 1)):
                grid[y][x] = int(max(abs(x - left), abs(y - top)) not in light)

    for left, top in ((3, 3), (size - 4, 3), (3, size - 4)):
        square(left, top, 4, (2, 4))
    if version > 1:
        square(size - 7, size - 7, 2, (1,))
    for place in range(8, size - 8):
        grid[6][place] = grid[place][6] = int(place % 2 == 0)
    for x, y in _format_places(size):
        grid[y][x] = 0
    grid[size - 8][8] = 1
    return grid


def _format_places(size: int) -> list[tuple[int, int]]:
    """Return where the fifteen bits stand that name the mask, twice."""
    one = [(8, y) for y in (0, 1, 2, 3, 4, 5, 7, 8)] + [(x, 8) for x in (7, 5, 4, 3, 2, 1, 0)]
    other = [(size - 1 - step, 8) for step in range(8)] + [(8, size - 7 + step) for step in range(7)]
    return one + other


def _masked(plan: Grid, bits: str, mask: int) -> Grid:
    """Return the plan with the bits laid in, up and down in pairs of columns, under a mask."""
    size = len(plan)
    grid = [list(row) for row in plan]
    stream = iter(bits)
    columns = [*range(size - 1, 6, -2), 5, 3, 1]
    for turn, right in enumerate(columns):
        for y in range(size) if turn % 2 else reversed(range(size)):
            for x in (right, right - 1):
                if plan[y][x] == _FREE:
                    grid[y][x] = int(next(stream, "0")) ^ int(_MASKS[mask](x, y) == 0)
    word = mask << 10
    for shift in range(4, -1, -1):
        if word >> shift + 10 & 1:
            word ^= 0x537 << shift
    word = (mask << 10 | word) ^ 0x5412
    for place, (x, y) in enumerate(_format_places(size)):
        grid[y][x] = word >> place % 15 & 1
    return grid


def _penalty(grid: Grid) -> int:
    """Return how hard a code is to read, by the four rules of the standard."""
    size, found = len(grid), 0
    for lines in (grid, [list(column) for column in zip(*grid, strict=True)]):
        for line in lines:
            text = "".join(map(str, line))
            for run in text.replace("01", "0 1").replace("10", "1 0").split():
                found += len(run) - 2 if len(run) >= 5 else 0
            for place in range(size - 10):
                found += 40 * (text[place : place + 11] in ("10111010000", "00001011101"))
    for y in range(size - 1):
        for x in range(size - 1):
            found += 3 * (grid[y][x] == grid[y][x + 1] == grid[y + 1][x] == grid[y + 1][x + 1])
    dark = sum(map(sum, grid)) * 100
    return found + 10 * int(abs(dark - 50 * size * size) / (5 * size * size))
