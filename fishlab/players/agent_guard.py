"""Asking a player for a move, and saying in a sentence what was wrong with its answer."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import wraps
from random import Random
from time import perf_counter

from fishlab.core import Agent, Move, State, brief
from fishlab.messages import mark, tr
from fishlab.players.time_limit import Unfinished, limited

SECONDS = 5.0
"""How long a player of one's own may think over a move while somebody waits for it."""


class Fault(ValueError):
    """What a player did wrong; the message is one sentence that names the player and the move."""


def name_of(agent: Agent) -> str:
    """Return what a player is called where nobody named it: the name of its function."""
    return str(getattr(agent, "__name__", type(agent).__name__))


def guarded(agent: Agent, name: str) -> Agent:
    """Return a player of one's own as one that always answers: with a move that is legal, or with a `Fault`."""

    @wraps(agent)
    def player(view: State, rng: Random) -> Move:
        return ask(agent, view, rng, name, seconds=SECONDS)

    return player


def ask(
    agent: Agent,
    view: State,
    rng: Random,
    name: str = "",
    number: int = 0,
    seconds: float | None = None,
    clock: Callable[[], float] = perf_counter,
    trusted: bool = False,
) -> Move:
    """Return a player's move if it is one; `Fault` says what is wrong with it, and at which move.

    The player looks at a copy, so that it cannot harm the match.

    Args:
        agent: the player.
        view: what it sees.
        rng: its generator.
        name: what to call it; its function's name if none is given.
        number: the number of the move in the match, from 1; 0 where there is no match.
        seconds: how long it may think; one that never answers is stopped then.
        clock: tells the seconds.
        trusted: whether it surely answers, as our own bots do; it need not be watched, which takes time.
    """
    who = {"name": name or name_of(agent), "when": _when(view, number)}
    shown, begin = copy(view), clock()
    try:
        with limited(None if trusted else seconds, clock):
            move = agent(shown, rng)
    except Unfinished:
        told = mark("“{name}” was still thinking after {seconds:g} s {when}: does it have an endless loop?")
        raise Fault(tr(told, seconds=seconds, **who)) from None
    except Exception as error:
        told = mark("“{name}” stopped with {kind} ({error}) {when}: a player answers with a move.")
        raise Fault(tr(told, kind=type(error).__name__, error=brief(str(error)), **who)) from error
    spent = clock() - begin
    if shown != view:
        told = tr("“{name}” changed what it was shown {when}: a player may only look and answer with a move.", **who)
    elif not isinstance(move, tuple) or not move or not all(type(part) in (str, int) for part in move):
        told = tr(
            "“{name}” returned {found} {when}: a move is a tuple of words and whole numbers, such as {move!r}.",
            found=brief(move), move=view.moves()[0], **who,
        )  # fmt: skip
    elif move not in view.moves():
        why = view.why_not(move) or tr("it is not among the moves allowed now.")
        told = tr("“{name}” played “{move}” {when}: {why}", move=view.notation(move), why=why, **who)
    elif seconds is not None and spent > seconds:
        told = mark("“{name}” thought {spent:.1f} s {when}: {seconds:g} s are allowed.")
        told = tr(told, spent=spent, seconds=seconds, **who)
    else:
        return move
    raise Fault(told)


def _when(view: State, number: int) -> str:
    prompt = view.prompt()
    return tr("at move {number} ({prompt})", number=number, prompt=prompt) if number else f"({prompt})"
