"""The guided first round, moment by moment: it fits what the person may do, and nothing is taken away unread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest
from fishlab_widgets.live.story.guide_progress import GuideProgress, GuideView, steps_of
from laws import COURSE

from fishlab import GAMES, Match
from fishlab.session import Session

WATCH = "Watch what happens, until it is your turn again."
FIRST = "Do what the prompt asks for, then the guide goes on."
CASES = [
    pytest.param(name, players, id=f"{name}-{players}") for name in COURSE for players in GAMES[name].seats
]  # fmt: skip
STEPS = {"With a licence you may": "launch", "A captain, any card": "captain"}
"""Where in Fleet a step fits that a move's word alone does not tell."""


def guided(
    name: str, players: int, seed: int, choose: Callable[[list, Random], object], reads: float
) -> Iterator[tuple[Session, GuideProgress, GuideView, bool]]:
    """Play with the guide on, and stop at every moment; then tell also whether “Next” was pressed to get there."""
    match, rng, progress = Match(GAMES[name], players), Random(seed), GuideProgress()
    match.seed = seed
    session = Session(match, ["person", *["random"] * (players - 1)])
    session.play_out()
    progress.begin(session)
    pressed = True
    while not match.over and (now := progress.view(session))["text"]:
        yield session, progress, now, pressed
        pressed = not now["act"] and rng.random() < reads
        if pressed:
            progress.next(session)
        elif (found := session.mover()) is not None:
            session.apply(found.think())
        else:
            session.play(choose(list(session.state.choices()), rng))


def first(choices: list, rng: Random) -> object:
    return choices[0]


def any_one(choices: list, rng: Random) -> object:
    return rng.choice(choices)


@pytest.mark.few(16)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("choose", [first, any_one])
@pytest.mark.parametrize(("name", "players"), CASES)
def test_at_every_moment_the_guide_fits_what_the_person_may_do(name, players, choose, seed):
    said: list[str] = []
    for session, _, now, _ in guided(name, players, seed, choose, reads=1):
        if not now["act"]:
            continue
        state = session.state
        words, mine = {str(move[0]) for move in state.moves()}, session.decides(state)
        meant = [step for step in steps_of(session) if step.text == now["text"]]
        assert now["waits"] == (not mine) and (mine or not now["at"]), "others move: nothing is asked for"
        if not mine:
            assert now["text"] in (WATCH, *said), "what was said before stays, so that nothing flickers"
            continue
        said.append(now["text"])
        assert not meant or any(words & set(step.until.split("|")) for step in meant), now
        for begins, where in STEPS.items():
            assert not now["text"].startswith(begins) or state.step == where
        if not meant:
            assert now["at"] == "prompt"
            assert now["text"] == FIRST or now["text"] in [step.first for step in steps_of(session)], now


@pytest.mark.few(16)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("choose", [first, any_one])
@pytest.mark.parametrize(("name", "players"), CASES)
def test_every_guide_ends_in_the_first_round_and_has_said_all_that_is_to_be_read(name, players, choose, seed):
    told = []
    for session, _, now, _ in guided(name, players, seed, choose, reads=1):
        told.append(now["text"])
        state = session.state
    assert not session.match.over
    assert getattr(state, "round", getattr(state, "year", 1)) == 1
    assert [step.text for step in steps_of(session) if not step.until and step.text not in told] == []


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "players"), CASES)
def test_what_is_to_be_read_stays_while_others_move_and_whoever_plays_on_has_read_it(name, players, seed):
    before, seen, read = None, 0, set()
    for session, _, now, pressed in guided(name, players, seed, any_one, reads=0):
        mine = any(
            session.chose(place) and session.match.states[place].turn() == 0 for place in range(seen, session.at)
        )
        seen = session.at
        if before and not before["act"] and not pressed:
            assert mine or (now["text"], now["act"], now["at"]) == (before["text"], False, before["at"])
            read |= {before["text"]} if mine else set()
        assert now["text"] not in read, "playing on counts as Next"
        before = now
    assert read


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_guide_does_not_flip_to_and_fro_and_each_sentence_has_a_number_of_its_own(name, players, seed):
    told = [(now["text"], now["step"]) for *_, now, _ in guided(name, players, seed, any_one, reads=1)]
    shown = [one for one, before in zip(told, [None, *told], strict=False) if one != before]
    times = Counter(text for text, _ in shown if text not in (WATCH, FIRST))
    assert max(times.values()) <= 2, "a sentence may come back for a second auction, not at each turn"
    numbers = {text: step for text, step in shown if text not in (WATCH, FIRST)}
    assert list(numbers.values()) == list(range(1, len(numbers) + 1)), shown
    assert all(step == 0 for text, step in told if text in (WATCH, FIRST)), "to watch, or to pay meanwhile, is no step"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("choose", [first, any_one])
@pytest.mark.parametrize("players", GAMES["pisces"].seats)
def test_in_pisces_points_are_told_when_the_first_roll_is_settled(players, choose, seed):
    read = []
    for session, _, now, _ in guided("pisces", players, seed, choose, reads=1):
        read.append(now["text"])
        if now["text"].startswith("Points so far"):
            moves, states = session.match.moves, session.match.states
            fished = next(place for place, move in enumerate(moves) if move[0] == "fish" and session.chose(place))
            assert any(state.phase not in ("roll", "settle") for state in states[fished + 1 :])
            break
    assert read[-2].startswith(("This number hits more than one", "That was the roll.")), "it was told what came of it"


def test_in_fleet_who_has_no_card_left_for_a_boat_is_told_of_boats_and_captains_all_the_same():
    told = [now for *_, now, _ in guided("fleet", 2, 1, first, reads=1)]
    read = [now["text"] for now in told if not now["act"]]
    assert any("You could not launch one in this round" in text for text in read)
    assert any(text.startswith("Captains come after the boats.") for text in read)


def test_a_guide_that_begins_in_the_middle_waits_for_the_next_round():
    match = Match(GAMES["fleet"], 2)
    session = Session(match, ["person", "random"])
    match.seed, rng = 3, Random(3)
    while match.state.phase != "draw" or not session.decides(match.state):
        if (found := session.mover()) is not None:
            session.apply(found.think())
        else:
            session.play(any_one(list(session.state.choices()), rng))
    progress = GuideProgress()
    progress.begin(session)
    while not progress.view(session)["act"]:
        progress.next(session)
    session.play(match.state.moves()[0])
    session.play_out()
    assert (progress.missed, match.state.phase) == ({}, "auction")
