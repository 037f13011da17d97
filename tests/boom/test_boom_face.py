"""The picture of Fishery Boom shows what the state says; its marks, steps, plots, flags and printed pages hold."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from html import unescape
from itertools import pairwise
from random import Random

import boards
import faces
import pytest
from fishlab_widgets import Table
from fishlab_widgets.boom import flags, plots, sea_plan
from fishlab_widgets.boom import printout as boom_print
from fishlab_widgets.boom.face import FACE
from fishlab_widgets.boom.net import draw_net
from fishlab_widgets.boom.player_sheet import PATTERNS, SHORT, breadth, fit, fitted, player_sheet, points
from fishlab_widgets.charts.glance import glance
from fishlab_widgets.charts.match_plots import GridPlot, Plot, chart_of
from fishlab_widgets.draw.svg import DARK, LIGHT, SMALLEST
from fishlab_widgets.live.face import SMALLEST_TARGET, SMALLEST_TEXT, Look, draw
from measure import calls
from sending import ask

from fishlab import OVER, Boom, Match
from fishlab.boom import player_sheets, sea
from fishlab.boom.kit import BOXES, GEAR
from fishlab.boom.network import DEPLETION_EXAMPLE
from fishlab.boom.phases import illegal_left, stage
from fishlab.boom.players import BOTS
from fishlab.core import called
from fishlab.languages import find
from fishlab.messages import speaking

SVG = "{http://www.w3.org/2000/svg}"
KINDS = {
    "living": "live",
    "taken": "took",
    "killed": "grey",
    "illegal": "grey",
    "depleted": "gone",
    "may come": "may",
    "cannot come": "cannot",
}
FLAG = ["aaaaaaaaaaaa"] * 3 + ["....ee......"] * 2 + ["cccccccccccc"] * 3


def played(
    players=3, stop=lambda state: False, seed=3, bots=("careful", "quota-keeper", "greedy", "random"), **options
):
    """Return a match played by a mixed crew of bots until something holds, or to its end."""
    match, rng = Match(Boom, players, **options), Random(seed)
    while not match.over and not stop(match.state):
        seat = match.state.turn()
        match.play(match.state.sample(rng) if seat < 0 else BOTS[bots[seat]](match.state, rng))
    return match


def until(phase, year=1, players=3, seed=3, **options):
    """Return the first state of a phase in or after a year, over several games."""
    for more in range(40):
        match = played(players, lambda s: s.phase == phase and s.year >= year, seed + more, **options)
        if not match.over:
            return match
    raise AssertionError(f"no game came to {phase}")


def parts(svg):
    """Return the elements of a picture by their id, without the prefix "t-"."""
    root = ET.fromstring(svg)
    return {node.get("id").removeprefix("t-"): node for node in root.iter() if node.get("id")}


def classes(node):
    return {name for inner in node.iter() for name in inner.get("class", "").split()}


def words(node):
    return " ".join("".join(inner.itertext()) for inner in node.iter(f"{SVG}text"))


def moves_on(svg):
    return {unescape(move) for move in re.findall(r'data-move="([^"]*)"', svg)}


def board(state, **look):
    """Return a table's picture."""
    return FACE.board(state, Look(**{"prefix": "t", **look}))


def moments(players, part=0.05, **options):
    """Yield the first moment of each phase of a random game, and a part of the others."""
    rng, state, seen = Random(f"moments/{players}"), Boom.start(players, **options), set()
    while state.turn() != OVER:
        if state.phase not in seen or rng.random() < part:
            seen.add(state.phase)
            yield state
        state = state.after(state.sample(rng))


class TableFace(type(FACE)):
    """A face that draws as a table does, so that the laws of pictures can be held against that."""

    def draw(self, state, look):
        return self.board(state, look)


TABLE_FACE = TableFace()


@pytest.fixture(scope="module")
def middle():
    match = until("take", 5, seed=3, countries=["Norlandia", "Isle of Cod", "Ostmark"], flags=[FLAG, None, None])
    return match.state


@pytest.fixture(scope="module")
def ended():
    return played(3, seed=1, bots=("greedy", "greedy", "greedy")).state


# What the sheet shows.


@pytest.mark.parametrize("when", ["start", "middle", "ended"])
def test_every_fish_is_drawn_as_what_it_is_and_told_apart_without_colour(when, middle, ended):
    state = {"start": Boom.start(3), "middle": middle, "ended": ended}[when]
    found = parts(draw(state, prefix="t"))
    seen = Counter()
    for year in range(1, 11):
        for row, fish in enumerate(sea.fish_states(state, year)):
            node = found[f"f{year}-{row}"]
            seen[fish.kind] += 1
            assert KINDS[fish.kind] in classes(node), (year, row, fish)
            assert ("x" in classes(node)) == (fish.kind in ("killed", "illegal")), "a cross for the killed only"
            letter = "ABCD"[fish.seat] if fish.kind in ("taken", "killed") else ""
            assert words(node) == letter, "the badge says who"
    if when == "middle":
        assert {"living", "taken", "illegal", "depleted", "may come", "cannot come"} <= set(seen)


CODE = re.compile(r"\b(shark|tuna|mackerel|herring|pollock|anchovy|shrimp|cod|squid|whale)-\d")


@pytest.mark.parametrize("phase", ["take", "kill", "illegal"])
def test_on_a_german_board_every_fish_has_its_german_name_and_a_move_its_code(phase):
    state = until(phase, year=2).state
    fish = next((str(move[-1]) for move in state.moves() if move[0] == phase), state.sheet.names[0])
    marks = ("what if", f"fish {fish} 2")
    with speaking(find("de")):
        svgs = [board(state, legal=True, costs=True, marks=some) for some in ((), ("depletion",), marks)]
        told = [re.sub(r'\b(data-(move|try|mark|links)|id)="[^"]*"', "", svg) for svg in svgs]
        for move in state.moves():
            told += [FACE.label(state, move), state.explain(move)]
        told += [*state.in_words(), *(state.why_not(("take", name)) for name in state.sheet.names)]
    assert not [found.group() for text in told for found in CODE.finditer(text)]
    assert "Hai" in told[-1] or any("Hai-" in text for text in told)
    assert CODE.search(svgs[0]), "in moves and marks"


def test_killed_by_a_player_carries_a_badge_and_killed_illegally_does_not():
    def both(state):
        kinds = {fish.kind for year in range(1, state.year + 1) for fish in sea.fish_states(state, year)}
        return {"killed", "illegal"} <= kinds

    state = played(2, both, bots=("greedy", "greedy")).state
    found = parts(draw(state, prefix="t"))
    for year in range(1, state.year + 1):
        for row, fish in enumerate(sea.fish_states(state, year)):
            if fish.kind in ("killed", "illegal"):
                assert bool(words(found[f"f{year}-{row}"])) == (fish.kind == "killed")


def test_every_arrow_is_drawn_once_and_dashed_exactly_when_its_fish_is_dead(middle):
    svg = draw(middle, prefix="t")
    found = parts(svg)
    for year in range(1, 10):
        living = middle.living_in(year)
        for arrow in middle.sheet.arrows[year - 1]:
            cls = found[f"a{year}-{arrow.source}-{arrow.target}"].get("class").split()
            assert ("dead" in cls) == (not living >> arrow.source & 1)
            assert ("sp" in cls) == arrow.spawns
            assert ("now" in cls) == (year == middle.year and bool(living >> arrow.source & 1))
    assert len(re.findall(r' id="t-a\d+-', svg)) == sum(map(len, middle.sheet.arrows))


def test_a_fish_lights_the_arrows_to_it_and_from_it(middle):
    found = parts(draw(middle, prefix="t"))
    for year, row in ((1, 0), (4, 5), (10, 22), (5, 11)):
        near = (*middle.sheet.arrows_in(row, year), *middle.sheet.arrows_out(row, year))
        wanted = {f"t-a{arrow.year}-{arrow.source}-{arrow.target}" for arrow in near}
        assert set(found[f"f{year}-{row}"].get("data-links").split()) == wanted
        assert all(name.removeprefix("t-") in found for name in wanted)


def test_the_present_year_has_the_one_amber_column_which_glides_and_the_end_has_none(middle, ended):
    for svg in (board(middle), draw(middle, prefix="t")):
        x = sea_plan.plan(middle.sheet).centre(middle.year)
        assert parts(svg)["now"].get("transform") == f"translate({x:.2f}".rstrip("0").rstrip(".") + " 0)"
    assert "now" not in parts(board(ended))


def test_shields_and_counts_of_living_fish_stand_beside_each_species():
    state = until("illegal", 3, bots=("quota-keeper", "quota-keeper", "careful")).state
    found = parts(draw(state, prefix="t"))
    assert state.shields
    for species in state.sheet.species:
        shown = classes(found[f"shield-{species.name}"])
        assert ("sh-on" in shown) == sea.shielded(state, species.name)
        alive = (state.living & species.mask).bit_count()
        assert found[f"alive-{species.name}"].text == f"{alive} of {len(species.rows)} live"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_dice_track_says_how_many_dice_fish_illegally(players):
    state = Boom.start(players)
    found = parts(board(state))
    if players == 4:
        assert words(found["illegal"]) == "Illegal fishing: none"
        return
    for year in range(1, 11):
        assert words(found[f"illegal-{year}"]) == str(state.setup.illegal_dice(year) or "–")


def test_dice_still_to_roll_are_counted_down_in_the_track():
    state = until("illegal", 4, players=2).state
    later = state.after(("roll", 1))
    assert words(parts(draw(later, prefix="t"))["illegal-4"]) == str(illegal_left(later))


# Moves.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_move_is_in_the_picture_or_on_a_card_and_small_targets_are_on_both(players):
    seen = set()
    for state in moments(players):
        seen.add(state.phase)
        svg, legal = board(state, legal=True), {state.notation(move) for move in state.moves()}
        cards = [state.notation(move) for move in FACE.offers(state)]
        assert len(cards) == len(set(cards))
        assert moves_on(svg) | set(cards) >= legal, state.phase
        assert moves_on(svg) <= legal
        assert not moves_on(board(state)), "no targets when nobody is to move"
        for node in ET.fromstring(svg).iter(f"{SVG}g"):
            if move := node.get("data-move"):
                box = max((float(r.get("height")), float(r.get("width"))) for r in node.iter(f"{SVG}rect"))
                assert min(box) >= SMALLEST_TARGET or move in cards, move
                assert node.get("data-note").endswith(state.explain(state.parse(move)))
        for move in FACE.offers(state):
            assert FACE.label(state, move)
            assert len(FACE.label(state, move).split()) <= 4
            assert state.explain(move)
    assert {"gear", "roll", "box", "take"} | ({"illegal", "shield"} if players < 4 else set()) <= seen


def fishing(gear, *dice, also="faux"):
    """Return a moment of year 3 in which a country fishes with some dice on the table."""
    first = Boom.start(2)
    picks = ((gear, also), ("faux", "seine"))
    state = first.but(year=3, seas=first.seas * 3, past=(first.marks,) * 2, picks=picks).after(("gear", gear))
    for face in dice:
        state = state.after(("roll", face))
    return state


@pytest.mark.parametrize(
    ("gear", "dice", "moves", "told"),
    [
        ("seine", (5, 3), [], ["now ×2", ""]),
        ("seine", (5, 3), [("take", "cod-1")], ["now", ""]),
        ("longline", (4, 6), [], ["now", ""]),
        ("longline", (4, 4), [], ["now", "next"]),
        ("longline", (4, 4), [("take", "mackerel-1")], ["", "now"]),
        ("longline+", (4, 3), [("double", 3)], ["now", "next ×2"]),
        ("longline+", (4, 4), [("double", 4), ("take", "mackerel-1"), ("take", "mackerel-2")], ["", "now"]),
        ("trawler", (2, 2, 6), [("kills", 2)], ["kills", "now", "next"]),
        ("trawler", (2, 2, 6), [("kills", 2), ("take", "tuna-1"), ("take", "pollock-1")], ["kills", "", ""]),
        ("trawler", (2, 1, 6), [], ["", "", ""]),
    ],
)
def test_each_die_says_what_it_does_now_and_next(gear, dice, moves, told):
    state = fishing(gear, *dice)
    for move in moves:
        assert move in state.moves()
        state = state.after(move)
    found = parts(board(state))
    assert [words(found[f"die-{place}"]) for place in range(len(dice))] == told
    for place, face in enumerate(dice):
        pips = [node for node in found[f"die-{place}"].iter(f"{SVG}circle") if node.get("class") == "pip"]
        assert len(pips) == face


@pytest.mark.parametrize("overtime", [False, True])
def test_what_a_die_does_has_room_before_the_next_die_also_in_overtime(overtime):
    state = fishing("trawler+", 2, 4, 5, 6)
    if overtime:
        state = state.but(picks=((*state.picks[0], "overtime"), state.picks[1]))
        assert stage(state) == 2
    state = state.after(("kills", 2))
    found = parts(board(state))
    assert [words(found[f"die-{place}"]) for place in range(4)] == ["kills", "now", "next", "next"]
    said = [next(found[f"die-{place}"].iter(f"{SVG}text")) for place in range(4)]
    for word, after in pairwise(said):  # a die with its frame begins 32 before its own word
        assert float(word.get("x")) + breadth(word.text, 12) <= float(after.get("x")) - 32


def test_dice_named_for_a_reroll_say_so_and_dice_to_roll_have_an_empty_place():
    state = fishing("seine", 5, 3, also="radar").after(("reroll", 2))
    found = parts(board(state, legal=True))
    assert [words(found[f"die-{place}"]) for place in range(2)] == ["", "rerolls"]
    assert found["die-0"].get("data-try") == "reroll 1"
    rolling = parts(board(fishing("trawler", 4)))
    assert ["slot" in classes(rolling[f"die-{place}"]) for place in range(3)] == [False, True, True]
    assert not moves_on(board(fishing("trawler", 4), legal=True)), "a die that lies there is no way to roll the next"


def test_the_dice_of_illegal_fishing_show_what_they_killed():
    first = Boom.start(2)
    state = first.but(phase="illegal", year=3, seas=first.seas * 3, past=(first.marks,) * 2, left=3)
    state = state.but(shields=1 << 4).after(("roll", 6)).after(("roll", 6))
    found = parts(board(state))
    notes = [found[f"die-{place}"].get("data-note") for place in range(2)]
    assert notes == ["Die 1: anchovy-1 killed.", "Die 2: anchovy-2 killed."], "Pollock has a shield"
    assert "slot" in classes(found["die-2"])


def test_a_die_that_ended_its_action_at_once_is_still_seen():
    match = Match(Boom, 2)
    match.play("gear default")
    state = match.state.but(living=match.state.living & ~match.state.sheet.faces[4]).after(("roll", 4))
    assert state.dice == ()
    assert parts(board(state, last=("roll", 4)))["die-last"].get("data-note") == "The last roll: 4."


def test_who_has_won_is_said_in_full_also_of_long_names():
    match, rng = Match(Boom, 3), Random(4)
    while not match.over:
        match.play(match.state.sample(rng))
    with called(["The United Kingdom", "Northern Ostmark-Land", "South Westland Isles"]):
        svg, prompt = board(match.state), match.state.prompt()
    assert words(parts(svg)["end"]) == prompt


def test_a_plate_that_can_still_be_filled_is_no_loss_yet():
    match, rng, seen = Match(Boom, 3), Random(4), set()
    while not match.over:
        match.play(match.state.sample(rng))
        state = match.state
        for seat in range(3):
            plates, caught = state.plates[seat][state.year - 1], state.supply(seat, state.year)
            empty = max(0, plates - caught)
            open_ = empty and len(state.picks[seat]) < state.year and state.turn() != OVER
            assert FACE.pending(state, seat) == (-2 * empty if open_ else 0)
            if open_:
                words = f"{caught} of {plates} filled" if caught else f"{plates} to fill"
                assert f"{words}, or −{2 * empty}" in FACE.seat_note(state, seat)
                seen.add(bool(caught))
    assert seen == {True, False}


@pytest.mark.parametrize("cooperative", [False, True])
def test_points_shown_at_the_table_add_up_while_plates_are_open(cooperative):
    options = {"cooperative": True} if cooperative else {}
    table = Table("boom", 2, seats=["person", "person"], seed=1, plot=False, **options)
    seen = 0
    while table.match.state.year < 3:
        table.play(table.match.state.choices()[0])
        state = table.match.state
        shown = [int(row["score"].replace("−", "-")) for row in table.board.standings]
        pending = [FACE.pending(state, seat) for seat in range(2)]
        assert shown == [own - open_ for own, open_ in zip(state.own_scores(), pending, strict=True)]
        common = table.board.common
        assert common == "" or int(common.replace("−", "-")) == sum(shown)
        assert bool(common) == cooperative
        seen += any(pending)
    assert seen


def test_the_list_of_countries_says_fish_and_plates_of_each_and_who_opens_the_year():
    state = until("gear", 4).state
    for seat in range(state.players):
        fish, plates = state.supply(seat, 4), state.plates[seat][3]
        note = FACE.seat_note(state, seat)
        assert note.startswith(f"{fish} fish, {plates} plate" if fish or not plates else f"{plates} to fill")
        assert (" · starts" in note) == (seat == state.start_seat)


def test_the_present_step_of_the_year_is_named():
    for phase in ("gear", "box"):
        steps = words(parts(board(until(phase, 2).state))["steps"])
        assert steps == "1 Fishing 2 Box 3 Demand 4 Illegal 5 Depletion", "all five by name"
    assert "4 Illegal" in words(parts(board(until("illegal", 2).state))["steps"])


def test_every_phase_there_is_can_be_drawn_and_names_its_moves_alike_on_board_and_cards():
    phases = (
        "gear",
        "roll",
        "radar",
        "reroll",
        "double",
        "kills",
        "take",
        "kill",
        "box",
        "marketing",
        "shield",
        "illegal",
    )
    rng, seen = Random(8), set()
    for _ in range(30):
        state = Boom.start(3)
        while state.turn() != OVER:
            if state.phase not in seen:
                svg = draw(state, legal=True)
                ET.fromstring(svg)
                faces.check_targets(state, svg)
                seen.add(state.phase)
            state = state.after(state.sample(rng))
        seen.add(state.phase)
        ET.fromstring(draw(state))
        if seen >= {*phases, "over"}:
            return
    assert seen >= {*phases, "over"}


def test_a_fish_that_may_be_taken_is_ringed_and_another_can_be_tried(middle):
    svg = board(middle, legal=True)
    found = parts(svg)
    tried = set(re.findall(r'data-try="take ([^"]+)"', svg))
    for row, name in enumerate(middle.sheet.names):
        if ("take", name) in middle.moves():
            assert found[f"choose-{row}"].get("data-move") == f"take {name}"
            assert "choose" in classes(found[f"choose-{row}"])
        else:
            assert name in tried
    assert len(tried) + len([move for move in middle.moves() if move[0] == "take"]) == 23


def test_keeping_a_fish_cold_and_putting_it_back_are_cards():
    for seed in range(60):
        state = played(
            3, lambda s: s.phase == "take" and player_sheets.works(s, s.seat, "refrigeration"), seed, ("random",) * 3
        ).state
        if state.phase == "take":
            break
    chills = [move for move in state.moves() if move[0] == "chill"]
    assert chills
    assert set(chills) <= set(FACE.offers(state))
    assert FACE.label(state, chills[0]) == f"Keep {chills[0][1]} cold"
    assert state.explain(chills[0]).startswith(f"For year {state.year + 1}.")


def test_all_equipment_boxes_and_shields_are_cards_and_those_that_are_shut_say_what_they_need():
    state = Boom.start(4)
    assert FACE.offers(state) == [("gear", name) for name in GEAR]
    assert "Needs its box" in state.explain(("gear", "trawler"))
    state = until("box", players=4).state
    assert {name for _, name in FACE.offers(state)} == set(BOXES) - {"enforcement"}, "which is not for four"
    shut = [move for move in FACE.offers(state) if move not in state.moves()]
    assert shut == [("box", "seine+"), ("box", "longline+"), ("box", "trawler+")]
    assert all(state.why_not(move) and state.explain(move).startswith("Needs ") for move in shut)
    after = state.but(picks=(("seine",),) * 4, year=2)
    assert ("box", "seine") not in FACE.offers(after)
    assert ("box", "seine+") in after.moves()
    state = until("shield", 2, players=2).state
    assert len(FACE.offers(state)) == 10
    assert FACE.offers(until("marketing", 2, players=2, seed=8).state) == [("plate",), ("cross",)]


def test_a_refused_move_shows_title_reason_and_rule_at_its_place(middle):
    row = next(r for r, fish in enumerate(sea.fish_states(middle, middle.year)) if fish.kind == "depleted")
    move = ("take", middle.sheet.names[row])
    reason = middle.why_not(move)
    found = parts(draw(middle, legal=True, refused=(move, reason), prefix="t"))
    said = words(found["bubble"])
    assert reason.title in said
    assert reason.rule in said
    assert "is dead: depleted" in said
    assert "cross" in found


@pytest.mark.parametrize(
    "move", [("gear", "seine"), ("box", "radar"), ("nonsense",), ("take", "nobody"), ("shield", "cod")]
)
def test_any_refused_move_gets_its_bubble(move):
    state = Boom.start(3)
    assert "bubble" in parts(draw(state, legal=True, refused=(move, state.why_not(move)), prefix="t"))


def test_bubbles_stay_inside_the_picture(middle):
    for row, name in enumerate(middle.sheet.names):
        reason = middle.why_not(("take", name))
        if not reason:
            continue
        root = ET.fromstring(draw(middle, legal=True, refused=(("take", name), reason), prefix="t"))
        box = parts(ET.tostring(root, encoding="unicode"))["bubble"].find(f"{SVG}rect")
        x, y, w, h = (float(box.get(key)) for key in ("x", "y", "width", "height"))
        assert x >= 0, row
        assert x + w <= 900
        assert y + h <= float(root.get("height"))


def test_the_last_catch_is_marked_in_amber_until_the_next_move():
    match = until("take", 2)
    match.play(match.state.moves()[0])
    assert {"lastcase", "lastline"} <= classes(parts(board(match.state, last=match.moves[-1]))["last"])
    assert not list(parts(board(match.state))["last"])


# Names, flags, player sheets.


def test_names_are_data_and_stay_inside_their_strip():
    names = ["<script>alert(1)</script", "W" * 24, "&quot;\"'<b>"]
    svg = draw(Boom.start(3, countries=names), legal=True)
    ET.fromstring(svg)
    assert "<script" not in svg
    assert "<b>" not in svg
    shown, size = fitted("W" * 24, 126, 14, 12)
    assert breadth(shown, size) <= 126
    assert shown.endswith("…")
    assert fit("Norlandia", 126, 14) == "Norlandia"


def test_flags_are_drawn_pixel_by_pixel_and_without_one_the_badge_flies():
    svg = draw(Boom.start(2, flags=[FLAG, None]), prefix="t")
    seat = parts(svg)["seat-0"]
    area = Counter()
    for node in seat.iter(f"{SVG}path"):
        for x, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", node.get("d")):
            assert int(x) + int(wide) <= 12
            assert int(y) < 8
            area[node.get("class")] += int(wide)
    assert area == {"s-a": 36, "px-w": 20, "s-e": 4, "s-c": 36}
    assert words(parts(svg)["seat-1"]).split().count("B") == 3, "badge, name and flag"


def test_strips_show_fish_plates_points_and_picks(middle):
    found = parts(draw(middle, prefix="t"))
    for seat in range(3):
        assert points(middle.own_scores()[seat]) in words(found[f"seat-{seat}"])
        for box in player_sheets.year_boxes(middle, seat):
            node = found[f"box-{seat}-{box.year}"]
            if box.fish or box.plates:
                assert f"{len(box.fish)}/{box.plates}" in words(node)
            plates = list(node.iter(f"{SVG}ellipse"))
            things = box.plates + box.surplus
            assert len(plates) == box.plates or things > 9
            if box.year < middle.year and things <= 9:
                assert words(node).count("−2 ") + words(node).endswith("−2") >= box.empty
        for year, pick in enumerate(middle.picks[seat], 1):
            assert found[f"pick-{seat}-{year}"].text == SHORT.get(pick, BOXES[pick].title)


def test_a_click_on_a_country_shows_its_whole_sheet_in_place_of_the_sea_and_back():
    state = until("gear", 4).state
    assert FACE.seat_view(state, 1) == ("sheet 1", "Sheet")
    assert "seat-1" not in parts(board(state)), "countries are listed once, beside the board"
    marks = FACE.toggle((), "sheet 1")
    svg = board(state, marks=marks)
    found = parts(svg)
    assert "One box a year" in svg
    assert "f1-0" not in found
    assert found["back-to-sea"].get("data-mark") == "sheet 1"
    for box in player_sheets.year_boxes(state, 1):
        if box.fish or box.plates:
            assert f"{len(box.fish)}/{box.plates}" in words(found[f"large-box-{box.year}"])
    assert FACE.toggle(marks, "sheet 2") == ("sheet 2",)
    assert FACE.toggle(marks, "sheet 1") == ()


def test_the_player_sheet_ticks_what_was_marked(middle):
    for seat in range(3):
        svg = player_sheet(middle, seat)
        assert svg.count('class="tickbox full"') == len(middle.picks[seat])
        for upgrade in player_sheets.upgrades(middle, seat):
            box = BOXES[upgrade.name]
            assert box.kind == "equipment" or box.title in svg


def test_overfull_boxes_say_how_many_more():
    state = Boom.start(2)
    full = state.but(drawn=(tuple(1 << 8 | row for row in range(14)), ()))
    assert "+6" in words(parts(draw(full, prefix="t"))["box-0-1"])


# Looking closer.


def test_what_if_counts_next_years_and_later_losses(middle):
    living = next(
        r
        for r, fish in enumerate(sea.fish_states(middle, middle.year))
        if fish.kind == "living" and sea.cost(middle, r) > 2
    )
    name = middle.sheet.names[living]
    lost = [len(rows) for rows in sea.what_if(middle, [name]).values()]
    svg = draw(middle, marks=("what if", f"fish {name} {middle.year}"), prefix="t")
    rings = parts(svg)["what-if"]
    solid = [node for node in rings.iter(f"{SVG}rect") if node.get("class") == "lost"]
    dotted = [node for node in rings.iter(f"{SVG}rect") if node.get("class") == "lost later"]
    assert len(solid) == 1 + lost[0]
    assert len(dotted) == sum(lost[1:])
    said = words(parts(board(middle, marks=("what if", f"fish {name} {middle.year}")))["answer"])
    assert said == f"If {name} of year {middle.year} died: {lost[0]} lost next year, {sum(lost[1:])} more later."


def test_what_if_of_a_dead_fish_says_so(middle):
    row = next(r for r, fish in enumerate(sea.fish_states(middle, 1)) if fish.kind != "living")
    svg = board(middle, marks=(f"fish {middle.sheet.names[row]} 1",))
    assert "Not alive in year 1" in svg
    assert not list(parts(svg)["what-if"])


def test_what_if_marks_gather_fish_of_one_year_and_close():
    marks = FACE.toggle((), "what if")
    marks = FACE.toggle(marks, "fish cod-2 1")
    marks = FACE.toggle(marks, "fish cod-1 1")
    assert marks == ("what if", "fish cod-2 1", "fish cod-1 1")
    assert FACE.toggle(marks, "fish cod-2 1") == ("what if", "fish cod-1 1")
    assert FACE.toggle(marks, "fish cod-2 2") == ("what if", "fish cod-2 2")
    assert FACE.toggle(marks, "what if") == ()
    assert FACE.toggle(("veil", "sheet 0"), "what if") == ("veil", "what if"), "a sheet would hide the sea"
    assert FACE.toggle(("veil", *marks), "sheet 0") == ("veil", "sheet 0")
    assert FACE.toggle((), "fish cod-2 1") == ("what if", "fish cod-2 1")


def test_while_asking_nothing_on_the_sea_plays_a_move(middle):
    svg = draw(middle, legal=True, marks=("what if",), prefix="t")
    assert not any(move.startswith("take") for move in moves_on(svg))


def test_at_the_table_nothing_is_played_while_something_is_asked_and_a_line_says_how_to_play_on():
    table = Table("boom", 2, seats=["person", "person"], plot=False, dice="table")
    before, offered = len(table.match.moves), table.board.choices
    assert offered
    for mark in ("what if", "fish tuna-4 1"):
        ask(table, "mark", mark=mark)
    assert len(table.match.moves) == before
    assert table.page.marks == ("what if", "fish tuna-4 1")
    assert table.board.choices == [] and not moves_on(table.board.svg)
    assert table.board.hint == "Play stops while you ask. Press “What if it died?” again to play on."
    ask(table, "mark", mark="what if")
    assert (table.board.choices, table.page.marks) == (offered, ())


def test_a_click_on_a_fish_opens_no_question_while_a_person_is_to_move_but_says_how_to_ask():
    table = Table("boom", 2, seats=["person", "person"], plot=False, seed=1)
    offered, asks = table.board.choices, table.board.prompt["asks"]
    ask(table, "mark", mark="fish tuna-4 1")
    assert asks and (table.board.choices, table.page.marks) == (offered, ())
    assert table.board.error == (
        "tuna-4 has die 3, but now a fish of die 1 must be taken: choose shark-1, shark-2, whale-2. "
        "To ask about it, press “What if it died?” first."
    )
    for mark, why in (
        ("fish tuna-4 5", "That fish belongs to year 5, but this is year 1."),
        ("fish x", "Nothing can be"),
    ):
        ask(table, "mark", mark=mark)
        assert table.board.error.startswith(why) and table.match.state.prompt() in table.board.error
    ask(table, "mark", mark="what if")
    ask(table, "mark", mark="fish tuna-4 1")
    assert table.page.marks == ("what if", "fish tuna-4 1") and not table.board.error
    watched = Table("boom", 2, seats=["easy", "easy"], plot=False, pace=0)
    ask(watched, "mark", mark="fish tuna-4 1")
    assert watched.page.marks == ("what if", "fish tuna-4 1"), "who only looks on asks at once"


def test_a_veil_hides_which_fish_can_still_come(middle):
    assert "cannot come" in {fish.kind for fish in sea.fish_states(middle, 10)}
    found = parts(draw(middle, marks=("veil",), prefix="t"))
    assert all("may" in classes(found[f"f10-{row}"]) for row in range(23))


def test_labels_point_at_fish_and_ask_nothing(middle):
    svg = draw(middle, marks=("A: fish cod-2 1", "<b>: fish tuna-1 2"), prefix="t", compact=True)
    assert words(parts(svg)["label-1-18"]) == "A"
    assert "<b>" not in svg
    assert "what-if" not in parts(svg)


@pytest.mark.parametrize("mark", ["fish nobody 1", "fish cod-1 99", "sheet 7", "depletion 99 1", "", "x: y", "fish"])
def test_marks_that_mean_nothing_are_passed_over(middle, mark):
    ET.fromstring(draw(middle, marks=(mark,)))


# Depletion, step by step.


def test_steps_walk_through_the_depletion_of_the_last_year_arrow_by_arrow():
    match = until("gear", 4, players=2, seed=5)
    state = match.state
    steps = list(FACE.steps(match, len(match.moves)))
    told = " ".join(text for _, text in steps)
    for step in sea.depletion_steps(state, 3):
        name = f"{state.sheet.names[step.row]} of year 4"
        if step.failed:
            sentence = next(text for _, text in steps if text.startswith(name))
            assert ("depleted" in sentence.rpartition("It is ")[2]) == step.depleted
            assert ("it lives" in sentence) != step.depleted
        else:
            assert name in told or "every arrow to year 4" in told
    assert steps[-1][1].startswith(f"Year 4 begins with {state.seas[3].bit_count()} of 23")


def test_each_step_shows_the_arrows_that_fail_and_hold_and_hides_what_comes_after():
    match = until("gear", 4, players=2, seed=5)
    state = match.state
    by_row = {step.row: step for step in sea.depletion_steps(state, 3)}
    for marks, text in list(FACE.steps(match, len(match.moves)))[:-1]:
        rows = [int(word) for word in marks[0].split()[2:]]
        svg = board(state, marks=marks)
        shown = parts(svg)["depletion"]
        found = Counter(node.get("class") for node in shown.iter(f"{SVG}path"))
        assert found["arr fail"] == sum(len(by_row[row].failed) for row in rows)
        assert found["arr hold"] == sum(len(by_row[row].held) for row in rows)
        later = parts(svg)
        assert all("may" in classes(later[f"f4-{row}"]) for row in range(max(rows) + 1, 23))
        assert "after year 3" in words(later["dice"])
        assert text


def test_a_new_year_shows_the_arrows_of_the_dead_to_what_is_depleted_until_somebody_acts():
    match = until("gear", 4, players=2, seed=5)
    state = match.state
    found = parts(board(state, legal=True))["walk"]
    shown = {tuple(map(int, node.get("id").split("-")[2:])) for node in found}
    caught = {row for row, fish in enumerate(sea.fish_states(state, 3)) if fish.kind in ("taken", "killed", "illegal")}
    assert shown == {
        (arrow.source, arrow.target)
        for step in sea.depletion_steps(state, 3)
        if step.depleted
        for arrow in step.failed
        if arrow.source in caught
    }
    assert shown
    assert all(int(node.get("data-delay") or 0) <= 400 for node in found)
    assert not list(parts(board(state.after(("gear", "default"))))["walk"])


def test_there_are_no_steps_before_a_year_has_ended():
    assert list(FACE.steps(Match(Boom, 2), 0)) == []


def test_steps_tell_of_an_empty_sea():
    match = played(3, seed=1, bots=("greedy",) * 3)
    assert match.state.empty_sea
    assert list(FACE.steps(match, len(match.moves)))[-1][1].endswith("The sea is empty: the game is over.")


def test_the_table_offers_the_steps_and_leaves_them_again():
    table = Table(until("gear", 3, players=2), seats=["person", "person"], plot=False)
    table.board.on_act("walk", {"by": 1})
    assert "-depletion" in table.board.svg
    assert not moves_on(table.board.svg)
    table.board.on_act("walk", {"by": 0})
    assert "-depletion" not in table.board.svg


# The end.


def test_the_end_says_who_won_and_what_each_has(ended):
    svg = draw(ended, prefix="t")
    assert all(points(score) in svg for score in ended.own_scores())
    assert "the end" in svg
    assert words(parts(board(ended))["end"]) == ended.prompt()


def test_the_cooperative_end_shows_one_total():
    state = played(2, seed=2, cooperative=True).state
    for svg in (draw(state, prefix="t"), board(state)):
        assert words(parts(svg)["end"]) == state.prompt()
        assert "together" in state.prompt()


def test_the_facts_of_the_end_are_those_of_the_sea(ended):
    for state in (ended, played(4, seed=6, bots=("careful",) * 4).state):
        facts = dict(FACE.facts(state))
        living = state.seas[-1].bit_count() if state.empty_sea else state.living.bit_count()
        assert facts["Fish left"] == f"{living} of 23"
        dead = Counter(fish.kind for year in range(1, len(state.seas) + 1) for fish in sea.fish_states(state, year))
        if state.empty_sea:
            dead["depleted"] += 23 - sum(fish.kind == "depleted" for fish in sea.fish_states(state, len(state.seas)))
        assert facts["Fish taken in all"] == str(dead["taken"])
        assert facts["Fish killed and not eaten"] == f"{dead['killed']} by trawlers, {dead['illegal']} illegally"
        never = "{depleted}" if state.empty_sea else f"{{depleted}} in {len(state.seas)} years"
        assert facts["Fish that never came"] == never.format(**dead), "an empty sea is said to be so in one year only"
        kinds = sum(bool((0 if state.empty_sea else state.living) & kind.mask) for kind in state.sheet.species)
        assert facts["Species left"] == f"{kinds} of 10"


def test_every_sign_of_the_key_stands_alone():
    signs = FACE.signs()
    assert len({meaning for _, meaning in signs}) == len(signs) >= 15
    assert len({svg for svg, _ in signs}) == len(signs)
    for svg, meaning in signs:
        root = ET.fromstring(svg)
        assert "<use" not in svg, meaning
        assert any(re.search(r"(fill|stroke):var", node.get("style", "")) for node in root.iter()), meaning
    boards.check_signs(Boom)


# Size and speed.


def test_the_board_of_a_table_keeps_its_size_and_no_text_is_too_small():
    for players in (2, 4):
        for state in moments(players, part=0, countries=["W" * 24, "<b>&", "Isle of Cod", "Ostmark"][:players]):
            for marks in ((), ("sheet 1",), ("what if", "fish cod-2 1")):
                root = ET.fromstring(board(state, legal=True, marks=marks))
                assert root.get("viewBox") == "0 0 600 490"
                assert min(map(size_of, root.iter(f"{SVG}text"))) >= SMALLEST_TEXT


def size_of(node):
    """Return the size of a text by its style or its classes."""
    inline = re.search(r"font-size:([\d.]+)px", node.get("style", ""))
    named = re.search(r"\bt(\d\d)\b", node.get("class", ""))
    return float(inline[1]) if inline else max(float(named[1]), SMALLEST) if named else 16


@pytest.mark.parametrize("players", [2, 4])
def test_the_board_of_a_table_obeys_the_laws_of_pictures(players):
    for state in moments(players, part=0.01):
        svg = faces.check_picture(TABLE_FACE, state, legal=True)
        faces.check_refusal(TABLE_FACE, state, svg)
        move = state.moves()[0]
        faces.check_steady(svg, TABLE_FACE.draw(state.after(move), Look(prefix="p7", last=move)))


def test_a_living_fish_can_be_asked_about_in_the_whole_of_its_row(middle):
    shape = re.compile(r'data-mark="fish (\S+) (\d+)"[^>]*><path d="M-16-7.5h32v15h-32z" class="hit"/>')
    for state in (Boom.start(3), middle):
        fish = zip(state.sheet.names, sea.fish_states(state, state.year), strict=True)
        living = {name for name, one in fish if one.kind == "living"}
        assert {name for name, year in shape.findall(board(state)) if int(year) == state.year} == living


def test_drawing_takes_few_steps_and_the_picture_is_small(middle):
    states = [middle, until("box", 4, players=4).state, Boom.start(3)]
    for state in states:
        assert len(board(state, legal=True)) < 140_000
        assert calls(lambda state=state: board(state, legal=True)) < 2_000
        assert calls(lambda state=state: draw(state, legal=True)) < 15_000


def test_a_sheet_of_other_size_is_drawn_whole():
    arrows = ["1>1 2>2 1>2*", "1>1 2>2 2>1*"]
    source = dict.fromkeys(("name", "rows", "dice", "arrows"), "reconstructed")
    data = {
        "years": {"count": 3, "source": "reconstructed"},
        "species": [{"name": kind, "dice": [1, 2], "arrows": arrows, "source": source} for kind in ("cod", "squid")],
    }
    state = Boom.start(2, sheet=data)
    found = parts(draw(state, legal=True, prefix="t"))
    assert {f"f{year}-{row}" for year in (1, 2, 3) for row in range(4)} <= set(found)
    assert "f4-0" not in found


def test_compact_is_the_sea_alone(middle):
    found = parts(draw(middle, compact=True, legal=True, prefix="t"))
    assert "seat-0" not in found
    assert "ask" not in found
    assert "f1-0" in found


# Plots.


def test_there_is_a_row_for_every_position_and_it_says_what_the_state_says():
    match = played(3, seed=4)
    rows = plots.rows(match)
    assert len(rows) == len(match.states)
    for row, state in zip(rows, match.states, strict=True):
        assert row["living"] == state.living.bit_count()
        assert [row[f"score {seat}"] for seat in range(3)] == list(state.own_scores())
        assert [row[f"catch {seat}"] for seat in range(3)] == [state.supply(s, state.year) for s in range(3)]
        assert [row[f"demand {seat}"] for seat in range(3)] == [state.plates[s][state.year - 1] for s in range(3)]
        assert state.year <= row["year"] <= state.year + 1
    years = [row["year"] for row in rows]
    assert years == sorted(years)


def test_damage_of_all_countries_and_of_illegal_fishing_is_every_lost_fish_year():
    match = played(3, seed=4)
    last, state = plots.damage_rows(match)[-1], match.state
    lost = sum(23 - state.living_in(year).bit_count() for year in range(1, 11))
    total = sum(value for name, value in last.items() if name.startswith("damage"))
    assert abs(total - lost) < 0.5


def test_the_small_plot_costs_one_row_a_move_and_works_out_neither_damage_nor_scores(monkeypatch):
    match = played(4, lambda s: s.year == 3, seed=9)
    monkeypatch.setattr(plots.sea, "damage", lambda _: pytest.fail("that takes long, and is not shown"))
    with monkeypatch.context() as only:
        only.setattr(Boom, "own_scores", lambda _: pytest.fail("nobody looks at the plot of scores"))
        first = glance(plots.PLOTS, match, len(match))
    assert "fish" in first
    match.play(match.state.moves()[0])
    before = plots.sea_rows(match)
    assert [one is other for one, other in zip(before, plots.sea_rows(match), strict=True)] == [True] * len(before)


def test_rows_follow_undo_and_another_line():
    match = played(2, lambda s: s.year == 3)
    plots.rows(match)
    match.undo(4)
    assert len(plots.rows(match)) == len(match.states)
    other = [move for move in match.state.moves() if move != match.undone[-1]]
    match.play(other[0])
    assert plots.rows(match)[-1]["living"] == match.state.living.bit_count()


@pytest.mark.few(1)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_plot_draws_for_every_number_of_players(players):
    match = played(players, lambda s: s.year == 3, seed=9)
    for plot in plots.PLOTS:
        html = chart_of(plot).html(match)
        assert plot.title in html
        for one in plot.lines(match) if isinstance(plot, Plot) else ():
            assert one.key in plot.rows(match)[-1]
            assert one.label in html


def test_the_plot_by_species_agrees_with_the_sheet_at_every_position():
    match = played(4, lambda s: s.year == 4, seed=9)
    plot = next(one for one in plots.PLOTS if isinstance(one, GridPlot))
    chart = chart_of(plot)
    for place in range(0, len(match.states), 7):
        state = match.states[place]
        html = chart.html(match, place)
        told = ", ".join(f"{name} {counts[state.year - 1]}" for name, counts in plots.living_grid(state))
        assert f"At year {state.year}: {told}." in html
        assert sum(counts[state.year - 1] for _, counts in plot.cells(state)) == state.living.bit_count()
        assert all(count is None for _, counts in plot.cells(state) for count in counts[state.year :])


def test_living_grid_counts_each_species_in_each_year(middle):
    grid = dict(plots.living_grid(middle))
    assert list(grid) == [species.title for species in middle.sheet.species]
    for year in range(1, 11):
        assert sum(row[year - 1] for row in grid.values()) == middle.living_in(year).bit_count()


def test_words_on_buttons_and_seats():
    state = until("gear", 2).state
    assert FACE.label(state, ("gear", "default")) == "One line"
    assert FACE.key(state, ("roll", 3)) == "3"
    for seat in range(3):
        marked = state.but(picks=tuple(("refrigeration", "faux", "radar") for _ in range(3)))
        note = FACE.seat_note(marked, seat)
        assert f"{state.supply(seat, 2)} fish, {state.plates[seat][1]} plate" in note
        assert note.endswith(" · Refrigeration, Fish radar"), "by its name on the cards, and a bonus is used up"
    assert FACE.questions == (("what if", "What if it died?"),)
    assert FACE.players_tab == "Countries"
    assert FACE.subtitle(Boom.start(3, cooperative=True)) == "3 countries together, 10 years"
    for match in (until("box"), until("take"), until("illegal")):
        assert all(FACE.label(match.state, move) for move in match.state.moves())


# Signs that must be seen.


def luminance(color):
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def rgb(color):
    return [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]


def over(color, part, ground):
    return [part * one + (1 - part) * other for one, other in zip(color, ground, strict=True)]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("sign", ["arr", "arr.sp", "arr.dead", "arr.fail", "arr.hold", "x", "gone"])
def test_arrows_and_crosses_stand_out_from_water_and_from_the_year_that_is_played(theme, sign):
    rules = dict(re.findall(r"\.([\w.]+)\{([^}]*)\}", sea_plan.CSS))
    stroke = re.search(r"stroke:var\(--(\w+)\)", rules[sign])[1]
    faint = float(re.search(r"opacity:([\d.]+)", rules["arr.fut"])[1]) if sign.startswith("arr") else 1
    for ground in (rgb(theme["paper"]), over(rgb(theme["sea"]), 0.75, rgb(theme["paper"])), rgb(theme["e-t"])):
        assert contrast(over(rgb(theme[stroke]), faint, ground), ground) >= 3


# Flags.


def test_the_flag_editor_keeps_the_last_good_flag():
    editor = flags.FlagEditor(flag=FLAG)
    for bad in (["a"], ["z" * 12] * 8, ["a" * 12] * 9, []):
        editor.pixels.rows = bad
        assert editor.flag == FLAG
    editor.pixels.rows = ["k" * 12] * 8
    assert editor.flag == ["k" * 12] * 8
    Boom.start(2, flags=[editor.flag, None])


def test_every_pattern_is_a_flag():
    for name, rows in PATTERNS.items():
        assert Boom.start(2, flags=[list(rows), None]).setup.flags[0] == rows, name


def test_hoisting_puts_flag_and_name_into_the_match_and_changes_no_move():
    table = Table("boom", 2, seats=["person", "person"], plot=False, dice="table")
    table.play("roll 3")
    editor = flags.FlagEditor(table, seat=1, country="<i>Ost</i>", flag=FLAG)
    editor.hoist()
    assert table.match.moves == [("gear", "default"), ("roll", 3)]
    assert table.match.state.setup.flags == (None, tuple(FLAG))
    assert table.match.state.seat_name(1) == "<i>Ost</i>"
    assert "<i>" not in editor.answer.value
    assert Match.from_code(table.match.code()).state.setup.flags[1] == tuple(FLAG)


def test_a_country_needs_no_name_and_an_unprintable_one_is_cleaned():
    table = Table("boom", 2, seats=["person", "person"], plot=False)
    editor = flags.FlagEditor(table, country="A\n\x07B")
    assert editor.country == "AB"
    editor.name.value = ""
    editor.hoist()
    assert table.match.state.seat_name(0) == "Seat A"
    assert "flies" in editor.answer.value


# Paper.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_printout_has_the_sea_and_a_sheet_for_each_country(players, tmp_path):
    pages = boom_print.Printout(players)
    html = pages.html
    assert html.count("<svg") == 1 + players
    assert html.count('class="page') == 1 + (players + 1) // 2
    assert 'data-move="' not in html
    assert 'data-mark="' not in html
    assert pages.save(tmp_path / "boom.html").read_text(encoding="utf-8") == html
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_paper_says_which_figures_are_reconstructed():
    sheet = Boom.start(2).sheet
    assert "Reconstructed, not as printed" in boom_print.sea_page(sheet)
    data = sheet.data()
    for species in data["species"]:
        species["source"] = dict.fromkeys(species["source"], "printed")
    mine = Boom.start(2, sheet=data).sheet
    assert "as printed in the game" in boom_print.sea_page(mine)


def test_paper_shows_every_fish_unmarked_and_dice_for_two_and_three_players():
    root = ET.fromstring(boom_print.sea_page(Boom.start(2).sheet, "t"))
    fish = [node for node in root.iter(f"{SVG}use") if node.get("class") == "may"]
    assert len(fish) == 230
    told = words(root)
    assert "Dice, 2 players" in told
    assert "Dice, 3 players" in told


# A small net.


def test_a_drawn_net_shows_fish_states_and_arrows():
    svg = draw_net(DEPLETION_EXAMPLE.this_year, DEPLETION_EXAMPLE.arrows, prefix="t")
    found = parts(svg)
    assert len([name for name in found if name.startswith("arrow-")]) == 6
    assert "took" in classes(found["fish-b"])
    assert "x" in classes(found["fish-c"])
    assert "gone" in classes(found["fish-d"])
    assert {"fish-1", "fish-2", "fish-3", "fish-4"} <= set(found)
    assert "gone" not in classes(found["fish-3"]), "the answer is not given away"
    solved = parts(draw_net(DEPLETION_EXAMPLE.this_year, DEPLETION_EXAMPLE.arrows, solved=True, prefix="t"))
    assert [name for name in "1234" if "gone" in classes(solved[f"fish-{name}"])] == ["3", "4"]


# What the live board may leave alone.


def test_a_catch_changes_the_text_of_its_own_species_from_its_year_on_and_little_else():
    match = until("take", 3)
    pieces = [re.split('(?=<g id=")', board(match.state, legal=True))]
    before = parts(board(match.state))
    name = match.state.moves()[0][1]
    match.play(("take", name))
    pieces.append(re.split('(?=<g id=")', board(match.state, legal=True, last=match.moves[-1])))
    after = parts(board(match.state))
    year, species = match.state.year, name.rpartition("-")[0]
    for kind in match.state.sheet.species:
        for when in range(1, 11):
            cell = f"c{when}-{kind.name}"
            same = before[cell].get("data-same") == after[cell].get("data-same")
            assert same or (kind.name == species and when >= year), cell
    assert before[f"c{year}-{species}"].get("data-same") != after[f"c{year}-{species}"].get("data-same")
    assert pieces[0][0] == pieces[1][0], "style, shapes, title and description stay all game"
    fresh = sum(len(piece) for piece in pieces[1] if piece not in set(pieces[0]))
    assert fresh < len("".join(pieces[1])) / 8


def test_a_depleted_fish_shows_itself_row_by_row_within_the_time_of_a_move():
    state = until("gear", 5, players=2, seed=5).state
    found = parts(board(state))
    delays = [
        int(found[f"x5-{row}"].get("data-delay") or 0)
        for row, fish in enumerate(sea.fish_states(state, 5))
        if fish.kind == "depleted"
    ]
    assert len(delays) > 2
    assert delays == sorted(delays)
    assert len(set(delays)) == len(delays)
    assert max(delays) <= 400


def test_a_moment_of_the_plot_stands_where_it_stood_when_it_was_new():
    match = Match(Boom, 3)
    rng, then = Random(4), []
    while match.state.turn() != OVER and match.state.year < 4:
        then.append(plots.PLOTS[0].rows(match)[-1]["year"])
        match.play(match.state.sample(rng))
    years = [row["year"] for row in plots.PLOTS[0].rows(match)]
    assert years[:-1] == then
    assert years == sorted(years)
    assert all(int(year) == state.year for year, state in zip(years, match.states, strict=True))


def test_the_banner_asks_what_the_question_what_if_asks():
    table = Table("boom", 2, seats=["person", "person"], plot=False)
    asked = table.board.prompt["text"]
    table.board.on_mark("what if")
    assert "What if a fish died?" in table.board.prompt["text"]
    table.board.on_mark("fish herring-1 1")
    assert "What if 1 fish of year 1 died?" in table.board.prompt["text"]
    table.board.on_mark("what if")
    assert table.board.prompt["text"] == asked


@pytest.mark.parametrize(("gear", "dice"), [("default", 1), ("seine+", 2), ("longline+", 2), ("trawler", 3)])
def test_the_five_steps_keep_their_names_while_dice_are_rolled_and_do_what_they_do(gear, dice):
    state = Boom.start(2).but(gear=gear, phase="roll", left=dice)
    rolled = state.but(phase="take", dice=(5, 6, 3)[-dice:], due=(3, 3), left=0)
    for one in (state, rolled):
        words = [*parts(FACE.board(one, Look(prefix="t")))["steps"].itertext()]
        assert words == ["1 Fishing", "2 Box", "3 Demand", "4 Illegal", "5 Depletion"]
    assert "×2" in "".join(parts(FACE.board(rolled, Look(prefix="t")))["dice"].itertext())


def test_the_present_year_is_named_in_full_above_its_column_and_keeps_to_it():
    match, rng, seen = Match(Boom, 2), Random(2), set()
    while not match.over:
        state = match.state
        if state.year not in seen:
            named = re.findall(r"<text[^>]*>Year \d+</text>", board(state))
            assert len(named) == 1 and named[0].endswith(f">Year {state.year}</text>")
            assert 'textLength="33"' in named[0], "within the frame of the column"
            seen.add(state.year)
        match.play(state.sample(rng))
    assert len(seen) > 2


def test_the_numbers_of_illegal_fishing_are_explained_on_the_board_and_in_the_key():
    svg = FACE.board(Boom.start(2), Look(prefix="p7"))
    notes = re.findall(r'data-note="(Illegal fishing in year \d+: [^"]*)"', svg)
    assert len(notes) == 10
    assert "3: 3 dice. Each die kills the topmost living fish of its number that has no shield." in notes[2]
    assert any("how many dice in each year" in note for note in re.findall(r'data-note="([^"]*)"', svg))
    assert any("dice fish illegally" in words for _, words in FACE.signs())
