"""The history of a game: a tree of moves and a position in it.

A node is a state of the game; node 0 is the start, and every other node was reached from its parent by one move.
Undoing goes to the parent. A move made after undoing begins a branch beside the old one, which stays: nothing that
was ever played is lost. Redoing enters the branch that was visited last.

The main line is where redoing leads from the start; the position is always on it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from engine.base import values
from engine.base.language import N_, _
from engine.play.board import Board, CellState, Change
from engine.sudoku.techniques.position import Candidate


class MoveKind(StrEnum):
    """What the player did."""

    START = N_("start")
    PLACE = N_("place")
    CLEAR = N_("clear")
    NOTE = N_("note")
    ELIMINATE = N_("eliminate")
    REVEAL = N_("reveal")
    SOLUTION = N_("solution")
    RESTART = N_("restart")
    COLOUR = N_("colour")


@dataclass(frozen=True)
class Move:
    """One act of the player: everything it changed, so that it can be taken back exactly.

    `eliminated` are the candidates that a hint has ruled out, ascending; they need not be noted anywhere.
    """

    kind: MoveKind
    changes: tuple[Change, ...]
    eliminated: tuple[Candidate, ...] = ()

    @property
    def cell(self) -> int | None:
        """The cell that the player acted on: the first that changed; None for acts on the whole board."""
        if self.eliminated:
            return self.eliminated[0].cell
        on_one = self.kind in (MoveKind.PLACE, MoveKind.REVEAL) or len(self.changes) == 1
        return self.changes[0].cell if on_one else None


class HistoryNode(NamedTuple):
    """A state: the node it was reached from and the move that led here. The start is its own parent.

    `elapsed` is what the game's clock showed when the move was made, in seconds; None where that is not known.
    """

    parent: int
    move: Move
    elapsed: float | None = None


START = HistoryNode(0, Move(MoveKind.START, ()))


@dataclass(frozen=True)
class Tree:
    """A history as a value.

    A parent comes before its children. `redo` names for each node the child that redoing enters, 0 where there is
    none. `bookmarks` are (node, label) pairs, by node.
    """

    nodes: tuple[HistoryNode, ...] = (START,)
    redo: tuple[int, ...] = (0,)
    position: int = 0
    bookmarks: tuple[tuple[int, str], ...] = ()

    def is_sound(self) -> bool:
        """Whether the parts fit together as described."""
        places = range(len(self.nodes))
        parents = [node.parent for node in self.nodes]
        marked = [node for node, _ in self.bookmarks]
        return (
            self.nodes[:1] == (START,)
            and all(0 <= parents[node] < node for node in places[1:])
            and len(self.redo) == len(self.nodes)
            and {node for node in places if self.redo[node]} == set(parents[1:])
            and all(child in places and parents[child] == node for node, child in enumerate(self.redo) if child)
            and self.position in self._main_line()
            and all(node in places for node in marked)
            and marked == sorted(set(marked))
        )

    def _main_line(self) -> list[int]:
        line = [0]
        while onward := self.redo[line[-1]]:
            line.append(onward)
        return line


class OutlineLine(NamedTuple):
    """One line of a tree in writing: a node, its distance from the start in moves, and how it is indented.

    `level` is 0 on the main line and one more in each branch beside it; `begins` tells the first node of such a branch.
    """

    node: int
    moves: int
    level: int
    begins: bool


@values.plain(board=Board, position=int, _nodes=list[HistoryNode], _children=list, _redo=list, _bookmarks=dict)
class History:
    """A tree of moves that grows, the position in it, and the board there: both change by its methods alone."""

    def __init__(self, start: Board, tree: Tree | None = None) -> None:
        """Begin on a board, or go on from a tree that began on it.

        Raises ValueError if the parts of the tree do not fit together, or a move does not fit the board it was made on.
        """
        tree = tree or Tree()
        if not tree.is_sound():
            raise ValueError("the parts of the history do not fit together")
        # Every branch is played through, so that none can fail later.
        boards = [start]
        for parent, move, _unused in tree.nodes[1:]:
            boards.append(boards[parent].after(move.changes))
        self.board = boards[tree.position]
        """The board at the position."""
        self.position = tree.position
        """The node where the game is."""
        self._nodes = list(tree.nodes)
        self._children: list[list[int]] = [[] for _ in self._nodes]
        for number, node in enumerate(self._nodes[1:], 1):
            self._children[node.parent].append(number)
        self._redo = list(tree.redo)
        self._bookmarks = dict(tree.bookmarks)

    @property
    def tree(self) -> Tree:
        """The history as it is now."""
        return Tree(tuple(self._nodes), tuple(self._redo), self.position, tuple(sorted(self._bookmarks.items())))

    @property
    def can_undo(self) -> bool:
        """Whether a move led here."""
        return self.position != 0

    @property
    def can_redo(self) -> bool:
        """Whether a move was made from here before."""
        return self._redo[self.position] != 0

    @property
    def bookmarks(self) -> dict[int, str]:
        """Labels by node, in order of the nodes (a copy)."""
        return dict(sorted(self._bookmarks.items()))

    @property
    def tips(self) -> tuple[int, ...]:
        """The ends of the branches: the nodes from which no move was made."""
        return tuple(node for node, children in enumerate(self._children) if not children)

    def __len__(self) -> int:
        """The number of nodes, the start included."""
        return len(self._nodes)

    def __getitem__(self, node: int) -> HistoryNode:
        """One node. Raises IndexError if there is no such node."""
        return self._nodes[self._counted_moves(node)]

    def children(self, node: int) -> tuple[int, ...]:
        """The nodes that were reached from this one, in the order they were first played."""
        return tuple(self._children[self._counted_moves(node)])

    def path(self, node: int | None = None) -> tuple[int, ...]:
        """The nodes from the start to a node (the position if none is named), both included."""
        node = self.position if node is None else self._counted_moves(node)
        path = [node]
        while node:
            node = self._nodes[node].parent
            path.append(node)
        return tuple(reversed(path))

    def moves(self, node: int | None = None) -> int:
        """How many moves lead from the start to a node (the position if none is named)."""
        return len(self.path(node)) - 1

    def outline(self) -> list[OutlineLine]:
        """The whole tree in lines: after a node first the branches beside, in the order they were first played.

        Then its own line goes on, with the branch visited last.
        """
        lines: list[OutlineLine] = []
        waiting = [OutlineLine(0, 0, 0, False)]
        while waiting:
            node, moves, level, _ = line = waiting.pop()
            lines.append(line)
            if onward := self._redo[node]:
                waiting.append(OutlineLine(onward, moves + 1, level, False))
                siblings = [child for child in reversed(self._children[node]) if child != onward]
                waiting += [OutlineLine(child, moves + 1, level + 1, True) for child in siblings]
        return lines

    def make(
        self,
        kind: MoveKind,
        entries: Iterable[tuple[int, CellState]],
        eliminated: Iterable[Candidate] = (),
        elapsed: float | None = None,
    ) -> Move | None:
        """Make the move that brings these entries into their cells and rules these candidates out; returns it.

        Where that changes nothing there is no move, and None is returned.
        """
        old = self.board.entries
        changes = tuple(Change(cell, old[cell], entry) for cell, entry in entries if old[cell] != entry)
        move = Move(kind, changes, tuple(sorted(eliminated)))
        if not (move.changes or move.eliminated):
            return None
        self.add(move, elapsed)
        return move

    def add(self, move: Move, elapsed: float | None = None) -> int:
        """Add a move made at the position: a new node, which becomes the position.

        The same move made again from the same place leads to the node it led to before. Raises ValueError if the move
        does not fit the board.
        """
        self.board = self.board.after(move.changes)
        parent = self.position
        again = (child for child in self._children[parent] if self._nodes[child].move == move)
        node = next(again, len(self._nodes))
        if node == len(self._nodes):
            self._nodes.append(HistoryNode(parent, move, elapsed))
            self._children.append([])
            self._children[parent].append(node)
            self._redo.append(0)
        self._redo[parent] = node
        self.position = node
        return node

    def undo(self) -> Move | None:
        """Take the last move back, which leads to the parent; returns it, None at the start."""
        if not self.can_undo:
            return None
        node = self._nodes[self.position]
        self.board = self.board.before(node.move.changes)
        self.position = node.parent
        return node.move

    def redo(self) -> Move | None:
        """Make the move again that leads to the child visited last; returns it, None at the end of a branch."""
        if not self.can_redo:
            return None
        self.position = self._redo[self.position]
        move = self._nodes[self.position].move
        self.board = self.board.after(move.changes)
        return move

    def go_to(self, node: int) -> None:
        """Go to any node; its branch is the one visited last from now on.

        Raises IndexError if there is no such node.
        """
        here, there = self.path(), self.path(node)
        shared = sum(a == b for a, b in zip(here, there, strict=False))
        for parent, child in pairwise(there):
            self._redo[parent] = child
        for back in reversed(here[shared:]):
            self.board = self.board.before(self._nodes[back].move.changes)
        for forward in there[shared:]:
            self.board = self.board.after(self._nodes[forward].move.changes)
        self.position = node

    def label_for(self, node: int | None = None) -> str:
        """What to call a bookmark at a node (the position if none is named): its label, or else one not yet in use."""
        node = self.position if node is None else self._counted_moves(node)
        if node in self._bookmarks:
            return self._bookmarks[node]
        label = _("move {moves}").format(moves=self.moves(node)) if node else _("start")
        labels = set(self._bookmarks.values())
        others = (f"{label} ({number})" for number in range(2, len(labels) + 3))
        return next(name for name in (label, *others) if name not in labels)

    def bookmark(self, label: str = "", node: int | None = None) -> None:
        """Mark a node (the position if none is named), under a new label if it is marked already."""
        self._bookmarks[self.position if node is None else self._counted_moves(node)] = label

    def remove_bookmark(self, node: int) -> None:
        """Unmark a node. Raises KeyError if it is not marked."""
        del self._bookmarks[node]

    def _counted_moves(self, node: int) -> int:
        if not 0 <= node < len(self._nodes):
            raise IndexError(f"node {node} of {len(self._nodes)}")
        return node
