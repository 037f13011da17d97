"""The class page: paste what the class handed in, and see where it stands. No name is shown unless it is asked for."""

from __future__ import annotations

import base64
from collections import Counter
from html import escape
from typing import Any, Final

from fishlab.boom.rules import Boom
from fishlab.messages import mark, tr, trn
from fishlab.stats import mean_interval
from fishlab_widgets.charts import bars, histogram
from fishlab_widgets.charts.canvas import decimal, format_number, short
from fishlab_widgets.charts.spans import spans
from fishlab_widgets.controls.pasted import CODE
from fishlab_widgets.council.reader import Reader
from fishlab_widgets.draw.svg import OWN_KEYS
from fishlab_widgets.lesson.answering import Choosing
from fishlab_widgets.lesson.card import pictures_of
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.view import Part, button_part, field_part, html_part
from fishlab_widgets.teacher import counting
from fishlab_widgets.teacher.boards import grid
from fishlab_widgets.teacher.hands import ALREADY, MOST_TEXT, NO_CODE, Hand, Handed, Wrong, read_hands
from fishlab_widgets.teacher.stored_lessons import lesson_files

_HIDDEN: Final = mark("no names")
_SHOWN: Final = mark("names and sentences")
_FIGURES: Final = mark("figures")
_SENTENCES: Final = mark("sentences, for the projector")
_STUDENT: Final = mark("one student")
GAMES: Final = "games"
_MOST_BARS: Final = 12
_WIDEST: Final = 30
"""Whole numbers that get a bar each, so that the axis is true; a wider range is drawn in classes."""
_MOST_TOLD: Final = 30


def desk() -> Progress:
    """Return what a card of the teacher's page belongs to: no lesson of the course, and nothing to hand in."""
    return Progress("teacher", tr("The teacher's page"), 0, ("Desk",))


def table(heads: list[str], rows: list[list[Any]]) -> str:
    """Return rows as a table in which everything is data."""
    return grid(heads, [[format_number(one) for one in row] for row in rows], "facts")


def download(words: str, name: str, text: str) -> str:
    """Return a link that saves a text as a file, without any server; spreadsheets know the mark before it."""
    packed = base64.b64encode(f"\ufeff{text}".encode()).decode()
    address = f"data:text/csv;charset=utf-8;base64,{packed}"
    return f'<a {OWN_KEYS} download="{escape(name)}" href="{address}">{escape(words)}</a>'


class ClassPage(Reader):
    """A card that takes the codes of a class and shows its predictions, exercises, games, and who is stuck where."""

    word = mark("The class page")
    wakes = mark("the class page")
    layout_of = "long"

    def __init__(self) -> None:
        self.handed, self.named, self.seen = Handed(), False, ""
        self.showing, self.student, self._pasted = _FIGURES, 0, 0
        self.viewing = Choosing({one: tr(one) for one in (_FIGURES, _SENTENCES, _STUDENT)}, False)
        self.naming = Choosing({one: tr(one) for one in (_HIDDEN, _SHOWN)}, False)
        about = tr(
            "Lesson codes and save codes, one a line, or a table from a spreadsheet. Codes pasted earlier are kept. "
            "Everything stays on this page: nothing is sent, and nothing is kept when the kernel stops."
        )
        super().__init__(desk(), tr("Paste what your class handed in"), about)

    def act(self, kind: str, value: Any) -> None:
        """Read what was pasted, choose what is shown, or forget everything."""
        if kind == "paste" and str(value).strip():
            self._pasted += 1
            before = set(self.handed.lessons())
            self.handed = read_hands(str(value), self.handed)
            new = [lesson for lesson in self.handed.lessons() if lesson not in before]
            fullest = max(new, key=lambda lesson: len(self.handed.of(lesson)), default="")
            self.seen = fullest or (self.seen if self.seen in self.pages() else next(iter(self.pages()), ""))
        elif kind == "names":
            self.named = self.naming.read(value) == _SHOWN
        elif kind == "see":
            self.seen = Choosing(self.pages(), False).read(value) or self.seen
        elif kind == "view":
            self.showing = self.viewing.read(value) or self.showing
        elif kind == "student":
            chosen = self._students().read(value)
            self.student = self.student if chosen is None else chosen
        elif kind == "forget":
            self.handed, self.seen = Handed(), ""

    def pages(self) -> dict[str, str]:
        """Return what can be looked at: the lessons that were handed in, and games."""
        found = {lesson: f"{lesson} ({len(self.handed.of(lesson))})" for lesson in self.handed.lessons()}
        return found | ({GAMES: tr("games ({count})", count=len(self.handed.games))} if self.handed.games else {})

    def who(self, number: int) -> str:
        """Return a student as the page calls them: by number, or by name where names are shown."""
        return (self.handed.names[number] if self.named else "") or tr("student {number}", number=number + 1)

    # ---- what is shown -------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what was read, what was not, and the chosen lesson's figures."""
        handed, pages = self.handed, self.pages()
        bad = handed.bad_lines() if self.named else ""
        paste = field_part(  # a new field each time: the old one holds names
            f"paste {self._pasted}",
            "paste",
            tr("Codes"),
            tr("Read"),
            bad,
            most=MOST_TEXT,
            rows=4,
            placeholder="LC1-01-…",
        )
        parts: list[Part] = [self.title_part(), paste, html_part("said", self._said(), live=True)]
        if handed.hands or handed.games or handed.wrong:
            parts.append(self.naming.switch(tr("On this page"), _SHOWN if self.named else _HIDDEN, "names"))
        if pages:
            chooser, name = Choosing(pages, False), f"see {' '.join(pages)}"
            parts.append(chooser.switch(tr("Look at (codes)"), self.seen, "see", name))
        if self.seen in handed.lessons():
            parts.append(self.viewing.switch(tr("Show"), self.showing, "view"))
            if self.showing == _STUDENT:
                students = self._students()
                name = f"student {self.seen} {len(students.values)}"
                parts.append(students.switch(tr("Student"), self._student().who, "student", name))
        self.look(*pictures_of(self._games() if self.seen == GAMES else self._lesson(self.seen) if self.seen else []))
        self.show_parts(*parts, self.notice_part(), body=self._foot())

    def _said(self) -> str:
        handed = self.handed
        if not (handed.hands or handed.games or handed.wrong):
            return ""
        codes = trn("{n} lesson code", "{n} lesson codes", len(handed.hands))
        games = trn("{n} game", "{n} games", len(handed.games))
        told = f"<p>{escape(tr('Read so far: {codes} and {games}.', codes=codes, games=games))}</p>"
        again, prose = ([one for one in handed.wrong if one.why == tr(why)] for why in (ALREADY, NO_CODE))
        wrong = sorted((one for one in handed.wrong if one not in again + prose), key=lambda one: not one.keep)
        if wrong:
            words = trn(
                "Not accepted, or only in part: {n} line.", "Not accepted, or only in part: {n} lines.", len(wrong)
            )
            told += f"<p><b>{escape(words)}</b></p>" + self._lines(wrong)
            notes = []
            if (left := len(wrong) - _MOST_TOLD) > 0:
                notes.append(
                    trn(
                        "and {n} more line; the file below has them all.",
                        "and {n} more lines; the file below has them all.",
                        left,
                    )
                )
            if not self.named and handed.bad_lines():
                notes.append(tr("Switch names on to get these lines back into the field and correct them."))
            told += "".join(f'<p class="quiet">{escape(note)}</p>' for note in notes)
        for folded, words in (
            (again, trn("{n} line was counted already.", "{n} lines were counted already.", len(again))),
            (prose, trn("{n} line holds no code.", "{n} lines hold no code.", len(prose))),
        ):
            if folded:
                told += f"<details><summary {OWN_KEYS}>{escape(words)}</summary>{self._lines(folded)}</details>"
        return told

    def _lines(self, found: list[Wrong]) -> str:
        """Return lines that were not taken, each with its reason."""
        rows = [[one.line, self._line(one), one.why] for one in found[:_MOST_TOLD]]
        return table([tr("line"), tr("it begins"), tr("why")], rows)

    def _line(self, one: Wrong) -> str:
        """Return how a line begins; only its code where names are not shown."""
        if self.named:
            return short(one.text, 40)
        code = CODE.search(one.text)
        return short(code[0], 16) if code else "–"

    def _lesson(self, lesson: str) -> list[Any]:
        hands = self.handed.of(lesson)
        file = lesson_files().get(lesson)
        title = f"{lesson} · {file.title}" if file else tr("Lesson {lesson}, whose file is not here", lesson=lesson)
        count = trn("{title}: {n} code", "{title}: {n} codes", len(hands), title=title)
        shown: list[Any] = [f"<h3>{escape(count)}</h3>"]
        if self.showing == _SENTENCES:
            return [*shown, sentences_html(counting.sentences(hands))]
        if self.showing == _STUDENT:
            heads = [tr("question"), tr("answer"), tr("result"), tr("tries"), tr("sentence")]
            return [
                *shown,
                f"<h4>{escape(self.who(self._student().who))}</h4>",
                table(heads, counting.path_of(self._student())),
            ]
        if old := counting.unknown(lesson, hands):
            shown.append(
                trn(
                    "{n} of these codes answers cards that this lesson does not have: it comes from another edition "
                    "of the course. What it shares with this one is counted.",
                    "{n} of these codes answer cards that this lesson does not have: they come from another edition "
                    "of the course. What they share with this one is counted.",
                    old,
                )
            )
        shown += [predicted_picture(one) for one in counting.predictions(hands)]
        shown += [self._exercises(hands), self._stuck(hands), self._tables(hands)]
        return [one for one in shown if one]

    def _students(self) -> Choosing:
        return Choosing({hand.who: self.who(hand.who) for hand in self.handed.of(self.seen)}, False)

    def _student(self) -> Hand:
        """Return the code of the chosen student, or the first of the lesson."""
        hands = self.handed.of(self.seen)
        return next((hand for hand in hands if hand.who == self.student), hands[0])

    def _exercises(self, hands: list[Any]) -> str:
        rows = [
            [
                one.words, tr("{solved} of {tried}", solved=one.solved, tried=one.tried),
                f"{one.tries:.1f}" if one.solved else "–",
                "; ".join(f"{answer} ({count})" for answer, count in one.wrong) or "–",
            ]
            for one in counting.exercises(hands)
        ]  # fmt: skip
        if not rows:
            return ""
        heads = [
            tr("exercise"),
            tr("solved"),
            tr("tries to solve it, mean"),
            tr("last wrong answers of the others (how many)"),
        ]
        return f"<h4>{escape(tr('Exercises'))}</h4>{table(heads, rows)}"

    def _stuck(self, hands: list[Any]) -> str:
        found = counting.stuck(hands)
        if not found:
            nobody = tr("Nobody is stuck: no exercise was tried {count} times and not solved.", count=counting.STUCK)
            return f"<p>{escape(nobody)}</p>"
        rows = []
        for words in dict.fromkeys(one.words for one in found):
            here = [one for one in found if one.words == words]
            told = []
            for one in here[:_MOST_TOLD]:
                tries = mark("{who} ({tries} tries, {last})") if one.last else mark("{who} ({tries} tries)")
                told.append(tr(tries, who=self.who(one.who), tries=one.tries, last=short(one.last, 30)))
            more = [tr("and {count} more", count=len(here) - _MOST_TOLD)] * (len(here) > _MOST_TOLD)
            rows.append([words, len(here), "; ".join([*told, *more])])
        heads = [tr("exercise"), tr("how many"), tr("who (tries, last answer)")]
        return f"<h4>{escape(tr('Who is stuck where'))}</h4>{table(heads, rows)}"

    def _tables(self, hands: list[Any]) -> str:
        found = counting.played_in_codes(hands)
        if not found:
            return ""
        rows = [
            [
                key,
                len(own),
                decimal(sum(own) / len(own)),
                tr("{low} to {high}", low=min(own), high=max(own)).replace("-", "−"),
            ]
            for key, own in found.items()
        ]
        heads = [tr("game in the lesson"), tr("played"), tr("points together, mean"), tr("from, to")]
        return f"<h4>{escape(tr('Games, as far as they were played'))}</h4>{table(heads, rows)}"

    def _games(self) -> list[Any]:
        shown: list[Any] = []
        found = counting.by_treatment(self.handed, Boom.title)
        if found:
            totals = {short(name, 28): mean_interval(values) for name, values in found.items()}
            title = tr("Fishery Boom: points of all countries together, by treatment")
            shown.append(spans(totals, title=title, x_label=tr("points a game"), y_label=tr("treatment")))
        titles = dict.fromkeys(one.game for one in self.handed.games)
        rows = [
            [title, sum(one.game == title for one in self.handed.games),
             sum(one.game == title and not one.over for one in self.handed.games)]
            for title in titles
        ]  # fmt: skip
        shown.append(table([tr("game"), tr("handed in"), tr("not over yet (not in the figure)")], rows))
        return shown

    def _foot(self) -> list[Part]:
        handed = self.handed
        if not (handed.hands or handed.games or handed.wrong):
            return []
        files = [
            download(tr("All answers (CSV)"), "class.csv", counting.csv_of(handed, names=self.named)),
            download(
                tr("the same for a German spreadsheet"),
                "klasse.csv",
                counting.csv_of(handed, names=self.named, german=True),
            ),
        ]
        if handed.bad_lines():
            files.append(download(tr("lines that were not accepted"), "not-taken.txt", handed.bad_lines()))
        save = mark("Save with names and sentences: {files}")
        if not self.named:
            save = mark("Save without names and sentences: {files}")
        return [
            html_part("files", f"<p>{tr(save, files=' · '.join(files))}</p>"),
            button_part("forget", "forget", tr("Forget everything on this card")),
        ]


def sentences_html(found: list[counting.Sentences]) -> str:
    """Return what students wrote, question by question, large enough for a projector and without names."""
    if not found:
        return f"<p>{escape(tr('Nobody has written a sentence yet.'))}</p>"
    note = escape(tr("No names are shown here. A sentence may hold one: read first, then project."))
    shown = f'<p class="quiet">{note}</p>'
    for one in found:
        items = ""
        for answer, text in one.written:
            said = f"<b>{escape(answer)}:</b> " if answer else ""
            items += f"<li>{said}{escape(text)}</li>"
        shown += f'<h4>{escape(one.words)}</h4><ul style="font-size:1.35em;line-height:1.5">{items}</ul>'
    return shown


def predicted_picture(one: counting.Predicted) -> Any:
    """Return the answers to a prediction as a figure, with the result marked: numbers stand on a true axis."""
    title = tr("Prediction: {question}", question=one.words)
    result = one.results[0] if len(one.results) == 1 else None
    x, y = tr("answer"), tr("students")
    if one.numbers:
        marked = [float(result)] if isinstance(result, int | float) else []
        ends = [*map(float, one.answers), *marked]
        low, high = min(ends), max(ends)
        if any(not value.is_integer() for value in ends) or high - low > _WIDEST:
            marks = {tr("result"): marked[0]} if marked else {}
            figure = histogram(one.answers, title=title, x_label=x, y_label=y, marks=marks)
            return [figure, *_notes(one, result)]
        names = [counting.told(value) for value in range(int(low), int(high) + 1)]
    else:
        names = [*one.offered.values()]
    words = {repr(value): label for value, label in one.offered.items()}
    counted = Counter(words.get(repr(answer), counting.told(answer)) for answer in one.answers)
    truth = "" if result is None else words.get(repr(result), counting.told(result))
    others = [name for name, _ in counted.most_common() if name not in names]
    names += others[: max(0, _MOST_BARS - len(names))] + [truth] * (truth not in ("", *names, *others))
    rows = [{x: name, y: counted[name]} for name in names]
    figure = bars(rows, x=x, y=y, title=title, x_label=x, y_label=y, mark=truth or None)
    missing = sum(counted.values()) - sum(counted[name] for name in names)
    return [figure, *_notes(one, truth or None, missing)]


def _notes(one: counting.Predicted, result: Any, missing: int = 0) -> list[str]:
    notes = [] if result is None else [tr("The result: {truth}.", truth=counting.told(result))]
    notes += [trn("{n} other answer is not drawn.", "{n} other answers are not drawn.", missing)] * bool(missing)
    if len(one.results) > 1:
        told = ", ".join(counting.told(value) for value in one.results[:6])
        notes.append(tr("The codes hold different results ({told}): each is compared with its own.", told=told))
    return [f"<p>{escape(note)}</p>" for note in notes]
