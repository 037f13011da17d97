"""What Fishery Boom tells a newcomer: what each move does, what to think of now, and what decided the game."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest
import unmarked

from fishlab import OVER, Boom, messages
from fishlab.boom import sea
from fishlab.boom.kit import BOXES, GEAR
from fishlab.boom.phases import one_fish
from fishlab.boom.player_sheets import equipment

PHASES = {
    "gear", "roll", "radar", "reroll", "double", "kills", "take", "kill", "box", "marketing", "shield", "illegal",
}  # fmt: skip


@pytest.fixture(scope="module")
def moments():
    """Moments of random games of every number of players, some with one score, at least one of every phase."""
    found, phases = [], set()
    for seed in range(30):
        rng = Random(f"words/{seed}")
        state = Boom.start(2 + seed % 3, cooperative=seed % 5 == 4)
        while state.turn() != OVER:
            if state.phase not in phases or rng.random() < 0.05:
                phases.add(state.phase)
                found.append(state)
            state = state.after(state.sample(rng))
        found.append(state)
        if phases == PHASES and seed > 8:
            return found
    raise AssertionError(f"no game came to {PHASES - phases}")


def test_every_move_is_explained_in_one_short_line_also_when_it_is_not_possible(moments):
    for state in moments:
        shut = [("gear", name) for name in GEAR] + [("box", name) for name in BOXES] + [("cross",)]
        shut += [("shield", kind.name) for kind in state.sheet.species]
        for move in [*state.moves(), *shut]:
            line = state.explain(move)
            assert 0 < len(line) <= 70, (move, line)
            assert not line[0].islower()
            assert line.endswith(".")
    assert Boom.start(2).explain(("nonsense", 7)) == ""


def test_equipment_and_boxes_say_what_they_do_in_the_words_of_the_player_sheet(moments):
    for state in moments:
        for name, gear in GEAR.items():
            line = state.explain(("gear", name)).lower()
            assert gear.text.lower() in line
            assert ("needs its box" in line or "from next year" in line) == (name not in equipment(state, state.seat))
        for name, box in BOXES.items():
            line = state.explain(("box", name)).lower()
            needs = line.startswith("needs ")
            assert box.text.lower() in line or (needs and f"{GEAR[name].dice} dice, {GEAR[name].take} fish" in line)
            if state.phase == "box":
                shut = re.match(r"marked in year|needs |not with", line)
                assert bool(shut) == (("box", name) not in state.moves()), line


def test_a_catch_says_what_hangs_on_it_and_what_is_lost(moments):
    told = set()
    for state in moments:
        for move in state.moves():
            if move[0] not in ("take", "kill", "chill"):
                continue
            line = state.explain(move)
            lost = [len(rows) for rows in sea.what_if(state, [move[1]]).values()]
            told.add(line)
            if not sum(lost):
                assert "No later fish is lost" in line or re.match(
                    r"No fish is lost: (another arrow still leads|other arrows still lead) there\.", line
                )
                continue
            counted = line.replace("The one fish", "All 1 fish").replace("Both fish", "All 2 fish")
            counted = re.sub(r"All (\d+) fish that comes? from it", r"Of the \1 fish, \1", counted)
            told_long = r"(\d+) (?:is|are) lost next year(?:, (\d+) more later)?"
            brief = r"Lost: (\d+) of \d+ next year(?:, (\d+) later)?"
            following, later = (re.search(told_long, counted) or re.search(brief, line)).groups()
            assert [int(following), int(later or 0)] == [lost[0], sum(lost[1:])]
            hang = int(re.search(r"(?:Of the|Lost: \d+ of) (\d+)", counted)[1])
            row = state.sheet.index[move[1]]
            grown = state.sheet.grow(state.living, state.year)
            assert hang == (state.sheet.out[state.year - 1][row] & grown).bit_count() >= lost[0]
    assert len(told) > 10


def test_a_die_of_illegal_fishing_says_what_it_would_kill(moments):
    for state in (state for state in moments if state.phase == "illegal"):
        for face in range(1, 7):
            row = state.illegal_target(face)
            assert state.explain(("roll", face)).startswith(
                f"Kills {state.sheet.names[row] if row >= 0 else 'nothing'}"
            )


def test_there_is_advice_and_a_short_prompt_in_every_phase(moments):
    for state in moments:
        if state.turn() == OVER:
            assert state.coach() == ""
        else:
            assert 0 < len(state.coach()) <= 160
            assert len(state.prompt()) <= 60, state.prompt()


def test_advice_counts_the_plates_that_are_still_empty():
    state = Boom.start(2, first_demand=3)
    assert state.coach().startswith("3 empty plates: −2 points for each")
    assert Boom.start(2, first_demand=1).coach().startswith("1 empty plate: −2 points if")
    assert Boom.start(2).coach().startswith("No plate is empty")


def test_what_decided_the_game_is_told_at_its_end_and_adds_up(moments):
    ends = [state for state in moments if state.turn() == OVER]
    assert all(state.decided() == "" for state in moments if state.turn() != OVER)
    for state in ends:
        text = state.decided()
        assert ("ran empty" in text) == state.empty_sea
        if state.setup.cooperative:
            filled, empty = map(int, re.search(r"Together (\d+) plates? .* and (\d+) stayed", text).groups())
            assert filled - 2 * empty == state.scores()[0]
        else:
            found = re.search(r"(Seat \w) filled (\d+) plates? and left (\d+)", text)
            best = "ABCD".index(found[1][-1])
            assert best in state.winners()
            assert int(found[2]) - 2 * int(found[3]) == state.scores()[best]


def test_the_whole_game_is_told_in_at_most_300_words_a_topic_to_a_line():
    assert 100 < len(Boom.words.summary.split()) <= 300
    for line in Boom.words.summary.splitlines():
        assert re.match(r"[A-Z][\w ]{2,20}: [A-Z“]", line), line


def test_the_log_names_a_single_fish_in_the_readers_language():
    state = Boom.start(2)
    assert {one_fish(name) for name in state.sheet.names} == {*state.sheet.names}, "in English as on the board"
    messages.use(unmarked.BRACKETS)
    try:
        assert not any(unmarked.outside(one_fish(name)) for name in state.sheet.names)
    finally:
        messages.use(messages.ENGLISH)
    assert one_fish("own-fish-3") == "own-fish-3", "of a sheet of one's own"


def test_a_shared_win_tells_the_plates_of_all_who_share_it():
    seen = 0
    for seed in range(400):
        rng, state = Random(seed), Boom.start(4)
        while state.phase != "over":
            state = state.after(state.sample(rng))
        if len(state.winners()) > 1:
            said = state.words.decided(state)
            assert all(f"{state.seat_name(seat)} " in said for seat in state.winners()), said
            seen += 1
            if seen == 3:
                return
    raise AssertionError("no win was shared")


def test_the_card_of_a_trawlers_die_says_whether_it_kills():
    rng, seen = Random(1), set()
    for dice in product(range(1, 7), repeat=3):
        state = Boom.start(2)
        state = state.but(
            phase="kills",
            gear="trawler",
            dice=dice,
            living=sum(1 << row for row in rng.sample(range(state.living.bit_length()), 6)),
        )
        for move in state.moves():
            after = state.after(move)
            while after.phase == "take":
                after = after.after(next(one for one in after.moves() if one[0] == "take"))
            kills = after.phase == "kill"
            assert state.explain(move).startswith("Kills 1 fish" if kills else ("Kills nothing", "No living fish")), (
                dice,
                move,
            )
            assert len(state.explain(move)) <= 70
            seen.add((kills, "taken first" in state.explain(move)))
    assert seen == {(True, False), (False, False), (False, True)}
