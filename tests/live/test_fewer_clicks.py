"""Fewer clicks: a whole payment is one card, and moves of one seat in a row are checked before any is played."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from fishlab_widgets import Table
from sending import ask

from fishlab import GAMES, IllegalMove, Match
from fishlab.bots import bots_for
from fishlab.core import OVER
from fishlab.session import PERSON, Session


def until(game: str, wanted: Callable[[Any], bool], seed: int = 1) -> Match:
    """Return a game of bots up to a moment."""
    match, rng = Match(GAMES[game], 3), Random(seed)
    bot = bots_for(match.game)["greedy"]
    while not wanted(match.state):
        state = match.state
        match.play(state.sample(rng) if state.turn() < 0 else bot(state.view(state.turn()), rng))
    return match


def paying(seed: int = 1) -> Table:
    match = until("fleet", lambda state: state.step == "pay" and len(state.moves()) > 2, seed)
    turn = match.state.turn()
    return Table(match, seats=[PERSON if seat == turn else "greedy" for seat in range(3)])


def test_one_click_pays_a_whole_bill_and_exact_payments_come_first():
    table = paying()
    state, count = table.match.state, len(table.match)
    cards = [card for card in table.board.choices if ";" in card["move"]]
    assert 1 < len(cards) <= 6
    assert cards[0]["line"].startswith(f"Exactly {state.owed}")
    assert len({tuple(sorted(card["move"].split("; "))) for card in cards}) == len(cards), "each way once"
    ask(table, "move", move=cards[0]["move"])
    paid = table.match.moves[count : count + len(cards[0]["move"].split(";"))]
    assert [table.match.game.notation(move) for move in paid] == cards[0]["move"].split("; ")
    assert table.match.states[count + len(paid)].step != "pay"


def test_a_payment_that_takes_every_card_plays_itself_and_the_list_of_moves_says_so():
    def wanted(state):
        return state.step == "pay" and len(state.moves()) > 1 and len(state.choices()) == 1

    match = next(
        match
        for seed in range(40)
        if wanted((match := until("fleet", lambda s: wanted(s) or s.turn() == OVER, seed)).state)
    )
    turn, count, owed = match.state.turn(), len(match), match.state.owed
    session = Session(match, [PERSON if seat == turn else "greedy" for seat in range(3)])
    session.touched = True
    session.play_out()
    paid = next(place for place in range(count, len(match)) if match.states[place].step != "pay") - count
    assert paid > 1 and owed, "all of it, card by card"
    for place in range(count, count + paid):
        assert session.told(place, turn).startswith("The only choice: ") and not session.chose(place)


def test_cards_are_marked_in_any_order_and_the_payments_with_them_are_offered():
    early = 0
    for seed in range(4):
        table = paying(seed)
        state, count = table.match.state, len(table.match)
        rows = [card["move"].split("; ") for card in table.board.choices if ";" in card["move"]]
        for kind in re.findall(r'data-mark="with ([\w ]+)"', table.board.svg):
            early += ("pay", kind) not in state.moves()  # its turn has not come: a mark asks for no order
            ask(table, "mark", mark=f"with {kind}")
            assert not table.board.error
            cards = [card["move"].split("; ") for card in table.board.choices]
            assert cards and all(f"pay {kind}" in row for row in cards)
            assert all(row in cards for row in rows if f"pay {kind}" in row)
            assert "picked" in re.sub("<style.*?</style>", "", table.board.svg, flags=re.DOTALL)
            ask(table, "mark", mark=f"with {kind}")
            assert [card["move"].split("; ") for card in table.board.choices if ";" in card["move"]] == rows
        assert len(table.match) == count, "marks play nothing"
    assert early > 2


def test_every_card_of_a_payment_is_framed_and_a_click_on_it_marks_it_and_pays_nothing():
    for seed in range(4):
        table = paying(seed)
        svg = table.board.svg
        held = {piece for card in table.board.choices for piece in card["move"].split("; ")} - {"pay crate"}
        marked = {f"pay {kind}" for kind in re.findall(r'data-mark="with ([\w -]+)"', svg)}
        assert held <= marked and 'data-move="pay' not in svg
        for kind in (piece.removeprefix("pay ") for piece in marked):
            assert re.search(rf'-hand-{kind}".*?class="can"', svg), kind
        assert all(card["label"].startswith("Pay ") for card in table.board.choices)
        count = len(table.match)
        for kind in sorted(marked):
            ask(table, "mark", mark=f"with {kind.removeprefix('pay ')}")
        assert len(table.match) == count, "no click on a card pays"


def test_a_row_with_a_move_that_is_not_allowed_plays_nothing():
    table = paying()
    count = len(table.match)
    first = table.board.choices[0]["move"].split("; ")[0]
    for row in (f"{first}; pay whale", f"{first}; pass", "pay whale; pay whale"):
        ask(table, "move", move=row)
        assert len(table.match) == count
        assert table.board.error


def test_no_row_leads_over_to_another_seat():
    session = Session(Match(GAMES["fishery"]), [PERSON] * 2)
    with pytest.raises(IllegalMove):
        session.read_row("ship a1; ship b1")
