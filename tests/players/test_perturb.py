"""The script that changes the constants of hard one at a time."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from random import Random

import perturb
import pytest

from fishlab import GAMES, Boom, Pisces
from fishlab.bots import STEPS, bots_for
from fishlab.pisces import players


def test_every_game_with_a_ladder_names_numbers_that_are_there():
    assert perturb.CONSTANTS.keys() == {name for name, game in GAMES.items() if set(STEPS) & set(bots_for(game))}
    for modules in perturb.CONSTANTS.values():
        for module, names in modules.items():
            assert all(perturb.values(getattr(import_module(module), name)) for name in names)


def test_a_constant_is_changed_for_one_player_alone_and_put_back_even_after_a_fault():
    def tells(view, rng):
        if view is None:
            raise ValueError
        return ("bid", players.MOST_BID)

    usual, player = players.MOST_BID, perturb.changed(tells, "fishlab.pisces.players", "MOST_BID", 99)
    assert player(Pisces.start(2), Random(0)) == ("bid", 99) and usual == players.MOST_BID
    with pytest.raises(ValueError):
        player(None, Random(0))
    assert usual == players.MOST_BID


@pytest.mark.parametrize(("game", "tried"), [("fishery", 1200), ("fleet", 20), ("pisces", None)])
def test_who_tries_games_is_also_tried_with_half_and_twice_as_many(game, tried):
    found = {what: player.simulations for what, player in perturb.variants(game) if what.startswith("trial games")}
    wanted = [tried // 2, 2 * tried] if tried else []
    assert found == {f"trial games {tried} → {count}": count for count in wanted}
    trees = {what: player.explore for what, player in perturb.variants(game) if what.startswith("explore")}
    assert trees == ({"explore 0 → 0.25": 0.25, "explore 0 → 0.5": 0.5} if game == "fishery" else {})


def test_hard_in_boom_is_also_tried_with_other_goals_and_with_half_and_twice_as_many_games():
    state = Boom.start(2)
    found = {what: player for what, player in perturb.variants("boom") if what.startswith(("goal", "trial"))}
    assert list(found) == ["goal lead → own", "goal lead → place", "trial games 160 → 80", "trial games 160 → 320"]
    assert all(player(state, Random(1)) in state.moves() for player in found.values())


def test_it_prints_each_change_with_its_games_and_confirms_only_what_got_ahead(monkeypatch, capsys):
    monkeypatch.setattr(perturb, "CONSTANTS", {"pisces": {"fishlab.pisces.players": ("MOST_BID",)}})
    monkeypatch.setattr(perturb, "values", lambda now: [0, 2 * now])
    shares = {("screen", 0): 0.4, ("screen", 1): 0.7, ("confirm", 0): 0.7}

    def played(game, variant, count, games, seed):
        number = sum(key[0] == seed for key in asked)
        asked.append((seed, games))
        won = shares[seed, number]
        return perturb.Interval(won, won - 0.05, won + 0.05, games)

    asked: list[tuple[str, int]] = []
    monkeypatch.setattr(perturb, "share", played)
    perturb.main(["pisces"])
    worse, better = capsys.readouterr().out.splitlines()[2:]
    assert asked == [("screen", 60), ("screen", 60), ("confirm", 300)]
    assert "| – |" in worse and "**better**" not in worse
    assert f"MOST_BID {players.MOST_BID} → {2 * players.MOST_BID}" in better and "**better**" in better


def test_a_change_that_changes_nothing_is_worth_a_fair_share():
    hard = bots_for(Pisces)["hard"]
    same = perturb.changed(hard, "fishlab.pisces.players", "MOST_BID", players.MOST_BID)
    found = perturb.share("pisces", same, 2, 20, "test")
    assert found.games == 20 and found.low < 0.5 < found.high


@pytest.mark.parametrize(("game", "now", "other"), [("fishery", "lead", "win"), ("fleet", "lead", "win")])
def test_a_player_that_searches_is_also_tried_with_another_goal(game, now, other):
    (changed,) = [agent for what, agent in perturb.variants(game) if what == f"goal {now} → {other}"]
    assert changed.goal == other and changed == replace(bots_for(GAMES[game])["hard"], goal=other)
