"""Tournaments: balanced, the same whoever computes them, and plain about players that break down."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from random import Random

import pytest

from fishlab import Fishery, Pisces
from fishlab.players.agent_guard import Fault, ask
from fishlab.players.progress import tell_progress
from fishlab.players.tournament import Tournament, TournamentRunner, main, tournament

SMALL = {"columns": 3, "rows": 3, "ships": 1}


def first(view, rng):
    """A student's player: the first move that is legal."""
    return view.moves()[0]


def small(bots, games=2, **how):
    return tournament(Fishery, bots, games, options=SMALL, **how)


def test_every_player_meets_every_other_on_every_seat_on_the_same_dice():
    table = small(["greedy", "random", first], 3)
    assert len(table.rows) == 3 * 3 * 2
    for one, others in [("greedy", "random"), ("greedy", "first"), ("random", "first")]:
        met = [(row["trial"], row["seat"]) for row in table.rows if (row["one"], row["others"]) == (one, others)]
        assert met == [(trial, seat) for trial in range(3) for seat in range(2)]


def test_with_more_seats_one_sits_among_others_that_are_alike():
    table = tournament(Pisces, ["greedy", "random"], 1, players=3, options={"rounds": 1})
    assert [(row["one"], row["seat"]) for row in table.rows] == [(o, s) for o in ("greedy", "random") for s in range(3)]
    assert table.fair == pytest.approx(1 / 3)


def test_steps_of_a_ladder_are_the_neighbours_only():
    table = small(["random", "greedy", "careful"], 1, steps=True)
    assert list(dict.fromkeys((row["one"], row["others"]) for row in table.rows)) == [
        ("greedy", "random"),
        ("careful", "greedy"),
    ]


def test_the_same_seed_gives_the_same_rows_whoever_computes_them():
    alone = small(["greedy", "random", first], seed=4)
    with ThreadPoolExecutor(2) as pool:
        assert small(["greedy", "random", first], seed=4, executor=pool) == alone
    assert small(["greedy", "random", first], seed=5) != alone


def test_a_tournament_in_steps_is_the_same_and_shows_what_is_known_so_far():
    asked = TournamentRunner(Fishery, ["greedy", "random", first], 2, options=SMALL)
    seen = []
    while asked.go_on():
        seen.append((asked.done, len(asked.table().rows)))
    assert seen == [(n, n) for n in range(1, asked.total + 1)]
    assert asked.table() == small(["greedy", "random", first])
    slow, steps = TournamentRunner(Fishery, ["greedy", "random", first], 2, options=SMALL), 0
    while slow.step():
        steps += 1
    assert slow.table() == asked.table()
    assert steps == sum(row["moves"] + 1 for row in slow.table().rows)  # every move, and the end of each game


def test_only_one_player_meets_the_others():
    table = small([first, "greedy", "random"], 1, only="first")
    assert {(row["one"], row["others"]) for row in table.rows} == {("first", "greedy"), ("first", "random")}
    three = tournament(Pisces, [first, "random"], 1, players=3, only="first", options={"rounds": 1})
    assert [(row["one"], row["seat"]) for row in three.rows] == [("first", seat) for seat in range(3)]


def test_payoffs_of_a_duel_add_up_to_one_and_progress_is_told():
    told = []
    table = small(["greedy", "random"], 4, progress=lambda done, all_: told.append((done, all_)))
    pays = table.payoffs()
    assert pays["greedy", "random"].mean + pays["random", "greedy"].mean == pytest.approx(1)
    assert told == [(done, 8) for done in range(1, 9)]


def made(shares, players=2):
    """A tournament of two whose first player won these shares, a trial each."""
    rows = [
        {"one": "a", "others": "b", "seat": seat, "trial": trial, "share": share, "fault": ""}
        for trial, share in enumerate(shares)
        for seat in range(players)
    ]
    return Tournament("fishery", players, ("a", "b"), tuple(rows))


def test_ratings_are_the_odds_and_their_interval_holds_them():
    ratings = made([1.0] * 10 + [0.0]).ratings()
    assert list(ratings) == ["a", "b"]
    apart = ratings["a"].mean - ratings["b"].mean
    assert 320 < apart < 400  # ten to one, less the one imagined draw
    assert ratings["a"].low < ratings["a"].mean <= ratings["a"].high
    even = made([0.25] * 8, players=4).ratings()
    assert even["a"].mean == pytest.approx(0, abs=1e-6)


def test_a_few_games_that_were_all_won_leave_room_for_doubt():
    table = made([1.0] * 4)
    assert table.payoffs()["a", "b"].low == pytest.approx(0.676, abs=0.001)  # Wilson, 8 of 8
    assert table.ratings()["a"].low < table.ratings()["a"].high


def illegal(view, rng):
    return ("ship", "z9")


def lazy(view, rng):
    return None


def broken(view, rng):
    return {}["fish"]


def meddler(view, rng):
    object.__setattr__(view, "seat", 1 - view.seat)
    return view.moves()[0]


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (illegal, "“illegal” played “ship z9” at move 1 (Black to place ship 1 of 1): "),
        (lazy, "“lazy” returned None at move 1 (Black to place ship 1 of 1): a move is a tuple"),
        (broken, "“broken” stopped with KeyError ("),
        (meddler, "“meddler” changed what it was shown at move 1"),
    ],
)
def test_a_player_that_breaks_down_loses_and_the_move_is_named(player, words):
    table = small([player, "random"], 1)
    assert table.faults[0].startswith(words)
    assert "at move 2 (White" in table.faults[1]
    assert [row["share"] for row in table.rows] == [0, 0]
    assert words in str(table)


def test_a_slow_move_is_named_with_its_time():
    ticks = iter([0.0, 7.25])
    state = Fishery.start(**SMALL)
    with pytest.raises(Fault, match=r"“first” thought 7.2 s at move 1 \(Black .*: 5 s are allowed"):
        ask(first, state, Random(1), number=1, seconds=5, clock=lambda: next(ticks), trusted=True)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"bots": ["random", "shark"]}, "fishery has no bot 'shark': choose easy"),
        ({"bots": ["random"]}, "at least two players"),
        ({"bots": ["random", "random"]}, "Two players are called 'random'"),
        ({"bots": ["random", 7]}, "7 is not a player"),
        ({"games": 0}, "games=0 is not possible"),
        ({"only": "shark"}, "only='shark' is not possible: choose random, greedy"),
        ({"players": 3}, "3 players cannot play fishery"),
    ],
)
def test_nonsense_is_refused_in_words(given, message):
    with pytest.raises(ValueError, match=message):
        small(**{"bots": ["random", "greedy"], **given})


class Elsewhere(Executor):
    """Stands for processes, which cannot take a function of a notebook."""

    def submit(self, *_work):
        future = Future()
        future.set_exception(AttributeError("Can't pickle local object"))
        return future


def test_a_player_that_cannot_travel_to_another_process_is_explained():
    with pytest.raises(ValueError, match="cannot be sent to another process"):
        small(["random", first], executor=Elsewhere())


def test_a_terminal_sees_a_bar_and_a_file_does_not(capsys, monkeypatch):
    small(["greedy", "random"], 1, progress=tell_progress)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    small(["greedy", "random"], 1, progress=tell_progress)
    half, whole = "#" * 15 + "." * 15, "#" * 30
    assert capsys.readouterr().err == f"\r[{half}] 1 of 2 games\r[{whole}] 2 of 2 games\n"


def test_the_command_prints_the_table(capsys):
    main(["pisces", "random", "greedy", "--games", "1", "--steps"])
    told = capsys.readouterr().out
    assert "| greedy | random | 1.00 |" in told
    assert "The slowest move, in processor time: " in told
    assert told.startswith("pisces, 2 players, 2 games, a fair share is 0.50")
    with pytest.raises(SystemExit):
        main(["pisces", "random", "shark"])
