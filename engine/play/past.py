"""A game as it went: its moves in the order in which they were made, with their times, in whatever branch."""

from typing import NamedTuple

from engine.play.game import Game, GameRecord
from engine.play.history import Tree


class PastMove(NamedTuple):
    """A move to a node, and the milliseconds played when it was made."""

    node: int
    time: int


def past_moves(tree: Tree) -> tuple[PastMove, ...]:
    """The moves of a game in the order they were made; one whose time is unknown has that of the one before."""
    found, last = list[PastMove](), 0
    for number, node in enumerate(tree.nodes[1:], 1):
        last = max(last, round((node.elapsed or 0.0) * 1000))
        found.append(PastMove(number, last))
    return tuple(found)


class Rival(NamedTuple):
    """A game of the same puzzle to race against: whose it is ("": the player's own), and how it filled up."""

    name: str
    times: tuple[tuple[float, int], ...]


def fill_times(record: GameRecord) -> tuple[tuple[float, int], ...]:
    """How a game filled up: the seconds played at each move, and the number of digits on the board after it."""
    game = Game.of(record)
    found = list[tuple[float, int]]()
    for node, time in past_moves(record.tree):
        game.go_to(node)
        found.append((time / 1000, game.board.filled))
    return tuple(found)
