"""One picture of Fishery Boom in the making: the sea, the tray above it, the countries below."""

from __future__ import annotations

from fishlab.boom.kit import GEAR
from fishlab.boom.network import rows_of
from fishlab.boom.position import FishState
from fishlab.boom.rules import Boom
from fishlab.core import CHANCE, OVER, Move
from fishlab_widgets.boom import player_sheet as boom_player
from fishlab_widgets.boom.marks import read_marks
from fishlab_widgets.boom.player_sheet import fit, points, snowflake, steady, tick_box
from fishlab_widgets.boom.sea_plan import (
    CSS,
    DEAD_CROSS,
    HIT,
    arrows_of,
    column_of,
    define,
    fish_body,
    place_of,
    plan,
    words_of,
)
from fishlab_widgets.boom.walk import depletion_walk
from fishlab_widgets.draw.svg import (
    PREFIX,
    Picture,
    at,
    attrs,
    badge,
    cross,
    die,
    group,
    num,
    path,
    rect,
    target,
    text,
    wrap,
)
from fishlab_widgets.live.face import Look

TRAY = 152.0
"""Height of the tray above the sea, where the dice lie and choices are made."""
_STAGES = ("Fishing", "Upgrade or bonus", "Demand", "Illegal fishing", "Depletion")
_DOING = {
    "gear": "chooses equipment", "roll": "rolls the dice", "radar": "may reroll", "reroll": "rerolls",
    "double": "doubles a die", "kills": "which die kills?", "take": "takes a fish", "kill": "kills a fish",
    "box": "marks a box", "marketing": "uses Marketing", "shield": "fills shields",
}  # fmt: skip
_GEAR_WORDS = {
    "default": "1 die, takes 1", "seine": "2 dice, 2 of larger", "seine+": "2 dice, 3 of larger",
    "longline": "2 dice, 1 of each, no 6", "longline+": "2 dice, 3 in all, no 6", "trawler": "3 dice, takes 2, kills 1",
    "trawler+": "4 dice, takes 3, kills 1",
}  # fmt: skip


class Sea:
    """One picture in the making."""

    def __init__(self, state: Boom, look: Look) -> None:
        self.state, self.legal, self.last, self.refused = state, look.legal, look.last, look.refused
        self.marks = marks = read_marks(look.marks, state.sheet)
        self.compact, self.sheet = look.compact, state.sheet
        compact = look.compact
        self.plan = plan(state.sheet)
        self.top = 0.0 if compact else TRAY
        self.over = state.turn() == OVER
        below = self.top + self.plan.height
        whole = not compact and 0 <= marks.sheet < state.players
        high = (
            below if compact else below + (boom_player.SHEET + 44 if whole else boom_player.STRIP * state.players + 8)
        )
        living = state.living.bit_count()
        scores = ", ".join(f"{state.seat_name(seat)} {score}" for seat, score in enumerate(state.own_scores()))
        self.pic = Picture(
            900,
            high,
            title=f"Fishery Boom, year {state.year}" if not self.over else "Fishery Boom, the end",
            desc=f"High Seas with {len(self.sheet.names)} rows and {self.sheet.years} years. In year {state.year} "
            f"{living} fish live. {state.prompt()}. Points: {scores}.",
            css=CSS,
            prefix=look.prefix,
            theme=look.theme,
        )
        self.below, self.whole = below, whole
        self.veil = marks.veil or marks.depletion is not None
        self.moves = set(state.moves()) if look.legal else set()
        self.tried: dict[str, tuple[float, float, float, float]] = {}  # what can be tried, and where: x, y, wide, high

    def draw(self) -> Picture:
        """Return the whole picture."""
        pic = self.pic
        pic.rect(0, 0, pic.width, pic.height, "paper")
        define(pic, self.sheet)
        if not self.compact:
            self._tray()
        start = len(pic.parts)
        self._sea()
        inside = "".join(pic.parts[start:])
        del pic.parts[start:]
        pic.add(f"<g{attrs(id='sea', transform=at(0, self.top) if self.top else None)}>{inside}</g>")
        if not self.compact:
            self._countries()
        self._refusal()
        return pic

    # ---- the sea

    def _states(self, year: int) -> tuple[FishState, ...]:
        """Return the fish of a column as they are to be seen."""
        column = self.state.column(year)
        if self.veil and year > self.state.year:
            return (FishState("may come"),) * len(column)
        if self.marks.depletion and year == self.marks.depletion[0] + 1:
            done = max(self.marks.depletion[1], default=len(column))
            return tuple(fish if row <= done else FishState("may come") for row, fish in enumerate(column))
        return column

    def _sea(self) -> None:
        pic, state, where = self.pic, self.state, self.plan
        x = where.centre(state.year)
        pic.add(where.water)
        if not self.over:
            box = (x - 25.4, 14, 50.8, where.dice_y + 30)
            pic.add(group((rect(*box, "col", 8), rect(*box, "colline", 8)), id="now", cls="still"))
        pic.add(where.back)
        for year in range(1, self.sheet.years + 1):
            now = year == state.year and not self.over
            pic.text(where.centre(year), 40, year, "mid w7 t24" if now else "mid w7 t20 soft")
        names = tuple(state.seat_name(seat) for seat in range(state.players))
        for year in range(1, self.sheet.years):
            when = "now" if year == state.year and not self.over else "fut" if year > state.year else ""
            living = self.sheet.everything if self.veil and year > state.year else state.living_in(year)
            pic.add(arrows_of(self.sheet, year, when, living))
        self._last_fish()
        for year in range(1, self.sheet.years + 1):
            states = self._states(year)
            acting = year == state.year and self.legal and not self.marks.asking and state.phase in ("take", "kill")
            if acting:
                pic.add(f'<g id="{PREFIX}year-{year}">{self._acting_column(states)}</g>')
            else:
                pic.add(column_of(self.sheet, year, states, names))
        self._shields()
        self._dice_track()
        self._legend()
        if self.marks.asking:
            self._what_if()
        if self.marks.depletion:
            self._depletion(*self.marks.depletion)
        self._labels()

    def _acting_column(self, states: tuple[FishState, ...]) -> str:
        """Return this year's fish when one is to be taken or killed: those that may be carry the move."""
        state, where, out = self.state, self.plan, []
        x = where.centre(state.year)
        for row, fish in enumerate(states):
            name, spot = self.sheet.names[row], f"{state.year}-{row}"
            parts = [HIT, fish_body(self.sheet.species[self.sheet.kind[row]].name, fish, spot, 0)]
            move: Move = (state.phase, name)
            place = {
                "id": f"f{spot}", "cls": "fish", "transform": at(x, where.rows[row]),
                "data_links": where.links[state.year, row],
            }  # fmt: skip
            if move in self.moves:
                verb = "Take" if state.phase == "take" else "Kill"
                ghost = badge(state.seat, 10, 0, 8) if state.phase == "take" else DEAD_CROSS
                parts += [rect(-17, -11, 34, 22, "choose", 7), group((ghost,), cls="ghost")]
                note = f"{verb} {name} of year {state.year}."
                out.append(target(parts, move=f"{state.phase} {name}", label=f"{verb} {name}", note=note, **place))
            else:
                words = words_of(state, row, state.year, fish)
                out.append(target(parts, try_=f"{state.phase} {name}", label=words, note=words, **place))
            if ("chill", name) in self.moves:
                chip = (rect(-12, -12, 24, 24, "chip", 7), snowflake(0, 0, 7))
                out.append(
                    target(
                        chip, move=f"chill {name}", label=f"Take {name} and keep it cold",
                        note=f"Take {name} and draw it into the box of year {state.year + 1}.", id=f"chill-{row}",
                        transform=at(x + 31, where.rows[row]),
                    )
                )  # fmt: skip
        return "".join(out)

    def _last_fish(self) -> None:
        if self.marks.depletion:
            return
        match self.last:
            case ("take" | "chill" | "kill", str(name)) if name in self.sheet.index:
                row = self.sheet.index[name]
                years = [
                    year
                    for year in (self.state.year, self.state.year - 1)
                    if year and self.state.fish_state(row, year).kind in ("taken", "killed")
                ]
                if years:
                    box = (self.plan.centre(years[0]) - 19, self.plan.rows[row] - 11.5, 38, 23)
                    self.pic.group((rect(*box, "spot2", 8), rect(*box, "spot", 8)), id="last", cls="still")

    def _shields(self) -> None:
        state = self.state
        for species, (y, high) in zip(self.sheet.species, self.plan.bands, strict=True):
            middle, on = y + high / 2, state.shielded(species.name)
            alive = (state.living & species.mask).bit_count()
            if not self.marks.depletion:
                words = f"{alive} of {len(species.rows)} live"
                self.pic.text(53, middle + 16, words, "t12 soft", id=f"alive-{species.name}")
            parts = [
                rect(-13, -14, 26, 28, "hit"),
                self.pic.glyph_text("shield", 0, 0, 26, "sh-on" if on else "sh-off"),
            ]
            if on:
                parts.append(path("M-4 0l3 4l5-7", "tick"))
            place = {"id": f"shield-{species.name}", "transform": at(141, middle)}
            move = ("shield", species.name)
            note = f"{species.title}: {'protected' if on else 'not protected'} from illegal fishing."
            if move in self.moves:
                parts.insert(1, rect(-13, -14, 26, 28, "chip", 8))
                label = f"Shield on {species.title}"
                self.pic.add(target(parts, move=f"shield {species.name}", label=label, note=f"{label}.", **place))
            elif self.legal and state.phase == "shield":
                self.pic.add(target(parts, try_=f"shield {species.name}", label=note, note=note, **place))
            else:
                self.pic.group(parts, data_note=note, **place)

    def _dice_track(self) -> None:
        pic, state, where = self.pic, self.state, self.plan
        y = where.dice_y
        pic.text(14, y + 14, "Illegal fishing", "w6 t14")
        words = f"dice, {state.players} players"
        pic.text(14, y + 31, words if self.sheet.illegal.get(state.players) else "none with 4 players", "t12 soft")
        for year in range(1, self.sheet.years + 1):
            x, count = where.centre(year), state.illegal_dice(year)
            now = year == state.year and not self.over
            past = year < state.year or (self.over and year == state.year)
            style = "stroke:var(--ink);stroke-width:2" if now else ""
            parts = [rect(x - 18, y, 36, 34, "yearbox", 6, style=style)]
            if not count:
                parts.append(text(x, y + 23, "–", "mid t18 faint"))
            else:
                left = state.illegal_left if now else count
                parts.append(text(x - 6, y + 23, left, "mid w7 t18 faint" if past else "mid w7 t18"))
                parts.append(f'<use href="#{PREFIX}d-1" transform="{at(x + 10, y + 17)} scale(.6)"/>')
            if past and count:
                parts.append(path(f"M{num(x - 15)} {num(y + 30)}l30-26", "rule"))
            pic.group(parts, id=f"illegal-{year}")

    def _legend(self) -> None:
        pic, y, start = self.pic, self.plan.foot + 24, len(self.pic.parts)
        sample = self.sheet.species[min(1, len(self.sheet.species) - 1)].name
        things = (
            (32, FishState("living"), "alive", 53), (128, FishState("taken", 0), "taken by A", 152),
            (252, FishState("killed", 1), "killed by B", 278), (382, FishState("illegal"), "killed illegally", 402),
            (530, FishState("depleted"), "depleted", 547), (632, FishState("may come"), "may come", 652),
            (744, FishState("cannot come"), "cannot come", 764),
        )  # fmt: skip
        for x, fish, words, place in things:
            pic.group((fish_body(sample, fish, f"key{x}", 0),), transform=at(x, y - 5))
            pic.text(place, y, words, "t13")
        pic.path(f"M852 {num(y - 12)}h24m-5-3l5 3l-5 3", "arr", data_note="An arrow: this fish becomes that one.")
        pic.path(f"M852 {num(y)}c12 0 12-5 24-5m-5-3l5 3l-5 3", "arr sp", data_note="A spawning arrow.")
        inside = "".join(pic.parts[start:])
        del pic.parts[start:]
        pic.add(steady("legend", inside))

    # ---- looking closer

    def _ring(self, row: int, year: int, cls: str, inner: str = "") -> str:
        x, y = self.plan.centre(year), self.plan.rows[row]
        return rect(x - 17, y - 11.5, 34, 23, cls, 7) + (group((inner,), transform=at(x, y)) if inner else "")

    def _what_if(self) -> None:
        """Show what is lost if the chosen fish die: next year's crossed in full rings, later ones in dotted rings."""
        marks, sheet = self.marks, self.sheet
        if not marks.fish:
            return
        living = self.state.living_in(marks.year)
        dead = sheet.mask(marks.fish) & living
        parts = [self._ring(row, marks.year, "lost", DEAD_CROSS) for row in rows_of(dead)]
        for year, lost in enumerate(sheet.losses(dead, marks.year, living), marks.year + 1):
            gone = dead
            for arrow in sheet.arrows[year - 2]:
                if gone >> arrow.source & 1 and lost >> arrow.target & 1:
                    parts.append(path(self.plan.lines[place_of(arrow)], "arr fail"))
            cls = "lost" if year == marks.year + 1 else "lost later"
            slash = path("M-8 8L8-8", "x")
            parts += [self._ring(row, year, cls, slash) for row in rows_of(lost)]
            dead = lost
        self.pic.group(parts, id="what-if", cls="still")

    def _depletion(self, year: int, rows: tuple[int, ...]) -> None:
        """Show one step of depletion: the arrows to some rows, those that failed and those that held."""
        parts = []
        for step in self.state.depletion_steps(year):
            if step.row not in rows:
                continue
            parts += [path(self.plan.lines[place_of(arrow)], "arr fail") for arrow in step.failed]
            parts += [path(self.plan.lines[place_of(arrow)], "arr hold") for arrow in step.held]
            box = (self.plan.centre(year + 1) - 19, self.plan.rows[step.row] - 11.5, 38, 23)
            parts += [rect(*box, "spot2", 8), rect(*box, "spot", 8)]
        self.pic.group(parts, id="depletion", cls="still")

    def _labels(self) -> None:
        for label, row, year in self.marks.labels:
            x, y = self.plan.centre(year), self.plan.rows[row]
            shown = fit(label, 150, 16)
            parts = (
                rect(x - 17, y - 11.5, 34, 23, "choose", 7),
                rect(x + 16, y - 11, max(22, 9.6 * len(shown) + 12), 22, "chip", 8),
                text(x + 16 + max(22, 9.6 * len(shown) + 12) / 2, y + 5.5, shown, "mid w7"),
            )
            self.pic.group(parts, id=f"label-{year}-{row}", cls="still")

    # ---- the tray

    def _tray(self) -> None:
        self._phases()
        pic, state = self.pic, self.state
        pic.rect(8, 42, 884, TRAY - 50, "card", 10)
        if self.marks.depletion:
            self._depletion_words()
        elif self.marks.asking:
            self._asking()
        elif self.over:
            self._result()
        else:
            self._who()
            match state.phase:
                case "gear":
                    self._gear()
                case "box":
                    self._boxes()
                case "marketing":
                    self._wide_button(0, ("plate",), "Add a plate", "to this year's box")
                    self._wide_button(1, ("cross",), "Cross out a plate", "of this year's box")
                case "shield":
                    words = "Fill two shields" if state.left == 2 else "Fill one more shield"
                    pic.text(214, 84, f"{words}: click a shield beside a species.", "w6")
                    pic.text(
                        214, 108, "It keeps illegal fishing away from the whole species, not the players.", "t14 soft"
                    )
                case _:
                    self._dice()

    def _phases(self) -> None:
        pic, state, x = self.pic, self.state, 8.0
        for number, name in enumerate(_STAGES, 1):
            width = 7 * len(name) + 56
            now = number == (5 if self.marks.depletion else state.stage)
            never = (number == 4 and not self.sheet.illegal.get(state.players)) or (
                number > 2 and state.year == self.sheet.years
            )
            shape = f"M{num(x)} 8h{num(width - 10)}l9 13l-9 13h-{num(width - 10)}l9-13Z"
            pic.path(shape, "now" if now else "step")
            pic.text(x + 16, 26, f"{number} {name}", "t14 w7" if now else "t14 faint" if never else "t14 soft")
            x += width
        on = self.marks.asking
        words = "Back to the game" if on else "What if it died?"
        note = "Back to the game." if on else "Ask what would be lost if a fish died: click any living fish."
        button = (rect(744, 6, 148, 30, "btn-mark on" if on else "btn-mark", 8), text(818, 26, words, "mid t14 w6"))
        pic.add(target(button, mark="what if", label=words, note=note, id="ask"))

    def _who(self) -> None:
        pic, state = self.pic, self.state
        if state.phase == "illegal":
            pic.glyph("hook", 34, 82, 40, "ink")
            pic.text(58, 80, "Illegal fishing", "w7")
            total = state.illegal_dice(state.year)
            pic.text(58, 102, f"die {total - state.left + 1} of {total}", "t14 soft")
            return
        pic.add(badge(state.seat, 32, 84, 15, id="acting"))
        pic.text(58, 80, fit(state.seat_name(state.seat), 140, 16), "w7")
        pic.text(58, 102, _DOING[state.phase], "t14 soft")
        if state.overtime:
            pic.text(58, 122, "Overtime", "t14 w6")

    def _button(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        move: Move,
        title: str,
        sub: str = "",
        *,
        ticks: str = "",
        key: str = "",
    ) -> None:
        """Add a button for a move: framed in blue if it can be made, dashed if not; a click then says why."""
        notation = self.state.notation(move)
        can = move in self.moves if self.legal else move in self.state.moves()
        cls = ("btn-yes" if self.legal else "btn-idle") if can else "btn-no"
        indent = 8 + 21 * len(ticks)
        parts = [rect(x, y, w, h, cls, 8)]
        parts += [
            tick_box(x + 5 + 21 * place, y + h / 2 - 10, one == "x", one == "-") for place, one in enumerate(ticks)
        ]
        tone = "" if can else " faint"
        if sub:
            parts.append(text(x + indent, y + h / 2 - 3, title, f"w6 t14{tone}"))
            parts.append(text(x + indent, y + h / 2 + 14, sub, f"t12 {'soft' if can else 'faint'}"))
        else:
            parts.append(text(x + indent, y + h / 2 + 5, title, f"w6 {'t13' if ticks else 't14'}{tone}"))
        name = f"do-{notation.replace(' ', '-')}"
        if can and self.legal:
            said = self.state.say(move)
            self.pic.add(target(parts, move=notation, label=title, note=said, id=name, data_key=key or None))
        elif self.legal:
            self.tried[notation] = (x, y, w, h)
            self.pic.add(target(parts, try_=notation, label=f"{title}, not possible now", id=name))
        else:
            self.pic.group(parts, id=name)

    def _wide_button(self, place: int, move: Move, title: str, sub: str) -> None:
        self._button(214 + 226 * place, 66, 214, 52, move, title, sub)

    def _gear(self) -> None:
        for place, (name, gear) in enumerate(GEAR.items()):
            x, y = 206 + 171 * (place % 4), 49 + 47 * (place // 4)
            self._button(x, y, 166, 43, ("gear", name), gear.title, _GEAR_WORDS[name])

    def _boxes(self) -> None:
        for place, upgrade in enumerate(self.state.upgrades(self.state.seat)):
            ticks = "x" * len(upgrade.years) + "o" * (upgrade.copies - len(upgrade.years)) if upgrade.copies else "-"
            x, y = 206 + 136.5 * (place % 5), 47 + 31 * (place // 5)
            self._button(x, y, 132, 29, ("box", upgrade.name), upgrade.title, ticks=ticks)

    def _dice(self) -> None:
        """Show the dice on the table and what they mean; where dice are entered by hand, six faces to click."""
        pic, state = self.pic, self.state
        total = state.illegal_dice(state.year) if state.phase == "illegal" else GEAR[state.gear].dice
        if state.phase == "illegal":
            head = "Each die kills the topmost living fish of its number that no shield protects."
        else:
            head = f"{GEAR[state.gear].title}: {GEAR[state.gear].text}"
        pic.text(214, 62, fit(head, 670, 14), "t14 soft")
        step = min(54.0, 300 / max(1, total))
        for place in range(total):
            self._die(place, 236 + step * place, min(40.0, step - 8))
        if self.legal and state.turn() == CHANCE:
            for face in range(1, 7):
                x = 560 + 54 * (face - 1)
                inner = (rect(x - 24, 68, 48, 48, "chip", 10), die(face, x, 92, 36))
                label = f"Enter a {face}"
                pic.add(target(inner, move=f"roll {face}", label=label, note=f"{label}: {state.say(('roll', face))}",
                               id=f"enter-{face}", data_key=str(face)))  # fmt: skip
            pic.text(695, 134, "enter what was rolled", "mid t12 soft")
            return
        self._after_dice()

    def _die(self, place: int, x: float, size: float) -> None:
        pic, state, y = self.pic, self.state, 92.0
        if place >= len(state.dice):
            pic.group((rect(x - size / 2, y - size / 2, size, size, "slot", 8),), id=f"die-{place}")
            return
        face = state.dice[place]
        move: Move = ("reroll", place + 1) if state.phase == "radar" else (state.phase, face)
        parts = [die(face, x, y, size)]
        caption = ""
        if place + 1 in state.named:
            caption = "rerolls"
        elif state.phase == "take":
            caption = "now" if face == state.due[0] else "next" if face in state.due else ""
            caption = caption or ("kills" if face == state.kill else "")
        elif state.phase == "kill":
            caption = "kills" if face == state.kill else ""
        if caption:
            parts.append(text(x, 134, caption, "mid t13 w6" if caption != "next" else "mid t13 soft"))
        if caption in ("now", "kills") and (state.phase == "kill" or caption == "now"):
            parts.append(rect(x - size / 2 - 4, y - size / 2 - 4, size + 8, size + 8, "dieglow", 10))
        fresh = self.last and self.last[0] == "roll" and place == len(state.dice) - 1
        if fresh and state.phase in ("roll", "illegal"):
            box = (x - size / 2 - 4, y - size / 2 - 4, size + 8, size + 8)
            parts += [rect(*box, "spot2", 10), rect(*box, "spot", 10)]
        if move in self.moves:
            chip = rect(x - size / 2 - 6, y - size / 2 - 6, size + 12, size + 12, "chip", 10)
            note = state.say(move)
            word = {"reroll": f"Reroll die {place + 1}", "double": f"Die {face} counts twice"}.get(
                str(move[0]), f"Die {face} kills"
            )
            pic.add(target([chip, *parts], move=state.notation(move), label=word, note=note, id=f"die-{place}"))
        elif self.legal and state.phase == "radar":
            self.tried[state.notation(move)] = (x - size / 2, y - size / 2, size, size)
            pic.add(target(parts, try_=state.notation(move), label=f"die {place + 1}", id=f"die-{place}"))
        else:
            pic.group(parts, id=f"die-{place}")

    def _after_dice(self) -> None:
        """Say beside the dice what is to be done, with the buttons that have no other place."""
        pic, state = self.pic, self.state
        if state.phase == "radar":
            pic.text(556, 84, "Click the dice to reroll,", "t14")
            pic.text(556, 103, "first to last.", "t14")
            self._button(726, 70, 150, 44, ("keep",), "Reroll these" if state.named else "Keep all dice", key="k")
        elif state.phase == "take":
            pic.text(556, 84, f"Click a fish of die {state.due[0]}", "w6")
            cold = state.works(state.seat, "refrigeration") and state.year < self.sheet.years
            pic.text(
                556,
                104,
                "or its snowflake to keep it cold" if cold else f"in the column of year {state.year}",
                "t14 soft",
            )
            if state.works(state.seat, "release"):
                self._button(786, 70, 100, 44, ("release",), "Release", key="r")
        elif state.phase == "kill":
            pic.text(556, 84, f"Click the fish of die {state.kill} to kill", "w6")
            pic.text(556, 104, "It is dead, and nobody eats it.", "t14 soft")
        elif state.phase == "double":
            pic.text(556, 84, "Click the die that counts twice", "w6")
            pic.text(556, 104, "A 6 takes nothing.", "t14 soft")
        elif state.phase == "kills":
            pic.text(556, 84, "Click the die that kills", "w6")
            pic.text(556, 104, "Each other die takes a fish.", "t14 soft")

    def _depletion_words(self) -> None:
        """Say what this step of depletion shows."""
        year, rows = self.marks.depletion or (0, ())
        mark = " ".join(["depletion", str(year), *map(str, rows)])
        words = next((words for marks, words in depletion_walk(self.state, year) if marks == (mark,)), "")
        self.pic.text(24, 70, f"Depletion after year {year}", "t18 w7")
        for place, line in enumerate(wrap(words, 850, 16)[:3]):
            self.pic.text(24, 96 + 20 * place, line)

    def _asking(self) -> None:
        """Say what the chosen fish cost."""
        pic, marks = self.pic, self.marks
        if not marks.fish:
            pic.text(24, 82, "What if it died?", "t18 w7")
            pic.text(
                24, 108, "Click a living fish, of this year or a later one. Click more of the same year to add them."
            )
            pic.text(24, 130, "Nothing is played.", "t14 soft")
            return
        living = self.state.living_in(marks.year)
        dead = self.sheet.mask(marks.fish) & living
        lost = [mask.bit_count() for mask in self.sheet.losses(dead, marks.year, living)]
        names = ", ".join(self.sheet.names_of(dead))
        head = (
            f"If {names} of year {marks.year} died" if dead else f"Not alive in year {marks.year}: choose another fish"
        )
        pic.text(24, 76, fit(head, 840, 18), "t18 w7")
        following, later = (lost[0] if lost else 0), sum(lost[1:])
        for x, count, words, cls in (
            (24, following, "lost next year", "lost"),
            (224, later, "more lost later", "lost later"),
        ):
            pic.rect(x, 92, 54, 36, cls, 8)
            pic.text(x + 27, 118, count, "mid t20 w7 num")
            pic.text(x + 64, 116, words)
        pic.text(
            430, 116, "No later fish hangs on it alone." if not sum(lost) else f"{sum(lost)} fish-years in all.", "w6"
        )

    def _result(self) -> None:
        pic, state = self.pic, self.state
        lines = wrap(state.prompt(), 620, 18)
        for place, words in enumerate(lines[:2]):
            pic.text(24, 68 + 22 * place, words, "t18 w7")
        own, best = state.own_scores(), state.winners()
        for seat, score in enumerate(own):
            x = 24 + 216 * seat
            if seat in best and not state.setup.cooperative:
                pic.rect(x - 6, 106, 208, 32, "nowline", 8)
            pic.add(badge(seat, x + 12, 122, 10))
            pic.text(x + 30, 127, fit(state.seat_name(seat), 116, 14), "t14 w6")
            pic.text(x + 194, 130, points(score), "t20 w7 end num")
        if state.setup.cooperative:
            pic.text(880, 72, f"together {points(sum(own))}", "t24 w7 end")

    # ---- the countries

    def _countries(self) -> None:
        pic, state, y = self.pic, self.state, self.below + 4
        if self.whole:
            words = "Back to all countries"
            button = (rect(8, y, 190, 32, "btn-mark", 8), text(103, y + 21, words, "mid t14 w6"))
            pic.add(target(button, mark=f"sheet {self.marks.sheet}", label=words, note=f"{words}.", id="all-countries"))
            boom_player.whole_sheet(pic, state, self.marks.sheet, y + 38)
            return
        for seat in range(state.players):
            boom_player.strip(pic, state, seat, y + boom_player.STRIP * seat, self.plan.centre)
        self._last_pick(y)

    def _last_pick(self, y: float) -> None:
        match self.last:
            case ("box", str(name)):
                seats = [
                    seat for seat, picks in enumerate(self.state.picks) if picks and picks[-1] == name
                    and len(picks) in (self.state.year, self.state.year - 1)
                ]  # fmt: skip
                if len(seats) == 1:
                    x = self.plan.centre(len(self.state.picks[seats[0]])) - 34
                    box = (x, y + boom_player.STRIP * seats[0] + 67, 68, 16)
                    self.pic.add(rect(*box, "lastline still", 5, id="last-pick", style="stroke-width:2"))

    # ---- refusals

    def _refusal(self) -> None:
        """Show why a move was refused, beside the place where it was tried."""
        if not self.refused:
            return
        move, reason = self.refused
        row = self.sheet.index.get(str(move[1])) if len(move) == 2 and move[0] in ("take", "chill", "kill") else None
        if row is not None:
            x, y = self.plan.centre(self.state.year), self.top + self.plan.rows[row]
            self.pic.add(
                rect(x - 19, y - 12, 38, 24, "offend still", 7), group((cross(x, y, 10),), cls="still", id="cross")
            )
            high = 60 + 22 * len(wrap(reason.title, 348, 18)) + 20 * len(wrap(str(reason), 348, 16))
            left = x > 460
            top = max(self.top + 20, min(y - 20, self.top + self.plan.height - high - 60))
            self.pic.bubble(x - 430 if left else x + 50, top, 380, reason, None if left else (x + 12, y))
            return
        species = next((place for place, kind in enumerate(self.sheet.species) if kind.name in reason.where), None)
        if species is not None and move[0] == "shield":
            band, height = self.plan.bands[species]
            middle = self.top + band + height / 2
            self.pic.add(group((cross(141, middle, 10),), cls="still", id="cross"))
            self.pic.bubble(210, self.top + band + 4, 420, reason, (154, middle))
            return
        if spot := self.tried.get(self.state.notation(move)):
            x, upper, wide, tall = spot
            frame = rect(x - 3, upper - 3, wide + 6, tall + 6, "offend", 10)
            self.pic.add(group((frame, cross(x + wide, upper + 2, 9)), cls="still", id="cross"))
            foot = (x + wide / 2, upper + tall + 3)
            self.pic.bubble(min(max(16.0, x), 404.0), self.top + 8, 480, reason, foot)
            return
        self.pic.bubble(210, self.top + 8, 480, reason)
