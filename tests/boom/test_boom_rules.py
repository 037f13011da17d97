"""Fishery Boom, sentence by sentence: every rule and every worked example of the rulebook."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from fishlab.boom import player_sheets, sea
from fishlab.boom.kit import BOXES, GEAR
from fishlab.boom.phases import illegal_left, overtime, stage
from fishlab.boom.players import BOTS, expected_catch
from fishlab.boom.rules import Boom
from fishlab.boom.sea import FishState
from fishlab.boom.setup import FLAG_COLOURS
from fishlab.core import CHANCE, OVER, IllegalMove, Reason
from fishlab.match import Match

EVERYTHING = Boom.start().sheet.everything


def play(state, *moves):
    """Play moves in notation, each checked."""
    for text in moves:
        move = state.parse(text)
        assert move in state.moves(), f"{text}: {state.why_not(move)} ({state.prompt()})"
        state = state.after(move)
    return state


def at(year=1, players=2, *, marked=(), alive=None, dead=(), shields=(), plates=None, seat=None, phase="gear"):
    """Return the first moment of a year in a made-up game: `marked` are the acting seat's boxes of earlier years.

    `alive` names the only living fish; or `dead` the only dead ones.
    """
    state = Boom.start(players)
    sheet = state.sheet
    seat = (1 - year) % players if seat is None else seat
    living = sheet.mask(alive) if alive is not None else sheet.everything & ~sheet.mask(dead)
    filler = ["marketing"] * (year - 1 - len(marked))
    picks = [("marketing",) * (year - 1)] * players
    picks[seat] = (*marked, *filler)
    mask = sum(1 << place for place, kind in enumerate(sheet.species) if kind.name in shields)
    own = [[0] * 10 for _ in range(players)]
    if plates is not None:
        own[seat][year - 1] = plates
    return replace(
        state,
        year=year,
        seat=seat,
        phase=phase,
        living=living,
        seas=(*[EVERYTHING] * (year - 1), living),
        past=(state.marks,) * (year - 1),
        picks=tuple(picks),
        plates=tuple(map(tuple, own)),
        shields=mask,
    )


def names(moves, word="take"):
    return [move[1] for move in moves if move[0] == word]


def box(state, seat, year):
    return [fish.species for fish in player_sheets.year_boxes(state, seat)[year - 1].fish]


def skip_year(state):
    """Play a year on, whatever happens, with calm boxes and one line."""
    year = state.year
    calm = ["radar", "refrigeration", "release", "seine", "longline", "trawler", "seine+", "longline+", "trawler+"]
    while state.year == year and state.phase != "over":
        moves = state.moves()
        pick = next((("box", name) for name in calm if ("box", name) in moves), moves[0])
        state = state.after(("keep",) if ("keep",) in moves else pick)
    return state


# Setup and the order of play.


def test_a_game_for_two_to_four_players():
    assert list(Boom.seats) == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(ValueError, match=f"{players} players cannot play boom: choose 2 to 4"):
            Boom.start(players)


def test_each_player_writes_a_country_name_and_draws_a_flag():
    flag = ["aaaaaaaaaaaa"] * 4 + ["............"] * 4
    state = Boom.start(2, countries=["Norlandia", "<b>Süd & Co</b>"], flags=[flag, None])
    assert state.seat_name(0) == "Norlandia"
    assert state.seat_name(1) == "<b>Süd & Co</b>", "names are data; whoever draws them escapes them"
    assert state.setup.flags == (tuple(flag), None)
    assert state.prompt() == "Year 1: Norlandia fishes: choose equipment"
    assert Boom.start(3).seat_name(2) == "Seat C"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_the_start_player_opens_and_then_moves_counter_clockwise(players, first):
    state = Boom.start(players, first=first)
    for year in range(1, 11):
        assert state.year == year
        assert state.seat == state.start_seat == (first - (year - 1)) % players
        state = skip_year(state)


def test_players_act_clockwise_from_the_start_player_in_both_phases():
    state = Boom.start(3, first=1)
    order = []
    while state.year == 1:
        if state.phase in ("gear", "box"):
            order.append((state.phase, state.seat))
        state = state.after(state.moves()[0])
    assert order == [("gear", 1), ("gear", 2), ("gear", 0), ("box", 1), ("box", 2), ("box", 0)]


def test_ten_years_and_the_last_has_fishing_and_boxes_only():
    state = at(10, 2)
    state = play(state, "gear default", "roll 1", "take shark-1", "gear default", "roll 1", "take shark-2")
    state = play(state, "box radar", "box radar")
    assert state.turn() == OVER
    assert (state.year, state.left, len(state.seas)) == (10, 0, 10)
    assert not state.empty_sea


# Phase 1, fishing.


def test_on_the_first_turn_only_the_default_equipment_is_available():
    state = Boom.start()
    assert list(state.moves()) == [("gear", "default")]
    assert "has not marked Seine net" in state.why_not(("gear", "seine"))


@pytest.mark.parametrize(("gear", "dice"), [(name, gear.dice) for name, gear in GEAR.items()])
def test_roll_a_number_of_dice_based_on_the_equipment(gear, dice):
    base = [gear.rstrip("+"), gear] if gear.endswith("+") else [gear]
    state = play(at(4, marked=[] if gear == "default" else base), f"gear {gear}")
    for _ in range(dice):
        assert (state.phase, state.turn()) == ("roll", CHANCE)
        assert list(state.moves()) == [("roll", face) for face in range(1, 7)]
        state = play(state, "roll 5")
    assert state.phase != "roll"
    assert state.dice == (5,) * dice


def test_default_example_a_4_takes_one_fish_from_any_row_with_a_4():
    state = play(Boom.start(), "gear default", "roll 4")
    assert names(state.moves()) == ["mackerel-1", "mackerel-2", "squid-1"]
    state = play(state, "take mackerel-2")
    assert sea.fish_state(state, "mackerel-2", 1) == FishState("taken", 0)
    assert box(state, 0, 1) == ["mackerel"]
    assert (state.phase, state.seat) == ("gear", 1)


def test_fish_come_from_the_current_years_column():
    state = play(at(3), "gear default", "roll 1", "take shark-1")
    assert sea.fish_state(state, "shark-1", 3).kind == "taken"
    assert sea.fish_state(state, "shark-1", 2).kind == "living"


def test_one_row_in_one_year_is_one_fish():
    state = play(Boom.start(), "gear default", "roll 3", "take tuna-3", "gear default", "roll 3")
    assert names(state.moves()) == ["tuna-4", "squid-2"]


def test_if_there_are_not_enough_fish_take_what_is_there_and_skip_the_rest():
    state = at(2, marked=["seine"], alive=["cod-1", "whale-1"])
    state = play(state, "gear seine", "roll 5", "roll 2", "take cod-1")
    assert (state.phase, state.seat) == ("gear", 0), "the second 5 is skipped"
    state = play(state, "gear default", "roll 6")
    assert (state.phase, state.seat) == ("box", 1), "no fish of that die: nothing to take"


def test_fishing_is_compulsory():
    state = play(Boom.start(), "gear default", "roll 4")
    assert {move[0] for move in state.moves()} == {"take"}


def test_for_each_fish_taken_one_fish_is_drawn_and_fills_one_plate():
    state = at(2, marked=["seine"], plates=1)
    state = play(state, "gear seine", "roll 5", "roll 2", "take cod-1", "take herring-2")
    mine = player_sheets.year_boxes(state, 1)[2 - 1]
    assert [fish.species for fish in mine.fish] == ["cod", "herring"]
    assert (mine.filled, mine.empty, mine.surplus, mine.score) == (1, 0, 1, 1)


def test_nothing_alive_skips_the_action_without_dice():
    state = at(2, 3, alive=["cod-1"])
    state = play(state, "gear default", "roll 5", "take cod-1")
    assert (state.phase, state.seat) == ("box", 2), "the other two do not roll"
    assert state.living == 0


# Equipment.


def test_seine_net_takes_two_of_the_bigger_number():
    state = play(at(2, marked=["seine"]), "gear seine", "roll 2", "roll 4")
    assert state.due == (4, 4)
    state = play(state, "take mackerel-1", "take squid-1")
    assert box(state, 1, 2) == ["mackerel", "squid"]
    assert state.phase == "gear"


def test_seine_net_with_doubles_uses_that_number():
    assert play(at(2, marked=["seine"]), "gear seine", "roll 6", "roll 6").due == (6, 6)


def test_seine_net_plus_takes_three():
    state = play(at(3, marked=["seine", "seine+"]), "gear seine+", "roll 6", "roll 2")
    state = play(state, "take pollock-1", "take anchovy-2", "take shrimp-1")
    assert box(state, 0, 3) == ["pollock", "anchovy", "shrimp"]
    assert state.phase == "gear"


def test_any_marked_line_and_the_default_may_be_chosen():
    state = at(5, marked=["seine", "seine+", "trawler"])
    assert player_sheets.equipment(state, 0) == ("default", "seine", "seine+", "trawler")
    assert names(state.moves(), "gear") == ["default", "seine", "seine+", "trawler"]


def test_longline_takes_one_of_each_die():
    state = play(at(2, marked=["longline"]), "gear longline", "roll 5", "roll 3")
    assert names(state.moves()) == ["herring-1", "herring-2", "cod-1", "cod-2"]
    state = play(state, "take herring-1")
    assert names(state.moves()) == ["tuna-3", "tuna-4", "squid-2"]
    state = play(state, "take squid-2")
    assert box(state, 1, 2) == ["herring", "squid"]


def test_longline_ignores_sixes():
    state = play(at(2, marked=["longline"]), "gear longline", "roll 6", "roll 3")
    assert state.due == (3,)
    state = play(at(2, marked=["longline"]), "gear longline", "roll 6", "roll 6")
    assert (state.phase, state.seat) == ("gear", 0), "with both dice 6 nothing is taken"


def test_longline_plus_takes_one_more_of_either_die():
    state = play(at(3, marked=["longline", "longline+"]), "gear longline+", "roll 5", "roll 3")
    assert list(state.moves()) == [("double", 3), ("double", 5)]
    assert play(state, "double 5").due == (5, 5, 3)
    assert play(state, "double 3").due == (5, 3, 3)


def test_longline_plus_may_take_one_or_two_of_the_other_die_when_one_is_a_6():
    state = play(at(3, marked=["longline", "longline+"]), "gear longline+", "roll 6", "roll 3")
    one = play(state, "double 6", "take squid-2")
    assert (one.phase, box(one, 0, 3)) == ("gear", ["squid"])
    two = play(state, "double 3", "take squid-2", "take tuna-3")
    assert (two.phase, box(two, 0, 3)) == ("gear", ["squid", "tuna"])


def test_longline_plus_with_equal_dice_takes_three_and_with_two_sixes_none():
    state = play(at(3, marked=["longline", "longline+"]), "gear longline+", "roll 3", "roll 3")
    assert list(state.moves()) == [("double", 3)]
    assert play(state, "double 3").due == (3, 3, 3)
    state = play(at(3, marked=["longline", "longline+"]), "gear longline+", "roll 6", "roll 6")
    assert (state.phase, state.seat) == ("gear", 1)


def test_longline_plus_may_double_a_face_without_fish():
    state = at(3, marked=["longline", "longline+"], alive=["cod-1", "cod-2"])
    state = play(state, "gear longline+", "roll 5", "roll 1")
    assert play(state, "double 1").due == (5, 1, 1)
    one = play(state, "double 1", "take cod-1")
    assert (one.phase, one.seat) == ("gear", 1)
    assert play(state, "double 5", "take cod-1", "take cod-2").living == 0


def test_trawler_takes_two_dice_of_the_players_choice_and_kills_the_third():
    state = play(at(2, marked=["trawler"]), "gear trawler", "roll 2", "roll 5", "roll 4")
    assert list(state.moves()) == [("kills", 2), ("kills", 4), ("kills", 5)]
    state = play(state, "kills 5", "take tuna-1", "take squid-1")
    assert names(state.moves(), "kill") == ["herring-1", "herring-2", "cod-1", "cod-2"]
    state = play(state, "kill cod-2")
    assert box(state, 1, 2) == ["tuna", "squid"]
    assert sea.fish_state(state, "cod-2", 2) == FishState("killed", 1)


def test_trawler_example_with_plenty_of_fish_both_choices_mark_three_and_draw_two():
    state = play(at(2, marked=["trawler"]), "gear trawler", "roll 5", "roll 5", "roll 2")
    first = play(state, "kills 5", "take cod-1", "take tuna-1", "kill cod-2")
    second = play(state, "kills 2", "take cod-1", "take cod-2", "kill tuna-1")
    for end in (first, second):
        assert end.living == EVERYTHING & ~end.sheet.mask(["cod-1", "cod-2", "tuna-1"])
        assert end.supply(1, 2) == 2


def test_trawler_example_without_enough_fish_the_choices_differ():
    state = at(2, marked=["trawler"], alive=["cod-1", "tuna-1", "shark-1"])
    state = play(state, "gear trawler", "roll 5", "roll 5", "roll 2")
    first = play(state, "kills 5", "take cod-1", "take tuna-1")
    assert first.supply(1, 2) == 2
    assert (first.phase, first.seat) == ("gear", 0), "no second cod to kill: the rest is skipped"
    second = play(state, "kills 2", "take cod-1", "kill tuna-1")
    assert second.supply(1, 2) == 1


def test_trawler_plus_rolls_four_takes_three_kills_one():
    state = at(3, marked=["trawler", "trawler+"])
    state = play(state, "gear trawler+", "roll 6", "roll 1", "roll 6", "roll 4", "kills 1")
    assert state.due == (6, 6, 4)
    state = play(state, "take shrimp-1", "take shrimp-2", "take squid-1", "kill shark-2")
    assert box(state, 0, 3) == ["shrimp", "shrimp", "squid"]
    assert state.phase == "gear"


def test_a_trawlers_kill_is_compulsory_and_cannot_be_released_or_chilled():
    state = at(5, marked=["trawler", "release", "refrigeration"])
    state = play(state, "gear trawler", "roll 1", "roll 1", "roll 3", "kills 3", "release", "chill shark-1")
    assert state.phase == "kill"
    assert {move[0] for move in state.moves()} == {"kill"}


def test_fish_radar_rerolls_any_number_of_dice_once():
    state = play(at(3, marked=["trawler", "radar"]), "gear trawler", "roll 1", "roll 2", "roll 3")
    assert list(state.moves()) == [("reroll", 1), ("reroll", 2), ("reroll", 3), ("keep",)]
    state = play(state, "reroll 1", "reroll 3")
    assert list(state.moves()) == [("keep",)], "dice are named first to last"
    state = play(state, "keep")
    assert (state.phase, state.turn(), state.named) == ("reroll", CHANCE, (1, 3))
    state = play(state, "roll 6", "roll 5")
    assert state.dice == (6, 2, 5)
    assert state.phase == "kills", "only once in an action"


def test_fish_radar_may_keep_all_dice():
    state = play(at(2, marked=["radar"]), "gear default", "roll 1", "keep")
    assert state.phase == "take"
    assert state.dice == (1,)


# Phase 2, upgrades.


def boxes_of(state):
    return names(state.moves(), "box")


def in_boxes(year=1, players=2, **how):
    return at(year, players, phase="box", **how)


def test_each_player_marks_one_box_each_year():
    state = play(in_boxes(), "box seine")
    assert (state.phase, state.seat) == ("box", 1)
    assert state.picks == (("seine",), ())
    assert player_sheets.upgrades(state, 0)[2].years == (1,)


def test_an_upgrade_takes_effect_starting_next_year():
    state = play(in_boxes(), "box seine", "box radar", "roll 6")
    assert state.year == 2
    assert player_sheets.equipment(state, 0) == ("default", "seine")
    assert player_sheets.works(state, 1, "radar")
    state = play(in_boxes(2, marked=["overtime"]), "box seine")
    assert player_sheets.equipment(state, 1) == ("default",)
    assert not player_sheets.works(state, 1, "seine")


def test_an_upgraded_box_needs_its_base():
    assert not {"seine+", "longline+", "trawler+"} & set(boxes_of(in_boxes()))
    why = in_boxes().why_not(("box", "seine+"))
    assert why == "Seine net+ needs Seine net: mark Seine net first."
    assert isinstance(why, Reason)
    assert why.where == ("seine+", "seine")
    assert "trawler+" in boxes_of(in_boxes(2, marked=["trawler"]))


def test_boxes_can_be_marked_as_often_as_they_are_printed():
    full = in_boxes(7, marked=["faux", "marketing", "marketing", "overtime", "enforcement", "seine"])
    assert not {"faux", "marketing", "seine"} & set(boxes_of(full))
    assert {"overtime", "enforcement"} <= set(boxes_of(full))
    assert "both of its 2 boxes are marked" in full.why_not(("box", "marketing"))
    assert "cannot be marked again: it is marked" in full.why_not(("box", "faux"))


def test_release_puts_a_taken_fish_back_alive():
    state = play(at(2, marked=["release"]), "gear default", "roll 4")
    assert state.moves()[-1] == ("release",)
    state = play(state, "release")
    assert state.living == EVERYTHING
    assert state.supply(1, 2) == 0
    assert state.phase == "gear"


def test_any_number_of_fish_may_be_released_and_a_kill_may_hit_a_released_one():
    state = at(3, marked=["release", "trawler"], alive=["shark-1", "cod-1", "cod-2"])
    state = play(state, "gear trawler", "roll 1", "roll 5", "roll 1", "kills 1", "release", "release", "kill shark-1")
    assert state.sheet.names_of(state.living) == ["cod-1", "cod-2"]
    assert state.supply(0, 3) == 0


def test_refrigeration_draws_a_fish_into_next_years_box():
    state = play(at(2, marked=["refrigeration"]), "gear default", "roll 5", "chill cod-1")
    assert state.supply(1, 2) == 0
    fish = player_sheets.year_boxes(state, 1)[3 - 1].fish
    assert [(one.species, one.chilled) for one in fish] == [("cod", True)]
    assert sea.fish_state(state, "cod-1", 2) == FishState("taken", 1), "it is dead all the same"


def test_refrigerated_fish_count_as_supply_where_they_lie():
    state = at(2, 4, marked=["refrigeration"])
    state = play(state, "gear default", "roll 5", "chill cod-1")
    state = skip_year(state)
    assert state.plates[3][2] == 0 + 1, "year 2 supplied nothing; year 3 is marked +1"
    assert state.supply(3, 3) == 1
    state = skip_year(state)
    assert state.plates[3][3] == state.supply(3, 3) == 1


def test_there_is_no_chilling_in_the_last_year():
    state = play(at(10, marked=["refrigeration"]), "gear default", "roll 5")
    assert {move[0] for move in state.moves()} == {"take"}
    assert "the last" in state.why_not(("chill", "cod-1"))


# Phase 2, one-time bonuses.


def test_faux_fish_draws_a_fish_at_once_and_takes_none_from_the_sea():
    state = play(in_boxes(), "box faux")
    assert state.living == EVERYTHING
    assert box(state, 0, 1) == ["faux"]
    assert not player_sheets.works(state, 0, "faux")


def test_a_faux_fish_counts_as_supply():
    state = play(in_boxes(players=4), "box faux", "box radar", "box radar", "box radar")
    assert [plates[1] for plates in state.plates] == [1, 0, 0, 0]


def test_marketing_adds_a_plate_to_this_year():
    state = play(in_boxes(2, plates=1), "box marketing", "plate")
    assert state.plates[1][1] == 2
    assert (state.phase, state.seat) == ("box", 0)


def test_marketing_crosses_out_a_plate_of_this_year():
    state = play(in_boxes(2, plates=1), "box marketing")
    assert list(state.moves()) == [("plate",), ("cross",)]
    assert play(state, "cross").plates[1][1] == 0


def test_marketing_cannot_cross_out_a_plate_that_is_not_there():
    state = play(in_boxes(2, plates=0), "box marketing")
    assert list(state.moves()) == [("plate",)]
    assert "no plate in this year’s box" in state.why_not(("cross",))


def test_enforcement_fills_two_shields_of_different_species_at_once():
    state = play(in_boxes(), "box enforcement")
    assert len(state.moves()) == 10
    state = play(state, "shield pollock")
    assert (state.phase, state.seat) == ("shield", 0)
    assert ("shield", "pollock") not in state.moves()
    assert "already has a shield" in state.why_not(("shield", "pollock"))
    state = play(state, "shield cod")
    assert (state.phase, state.seat) == ("box", 1)
    assert sea.shielded(state, "pollock")
    assert sea.shielded(state, "cod")
    assert not sea.shielded(state, "tuna")


def test_a_shield_on_a_species_that_is_gone_says_that_it_helps_nothing():
    state = play(in_boxes(), "box enforcement")
    assert state.explain(("shield", "cod")) == "2 of 2 live, die 5: safe from now on."
    gone = state.but(living=state.living & ~state.sheet.species[7].mask)
    assert gone.explain(("shield", "cod")) == "None of 2 is left: a shield would be no use."


def test_enforcement_works_in_this_years_illegal_fishing():
    state = play(in_boxes(), "box enforcement", "shield shark", "shield tuna", "box radar")
    assert state.phase == "illegal"
    assert state.illegal_target(1) == state.sheet.row("whale-2")


def test_enforcement_does_what_is_possible():
    every = [kind.name for kind in Boom.start().sheet.species]
    one = play(in_boxes(shields=every[1:]), "box enforcement", "shield shark")
    assert (one.phase, one.seat) == ("box", 1)
    none = play(in_boxes(shields=every), "box enforcement")
    assert (none.phase, none.seat) == ("box", 1)


def test_enforcement_only_with_two_or_three_players():
    assert "enforcement" in boxes_of(in_boxes(players=2))
    assert "enforcement" in boxes_of(in_boxes(players=3))
    four = in_boxes(players=4)
    assert "enforcement" not in boxes_of(four)
    assert "for 2 or 3 players" in four.why_not(("box", "enforcement"))


def test_shields_do_not_hinder_players():
    state = play(at(shields=["cod", "herring"]), "gear default", "roll 5")
    assert names(state.moves()) == ["herring-1", "herring-2", "cod-1", "cod-2"]


def test_overtime_is_a_fishing_action_at_once_and_counts_as_this_years_supply():
    state = play(in_boxes(2, marked=["seine"]), "box overtime")
    assert (state.phase, state.seat, overtime(state), stage(state)) == ("gear", 1, True, 2)
    state = play(state, "gear seine", "roll 5", "roll 1", "take cod-1", "take cod-2")
    assert state.supply(1, 2) == 2
    assert (state.phase, state.seat) == ("box", 0), "it is finished before the next seat marks a box"


def test_overtime_uses_equipment_of_earlier_years_only():
    state = play(in_boxes(3, marked=["seine"]), "box overtime")
    assert names(state.moves(), "gear") == ["default", "seine"]


def test_overtime_with_an_empty_sea_does_nothing():
    state = play(in_boxes(2, alive=[]), "box overtime")
    assert (state.phase, state.seat) == ("box", 0)


# Phase 3, demand.


def test_demand_next_year_is_this_years_supply():
    state = at(3, 4, marked=["seine"])
    state = play(state, "gear seine", "roll 5", "roll 5", "take cod-1", "take herring-1")
    state = skip_year(state)
    assert state.year == 4
    assert state.plates[2][3] == 2


@pytest.mark.parametrize("year", range(2, 11))
def test_demand_is_one_more_in_years_3_6_and_9(year):
    state = skip_year(at(year - 1, 4))
    assert state.year == year
    more = year in (3, 6, 9)
    assert [plates[year - 1] for plates in state.plates] == [state.supply(seat, year - 1) + more for seat in range(4)]


def test_demand_in_year_1_is_none_or_what_the_option_says():
    assert Boom.start(3).plates == ((0,) * 10,) * 3
    assert Boom.start(3, first_demand=2).plates == ((2, *[0] * 9),) * 3


def test_plates_of_marketing_do_not_carry_over():
    state = play(in_boxes(1, 4), "box marketing", "plate", "box radar", "box radar", "box radar")
    assert state.plates[0][:2] == (1, 0)


# Phase 4, illegal fishing.


def illegal(players=3, year=5, **how):
    state = at(year, players, phase="illegal", **how)
    return replace(state, left=state.setup.illegal_dice(year))


@pytest.mark.parametrize(
    ("players", "dice"),
    [(2, [1, 2, 3, 2, 4, 3, 5, 4, 5, 0]), (3, [1, 2, 2, 3, 3, 3, 3, 3, 4, 0]), (4, [0] * 10)],
)
def test_dice_of_illegal_fishing_only_for_two_or_three_players(players, dice):
    state = Boom.start(players)
    assert [state.setup.illegal_dice(year) for year in range(1, 11)] == dice
    rolled = []
    for _ in range(10):
        year, count = state.year, 0
        while state.year == year and state.phase != "over":
            count += state.phase == "illegal"
            calm = [m for m in state.moves() if m[0] != "box" or BOXES[m[1]].kind == "permanent" or m[1] == "radar"]
            state = state.after(("keep",) if ("keep",) in state.moves() else (calm or list(state.moves()))[0])
        rolled.append(count)
    assert rolled == dice


def test_illegal_fishing_example_year_5_three_dice_kill_two_tuna_and_a_pollock():
    state = illegal()
    assert (state.turn(), illegal_left(state)) == (CHANCE, 3)
    assert "tuna-3 is killed" in state.say(("roll", 3))
    state = play(state, "roll 3", "roll 3")
    assert state.sheet.names_of(EVERYTHING & ~state.living) == ["tuna-3", "tuna-4"]
    state = play(state, "roll 6")
    killed = [name for name in state.sheet.names if sea.fish_state(state, name, 5).kind == "illegal"]
    assert killed == ["tuna-3", "tuna-4", "pollock-1"]
    assert state.year == 6


def test_illegal_fishing_example_pollock_protected_kills_an_anchovy():
    state = play(illegal(shields=["pollock"]), "roll 6")
    assert sea.fish_state(state, "anchovy-1", 5).kind == "illegal"


def test_illegal_fishing_example_anchovy_all_dead_kills_a_shrimp():
    state = play(illegal(shields=["pollock"], dead=["anchovy-1", "anchovy-2"]), "roll 6")
    assert sea.fish_state(state, "shrimp-1", 5).kind == "illegal"


def test_illegal_fishing_example_shrimp_dead_too_kills_nothing():
    dead = ["anchovy-1", "anchovy-2", "shrimp-1", "shrimp-2"]
    before = illegal(shields=["pollock"], dead=dead)
    assert before.say(("roll", 6)) == "Illegal fishing rolls 6: no unprotected fish has that number."
    assert play(before, "roll 6").living == before.living


def test_illegal_fishing_comes_after_demand_and_before_depletion():
    state = play(in_boxes(), "box radar", "box faux")
    assert state.phase == "illegal"
    assert state.plates[1][1] == 1
    state = play(state, "roll 1")
    assert sea.fish_state(state, "shark-1", 1).kind == "illegal"
    assert sea.fish_state(state, "shark-1", 2).kind == "depleted"


def test_the_dice_of_illegal_fishing_are_left_until_they_are_rolled_and_none_after_the_end():
    state = at(2, 2, alive=["cod-1"])
    assert illegal_left(state) == 2
    state = play(state, "gear default", "roll 5", "take cod-1", "box radar", "box radar")
    assert illegal_left(state) == 2
    state = play(state, "roll 1")
    assert illegal_left(state) == 1
    end = play(state, "roll 1")
    assert (end.turn(), end.setup.illegal_dice(end.year), illegal_left(end)) == (OVER, 2, 0)


# Phase 5, depletion, and the next year.


def test_depletion_crosses_out_what_no_living_fish_points_to():
    state = at(1, 4, dead=["shark-1", "cod-2"])
    before = {state.sheet.names[step.row] for step in sea.depletion_steps(state) if step.depleted}
    state = skip_year(replace(state, phase="box"))
    depleted = {name for name in state.sheet.names if sea.fish_state(state, name, 2).kind == "depleted"}
    assert depleted == before == {"shark-1", "cod-1", "cod-2"}
    assert {state.sheet.names[step.row] for step in sea.depletion_steps(state, 1) if step.depleted} == depleted


def test_taken_and_killed_fish_are_both_dead_for_depletion():
    taken = play(at(1, 2), "gear default", "roll 5", "take cod-2")
    killed = replace(taken, marks=(0, 0, taken.marks[0], 0, 0))
    for state in (taken, killed):
        steps = {state.sheet.names[step.row]: step.depleted for step in sea.depletion_steps(state)}
        assert steps["cod-1"]
        assert steps["cod-2"]


def test_depletion_steps_of_the_last_year_are_none():
    assert sea.depletion_steps(at(10)) == []


# The end and the score.


def test_the_game_ends_when_fish_run_out_after_the_year_is_finished():
    state = at(2, 2, alive=["cod-1"], marked=["refrigeration"])
    state = play(state, "gear default", "roll 5", "chill cod-1", "box faux", "box marketing", "plate")
    assert state.phase == "illegal", "the year is finished"
    state = play(state, "roll 1", "roll 1")
    assert state.turn() == OVER
    assert state.empty_sea
    assert state.year == 2
    assert {fish.kind for fish in sea.fish_states(state, 3)} == {"depleted"}
    assert {fish.kind for fish in sea.fish_states(state, 4)} == {"cannot come"}
    # Year 2: seat 0 has one plate and no fish; seat 1 has a faux fish without a plate.
    # Year 3, never played: seat 0 has the +1 plate; seat 1 has two plates and one refrigerated fish.
    assert [plates[2] for plates in state.plates] == [1, 2]
    assert state.scores() == (-2 - 2, 0 + 1 - 2)


def test_plates_of_the_unplayed_year_may_be_left_out_by_option():
    state = at(2, 2, alive=["cod-1"])
    state = replace(state, setup=replace(state.setup, score_unplayed_year=False))
    state = play(state, "gear default", "roll 5", "take cod-1", "box radar", "box radar", "roll 1")
    assert [plates[2] for plates in state.plates] == [1, 2]
    assert state.scores() == (-2, -4), "in mid-game the sheet as it stands counts"
    end = play(state, "roll 1")
    assert end.empty_sea
    assert end.scores() == (0, 0)
    assert replace(end, setup=replace(end.setup, score_unplayed_year=True)).scores() == (-2, -4)


def test_the_last_year_that_is_played_counts_also_where_unplayed_years_do_not():
    early = at(2, 2, alive=["cod-1"], plates=3)
    early = replace(early, setup=replace(early.setup, score_unplayed_year=False))
    early = play(early, "gear default", "roll 5", "take cod-1", "box radar", "box radar", "roll 1", "roll 1")
    assert early.empty_sea
    assert [early.year_score(1, year) for year in (1, 2, 3)] == [0, 1 - 2 * 2, 0]
    assert early.scores() == (0, -3)
    late = in_boxes(10, 2, plates=2)
    late = play(replace(late, setup=early.setup), "box radar", "box radar")
    assert late.turn() == OVER
    assert late.scores() == (0, -4), "the tenth year is played"


def test_a_filled_plate_is_1_an_empty_plate_minus_2_and_surplus_fish_are_nothing():
    state = at(2, marked=["seine"], plates=3)
    assert state.scores() == (0, -6)
    state = play(state, "gear seine", "roll 5", "roll 2", "take cod-1", "take cod-2")
    assert state.scores() == (0, 2 - 2)
    state = play(state, "gear default", "roll 5", "take herring-1")
    assert state.scores() == (0, 0), "a fish without a plate"


def test_the_highest_score_wins_and_a_tie_is_shared():
    state = at(2, plates=1)
    assert state.winners() == (0,)
    assert Boom.start(3).winners() == (0, 1, 2)
    assert not Boom.low_wins


def test_played_together_every_score_is_the_sum():
    state = at(2, plates=3)
    together = replace(state, setup=replace(state.setup, cooperative=True))
    assert state.scores() == (0, -6)
    assert together.scores() == (-6, -6)
    assert together.own_scores() == (0, -6)
    assert together.winners() == (0, 1)


# What pictures, plots and lessons ask.


def test_every_kind_of_fish_state_shows():
    state = at(3, 2, marked=["trawler"], dead=["cod-2"])
    state = play(state, "gear trawler", "roll 1", "roll 2", "roll 4", "kills 4")
    state = play(state, "take shark-1", "take tuna-1", "kill squid-1")
    assert sea.fish_state(state, "shark-1", 3) == ("taken", 0)
    assert sea.fish_state(state, "squid-1", 3) == ("killed", 0)
    assert sea.fish_state(state, "cod-2", 3) == ("depleted", -1)
    assert sea.fish_state(state, "cod-1", 3) == ("living", -1)
    assert sea.fish_state(state, "cod-1", 4) == ("cannot come", -1)
    assert sea.fish_state(state, "tuna-1", 4) == ("may come", -1)
    assert sea.fish_state(state, "cod-1", 2) == ("living", -1)
    assert sea.fish_state(play(illegal(), "roll 1"), "shark-1", 5) == ("illegal", -1)
    assert len(sea.fish_states(state, 3)) == 23


def test_living_by_species_counts_what_lives():
    state = at(3, dead=["cod-2", "pollock-1", "pollock-3"])
    living = sea.living_by_species(state, 3)
    assert (living["cod"], living["pollock"], living["shark"]) == (1, 1, 2)
    assert sea.living_by_species(state, 4)["cod"] == 0


def test_of_a_past_year_the_fish_live_that_nobody_took_killed_or_fished_illegally():
    state = at(3, 2, marked=["trawler"])
    state = play(state, "gear trawler", "roll 2", "roll 4", "roll 5", "kills 5")
    state = play(state, "take tuna-1", "take squid-1", "kill cod-2", "gear default", "roll 6", "take pollock-1")
    state = play(state, "box faux", "box faux", "roll 1", "roll 3", "roll 3")
    assert state.year == 4
    dead = ["shark-1", "tuna-1", "tuna-3", "tuna-4", "pollock-1", "cod-2", "squid-1"]
    assert state.sheet.names_of(EVERYTHING & ~state.living_in(3)) == dead
    assert sea.living_by_species(state, 3)["shark"] == 1
    assert sea.living_by_species(state, 3) == {
        kind.name: sum(sea.fish_state(state, row, 3).kind == "living" for row in kind.rows)
        for kind in state.sheet.species
    }


def test_upgrades_tell_what_is_marked_when_and_what_works():
    state = in_boxes(3, 4, marked=["seine", "faux"])
    found = {upgrade.name: upgrade for upgrade in player_sheets.upgrades(state, 2)}
    assert (found["seine"].years, found["seine"].works, BOXES["seine"].kind) == ((1,), True, "equipment")
    assert (found["faux"].years, found["faux"].works, found["faux"].copies) == ((2,), False, 1)
    assert found["enforcement"].copies == 0
    assert len(found) == 13


def test_what_if_shows_next_years_and_all_later_losses():
    state = Boom.start()
    lost = sea.what_if(state, ["whale-2", "shark-1"])
    assert lost[2] == ["shark-1", "whale-1", "whale-2"]
    assert lost[10] == ["whale-1", "whale-2"]
    assert sea.what_if(state, ["whale-1"]) == {year: [] for year in range(2, 11)}
    assert sea.what_if(at(10), ["whale-2"]) == {}


def test_impact_ranks_the_fish_by_what_dies_with_them():
    state = Boom.start()
    impact = dict(zip(state.sheet.names, sea.impact(state), strict=True))
    assert impact["cod-2"] == impact["whale-2"] == 18
    assert impact["cod-1"] == 0
    assert impact == {name: sum(map(len, sea.what_if(state, [name]).values())) for name in state.sheet.names}
    assert sea.cost(state, state.sheet.row("cod-2")) == 18
    assert sea.impact(at(1, dead=["cod-2"]))[state.sheet.row("cod-2")] == 0


def test_blame_follows_the_arrows_back_to_who_caught_the_parents():
    state = play(Boom.start(2), "gear default", "roll 5", "take cod-2", "gear default", "roll 1", "take shark-1")
    taken = {(entry.seat, entry.how): entry for entry in sea.blame(state)}
    assert taken[0, "taken"].caught == 1
    assert taken[0, "taken"].depleted == 18, "no cod in nine later years"
    assert taken[1, "taken"] == (1, "taken", 1, 1.0), "the shark's row is refilled by spawning in year 3"
    assert sea.blame(state, ahead=False)[0].depleted == 0
    assert sea.blame_of(state, "cod-1", 5) == {("taken", 0): 1.0}
    assert sea.blame_of(state, "tuna-1", 5) == {}
    assert sea.damage(state) == (19, 2)


def test_a_country_is_to_blame_for_the_fish_it_took_and_for_those_it_killed():
    state = at(3, 2, marked=["trawler"])
    state = play(state, "gear trawler", "roll 2", "roll 4", "roll 5", "kills 5")
    state = play(state, "take tuna-1", "take squid-1", "kill cod-2")
    taken, killed = sea.blame(state)[0], sea.blame(state)[2]
    assert killed == (0, "killed", 1, 14.0), "no cod in seven later years"
    assert (taken.caught, sea.damage(state, ahead=False)) == (2, (3.0, 0.0))
    assert sea.damage(state) == (2 + taken.depleted + 1 + 14, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_lost_fish_year_is_attributed_once(players):
    rng = Random(players)
    for _ in range(5):
        state = Boom.start(players)
        while state.phase != "over":
            state = state.after(state.sample(rng))
        fish = [one.kind for year in range(1, 11) for one in sea.fish_states(state, year)]
        lost = sum(kind not in ("living", "may come") for kind in fish)
        blame = sea.blame(state)
        assert sum(entry.caught + entry.depleted for entry in blame) == pytest.approx(lost)
        so_far = sea.blame(state, ahead=False)
        columns = [sea.fish_states(state, year) for year in range(1, len(state.seas) + 1)]
        lost = sum(fish.kind != "living" for column in columns for fish in column)
        assert sum(entry.caught + entry.depleted for entry in so_far) == pytest.approx(lost)
        for year, column in enumerate(columns, 1):
            for row, fish in enumerate(column):
                shares = sea.blame_of(state, row, year)
                assert sum(shares.values()) == pytest.approx(float(fish.kind != "living"))


# Words, wrong moves and wrong options.


def all_moments(seed=0, players=3):
    rng = Random(f"words/{seed}/{players}")
    state = Boom.start(players)
    yield state
    while state.phase != "over":
        state = state.after(state.sample(rng))
        yield state


WORDS = [
    *[("gear", name) for name in GEAR],
    *[("box", name) for name in BOXES],
    *[(word, number) for word in ("roll", "reroll", "double", "kills") for number in (-1, 0, 1, 4, 6, 7, 10**9)],
    *[(word, row) for word in ("take", "chill", "kill") for row in ("cod-1", "tuna-4", "trout-1", "")],
    *[("shield", name) for name in ("cod", "cod-1", "trout")],
    *[("keep",), ("release",), ("plate",), ("cross",), ("take",), ("take", 3), ("roll", "4"), ("keep", 1)],
    *[(), ("",), (3,), ("fly", "me"), ("take", "cod-1", "cod-2"), ("gear", "Seine Net"), ("box", 3)],
]


@pytest.mark.long
def test_every_wrong_move_is_refused_with_a_rule_and_never_raises():
    phases = set()
    for seed in range(12):
        for state in all_moments(seed, 2 + seed % 3):
            phases.add(state.phase)
            moves = state.moves()
            for move in WORDS:
                why = state.why_not(move)
                assert (why == "") == (move in moves)
                if why:
                    assert isinstance(why, Reason)
                    assert why.title
                    assert why.rule
                    assert why.endswith((".", "”."))
    assert len(phases) == 13, "every step of the game was tried"


def test_nonsense_of_the_wrong_type_is_refused():
    state = Boom.start()
    for nonsense in (None, 3, "take", [], {"take": 1}, ({},), ([], 1), ("take", None), ("take", ["cod-1"])):
        assert state.why_not(nonsense)


@pytest.mark.parametrize(
    ("state", "move", "message"),
    [
        (at(), ("fly",), "“fly” is not a move of Fishery Boom now: choose gear"),
        (at(), ("gear",), "takes one name, for example “gear default”"),
        (at(), ("gear", "harpoon"), "“harpoon” is not equipment: choose default, seine"),
        (
            at(),
            ("take", "cod-1"),
            "Fish are taken after the dice have been rolled. Year 1: Seat A fishes: choose equipment.",
        ),
        (at(), ("kill", "cod-1"), "“kill” belongs to another step. Year 1: Seat A fishes: choose equipment."),
        (at(), ("roll", 3), "No die is rolled now"),
        (play(at(), "gear default"), ("roll", 7), "A die shows 1 to 6, not 7"),
        (play(at(), "gear default"), ("take", "cod-1"), "The dice come first. Year 1: Seat A rolls die 1 of 1"),
        (
            play(at(), "gear default", "roll 4"),
            ("take", "cod-1"),
            "cod-1 has die 5, but now a fish of die 4 must be taken: choose mackerel-1, mackerel-2, squid-1",
        ),
        (play(at(), "gear default", "roll 4"), ("take", "trout-1"), "“trout-1” is not a row"),
        (
            play(at(dead=["squid-1"]), "gear default", "roll 4"),
            ("take", "squid-1"),
            "squid-1 of year 1 is dead: depleted",
        ),
        (play(at(), "gear default", "roll 4"), ("release",), "Seat A has not marked Release"),
        (play(at(), "gear default", "roll 4"), ("chill", "squid-1"), "Seat A has not marked Refrigeration"),
        (
            play(at(), "gear default", "roll 4", "take squid-1", "gear default", "roll 4"),
            ("take", "squid-1"),
            "squid-1 of year 1 is dead: taken by Seat A",
        ),
        (in_boxes(), ("take", "cod-1"), "Fishing is over for this year"),
        (in_boxes(), ("box", "harpoon"), "“harpoon” is not a box"),
        (play(in_boxes(), "box enforcement"), ("shield", "trout"), "“trout” is not a species here"),
        (
            play(at(2, marked=["radar"]), "gear default", "roll 1"),
            ("reroll", 2),
            "There is no die 2: there is one die, die 1",
        ),
        (
            play(at(2, marked=["radar"]), "gear default", "roll 1", "reroll 1"),
            ("reroll", 1),
            "Die 1 is already named",
        ),
        (
            play(at(2, marked=["trawler"]), "gear trawler", "roll 1", "roll 1", "roll 2"),
            ("kills", 5),
            "No die on the table shows 5: they show 1, 1, 2",
        ),
    ],
)
def test_why_not_names_the_rule(state, move, message):
    assert message in state.why_not(move)


def test_an_upgrade_marked_this_year_does_not_work_in_overtime_and_says_so():
    state = play(in_boxes(2, marked=["seine"]), "box overtime")
    state = replace(state, picks=(state.picks[0], ("marketing", "longline")))
    assert "marked this year: it works from next year on" in state.why_not(("gear", "longline"))


def test_a_row_that_is_dead_is_pointed_at():
    why = play(at(dead=["squid-1"]), "gear default", "roll 4").why_not(("take", "squid-1"))
    assert why.where == ("squid-1",)
    assert why.title == "No squid-1"


def test_moves_are_told_in_plain_words():
    state = at(2, marked=["seine"])
    assert state.say(("gear", "seine")) == ("Seat B fishes with Seine net: 2 dice, 2 fish of the larger number.")
    state = play(state, "gear seine", "roll 5")
    assert state.say(("roll", 3)) == "Seat B rolls 3."
    state = play(state, "roll 3")
    assert state.say(("take", "cod-1")) == "Seat B takes cod-1."
    state = play(in_boxes(), "box seine")
    assert state.say(("box", "faux")) == (
        "Seat B marks Faux fish and draws a fish that was never caught. Demand in year 2: Seat A 0, Seat B 1."
    )
    state = play(state, "box faux")
    assert state.say(("roll", 1)) == (
        "Illegal fishing rolls 1: shark-1 is killed. Year 1 ends: 1 of 23 fish is depleted."
    )


def test_every_moment_has_a_prompt_a_rule_and_words_for_its_moves():
    for seed in range(4):
        for state in all_moments(seed):
            assert state.prompt().startswith(("Year", "The game ends", "The sea is empty"))
            assert state.rule()
            for move in state.moves():
                assert state.say(move).endswith(".")


def test_the_end_names_the_winner():
    state = at(10, 2, plates=1)
    state = play(state, "gear default", "roll 1", "take shark-1", "gear default", "roll 1", "take shark-2")
    state = play(state, "box radar", "box radar")
    assert state.prompt() == "The game ends after year 10: Seat B wins with 1 point"
    assert replace(state, setup=replace(state.setup, cooperative=True)).prompt().endswith("together 1 point")
    assert replace(state, plates=((0,) * 10,) * 2).prompt().endswith("Seat A and Seat B share the win with 0 points")


def test_a_match_refuses_a_wrong_move_and_reads_capitals():
    match = Match(Boom, 2)
    match.play("Gear Default")
    with pytest.raises(IllegalMove, match="A die shows 1 to 6"):
        match.play("roll 9")
    assert len(match) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"first": 2}, "first=2 is not a seat of 2 players: choose 0 to 1"),
        ({"first": 4}, "first=4 is not possible: choose a whole number from 0 to 3"),
        ({"first_demand": -1}, "first_demand=-1 is not possible"),
        ({"cooperative": 1}, "cooperative=1 is not possible: choose False or True"),
        ({"countries": ["A"]}, r"countries=\['A'\] is not possible: give a list of 2 names"),
        ({"countries": "AB"}, "countries='AB' is not possible"),
        ({"countries": ["A", ""]}, r"countries\[1\]='' is not a name: give 1 to 24 letters"),
        ({"countries": ["A", "x" * 25]}, r"countries\[1\]"),
        ({"countries": ["A", "x\ny"]}, r"countries\[1\]"),
        ({"countries": ["A", 5]}, r"countries\[1\]=5 is not a name"),
        ({"flags": [None]}, "flags=.* give a list of 2 flags"),
        ({"flags": [["." * 100] * 100, None]}, r"flags\[0\] has 100 rows: a flag is 8 rows of 12 letters"),
        ({"flags": [["." * 13] * 8, None]}, r"flags\[0\]\[0\] has 13 letters"),
        ({"flags": [["." * 11 + "z"] * 8, None]}, r"flags\[0\]\[0\] has 'z': a flag is 8 rows of 12 letters out of"),
        ({"flags": [[1] * 8, None]}, r"flags\[0\]\[0\] has 1"),
        ({"flags": ["." * 96, None]}, r"flags\[0\]=.* is not a flag"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_allowed(options, message):
    with pytest.raises(ValueError, match=message):
        Boom.start(2, **options)


def test_options_survive_saving():
    flag = [letter * 12 for letter in FLAG_COLOURS]
    options = {"countries": ["Nord", "Süd"], "flags": [flag, None], "first": 1, "first_demand": 1}
    match = Match(Boom, 2, **options)
    assert Match(Boom, 2, **match.options).state == match.state
    assert match.state.setup.flags[0] == tuple(flag)


def test_nothing_is_hidden():
    state = Boom.start(3)
    assert state.view(1) == state
    assert state.guess(Random(1)) == state
    assert not Boom.hides


# Players.


def duel(bots, seed):
    rng = Random(f"bots/{seed}")
    state = Boom.start(len(bots))
    while (seat := state.turn()) != OVER:
        move = state.sample(rng) if seat == CHANCE else bots[seat](state.view(seat), rng)
        assert move in state.moves(), f"{move} at {state.prompt()}"
        state = state.after(move)
    return state


@pytest.mark.parametrize("name", [name for name in BOTS if name not in ("far-sighted", "team-minded")])  # see tests/lab
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_plays_whole_games_by_the_rules(name, players):
    for seed in range(4):
        assert duel([BOTS[name]] * players, f"{name}/{seed}").turn() == OVER


def test_four_greedy_players_empty_the_sea_and_four_careful_ones_do_not():
    greedy = [duel([BOTS["greedy"]] * 4, seed) for seed in range(8)]
    careful = [duel([BOTS["careful"]] * 4, seed) for seed in range(8)]
    assert all(state.empty_sea for state in greedy)
    assert sum(state.empty_sea for state in careful) <= 3
    assert sum(sum(state.scores()) for state in careful) > sum(sum(state.scores()) for state in greedy)


def test_the_careful_player_takes_the_fish_that_costs_the_sea_least():
    state = play(at(2, plates=1), "gear default", "roll 5")
    assert BOTS["careful"](state, Random(1)) == ("take", "herring-1")
    state = play(at(1, alive=["cod-1", "cod-2"]), "gear default", "roll 5")
    assert BOTS["careful"](state, Random(1)) == ("take", "cod-1")


def test_the_greedy_player_fishes_with_the_gear_that_takes_most():
    state = at(5, marked=["seine", "trawler", "trawler+"])
    assert BOTS["greedy"](state, Random(1)) == ("gear", "trawler+")
    assert BOTS["quota-keeper"](state, Random(1)) == ("gear", "seine")


def test_the_quota_keeper_puts_fish_back_when_its_quota_is_full():
    state = at(4, marked=["release", "seine", "seine+"])
    state = play(state, "gear seine+", "roll 5", "roll 5", "take cod-1", "take herring-1")
    assert BOTS["quota-keeper"](state, Random(1)) == ("release",)
    assert BOTS["greedy"](state, Random(1))[0] == "take"


def test_expected_catch_counts_every_roll():
    assert expected_catch("default", (1,) * 6) == 1
    assert expected_catch("longline", (3,) * 6) == pytest.approx(2 * 5 / 6)
    assert expected_catch("longline+", (3,) * 6) == pytest.approx((25 * 3 + 10 * 2) / 36)
    assert expected_catch("trawler+", (3,) * 6) == 3
    assert expected_catch("seine+", (0,) * 6) == 0
