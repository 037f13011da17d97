"""The High Seas as a network: the sheet, the arrows, what dies with what, and who is to blame."""

from __future__ import annotations

import copy
import doctest
from pathlib import Path
from random import Random

import pytest

import fishlab.boom.network as network
import fishlab.boom.players
import fishlab.boom.sea
from fishlab.boom.network import (
    DEPLETION_EXAMPLE,
    SOURCES,
    attribute,
    deplete,
    living_next,
    load_sheet,
    rows_of,
)
from fishlab.boom.rules import Boom
from fishlab.table_files import read_figures

SHEET = load_sheet()
STANDARD = Path(network.__file__).with_name("boom.toml")


@pytest.fixture
def data():
    return read_figures("sheet", STANDARD)


def fish_years(year, mask):
    return {(year, row) for row in rows_of(mask)}


# The rule.


@pytest.mark.parametrize("module", [fishlab.boom.sea, network, fishlab.boom.players])
def test_the_examples_in_the_docstrings_are_true(module):
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_depletion_example_of_the_rulebook_1_one_living_arrow_is_enough():
    assert "1" not in deplete(DEPLETION_EXAMPLE.alive, DEPLETION_EXAMPLE.arrows)


def test_depletion_example_of_the_rulebook_2_its_arrow_is_from_a_living_fish():
    assert "2" in living_next(DEPLETION_EXAMPLE.alive, DEPLETION_EXAMPLE.arrows)


def test_depletion_example_of_the_rulebook_3_an_arrow_from_a_taken_fish_does_not_help():
    assert DEPLETION_EXAMPLE.this_year["b"] == "taken"
    assert "3" in deplete(DEPLETION_EXAMPLE.alive, DEPLETION_EXAMPLE.arrows)


def test_depletion_example_of_the_rulebook_4_killed_and_depleted_are_both_dead():
    assert {DEPLETION_EXAMPLE.this_year[fish] for fish in "cd"} == {"killed", "depleted"}
    assert deplete(DEPLETION_EXAMPLE.alive, DEPLETION_EXAMPLE.arrows) == DEPLETION_EXAMPLE.depleted == {"3", "4"}


def test_the_masks_follow_the_same_rule_as_the_sets():
    rng = Random(1)
    for _ in range(300):
        year, living = rng.randint(1, 9), rng.getrandbits(23)
        arrows = [(arrow.source, arrow.target) for arrow in SHEET.arrows[year - 1]]
        assert set(rows_of(SHEET.grow(living, year))) == living_next(rows_of(living), arrows)


# The sheet of the game.


def test_the_sheet_has_ten_species_in_the_printed_order_and_23_rows():
    titles = " ".join(kind.title for kind in SHEET.species)
    assert titles == "Sharks Tuna Mackerel Herring Pollock Anchovy Shrimp Cod Squid Whales"
    assert len(SHEET.names) == 23
    assert SHEET.names[:3] == ("shark-1", "shark-2", "tuna-1")
    assert SHEET.names[-1] == "whale-2"


def test_die_by_row():
    dice = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6, 6, 6, 5, 5, 4, 3, 2, 1]
    assert list(SHEET.dice) == dice
    assert min(row for row, die in enumerate(dice) if die == 3) in SHEET.species[1].rows
    assert dice.count(4) >= 2


def test_illegal_fishing_dice_as_printed():
    assert SHEET.illegal == {2: (1, 2, 3, 2, 4, 3, 5, 4, 5, 0), 3: (1, 2, 2, 3, 3, 3, 3, 3, 4, 0)}


def test_demand_rises_by_one_in_years_3_6_and_9():
    assert SHEET.plus_one == {3, 6, 9}


def test_207_fish_years_after_the_first_144_with_one_arrow_in_and_63_with_two():
    into = [mask.bit_count() for year in SHEET.into[1:] for mask in year]
    assert (len(into), into.count(1), into.count(2)) == (207, 144, 63)


def test_no_fishing_means_no_loss():
    assert SHEET.forward(SHEET.everything, 1) == (SHEET.everything,) * 9


def test_each_species_spawns_one_fish_every_year():
    for year in range(1, 10):
        spawning = [SHEET.kind[arrow.source] for arrow in SHEET.arrows[year - 1] if arrow.spawns]
        assert spawning == list(range(10))


def test_most_species_grow_row_by_row_and_spawn_from_the_next_row():
    for name, size in [("shark", 2), ("mackerel", 2), ("herring", 2), ("pollock", 3), ("anchovy", 2), ("squid", 2)]:
        base = SHEET.row(f"{name}-1")
        for year in range(1, 10):
            q = year % size
            expected = {(row, row, False) for row in range(size)} | {((q + 1) % size, q, True)}
            arrows = [arrow for arrow in SHEET.arrows[year - 1] if base <= arrow.source < base + size]
            assert {(arrow.source - base, arrow.target - base, arrow.spawns) for arrow in arrows} == expected


@pytest.mark.parametrize("name", ["cod", "whale"])
def test_of_cod_and_whales_only_the_bottom_row_has_young(name):
    for year in range(1, 10):
        assert SHEET.arrows_out(f"{name}-1", year) == ()
        targets = {SHEET.names[arrow.target] for arrow in SHEET.arrows_out(f"{name}-2", year)}
        assert targets == {f"{name}-1", f"{name}-2"}


def test_tuna_pairs_cross_and_fan_by_turns():
    def pairs(year):
        base = SHEET.row("tuna-1")
        return {(a.source - base, a.target - base) for a in SHEET.arrows[year - 1] if SHEET.kind[a.source] == 1}

    for year in range(1, 10):
        odd, even = {(0, 1), (1, 0), (3, 2), (3, 3)}, {(1, 0), (1, 1), (2, 3), (3, 2)}
        assert pairs(year) == (odd if year % 2 else even)


def test_every_figure_of_the_file_carries_a_source_mark(data):
    marks = [data["years"]["source"], data["plus_one"]["source"]]
    marks += [table["source"] for table in data["illegal"].values()] + [box["source"] for box in data["box"]]
    for species in data["species"]:
        assert set(species["source"]) == {"name", "rows", "dice", "arrows"}
        marks += species["source"].values()
    assert set(marks) <= set(SOURCES)
    assert data["illegal"]["2"]["source"] == "printed"
    assert data["plus_one"]["source"] == "inferred"
    assert {species["source"]["arrows"] for species in data["species"]} == {"reconstructed"}


def test_sixteen_boxes_fourteen_with_four_players():
    for players, total in [(2, 16), (3, 16), (4, 14)]:
        assert sum(box.copies for box in SHEET.boxes if players in box.players) == total


# Asking the network.


def test_arrows_out_and_in_name_their_ends():
    out = SHEET.arrows_out("shark-1", 1)
    assert [(SHEET.names[arrow.target], arrow.spawns) for arrow in out] == [("shark-1", False), ("shark-2", True)]
    assert {SHEET.names[arrow.source] for arrow in SHEET.arrows_in("shark-2", 2)} == {"shark-1", "shark-2"}
    assert SHEET.arrows_in("shark-2", 1) == ()
    assert SHEET.arrows_out("shark-2", 10) == ()


def test_losses_next_year_and_all_later_ones():
    lost = SHEET.losses(SHEET.mask(["cod-2"]), 1)
    assert len(lost) == 9
    assert all(SHEET.names_of(mask) == ["cod-1", "cod-2"] for mask in lost)
    assert SHEET.losses(SHEET.mask(["cod-1"]), 1) == (0,) * 9
    assert SHEET.names_of(SHEET.losses(SHEET.mask(["shark-1"]), 1)[0]) == ["shark-1"]
    assert SHEET.losses(SHEET.mask(["shark-1"]), 1)[1] == 0, "the next spawning fills the gap"


def test_what_is_lost_anyway_is_not_counted():
    gone = SHEET.everything & ~SHEET.mask(["whale-2"])
    assert SHEET.losses(SHEET.mask(["whale-1"]), 1, gone) == (0,) * 9


def reachable(sources, year, without):
    """Walk the arrows from all sources, never through `without`: the long way to the dominators."""
    seen, frontier = set(), {row for row in sources if (year, row) != without}
    for now in range(year, SHEET.years):
        frontier = {arrow.target for arrow in SHEET.arrows[now - 1] if arrow.source in frontier}
        frontier = {row for row in frontier if (now + 1, row) != without}
        seen |= {(now + 1, row) for row in frontier}
    return seen


def test_a_fish_alone_supports_what_only_its_arrows_reach():
    rng = Random(2)
    for _ in range(60):
        year, living = rng.randint(1, 9), rng.getrandbits(23)
        for row in rows_of(living):
            every = reachable(rows_of(living), year, None)
            alone = every - reachable(rows_of(living), year, (year, row))
            found = SHEET.supports(row, year, living)
            assert set().union(*(fish_years(year + 1 + later, mask) for later, mask in enumerate(found))) == alone
            assert SHEET.impact(row, year, living) == len(alone)


def test_steps_name_the_arrows_that_fail_and_hold():
    living = SHEET.everything & ~SHEET.mask(["shark-1", "cod-2"])
    steps = {SHEET.names[step.row]: step for step in SHEET.steps(living, 1)}
    assert list(steps) == list(SHEET.names)
    assert steps["shark-1"].depleted
    assert [SHEET.names[arrow.source] for arrow in steps["shark-1"].failed] == ["shark-1"]
    assert not steps["shark-2"].depleted
    assert [SHEET.names[arrow.source] for arrow in steps["shark-2"].failed] == ["shark-1"]
    assert [SHEET.names[arrow.source] for arrow in steps["shark-2"].held] == ["shark-2"]
    assert steps["cod-1"].depleted
    assert steps["cod-2"].depleted
    assert {row for row, step in enumerate(steps.values()) if step.depleted} == set(
        rows_of(SHEET.everything & ~SHEET.grow(living, 1))
    )


def test_blame_is_shared_equally_between_the_dead_that_pointed_to_a_fish():
    marks = [(SHEET.mask(["shark-1"]), SHEET.mask(["shark-2"]), 0)]
    shares = attribute(SHEET, marks, 3)
    assert shares[0][SHEET.row("shark-1")] == (1, 0, 0)
    assert shares[1][SHEET.row("shark-1")] == (1, 0, 0)
    assert shares[1][SHEET.row("shark-2")] == (0.5, 0.5, 0)
    assert shares[2][SHEET.row("shark-1")] == (0.75, 0.25, 0)
    assert SHEET.row("tuna-1") not in shares[1]


# Sheets of one's own.


def test_a_copy_of_the_sheet_is_the_same_sheet(tmp_path, data):
    path = tmp_path / "copy.toml"
    path.write_bytes(STANDARD.read_bytes())
    assert load_sheet(path) == load_sheet(str(path)) == load_sheet(data) == SHEET
    assert hash(load_sheet(path)) == hash(SHEET)
    assert load_sheet(SHEET.data()) == SHEET
    assert copy.deepcopy(SHEET) == SHEET


def test_a_corrected_sheet_changes_the_game(tmp_path):
    path = tmp_path / "mine.toml"
    text = STANDARD.read_text(encoding="utf-8")
    path.write_text(text.replace("dice = [2, 2, 3, 3]", "dice = [2, 2, 2, 3]"), encoding="utf-8")
    state = Boom.start(2, sheet=str(path))
    assert state.sheet != SHEET
    assert ("take", "tuna-3") in state.after(("gear", "default")).after(("roll", 2)).moves()
    plain = Boom.canonical({"sheet": str(path)})
    assert plain["sheet"]["species"][1]["dice"] == [2, 2, 2, 3]
    assert Boom.start(2, **plain) == state


def test_a_small_sheet_for_a_lesson_plays_to_its_end():
    small = {
        "years": {"count": 3, "source": "reconstructed"},
        "species": [
            {"name": "cod", "dice": [1, 6], "arrows": ["2>1* 2>2", "2>1* 2>2"], "source": "reconstructed"},
            {"name": "tuna", "dice": [3], "arrows": ["1>1", "1>1"], "source": "reconstructed"},
        ],
    }
    rng = Random(3)
    for players in (2, 3, 4):
        state = Boom.start(players, sheet=small)
        assert state.sheet.names == ("cod-1", "cod-2", "tuna-1")
        while state.phase != "over":
            state = state.after(state.sample(rng))
        assert state.year <= 3


def change(data, *path, to):
    """Return a copy of the data with one value changed; `to` is None to leave a key out."""
    data = copy.deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    if to is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return data


ARROWS = ("species", 0, "arrows", 2)
BAD = [
    (("species", 1, "dice", 2), 7, r"species\[1\] \(tuna\)\.dice\[2\] = 7 .*from 1 to 6"),
    (("species", 1, "dice", 2), True, r"dice\[2\] = True"),
    (("species", 1, "dice"), [], r"\(tuna\)\.dice must be a list of 1 to 8 dice"),
    (("species", 2, "name"), "haddock", r"species\[2\]\.name = 'haddock' .*choose shark, tuna"),
    (("species", 2, "name"), "shark", r"species\[2\]\.name = 'shark' .*once"),
    (("species", 2, "name"), None, r"species\[2\]\.name is missing"),
    (ARROWS, "1>1 2>2 1>3*", r"\(shark\)\.arrows\[2\] = '1>3\*' .*no row 3: shark has rows 1 to 2"),
    (ARROWS, "1>1 2>", r"arrows\[2\] = '2>' .*row>row"),
    (ARROWS, "1>1 2>1*", r"arrows\[2\] = .*no arrow points to shark-2 of year 4"),
    (ARROWS, "1>1 1>1 2>2", r"'1>1' .*twice"),
    (ARROWS, 5, r"arrows\[2\] = 5 .*one text"),
    (("species", 0, "arrows"), ["1>1 2>2"], r"arrows must be a list of 9 lines"),
    (("species", 0, "source"), "guessed", r"'guessed' .*printed, recovered, inferred or reconstructed"),
    (("species", 0, "source", "dice"), None, r"source\.dice is missing"),
    (("species", 0, "colour"), "blue", r"species\[0\]\.colour = 'blue' .*no such key"),
    (("species",), {}, r"species must be a list"),
    (("species",), None, r"species is missing"),
    (("years", "count"), 11, r"years\.count = 11 .*from 1 to 10"),
    (("years",), 10, r"years = 10 .*table with count, source"),
    (("plus_one", "years"), [1, 3], r"plus_one\.years\[0\] = 1 .*from 2 to 10"),
    (("plus_one", "years"), [3, 3], r"plus_one\.years = \[3, 3\] .*once"),
    (("illegal", "2", "dice"), [1, 2], r"illegal\.2\.dice must be a list of 10 numbers of dice"),
    (("illegal", "2", "dice", 0), -1, r"illegal\.2\.dice\[0\] = -1 .*from 0 to 20"),
    (("illegal", "5"), {}, r"illegal\.5 = .*2, 3 or 4"),
    (("illegal",), [], r"illegal = \[\] "),
    (("title",), "", r"title = '' .*1 to 60"),
    (("board",), 3, r"board = 3 .*no such key"),
    (("box", 2, "name"), "harpoon", r"box\[2\]\.name = 'harpoon' .*choose release"),
    (("box", 2, "count"), 2, r"\(seine\)\.count = 2 .*from 1 to 1"),
    (("box", 2, "players"), [5], r"\(seine\)\.players = 5 .*from 2 to 4"),
    (("box", 3, "name"), "seine", r"'seine' .*once"),
    (("box", 2), None, r"box = 'seine\+' .*needs the box 'seine'"),
    (("box", 2, "players"), [2, 3], r"box = 'seine\+' .*'seine', which 4 players do not have"),
    (("box",), [{"name": "radar", "count": 1, "players": [2, 3, 4], "source": "printed"}], r"2 players 1 boxes.*10"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD, ids=[f"{'.'.join(map(str, p))}={v}" for p, v, _ in BAD])
def test_a_bad_sheet_is_refused_with_key_value_and_what_is_allowed(data, path, value, message):
    if path[-1] == "source" and isinstance(value, str):
        data = change(data, *path, to=dict.fromkeys(("name", "rows", "dice", "arrows"), value))
    else:
        data = change(data, *path, to=value)
    with pytest.raises(ValueError, match=message):
        Boom.start(2, sheet=data)


def test_too_many_rows_are_refused(data):
    for species in data["species"]:
        species["dice"] = [1] * 8
        species["arrows"] = [" ".join(f"{row}>{row}" for row in range(1, 9))] * 9
    with pytest.raises(ValueError, match="80 rows together: at most 40"):
        load_sheet(data)


def test_a_file_that_is_no_sheet_is_refused_with_its_name(tmp_path):
    with pytest.raises(ValueError, match=r"nowhere\.toml' cannot be read \(No such file"):
        load_sheet(tmp_path / "nowhere.toml")
    with pytest.raises(ValueError, match=r"passwd' is not a file of figures: .*\.toml"):
        load_sheet("passwd")
    broken = tmp_path / "broken.toml"
    broken.write_text("years = [", encoding="utf-8")
    with pytest.raises(ValueError, match=r"broken\.toml' is not a TOML file"):
        load_sheet(broken)
    broken.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="is not a TOML file"):
        load_sheet(broken)
    broken.write_text("#" * 300_000, encoding="utf-8")
    with pytest.raises(ValueError, match="300,000 bytes: a file of figures has at most 200,000"):
        load_sheet(broken)


@pytest.mark.parametrize("nonsense", [5, [1], {1: {2}}, {"years": object()}, "", {}])
def test_nonsense_in_place_of_a_sheet_is_refused(nonsense):
    with pytest.raises(ValueError, match="sheet"):
        load_sheet(nonsense)


def test_an_unknown_row_is_refused_with_the_rows_there_are():
    for wrong in ("trout-1", 23, -1):
        with pytest.raises(ValueError, match="rows run from shark-1 to whale-2"):
            SHEET.row(wrong)
