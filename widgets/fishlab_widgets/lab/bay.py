"""A bay that is a model and no game: drag its stock, set its boats, and see fish, catch and money in the long run.

GrowingStock(stock=100)
FishingEffort(boats=10, also=("price", "cost"))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape

import ipywidgets as w

from fishlab.messages import mark, refusal, tr
from fishlab.models import Schaefer
from fishlab_widgets.controls.base_widget import STYLE
from fishlab_widgets.controls.buttons import action_button
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.controls.slider import Slider
from fishlab_widgets.lab.bay_charts import (
    BAY,
    BOATS,
    COINS,
    FISH,
    MOST_BOATS,
    YEARS,
    CatchFigure,
    GrowthFigure,
    MoneyFigure,
    YearsFigure,
    boats_words,
    coins_words,
    count_words,
    fish_words,
    named_points,
)

_ROW = {"grid_gap": "8px 14px", "flex_flow": "row wrap", "align_items": "center"}
_CSS = """
.fishlab-bay { width: 100%; max-width: 900px; padding: 12px 16px; box-sizing: border-box; overflow: visible; color: var(--ink);
  background: var(--paper); border: 1px solid var(--line); border-radius: 14px; container-type: inline-size; }
.fishlab-bay > *, .fishlab-bay .widget-box > * { min-width: 0; max-width: 100%; }
.fishlab-bay .widget-html, .fishlab-bay .widget-html-content { height: auto; margin: 0; overflow: visible; color: inherit;
  line-height: 1.4; }
.fishlab-bay .bay-title { font: 700 20px/1.3 "Segoe UI", "Helvetica Neue", Arial, system-ui, sans-serif; }
.fishlab-bay .fishlab-slider span { width: 190px; font-weight: 600; }
.fishlab-bay .fishlab-slider input { width: min(380px, 80cqw); }
.fishlab-bay .fishlab-slider output { min-width: 5em; }
.fishlab-bay .bay-grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr));
  gap: 18px 24px; margin-top: 8px; }
.fishlab-bay .bay-numbers { font: 16px/1.4 "Segoe UI", "Helvetica Neue", Arial, system-ui, sans-serif; }
.fishlab-bay .bay-numbers table { width: 100%; margin: 0 0 8px; border-collapse: collapse; font: inherit; color: inherit; }
.fishlab-bay .bay-numbers :is(th, td) { padding: 4px 0; background: none; border-bottom: 1px solid var(--line2); }
.fishlab-bay .bay-numbers th { text-align: left; font-weight: 400; }
.fishlab-bay .bay-numbers td { text-align: right; font-weight: 700; font-variant-numeric: tabular-nums; }
.fishlab-bay .bay-numbers p { margin: 0; }
.fishlab-bay .bay-numbers.row { grid-column: 1 / -1; }
.fishlab-bay .bay-numbers.row table { display: block; }
.fishlab-bay .bay-numbers.row tbody { display: flex; flex-wrap: wrap; gap: 0 36px; }
.fishlab-bay .bay-numbers.row tr { display: flex; gap: 10px; background: none; }
.fishlab-bay .bay-numbers.row :is(th, td) { border: 0; }
@container (max-width: 640px) { .fishlab-bay .bay-numbers { order: -1; } }
"""  # noqa: E501


class _Bay(Live, w.VBox):
    """What the live pieces share: a title, sliders, a button back, and a grid of numbers and figures."""

    wakes = mark("the bay")

    title = ""
    back_words = mark("Back to the start")

    def __init__(self, model: Schaefer, sliders: Mapping[str, Slider], start: Mapping[str, float]) -> None:
        self.model, self.sliders, self.start = model, dict(sliders), dict(start)
        self.view = w.HTML()
        self.back_button = action_button(tr(self.back_words), "", self.back)
        self.buttons = w.HBox([self.back_button], layout=_ROW)
        self._quiet = False
        head = w.HTML(f"<style>{STYLE}{_CSS}</style><div class='bay-title'>{escape(tr(self.title))}</div>")
        super().__init__([head, *self.sliders.values(), self.buttons, self.view])
        for name in ("fishlab-bay", "fishlab", "fishlab-live"):
            self.add_class(name)
        self.back()
        for slider in self.sliders.values():
            slider.observe(self._moved, "value")

    def still_picture(self) -> str:
        """Return the numbers and figures as they are."""
        return f"<style>{STYLE}{_CSS}</style><div class='fishlab fishlab-bay'>{self.view.value}</div>"

    def back(self) -> None:
        """Put every slider back to where it was."""
        self._quiet = True
        for name, slider in self.sliders.items():
            slider.value = self.start[name]
        self._quiet = False
        self.refresh()

    def _moved(self, _change: object) -> None:
        if not self._quiet:
            self.refresh()

    def refresh(self) -> None:
        """Show what the sliders say."""
        self.back_button.disabled = all(slider.value == self.start[name] for name, slider in self.sliders.items())
        self.view.value = f'<div class="bay-grid">{"".join(self.parts())}</div>'

    def parts(self) -> list[str]:
        """Return the numbers and the figures."""
        raise NotImplementedError


def _numbers(numbers: Mapping[str, str], said: str, *, row: bool = False) -> str:
    lines = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td></tr>' for name, value in numbers.items()
    )
    kind = "bay-numbers row" if row else "bay-numbers"
    return f'<div class="{kind}"><table><tbody>{lines}</tbody></table><p role="status">{escape(said)}</p></div>'


def _options(values: Sequence[float], one: str, more: str = "") -> list[tuple[str, float]]:
    return [(count_words(value, one, more, digits=2), value) for value in values]


def _known(name: str, value: float, values: Sequence[float]) -> None:
    if not values[0] <= value <= values[-1]:
        wrong = mark("{name}={value!r} is not possible here: choose {low:g} to {high:g}")
        raise refusal(wrong, name=name, value=value, low=values[0], high=values[-1])


_WITH_CATCH = {
    1: mark("Growth less catch: the stock grows."),
    0: mark("Growth less catch: the stock stays as it is."),
    -1: mark("Growth less catch: the stock shrinks."),
}
_UNFISHED = {
    1: mark("Nobody fishes: the stock grows."),
    0: mark("Nobody fishes: the stock stays as it is."),
    -1: mark("Nobody fishes: the stock shrinks."),
}


class GrowingStock(_Bay):
    """A stock to drag along the growth curve, and what becomes of it.

    Args:
        stock: fish at the beginning.
        catch: fish caught every year; with it there is a slider for the catch, without it nobody fishes.
        model: the fishery.
    """

    title = mark("Drag the stock")

    def __init__(self, stock: float = 100, catch: float | None = None, model: Schaefer = BAY) -> None:
        model.check_stock(stock)
        sizes = [model.K * part / 40 for part in range(41)]
        sliders = {"stock": Slider(tr("Fish in the bay"), _options(sizes, *FISH), tr("Where the stock stands now"))}
        start = {"stock": stock}
        if catch is not None:
            catches = [model.msy().catch * part / 20 for part in range(29)]
            _known("catch", catch, catches)
            sliders["catch"] = Slider(tr("Catch a year"), _options(catches, *FISH), tr("The same number every year"))
            start["catch"] = catch
        self.growth, self.years = GrowthFigure(), YearsFigure()
        super().__init__(model, sliders, start)

    def __repr__(self) -> str:
        return f"<GrowingStock: {fish_words(self.stock)}>"

    @property
    def stock(self) -> float:
        """Fish in the bay."""
        return float(self.sliders["stock"].value)

    @property
    def catch(self) -> float | None:
        """Fish caught a year, None where nobody fishes."""
        return float(self.sliders["catch"].value) if "catch" in self.sliders else None

    def parts(self) -> list[str]:
        """Return the growth now, the curve with the point on it, and the years that follow."""
        model, stock, catch = self.model, self.stock, self.catch
        growth, taken = float(model.growth(stock)), catch or 0.0
        path = model.quota_path(stock, taken)
        change = growth - taken
        way = 1 if change > 0.5 else -1 if change < -0.5 else 0
        numbers = {tr("Growth a year"): fish_words(growth)}
        if catch is not None:
            numbers |= {tr("Catch a year"): fish_words(catch), tr("Change a year"): fish_words(change)}
            said = tr(_WITH_CATCH[way])
            begin = tr("Years from here, with this catch (model)")
        else:
            more = count_words(100 * growth / stock if stock else 0, mark("{number} more"))
            numbers[tr("For every 100 fish")] = more
            said = tr("An empty bay stays empty.") if not stock else tr(_UNFISHED[way])
            if stock == model.K:
                said = tr("The bay is full: as many die as are born.")
            begin = tr("Years from here, nobody fishes (model)")
        numbers[tr("In year 30")] = fish_words(path[-1])
        marks = {tr("full"): model.K, tr("grows fastest"): model.K / 2}
        return [
            _numbers(numbers, said, row=True),
            self.growth.draw(model, stock, catch),
            self.years.draw(model, path, begin, marks),
        ]


class FishingEffort(_Bay):
    """A fleet to set: stock over the years, catch and money in the long run.

    Args:
        boats: boats at the beginning, 0 to 50.
        also: what else has a slider: "growth", "price", "cost".
        model: the fishery as printed.
        names: mark the three fleets that have a name; if not, a button does.
    """

    title = mark("Set the boats")

    def __init__(
        self, boats: float = 8, also: Sequence[str] = (), model: Schaefer = BAY, *, names: bool = True
    ) -> None:
        self.names = names
        ranges: dict[str, tuple[str, list[float], tuple[str, ...], float]] = {
            "growth": (tr("Growth rate r"), [part / 10 for part in range(2, 11)], (mark("{number} a year"),), model.r),
            "price": (tr("Price of a fish"), list(range(2, 31)), COINS, model.price),
            "cost": (tr("Cost of a boat a year"), list(range(0, 201, 10)), COINS, model.cost),
        }
        numbers = [float(number) for number in range(MOST_BOATS + 1)]
        _known("boats", boats, numbers)
        sliders = {"boats": Slider(tr("Boats"), _options(numbers, *BOATS), tr("How many boats fish every year"))}
        start = {"boats": float(boats)}
        for name in also:
            if name not in ranges:
                known = ", ".join(ranges)
                raise refusal("{name!r} has no slider here: choose among {known}", name=name, known=known)
            label, values, unit, printed = ranges[name]
            _known(name, printed, values)
            sliders[name] = Slider(label, _options(values, *unit))
            start[name] = printed
        if also:
            self.back_words = mark("Back to the model as printed")
        self.years, self.catch, self.money = YearsFigure(), CatchFigure(), MoneyFigure()
        super().__init__(model, sliders, start)
        self.names_button = action_button(tr("Show the three names"), "", self.show_names)
        if not names:
            self.buttons.children = [self.back_button, self.names_button]

    def show_names(self) -> None:
        """Mark most profit, most fish and open access from now on."""
        self.names = self.names_button.disabled = True
        self.refresh()

    def __repr__(self) -> str:
        return f"<FishingEffort: {boats_words(self.boats)}>"

    @property
    def boats(self) -> float:
        """How many boats fish."""
        return float(self.sliders["boats"].value)

    @property
    def bay(self) -> Schaefer:
        """The fishery with the numbers of the sliders."""
        names = {"growth": "r", "price": "price", "cost": "cost"}
        return replace(self.model, **{names[name]: one.value for name, one in self.sliders.items() if name in names})

    def parts(self) -> list[str]:
        """Return the numbers at rest, the years until then, and catch and money against boats."""
        bay, boats = self.bay, self.boats
        now = bay.at(boats)
        numbers = {
            tr("Fish left in the bay"): fish_words(now.stock),
            tr("Catch a year"): fish_words(now.catch),
            tr("Catch a boat"): count_words(now.catch / boats if boats else 0, *FISH, digits=1),
            tr("Earnings a year"): coins_words(bay.price * now.catch),
            tr("Costs a year"): coins_words(bay.cost * boats),
            tr("Profit a year") if now.profit > -0.5 else tr("Loss a year"): coins_words(abs(now.profit)),
        }
        marks = {name: point.stock for name, (point, _) in named_points(bay).items()} if self.names else {}
        return [
            self.catch.draw(bay, boats, names=self.names),
            self.money.draw(bay, boats, names=self.names),
            self.years.draw(bay, bay.path(bay.K, [boats] * YEARS), tr("Stock over the years (model)"), marks),
            _numbers(numbers, f"{tr('In the long run.')} {_entry(bay, boats)}"),
        ]


def _entry(bay: Schaefer, boats: float) -> str:
    """Say what outsiders do who see what a boat earns."""
    each = bay.price * bay.q * float(bay.stock(boats)) - bay.cost
    if each > 0.5:
        return tr(
            "One more boat like these would earn {coins} a year more than it costs: if it is allowed to, it comes.",
            coins=coins_words(each),
        )
    if each < -0.5:
        return tr("Each boat loses {coins} a year: boats leave.", coins=coins_words(-each))
    return tr("A boat earns just what it costs: nobody comes, nobody leaves. This is open access.")
