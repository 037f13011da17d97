"""The picture of Pisces that a table plays on: one board in front, all of them as thumbnails, nothing to scroll to."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import faces
import pytest
from fishlab_widgets.live.face import BOARD_SIZE, SMALLEST_TARGET, SMALLEST_TEXT, Look
from fishlab_widgets.pisces.face import FACE
from fishlab_widgets.pisces.play_board import in_front
from fishlab_widgets.pisces.species_board import board_now, forecast, plan_of
from measure import calls
from pisces.moments import moment, played

from fishlab import Pisces
from fishlab.pisces.boards import standard_boards
from fishlab.pisces.contents import piles, stage_chips

SIX = ["snapper", "tuna", "crab", "shark", "mahi-mahi", "sardine"]
SVG = "{http://www.w3.org/2000/svg}"
PHASES = ("choose", "block", "fleet", "fish", "roll", "settle", "buy", "pay", "spawn", "bid", "bidpay", "over")


def board(state: Pisces, **look) -> str:
    return FACE.board(state, Look(prefix="p", **{"legal": True, **look}))


def words_on(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")]


def node_of(svg: str, name: str) -> ET.Element:
    return next(node for node in ET.fromstring(svg).iter() if node.get("id") == f"p-{name}")


def place_of(svg: str, name: str) -> tuple[float, float]:
    found = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", node_of(svg, name).get("transform", ""))
    assert found, f"{name} has no place"
    return float(found[1]), float(found[2])


def front_of(svg: str) -> str:
    found = re.search(r'id="p-front-([\w-]+)"', svg)
    return found[1] if found else ""


def measured(svg: str) -> tuple[list[float], dict[str, float]]:
    """Return how large every text is, and every target in its smaller direction, in units of the picture."""
    texts: list[float] = []
    targets: dict[str, float] = {}

    def walk(node: ET.Element, scale: float, move: str) -> None:
        found = re.search(r"scale\(([\d.]+)\)", node.get("transform", ""))
        scale *= float(found[1]) if found else 1
        move = node.get("data-move", node.get("data-mark", move))
        if node.tag == f"{SVG}text" and "".join(node.itertext()):
            own = re.search(r"font-size:([\d.]+)px", node.get("style", ""))
            sizes = [max(13.5, float(size)) for size in re.findall(r"\bt(\d+)\b", node.get("class", ""))]
            texts.append(scale * (float(own[1]) if own else sizes[0] if sizes else 16))
        if move and node.tag in (f"{SVG}rect", f"{SVG}circle"):
            sides = (node.get("width"), node.get("height")) if node.tag == f"{SVG}rect" else 2 * (node.get("r"),)
            size = min(float(side or 0) for side in sides) * scale * (2 if node.tag == f"{SVG}circle" else 1)
            targets[move] = max(targets.get(move, 0), size)
        for child in node:
            if child.tag not in (f"{SVG}defs", f"{SVG}style"):
                walk(child, scale, move)

    walk(ET.fromstring(svg), 1, "")
    return texts, targets


# Size and soundness.


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_board_keeps_its_size_its_letters_and_targets_are_large_and_every_move_is_within_reach(players):
    match = played(players, "random")
    sizes = set()
    for place in range(0, len(match.states), 10):
        state = match.states[place]
        svg = board(state, last=match.moves[place - 1] if place else None)
        root = ET.fromstring(svg)
        sizes.add(root.get("viewBox"))
        ids = re.findall(r' id="([^"]+)"', svg)
        assert len(ids) == len(set(ids))
        assert not faces.unpainted(svg, root)
        legal = {state.notation(move) for move in state.moves()}
        cards = {state.notation(move) for move in FACE.offers(state)}
        assert faces.moves_on(svg) <= legal <= faces.moves_on(svg) | cards
        texts, targets = measured(svg)
        assert min(texts) >= SMALLEST_TEXT
        assert all(size >= SMALLEST_TARGET for size in targets.values()), targets
    (size,) = sizes
    wide, high = map(float, size.split()[2:])
    assert wide == BOARD_SIZE[0]
    assert high <= BOARD_SIZE[1]


def test_a_board_is_drawn_in_few_steps_and_a_move_leaves_its_head_alone():
    match = played(6, "random")
    state, after = match.states[120:122]
    board(state)
    assert calls(lambda: board(state)) < 12_000
    heads = [svg[: svg.index('<g id="p-ground')].split("<defs>")[0] for svg in (board(state), board(after))]
    assert heads[0] == heads[1]


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_has_cards_with_short_titles_of_their_own_keys_and_lines(phase):
    _, _, state = moment(lambda state: state.phase == phase)
    offers = FACE.offers(state)
    titles = [FACE.label(state, move) for move in offers]
    assert len(titles) == len(set(titles))
    assert all(0 < len(title.split()) <= 4 for title in titles)
    keys = [key for move in offers if (key := FACE.key(state, move))]
    assert len(keys) == len(set(keys))
    assert all(0 < len(state.explain(move)) <= 70 for move in offers)
    assert bool(offers) == (phase not in ("block", "over"))


def test_a_target_says_in_a_line_what_it_does():
    _, _, state = moment(lambda state: state.phase == "block")
    for node in ET.fromstring(board(state)).iter():
        if move := node.get("data-move"):
            assert node.get("data-note") == state.explain(state.parse(move))


# Which board stands in front.


def test_in_front_stands_the_board_that_the_prompt_speaks_of():
    for state in played(6, "random").states[10:]:
        front = state.species[in_front(state)]
        match state.phase:
            case "block" | "fleet" | "buy" | "pay" | "bid" | "bidpay" | "spawn":
                assert front == state.species[state.seat]
            case "roll" if (area := state.fleet[state.seat][state.boat]) < 6:
                assert front == state.species[area]
            case "fish":
                boats = enumerate(state.fleet[state.seat])
                waiting = [state.areas[area] for boat, area in boats if not state.fished[state.seat] >> boat & 1]
                assert front in waiting or {*waiting} == {"ocean"}
            case "settle" if state.targets():
                assert front == state.species[state.targets()[0][0]]
    _, _, state = moment(lambda state: state.phase == "settle" and state.targets() and 6 in state.fleet[state.seat], 6)
    svg = board(state)
    assert front_of(svg) == state.species[in_front(state)]
    assert {state.notation(move) for move in state.moves() if move[0] == "stack"} <= faces.moves_on(svg)


def test_a_click_on_a_thumbnail_brings_a_board_to_the_front_until_the_turn_passes():
    match, place, state = moment(lambda state: state.phase == "fleet" and not any(state.fleet), 6)
    own, other = state.species[state.seat], state.species[state.seat - 1]
    marks = [node.get("data-mark") for node in ET.fromstring(board(state)).iter() if node.get("data-mark")]
    assert [mark.split()[1] for mark in marks] == [name for name in state.species if name != own]
    asked = (FACE.lasting(state, next(mark for mark in marks if mark.split()[1] == other)),)
    assert front_of(board(state, marks=asked)) == other
    second = match.states[place + 1]
    assert second.seat == state.seat
    assert front_of(board(second, marks=asked)) == other
    passed = match.states[place + 2]
    assert passed.seat != state.seat
    assert front_of(board(passed, marks=asked)) == passed.species[passed.seat]
    assert front_of(board(state, marks=("front 3",))) == state.species[2]


def test_boats_can_be_sent_to_every_board_and_the_ocean_whichever_board_is_in_front():
    _, _, state = moment(lambda state: state.phase == "fleet", 6)
    wanted = {state.notation(move) for move in state.moves()}
    for front in range(1, 7):
        assert faces.moves_on(board(state, marks=(f"front {front}",))) == wanted


def test_a_fish_finder_moves_boats_to_every_board_and_the_ocean():
    _, _, state = moment(lambda state: state.phase == "fish" and state.spare(state.seat, "finder"), 6)
    assert {state.notation(move) for move in state.moves()} == faces.moves_on(board(state))
    assert "Fish Finder" in state.coach()


# What the picture shows.


@pytest.mark.parametrize("players", [2, 5])
def test_thumbnails_count_the_fish_of_every_stage_and_the_seats_points(players):
    for state in played(players, "random").states[30::60]:
        svg = board(state)
        for place in range(players):
            now = board_now(state, place, "a")
            for number, chips in enumerate(stage_chips(state, place).values()):
                counted = node_of(svg, f"age-{now.name}-{now.cohorts[number]}")
                assert "".join(counted.itertext()) == str(chips)
            tag = ["".join(node.itertext()) for node in node_of(svg, f"thumb-{place}").iter(f"{SVG}text")]
            assert str(state.scores()[place]) in tag


def test_stages_are_named_on_the_board_in_front_and_every_stack_shows_its_chips():
    for state in played(3, "random").states[30::40]:
        words = words_on(board(state))
        kind, chips = state.kind(in_front(state)), state.stacks[in_front(state)]
        assert {{"young": "young"}.get(stage.name, f"{stage.name}s") for stage in kind.stages} <= {*words}
        assert sorted(int(word[1:]) for word in words if re.fullmatch(r"×\d+", word)) == sorted(
            count for count in chips if count > 1
        )
        assert f"{state.centre[in_front(state)]} in the centre" in words


def test_fish_move_on_by_their_ids_on_the_board_in_front_and_on_every_thumbnail():
    _, _, state = moment(lambda state: state.phase == "bid" and state.cycles > 1)
    before, after = (board(state, marks=(f"cycle {step}",)) for step in (0, 5))
    for place in range(4):
        kind, now = state.kind(place), board_now(state, place, "a", 0)
        for number, cohort in enumerate(now.cohorts[:-1]):
            name = f"age-{kind.name}-{cohort}"
            assert "".join(node_of(before, name).itertext()) == "".join(node_of(after, name).itertext())
            assert place_of(before, name) != place_of(after, name), f"{kind.stages[number].name} have moved on"
    front = state.kind(state.seat)
    adults = board_now(state, state.seat, "a", 0).cohorts[-2]
    if sum(state.before[state.seat][front.stages[-2].start : front.stages[-2].stop]):
        spots = plan_of(front).spots
        assert place_of(after, f"{front.name}-{adults}-0") == spots[front.stages[-1].start]
    delays = [int(delay) for delay in re.findall(r'data-delay="(\d+)"', board(state))]
    assert 0 < max(delays) <= 400


def test_ocean_round_phase_tournament_and_the_first_player_are_seen():
    _, _, state = moment(lambda state: state.phase == "fish" and state.goal[0] != state.goal[1])
    words = words_on(board(state))
    assert {"Open ocean", "Round", str(state.round), "Fishing", "Catch both, win 10", "roll again"} <= {*words}
    for name in {state.kind(goal).name for goal in state.goal}:
        assert name in words
    assert {f"{sum(piles(state))} cards", "left"} <= {*words}, "cards, and not points"
    told = node_of(board(state), "tournament").get("data-note")
    assert told.endswith(f"in one round wins a trophy of 10 points. {sum(piles(state))} cards still to be turned up.")
    setup = board(Pisces.start(3, first=0))
    assert not [one for one in words_on(setup) if one.endswith("left")], "none has been made yet"
    first = node_of(board(state), f"thumb-{state.first}")
    assert "1" in ["".join(node.itertext()) for node in first.iter(f"{SVG}text")]


def test_the_port_shows_boats_catch_gear_stars_and_trophies_of_the_seat_to_act_or_of_the_board_asked_for():
    _, _, state = moment(lambda state: state.phase == "fish" and in_front(state) != state.seat and state.round > 2)
    rich = replace(
        state, gear=((2, 0, 0),) * 4, stars=(11, 12, 13, 14), held=((1, 2, 3, 4), (5, 6, 7, 8), (9,) * 4, (10,) * 4)
    )
    for seat, svg in ((rich.seat, board(rich)), (2, board(rich, marks=("front 3",)))):
        words = [*node_of(svg, "port").itertext()]
        assert str(rich.stars[seat]) in words
        assert [*node_of(svg, "tag-motor").itertext()] == ["M2"]
        assert node_of(svg, "tag-motor").get("data-note") == "2 Outboard Motors. Adds 3 to bids to go first."
        for name, chips in zip(rich.species, rich.held[seat], strict=True):
            assert [*node_of(svg, f"held-{name}").itertext()] == [str(chips)]


@pytest.mark.parametrize(
    ("gear", "used", "words"),
    [((0, 0, 0), (0, 0, 0), ["no gear"]), ((0, 0, 2), (0, 0, 1), ["2 Fish Finders"]),
     ((1, 0, 1), (0, 0, 1), ["1 Outboard Motor,", "(1 Fish Finder)"]),
     ((2, 1, 1), (0, 0, 0), ["2 Outboard Motors,", "1 Outrigger, 1 Fish Finder"])],
)  # fmt: skip
def test_for_two_the_port_names_all_gear_and_what_is_used_in_brackets(gear, used, words):
    state = replace(Pisces.start(2, boards=["sardine", "tuna"], first=0), gear=(gear,) * 2, used=(used,) * 2)
    assert [*node_of(board(state), "gear").itertext()] == words


def test_the_key_under_the_board_explains_the_letters_of_gear():
    assert [words for _, words in FACE.short_key()][-1] == "gear: M, O, F"


def test_boats_lie_in_the_area_where_the_state_says():
    _, _, state = moment(lambda state: state.phase == "fish" and len({*sum(state.fleet, ())}) > 2)
    svg = board(state, legal=False)
    frames = {place: node_of(svg, f"frame-{place}")[0] for place in range(4)}
    for seat, fleet in enumerate(state.fleet):
        for number, area in enumerate(fleet, 1):
            x, y = place_of(svg, f"boat-{seat}-{number}")
            if area == 4 or area == in_front(state):
                assert x < 340
                assert (y > 345) == (area == 4)
                continue
            frame = frames[area] if frames[area].tag == f"{SVG}rect" else frames[area][0]
            left, top, wide, high = (float(frame.get(key)) for key in ("x", "y", "width", "height"))
            assert left < x < left + wide
            assert top < y < top + high


@pytest.mark.parametrize("boats", [6, 12, 18])
def test_a_crowd_of_boats_in_one_place_is_drawn_and_those_to_act_can_be_clicked(boats):
    state = Pisces.start(6, boards=SIX, first=0)
    each = boats // 6
    for area in (2, 6):
        crowd = replace(state, phase="fish", round=1, fleet=((area,) * each,) * 6, boats=(3,) * 6, goal=(0, 1))
        svg = board(crowd)
        for seat in range(6):
            place_of(svg, f"boat-{seat}-{each}")
        assert faces.moves_on(svg) == {f"fish {number}" for number in range(1, each + 1)}
        assert min(measured(svg)[1].values()) >= SMALLEST_TARGET


def test_dice_and_what_they_hit_stand_beside_the_round():
    _, _, state = moment(lambda state: state.phase == "settle" and len(state.targets()) > 1)
    words = words_on(board(state))
    kind = state.kind(state.targets()[0][0])
    assert any(line.endswith(f"hits {kind.name}") for line in words)
    assert any(" or " in line for line in words)


def test_bids_stand_on_their_spots_and_only_what_can_be_paid_can_be_bid():
    _, _, state = moment(lambda state: state.phase == "bid" and max(state.bids) > 0)
    svg = board(state)
    for seat, spot in enumerate(state.bids):
        assert (f'id="p-bid-{seat}"' in svg) == (spot > 0)
    assert faces.moves_on(svg) == {f"bid {spot}" for spot in state.legal_bids(state.seat)}


def test_in_the_last_round_no_life_cycle_is_announced():
    for last in (False, True):
        _, _, state = moment(
            lambda s, last=last: s.phase == "fleet" and (s.round == s.sea.rounds) == last and s.round > 0
        )
        words = " ".join(words_on(board(state)))
        assert ("No life cycle follows" in words) == last
        assert ("Next life cycle" in words) != last


def test_the_next_life_cycle_says_when_the_centre_has_too_few_chips_for_the_young():
    told: list[str] = []
    for state in played(6, "greedy").states:
        if state.cycles > len(told) // 6 and state.phase != "spawn":
            for place in range(6):
                kind = state.kind(place)
                told.append(forecast(kind, state.before[place], state.before_centre[place])[-1][2])
                assert kind.by_dice or re.search(rf" {state.young[place]} young(, not \d+)?$", told[-1])
    assert any(", not " in words for words in told)


def test_setup_shows_the_boards_to_choose_from_and_who_has_taken_which():
    _, _, state = moment(lambda state: state.phase == "choose" and max(state.kinds) >= 0)
    svg = board(state)
    assert faces.moves_on(svg) == {state.notation(move) for move in state.moves()}
    assert {kind.label for kind in state.sea.species} <= {*words_on(svg)}
    assert svg.count('class="taken"') == sum(kind >= 0 for kind in state.kinds)


# Last moves and refusals.


def test_a_board_in_the_setup_and_the_thumbnail_of_its_keeper_share_no_id():
    state = Pisces.start(6, first=0)
    for species in SIX[:5]:
        state = state.after(("board", species))
    ids = re.findall(r' id="([^"]+)"', board(state))
    assert sorted(ids) == sorted(set(ids))


def seen_after(word: str, state: Pisces) -> bool:
    """Return whether what a move has done still lies on the table."""
    stays = {
        "board": ("choose",),
        "roll": ("fish", "roll", "settle"),
        "bid": ("bid", "bidpay"),
        "pay": ("pay", "bidpay"),
    }
    return state.phase in stays[word] if word in stays else state.phase != "over"


@pytest.mark.parametrize("word", ["board", "card", "block", "boat", "fish", "roll", "stack", "buy", "pay", "bid"])
def test_the_last_move_is_marked_on_the_board_in_front_or_on_its_thumbnail(word):
    match = played(4, "random", 2)
    places = [n for n, move in enumerate(match.moves, 1) if move[0] == word and seen_after(word, match.states[n])]
    assert places
    for place in places[::3][:4]:
        assert board(match.states[place], last=match.moves[place - 1]).count('id="p-last"') == 1


@pytest.mark.parametrize(
    ("phase", "test", "move"),
    [
        ("block", lambda s: 0 in s.stacks[s.seat], lambda s: s.kind(s.seat).block_moves[s.stacks[s.seat].index(0)]),
        ("fish", lambda s: s.fished[s.seat] & 1, lambda s: ("fish", 1)),
        ("bid", lambda s: max(s.bids) > 3, lambda s: ("bid", 3)),
        ("pay", lambda s: 0 in s.held[s.seat], lambda s: ("pay", s.species[s.held[s.seat].index(0)])),
    ],
)
def test_what_cannot_be_done_can_be_clicked_and_is_refused_in_a_bubble_inside_the_picture(phase, test, move):
    _, _, state = moment(lambda state: state.phase == phase and test(state))
    tried = move(state)
    assert f'data-try="{state.notation(tried)}"' in board(state)
    svg = board(state, refused=(tried, state.why_not(tried)))
    bubble = node_of(svg, "bubble").find(f"{SVG}rect")
    x, y, wide, high = (float(bubble.get(key)) for key in ("x", "y", "width", "height"))
    assert 0 <= x <= x + wide <= 600
    assert 0 <= y <= y + high <= 488
    assert 'class="offend still"' in svg


# Boards and bids of one's own.


def test_boards_of_ones_own_with_many_spots_long_names_and_many_bids_stay_within_reach():
    crowd = {**standard_boards()["species"]["tuna"], "label": "W" * 20, "chips": {"value": 60, "source": "printed"}}
    crowd["stages"] = [{**stage, "spots": stage["spots"] * 4} for stage in crowd["stages"]]
    crowd["stages"] = [{**stage, "spots": sorted(stage["spots"], reverse=True)} for stage in crowd["stages"]]
    file = {
        "species": {"grey-reef-eel": crowd},
        "game": {"highest_bid": {"value": 60, "source": "reconstructed"}},
    }
    state = Pisces.start(2, boards=["grey-reef-eel", "crab"], first=0, boards_file=file, tournaments=False)
    assert state.phase == "block"
    assert {*FACE.offers(state)} == {*state.moves()}, "spots too small to click are cards too"
    ET.fromstring(board(state))
    bidding = replace(state, phase="bid", held=((5, 5), (1, 1)), bids=(0, 30))
    assert {f"bid {spot}" for spot in bidding.legal_bids(0) if spot < 48} == faces.moves_on(board(bidding))


# The key and the end.


def test_every_sign_of_the_key_is_a_picture_of_its_own_that_needs_only_the_pages_colours():
    signs = FACE.signs()
    assert len({words for _, words in signs}) == len(signs) > 10
    for svg, _ in signs:
        root = ET.fromstring(svg)
        assert (root.get("width"), root.get("height")) == ("32", "20")
        assert not any(node.get("class") or node.get("id") or node.tag.endswith("use") for node in root.iter())


def test_facts_at_the_end_count_the_fish_on_all_boards_and_on_each_and_what_the_closures_saved():
    state = played(3, "greedy").state
    facts = dict(FACE.facts(state))
    left = [sum(stacks) for stacks in state.stacks]
    caught = sum(map(sum, state.landed))
    assert facts["Fish left"] == f"{sum(left)}; {sum(map(len, state.stacks))} at the start, {caught} caught"
    for name, count in zip(state.species, left, strict=True):
        assert f"{name.capitalize()} {count}" in facts["Left on each board"]
    assert facts["Blocks"].startswith(f"saved {sum(state.stars)} chip")
    assert dict(FACE.facts(replace(state, stars=(0, 0, 0))))["Blocks"] == "were never hit"
    open_sea = replace(state, sea=replace(state.sea, blocks=False))
    assert "Blocks" not in dict(FACE.facts(open_sea))
    assert FACE.facts(Pisces.start(2)) == ()


@pytest.mark.parametrize("phase", ["fish", "buy", "bid"])
def test_a_click_on_a_stack_or_a_chip_that_must_wait_is_refused_with_the_reason(phase):
    _, _, state = moment(lambda state: state.phase == phase)
    svg, front = board(state), state.kind(in_front(state))
    for move, why in (
        (f"stack {front.name} {front.stacks[0]}", "Only the dice of a fishing boat hit a stack"),
        (f"pay {state.species[0]}", "Chips pay for what is bought or bid"),
    ):
        assert f'data-try="{move}"' in svg
        assert state.why_not(state.read(move)) == f"{why}. {state.prompt()}."
    sent = moment(lambda state: state.phase == "fleet")[2]
    assert 'data-try="stack' not in board(sent), "a click on a board sends a boat there, also on its stacks"


@pytest.mark.parametrize("phase", ["block", "settle"])
def test_a_click_on_a_stack_of_a_board_that_is_only_looked_at_says_why_nothing_happens(phase):
    _, _, state = moment(lambda state: state.phase == phase)
    near = {state.seat} if phase == "block" else {place for place, _ in state.targets()}
    other = next(place for place in range(state.players) if place not in near)
    kind, svg = state.kind(other), board(state, marks=(f"front {other + 1}",))
    tried = [node.get("data-try") for node in ET.fromstring(svg).iter() if node.get("data-try")]
    assert len([move for move in tried if f" {kind.name} " in move]) == len(kind.stacks)
    for move in tried:
        assert state.why_not(state.read(move)).endswith(".")
