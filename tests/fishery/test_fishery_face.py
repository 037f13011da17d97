"""Fishery's board at a table: size, cards, what a move does, and whose the fisheries are."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from random import Random

import boards
import pytest
from faces import SVG, moves_on
from fishlab_widgets.fishery.board import parts_of
from fishlab_widgets.fishery.face import FACE
from fishlab_widgets.live.face import Look, face_of

from fishlab import Fishery, Match
from fishlab.core import IllegalMove, Reason

SEAS = (
    {},
    {"columns": 3, "rows": 3, "ships": 1},
    {"columns": 2, "rows": 1, "ships": 1},
    {"columns": 10, "rows": 12, "ships": 9, "nets": 4},
    {"placed": [[0], [3]], "columns": 2, "rows": 2},
)
LARGE = (
    {"columns": 20, "rows": 20, "ships": 3, "nets": 9},
    {"columns": 26, "rows": 1, "ships": 2},
    {"columns": 1, "rows": 26, "ships": 2},
    {"columns": 15, "rows": 26, "ships": 2, "nets": 9},
)


@pytest.mark.parametrize("options", SEAS)
def test_a_board_fits_a_screen_keeps_its_height_and_offers_every_legal_move(options):
    heights = set()
    for match in boards.some_moments(Fishery, 2, 1, **options):
        svg = boards.check_board(match)
        cards = {match.game.notation(move) for move in FACE.offers(match.state)}
        assert moves_on(svg) | cards >= {match.game.notation(move) for move in match.state.moves()}
        heights.add(boards.height(svg))
        boards.check_words(match.state)
    assert len(heights) == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("options", LARGE)
def test_a_sea_too_large_for_a_board_is_shown_in_parts_that_hold_every_move(options):
    match = Match(Fishery, **options)
    rng = Random(3)
    for step in range(7):
        match.play(match.state.sample(rng))
        if step not in (0, 6):
            continue
        parts = [boards.check_board(match, marks=(f"part {part}",)) for part in range(len(parts_of(match.state.chart)))]
        offered = set().union(*map(moves_on, parts)) | {"pass"}
        assert offered >= {match.game.notation(move) for move in match.state.moves()}
        assert len({boards.height(svg) for svg in parts}) == 1
        assert all(f'data-mark="part {part}"' in parts[0] for part in range(len(parts)))


def test_the_part_that_is_shown_is_where_something_has_just_happened():
    match = Match(Fishery, columns=20, rows=20, ships=2)
    match.play("ship t1")
    assert "p7-ship-399" in boards.board_of(match)
    assert "p7-ship-399" not in boards.board_of(match, marks=("part 0",))
    tried = (("ship", "a20"), Reason("taken"))
    assert "p7-free-0" in boards.board_of(match, refused=tried)


def test_a_sea_one_square_wide_has_its_nets_across():
    match = Match(Fishery, columns=1, rows=4, placed=[[0], [3]])
    match.play("net a4 a3")
    net = re.search(r'id="p7-net-0".*?<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"', boards.board_of(match))
    assert net
    assert net[2] == net[4]


def test_a_net_says_who_gets_the_fisheries_that_it_closes():
    match = Match(Fishery, columns=3, rows=1, placed=[[0], [2]])
    assert match.state.explain(("net", "a1", "b1")) == "Splits 3 squares: 2 for White, 1 for Black; you 0 → 1"
    assert "Splits 3 squares: 2 for White, 1 for Black; you 0 → 1" in boards.board_of(match)
    match = Match(Fishery, columns=3, rows=3, placed=[[0], [8]])
    assert match.state.explain(("net", "a3", "b3")).startswith("Closes nothing yet")


def test_what_is_not_allowed_says_what_it_still_needs():
    match = Match(Fishery, columns=3, rows=3, placed=[[0], [8]])
    match.play("net b3 b2")
    match.play("net b3 c3")
    why = match.state.explain(("net", "a3", "b3"))
    assert why == "Not allowed: it would close off squares without a ship"
    assert match.state.explain(("net", "b3", "b2")) == "There is already a net between b3 and b2."
    begun = Match(Fishery, columns=3, rows=3, ships=1)
    assert begun.state.explain(("pass",)) == "Comes later: first all ships are placed"
    for junk in (("net", "z9", "z8"), ("fly",), ("ship", "a1", "a2"), ("net", "a1", "c3")):
        assert 0 < len(match.state.explain(junk)) <= 70


def test_passing_says_when_it_ends_the_game():
    match = Match(Fishery, columns=3, rows=1, placed=[[0], [2]])
    match.play("net a1 b1")
    assert match.state.explain(("pass",)).startswith("If ")
    match.play("pass")
    assert match.state.explain(("pass",)) == "Ends the game, and at 1 : 2 White wins"
    assert "at 1 : 2 White wins" in match.state.coach()
    assert FACE.label(match.state, ("pass",)) == "Pass (P)"


def test_each_phase_has_a_coach_of_its_own_and_the_end_says_what_decided():
    match = Match(Fishery, columns=3, rows=1, ships=1, nets=1)
    said = [match.state.coach()]
    for move in ("ship a1", "ship c1"):
        match.play(move)
    said.append(match.state.coach())
    match.play("net a1 b1")
    match.play("pass")
    said.append(match.state.coach())
    assert "point at a dot" in said[1]
    assert "No nets are left" in said[2]
    match.play("pass")
    assert match.state.coach() == ""
    assert match.state.decided() == "White has more ships in 1 fishery, 2 squares in all."
    tied = Match(Fishery, columns=2, rows=2, placed=[[0], [3]])
    tied.play("pass")
    tied.play("pass")
    assert "a tie goes to White" in tied.state.decided()


def test_the_facts_at_the_end_are_the_areas_by_owner():
    for seed in range(3):
        *_, match = boards.some_moments(Fishery, 2, seed, every=999, columns=5, rows=5, ships=3)
        facts = dict(FACE.facts(match.state))
        black, white = match.state.scores()
        numbers = [int(facts[name].split()[0]) for name in ("Black’s squares", "White’s squares", "contested")]
        assert numbers == [black, white, match.state.contested()]
        assert facts["nets cast"] == f"{len(match.state.nets)} of 60"
    assert FACE.facts(Fishery.start()) == ()


def test_a_refusal_stands_beside_the_sea_and_points_at_what_it_speaks_of():
    match = Match(Fishery, columns=3, rows=3, placed=[[0], [8]])
    match.play("net b3 b2")
    match.play("net b3 c3")
    move = ("net", "a3", "b3")
    svg = boards.board_of(match, refused=(move, match.state.why_not(move)))
    box = next(node for node in ET.fromstring(svg).iter(f"{SVG}rect") if node.get("class") == "bubble")
    assert float(box.get("x", 0)) > 3 * 120
    assert all(f'id="p7-{name}"' in svg for name in ("offend", "cross", "bubble", "nope"))
    assert all(f'id="p7-{name}"' in svg for name in ("score", "bar", "fisheries")), "what stands there stays"
    long = Reason("A very long sentence about what cannot be done here, over and over again. " * 2, title="Not a move")
    root = ET.fromstring(FACE.board(match.state, Look(prefix="p7", refused=(("x",), long))))
    box = next(node for node in root.iter(f"{SVG}rect") if node.get("class") == "bubble")
    assert float(box.get("y", 0)) + float(box.get("height", 0)) <= boards.height(ET.tostring(root, "unicode"))


def test_the_board_counts_squares_and_whose_the_fisheries_are_and_the_list_of_players_what_is_left():
    match = Match(Fishery)
    assert face_of(Fishery).seat_note(match.state, 0) == "6 ships to place"
    assert "Black" not in re.findall(r">([^<]+)</text>", boards.board_of(match)), "players are listed once"
    match = Match(Fishery, columns=3, rows=1, placed=[[0], [2]])
    match.play("net a1 b1")
    svg = boards.board_of(match)
    assert face_of(Fishery).seat_note(match.state, 0) == "29 nets left"
    assert [re.search(rf'id="p7-squares-{seat}"[^>]*>(\d+)<', svg)[1] for seat in (0, 1)] == ["1", "2"]
    rows = [
        [text.text for text in node.iter(f"{SVG}text")]
        for node in ET.fromstring(svg).iter()
        if (node.get("id") or "").startswith("p7-fishery-")
    ]
    assert rows == [["0", "1", "2"], ["1", "0", "1"]]


def test_every_fishery_of_the_printed_sea_stands_in_the_list_and_inside_the_picture():
    match, rng, most = Match(Fishery), Random(5), 1  # until nets divide it, the sea is one
    while not match.over:
        state = match.state
        match.play(rng.choice([move for move in state.moves() if move != ("pass",)] or state.moves()))
        if len(match.state.regions()) <= most:
            continue
        most = len(match.state.regions())
        svg = boards.board_of(match)
        rows = [node for node in ET.fromstring(svg).iter() if (node.get("id") or "").startswith("p7-fishery-")]
        assert len(rows) == most
        low = [float(box.get("y")) + float(box.get("height")) for row in rows for box in row.iter(f"{SVG}rect")]
        assert max(low) <= boards.height(svg)
    assert most == 12, "one for each ship, as many as there can be"


def test_the_summary_and_the_key_are_short_and_stand_alone():
    boards.check_summary(Fishery)
    boards.check_signs(Fishery)


def test_a_move_changes_little_of_the_board():
    match = Match(Fishery)
    boards.check_ghost(boards.board_of(match))
    rng, before = Random(5), ""
    for _ in range(30):
        now = boards.board_of(match)
        assert not before or boards.resent(before, now) < len(now) / (3 if match.state.phase == "ships" else 2)
        before = now
        match.play(match.state.sample(rng))
        if len(match.moves) == 12:
            before = ""  # with the nets everything is new


def test_a_click_on_a_ship_a_square_a_net_or_the_edge_is_answered_and_only_net_spaces_cast():
    match = Match(Fishery, columns=3, rows=3, placed=[[0], [8]])
    match.play("net a3 b3")
    svg = boards.board_of(match)
    tried = set(re.findall(r'data-try="([^"]*)"', svg))
    for words, answer in {
        "ship a3": "Ships never move",
        "ship b2": "a net goes between two squares",
        "net a3 b3": "already a net",
        "net a1 edge": "blue nets along the edge",
    }.items():
        assert words in tried
        with pytest.raises(IllegalMove, match=answer) as refused:
            match.play(words)
        assert refused.value.reason.rule and refused.value.reason.where
        assert refused.value.move is not None
        assert "cross" in boards.board_of(match, refused=(refused.value.move, refused.value.reason)) or "edge" in words
    shapes = re.findall(r'data-move="net [^>]*>.*?d="M([^"]*)Z"', svg)
    wide = 380 / 3
    for shape in shapes:
        numbers = [float(number) for number in re.split("[L ]", shape)]
        area = min(max(side) - min(side) for side in (numbers[::2], numbers[1::2])) * wide
        assert area <= wide * wide / 2.9, "a strip along the line, not half of each square"
    assert len(shapes) == sum(move[0] == "net" for move in match.state.moves())


def test_whose_the_sea_is_shows_only_from_the_first_net_on():
    match = Match(Fishery, columns=3, rows=3, placed=[[0], [8]])
    for moves in range(2):
        svg = boards.board_of(match)
        assert ("Fisheries now" in svg) == ("area-" in svg) == bool(moves)
        if not moves:
            match.play("net a3 b3")


def test_a_player_who_cannot_cast_is_not_asked_to():
    match = Match(Fishery, columns=3, rows=1, placed=[[0], [2]])
    match.play("net a1 b1")
    assert match.state.prompt() == "White cannot cast another net and can only pass"
    assert "Click a dot" not in match.state.coach() and "only pass" in match.state.coach()


def test_a_net_says_what_its_caster_loses_or_gains_by_it():
    match = Match(Fishery, columns=3, rows=3, placed=[[0, 1], [8, 5]])
    before = match.state.scores()[0]
    changes = 0
    for move in match.state.moves():
        line, after = match.state.explain(move), match.state.after(move).scores()[0]
        assert (f"you {before} → {after}" in line) == (before != after), line
    for line in ("net a3 b3", "net a2 b2"):
        match.play(line)
    state = match.state
    for move in state.moves():
        before, after = (moment.scores()[state.seat] for moment in (state, state.after(move)))
        assert (f"you {before} → {after}" in state.explain(move)) == (before != after)
        changes += before != after
    assert changes
