"""Fishery Boom on paper: the High Seas and the player sheets, to print for a class that plays with pens and dice.

Printout(4).save("boom.html")      # open it in a browser and print it
"""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path
from typing import Any

from fishlab.boom.network import Sheet, load_sheet
from fishlab.boom.rules import Boom
from fishlab.boom.sea import FishState
from fishlab.boom.treatments import FORMS, FULL
from fishlab.messages import mark, tr
from fishlab_widgets.boom import player_sheet as boom_player
from fishlab_widgets.boom.sea import track, years
from fishlab_widgets.boom.sea_plan import CSS, SHIELD, column, plan, shapes
from fishlab_widgets.draw.svg import OWN_KEYS, Picture, still

_STYLE = (
    "@page{size:A4 portrait;margin:10mm}@page wide{size:A4 landscape;margin:8mm}"
    "body{margin:0;font:14px/1.4 Arial,sans-serif;color:#17262e}main{max-width:900px;margin:0 auto}"
    ".page{break-after:page}.page:last-child{break-after:auto}.page.sea{page:wide}"
    ".page svg{width:100%;min-width:0!important;height:auto;display:block;margin:0 auto}.sea svg{max-height:178mm}"
    ".two svg{max-height:132mm;margin-bottom:6mm}"
    ".ask{padding:12px;text-align:center}.ask button{font:inherit;padding:8px 20px}@media print{.ask{display:none}}"
)


def sea_page(sheet: Sheet, prefix: str = "") -> str:
    """Return the High Seas for paper: fish in grey to be marked, shields to be filled, dice for 2 and 3 players."""
    where, tracks = plan(sheet), sorted(sheet.illegal)
    high = 28 + where.dice_y + 27 * max(1, len(tracks))
    pic = Picture(
        900, 1.5 * high, title=tr("{sheet}, to print", sheet=sheet.title),
        desc=tr(
            "{rows} rows and {years} years of fish with their arrows, all unmarked.",
            rows=len(sheet.names), years=sheet.years,
        ),
        css=CSS, prefix=prefix, theme="light",
    )  # fmt: skip
    pic.least = 0  # paper does not scroll
    pic.rect(0, 0, pic.width, pic.height, "paper")
    pic.defs.append(shapes(sheet))
    pic.text(14, 30, sheet.title, "t24 w7")
    pic.text(
        160,
        24,
        tr("Each year: 1 fish · 2 upgrade or bonus · 3 demand · 4 illegal fishing (2–3 players) · 5 depletion"),
        "t14",
    )
    pic.text(160, 44, tr("The start player turns counter-clockwise; play runs clockwise."), "t14 soft")
    inside = [where.water, where.back, years(where, 0)]
    waiting = (FishState("may come"),) * len(sheet.names)
    inside += [column(sheet, year, "", waiting, sheet.everything, ()) for year in range(1, sheet.years + 1)]
    inside += [boom_player.silhouette_of("shield", SHIELD, y + high / 2, 26, "sh-off") for y, high in where.bands]
    for place, players in enumerate(tracks):
        y, words = where.dice_y + 27 * place, tr("Dice, {players} players", players=players)
        inside.append(track(where, players, 0, 0, False, y=y, id_=f"illegal-{players}", words=words))
    pic.group(inside, transform="scale(1.5)")
    foot = pic.height - 12
    pic.text(14, foot, _sources(sheet), "t12 soft")
    pic.path(f"M700 {foot - 4:.0f}h24m-5-3l5 3l-5 3", "arr")
    pic.text(732, foot, tr("grows"), "t12")
    pic.path(f"M790 {foot - 2:.0f}c12 0 12-5 24-5m-5-3l5 3l-5 3", "arr sp")
    pic.text(822, foot, tr("spawns"), "t12")
    return still(str(pic))


_FIGURES = {"name": mark("name"), "rows": mark("rows"), "dice": mark("dice"), "arrows": mark("arrows")}


def _sources(sheet: Sheet) -> str:
    """Return in a line which figures of a sheet are known and which are made up."""
    data = sheet.data()
    marks: dict[str, set[str]] = {}
    for species in data["species"]:
        for what, source in species["source"].items():
            marks.setdefault(what, set()).add(source)
    made = [what for what, found in marks.items() if "reconstructed" in found]
    if not made:
        return tr("All rows, dice and arrows are as printed in the game.")
    message = mark("Reconstructed, not as printed: {what} (some or all). Species and years are printed.")
    if data["years"]["source"] == "reconstructed":
        message = mark(
            "Not in the rulebook: this choice of years, +1 and species. Reconstructed: {what} (some or all)."
        )
    return tr(message, what=", ".join(tr(_FIGURES[one]) for one in made))


class Printout:
    """The pages for a game on paper: one High Seas, and a player sheet for each country, two to a page.

    Args:
        players: 2 to 4.
        sheet: a sheet of your own, a .toml file or the same data.
        form: the form of the game, a name out of `FORMS`.
    """

    def __init__(self, players: int = 4, sheet: Any = None, form: str = FULL) -> None:
        Boom.check_start(players, {"form": form})
        self.players, self.sheet = players, FORMS[form].sheet(load_sheet(sheet))

    def __repr__(self) -> str:
        return f"<Printout: High Seas and {self.players} player sheets>"

    @property
    def html(self) -> str:
        """The whole document."""
        empty = Boom.start(self.players, sheet=self.sheet, first=self.players - 1)
        sheets = [
            boom_player.player_sheet(empty, 0, paper=True, prefix=f"p{number}", theme="light")
            for number in range(self.players)
        ]
        pairs = ["".join(sheets[place : place + 2]) for place in range(0, len(sheets), 2)]
        pages = "".join(f'<section class="page two">{pair}</section>' for pair in pairs)
        title = escape(
            tr("Fishery Boom: {sheet} and {players} player sheets", sheet=self.sheet.title, players=self.players)
        )
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            f"<style>{_STYLE}</style></head><body><main>"
            '<p class="ask"><button type="button" onclick="print()">'
            f"{escape(tr('Print these pages'))}</button></p>"
            f'<section class="page sea">{sea_page(self.sheet, "sea")}</section>{pages}</main></body></html>'
        )

    def save(self, path: str | Path) -> Path:
        """Write the document to a file that a browser opens and prints."""
        place = Path(path)
        place.write_text(self.html, encoding="utf-8")
        return place

    def _repr_html_(self) -> str:
        packed = base64.b64encode(self.html.encode()).decode()
        link = f'<a {OWN_KEYS} download="fishery-boom.html" href="data:text/html;base64,{packed}">'
        link += f"{escape(tr('Download the pages for {players} players', players=self.players))}</a>"
        return (
            f'<div style="max-width:900px"><p>{tr("{link}, open the file and print it.", link=link)}</p>'
            '<div class="fishlab-thumbnail" style="max-width:420px;border:1px solid #c3ced2">'
            f"{sea_page(self.sheet)}</div></div>"
        )
