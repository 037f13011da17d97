"""The class page: paste what the class handed in, and see where it stands. No name is shown unless it is asked for."""

from __future__ import annotations

import base64
from collections import Counter
from html import escape
from typing import Any, Final

from fishlab.boom.rules import Boom
from fishlab.messages import many
from fishlab.stats import mean_interval
from fishlab_widgets.charts import bars, histogram
from fishlab_widgets.charts.canvas import format_number, short
from fishlab_widgets.charts.lesson_charts import spans
from fishlab_widgets.controls.pasted import CODE
from fishlab_widgets.council.reader import Reader
from fishlab_widgets.draw.svg import OWN_KEYS
from fishlab_widgets.lesson.answering import Choosing
from fishlab_widgets.lesson.card import html_part, picture_of
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.teacher import counting
from fishlab_widgets.teacher.hands import MOST_TEXT, Handed, Wrong, read_hands
from fishlab_widgets.teacher.stored_lessons import lesson_files

_HIDDEN: Final = "no names"
_SHOWN: Final = "names and sentences"
GAMES: Final = "games"
_MOST_BARS: Final = 12
_MOST_TOLD: Final = 30


def desk() -> Progress:
    """Return what a card of the teacher's page belongs to: no lesson of the course, and nothing to hand in."""
    return Progress("teacher", "The teacher's page", 0, ("Desk",))


def table(heads: list[str], rows: list[list[Any]]) -> str:
    """Return rows as a table in which everything is data."""
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(format_number(one))}</td>" for one in row) + "</tr>" for row in rows)
    return f'<table class="facts"><tr>{head}</tr>{body}</table>'


def download(words: str, name: str, text: str) -> str:
    """Return a link that saves a text as a file, without any server; spreadsheets know the mark before it."""
    packed = base64.b64encode(f"\ufeff{text}".encode()).decode()
    address = f"data:text/csv;charset=utf-8;base64,{packed}"
    return f'<a {OWN_KEYS} download="{escape(name)}" href="{address}">{escape(words)}</a>'


class ClassPage(Reader):
    """A card that takes the codes of a class and shows its predictions, exercises, games, and who is stuck where."""

    word = "The class page"
    wakes = "the class page"

    def __init__(self) -> None:
        self.handed, self.named, self.seen = Handed(), False, ""
        self.naming = Choosing([_HIDDEN, _SHOWN], False)
        about = (
            "Lesson codes and save codes, one a line, or a table out of a spreadsheet. What was pasted before stays. "
            "Everything stays on this page: nothing is sent, and nothing is kept when the kernel stops."
        )
        super().__init__(desk(), "Paste what your class handed in", about)

    def act(self, kind: str, value: Any) -> None:
        """Read what was pasted, choose what is shown, or forget everything."""
        if kind == "paste" and str(value).strip():
            before = set(self.handed.lessons())
            self.handed = read_hands(str(value), self.handed)
            new = [lesson for lesson in self.handed.lessons() if lesson not in before]
            self.seen = new[0] if new else self.seen if self.seen in self.pages() else next(iter(self.pages()), "")
        elif kind == "names":
            self.named = self.naming.read(value) == _SHOWN
        elif kind == "see":
            self.seen = Choosing(self.pages(), False).read(value) or self.seen
        elif kind == "forget":
            self.handed, self.seen = Handed(), ""

    def pages(self) -> dict[str, str]:
        """Return what can be looked at: the lessons that were handed in, and games."""
        found = {lesson: f"{lesson} ({len(self.handed.of(lesson))})" for lesson in self.handed.lessons()}
        return found | ({GAMES: f"games ({len(self.handed.games)})"} if self.handed.games else {})

    def who(self, number: int) -> str:
        """Return a student as the page calls them: by number, or by name where names are shown."""
        return (self.handed.names[number] if self.named else "") or f"student {number + 1}"

    # ---- what is shown -------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what was read, what was not, and the chosen lesson's figures."""
        handed, pages = self.handed, self.pages()
        parts: list[dict[str, Any] | None] = [
            self.title_part(),
            {"kind": "field", "id": "paste", "send": "paste", "label": "Codes", "rows": 4, "button": "Read",
             "placeholder": "LC1-01-…", "value": handed.bad_lines() if self.named else "", "max": MOST_TEXT},
            html_part("said", self._said(), live=True),
        ]  # fmt: skip
        if handed.hands or handed.games or handed.wrong:
            naming = self.naming.part("On this page", _SHOWN if self.named else _HIDDEN, captions=False)
            parts.append({**naming, "id": "names", "send": "names", "shout": True})
        if pages:
            chooser = Choosing(pages, False).part("Look at (codes)", self.seen, captions=False)
            parts.append({**chooser, "id": f"see {' '.join(pages)}", "send": "see", "shout": True})
        self.head.show(*parts)
        pictures = self._games() if self.seen == GAMES else self._lesson(self.seen) if self.seen else []
        self.look(*(one for one in map(picture_of, pictures) if one is not None))
        self.card.remove_class("wide")
        self.card.add_class("long")
        self.body.show(*self._foot())

    def _said(self) -> str:
        handed = self.handed
        if not (handed.hands or handed.games or handed.wrong):
            return ""
        told = f"<p>There are {many(len(handed.hands), 'lesson code')} and {many(len(handed.games), 'game')}.</p>"
        if handed.wrong:
            told += f"<p><b>Not taken, or only in part: {many(len(handed.wrong), 'line')}.</b></p>"
            rows = [[one.line, self._line(one), one.why] for one in handed.wrong[:_MOST_TOLD]]
            told += table(["line", "it begins", "why"], rows)
            more = len(handed.wrong) - _MOST_TOLD
            told += f'<p class="quiet">and {many(more, "more line")}; the file below has them all.</p>' * (more > 0)
            if not self.named and handed.bad_lines():
                told += '<p class="quiet">Switch names on to get these lines back into the field and mend them.</p>'
        return told

    def _line(self, one: Wrong) -> str:
        """Return how a line begins; only its code where names are not shown."""
        if self.named:
            return short(one.text, 40)
        code = CODE.search(one.text)
        return short(code[0], 16) if code else "–"

    def _lesson(self, lesson: str) -> list[Any]:
        hands = self.handed.of(lesson)
        file = lesson_files().get(lesson)
        title = f"{lesson} · {file.title}" if file else f"Lesson {lesson}, of which there is no file here"
        shown: list[Any] = [f"<h3>{escape(title)}: {many(len(hands), 'code')}</h3>"]
        if old := counting.unknown(lesson, hands):
            shown.append(
                f"{many(old, 'code')} of them answer cards that this lesson does not have: they are of another "
                "edition of the course. What they share with this one is counted."
            )
        shown += [predicted_picture(one) for one in counting.predictions(hands)]
        shown += [self._exercises(hands), self._stuck(hands), self._tables(hands)]
        return [one for one in shown if one]

    def _exercises(self, hands: list[Any]) -> str:
        rows = [
            [
                one.words, f"{one.solved} of {one.tried}", f"{one.tries:.1f}" if one.solved else "–",
                "; ".join(f"{answer} ({count})" for answer, count in one.wrong) or "–",
            ]
            for one in counting.exercises(hands)
        ]  # fmt: skip
        if not rows:
            return ""
        heads = ["exercise", "solved", "tries to solve it, mean", "last wrong answers of the others (how many)"]
        return f"<h4>Exercises</h4>{table(heads, rows)}"

    def _stuck(self, hands: list[Any]) -> str:
        found = counting.stuck(hands)
        if not found:
            return f"<p>Nobody is stuck: no exercise was tried {counting.STUCK} times and not solved.</p>"
        rows = []
        for words in dict.fromkeys(one.words for one in found):
            here = [one for one in found if one.words == words]
            told = [
                f"{self.who(one.who)} ({', '.join(filter(None, (f'{one.tries} tries', short(one.last, 30))))})"
                for one in here[:_MOST_TOLD]
            ]
            more = [f"and {len(here) - _MOST_TOLD} more"] * (len(here) > _MOST_TOLD)
            rows.append([words, len(here), "; ".join([*told, *more])])
        return f"<h4>Who is stuck where</h4>{table(['exercise', 'how many', 'who (tries, last answer)'], rows)}"

    def _tables(self, hands: list[Any]) -> str:
        found = counting.played_in_codes(hands)
        if not found:
            return ""
        rows = [
            [
                key,
                len(own),
                f"{sum(own) / len(own):.1f}".replace("-", "−"),
                f"{min(own)} to {max(own)}".replace("-", "−"),
            ]
            for key, own in found.items()
        ]
        heads = ["game in the lesson", "played", "points together, mean", "from, to"]
        return f"<h4>Games, as far as they were played</h4>{table(heads, rows)}"

    def _games(self) -> list[Any]:
        shown: list[Any] = []
        found = counting.by_treatment(self.handed, Boom.title)
        if found:
            totals = {short(name, 28): mean_interval(values) for name, values in found.items()}
            title = "Fishery Boom: points of all countries together, by treatment"
            shown.append(spans(totals, title=title, x_label="points a game", y_label="treatment"))
        titles = dict.fromkeys(one.game for one in self.handed.games)
        rows = [
            [title, sum(one.game == title for one in self.handed.games),
             sum(one.game == title and not one.over for one in self.handed.games)]
            for title in titles
        ]  # fmt: skip
        shown.append(table(["game", "handed in", "not over yet (not in the figure)"], rows))
        return shown

    def _foot(self) -> list[dict[str, Any]]:
        handed = self.handed
        if not (handed.hands or handed.games or handed.wrong):
            return []
        files = [
            download("All answers (CSV)", "class.csv", counting.csv_of(handed, names=self.named)),
            download(
                "the same for a German spreadsheet",
                "klasse.csv",
                counting.csv_of(handed, names=self.named, german=True),
            ),
        ]
        if handed.bad_lines():
            files.append(download("lines that were not taken", "not-taken.txt", handed.bad_lines()))
        named = "with names and sentences" if self.named else "without names and sentences"
        return [
            html_part("files", f"<p>Save {named}: {' · '.join(files)}</p>"),
            {"kind": "button", "id": "forget", "send": "forget", "text": "Forget everything on this card"},
        ]


def predicted_picture(one: counting.Predicted) -> Any:
    """Return the answers to a prediction as a figure, with the result marked."""
    title = f"Prediction: {one.words}"
    result = one.results[0] if len(one.results) == 1 else None
    if one.numbers and len(set(one.answers)) > _MOST_BARS:
        marks = {"result": float(result)} if isinstance(result, int | float) else {}
        return histogram(one.answers, title=title, x_label="answer", y_label="students", marks=marks)
    counted = Counter(counting.told(answer) for answer in one.answers)
    names = [counting.told(one) for one in sorted(set(one.answers))] if one.numbers else [
        name for name, _ in counted.most_common(_MOST_BARS)
    ]  # fmt: skip
    truth = counting.told(result) if result is not None else ""
    if truth and truth not in names:
        names.append(truth)
    if one.numbers and isinstance(result, int | float):
        names = [counting.told(value) for value in sorted({*one.answers, result})]
    rows = [{"answer": name, "students": counted[name]} for name in names]
    mark = truth or None
    figure = bars(rows, x="answer", y="students", title=title, x_label="answer", y_label="students", mark=mark)
    others = sum(counted.values()) - sum(counted[name] for name in names)
    notes = [f"Framed, the result: {truth}."] * bool(truth)
    notes += [f"{many(others, 'other answer')} are not drawn."] * bool(others)
    if len(one.results) > 1:
        told = ", ".join(counting.told(value) for value in one.results[:6])
        notes.append(f"The codes hold different results ({told}): each is held against its own.")
    return [figure, *(f"<p>{escape(note)}</p>" for note in notes)] if notes else figure
