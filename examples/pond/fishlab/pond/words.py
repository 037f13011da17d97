"""What a person reads of the Pond. Every sentence is one message with named slots, so that it can be translated."""

from __future__ import annotations

from fishlab.core import CHANCE, OVER, Move, Player, Reason, Words
from fishlab.messages import mark, tr, trn
from fishlab.pond.rules import MOST, Pond

SUMMARY = mark(
    "The goal: Whoever has caught most fish at the end wins.\n"
    "The turn: Everyone in turn takes up to three fish from one pond. A lot decides who begins every round.\n"
    "Growth: After a round the fish that are left double, but the pond holds no more than at the start.\n"
    "The end: The game ends after the last round, or when the pond is empty. So leave enough to grow back, "
    "and hope that the others do."
)


class PondWords(Words[Pond]):
    """The words of the Pond; what is not here has a default."""

    def prompt(self, state: Pond) -> str:
        """Return who takes fish now; at the end the default names the winner."""
        turn = state.turn()
        if turn == CHANCE:
            return tr("Draw who begins")
        if turn == OVER:
            return super().prompt(state)
        return tr("{name} to take fish: round {round} of {rounds}, {fish} in the pond", name=state.seat_name(turn),
                  round=state.round, rounds=state.rounds, fish=state.fish)  # fmt: skip

    def rule(self, state: Pond) -> str:
        """Return the rule in force."""
        return tr("Take up to {most} fish. After each round the fish that are left double, up to {room}.", most=MOST,
                  room=state.room)  # fmt: skip

    def say(self, state: Pond, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a move does."""
        if move[0] == "first":
            return tr("{name} begins", name=state.seat_name(int(move[1])))
        name = state.seat_name(state.turn())
        return tr("{name} takes {count} of {fish} fish", name=name, count=move[1], fish=state.fish)

    def explain(self, state: Pond, move: Move) -> str:
        """Return in one line what a move does, or why it cannot be played."""
        if why := self.why_not(state, move):
            return why
        if move[0] == "first":
            return tr("This seat begins every round")
        count, left = int(move[1]), state.fish - int(move[1])
        if (state.turns + 1) % state.players:
            return tr("{count} for you, {left} stay in the pond", count=count, left=left)
        then = min(2 * left, state.room)
        return tr("{count} for you, {left} stay and become {then}", count=count, left=left, then=then)

    def coach(self, state: Pond) -> str:
        """Return what to think of now."""
        if state.turn() < 0:
            return ""
        return tr("The fish left after the round double, up to {room}: below {half} the pond cannot refill.",
                  room=state.room, half=state.room // 2)  # fmt: skip

    def decided(self, state: Pond) -> str:
        """Return what decided the game."""
        if state.turn() != OVER:
            return ""
        if state.fish:
            return trn("The pond lasted all {n} round.", "The pond lasted all {n} rounds.", state.rounds)
        return trn("The pond was empty after {n} turn.", "The pond was empty after {n} turns.", state.turns)

    def why_not(self, state: Pond, move: Move) -> str:
        """Return the rule that forbids a move."""
        if move in state.moves() or state.turn() < 0 or move[:1] != ("take",):
            return super().why_not(state, move)
        text = tr("You may take 0 to {most} fish now.", most=min(MOST, state.fish))
        return Reason(text, title=tr("Not so many"), rule=tr("Taking fish"), where=["pond"])


WORDS = PondWords(SUMMARY)
