"""What the laboratory says in words: what a figure shows, who pays, and what is known of both ends and between."""

from __future__ import annotations

from html import escape

from fishlab import models
from fishlab.lab import TREATMENTS
from fishlab.lab.payoffs import Table as Payoffs
from fishlab.lab.search.between import steps
from fishlab.lab.search.ends import leaving, price
from fishlab.lab.tally import AFTER_FINES, FISH_LEFT
from fishlab.messages import listed
from fishlab.stats import Interval
from fishlab_widgets.lab.lab_charts import BOUNDS, Shown, signed, tell
from fishlab_widgets.lab.lab_settings import SEATS, YOURS, Settings


def amount(one: Interval, more: str, less: str) -> str:
    r"""Return how much more or less something is, with its interval the same way round.

    >>> amount(Interval(-3.2, -4, -2.4, 100), "more", "less")
    '3.2 less (95\xa0%: 2.4 to 4.0)'
    """
    sign, word = (1, more) if one.mean >= 0 else (-1, less)
    low, high = sorted((sign * one.low, sign * one.high))
    words = f"{sign * one.mean:.1f} {word}"
    return words + (
        f" (95\u00a0%: {low:.1f} to {high:.1f})" if one.games > 1 else " (one game has no interval)"
    ).replace("-", "−")


def called(settings: Settings, name: str, *, begins: bool = False) -> str:
    """Return what something is called inside a sentence, or at its beginning."""
    if name == YOURS:
        return f"{'Your' if begins else 'your'} own treatment"
    title = TREATMENTS[name].title
    return title if begins else title[0].lower() + title[1:]


def difference_words(shown: Shown) -> tuple[str, str]:
    """Return what the figure shows: the difference of A and B with what is left in the sea, and how it comes about."""
    settings = shown.settings
    gap, fish = shown.difference(AFTER_FINES), shown.difference(FISH_LEFT)
    one = called(settings, settings.first, begins=True)
    other = called(settings, settings.second)
    fines = ", fines paid" if any(shown.tallies[name].pays_fines for name in shown.pair.values()) else ""
    if gap.games > 1 and not gap.excludes(0):
        said = (
            f"{one} brings the team about as much as {other}{fines}: {signed(gap)} points, which is no clear difference"
        )
    else:
        said = f"{one} brings the team {amount(gap, 'points more', 'points less')} than {other}{fines}"
    if fish.low == fish.high == 0:
        left = "just as many fish live in year 10"
    elif fish.games > 1 and not fish.excludes(0):
        left = f"about as many fish live in year 10: {signed(fish)}"
    else:
        left = f"{amount(fish, 'more fish live', 'fewer fish live')} in year 10"
    ahead, behind = (round(share.mean * shown.count) for share in shown.higher())
    how = f"On the same dice A ends ahead in {ahead:,} of {shown.games}, B in {behind:,}."
    return f"{said}, and {left}.", how


def terms_words(settings: Settings, name: str) -> str:
    """Return what holds in a treatment, and what its models do."""
    if name != YOURS:
        return TREATMENTS[name].text
    base = f"It begins from {called(settings, settings.base)}."
    changed = [f"{key.replace('_', '-')} {value:g}" for key, value in settings.changes]
    seats = [
        f"country {SEATS[seat]} does as in “{TREATMENTS[what].title}”"
        for seat, what in settings.apart
        if seat < settings.players
    ]
    return " ".join([base, *([f"Changed for all: {', '.join(changed)}."] if changed else []),
                     *([f"Apart: {listed(seats)}."] if seats else [])])  # fmt: skip


def sea_words(shown: Shown) -> str:
    """Return how often the sea is emptied under A and under B."""
    said = []
    for letter, name in shown.pair.items():
        lost = shown.tallies[name].emptied()
        said.append(
            f"{letter}, {called(shown.settings, name)}: the sea is emptied in {100 * lost.mean:.0f} % of the games "
            f"({100 * lost.low:.0f} to {100 * lost.high:.0f})."
        )
    return " ".join(said)


def pays_words(shown: Shown) -> str:
    """Return who earns what, and who costs the sea what, in two or three sentences."""
    settings, said = shown.settings, []
    for letter, name in shown.pair.items():
        net, damage = shown.tallies[name].net.intervals(), shown.tallies[name].damage.intervals()
        means = [one.mean for one in net]
        cost = sum(one.mean for one in damage[: settings.players])
        said.append(
            f"{letter}, {called(settings, name)}: a country earns {min(means):.1f} to {max(means):.1f} points, and all "
            f"of them cost the sea {cost:.0f} fish-years."
        )
    if YOURS in shown.pair.values():
        net = shown.tallies[YOURS].net.intervals()
        for seat, what in settings.apart:
            if seat >= settings.players:
                continue
            others = [one.mean for place, one in enumerate(net) if place not in dict(settings.apart)]
            rest = f", the others {sum(others) / len(others):.1f} on average" if others else ""
            said.append(
                f"Country {SEATS[seat]}, which does as in “{TREATMENTS[what].title}”, earns {tell(net[seat])}{rest}."
            )
    said.append("One fish-year is one living fish fewer in one year.")
    return " ".join(said).replace("-0.0", "0.0").replace(" -", " −")


def alone_words(table: Payoffs) -> str:
    """Return in words what a lone selfish player gains, and what comes if all do as it does."""
    ride = table.free_riding("own", "team")
    return (
        "“team” and “own” were found by search: for the total, and for one's own points. "
        f"A lone “own” among “team”: {signed(ride['the lone one gains'])} points for itself, "
        f"{signed(ride['each other loses'], -1)} for each of the others. If all do as it does, each has "
        f"{tell(ride['all do as the lone one'])} instead of {tell(ride['all do as the others'])}. "
        f"95 % intervals, {table.games:,} games. Other policies than these were not tried."
    )


_LEAVERS = {
    "own: no search": "one seat stops looking ahead and plays the policy that the others imagine",
    "own: four times the search": "one seat looks ahead four times as long",
    "own: for the team": "one seat looks ahead for the team",
    "team: for itself": "one seat looks ahead for itself",
}
"""What a seat does that leaves an end, in words."""


def price_html(players: int) -> str:
    """Return what it costs that everybody fishes alone: the two ends, the ratio, theory and bound, and what is open."""
    found, bound, share = price(players), BOUNDS[players], models.nash_share(players)
    ratio, every = found.ratio, leaving(players)
    alone = [one for name, one in every.items() if name.startswith("own")]
    clear = any(one.gain.low > 0 for one in alone)
    stable = (
        "A seat that leaves this gains clearly" if clear else "No seat that was tried gains clearly by leaving this"
    )
    tried = "".join(
        f"<li>{'Alone' if name.startswith('own') else 'Together'}, {_LEAVERS[name]}: {signed(one.gain)} points for it; "
        f"the total is {tell(one.left)} instead of {tell(one.stayed)}.</li>"
        for name, one in every.items()
    )
    games = min(one.gain.games for one in every.values())
    return (
        f"<details class='lab-price'><summary>Price of anarchy, {players} countries: {ratio.mean:.2f} "
        f"({ratio.low:.2f} to {ratio.high:.2f})</summary><p>Players that look ahead and share one goal get "
        f"{tell(found.together)} points: the best found. If each looks ahead for itself, all together get "
        f"{tell(found.alone)}. {found.games} games of each end. The intervals cover the dice, not the choice of "
        "players: cleverer ones would move both ends. For a simple stock the textbook's 4n/(n+1)² leaves "
        f"{100 * share:.0f} %, a price of {1 / share:.2f}. Nobody can exceed {bound:.1f}, but that bound knows all "
        f"dice beforehand and is loose: of the gap of {bound - found.together.mean:.0f} points nobody knows how much "
        f"could be reached.</p><p>{stable}: what was tried</p><ul>{tried}</ul><p>{games} games of each, each seat in "
        "turn, on the dice on which it stayed. Nothing else was tried with players that look ahead.</p></details>"
    )


def between_html(players: int) -> str:
    """Return what players that look ahead make of the treatments between the ends."""
    found = steps(players)
    if not found:
        return ""
    lines = "".join(
        f"<li>{escape(TREATMENTS[name].title)} †: {tell(one.total)} points"
        + (f", {tell(one.after_fines)} after fines" if one.total != one.after_fines else "")
        + f"; {signed(one.gain)} against everyone for themselves; {one.share.mean:.0f} % ({one.share.low:.0f} to "
        f"{one.share.high:.0f}) of the best found.</li>"
        for name, one in found.items()
    )
    games = min(one.total.games for one in found.values())
    return (
        "<details class='lab-between'><summary>The same ladder, played by players that look ahead</summary>"
        f"<ul>{lines}</ul><p>† not in the rulebook. {games} or more games of each, on the dice of both ends. How often "
        "a promise is kept is put in. The figures here are of policies that a search found, which answer at once; "
        "under a rule with fines it also found in which years the rule is kept.</p></details>"
    )
