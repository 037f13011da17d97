"""What a person reads of the first pond."""

from __future__ import annotations

from fishlab.core import OVER, Move, Player, Reason, Words
from fishlab.firstpond.rules import MOST, FirstPond
from fishlab.messages import mark, tr, trn

SUMMARY = mark(
    """\
The goal: Whoever has caught the most fish at the end wins.
The turn: The boats take turns to take up to three fish from one pond.
Growth: After each round the fish that are left double, but the pond never holds more than at the start.
The end: The game ends after the last round, or when the pond is empty."""
)


class FirstPondWords(Words[FirstPond]):
    """The words of the first pond."""

    def seat_title(self, state: FirstPond, seat: Player) -> str:
        """Return a boat's name."""
        return tr("Boat {letter}", letter="ABCD"[seat])

    def prompt(self, state: FirstPond) -> str:
        """Return who takes fish now; at the end the default names the winner."""
        if state.turn() == OVER:
            return super().prompt(state)
        name = state.seat_name(state.turn())
        return tr("{name}: how many fish do you take? Round {round} of {rounds}", name=name, round=state.round,
                  rounds=state.rounds)  # fmt: skip

    def rule(self, state: FirstPond) -> str:
        """Return the rule in force."""
        return tr("Take up to {most} fish. After each round the fish that are left double, up to {room}.", most=MOST,
                  room=state.room)  # fmt: skip

    def say(self, state: FirstPond, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a move does."""
        name, left = state.seat_name(state.turn()), state.fish - int(move[1])
        if left and (state.turns + 1) % state.players == 0:
            then = min(2 * left, state.room)
            return tr(
                "{name} takes {count} of {fish} fish; what is left grows from {left} to {then}",
                name=name, count=move[1], fish=state.fish, left=left, then=then,
            )  # fmt: skip
        return tr("{name} takes {count} of {fish} fish", name=name, count=move[1], fish=state.fish)

    def explain(self, state: FirstPond, move: Move) -> str:
        """Return in one line what a catch leaves, or why it cannot be had."""
        if why := self.why_not(state, move):
            return why
        count, left = int(move[1]), state.fish - int(move[1])
        if (state.turns + 1) % state.players:
            return tr("{count} for you, {left} stay for the others", count=count, left=left)
        then = min(2 * left, state.room)
        return tr("{count} for you, {left} stay and become {then}", count=count, left=left, then=then)

    def decided(self, state: FirstPond) -> str:
        """Return what became of the pond."""
        if state.turn() != OVER:
            return ""
        if state.fish:
            return tr("The pond lasted: {fish} fish are left in it.", fish=state.fish)
        return tr("The pond was empty in round {round}.", round=(state.turns - 1) // state.players + 1)

    def result(self, state: FirstPond, seat: Player) -> str:
        """Return what a boat caught."""
        return trn("You caught {n} fish.", "You caught {n} fish.", state.scores()[seat])

    def why_not(self, state: FirstPond, move: Move) -> str:
        """Return the rule that forbids a catch."""
        if move in state.moves() or state.turn() == OVER or move[:1] != ("take",):
            return super().why_not(state, move)
        text = tr("A boat takes at most three fish in a turn: you may take 0 to {most} now.", most=MOST)
        if state.fish < MOST:
            text = trn(
                "A boat takes at most three fish in a turn, and only {n} is left in the pond: you may take 0 to {n} "
                "now.",
                "A boat takes at most three fish in a turn, and only {n} are left in the pond: you may take 0 to {n} "
                "now.",
                state.fish,
            )
        return Reason(text, title=tr("Not so many"), rule=tr("Taking fish"), where=["pond"])


WORDS = FirstPondWords(SUMMARY)
