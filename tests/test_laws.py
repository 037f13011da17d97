"""Every game obeys the laws, for every number of players and many seeds."""

from __future__ import annotations

from random import Random

import laws
import pytest

from fishlab import GAMES, OVER

CASES = [
    pytest.param(game, players, options, id="-".join([game.name, str(players), *map(str, options)]))
    for game in GAMES.values()
    for options in laws.variants(game)
    for players in game.seats
]


@pytest.mark.few(10)
@pytest.mark.parametrize(("game", "players", "options"), CASES)
def test_random_games_obey_the_laws(game, players, options):
    laws.check_game(game, players, options, seed=0, every=7)
    laws.check_game(game, players, options, seed=1, every=11)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "players", "options"), CASES)
def test_many_random_games_obey_the_laws(game, players, options):
    for seed in range(2, 40):
        laws.check_game(game, players, options, seed)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_guesses_vary_where_something_is_hidden(game):
    rng = Random(7)
    seen = hidden = 0
    for state, _ in laws.walk(game.start(game.seats[-1]), rng):
        view = state.view(0)
        if view != state:
            hidden += 1
            seen += len({view.guess(rng) for _ in range(6)}) > 1
    assert bool(hidden) == game.hides
    assert seen > 0 or not hidden


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_same_seed_gives_the_same_game(game):
    def play(seed):
        return [move for _, move in laws.walk(game.start(game.seats[0]), Random(seed))]

    assert play(3) == play(3)
    assert play(3) != play(4)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_wrong_number_of_players_is_refused_with_what_is_right(game):
    for players in (game.seats[0] - 1, game.seats[-1] + 1, "2", True, None, 2.0):
        with pytest.raises(ValueError, match=f"players cannot play {game.name}: "):
            game.start(players)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_unknown_option_is_refused_with_the_options_there_are(game):
    with pytest.raises(ValueError, match=f"{game.name} has no option 'colour': the options are "):
        game.start(game.seats[0], colour="red")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_is_declared_with_its_default_and_refuses_nonsense(game):
    default = game.start(game.seats[0])
    for option in game.options:
        assert game.start(game.seats[0], **{option.name: option.default}) == default
        if option.choices or option.low is not None:
            with pytest.raises(ValueError, match=option.name):
                game.start(game.seats[0], **{option.name: "nonsense"})


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_finished_game_refuses_moves_and_says_so(game):
    state = game.start(game.seats[0])
    for before, move in laws.walk(state, Random(1)):
        state = before.after(move)
    assert state.turn() == OVER
    assert "over" in state.why_not(("pass",)).lower()
