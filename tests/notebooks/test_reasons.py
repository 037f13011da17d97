"""What a model explanation claims is so in the games behind its card, and what its rivals claim is not."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import fmean, mean, median

import numpy as np
import pytest
from fishlab_widgets.chapters import (
    albacore,
    alone_together,
    blocks,
    boom_years,
    fenced_sea,
    keystone,
    licences,
    market,
)
from fishlab_widgets.council import vote
from fishlab_widgets.council.cases import CASES
from fishlab_widgets.lab.bay_charts import BAY, quota_rows
from fishlab_widgets.lesson.predictions import reasons_of
from walk import lock, visible, walked

from fishlab import OVER, Boom, Fishery, Match, Pisces
from fishlab.boom.treatments import FORMS
from fishlab.data.series import real_series
from fishlab.data.stock_fit import COLLAPSE, collapsed, noisy_seas
from fishlab.fleet.gifts import gains
from fishlab.lab import TREATMENTS, play_profiles
from fishlab.lab.engine import play_turned
from fishlab.lab.search import voted
from fishlab.lab.search.ends import price
from fishlab.lab.search.forms import steps
from fishlab.lab.search.tuned import tuned
from fishlab.models import nash_share
from fishlab.pisces import players
from fishlab.pisces.boards import grow
from fishlab.players import bots_for, random_player
from fishlab.stats import paired_difference

GREEDY = ["greedy"] * 3


def claims(lesson, key, model, *rivals):
    """Hold that the explanations say what a test then counts: a changed text needs a changed test."""
    reasons = reasons_of(lesson)[key]
    assert model in reasons.model
    assert all(words in text for words, (text, _) in zip(rivals, reasons.rivals, strict=True))


def at_sea_only(state, area, worth, area_worth=players.area_worth):
    """Value areas as bots do, but no board at all."""
    return area_worth(state, area, worth) if area == state.players else -1.0


def flaws(lesson, key, *words):
    """Hold that what speaks against the rivals says what a test then counts."""
    assert all(one in flaw for one, (_, flaw) in zip(words, reasons_of(lesson)[key].rivals, strict=True))


def test_01_most_fish_never_come_and_hardly_a_sea_lasts_with_average_luck():
    claims(
        "01",
        "collapse",
        "By year 4 a quarter is left, by year 6 hardly one",
        "would have lasted for all of the ten years",
        "fished out",
    )
    flaws("01", "collapse", "the middle one of 1,000 games", "Most fish were never taken")
    batch = boom_years.boom_games()
    taken = np.bitwise_count(batch.sheets.taken).sum(axis=(0, 1, 2)).mean()
    never = (10 * 23 - batch.living().sum(axis=0)).mean()
    assert never > 10 * 23 / 2 > 5 * taken
    assert boom_years.last_years().count(10) < 10
    by_year = np.bitwise_count(batch.sheets.taken).sum(axis=(1, 2)).mean(axis=-1)
    left = batch.living().mean(axis=-1) / 23
    assert by_year[0] < by_year[1] < by_year[2] and 0.2 < left[3] < 0.3 and left[5] * 23 < 0.5


def test_01_whales_share_a_number_with_few_and_come_from_one_row_and_herring_has_two_rows_as_well():
    claims("01", "first species", "all later whales come from one row", "worth more", "only two rows")
    flaws("01", "first species", "brings no more points", "Herring and shrimp have two rows, too")
    sheet = boom_years.boom_games().setup.sheet

    def rows(kind):
        return [row for row, name in enumerate(sheet.names) if name.startswith(kind)]

    def carry(kind):
        return [row for row in rows(kind) if any(year[row] for year in sheet.out[:9])]

    assert [len(rows(kind)) for kind in ("whale", "herring", "shrimp")] == [2, 2, 2]
    assert [len(carry(kind)) for kind in ("whale", "herring", "shrimp")] == [1, 2, 2]
    sharing = {kind: max(face.bit_count() for face in sheet.faces if any(face >> row & 1 for row in rows(kind)))
               for kind in ("whale", "herring", "shrimp")}  # fmt: skip
    assert sharing["whale"] < sharing["herring"] < sharing["shrimp"]
    points, empty = boom_years.overfill_points(), [seat.mean() for seat in boom_years.overfill().unmet()]
    assert points[0] < min(points[1:]) and empty[0] > max(empty[1:]) + 1, "it is plates that stay empty"


def test_02_the_last_shark_carries_all_later_ones_and_the_others_cost_little():
    claims("02", "fished keystone", "Far less depends on any of the other four", "top of the food web", "most arrows")
    flaws("02", "fished keystone", "Only sharks are lost", "costs 3")
    sea = keystone.fished_sea()
    costs = {name: keystone.cost(sea, name) for name in keystone.FIVE}
    assert costs.pop("shark-2") == 12 == keystone.cost(sea, "shrimp-2")
    assert max(costs.values()) == costs["pollock-2"] == 3
    flaws("02", "two pollock", "That would be 8", "which fish it is")
    assert keystone.cost(sea, "pollock-1") + keystone.cost(sea, "pollock-2") == 8


def test_03_one_for_itself_gains_only_while_the_others_do_not_do_the_same():
    claims("03", "free ride", "The others leave fish", "better player", "if all four did the same")
    flaws(
        "03", "free ride", "All four know the sea", "5.6 points, less than half of the 13.9 that each had in the team"
    )
    own, others = alone_together.free_ride().payoff, alone_together.free_ride().others
    team, one, all_alone = own[0, 0].mean(), own[1, 0].mean(), own[1, 1].mean()
    assert one > team > others[1, 0].mean() and all_alone < team / 2
    each = [(own[both] + 3 * others[both]).mean() / 4 for both in ((0, 0), (1, 1))]
    assert [f"{one:.1f}" for one in each] == ["13.9", "5.6"]
    assert "13.89" in alone_together.free_ride_picture().data, "of all seats, not of one"


def test_03b_a_small_fine_is_kept_at_first_and_costs_more_than_it_brings():
    claims("03b", "fines", "too little from year 4 on", "from the first year on they take more",
           "no fine can leave a team with more points")  # fmt: skip
    flaws("03b", "fines", "For three years they keep the rule", "kept for eight years")
    assert "For players that look ahead that is not clear." in reasons_of("03b")["fines"].rivals[0][1]
    seas = alone_together.seas()
    none, small, large = (seas[name] for name in ("competitive", "voted-rule", "enforced-rule"))
    keeps = [dict(TREATMENTS[name].profile(4)[0].years)["compliance"] for name in ("voted-rule", "enforced-rule")]
    assert [sum(years) for years in keeps] == [3, 8] and [years.index(0) for years in keeps] == [3, 8]
    taken = [np.bitwise_count(one.sheets.taken).sum(axis=(1, 2)).mean(axis=-1) for one in (none, small)]
    assert all(taken[1][:3] <= taken[0][:3]) and taken[1][2] < taken[0][2] - 3
    living = [one.living().mean(axis=-1) for one in (none, small)]
    assert all(abs(living[1][year + 1] - living[0][year]) < 1 for year in range(3, 6)), "a year later"
    assert living[1][-1] < 3
    fines = [one.sheets.fines.sum(axis=0).mean() for one in (small, large)]
    brings = [(one.total() - none.total()).mean() for one in (small, large)]
    assert brings[0] < fines[0] and brings[1] > 3 * fines[1]
    far_sighted = steps("full", 4)["voted-rule"].gain
    assert far_sighted.low < 0 < far_sighted.high


def test_03b_two_countries_lose_little_by_playing_alone_and_four_times_the_games_halve_the_interval():
    claims("03b", "number", "9 live as the last year begins. With four", "hold back more", "chance")
    flaws("03b", "number", "19 fish a game against 11. But two take fewer together",
          "is between 1.04 and 1.08 for two, not the formula's 1.125")  # fmt: skip
    alone, together = ([alone_together.last_alive(goal, n) for n in (2, 3, 4)] for goal in ("own", "team"))
    assert [round(one) for one in alone] == [9, 5, 1] and round(together[0]) == 11
    assert "2 countries 9 alone, 11 together" in alone_together.who_leaves_fish()
    fishing = [play_profiles([TREATMENTS["competitive"].profile(n)], games=300, seed=1)[0] for n in (2, 4)]
    assert [round(float(one.catch().sum(axis=0).mean())) for one in fishing] == [19, 11] and 2 * 19 < 4 * 11
    illegal = [sum(Boom.start(n).setup.illegal_dice(year) for year in range(1, 11)) for n in (2, 3, 4)]
    assert min(illegal[:2]) > 20 and illegal[2] == 0
    ratio = price(2).ratio
    assert (f"{ratio.low:.2f}", f"{ratio.high:.2f}", 1 / nash_share(2)) == ("1.04", "1.08", 1.125)
    assert price(4).ratio.low > price(3).ratio.high > 1
    assert 1.9 < alone_together.width(20) / alone_together.width(80) < 2.2
    assert f"{alone_together.width(20):.1f}" in alone_together.width_picture()[1]


def test_04_numbers_of_the_bay_in_the_explanations():
    flaws("04", "quota", "62 join while it is fished: 158 are lost", "rises from nothing to 200")
    rows = quota_rows(BAY, [220])
    fish = [row[list(row)[-1]] for row in rows]
    losses = [before - after for before, after in pairwise(fish)]
    assert round(losses[0]) == 158 and min(losses[:12]) < 30 < losses[0], "fast, then slow"
    flaws("04", "profit", "cost 360 coins a year together, and add less than 200", "leaves coins in the water")
    most, best = BAY.msy(), BAY.mey()
    assert (most.effort - best.effort) * BAY.cost == 360 and 0 < (most.catch - best.catch) * BAY.price < 200
    claims("04", "open access", "6 fish, 2 % of 300", "because they care", "drive the others off")
    assert BAY.cost / BAY.price == 6 == BAY.q * 300
    claims(
        "04", "eight boats", "nearly as many come as with open access", "break the agreement", "as a single owner would"
    )
    eight, open_to_all = BAY.nash(8).effort, BAY.r / BAY.q * (1 - 300 / BAY.K)
    assert 0.85 * open_to_all < eight < open_to_all and eight / 8 < best.effort / 4
    assert abs(eight / 8 - (open_to_all - eight * 7 / 8) / 2) < 0.01, "half of what the others leave"


def test_04_half_of_the_seas_without_bad_luck_collapse_too_and_the_same_boats_save_them():
    claims("04", "same catch", "The same boats would take less", "only a sea with unusually many bad years", "too high")
    flaws("04", "same catch", "no more bad years than good ones half collapse", "exactly r · K ÷ 4")
    sea = albacore.sea()
    quota, effort = (noisy_seas(sea, rule, noise=albacore.NOISE, years=albacore.YEARS) for rule in ("quota", "effort"))
    collapse = (quota < COLLAPSE * sea.K).any(axis=0)
    assert collapsed(effort, sea.K) == 0, "in the same years"
    before = effort[:-1]
    years = (effort[1:] + sea.r / 2 * before) / (before + sea.growth(before))  # good above 1, for both rules
    fair = (years < 1).sum(axis=0) <= albacore.YEARS / 2
    assert fair.mean() > 0.25 and 0.45 < collapse[fair].mean() < 0.6


def test_07_nets_cut_the_sea_into_small_fisheries_and_are_cast_until_none_is_allowed():
    claims(
        "07",
        "share",
        "In most of them one fleet happens to have more ships",
        "ought to be a tie",
        "fence hardly anything",
    )
    flaws("07", "share", "unequal in each small fishery", "And uncut sea is all contested")
    ends = fenced_sea.random_games()
    fisheries = [one for end in ends for one in end.regions()]
    assert median(map(len, fisheries)) <= 6 and mean(one.owner is None for one in fisheries) < 0.1
    assert all(end.nets_left(0) + end.nets_left(1) for end in ends), "nobody runs out of nets"
    assert sum(legal_nets_before_the_end(number) == 0 for number in range(fenced_sea.GAMES)) > 0.6 * fenced_sea.GAMES
    claims("07", "boats", "leave more seas uncut, all contested", "less reason to contest", "only chance")
    uncut = [
        [end for end in fenced_sea.random_games(ships=ships, nets=20) if len(end.regions()) == 1] for ships in (6, 12)
    ]
    assert len(uncut[0]) > 2 * len(uncut[1]) and all(end.contested() == 63 for ends in uncut for end in ends)


def legal_nets_before_the_end(number: int) -> int:
    """Return how many nets could still be cast before the last pass of a game without a plan."""
    state, dice = Fishery.start(), Random(f"game {number}")
    while (later := state.after(state.sample(dice))).turn() != OVER:
        state = later
    return sum(move[0] == "net" for move in state.moves())


def test_07_the_fencer_begins_as_often_as_the_other_and_casts_no_more_nets():
    claims("07", "planner", "closes water where it has more ships", "wins because it begins", "casts more nets")
    cast, first = [0, 0], 0
    for number in range(fenced_sea.PLANNED):
        sides: list = [random_player, random_player]
        sides[number % 2] = bots_for(Fishery)["fencer"]
        match = Match(Fishery)
        match.run(sides, Random(f"plan {number}"))
        nets = [state.turn() for state, move in zip(match.states, match.moves, strict=False) if move[0] == "net"]
        first += nets[0] == number % 2
        cast = [cast[0] + nets.count(number % 2), cast[1] + nets.count(1 - number % 2)]
    assert first == fenced_sea.PLANNED / 2 and cast[0] <= cast[1] and fenced_sea.planned() > 0.9 * fenced_sea.PLANNED


def test_09_the_corner_of_the_city_counts_and_not_its_edge_or_its_middle():
    claims("09", "place", "When the others are built on, it is the only one left", "close to a supply", "near the edge")
    shares = market.shares()
    assert shares["b2"] > 10 + max(shares[plot] for plot in ("d1", "a4", "g4", "d7")) > shares["d4"]
    claims("09", "count", "nearly half of the city", "a road of its own", "Players like streets")
    assert 0.45 < market.street_count() / (len(shares) - 4) < 0.5, "of the plots without a supply"


def test_10_more_force_than_a_limit_needs_costs_fines_and_none_mends_one_that_is_too_large():
    claims(
        "10",
        "our rule",
        "must leave enough parents, and a breach must cost a country more than it gains by it in the end",
        "all countries keep it",
        "counts is force",
    )
    flaws("10", "our rule", "A vote makes a rule", "more force than it needs brings no more, and costs fines")
    gap = {rule: voted.outcome(rule).gap.mean for rule in voted.rules()}
    fines = [
        voted.games(voted.country(voted.Rule(1, *force))).sheets.fines.sum(axis=0).mean() for force in ((3, 1), (6, 2))
    ]
    assert gap[voted.Rule(1, 3, 1)] > gap[voted.Rule(1, 6, 2)] + 3 and fines[1] > fines[0] + 3
    assert max(abs(one) for rule, one in gap.items() if rule.quota == 2) < voted.MATTERS
    assert fmean(one for rule, one in gap.items() if not rule.binds) == 0


def test_10_the_rule_of_03b_holds_here_because_in_six_years_it_does_not_pay_to_break_it_early():
    assert "six years instead of ten" in walked("10").prose()
    assert "In lesson 03b the same rule was soon broken" in vote.reason(voted.Rule(1, 3, 1))
    assert not any("03b" in vote.reason(rule) for rule in voted.rules() if rule != voted.Rule(1, 3, 1))
    early, late = {}, {}
    for form, broken_in in (("lesson", 6), ("full", 4)):
        country, years = tuned("voted-rule", 4, form), FORMS[form].years
        kept = dict(country.years)["compliance"]
        assert (country.quota, country.detection, country.penalty, kept.index(0) + 1) == (1, 0.5, 1, broken_in)
        always, broken, last = (
            country.but(years={**dict(country.years), "compliance": (1.0,) * keeps + (0.0,) * (years - keeps)})
            for keeps in (years, 3, years - 1)
        )
        played = play_turned([(one, *[always] * 3) for one in (always, broken, last)], 400, 1, **FORMS[form].options())
        base, early[form], late[form] = (float(points[0].mean()) for points in played)
        early[form], late[form] = early[form] - base, late[form] - base
    assert early["full"] > 5 > 0 > late["full"] and 0 < early["lesson"] < late["lesson"] / 2


def test_10_of_blue_pike_no_one_had_nearly_all_and_common_rules_were_spoken_of():
    claims("10", "pike", "leaves it to the other four", "any need for a common rule", "nearly all of the fish")
    flaws("10", "pike", "tried forty times or more", "more than a third of the catch of 1956")
    assert "tried forty times or more" in CASES["pike"]["remedy"]
    landed = next(row for row in real_series("lake_erie_blue_pike").rows if row["year"] == 1956)
    states = sum(landed[place] or 0 for place in ("michigan", "new_york", "ohio", "pennsylvania"))
    assert max(states, landed["ontario"]) == landed["ontario"] and states > landed["total_thousand_lb"] / 3


def test_06_blocks_save_what_hits_them_and_not_because_boats_go_elsewhere(monkeypatch):
    claims("06", "blocks", "hits a closed stack catches nothing", "live on into the next round",
           "all boats go to the open ocean. A boat catches less out there")  # fmt: skip
    no_blocks = {"blocks": False}
    assert blocks.total("saved") > 200 and blocks.total("saved", **no_blocks) == 0
    assert blocks.total("boats on boards") == 0 < blocks.total("boats on boards", **no_blocks)
    there, out = (
        blocks.total(f"chips {area}", **no_blocks) / blocks.total(f"boats {area}", **no_blocks)
        for area in ("on boards", "at sea")
    )
    assert out > there, "a boat catches more out there"
    with_blocks, without = blocks.left(*GREEDY), blocks.left(*GREEDY, **no_blocks)
    monkeypatch.setattr(players, "area_worth", at_sea_only)
    blocks.games.cache_clear()
    all_at_sea = blocks.left(*GREEDY, **no_blocks)
    assert blocks.total("boats on boards", **no_blocks) == 0
    blocks.games.cache_clear()
    assert sum(all_at_sea) < sum(without), "bots that stay on the ocean leave even less"
    assert paired_difference(with_blocks, all_at_sea).low > 0, "and there, too, blocks raise the stock"


def test_06_the_pictures_show_the_block_that_is_asked_about():
    for closed, told in ((-1, "in the centre. "), (2, "adult 5 blocked"), (5, "spawner 6a blocked")):
        assert told in blocks.tuna_board(closed).data and (closed >= 0) == ("blocked" in blocks.tuna_board(closed).data)
    walk = walked("06")
    shown = {key: " ".join(map(str, walk.card(key).pictures)) for key in ("open", "blocked", "stars", "useful block")}
    assert (
        "blocked." not in shown["open"]
        and "adult 5 blocked" in shown["blocked"]
        and "adult 5 blocked" in shown["stars"]
    )
    assert "spawner 6a blocked" in shown["useful block"]


def test_06_spawners_die_closed_off_or_not_and_only_their_chips_come_back():
    kind = Pisces.start(3, **blocks.SEA, first=0).kind(0)
    spawners_only = tuple(int(stack in kind.spawners) for stack in range(len(kind.stacks)))
    assert grow(kind, spawners_only) == ((0,) * len(kind.stacks), sum(spawners_only))


@pytest.mark.long
def test_06_with_a_prize_the_boats_go_where_they_go_without_and_the_die_chooses():
    claims("06", "trophies", "All boats go to the open ocean, prize or no prize", "turn to the two species",
           "sends more boats out to sea, but the blocks save more chips")  # fmt: skip
    no_prize = {"tournaments": False}
    assert blocks.total("boats on boards") == blocks.total("boats on boards", **no_prize) == 0
    dice = blocks.total("dice asked") / blocks.total("dice")
    assert abs(dice - blocks.total("chips asked") / blocks.total("chips at sea")) < 0.01, "nobody aims"
    assert blocks.total("boats at sea") <= blocks.total("boats at sea", **no_prize)
    assert blocks.total("saved") <= blocks.total("saved", **no_prize)


def test_06_the_card_shows_what_tells_the_explanations_apart():
    walk = walked("06")
    walk.forget()  # another test may have answered here
    for key, counts in (("blocks", (227, 186, 1175, 1690, 275)), ("trophies", (1361, 1346, 289, 275))):
        card = walk.card(key)
        lock(card)
        assert "boats to the open ocean" not in " ".join(visible(card))
        card.receive("explain", "The boats go somewhere else then.")
        shown = " ".join(visible(card))
        assert "boats to the open ocean" in shown and all(str(count) in shown for count in counts)
    assert "57 % of the dice" in shown and "57 % of the chips" in shown
    walk.forget()


def test_06_one_greedy_bot_costs_the_wardens_nothing_that_is_clear_and_the_sea_fish():
    claims("06", "one greedy", "They lose no points; the sea loses fish", "they catch less", "better player")
    flaws("06", "one greedy", "about 13 chips a game beside the greedy bot, and about 13 without", "")
    flaws("06", "one greedy", "the water that holds less", "")

    def had(what, crew, *seats):
        return blocks.of_seats(what, crew, seats)

    wardens = ["warden"] * 3
    for seat in (1, 2):
        assert paired_difference(had("points", blocks.MIXED, seat), had("points", wardens, seat)).high > 0
    chips = [mean(had("chips", crew, 1, 2)) for crew in (blocks.MIXED, wardens)]
    assert [round(one) for one in chips] == [13, 13] and chips[0] > chips[1]
    assert paired_difference(blocks.left(*blocks.MIXED), blocks.left(*wardens)).high < -1, "the sea pays"


def test_06_the_greedy_bot_fishes_more_and_takes_more_with_each_boat_most_of_all_beside_wardens():
    claims("06", "one greedy", "more boats and takes more with each, also fish that the wardens spare", "", "")
    flaws("06", "one greedy", "", "115 points instead of 136, and wins 10 of 30 games instead of 25")
    boats, chips, points = (
        [mean(blocks.of_seats(what, blocks.MIXED, seats)) for seats in ([0], [1, 2])]
        for what in ("boats", "chips", "points")
    )
    assert boats[0] > boats[1] + 3 and chips[0] / boats[0] > chips[1] / boats[1] + 0.3 and points[0] > points[1] + 30
    among_greedy = blocks.of_seats("points", GREEDY, [0])
    assert paired_difference(blocks.of_seats("points", blocks.MIXED, [0]), among_greedy).low > 0
    assert [round(points[0]), round(mean(among_greedy))] == [136, 115]
    assert [sum(0 in row["winners"] for row in blocks.games(*crew)) for crew in (blocks.MIXED, GREEDY)] == [25, 10]


def test_06_the_card_of_one_greedy_shows_who_had_what_once_a_sentence_is_written():
    walk = walked("06")
    walk.forget()
    card = walk.card("one greedy")
    lock(card)
    assert "boats that fished" not in " ".join(visible(card))
    card.receive("explain", "It takes what the others leave.")
    shown = " ".join(visible(card))
    assert "boats that fished" in shown
    assert all(one in shown for one in ("15.5", "23.1", "136.5", "115.2", "13.0", "99.5", "12.6", "95.4"))
    walk.forget()


def test_08_each_round_takes_more_than_the_one_before_until_games_end():
    flaws("08", "crates", "", "up to round 9 each round takes more than the one before")
    means = licences.means_by_round([licences.crates_by_round(game) for game in licences.games()])
    catches = [before - now for before, now in pairwise(means)]
    assert all(one < other for one, other in pairwise(catches[:9])) and catches[9] < catches[8]
    assert min(licences.end_of(game).round for game in licences.games()) == 9


def test_08_a_licence_that_launches_boats_adds_more_than_the_pub_and_a_discount_adds_to_it():
    claims("08", "worth", "lets its owner launch boats, and makes all later licences cheaper", "opens at a lower price",
           "scores its points again in every round")  # fmt: skip
    boats_only = [mean(gains(kind)) for kind in ("cod", "tuna", "lobster")]
    assert min(boats_only) > mean(gains("pub")) + 5 and mean(gains("shrimp")) > max(boats_only) + 2
