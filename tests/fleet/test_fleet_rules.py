"""Fleet: every rule of the rulebook and every worked example."""

from __future__ import annotations

import copy
import json
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import laws
import pytest

from fishlab.core import CHANCE, OVER, IllegalMove, Reason
from fishlab.fleet import deck as fleet_cards
from fishlab.fleet import hands, results
from fishlab.fleet.card_words import about_boat, about_licence, boat_title, licence_title
from fishlab.fleet.deck import BOATS, CARDS, COMMON, LICENCES, PREMIUM
from fishlab.fleet.pieces import Boat
from fishlab.fleet.players import BOTS
from fishlab.fleet.rules import Fleet
from fishlab.fleet.words import PHASES, TRACK
from fishlab.match import Match

FILE = Path(fleet_cards.__file__).with_name("fleet.toml")

COST = {"shrimp": 1, "lobster": 2, "processing": 2, "cod": 2, "tuna": 1, "king-crab": 3}
POINTS = {"shrimp": 1, "lobster": 2, "processing": 2, "cod": 2, "tuna": 1, "king-crab": 3}
CASH = {"shrimp": 2, "lobster": 2, "processing": 2, "cod": 1, "tuna": 3, "king-crab": 1}
KING_CRABS = ("king-crab-captains", "king-crab-crates", "king-crab-licences")


# --- How these tests set a table ----------------------------------------------------------------------------------


def play(state, *lines):
    """Play moves in notation, each checked."""
    for line in lines:
        move = state.parse(line)
        assert move in state.moves(), f"{line}: {state.why_not(move)}"
        state = state.after(move)
    return state


def table(players=2, first=0, display=("shrimp", "cod", "lobster", "tuna"), **options):
    """Return the first auction with these licences on show."""
    state = Fleet.start(players, first=first, **options)
    return play(state, *(f"show {name}" for name in display[:players]))


def hand(*cards):
    """Return a hand of these cards."""
    count = Counter(cards)
    assert set(count) <= set(BOATS)
    return (*(count[kind] for kind in BOATS), 0)


def give(state, seat, cards=None, **changes):
    """Return a state in which a seat has this hand, these licences, boats or processed crates."""
    if cards is not None:
        changes["hand"] = hand(*cards)
    sides = list(state.sides)
    sides[seat] = sides[seat]._replace(**changes)
    return replace(state, sides=tuple(sides))


def fleet_of(*boats):
    """Return boats from words such as "cod" (no captain), "cod:2" (captain and two crates)."""
    made, numbers = [], Counter()
    for word in boats:
        kind, mark, crates = word.partition(":")
        numbers[kind] += 1
        made.append(Boat(f"{kind}-{numbers[kind]}", kind, "shrimp" if mark else "", int(crates or 0)))
    return tuple(made)


def words(state):
    """Return the legal moves in notation."""
    return [state.notation(move) for move in state.moves()]


def deal(state):
    """Let chance act in a fixed way until a player is asked."""
    for _ in range(100):
        if state.turn() != CHANCE:
            return state
        state = state.after(state.moves()[0])
    raise AssertionError("chance does not end")


def skip_auction(state):
    """Let everyone decline, and go on to the launching."""
    for _ in range(100):
        if state.phase != "auction":
            return state
        state = state.after(("decline",) if state.step == "nominate" else state.moves()[0])
    raise AssertionError("the auction does not end")


def idle(state, phase):
    """Let everyone decline and be done until a phase begins (or the game ends)."""
    for _ in range(200):
        if state.phase == phase:
            return state
        match state.step:
            case "nominate":
                state = state.after(("decline",))
            case "launch" | "captain" | "process" | "trade":
                state = state.after(("done",))
            case _:
                state = state.after(state.moves()[0])
    raise AssertionError(f"the phase {phase} does not come")


def why(state, line):
    """Return the reason against a move, which must be there and be a `Reason` with a title."""
    reason = state.why_not(state.parse(line))
    assert isinstance(reason, Reason), line
    assert reason, line
    assert reason.title, line
    return reason


# --- Cards --------------------------------------------------------------------------------------------------------


def test_boat_cards_have_the_printed_counts_and_recovered_figures():
    assert dict(zip(BOATS, CARDS.boat_counts, strict=True)) == {
        "shrimp": 20, "lobster": 20, "processing": 20, "cod": 12, "tuna": 12, "king-crab": 12,
    }  # fmt: skip
    assert sum(CARDS.boat_counts) == 96
    assert dict(zip(BOATS, CARDS.cost, strict=True)) == COST
    assert dict(zip(BOATS, CARDS.boat_points, strict=True)) == POINTS
    assert dict(zip(BOATS, CARDS.cash, strict=True)) == CASH


def test_licences_have_the_printed_counts_and_recovered_figures():
    figures = dict(
        zip(LICENCES, zip(CARDS.licence_counts, CARDS.minimum, CARDS.licence_points, strict=True), strict=True)
    )
    assert figures == {
        "shrimp": (4, 4, 4), "cod": (4, 4, 4), "lobster": (4, 5, 3), "tuna": (4, 5, 3), "processing": (4, 5, 3),
        "pub": (3, 10, 10), "king-crab-captains": (1, 10, 5), "king-crab-crates": (1, 10, 5),
        "king-crab-licences": (1, 10, 5),
    }  # fmt: skip
    assert sum(CARDS.licence_counts) == 26


def test_every_figure_in_the_data_file_carries_its_source():
    data = fleet_cards.load_cards(FILE)
    for card in data["boats"].values():
        assert card["source"] == {"count": "printed", "cost": "recovered", "points": "recovered", "cash": "recovered"}
    for card in data["licences"].values():
        assert card["source"] == {"count": "printed", "minimum": "recovered", "points": "recovered"}
    marks = {name: bonus["source"] for name, bonus in data["bonus"].items()}
    assert marks == {"tuna": "printed", "lobster": "printed"} | dict.fromkeys(KING_CRABS, "recovered")


def change(path, value):
    data = copy.deepcopy(fleet_cards.load_cards(FILE))
    *folders, key = path.split("/")
    place = data
    for folder in folders:
        place = place[folder]
    if value is None:
        del place[key]
    else:
        place[key] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("boats/cod/cash", 0, "boats.cod.cash = 0 is not possible: choose a whole number from 1 to 30"),
        ("boats/cod/cost", "2", "boats.cod.cost = '2' is not possible: choose a whole number"),
        ("boats/cod/points", True, "boats.cod.points = True is not possible"),
        ("boats/tuna/count", 3, "boats.tuna.count = 3 is not possible: choose a whole number from 4 to 99"),
        ("boats/tuna/title", "", "boats.tuna.title = '' is not possible: write a name"),
        ("boats/tuna", None, "boats.tuna is missing: copy it"),
        ("boats/whale", {}, "boats.whale is not a key here: the keys are cod, king-crab"),
        ("boats/tuna/colour", 1, "boats.tuna.colour is not a key here"),
        ("boats/tuna/source", "printed", "boats.tuna.source = 'printed' is not possible: write a table"),
        ("boats/tuna/source/cash", "guessed", "boats.tuna.source.cash = 'guessed' is not possible: choose printed or"),
        ("licences/pub/minimum", 0, "licences.pub.minimum = 0 is not possible: choose a whole number from 1 to 60"),
        ("licences/pub", None, "licences.pub is missing"),
        ("setup/2/remove_common", 9, "setup.2.remove_common = 9 is not possible: choose a whole number from 0 to 8"),
        ("setup/3/aside", 99, "setup.3.aside = 99 is not possible: choose a whole number from 3 to 20"),
        ("crates/per_player", 0, "crates.per_player = 0 is not possible"),
        ("crates/source", "me", "crates.source = 'me' is not possible: choose printed or recovered"),
        ("bonus/tuna/draw", [2, 2, 3], "bonus.tuna.draw = .* is not possible: write 5 whole numbers"),
        ("bonus/tuna/discard", ["drawn", "none", "any", "none", "all"], "write 5 words out of drawn, none, any"),
        ("bonus/lobster/one", [[4, 2], [1, 1]], "bonus.lobster.one = .*: list the pairs in order of captains"),
        ("bonus/lobster/more", 7, "bonus.lobster.more = 7 is not possible: write pairs"),
        ("bonus/king-crab-licences/points", [0] * 7, "points = .* is not possible: write 8 whole numbers"),
        ("extra", {}, "extra is not a key here"),
    ],
)
def test_a_bad_card_file_names_the_key_the_value_and_what_is_allowed(path, value, message):
    with pytest.raises(ValueError, match=f"fleet cards: .*{message}|{message}"):
        Fleet.start(2, cards=change(path, value))


def test_the_printed_cards_can_be_had_as_data_to_change():
    data = fleet_cards.printed()
    data["crates"]["per_player"] = 3
    assert Fleet.start(2, cards=data).crates == 6
    assert Fleet.start(2, cards=fleet_cards.printed()) == Fleet.start(2), "each call is a fresh copy"


def test_a_card_file_that_cannot_be_read_is_refused_with_its_path(tmp_path):
    with pytest.raises(ValueError, match=r"fleet: cards='.*missing.toml' cannot be read .*: choose a .toml file"):
        Fleet.start(2, cards=str(tmp_path / "missing.toml"))
    (tmp_path / "bad.toml").write_text("boats = [")
    with pytest.raises(ValueError, match=r"bad.toml' is not a TOML file"):
        Fleet.start(2, cards=str(tmp_path / "bad.toml"))
    for nonsense in (7, [1], "", {"boats": 3}):
        with pytest.raises(ValueError, match="fleet"):
            Fleet.start(2, cards=nonsense)


def test_a_users_own_card_file_changes_the_game_and_is_saved_with_it(tmp_path, monkeypatch):
    monkeypatch.setitem(laws.fishlab.GAMES, "fleet", Fleet)
    text = FILE.read_text(encoding="utf-8").replace("minimum = 4", "minimum = 7", 1)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    match = Match(Fleet, 2, cards=str(path), first=0)
    assert match.options["cards"]["licences"]["shrimp"]["minimum"] == 7
    match.play("show shrimp")
    match.play("show cod")
    match.play("nominate shrimp")
    assert words(match.state) == ["bid 7", "bid 8", "bid 9", "bid 10", "bid 11"]
    again = Match.from_code(match.code())
    assert again.state == match.state
    assert json.loads(match.to_json())["options"]["cards"]["licences"]["shrimp"]["minimum"] == 7


# --- Setup --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_gives_everyone_one_of_each_boat_card_and_25_crates_a_player(players):
    state = Fleet.start(players)
    for seat in range(players):
        assert hands.hand(state, seat) == Counter(BOATS)
    assert state.supply_size == 96 - 6 * players
    assert state.crates == 25 * players


@pytest.mark.parametrize(("players", "total", "top", "premiums"), [(2, 17, 4, 3), (3, 22, 6, 4), (4, 26, 8, 6)])
def test_setup_removes_licences_and_puts_common_ones_on_top(players, total, top, premiums):
    market = Fleet.start(players).market
    assert market.size == total
    assert (market.top, market.premiums) == (top, premiums)
    assert sum(market.unseen) == 26, "removed licences are never shown, so nobody knows which they are"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_licences_shown_are_as_many_as_players_and_all_common(players):
    state = Fleet.start(players, first=0)
    for shown in range(players):
        assert len(state.market.display) == shown
        assert {name for _, name in state.moves()} == set(COMMON)
        state = state.after(state.moves()[0])
    assert (state.phase, state.step, state.turn()) == ("auction", "nominate", 0)


@pytest.mark.parametrize(("players", "top"), [(2, 4), (3, 6), (4, 8)])
def test_no_premium_licence_comes_before_the_top_layer_is_used_up(players, top):
    state, shown = Fleet.start(players, first=0), []
    for _ in range(100):
        if state.step == "stack":
            break
        if state.step == "show":
            assert {name for _, name in state.moves()} <= set(COMMON)
            shown.append(state.moves()[0][1])
        state = state.after(("decline",) if state.step == "nominate" else state.moves()[0])
    assert len(shown) == top
    assert set(shown) <= set(COMMON)


def test_below_the_top_layer_chance_first_says_common_or_premium_by_what_is_left_in_the_pile():
    state = table(2)
    state = replace(state, market=state.market._replace(top=0))
    state = play(state, "decline", "decline")
    assert state.turn() == CHANCE
    assert Counter(words(state)) == {"stack common": 10, "stack premium": 3}
    premium = play(state, "stack premium")
    assert Counter(words(premium)) == {f"show {name}": 3 if name == "pub" else 1 for name in PREMIUM}
    assert premium.market.premiums == 2
    common = play(state, "stack common")
    assert Counter(words(common)) == {
        "show shrimp": 3, "show cod": 3, "show lobster": 4, "show tuna": 4, "show processing": 4,
    }  # fmt: skip
    assert common.market.commons == 9


@pytest.mark.parametrize(("players", "total", "premiums"), [(2, 17, 3), (3, 22, 4), (4, 26, 6)])
def test_advanced_setup_is_one_pile_with_common_licences_in_the_first_display_only(players, total, premiums):
    state = Fleet.start(players, advanced=True, first=0)
    assert state.market.size == total
    for _ in range(players):
        assert {name for _, name in state.moves()} <= set(COMMON)
        state = state.after(state.moves()[0])
    assert (state.market.top, state.market.premiums) == (0, premiums)
    while state.step == "nominate":
        state = state.after(("decline",))
    assert Counter(words(state)) == {"stack common": total - premiums - players, "stack premium": premiums}


def test_the_start_player_is_drawn_by_chance_or_given():
    state = Fleet.start(3)
    assert state.turn() == CHANCE
    assert words(state) == ["first 0", "first 1", "first 2"]
    assert play(state, "first 2").first == 2
    assert table(3, first=1).turn() == 1


def test_options_out_of_range_are_refused():
    with pytest.raises(ValueError, match="first=3 is not possible with 2 players: choose 0 to 1"):
        Fleet.start(2, first=3)
    with pytest.raises(ValueError, match="advanced='yes'"):
        Fleet.start(2, advanced="yes")
    with pytest.raises(ValueError, match="5 players cannot play fleet: choose 2 to 4"):
        Fleet.start(5)


# --- Phase one: the auction ---------------------------------------------------------------------------------------


def test_the_start_player_nominates_and_sets_an_opening_bid_at_or_above_the_minimum():
    state = table(2)
    assert words(state) == ["nominate shrimp", "nominate cod", "decline"]
    state = play(state, "nominate shrimp")
    assert state.turn() == 0
    assert words(state) == [f"bid {price}" for price in range(4, 12)], "one of each card is worth 11"


def test_nominating_commits_to_an_opening_bid():
    state = play(table(2), "nominate shrimp")
    assert "must open with 4 or more" in why(state, "pass")
    assert "opens at 4" in why(state, "bid 3")


def test_equal_licences_are_one_move():
    assert words(table(3, display=("cod", "cod", "tuna"))) == ["nominate cod", "nominate tuna", "decline"]


def test_only_licences_within_ones_means_can_be_nominated():
    state = give(table(3, display=("cod", "lobster", "tuna")), 0, ["tuna", "cod"])
    assert words(state) == ["nominate cod", "decline"]
    assert "opens at 5, and you can pay at most 4" in why(state, "nominate tuna")
    assert "No Shrimp licence is on show" in why(state, "nominate shrimp")
    assert "not a licence" in why(state, "nominate whale")


def test_bids_rise_strictly_and_go_clockwise_as_often_as_needed():
    state = play(table(3), "nominate cod", "bid 5")
    assert state.turn() == 1
    assert words(state)[:2] == ["pass", "bid 6"]
    assert "bid 6 or more, or pass" in why(state, "bid 5")
    state = play(state, "bid 6")
    assert state.turn() == 2
    state = play(state, "bid 7")
    assert state.turn() == 0
    state = play(state, "bid 9")
    assert [state.turn(), state.auction.bid, state.auction.leader] == [1, 9, 0]


def test_a_player_who_passes_is_out_for_this_licence_only():
    state = play(table(3), "nominate cod", "bid 4", "pass", "bid 5")
    assert state.turn() == 0, "seat 1 is not asked again"
    state = play(state, "pass", "pay shrimp", "pay lobster", "pay processing")
    assert state.sides[2].licences == ("cod",)
    state = play(state, "nominate shrimp", "bid 4")
    assert state.turn() == 1, "seat 1 may bid for the next licence"


def test_the_winner_pays_at_once_and_the_next_lot_is_opened_by_the_first_who_may_still_buy():
    state = play(table(3, first=1), "nominate cod", "bid 4", "pass", "pass")
    assert (state.step, state.turn(), state.owed) == ("pay", 1, 4)
    state = play(state, "pay shrimp", "pay lobster")
    assert state.sides[1].licences == ("cod",)
    assert state.turn() == 2, "the start player bought, so the second player opens"
    state = play(state, "nominate shrimp", "bid 4", "bid 5", "pass", "pay shrimp", "pay lobster", "pay processing")
    assert state.sides[0].licences == ("shrimp",)
    assert state.turn() == 2, "another player won, so the first one who may still buy opens again"


def test_players_buy_at_most_one_licence_a_phase():
    state = play(table(3), "nominate cod", "bid 4", "pass", "pass", "pay shrimp", "pay lobster")
    state = play(state, "nominate shrimp", "bid 4")
    assert state.turn() == 2
    state = play(state, "pass", "pay shrimp", "pay lobster")
    assert state.turn() == 2
    state = play(state, "nominate lobster", "bid 6")
    assert state.step == "pay", "a lone opener wins at his own bid"
    assert state.owed == 6


def test_declining_to_nominate_leaves_the_whole_phase():
    state = play(table(3), "decline", "nominate cod", "bid 4", "pass")
    assert (state.step, state.turn()) == ("pay", 1), "seat 0 is not asked for a bid"
    state = play(state, "pay shrimp", "pay lobster")
    assert state.turn() == 2


def test_at_no_time_may_a_bid_exceed_what_the_player_can_pay():
    state = give(table(2), 1, ["tuna", "shrimp"], processed=2, licences=("shrimp",))
    state = play(state, "nominate cod", "bid 4")
    assert words(state) == ["pass", "bid 5", "bid 6", "bid 7", "bid 8"], "cards 5, crates 2, discount 1"
    assert "at most 8 (cards 5, processed crates 2, Shrimp discount 1)" in why(state, "bid 9")
    match = Match(Fleet, 2, first=0)
    for line in ("show cod", "show tuna", "nominate cod"):
        match.play(line)
    with pytest.raises(IllegalMove, match="at most 11"):
        match.play("bid 12")


def test_nobody_is_skipped_in_the_auction_even_with_an_empty_hand():
    state = give(give(table(2), 0, []), 1, [])
    assert words(state) == ["decline"]
    state = give(table(2), 1, [])
    state = play(state, "nominate cod", "bid 4")
    assert (state.turn(), words(state)) == (1, ["pass"])


def test_after_the_auction_the_display_is_filled_up_to_the_number_of_players():
    state = play(table(3), "nominate cod", "bid 4", "pass", "pass", "pay shrimp", "pay lobster", "decline", "decline")
    assert (state.turn(), state.step, state.market.display) == (CHANCE, "show", ("shrimp", "lobster"))
    state = play(state, "show tuna")
    assert state.market.display == ("shrimp", "lobster", "tuna")
    assert state.phase == "launch"


def test_if_nobody_buys_all_shown_licences_leave_the_game_and_new_ones_come():
    state = play(table(2), "decline", "decline")
    assert state.market.display == ()
    assert state.market.gone == ("shrimp", "cod")
    state = play(state, "show tuna", "show lobster")
    assert state.market.display == ("tuna", "lobster")
    assert state.phase == "draw", "nobody has a licence, so only the drawing asks for anything"


def test_a_pile_too_short_for_the_refresh_reveals_nothing_and_makes_this_round_the_last():
    state = table(2)
    state = replace(state, market=state.market._replace(top=1, commons=0, premiums=0))
    state = play(state, "decline", "decline")
    assert state.last
    assert state.market.display == ()
    assert state.market.size == 1
    state = deal(state)
    while state.turn() != OVER:
        state = deal(state.after(state.moves()[0]))
    assert (state.phase, state.round) == ("over", 1)


def test_a_refresh_that_just_empties_the_pile_does_not_end_the_game():
    state = table(2)
    state = replace(state, market=state.market._replace(top=1, commons=0, premiums=0))
    state = play(state, "nominate cod", "bid 4", "pass", "pay shrimp", "pay lobster", "decline", "show tuna")
    assert state.market.size == 0
    assert not state.last
    assert idle(state, "auction").round == 2


def test_sales_are_kept_for_the_plots():
    state = play(table(2), "nominate cod", "bid 6", "pass")
    state = play(state, *["pay shrimp", "pay lobster", "pay processing"])
    assert state.sales == ((1, 0, "cod", 6),)


# --- Payment ------------------------------------------------------------------------------------------------------


def possible_payments(state):
    """Return every set of pieces with which the open bill can be paid, as sorted tuples."""
    seat, found = state.seat, set()

    def walk(now, paid):
        if now.step != "pay" or now.seat != seat or (paid and now.owed == 0):
            found.add(tuple(sorted(paid)))
            return
        assert now.moves(), "a payment never sticks"
        for move in now.moves():
            walk(now.after(move), [*paid, move[1]])

    walk(state, [])
    return found


def test_where_all_pieces_of_the_highest_value_must_go_there_is_one_choice():
    alone = 0
    for seed in range(12):
        match, rng = Match(Fleet, 3), Random(seed)
        while not match.over and len(match.moves) < 400:
            state = match.state
            if state.step == "pay" and len(state.moves()) > 1:
                ways, kinds = possible_payments(state), [move[1] for move in state.moves()]
                alike = len({tuple(way.count(kind) for kind in kinds) for way in ways}) == 1
                assert state.choices() == (state.moves()[:1] if alike else state.moves()), ways
                assert not (alike and state.coach()), "nothing is advised where nothing is chosen"
                alone += alike
            match.play(state.sample(rng))
    assert alone > 3


def covers_without_superfluous_pieces(pieces, owed):
    """Return the same by trying all subsets."""
    value = CASH | {"crate": 1}
    found = set()
    for size in range(len(pieces) + 1):
        for chosen in combinations(pieces, size):
            total = sum(value[piece] for piece in chosen)
            if total >= owed and all(total - value[piece] < owed for piece in chosen):
                found.add(tuple(sorted(chosen)))
    return found


@pytest.mark.parametrize(
    "cards",
    [BOATS, ("tuna",) * 3 + ("shrimp", "cod"), ("shrimp", "lobster", "cod", "king-crab", "cod"), ("tuna", "cod")],
)
@pytest.mark.parametrize("crates", [0, 2])
def test_payment_offers_exactly_the_sets_that_cover_and_hold_nothing_superfluous(cards, crates):
    worth = sum(CASH[card] for card in cards) + crates
    for bid in range(4, worth + 1):
        state = give(table(2), 0, cards, processed=crates)
        state = play(state, "nominate cod", f"bid {bid}", "pass")
        pieces = [*cards, *["crate"] * crates]
        assert possible_payments(state) == covers_without_superfluous_pieces(pieces, bid), bid


def test_no_change_is_given_and_overpaying_is_allowed():
    state = give(table(2), 0, ["tuna", "tuna", "shrimp", "shrimp"])
    state = play(state, "nominate cod", "bid 4", "pass", "pay tuna")
    assert words(state) == ["pay shrimp", "pay tuna"], "3 and 3 for 4 is allowed: each piece is needed"
    state = play(state, "pay tuna")
    assert state.sides[0].licences == ("cod",)
    assert hands.hand(state, 0) == Counter(shrimp=2)
    assert state.discards == hand("tuna", "tuna")[:-1]


def test_pieces_are_paid_in_falling_order_and_a_card_pays_only_once():
    state = give(table(2), 0, ["tuna", "shrimp", "shrimp", "cod"])
    state = play(state, "nominate cod", "bid 5", "pass")
    assert words(state) == ["pay shrimp", "pay tuna"]
    assert "begin with a more valuable card" in why(state, "pay cod")
    low = play(state, "pay shrimp")
    assert "Here you enter the most valuable pieces first" in why(low, "pay tuna")
    assert "the rulebook has none" in low.why_not(("pay", "tuna")).rule, "an order of entry, not a rule of the game"
    high = play(state, "pay tuna")
    assert "a card pays once" in why(high, "pay tuna")
    assert "no processed crate left" in why(high, "pay crate")
    assert "not a boat card" in why(high, "pay whale")


def test_processed_crates_pay_one_each_and_leave_the_game():
    state = give(table(2), 0, ["shrimp"], processed=4, licences=("processing",))
    before = state.crates
    state = play(state, "nominate cod", "bid 6", "pass", "pay shrimp", *["pay crate"] * 4)
    assert state.sides[0].licences == ("processing", "cod")
    assert (state.sides[0].processed, state.spent, state.crates) == (0, 4, before)


def test_a_price_covered_by_the_discount_needs_no_payment():
    state = give(table(2), 0, ["cod"], licences=("shrimp",) * 4)
    state = play(state, "nominate cod", "bid 4", "pass")
    assert state.sides[0].licences[-1] == "cod"
    assert hands.hand_size(state, 0) == 1
    assert state.turn() == 1


@pytest.mark.parametrize("owned", [1, 2, 3, 4])
def test_shrimp_licences_stack_their_discount_on_licences_and_launches(owned):
    state = give(table(2), 0, ["tuna"] * 3, licences=("shrimp",) * owned)
    won = play(state, "nominate cod", "bid 5", "pass")
    assert (won.owed, won.step) == (5 - owned, "pay")
    assert [state.launch_cost(0, kind) for kind in ("shrimp", "cod", "king-crab")] == [
        0, max(0, 2 - owned), max(0, 3 - owned),
    ]  # fmt: skip


def test_the_shrimp_discount_does_not_apply_to_the_shrimp_licence_being_bought():
    state = play(table(2), "nominate shrimp", "bid 4", "pass")
    assert state.owed == 4


def test_example_processing_and_shrimp_pay_for_a_cod_licence_without_cards():
    """P. 10: three processed crates and the Shrimp discount pay a Cod licence of 4."""
    state = give(table(4), 3, [], licences=("processing", "shrimp"), processed=3)
    state = play(state, "decline", "decline", "decline", "nominate cod")
    assert words(state) == ["bid 4"]
    state = play(state, "bid 4", "pay crate", "pay crate", "pay crate")
    assert state.sides[3].licences == ("processing", "shrimp", "cod")
    assert state.sides[3].processed == 0
    assert state.spent == 3


# --- Phase two: launching -----------------------------------------------------------------------------------------


def launching(licences=("cod",), cards=BOATS, players=2, **changes):
    """Return the moment when seat 0 may launch."""
    return skip_auction(give(table(players), 0, cards, licences=tuple(licences), **changes))


def test_example_a_shrimp_licence_pays_for_a_shrimp_boat():
    """P. 8: the discount of 1 covers the launch cost of 1."""
    state = table(2)
    state = play(state, "nominate shrimp", "bid 4", "pass", "pay lobster", "pay processing", "decline", "show tuna")
    assert (state.phase, state.turn()) == ("launch", 0)
    state = play(state, "launch shrimp")
    assert [boat.kind for boat in state.sides[0].boats] == ["shrimp"]
    assert state.phase == "hire", "no further cash is needed"
    assert hands.hand(state, 0) == Counter(["cod", "tuna", "king-crab"])


def test_a_boat_needs_a_matching_licence():
    state = launching(["cod"])
    assert words(state) == ["launch cod", "done"]
    assert "A Tuna boat needs a Tuna licence" in why(state, "launch tuna")
    assert "hand-tuna" in why(state, "launch tuna").where
    assert "not a boat" in why(state, "launch whale")


@pytest.mark.parametrize("licence", KING_CRABS)
def test_any_king_crab_licence_serves_any_number_of_king_crab_boats(licence):
    state = launching([licence], ["king-crab", "king-crab", "tuna"], boats=fleet_of("king-crab"))
    assert words(state) == ["launch king-crab", "done"]


def test_the_pub_launches_nothing_and_its_owner_is_skipped():
    assert launching(["pub"]).phase != "launch"


def test_the_boat_cannot_pay_for_itself_and_must_be_affordable():
    state = launching(["cod"], ["cod"])
    assert words(state) == ["done"]
    assert "cannot pay for itself" in why(state, "launch cod")
    state = launching(["cod"], ["cod", "cod", "king-crab"])
    state = play(state, "launch cod")
    assert possible_payments(state) == {("cod", "king-crab")}
    state = launching(["lobster"], ["lobster", "tuna"])
    state = play(state, "launch lobster")
    assert "cannot pay for itself" in why(state, "pay lobster")


def test_launching_is_paid_with_other_cards_or_processed_crates():
    state = launching(["lobster", "processing"], ["lobster"], processed=2)
    state = play(state, "launch lobster", "pay crate", "pay crate")
    assert [boat.name for boat in state.sides[0].boats] == ["lobster-1"]
    assert state.spent == 2


def test_one_boat_a_round_without_a_cod_licence():
    state = launching(["tuna"], ["tuna"] * 3 + ["cod"])
    state = play(state, "launch tuna", "pay cod")
    assert state.phase == "hire"


def test_two_boats_with_a_cod_licence_each_paid_separately():
    state = launching(["cod", "tuna"], ["tuna", "tuna", "cod", "king-crab"])
    state = play(state, "launch tuna", "pay king-crab")
    assert (state.step, state.turn()) == ("launch", 0)
    state = play(state, "launch tuna", "pay cod")
    assert state.step == "draw", "two boats at most, also with more cards to launch"
    assert [boat.name for boat in state.sides[0].boats] == ["tuna-1", "tuna-2"]


def test_even_four_cod_licences_allow_two_boats_only():
    state = launching(["cod"] * 4 + ["shrimp"], ["shrimp"] * 5)
    state = play(state, "launch shrimp", "launch shrimp")
    assert state.step == "draw"
    assert state.due == 4


@pytest.mark.parametrize("owned", [1, 2, 3, 4])
def test_cod_draws_one_card_for_each_licence_once_if_any_boat_was_launched(owned):
    state = launching(["cod"] * owned + ["shrimp"], ["shrimp", "tuna"])
    state = play(state, "launch shrimp", "done")
    assert (state.step, state.due, state.phase) == ("draw", owned, "launch")
    state = play(state, *["draw lobster"] * owned)
    assert hands.hand(state, 0)["lobster"] == owned
    assert state.phase == "hire", "the cards may be used to hire"


def test_no_launch_no_cod_draw():
    state = play(launching(["cod"]), "done")
    assert state.step != "draw" or state.phase == "draw"
    assert hands.hand_size(state, 0) == 6


def test_example_shrimp_free_and_cod_for_one_then_one_card():
    """P. 8: Cod and Shrimp licences; both boats launched, 1 paid in all, one card drawn."""
    state = launching(["cod", "shrimp"], ["shrimp", "cod", "king-crab", "tuna"])
    state = play(state, "launch shrimp")
    assert state.step == "launch", "free"
    state = play(state, "launch cod")
    assert (state.step, state.owed) == ("pay", 1)
    state = play(state, "pay king-crab")
    assert (state.step, state.due) == ("draw", 1)
    state = play(state, "draw tuna")
    assert hands.hand(state, 0) == Counter(tuna=2)


def test_example_two_cod_licences_bring_two_cards_for_one_boat():
    """P. 8: two Cod and one Shrimp licence, one free shrimp boat, two bonus cards."""
    state = launching(["cod", "cod", "shrimp"], ["shrimp", "tuna"])
    state = play(state, "launch shrimp", "done")
    assert (state.step, state.due) == ("draw", 2)


def test_everyone_launches_before_anyone_hires():
    state = give(give(table(2, first=1), 0, licences=("tuna",)), 1, licences=("cod",))
    state = skip_auction(state)
    assert state.turn() == 1
    state = play(state, "launch cod", "pay shrimp", "done", "draw cod")
    assert (state.turn(), state.step) == (0, "launch")
    state = play(state, "launch tuna", "pay cod")
    assert (state.turn(), state.step) == (1, "captain")


def test_there_is_no_limit_to_the_number_of_boats():
    state = launching(["shrimp"], ["shrimp"], boats=fleet_of(*["shrimp:4"] * 12))
    state = play(state, "launch shrimp")
    assert state.sides[0].boats[-1].name == "shrimp-13"


def test_a_launch_is_optional_and_a_player_without_licence_or_hand_is_skipped():
    state = skip_auction(give(give(table(2), 0, [], licences=("cod",)), 1, licences=("cod",)))
    assert state.turn() == 1, "an empty hand is public"
    assert "done" in words(state)


# --- Phase two: hiring --------------------------------------------------------------------------------------------


def hiring(licences=("tuna",), boats=("tuna", "tuna", "cod:1"), cards=BOATS, **changes):
    """Return the moment when seat 0 may hire."""
    state = launching(licences, cards, boats=fleet_of(*boats), **changes)
    return play(state, "done") if state.phase == "launch" else state


def test_any_card_may_be_a_captain_on_any_boat_without_one():
    state = hiring()
    assert words(state) == [f"captain {boat} {card}" for boat in ("tuna-1", "tuna-2") for card in BOATS] + ["done"]
    assert "already has a captain" in why(state, "captain cod-1 shrimp")
    assert "no boat “whale-1”" in why(state, "captain whale-1 shrimp")
    assert "hold no Shrimp" in why(hiring(cards=["tuna"]), "captain tuna-1 shrimp")


def test_one_captain_a_round_two_with_a_lobster_licence():
    assert play(hiring(), "captain tuna-2 shrimp").phase not in ("launch", "hire")
    state = play(hiring(["lobster"]), "captain tuna-2 shrimp")
    assert (state.step, state.turn()) == ("captain", 0)
    assert state.sides[0].boats[1] == Boat("tuna-2", "tuna", "shrimp", 0)
    assert play(state, "captain tuna-1 cod").phase == "lobster"


def test_a_boat_launched_this_round_may_be_captained():
    state = launching(["tuna"], ["tuna", "cod", "shrimp"])
    state = play(state, "launch tuna", "pay cod", "captain tuna-1 shrimp")
    assert state.sides[0].boats[0].crates == 1, "and it fishes at once"


def test_no_hiring_without_a_free_boat_or_without_cards():
    state = hiring(boats=["cod:1"])
    assert state.phase not in ("launch", "hire")
    state = launching(["tuna"], [], boats=fleet_of("tuna"))
    assert state.phase not in ("launch", "hire")


@pytest.mark.parametrize(
    ("owned", "captains", "cards"),
    [
        *[(1, 0, 0), (1, 1, 1), (1, 3, 1), (1, 4, 2), (1, 9, 2)],
        *[(2, 0, 0), (2, 1, 1), (2, 2, 1), (2, 3, 2), (2, 6, 2), (2, 7, 3), (3, 6, 2), (4, 7, 3), (4, 12, 3)],
        *[(0, 7, 0)],
    ],
)
def test_lobster_draws_by_the_number_of_captains(owned, captains, cards):
    boats = [*["tuna:1"] * captains, "cod"]
    state = hiring(["lobster"] * owned + ["pub"], boats)
    state = play(state, "done")
    if cards:
        assert (state.phase, state.step, state.due, state.seat) == ("lobster", "draw", cards, 0)
    else:
        assert state.phase == "draw"


def test_example_lobster_with_three_captains_draws_one_and_later_two():
    """P. 9: one licence and three captained boats of any kind: one card; with four, or a second licence: two."""
    three = ["lobster:1", "shrimp:1", "cod:1"]
    state = give(table(2), 0, licences=("lobster",), boats=fleet_of(*three))
    assert state.sides[0].lobster_bonus(CARDS) == 1
    assert give(state, 0, boats=fleet_of(*three, "tuna:0")).sides[0].lobster_bonus(CARDS) == 2
    assert give(state, 0, licences=("lobster", "lobster")).sides[0].lobster_bonus(CARDS) == 2


def test_lobster_cards_come_after_all_hiring_and_every_round():
    state = give(table(2), 0, licences=("lobster",), boats=fleet_of("tuna:0"))
    state = give(state, 1, licences=("tuna",), boats=fleet_of("tuna"))
    state = play(skip_auction(state), "done", "done")
    assert (state.phase, state.turn()) == ("hire", 1)
    state = play(state, "done")
    assert (state.phase, state.due) == ("lobster", 1)
    again = idle(idle(state, "auction"), "lobster")
    assert (again.round, again.due) == (2, 1)


def test_lobster_cards_are_dealt_in_turn_order_and_before_the_boats_fish():
    state = table(3, first=1)
    for seat in range(3):
        state = give(state, seat, licences=("lobster",), boats=fleet_of("tuna:0"))
    state = idle(state, "lobster")
    seats = []
    while state.phase == "lobster":
        assert [state.sides[seat].crates for seat in range(3)] == [0, 0, 0]
        seats.append(state.seat)
        state = play(state, "draw cod")
    assert seats == [1, 2, 0]
    assert [state.sides[seat].crates for seat in range(3)] == [1, 1, 1]


# --- Phase three: fishing -----------------------------------------------------------------------------------------


def test_each_captained_boat_gets_one_crate_whatever_its_kind_and_others_none():
    boats = [f"{kind}:0" for kind in BOATS]
    state = hiring(["pub"], [*boats, "cod"])
    before = state.crates
    state = play(state, "done")
    assert [boat.crates for boat in state.sides[0].boats] == [1] * 6 + [0]
    assert state.crates == before - 6


def test_a_boat_never_takes_a_fifth_crate():
    state = hiring(["pub"], ["cod:4", "tuna:3", "tuna"])
    before = state.crates
    state = play(state, "done")
    assert [boat.crates for boat in state.sides[0].boats] == [4, 4, 0]
    assert state.crates == before - 1


def test_random_games_never_show_a_fifth_crate_or_a_catch_without_captain():
    for seed in range(10):
        for state, _ in laws.walk(Fleet.start(2 + seed % 3), Random(seed)):
            for side in state.sides:
                assert all(boat.crates <= 4 and (boat.captain or not boat.crates) for boat in side.boats)


def test_the_last_crate_makes_this_round_the_last_and_crates_beyond_the_supply_are_credited():
    state = hiring(["pub"], ["cod:0", "tuna:1", "tuna:2", "shrimp"])
    state = replace(state, crates=2)
    tally = state.tally()
    state = play(state, "done")
    assert [boat.crates for boat in state.sides[0].boats] == [1, 2, 3, 0]
    assert (state.crates, state.credited, state.last) == (0, 1, True)
    assert state.tally() == tally
    assert state.phase == "draw", "the round is played to its end"
    while state.turn() != OVER:
        state = state.after(state.moves()[0])
    assert state.round == 1
    assert state.points(0)["crates"] == 6


def test_taking_exactly_the_last_crate_also_ends_the_game_but_one_crate_left_does_not():
    state = hiring(["pub"], ["cod:0", "tuna:1", "tuna"])
    assert play(replace(state, crates=2), "done").last
    assert not play(replace(state, crates=3), "done").last


# --- Phase four: processing and trading ---------------------------------------------------------------------------


def processing(owned=1, boats=("cod:1", "tuna:2", "tuna"), processed=0, others=()):
    """Return the moment when seat 0 may process; crates are as given, after fishing."""
    state = give(
        table(2), 0, [], licences=("processing",) * owned + tuple(others), boats=fleet_of(*boats), processed=processed
    )
    return skip_auction(replace(state, cards=replace(CARDS, capacity=1))).but(cards=CARDS)


def test_processing_moves_at_most_one_crate_from_each_boat_of_any_kind():
    state = processing()
    assert (state.phase, words(state)) == ("process", ["process cod-1", "process tuna-1", "done"])
    state = play(state, "process tuna-1")
    assert words(state) == ["process cod-1", "done"]
    assert state.sides[0].boats[1].crates == 1
    assert state.sides[0].processed == 1
    assert "has already given a crate" in why(state, "process tuna-1")
    assert "carries no crate" in why(state, "process tuna-2")
    assert "no boat" in why(state, "process whale-1")


def test_a_boat_that_has_given_a_crate_gives_no_other_in_turn_with_the_rest():
    state = play(processing(boats=["cod:2", "tuna:2"]), "process tuna-1", "process cod-1")
    assert (state.step, state.sides[0].processed) == ("trade", 2)


def test_processing_needs_the_licence_but_no_processing_boat():
    state = give(table(2), 0, [], licences=("tuna",), boats=fleet_of("processing:2"))
    assert skip_auction(state).phase == "draw"
    assert all(boat.kind != "processing" for boat in processing().sides[0].boats)


def test_processing_vessels_are_captained_and_fish_like_any_boat():
    state = hiring(["processing"], ["processing"])
    state = play(state, "captain processing-1 cod")
    assert state.sides[0].boats[0].crates == 1


@pytest.mark.parametrize("owned", [1, 2, 3, 4])
def test_one_crate_is_traded_for_one_card_a_processing_licence(owned):
    state = processing(owned, ["cod:1"])
    state = play(state, "process cod-1")
    assert words(state) == ["trade", "done"], "a crate processed now may be traded now"
    left = state.crates
    state = play(state, "trade")
    assert (state.step, state.due, state.phase) == ("draw", owned, "process")
    assert (state.sides[0].processed, state.spent, state.crates) == (0, 1, left), "it leaves the game"
    state = play(state, *["draw tuna"] * owned)
    assert hands.hand(state, 0) == Counter(tuna=owned)
    assert state.phase == "draw"


def test_only_one_trade_a_round_and_only_after_processing():
    state = processing(processed=5)
    assert "after processing" in why(state, "trade")
    state = play(state, "done", "trade", "draw cod")
    assert state.phase == "draw"
    assert state.sides[0].processed == 4


def test_processing_and_trading_are_optional_and_skipped_without_crates():
    assert play(processing(), "done").phase == "draw", "no processed crate, so no trade"
    assert words(processing(boats=["cod"], processed=1)) == ["trade", "done"]
    assert processing(boats=["cod"]).phase == "draw"


def test_processed_crates_stay_for_later_rounds():
    state = idle(play(processing(boats=["cod:1"], processed=2), "process cod-1", "done"), "auction")
    assert state.sides[0].processed == 3
    assert state.limit(0) == 3 + hands.cash(state, 0)


# --- Phase five: drawing ------------------------------------------------------------------------------------------


def drawing(tuna=0, cards=("cod",), players=2):
    """Return the moment when seat 0 draws at the end of a round."""
    state = give(table(players), 0, cards, licences=("tuna",) * tuna)
    return idle(skip_auction(state), "draw")


def test_two_cards_are_drawn_and_one_of_them_is_discarded():
    state = drawing()
    assert (state.turn(), state.due, state.seat) == (CHANCE, 2, 0)
    state = play(state, "draw tuna", "draw shrimp")
    assert words(state) == ["discard shrimp", "discard tuna"]
    assert hands.hand_size(state, 0) == 3
    assert "one of the two cards just drawn" in why(state, "discard cod")
    assert "hold no Lobster" in why(state, "discard lobster")
    state = play(state, "discard tuna")
    assert hands.hand(state, 0) == Counter(["cod", "shrimp"])
    assert state.discards[BOATS.index("tuna")] == 1
    assert state.seat == 1


def test_example_one_tuna_licence_draws_two_and_keeps_two():
    """P. 9."""
    state = play(drawing(1), "draw tuna", "draw shrimp")
    assert hands.hand(state, 0) == Counter(["cod", "tuna", "shrimp"])
    assert state.seat == 1


def test_example_two_tuna_licences_draw_three_and_discard_any_card():
    """P. 9: from the hand or just drawn."""
    state = drawing(2)
    assert state.due == 3
    state = play(state, "draw tuna", "draw shrimp", "draw shrimp")
    assert words(state) == ["discard shrimp", "discard cod", "discard tuna"]
    state = play(state, "discard cod")
    assert hands.hand(state, 0) == Counter(["tuna", "shrimp", "shrimp"])


def test_three_tuna_licences_draw_three_and_keep_three():
    state = play(drawing(3), "draw tuna", "draw shrimp", "draw shrimp")
    assert hands.hand(state, 0) == Counter(["cod", "tuna", "shrimp", "shrimp"])


def test_four_tuna_licences_draw_four_and_discard_any_card():
    state = drawing(4)
    assert state.due == 4
    state = play(state, "draw tuna", "draw shrimp", "draw shrimp", "draw lobster")
    assert words(state) == ["discard shrimp", "discard lobster", "discard cod", "discard tuna"]
    assert hands.hand_size(play(state, "discard lobster"), 0) == 4


def test_drawing_goes_in_turn_order_then_the_start_player_changes_clockwise():
    state = table(3, first=2)
    state = idle(skip_auction(state), "draw")
    seats = []
    while state.phase == "draw":
        if not seats or seats[-1] != state.seat:
            seats.append(state.seat)
        state = state.after(state.moves()[0])
    assert seats == [2, 0, 1]
    assert (state.phase, state.round, state.first, state.turn()) == ("auction", 2, 0, 0)


def test_each_card_of_the_supply_is_one_chance():
    state = drawing()
    assert Counter(words(state)) == {
        f"draw {kind}": count for kind, count in zip(BOATS, state.supply, strict=True) if count
    }
    rng = Random(1)
    drawn = Counter(state.sample(rng) for _ in range(3000))
    assert len(drawn) == len(BOATS)
    for (_, kind), count in drawn.items():
        assert abs(count / 3000 - state.supply[BOATS.index(kind)] / sum(state.supply)) < 0.04


def test_every_card_of_the_supply_has_a_ticket_of_its_own_down_to_the_last():
    class Ticket(Random):
        """A generator that hands out one ticket after the other."""

        tickets = 0

        def randrange(self, stop):
            self.tickets += 1
            assert self.tickets <= stop, "no ticket is left"
            return self.tickets - 1

    state, rng = drawing(), Ticket()
    assert Counter(state.sample(rng) for _ in range(state.supply_size)) == Counter(state.moves())
    two = replace(state, supply=hand("cod", "king-crab")[:-1])
    assert {two.sample(Random(seed)) for seed in range(30)} == {("draw", "cod"), ("draw", "king-crab")}


def test_when_the_supply_runs_out_in_mid_draw_the_discards_become_the_supply():
    state = drawing()
    state = replace(state, supply=hand("tuna")[:-1], discards=hand("cod", "cod", "lobster")[:-1])
    assert words(state) == ["draw tuna"]
    state = play(state, "draw tuna")
    assert Counter(words(state)) == {"draw cod": 2, "draw lobster": 1}
    assert sum(state.discards) == 0
    state = play(state, "draw lobster", "discard tuna")
    assert state.discards == hand("tuna")[:-1]


def test_with_supply_and_discards_empty_one_draws_what_there_is_and_discards_nothing():
    state = drawing()
    state = replace(state, supply=hand("tuna")[:-1], discards=hand()[:-1])
    state = play(state, "draw tuna")
    assert hands.hand(state, 0) == Counter(["cod", "tuna"])
    assert state.phase == "auction", "nobody else can draw anything"
    assert sum(state.discards) == 0


@pytest.mark.parametrize("tuna", [2, 4])
def test_with_tuna_licences_too_a_short_draw_discards_nothing(tuna):
    state = drawing(tuna)
    state = replace(state, supply=hand("tuna")[:-1], discards=hand()[:-1])
    state = play(state, "draw tuna")
    assert hands.hand(state, 0) == Counter(["cod", "tuna"])
    assert (state.phase, sum(state.discards)) == ("auction", 0)


# --- End, points, ties --------------------------------------------------------------------------------------------


def test_the_game_ends_after_the_last_round_and_offers_no_moves():
    for seed in range(6):
        state = Fleet.start(2 + seed % 3)
        for before, move in laws.walk(state, Random(seed)):
            state = before.after(move)
        assert state.last
        assert state.crates == 0 or state.market.size < state.players
        assert list(state.moves()) == []
        assert "over" in state.why_not(("pass",))


def test_points_come_from_licences_boats_crates_on_boats_and_king_crab():
    state = give(
        table(2), 0, licences=("shrimp", "pub", "king-crab-captains"), boats=fleet_of("cod:3", "king-crab"), processed=9
    )
    assert state.points(0) == {"licences": 19, "boats": 5, "crates": 3, "bonuses": 1}
    assert state.scores() == (28, 0), "processed crates score nothing"


def test_example_seven_captains_bring_seven_points_and_the_licence_its_five():
    """P. 11: eight boats, seven of them captained."""
    state = give(table(2), 0, licences=("king-crab-captains",), boats=fleet_of(*["tuna:0"] * 7, "tuna"))
    assert state.points(0)["bonuses"] == 7
    assert state.points(0)["licences"] == 5


def test_example_seven_licences_of_five_kinds_bring_six_points():
    """P. 11: one Shrimp, two Cod, one Processing Vessel, two King Crab, one Pub."""
    state = give(
        table(4), 3,
        licences=("shrimp", "cod", "cod", "processing", "king-crab-licences", "king-crab-captains", "pub"),
    )  # fmt: skip
    assert state.sides[3].kinds == 5
    assert state.sides[3].bonus("king-crab-licences", CARDS) == 6


@pytest.mark.parametrize(("kinds", "points"), [(1, 0), (2, 2), (3, 4), (4, 5), (5, 6), (6, 8), (7, 10)])
def test_different_licences_bonus(kinds, points):
    owned = ("king-crab-licences", "pub", "shrimp", "cod", "tuna", "lobster", "processing")[:kinds]
    state = give(table(2), 0, licences=(*owned, owned[-1]))
    assert (state.sides[0].kinds, state.points(0)["bonuses"]) == (kinds, points)


@pytest.mark.parametrize(("crates", "points"), [(0, 0), (2, 0), (3, 1), (8, 2), (29, 9), (30, 10), (44, 10)])
def test_crates_bonus_is_one_point_for_three_crates_on_boats_and_at_most_ten(crates, points):
    boats = fleet_of(*[f"cod:{min(4, crates - start)}" for start in range(0, crates, 4)])
    state = give(table(2), 0, licences=("king-crab-crates",), boats=boats, processed=30)
    assert (state.sides[0].crates, state.points(0)["bonuses"]) == (crates, points)


def test_captains_bonus_is_at_most_ten():
    state = give(table(2), 0, licences=("king-crab-captains",), boats=fleet_of(*["tuna:0"] * 12))
    assert state.points(0)["bonuses"] == 10


def test_several_king_crabs_score_each_their_own_bonus_and_points():
    state = give(table(2), 0, licences=KING_CRABS, boats=fleet_of(*["tuna:3"] * 4))
    assert state.points(0) == {"licences": 15, "boats": 4, "crates": 12, "bonuses": 4 + 4 + 0}


def test_ties_go_to_more_boats_then_more_crates_on_boats_then_are_shared():
    state = table(2)
    more_boats = give(give(state, 0, boats=fleet_of("tuna", "tuna")), 1, boats=fleet_of("tuna:1"))
    assert more_boats.scores() == (2, 2)
    assert more_boats.winners() == (0,)
    more_crates = give(give(state, 0, boats=fleet_of("cod")), 1, boats=fleet_of("tuna:1"))
    assert more_crates.scores() == (2, 2)
    assert more_crates.winners() == (1,)
    assert state.winners() == (0, 1)


# --- What people read ---------------------------------------------------------------------------------------------


def test_why_not_names_the_rule_for_every_kind_of_wrong_move():
    state = table(2)
    assert "not a move of Fleet" in why(state, "fly away")
    assert "not complete: write bid 6" in why(state, "bid six")
    assert "not complete: write nominate tuna" in why(state, "nominate")
    assert "has too many words: write decline" in why(state, "decline now please")
    assert "only while a licence is up" in why(state, "bid 6")
    assert "phase two" in why(state, "launch cod")
    assert "phase two" in why(state, "captain cod-1 shrimp")
    assert "after fishing" in why(state, "process cod-1")
    assert "nothing to pay" in why(state, "pay tuna")
    assert "after drawing" in why(state, "discard tuna")
    assert "No card is drawn" in why(state, "draw tuna")
    for nonsense in ((), ("bid", True), ("bid", 1.5), (None,), "bid 6", ["bid", 6], (("bid",),), 7, ("bid", -1)):
        assert state.why_not(nonsense)
    chance = Fleet.start(2)
    assert "no seat 7" in why(chance, "first 7")
    shown = play(chance, "first 0")
    assert "a common licence" in why(shown, "show pub")
    assert "not a licence" in why(shown, "show whale")
    assert "No licence of the lower pile" in why(shown, "stack common")
    draw = replace(drawing(), supply=hand("tuna")[:-1])
    assert "No Cod card is left" in why(draw, "draw cod")
    assert "not a boat card" in why(draw, "draw whale")
    lower = play(replace(table(2), market=state.market._replace(top=0, premiums=0)), "decline", "decline")
    assert "No premium licence is left" in why(lower, "stack premium")
    assert "not a kind of licence" in why(lower, "stack whale")


@pytest.mark.long
def test_why_not_never_raises_and_never_refuses_a_legal_move():
    tries = [
        (word, *rest)
        for word in (
            "nominate",
            "bid",
            "pass",
            "pay",
            "launch",
            "captain",
            "process",
            "trade",
            "done",
            "discard",
            "draw",
        )
        for rest in (
            (),
            ("tuna",),
            ("pub",),
            (5,),
            ("tuna-1", "tuna"),
            ("tuna-1", 3),
            ("crate",),
            (-1,),
            (10**9,),
            ("",),
        )
    ]
    for seed in range(3):
        for state, _ in laws.walk(Fleet.start(2 + seed), Random(seed)):
            legal = set(state.moves())
            for move in tries:
                assert bool(state.why_not(move)) == (move not in legal)


def test_every_moment_has_a_prompt_a_rule_and_words_for_its_moves():
    steps = set()
    for seed in range(12):
        for state, move in laws.walk(Fleet.start(2 + seed % 3), Random(seed)):
            steps.add(state.step)
            assert len(state.prompt()) > 10
            assert state.rule().endswith(".")
            for option in {*list(state.moves())[:4], move}:
                assert state.say(option) != state.notation(option)
    assert steps == {
        "first", "stack", "show", "nominate", "open", "bid", "pay", "launch", "captain", "process", "trade", "draw",
        "discard",
    }  # fmt: skip


def test_the_prompt_and_the_log_read_as_plain_english():
    state = play(table(2), "nominate shrimp", "bid 7")
    assert state.prompt() == "Seat B: bid more than 7 for Shrimp, or pass"
    assert state.say(("pass",)) == "Seat B passes on Shrimp"
    state = play(state, "pass")
    assert state.prompt() == "Seat A: pay 7 for the Shrimp licence"
    assert state.say(("pay", "tuna")) == "Seat A pays a Tuna card (3)"
    state = play(state, "pay tuna", "pay shrimp")
    assert state.say(("pay", "lobster")) == "Seat A pays a Lobster card (2) and has paid for the Shrimp licence"
    launch = launching(["shrimp", "cod"])
    assert launch.say(("launch", "shrimp")) == "Seat A launches a Shrimp boat for free"
    assert launch.say(("launch", "cod")) == "Seat A launches a Cod boat"
    assert launch.say(("done",)) == "Seat A launches no boat"
    assert play(launch, "launch shrimp").say(("done",)) == "Seat A launches no more boats"
    assert hiring().say(("done",)).startswith("Seat A hires no captain. ")
    assert play(processing(), "process cod-1").say(("done",)) == "Seat A processes no more crates"
    assert processing(boats=["cod"], processed=1).say(("done",)) == "Seat A trades no crate"
    end = replace(state, phase="over", step="over")
    assert end.prompt() == "Seat A and Seat B share the win with 0 points"


def test_the_log_tells_of_fishing_where_it_happens():
    state = give(give(hiring(), 0, boats=fleet_of("cod:1", "cod:4", "tuna")), 1, boats=fleet_of("tuna:0", "cod:3"))
    state = idle(state, "hire")
    assert state.say(("done",)) == "Seat A hires no captain. The boats fish: Seat A 1 crate, Seat B 2 crates"
    with_captain = "Seat A hires a captain for Tuna boat 1. The boats fish: Seat A 2 crates, Seat B 2 crates"
    assert {state.say(("captain", "tuna-1", kind), 1) for kind in (*BOATS, "?")} == {with_captain}
    assert state.view(1).say(("captain", "tuna-1", "?"), 1) == with_captain
    assert results.caught(state, play(state, "done")) == {0: 1, 1: 2}
    few = replace(state, crates=2)
    assert few.say(("done",)).endswith("The bay has no crates left: this round is the last")


def test_the_log_tells_of_licences_that_leave_of_free_ones_and_of_a_new_round():
    state = play(table(2), "decline")
    assert state.say(("decline",)).endswith(". Nobody bought a licence, so those on show leave the game")
    short = replace(state, market=state.market._replace(top=0, commons=0, premiums=1))
    assert short.say(("decline",)).endswith("The pile is too small to fill the auction: this round is the last")
    rich = play(give(table(2), 0, licences=("shrimp",) * 4), "nominate cod", "bid 4")
    assert rich.say(("pass",)) == "Seat B passes on Cod. Seat A gets it for 4, all of it covered by the discount"
    end = deal(idle(table(2), "draw"))
    end = deal(play(end, words(end)[0]))
    assert end.say(end.moves()[0]).endswith(". Round 2 begins")


@pytest.mark.parametrize("name", LICENCES)
def test_every_licence_explains_itself(name):
    text = about_licence(CARDS, name)
    assert f"bids start at {CARDS.minimum[LICENCES.index(name)]}" in text
    assert f"worth {CARDS.licence_points[LICENCES.index(name)]} point" in text
    boat = fleet_cards.boat_for(name)
    assert ("Lets you launch" in text) == bool(boat)


@pytest.mark.parametrize("kind", BOATS)
def test_every_boat_card_explains_itself(kind):
    text = about_boat(CARDS, kind)
    assert f"launching costs {COST[kind]}" in text
    assert f"pays {CASH[kind]}" in text
    assert f"worth {POINTS[kind]} point" in text


def test_the_table_can_be_asked_for_everything_a_picture_shows():
    state = play(table(3), "nominate cod", "bid 5", "bid 6")
    assert (TRACK[state.phase], PHASES[TRACK[state.phase]], state.round) == (0, "Auction", 1)
    assert (state.auction.lot, state.auction.bid, state.auction.leader, state.auction.bidders) == (
        "cod",
        6,
        1,
        (0, 1, 2),
    )
    assert state.minimum("cod") == 4
    assert state.order() == (0, 1, 2)
    assert (state.supply_size, sum(state.discards), state.market.size) == (78, 0, 19)
    assert (state.sides[0].launches, state.sides[0].hires, state.sides[0].captains) == (1, 1, 0)
    assert boat_title(CARDS, "king-crab") == "King Crab"
    assert licence_title(CARDS, "pub") == "Fishermen’s Pub"


# --- Players ------------------------------------------------------------------------------------------------------


def contest(names, seed):
    rng = Random(f"fleet/{names}/{seed}")
    match = Match(Fleet, len(names))
    match.run([BOTS[name] for name in names], rng)
    assert match.over
    return match.state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_play_whole_games_by_the_rules(players):
    assert set(BOTS) == {"random", "greedy", "engine-builder", "thrifty"}
    names = ["engine-builder", "thrifty", "random", "greedy"][:players]
    state = contest(names, 1)
    assert max(state.scores()) > 30


def test_planners_beat_random_players():
    for bot in ("greedy", "engine-builder", "thrifty"):
        wins = sum(contest([bot, "random"], seed).winners() == (0,) for seed in range(8))
        assert wins >= 7, bot


@pytest.mark.long
def test_the_engine_builder_beats_the_greedy_player_more_often_than_not():
    wins = sum(contest(["engine-builder", "greedy"], seed).winners() == (0,) for seed in range(12))
    wins += sum(contest(["greedy", "engine-builder"], seed).winners() == (1,) for seed in range(12))
    assert wins >= 14


def test_bots_pay_without_waste_where_they_can():
    state = give(table(2), 0, ["tuna", "shrimp", "cod", "cod", "king-crab"])
    state = play(state, "nominate cod", "bid 4", "pass")
    paid = []
    while state.step == "pay":
        move = BOTS["greedy"](state.view(0), Random(1))
        paid.append(CASH[move[1]])
        state = state.after(move)
    assert sum(paid) == 4
