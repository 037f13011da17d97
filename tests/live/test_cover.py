"""What a shared screen keeps to itself: two games that differ only in what is hidden look the same under a cover."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from fishlab_widgets import Table
from fishlab_widgets.live.cover import Cover
from live.worlds import SECRET, synced, worlds

from fishlab import Fleet, FreshFish, Match
from fishlab.core import CHANCE


def send(table: Table, **content: Any) -> None:
    table.board._receive(table.board, {"rev": table.board.rev, **content}, [])


def press(*kinds: str, **more: Any) -> Callable[[Table], None]:
    def act(table: Table) -> None:
        for kind in kinds:
            send(table, type=kind, **more)

    return act


def other_seat(table: Table) -> int:
    turn = table.match.state.turn()
    return next(seat for seat in table.people if seat != turn)


CONTROLS: dict[str, Callable[[Table], None]] = {
    "nothing": lambda table: None,
    "scrub back one": lambda table: send(table, type="at", at=table.at - 1),
    "scrub back three": lambda table: send(table, type="at", at=table.at - 3),
    "scrub to the start": press("at", at=0),
    "undo": press("undo"),
    "undo and redo": press("undo", "redo"),
    "undo twice": press("undo", "undo"),
    "open the save tab": press("tab", tab="save"),
    "ask for the code": press("code"),
    "open the plots": press("tab", tab="plots"),
    "open the list of moves": press("tab", tab="moves"),
    "type a move": lambda table: send(table, type="move", move="bid 3"),
    "type nonsense": lambda table: send(table, type="move", move="xyzzy 9"),
    "mark something": lambda table: send(table, type="mark", mark="a1"),
    "cancel": lambda table: send(table, type="cancel"),
    "walk the steps": lambda table: table._walk_by(1),
    "let a bot sit in another seat": lambda table: table._reseat(other_seat(table), "random"),
    "let bots sit in all other seats": lambda table: [
        table._reseat(seat, "random") for seat in list(table.people) if seat != table.match.state.turn()
    ],
    "ask for a new game": press("form"),
}


def moments(game: type, players: int) -> list[tuple[Match, Match]]:
    """Return moments of twins at which a person is to act, and something hidden differs."""
    found: list[tuple[Match, Match]] = []
    for seed in range(40):
        differ = [
            (Match.from_json(one.to_json()), Match.from_json(other.to_json()))
            for one, other in worlds(game, players, CHANCE, seed, most=130)
            if one.state.turn() >= 0 and one.moves != other.moves
        ]
        found += differ[:: max(1, len(differ) // 2)][:2]
        if len(found) >= 2:
            return found[:2]
    raise AssertionError("the twins hide nothing")


@pytest.fixture(scope="module", params=[(game, n) for game in SECRET for n in (game.seats[0], game.seats[-1])],
                ids=lambda one: f"{one[0].name}-{one[1]}")  # fmt: skip
def pairs(request):
    return moments(*request.param)


def under_cover(match: Match, control: str) -> Table:
    """Return a table of people, covered, after one of its controls was used."""
    table = Table(Match.from_json(match.to_json()), seats=["person"] * match.seats, plot=control == "open the plots")
    assert table.board.cover
    CONTROLS[control](table)
    return table


@pytest.mark.parametrize("control", CONTROLS)
def test_under_a_cover_no_control_at_any_moment_tells_what_is_hidden(pairs, control):
    for one, other in pairs:
        tables = [under_cover(match, control) for match in (one, other)]
        assert tables[0].board.cover or not tables[0].match.moves
        assert synced(tables[0]) == synced(tables[1]), f"move {len(one)}: {control}"


def test_what_is_compared_would_tell_a_table_that_hides_nothing(pairs, monkeypatch):
    monkeypatch.setattr(Cover, "look", lambda self, match, people: None)
    for one, other in pairs:
        tables = [Table(match, seats=["person"] * match.seats, plot=False) for match in (one, other)]
        assert synced(tables[0]) != synced(tables[1])


def sealed_bid() -> Table:
    """A table of Fresh Fish at which seat A has sealed a bid of 13, and the screen waits for seat B."""
    table = Table("freshfish", seats=["person", "person"], seed=9, plot=False, supplies=["g7", "a1", "g1"])
    for move in ("reserve b2", "reserve f6", "draw"):
        send(table, type="uncover")
        table.play(move)
    while table.match.state.phase != "bid":
        send(table, type="uncover")
        table.play(table.match.state.moves()[0])
    send(table, type="uncover")
    table.play("bid 13")
    return table


def test_a_step_back_under_the_cover_shows_no_sealed_bid():
    table = sealed_bid()
    assert table.board.cover.startswith("Hand the screen to Seat B")
    for act in (lambda: table.go(table.at - 1), table.undo, table.redo, lambda: table.go(len(table.match.moves))):
        act()
        assert table.board.cover
        assert "bids 13" not in synced(table)


def test_the_code_of_a_game_with_secrets_is_made_when_asked_for_and_never_under_a_cover():
    table = sealed_bid()
    send(table, type="tab", tab="save")
    assert table.board.save["code"] == ""
    send(table, type="code")
    assert table.board.save["code"] == ""
    assert "covered" in table.board.save["answer"]
    send(table, type="uncover")
    send(table, type="code")
    assert Match.from_code(table.board.save["code"]).moves == table.match.moves
    table.play("bid 2")
    assert table.board.save["code"] == "", "it goes with the next move"


def test_whoever_changes_the_seats_meets_a_cover_first(monkeypatch):
    table = Table("fleet", seats=["person", "person"], seed=4, plot=False)
    monkeypatch.setattr(Table, "_start_bots", lambda self: False)
    first = table.match.state.turn()
    send(table, type="uncover")
    table._reseat(1 - first, "random")
    assert table.board.cover == f"Hand the screen to {table.state.seat_name(first)}."
    send(table, type="uncover")
    assert table.viewer() == first
    table._reseat(first, "random")
    assert "Nobody sits here" in table.board.cover
    assert table.viewer() == CHANCE
    send(table, type="uncover")
    assert table.viewer() is None


def test_one_person_among_bots_is_never_asked():
    table = Table("fleet", seats=["person", "random"], seed=4, plot=False)
    assert table.board.cover == ""
    assert table.viewer() == 0


def test_a_game_without_secrets_is_never_covered():
    table = Table("fishery", seats=["person", "person"], plot=False)
    table._reseat(0, "random")
    table._reseat(0, "person")
    assert table.board.cover == ""
    assert table.viewer() is None


def test_an_earlier_moment_of_another_seat_is_seen_by_ones_own_eyes_and_not_played():
    table = sealed_bid()
    send(table, type="uncover")
    table.go(table.at - 1)
    assert table.board.cover == ""
    assert table.viewer() == 1
    assert "bids 13" not in synced(table)
    send(table, type="move", move="bid 5")
    assert "moment of Seat A" in table.board.error
    assert table.match.moves[-1] == ("bid", 13)


@pytest.mark.parametrize("game", [Fleet, FreshFish])
def test_with_the_computers_dice_nobody_plays_a_chance_move(game):
    table = Table(game.name, seats=["person", "random"], seed=3, plot=False)
    place = next(at for at, state in enumerate(table.match.states) if state.turn() == CHANCE)
    moves = list(table.match.moves)
    for move in dict.fromkeys(table.match.states[place].moves()):
        table.go(place)
        send(table, type="move", move=game.notation(move))
        assert "computer rolls" in table.board.error
    send(table, type="move", move="draw whale")
    assert "computer rolls" in table.board.error, "what is refused tells nothing either"
    assert table.match.moves == moves


def test_the_cover_forgets_who_looked_as_soon_as_another_turn_comes():
    cover, match = Cover(), Match(Fleet, 2, first=0)
    while match.state.turn() == CHANCE:
        match.play(match.state.sample(Random(1)))
    cover.look(match, [0, 1])
    assert cover.up
    cover.lift(match)
    assert cover.look(match, [0, 1]) == 0
    assert not cover.up
    match.play("decline")
    assert cover.look(match, [0, 1]) == CHANCE
    assert cover.up
    match.undo()
    assert cover.look(match, [0, 1]) == CHANCE
    assert cover.words(match) == ("Hand the screen to Seat A.", "I am Seat A: show the board")
