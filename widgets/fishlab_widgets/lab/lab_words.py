"""What the laboratory says in words: what a figure shows, who pays, and what is known of both ends and between."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from fishlab import models
from fishlab.boom.treatments import FULL
from fishlab.lab import TREATMENTS
from fishlab.lab.design import varied, words_of
from fishlab.lab.manifest import Manifest, versions_words
from fishlab.lab.payoffs import Payoffs
from fishlab.lab.search.ends import OTHER_SEAS, Leaving, best_team, leaving, other_seas, price
from fishlab.lab.search.forms import CONTINUATIONS, steps
from fishlab.lab.search.measures import PRICE, STABLE, TEXTBOOK, is_stable
from fishlab.lab.tally import AFTER_FINES, FISH_LEFT
from fishlab.lab.treatments import CHANGED
from fishlab.messages import listed, mark, number, tr
from fishlab.stats import Interval
from fishlab_widgets.charts.canvas import decimal
from fishlab_widgets.lab.lab_charts import BOUNDS, Shown, folded, signed, tell
from fishlab_widgets.lab.lab_settings import SEATS, YOURS, Settings, short_name


def amount(one: Interval, more: str, less: str) -> str:
    r"""Return how much more or less something is, with its interval the same way round.

    >>> amount(Interval(-3.2, -4, -2.4, 100), "{amount} more", "{amount} less")
    '3.2 less (95\xa0%: 2.4 to 4.0)'
    """
    sign, message = (1, more) if one.mean >= 0 else (-1, less)
    low, high = sorted((sign * one.low, sign * one.high))
    told = tr(message, amount=decimal(sign * one.mean))
    if one.games == 1:
        return tr("{amount} (one game has no interval)", amount=told)
    return tr("{amount} (95\u00a0%: {low} to {high})", amount=told, low=decimal(low), high=decimal(high))


def called(settings: Settings, name: str, *, begins: bool = False) -> str:
    """Return what something is called inside a sentence, or at its beginning."""
    if name == YOURS:
        return tr("Your own treatment") if begins else tr("your own treatment")
    title = TREATMENTS[name].title
    return title if begins else title[0].lower() + title[1:]


def _with_origin(settings: Settings, name: str, *, begins: bool = False) -> str:
    """Return what something is called in a headline, and whether what its models do was found or assumed."""
    origin = CHANGED if name == YOURS else TREATMENTS[name].origin
    return tr("{treatment} ({origin})", treatment=called(settings, name, begins=begins), origin=tr(origin))


def difference_words(shown: Shown) -> tuple[str, str]:
    """Return what the figure shows: the difference of A and B with what is left in the sea, and how it comes about."""
    settings = shown.settings
    gap, fish = shown.difference(AFTER_FINES), shown.difference(FISH_LEFT)
    fines = any(shown.tallies[name].pays_fines for name in shown.pair.values())
    if gap.games > 1 and not gap.excludes(0):
        said = mark(
            "{one} brings the team about as much as {other}: {gap} points, which is no clear difference, and {fish}."
        )
        if fines:
            said = mark(
                "{one} brings the team about as much as {other} after fines: {gap} points, which is no clear "
                "difference, and {fish}."
            )
        points = signed(gap)
    else:
        said = mark("{one} brings the team {gap} than {other}, and {fish}.")
        if fines:
            said = mark("{one} brings the team {gap} than {other} after fines, and {fish}.")
        points = amount(gap, mark("{amount} points more"), mark("{amount} points less"))
    ahead, behind = (round(share.mean * shown.count) for share in shown.higher())
    how = mark("On the same dice A ends ahead in {ahead:,} of {games}, B in {behind:,}.")
    one, other = _with_origin(settings, settings.first, begins=True), _with_origin(settings, settings.second)
    told = tr(said, one=one, other=other, gap=points, fish=_fish_left(fish))
    return told, tr(how, ahead=ahead, games=shown.games, behind=behind)


def _fish_left(fish: Interval) -> str:
    """Return by how much more or fewer fish live at the end under A than under B."""
    if fish.low == fish.high == 0:
        return tr("just as many fish live in year 10")
    if fish.games > 1 and not fish.excludes(0):
        return tr("about as many fish live in year 10: {difference}", difference=signed(fish))
    left = amount(fish, mark("{amount} more fish live"), mark("{amount} fewer fish live"))
    return tr("{fish} in year 10", fish=left)


def terms_words(settings: Settings, name: str) -> str:
    """Return what holds in a treatment, and what its models do."""
    if name != YOURS:
        return TREATMENTS[name].text
    said = [tr("It is based on {treatment}.", treatment=called(settings, settings.base))]
    if "penalty" in dict(settings.changes):
        kept = mark(
            "The models do not search anew: in which years they keep the rule was found for a fine of {fine}. Another "
            "changes what is paid, not what they do."
        )
        said.append(tr(kept, fine=number(settings.start("penalty"), "g")))
    if settings.changes:
        changed = ", ".join(f"{short_name(key)} {value:g}" for key, value in settings.changes)
        said.append(tr("Changed for all: {numbers}.", numbers=changed))
    apart = mark("country {letter} plays as in “{treatment}”")
    seats = [
        tr(apart, letter=SEATS[seat], treatment=TREATMENTS[what].title)
        for seat, what in settings.apart
        if seat < settings.players
    ]
    if seats:
        said.append(tr("Different: {countries}.", countries=listed(seats)))
    return " ".join(said)


def sea_words(shown: Shown) -> str:
    """Return how often the sea is emptied under A and under B."""
    each = mark("{letter}, {treatment}: the sea is emptied in {mean:.0f} % of the games ({low:.0f} to {high:.0f}).")
    said = []
    for letter, name in shown.pair.items():
        lost = shown.tallies[name].emptied()
        shares = {"mean": 100 * lost.mean, "low": 100 * lost.low, "high": 100 * lost.high}
        said.append(tr(each, letter=letter, treatment=called(shown.settings, name), **shares))
    return " ".join(said)


def pays_words(shown: Shown) -> str:
    """Return who earns what, and who costs the sea what, in two or three sentences."""
    settings, said = shown.settings, []
    each = mark(
        "{letter}, {treatment}: a country earns {least} to {most} points, and all of them cost the sea {cost:.0f} "
        "fish-years."
    )
    for letter, name in shown.pair.items():
        net, damage = shown.tallies[name].net.intervals(), shown.tallies[name].damage.intervals()
        means = [one.mean for one in net]
        cost = sum(one.mean for one in damage[: settings.players])
        ends = {"least": _points(min(means)), "most": _points(max(means))}
        said.append(tr(each, letter=letter, treatment=called(settings, name), cost=cost, **ends))
    if YOURS in shown.pair.values():
        said += _apart_words(shown)
    said.append(tr("One fish-year is one living fish fewer in one year."))
    return " ".join(said)


def _apart_words(shown: Shown) -> list[str]:
    """Return what each country earns that does otherwise, beside the others."""
    settings, net, said = shown.settings, shown.tallies[YOURS].net.intervals(), []
    others = [one.mean for place, one in enumerate(net) if place not in dict(settings.apart)]
    earns = mark("Country {letter}, which plays as in “{treatment}”, earns {points}.")
    if others:
        earns = mark(
            "Country {letter}, which plays as in “{treatment}”, earns {points}, the others {others} on average."
        )
    for seat, what in settings.apart:
        if seat < settings.players:
            mean = _points(sum(others) / len(others)) if others else ""
            points, title = tell(net[seat]).replace("−0.0", "0.0"), TREATMENTS[what].title
            said.append(tr(earns, letter=SEATS[seat], treatment=title, points=points, others=mean))
    return said


def _points(mean: float) -> str:
    return decimal(mean).replace("−0.0", "0.0")


def alone_words(table: Payoffs) -> str:
    """Return in words what a lone selfish player gains, and what comes if all do as it does."""
    ride = table.free_riding("own", "team")
    return tr(
        "“team” and “own” were found by search: for the total, and for one's own points. A lone “own” among “team”: "
        "{gain} points for itself, {loss} for each of the others. If all play like it, each has {all_own} instead of "
        "{all_team}. 95 % intervals, {games:,} games. No policies but those of the table were tried.",
        gain=signed(ride["the lone one gains"]), loss=signed(ride["each other loses"], -1),
        all_own=tell(ride["all do as the lone one"]), all_team=tell(ride["all do as the others"]), games=table.games,
    )  # fmt: skip


def design_words(manifest: Manifest) -> str:
    """Return in words what a design is, and where its figures come from."""
    factors = [point.factors for point in manifest.points]
    differ = varied(factors)
    alike = words_of({name: value for name, value in factors[0].items() if name not in differ})
    told = mark(
        "Its points differ in: {differ}. The same for all: {alike}; seed {seed}. The figures come from the manifest, "
        "made with {versions}; this page has not played them. fishlab experiment check plays them again."
    )
    return tr(
        told, differ=", ".join(differ) or tr("nothing"), alike=alike or tr("nothing else"),
        seed=manifest.design["seed"], versions=versions_words(manifest.versions),
    )  # fmt: skip


_LEAVERS = {
    "own: no search": mark(
        "Alone, one seat stops looking ahead and plays the policy that the others imagine: {gain} points for it; the "
        "total is {left} instead of {stayed}."
    ),
    "own: four times the search": mark(
        "Alone, one seat looks ahead four times as long: {gain} points for it; the total is {left} instead of {stayed}."
    ),
    "own: fears empty plates less": mark(
        "Alone, one seat fears empty plates less than the others: {gain} points for it; the total is {left} instead of "
        "{stayed}."
    ),
    "own: for the team": mark(
        "Alone, one seat looks ahead for the team: {gain} points for it; the total is {left} instead of {stayed}."
    ),
    "team: for itself": mark(
        "In a team that imagines one policy for all, one seat looks ahead for itself: {gain} points for it; the total "
        "is {left} instead of {stayed}."
    ),
}
"""What a seat does that leaves an end, and what comes of it."""
_ENDS = {
    "own": (
        mark("Everyone alone is stable, as far as was tried: no seat clearly gains by leaving it. What was tried:"),
        mark("Everyone alone is not stable: a seat that leaves it clearly gains. What was tried:"),
    ),
    "team": (
        mark("All together is stable, as far as was tried: no seat clearly gains by leaving it. What was tried:"),
        mark("All together is not stable: a seat that leaves it clearly gains. What was tried:"),
    ),
}
"""What is said of each end, if it is stable as far as was tried and if it is not."""


def price_html(players: int) -> str:
    """Return what it costs that everybody fishes alone: the two ends, the ratio, theory and bound, and what is open."""
    found, bound, share = price(players), BOUNDS[players], models.nash_share(players)
    ratio, every = found.ratio, leaving(players)
    title = tr(
        "Price of anarchy as found, {players} countries: {mean:.2f} ({low:.2f} to {high:.2f})",
        players=players, mean=ratio.mean, low=ratio.low, high=ratio.high,
    )  # fmt: skip
    elsewhere = ""
    if players == OTHER_SEAS:
        usual, *others = other_seas().values()
        least, most = (choose(one.mean for one in others) for choose in (min, max))
        title = tr(
            "{title}; by players with less search {usual:.2f}, and {least:.2f} to {most:.2f} on other seas",
            title=title, usual=usual.mean, least=least, most=most,
        )  # fmt: skip
        elsewhere = tr(
            "The arrows of the printed sea are not known. On {count} other seas that fit as well, players with less "
            "search find {prices} ({games} games of each end); on this sea the same players find {usual}.",
            count=len(others), prices=listed([str(one) for one in others]), games=usual.games, usual=usual,
        )  # fmt: skip
    reached = tr(
        "Together, players that look ahead get {together} points: the best team found. If each looks ahead for itself, "
        "all together get {alone}. In the best team a move is tried in up to {most} imagined games, by who plays for "
        "itself in up to {few}.",
        together=tell(found.together), alone=tell(found.alone),
        most=number(CONTINUATIONS[best_team(players)], ","), few=CONTINUATIONS["own"],
    )  # fmt: skip
    about = tr(
        "{reached} {games} games of each end. The intervals cover the dice, not the choice of players: "
        "cleverer ones would move both ends. For a simple stock the textbook's 4n/(n+1)² leaves {share:.0f} %, "
        "a price of {price:.3f}. Nobody can exceed {bound:.1f}, but that bound knows all dice beforehand "
        "and is loose: of the gap of {gap:.0f} points nobody knows how much could be reached.",
        reached=reached, games=found.games, share=100 * share, price=1 / share,
        bound=bound, gap=bound - found.together.mean,
    )  # fmt: skip
    tried = "".join(_left(end, every) for end in _ENDS)
    how = tr(
        "{games} games of each, each seat in turn, on the dice on which it stayed. Of what else was tried no games are "
        "kept.",
        games=min(one.gain.games for one in every.values()),
    )
    words = [f"{tr(PRICE)} {tr(TEXTBOOK)}", about, elsewhere, tr(STABLE)]
    told = "".join(f"<p>{escape(one, quote=False)}</p>" for one in words if one)
    return folded("lab-price", title, f"{told}{tried}<p>{how}</p>")


def _left(end: str, every: Mapping[str, Leaving]) -> str:
    """Return whether an end is stable, and what came of each way to leave it that was tried."""
    tried = {name: one for name, one in every.items() if name.startswith(f"{end}:")}
    about = _ENDS[end][0 if is_stable(one.gain for one in tried.values()) else 1]
    lines = "".join(
        f"<li>{tr(_LEAVERS[name], gain=signed(one.gain), left=tell(one.left), stayed=tell(one.stayed))}</li>"
        for name, one in tried.items()
    )
    return f"<p>{tr(about)}</p><ul>{lines}</ul>"


def between_html(players: int) -> str:
    """Return what players that look ahead make of the treatments between the ends."""
    found = steps(FULL, players)
    if not found:
        return ""
    lines = ""
    for name, one in found.items():
        line = mark(
            "{treatment} † ({origin}): {total} points; {gain} against everyone for themselves; {share:.1f} % "
            "({low:.1f} to {high:.1f}) of the best found."
        )
        if one.total != one.after_fines:
            line = mark(
                "{treatment} † ({origin}): {total} points, {left} after fines; {gain} against everyone for themselves; "
                "{share:.1f} % ({low:.1f} to {high:.1f}) of the best found."
            )
        told = tr(
            line, treatment=TREATMENTS[name].title, origin=tr(TREATMENTS[name].origin), total=tell(one.total),
            left=tell(one.after_fines),
            gain=signed(one.gain), share=one.share.mean, low=one.share.low, high=one.share.high,
        )  # fmt: skip
        lines += f"<li>{escape(told)}</li>"
    least, most = (choose(one.total.games for one in found.values()) for choose in (min, max))
    about = tr(
        "† not in the rulebook. {games} games of each, on the same dice. How often a promise is kept is assumed. The "
        "figures here are for policies that a search found, which answer at once; under a rule with fines it also "
        "found in which years the rule is kept. The interval of a share covers the dice of these "
        "games and of the best team's.",
        games=str(least) if least == most else tr("{least} to {most}", least=least, most=most),
    )
    title = tr("The same ladder, played by players that look ahead")
    return folded("lab-between", title, f"<ul>{lines}</ul><p>{about}</p>")
