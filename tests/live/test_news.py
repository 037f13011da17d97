"""What happened since a person's last move: a list that stays until the next one and tells only what one may know."""

from __future__ import annotations

import re
from itertools import pairwise, product
from random import Random

import pytest
from fishlab_widgets import Table
from fishlab_widgets.live.board_model import sentences
from fishlab_widgets.live.story.news import since_last_move
from laws import COURSE
from sending import ask

from fishlab import Boom, Fishery, Fleet, FreshFish, Match, Pisces
from fishlab.core import Weight
from fishlab.firstpond import FirstPond
from fishlab.freshfish.city import STREET
from fishlab.pisces.players import BOTS
from fishlab.pisces.words import WORDS
from fishlab.session import Session


def news_of(table):
    """Return the lines of a table's page."""
    return [line["text"] for line in table.board.news]


@pytest.mark.parametrize("game", COURSE)
def test_every_line_is_a_sentence_with_one_full_stop(game):
    table, rng, told = Table(game, seed=2, pace=0), Random(1), []
    for _ in range(12):
        told += news_of(table)
        if not table.match.over:
            table.play(table.match.state.sample(rng))
    assert told and [line for line in told if not re.search(r"[^.]\.$", line)] == []


def test_the_list_tells_what_others_did_and_begins_again_with_my_move():
    table = Table("fishery", seats=["person", "fencer"], seed=4)
    table.play("ship d4")
    (one,) = news_of(table)
    assert one.startswith("White puts a ship on ")
    ask(table, "tab", tab="rules")
    assert news_of(table) == [one], "it stays"
    table.play("ship a1")
    assert len(news_of(table)) == 1 and news_of(table) != [one]
    ask(table, "undo")
    assert news_of(table) == [one], "an undo brings it back"


def test_moves_that_only_lead_to_others_and_dice_are_left_out():
    table = Table("boom", 4, seed=4)
    assert not any("rolls" in words or "fishes with" in words for words in news_of(table))
    table.play(table.match.state.moves()[0])
    assert len(news_of(table)) == 3 and all(" takes " in words for words in news_of(table))


@pytest.mark.parametrize("players", [2, 3])
def test_what_ran_by_itself_is_told_also_after_dice_and_after_moves_that_are_left_out(players):
    table = Table("pisces", players, seed=4)
    while not table.match.state.cycles:
        table.play(table.match.state.choices()[0])
    after, told = table.match.state, [words for words in news_of(table) if words.startswith("Life cycle, ")]
    assert len(told) == players
    for board in range(players):
        kind, (were, now) = after.kind(board), (after.before[board], after.stacks[board])
        died, born = sum(were[kind.stages[-1].start :]), sum(now[: kind.stages[0].stop])
        line = f"Life cycle, {kind.label}: {died} died, {sum(were) - died} grew older, {born} born."
        assert line in told and sum(now) == sum(were) - died + born
    table.play(after.choices()[-1])
    assert not any(words.startswith("Life cycle") for words in news_of(table)), "the next move begins the list again"


@pytest.mark.parametrize("players", [4, 6])
def test_many_life_cycles_share_one_line(players):
    table = Table("pisces", players, seed=4)
    while not table.match.state.cycles:
        table.play(table.match.state.choices()[0])
    after, (told,) = table.match.state, [words for words in news_of(table) if words.startswith("Life cycle")]
    for board in range(players):
        kind, (were, now) = after.kind(board), (after.before[board], after.stacks[board])
        died, born = sum(were[kind.stages[-1].start :]), sum(now[: kind.stages[0].stop])
        assert f"{kind.label} −{died} +{born}" in told
    gone = after.but(stacks=((0,) * len(after.stacks[0]), *after.stacks[1:]))
    assert f"{after.kind(0).label} none left" in after.words.ran(after.but(cycles=after.cycles - 1), gone, 0)[0]


def test_of_several_people_each_hears_what_came_since_their_own_move():
    table = Table("fishery", seats=["person", "person"], seed=4)
    for move in ("ship d4", "ship a1"):
        table.play(move)
    assert news_of(table) == ["White puts a ship on a1."]


def test_sealed_bids_stay_sealed_and_a_covered_screen_says_nothing():
    match = Match(FreshFish, 3)
    while match.state.turn() < 0:
        match.play(match.state.moves()[0])
    session = Session(match, ["person"] * 3)
    for _ in range(200):
        if match.state.phase == "bid" and match.state.sealed():
            break
        match.play(match.state.moves()[-1])
        session.at = len(match.moves)
    assert match.state.phase == "bid"
    viewer = match.state.turn()
    session.viewer()
    if session.covered:
        assert since_last_move(session, viewer) == []
        session.uncover()
    session.viewer()
    assert not any(f"bids {price}" in words for words in since_last_move(session, viewer) for price in range(20))


OUTCOMES = {
    "boom": (r"\S+ is killed", r"Demand in year [^.]+", r"Year \d+ ends: [^.]+"),
    "pisces": (r"\d+ chips? caught from [^.]+", r"the block on .+? holds", r"\S+ is first in round \d", r"asks for .+"),
    "fishery": (r"Black casts .+ closing a fishery of \d+ squares?",),
    "fleet": (r"The boats fish: [^.]+", r"Round \d+ begins", r"The only choice: .+? pays .+"),
    "freshfish": (r"Seat . wins and pays \d+\..* All bids: [^.]+", r"Street: [^.]+", r"Seat . has drawn an? [^.]+"),
}
"""What a move or a roll brings, as the log tells it."""
OWN = {"pisces": r"{name} rolls .+: (?:nothing|catch|the block).+"}
"""And what is told of one's own dice."""


def turns(game, players, seed, most=150):
    """Play as a person who chooses at random, and yield at each turn what Moves says since the last, and the news."""
    table, rng = Table(game, players, seed=seed), Random(seed)
    begun = 0
    for _ in range(most):
        session = table.session
        yield table, range(begun, session.at), [session.told(place, 0) for place in range(begun, session.at)]
        if table.match.over:
            return
        begun = session.at
        table.play(rng.choice(list(table.match.state.choices())))


@pytest.mark.parametrize("game", COURSE)
def test_every_outcome_that_moves_tells_stands_in_the_news(game):
    patterns = [*OUTCOMES[game], *([OWN[game]] if game in OWN else [])]
    seen = set()
    for table, _, moves in turns(game, 2, 4):
        name, news = re.escape(table.match.state.seat_name(0)), "\n".join(news_of(table))
        if table.match.over:
            assert not news, "at the end the result says what decided"
            continue
        for words, pattern in product(moves, patterns):
            if found := re.search(pattern.replace("{name}", name), words):
                assert found[0] in news, words
                seen.add(pattern)
    assert seen == set(patterns), "each was there to be told"


@pytest.mark.parametrize("players", [2, 4])
def test_cards_that_i_draw_are_told_on_one_line_however_much_others_did(players):
    most = 0
    for table, places, _ in turns("fleet", players, 4):
        match, name = table.match, table.match.state.seat_name(0)
        draws = [match.moves[n][1] for n in places if match.moves[n][0] == "draw" and match.states[n].seat == 0]
        lines = [line for line in table.board.news if line["text"].startswith(f"{name} draws ")]
        if match.over or not draws:
            continue
        titles = [match.state.names()[kind] for kind in draws]
        told = " ".join(line["text"] for line in lines)
        assert all(told.count(title) >= titles.count(title) for title in titles), told
        assert len(lines) < max(2, len(draws)) and all(line["weight"] == Weight.MINE for line in lines)
        most = max(most, len(table.board.news))
    assert most > 12 or players == 2, "much has happened"


def test_what_others_paid_is_told_before_crates_that_only_change_their_place():
    weights = {}
    for table, _, _ in turns("fleet", 4, 4):
        for line in table.board.news:
            for what in ("buys the", "launches a", "processes a crate"):
                if what in line["text"] and not line["text"].startswith(table.match.state.seat_name(0)):
                    weights.setdefault(what, set()).add(line["weight"])
    assert weights == {"buys the": {Weight.MINE}, "launches a": {Weight.GAIN}, "processes a crate": {Weight.PLAIN}}


@pytest.mark.parametrize("game", COURSE)
def test_before_my_first_choice_the_page_knows_that_nothing_came_of_one(game):
    table = Table(game, 2, seed=4)
    assert not table.board.can["begun"]
    table.play(table.match.state.choices()[0])
    assert table.board.can["begun"]


def test_a_sale_is_told_also_to_one_who_passed_and_the_card_that_was_the_only_choice_to_pay_with():
    sold = 0
    for table, places, _ in turns("fleet", 2, 4):
        states = table.match.states
        if table.match.over:
            break
        for sale in states[places.stop].sales[len(states[places.start].sales) :]:
            licence = table.match.state.names()[sale.licence]
            lines = [f"buys the {licence} licence for {sale.price}", f"has paid for the {licence} licence"]
            assert any(line in words for line in lines for words in news_of(table))
            sold += 1
    assert sold > 3


def test_demand_and_the_end_of_a_year_have_lines_of_their_own():
    own = 0
    for table, _, _ in turns("boom", 4, 4):
        ends = [line for line in table.board.news if re.search(r"Demand in year|Year \d+ ends", line["text"])]
        for line in ends:
            assert re.match(r"Demand in year|Year \d+ ends", line["text"]) and line["weight"] == Weight.GAIN
        own += len(ends)
    assert own > 3


def test_fish_that_do_not_come_any_more_are_named_and_species_that_are_gone():
    gone = 0
    for table, places, _ in turns("boom", 2, 4):
        before, after = table.match.states[places.start], table.match.states[places.stop]
        for sea, then in pairwise(after.seas[len(before.seas) - 1 :]):
            lost = after.sheet.names_of(sea & ~then)
            (line,) = [words for words in news_of(table) if words.startswith("Newly depleted: ")] or [""]
            assert set(re.findall(r"\w+-\d", line)) == set(lost)
            for kind in after.sheet.species:
                if sea & kind.mask and not then & kind.mask:
                    assert any(" gone: " in words and kind.title in words for words in news_of(table))
                    gone += 1
    assert gone > 3


def test_what_came_of_my_own_dice_is_told_however_much_others_did():
    for table, _, moves in turns("pisces", 4, 4):
        if any("More happened here" in words for words in news_of(table)):
            mine = [
                words for words in moves if words.startswith(table.match.state.seat_name(0)) and " caught " in words
            ]
            assert {sentences(one) for one in mine} <= set(news_of(table))
            if mine:
                return
    raise AssertionError("nothing was caught when much happened")


def test_a_game_that_says_nothing_of_its_own_tells_what_changed_the_score():
    table = Table(Match(FirstPond, 2), seats=["person", "random"])
    table.play("take 2")
    first, *others = table.board.news
    assert first == {"text": "Boat A takes 2 of 16 fish.", "weight": Weight.MINE, "latest": False}
    for line in others:  # whoever takes nothing has gained nothing
        gains = not re.search(r"takes (0|nothing)|passes", line["text"])
        assert line["weight"] == (Weight.GAIN if gains else Weight.PLAIN), line


WEIGHTS = {
    "boom": {
        r" gone: ": Weight.LOSS,
        r"Newly depleted: ": Weight.MINE,
        r"Year \d+, {name}: .+ full, ": Weight.OWN,
        r"{name} catches nothing": Weight.MINE,
        r"{other} catches nothing": Weight.GAIN,
        r" is killed": Weight.GAIN,
        r"Demand in year ": Weight.GAIN,
    },
    "pisces": {
        r"Life cycle, {name}: .+ born": Weight.MINE,
        r"Life cycle, {other}: .+ born": Weight.PLAIN,
        r"{name} rolls .+: (?!.*the tournament is won)": Weight.MINE,
        r"{other} rolls .+ caught from (?i:{name}) ": Weight.MINE,
        r"{other} rolls .+ caught from (?i:{other}) ": Weight.GAIN,
    },
    "freshfish": {
        r"{name} wins and pays": Weight.OWN,
        r"{other} wins and pays": Weight.MINE,
    },
    "fleet": {
        r"{name} draws .+": Weight.MINE,
        r"The only choice: {name} pays .+\)\.$": Weight.SLIGHT,
        r"The only choice: {name} pays .+ licence\.$": Weight.MINE,
        r"{other} buys the .+ licence": Weight.MINE,
        r"{other} launches a": Weight.GAIN,
        r"{other} launches no": Weight.SLIGHT,
        r"{name} buys the .+ licence": Weight.MINE,
    },
    "fishery": {r"{name} casts .+ closing": Weight.MINE},
}
"""How much what is told weighs to the one in the first seat."""


@pytest.mark.few(1)
@pytest.mark.parametrize("game", WEIGHTS)
def test_each_line_weighs_what_it_means_to_who_reads_it(game):
    seen = set()
    for table, _, _ in turns(game, 2, 4):
        name, other = (re.escape(table.match.state.seat_name(seat)) for seat in (0, 1))
        for line, (pattern, weight) in product(table.board.news, WEIGHTS[game].items()):
            if re.search(pattern.replace("{name}", name).replace("{other}", other), line["text"]):
                assert line["weight"] == weight, line
                seen.add(pattern)
    assert seen == WEIGHTS[game].keys()


def test_of_much_that_others_did_what_weighs_most_is_kept_in_the_order_of_time():
    cut = 0
    for table, places, _ in turns("pisces", 4, 4):
        lines = table.board.news
        if not any("More happened here" in line["text"] for line in lines):
            continue
        cut += 1
        states = table.match.states
        for place in places:
            for words in states[place].words.ran(*states[place : place + 2], 0):
                assert sentences(words) in news_of(table), "what is gone is never left out"
    assert cut


@pytest.mark.parametrize("game", [Pisces, Fleet, FreshFish])
def test_what_is_left_out_is_never_a_single_line(game, monkeypatch):
    gaps, rng = set(), Random(1)
    table = Table(game, max(game.seats), seed=1, pace=0)
    while not table.match.over and len(table.match) < 300:
        whole = len(since_last_move(table.session, 0))
        with monkeypatch.context() as patched:
            patched.setattr("fishlab_widgets.live.story.news._MOST", 3)  # as if a round of many lines
            told = [str(line) for line in since_last_move(table.session, 0)]
        if any("More happened here" in line for line in told):
            gaps.add(whole - (len(told) - 1))
        table.play(rng.choice(table.match.state.moves()))
    assert gaps and min(gaps) > 1


def test_a_board_without_any_fish_left_weighs_most_once():
    after = next(
        table.match.state for table, _, _ in turns("pisces", 2, 4) if table.match.state.cycles and table.match.state
    )
    none = (0,) * len(after.stacks[0])
    gone = after.but(stacks=(none, *after.stacks[1:]))
    before = gone.but(before=(none, *gone.before[1:]))
    for me, weight in ((0, Weight.OWN), (1, Weight.LOSS)):
        lines = gone.words.ran(gone.but(cycles=gone.cycles - 1), gone, me)
        assert next(line.weight for line in lines if "none is left" in line) == weight
        again = before.words.ran(before.but(cycles=before.cycles - 1), before, me)
        assert next(line.weight for line in again if "none is left" in line) < Weight.LOSS


# What a move changes for me is told, whoever made it.


@pytest.mark.parametrize("seed", range(3))
def test_a_plot_that_anybodys_tile_takes_from_me_is_told_and_weighs_most(seed):
    match, rng, lost = Match(FreshFish, 3), Random(seed), 0
    while not match.over:
        match.play(match.state.sample(rng))
        before, after = match.states[-2:]
        for me, name in enumerate("ABC"):
            spots = [spot for spot, mark in enumerate(before.marks) if mark == name]
            taken = [before.grid.names[spot] for spot in spots if before.tiles[spot] != after.tiles[spot] == STREET]
            taken = [name for name in taken if match.moves[-1] != ("place", name)]  # one may build a street oneself
            heavy = [line for line in before.words.ran(before, after, me) if line.weight == Weight.OWN]
            assert len(heavy) == bool(taken) and all(spot in heavy[0] for spot in taken)
            lost += bool(taken) and before.turn() != me
    assert lost, "others' tiles take plots too"


def test_a_tournament_weighs_most_to_who_wins_it():
    won = 0
    for seed in range(3):
        match, rng = Match(Pisces, 3), Random(seed)
        while not match.over:
            match.play(match.state.sample(rng))
            before, after = match.states[-2:]
            for me in range(3):
                lines = before.words.outcomes(before, match.moves[-1], after, me)
                told = [line for line in lines if "the tournament is won" in line]
                mine = after.trophies[me] > before.trophies[me]
                weighed = [getattr(line, "weight", Weight.GAIN) for line in told]
                assert all((weight == Weight.OWN) == mine for weight in weighed), told
                won += mine
                assert len(told) == 1 or not mine
    assert won


@pytest.mark.parametrize("players", [2, 3, 4])
def test_boom_tells_what_each_year_was_worth_and_when_the_dice_found_no_fish(players):
    match, rng, told, empty = Match(Boom, players), Random(players), set[tuple[int, int]](), 0
    while not match.over:
        match.play(match.state.sample(rng))
        before, after = match.states[-2:]
        for me in range(players):
            for line in before.words.ran(before, after, me):
                if found := re.fullmatch(r"Year (\d+), Seat .: (\d+) of (\d+) plates? full, (−?\d+) points?\.", line):
                    year, full, plates, points = (int(number.replace("−", "-")) for number in found.groups())
                    assert year == before.year and points == full - 2 * (plates - full) == after.year_score(me, year)
                    told.add((me, year))
        words = " ".join(before.words.lines(before, match.moves[-1], after))
        if "catches nothing" in words:
            empty += 1
            assert after.drawn == before.drawn
        elif before.phase in ("roll", "radar") and after.phase in ("box", "gear") and before.dice:
            assert after.phase == "gear" and after.seat == before.seat, "a haul that ends without a fish is told"
    over = match.state
    years = range(1, len(over.seas))
    assert told == {(me, year) for me in range(players) for year in years if over.plates[me][year - 1]}
    assert empty


def test_fishery_tells_whose_squares_a_net_has_changed():
    match, rng, changes = Match(Fishery, 2), Random(3), 0
    while not match.over:
        match.play(match.state.sample(rng))
        before, after = match.states[-2:]
        said = before.words.ran(before, after, 0)
        if before.phase != "nets":
            assert said == []
            continue
        old, new = before.scores(), after.scores()
        assert len(said) == sum(a != b for a, b in zip(old, new, strict=True))
        for line in said:
            seat = ("Black", "White").index(line.split()[0])
            assert f"holds {new[seat]} square" in line and f"({new[seat] - old[seat]:+})".replace("-", "−") in line
            changes += 1
    assert changes


def test_a_card_of_pisces_names_what_is_really_paid():
    def least(state):
        """Return the least that can be paid, by trying every way."""
        if state.phase != "pay":
            return 0
        return min(
            state.kind(board).value + least(state.after(("pay", state.kind(board).name))) for board in state.payable()
        )

    rng, seen, match = Random(2), set[bool](), Match(Pisces, 2)
    while len(seen) < 2:
        match = Match(Pisces, 2) if match.over else match
        state = match.state
        for move in state.moves() if state.phase == "buy" else ():
            if move[0] == "buy" and state.chip_points(state.seat) < 60:
                price, pays = state.sea.price(move[1]), least(state.after(move))
                words = state.explain(move)
                assert words.endswith(
                    f"; costs {price}, you pay at least {pays}" if pays > price else f"costs {price} points"
                )
                seen.add(pays > price)
        match.play(state.sample(rng))
    assert seen == {True, False}


def test_what_another_boat_catches_is_told_whether_its_dice_left_a_choice_or_not():
    match = Match(Pisces, 3)
    match.run([BOTS["greedy"]] * 3, Random(6))
    caught = 0
    for before, move, after in zip(match.states, match.moves, match.states[1:], strict=False):
        if move[0] == "stack":
            board = before.board_of(move[1])
            chips = before.stacks[board][before.kind(board).stacks.index(move[2])]
            told = WORDS.outcomes(before, move, after, (before.seat + 1) % 3)
            assert (WORDS.say(before, move) in told) == bool(chips), (move, told)
            caught += bool(chips)
    assert caught


def test_the_last_move_of_each_other_seat_is_known_as_such():
    table = Table("fishery", seats=["person", "fencer"], seed=4)
    seen = 0
    for _ in range(60):
        if table.match.over:
            break
        table.play(table.match.state.moves()[0])
        state, at = table.match.state, len(table.match.moves)
        if table.match.over or not at or table.match.states[at - 1].turn() != 1:
            continue
        said = sentences(
            table.match.states[at - 1].words.lines(table.match.states[at - 1], table.match.moves[-1], state, 0)[0]
        )
        assert next(line["text"] for line in table.board.news if line["latest"]) == said
        seen += 1
    assert seen > 5


def test_in_fleet_the_news_say_that_another_seat_launches_no_boat():
    match, rng, seen = Match(Fleet, 2), Random(3), 0
    while not match.over:
        state = match.state
        move = ("done",) if ("done",) in state.moves() else state.sample(rng)
        if move == ("done",) and state.step == "launch" and not state.count:
            after = state.after(move)
            told = state.words.outcomes(state, move, after, 1 - state.seat)
            assert f"{state.seat_name(state.seat)} launches no boat" in told
            assert f"{state.seat_name(state.seat)} launches no boat" not in state.words.outcomes(
                state, move, after, state.seat
            )
            seen += 1
        match.play(move)
    assert seen
