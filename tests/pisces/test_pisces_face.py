"""The picture of Pisces shows what the state says, in every phase and for every number of players."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html import unescape
from random import Random

import pytest
from fishlab_widgets import Table
from fishlab_widgets.live.board import Board
from fishlab_widgets.live.face import draw
from fishlab_widgets.pisces import life as pisces_life
from fishlab_widgets.pisces import plots, table_picture
from fishlab_widgets.pisces.face import FACE
from fishlab_widgets.pisces.life import OneLife, matrix_diagram, one_board
from fishlab_widgets.pisces.species_board import board_now, colours, forecast, plan, plan_of
from measure import calls
from pisces.moments import moment, played
from sending import ask, send

from fishlab import OVER, Match, Pisces
from fishlab.pisces.boards import biology, standard_boards
from fishlab.pisces.contents import stars_left, trophies_left
from fishlab.pisces.phrases import PHASES
from fishlab.players import random_player

ALL = ("snapper", "tuna", "crab", "shark", "mahi-mahi", "sardine")
PHASE_NAMES = (
    "first", "choose", "cards", "block", "fleet", "fish", "roll", "settle", "buy", "pay", "spawn", "bid", "bidpay",
    "over",
)  # fmt: skip


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter() if node.tag.endswith("}text")]


def moves_on(svg: str) -> set[str]:
    return {unescape(move) for move in re.findall(r'data-move="([^"]*)"', svg)}


def marks_on(svg: str) -> set[str]:
    return {unescape(mark) for mark in re.findall(r'data-mark="([^"]*)"', svg)}


def place_of(svg: str, name: str, prefix: str = "p") -> tuple[float, float]:
    found = re.search(rf'id="{prefix}-{re.escape(name)}"[^>]* transform="translate\(([-\d.]+) ([-\d.]+)\)"', svg)
    found = found or re.search(
        rf'transform="translate\(([-\d.]+) ([-\d.]+)\)"[^>]* id="{prefix}-{re.escape(name)}"', svg
    )
    assert found, f"{name} is not drawn"
    return float(found[1]), float(found[2])


# Every moment.


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_number_of_players_draws_soundly_small_and_in_few_steps(players):
    match = played(players, "random")
    for state in match.states[:: max(1, len(match.states) // 12)]:
        svg = draw(state, legal=True, prefix="p")
        ids = re.findall(r' id="([^"]+)"', svg)
        assert len(ids) == len(set(ids))
        assert len(svg) < 150_000
        ET.fromstring(svg)
        assert calls(lambda state=state: draw(state, legal=True, prefix="p")) < 16_000


@pytest.mark.parametrize(
    ("phase", "compact"), [*((phase, False) for phase in PHASE_NAMES), ("choose", True), ("fish", True)]
)
def test_every_phase_draws_and_offers_its_moves_on_the_picture_or_as_buttons(phase, compact):
    _, _, state = moment(lambda state: state.phase == phase)
    board = Board()
    board.compact = compact
    board.show(state, legal=True)
    offered = moves_on(board.svg) | {choice["move"] for choice in board.choices}
    assert offered == {state.notation(move) for move in state.moves()}
    assert all(choice["label"] for choice in board.choices)


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("block", "block"),
        ("fleet", "boat"),
        ("fish", "fish"),
        ("bid", "bid"),
        ("buy", "buy"),
        ("pay", "pay"),
        ("choose", "board"),
    ],
)
def test_moves_that_have_a_place_stand_on_the_picture(phase, words):
    _, _, state = moment(lambda state: state.phase == phase)
    wanted = {state.notation(move) for move in state.moves() if move[0] == words}
    assert wanted
    assert wanted <= moves_on(draw(state, legal=True))


def test_stacks_to_choose_from_and_fish_finder_moves_stand_on_the_picture():
    for test in (
        lambda state: state.phase == "settle" and len(state.targets()) > 1,
        lambda state: state.phase == "fish" and state.spare(state.seat, "finder"),
    ):
        _, _, state = moment(test)
        wanted = {state.notation(move) for move in state.moves() if move[0] in ("stack", "finder", "fish")}
        assert wanted <= moves_on(draw(state, legal=True))


def test_without_legal_nothing_can_be_played():
    _, _, state = moment(lambda state: state.phase == "fleet")
    assert moves_on(draw(state)) == set()


# Boards.


@pytest.mark.parametrize("players", [2, 4, 6])
def test_every_chip_in_the_water_and_in_the_centre_is_counted_on_the_picture(players):
    for state in played(players, "greedy", 1).states[40::97]:
        if not state.round:
            continue
        svg = draw(state)
        words = texts(svg)
        if players <= 4:
            counts = sorted(int(word[1:]) for word in words if re.fullmatch(r"×\d+", word))
            assert counts == sorted(chips for board in state.stacks for chips in board if chips > 1)
            for board in range(players):
                assert f"{state.centre[board]} in the centre" in words
        else:
            shown = [board for board in range(players) if f"centre {state.centre[board]}" in words]
            assert len(shown) >= players - 1


def test_small_cards_show_a_number_for_every_stack_of_every_stage():
    state = Pisces.start(6, boards=list(ALL), first=0)
    words = texts(draw(state))
    stacks = sum(len(state.kind(board).stacks) for board in range(1, 6))
    assert words.count("1") >= stacks


def test_a_blocked_stack_carries_the_lock_and_keeps_its_count():
    _, _, state = moment(lambda state: state.phase == "fish" and max(state.blocks) >= 0)
    svg = draw(state, prefix="p")
    for board, stack in enumerate(state.blocks):
        name = f"block-{state.species[board]}"
        assert (f'id="p-{name}"' in svg) == (stack >= 0)
        if stack >= 0:
            x, y = place_of(svg, name)
            assert (x, y + 2) == pytest.approx(plan_of(state.kind(board)).spots[stack])


@pytest.mark.parametrize("species", ALL)
def test_every_spot_of_a_printed_board_has_its_place_and_none_lies_on_another(species):
    kind = one_board(species).kind(0)
    lay = plan_of(kind)
    assert len(lay.spots) == len(kind.stacks)
    assert len(lay.zones) == len(lay.names) == len(kind.stages)
    assert [number for number, *_ in lay.arrows] == list(range(1, len(kind.stages) + 2))
    for place, (x, y) in enumerate(lay.spots):
        for u, v in lay.spots[:place]:
            assert (x - u) ** 2 + (y - v) ** 2 > 40**2


@pytest.mark.parametrize("counts", [(1, 1), (5, 5), (3, 4, 5), (12, 12, 12, 12), (1, 2, 1, 1), (7, 6)])
def test_a_board_of_ones_own_is_laid_out_whatever_its_spots(counts):
    lay = plan(counts)
    assert len(lay.spots) == sum(counts)
    assert all(20 <= x <= 280 and 20 <= y <= 280 for x, y in lay.spots)
    assert 0 < lay.size <= 1


def own_boards(**changes) -> dict:
    species = {**standard_boards()["species"]["tuna"], **changes}
    return {"species": {"cod": species, "grey-reef-eel": {**species, "label": "<b>Eel & co</b>"}}}


def test_a_species_of_ones_own_gets_a_free_colour_and_its_label_is_escaped():
    state = Pisces.start(3, boards=["grey-reef-eel", "tuna", "cod"], first=0, boards_file=own_boards(label="Cod"))
    assert colours(state)[1] == "a"
    assert len(set(colours(state))) == 3
    svg = draw(state, legal=True)
    assert "<b>Eel" not in svg
    assert "&lt;b&gt;Eel &amp; co&lt;/b&gt;" in svg
    ET.fromstring(svg)


def test_the_longest_label_and_the_most_bids_still_draw():
    file = own_boards(label="W" * 20)
    file["game"] = {
        "highest_bid": {"value": 60, "source": "reconstructed"},
        "lowest_bid": {"value": 1, "source": "reconstructed"},
    }
    match = Match(Pisces, 2, boards=["cod", "tuna"], first=0, boards_file=file)
    rng = Random(3)
    while match.state.phase != "bid":
        match.play(match.state.sample(rng))
    svg = draw(match.state, legal=True)
    assert {f"bid {spot}" for spot in match.state.legal_bids(match.state.seat)} <= moves_on(svg)


# Boats, dice, cards, seats.


def test_boats_lie_where_the_state_says_and_at_home_otherwise():
    match, place, state = moment(lambda state: state.phase == "fish" and len({*sum(state.fleet, ())}) > 2)
    svg = draw(state, prefix="p")
    for seat in range(state.players):
        for number, area in enumerate(state.fleet[seat], 1):
            x, y = place_of(svg, f"boat-{seat}-{number}")
            left, top = (308, 4) if area == 4 else table_picture.PLACES[4][area]
            assert left < x < left + 300
            assert top < y < top + (612 if area == 4 else 300)
    home = match.states[
        next(n for n in range(place, len(match.states)) if match.states[n].phase in ("buy", "bid", "cards"))
    ]
    svg = draw(home, prefix="p")
    assert all(place_of(svg, f"boat-{seat}-1")[1] > 650 for seat in range(4))


def test_a_boat_that_is_no_move_lets_the_click_through_to_what_lies_below():
    _, _, state = moment(
        lambda state: state.phase == "fleet" and state.fleet[state.seat] and max(state.fleet[state.seat]) >= 0
    )
    svg = draw(state, legal=True, prefix="p")
    sent = [number for number, area in enumerate(state.fleet[state.seat], 1) if area >= 0]
    for number in sent:
        (boat,) = re.findall(rf'<g id="p-?boat-{state.seat}-{number}"[^>]*>', svg)
        assert 'class="still"' in boat
    _, _, state = moment(lambda state: state.phase == "fish")
    own = re.findall(rf'<g id="p-?boat-{state.seat}-[^"]*"[^>]*>', draw(state, legal=True, prefix="p"))
    assert own and not any("still" in one for one in own), "a boat to fish with is clicked"


@pytest.mark.parametrize("boats", [4, 6, 12, 18])
def test_crowds_of_boats_are_all_drawn_and_those_to_act_are_large_enough_to_click(boats):
    state = Pisces.start(6, boards=list(ALL), first=0)
    each = boats // 6 or 1
    fleet = tuple((2,) * each if seat < boats // each else () for seat in range(6))
    crowd = replace(state, phase="fish", round=1, seat=0, fleet=fleet, boats=(3,) * 6)
    svg = draw(crowd, legal=True, prefix="p")
    for seat in range(boats // each):
        place_of(svg, f"boat-{seat}-{each}")
    assert {f"fish {number}" for number in range(1, each + 1)} <= moves_on(svg)


def test_the_seat_to_act_is_framed_and_every_seat_shows_its_points():
    match = played(4, "greedy", 1)
    state = match.states[len(match.states) // 2]
    svg = draw(state)
    assert svg.count('class="seat on"') == (state.turn() >= 0)
    words = texts(svg)
    for score in state.scores():
        assert str(score) in words


def test_holdings_gear_stars_and_trophies_are_shown():
    _, _, state = moment(lambda s: s.round > 2 and any(sum(g) for g in s.gear) and any(s.stars), bot="greedy")
    words = texts(draw(state))
    for seat in range(4):
        for place, letter in enumerate("MOF"):
            if count := state.gear[seat][place]:
                assert f"{letter}{count}" in words
    assert f"stars {stars_left(state)}" in words
    assert f"trophies {trophies_left(state)}" in words


def test_tournament_cards_piles_and_the_word_for_two_of_a_kind():
    _, _, state = moment(lambda s: len(s.goal) == 2 and s.goal[0] == s.goal[1])
    words = texts(draw(state))
    assert "Tournament: catch two" in words
    assert words.count(state.kind(state.goal[0]).name) == 2
    none = Pisces.start(2, boards=["tuna", "crab"], first=0, tournaments=False)
    assert "No tournaments in this game" in texts(draw(none))


def test_bids_stand_on_their_spots():
    _, _, state = moment(lambda s: s.phase == "bid" and max(s.bids) > 0)
    svg = draw(state, prefix="p")
    for seat, spot in enumerate(state.bids):
        assert (f'id="p-bid-{seat}"' in svg) == (spot > 0)


def test_the_phases_are_named_and_numbered():
    words = texts(draw(played(4).states[40]))
    for number in range(1, len(PHASES) + 1):
        assert str(number) in words
    assert "Life cycles" in words


# Looking closer.


def test_a_click_on_the_lens_brings_one_board_close_and_another_goes_back():
    _, _, state = moment(lambda s: s.phase == "bid")
    assert {f"close {name}" for name in state.species} == marks_on(draw(state))
    marks = FACE.toggle((), "close crab")
    svg = draw(state, marks=("close " + state.species[2],))
    assert "Next life cycle" in texts(svg)
    assert "back to the whole table" in svg
    assert FACE.toggle(marks, "close tuna") == ("close tuna",)
    assert FACE.toggle(marks, "close crab") == ()


def test_six_boards_focus_where_something_happens_and_every_area_can_be_reached():
    _, _, state = moment(lambda s: s.phase == "fleet", players=6)
    wanted = {state.notation(move) for move in state.moves()}
    assert wanted <= moves_on(draw(state, legal=True))
    _, _, state = moment(lambda s: s.phase == "block", players=6)
    svg = draw(state, legal=True)
    assert state.kind(state.seat).label in texts(svg)
    assert {state.notation(move) for move in state.moves()} <= moves_on(svg)


def test_a_veil_hides_what_the_next_life_cycle_brings():
    state = one_board("snapper")
    open_, veiled = (texts(draw(state, compact=True, marks=marks)) for marks in ((), ("veil",)))
    assert "3 spawners give 5 young" in open_
    assert "3 spawners give 5 young" not in veiled


def test_marks_point_at_stacks_with_a_label():
    state = one_board("tuna")
    svg = draw(state, marks=("you: block tuna adult-5", "tuna/adult-4", "it was: tuna/nowhere-9"))
    assert "you" in texts(svg)
    assert "it was" not in texts(svg)
    assert svg.count('class="chosen"') == 2


# Last move and refusals.


@pytest.mark.parametrize("word", ["block", "boat", "fish", "roll", "stack", "buy", "bid", "card", "board"])
def test_the_last_move_is_marked(word):
    match, place, _ = _after(word)
    svg = draw(match.states[place], last=match.moves[place - 1], prefix="p")
    assert svg.count('id="p-last"') == 1


def _after(word: str) -> tuple[Match, int, Pisces]:
    for seed in range(1, 30):
        match = played(4, "random", seed)
        for place, move in enumerate(match.moves, 1):
            state = match.states[place]
            late = word == "bid" and state.phase not in ("bid", "bidpay")
            done = word in ("roll", "fish") and state.phase not in ("fish", "roll", "settle")
            if move[0] == word and not late and not done and state.phase != "over":
                return match, place, state
    raise AssertionError(word)


@pytest.mark.parametrize(
    ("phase", "move"),
    [
        ("block", ("block", "ocean", "adult-5")),
        ("fleet", ("boat", 9, "ocean")),
        ("fish", ("fish", 9)),
        ("buy", ("buy", "boat")),
        ("bid", ("bid", 2)),
        ("bid", ("nonsense",)),
    ],
)
def test_a_refused_move_shows_title_sentence_and_rule(phase, move):
    _, _, state = moment(lambda s: s.phase == phase and s.why_not(move) != "")
    reason = state.why_not(move)
    words = " ".join(texts(draw(state, legal=True, refused=(move, reason))))
    assert reason.title in words
    assert str(reason).split()[-1] in words
    assert reason.rule in words


def test_a_refusal_points_at_the_empty_stack():
    _, _, state = moment(lambda s: s.phase == "block" and 0 in s.stacks[s.seat])
    kind = state.kind(state.seat)
    move = kind.block_moves[state.stacks[state.seat].index(0)]
    svg = draw(state, legal=True, refused=(move, state.why_not(move)))
    assert 'class="offend still"' in svg
    assert unescape(state.notation(move)) in {unescape(one) for one in re.findall(r'data-try="([^"]*)"', svg)}


def test_a_click_on_an_empty_stack_is_refused_on_the_live_board():
    match, place, state = moment(lambda s: s.phase == "block" and 0 in s.stacks[s.seat])
    kind = state.kind(state.seat)
    name = kind.stacks[state.stacks[state.seat].index(0)]
    live = Match(Pisces, 4)
    for move in match.moves[:place]:
        live.play(move)
    board = Board(live)
    send(board, type="move", move=f"block {kind.name} {name}", rev=board.rev)
    assert "is empty" in board.error
    assert len(live.moves) == place


# Life cycles.


def cycle_moment() -> tuple[Match, int, Pisces]:
    return moment(lambda s: s.phase == "bid" and s.cycles > 1, bot="greedy")


def test_steps_tell_the_five_steps_of_the_last_life_cycle_until_somebody_fishes():
    match, place, _ = cycle_moment()
    walk = list(FACE.steps(match, place))
    assert [marks for marks, _ in walk] == [(f"cycle {number}",) for number in range(6)]
    assert [text.split(":")[0] for _, text in walk[1:]] == [
        "Mortality",
        "Spawn migration",
        "Maturity",
        "Growth",
        "Reproduction",
    ]
    assert list(FACE.steps(match, 0)) == []
    fishing = next(n for n, s in enumerate(match.states) if s.phase == "fish" and s.cycles)
    assert list(FACE.steps(match, fishing)) == []


def test_a_walk_ends_on_the_board_after_the_life_cycle_and_begins_before_it():
    _, _, state = cycle_moment()
    for board in range(state.players):
        assert board_now(state, board, "a", 0).stacks == state.before[board]
        assert board_now(state, board, "a", 5).stacks == state.stacks[board]
        for walk in range(6):
            now = board_now(state, board, "a", walk)
            assert sum(now.stacks) + now.centre == sum(state.before[board]) + state.before_centre[board]


def test_chips_keep_their_ids_from_stage_to_stage_so_that_they_glide():
    _, _, state = cycle_moment()
    for board in range(state.players):
        kind = state.kind(board)
        before, after = board_now(state, board, "a", 0), board_now(state, board, "a", 5)
        assert before.cohorts[:-1] == after.cohorts[1:], "every stage but the last has moved on by one"
        assert before.cohorts[-1] == after.dead, "the spawners have gone to the centre"
        assert before.unborn == after.cohorts[0], "the young have come from the centre"
        assert board_now(state, board, "a").cohorts == after.cohorts
        assert len({*after.cohorts, after.dead, after.unborn}) == len(kind.stages) + 2


def test_adults_glide_to_the_spawning_grounds_in_the_second_step():
    state = pisces_life.live(one_board("snapper"), Random(1))
    pictures = [draw(state, marks=(f"cycle {n}", "close snapper"), compact=True, prefix="p") for n in range(6)]
    lay = plan_of(state.kind(0))
    adult = board_now(state, 0, "b", 0).cohorts[2]
    assert place_of(pictures[1], f"snapper-{adult}-0") == lay.spots[4]
    assert place_of(pictures[2], f"snapper-{adult}-0") == lay.spots[7]
    assert 'class="nr on"' in pictures[2]


def test_in_the_middle_of_a_life_cycle_only_the_arrow_is_amber():
    match, place, state = cycle_moment()
    svg = draw(state, last=match.moves[place - 1], marks=("cycle 2",), prefix="p")
    assert 'id="p-last"' not in svg
    assert svg.count('class="nr on"') == 4


def test_the_table_walks_through_a_life_cycle_step_by_step():
    match, place, _ = cycle_moment()
    copy = Match.from_code(match.code())
    table = Table(copy, seats=["person"] * 4, plot=False)
    table.go(place)
    assert table.board.walk["offered"]
    table.board.on_act("walk", {"by": 1})
    table.board.on_act("walk", {"by": 1})
    assert table.board.walk["text"].startswith("Mortality")
    table.board.on_act("walk", {"by": 0})
    assert table.board.walk["text"] == ""


def test_forecast_says_what_the_rules_do_next():
    for species in ALL:
        state = one_board(species)
        lines = forecast(state.kind(0), state.stacks[0])
        assert [number for number, *_ in lines] == list(range(1, len(state.kind(0).stages) + 2))
        after = pisces_life.live(state, Random(1))
        if not state.kind(0).by_dice:
            assert lines[-1][2].endswith(f"{after.young[0]} young")


# What the table asks.


def test_seats_are_noted_and_badged_by_their_species():
    state = Pisces.start(2, boards=["sardine", "tuna"], first=0)
    assert "seat-f" in FACE.seat_mark(state, 0)
    assert "seat-a" in FACE.seat_mark(state, 1)
    assert FACE.seat_note(state, 0) == "0 chips, 0 gold stars, 0 trophies"
    rich = replace(state, gear=((2, 0, 1), (0, 0, 0)), stars=(1, 0))
    assert FACE.seat_note(rich, 0) == "0 chips, 1 gold star, 0 trophies, 2 Outboard Motors, 1 Fish Finder"
    assert "seat-" not in FACE.seat_mark(Pisces.start(2), 0)


def test_subtitle_names_what_is_left_out():
    assert FACE.subtitle(Pisces.start(3)) == "3 boards, 6 rounds"
    left = FACE.subtitle(Pisces.start(2, rounds=1, blocks=False, tournaments=False))
    assert left == "2 boards, 1 round, no blocks, no tournaments"


def test_plots_agree_with_the_state_at_every_position():
    match = played(3, "random", 2)
    stock, stage, catch, points = (plot.rows(match) for plot in plots.PLOTS)
    for rows in zip(stock, stage, catch, points, strict=True):
        state = match.states[rows[0]["at"]]
        for board, name in enumerate(state.species):
            assert rows[0][name] == sum(state.stacks[board])
            assert rows[2][name] == sum(state.landed[board]), "a player's name, and what this player caught"
            assert rows[3][name] == state.scores()[board]
        assert sum(rows[1][one] for one in ("young", "juvenile", "adult", "spawner")) == sum(map(sum, state.stacks))
    when = [row["round"] for row in stock]
    assert when == sorted(when)
    assert 1 <= when[0] <= when[-1] < 7


def test_plots_draw_before_the_first_round_too():
    table = Table("pisces", 3, seats=["person"] * 3, dice="table")
    ask(table, "tab", tab="plots")
    assert "Fish in the water" in table.board.plots[0]


# Figures of lessons.


def test_matrix_diagram_shows_the_matrix_and_the_chips_now():
    html = matrix_diagram(biology("tuna")).data
    words = texts(html)
    assert words.count("2") == 2  # two juveniles, and births of 2
    assert "new juveniles" in words
    assert "The matrix, row by row: 0 2 0; 1 0 0; 0 1 0." in html
    state = one_board("tuna", [1, 2, 3, 2, 0, 0, 1, 0])
    assert "Now 3 juveniles, 5 adults, 1 spawners" in matrix_diagram(state).data
    assert "3.5" in texts(matrix_diagram(biology("sardine")).data)


def test_a_life_and_its_matrix_stand_one_above_the_other_where_a_page_is_narrow():
    html = matrix_diagram(biology("shark")).data
    assert html.startswith('<div style="display:flex;flex-wrap:wrap">')
    assert max(int(width) for width in re.findall(r'<svg [^>]*\bwidth="(\d+)"', html)) <= 600


def test_one_life_follows_the_arrows_and_counts_rounds():
    one = OneLife("tuna")
    assert one.rows[-1]["in the water"] == 8
    for _ in range(4):
        one.step()
    assert one.walk == 5
    assert one.state.cycles == 1
    assert one.rows[-1]["juvenile"] == 5
    one.cycle()
    assert one.state.cycles == 2


def test_what_is_pressed_in_one_life_stands_above_its_board_and_the_table_after_it():
    one = OneLife("shark")
    pressed, *seen = one.children
    assert pressed.children == (one.species, *one.buttons) and pressed.layout.flex_flow == "row wrap"
    assert seen == [one.board, one.rows_view]


def test_one_life_takes_chips_by_a_click_but_not_in_the_middle_of_a_cycle():
    one = OneLife("tuna")
    assert "take tuna/adult-5" in marks_on(one.board.svg)
    ask(one, "mark", mark="take tuna/adult-5")
    assert one.state.stacks[0][2] == 0
    assert one.state.tally()["tuna chips"] == 15
    one.step()
    ask(one, "mark", mark="take tuna/adult-4")
    assert "Finish this life cycle first" in one.board.status
    one.species.value = "crab"
    assert one.state.species[0] == "crab"
    assert one.state.cycles == 0


def test_one_life_lives_as_the_rules_do():
    match = played(2, "random", 1, boards=("tuna", "crab"), first=0)
    place = next(n for n, s in enumerate(match.states) if s.cycles == 1)
    state = match.states[place]
    lone = replace(one_board("tuna"), stacks=state.before, centre=state.before_centre)
    assert pisces_life.live(lone, Random(1)).stacks[0] == state.stacks[0]


def test_boards_that_do_not_add_up_are_refused_in_words():
    with pytest.raises(ValueError, match="tuna has 8 stacks and 15 chips in all"):
        one_board("tuna", [9, 9, 0, 0, 0, 0, 0, 0])


def test_figures_of_a_match_show_stages_and_catches():
    match = played(3, "greedy", 1)
    name = match.state.species[0]
    assert f"{name.capitalize()} by stage" in pisces_life.stage_figure(match, name).data
    html = pisces_life.catch_figure(match).data
    assert "Catch by player and species" in html
    assert f"{match.state.species[0]} from " in pisces_life.stock_figure(match).data
    begun = Match(Pisces, 2, boards=["tuna", "crab"], first=0, tournaments=False)
    assert "Fish in the water" in pisces_life.stock_figure(begun).data
    with pytest.raises(ValueError, match="is not in this match"):
        pisces_life.stage_figure(match, "whale")


def test_sea_left_counts_what_a_match_has_left():
    match = played(3, "greedy", 1)
    found, state = pisces_life.sea_left(match), match.state
    assert found["water"] * 3 == pytest.approx(sum(map(sum, state.stacks)))
    assert found["points"] * 3 == pytest.approx(sum(state.scores()))
    assert found["empty"] == sum(not any(stacks) for stacks in state.stacks)


def test_shares_and_waves_are_those_of_the_models():
    rows = pisces_life.share_rows([0, 0.5])
    assert rows[0]["sardine"] == 3.5
    assert rows[1]["tuna"] == pytest.approx(2**0.5 / 2, abs=0.001)
    waves = pisces_life.wave_rows([4, 0, 4, 4])
    assert [row["round"] for row in waves if row["juvenile"] == 0] == [0, 3, 6, 9, 12]


def test_spawners_can_all_be_caught_in_the_game_but_not_where_they_must_breed_first():
    assert pisces_life.spawning_rows("snapper", 1.0) == pisces_life.spawning_rows("snapper", 0.0)
    assert pisces_life.spawning_rows("snapper", 1.0, spawn_first=False)[-1] == 0


def test_the_game_ends_with_a_picture_of_everybodys_points():
    state = played(4, "greedy", 1).state
    assert state.turn() == OVER
    assert str(max(state.scores())) in texts(draw(state))


def test_a_game_without_tournaments_never_speaks_of_trophies():
    played = Match(Pisces, 2, boards=["tuna", "crab"], first=0, tournaments=False, rounds=1)
    played.run([random_player] * 2, Random(5))
    for state in played.states:
        told = [state.rule(), state.purpose(), state.decided(), *state.in_words(), *(FACE.seat_note(state, 0),)]
        assert not [words for words in told if "troph" in words.lower()]
    guide = Pisces.words.first_round(played.states[0])
    assert not [step.text for step in guide if "troph" in step.text]
    usual = Pisces.start(2, boards=["tuna", "crab"], first=0)
    assert "0 trophies" in FACE.seat_note(usual, 0)
    assert any("10 for a trophy" in step.text for step in Pisces.words.first_round(usual))
