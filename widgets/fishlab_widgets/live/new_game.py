"""The form that starts a game: which one, how many play, who sits where, and every option, in words for people.

A sandbox and the button *New game* of a table show the same form. `form_for` says what it asks, `wanted` what the
answers mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypedDict

from fishlab.bots import about_bots, usual_bot
from fishlab.core import CHANCE, GAMES, OVER, Option, Player, State, called
from fishlab.match import Match
from fishlab.messages import mark, refusal, tr
from fishlab.session import PERSON, Session
from fishlab_widgets.live.face import face_of

LONGEST: Final = 20
"""Letters of a seat's name: as many as fit the narrowest place that shows one."""
_DICE: Final = {"auto": mark("by the computer"), "table": mark("at our table, and entered here")}
FLAGS: Final = "flags"
"""The option that holds a flag for each seat, or None, in a game whose face has flags."""
_NAMES: Final = "countries"
"""The option that holds a name for each seat, which other numbers of players keep as far as they go."""


class SeatRow(TypedDict):
    """What the form asks about a seat: its own name is shown where none is typed; `flag` is a place in `Form.flags`."""

    title: str
    name: str
    who: str
    flag: int


class Form(TypedDict, total=False):
    """What the page asks for a new game; empty while the form is closed."""

    fields: list[dict[str, Any]]
    seats: list[SeatRow]
    flags: list[list[str]]
    """Words and picture of each flag; [] where seats have none."""
    sitters: list[str]
    bots: dict[str, str]
    wrong: str
    """What is not possible, in words."""


class Wanted(NamedTuple):
    """A game that somebody asked for: who sits where, and by which names; None leaves seats as they are."""

    match: Match
    seats: list[str] | None
    names: list[str] | None
    dice: str


@dataclass(frozen=True)
class Field:
    """What asks for one option: a whole number from `low` to `high`, or one of `words`, which stand for `values`.

    What a table was given and no form can ask for (ships already placed, supplies on a map, countries' names) can be
    kept as it is or left out.
    """

    name: str
    label: str
    value: int
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()
    printed: bool = True
    """Whether the rulebook knows the option; the others stand under a heading that says so."""
    help: str = ""
    """A line under the field."""
    seat: bool = False
    """Whether its values are seats: only one that plays can be chosen."""
    only: tuple[str, int] | None = None
    """Another field and its answer with which this one is asked; with others it is as usual. None: always."""
    more: bool = False
    """Whether it stands among the options that open with a click: a first game needs none of them."""

    def told(self) -> dict[str, Any]:
        """Return what the page needs to know."""
        return {
            "name": self.name, "label": self.label, "value": self.value, "low": self.low, "high": self.high,
            "words": list(self.words), "printed": self.printed, "help": self.help, "more": self.more,
            "seats": [-1 if one is None else one for one in self.values] if self.seat else [],
            "only": list(self.only or ()),
        }  # fmt: skip

    def read(self, given: Any) -> Any:
        """Return the value that a person's answer stands for.

        Raises:
            ValueError: in words for people, if it stands for none.
        """
        whole = isinstance(given, int) and not isinstance(given, bool)
        if self.words:
            if not whole or not 0 <= given < len(self.values):
                raise refusal("{label}: choose one of the words in the list.", label=self.label)
            return self.values[given]
        if not whole or not self.low <= given <= self.high:
            wanted = mark("{label}: choose a whole number from {low} to {high}.")
            raise refusal(wanted, label=self.label, low=self.low, high=self.high)
        return given


# ---- the whole form ------------------------------------------------------------------------------------------------


def form_for(session: Session, *, any_game: bool = False, answers: Mapping[str, Any] | None = None) -> Form:
    """Return the form that asks for a game like the one at a table, or for another one that the answers name."""
    game_field, match = _game(session, answers or {}) if any_game else (None, session.match)
    fields = [game_field] if game_field else []
    fields += fields_for(match)
    if session.dice in _DICE:
        place = next((number for number, field in enumerate(fields) if field.more), len(fields))
        fields.insert(place, _dice_field(session))
    bots = about_bots(match.game)
    flags = _flags(match)
    return {
        "fields": [field.told() for field in fields],
        "seats": _seat_rows(session, match, [rows for _, rows in flags]),
        "flags": [[words, face_of(match.game).flag(rows) if rows else ""] for words, rows in flags],
        "sitters": [PERSON, *bots],
        "bots": bots,
    }


def wanted(
    session: Session, answers: Mapping[str, Any], seats: Sequence[Any] | None = None, *, any_game: bool = False
) -> Wanted:
    """Return the game that a form's answers ask for; `ValueError` says in words for people what is not possible.

    Args:
        session: the table at which it is asked for.
        answers: a number for each field; one that is missing stays as it is.
        seats: for each seat who plays it (`who`), and its `name` and `flag`; without them nothing changes there.
        any_game: whether another game can be asked for.
    """
    like = _game(session, answers)[1] if any_game else session.match
    dice = _dice_field(session).read(answers["dice"]) if "dice" in answers and session.dice in _DICE else session.dice
    if seats is None:
        return Wanted(new_match(like, answers), None, None, dice)
    rows = [row if isinstance(row, Mapping) else {} for row in seats]
    flags = _flags(like)
    given = [row.get("flag", 0) for row in rows]
    drawn = [flags[one][1] if isinstance(one, int) and 0 <= one < len(flags) else None for one in given]
    match = new_match(like, answers, drawn if flags else None)
    return Wanted(match, _sitters(like, match, rows), _names(match, rows), dice)


def _game(session: Session, answers: Mapping[str, Any]) -> tuple[Field, Match]:
    """Return the field that asks for a game, and a match of the game that is chosen there."""
    names = tuple(GAMES)
    titles = tuple(GAMES[name].title for name in names)
    field = Field("game", tr("Game"), names.index(session.match.game.name), words=titles, values=names)
    field = replace(field, value=answers.get("game", field.value))
    game = GAMES[field.read(field.value)]
    match = session.match if game is session.match.game else Match(game)
    return replace(field, help=match.states[0].purpose()), match


def _dice_field(session: Session) -> Field:
    words = tuple(tr(one) for one in _DICE.values())
    told = tr("Roll real dice and draw real cards if you have the box.")
    return Field("dice", tr("Dice and cards"), list(_DICE).index(session.dice), words=words, values=tuple(_DICE),
                 help=told, more=True)  # fmt: skip


# ---- who sits where ------------------------------------------------------------------------------------------------


def _seat_rows(session: Session, match: Match, flags: Sequence[Any]) -> list[SeatRow]:
    """Return what is asked about every seat that the game has at most."""
    most, same = match.game.seats[-1], match.game is session.match.game
    full, usual = match.game.start(most), usual_bot(match.states[0])
    held = [*session.seats, *[session.seats[-1] if same else usual] * most]
    hoisted = list(match.options.get(FLAGS) or ()) + [None] * most
    return [
        {
            "title": (match.states[0] if seat < match.seats else full).seat_title(seat),
            "name": session.names[seat] if seat < len(session.names) else "",
            "who": held[seat] if same or held[seat] == PERSON else usual,
            "flag": flags.index(hoisted[seat] and tuple(hoisted[seat])) if flags else 0,
        }
        for seat in range(most)
    ]


def _flags(match: Match) -> list[tuple[str, tuple[str, ...] | None]]:
    """Return the flags to choose from, with their words: none, those of the game's face, and those drawn here."""
    known = face_of(match.game).flags
    if not known:
        return []
    found: list[tuple[str, tuple[str, ...] | None]] = [(tr("no flag"), None)]
    found += [(tr(name), tuple(rows)) for name, rows in known.items()]
    for rows in match.options.get(FLAGS) or ():
        if rows and tuple(rows) not in [one for _, one in found]:
            found.append((tr("drawn here"), tuple(rows)))
    return found


def _sitters(like: Match, match: Match, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return who sits where; whoever was usual in a game like the one before is who is usual now."""
    known, before, now = about_bots(match.game), usual_bot(like.states[0]), usual_bot(match.states[0])
    found = [str(row.get("who", now)) for row in rows][: match.seats]
    found += [now] * (match.seats - len(found))
    for seat, who in enumerate(found):
        if who != PERSON and who not in known:
            title = match.states[0].seat_title(seat)
            raise refusal("{seat}: choose a person or one of the bots.", seat=title)
    return [now if who == before else who for who in found]


def _names(match: Match, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    names = [""] * match.seats
    for seat, row in enumerate(rows[: match.seats]):
        names = named(match.states[0], names, seat, str(row.get("name", "")))
    return names


def named(state: State, names: Sequence[str], seat: Player, text: str) -> list[str]:
    """Return the names of all seats after one was given a name; an empty one gives the seat its own name back.

    A name is data: it stays with its table, no save code or answer holds it, and pages show it as text.

    Raises:
        ValueError: if the name is too long, has signs that cannot be shown, or is another seat's or a word of the game.
    """
    if not text.isprintable():
        raise refusal("A name may have letters, digits and symbols only: no line breaks, tabs or hidden characters.")
    name = " ".join(text.split())
    if len(name) > LONGEST:
        wrong = mark("A name has at most {most} letters, but this one has {count}.")
        raise refusal(wrong, most=LONGEST, count=len(name))
    after = [*names[:seat], name, *names[seat + 1 :]]
    with called(after):
        shown = [state.seat_name(one) for one in range(state.players)]
    twin = next((one for one in shown[:seat] + shown[seat + 1 :] if one.casefold() == shown[seat].casefold()), None)
    if twin is not None:
        raise refusal("Another seat is called {name}: choose a name of your own.", name=twin)
    own = [state.seat_title(one) for one in (*range(state.players), CHANCE, OVER) if one != seat]
    words = {word.casefold() for word in (*own, *state.names().values())}
    if name and name.casefold() in words:
        raise refusal("“{name}” is a word of this game: choose another name.", name=name)
    return after


# ---- the options of a game -----------------------------------------------------------------------------------------


def fields_for(match: Match) -> list[Field]:
    """Return the fields that ask for a game like this one: what it is about, how many play, and the other options."""
    seats = match.game.seats
    told = tr("Seats that no person takes are played by bots.")
    found = [Field("players", tr("Players"), match.seats, seats[0], seats[-1], help=told)] if len(seats) > 1 else []
    for option in match.game.options:
        if option.name == FLAGS and face_of(match.game).flags:
            continue
        if (field := _field(match, option)) is not None:
            found.insert(0 if option.first else len(found), field)
    wanted = {option.name: option.only for option in match.game.options if option.only}
    answers = {field.name: field.values for field in found if field.name in {name for name, _ in wanted.values()}}
    for place, field in enumerate(found):
        if field.name in wanted:
            other, value = wanted[field.name]
            found[place] = replace(field, only=(other, answers[other].index(value)))
    return found


def new_match(match: Match, answers: Mapping[str, Any], flags: Sequence[Any] | None = None) -> Match:
    """Return the match that the answers ask for; `ValueError` says in words for people what is not possible.

    Args:
        match: the game that was played before.
        answers: a number for each field.
        flags: a flag or None for each seat; without them seats keep theirs.
    """
    fields = {field.name: field for field in fields_for(match)}
    given = {name: answers.get(name, field.value) for name, field in fields.items()}
    asked = [name for name, field in fields.items() if not field.only or given[field.only[0]] == field.only[1]]
    values = {name: fields[name].read(given[name]) for name in asked}
    players = values.pop("players", match.seats)
    defaults = {option.name: option.default for option in match.game.options}
    for name, value in values.items():
        if fields[name].seat and value is not None and value >= players:
            wanted = mark("{label}: only {players} play, so choose one of the first {players} seats.")
            raise refusal(wanted, label=fields[name].label, players=players)
    for name, value in values.items():
        left = given[name] == fields[name].value and isinstance(value, list | tuple) and len(value) == match.seats
        if left and players != match.seats and name == _NAMES:
            more = match.game.start(players)
            values[name] = [*value, *map(more.seat_title, range(len(value), players))][:players]
        elif left and players != match.seats:  # it was set seat by seat, and fits no other number of them
            values[name] = defaults[name]
    options = {name: one for name, one in values.items() if one != defaults[name]}
    hoisted = [*(match.options.get(FLAGS, ()) if flags is None else flags), *[None] * players][:players]
    if FLAGS not in values and any(hoisted):
        options[FLAGS] = [list(rows) if rows else None for rows in hoisted]
    try:
        return Match(match.game, players, **options)
    except ValueError as why:
        raise ValueError(_in_words(str(why), match.game.name, fields)) from None


def _in_words(why: str, game: str, fields: Mapping[str, Field]) -> str:
    """Return what a game says about its options in Python with the words of the form."""
    for name, field in fields.items():
        why = why.replace(f"{game}: {name}=", f"{field.label}: ")
    return why


def _field(match: Match, option: Option) -> Field | None:
    """Return what asks for an option, None if there is nothing to ask."""
    value, label = match.options.get(option.name, option.default), tr(option.label)
    more: dict[str, Any] = {
        "printed": option.printed,
        "help": tr(option.help),
        "seat": option.seat,
        "more": not option.first,
    }
    if option.low is not None and not option.words and not option.seat:
        return Field(option.name, label, value, option.low, option.high or 0, **more)
    values = list(option.values()) or [option.default]
    words = _words(match, option) if option.values() else [tr("as in the box")]
    if value not in values:
        values, words = [value, *values], [tr("as at this table"), *words]
    if len(values) < 2:
        return None
    return Field(option.name, label, values.index(value), words=tuple(words), values=tuple(values), **more)


def _words(match: Match, option: Option) -> list[str]:
    """Return what people read for each value of an option."""
    if option.words:
        return [tr(words) for words in option.words]
    if option.seat:
        here, full = match.states[0], match.game.start(match.game.seats[-1])
        return [
            tr("chosen at random") if seat is None else (here if seat < match.seats else full).seat_name(seat)
            for seat in option.values()
        ]
    return [(tr("yes") if one else tr("no")) if isinstance(one, bool) else str(one) for one in option.values()]
