"""A random game of Fishery played to its end, without the moments between: searches play very many of them."""

from __future__ import annotations

from random import Random

from fishlab.fishery.chart import RIM, Chart, Sea


def play_out(board: Chart, log: str, sea: Sea, rng: Random) -> tuple[str, Sea]:
    """Return log and sea of the end of a game that goes on at random, every legal move as likely as the others.

    This is `Sea.with_net` and `Sea.forbidden` on lists that change. A net is tested only when it is drawn: one that is
    illegal stays so, and is never drawn again.
    """
    black, white, labels, start, now = sea
    if len(log) < board.opened:
        log, black, white = _place_ships(board, log, black, white, rng)
    trees, sides, waters = list(labels), list(start), list(now)
    posts: dict[str, list[int]] = {label: [] for label in labels}  # of each tree
    for post, label in enumerate(labels):
        posts[label].append(post)
    fleet, edge, passing = black | white, board.edge, board.pass_mark
    nets = [end for end in board.ends if end[0] not in log]  # those that may be legal
    count = len(nets)
    left = [board.nets - sum(mark != passing for mark in log[board.opened + seat :: 2]) for seat in (0, 1)]
    marks, seat, random = [*log], len(log) % 2, rng.random
    while True:
        mark = passing
        while left[seat] and (place := int(random() * (count + 1))) < count:  # the last number is a pass
            drawn, tail, head, below, beside = nets[place]
            count -= 1
            nets[place] = nets[count]  # cast or illegal, it is not drawn again
            keep, gone = trees[tail], trees[head]
            if keep != gone:
                if gone < keep:  # the rim has the lowest label and stays
                    keep, gone = gone, keep
                shift, moved = sides[tail] ^ sides[head] ^ below, posts[gone]
                for post in moved:
                    trees[post] = keep
                    sides[post] ^= shift
                posts[keep] += moved
            elif keep == RIM:
                for water in waters:
                    if water & beside:
                        break
                part = water & (sides[tail] ^ sides[head] ^ below)
                rest = water ^ part
                if not (part & edge and rest & edge and part & fleet and rest & fleet):  # rules 3 and 2
                    continue
                waters.remove(water)
                waters += part, rest
            else:
                continue
            mark = drawn
            left[seat] -= 1
            break
        marks.append(mark)
        if mark == passing == marks[-2]:
            return "".join(marks), Sea(black, white, "".join(trees), tuple(sides), tuple(waters))
        seat = 1 - seat


def _place_ships(board: Chart, log: str, black: int, white: int, rng: Random) -> tuple[str, int, int]:
    """Return the log and the ships of both players, as bits, after they have placed the rest in turn."""
    free = [(mark, 1 << square) for square, mark in enumerate(board.ship_marks) if mark not in log]
    while len(log) < board.opened:
        mark, square = free.pop(int(rng.random() * len(free)))
        if len(log) % 2:
            white |= square
        else:
            black |= square
        log += mark
    return log, black, white
