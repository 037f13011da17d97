"""People at one keyboard: what each of them reads, when it changes hands, and that the dice cannot be tried twice."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from random import Random

from fishlab_widgets.command import play
from keyboard import HAND_OVER, Sitting
from sitting import session

from fishlab import CHANCE, Boom, Fleet, FreshFish, Match
from fishlab.bots import bots_for
from fishlab.core import Agent
from fishlab.messages import Language, speaking


def sits(match: Match, lines: Callable[[], str], agents: list[Agent | None] | None = None) -> Sitting:
    """Let people sit down at a keyboard: only people without agents, who are the bots and None for a person."""
    return Sitting(session(match, agents or [None] * match.seats, 3), lines)


def typed(*lines: str) -> Callable[[], str]:
    waiting = iter(lines)
    return lambda: next(waiting, "quit")


def first_legal(match: Match, most: int) -> Callable[[], str]:
    """Return a person who always types the first move."""
    return lambda: "1" if len(match) < most else "quit"


# What a person types and reads.


class Orders(NullTranslations):
    """A catalogue with the words that a person may type."""

    def gettext(self, message: str) -> str:
        return {"quit": "Ende", "save": "Sichern"}.get(message, message)


def test_orders_are_understood_in_the_language_that_is_spoken_and_in_english():
    match = Match(Boom, 2)
    waiting = iter(["Sichern ", "save", "ENDE", "1"])
    with speaking(Language("de", "Deutsch", Orders())):
        sitting = sits(match, lambda: next(waiting)).play()
    told = [line for lines in sitting.read.values() for line in lines]
    assert told.count(match.code()) >= 2
    assert next(waiting) == "1", "nothing is asked after the end"


def auction() -> Match:
    """Return Fresh Fish at the moment at which the first of two people seals a bid for an outlet."""
    match, rng = Match(FreshFish, supplies=["g7", "a1", "g1"]), Random(4)
    while match.state.phase != "bid":
        match.play(match.state.sample(rng))
    return match


def test_the_keyboard_is_handed_over_and_a_sealed_bid_is_told_as_sealed():
    match = auction()
    first, second = match.state.bidders()
    sitting = sits(match, typed("bid 3", "bid 6")).play()
    names = [match.state.seat_name(seat) for seat in (first, second)]
    reads = sitting.read[second]
    assert f"{HAND_OVER}{names[0]}, then press Enter. " in reads
    sealed = reads.index(f"{HAND_OVER}{names[1]}, then press Enter. ")
    assert reads[sealed - 1] == "(a clean screen)"
    assert reads[sealed + 1].strip().rstrip(".") == f"{names[0]} makes a sealed bid"
    assert not any("bids 3" in line for line in reads[: sealed + 2])


def test_when_the_votes_are_opened_all_read_them_together():
    sitting = sits(Match(Boom, vote="once", years=2), typed("vote 4", "vote 2")).play()
    for seat in (0, 1):
        assert "All votes: Seat A 4, Seat B 2." in sitting.text(seat)
    assert "  Seat A votes in secret." in sitting.read[1]
    assert "  Seat A votes for 4 fish a year." in sitting.read[1], "told once more, now that it is open"


def test_in_an_open_game_nothing_is_handed_over_and_every_move_is_told_once():
    match = Match(Boom, years=1)
    sitting = sits(match, first_legal(match, 6)).play()
    assert HAND_OVER not in sitting.text(0)
    told = sitting.terminal.session.told
    said = [f"  {told(place, None)}" for place in range(len(match))]
    assert [line for line in sitting.read[0] if line in said] == said


def test_one_person_among_bots_is_never_asked_to_hand_over():
    match = Match(FreshFish)
    sitting = sits(match, first_legal(match, 30), [None, bots_for(FreshFish)["random"]]).play()
    assert HAND_OVER not in sitting.text(0)
    assert len(match) >= 30


def test_a_bot_is_shown_its_view_and_nothing_else():
    match, seen = Match(Fleet), []

    def looks(view: Fleet, rng: Random) -> tuple[str | int, ...]:
        seen.append(view)
        return view.moves()[0]

    sits(match, first_legal(match, 40), [None, looks]).play()
    states = [state for state in match.states[:-1] if state.turn() == 1]
    assert seen == [state.view(1) for state in states] != states


def test_a_keyboard_that_nobody_takes_can_be_left():
    match = auction()
    moves = list(match.moves)
    terminal = play.Terminal(session(match, [None, None], 3), ask=lambda prompt: "quit", say=lambda line: None)
    terminal.play()
    assert match.moves == moves


def test_at_the_end_the_last_persons_screen_is_wiped_and_hands_stay_closed():
    match = Match(Fleet)
    sitting = sits(match, lambda: "1").play()
    assert match.over
    seen = {seat: lines[-lines[::-1].index("(a clean screen)") :] for seat, lines in sitting.read.items()}
    assert seen[0] == seen[1]
    assert match.state.decided() in seen[0][-1]


def test_the_picture_in_a_file_closes_while_the_keyboard_changes_hands(tmp_path, monkeypatch):
    monkeypatch.setattr(FreshFish, "_repr_svg_", lambda state: " ".join(map(str, state.bids)))
    place, match, seen = tmp_path / "city.svg", auction(), []
    lines = typed("bid 3", "bid 6")

    def ask(prompt: str) -> str:
        seen.append(place.read_text(encoding="utf-8"))
        return "" if prompt.startswith(HAND_OVER) else lines()

    play.Terminal(session(match, [None, None], 3), ask=ask, say=lambda line: None, picture=str(place)).play()
    assert "3" not in "".join(seen)
    assert "?" in seen[2], "the second person is asked to come"
    assert "?" in seen[3], "and sees that there is a bid"


# Dice and undo.


def rolled(match: Match) -> list[object]:
    return [move for state, move in zip(match.states, match.moves, strict=False) if state.turn() == CHANCE]


def test_what_is_undone_and_played_again_rolls_the_same():
    match, rng = Match(Boom), Random(1)
    while match.state.phase != "gear" or len(match.state.moves()) == 1:
        match.play(match.state.sample(rng))
    before, found = len(match), []
    lines = iter([*["gear default", "undo"] * 4, "gear default", "quit"])

    def ask(prompt: str) -> str:
        if len(match) > before:
            found.append((match.state.turn(), tuple(match.moves[before:])))
        return next(lines)

    play.Terminal(session(match, [None, None], "seven"), ask=ask, say=lambda line: None).play()
    assert len(found) == 5
    assert len(set(found)) == 1
    assert match.states[before + 1].turn() == CHANCE


def test_the_same_seed_gives_the_same_dice_whatever_bots_draw_and_no_bot_foretells_them():
    foretold: list[bool] = []

    def plays(draws: int) -> Match:
        match = Match(Boom, years=3)

        def bot(view: Boom, rng: Random) -> tuple[str | int, ...]:
            ahead = Random()
            ahead.setstate(rng.getstate())
            guesses.append(ahead.randint(1, 6))
            for _ in range(draws):
                rng.random()
            return view.moves()[0]

        guesses: list[int] = []
        play.Terminal(session(match, [bot, bot], "seven"), ask=lambda _: "quit", say=lambda line: None).play()
        dice = [move[1] for move in rolled(match)]
        foretold.extend(guess == die for guess, die in zip(guesses, dice, strict=False))
        return match

    one, other = plays(0), plays(9)
    assert one.moves == other.moves
    assert len(set(rolled(one))) > 3
    assert sum(foretold) < len(foretold) / 2


def test_undo_out_of_opened_bids_goes_back_to_before_the_first_of_them():
    match = auction()
    start, (first, second) = len(match), match.state.bidders()
    sitting = sits(match, typed("bid 3", "bid 6", "undo", "bid 1")).play()
    assert match.moves[start:] == [("bid", 1)], "who had bid first has bid again, and the other has not yet"
    asked = [line for line in sitting.read[first] if line.startswith(HAND_OVER)]
    names = [match.state.seat_name(seat) for seat in (first, second, first, second)]
    assert asked == [f"{HAND_OVER}{name}, then press Enter. " for name in names]


def test_while_bids_are_sealed_undo_takes_back_no_more_than_ones_own():
    match = Match(Boom, 3, vote="once")
    sitting = sits(match, typed("vote 4", "undo"))
    sitting.play()
    assert match.moves == [("vote", 4)], "the second person has played nothing that could be taken back"
    assert "You have no move to take back." in sitting.read[1]
    assert "You have no move to take back." not in sitting.read[0]
