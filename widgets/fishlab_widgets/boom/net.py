"""A small net of arrows, for lessons: some fish of this year, some of the next, and who points to whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fishlab.boom.network import living_next
from fishlab.boom.sea import FishState
from fishlab.messages import mark, refusal, tr
from fishlab_widgets.boom.sea_plan import CSS, fish_body, fish_shape
from fishlab_widgets.draw.svg import Picture, at, group, num, text

_STATES = {
    "living": FishState("living"), "taken": FishState("taken", 0), "killed": FishState("illegal"),
    "depleted": FishState("depleted"),
}  # fmt: skip

_KINDS = {
    "living": mark("living"), "taken": mark("taken"), "killed": mark("killed"), "depleted": mark("depleted"),
}  # fmt: skip


def draw_net(
    this_year: Mapping[str, str],
    arrows: Iterable[tuple[str, str]],
    *,
    solved: bool = False,
    species: str = "cod",
    prefix: str = "",
) -> str:
    """Return the picture of a net: this year's fish on the left, next year's on the right.

    Args:
        this_year: from each fish's name to what it is: living, taken, killed or depleted.
        arrows: pairs of a fish of this year and a fish of the next.
        solved: show which fish of next year are depleted; else they are all left open.
        species: the silhouette to use.
        prefix: opens the ids of the picture.
    """
    arrows = list(arrows)
    for source, _ in arrows:
        if source not in this_year:
            message = mark("an arrow leaves {fish}, which is not a fish of this year: {known}")
            raise refusal(message, fish=repr(source), known=", ".join(this_year))
    later = list(dict.fromkeys(target for _, target in arrows))
    high = 56 + 46 * max(len(this_year), len(later))
    dead = [fish for fish, what in this_year.items() if what != "living"]
    desc = tr(
        "This year {fish}. Arrows: {arrows}.",
        fish=", ".join(tr("{fish} is {what}", fish=fish, what=tr(_KINDS[what])) for fish, what in this_year.items()),
        arrows=", ".join(tr("{source} to {target}", source=source, target=target) for source, target in arrows),
    )
    pic = Picture(400, high, title=tr("A net of arrows"), desc=desc, css=CSS, prefix=prefix)
    pic.defs.append(fish_shape(species))
    pic.rect(0, 0, 400, high, "paper")
    pic.rect(8, 36, 384, high - 44, "band", 8)
    pic.text(118, 24, tr("this year"), "mid w6")
    pic.text(292, 24, tr("next year"), "mid w6")
    left = {name: 64 + 46 * place for place, name in enumerate(this_year)}
    right = {name: 64 + 46 * place for place, name in enumerate(later)}
    for source, target in arrows:
        y1, y2 = left[source], right[target]
        line = f"M152 {num(y1)}C196 {num(y1)} 204 {num(y2)} 254 {num(y2)}m-7-4l7 4l-7 4"
        pic.path(line, "arr dead" if source in dead else "arr now", id=f"arrow-{source}-{target}")
    for name, what in this_year.items():
        _fish(pic, name, species, _STATES[what], 118, left[name], words=tr(_KINDS[what]), side=-1)
    alive = living_next([fish for fish in this_year if fish not in dead], arrows)
    for name in later:
        state = FishState("may come")
        if solved:
            state = FishState("living" if name in alive else "depleted")
        _fish(pic, name, species, state, 292, right[name], words=tr(_KINDS[state.kind]) if solved else "", side=1)
    return str(pic)


def _fish(
    pic: Picture, name: str, species: str, state: FishState, x: float, y: float, *, words: str, side: int
) -> None:
    body = group((fish_body(species, state, f"net-{name}", 0),), transform="scale(2.2)")
    parts = [group((body,), transform=at(x, y))]
    if side < 0:
        parts += [text(24, y + 6, name, "w7"), text(40, y + 5, words, "t12 soft")]
    else:
        parts += [text(x + 32, y + 6, name, "w7"), text(x + 46, y + 5, words, "t12 soft")]
    pic.group(parts, id=f"fish-{name}")
