"""What stands in each file of a class's zip, and in each of its columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from fishlab.lab.class_experiment.rows import COLUMNS as TABLE_COLUMNS
from fishlab.lab.class_experiment.sentences import COLLAPSED, D_HOLDS, of_talk
from fishlab.messages import mark, tr
from fishlab_widgets.classroom.outcome.cells import CELLS, Cell

NEVER: Final = mark("there is none")
"""What is said of a column without empty cells."""
_TIME = mark("when, in seconds since the room was opened")
_TABLE = mark(
    "the table’s name; “(put away 1)” after it if its seats were drawn again before its game began, so that another "
    "table has its name"
)
_TOGETHER: Final = mark(
    "a letter that this seat shares, in the same game, with the other seats that were opened on one device or at one "
    "network address: perhaps one person, perhaps several with one router; empty if there is no other, or if nothing "
    "is known, as behind a proxy. Where nearly all seats have the same letter it tells you nothing. No address is kept"
)
_SEAT = mark("the seat’s letter; no names are stored")
FILES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "tables.csv": (mark("One row for each table: its points seat by seat and year by year."), {
        **TABLE_COLUMNS,
        "game": mark("which game of this class it was: 2 for a second game in the same room"),
        "people_of": mark("in a later game: the table of the game before at which exactly the same people sat; "
                          "otherwise empty"),
        "other_people": mark("in a later game at a table that goes on from one of the game before: how many seats did "
                             "not have the same people in both, from each game’s first move on; otherwise empty"),
        "living": mark("how many fish lived when each year began"),
        "left": mark("how many fish were left when the game was over; empty before"),
        "next_year": mark("what the year after an empty sea costs each seat, in points: it belongs to that year, and "
                          "is not in a total up to the year that emptied the sea; empty if the sea did not run empty "
                          "before the end"),
        "caught": mark("how many fish each seat took, over all finished years"),
        "over": mark("1 if the table’s game has come to its end"),
        "code": mark("the whole game as a code that Fishlab opens, once it is over"),
    }),
    "seats.csv": (mark("One row for each seat and finished year."), {
        "game": mark("which game of this class it was"),
        "block": mark("the block, as in tables.csv"),
        "table": _TABLE,
        "treatment": mark("under which rule it played"),
        "seat": _SEAT,
        "year": mark("the year; only finished ones are here"),
        "sitter": mark(
            "who played the seat in this year: person, a bot’s name, or one after the other (“person then careful”); "
            "empty if there was nothing to choose, as with an empty sea; unknown if the room was begun with an older "
            "Fishlab"
        ),
        "person": mark("which person of this seat played last in this year: 2 if another took over; empty for a bot"),
        "same_device_group": _TOGETHER,
        "bot_share": mark("the share of the seat’s moves in this year that a bot made, from 0 to 1, not counting "
                          "automatic moves"),
        "points": mark("the seat’s points of this year, before fines; plates that an empty sea leaves empty count in "
                       "the year after the one that emptied it"),
        "fines": mark("what it paid in fines for this year"),
        "after_fines": mark("its points of this year after fines: points minus fines"),
        "taken": mark("how many fish it took"),
        "plates": mark("how many plates it had to fill"),
        "quota": mark("how many fish a seat was allowed; empty without a rule"),
        "fish_at_start": mark("how many fish lived when the year began"),
    }),
    "decisions.csv": (
        mark("One row for each move of the finished years of each table’s game, including dice, in order; for games "
             "other than Fishery Boom, each move once they are over or ended."), {
            "table": _TABLE,
            "line": mark("how often the table had gone back when this move was made; moves that were taken back are "
                         "not here"),
            "number": mark("which move it was, counted from 1"),
            "year": mark("in which year or round; 0 in a game without them"),
            "phase": mark("in which part of it"),
            "seat": mark("whose move it was; empty for dice"),
            "by": mark("person, a bot’s name, chance, or unknown; itself if it was a person’s only possible move, "
                       "which is played at once"),
            "move": mark("the move in the game’s notation; in Fishery Boom take and chill, which keeps the fish cold "
                         "for the next year, both catch the fish that they name"),
            "inspected": mark("the seat whose catch this roll of the inspector’s die was for"),
            "too_many": mark("how many fish over its limit that seat had taken"),
            "fine": mark("what it paid for them: 0 if the die found nothing"),
            "choices": mark("how many moves there were to choose from"),
            "at": _TIME,
            "seconds": mark("how long after the table’s previous move"),
        }),
    "talks.csv": (mark("One row for each person’s part in each talk before a year that is over."), {
        "table": _TABLE,
        "year": mark("before which year"),
        "seat": _SEAT,
        "person": mark("which person of that seat it was, counted from 1"),
        "promise": mark("the most fish each that were agreed on, as this person sealed it, or “nothing”; empty "
                        "without an answer"),
        "caught": mark("the fish that the seat then took in that year"),
        "must": mark("how many fish the seat had to take in that year if the dice brought any: 1, or 0 with Release"),
        "could": mark("the most fish that the seat could have taken in that year, given its equipment, Overtime if a "
                      "box of it was left, the dice, and the fish that lived when its turn came. Dice that it did not "
                      "roll, because it chose otherwise, are those of its block’s tape; where luck is own or real, "
                      "they are drawn in the same way"),
        "aimed": mark("the most fish that the equipment the seat used in that year can take with the best dice"),
        "brought": mark("the most fish that the same equipment could have taken, given the dice that fell and the "
                        "fish that lived"),
        "once": mark("the most fish that the seat could have taken in that year without Overtime"),
        "meant": mark("1 if it aimed at no more than was agreed, or took no more though it could; 0 if it aimed at "
                      "more, even if luck prevented it; otherwise empty where kept is"),
        "kept": mark("1 if it took no more than was agreed, 0 if it took more; empty without a number, if the promise "
                     "was below must or not below could, if luck alone kept it (brought is no more than was agreed, "
                     "aimed is more), or if a bot or another person moved in that year"),
        "ready_after": mark("seconds from the beginning of the talk to Ready; empty if the clock ended it"),
    }),
    "answers.csv": (mark("One row for each question that a person answered at the seat."), {
        "table": _TABLE,
        "seat": _SEAT,
        "person": mark("which person of that seat it was, counted from 1"),
        "stage": mark("instructions, practice, questions (of the rules), prediction, talk, promise or questionnaire"),
        "question": mark("its name; catch and lasts are predictions, trust, fair, power and less opinions from 1 (not "
                         "at all) to 5 (fully), why is in the person’s own words"),
        "answer": mark("the last answer; words that begin with = + - @ or a tab have an apostrophe before them, so "
                       "that no spreadsheet takes them for a formula"),
        "tries": mark("how often it was answered"),
        "seconds": mark("from when it was first shown to the last answer"),
    }),
    "events.csv": (mark("One row for each thing that happened besides moves, in order."), {
        "at": _TIME,
        "kind": mark("what happened"),
        "meaning": mark("the same in words"),
        "table": mark("where; empty for the whole room"),
        "seat": mark("in which seat; empty for the whole table"),
        "line": mark("how often the table had gone back"),
        "number": mark("how many moves had been made there"),
        "words": mark("more about it, such as who sits there now, or which treatment was drawn; an apostrophe before "
                      "it as in answers.csv"),
    }),
    "models.csv": (mark("Stored games of models that look ahead, of the same form and number of seats."), {
        "form": mark("as in tables.csv"),
        "treatment": mark(
            "as in tables.csv; models do not talk, so rows of silence are the games of competitive, and they do not "
            "vote: under voted-rule they begin with the quota that would be imposed. That they keep 95 of 100 "
            "promises is an assumption"
        ),
        "seats": mark("how many seats the table has"),
        "game": mark("which dice: the same number has the same dice under every treatment"),
        "points": mark("the points of all seats before fines, year by year"),
        "fines": mark("what all seats paid in fines in the whole game"),
        "living": mark("how many fish lived when each year began; 0 after the sea was empty"),
    }),
    "scores.csv": (mark("One row for each seat of a game other than Fishery Boom, which was just played."), {
        "game": mark("which game of this class it was"),
        "table": _TABLE,
        "plays": mark("which game of Fishlab"),
        "seats": mark("how many seats the table has"),
        "seat": _SEAT,
        "sitter": mark("who played the seat: person, a bot’s name, or one after the other; empty if nobody chose "
                       "anything"),
        "person": mark("which person of this seat played last: 2 if another took over; empty for a bot"),
        "same_device_group": _TOGETHER,
        "bot_share": mark("the share of the seat’s moves that a bot made, from 0 to 1, not counting automatic moves"),
        "score": mark("the seat’s final score by the game’s own count; empty while it is being played"),
        "won": mark("1 if the seat won the game, alone or with others (in Fresh Fish the lowest score wins); empty "
                    "while it is being played"),
        "over": mark("1 if the table’s game has come to its end"),
        "code": mark("the whole game as a code that Fishlab opens, once it is over"),
    }),
}  # fmt: skip
"""For each file what a row is, and what stands in its columns; a zip has those of the games that were played."""
SESSION: Final = {
    "session": mark("the class, by a number that is drawn with its room; the same in every export of it"),
    "fishlab": mark("the version of Fishlab"),
    "version": mark("the version of these files"),
    "games": mark("the design of each game, in their order"),
    "treatments": mark("the treatments that were played, with their titles and what people were told"),
    "blocks": mark("which tables are in which block, in the order in which they were set up, with their treatments, "
                   "which were assigned at random within each block"),
    "lots": mark("the draws of seats: which draw it was, which seat it gave, and out of how many"),
    "seeds": mark("for each game the seed of random assignments and dice, from which both can be drawn again; null "
                  "while it goes on"),
    "shown": mark("what the desk showed, game by game; analysis.ipynb works all of it out again and compares, except "
                  "“covered”, which comes from simulated classes"),
}  # fmt: skip
"""What stands in `session.json`."""
OF_ALL: Final = ("session", "fishlab", "version", "games", "lots", "seeds")
"""What of it stands there also if no Fishery Boom was played."""
GAMES: Final = {
    "game": mark("which game of the class it was"),
    "form": mark("which form of Fishery Boom was played, or which other game"),
    "luck": mark("tape: the tables of a block had the same dice; own: each table its own; real: dice were entered"),
    "plan": mark("what the teacher chose before the game, including the procedure at the seats; a game that follows "
                 "without a new plan has that of the one before, even if its treatments were swapped"),
    "prediction": mark("what the class as a whole predicted before this game: by how many points a table (“value”) "
                       "the treatment “first” would be ahead of “second”, locked “at” so many seconds after the "
                       "beginning of 1970; null without one"),
}  # fmt: skip
"""What stands in each game of `games`."""
SHOWN: Final = {
    "game": mark("which game of the class it was"),
    "year": mark("up to which year points count"),
    "counted": mark("the tables that are compared"),
    "totals": mark("what each of them made up to that year, in points before fines, with years that a bot played "
                   "filled in as above"),
    "means": mark("for each treatment the mean of these totals, in points a table, and both ends of Student’s "
                  "interval of 95 %; null where there is none"),
    "comparisons": mark("for every pair of treatments: “difference”, “other” minus “base” in points a table, and both "
                        "ends of its interval; the “blocks”, “tables” and “people” (seats) that it comes from; “p” of "
                        "the randomisation test, how many assignments are “possible”, and whether the test is "
                        "“exact”, that is, looked at all of them; “d”, the difference in units of the spread within "
                        "blocks, and both ends of its interval, null with too few blocks; “sizes”, the difference in "
                        "points at tables of each number of seats"),
    "after_fines": mark("year, counted, totals, means and comparisons after fines (all the others are before fines); "
                        "null if nobody at these tables paid any"),
    "covered": mark("the share of simulated classes like this one, from 0 to 1, in which such intervals contain the "
                    "truth; null from 0.94 on, or if it is not known"),
    "to_know": mark("what you need to know to read the differences, in the desk’s own sentences, such as that the "
                    "games were stopped early, and what models show there"),
    "leavers": mark("for each treatment how many seats bots played in that year, and out of how many"),
    "early": mark("year, counted, totals, means and comparisons up to the last year in which people held all tables, "
                  "if some were left out later; otherwise null"),
    "swapped": mark("if treatments were swapped between two games: at how many “tables” the same people played both, "
                    "up to which “year” of both; how far the treatment that comes second in means is ahead of the "
                    "first at them, in points a table: in the game before (“first”), in this one (“second”), the mean "
                    "of both (“difference”), which is no figure to quote unless both games were played to their end, "
                    "and by how much the first is more than the second (“disagree”), each with both ends of its "
                    "interval of 95 % over blocks; otherwise null"),
    "models": mark("for every pair of treatments with stored model games: “difference”, “other” minus “base” in "
                   "points a table before fines up to the same year among models of the same form, each table size "
                   "weighted by how many blocks of it the class has, and both ends of its interval; “end”, the same "
                   "at the end of the game, null if that is this year"),
    "promises": mark("the share of promises that were kept, from 0 to 1, and both ends of its interval, which the "
                     "desk shows from four tables on; null without promises"),
    "without": mark("year, counted, totals, means and comparisons without the tables at which half of the people or"
                    " more failed a question about the rules; null if there is none"),
    "expected": mark("how many fish each person expected their table to catch in the whole game"),
    "caught": mark("how many fish each table caught up to that year"),
}  # fmt: skip
"""What stands in each game of `shown`."""


def codebook(
    names: Collection[str], failed: Mapping[str, str] = MappingProxyType({}), sealing: bool | None = None
) -> str:
    """Return the codebook of some files, in Markdown.

    Args:
        names: the files.
        failed: of those that could not be filled, why.
        sealing: whether people sealed in some game after each talk what was agreed; None if nobody talked.
    """
    files = {name: FILES[name] for name in FILES if name in names}
    parts = _experiment(sealing) if "tables.csv" in files else _to_play()
    if "scores.csv" in files and "tables.csv" in files:
        parts.insert(2, tr(_OTHERS))
    for name, (about, columns) in files.items():
        parts += [f"## {name}", tr(about), *([failed[name]] if name in failed else []), _cells(columns, CELLS[name])]
    return "\n\n".join(parts) + "\n"


_OTHERS = mark(
    "This class also played other games, just to play: their seats are in scores.csv, their moves in decisions.csv. "
    "None of that is compared or analysed."
)


def _to_play() -> list[str]:
    """Return what is to say of a class in which no Fishery Boom was played."""
    return [
        f"# {tr('Codebook')}",
        tr(
            "The moves and scores of one class that just played. Seats are letters; there are no names, no address "
            "and nothing that identifies the machine. Files are UTF-8, columns are separated by commas, times are in "
            "seconds."
        ),
        tr(
            "There is no analysis here, and nothing to compare: treatments, figures, models and the analysis notebook "
            "belong to Fishery Boom, which was not played in this class. This zip cannot be put together with others."
        ),
        "## session.json",
        _table({name: SESSION[name] for name in OF_ALL}),
        tr("For each game “games” holds:"),
        _table(GAMES),
    ]


def _experiment(sealing: bool | None) -> list[str]:
    """Return what is to say of a class that played Fishery Boom, before its files."""
    return [
        f"# {tr('Codebook')}",
        tr(
            "The data of one class that played Fishery Boom. Seats are letters; there are no names, no address and "
            "nothing that identifies the machine. People were asked to write no names in their own words: read "
            "answers.csv before you publish it. Files are UTF-8, columns are separated by commas, times are in "
            "seconds."
        ),
        tr(
            "A table is the unit. Who sat where, and which table of a block played under which treatment, was decided "
            "at random; so tables are compared within their block, each with those of its own size, up to the year "
            "that all of them have finished. A year that a bot played for somebody (column bots) is filled in with "
            "the mean of what the people of that table made in that year, so a table’s total need not be the sum of "
            "its points. Differences between table sizes are not error: blocks spread around the mean of their size. "
            "A table counts only if every seat was a person’s in some year, and people held half of the seats or more "
            "in every year up to then. If that leaves nothing to compare, points count up to the last year in which "
            "people held half of the seats or more at all of these tables."
        ),
        tr(
            "A difference has Student’s interval, from the spread of blocks; three treatments or more share one "
            "spread: what neither block nor treatment explains. Points are whole numbers, so no variance of a table "
            "is taken as smaller than 1/24. With several differences each interval is wider (Bonferroni: with m of "
            "them each has 1 − 0.05 / m), so that all should hold together in 95 of 100 classes. Where totals are "
            "skewed, they hold a little less often: “covered” in session.json gives the share of simulated classes, "
            "if that is below 0.94. If seas collapse at some tables and last at others, it may be as few as "
            "{collapsed} of 100; if all seas of one treatment ran empty and none of the other, far fewer. The "
            "interval of d is rougher: about {d_holds} of 100 in the usual form at tables of four, and that is known "
            "only for silence against a talk before every year.",
            collapsed=COLLAPSED,
            d_holds=D_HOLDS,
        ),
        tr(
            "Promises count for people at tables that were not closed, had a person in every seat at some time, and "
            "were not overrun by bots up to the year that counts; predictions count for people whose table has "
            "reached that year. analysis.ipynb does all of this step by step, with Python’s standard library."
        ),
        *([] if sealing is None else [of_talk(sealing)]),
        "## session.json",
        _table(SESSION),
        tr("For each game “games” holds (null is what an older Fishlab did not keep of an earlier game):"),
        _table(GAMES),
        tr("For each game “shown” holds, with intervals as three numbers, the figure first:"),
        _table(SHOWN),
    ]


def _cells(columns: dict[str, str], cells: Mapping[str, Cell]) -> str:
    """Return the columns of a file, with the unit and range of their cells and what an empty one means."""
    heads = (tr("name"), tr("what it holds"), tr("unit and range"), tr("an empty cell"))
    rows = [
        (f"`{name}`", tr(words), tr(cells[name].kind.words), tr(cells[name].empty or NEVER))
        for name, words in columns.items()
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, ("---",) * len(heads), *rows))


def _table(columns: dict[str, str]) -> str:
    rows = [f"| `{name}` | {tr(words)} |" for name, words in columns.items()]
    return "\n".join([f"| {tr('name')} | {tr('what it holds')} |", "|---|---|", *rows])
