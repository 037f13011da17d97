"""Real series are what their sources say, and models are fitted to them as the literature does."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from fishlab.data.series import DATA, real_series, series_names
from fishlab.data.stock_fit import collapsed, fit_schaefer, interval, noisy_seas, refits, stock_under
from fishlab.models import Schaefer


@pytest.mark.parametrize("name", series_names())
def test_a_series_is_unchanged_and_says_where_it_is_from(name):
    series = real_series(name)
    assert hashlib.sha256(series.path.read_bytes()).hexdigest() == series.sha256
    assert series.source and series.licence and series.read_from
    assert list(series.rows[0]) == list(series.columns)
    years = [row["year"] for row in series.rows]
    assert years == list(range(int(years[0]), int(years[-1]) + 1))


def test_every_file_of_the_folder_is_a_series_and_an_unknown_one_is_refused():
    assert {path.stem for path in DATA.glob("*.csv")} == set(series_names())
    with pytest.raises(ValueError, match="there is no series 'cod'"):
        real_series("cod")


def test_what_is_not_known_is_none():
    first = real_series("lake_erie_blue_pike").rows[0]
    assert first["ohio"] is None and first["total_thousand_lb"] == 23643
    assert len(real_series("lake_erie_blue_pike").column("ohio")) == 16


def test_landings_by_state_and_province_add_up():
    for row in real_series("lake_erie_blue_pike").rows:
        parts = [row[name] for name in ("michigan", "new_york", "ohio", "pennsylvania", "ontario")]
        if row["ohio"] is not None:
            assert abs(sum(part or 0 for part in parts) - row["total_thousand_lb"]) <= 2


def test_albacore_fits_as_in_the_literature():
    series = real_series("south_atlantic_albacore")
    fit = fit_schaefer(series.column("catch_kt"), series.column("cpue"))
    assert (fit.r, fit.K, fit.most) == (
        pytest.approx(0.32, abs=0.005),
        pytest.approx(245, abs=4),
        pytest.approx(19.4, abs=0.1),
    )
    assert fit.stock[0] == fit.K and fit.stock[-1] < fit.K / 2


def test_a_fit_finds_the_fishery_that_made_a_series():
    catch = [10.0, 20, 30, 25, 20, 15, 10, 5, 5, 5]
    fit = fit_schaefer(catch, 0.5 * stock_under(0.4, 150, catch))
    assert (fit.r, fit.K, fit.q) == pytest.approx((0.4, 150, 0.5), rel=0.02)
    assert fit.index() == pytest.approx([0.5 * one for one in stock_under(0.4, 150, catch)], rel=0.02)


def test_the_data_of_albacore_allow_less_and_more_than_the_best_fit():
    series = real_series("south_atlantic_albacore")
    catch, index = series.column("catch_kt"), series.column("cpue")
    found, again, other = (refits(catch, index, seed=seed) for seed in (1, 1, 2))
    assert (found.r == again.r).all() and (found.K == again.K).all() and (found.r != other.r).any()
    for resampled in (found, other):
        assert interval(resampled.most) == (pytest.approx(15.2, abs=0.3), pytest.approx(21.2, abs=0.2))
        assert interval(resampled.r) == (pytest.approx(0.145, abs=0.01), pytest.approx(0.49, abs=0.02))
    assert np.median(found.most) == pytest.approx(fit_schaefer(catch, index).most, rel=0.02)


def test_a_series_without_noise_allows_only_its_own_fishery():
    catch = [10.0, 20, 30, 25, 20, 15, 10, 5, 5, 5]
    found = refits(catch, 0.5 * stock_under(0.4, 150, catch), resamples=50)
    assert list(found.r) == pytest.approx([0.4] * 50, rel=0.1)
    assert list(found.K) == pytest.approx([150] * 50, rel=0.05)


@pytest.mark.parametrize("catch, index", [([1, 2, 3, 4], [1, 2, 3]), ([1, 2, 3], [1, 2, 3])])
def test_too_short_a_series_is_refused(catch, index):
    with pytest.raises(ValueError, match="cannot be fitted"):
        fit_schaefer(catch, index)


SEA = Schaefer(r=0.32, K=245, q=1)


def test_without_noise_both_rules_hold_the_stock_at_half():
    for rule in ("quota", "effort"):
        assert noisy_seas(SEA, rule, noise=0, seas=3, years=20) == pytest.approx(np.full((21, 3), SEA.K / 2))


def test_with_noise_a_quota_falls_off_a_cliff_and_an_effort_does_not():
    quota, effort = noisy_seas(SEA, "quota"), noisy_seas(SEA, "effort")
    assert collapsed(quota, SEA.K) > 0.6
    assert collapsed(effort, SEA.K) < 0.01
    assert (quota >= 0).all()
    assert (noisy_seas(SEA, "quota") == quota).all(), "the same seed gives the same seas"


def test_an_unknown_rule_is_refused():
    with pytest.raises(ValueError, match="choose quota or effort"):
        noisy_seas(SEA, "hope")
