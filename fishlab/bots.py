"""Players that are programs: a bot is a function from what it sees and a generator to a move.

Each game's bots stand in the module `players` of its folder, in a dictionary `BOTS`: characters, named by what they do.
A second dictionary, `LADDER`, may name opponents by their strength: "easy", "medium" and "hard". The first line of a
bot's docstring is what people read of it where they choose an opponent.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from random import Random
from typing import Final, Literal

from fishlab.core import Agent, Move, State
from fishlab.messages import mark, tr

STEPS: Final = ("easy", "medium", "hard")
"""The names of a ladder, the weakest first."""
Goal = Literal["team", "own", "place", "lead"]
"""What a player that looks ahead wants: points of all together, its own, to beat as many as it can, or the best."""
LOOK_AHEAD: Final[dict[str, Callable[[Goal, int], Agent]]] = {}
"""By the name of a game what makes players that look ahead, from a goal and the games to imagine of a move.

Whoever stands above the games and has an engine that is fast enough names it here; the bots never know whose it is.
"""


REGISTERED: Final[dict[str, Mapping[str, Agent]]] = {}
"""By the name of a game the bots that `fishlab.register` was given, for a game that has no folder here."""


def random_player(view: State, rng: Random) -> Move:
    """Plays any legal move, all equally likely."""
    return view.sample(rng)


def careless(bot: Agent) -> Agent:
    """Return a player that does what a bot would in half of its moves, and anything in the others."""

    def player(view: State, rng: Random) -> Move:
        """Plays well half of the time, and any legal move otherwise."""
        return view.sample(rng) if rng.random() < 0.5 else bot(view, rng)

    return player


def bots_for(game: type[State] | State) -> dict[str, Agent]:
    """Return a game's bots by name: "random" for every game, its own characters, then its ladder of strengths."""
    if game.name in REGISTERED:
        return {"random": random_player, **REGISTERED[game.name]}
    try:
        module = importlib.import_module(f"fishlab.{game.name}.players")
    except ModuleNotFoundError:
        return {"random": random_player}
    return {"random": random_player, **module.BOTS, **getattr(module, "LADDER", {})}


def about_bots(game: type[State] | State) -> dict[str, str]:
    """Return a line about each of a game's bots, in the order in which people choose: by strength, then by character.

    >>> from fishlab import Pisces
    >>> list(about_bots(Pisces))
    ['easy', 'medium', 'hard', 'greedy', 'steward', 'bidder', 'warden', 'random']
    >>> about_bots(Pisces)["medium"]
    'as greedy: goes where it expects most points, and buys boats and gear that should pay for themselves'
    """
    bots = bots_for(game)
    characters = [name for name in bots if name not in (*STEPS, "random")]
    lines = {
        name: tr(bot_line(bots[name])) for name in (*(step for step in STEPS if step in bots), *characters, "random")
    }
    for step in STEPS:
        twin = next((name for name in characters if bots[name] is bots.get(step)), None)
        if twin is not None:
            lines[step] = tr("as {bot}: {does}", bot=twin, does=lines[twin])
    return lines


def unknown_bot(game: type[State] | State, name: str) -> ValueError:
    """Return what to raise for a bot that a game does not have."""
    known = ", ".join(about_bots(game))
    return ValueError(tr("{game} has no bot {name!r}: choose {known}", game=game.name, name=name, known=known))


def bot_line(bot: Agent) -> str:
    """Return the first line of what a bot says about itself, as it stands after the bot's name."""
    told = (getattr(bot, "about", "") or bot.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return told[:1].lower() + told[1:]


def usual_bot(state: State) -> str:
    """Return the bot that takes a seat for which nobody is named.

    It is "medium" where there is a ladder, else the game's first character, unless the game's module `players` has a
    function `usual` that says who fits a game like this one better.

    >>> from fishlab import Boom
    >>> usual_bot(Boom.start(2)), usual_bot(Boom.start(2, cooperative=True))
    ('medium', 'team-minded')
    """
    try:
        usual = getattr(importlib.import_module(f"fishlab.{state.name}.players"), "usual", None)
    except ModuleNotFoundError:
        usual = None
    if usual is not None and (named := usual(state)):
        return str(named)
    bots = bots_for(state)
    return "medium" if "medium" in bots else next((name for name in bots if name != "random"), "random")


BOT_NAMES: Final = {
    "careful": mark("careful"),
    "greedy": mark("greedy"),
    "random": mark("random"),
    "quota-keeper": mark("quota-keeper"),
    "far-sighted": mark("far-sighted"),
    "team-minded": mark("team-minded"),
}
"""What bots are called where nobody types their names."""


def bot_name(name: str) -> str:
    """Return what a bot is called in the language in use."""
    return tr(BOT_NAMES[name]) if name in BOT_NAMES else name


__all__ = [
    "BOT_NAMES",
    "LOOK_AHEAD",
    "REGISTERED",
    "STEPS",
    "Goal",
    "about_bots",
    "bot_line",
    "bot_name",
    "bots_for",
    "careless",
    "random_player",
    "unknown_bot",
    "usual_bot",
]
