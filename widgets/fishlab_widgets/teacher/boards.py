"""The boards of the games on paper, made from the games' own drawings: for a class that plays with pencils and dice.

Each game gets its board, a page with the rules in short and the key of its signs, and a sheet to record on. What
Fishery Boom prints is in its own folder (`fishlab_widgets.boom.printout`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from fishlab import GAMES, Match
from fishlab.core import State
from fishlab.fleet.deck import BOATS, CARDS, LICENCES
from fishlab.freshfish.city import OUTLETS
from fishlab.freshfish.rules import FreshFish
from fishlab.freshfish.words import NAMES
from fishlab.messages import mark, tr, trn
from fishlab.pisces.rules import Pisces, outcome_tokens
from fishlab_widgets.draw.svg import Picture, at, still
from fishlab_widgets.fleet import card_pictures as fleet
from fishlab_widgets.freshfish.city_picture import CityPicture
from fishlab_widgets.live.face import Look, draw, face_of
from fishlab_widgets.pisces import life, species_board

_ON_SCREEN: Final = re.compile(
    r"chosen|\blast\b|refus|would|place for a|just become|small board|has fished|played|sold|starts the round"
)
"""Signs that only a screen shows."""
_SPOKEN: Final = re.compile(r" [^.:]*(?:The board says|What if it died)[^.]*\.")
"""Sentences about what a screen can do."""


def page(title: str, inside: str, about: str = "", *, wide: bool = False) -> str:
    """Return one sheet of paper."""
    told = f"<p>{escape(about)}</p>" if about else ""
    return f'<section class="sheet{" wide" if wide else ""}"><h2>{escape(title)}</h2>{told}{inside}</section>'


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]], cls: str = "rows") -> str:
    """Return a table to be filled in by hand."""
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(one)}</td>" for one in row) + "</tr>" for row in rows)
    return f'<table class="{cls}"><tr>{head}</tr>{body}</table>'


def titled(title: str, html: str) -> str:
    """Return a part of a page under its heading."""
    return f"<h3>{escape(title)}</h3>{html}"


def rules_page(game: type[State], extra: str = "") -> str:
    """Return the rules in short, what the signs mean, and what else is needed on paper."""
    parts = [line.partition(": ") for line in _SPOKEN.sub("", game.words.summary).splitlines()]
    told = "".join(f"<p><b>{escape(head)}.</b> {escape(words[:1].upper() + words[1:])}</p>" for head, _, words in parts)
    signs = [(sign, words) for sign, words in face_of(game).signs() if not _ON_SCREEN.search(words)]
    key = "".join(f"<li>{sign}<span>{escape(words)}</span></li>" for sign, words in signs)
    signs_head = escape(tr("Signs"))
    title = tr("{title}: the rules in short", title=game.title)
    return page(title, f'{told}<h3>{signs_head}</h3><ul class="key">{key}</ul>{extra}')


# ---- Fishery -----------------------------------------------------------------------------------------------------


def fishery_pages() -> list[str]:
    """Return the sea, and its rules with a place for the result."""
    game = GAMES["fishery"]
    sea = still(draw(Match(game).state, marks=["plain"], compact=True, theme="light", prefix="paper-fishery"))
    about = tr(
        "Write B and W for ships. Draw a net as a thick line between two squares. The nets at the edge are printed."
    )
    result = titled(
        tr("The result"),
        grid(
            ["", tr("squares"), tr("nets left")],
            [[name, "", ""] for name in (tr("Black"), tr("White"), tr("contested"))],
        ),
    )
    return [page(tr("Fishery: the sea"), sea, about), rules_page(game, result)]


# ---- Fresh Fish --------------------------------------------------------------------------------------------------


class _City(CityPicture):
    """The city alone, as large as paper lets it be."""

    def __init__(self, state: FreshFish) -> None:
        side = 840 / state.size
        look = Look(theme="light", prefix=f"paper-city-{state.size}")
        super().__init__(state, look, (side, 48.0, 14.0), (900, 900))

    def draw(self) -> str:
        """Return the picture."""
        self.pic.rect(0, 0, self.pic.width, self.pic.height, "paper")
        self.city()
        return still(str(self.pic))


def city_at_start(players: int) -> FreshFish:
    """Return a city with its supplies in the corners, before anybody has reserved a plot."""
    match = Match(GAMES["freshfish"], players)
    while isinstance(match.state, FreshFish) and match.state.phase != "turn":
        match.play(match.state.moves()[0])
    assert isinstance(match.state, FreshFish)
    return match.state


def freshfish_pages(players: int) -> list[str]:
    """Return the city for a number of players, and its rules with the slips to draw from and the scores."""
    state = city_at_start(players)
    about = tr("Write your letter into a plot to reserve it. Fill a plot with grey for a street, cross it for a wall.")
    slips = ", ".join(f"{count} × {NAMES[tile]}" for tile, count in state.deck_counts().items() if count)
    heads = ["", *(NAMES[outlet] for outlet in OUTLETS), tr("money"), tr("result")]
    scores = grid(heads, [[state.seat_name(seat), *[""] * 6] for seat in range(players)])
    told = tr("{slips}. Everybody begins with {coins} coins.", slips=slips, coins=state.money[0])
    bag = f"<p><b>{escape(tr('Slips to draw.'))}</b> {escape(told)}</p>"
    title = tr("Fresh Fish: the city for {players}", players=players)
    return [page(title, _City(state).draw(), about), rules_page(FreshFish, bag + titled(tr("Scores"), scores))]


# ---- Pisces ------------------------------------------------------------------------------------------------------


def species_picture(species: str) -> str:
    """Return one species' board at the start, with its young for each number of spawners."""
    state = life.one_board(species)
    board = species_board.board_now(state, 0, species_board.colours(state)[0])
    pic = Picture(
        530, 304, title=tr("{species}, to print", species=board.kind.label), desc=species_board.describe(state, 0),
        css=species_board.CSS, prefix=f"paper-{species}", theme="light",
    )  # fmt: skip
    pic.rect(0, 0, pic.width, pic.height, "paper")
    pic.group(species_board.board_parts(pic, board), transform=at(2, 2))
    end = species_board.recruits_chart(pic, board.kind, board.stacks, board.colour, 322, 24, 196, veil=True)
    dice = tr("a boat rolls two dice") if board.kind.dice == 2 else tr("a boat rolls one die")
    for place, words in enumerate((tr("{count} chips in all", count=board.kind.chips), dice)):
        pic.text(322, end + 26 + 22 * place, words, "t14")
    return still(str(pic))


def pisces_pages(players: int) -> list[str]:
    """Return all six boards, two to a page, and the rules with the open ocean and a record of rounds.

    As many boards are played as there are players, 2 to 6: whoever has fewer leaves the others in the drawer.
    """
    names = life.SPECIES
    about = tr(
        "Put a bean on every printed chip and the others beside the board. Play with as many boards as there are "
        "players."
    )
    boards = [
        page(tr("Pisces: fishery boards"), "".join(map(species_picture, names[place : place + 2])), about)
        for place in range(0, len(names), 2)
    ]
    rows = []
    for count in range(2, 7):
        faces = [
            tr("board {number}", number=board + 1) if board >= 0 else tr("roll again")
            for board in outcome_tokens(count)
        ]
        rows.append([str(count), *faces])
    ocean = grid([tr("boards"), *(tr("die {face}", face=face) for face in range(1, 7))], rows, "facts")
    each = mark("player {seat}: chips, stars, trophies")
    heads = [tr("round"), *(tr(each, seat=seat + 1) for seat in range(min(players, 4)))]
    record = grid(heads, [[str(number), *[""] * (len(heads) - 1)] for number in range(1, 7)])
    extra = titled(tr("The open ocean: which board's spawners"), ocean)
    return [*boards, rules_page(Pisces, extra), page(tr("Pisces: six rounds"), record)]


# ---- Fleet -------------------------------------------------------------------------------------------------------


def _cards(cards: Sequence[str], across: int, size: tuple[float, float], title: str, prefix: str) -> str:
    """Return cards in rows, to be cut out along their edges."""
    wide, high = size[0] + 4, size[1] + 4
    rows = -(-len(cards) // across)
    pic = fleet.picture(
        across * wide,
        rows * high,
        title=title,
        desc=trn("{n} card", "{n} cards", len(cards)),
        css=fleet.CSS,
        prefix=prefix,
        theme="light",
    )
    for place, card in enumerate(cards):
        row, column = divmod(place, across)
        pic.group((card,), transform=at(2 + column * wide, 2 + row * high))
    return still(str(pic))


def _bay(players: int) -> str:
    """Return the crates of the bay, to be crossed out one by one."""
    count, across = CARDS.crates * players, 25
    pic = fleet.picture(
        across * 24,
        players * 24,
        title=tr("The bay"),
        desc=trn("{n} crate", "{n} crates", count),
        css=fleet.CSS,
        prefix="paper-bay",
        theme="light",
    )
    for place in range(count):
        row, column = divmod(place, across)
        pic.add(fleet.slots(column * 24 + 3, row * 24 + 3, 1, 18, 24))
    return still(str(pic))


def _harbour() -> str:
    """Return room for the boats of one seat: a line for each, with places for a captain and for crates."""
    room = "☐ " * CARDS.capacity
    rows = [["", "☐", room.strip(), ""] for _ in range(10)]
    return grid([tr("boat"), tr("captain"), tr("crates"), tr("points")], rows)


def fleet_pages(players: int) -> list[str]:
    """Return the table, a harbour for one seat, all cards to cut out, and the rules."""
    game = GAMES["fleet"]
    boats = [
        fleet.hand_card(CARDS, kind, CARDS.boat_titles[place], 1, 0)
        for place, kind in enumerate(BOATS)
        for _ in range(CARDS.boat_counts[place])
    ]
    licences = [
        fleet.lot_card(CARDS, kind, CARDS.licence_titles[place].partition(" (")[0], 1, 132)
        for place, kind in enumerate(LICENCES)
        for _ in range(CARDS.licence_counts[place])
    ]
    auction = grid(
        [tr("for sale {number}", number=place + 1) for place in range(players)], [[""] * players], "rows lots"
    )
    table = titled(tr("The auction"), auction)
    table += titled(tr("The bay: cross out a crate that is taken"), _bay(players))
    table += titled(tr("One harbour (copy it for every seat)"), _harbour())
    return [
        page(tr("Fleet: the table for {players}", players=players), table),
        page(tr("Fleet: boat cards"), _cards(boats, 8, (fleet.HAND_W, fleet.HAND_H), tr("Boat cards"), "paper-boats")),
        page(tr("Fleet: licences"), _cards(licences, 5, (132, fleet.LOT_H), tr("Licences"), "paper-licences")),
        rules_page(game),
    ]


def board_pages(players: int) -> str:
    """Return the boards of all games but Fishery Boom, whose own pages come first, as sheets of paper.

    Args:
        players: how many play at a table, for the city and the bay; Fishery is for two.
    """
    pages = [rules_page(GAMES["boom"]), *fishery_pages(), *fleet_pages(players), *pisces_pages(players)]
    return "".join([*pages, *freshfish_pages(players)])
