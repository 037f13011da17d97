"""What comes of a move in Fresh Fish: streets that had to be made, and auctions that are over."""

from __future__ import annotations

from fishlab.core import HIDDEN, SEAT_LETTERS, Move, Player, Told, Weight
from fishlab.freshfish.city import OUTLETS
from fishlab.freshfish.city_words import short_name
from fishlab.freshfish.rules import Auction, FreshFish
from fishlab.messages import listed, mark, tr, trn


def is_sealed(state: FreshFish, move: Move) -> bool:
    """Tell whether a move is a bid that stays sealed: the last one opens them all."""
    missing = sum(state.bids[seat] is None for seat in state.bidders())
    return move[0] == "bid" and (missing > 1 or HIDDEN in state.bids)


def came_of(before: FreshFish, move: Move) -> list[str]:
    """Say what else comes of a move: new streets, the end, a zone that waits, an auction that is over."""
    if move[0] not in ("place", "supply", "tile", "bid") or is_sealed(before, move):
        return []
    state, said = before.after(move), []
    if move[0] in ("place", "supply"):
        if plots := ", ".join(state.grid.names[spot] for spot in state.expropriated):
            said.append(tr("Street: {plots}.", plots=plots))
        if state.phase == "over":
            said.append(tr("All plots are developed."))
    elif state.waiting > before.waiting:
        said.append(tr("It waits for the next APO."))
    elif (auction := state.auction) and (move[0] == "bid" or move[1] in OUTLETS):
        if move[0] == "bid":
            said.append(tr("{name} wins and pays {price}.", name=state.seat_name(auction.winner), price=auction.price))
        if move[0] != "bid" or len(auction.tied) > 1:
            said.append(auction_reason(state, auction))
        if move[0] == "bid":
            shown = (f"{short_name(state, seat)} {auction.bids[seat]}" for seat in before.bidders())
            said.append(tr("All bids: {bids}.", bids=", ".join(shown)))
        if state.phase != "place":
            said.append(tr("Without a reserved plot it stays off the board."))
    return said


def lost_plots(before: FreshFish, after: FreshFish, me: Player) -> list[Told]:
    """Say whose reserved plots became streets with a tile; that of one's own weighs most."""
    told = []
    for seat in range(before.players):
        plots = [before.grid.names[spot] for spot in after.expropriated if before.marks[spot] == SEAT_LETTERS[seat]]
        if plots:
            words = trn(
                "{name} loses plot {plots} to the street, and gets the marker back.",
                "{name} loses plots {plots} to the street, and gets the markers back.",
                len(plots),
                name=before.seat_name(seat),
                plots=listed(plots),
            )
            told.append(Told(words, Weight.OWN if seat == me else Weight.PLAIN))
    return told


def auction_reason(state: FreshFish, auction: Auction) -> str:
    """Say who wins an auction and why."""
    if auction.bids[auction.winner] is None:
        message = mark("{name} is the only one without it and gets it free.")
    elif len(auction.tied) == 1:
        message = mark("{name} bids most and wins.")
    elif auction.winner == auction.drawer:
        message = mark("{tied} tie: {name} drew the tile and comes first.")
    elif state.rules.ties == "drawer":
        message = mark("{tied} tie: {name} comes first clockwise from the drawer.")
    else:
        message = mark("{tied} tie: {name} comes first clockwise from the drawer’s left.")
    tied = listed([short_name(state, seat) for seat in auction.tied])
    return tr(message, name=state.seat_name(auction.winner), tied=tied)
