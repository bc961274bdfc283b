"""The course of a game: the moves of all branches in the order in which they were made, with their times."""

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from engine.play.game import Game, GameRecord
from engine.play.history import Tree
from engine.sudoku.puzzle import Puzzle

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.store import Store


class PastMove(NamedTuple):
    """The node of a move, and the milliseconds played when it was made."""

    node: int
    time: int


def past_moves(tree: Tree) -> tuple[PastMove, ...]:
    """The moves of a game in the order in which they were made; an unknown time is that of the previous move."""
    moves, time = list[PastMove](), 0
    for number, node in enumerate(tree.nodes[1:], 1):
        time = max(time, round((node.elapsed or 0.0) * 1000))
        moves.append(PastMove(number, time))
    return tuple(moves)


class Rival(NamedTuple):
    """A game of the same puzzle to race against: its player's name (empty for an own game), and its `fill_times`."""

    name: str
    times: tuple[tuple[float, int], ...]

    def filled(self, game: Game) -> int:
        """The number of its digits on the board when it had taken as long as `game` has by now."""
        place = bisect_right([seconds for seconds, _filled in self.times], game.clock.elapsed)
        return self.times[place - 1][1] if place else len(game.values) - game.puzzle.holes


def best_rival(store: "Store", puzzle: Puzzle) -> Rival | None:
    """The player's best game of a puzzle, to race against; None without one."""
    record = store.best_game(puzzle)
    return Rival("", fill_times(record)) if record else None


def fill_times(record: GameRecord) -> tuple[tuple[float, int], ...]:
    """For each move of a game the seconds played, and the number of digits on the board after it."""
    game = Game.of(record)
    times = list[tuple[float, int]]()
    for node, time in past_moves(record.tree):
        game.go_to(node)
        times.append((time / 1000, game.board.filled))
    return tuple(times)
