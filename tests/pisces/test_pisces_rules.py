"""Pisces by the rulebook: a test for every sentence, in the order of the rules."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from random import Random

import laws
import pytest

from fishlab.core import CHANCE, OVER, BadCode, IllegalMove, Reason
from fishlab.match import Match
from fishlab.pisces.boards import (
    SOURCES,
    STAGES,
    figures,
    life_cycle_steps,
    make_sea,
    read_boards,
    spread,
    stage_totals,
    standard_boards,
)
from fishlab.pisces.contents import (
    boats_in,
    catch_rows,
    last_life_cycle,
    piles,
    stage_chips,
    stars_left,
    stock_rows,
    trophies_left,
)
from fishlab.pisces.phrases import PHASES, phase_number
from fishlab.pisces.players import BOTS, area_worth, harm_of, odds, points_of, recovery
from fishlab.pisces.rules import GEAR, Pisces, outcome_tokens

laws.find_game("pisces")  # registered for saving, also before the package lists it

FOUR = ("snapper", "shark", "tuna", "crab")
SIX = ("snapper", "shark", "tuna", "mahi-mahi", "crab", "sardine")


def begin(*boards, **options):
    """Return a game with these boards, seat 0 first, after the tournament cards if there are any to draw."""
    return Pisces.start(len(boards), boards=boards, **{"first": 0, **options})


def bare(*boards, **options):
    """Return a game without blocks and tournaments: it opens with the fleet."""
    return begin(*boards, blocks=False, tournaments=False, **options)


def play(state, *lines):
    """Play moves in notation, each checked."""
    for line in lines:
        move = state.parse(line)
        assert move in state.moves(), f"{line}: {state.why_not(move)}"
        state = state.after(move)
    return state


def why(state, line):
    reason = state.why_not(state.parse(line))
    assert isinstance(reason, Reason), f"{line} is legal"
    return reason


def put(values, place, value):
    """Return a tuple with one value changed."""
    return (*values[:place], value, *values[place + 1 :])


def more(rows, seat, place, count):
    """Return rows of numbers with more of one thing in a seat's row."""
    return put(rows, seat, put(rows[seat], place, rows[seat][place] + count))


def chips(state, board, **by_name):
    """Return the state with some stacks of a board set by name, the difference made up by the centre."""
    kind = state.kind(board)
    stacks = list(state.stacks[board])
    for name, count in by_name.items():
        stacks[kind.stacks.index(name.replace("_", "-"))] = count
    changed = state.but(stacks=put(state.stacks, board, tuple(stacks)))
    centre = state.centre[board] + sum(state.stacks[board]) - sum(stacks)
    assert centre >= 0, "the example has too many chips"
    return changed.but(centre=put(state.centre, board, centre))


def hold(state, seat, **counts):
    """Return the state with a seat holding chips, taken from the centres."""
    for name, count in counts.items():
        board = state.board_of(name.replace("_", "-"))
        assert state.centre[board] >= count
        state = state.but(
            held=more(state.held, seat, board, count),
            centre=put(state.centre, board, state.centre[board] - count),
        )
    return state


def gear(state, seat, **counts):
    for name, count in counts.items():
        state = state.but(gear=more(state.gear, seat, GEAR.index(name), count))
    return state


def buying(state, seat=0):
    return state.but(phase="buy", seat=seat, round=1)


def auction(state):
    """Return the state at the start of the first-player bidding."""
    return state.but(round=1)._next_bidder(state.first + 1)


def next_round(state):
    """Return the state as the next round begins."""
    return state._next_round(0)


def fishing(state, *areas):
    """Return the state with seat 0's boats on these areas and everybody else's on the ocean, seat 0 to fish."""
    players = state.players
    fleet = [tuple(state.area_number(area) for area in areas)]
    fleet += [(players,) * state.boats[seat] for seat in range(1, players)]
    boats = (len(areas), *state.boats[1:])
    return state.but(phase="fish", seat=0, round=max(state.round, 1), fleet=tuple(fleet), boats=boats)


# The boards as data.


@pytest.mark.parametrize(
    ("name", "spots", "count", "recruits", "dice"),
    [
        ("snapper", [[1, 1], [2, 2], [5, 4, 3], [6, 6, 6]], 20, [0, 2, 4, 5, 5], 1),
        ("shark", [[1, 1], [2, 2], [5, 4, 3], [6, 6]], 15, [0, 1, 3, 3, 4], 1),
        ("tuna", [[2, 1], [5, 4, 3], [6, 6, 6]], 15, [0, 2, 4, 5, 5], 1),
        ("mahi-mahi", [[2, 2, 1, 1], [5, 4, 3], [6, 6, 6]], 20, [0, 3, 5, 6, 7], 1),
        ("crab", [[12, 11, 3, 2], [10, 9, 8, 6, 5, 4], [7, 7, 7]], 25, [0, 3, 5, 6, 7, 8], 2),
        ("sardine", [[12, 11, 10, 9, 8, 6, 5, 4, 3, 2], [7, 7, 7]], 30, [0, 1, 1, 1, 2], 2),
    ],
)
def test_each_board_has_its_stages_spots_chips_and_recruits(name, spots, count, recruits, dice):
    kind = begin(name, "tuna" if name != "tuna" else "crab").kind(0)
    assert [list(stage.spots) for stage in kind.stages] == spots
    assert [stage.name for stage in kind.stages] == list(STAGES[-len(spots) :])
    assert (kind.chips, list(kind.recruits), kind.dice) == (count, recruits, dice)
    assert kind.by_dice == (name == "sardine")
    assert [stage.colour for stage in kind.stages] == ["red"] * (len(spots) - 2) + ["green", "green"]


def test_stages_vary_from_two_to_four():
    assert {name: len(board["stages"]) for name, board in standard_boards()["species"].items()} == {
        "snapper": 4, "shark": 4, "tuna": 3, "mahi-mahi": 3, "crab": 3, "sardine": 2,
    }  # fmt: skip


def test_every_outcome_of_the_dice_belongs_to_one_number_of_the_board():
    for kind in make_sea("null", "standard", True, True, 6).species:
        outcomes = range(kind.dice, 6 * kind.dice + 1)
        assert all(kind.hits[number] for number in outcomes)


def test_chip_values_are_four_to_nine_and_the_printed_sum_is_24():
    for values, snapper, shark in (("standard", 9, 6), ("even", 8, 8)):
        worth = {kind.name: kind.value for kind in make_sea("null", values, True, True, 6).species}
        assert set(worth.values()) <= set(range(4, 10))
        assert worth["sardine"] == 4
        assert (worth["snapper"], worth["shark"]) == (snapper, shark)
        assert 2 * worth["snapper"] + worth["shark"] == 24
    assert len({kind.value for kind in make_sea("null", "standard", True, True, 6).species}) == 6


def test_every_figure_carries_a_source_mark():
    rows = figures()
    assert {row["source"] for row in rows} == {"printed", "inferred", "reconstructed"}
    assert len(rows) == 11 + 6 * 4 + 4 + 4 + 3 + 3 + 3 + 2
    marks = {row["where"]: row["source"] for row in rows}
    assert marks["sardine.value"] == marks["tuna.chips"] == marks["game.boat_price"] == "printed"
    assert marks["snapper.value"] == marks["game.cards"] == marks["game.gear_cards"] == "inferred"
    assert marks["crab.recruits"] == marks["shark.adult"] == marks["game.highest_bid"] == "reconstructed"


OWN = {
    "species": {
        "eel": {
            "label": "Eel",
            "chips": {"value": 12, "source": "reconstructed"},
            "dice": {"value": 1, "source": "reconstructed"},
            "value": {"standard": 5, "even": 5, "source": "reconstructed"},
            "recruits": {"dice": [0, 1], "source": "reconstructed"},
            "stages": [
                {"name": "adult", "colour": "green", "spots": [3, 2, 1], "source": "reconstructed"},
                {"name": "spawner", "colour": "green", "spots": [6, 5], "source": "reconstructed"},
            ],
        }
    },
    "game": {"boat_price": {"value": 15, "source": "recovered"}},
}


def own(**changes):
    """Return a boards file with parts of the eel board replaced."""
    data = json.loads(json.dumps(OWN))
    data["species"]["eel"].update(changes)
    return data


def figure(value, source="printed"):
    return {"value": value, "source": source}


def adults(**changes):
    """Return a boards file with the eel's adult stage changed."""
    data = own()
    data["species"]["eel"]["stages"][0].update(changes)
    return data


def test_a_teachers_file_replaces_what_it_names_and_nothing_else():
    state = begin("eel", "tuna", boards_file=OWN)
    assert state.kind(0).label == "Eel"
    assert (state.centre[0], len(state.stacks[0])) == (7, 5)
    assert (state.sea.boat_price, state.sea.gear_price) == (15, 10)
    assert state.kind(1) == begin("tuna", "crab").kind(0)


def test_a_teachers_file_may_correct_a_standard_board():
    tuna = json.loads(json.dumps(standard_boards()["species"]["tuna"]))
    tuna["recruits"] = {"chips": [0, 1, 2], "source": "printed"}
    assert begin("tuna", "crab", boards_file={"species": {"tuna": tuna}}).kind(0).recruits == (0, 1, 2)
    assert begin("tuna", "crab").kind(0).recruits == (0, 2, 4, 5, 5)


def test_a_boards_file_given_as_python_data_may_hold_tuples():
    data = own()
    data["species"]["eel"]["recruits"]["dice"] = (0, 2)
    assert begin("eel", "crab", boards_file=data).kind(0).recruits == (0, 2)


def test_a_boards_file_is_read_from_a_path_and_saved_as_plain_data(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[game]\ntrophy = { value = 12, source = "printed" }\n', encoding="utf-8")
    match = Match(Pisces, 2, boards_file=str(path), boards=("tuna", "crab"), first=0)
    assert match.options["boards_file"] == {"game": {"trophy": {"value": 12, "source": "printed"}}}
    path.unlink()
    assert Match.from_code(match.code()).state == match.state
    assert Match.from_json(match.to_json()).state.sea.trophy == 12


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (own(chips=figure(4)), "species.eel.chips = 4 does not add up: each of its 5 spots starts with a chip"),
        (own(chips=figure("12")), "species.eel.chips.value = '12': write a whole number from 1 to 99"),
        (own(chips=figure(True)), "species.eel.chips.value = True: write a whole number from 1 to 99"),
        (own(chips=figure(12, "guessed")), "species.eel.chips.source = 'guessed': choose printed, recovered, inferred"),
        (own(chips={"value": 12}), "species.eel.chips.source is missing"),
        (own(chips=12), "species.eel.chips = 12: write a table here"),
        (own(dice=figure(3)), "species.eel.dice.value = 3: write a whole number from 1 to 2"),
        (own(label=""), "species.eel.label = '': write a name of 1 to 20 letters"),
        (own(value={"standard": 0, "even": 5, "source": "printed"}), "species.eel.value.standard = 0: write a whole"),
        (own(value={"standard": 5, "source": "printed"}), "species.eel.value.even is missing"),
        (own(recruits={"chips": [1, 2], "source": "printed"}), "species.eel.recruits.chips starts with 1: without"),
        (own(recruits={"dice": [0, 9], "source": "printed"}), r"species.eel.recruits.dice\[1\] = 9: write .* 0 to 4"),
        (own(recruits={"chips": [], "source": "printed"}), "species.eel.recruits.chips = .*: write a list of 1 to 31"),
        (own(recruits={"source": "printed"}), "species.eel.recruits.chips is missing"),
        (own(stages=[]), "species.eel.stages: list two to four stages"),
        (adults(name="young"), r"species.eel.stages\[0\].name = 'young': the stage here is 'adult'"),
        (adults(colour="blue"), r"species.eel.stages\[0\].colour = 'blue': choose 'red'"),
        (adults(spots=[1, 2]), r"species.eel.stages\[0\].spots = \[1, 2\]: list the highest dice outcome first"),
        (adults(spots=[7]), r"species.eel.stages\[0\].spots\[0\] = 7: write a whole number from 1 to 6"),
        (own(colour="blue"), "species.eel.colour is not known: choose label, chips"),
        ({"species": {"Red Eel": {}}}, "species.Red Eel: a species is named in small letters"),
        ({"species": {"ocean": {}}}, "species.ocean: a species is named in small letters"),
        ({"species": {"eel": {}}}, "species.eel.label is missing"),
        ({"game": {"trophies": figure(1)}}, "game.trophies is not known: choose boats"),
        ({"game": {"cards": figure(5)}}, "game.cards.value = 5: write a whole number from 6 to 99"),
        ({"game": {"boats": figure(4)}}, "game.boats = 4 is more than game.most_boats = 3"),
        ({"games": {}}, "boards_file: games is not known: choose game, species"),
        ({"game": 3}, "boards_file: game = 3: write a table here"),
        (7, "boards_file=7 is not possible: choose a path to a .toml file"),
        ("missing.toml", "boards_file='missing.toml' cannot be read"),
    ],
)  # fmt: skip
def test_a_bad_boards_file_is_refused_by_key_value_and_what_is_allowed(data, message):
    with pytest.raises(ValueError, match=message):
        Pisces.start(2, boards_file=data)


def test_a_boards_file_that_is_not_toml_or_too_long_is_refused(tmp_path):
    broken, long, other = tmp_path / "broken.toml", tmp_path / "long.toml", tmp_path / "notes.txt"
    broken.write_text("[game\n", encoding="utf-8")
    long.write_text("#" * 300_000, encoding="utf-8")
    other.write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match=r"broken.toml' is not a TOML file"):
        read_boards(broken)
    with pytest.raises(ValueError, match=r"long.toml' has .* bytes: a file of figures has at most"):
        read_boards(long)
    with pytest.raises(ValueError, match=r"cannot be read .*: choose a .toml file|is not a file of figures"):
        read_boards("x" * 5000 + ".toml")
    with pytest.raises(ValueError, match=r"notes.txt' is not a file of figures: choose a file .* ends in .toml"):
        read_boards(other)


def test_a_teachers_board_plays_whole_games_by_the_laws():
    laws.check_game(Pisces, 3, {"boards_file": OWN, "boards": ["eel", "crab", "sardine"]}, seed=1, every=5)


# Options.


def test_seven_players_are_refused():
    with pytest.raises(ValueError, match="7 players cannot play pisces: choose 2 to 6"):
        Pisces.start(7)


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (2, {"boards": ("tuna",)}, r"boards=\('tuna',\) is not possible: give 2 different species out of snapper"),
        (2, {"boards": ("tuna", "tuna")}, "is not possible because of 'tuna'"),
        (2, {"boards": ("tuna", "cod")}, "is not possible because of 'cod'"),
        (2, {"boards": ("tuna", 3)}, "is not possible because of 3"),
        (2, {"boards": "tu"}, "boards='tu' is not possible"),
        (3, {"first": 3}, "first=3 is not possible: with 3 players choose 0 to 2"),
        (2, {"first": "A"}, "first='A' is not possible"),
        (2, {"values": "odd"}, "values='odd' is not possible: choose 'standard' or 'even'"),
        (2, {"rounds": 7}, "rounds=7 is not possible: choose a whole number from 1 to 6"),
        (2, {"blocks": 1}, "blocks=1 is not possible"),
    ],
)
def test_wrong_options_are_refused_by_name_value_and_what_is_allowed(players, options, message):
    with pytest.raises(ValueError, match=message):
        Pisces.start(players, **options)


def test_options_that_cannot_be_saved_are_refused():
    with pytest.raises(ValueError, match="an option cannot be saved"):
        Match(Pisces, 2, boards={"tuna", "crab"})


def test_the_values_option_changes_what_chips_are_worth():
    assert hold(begin("snapper", "shark", values="even"), 0, snapper=1, shark=1).scores() == (16, 0)
    assert hold(begin("snapper", "shark"), 0, snapper=1, shark=1).scores() == (15, 0)


def test_without_blocks_and_tournaments_the_round_opens_with_the_fleet():
    assert bare("tuna", "crab").phase == "fleet"
    assert begin("tuna", "crab", tournaments=False).phase == "block"
    assert play(begin("tuna", "crab", blocks=False), "card tuna", "card crab").phase == "fleet"


def test_fewer_rounds_end_the_game_sooner():
    state = bare("tuna", "crab", rounds=1)
    for _, move in laws.walk(state, Random(1)):
        state = state.after(move)
    assert (state.round, state.phase) == (1, "over")


# Setup.


def test_the_first_player_is_decided_by_chance_each_seat_alike():
    state = Pisces.start(3)
    assert state.turn() == CHANCE
    assert state.moves() == (("first", "player-1"), ("first", "player-2"), ("first", "player-3"))
    assert play(state, "first player-3").first == 2


def test_the_first_player_selects_a_board_followed_by_each_player_clockwise():
    state = play(Pisces.start(3), "first player-2")
    assert state.turn() == 1
    state = play(state, "board crab")
    assert state.turn() == 2
    state = play(state, "board tuna")
    assert state.turn() == 0
    state = play(state, "board shark")
    assert state.species == ("shark", "crab", "tuna")
    assert (state.round, state.phase) == (1, "cards")


def test_each_board_is_a_different_species():
    state = play(Pisces.start(2, first=0), "board crab")
    assert ("board", "crab") not in state.moves()
    assert "crab board is taken by player 1" in why(state, "board crab")


def test_unselected_boards_leave_the_game():
    state = begin("tuna", "crab")
    assert state.areas == ("tuna", "crab", "ocean")
    assert set(state.moves()) == {("card", "tuna"), ("card", "crab")}


def test_players_are_named_by_their_species_once_they_have_a_board():
    state = play(Pisces.start(2, first=0), "board crab")
    assert [state.seat_name(seat) for seat in (0, 1, CHANCE, OVER)] == ["Crab", "Player 2", "Chance", "Nobody"]


@pytest.mark.parametrize(
    ("boards", "tokens"),
    [
        (2, (0, 0, 0, 1, 1, 1)),
        (3, (0, 0, 1, 1, 2, 2)),
        (4, (0, 1, 2, 3, -1, -1)),
        (5, (0, 1, 2, 3, 4, -1)),
        (6, (0, 1, 2, 3, 4, 5)),
    ],
)
def test_outcome_tokens_are_three_two_or_one_a_species(boards, tokens):
    assert outcome_tokens(boards) == tokens
    assert outcome_tokens(begin(*SIX[:boards]).players) == tokens


def test_with_four_and_five_boards_the_remaining_numbers_are_rolled_again():
    state = play(fishing(bare(*FOUR), "ocean"), "fish 1")
    assert state.moves() == (("roll", 1), ("roll", 2), ("roll", 3), ("roll", 4))
    reason = why(state, "roll 5")
    assert "means “roll again”" in reason
    assert reason.where == ("ocean",)
    five = play(fishing(bare(*SIX[:5]), "ocean"), "fish 1")
    assert len(five.moves()) == 5


def test_the_tournament_deck_holds_six_cards_of_each_species_in_play():
    state = begin("tuna", "crab", "shark")
    assert Counter(state.moves()) == {("card", "tuna"): 6, ("card", "crab"): 6, ("card", "shark"): 6}


def test_one_chip_lies_on_every_spot_and_the_rest_in_the_centre():
    state = begin(*SIX)
    assert all(set(stacks) == {1} for stacks in state.stacks)
    assert state.centre == (10, 6, 7, 10, 12, 17)


def test_each_player_starts_with_two_boats_and_no_gear_stars_or_trophies():
    state = begin(*SIX)
    assert state.boats == (2,) * 6
    assert state.gear == ((0, 0, 0),) * 6
    assert state.stars == state.trophies == (0,) * 6
    assert state.scores() == (0,) * 6
    assert [state.gear_left(item) for item in GEAR] == [6, 6, 6]


def test_stacks_are_named_by_stage_and_number_with_a_letter_where_numbers_repeat():
    assert begin("snapper", "tuna").kind(0).stacks == (
        "young-1a", "young-1b", "juvenile-2a", "juvenile-2b", "adult-5", "adult-4", "adult-3",
        "spawner-6a", "spawner-6b", "spawner-6c",
    )  # fmt: skip


def test_stacks_are_told_with_stage_number_colour_chips_and_block():
    state = begin("tuna", "crab", tournaments=False)
    state = play(state, "block tuna adult-5")
    kind = state.kind(0)
    assert (kind.stacks[0], kind.stages[0].name, kind.numbers[0], kind.colours[0], state.stacks[0][0]) == (
        "juvenile-2", "juvenile", 2, "red", 1,
    )  # fmt: skip
    assert (kind.stacks[2], kind.colours[2], state.blocks[0]) == ("adult-5", "green", 2)
    assert stage_chips(state, 0) == {"juvenile": 2, "adult": 3, "spawner": 3}
    assert stage_chips(Pisces.start(2), 0) == {}


# Phase 1: tournament goals and turn number.


def test_two_cards_of_one_species_ask_for_two_of_its_chips():
    state = begin("tuna", "shark").but(phase="cards", goal=(1,))
    assert state.say(("card", "shark")) == "The tournament asks for two shark chips"


def test_two_tournament_cards_are_turned_up_each_round():
    state = begin("tuna", "crab")
    assert (state.round, state.turn(), phase_number(state)) == (1, CHANCE, 1)
    state = play(state, "card tuna", "card crab")
    assert state.goal == (0, 1)
    assert state.deck == (5, 5)
    assert state.phase == "block"


def test_a_card_of_a_species_that_has_run_out_cannot_come_up():
    state = begin("tuna", "crab").but(deck=(0, 2), removed=(6, 4))
    assert state.moves() == (("card", "crab"), ("card", "crab"))
    assert "no card of it is left" in why(state, "card tuna")
    assert "not in play" in why(state, "card shark")


def test_with_two_boards_the_deck_lasts_exactly_six_rounds():
    state = begin("tuna", "crab", blocks=False)
    for before, move in laws.walk(state, Random(3)):
        state = before.after(move)
    assert state.round == 6
    assert sum(state.deck) == 0


def test_the_two_piles_of_cards_and_the_box_are_counted():
    state = begin(*FOUR)
    assert piles(state) == (12, 12)
    state = play(state, "card tuna")
    assert piles(state) == (11, 12)
    state = play(state, "card crab")
    assert piles(state) == (11, 11)
    assert (trophies_left(state), stars_left(state)) == (10, 20)
    state = state.but(trophies=(1, 2, 0, 0), stars=(15, 6, 0, 0))
    assert (trophies_left(state), stars_left(state)) == (7, 0)


# Phase 2: management.


def test_blocks_go_from_the_first_player_clockwise():
    state = begin(*FOUR, first=2, tournaments=False)
    seats = []
    while state.phase == "block":
        seats.append(state.turn())
        state = state.after(state.moves()[0])
    assert seats == [2, 3, 0, 1]
    assert state.phase == "fleet"
    assert state.turn() == 2


def test_a_block_goes_on_any_stack_with_chips_of_ones_own_board():
    state = chips(begin("tuna", "crab", tournaments=False), 0, adult_5=0)
    assert len(state.moves()) == 7
    assert ("block", "tuna", "juvenile-1") in state.moves()
    assert ("block", "tuna", "spawner-6c") in state.moves()
    assert why(state, "block tuna adult-5") == "Adult 5 is empty: the block protects a stack of chips."
    assert why(state, "block tuna adult-5").where == ("tuna/adult-5",)
    assert "your own board, which is tuna" in why(state, "block crab adult-5")
    assert "has no stack adult-9" in why(state, "block tuna adult-9")


def test_a_block_is_compulsory():
    state = begin("tuna", "crab", tournaments=False)
    assert all(move[0] == "block" for move in state.moves())


def test_a_player_whose_board_is_empty_has_nothing_to_block():
    state = begin("tuna", "crab", tournaments=False)
    empty = state.but(stacks=((0,) * 8, state.stacks[1]))._next_block(0)
    assert empty.turn() == 1
    both = state.but(stacks=((0,) * 8, (0,) * 13))._next_block(0)
    assert both.phase == "fleet"


def test_a_blocked_stack_is_not_caught_and_earns_a_star_for_each_chip():
    state = chips(begin("tuna", "crab", tournaments=False), 0, adult_5=3)
    state = play(state, "block tuna adult-5", "block crab adult-4")
    state = play(state, "boat 1 ocean", "boat 2 ocean", "boat 1 tuna", "boat 2 tuna")
    state = play(state, "fish 1", "roll 4", "stack crab spawner-7a", "fish 2", "roll 4", "stack crab spawner-7b")
    state = play(state, "fish 1", "roll 5")
    assert state.stars == (3, 0)
    assert state.held[1] == (0, 0)
    assert state.stacks[0][state.kind(0).stacks.index("adult-5")] == 3


def test_a_block_also_pays_stars_on_a_red_stack():
    state = fishing(bare("tuna", "crab").but(blocks=(0, -1)), "tuna")
    state = chips(state, 0, juvenile_2=2)
    after = play(state, "fish 1", "roll 2")
    assert after.stars == (2, 0)
    assert after.stacks == state.stacks


def test_a_block_also_pays_stars_when_hit_from_the_ocean():
    state = fishing(bare("tuna", "crab"), "ocean")
    spawner = state.kind(1).stacks.index("spawner-7b")
    state = state.but(blocks=(-1, spawner))
    after = play(state, "fish 1", "roll 4", "stack crab spawner-7b")
    assert after.stars == (0, 1)
    assert after.held == state.held


def test_a_block_also_pays_stars_when_the_owners_own_boat_hits_it():
    state = fishing(bare("tuna", "crab").but(blocks=(2, -1)), "tuna")
    assert play(state, "fish 1", "roll 5").stars == (1, 0)


def test_stars_are_credited_beyond_the_twenty_in_the_box():
    state = fishing(bare("tuna", "crab").but(blocks=(2, -1), stars=(20, 0)), "tuna")
    assert play(state, "fish 1", "roll 5").stars == (21, 0)


# Phase 3: fleet movement.


def test_boats_go_to_any_board_or_the_open_ocean():
    state = bare("tuna", "crab")
    assert state.moves() == (("boat", 1, "tuna"), ("boat", 1, "crab"), ("boat", 1, "ocean"))
    assert "choose tuna, crab, ocean" in why(state, "boat 1 shark")


def test_all_boats_of_a_seat_go_out_before_the_next_clockwise():
    state = bare("tuna", "crab", "shark", first=1)
    order = []
    while state.phase == "fleet":
        order.append((state.turn(), state.moves()[0][1]))
        state = state.after(state.moves()[0])
    assert order == [(1, 1), (1, 2), (2, 1), (2, 2), (0, 1), (0, 2)]
    assert (state.phase, state.turn()) == ("fish", 1)


def test_two_boats_may_lie_in_one_place_and_are_listed_there():
    state = play(bare("tuna", "crab"), "boat 1 ocean", "boat 2 ocean", "boat 1 tuna", "boat 2 ocean")
    assert boats_in(state, 2) == ((0, 1, False), (0, 2, False), (1, 2, False))
    assert boats_in(state, 0) == ((1, 1, False),)


def test_boats_go_out_in_order_and_only_ones_own():
    state = bare("tuna", "crab")
    assert "boat 1 is next" in why(state, "boat 2 tuna")
    assert "has boats 1 to 2, no boat 3" in why(state, "boat 3 tuna")
    assert "has boats 1 to 2, no boat 0" in why(state, "boat 0 tuna")


# Phase 4: fishing.


def test_fishing_begins_with_the_first_player_and_proceeds_clockwise():
    state = bare("tuna", "crab", "shark", first=2)
    while state.phase == "fleet":
        state = state.after(("boat", len(state.fleet[state.seat]) + 1, "tuna"))
    seats = []
    while state.round == 1 and state.phase in ("fish", "roll", "settle"):
        if state.phase == "fish":
            seats.append(state.turn())
        state = state.after(state.moves()[0])
    assert seats == [2, 2, 0, 0, 1, 1]


def test_a_seat_finishes_all_its_boats_in_the_order_it_likes():
    state = fishing(bare("tuna", "crab"), "tuna", "ocean")
    assert state.moves() == (("fish", 1), ("fish", 2))
    state = play(state, "fish 2", "roll 1", "stack tuna spawner-6a")
    assert state.turn() == 0
    assert state.moves() == (("fish", 1),)
    assert boats_in(state, 2)[0] == (0, 2, True)
    assert why(state, "fish 2") == "Boat 2 has fished this round."
    assert "no boat 3" in why(state, "fish 3")


@pytest.mark.parametrize("name", SIX)
def test_one_die_is_rolled_except_two_for_sardines_and_crab(name):
    other = "tuna" if name != "tuna" else "crab"
    state = play(fishing(bare(name, other), name), "fish 1", "roll 1")
    assert (state.phase == "roll" and state.turn() == CHANCE) == (name in ("sardine", "crab"))


def test_one_die_is_rolled_on_the_open_ocean_also_for_crab():
    state = play(fishing(bare("crab", "sardine"), "ocean"), "fish 1", "roll 1")
    assert state.phase == "settle"


def test_a_die_shows_one_to_six():
    state = play(fishing(bare("tuna", "crab"), "tuna"), "fish 1")
    assert Counter(state.moves()) == {("roll", face): 1 for face in range(1, 7)}
    assert why(state, "roll 7") == "A die shows 1 to 6, not 7."
    assert why(state, "roll 0")


def test_two_dice_are_added():
    state = chips(fishing(bare("crab", "tuna"), "crab"), 0, adult_9=2)
    state = play(state, "fish 1", "roll 4", "roll 5")
    assert state.held[0] == (2, 0)


def test_the_player_gets_all_the_chips_of_a_spot():
    state = chips(fishing(bare("tuna", "crab"), "tuna"), 0, adult_4=5)
    after = play(state, "fish 1", "roll 4")
    assert after.held[0] == after.caught[0] == after.landed[0] == (5, 0)
    assert after.stacks[0][3] == 0
    assert after.centre == state.centre


def test_an_empty_stack_catches_nothing():
    state = chips(fishing(bare("tuna", "crab"), "tuna", "tuna"), 0, adult_4=0)
    after = play(state, "fish 1", "roll 4")
    assert (after.held, after.stacks, after.centre) == (state.held, state.stacks, state.centre)
    assert after.phase == "fish"


def test_a_red_outcome_puts_the_whole_stack_back_in_the_centre():
    state = chips(fishing(bare("tuna", "crab"), "tuna"), 0, juvenile_1=3)
    after = play(state, "fish 1", "roll 1")
    assert after.held == after.caught == state.held
    assert after.centre[0] == state.centre[0] + 3
    assert sum(after.stacks[0]) == sum(state.stacks[0]) - 3


def test_of_several_stacks_with_the_same_outcome_the_player_selects_one():
    state = chips(fishing(bare("snapper", "crab"), "snapper"), 0, spawner_6a=0, spawner_6b=2)
    state = play(state, "fish 1", "roll 6")
    assert state.moves() == (("stack", "snapper", "spawner-6b"), ("stack", "snapper", "spawner-6c"))
    assert why(state, "stack snapper spawner-6a") == "Spawner 6a is empty."
    assert "numbered 6, not adult 5" in why(state, "stack snapper adult-5")
    assert why(state, "stack snapper adult-5").where == ("snapper/spawner-6b", "snapper/spawner-6c")
    assert "The dice hit snapper, not crab" in why(state, "stack crab adult-5")
    assert "has no stack adult-9" in why(state, "stack snapper adult-9")
    assert "choose one" in why(state, "settle")
    assert "has no Outrigger" in why(state, "outrigger")
    assert play(state, "stack snapper spawner-6b").held[0] == (2, 0)


def test_a_blocked_stack_among_equal_ones_may_be_chosen_or_avoided():
    state = fishing(bare("tuna", "crab"), "tuna")
    state = state.but(blocks=(state.kind(0).stacks.index("spawner-6a"), -1))
    state = play(state, "fish 1", "roll 6")
    assert len(state.moves()) == 3
    assert play(state, "stack tuna spawner-6a").stars == (1, 0)
    assert play(state, "stack tuna spawner-6b").held[0] == (1, 0)


def test_the_open_ocean_catches_spawners_of_the_board_that_the_token_names():
    state = fishing(bare(*FOUR), "ocean", "ocean")
    state = play(state, "fish 1", "roll 2")
    assert state.moves() == (("stack", "shark", "spawner-6a"), ("stack", "shark", "spawner-6b"))
    assert "spawning grounds, not adult 5" in why(state, "stack shark adult-5")
    assert "The dice hit shark, not tuna" in why(state, "stack tuna spawner-6a")
    state = play(state, "stack shark spawner-6b", "fish 2", "roll 2")
    assert state.held[0] == (0, 2, 0, 0)  # one stack was left, so there was nothing to choose


def test_an_ocean_outcome_is_kept_also_where_a_teachers_spawners_are_red():
    data = own()
    data["species"]["eel"]["stages"][1]["colour"] = "red"
    state = fishing(bare("eel", "tuna", boards_file=data), "ocean", "eel")
    state = play(state, "fish 1", "roll 1", "stack eel spawner-6")
    assert state.held[0] == (1, 0)
    assert play(state, "fish 2", "roll 5").held[0] == (1, 0)


def test_a_tournament_is_won_by_catching_both_species_of_the_cards():
    state = fishing(bare("tuna", "crab").but(goal=(0, 1)), "tuna", "ocean")
    state = play(state, "fish 1", "roll 5")
    assert state.trophies == (0, 0)
    assert not state.reached(0)
    state = play(state, "fish 2", "roll 6", "stack crab spawner-7a")
    assert state.trophies == (1, 0)
    assert state.scores()[0] == 8 + 5 + 10


def test_the_same_species_twice_means_two_of_it_which_may_be_one_stack():
    state = fishing(bare("tuna", "crab").but(goal=(0, 0)), "tuna", "tuna")
    one = play(state, "fish 1", "roll 5")
    assert one.trophies == (0, 0)
    assert play(one, "fish 2", "roll 4").trophies == (1, 0)
    assert play(chips(state, 0, adult_5=2), "fish 1", "roll 5").trophies == (1, 0)


def test_a_red_stack_does_not_count_for_the_tournament():
    state = fishing(bare("tuna", "crab").but(goal=(0, 1)), "tuna", "ocean")
    assert play(state, "fish 1", "roll 2", "fish 2", "roll 6", "stack crab spawner-7a").trophies == (0, 0)


def test_one_trophy_a_seat_a_round():
    state = fishing(bare("tuna", "crab").but(goal=(0, 0)), "tuna", "tuna", "tuna")
    state = chips(state, 0, adult_5=2, adult_4=2, adult_3=2)
    state = play(state, "fish 1", "roll 5", "fish 2", "roll 4", "fish 3", "roll 3")
    assert state.trophies == (1, 0)


def test_more_than_one_player_can_win_the_tournament_also_beyond_the_ten_trophies():
    state = fishing(bare("tuna", "crab").but(goal=(0, 0), trophies=(10, 0)), "tuna")
    state = chips(state, 0, adult_5=2, spawner_6a=3)
    state = play(state, "fish 1", "roll 5", "fish 1", "roll 1", "stack tuna spawner-6a")
    assert state.trophies == (11, 1)


def test_chips_caught_in_earlier_rounds_do_not_count_for_the_tournament():
    state = hold(fishing(bare("tuna", "crab").but(goal=(0, 1)), "tuna"), 0, crab=2)
    assert play(state, "fish 1", "roll 5").trophies == (0, 0)


def test_the_catch_of_a_round_is_counted_anew_in_the_next():
    state = next_round(bare("tuna", "crab").but(caught=((1, 0), (0, 0)), landed=((1, 0), (0, 0))))
    assert state.caught == ((0, 0), (0, 0))
    assert state.landed == ((1, 0), (0, 0))


def test_fishing_cannot_be_declined():
    state = fishing(bare("tuna", "crab"), "tuna")
    assert state.moves() == (("fish", 1),)
    assert "has to wait" in why(state, "pass")


# Phase 5: return to port.


def finish_fishing(state):
    """Play on until the boats have returned to port, catching nothing of note."""
    rng = Random(5)
    while state.fleet != ((),) * state.players and state.phase != "over":
        state = state.after(state.sample(rng))
    return state


def test_boats_and_blocks_return_and_the_two_cards_leave_the_game():
    state = play(begin("tuna", "crab"), "card tuna", "card tuna", "block tuna adult-5", "block crab adult-4")
    state = hold(state, 1, tuna=2)
    state = finish_fishing(play(state, "boat 1 ocean", "boat 2 ocean", "boat 1 ocean", "boat 2 ocean"))
    assert state.phase == "buy"
    assert state.fleet == ((), ())
    assert state.blocks == (-1, -1)
    assert state.goal == ()
    assert state.removed == (2, 0)
    assert state.fished == (0, 0)


# Phase 6: boats and gear.


def test_buying_goes_from_the_first_player_clockwise_and_skips_who_can_afford_nothing():
    state = hold(hold(hold(bare(*FOUR, first=2), 0, snapper=2), 2, tuna=2), 3, tuna=1)
    state = state.but(round=1)._next_buyer(2)
    assert state.turn() == 2
    assert play(state, "done").turn() == 0
    assert play(state, "done", "done").phase == "bid"


def test_the_third_boat_costs_at_least_20_points_in_chips():
    state = buying(hold(bare("tuna", "crab"), 0, tuna=2, crab=1))
    assert ("buy", "boat") in state.moves()
    assert buying(hold(bare("tuna", "crab"), 0, tuna=2)).moves() == (
        ("buy", "motor"), ("buy", "outrigger"), ("buy", "finder"), ("done",),
    )  # fmt: skip
    assert "costs 20 points in chips, and Tuna has 16" in why(buying(hold(bare("tuna", "crab"), 0, tuna=2)), "buy boat")
    after = play(state, "buy boat", "pay tuna", "pay tuna", "pay crab")
    assert after.boats == (3, 2)


def test_exactly_10_and_exactly_20_points_are_enough():
    assert buying(hold(bare("tuna", "crab"), 0, crab=2)).affordable(0) == ("motor", "outrigger", "finder")
    assert buying(hold(bare("tuna", "crab"), 0, crab=4)).affordable(0) == ("boat", "motor", "outrigger", "finder")
    assert buying(hold(bare("tuna", "crab"), 0, tuna=1)).affordable(0) == ()


def test_three_boats_are_the_most():
    state = buying(hold(bare("tuna", "crab"), 0, tuna=3).but(boats=(3, 2)))
    assert ("buy", "boat") not in state.moves()
    assert "has 3 boats, and no fleet may be larger" in why(state, "buy boat")


def test_example_two_snapper_and_a_shark_for_a_boat_give_no_change():
    state = buying(hold(bare("snapper", "shark", "sardine"), 0, snapper=2, shark=1))
    before = state.centre
    state = play(state, "buy boat", "pay snapper", "pay snapper", "pay shark")
    assert state.boats[0] == 3
    assert state.held[0] == (0, 0, 0)
    assert state.young == (5, 3, state.young[2])  # and on to the life cycle, for nobody can buy more
    assert before == (8, 5, 17)


def test_paid_chips_go_back_to_the_centre_of_their_own_boards():
    state = buying(hold(bare("tuna", "crab"), 0, tuna=2, crab=3))
    after = play(state, "buy motor", "pay tuna", "pay crab")
    assert after.centre == (state.centre[0] + 1, state.centre[1] + 1)
    assert after.held[0] == (1, 2)


def test_gear_costs_at_least_10_points_and_any_number_may_be_bought():
    state = buying(hold(bare("tuna", "crab"), 0, tuna=6))
    state = play(state, "buy motor", "pay tuna", "pay tuna", "buy motor", "pay tuna", "pay tuna")
    state = play(state, "buy finder", "pay tuna", "pay tuna")
    assert state.gear[0] == (2, 0, 1)


def test_each_gear_has_six_cards():
    state = gear(buying(hold(bare("tuna", "crab"), 0, tuna=2)), 1, outrigger=6)
    assert ("buy", "outrigger") not in state.moves()
    assert "All 6 Outrigger cards are sold" in why(state, "buy outrigger")
    assert "There is no net for sale: choose boat, motor, outrigger, finder" in why(state, "buy net")


def test_chips_are_paid_from_the_dearest_down_until_the_price_is_covered():
    state = buying(hold(bare("tuna", "crab", "sardine"), 0, tuna=1, crab=2, sardine=3))
    state = play(state, "buy motor")
    assert state.moves() == (("pay", "tuna"), ("pay", "crab"), ("pay", "sardine"))
    state = play(state, "pay crab")
    assert state.due == 5
    assert "tuna comes earlier: pay crab, sardine" in why(state, "pay tuna")
    state = play(state, "pay sardine")
    assert state.moves() == (("pay", "sardine"),)
    assert play(state, "pay sardine").gear[0] == (1, 0, 0)


def test_no_chip_in_a_payment_is_superfluous():
    """Every payment that the moves can make has no chip that could be left out, and all such payments are there."""
    state = play(buying(hold(bare("tuna", "crab", "sardine"), 0, tuna=2, crab=3, sardine=4)), "buy boat")
    values = (8, 5, 4)
    found = set()

    def walk(state, paid):
        for move in state.moves():
            more = tuple(count + (state.board_of(move[1]) == board) for board, count in enumerate(paid))
            after = state.after(move)
            if after.phase == "pay":
                walk(after, more)
            else:
                found.add(more)

    walk(state, (0, 0, 0))
    expected = set()
    for paid in ((a, b, c) for a in range(3) for b in range(4) for c in range(5)):
        total = sum(n * v for n, v in zip(paid, values, strict=True))
        if total >= 20 and all(total - v < 20 for n, v in zip(paid, values, strict=True) if n):
            expected.add(paid)
    assert found == expected


def test_chips_that_leave_too_little_to_pay_with_are_not_offered():
    state = play(buying(hold(bare("tuna", "crab"), 0, tuna=2, crab=1)), "buy boat")
    assert state.moves() == (("pay", "tuna"),)
    assert "From crab on they do not cover 20: pay tuna" in why(state, "pay crab")


def test_chips_of_equal_value_are_paid_in_species_order():
    state = play(buying(hold(bare("shark", "snapper", values="even"), 0, shark=1, snapper=2)), "buy motor")
    assert state.paying_order() == (1, 0)
    assert "shark" in [move[1] for move in play(state, "pay snapper").moves()]


def test_paying_with_chips_one_does_not_hold_is_refused():
    state = play(buying(hold(bare("tuna", "crab"), 0, tuna=2)), "buy motor")
    assert why(state, "pay crab") == "Tuna holds no crab chip."
    assert "There are no shark chips in this game" in why(state, "pay shark")
    with pytest.raises(IllegalMove, match="Tuna holds no crab chip"):
        match = Match(Pisces, 2)
        match.states = [state]
        match.play("pay crab")


def test_trophies_and_stars_cannot_pay():
    state = bare("tuna", "crab").but(trophies=(5, 0), stars=(9, 0))
    assert state.affordable(0) == ()


def test_gear_works_from_the_next_round_on():
    state = buying(hold(bare("tuna", "crab"), 0, tuna=4))
    state = play(state, "buy motor", "pay tuna", "pay tuna")
    assert state.gear[0] == (1, 0, 0)
    assert state.motors(0) == 0
    later = next_round(state)
    assert later.motors(0) == 1


def test_outrigger_rerolls_one_attempt_once_a_round():
    state = gear(fishing(bare("tuna", "crab"), "tuna", "tuna"), 0, outrigger=1)
    state = play(state, "fish 1", "roll 1")
    assert state.moves() == (("stack", "tuna", "juvenile-1"), ("outrigger",))
    state = play(state, "outrigger")
    assert (state.phase, state.dice) == ("roll", ())
    state = play(state, "roll 5")
    assert state.held[0] == (1, 0)
    assert state.stacks[0][1] == 1  # the juvenile of the first roll is unharmed
    state = play(state, "fish 2", "roll 6")
    assert ("outrigger",) not in state.moves()
    assert "has used every Outrigger this round" in why(state, "outrigger")


def test_outrigger_rerolls_all_dice_of_the_attempt_and_several_may_be_spent():
    state = gear(fishing(bare("crab", "tuna"), "crab"), 0, outrigger=2)
    state = play(state, "fish 1", "roll 1", "roll 1", "outrigger", "roll 1", "roll 2", "outrigger", "roll 4", "roll 4")
    assert state.held[0] == (1, 0)
    assert state.used[0] == (0, 2, 0)


def test_with_an_outrigger_an_empty_roll_may_be_kept():
    state = chips(gear(fishing(bare("tuna", "crab"), "tuna"), 0, outrigger=1), 0, adult_5=0)
    state = play(state, "fish 1", "roll 5")
    assert state.moves() == (("settle",), ("outrigger",))
    assert play(state, "settle").held == state.held


def test_fish_finder_moves_a_boat_right_before_its_attempt_once_a_round():
    state = gear(fishing(bare("tuna", "crab"), "tuna", "ocean"), 0, finder=1)
    assert set(state.moves()) == {
        ("fish", 1), ("fish", 2), ("finder", 1, "crab"), ("finder", 1, "ocean"), ("finder", 2, "tuna"),
        ("finder", 2, "crab"),
    }  # fmt: skip
    assert "there already" in why(state, "finder 1 tuna")
    assert "Boats cannot fish at shark" in why(state, "finder 1 shark")
    assert "no boat 3" in why(state, "finder 3 tuna")
    state = play(state, "finder 1 crab")
    assert (state.phase, state.fleet[0]) == ("roll", (1, 2))
    state = play(state, "roll 4", "roll 4")
    assert state.held[0] == (0, 1)
    assert state.moves() == (("fish", 2),)
    assert "has used every Fish Finder this round" in why(state, "finder 2 crab")
    assert "has no Fish Finder" in why(fishing(bare("tuna", "crab"), "tuna"), "finder 1 crab")


def test_gear_is_fresh_again_in_the_next_round():
    state = gear(bare("tuna", "crab"), 0, outrigger=1, finder=1).but(used=((0, 1, 1), (0, 0, 0)))
    assert state.spare(0, "outrigger") == 0
    assert [next_round(state).spare(0, name) for name in ("outrigger", "finder")] == [1, 1]


# Phase 7: life cycles.


@pytest.mark.parametrize(
    ("count", "spots", "result"),
    [(0, 3, (0, 0, 0)), (3, 3, (1, 1, 1)), (5, 3, (2, 2, 1)), (4, 3, (2, 1, 1)), (1, 2, (1, 0)), (7, 2, (4, 3))],
)
def test_chips_spread_evenly_extra_ones_from_the_highest_outcome_down(count, spots, result):
    assert spread(count, spots) == result


def live(state):
    """Run one life cycle of boards without dice and return the state at the bidding or the next round."""
    return state.but(round=1)._live()


def test_mortality_spawn_migration_maturity_growth_and_reproduction_in_order():
    """The board of the picture: 4 spawners die, 3 adults, 3 juveniles and 3 young move on, 3 spawners give 5."""
    state = chips(bare("snapper", "tuna"), 0, spawner_6a=2, adult_5=2, adult_3=0, juvenile_2b=2, young_1a=2)
    assert stage_chips(state, 0) == {"young": 3, "juvenile": 3, "adult": 3, "spawner": 4}
    state = state.but(centre=(4, 7), held=((3, 0), (0, 0)))
    after = live(state)
    assert stage_chips(after, 0) == {"young": 5, "juvenile": 3, "adult": 3, "spawner": 3}
    assert after.centre[0] == 4 + 4 - 5
    assert after.stacks[0] == (3, 2, 2, 1, 1, 1, 1, 1, 1, 1)


def test_life_cycle_steps_name_every_arrow_and_what_moves():
    state = chips(bare("snapper", "tuna"), 0, spawner_6a=2, adult_5=2, adult_3=0, juvenile_2b=2, young_1a=2)
    after = live(state)
    steps = [step for step in last_life_cycle(after) if step.board == 0]
    assert [(step.number, step.name) for step in steps] == [
        (1, "Mortality"), (2, "Spawn migration"), (3, "Maturity"), (4, "Growth"), (5, "Reproduction"),
    ]  # fmt: skip
    assert steps[0].moves == (("spawner-6a", "centre", 2), ("spawner-6b", "centre", 1), ("spawner-6c", "centre", 1))
    assert steps[1].moves == (("adult-5", "spawner-6a", 1), ("adult-5", "spawner-6b", 1), ("adult-4", "spawner-6c", 1))
    assert steps[3].moves == (("young-1a", "juvenile-2a", 2), ("young-1b", "juvenile-2b", 1))
    assert steps[4].moves == (("centre", "young-1a", 3), ("centre", "young-1b", 2))
    assert (steps[-1].stacks, steps[-1].centre) == (after.stacks[0], after.centre[0])
    assert steps[0].centre == state.centre[0] + 4


@pytest.mark.parametrize(
    ("name", "arrows"),
    [
        ("sardine", ["Mortality", "Spawn migration", "Reproduction"]),
        ("tuna", ["Mortality", "Spawn migration", "Maturity", "Reproduction"]),
        ("crab", ["Mortality", "Spawn migration", "Maturity", "Reproduction"]),
        ("shark", ["Mortality", "Spawn migration", "Maturity", "Growth", "Reproduction"]),
    ],
)
def test_maturity_is_for_all_but_sardines_and_growth_for_snapper_and_shark_only(name, arrows):
    state = begin(name, "mahi-mahi")
    steps = life_cycle_steps(state.kind(0), state.stacks[0], state.centre[0], 2)
    assert [step.name for step in steps] == arrows
    assert [step.number for step in steps] == list(range(1, len(arrows) + 1))


def test_life_cycle_steps_lose_no_chip_and_end_on_the_real_board():
    state = begin(*SIX)
    checked = 0
    for before, move in laws.walk(state, Random(8)):
        state = before.after(move)
        if state.cycles > before.cycles:
            last = {step.board: step for step in last_life_cycle(state)}
            assert all((last[b].stacks, last[b].centre) == (state.stacks[b], state.centre[b]) for b in range(6))
            for step in last_life_cycle(state):
                total = sum(state.before[step.board]) + state.before_centre[step.board]
                assert sum(step.stacks) + step.centre == total
            checked += 1
    assert checked == 5


def test_while_dice_are_awaited_the_steps_are_those_of_the_boards_done():
    state = live(bare("tuna", "sardine", "crab"))
    assert state.phase == "spawn"
    assert {step.species for step in last_life_cycle(state)} == {"tuna"}
    assert last_life_cycle(bare("tuna", "crab")) == ()


def test_recruits_are_counted_on_the_spawners_that_have_just_arrived():
    state = chips(bare("snapper", "tuna"), 0, adult_5=0, adult_4=0, spawner_6a=4)
    after = live(state)
    assert stage_chips(after, 0)["spawner"] == 1
    assert after.young[0] == 2


@pytest.mark.parametrize(
    ("name", "adults", "young"),
    [("snapper", 0, 0), ("snapper", 2, 4), ("snapper", 7, 5), ("shark", 1, 1), ("shark", 4, 4), ("mahi-mahi", 3, 6),
     ("crab", 5, 8), ("crab", 9, 8)],
)  # fmt: skip
def test_the_number_of_recruits_is_read_off_the_board(name, adults, young):
    state = bare(name, "tuna")
    stages = state.kind(0).stages
    stacks = [0] * len(state.stacks[0])
    stacks[stages[-2].start] = adults
    state = state.but(stacks=(tuple(stacks), state.stacks[1]), centre=(state.kind(0).chips - adults, 7))
    assert live(state).young[0] == young


def test_when_the_centre_is_short_only_the_available_chips_are_added():
    state = bare("snapper", "tuna").but(centre=(0, 7), held=((10, 0), (0, 0)))
    after = live(state)
    assert after.young[0] == 3  # the three spawners that died, though three spawners would give five
    assert after.centre[0] == 0


def test_chips_paid_this_round_can_be_recruits_this_round():
    state = bare("tuna", "crab").but(centre=(0, 12), held=((7, 0), (0, 0)), round=1)
    state = chips(buying(state), 0, spawner_6a=0, spawner_6b=0, spawner_6c=0).but(
        centre=(0, 12), held=((10, 0), (0, 0))
    )
    after = play(state, "buy boat", "pay tuna", "pay tuna", "pay tuna", "done")
    assert after.young[0] == 3


def test_sardine_young_are_rolled_one_die_for_up_to_three_spawners_and_two_for_more():
    for adults, dice in ((1, 1), (3, 1), (4, 2), (10, 2)):
        state = bare("sardine", "tuna")
        stacks = (adults,) + (0,) * 12
        state = live(state.but(stacks=(stacks, state.stacks[1]), centre=(30 - adults, 7)))
        assert state.turn() == CHANCE
        assert state.moves() == tuple(("roll", face) for face in range(1, 7))
        assert state.seat == 0
        for _ in range(dice):
            assert state.phase == "spawn"
            state = play(state, "roll 6")
        assert state.phase != "spawn"
        assert stage_chips(state, 0) == {"adult": 6 * dice, "spawner": adults}


def test_without_spawners_no_sardine_die_is_rolled():
    state = bare("sardine", "tuna")
    state = live(state.but(stacks=((0,) * 10 + (1, 1, 1), state.stacks[1])))
    assert state.phase != "spawn"
    assert sum(state.stacks[0]) == 0


def test_sardine_young_are_cut_to_the_chips_there_are():
    state = bare("sardine", "tuna")
    state = live(state.but(centre=(0, 7), held=((17, 0), (0, 0))))
    state = play(state, "roll 6", "roll 6")
    assert state.young[0] == 3


def test_sardine_young_are_laid_from_the_highest_outcome_down():
    state = play(live(bare("sardine", "tuna")), "roll 1", "roll 3")
    assert state.stacks[0][:10] == (1, 1, 1, 1, 0, 0, 0, 0, 0, 0)
    assert state.stacks[0][10:] == (4, 3, 3)


def test_boards_live_in_seat_order_from_the_first_player():
    state = live(bare("sardine", "tuna", "crab", first=1))
    assert state.phase == "spawn"
    assert {step.species for step in last_life_cycle(state)} == {"tuna", "crab"}


def test_an_extinct_board_stays_barren():
    state = bare("tuna", "crab").but(stacks=((0,) * 8, (1,) * 13), centre=(15, 12))
    after = live(state)
    assert after.stacks[0] == (0,) * 8
    assert after.centre[0] == 15
    assert ("boat", 1, "tuna") in next_round(after).moves()


# Phase 8: first-player bidding.


def test_bidding_starts_left_of_the_first_player_and_goes_clockwise():
    state = bare(*FOUR, first=1)
    for seat in range(4):
        state = hold(state, seat, snapper=2)
    state = auction(state)
    assert (state.phase, state.turn(), phase_number(state)) == ("bid", 2, 8)
    state = play(state, "bid 9")
    assert state.turn() == 3
    state = play(state, "pass")
    assert state.turn() == 0
    state = play(state, "bid 18")
    assert state.turn() == 0  # nobody can beat 18 exactly
    assert state.phase == "bidpay"


def test_bidding_follows_the_life_cycle_of_the_same_round():
    state = bare("tuna", "crab", "shark", first=1)
    for seat in range(3):
        state = hold(state, seat, tuna=1)
    state = live(state)
    assert (state.phase, state.turn(), state.round, state.cycles) == ("bid", 2, 1, 1)


def test_players_may_raise_and_passing_is_final():
    state = bare("sardine", "tuna", "crab")
    for seat in range(3):
        state = hold(state, seat, sardine=5)
    state = auction(state)
    state = play(state, "bid 4", "bid 8", "pass", "bid 12", "bid 16")
    assert state.bids == (0, 12, 16)
    assert state.turn() == 1
    state = play(state, "pass")
    assert (state.phase, state.turn(), state.due) == ("bidpay", 2, 16)


def test_bids_rise_strictly_and_one_marker_a_spot():
    state = bare("sardine", "tuna")
    state = auction(hold(hold(state, 0, sardine=5), 1, sardine=5))
    state = play(state, "bid 8")
    assert [move for move in state.moves() if move[0] == "bid"] == [("bid", 12), ("bid", 16), ("bid", 20)]
    assert why(state, "bid 8") == "8 has been bid: a bid must be higher."
    assert why(state, "bid 4").where == ("bid/4",)


def test_a_bid_must_be_payable_exactly_for_example_not_5_with_a_chip_of_6():
    state = auction(hold(hold(bare("shark", "tuna"), 1, shark=1), 0, tuna=1))
    assert state.turn() == 1
    assert state.moves() == (("bid", 6), ("pass",))
    assert why(state, "bid 5") == "Tuna cannot pay 5 exactly: choose 6."
    with pytest.raises(IllegalMove, match="cannot pay 5 exactly"):
        match = Match(Pisces, 2)
        match.states = [state]
        match.play("bid 5")


def test_bid_spots_run_from_3_to_20():
    state = auction(hold(bare("tuna", "crab"), 1, tuna=5, crab=5))
    assert "they run from 3 to 20" in why(state, "bid 21")
    assert "they run from 3 to 20" in why(state, "bid 2")
    assert max(move[1] for move in state.moves() if move[0] == "bid") == 20


def test_the_highest_spot_can_still_be_bid_above_19():
    state = hold(hold(bare("crab", "shark", "tuna"), 1, crab=2, shark=1, tuna=1), 2, crab=4)
    state = auction(state.but(bids=(19, 0, 0)))
    assert state.turn() == 2
    assert state.moves() == (("bid", 20), ("pass",))


def test_each_outboard_motor_adds_3_to_a_bid():
    state = gear(auction(hold(bare("shark", "tuna"), 1, shark=1)), 1, motor=2)
    assert state.legal_bids(1) == (3, 6, 9, 12)
    assert [state.chips_due(1, spot) for spot in (3, 6, 9, 12)] == [0, 0, 6, 6]


def test_the_winner_uses_as_many_motors_as_leave_an_exact_sum():
    state = gear(hold(bare("shark", "crab"), 1, shark=2, crab=1), 1, motor=2)
    assert state.chips_due(1, 11) == 5
    assert state.chips_due(1, 12) == 6
    assert state.chips_due(1, 14) == 11  # 8 cannot be made of 6, 6 and 5
    both = gear(hold(bare("tuna", "crab"), 1, tuna=1, crab=1), 1, motor=2)
    assert both.chips_due(1, 11) == 5  # a tuna with one Motor would do, a crab with two is cheaper


def test_motors_bought_this_round_do_not_count():
    state = buying(hold(bare("shark", "tuna"), 0, shark=3))
    state = play(state, "buy motor", "pay shark", "pay shark")
    assert (state.phase, state.turn()) == ("bid", 0)
    assert state.moves() == (("bid", 6), ("pass",))


def test_the_winner_pays_exactly_and_takes_the_first_player_token():
    state = auction(hold(bare("tuna", "crab"), 1, tuna=1, crab=2))
    state = play(state, "bid 13")
    assert (state.phase, state.turn(), state.due) == ("bidpay", 1, 13)
    assert state.moves() == (("pay", "tuna"),)
    assert "cannot make exactly 13" in why(state, "pay crab")
    after = play(state, "pay tuna", "pay crab")
    assert after.first == 1
    assert after.round == 2
    assert after.held[1] == (0, 1)
    assert after.centre == (state.centre[0] + 1, state.centre[1] + 1)
    assert after.bids == (0, 0)
    assert after.passed == (False, False)


def test_a_bid_paid_by_motors_alone_costs_no_chips():
    state = auction(gear(bare("tuna", "crab"), 1, motor=1))
    after = play(state, "bid 3")
    assert (after.first, after.round) == (1, 2)


def test_only_the_winner_pays():
    state = auction(hold(hold(bare("tuna", "crab"), 1, crab=1), 0, tuna=1))
    after = play(state, "bid 5", "bid 8", "pay tuna")
    assert after.held == ((0, 0), (0, 1))
    assert after.first == 0


def test_if_no_one_bids_the_token_passes_to_the_left():
    state = auction(hold(bare("tuna", "crab", "shark", first=2), 1, crab=1))
    assert state.turn() == 1
    assert play(state, "pass").first == 0
    assert auction(bare("tuna", "crab", first=1)).first == 0


def test_bidding_comes_before_rounds_two_to_six_only():
    state = begin(*SIX)
    auctions = []
    for before, move in laws.walk(state, Random(2)):
        state = before.after(move)
        if state.phase == "bid" and before.phase != "bid":
            auctions.append(state.round)
    assert auctions == [1, 2, 3, 4, 5]
    assert state.phase == "over"


# End of the game.


def test_the_game_ends_right_after_the_fishing_of_round_six():
    state = bare("tuna", "crab").but(round=6)
    state = finish_fishing(play(state, "boat 1 ocean", "boat 2 ocean", "boat 1 ocean", "boat 2 ocean"))
    assert (state.phase, state.turn(), state.cycles) == ("over", OVER, 0)
    assert state.moves() == ()
    assert "game is over" in why(state, "done")
    assert state.prompt().startswith("The game is over: ")


def test_score_is_chips_trophies_and_the_management_award():
    state = hold(bare("tuna", "crab"), 0, tuna=2, crab=1).but(trophies=(1, 2), stars=(0, 3))
    assert state.scores() == (16 + 5 + 10, 20 + 20)


def test_every_tied_star_leader_receives_an_award():
    assert bare("tuna", "crab", "shark").but(stars=(2, 2, 1)).scores() == (20, 20, 0)


def test_without_stars_there_is_no_award():
    assert bare("tuna", "crab").scores() == (0, 0)


def test_the_highest_score_wins():
    assert hold(hold(bare("tuna", "crab"), 0, tuna=1), 1, crab=1).winners() == (0,)


def test_a_tie_goes_to_the_most_different_species_then_it_is_shared():
    state = bare("tuna", "sardine", "crab")
    state = hold(hold(state, 0, tuna=1, sardine=1), 1, sardine=3)
    assert state.scores()[:2] == (12, 12)
    assert state.winners() == (0,)
    assert hold(hold(bare("tuna", "crab"), 0, tuna=1), 1, tuna=1).winners() == (0, 1)


# Conservation, views, saving.


def test_chips_cards_and_gear_are_counted_also_for_species_out_of_play():
    tally = Pisces.start(2).tally()
    assert tally["tuna chips"] == 15
    assert tally["sardine chips"] == 30
    assert tally["crab cards"] == 6
    assert tally["motor cards"] == 6
    assert begin("tuna", "crab").tally() == tally


def test_the_tally_notices_a_lost_chip():
    state = begin("tuna", "crab")
    assert replace(state, centre=(6, 12)).tally() != state.tally()


@pytest.mark.few(1)
@pytest.mark.parametrize("players", Pisces.seats)
def test_random_games_obey_the_laws(players):
    laws.check_game(Pisces, players, {}, seed=3, every=9)
    laws.check_game(Pisces, players, {"blocks": False, "tournaments": False, "values": "even"}, seed=4, every=13)


def test_nothing_is_hidden():
    state = begin("tuna", "crab")
    assert state.view(1) is state
    assert not Pisces.hides


def test_a_save_with_a_move_that_breaks_a_rule_is_refused_by_place():
    match = Match(Pisces, 2, boards=("tuna", "crab"), first=0)
    match.play("card tuna")
    data = json.loads(match.to_json())
    data["moves"].append("card shark")
    with pytest.raises(BadCode, match=r"Move 2 \(card shark\) breaks a rule: The card cannot show shark"):
        Match.from_json(json.dumps(data))


# What a person reads.


def test_every_moment_has_a_prompt_a_rule_and_a_coach_and_every_move_a_sentence_and_an_explanation():
    phases = set()
    rng = Random(11)
    for _ in range(3):
        state = Pisces.start(4)
        while state.turn() != OVER:
            phases.add(state.phase)
            assert state.rule().endswith(".")
            assert state.prompt()[0].isupper()
            assert len(state.prompt()) <= 60
            assert state.coach().endswith((".", "?"))
            assert len(state.coach()) <= 160
            for move in dict.fromkeys(state.moves()):
                assert 0 < len(state.explain(move)) <= 70
                text = state.say(move)
                assert text[0].isupper()
                assert "-" not in text.replace("mahi-mahi", "").replace("Mahi-mahi", "").replace("First-player", "")
            state = state.after(state.sample(rng))
    assert phases >= {
        "first",
        "choose",
        "cards",
        "block",
        "fleet",
        "fish",
        "roll",
        "settle",
        "buy",
        "pay",
        "bid",
        "bidpay",
    }
    assert 0 <= phase_number(state) <= len(PHASES)


def test_a_prompt_stays_short_with_the_longest_names():
    species = {**standard_boards()["species"]["tuna"], "label": "W" * 20}
    state = fishing(bare("cod", "crab", boards_file={"species": {"cod": species}}), "crab", "ocean")
    assert len(state.prompt()) <= 60
    assert len(play(state, "fish 1").prompt()) <= 60


def test_the_whole_game_is_told_in_at_most_300_words_each_paragraph_by_its_topic():
    assert len(Pisces.words.summary.split()) <= 300
    assert all(re.match(r"[A-Z][a-z ]+: [A-Z]", line) for line in Pisces.words.summary.splitlines())


def test_an_area_is_explained_by_its_odds_blocked_and_red_stacks_left_out():
    state = fishing(chips(bare("tuna", "crab"), 0, adult_5=2, adult_4=0), "tuna", "ocean")
    assert state.explain(("fish", 1)) == "50 % of rolls catch fish, 8 points a chip"
    assert state.explain(("fish", 2)) == "100 % of rolls catch somebody’s spawners"
    assert state.but(blocks=(2, -1)).explain(("fish", 1)) == "33 % of rolls catch fish, 8 points a chip"
    assert state.explain(("boat", 1, "crab")) == "83 % of rolls catch fish, 5 points a chip"
    assert "(17 % of rolls)" in bare("tuna", "crab").explain(("block", "tuna", "adult-5"))
    assert state.but(fished=(1, 0)).explain(("fish", 1)) == "Has already fished this round"


def test_the_note_of_a_block_says_where_another_stack_has_the_same_number():
    state = Pisces.start(3, boards=["snapper", "mahi-mahi", "sardine"], first=0)
    kind = state.kind(0)
    notes = {stack: state.explain(("block", "snapper", stack)) for stack in kind.stacks}
    assert notes["adult-5"].startswith("Saves 1 chip from a 5")
    assert notes["spawner-6a"].startswith("On 6 (17 %) a fisher may choose another; this one pays ")
    assert notes["young-1a"].startswith("On 1 (17 %) a fisher may choose another")
    gone = tuple(0 if stack in ("spawner-6b", "spawner-6c") else 1 for stack in kind.stacks)
    alone = state.but(stacks=(gone, *state.stacks[1:]))
    assert alone.explain(("block", "snapper", "spawner-6a")).startswith("Saves 1 chip from a 6")


def test_a_face_of_the_die_is_explained_by_what_it_would_hit():
    state = fishing(chips(bare("tuna", "crab"), 0, adult_5=2, adult_4=0).but(goal=(0, 0)), "tuna", "crab")
    state = play(state, "fish 1")
    assert state.explain(("roll", 5)) == "Keeps 2 chips: 16 points, and the trophy"
    assert state.explain(("roll", 4)) == "Hits an empty place: nothing is caught"
    assert state.explain(("roll", 1)) == "1 chip back to the centre: nothing is kept"
    assert state.explain(("roll", 6)) == "Hits spawners: choose one of 3 stacks"
    assert state.but(blocks=(2, -1)).explain(("roll", 5)) == "The block holds: 2 gold stars for Tuna"
    assert play(state, "roll 5", "fish 2").explain(("roll", 5)) == "The first of two dice"


def test_what_cannot_be_bought_or_paid_says_what_it_needs():
    state = buying(hold(bare("tuna", "crab"), 0, tuna=1, crab=1))
    assert state.explain(("buy", "boat")) == "One more boat from the next round on; costs 20 points, you have 13"
    assert state.explain(("buy", "motor")) == "Adds 3 to bids to go first; costs 10, you pay at least 13"
    assert state.but(boats=(3, 2)).explain(("buy", "boat")) == "No fleet has more than 3 boats"
    paying = play(state, "buy motor")
    assert paying.explain(("pay", "tuna")) == "8 points of the 10 due; 1 in hand"
    left = play(paying, "pay tuna")
    last = left.moves()[0]
    value = left.kind(left.board_of(last[1])).value
    assert left.explain(last).startswith(f"Pays the last 2 with {value} points: no change, {value - 2} are lost; ")
    assert play(state, "buy motor").explain(("pay", "crab")) == "5 points; more valuable chips come first"


def test_the_end_says_where_the_points_come_from_and_what_tipped_the_balance():
    over = hold(hold(bare("tuna", "crab"), 0, tuna=2), 1, crab=4).but(phase="over", stars=(3, 1), trophies=(1, 0))
    assert over.decided() == (
        "Tuna’s 46 points: 16 from chips, 10 from 1 trophy and 20 for the most gold stars. The next has 20."
    )
    tipped = over.but(trophies=(0, 0))
    assert tipped.decided().endswith("Without the award for gold stars Crab would have won.")
    assert bare("tuna", "crab").decided() == ""
    level = hold(hold(bare("tuna", "crab"), 0, tuna=5), 1, crab=8).but(phase="over")
    assert level.decided() == "Tuna and Crab have 40 points each, from equally many species."


def test_the_log_tells_what_a_roll_did():
    state = fishing(chips(bare("tuna", "crab"), 0, adult_5=2, adult_4=0).but(goal=(0, 0)), "tuna", "tuna")
    state = play(state, "fish 1")
    assert (
        state.say(("roll", 5)) == "Tuna rolls 5: 2 chips caught from tuna adult 5, 16 points, and the tournament is won"
    )
    assert state.say(("roll", 4)) == "Tuna rolls 4: nothing is caught"
    assert state.say(("roll", 1)) == "Tuna rolls 1: catch and release, 1 chip from tuna juvenile 1 back to the centre"
    assert state.say(("roll", 6)) == "Tuna rolls 6: 3 stacks are hit"
    blocked = state.but(blocks=(2, -1))
    assert blocked.say(("roll", 5)) == "Tuna rolls 5: the block on tuna adult 5 holds, Tuna gains 2 gold stars"


def test_the_log_names_both_dice_and_not_only_the_second():
    state = chips(fishing(bare("crab", "tuna"), "crab"), 0, adult_9=2)
    state = play(state, "fish 1", "roll 4")
    assert state.say(("roll", 5)).startswith("Crab rolls 4 and 5, 9 in all: 2 chips caught")
    spawning = bare("sardine", "tuna")
    spawning = live(spawning.but(stacks=((10,) + (0,) * 12, spawning.stacks[1]), centre=(20, 7)))
    assert play(spawning, "roll 6").say(("roll", 2)).startswith("Sardine rolls 6 and 2, 8 in all: 8 young join")


def test_the_log_tells_what_runs_by_itself():
    state = buying(hold(bare("shark", "tuna"), 0, shark=2))
    state = play(state, "buy motor", "pay shark")
    assert (
        state.say(("pay", "shark"))
        == "Shark pays a shark chip, 6 points. The life cycles run. Tuna is first in round 2"
    )


def test_moves_that_belong_to_another_moment_are_told_to_wait():
    state = bare("tuna", "crab")
    assert why(state, "bid 6") == "“bid” has to wait: Tuna sends out boat 1 of 2."
    assert why(state, "bid 6").rule == "Round of play, phase 3"
    assert why(Pisces.start(2), "fish 1").rule == "Setup"


@pytest.mark.parametrize(
    "nonsense",
    [(), "fish 1", ("net", 3), (3,), ("fish",), ("fish", "one"), ("fish", 1, 2), ("block", "tuna"),
     ("boat", "x", "tuna"), ("pay", 3), ("done", 1), ("roll", 1.0), ("roll", True), (None,), ("bid", 10**9),
     ("bid", -3), ["fish", 1], None],
)  # fmt: skip
def test_nonsense_is_refused_with_a_reason_at_every_moment(nonsense):
    rng = Random(6)
    state = Pisces.start(3)
    while True:
        if nonsense not in state.moves() or not isinstance(nonsense, tuple) or type(nonsense[-1]) not in (int, str):
            assert isinstance(state.why_not(nonsense), Reason)
        if state.turn() == OVER:
            break
        state = state.after(state.sample(rng))


def test_every_word_played_wrongly_gets_a_reason_that_names_a_rule():
    """Moves of other moments, and of this moment with other names, are all refused and never raise."""
    rng = Random(12)
    seen = {move for _, move in laws.walk(begin(*SIX), Random(1))}
    state = Pisces.start(6)
    while state.turn() != OVER:
        legal = set(state.moves())
        for move in rng.sample(sorted(seen, key=str), 12):
            reason = state.why_not(move)
            assert (reason == "") == (move in legal)
            if reason:
                assert reason.rule
                assert reason.title
        state = state.after(state.sample(rng))


def test_wrong_setup_moves_name_what_there_is():
    assert "name player-1 to player-2" in why(Pisces.start(2), "first player-3")
    assert "the boards are snapper, shark" in why(Pisces.start(2, first=0), "board cod")


# Rows for plots.


def test_rows_for_plots_add_up_to_the_game():
    match = Match(Pisces, 3, boards=("tuna", "crab", "sardine"), first=0)
    rng = Random(9)
    while not match.over:
        match.play(match.state.sample(rng))
    stock, catch = stock_rows(match.states), catch_rows(match.states)
    assert len(stock) == 6 * 3
    assert len(catch) == 6 * 3 * 3
    assert stock[0] == {"round": 1, "species": "tuna", "juvenile": 2, "adult": 3, "spawner": 3, "centre": 7, "held": 0,
                        "caught": stock[0]["caught"]}  # fmt: skip
    for row in stock:
        total = match.state.sea.species[match.state.sea.find(row["species"])].chips
        assert sum(row.get(stage, 0) for stage in STAGES) + row["centre"] + row["held"] == total
        assert row["caught"] == sum(
            line["caught"] for line in catch if (line["round"], line["species"]) == (row["round"], row["species"])
        )
    for seat in range(3):
        for board, name in enumerate(match.state.species):
            caught = sum(line["caught"] for line in catch if line["seat"] == seat and line["species"] == name)
            assert caught == match.state.landed[seat][board]
    assert [line["points"] for line in catch[-9::3]] == list(match.state.scores())
    assert stock_rows([]) == stock_rows([Pisces.start(2)]) == []


# Players.


def contest(names, seed, **options):
    rng = Random(seed)
    state = Pisces.start(len(names), **options)
    while (seat := state.turn()) != OVER:
        move = state.sample(rng) if seat == CHANCE else BOTS[names[seat]](state.view(seat), rng)
        assert move in state.moves()
        state = state.after(move)
    return state


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_bots_play_whole_games_by_the_rules(name, players):
    assert contest([name] * players, 1).round == 6
    assert contest([name] * players, 2, blocks=False, tournaments=False, values="even").round == 6


def test_the_same_seed_gives_the_same_game_of_bots():
    assert contest(["greedy", "steward"], 5) == contest(["greedy", "steward"], 5)


def test_greedy_and_steward_beat_random_players_clearly():
    for name in ("greedy", "steward"):
        wins = sum(0 in contest([name, "random", "random"], seed).winners() for seed in range(12))
        assert wins >= 11


def test_stewards_leave_more_fish_growing_than_greedy_players_and_earn_less():
    def growing(state):
        return sum(sum(stage_totals(state.kind(b), state.stacks[b])[:-1]) for b in range(state.players))

    greedy = [contest(["greedy"] * 4, seed) for seed in range(8)]
    steward = [contest(["steward"] * 4, seed) for seed in range(8)]
    assert sum(map(growing, steward)) > 1.2 * sum(map(growing, greedy))
    assert sum(sum(state.scores()) for state in steward) < sum(sum(state.scores()) for state in greedy)


def test_greedy_sends_a_boat_where_the_expected_points_are_highest():
    state = chips(bare("tuna", "sardine"), 0, adult_5=5)
    assert BOTS["greedy"](state, Random(1)) == ("boat", 1, "tuna")
    worth = area_worth(state, 0, points_of)
    assert worth == pytest.approx((5 * 8 + 8 + 8 + 8) / 6)


def test_greedy_counts_a_trophy_within_reach():
    state = bare("tuna", "crab").but(goal=(0, 0), caught=((1, 0), (0, 0)))
    assert points_of(state, 0, 2) == 18
    assert points_of(state, 0, 0) == 0  # a juvenile is released
    assert points_of(state.but(blocks=(2, -1)), 0, 2) == 0


def test_steward_blocks_fish_that_have_not_bred():
    state = chips(begin("snapper", "tuna", tournaments=False), 0, spawner_6a=4, juvenile_2a=3)
    assert BOTS["steward"](state, Random(1)) == ("block", "snapper", "juvenile-2a")


def test_slow_species_recover_more_slowly():
    state = begin(*SIX)
    speed = {state.kind(board).name: recovery(state.kind(board)) for board in range(6)}
    assert speed["shark"] < speed["snapper"] < speed["tuna"] < speed["crab"] == speed["mahi-mahi"] < speed["sardine"]


def test_spawners_have_bred_so_catching_them_does_harm_only_where_chips_are_short():
    state = bare("tuna", "crab")
    assert harm_of(state, 0, state.kind(0).stacks.index("adult-5")) > 0
    spawner = state.kind(0).stacks.index("spawner-6a")
    assert harm_of(state, 0, spawner) == 0
    assert harm_of(state.but(centre=(2, 12), held=((5, 0), (0, 0))), 0, spawner) > 0


def test_greedy_pays_as_little_as_it_can():
    state = buying(hold(bare("snapper", "crab"), 0, snapper=2, crab=2))
    state = play(state, "buy motor")
    state = state.after(BOTS["greedy"](state, Random(1)))
    state = state.after(BOTS["greedy"](state, Random(1)))
    assert state.held[0] == (2, 0)


def test_odds_of_the_dice_add_up():
    assert sum(odds(1)) == pytest.approx(1)
    assert sum(odds(2)) == pytest.approx(1)
    assert odds(2)[7] == pytest.approx(1 / 6)
    assert odds(1)[0] == odds(2)[1] == 0


def test_sources_are_four_kinds():
    assert SOURCES == ("printed", "recovered", "inferred", "reconstructed")


@pytest.mark.parametrize(("phase", "gear", "title"), [("fish", 2, "Fish Finder"), ("bid", 0, "Outboard Motor")])
def test_a_rule_names_gear_only_where_somebody_has_it(phase, gear, title):
    state = Pisces.start(3)
    state = state.but(phase=phase)
    assert title not in state.rule()
    owned = tuple(int(place == gear) for place in range(3))
    assert title in state.but(gear=(state.gear[0], owned, state.gear[2])).rule()


def test_the_aim_names_trophies_only_where_there_are_tournaments():
    with_them, without = (Match(Pisces, 2, tournaments=on).state.purpose() for on in (True, False))
    assert "10 a trophy" in with_them and "trophy" not in without
    assert with_them.replace("10 a trophy, ", "") == without
