"""What every figure has: the house's axes, the page's own colours, a text alternative, the data behind it.

`house_axes` gives a figure in the house's look. A `Canvas` keeps one in two layers, for figures that are drawn again
and again: what stays is drawn once, and only what moves is drawn anew, which is several times faster. `themed` turns
matplotlib's SVG into one that wears the page's colours, light or dark, and `figure_html` puts words and data to it.

A figure says in the page itself what belongs to what, so that a test can hold the picture against the table below it.
`across` and `upwards` say what the axes count, and whose. Its kind is one of

- `grid`: `cell-Y-X` is the number in a cell, `count-N` signs for the number N; ticks name rows and columns;
- `pairs`: the same, but a row of the table is one cell: the names of its row and column come first;
- `bars`: `bar-C-R` is the bar for row R in column C, `value-C-R` the number above it; `stacked` bars stand on others;
- `classes`: bars over classes from one number to another, and lines `level-N` whose number stands in `level-name-N`;
- `lines`: `line-C` is column C against the first, `end-C` the words at its end, `sample-C` a piece of it, `dot-C` (or a
  mark on the line) its value in the row of now, `now-C` words with it, `later-C` what comes after; `steps` go on;
- `spans`: `mean-R` is the mark of row R against the numbers below, `told-R` the words beside it; ticks name rows;
- `map`: `plot-NAME` is the number on a plot, `across-NAME` and `upwards-NAME` what columns and rows are called.
"""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.collections import PatchCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import ScalarFormatter

from fishlab.messages import language, number, tr
from fishlab.one_at_a_time import OneAtATime, alone
from fishlab_widgets.charts.labels import text_width
from fishlab_widgets.draw.svg import FONT, LIGHT, OWN_KEYS, tokens

COLORS = ("ink", "a", "d", "c", "b", "e")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.2, 1.6)), (0, (6, 2, 1.2, 2)), (0, (3, 1.5)), (0, (8, 2, 2, 2)))
HATCHES = ("", "///", "++", "\\\\\\", "xx", "--")  # strokes only: dots make a figure twenty times as long
RC: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "fishlab",
    "font.family": "sans-serif",
    "font.size": 12,
    "hatch.linewidth": 1.2,
    "path.simplify": False,
}
_VARS = {value.lower(): f"var(--{name})" for name, value in reversed(LIGHT.items())}
_TINTS = ("paper", "sea", "sea2", "deep")
_GROUNDS = 6  # grounds that a canvas remembers
_LARGEST = 1.7  # pixels for a unit of a figure, where there is room
_MOST_ROWS = 200  # of a table under a figure
_count = itertools.count(1)


@alone  # matplotlib's settings are those of the whole program
def house_axes(
    width: float = 4.6,
    height: float = 2.7,
    *,
    left: float = 0.13,
    right: float = 0.96,
    head: float = 0.34,
    foot: float = 0.6,
    size: float = 10.5,
) -> tuple[Figure, Axes]:
    """Return a figure with one pair of axes in the house's look.

    Args:
        width: of the figure, in inches.
        height: of the figure, in inches.
        left: where the axes begin, as a part of the width.
        right: where they end.
        head: room above them, in inches.
        foot: room below them, in inches.
        size: of the words at the ticks.
    """
    with mpl.rc_context(RC):
        figure = Figure(figsize=(width, height), dpi=72, facecolor="none")
        axes = figure.add_axes((left, foot / height, right - left, 1 - (foot + head) / height), facecolor="none")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(LIGHT["ink2"])
    axes.tick_params(colors=LIGHT["ink2"], labelsize=size)
    axes.grid(axis="y", color=LIGHT["line2"], linewidth=1)
    axes.set_axisbelow(True)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(_Ticks())
    return figure, axes


class _Ticks(ScalarFormatter):
    """Numbers at the ticks, as the language in use writes them."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        return language().number(super().__call__(x, pos))


def name_axes(axes: Axes, x: str, y: str, size: float = 11.5) -> None:
    """Write what is across below the axes, and what is upwards above them, where it can be read without turning."""
    across = axes.set_xlabel(x, color=LIGHT["ink2"], fontsize=size, gid="across")
    upwards = axes.set_title(y, color=LIGHT["ink2"], fontsize=size, loc="left", y=1.0, pad=6, gid="upwards")
    # Words that are too long for their place move so far that they fit.
    whole, box = axes.get_figure(root=True).bbox.width, axes.get_window_extent()  # type: ignore[union-attr]
    half = text_width(x, size) / 2
    middle = max(half + 2, min(box.x0 + box.width / 2, whole - half - 2))
    across.set_x((middle - box.x0) / box.width)
    upwards.set_x(min(0.0, (whole - text_width(y, size) - 2 - box.x0) / box.width))


class Canvas(OneAtATime):
    """A figure in two layers: a ground that is drawn once for each key, and what is drawn on it anew.

    >>> canvas = Canvas(4, 2)
    >>> canvas.ground("years", lambda axes: axes.set(xlim=(1, 10), ylim=(0, 6)))
    >>> canvas.axes.plot([1, 10], [3, 5]) and None
    >>> "<path" in canvas.svg()
    True

    Everything stands in `axes`, so the whole can also be saved like any other figure of matplotlib. The ground sets the
    limits of the axes: they may not change afterwards, or names and numbers of the ground would stand elsewhere.
    """

    def __init__(self, width: float = 4.6, height: float = 2.7, **room: float) -> None:
        self.figure, self.axes = house_axes(width, height, **room)
        self._key: Any = None
        self._known: dict[Any, str] = {}
        self._still: set[Artist] = set(self.axes.get_children())
        self._reach = self._limits()

    def ground(self, key: Any, draw: Callable[[Axes], object]) -> None:
        """Take off what moves. If the key is another than before, draw a new ground as well, by `draw(axes)`."""
        self._remove(self._moving())
        self.axes.containers.clear()
        if key == self._key:
            return
        self._remove([*self.axes.lines, *self.axes.patches, *self.axes.collections, *self.axes.texts])
        with mpl.rc_context(RC):
            draw(self.axes)
            if key not in self._known:
                while len(self._known) >= _GROUNDS:
                    del self._known[next(iter(self._known))]
                self._known[key] = page_svg(self.figure).removesuffix("</svg>")
        self._key, self._still, self._reach = key, set(self.axes.get_children()), self._limits()

    def svg(self) -> str:
        """Return the picture for a page."""
        if self._limits() != self._reach:
            raise RuntimeError(f"the axes moved from {self._reach} to {self._limits()} after their ground was drawn")
        out = io.StringIO()
        with mpl.rc_context(RC):
            renderer = RendererSVG(*self.figure.bbox.size, out, None, image_dpi=72, metadata={"Date": None})
            for artist in sorted(self._moving(), key=lambda artist: artist.get_zorder()):
                artist.draw(renderer)
            renderer.finalize()
        above = themed(out.getvalue(), f"fig{next(_count)}")
        return self._known[self._key] + above[above.index(">") + 1 :]

    def _limits(self) -> tuple[Any, ...]:
        return *self.axes.get_xlim(), *self.axes.get_ylim(), *self.axes.get_position().bounds

    def _moving(self) -> list[Artist]:
        return [artist for artist in self.axes.get_children() if artist not in self._still]

    def _remove(self, artists: Sequence[Artist]) -> None:
        for artist in artists:
            artist.remove()


def tint_cells(
    axes: Axes,
    grid: Sequence[Sequence[float | None]],
    high: float | None = None,
    framed: Sequence[tuple[int, int]] = (),
) -> None:
    """Draw a table of cells, darker for more, row 0 at the top; None is empty, and some may be framed.

    Args:
        axes: where; one unit is one cell.
        grid: the values, row by row.
        high: what the darkest stands for; the highest value without it.
        framed: rows and columns of cells with a strong frame.
    """
    known = [value for row in grid for value in row if value is not None]
    low, high = min(known, default=0), max(known, default=0) if high is None else high
    cells, looks = [], []
    for y, row in enumerate(grid):
        for x, value in enumerate(row):
            strong = (y, x) in framed
            part = 0.0 if value is None or high == low else (value - low) / (high - low)
            cells.append(Rectangle((x + 0.03, y + 0.03), 0.94, 0.94))
            face = "card2" if value is None else _TINTS[min(3, int(part * 4))]
            looks.append((LIGHT[face], LIGHT["ink" if strong else "line"], 2.6 if strong else 1))
    faces, edges, wide = zip(*looks, strict=True)
    axes.add_collection(PatchCollection(cells, facecolors=faces, edgecolors=edges, linewidths=wide), autolim=False)


def name_cells(axes: Axes, columns: Sequence[Any], rows: Sequence[Any], size: float = 10) -> None:
    """Open the axes for a table of cells, row 0 at the top, and write what its columns and rows are called."""
    axes.set(xlim=(0, len(columns)), ylim=(len(rows), 0))
    axes.grid(False)
    axes.set_xticks([n + 0.5 for n in range(len(columns))], [str(name) for name in columns], fontsize=size)
    axes.set_yticks([n + 0.5 for n in range(len(rows))], [str(name) for name in rows], fontsize=size)


def _saved(figure: Figure, **look: Any) -> str:
    out = io.StringIO()
    with mpl.rc_context(RC):
        figure.savefig(out, format="svg", metadata={"Date": None}, **look)
    return out.getvalue()


@alone
def page_svg(figure: Figure) -> str:
    """Return a figure for a page."""
    return themed(_saved(figure), f"fig{next(_count)}")


@alone
def file_svg(figure: Figure, title: str, alt: str) -> str:
    """Return a figure as a file of its own, with its title and its text alternative inside."""
    text = _saved(figure, facecolor="white")
    body = text.index(">", text.index("<svg")) + 1
    return f"{text[:body]}<title>{escape(title)}</title><desc>{escape(alt)}</desc>{text[body:]}"


@alone
def file_png(figure: Figure, title: str, alt: str) -> bytes:
    """Return a figure as a PNG, its text alternative in the file's description."""
    out = io.BytesIO()
    with mpl.rc_context(RC):
        figure.savefig(out, format="png", dpi=160, facecolor="white", metadata={"Title": title, "Description": alt})
    return out.getvalue()


def themed(svg: str, name: str) -> str:
    """Return matplotlib's SVG ready to stand in a page: no header, own ids, no rule for others, the page's colours."""
    svg = svg[svg.index("<svg") :].rstrip()
    svg = re.sub(r"<metadata>.*?</metadata>|<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'id="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r'(url\(#|href="#)', rf"\1{name}-", svg)
    svg = re.sub(r"font-family: [^;\"]*; ", "", svg)  # the page's own, by _FIGURE_CSS
    svg = re.sub(r"#[0-9a-f]{6}\b", lambda found: _VARS.get(found[0], found[0]), svg)
    svg = re.sub(r'width="[\d.]+pt" height="[\d.]+pt"|height="[\d.]+pt" width="[\d.]+pt"', 'width="100%"', svg, count=1)
    box = re.search(r'viewBox="0 0 ([\d.]+) ', svg)
    most = f";max-width:{_LARGEST * float(box[1]):.0f}px" if box else ""  # words as large as the page's own
    return svg.replace("<svg ", f'<svg aria-hidden="true" style="stroke-linejoin:round;stroke-linecap:butt{most}" ', 1)


def figure_html(
    title: str, svg: str, alt: str, table: str, said: str = "", *, kind: str = "", at: int | None = None
) -> str:
    """Return a figure with its heading, its text alternative, a sentence below it, and its data on demand.

    Args:
        title: what the figure shows.
        svg: the picture.
        alt: the picture in words.
        table: the data, by `rows_html`.
        said: a sentence to stand below the picture.
        kind: how the ids in the picture belong to rows and columns of the table (see the module's head).
        at: the row of the table whose values stand at the ends of lines; the last without it.
    """
    below = f'<p class="said">{escape(said)}</p>' if said else ""
    about = escape(tr("Data and description"))
    data = f' data-kind="{kind}"' + (f' data-at="{at}"' if at is not None else "")
    return (
        f"<style>{tokens('.fishlab-figure')}{_FIGURE_CSS}</style>"
        f'<div class="fishlab-figure"{data}>'
        f'<div class="figure-title">{escape(title)}</div><div role="img" aria-label="{escape(alt)}">{svg}</div>'
        f"{below}<details><summary {OWN_KEYS}>{about}</summary><p>{escape(alt)}</p>{table}</details></div>"
    )


_FIGURE_CSS = (
    f".fishlab-figure{{max-width:900px;color:var(--ink);font:14px/1.4 {FONT}}}"
    ".fishlab-figure .figure-title{font-size:18px;font-weight:700}.fishlab-figure svg{display:block;height:auto}"
    f".fishlab-figure svg text{{font-family:{FONT}!important}}"
    ".fishlab-figure .said{margin:4px 0;font-size:15px}"
    ".fishlab-figure summary{cursor:pointer;color:var(--ink2);min-height:24px}"
    ".fishlab-figure summary:focus-visible{outline:3px solid var(--focus)}"
    ".fishlab-figure .rows{max-height:220px;overflow:auto}.fishlab-figure table{border-collapse:collapse}"
    ".fishlab-figure th,.fishlab-figure td{padding:2px 10px;text-align:right;border-bottom:1px solid var(--line2)}"
)


def rows_html(
    rows: Sequence[Mapping[str, Any]], keys: Mapping[str, str] | Sequence[str] | None = None, at: int | None = None
) -> str:
    """Return rows as a small table, two hundred at most.

    Args:
        rows: the data.
        keys: the columns, or what to call them; those of the first row without it.
        at: a row to be among those shown; the last without it.
    """
    if keys is None:
        keys = list(rows[0]) if rows else []
    titles = dict(keys) if isinstance(keys, Mapping) else {key: key for key in keys}
    head = "".join(f'<th scope="col">{escape(str(title))}</th>' for title in titles.values())
    first, *others = titles or [""]
    late = len(rows) - _MOST_ROWS
    begin = max(0, late if at is None else min(late, at - _MOST_ROWS // 2))
    cut = f' data-first="{begin}"' if begin else ""
    body = "".join(
        f'<tr><th scope="row">{escape(format_number(row[first]))}</th>'
        + "".join(f"<td>{escape(format_number(row[key]))}</td>" for key in others)
        + "</tr>"
        for row in rows[begin : begin + _MOST_ROWS]
    )
    table = f"<table{cut}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="rows" tabindex="0" {OWN_KEYS}>{table}</div>'


def format_number(value: Any) -> str:
    """Return a number as people write it; words stay as they are."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return "0" if text == "-0" else language().number(text).replace("-", "−")


def decimal(value: float, digits: int = 1) -> str:
    """Return a number with so many digits after the point, and a real minus sign."""
    return number(value, f".{digits}f").replace("-", "−")


def ended(title: str) -> str:
    """Return a title as a sentence: a question keeps its mark."""
    return title if title.endswith(("?", "!", ".")) else f"{title}."


def capital(words: str) -> str:
    """Return words as a sentence begins."""
    return words[:1].upper() + words[1:]


def alike(values: Sequence[float], most: int = 2) -> list[str]:
    """Return numbers that stand beside each other, all with as many digits after the point as one of them needs."""
    near = [round(float(value), most) + 0.0 for value in values]  # no −0
    digits = max((len(f"{value:.{most}f}".rstrip("0").partition(".")[2]) for value in near), default=0)
    return [decimal(value, digits) for value in near]


def short(words: str, most: int) -> str:
    """Return words, cut if they are too many."""
    return words if len(words) <= most else words[: most - 1] + "…"


def plain(words: str, most: int) -> str:
    """Return words for a figure: short, and never read as a formula."""
    return short(words, most).replace("$", "\\$")
