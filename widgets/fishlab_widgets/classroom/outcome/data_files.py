"""The rows of a class's files: tables, seats, decisions, talks, answers, events and models; scores of other games.

What is not open yet is not in them: moves and promises of a year that is still played, and of other games all moves
until they are over.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Any, Final

from fishlab.boom.rules import Boom
from fishlab.codes import clean_text
from fishlab.core import CHANCE, OVER, SEAT_LETTERS
from fishlab.lab.class_experiment.beside import model_games
from fishlab.lab.class_experiment.rows import row_of
from fishlab.messages import tr
from fishlab.room import ENDED, KINDS, NEVER_PLAYED, OUTSIDE, Room, Status, Turns, people_before, same_people
from fishlab_widgets.classroom.outcome.boom_tables import boom_of, finished_years, fish_left, next_year
from fishlab_widgets.classroom.outcome.codebook import FILES
from fishlab_widgets.classroom.outcome.results import booms, class_table

Row = dict[str, Any]
FREE_TEXT: Final = ("answer", "words")
"""Columns in which stands what people have typed."""
BY_ITSELF: Final = "itself"
"""Who made the only move that a person had."""
FORMULA: Final = ("=", "+", "-", "@", "\t")
"""Signs with which a formula begins in a spreadsheet."""


def csv_text(name: str, rows: Sequence[Row]) -> str:
    """Return rows as the text of a file; it has the columns of the codebook and no others."""
    out = io.StringIO()
    write = csv.DictWriter(out, list(FILES[name][1]), lineterminator="\n")
    write.writeheader()
    write.writerows({key: _cell(key, value) for key, value in row.items()} for row in rows)
    return out.getvalue()


def _cell(column: str, value: Any) -> Any:
    """Return a value as it stands in a file: none as nothing, and what people typed never as a formula."""
    if value is None:
        return ""
    if column not in FREE_TEXT or not isinstance(value, str):
        return value
    text = clean_text(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def all_games(room: Room) -> list[Status]:
    """Return the tables of all games of Boom in a room, also those that were closed before their end."""
    return booms(_played(room))


def other_games(room: Room) -> list[Status]:
    """Return the tables of a room that simply played another game."""
    return [one for one in _played(room) if one.match.game is not Boom]


def _played(room: Room) -> list[Status]:
    return [one for one in room.statuses(every=True)[0] if one.game != NEVER_PLAYED]


def table_rows(room: Room, session: str) -> list[Row]:
    """Return one row for each table."""
    found, before = [], people_before(room)
    for status in all_games(room):
        state, done = boom_of(status), finished_years(boom_of(status))
        seas = [mask.bit_count() for mask in state.seas[: done + 1]]
        living = seas + [0] * (done - len(seas)) if state.empty_sea else seas
        seats = range(state.players)
        found.append(
            row_of(class_table(room, status), session, state.setup.form)
            | {
                "game": str(status.game),
                "people_of": same_people(before).get(status.name, ""),
                "other_people": str(before[status.name].others) if status.name in before else "",
                "living": " ".join(map(str, living)),
                "left": str(fish_left(state)) if status.turn == OVER else "",
                "next_year": " ".join(map(str, next_year(state))),
                "caught": " ".join(str(sum(state.taken(seat, y) for y in range(1, done + 1))) for seat in seats),
                "over": str(int(status.turn == OVER)),
                "code": status.match.code() if status.turn == OVER else "",
            }
        )
    return found


def _together(room: Room, statuses: Sequence[Status]) -> dict[tuple[str, int], str]:
    """Return a letter for each seat that was opened where another of its game was, the same for all of them."""
    found: dict[tuple[str, int], str] = {}
    for game in {one.game for one in statuses}:
        groups = room.seating.together([one.name for one in statuses if one.game == game])
        for number, group in enumerate(groups):
            again, letter = divmod(number, len(ascii_uppercase))
            found |= dict.fromkeys(group, f"{ascii_uppercase[letter]}{again or ''}")
    return found


def seat_rows(room: Room) -> list[Row]:
    """Return one row for each seat and finished year."""
    found, together = [], _together(room, all_games(room))
    for status in all_games(room):
        state, table, played = boom_of(status), class_table(room, status), room.seating.turns(status.name)
        for seat in range(state.players):
            for year in range(1, len(table.points) + 1):
                turns = played.get((seat, year), Turns(()))
                ballots = state.council.ballots[:year]
                made, paid = table.points[year - 1][seat], table.fines[year - 1][seat] if table.fines else 0
                quota = sorted(ballots[-1])[(state.players - 1) // 2] if ballots else state.setup.quota
                found.append({
                    "game": status.game, "block": "" if status.block == OUTSIDE else table.block, "table": table.name,
                    "treatment": table.treatment, "seat": SEAT_LETTERS[seat], "year": year,
                    "sitter": turns.sitter, "person": turns.person or None,
                    "same_device_group": together.get((status.name, seat)),
                    "bot_share": None if turns.bot_share is None else f"{turns.bot_share:.3g}",
                    "points": f"{made:g}", "fines": f"{paid:g}", "after_fines": f"{made - paid:g}",
                    "taken": state.taken(seat, year), "plates": state.plates[seat][year - 1],
                    "quota": quota if state.has_quota else None,
                    "fish_at_start": state.seas[year - 1].bit_count() if year <= len(state.seas) else 0,
                })  # fmt: skip
    return found


def score_rows(room: Room) -> list[Row]:
    """Return one row for each seat at which another game than Boom was simply played."""
    found, together = [], _together(room, other_games(room))
    for status in other_games(room):
        turns, over = room.seating.turns(status.name), status.turn == OVER
        winners = status.match.state.winners() if over else ()
        for seat, score in enumerate(status.totals):
            mine = turns[seat, 0]
            found.append({
                "game": status.game, "table": status.name, "plays": status.match.game.name,
                "seats": status.match.seats, "seat": SEAT_LETTERS[seat], "sitter": mine.sitter,
                "same_device_group": together.get((status.name, seat)),
                "person": mine.person or None, "bot_share": None if mine.bot_share is None else f"{mine.bot_share:.3g}",
                "score": score if _is_open(room, status) else None, "won": int(seat in winners) if over else None,
                "over": int(over),
                "code": status.match.code() if over else "",
            })  # fmt: skip
    return found


def _is_open(room: Room, status: Status) -> bool:
    """Tell whether nothing of a table's game is secret any more."""
    return status.turn == OVER or room.stage() == ENDED or status.game != room.game


def decision_rows(room: Room, began: float) -> list[Row]:
    """Return one row for each move of finished years, and of other games than Boom for each that are over."""
    return [row for status in _played(room) for row in _decisions(room, status, began)]


def _decisions(room: Room, status: Status, began: float) -> Iterator[Row]:
    history = [row for row in room.history(status.name) if row["line"] == status.line]
    open_, done = status.turn == OVER or room.stage() == ENDED, 0
    if status.match.game is Boom:
        done = finished_years(boom_of(status))
    elif not _is_open(room, status):
        return
    else:
        open_ = True
    before = None
    for made, hand in zip(history, room.seating.hands(status.name), strict=True):
        state = status.match.states[made["number"]]
        if not open_ and state.period() > done:
            return
        yield {
            "table": status.name, "line": made["line"], "number": made["number"] + 1, "year": state.period(),
            "phase": state.part(), "seat": "" if hand is None else SEAT_LETTERS[hand.seat],
            "by": "chance" if state.turn() == CHANCE or hand is None else BY_ITSELF if hand.forced else hand.who,
            "move": made["move"],
            **_fine(status, made["number"]),
            "choices": len(set(state.moves())), "at": f"{made['at'] - began:.1f}",
            "seconds": None if before is None else f"{made['at'] - before:.1f}",
        }  # fmt: skip
        before = made["at"]


def _fine(status: Status, number: int) -> Row:
    """Return who was inspected by a move, for how many fish too many, and the fine; nothing by any other move."""
    state, then = status.match.states[number : number + 2]
    if not isinstance(state, Boom) or not isinstance(then, Boom) or state.phase != "inspect":
        return {}
    check = then.council.checks[-1]
    return {"inspected": SEAT_LETTERS[check.seat], "too_many": state.too_many(check.seat), "fine": check.fine}


def talk_rows(room: Room) -> list[Row]:
    """Return one row for each person's part in each talk before a year that is over."""
    return [
        {
            **row,
            "seat": SEAT_LETTERS[row["seat"]],
            "meant": None if row["meant"] is None else int(row["meant"]),
            "kept": None if row["kept"] is None else int(row["kept"]),
            "ready_after": None if row["ready_after"] is None else f"{row['ready_after']:.1f}",
        }
        for row in room.talks()
        if row["caught"] is not None
    ]


def answer_rows(room: Room) -> list[Row]:
    """Return one row for each question that a person answered; of talks, those before a year that is over."""
    over = {(row["table"], str(row["year"])) for row in room.talks() if row["caught"] is not None}
    return [
        {**row, "seat": SEAT_LETTERS[row["seat"]], "seconds": f"{row['seconds']:.1f}"}
        for row in room.answers()
        if row["stage"] not in ("talk", "promise") or (row["table"], row["question"].split("@")[0]) in over
    ]


def event_rows(room: Room, began: float) -> list[Row]:
    """Return every event of a room, one a row."""
    return [
        {
            "at": f"{one.at - began:.1f}", "kind": one.kind,
            "meaning": tr(KINDS[one.kind]) if one.kind in KINDS else "", "table": one.table,
            "seat": None if one.seat is None else SEAT_LETTERS[one.seat] if one.seat >= 0 else "chance",
            "line": one.line, "number": one.number, "words": one.words,
        }
        for one in room.events.all()
    ]  # fmt: skip


def model_rows(room: Room) -> list[Row]:
    """Return the kept games of the form and the treatments that were played."""
    tables = [(class_table(room, one).treatment, one.match.seats, boom_of(one).setup.form) for one in all_games(room)]
    return [
        {
            "form": form, "treatment": treatment, "seats": seats, "game": game.game,
            "points": " ".join(map(str, game.yearly)), "fines": sum(game.fines),
            "living": " ".join(map(str, game.living)),
        }
        for treatment, seats, form in sorted(set(tables))
        for game in model_games(form, seats, treatment)
    ]  # fmt: skip
