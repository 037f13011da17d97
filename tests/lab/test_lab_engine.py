"""The batch engine is held to the one-game rules: same dice, same choices, same states and scores."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from fishlab.boom import sea
from fishlab.boom.network import BOX_NEEDS, standard_sheet
from fishlab.boom.phases import overtime
from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FORMS, FULL
from fishlab.core import CHANCE, OVER
from fishlab.lab.engine import CHUNK, Batch, one_by_one, play, play_profiles
from fishlab.lab.engine.batch import chance_move
from fishlab.lab.engine.resume import Moment, finish, play_on
from fishlab.lab.policies import NO_QUOTA, Policy, agents, tape
from fishlab.lab.policies.tables import GEARS, NO_PICK, PICKS, WISHES, TooWide, tables_for
from fishlab.lab.treatments import TREATMENTS, treatments

SPECIES = [kind.name for kind in standard_sheet().species]


def small_sheet(years: int = 4) -> dict:
    """A sheet of two species and few years, with illegal fishing also for four players and three Overtimes."""
    data = standard_sheet().data()
    keep = [entry for entry in data["species"] if entry["name"] in ("tuna", "pollock")]
    for entry in keep:
        entry["arrows"] = entry["arrows"][: years - 1]
    boxes = [dict(box, count=3) if box["name"] == "overtime" else box for box in data["box"]]
    illegal = {str(players): {"dice": [1, 6, 2, 0][:years], "source": "inferred"} for players in (2, 3, 4)}
    return {
        "title": "Small",
        "years": {"count": years, "source": "inferred"},
        "plus_one": {"years": [3], "source": "inferred"},
        "illegal": illegal,
        "species": keep,
        "box": boxes,
    }


def wide_sheet() -> dict:
    """The standard sheet with dice that link every species, so that the tables do not fit."""
    data = standard_sheet().data()
    for entry in data["species"]:
        entry["dice"] = [face % 6 + 1 for face in range(len(entry["dice"]))]
    return data


def any_policy(rng: Random, whole: bool = True) -> Policy:
    """A policy with any numbers, the ends of their ranges included; a whole one may do something else at times."""

    def chance() -> float:
        return rng.choice([0, 1, rng.random()])

    return Policy(
        ambition=rng.choice([0, 1, 2, 3, rng.uniform(0, 4)]),
        care=chance(),
        look_ahead=rng.randrange(10),
        gear=rng.choice(GEARS),
        radar=rng.randrange(2),
        release=chance(),
        spare=rng.choice([99, 99, 0, 1, 3]),
        refrigerate=chance(),
        bonuses=chance(),
        overtime=chance(),
        enforcement=rng.randrange(2),
        quota=rng.choice([NO_QUOTA, 0, 1, 2, 3]),
        compliance=chance(),
        fade=rng.choice([0, 0, 0.3]),
        transferable=rng.randrange(2),
        price=rng.choice([0, 0.5]),
        detection=chance(),
        penalty=rng.choice([0, 2]),
        reserve=tuple(rng.sample(SPECIES, rng.choice([0, 0, 2, 5]))),
        order=rng.choice([(), (), any_order(rng)]),
        years=rng.choice([{}, {}, any_years(rng)]),
        otherwise=any_policy(rng, whole=False) if whole and rng.random() < 0.3 else None,
    )


def any_order(rng: Random) -> tuple[str, ...]:
    """Some boxes to work towards in any order that the rules allow."""
    found: list[str] = []
    for name in rng.sample(WISHES, rng.randrange(1, 8)):
        found += [one for one in (BOX_NEEDS[name], name) if one and one not in found]
    return tuple(found)


def any_years(rng: Random) -> dict[str, list[float]]:
    """Numbers that change from year to year."""
    return {
        "ambition": [rng.randrange(4) for _ in range(10)],
        "spare": [rng.choice([0, 2, 99]) for _ in range(rng.randrange(1, 11))],
        "look_ahead": [rng.randrange(10) for _ in range(10)],
        "release": [rng.random(), 0, 1],
        "refrigerate": [0, rng.random()],
        "overtime": [1, 0],
        "quota": [1, 2, 3, NO_QUOTA],
        "compliance": [0, rng.random(), 1],
    }


def any_options(rng: Random, players: int) -> dict:
    return {
        "first": rng.randrange(players),
        "first_demand": rng.choice([0, 0, 2, 6]),
        "score_unplayed_year": rng.random() < 0.5,
        "cooperative": rng.random() < 0.3,
        **rng.choice([{}, {"sheet": small_sheet()}, {"form": "lesson"}, {"form": "short"}, {"years": 6}]),
    }


def assert_equal_sheets(batch: Batch, game: int, state: Boom) -> None:
    """Compare everything that a finished game leaves on the sheets."""
    sheets, players, years = batch.sheets, batch.players, batch.years
    assert state.turn() == OVER
    assert state.year == sheets.ended[game]
    seas = batch.masks(sheets.seas[..., game : game + 1])[:, 0]
    assert list(state.seas) == [int(sea) for sea in seas[: len(state.seas)]]
    assert not seas[len(state.seas) :].any()
    taken, killed = (batch.masks(part[..., game : game + 1])[..., 0] for part in (sheets.taken, sheets.killed))
    illegal = batch.masks(sheets.illegal[..., game : game + 1])[:, 0]
    for year, marks in enumerate((*state.past, state.marks)):
        assert list(marks) == [int(mask) for mask in (*taken[year], *killed[year], illegal[year])]
    for seat in range(players):
        assert [state.supply(seat, year) for year in range(1, years + 1)] == sheets.fish[:years, seat, game].tolist()
        assert list(state.plates[seat]) == sheets.plates[:years, seat, game].tolist()
        picks = [PICKS[pick] for pick in sheets.picks[:, seat, game] if pick != NO_PICK]
        assert list(state.picks[seat]) == picks
    assert state.shields == sheets.shields[game]
    assert list(state.own_scores()) == batch.own()[:, game].tolist()
    assert list(state.scores()) == batch.scores()[:, game].tolist()
    assert state.empty_sea == bool(batch.collapse()[game])
    living = [state.living_in(year).bit_count() for year in range(1, state.year + 1)]
    assert living == batch.living(end=True)[: state.year, game].tolist()


@pytest.mark.few(2)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("draw", range(4))
def test_a_game_told_again_by_the_rules_has_the_same_states_and_scores(players, draw):
    rng = Random(f"law/{players}/{draw}")
    for trial in range(3):
        profile, options = [any_policy(rng) for _ in range(players)], any_options(rng, players)
        batch = play(profile, 6, seed=draw * 100 + trial, **options)
        for game in range(batch.games):
            assert_equal_sheets(batch, game, batch.match(game).state)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_more_games_told_again_have_the_same_states_and_scores(players):
    rng = Random(f"soak/{players}")
    for trial in range(150):
        profile, options = [any_policy(rng) for _ in range(players)], any_options(rng, players)
        batch = play(profile, 40, seed=trial, **options)
        for game in range(batch.games):
            assert_equal_sheets(batch, game, batch.match(game).state)


@pytest.mark.few(1)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_agents_with_the_same_policies_play_the_same_games(players):
    rng = Random(f"agents/{players}")
    for trial in range(6):
        profile, options = [any_policy(rng) for _ in range(players)], any_options(rng, players)
        fast = play(profile, 4, seed=trial, **options)
        slow = one_by_one(profile, 4, seed=trial, **options)
        assert_same_games(fast, slow)
        assert np.allclose(fast.damage(), slow.damage(), atol=1e-3)


def assert_same_games(fast: Batch, slow: Batch) -> None:
    """Compare everything that two batches of the same games leave on the sheets, fines and trades too."""
    for name in ("fish", "plates", "picks", "shields", "ended"):
        assert np.array_equal(getattr(fast.sheets, name), getattr(slow.sheets, name)), name
    for name in ("seas", "taken", "killed", "illegal"):
        parts = [batch.masks(getattr(batch.sheets, name)) for batch in (fast, slow)]
        assert np.array_equal(*parts), name
    for name in ("fines", "trades"):
        assert np.allclose(getattr(fast.sheets, name), getattr(slow.sheets, name), atol=1e-4), name


@pytest.mark.few(4)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", TREATMENTS)
def test_every_treatment_plays_the_same_games_one_by_one(name, players):
    profile = TREATMENTS[name].profile(players)
    start = 44  # among these four are games in which Marketing comes before Overtime
    assert_same_games(play(profile, 4, 1, start=start), one_by_one(profile, 4, 1, start=start))


@pytest.mark.few(1)
@pytest.mark.parametrize("form", [name for name in FORMS if name != FULL])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_form_plays_the_same_games_one_by_one_under_every_treatment(form, players):
    for name, one in treatments(form).items():
        profile = one.profile(players)
        fast, slow = (run(profile, 6, 1, form=form) for run in (play, one_by_one))
        assert_same_games(fast, slow)
        assert (fast.own() == slow.own()).all() and fast.years == FORMS[form].years, name


@pytest.mark.soak
@pytest.mark.parametrize("form", [name for name in FORMS if name != FULL])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_form_plays_the_same_two_thousand_games_one_by_one(form, players):
    rng = Random(f"forms/{form}/{players}")
    for start in range(0, 2000, 100):
        profile = rng.choice(
            [[any_policy(rng) for _ in range(players)], treatments(form)["competitive"].profile(players)]
        )
        fast, slow = (run(profile, 100, 7, start=start, form=form) for run in (play, one_by_one))
        assert_same_games(fast, slow)
        assert (fast.own() == slow.own()).all()


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", TREATMENTS)
def test_every_treatment_plays_the_same_two_thousand_games_one_by_one(name, players):
    profile = TREATMENTS[name].profile(players)
    for start in range(0, 2000, 200):
        assert_same_games(play(profile, 200, 7, start=start), one_by_one(profile, 200, 7, start=start))


def test_damage_is_what_the_one_game_rules_lay_at_each_seat():
    for players in (2, 4):
        batch = play(Policy(ambition=2, care=0.2, gear="trawler+"), 25, 5, players=players)
        damage, illegal = batch.damage(), batch.illegal_damage()
        for game in range(batch.games):
            state = batch.match(game).state
            assert damage[:, game] == pytest.approx(sea.damage(state), abs=1e-3)
            assert illegal[game] == pytest.approx(sea.blame(state)[-1].caught + sea.blame(state)[-1].depleted, abs=1e-3)
    assert illegal.sum() == 0


@pytest.mark.long
def test_every_equipment_box_bonus_and_word_of_the_rules_comes_up_in_such_games():
    fishing = {"gear", "roll", "reroll", "keep", "double", "kills", "take", "chill", "release", "kill"}
    words = fishing | {"box", "plate", "cross", "shield"}
    missing = {*words, *[("gear", name) for name in GEARS], *[("box", name) for name in PICKS]}
    rng = Random("coverage")
    for trial in range(40):
        players = rng.choice([2, 3, 4])
        batch = play([any_policy(rng) for _ in range(players)], 6, trial)
        moves = {move for game in range(batch.games) for move in batch.moves(game)}
        assert {move[0] for move in moves} <= words
        missing -= {move[0] for move in moves} | {move[:2] for move in moves}
        if not missing:
            return
    assert not missing


def test_both_ends_come_up_and_an_unplayed_year_scores_only_if_it_shall():
    greedy = Policy(ambition=3, care=0, gear="trawler+")
    literal = play(greedy, 400, 3, players=4)
    spared = play(greedy, 400, 3, players=4, score_unplayed_year=False)
    collapse = literal.collapse()
    assert (collapse > 0).any() and (literal.sheets.ended[collapse == 0] == 10).all()
    assert np.array_equal(literal.own()[:, collapse == 0], spared.own()[:, collapse == 0])
    assert (spared.own()[:, collapse > 0].sum(axis=0) > literal.own()[:, collapse > 0].sum(axis=0)).all()


def test_a_game_has_the_same_luck_in_every_batch():
    policy = Policy(ambition=1.3, care=0.4)
    whole, part = play(policy, 2500, 8), play(policy, 700, 8, start=1300)
    assert np.array_equal(whole.own()[:, 1300:2000], part.own())
    assert not np.array_equal(whole.own()[:, :700], part.own())
    assert not np.array_equal(play(policy, 50, 9).own(), whole.own()[:, :50])


def test_profiles_side_by_side_are_the_batches_one_by_one():
    profiles = [[Policy(ambition=step / 4, care=step / 8, gear=step % 7)] * 3 for step in range(9)]
    for profile, batch in zip(profiles, play_profiles(profiles, 60, 4), strict=True):
        alone = play(profile, 60, 4)
        assert np.array_equal(batch.own(), alone.own())
        assert np.array_equal(batch.sheets.seas, alone.sheets.seas)


def test_more_games_than_a_chunk_are_played_in_chunks():
    policy = Policy(ambition=0)
    many = play(policy, CHUNK + 300, 2, players=2)
    assert many.games == CHUNK + 300
    assert np.array_equal(many.own()[:, CHUNK - 5 :], play(policy, 305, 2, players=2, start=CHUNK - 5).own())


def test_a_game_of_a_batch_opens_as_a_match():
    batch = play(Policy(release=1, refrigerate=1), 30, 6, players=3)
    match = batch.match(17)
    assert match.over
    assert match.state.own_scores() == tuple(batch.own()[:, 17].tolist())
    assert batch.moves(17) == match.moves
    with pytest.raises(ValueError, match="game 30 is not in this batch: choose 0 to 29"):
        batch.match(30)
    later = play_on(Boom.start(3), batch.policies, 1)[0]
    with pytest.raises(ValueError, match="resumed from a given moment cannot be replayed"):
        later.match(0)


def test_a_sheet_too_wide_for_the_tables_is_played_game_by_game():
    sheet = wide_sheet()
    with pytest.raises(TooWide):
        tables_for(Boom.start(2, sheet=sheet).sheet)
    batch = play(Policy(ambition=1), 3, 1, players=2, sheet=sheet)
    match = batch.match(1)
    assert match.state.own_scores() == tuple(batch.own()[:, 1].tolist())
    assert batch.damage()[:, 1] == pytest.approx(sea.damage(match.state), abs=1e-3)


def test_agents_without_given_luck_play_a_whole_game_and_a_new_one_each_time():
    policies = [Policy(ambition=1.5, care=0.5, gear="longline+", radar=1)] * 2
    rng, players, seen = Random(4), agents(policies), set()
    for _ in range(3):
        state = Boom.start(2)
        moves = []
        while state.turn() != OVER:
            move = state.sample(rng) if state.turn() < 0 else players[state.turn()](state, rng)
            assert move in state.moves()
            moves.append(move)
            state = state.after(move)
        seen.add(tuple(moves))
    assert len(seen) == 3


def test_dice_and_luck_are_fair():
    luck = tape.draw(standard_sheet(), 4, 11, 0, 4000)
    counts = np.bincount(luck.rolls.ravel(), minlength=1296)
    expected = luck.rolls.size / 1296
    assert counts.size == 1296
    assert ((counts - expected) ** 2 / expected).sum() < 1296 + 5 * (2 * 1296) ** 0.5  # chi-squared, five sigma
    assert luck.planes.max() == 254 and luck.planes.min() == 0
    assert abs(luck.planes.mean() - 127.5) < 0.5


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "games=0 is not possible: choose a whole number from 1"),
        ({"games": 2.5}, "games=2.5 is not possible"),
        ({"seed": -1}, "seed=-1 is not possible: choose a whole number from 0"),
        ({"players": 5}, "5 players cannot play boom"),
        ({"first": 4}, "first=4"),
        ({"colour": "red"}, "the laboratory has no option 'colour'"),
    ],
)
def test_wrong_numbers_are_named(wrong, message):
    with pytest.raises(ValueError, match=message):
        play(Policy(), **({"games": 5} | wrong))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"care": 1.01}, "care=1.01 is not possible: choose a number from 0 to 1"),
        ({"look_ahead": 2.5}, "look_ahead=2.5 is not possible: choose a whole number from 0 to 9"),
        ({"gear": "harpoon"}, "gear='harpoon' is not possible: choose default, seine"),
        ({"reserve": ("unicorn",)}, "'unicorn', which is not a species"),
        ({"ambition": float("nan")}, "ambition=nan is not possible"),
        ({"ambition": "high"}, "ambition='high' is not possible"),
        ({"order": ("seine+", "seine")}, "order names 'seine\\+' before 'seine', which it builds on"),
        ({"order": ("radar", "radar")}, "order names 'radar': choose each once"),
        ({"order": ("faux",)}, "order names 'faux': choose each once of seine"),
        ({"years": {"gear": [1, 2]}}, "years names 'gear': choose values for some of ambition"),
        ({"years": {"spare": [1, 100]}}, "spare=100 is not possible: choose a whole number from 0 to 99"),
    ],
)
def test_a_policy_refuses_numbers_that_mean_nothing(wrong, message):
    with pytest.raises(ValueError, match=message):
        Policy(**wrong)
    with pytest.raises(ValueError, match=message):
        Policy().but(**wrong)


def test_a_number_that_is_changed_holds_in_all_years():
    policy = Policy(years={"ambition": [0, 1, 2], "spare": [3, 99]})
    assert [policy.at(year).ambition for year in (1, 2, 3, 10)] == [0, 1, 2, 2]
    changed = policy.but(ambition=3)
    assert {changed.at(year).ambition for year in range(1, 11)} == {3} and changed.at(1).spare == 3
    assert Policy(**changed.numbers()) == changed


def test_a_policy_has_no_unknown_numbers():
    with pytest.raises(ValueError, match="no number 'greed': the numbers are ambition"):
        Policy().but(greed=1)
    with pytest.raises(ValueError, match="profiles\\[1\\] has 2 seats, the first one 3"):
        play_profiles([[Policy()] * 3, [Policy()] * 2], 5)
    with pytest.raises(ValueError, match="profiles is empty"):
        play_profiles([], 5)
    with pytest.raises(ValueError, match="policies\\[1\\]='greedy' is not a policy"):
        play([Policy(), "greedy"], 5)


# What the numbers do.


def mean_total(policy: Policy, players: int = 4, **options) -> float:
    return float(play(policy, 1500, 21, players=players, **options).total().mean())


def test_care_leaves_more_fish_in_the_sea():
    careful, careless = (play(Policy(ambition=1, care=care), 1000, 1).living(end=True)[-1].mean() for care in (1, 0))
    assert careful > careless + 1


def test_looking_ahead_makes_care_worth_more():
    blind, far = (play(Policy(care=1, look_ahead=years), 1000, 1).living()[-1].mean() for years in (0, 9))
    assert far > blind + 1


def test_ambition_takes_more_fish_in_the_first_year_and_empties_the_sea_sooner():
    low, high = (play(Policy(ambition=want, gear="trawler+"), 1000, 1) for want in (0, 3))
    assert high.living()[5].mean() < low.living()[5].mean()
    assert (high.collapse() > 0).mean() > (low.collapse() > 0).mean()


def test_release_puts_fish_back_and_refrigeration_keeps_them():
    kept, released, chilled = (
        play(Policy(gear="seine", ambition=0, bonuses=0, **more), 600, 2)
        for more in ({}, {"release": 1}, {"refrigerate": 1})
    )
    assert released.living(end=True)[4].mean() > kept.living(end=True)[4].mean()
    words = {move[0] for game in range(5) for move in chilled.moves(game)}
    assert "chill" in words and "release" not in words


def test_a_kept_quota_is_kept_where_release_allows_it():
    batch = play(Policy(ambition=3, quota=2, gear="seine+", release=1, bonuses=0), 500, 3)
    taken = np.bitwise_count(batch.sheets.taken).sum(axis=2)
    assert (taken[1:] <= 2).all()  # Release works from year 2 on
    free = play(Policy(ambition=3, gear="seine+", release=1, bonuses=0), 500, 3)
    assert (np.bitwise_count(free.sheets.taken).sum(axis=2)[1:] > 2).any()


def taken_by(batch: Batch) -> np.ndarray:
    """How many fish each seat took, by [year, seat, game]."""
    return np.bitwise_count(batch.sheets.taken).sum(axis=2, dtype=int)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_keeps_a_quota_takes_no_more_by_overtime_either(players):
    profile = TREATMENTS["quota"].profile(players)
    batch = play(profile, 1000, 3)
    assert (batch.sheets.picks == PICKS.index("overtime")).any() or players > 2, "Overtime within the quota is allowed"
    assert (taken_by(batch) <= profile[0].quota).all()
    sold = play(TREATMENTS["transferable-quota"].profile(players), 1000, 3)
    assert (taken_by(sold).sum(axis=1) <= players * profile[0].quota).all()


def test_who_breaks_a_quota_may_take_more_by_overtime():
    batch = play(TREATMENTS["quota"].but(licence=0, compliance=0).profile(4), 500, 3)
    overtime = batch.sheets.picks == PICKS.index("overtime")
    assert (taken_by(batch)[overtime] > 1).any()


def test_compliance_fades_from_year_to_year():
    policy = Policy(ambition=2, quota=1, gear="seine", release=1, bonuses=0, compliance=1, fade=0.5)
    over = np.bitwise_count(play(policy, 2000, 3).sheets.taken).sum(axis=2) > 1
    assert over[1].mean() < over[3].mean()


def test_transferable_quota_goes_to_the_seats_that_want_it_and_the_payments_balance():
    humble = Policy(ambition=0, quota=2, transferable=1, price=0.5)
    eager = humble.but(ambition=4, gear="seine+", release=1)
    batch = play([humble, humble, eager], 800, 4)
    fixed = play([policy.but(transferable=0) for policy in batch.policies], 800, 4)
    assert batch.catch()[:, 2].sum() > fixed.catch()[:, 2].sum()
    assert batch.sheets.trades.sum(axis=0) == pytest.approx(np.zeros(800), abs=1e-4)
    assert batch.sheets.trades[2].mean() < 0 < batch.sheets.trades[0].mean()
    assert batch.net() == pytest.approx(batch.own() + batch.sheets.trades)


def test_what_buyers_of_quota_pay_is_what_sellers_get_whatever_their_prices():
    humble = Policy(ambition=0, quota=2, transferable=1, price=0)
    eager = humble.but(ambition=4, gear="seine+", release=1, price=2)
    for batch in (play([humble, humble.but(price=1), eager], 300, 4), one_by_one([humble, humble, eager], 20, 4)):
        trades = batch.sheets.trades
        assert trades.sum(axis=0) == pytest.approx(np.zeros(batch.games), abs=1e-3)
        assert trades[2].min() < 0 < trades[0].max()
        assert (trades[2] / 2).tolist() == (trades[2] / 2).round().tolist(), "the buyer's price for each fish"


def test_who_has_no_quota_has_none_to_sell():
    eager = Policy(ambition=4, quota=1, transferable=1, price=1, gear="seine+")
    for batch in (play([eager, Policy(transferable=1)], 50, 4), one_by_one([eager, Policy(transferable=1)], 5, 4)):
        assert not batch.sheets.trades.any()


@pytest.mark.few(1)
@pytest.mark.parametrize("care", [0.0, 0.5, 0.9, 0.98])
def test_who_does_not_care_takes_any_living_fish_of_the_die_alike_however_often_it_cares(care):
    sheet = standard_sheet()
    policy = Policy(ambition=0, care=care, look_ahead=0, gear="default", bonuses=0)
    batch = play(policy, 25_000, 12, players=4)
    first = batch.masks(batch.sheets.taken)[0, 0]  # the first fish that is taken, out of a full sea
    found = expected = 0.0
    for face in range(1, 7):
        rows = [row for row in range(len(sheet.names)) if sheet.faces[face] >> row & 1]
        counts = [int((first == np.uint64(1 << row)).sum()) for row in rows]
        last = sum(whim * len(rows) // 16 == len(rows) - 1 for whim in range(16)) / 16  # a share as near as 16ths come
        found += counts[-1]  # care, which sees no year ahead here, takes the topmost row
        expected += sum(counts) * (1 - care) * last
    assert found == pytest.approx(expected, abs=4 * expected**0.5)


def test_fines_fall_on_seats_that_break_the_rule_and_are_seen():
    policy = Policy(ambition=3, gear="seine+", quota=1, compliance=0, detection=1, penalty=2)
    batch = play(policy, 200, 5)
    taken = np.bitwise_count(batch.sheets.taken).sum(axis=2, dtype=int)
    assert batch.sheets.fines == pytest.approx(2 * np.maximum(taken - 1, 0).sum(axis=0))
    assert batch.net() == pytest.approx(batch.own() - batch.sheets.fines)
    for harmless in ({"detection": 0}, {"penalty": 0}, {"compliance": 1}):
        assert not play(policy.but(**harmless), 200, 5).sheets.fines.any()


def test_who_keeps_a_quota_and_must_take_more_is_fined_like_anybody_else():
    policy = Policy(ambition=3, quota=0, detection=1, penalty=2, gear="default")
    batch = play(policy, 100, 5)
    taken = np.bitwise_count(batch.sheets.taken).sum(axis=2, dtype=int)
    assert taken.any() and batch.sheets.fines == pytest.approx(2 * taken.sum(axis=0))


def test_who_does_not_comply_in_a_year_does_something_else():
    kind, greedy = Policy(ambition=0, gear="default", bonuses=0), Policy(ambition=3, gear="trawler+", radar=1)
    kept, broken = kind.but(otherwise=greedy), kind.but(otherwise=greedy, compliance=0)
    for one, same in ((kept, kind), (broken, greedy)):
        mixed, plain = play(one, 60, 3), play(same, 60, 3)
        assert np.array_equal(mixed.own(), plain.own()) and np.array_equal(mixed.sheets.picks, plain.sheets.picks)
    fading = play(kept.but(fade=0.5), 400, 3)
    first = np.bitwise_count(fading.sheets.taken[0]).sum(axis=(0, 1))
    assert np.array_equal(first, np.bitwise_count(play(kind, 400, 3).sheets.taken[0]).sum(axis=(0, 1)))
    assert play(kind, 400, 3).total().mean() != fading.total().mean() != play(greedy, 400, 3).total().mean()
    assert Policy(**kept.numbers()) == kept
    with pytest.raises(ValueError, match="otherwise is another policy"):
        kind.but(otherwise=kept)


def test_a_reserve_spares_its_species():
    closed = ("shark", "tuna", "squid")
    policy = Policy(ambition=2, care=0, gear="seine", release=1)
    sheet = standard_sheet()
    mask = np.uint64(sum(kind.mask for kind in sheet.species if kind.name in closed))

    def caught(batch: Batch) -> int:
        return int(np.bitwise_count(batch.masks(batch.sheets.taken)[1:] & mask).sum())

    free, kept = play(policy, 400, 6), play(policy.but(reserve=closed), 400, 6)
    assert caught(kept) < 0.25 * caught(free)
    assert caught(play(policy.but(reserve=closed, compliance=0), 400, 6)) == caught(free)


def test_enforcement_shields_species_from_illegal_fishing():
    policy = Policy(enforcement=1, bonuses=0)
    shielded, open_sea = play(policy, 500, 7, players=2), play(policy.but(enforcement=0), 500, 7, players=2)
    assert np.bitwise_count(shielded.sheets.shields).max() == 8
    assert np.bitwise_count(shielded.sheets.illegal).sum() < np.bitwise_count(open_sea.sheets.illegal).sum()
    assert not play(policy, 50, 7, players=4).sheets.shields.any()


def test_the_cooperative_game_gives_everyone_the_total():
    batch = play(Policy(), 40, 8, cooperative=True)
    assert (batch.scores() == batch.total()).all()
    assert np.array_equal(batch.own().sum(axis=0), batch.total())


# Games that go on from any moment.


def moments(players: int, rng: Random, options: dict) -> list[Boom]:
    """Every moment of a game played at random."""
    state, found = Boom.start(players, **options), []
    while state.turn() != OVER:
        found.append(state)
        state = state.after(state.sample(rng))
    return [*found, state]


def by_the_rules(state: Boom, policies: list[Policy], seed: int, game: int) -> Boom:
    """Play a moment to its end through the one-game rules, on the luck of a game of the tape."""
    luck = tape.draw(state.sheet, state.players, seed, game, game + 1)
    seats, rng = agents(policies, luck), Random(0)
    while state.turn() != OVER:
        move = chance_move(state, luck) if state.turn() == CHANCE else seats[state.seat](state, rng)
        state = state.after(move)
    return state


@pytest.mark.few(1)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_goes_on_from_any_moment_as_the_one_game_rules_play_it(players):
    rng, phases = Random(f"resume/{players}"), set()
    for trial in range(3):
        options = any_options(rng, players)
        policies = [any_policy(rng) for _ in range(players)]
        every = moments(players, rng, options)
        for phase in sorted({state.phase for state in every}):
            state = rng.choice([state for state in every if state.phase == phase])
            phases.add((phase, overtime(state)))
            batch = play_on(state, policies, 2, seed=trial, start=5)[0]
            for game in range(2):
                assert_equal_sheets(batch, game, by_the_rules(state, policies, trial, 5 + game))
    assert {phase for phase, _ in phases} >= {"gear", "roll", "take", "box", "over"}


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_more_moments_go_on_as_the_one_game_rules_play_them(players):
    rng = Random(f"soak/{players}")
    for trial in range(60):
        options, policies = any_options(rng, players), [any_policy(rng) for _ in range(players)]
        for state in rng.sample(moments(players, rng, options), 25):
            batch = play_on(state, policies, 2, seed=trial)[0]
            for game in range(2):
                assert_equal_sheets(batch, game, by_the_rules(state, policies, trial, game))


@pytest.mark.long
def test_moments_of_one_year_are_played_together_as_each_alone():
    rng = Random("together")
    for players in (2, 3, 4):
        policies = [any_policy(rng) for _ in range(players)]
        groups: dict[tuple, list[Moment]] = {}
        every = moments(players, rng, {})
        tables = tables_for(every[0].sheet)
        for state in every:
            moment = Moment(state, tables)
            groups.setdefault(moment.key, []).append(moment)
        luck = tape.draw(every[0].sheet, players, 3, 0, 8)
        for group in [group for group in groups.values() if len(group) > 1]:
            which = np.repeat(np.arange(len(group)), 8)
            columns = np.tile(np.arange(8), len(group))
            sheets = finish(group, which, luck._replace(columns=columns), policies, tables)
            some = rng.randrange(len(group))
            alone = play_on(group[some].state, policies, 8, 3)[0].sheets
            mine = slice(8 * some, 8 * some + 8)
            assert np.array_equal(sheets.fish[..., mine], alone.fish)
            assert np.array_equal(sheets.plates[..., mine], alone.plates)
