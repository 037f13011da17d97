"""Lesson 06: games of bots with and without blocks or tournaments, and who lives on what others spare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from statistics import mean
from typing import Any, Final

from IPython.display import HTML

from fishlab import Pisces
from fishlab.match import Match
from fishlab.messages import mark, number, tr
from fishlab.pisces.rules import outcome_tokens
from fishlab.players.trials import Row, play_many, play_one
from fishlab.stats import paired_difference
from fishlab_widgets.comparison import intervals, verdict
from fishlab_widgets.pisces.life import board_picture, catch_figure, one_board, sea_left, stage_figure, stock_figure

SEA: Final = {"boards": ["snapper", "mahi-mahi", "sardine"]}
LEFT: Final = mark("chips left in the water, a board")
GAMES: Final = 30
DID: Final = {
    "boats on boards": mark("boats to the boards"),
    "chips on boards": mark("chips caught there"),
    "boats at sea": mark("boats to the open ocean"),
    "chips at sea": mark("chips caught out there"),
    "saved": mark("chips saved by blocks"),
}
"""What is counted of the boats."""
ANSWERS: Final = (mark("they raise it"), mark("no clear difference"), mark("they cut it"))
"""What a rule can do to the stock."""
MIXED: Final = ["greedy", "warden", "warden"]
ONE_GAME: Final = 7
"""The game of its seed that shows a switched rule: with it, a species is gone in the end if nothing is closed."""


@cache
def games(*bots: str, **rule: bool) -> list[Row]:
    """Return what was measured in games of bots, under the rulebook or with a rule switched off."""
    return play_many(Pisces, bots, GAMES, seed=6, options={**SEA, **rule}, measure=_measured)


def _measured(match: Match) -> dict[str, float]:
    """Return what a game left, and what its boats did; `asked` are dice and chips of a species asked for."""
    count = dict.fromkeys([*DID, "dice", "dice asked", "chips asked"], 0)
    each = {(what, seat): 0 for what in ("boats", "chips") for seat in range(match.state.players)}
    states = [state for state in match.states if isinstance(state, Pisces)]
    for now, move, then in zip(states, match.moves, states[1:], strict=False):
        if now.phase not in ("fish", "roll", "settle"):
            continue
        boat = int(move[1]) - 1 if move[0] == "fish" else now.boat
        at_sea = now.fleet[now.seat][boat] == now.players
        caught = [sum(seat[board] for seat in then.landed) for board in range(now.players)]
        caught = [after - sum(seat[board] for seat in now.landed) for board, after in enumerate(caught)]
        count["boats at sea" if at_sea else "boats on boards"] += move[0] == "fish"
        count["chips at sea" if at_sea else "chips on boards"] += sum(caught)
        count["saved"] += sum(then.stars) - sum(now.stars)
        count["chips asked"] += sum(chips for board, chips in enumerate(caught) if board in now.goal)
        each["boats", now.seat] += move[0] == "fish"
        each["chips", now.seat] += sum(caught)
        if move[0] == "roll" and at_sea:
            count["dice"] += 1
            count["dice asked"] += outcome_tokens(now.players)[int(move[1]) - 1] in now.goal
    seats = {f"{what} {seat}": counted for (what, seat), counted in each.items()}
    return {**sea_left(match), **count, **seats}


def total(column: str, **rule: bool) -> int:
    """Return what three greedy bots did in all their games together."""
    return round(sum(float(row[column]) for row in games(*["greedy"] * 3, **rule)))


def what_boats_did(name: str, **without: bool) -> str:
    """Return what greedy bots' boats did without a rule and with it, to hold the explanations against."""
    rules: dict[str, dict[str, bool]] = {tr("no {rule}", rule=name): without, tr("rulebook"): {}}
    heads = "".join(f"<th>{escape(words)}</th>" for words in (tr("in all games"), *rules))
    rows = ""
    for column, words in DID.items():
        cells = "".join(f"<td>{total(column, **options)}</td>" for options in rules.values())
        rows += f'<tr><th scope="row">{escape(tr(words))}</th>{cells}</tr>'
    return f'<table class="facts"><tr>{heads}</tr>{rows}</table>'


def what_was_asked_for() -> str:
    """Return how often the die showed a species of the tournament, and how much of the catch was of one."""
    return tr(
        "With tournaments {dice:.0f} % of the dice showed a species that was asked for, and {chips:.0f} % of the chips "
        "caught were of one. (Sometimes both cards show the same species, so it is less than two thirds.)",
        dice=100 * total("dice asked") / total("dice"), chips=100 * total("chips asked") / total("chips at sea"),
    )  # fmt: skip


def left(*bots: str, **rule: bool) -> list[float]:
    """Return what is left in the water after each game."""
    return [float(row["water"]) for row in games(*bots, **rule)]


def effect(bot: str, **without: bool) -> str:
    """Return what a rule does to the stock of three equal bots."""
    gap = paired_difference(left(*[bot] * 3), left(*[bot] * 3, **without))
    raised, same, cut = ANSWERS
    return raised if gap.low > 0 else cut if gap.high < 0 else same


def effect_picture(bot: str, name: str, **without: bool) -> list[HTML | str]:
    """Return the stock with and without a rule, and the difference in a sentence."""
    values = {tr("no {rule}", rule=name): left(*[bot] * 3, **without), tr("rulebook"): left(*[bot] * 3)}
    one, other = values
    title = tr("Three {bot} bots, {games} games each", bot=bot, games=GAMES)
    return [
        intervals(values, title=title, x_label=tr(LEFT)),
        verdict(values[one], values[other], (one, other), tr("Stock")),
    ]


def wins() -> int:
    """Return how many games one greedy bot wins against two wardens."""
    return sum(0 in row["winners"] for row in games(*MIXED))


def of_seats(what: str, crew: Sequence[str], seats: Sequence[int]) -> list[float]:
    """Return what some seats of a crew had in each game: their mean "points", "boats" or "chips"."""

    def one(row: Row, seat: int) -> float:
        return float(row["scores"][seat] if what == "points" else row[f"{what} {seat}"])

    return [mean(one(row, seat) for seat in seats) for row in games(*crew)]


def who_had_what() -> str:
    """Return what the bots had a game, crew by crew: who gained by one greedy bot, and who did not lose."""
    who = {
        tr("greedy, beside two wardens"): (MIXED, [0]), tr("greedy, beside two greedy"): (["greedy"] * 3, [0]),
        tr("a warden, beside one greedy"): (MIXED, [1, 2]), tr("a warden, beside wardens"): (["warden"] * 3, [1, 2]),
    }  # fmt: skip
    heads = (tr("a game, on average"), tr("boats that fished"), tr("chips caught"), tr("points"))
    rows = f"<tr>{''.join(f'<th>{escape(words)}</th>' for words in heads)}</tr>"
    for name, (crew, seats) in who.items():
        told = [number(mean(of_seats(what, crew, seats)), ".1f") for what in ("boats", "chips", "points")]
        rows += f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{one}</td>" for one in told)}</tr>'
    return f'<table class="facts">{rows}</table>'


def mixed_picture() -> list[HTML | str]:
    """Return what different crews leave of the stock."""
    crews = {
        tr("three wardens"): ["warden"] * 3,
        tr("one greedy, two wardens"): MIXED,
        tr("three greedy"): ["greedy"] * 3,
    }
    values = {name: left(*bots) for name, bots in crews.items()}
    told = tr(
        "The greedy bot won, or shared the win, in {wins} of {games} games. Look at what is left of the stock.",
        wins=wins(), games=GAMES,
    )  # fmt: skip
    title = tr("Who is at sea, and what is left")
    return [intervals(values, title=title, x_label=tr(LEFT), y_label=tr("crew")), told]


def own_game(match: Match) -> HTML:
    """Return the snapper and the catches of a game side by side, or one under the other on a narrow page."""
    grid = "display:grid;grid-template-columns:repeat(auto-fit,minmax(min(300px,100%),1fr));gap:16px;max-width:900px"
    return HTML(f'<div style="{grid}">{stage_figure(match, "snapper").data}{catch_figure(match).data}</div>')


def one_game(**rule: str) -> Any:
    """Return the stock in one game of three greedy bots, with rules switched by "yes" or "no"."""
    options = {**SEA, **{name: choice == "yes" for name, choice in rule.items()}}
    row = play_one(Pisces, ["greedy"] * 3, ONE_GAME, 6, options, lambda match: {"figure": stock_figure(match, top=26)})
    return row["figure"]


# ---- the expected catch

Stack = tuple[int, int, str]
"""Its number, its chips, and its colour."""
TUNA: Final = one_board("tuna", [1, 1, 2, 1, 1, 2, 1, 0])
"""The board in mid-game that the exercises are about."""


def tuna_board(closed: int = -1) -> HTML:
    """Return its picture, which has room beside a question, with the block on one of its stacks."""
    return board_picture(TUNA.but(blocks=(closed, *TUNA.blocks[1:])), "only")


def catch_cases() -> list[tuple[Any, ...]]:
    """Return boards, some with a closed stack, and what a boat catches there on average.

    A small board is told whole where it fails; what a larger one is stands beside it.
    """
    kind = TUNA.kind(0)
    tuna = list(zip(kind.numbers, TUNA.stacks[0], kind.colours, strict=True))
    stairs = [(number, number, "green") for number in range(1, 7)]
    mixed = [(6, 1, "green"), (6, 3, "green"), (6, 2, "green"), (2, 4, "red"), (3, 1, "green"), (1, 0, "green")]
    two = [(5, 2, "green"), (5, 1, "green")]
    here = tr("Tried on the tuna board of the cards above")
    three = tr("Tried on a board with three green stacks on 6, of 1, 3 and 2 chips, and with one on 3")
    every = tr("Tried on a board with one green stack on each number, of as many chips as the number")
    return [
        ((tuna,), 1, here), ((tuna, 2), 4 / 6, here), ((tuna, 5), 5 / 6, here), ((mixed,), 4 / 6, three),
        ((mixed, 1), 3 / 6, three), (([(1, 1, "green")], 0), 0), (([(1, 2, "green")],), 2 / 6),
        ((stairs,), 21 / 6, every),
        ((two,), 2 / 6), ((two, 0), 1 / 6),
    ]  # fmt: skip


def _slip(best: Callable[[Sequence[int]], int]) -> Callable[..., float]:
    """Make a wrong expected catch: from the chips of the open stacks with a number to what a boat would take."""

    def expected(board: Sequence[Stack], closed: int | None = None) -> float:
        open_ = [stack for place, stack in enumerate(board) if place != closed and stack[2] == "green" and stack[1]]
        return sum(best([0, *(chips for number, chips, _ in open_ if number == face)]) for face in range(1, 7)) / 6

    return expected


CATCH_SLIPS: Final = [
    (_slip(sum), "a boat takes **one** of the stacks with a number, not all of them"),
    (_slip(lambda chips: chips[-1]), "that is the **last** stack with the number: the fisher takes the best one"),
    (_slip(min), "that is the smaller of the two: the fisher takes the larger one"),
]
"""Foreseen mistakes in the expected catch."""
