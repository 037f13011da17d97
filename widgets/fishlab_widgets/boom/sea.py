"""One picture of Fishery Boom in the making: the High Seas, for a table, for a lesson, and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fishlab.boom.network import rows_of
from fishlab.boom.phases import by_seat, illegal_left, one_fish, stage
from fishlab.boom.rules import Boom
from fishlab.boom.sea import FishState, depletion_steps, fish_state, fish_states
from fishlab.boom.words import comes_from
from fishlab.core import OVER, Move
from fishlab.messages import cache_by_language, mark, tr, trn
from fishlab_widgets.boom import legend, year_line
from fishlab_widgets.boom import player_sheet as boom_player
from fishlab_widgets.boom.marks import read_marks
from fishlab_widgets.boom.player_sheet import fit, silhouette_of
from fishlab_widgets.boom.sea_plan import (
    CSS,
    DEAD_CROSS,
    DIE,
    HEAD,
    LINE,
    LOST_SLASH,
    SHIELD,
    WIDTH,
    SheetPlan,
    column,
    delay_of,
    place_of,
    plan,
    shapes,
    words_of,
)
from fishlab_widgets.draw.svg import (
    PREFIX,
    Picture,
    at,
    badge,
    cross,
    group,
    num,
    path,
    rect,
    snug,
    target,
    text,
    wrap,
)
from fishlab_widgets.live.face import BOARD_SIZE, Look

LARGER = 1.5
"""How much larger a still picture is than one on a table: 900 units wide."""


class SheetPicture:
    """One picture in the making, 600 wide."""

    def __init__(self, state: Boom, look: Look) -> None:
        self.state, self.look, self.sheet = state, look, state.sheet
        self.legal, self.last, self.refused = look.legal, look.last, look.refused
        self.marks = read_marks(look.marks, state.sheet)
        self.plan = plan(state.sheet)
        self.over = state.turn() == OVER
        self.whole = 0 <= self.marks.sheet < state.players
        self.veil = self.marks.veil or self.marks.depletion is not None
        self.moves = set(state.moves()) if look.legal else set()
        self.names = tuple(state.seat_name(seat) for seat in range(state.players))

    def board(self) -> Picture:
        """Return the picture of a table: the sea, or a whole player sheet in its place.

        Title and description stay the same all game, so that a move changes nothing but what it moves.
        """
        desc = tr(
            "{species} species in {rows} rows, {years} years from left to right, and arrows from the fish of one year "
            "to those of the next.",
            species=len(self.sheet.species), rows=len(self.sheet.names), years=self.sheet.years,
        )  # fmt: skip
        pic = self._picture(*BOARD_SIZE, tr("Fishery Boom: the High Seas"), desc)
        pic.add(self._sheet(pic.height) if self.whole else self._sea(("line",)) + self._refusal(pic.height))
        pic.stays = "" if self.whole else f"{num(self.plan.centre(1) - 18)} {num(LINE)}"
        return pic

    def still(self) -> Picture:
        """Return the picture for a page: half as large again, with a legend, and a strip for each country.

        The compact form is the High Seas and the legend alone.
        """
        state, compact = self.state, self.look.compact
        desc = tr(
            "High Seas with {rows} rows and {years} years. In year {year} {living} fish live. {prompt}. "
            "Points: {scores}.",
            rows=len(self.sheet.names), years=self.sheet.years, year=state.year, living=state.living.bit_count(),
            prompt=state.prompt(), scores=by_seat(state, state.own_scores()),
        )  # fmt: skip
        up = LINE if compact else 0.0
        inside = boom_player.SHEET if self.whole else self.plan.height - up
        below = LARGER * inside + 34 + legend.LINE
        strips = 0 if compact or self.whole else boom_player.STRIP * state.players + 4
        title = tr("Fishery Boom, the end") if self.over else tr("Fishery Boom, year {year}", year=state.year)
        pic = self._picture(900, below + strips, title, desc)
        if compact:
            pic.least = 12 / 18 * pic.width  # the legend is 18 high, and nothing is smaller
        place = f"scale({num(LARGER)})" + (f" {at(0, -up)}" if up and not self.whole else "")
        body = (
            self._sheet(inside) if self.whole else self._sea(() if compact else ("line",)) + self._refusal(inside + up)
        )
        pic.add(f'<g id="{PREFIX}sea" transform="{place}">{body}</g>')
        tuna = self.sheet.species[min(1, len(self.sheet.species) - 1)].name
        pic.add(legend.lines(below - 10 - legend.LINE, tuna, state.shields != 0))
        if strips:
            for seat in range(state.players):
                y = below + boom_player.STRIP * seat
                pic.add(boom_player.strip(state, seat, y, lambda year: LARGER * self.plan.centre(year)))
        return pic

    def _picture(self, wide: float, high: float, title: str, desc: str) -> Picture:
        pic = Picture(wide, high, title=title, desc=desc, css=CSS, prefix=self.look.prefix, theme=self.look.theme)
        pic.defs.append(shapes(self.sheet))
        pic.rect(0, 0, wide, high, "paper")
        return pic

    # ---- the sea

    def _states(self, year: int) -> tuple[FishState, ...]:
        """Return the fish of a year as they are to be seen."""
        fish = fish_states(self.state, year)
        if self.veil and year > self.state.year:
            return (FishState("may come"),) * len(fish)
        if self.marks.depletion and year == self.marks.depletion[0] + 1:
            done = max(self.marks.depletion[1], default=len(fish))
            return tuple(one if row <= done else FishState("may come") for row, one in enumerate(fish))
        return fish

    def _sea(self, above: Sequence[str]) -> str:
        """Return the High Seas, with the line above if it is wanted."""
        state, sheet, where = self.state, self.sheet, self.plan
        parts = [where.water]
        if not self.over:
            box = (-18, LINE + 1, 36, where.dice_y - LINE + 25)
            parts.append(
                group(
                    (rect(*box, "col", 7), rect(*box, "colline", 7)),
                    id="now", cls="still", transform=at(where.centre(state.year), 0),
                )
            )  # fmt: skip
        parts += [where.back, years(where, 0 if self.over else state.year)]
        parts += [self._line()] if "line" in above else []
        parts += map(self._species, range(len(sheet.species)))
        for year in range(1, sheet.years + 1):
            when = "now" if year == state.year and not self.over else "fut" if year > state.year else ""
            living = sheet.everything if self.veil and year > state.year else state.living_in(year)
            parts.append(column(sheet, year, when, self._states(year), living, self.names))
        parts.append(self._dice_row())
        acting = self.legal and not self.marks.asking and state.phase in ("take", "kill")
        parts.append(group(self._choices() if acting else (), id="choices"))
        parts.append(group(self._last_fish(), id="last", cls="still"))
        parts.append(group(self._walk(), id="walk", cls="still"))
        if self.marks.asking:
            parts.append(group(self._what_if(), id="what-if", cls="still"))
        if self.marks.depletion:
            parts.append(group(self._depletion(*self.marks.depletion), id="depletion", cls="still"))
        parts += map(self._label, range(len(self.marks.labels)))
        return "".join(parts)

    def _line(self) -> str:
        """Return the line above the years: an answer if something is asked, else the step of the year and the dice."""
        state = self.state
        if self.marks.asking:
            return group((text(8, 21, self._answer(), "t14 w6"),), id="answer")
        if self.over and not self.marks.depletion:
            lines = wrap(state.prompt(), WIDTH - 16, 14)  # of long names two
            tops = (21,) if len(lines) == 1 else (12, 29)
            said = zip(tops, (lines[0], " ".join(lines[1:])), strict=False)
            return group([text(8, top, fit(line, WIDTH - 16, 14), "t14 w7") for top, line in said], id="end")
        never: tuple[int, ...] = () if self.sheet.illegal.get(state.players) else (4,)
        if state.year == self.sheet.years:
            never = (3, 4, 5)
        if self.marks.depletion:
            year = self.marks.depletion[0]
            words = tr("after year {year}: which fish of year {next} live?", year=year, next=year + 1)
            shown, x = year_line.steps(5, never)  # the words need the room of the others' names
            return shown + group((text(x + 12, 21, words, "t14"),), id="dice")
        house = state.has_quota or state.setup.talk != "free"
        overtime = stage(state) == 2 and bool(state.gear)  # four dice and what they do need the room of its name
        apart = year_line.APART.get(state.phase, "")
        shown, x = year_line.steps(stage(state), never, apart, house or overtime, not house)
        if not house and x + 12 + year_line.dice_room(state) > WIDTH:  # many dice, or a language with longer words
            shown, x = year_line.steps(stage(state), never, apart, overtime)
        if state.phase in year_line.APART:
            return shown + year_line.council(state, x + 12)
        signs, right = year_line.terms(state) if house else ("", WIDTH - 2)
        return shown + year_line.dice(state, self.moves, x + 12, self.last, right) + signs

    def _species(self, place: int) -> str:
        """Return what changes beside a species: how many of it live, and its shield."""
        state, species = self.state, self.sheet.species[place]
        alive = -1 if self.marks.depletion else (state.living & species.mask).bit_count()
        move, on = ("shield", species.name), bool(state.shields >> place & 1)
        how = "move" if move in self.moves else "try" if self.legal and state.phase == "shield" else ""
        return _beside(self.plan, place, alive, on, how, state.explain(move) if how == "move" else "")

    def _choices(self) -> list[str]:
        """Return this year's places when a fish is to be taken or killed: those that may be carry the move."""
        state, year, out = self.state, self.state.year, []
        takes = state.phase == "take"
        ghost = badge(state.seat, 7, 0, 6.9) if takes else DEAD_CROSS
        for row, fish in enumerate(fish_states(state, year)):
            move: Move = (state.phase, self.sheet.names[row])
            name = one_fish(self.sheet.names[row])
            place = at(self.plan.centre(year), self.plan.rows[row])
            _, _, wide, high = self.plan.box(row, year)
            if move in self.moves:
                frame = rect(-wide / 2, -high / 2, wide, high, "choose", 5) + rect(-18, -high / 2, 36, high, "hit")
                inner = (frame, group((ghost,), cls="ghost still"))
                more = {"data_links": self.plan.links[year, row], "transform": place, "id": f"choose-{row}"}
                label = tr("Take {what}", what=name) if takes else tr("Kill {what}", what=name)
                what = state.explain(move) if self.look.costs else comes_from(state, row)
                note = tr("{label}: {what}", label=label, what=what) if what else label
                out.append(target(inner, move=state.notation(move), label=label, note=note, **more))
            else:
                note = words_of(state, row, year, fish)
                hit = rect(-18, -self.plan.row / 2, 36, self.plan.row, "hit")
                out.append(target((hit,), try_=state.notation(move), label=note, note=note, transform=place))
        return out

    def _last_fish(self) -> list[str]:
        match self.last:
            case ("take" | "chill" | "kill", str(name)) if name in self.sheet.index and not self.marks.depletion:
                row = self.sheet.index[name]
                for year in (self.state.year, self.state.year - 1):
                    if year and fish_state(self.state, row, year).kind in ("taken", "killed"):
                        box = self.plan.box(row, year)
                        return [rect(*box, "lastcase thin", 6), rect(*box, "lastline thin", 6)]
        return []

    def _walk(self) -> list[str]:
        """Return why fish of this year are depleted, while it begins: the arrows of last year's dead, row by row."""
        state, year = self.state, self.state.year
        fishing = state.phase == "gear" and stage(state) == 1 and state.seat == state.start_seat
        begins = (fishing or state.phase in ("talk", "vote")) and not any(state.marks)
        if year == 1 or not begins or self.marks.asking or self.marks.depletion:
            return []
        caught = state.seas[year - 2] & ~state.living_in(year - 1)
        return [
            path(self.plan.lines[place_of(arrow)], "arr fail", id=f"walk-{arrow.source}-{arrow.target}",
                 data_delay=delay_of(self.sheet, arrow.target) or None)
            for arrow in self.sheet.arrows[year - 2]
            if caught >> arrow.source & 1 and not state.living >> arrow.target & 1
        ]  # fmt: skip

    def _dice_row(self) -> str:
        state, y = self.state, self.plan.dice_y
        if not self.sheet.illegal.get(state.players):
            return group((text(8, y + 17, tr("Illegal fishing: none"), "t12 soft"),), id="illegal")
        left = 0 if self.over else illegal_left(state)
        return track(self.plan, state.players, state.year, left, self.over)

    # ---- looking closer

    def _ring(self, row: int, year: int, cls: str, inner: str = "") -> str:
        middle = at(self.plan.centre(year), self.plan.rows[row])
        return rect(*self.plan.box(row, year), cls, 6) + (group((inner,), transform=middle) if inner else "")

    def _lost(self) -> tuple[int, tuple[int, ...]]:
        """Return the fish that die in the question, and what is then lost in each later year."""
        marks = self.marks
        if not marks.fish:
            return 0, ()
        living = self.state.living_in(marks.year)
        dead = self.sheet.mask(marks.fish) & living
        return dead, self.sheet.losses(dead, marks.year, living)

    def _answer(self) -> str:
        """Say what the chosen fish cost."""
        if not self.marks.fish:
            return tr("What if it died? Click a living fish; click more of the same year to add them.")
        dead, lost = self._lost()
        if not dead:
            return tr("Not alive in year {year}: choose another fish.", year=self.marks.year)
        following, later = lost[0].bit_count() if lost else 0, sum(mask.bit_count() for mask in lost[1:])
        names = [*map(one_fish, self.sheet.names_of(dead))]
        who = ", ".join(names) if len(names) < 3 else trn("these {n} fish", "these {n} fish", len(names))
        message = mark("If {fish} of year {year} died: {lost} lost next year, {later} more later.")
        if not following:
            message = mark("If {fish} of year {year} died: no later fish is lost.")
        return tr(message, fish=who, year=self.marks.year, lost=following, later=later)

    def _what_if(self) -> list[str]:
        """Show what is lost if the chosen fish die: next year's crossed in full rings, later ones in dotted rings."""
        dead, lost = self._lost()
        parts = [self._ring(row, self.marks.year, "lost", DEAD_CROSS) for row in rows_of(dead)]
        for year, gone in enumerate(lost, self.marks.year + 1):
            for arrow in self.sheet.arrows[year - 2]:
                if dead >> arrow.source & 1 and gone >> arrow.target & 1:
                    parts.append(path(self.plan.lines[place_of(arrow)], "arr fail"))
            cls = "lost" if year == self.marks.year + 1 else "lost later"
            parts += [self._ring(row, year, cls, LOST_SLASH) for row in rows_of(gone)]
            dead = gone
        return parts

    def _depletion(self, year: int, rows: tuple[int, ...]) -> list[str]:
        """Show one step of depletion: the arrows to some rows, those that failed and those that held."""
        parts = []
        for step in depletion_steps(self.state, year) if year < self.sheet.years else ():
            if step.row in rows:
                parts += [path(self.plan.lines[place_of(arrow)], "arr fail") for arrow in step.failed]
                parts += [path(self.plan.lines[place_of(arrow)], "arr hold") for arrow in step.held]
                parts += [
                    self._ring(step.row, year + 1, "lastcase thin"),
                    self._ring(step.row, year + 1, "lastline thin"),
                ]
        return parts

    def _label(self, number: int) -> str:
        label, row, year = self.marks.labels[number]
        x, y, wide, high = self.plan.box(row, year)
        shown = fit(label, 110, 14)
        room = max(18, 8.4 * len(shown) + 10)
        left = x + wide - 2 if year == 1 else x + 2 - room  # the arrows that lead on from the fish stay free
        parts = (
            rect(x, y, wide, high, "choose", 6),
            rect(left, y - 1, room, high + 2, "chip", 6),
            text(left + room / 2, y + high / 2 + 5, shown, "mid w7 t14"),
        )
        return group(parts, id=f"label-{year}-{row}", cls="still")

    # ---- a player sheet in place of the sea

    def _sheet(self, high: float) -> str:
        seat = self.marks.sheet
        words = tr("Back to the sea")
        button = (rect(14, 10, 128, 28, "btn-mark", 8), text(78, 29, words, "mid t14 w6"))
        back = target(button, mark=f"sheet {seat}", label=words, note=tr("Back to the sea."), id="back-to-sea")
        sheet = group((boom_player.whole_sheet(self.state, seat),), id=f"sheet-{seat}")
        return sheet + back + self._refusal(high)

    # ---- refusals

    def _refusal(self, high: float) -> str:
        """Return why a move was refused, beside the place where it was tried."""
        if not self.refused:
            return ""
        move, reason = self.refused
        row = self.sheet.index.get(str(move[1])) if len(move) == 2 and move[0] in ("take", "chill", "kill") else None
        species = next((place for place, kind in enumerate(self.sheet.species) if kind.name in reason.where), None)
        sign, spot = "", None
        x, y, wide = 140.0, HEAD + 20, 320.0
        if row is not None and not self.whole:
            cx, cy = self.plan.centre(self.state.year), self.plan.rows[row]
            sign = rect(*self.plan.box(row, self.state.year), "offend", 6) + cross(cx, cy, 8)
            left, right = cx - 34, WIDTH - cx - 34
            wide = min(wide, max(left, right))
            x, y = (cx + 28 if right >= left else cx - 28 - wide), cy - 23
            spot = (cx + 9, cy) if right >= left else None
        elif species is not None and move[0] == "shield" and not self.whole:
            y = self.plan.bands[species][0]
            middle = y + self.plan.bands[species][1] / 2
            sign, spot, x = cross(SHIELD, middle, 9), (SHIELD + 10, middle), DIE + 24
        elif move[0] == "reroll" and self.state.phase == "radar":
            sign, x, y = cross(WIDTH - 12, LINE / 2, 9), WIDTH - wide - 6, LINE + 6
        tall = 44 + 22 * len(wrap(reason.title, wide - 32, 18)) + 20 * len(wrap(str(reason), wide - 32, 16))
        pic = Picture(WIDTH, high, title="", desc="")
        pic.bubble(x, max(6.0, min(y, high - tall - 6)), wide, reason, spot)
        shown = group((sign,), cls="still", id="cross") if sign else ""
        return shown + "".join(pic.parts)


@cache_by_language(256)
def years(where: SheetPlan, now: int) -> str:
    """Return the numbers of the years, the present one in full."""
    named = tr("Year {year}", year=now)
    return group(
        (
            text(where.centre(year), LINE + 27, named, "mid w7 t12", **snug(named, 33, 12))
            if year == now
            else text(where.centre(year), LINE + 27, year, "mid w7 t14 soft")
            for year in range(1, where.sheet.years + 1)
        ),
        id="years",
    )


@cache_by_language(4096)
def _beside(where: SheetPlan, place: int, alive: int, on: bool, how: str, note: str) -> str:
    """Return the count of a species' living fish, none below 0, and its shield, to be filled or tried if so."""
    species, (y, high) = where.sheet.species[place], where.bands[place]
    middle, parts = y + high / 2, []
    if alive >= 0:
        total = len(species.rows)
        count = tr("{alive} of {total} live", alive=alive, total=total) if high > 29 else f"{alive}/{total}"
        spot = (33, middle + 13, "t12 soft") if high > 29 else (95, middle + 4.5, "t12 soft end")
        parts.append(text(spot[0], spot[1], count, spot[2], id=f"alive-{species.name}"))
    inner = [silhouette_of("shield", 0, 0, 26, "sh-on" if on else "sh-off")]
    if on:
        inner.append(path("M-3.5 0l2.6 3.4l4.4-6", "tick"))
    more = {"id": f"shield-{species.name}", "transform": at(SHIELD, middle)}
    title = tr(species.title)
    words = tr("{species}: no shield against illegal fishing.", species=title)
    if on:
        words = tr("{species}: a shield keeps illegal fishing away.", species=title)
    if how:
        inner.insert(0, rect(-10.2, -12.5, 20.4, 25, "chip" if how == "move" else "hit", 7))
    notation = f"shield {species.name}"
    if how == "move":
        shield = target(inner, move=notation, label=tr("Shield on {what}", what=title), note=note, **more)
    elif how == "try":
        shield = target(inner, try_=notation, label=words, note=words, **more)
    else:
        shield = group(inner, data_note=words, transform=more["transform"], id=more["id"])
    return group((*parts, shield), id=f"of-{species.name}")


_ROW: Final = mark("Each die kills the topmost living fish of its number that has no shield.")


@cache_by_language(256)
def track(
    where: SheetPlan, players: int, now: int, left: int, over: bool, y: float = 0, id_: str = "illegal", words: str = ""
) -> str:
    """Return how many dice fish illegally in each year: those still to be rolled, and those of past years crossed.

    Args:
        where: the plan of the sheet.
        players: for how many players.
        now: the year that is played, 0 on paper.
        left: the dice still to be rolled in it.
        over: whether the game is over.
        y: where the row begins, if not below the sea.
        id_: opens the ids.
        words: what stands before the row.
    """
    y = y or where.dice_y
    told = [text(8, y + 17, words, "w6 t12")]
    if not words:
        told = [text(8, y + 10, tr("Illegal fishing"), "w6 t12"), text(8, y + 24, tr("dice each year"), "t12 soft")]
    head = (*told, f'<use href="#{PREFIX}d-1" x="{num(DIE)}" y="{num(y + 12)}"/>')
    parts = [group(head, data_note=tr("{row} The numbers: how many dice in each year.", row=tr(_ROW)))]
    for year, count in enumerate(where.sheet.illegal[players], 1):
        x, past = where.centre(year), year < now or (over and year == now)
        style = "stroke:var(--ink);stroke-width:2" if year == now and not over else ""
        inner = [rect(x - 14, y + 1, 28, 22, "yearbox", 5, style=style)]
        shown = left if year == now and not over else count
        tone = "mid w7 t14 faint" if past or not count else "mid w7 t14"
        inner.append(text(x, y + 17, shown if count else "–", tone))
        if past and count:
            inner.append(path(f"M{num(x - 11)} {num(y + 20)}l22-16", "rule"))
        dice = trn("Illegal fishing in year {year}: {n} die.", "Illegal fishing in year {year}: {n} dice.", count,
                   year=year)  # fmt: skip
        note = f"{dice} {tr(_ROW)}" if count else tr("Illegal fishing in year {year}: none.", year=year)
        parts.append(group(inner, data_note=note, id=f"{id_}-{year}"))
    return group(parts, id=id_)
