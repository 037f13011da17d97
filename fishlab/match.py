"""A game being played: `Match` checks every move at the door, keeps the whole game, and can be saved.

It is the only thing of the rules that changes, and turns into JSON or into a short save code and back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any, Final

from fishlab.codes import BadCode, Packing, brief, digest, zip_text
from fishlab.core import (
    _SEED_DIGITS,
    CHANCE,
    GAMES,
    OVER,
    PRACTICE,
    Agent,
    IllegalMove,
    Move,
    Player,
    State,
    own_generators,
    picture,
)
from fishlab.messages import mark, refusal, tr

_MAX_CODE = 20_000  # characters of a save code; the longest real game needs under a tenth
_MAX_JSON = 2_000_000  # characters of a saved match
_MAX_MOVES = 20_000
_MAX_NOTATION = 300  # characters of one move; the longest that any game writes needs a tenth
_PARTS: Final = {str, int}  # what a move is made of
_MAX_OPTIONS = 200_000  # bytes of options once unpacked
_NOT_NOW: Final = mark("“{move}” is not among the moves allowed now.")
_PACKING: Final = Packing(mark("save code"), check=3, least=8)


class Match:
    """A game being played: all its states and moves so far, and those undone.

    >>> from fishlab import Fishery, Match
    >>> match = Match(Fishery, columns=3, rows=3, ships=1)
    >>> _ = match.play("ship a1")
    >>> match.play("ship a1")
    Traceback (most recent call last):
    ...
    fishlab.core.IllegalMove: a1 already holds a black ship: a ship goes on an empty square.
    """

    def __init__(self, game: type[State], players: int | None = None, **options: Any) -> None:
        self.game = game
        self.seats = game.seats[0] if players is None else players
        try:
            self.options = game.canonical(options)
            self.states: list[State] = [game.start(self.seats, **self.options)]
        except RecursionError:
            raise refusal("{game}: an option is nested too deep: options are plain data", game=game.name) from None
        self.moves: list[Move] = []
        self.undone: list[Move] = []
        self.seed: int | str | None = None
        """What names the dice and the bots' choices of a table that plays this match; the rules never ask for it."""
        self._places: list[tuple[int, int]] = []
        self._reopened = 0  # how often sealed choices were opened and then taken back

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}: {self.seats} players, {len(self.moves)} moves, {self.state.prompt()}>"

    def __str__(self) -> str:
        return self.state.text()

    def __len__(self) -> int:
        return len(self.moves)

    @property
    def state(self) -> State:
        """The present moment."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.turn() == OVER

    def play(self, move: Move | str) -> State:
        """Play a move (a tuple, a list or its notation) and return the new state; `IllegalMove` says why not."""
        state = self.state
        if isinstance(move, str):
            move = state.read(move)
        if not isinstance(move, tuple | list) or not {*map(type, move)} <= _PARTS:
            raise IllegalMove(
                tr("{move} is not a move: a move is a tuple of words and whole numbers.", move=brief(move)), move
            )
        move = tuple(move)
        if move not in state.moves():
            why = state.why_not(move) or tr(_NOT_NOW, move=state.notation(move))
            raise IllegalMove(why, move)
        return self._take(move)

    def _take(self, move: Move) -> State:
        """Play a move that is legal."""
        if self.undone and self.undone[-1] == move:
            self.undone.pop()
        else:
            self.undone.clear()
        self._push(move)
        return self.state

    def _push(self, move: Move) -> None:
        self.states.append(self.state.after(move))
        self.moves.append(move)

    def undo(self, count: int = 1) -> State:
        """Take back moves, as many as there are; `redo` plays them again."""
        count = min(count, len(self.moves))
        left = self.states[len(self.moves) - count :]
        self._reopened += any(one.sealed() and not other.sealed() for one, other in pairwise(left))
        for _ in range(count):
            self.undone.append(self.moves.pop())
            self.states.pop()
        del self._places[len(self.moves) :]
        return self.state

    def way_back(self, place: int) -> int:
        """Return where a person who wants to go back to a place may go: there, or to before the first sealed choice.

        Choices that lay sealed at that place and are open by now must all be made again.
        """
        if all(state.sealed() for state in self.states[place:]):
            return place
        while self.states[place].sealed():
            place -= 1
        return place

    def redo(self, count: int = 1) -> State:
        """Play undone moves again, as many as there are."""
        for _ in range(min(count, len(self.undone))):
            self._push(self.undone.pop())
        return self.state

    def generator(self, place: str | None = None) -> Random:
        """Return the generator of the next move, which the seed and the number of moves decide, or another place.

        So a die that is taken back falls the same again, whoever sits where, and what a bot draws changes no die. Bots
        alone draw anew where sealed choices were opened and taken back: a person who saw a bot's bid should not know
        the next one.
        """
        place = str(len(self.moves)) if place is None else place
        if self._reopened and self.state.turn() >= 0:
            place += f"/{self._reopened}"
        return Random(f"{self.game.name}/{self.seed}/{place}")

    def run(self, agents: Mapping[Player, Agent] | Sequence[Agent], rng: Random, limit: int = _MAX_MOVES) -> State:
        """Let agents play, chance by the generator, until the game is over, a seat has no agent, or the limit.

        Every agent gets a generator of its own (`own_generators`).
        """
        seats = agents if isinstance(agents, Mapping) else dict(enumerate(agents))
        own = own_generators(seats, rng)
        for _ in range(limit):
            state = self.state
            seat = state.turn()
            if seat == CHANCE:
                self._take(state.sample(rng))  # what the rules draw themselves needs no check
            elif seat in seats:
                self.play(seats[seat](state.view(seat), own[seat]))
            else:
                break
        return self.state

    # Saving and loading.

    def to_json(self) -> str:
        """Return the match as JSON: game, version, players, options, moves in notation, and its seed if it has one."""
        return self._json() if self.seed is None else self._json(seed=self.seed)

    def _json(self, **more: int | str) -> str:
        return json.dumps(
            {
                "game": self.game.name,
                "version": self.game.version,
                "players": self.seats,
                "options": self.options,
                "moves": [self.game.notation(move) for move in self.moves],
                **more,
            },
            ensure_ascii=False,
            separators=(",", ":"),
            sort_keys=True,
        )

    @classmethod
    def from_json(cls, text: str) -> Match:
        """Return the match that JSON text holds, each move checked; `BadCode` says what is wrong and where."""
        if len(text) > _MAX_JSON:
            raise BadCode(
                tr(
                    "This saved match is too long ({size:,} characters; at most {most:,}).",
                    size=len(text),
                    most=_MAX_JSON,
                )
            )
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadCode(tr("This is not a saved match: it is not JSON ({error}).", error=error)) from None
        if not isinstance(data, dict) or not isinstance(data.get("moves"), list):
            raise BadCode(tr("This is not a saved match: it needs game, version, players, options and moves."))
        match = cls._begin(data.get("game"), data.get("version"), data.get("players"), data.get("options", {}))
        if len(data["moves"]) > _MAX_MOVES:
            raise BadCode(
                tr(
                    "This saved match has {count:,} moves; at most {most:,} are read.",
                    count=len(data["moves"]),
                    most=_MAX_MOVES,
                )
            )
        for number, notation in enumerate(data["moves"], 1):
            try:
                if not isinstance(notation, str):
                    raise IllegalMove(tr("{line} is not a line of notation.", line=brief(notation)))
                if len(notation) > _MAX_NOTATION:
                    words = mark("Move {number} of this saved match is too long ({size:,} characters; at most {most}).")
                    raise BadCode(tr(words, number=number, size=len(notation), most=_MAX_NOTATION))
                match.play(notation)
            except IllegalMove as error:
                shown = notation[:60] if isinstance(notation, str) else brief(notation)
                raise BadCode(
                    tr("Move {number} ({move}) breaks a rule: {error}", number=number, move=shown, error=error)
                ) from None
        seed = data.get("seed")
        match.seed = seed if type(seed) in _PARTS else None
        return match

    @classmethod
    def _begin(cls, game: object, version: object, players: object, options: object) -> Match:
        kind = {**PRACTICE, **GAMES}.get(game) if isinstance(game, str) else None
        if kind is None:
            raise BadCode(
                tr("{game} is not a game here: the games are {known}.", game=brief(game), known=", ".join(GAMES))
            )
        if version != kind.version:
            words = mark(
                "This save is of {game} version {version}; this Fishlab plays version {own}. Open it with the Fishlab "
                "that made it."
            )
            raise BadCode(tr(words, game=game, version=brief(version), own=kind.version))
        if not isinstance(options, dict) or not isinstance(players, int):
            raise BadCode(tr("This save is damaged: its players or options are missing."))
        if any(isinstance(options.get(name), str) for name in kind.files):
            raise BadCode(tr("This save refers to a file: a save must hold all its data itself."))
        try:
            return cls(kind, players, **options)
        except (ValueError, TypeError) as error:
            raise BadCode(tr("This save cannot be started: {error}", error=error)) from None

    def code(self) -> str:
        """Return the match as a short save code, safe in URLs: `FY1-…`.

        The code holds the players, the options and, for every move, its place among the legal moves of that moment,
        all as one large number. A checksum of the letters catches slips of the keyboard, and one of the meaning
        (the JSON) catches a code that another Fishlab would read as a different game. A seed that is a number follows
        after a point, so that the game goes on with its own dice.
        """
        for place in range(len(self._places), len(self.moves)):  # only the moves since the last code was made
            choices = _distinct(self.states[place])
            self._places.append((choices.index(self.moves[place]), len(choices)))
        number = 0
        for index, count in reversed(self._places):
            number = number * count + index
        options = zip_text(json.dumps(self.options, sort_keys=True)) if self.options else b""
        body = bytes([self.seats]) + _varint(len(self.moves)) + _varint(len(options)) + options
        body += digest(self._json().encode(), 2) + number.to_bytes((number.bit_length() + 7) // 8, "big")
        seed = f".{self.seed}" if isinstance(self.seed, int) and 0 <= self.seed < 10**_SEED_DIGITS else ""
        return f"{self.game.tag}{self.game.version}-{_PACKING.pack(body, seed.encode())}{seed}"

    @classmethod
    def from_code(cls, code: str, like: type[State] | None = None) -> Match:
        """Return the match that a save code holds; `BadCode` says what is wrong with it.

        Args:
            code: what a person has pasted.
            like: the game whose codes are asked for, so that words can say how one looks; any game is read.
        """
        code = "".join(str(code).split())
        shown = like or GAMES["fishery"]
        example = f"{shown.tag}{shown.version}-AgAAk3…"
        if not code:
            raise BadCode(tr("Paste a save code first. It looks like {example}.", example=example))
        if len(code) > _MAX_CODE:
            raise BadCode(
                tr(
                    "This is too long for a save code ({size:,} characters; at most {most:,}).",
                    size=len(code),
                    most=_MAX_CODE,
                )
            )
        found = re.fullmatch(rf"([A-Z]{{2}})(\d{{1,3}})-([A-Za-z0-9_-]+)(\.\d{{1,{_SEED_DIGITS}}}|)", code)
        if not found:
            raise BadCode(
                tr(
                    "This is not a save code: one looks like {example}, in letters, digits, - and _ only.",
                    example=example,
                )
            )
        tag, version, packed, seed = found.groups()
        game = next((game for game in (*GAMES.values(), *PRACTICE.values()) if game.tag == tag), None)
        if game is None:
            known = ", ".join(f"{game.tag} ({game.title})" for game in GAMES.values())
            raise BadCode(tr("{tag} is not a game here: codes start with {known}.", tag=tag, known=known))
        seats, count, options, mark, number = _read_body(_PACKING.unpack(packed, seed.encode()))
        match = cls._begin(game.name, int(version), seats, options)
        for place in range(1, count + 1):
            choices = _distinct(match.state)
            if not choices:
                raise BadCode(tr("This code breaks a rule: move {place} comes after the end of the game.", place=place))
            number, index = divmod(number, len(choices))
            match._push(choices[index])
        if number or digest(match._json().encode(), 2) != mark:
            raise BadCode(tr("This code does not fit the rules of this Fishlab: it was made by another version."))
        match.seed = int(seed[1:]) if seed else None
        return match

    def _repr_svg_(self) -> str | None:
        return picture(self.state, last=self.moves[-1] if self.moves else None)

    def _repr_html_(self) -> str | None:
        return self._repr_svg_()


def _distinct(state: State) -> list[Move]:
    return list(dict.fromkeys(state.moves()))


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _read_body(body: bytes) -> tuple[int, int, object, bytes, int]:
    """Return players, number of moves, options, mark of the meaning, and the number that holds the moves."""
    place = 1

    def varint() -> int:
        nonlocal place
        value = shift = 0
        while place < len(body) and shift < 28:
            byte = body[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
        raise BadCode(tr("This save code is damaged: a length in it is wrong."))

    count, size = varint(), varint()
    if count > _MAX_MOVES or place + size + 2 > len(body):
        raise BadCode(tr("This save code is damaged: a length in it is wrong."))
    options: object = {}
    if size:
        options = _PACKING.unzip_json(
            body[place : place + size],
            _MAX_OPTIONS,
            too_much=tr("its options unpack to more than a game could need"),
            damaged=tr("its options cannot be read"),
        )
    place += size
    return body[0], count, options, body[place : place + 2], int.from_bytes(body[place + 2 :], "big")
