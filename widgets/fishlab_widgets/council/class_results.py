"""The class's own games beside real fisheries: what is left at the end, in per cent of the beginning.

Lesson codes of 01, 03 and 06 tell the points of a game; save codes of Fishery Boom tell its fish, year by year. A sea
that was emptied stays empty to its last year, and a game that was not played to its end is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any, Final, NamedTuple

from IPython.display import HTML

from fishlab.boom.rules import Boom
from fishlab.core import OVER, BadCode
from fishlab.match import Match
from fishlab.messages import many, mark, tr
from fishlab.stats import mean_interval
from fishlab_widgets.charts import bars, lines_figure
from fishlab_widgets.controls.pasted import CODE, full_lines
from fishlab_widgets.council.cases import CASES, series_of
from fishlab_widgets.council.reader import Reader
from fishlab_widgets.lesson.answers import points, read_lesson_code
from fishlab_widgets.lesson.card import pictures_of
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.view import field_part, html_part

WANTED: Final = ("01", "03", "06")
"""The lessons whose games are laid beside the real figures."""
MOST_LINES: Final = 300
MOST_TEXT: Final = 400_000
"""Lines and letters that are read: three lessons of a class of sixty, with room to spare."""
REAL: Final = tuple(key for key, case in CASES.items() if "series" in case)
"""Cases with a series, year by year."""


class Game(NamedTuple):
    """A game out of a lesson code: its lesson, the table's key, and the points of all seats together."""

    lesson: str
    key: str
    total: int


class Pasted(NamedTuple):
    """What was read: games with their points, seas year by year in per cent of the first, and lines that were not."""

    games: list[Game]
    seas: list[list[float]]
    wrong: list[str]


def read_lines(text: str) -> Pasted:
    """Return what codes hold; each counts once, and what is wrong with a line is said with its number."""
    found = Pasted([], [], [])
    seen: set[str] = set()
    lines = full_lines(str(text)[:MOST_TEXT])
    if len(lines) > MOST_LINES:
        found.wrong.append(f"Only the first {MOST_LINES} lines are read: {len(lines) - MOST_LINES} were left out.")
    for number, line in lines[:MOST_LINES]:
        for code in CODE.findall(line) or [
            line.strip()
        ]:  # whatever else stands in the line, a name perhaps, is not read
            try:
                if code in seen:
                    raise ValueError("this code is counted already.")
                seen.add(code)
                _read(code, found)
            except (BadCode, ValueError) as why:
                found.wrong.append(f"Line {number}: {str(why)[:200]}")
    return found


def _read(code: str, found: Pasted) -> None:
    if code.startswith(f"{Boom.tag}{Boom.version}-"):
        state = Match.from_code(code).state
        assert isinstance(state, Boom)
        if state.turn() != OVER:
            raise ValueError("this game is not over yet: play it to its end.")
        fish = [sea.bit_count() for sea in state.seas]
        fish += [0] * (state.setup.sheet.years - len(fish))  # a sea that is empty stays empty
        found.seas.append([100 * alive / fish[0] for alive in fish])
        return
    rows = read_lesson_code(code)
    lesson = str(code).split("-")[1]
    if lesson not in WANTED:
        raise ValueError(f"this is lesson {lesson}: the lessons here are {', '.join(WANTED)}.")
    games = [Game(lesson, str(row["key"]), total) for row in rows if (total := points(row)) is not None]
    if not games:
        raise ValueError(f"no game was played in this code of lesson {lesson}.")
    found.games.extend(games)


def real_shares() -> list[dict[str, Any]]:
    """Return for each real series what there was in its last year, in per cent of its best one."""
    rows = []
    for key in REAL:
        found = series_of(key)
        last = max(found)
        share = 100 * found[last] / max(found.values())
        rows.append({"who": f"{CASES[key]['title']}, {last}", "per cent": round(share, 1)})
    return rows


def share_picture(seas: Iterable[list[float]]) -> HTML:
    """Return real fisheries and the class's seas at their end as bars, in per cent of the best year."""
    rows = real_shares()
    ends = [sea[-1] for sea in seas]
    if ends:
        rows.append({"who": f"our seas, {many(len(ends), 'game')}", "per cent": round(sum(ends) / len(ends), 1)})
    return bars(
        rows, x="who", y="per cent", title="The last year, as a share of the best year", x_label="which sea",
        y_label="% of the best year", top=100,
    )  # fmt: skip


def sea_pictures(seas: list[list[float]]) -> list[HTML]:
    """Return the class's seas year by year, the mean of all games: a figure for each length that was played."""
    shown = []
    for years in sorted({len(sea) for sea in seas}, reverse=True):
        here = [sea for sea in seas if len(sea) == years]
        means = [sum(values) / len(here) for values in zip(*here, strict=True)]
        rows = [{"year": year, "our seas": round(mean, 1)} for year, mean in enumerate(means, 1)]
        title = f"Our seas of Fishery Boom: {many(len(here), 'game')} of {many(years, 'year')}"
        shown.append(
            lines_figure(
                rows, x="year", y="our seas", title=title, x_label="year", y_label="% of the fish of year 1"
            )
        )  # fmt: skip
    return shown


def points_html(games: list[Game]) -> str:
    """Return the points of the class's games, lesson by lesson, as a table."""
    lines = ""
    for lesson, key in dict.fromkeys((one.lesson, one.key) for one in games):
        own = [one.total for one in games if (one.lesson, one.key) == (lesson, key)]
        found = mean_interval(own)
        lines += (
            f"<tr><td>{escape(lesson)}</td><td>{escape(key)}</td><td>{len(own)}</td>"
            f"<td>{found.mean:.1f}</td><td>{min(own)} to {max(own)}</td></tr>"
        ).replace("-", "−")
    heads = "".join(f"<th>{word}</th>" for word in ("lesson", "game", "handed in", "points together, mean", "from, to"))
    return f'<table class="facts"><tr>{heads}</tr>{lines}</table>'


class ClassResults(Reader):
    """A card that takes the class's codes and lays its games beside real fisheries."""

    word = mark("Our class")

    def __init__(self, lesson: Progress) -> None:
        self.text, self.found = "", Pasted([], [], [])
        about = tr(
            "Lesson codes of 01, 03 and 06 bring points, save codes of Fishery Boom bring the sea, year by year. "
            "Names are not read, and nothing leaves this page."
        )
        super().__init__(lesson, tr("Paste the codes of your class, one a line"), about)

    def act(self, kind: str, value: Any) -> None:
        """Read what was pasted."""
        if kind == "paste" and isinstance(value, str):
            self.text = value[:MOST_TEXT]
            self.found = read_lines(self.text)

    def refresh(self) -> None:
        """Show what was read, what was not, and the figures."""
        games, seas, wrong = self.found
        said = ""
        if self.text.strip():
            said = f"<p>Read: {many(len(games), 'game')} with points, {many(len(seas), 'sea')} year by year.</p>"
        said += "".join(f'<p class="quiet">{escape(line)}</p>' for line in wrong[:12])
        said += f'<p class="quiet">{len(wrong) - 12} more lines like these.</p>' * (len(wrong) > 12)
        self.look(*pictures_of([share_picture(seas), *sea_pictures(seas)]))
        hint = tr("One code a line …")
        self.show_parts(
            self.title_part(),
            field_part("paste", "paste", tr("Codes"), tr("Show"), self.text, most=MOST_TEXT, rows=4, placeholder=hint),
            html_part("said", said, live=True),
            html_part("points", points_html(games) if games else ""),
            self.notice_part(),
        )
