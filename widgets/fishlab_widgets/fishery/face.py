"""The face of Fishery: how a moment is drawn, and what cards, seats, key and result say."""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.core import OVER, Move, Player
from fishlab.fishery.chart import BLACK, PASS, WHITE
from fishlab.fishery.rules import Fishery
from fishlab.fishery.words import nets_left
from fishlab.messages import listed, mark, tr, trn
from fishlab_widgets.draw.signs import sign
from fishlab_widgets.draw.svg import Picture, circle, cross, icon, path, rect
from fishlab_widgets.fishery.board import SeaBoard
from fishlab_widgets.fishery.paper import SeaPaper
from fishlab_widgets.fishery.plots import PLOTS
from fishlab_widgets.fishery.sea import CSS, SHIP, net, spot_name, swatch
from fishlab_widgets.live.face import Face, Look


class FisheryFace(Face[Fishery]):
    """How a moment of the game looks, and what its cards, seats and key say."""

    glyph = "trawler"
    legend = (
        (2, mark("net")),
        (4, mark("edge net")),
        (5, mark("Black’s squares")),
        (6, mark("White’s")),
        (7, mark("contested: nobody’s")),
    )
    plots = PLOTS
    roomy = True

    def draw(self, state: Fishery, look: Look) -> str:
        """Return the picture of a state.

        What this game makes of a look:
            marks: squares ("d4") or nets ("net d4 e4", "A: net d4 e4" with a label) to point at; "plain" leaves
                out whose the fisheries are and the score.
            compact: only the board and the score strip, for the cards of a lesson.
        """
        return str(SeaPaper(state, look).draw())

    def board(self, state: Fishery, look: Look) -> str:
        """Return the board of a table; the mark "part 2" shows another part of a sea that is too large for it."""
        return str(SeaBoard(state, look).draw())

    def offers(self, state: Fishery) -> Sequence[Move]:
        """Return the pass: ships and nets are placed in the picture."""
        return (PASS,) if state.phase == "nets" else ()

    def signs(self) -> Sequence[tuple[str, str]]:
        """Return what is drawn on the sea, and what it means."""
        pic = Picture(32, 20, title="", desc="")
        ships = [sign(pic.glyph_text(SHIP[seat][0], 16, 10, 28, SHIP[seat][1]), css=CSS) for seat in (BLACK, WHITE)]
        areas = [sign(swatch(pic, 1, 1, 30, 18, owner, 1), css=CSS) for owner in (BLACK, WHITE, None)]
        edge = sign(path("M3 10H29", "edge"), circle(16, 10, 4, "edgef"), css=CSS)
        nets = [sign(*net(3, 10, 29, 10, colour), css=CSS) for colour in ("f-black", "f-white")]
        last = sign(path("M9 10H23", "lastcase halo"), path("M9 10H23", "lastline halo"), css=CSS)
        return (
            (ships[BLACK], tr("Black’s ship")),
            (ships[WHITE], tr("White’s ship")),
            (nets[BLACK], tr("a net with dark floats: cast by Black")),
            (nets[WHITE], tr("a net with white floats: cast by White")),
            (edge, tr("an edge net, printed: every fishery needs one")),
            (areas[BLACK], tr("squares that Black holds now")),
            (areas[WHITE], tr("squares that White holds now")),
            (areas[2], tr("contested: equally many ships of both")),
            (sign(circle(16, 10, 4, "opt"), css=CSS), tr("a place for a ship or a net")),
            (last, tr("the last net; a frame: the last ship")),
            (sign(rect(1, 1, 30, 18, "offend", 4), cross(16, 10, 8), css=CSS), tr("why a move is not allowed")),
        )

    def facts(self, state: Fishery) -> Sequence[tuple[str, str]]:
        """Return the areas by owner, and how many nets they took."""
        if state.turn() != OVER:
            return ()
        found = []
        for owner in (BLACK, WHITE, None):
            sizes = sorted((len(region) for region in state.regions() if region.owner == owner), reverse=True)
            name = tr("contested") if owner is None else tr("{name}’s squares", name=state.seat_name(owner))
            count = str(sum(sizes))
            if 1 < len(sizes) <= 5:
                parts = listed([str(size) for size in sizes])
                count = tr("{squares} in {n} fisheries: {parts}", squares=sum(sizes), n=len(sizes), parts=parts)
            elif sizes:
                count = trn("{squares} in {n} fishery", "{squares} in {n} fisheries", len(sizes), squares=sum(sizes))
            found.append((name, count))
        cast = tr("{cast} of {nets}", cast=len(state.nets), nets=2 * state.chart.nets)
        return [*found, (tr("nets cast"), cast)]

    def label(self, state: Fishery, move: Move) -> str:
        """Return a move's name."""
        return tr("Pass (P)") if move == PASS else spot_name(move)

    def key(self, state: Fishery, move: Move) -> str:
        """Return the key that plays a move."""
        return "p" if move == PASS else ""

    def subtitle(self, state: Fishery) -> str:
        """Return what is special about this game."""
        return trn(
            "{columns} × {rows} sea, {n} ships each",
            "{columns} × {rows} sea, {n} ships each",
            state.chart.ships,
            columns=state.columns,
            rows=state.rows,
        )

    def seat_note(self, state: Fishery, seat: Player) -> str:
        """Return what a seat still has."""
        if state.phase == "ships":
            return trn("{n} ship to place", "{n} ships to place", state.ships_left(seat))
        return nets_left(state, seat)

    def seat_mark(self, state: Fishery, seat: Player) -> str:
        """Return the seat's ship."""
        glyph, cls = SHIP[seat]
        return icon(glyph, 42, f"mark {cls}")


FACE = FisheryFace()
