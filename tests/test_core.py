"""The protocol: options, reasons, matches, save codes and JSON, held to what they promise by a tiny game and by all."""

from __future__ import annotations

import base64
import json
import re
import tracemalloc
import zlib
from dataclasses import FrozenInstanceError, dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Self

import laws
import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st
from measure import calls

import fishlab
from fishlab import CHANCE, GAMES, OVER, BadCode, Boom, Fleet, IllegalMove, Match, Move, Option, Reason, State
from fishlab.codes import digest
from fishlab.core import Agent
from fishlab.firstpond import FirstPond
from fishlab.match import _varint
from fishlab.session import Session


@dataclass(frozen=True)
class Puddle(State):
    """A die says how many fish may be taken (two of its three faces are a one); the last fish ends the game."""

    fish: int
    catch: tuple[int, ...]
    seat: int = 0
    roll: int = 0

    name: ClassVar[str] = "puddle"
    title: ClassVar[str] = "The Puddle"
    tag: ClassVar[str] = "PU"
    seats: ClassVar[range] = range(2, 4)
    options: ClassVar[tuple[Option, ...]] = (
        Option("fish", 16, "fish in the pond", low=1, high=40),
        Option("kind", "carp", "kind of fish", choices=("carp", "tench")),
        Option("names", [], "names of the boats"),
    )

    @classmethod
    def start(cls, players: int = 2, **options: Any) -> Self:
        cls.check_start(players, options)
        names = options.get("names", [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError(f"puddle: names={names!r} is not possible: give a list of names")
        return cls(options.get("fish", 16), (0,) * players)

    def turn(self) -> int:
        return OVER if not self.fish else self.seat if self.roll else CHANCE

    def moves(self) -> tuple[Move, ...]:
        if not self.fish:
            return ()
        if not self.roll:
            return (("roll", 1), ("roll", 1), ("roll", 2))
        return tuple(("take", count) for count in range(min(self.roll, self.fish) + 1))

    def after(self, move: Move) -> Self:
        match move:
            case ("roll", int(roll)):
                return self.but(roll=roll)
            case ("take", int(count)):
                catch = tuple(c + count * (s == self.seat) for s, c in enumerate(self.catch))
                seat = (self.seat + 1) % len(self.catch)
                return self.but(fish=self.fish - count, catch=catch, roll=0, seat=seat)
        raise ValueError(move)

    def scores(self) -> tuple[int, ...]:
        return self.catch


@pytest.fixture(autouse=True)
def puddle_is_a_game(monkeypatch):
    monkeypatch.setitem(fishlab.GAMES, "puddle", Puddle)


def forge(body: bytes, head: str = "PU1") -> str:
    """Return a code with a right checksum around any body, as an attacker could make it."""
    return f"{head}-{base64.urlsafe_b64encode(body + digest(body, 3)).rstrip(b'=').decode()}"


def body(options: bytes = b"", moves: int = 0, seats: int = 2, number: bytes = b"", mark: bytes = b"\0\0") -> bytes:
    return bytes([seats]) + _varint(moves) + _varint(len(options)) + options + mark + number


def played(choices: list[int], players: int = 2, **options: Any) -> Match:
    """Return a match of the puddle: each number picks one of the moves that are legal then."""
    match = Match(Puddle, players, **options)
    for choice in choices:
        if match.over:
            break
        legal = match.state.moves()
        match.play(legal[choice % len(legal)])
    return match


def same(one: Match, other: Match) -> bool:
    return (one.game, one.seats, one.options, one.moves, one.states) == (
        (other.game, other.seats, other.options, other.moves, other.states)
    )


ponds = st.builds(
    played,
    st.lists(st.integers(0, 5), max_size=60),
    players=st.integers(2, 3),
    fish=st.integers(1, 40),
    names=st.lists(st.text(max_size=12), max_size=4),
)


# Options and reasons.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fish": 0}, "puddle: fish=0 is not possible: choose a whole number from 1 to 40"),
        ({"fish": 41}, "puddle: fish=41 is not possible: choose a whole number from 1 to 40"),
        ({"fish": True}, "puddle: fish=True is not possible: choose a whole number from 1 to 40"),
        ({"fish": "9"}, "puddle: fish='9' is not possible: choose a whole number from 1 to 40"),
        ({"fish": 9.0}, "puddle: fish=9.0 is not possible: choose a whole number from 1 to 40"),
        ({"kind": "eel"}, "puddle: kind='eel' is not possible: choose 'carp' or 'tench'"),
        ({"size": 3}, "puddle has no option 'size': the options are fish, kind, names"),
    ],
)
def test_a_wrong_option_is_refused_with_its_name_its_value_and_what_is_allowed(options, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Match(Puddle, **options)


def test_a_yes_or_no_option_does_not_take_one_or_zero():
    option = Option("fast", True, "fast play", choices=(True, False))
    option.check("puddle", False)
    with pytest.raises(ValueError, match="choose True or False"):
        option.check("puddle", 1)


@pytest.mark.parametrize(("players", "said"), [(1, "1"), (4, "4"), (True, "True"), ("2", "'2'"), (2.0, "2.0")])
def test_a_wrong_number_of_players_is_refused_with_what_is_right(players, said):
    with pytest.raises(ValueError, match=f"^{said} players cannot play puddle: choose 2 to 3$"):
        Match(Puddle, players)


def test_a_match_takes_the_fewest_players_unless_told():
    assert (Match(Puddle).seats, Match(Puddle, 3).seats) == (2, 3)


def test_a_reason_is_its_sentence_and_knows_what_where_and_which_rule():
    reason = Reason("The pond is empty.", title="No fish", rule="Rule 3", where=["puddle"])
    assert reason == "The pond is empty."
    assert (reason.title, reason.rule, reason.where) == ("No fish", "Rule 3", ("puddle",))
    assert Reason("No.").title == "Not allowed"


def test_an_illegal_move_carries_its_reason_and_what_was_tried():
    plain = IllegalMove("No.", ("take", 9))
    assert (plain.move, str(plain), type(plain.reason)) == (("take", 9), "No.", Reason)
    reason = Reason("No.", title="Too many")
    assert IllegalMove(reason).reason is reason


# Playing.


@pytest.mark.parametrize("move", [None, 7, {"take": 1}, ("take", 1.0), ("take", None), ("take", True), [["take"], 1]])
def test_what_is_not_a_move_is_refused_in_words(move):
    with pytest.raises(IllegalMove, match="is not a move: a move is a tuple of words and whole numbers"):
        played([2]).play(move)


@pytest.mark.parametrize("line", ["", "   ", "\n\t"])
def test_an_empty_line_is_no_move(line):
    with pytest.raises(IllegalMove, match="Type a move first"):
        played([2]).play(line)


def test_a_move_may_come_as_tuple_list_or_line():
    match = played([2])
    for move in (("take", 1), ["take", 1], "take 1", "  take   1 "):
        match.play(move)
        assert match.moves[-1] == ("take", 1)
        match.undo()


def test_an_illegal_move_changes_nothing():
    match = played([0])
    before = (list(match.states), list(match.moves))
    with pytest.raises(IllegalMove, match="“take 2” is not among the moves allowed now"):
        match.play("take 2")
    assert (match.states, match.moves) == before


def test_a_match_that_is_over_says_so():
    match = played([2, 1], fish=1)
    assert match.over
    with pytest.raises(IllegalMove, match="The game is over"):
        match.play("roll 1")


@given(ponds, st.integers(0, 70))
def test_undo_restores_and_redo_plays_again(match, back):
    whole = (list(match.states), list(match.moves))
    match.undo(back)
    assert match.states == whole[0][: max(1, len(whole[0]) - back)]
    match.redo(back)
    assert (match.states, match.moves, match.undone) == (*whole, [])


def test_a_new_move_forgets_what_was_undone_but_the_same_move_does_not():
    match = played([2, 2, 0, 1])
    match.undo(3)
    match.play("take 2")
    assert match.undone == [("take", 1), ("roll", 1)]
    match.play("roll 2")
    assert match.undone == []


def test_run_plays_agents_and_chance_and_stops_at_a_seat_without_agent():
    match = Match(Puddle)
    match.run({0: lambda view, rng: ("take", 0)}, Random(1))
    assert (match.state.turn(), match.state.fish) == (1, 16)
    match.run([lambda view, rng: view.moves()[-1]] * 2, Random(1))
    assert match.over
    assert sum(match.state.scores()) == 16


def test_no_agent_can_tell_the_next_die_from_the_generator_it_is_given():
    told: list[tuple[int, Move]] = []
    match = Match(Puddle, fish=40)

    def seer(view: Puddle, rng: Random) -> Move:
        ahead = Random()
        ahead.setstate(rng.getstate())
        told.append((len(match.moves) + 1, view.after(("take", 0)).sample(ahead)))
        return ("take", 0)

    match.run([seer, seer], Random(3), limit=600)
    right = sum(match.moves[place] == roll for place, roll in told[:-1])
    assert 0.4 < right / len(told) < 0.7, "five of nine are right by luck"


def test_what_one_agent_draws_changes_neither_the_dice_nor_the_others():
    def idle(draws: int) -> Agent:
        def agent(view: Puddle, rng: Random) -> Move:
            for _ in range(draws):
                rng.random()
            return ("take", 0)

        return agent

    def moody(view: Puddle, rng: Random) -> Move:
        return rng.choice(view.moves()) if view.fish > 5 else ("take", 0)

    games = []
    for draws in (0, 1, 7):
        match = Match(Puddle, 3, fish=40)
        match.run([idle(draws), moody, moody], Random(5), limit=200)
        games.append(match.moves)
    assert games[0] == games[1] == games[2]
    assert len({move for move in games[0] if move[0] == "take"}) > 1


def test_chance_alone_rolls_as_the_generator_says():
    match, rng = Match(Puddle), Random(9)
    match.run({}, Random(9))
    assert match.moves == [Match(Puddle).state.sample(rng)]


def test_run_refuses_an_agent_that_cheats():
    with pytest.raises(IllegalMove, match="take 9"):
        Match(Puddle).run([lambda view, rng: ("take", 9)] * 2, Random(1))


def test_the_most_points_win_or_the_fewest_where_the_game_says_so(monkeypatch):
    state = replace(Puddle.start(3), catch=(2, 5, 2))
    assert state.winners() == (1,)
    monkeypatch.setattr(Puddle, "low_wins", True)
    assert state.winners() == (0, 2)


# A moment with some fields changed.


@dataclass(frozen=True)
class Remembering(Puddle):
    """A pond that remembers what it was asked."""

    @cached_property
    def doubled(self) -> int:
        return 2 * self.fish


@dataclass(frozen=True, slots=True)
class Slotted(Puddle):
    """A pond whose fields lie in slots."""

    depth: int = 1


@dataclass(frozen=True)
class Counted(Puddle):
    """A pond that works a field out when it is made."""

    left: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "left", (self.fish,))


def late(game: type[State]) -> State:
    """Return a moment in the midst of a game."""
    rng, match = Random(3), Match(game)
    for _ in range(40):
        if match.over:
            break
        match.play(match.state.sample(rng))
    return match.states[-2]


@pytest.mark.parametrize(
    "game", [*GAMES.values(), Puddle, Remembering, Slotted, Counted], ids=lambda game: game.__name__
)
def test_a_moment_with_some_fields_changed_is_what_replace_makes(game):
    state, other = late(game), game.start()
    for field in fields(game):
        if (game, field.name) == (Counted, "left"):
            continue
        change = {field.name: getattr(other, field.name)}
        made, wanted = state.but(**change), replace(state, **change)
        assert type(made) is game
        assert [getattr(made, each.name) for each in fields(game)] == [
            getattr(wanted, each.name) for each in fields(game)
        ]
        assert made == wanted and hash(made) == hash(wanted) and repr(made)[:999] == repr(wanted)[:999]
    everything = {field.name: getattr(other, field.name) for field in fields(game)}
    assert state.but() == state and state.but(**everything) == other
    with pytest.raises(FrozenInstanceError):
        setattr(state.but(), fields(game)[0].name, 1)
    with pytest.raises(TypeError, match="nonsense"):
        state.but(nonsense=1)


def test_a_changed_moment_forgets_what_the_old_one_remembered():
    state = Remembering.start(fish=16)
    assert state.doubled == 32 and state.but(roll=1).doubled == 32
    assert state.but(fish=3).doubled == 6
    assert vars(state.but(fish=3)).keys() == {field.name for field in fields(Puddle)}


def test_a_step_of_a_game_copies_its_fields_all_at_once():
    for name in laws.COURSE:
        state = late(GAMES[name]).but()  # the first copy of a game finds out what its fields are
        assert calls(lambda: state.but(seat=1)) == 1 + calls(lambda: None), f"{name} copies field by field"  # noqa: B023


# A game played out.


@pytest.mark.parametrize("game", [*GAMES.values(), Puddle], ids=lambda game: game.__name__)
def test_a_moment_can_be_played_out_to_an_end_of_its_game(game):
    state = late(game)
    ends = [state.play_out(Random(seed)) for seed in (1, 1, 2)]
    assert [type(end) for end in ends] == [game] * 3 and {end.turn() for end in ends} == {OVER}
    assert ends[0] == ends[1]
    first = game.start().play_out(Random(0))
    assert any(game.start().play_out(Random(seed)) != first for seed in range(1, 20)), "the generator alone decides"
    assert ends[0].play_out(Random(3)) == ends[0], "an end stays as it is"
    assert ends[0].tally() == state.tally()


# Notation.


@given(st.lists(st.one_of(st.integers(-(10**9) + 1, 10**9 - 1), st.from_regex(r"[a-z]+(-[a-z0-9]+)?", fullmatch=True))))
def test_every_flat_tuple_of_words_and_whole_numbers_parses_back(parts):
    move = ("take", *parts)
    assert State.parse(State.notation(move)) == move


@given(st.text())
def test_any_line_of_text_is_parsed_or_refused_as_a_move(text):
    match = played([2])
    try:
        match.play(text)
    except IllegalMove as error:
        assert str(error)
    else:
        assert match.moves[-1] in match.states[-2].moves()


# Save codes that are right.


@given(ponds)
def test_a_code_opens_the_same_match_and_is_safe_in_an_address(match):
    code = match.code()
    assert re.fullmatch(r"PU1-[A-Za-z0-9_-]+", code)
    assert same(Match.from_code(code), match)


@given(ponds)
def test_json_opens_the_same_match(match):
    assert same(Match.from_json(match.to_json()), match)
    assert set(json.loads(match.to_json())) == {"game", "version", "players", "options", "moves"}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@effort(max_examples=12)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 1), pick=st.integers(0, 9), more=st.integers(0, 9))
def test_every_game_is_saved_and_opened_at_any_moment(game, seed, share, pick, more):
    options = laws.variants(game)[pick % len(laws.variants(game))]
    match = Match(game, game.seats[more % len(game.seats)], **options)
    for _ in range(int(share * 120)):
        if match.over:
            break
        match.play(match.state.sample(Random(seed + len(match.moves))))
    assert same(Match.from_code(match.code()), match)
    assert same(Match.from_json(match.to_json()), match)
    assert match.code().startswith(f"{game.tag}{game.version}-")


def test_every_game_has_a_tag_of_its_own():
    tags = [game.tag for game in GAMES.values()]
    assert len(set(tags)) == len(tags)
    assert all(re.fullmatch("[A-Z]{2}", tag) for tag in tags)


@given(ponds, st.data())
def test_spaces_and_line_breaks_in_a_pasted_code_do_not_matter(match, data):
    code = match.code()
    for _ in range(3):
        place = data.draw(st.integers(0, len(code)))
        code = code[:place] + data.draw(st.sampled_from([" ", "\n", "\t", "\u00a0", "\r\n"])) + code[place:]
    assert same(Match.from_code(code), match)


def test_a_code_is_short():
    assert len(played([1] * 60, fish=40).code()) < 60


def test_names_with_html_in_them_are_only_data():
    names = ['<img src=x onerror="alert(1)">', "</script>", "O'Neill & Co"]
    match = played([2, 1], names=names)
    for again in (Match.from_code(match.code()), Match.from_json(match.to_json())):
        assert again.options["names"] == names


# Save codes that are wrong.


@given(ponds, st.data())
def test_a_slip_of_the_keyboard_is_noticed(match, data):
    code = match.code()
    place = data.draw(st.integers(4, len(code) - 1))
    letter = data.draw(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"))
    try:
        again = Match.from_code(code[:place] + letter + code[place + 1 :])
    except BadCode as error:
        assert "checksum" in str(error)
    else:
        assert same(again, match)


@given(ponds, st.data())
def test_a_code_that_is_cut_off_is_noticed(match, data):
    code = match.code()
    with pytest.raises(BadCode, match=r"cut off|not a save code"):
        Match.from_code(code[: data.draw(st.integers(1, len(code) - 1))])


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "Paste a save code first"),
        ("   \n ", "Paste a save code first"),
        ("hello", "This is not a save code: one looks like FY1-"),
        ("pd1-AgAAk3", "This is not a save code"),
        ("PU1-AgAA+/==", "in letters, digits, - and _ only"),
        ("<script>alert(1)</script>", "This is not a save code"),
        ("https://example.org/?code=PU1-AgAA", "This is not a save code"),
        ("QX1-AgAAAAAAAAAA", "QX is not a game here: codes start with "),
        ("PU1-A", "cut off"),
        ("PU1-AAAA", "its checksum does not match"),
        ("PU1-" + "A" * 20_000, r"too long for a save code \(20,004 characters; at most 20,000\)"),
    ],
)
def test_a_foreign_or_broken_code_is_refused_with_the_reason(code, message):
    with pytest.raises(BadCode, match=message):
        Match.from_code(code)


@pytest.mark.parametrize("wrong", ["", "hello"])
def test_a_table_shows_a_code_of_its_own_game_as_an_example(wrong):
    session = Session(Match(FirstPond, 2), ["person", "person"])
    with pytest.raises(BadCode, match="looks like FP1-"):
        session.load(wrong)


def test_a_code_of_another_version_is_refused_with_both_versions():
    code = played([2, 1]).code().replace("PU1-", "PU7-")
    with pytest.raises(BadCode, match="This save is of puddle version 7; this Fishlab plays version 1"):
        Match.from_code(code)


def test_a_code_of_other_rules_is_refused_even_if_it_fits_by_chance(monkeypatch):
    code = played([2, 1, 0, 1]).code()
    monkeypatch.setattr(Puddle, "moves", lambda self: tuple(reversed(MOVES(self))))
    with pytest.raises(BadCode, match="made by another version"):
        Match.from_code(code)


MOVES = Puddle.moves


def test_a_code_with_moves_after_the_end_breaks_a_rule():
    end = played([2, 1], fish=1)
    options = zlib.compress(b'{"fish": 1}')
    assert same(Match.from_code(forge(body(options, 2, mark=digest(end.to_json().encode(), 2), number=b"\3"))), end)
    with pytest.raises(BadCode, match="breaks a rule: move 3 comes after the end"):
        Match.from_code(forge(body(options, 3, number=b"\3")))


def test_a_forged_code_must_use_up_its_number_and_bear_the_mark_of_its_meaning():
    end = played([2, 1], fish=1)
    options, mark = zlib.compress(b'{"fish": 1}'), digest(end.to_json().encode(), 2)
    assert same(Match.from_code(forge(body(options, 2, mark=mark, number=b"\3"))), end)
    more = body(options, 2, mark=mark, number=bytes([3 + 4]))  # two moves with two choices each: 4 are possible
    other = body(options, 2, mark=bytes([mark[0] ^ 1, mark[1]]), number=b"\3")
    for forged in (more, other):
        with pytest.raises(BadCode, match="does not fit the rules of this Fishlab: it was made by another version"):
            Match.from_code(forge(forged))


def test_options_that_end_before_their_own_checksum_are_refused():
    whole = zlib.compress(b'{"fish": 1}')
    mark = digest(Match(Puddle, fish=1).to_json().encode(), 2)
    assert same(Match.from_code(forge(body(whole, mark=mark))), Match(Puddle, fish=1))
    for cut in range(1, 5):  # the whole text is there, but not all of what zlib writes after it
        with pytest.raises(BadCode, match="its options"):
            Match.from_code(forge(body(whole[:-cut], mark=mark)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (b'{"fish": 0}', "cannot be started: puddle: fish=0"),
        (b'{"size": 1}', "cannot be started: puddle has no option 'size'"),
        (b'{"players": 3}', "cannot be started"),
        (b'{"game": 3, "self": 4}', "cannot be started"),
        (b"[1, 2]", "its players or options are missing"),
        (b"7", "its players or options are missing"),
        (b"{", "its options cannot be read"),
        (b"\xff\xfe", "its options cannot be read"),
        (b"[" * 100_000, "its options cannot be read"),
        (b"9" * 100_000, "its options cannot be read"),
    ],
)
def test_a_forged_code_with_wrong_options_is_refused(options, message):
    with pytest.raises(BadCode, match=message):
        Match.from_code(forge(body(zlib.compress(options))))


@pytest.mark.parametrize(
    "forged",
    [
        bytes([2]) + b"\xff" * 6,
        bytes([2]) + _varint(3) + _varint(900) + b"\0\0\0",
        bytes([2]) + _varint(20_001) + _varint(0) + b"\0\0\0",
        bytes([2]) + _varint(0) + _varint(0) + b"\0",
    ],
    ids=["endless length", "options longer than the code", "too many moves", "no mark"],
)
def test_a_forged_code_with_wrong_lengths_is_refused(forged):
    with pytest.raises(BadCode, match=r"a length in it is wrong|checksum does not match"):
        Match.from_code(forge(forged))


def test_a_decompression_bomb_is_refused_before_it_goes_off():
    bomb = zlib.compress(b" " * 10_000_000, 9)
    code = forge(body(bomb))
    assert len(code) < 20_000
    tracemalloc.start()
    with pytest.raises(BadCode, match="unpack to more than a game could need"):
        Match.from_code(code)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000


def test_the_longest_code_that_is_read_is_refused_after_the_moves_of_one_game():
    code = forge(body(moves=20_000, number=b"\xff" * 14_900))

    def read() -> None:
        with pytest.raises(BadCode):
            Match.from_code(code)

    assert calls(read) < 5_000


@given(st.text(max_size=80))
def test_no_text_makes_loading_stumble(text):
    for load in (Match.from_code, Match.from_json):
        with pytest.raises(BadCode):
            load(text)


plain_data = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda deeper: st.one_of(st.lists(deeper, max_size=4), st.dictionaries(st.text(max_size=5), deeper, max_size=3)),
    max_leaves=8,
)


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@effort(max_examples=80)
@given(data=st.data())
def test_a_forged_code_of_any_game_is_refused_or_plays_by_the_rules(game, data):
    names = st.sampled_from([option.name for option in game.options] or ["none"])
    options = json.dumps(data.draw(st.dictionaries(names, plain_data, max_size=2))).encode()
    code = forge(
        body(
            zlib.compress(options) if data.draw(st.booleans()) else b"",
            data.draw(st.integers(0, 40)),
            data.draw(st.integers(0, 9)),
            data.draw(st.binary(max_size=12)),
            data.draw(st.binary(min_size=2, max_size=2)),
        ),
        f"{game.tag}{game.version}",
    )
    try:
        match = Match.from_code(code)
    except BadCode as error:
        assert len(str(error)) > 20
    else:
        assert same(Match.from_json(match.to_json()), match)


DEEP = (5, 40, 300, 600, 900, 960, 975, 985, 990, 995, 1000, 2000, 50_000)
"""How deep data is nested in the tests: harmless, about as deep as Python goes, and deeper."""


def nested(depth: int, kind: str) -> str:
    """Return JSON text of a list in a list in a list …, or of a dict in a dict …, so many of them."""
    return "[" * depth + "]" * depth if kind == "list" else '{"a":' * depth + "1" + "}" * depth


@pytest.mark.few(3)
@pytest.mark.parametrize("kind", ["list", "dict"])
@pytest.mark.parametrize("depth", DEEP)
def test_however_deep_a_save_is_nested_it_is_refused_in_a_few_words(depth, kind):
    deep = nested(depth, kind)
    for game in GAMES.values():
        for option in game.options:
            text = f'{{"{option.name}": {deep}}}'
            code = forge(body(zlib.compress(text.encode())), f"{game.tag}{game.version}")
            save = f'{{"game":"{game.name}","version":{game.version},"players":2,"moves":[],"options":{text}}}'
            for load, data in ((Match.from_code, code), (Match.from_json, save)):
                with pytest.raises(BadCode) as caught:
                    load(data)
                assert len(str(caught.value)) <= 400
    good = json.loads(saved())
    for key in good:
        rest = json.dumps({name: value for name, value in good.items() if name != key})
        for value in (deep, f"[{deep}]"):
            with pytest.raises(BadCode) as caught:
                Match.from_json(f'{rest[:-1]}, "{key}": {value}}}')
            assert len(str(caught.value)) <= 400


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_option_of_any_depth_or_length_is_refused_by_a_value_error_in_a_few_words(game):
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for option in game.options:
        for value in (deep, {"a": deep}, ["x" * 90_000] * 20, {"y" * 90_000: 1}, "z" * 9000, 10**4000):
            with pytest.raises(ValueError, match=r"\w") as caught:
                Match(game, **{option.name: value})
            assert len(str(caught.value)) <= 1000
    while deep:
        deep = deep.pop()  # or Python would take it apart by recursion


def test_a_move_of_any_depth_or_length_is_refused_in_a_few_words():
    deep: Any = ()
    for _ in range(3000):
        deep = (deep,)
    for move in (deep, ("take", deep), ("x" * 100_000, b"1"), [["y" * 100_000]]):
        with pytest.raises(IllegalMove) as caught:
            Match(Puddle).play(move)
        assert len(str(caught.value)) <= 200


@pytest.mark.parametrize("length", [10, 500, 100_000])
def test_a_bad_code_says_why_in_at_most_400_signs(length):
    assert len(str(BadCode("x" * length))) == min(length, 400)
    for text in (saved(options={"names": ["n" * length, 3]}), saved(moves=["roll 2", "take " + "9" * length])):
        with pytest.raises(BadCode) as caught:
            Match.from_json(text)
        assert len(str(caught.value)) <= 400


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.files], ids=lambda game: game.name)
def test_a_save_never_makes_fishlab_read_a_file(game):
    path = next((Path(fishlab.__file__).parent / game.name).glob("*.toml"))
    named = {game.files[0]: str(path)}
    match = Match(game, **named)  # whoever starts a game may name a file, and the match then holds what is in it
    assert str(path) not in match.to_json()
    saved = {**json.loads(match.to_json()), "options": named}
    with pytest.raises(BadCode, match="refers to a file: a save must hold all its data itself"):
        Match.from_json(json.dumps(saved))


# Who sees what, and what is taken back.


def test_agents_of_a_match_are_shown_their_views_and_nothing_else():
    match, seen = Match(Fleet), []

    def looks(view, rng):
        seen.append(view)
        return view.moves()[0]

    match.run([looks, looks], Random(1), limit=60)
    states = [state for state in match.states[:-1] if state.turn() >= 0]
    assert seen == [state.view(state.turn()) for state in states] != states


def test_a_code_made_after_an_undo_and_another_move_opens():
    match = played([2, 1, 0])
    match.code()
    match.undo(2)
    match.play(match.state.moves()[-1])
    assert same(Match.from_code(match.code()), match)
    assert match.moves != played([2, 1, 0]).moves


def votes(*cast: int) -> Match:
    match = Match(Boom, 3, vote="yearly", first=2)
    for fish in cast:
        match.play(("vote", fish))
    return match


def test_while_choices_are_sealed_any_of_them_can_be_taken_back():
    assert [votes(4, 2).way_back(place) for place in range(3)] == [0, 1, 2]


def test_choices_that_were_opened_are_taken_back_to_before_the_first_of_them():
    match = votes(4, 2, 9)
    match.play(match.state.moves()[0])
    assert [match.way_back(place) for place in range(5)] == [0, 0, 0, 3, 4]


def draws(match: Match, seed: int = 1) -> float:
    match.seed = seed
    return match.generator().random()


def test_dice_fall_the_same_after_an_undo_and_bots_draw_anew_only_if_sealed_choices_had_been_opened():
    match, fresh = votes(4, 2), votes(4)
    match.undo()
    assert draws(match) == draws(fresh), "nothing was opened"
    match = votes(4, 2, 9)
    match.undo(3)
    assert draws(match) != draws(votes()), "a bot whose vote was seen chooses anew"
    again, other = (played([2, 1]) for _ in range(2))
    again.undo()
    again.redo()
    assert draws(again) == draws(other)
    assert draws(again, 2) != draws(again)
    for one in (match, fresh := Match(Boom, 3, vote="yearly", first=2)):
        while one.state.turn() != CHANCE:
            one.play(one.state.moves()[0])
    assert draws(match) == draws(fresh), "a die knows nothing of it"


# JSON that is wrong.


def saved(**changes: Any) -> str:
    return json.dumps({**json.loads(played([2, 1, 0]).to_json()), **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is not JSON"),
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "it needs game, version, players, options and moves"),
        ("{}", "it needs game, version, players, options and moves"),
        ("null", "it needs game, version, players, options and moves"),
        (saved(moves="roll 2"), "it needs game, version"),
        (saved(game="chess"), "'chess' is not a game here: the games are "),
        (saved(game=["puddle"]), "is not a game here"),
        (saved(game="<b>pond</b>" * 40), "is not a game here"),
        (saved(version=2), "This save is of puddle version 2; this Fishlab plays version 1"),
        (saved(version=None), "This save is of puddle version None"),
        (saved(players="2"), "its players or options are missing"),
        (saved(players=9), "cannot be started: 9 players cannot play puddle: choose 2 to 3"),
        (saved(players=True), "cannot be started: True players"),
        (saved(options=[]), "its players or options are missing"),
        (saved(options={"fish": 99}), "cannot be started: puddle: fish=99"),
        (saved(options={"names": "Ann"}), "cannot be started: puddle: names='Ann'"),
        (saved(moves=["roll 2", "take 3"]), r"Move 2 \(take 3\) breaks a rule: “take 3” is not among"),
        (saved(moves=["roll 2", ["take", 1]]), "Move 2 .* breaks a rule: .* is not a line of notation"),
        (saved(moves=["roll 2", ""]), r"Move 2 \(\) breaks a rule: Type a move first"),
        (
            saved(moves=["roll 2", "take " + "1" * 296]),
            r"Move 2 .* is too long \(301 characters; at most",
        ),
        (saved(moves=["roll 2", "1 " * 900_000]), r"Move 2 of this saved match is too long \(1,800,000 characters"),
        (saved(moves=["roll 1"] * 20_001), "has 20,001 moves; at most 20,000 are read"),
        (" " * 2_000_001, r"too long \(2,000,001 characters; at most 2,000,000\)"),
    ],
)
def test_wrong_json_is_refused_with_what_is_wrong_and_where(text, message):
    with pytest.raises(BadCode, match=message) as caught:
        Match.from_json(text)
    assert len(str(caught.value)) < 400


@pytest.mark.long
@given(st.fixed_dictionaries({}, optional={
    "game": st.one_of(st.just("puddle"), plain_data), "version": st.one_of(st.just(1), plain_data),
    "players": st.one_of(st.just(2), plain_data), "options": plain_data,
    "moves": st.one_of(st.lists(plain_data, max_size=3), plain_data),
}))  # fmt: skip
def test_no_json_makes_loading_stumble(data):
    try:
        match = Match.from_json(json.dumps(data))
    except BadCode as error:
        assert str(error)
    else:
        assert same(Match.from_code(match.code()), match)
