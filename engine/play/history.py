"""The history of a game: a tree of moves, and a position in it.

A node is a state of the game; node 0 is the start, and every other node is reached from its parent by a move. Undo goes
to the parent. A move after undo starts a new branch beside the old one, which is kept. Redo goes to the child visited
last.

The main line is the path that redo follows from the start; the position is always on it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from engine.base import values
from engine.base.language import N_, _
from engine.play.board import Board, CellState, Change
from engine.sudoku.rules import Rule
from engine.sudoku.techniques.position import Candidate


class MoveKind(StrEnum):
    """The kinds of moves."""

    START = N_("start")
    PLACE = N_("place")
    CLEAR = N_("clear")
    NOTE = N_("note")
    ELIMINATE = N_("eliminate")
    REVEAL = N_("reveal")
    SOLUTION = N_("solution")
    RESTART = N_("restart")
    COLOUR = N_("colour")
    RULE = N_("rule")


@dataclass(frozen=True)
class Move:
    """A move of the player, with everything that it changed, so that it can be undone exactly.

    `eliminated` are candidates eliminated by a hint, ascending; they need not be noted. `rules` are a draft's rules
    before and after the move; None if it does not change them.
    """

    kind: MoveKind
    changes: tuple[Change, ...]
    eliminated: tuple[Candidate, ...] = ()
    rules: tuple[tuple[Rule, ...], tuple[Rule, ...]] | None = None

    def apply(self, board: Board) -> Board:
        """The board after the move. Raises ValueError if a cell differs from its state before it."""
        after = board.after(self.changes)
        return after if self.rules is None else replace(after, rules=self.rules[1])

    def revert(self, board: Board) -> Board:
        """The board before the move: the inverse of `apply`."""
        before = board.before(self.changes)
        return before if self.rules is None else replace(before, rules=self.rules[0])

    @property
    def cell(self) -> int | None:
        """The cell of the move, the first that changed; None for moves on the whole board."""
        if self.eliminated:
            return self.eliminated[0].cell
        has_one_cell = self.kind in (MoveKind.PLACE, MoveKind.REVEAL) or len(self.changes) == 1
        return self.changes[0].cell if has_one_cell else None


class HistoryNode(NamedTuple):
    """A state: its parent and the move that leads from it. The start is its own parent.

    `elapsed` is the game's clock at the move, in seconds; None if unknown.
    """

    parent: int
    move: Move
    elapsed: float | None = None


START = HistoryNode(0, Move(MoveKind.START, ()))


@dataclass(frozen=True)
class Tree:
    """A history as a value.

    Parents precede their children. `redo` has for each node the child that redo goes to, 0 if there is none.
    `bookmarks` are (node, label) pairs, and `hints` (node, number of hints asked for there), sorted by node.
    """

    nodes: tuple[HistoryNode, ...] = (START,)
    redo: tuple[int, ...] = (0,)
    position: int = 0
    bookmarks: tuple[tuple[int, str], ...] = ()
    hints: tuple[tuple[int, int], ...] = ()

    def is_sound(self) -> bool:
        """Whether the fields are consistent."""
        nodes = range(len(self.nodes))
        parents = [node.parent for node in self.nodes]
        bookmarked = [node for node, _ in self.bookmarks]
        hinted = [node for node, _ in self.hints]
        return (
            self.nodes[:1] == (START,)
            and all(0 <= parents[node] < node for node in nodes[1:])
            and len(self.redo) == len(self.nodes)
            and {node for node in nodes if self.redo[node]} == set(parents[1:])
            and all(child in nodes and parents[child] == node for node, child in enumerate(self.redo) if child)
            and self.position in self._main_line()
            and all(node in nodes for node in bookmarked)
            and bookmarked == sorted(set(bookmarked))
            and all(node in nodes and count > 0 for node, count in self.hints)
            and hinted == sorted(set(hinted))
        )

    def _main_line(self) -> list[int]:
        line = [0]
        while child := self.redo[line[-1]]:
            line.append(child)
        return line


class OutlineLine(NamedTuple):
    """A line of the outline of a tree: a node, its distance from the start in moves, and its indentation.

    `level` is 0 on the main line and one more in each branch; `begins_branch` marks the first node of a branch.
    """

    node: int
    moves: int
    level: int
    begins_branch: bool


@values.plain(
    board=Board, position=int, _nodes=list[HistoryNode], _children=list, _redo=list, _bookmarks=dict, _hints=dict
)
class History:
    """A growing tree of moves, the position in it, and the board at that position."""

    def __init__(self, start: Board, tree: Tree | None = None) -> None:
        """Start on a board, or restore a tree that started on it.

        Raises ValueError if the tree is inconsistent, or a move does not fit its board.
        """
        tree = tree or Tree()
        if not tree.is_sound():
            raise ValueError("the parts of the history do not fit together")
        # Every branch is played through, so that none can fail later.
        boards = [start]
        for parent, move, _unused in tree.nodes[1:]:
            boards.append(move.apply(boards[parent]))
        self.board = boards[tree.position]
        """The board at the position."""
        self.position = tree.position
        """The current node."""
        self._nodes = list(tree.nodes)
        self._children: list[list[int]] = [[] for _ in self._nodes]
        for number, node in enumerate(self._nodes[1:], 1):
            self._children[node.parent].append(number)
        self._redo = list(tree.redo)
        self._bookmarks = dict(tree.bookmarks)
        self._hints = dict(tree.hints)

    @property
    def tree(self) -> Tree:
        """The current history as a value."""
        bookmarks, hints = tuple(sorted(self._bookmarks.items())), tuple(sorted(self._hints.items()))
        return Tree(tuple(self._nodes), tuple(self._redo), self.position, bookmarks, hints)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo."""
        return self.position != 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return self._redo[self.position] != 0

    @property
    def bookmarks(self) -> dict[int, str]:
        """A copy of the labels by node, sorted by node."""
        return dict(sorted(self._bookmarks.items()))

    @property
    def hints(self) -> dict[int, int]:
        """A copy of the numbers of hints by the node at which they were asked for."""
        return dict(self._hints)

    @property
    def leaves(self) -> tuple[int, ...]:
        """The leaves of the tree."""
        return tuple(node for node, children in enumerate(self._children) if not children)

    def __len__(self) -> int:
        """The number of nodes, including the start."""
        return len(self._nodes)

    def __getitem__(self, node: int) -> HistoryNode:
        """A node. Raises IndexError if it does not exist."""
        return self._nodes[self._existing(node)]

    def children(self, node: int) -> tuple[int, ...]:
        """The children of a node, in the order in which they were first played."""
        return tuple(self._children[self._existing(node)])

    def path(self, node: int | None = None) -> tuple[int, ...]:
        """The nodes from the start to a node (by default the position), both included."""
        node = self.position if node is None else self._existing(node)
        path = [node]
        while node:
            node = self._nodes[node].parent
            path.append(node)
        return tuple(reversed(path))

    def moves(self, node: int | None = None) -> int:
        """The number of moves from the start to a node (by default the position)."""
        return len(self.path(node)) - 1

    def outline(self) -> list[OutlineLine]:
        """The whole tree in preorder, with the child that redo goes to as the last child of each node.

        The other children come before it, as branches, in the order in which they were first played.
        """
        lines: list[OutlineLine] = []
        stack = [OutlineLine(0, 0, 0, False)]
        while stack:
            node, moves, level, _ = line = stack.pop()
            lines.append(line)
            if main_child := self._redo[node]:
                stack.append(OutlineLine(main_child, moves + 1, level, False))
                siblings = [child for child in reversed(self._children[node]) if child != main_child]
                stack += [OutlineLine(child, moves + 1, level + 1, True) for child in siblings]
        return lines

    def make(
        self,
        kind: MoveKind,
        entries: Iterable[tuple[int, CellState]],
        eliminated: Iterable[Candidate] = (),
        elapsed: float | None = None,
        rules: tuple[Rule, ...] | None = None,
    ) -> Move | None:
        """Make the move that puts cells into these states and eliminates candidates; returns it.

        `rules` are the board's rules after the move; None keeps them. Returns None, without a move, if nothing changes.
        """
        old = self.board.entries
        changes = tuple(Change(cell, old[cell], entry) for cell, entry in entries if old[cell] != entry)
        rule_change = None if rules is None or rules == self.board.rules else (self.board.rules, rules)
        move = Move(kind, changes, tuple(sorted(eliminated)), rule_change)
        if not (move.changes or move.eliminated or move.rules):
            return None
        self.add(move, elapsed)
        return move

    def add(self, move: Move, elapsed: float | None = None) -> int:
        """Add a move at the position; returns its node, which becomes the position.

        Repeating a move from the same node leads to the same child. Raises ValueError if the move does not fit the
        board.
        """
        self.board = move.apply(self.board)
        parent = self.position
        repetitions = (child for child in self._children[parent] if self._nodes[child].move == move)
        node = next(repetitions, len(self._nodes))
        if node == len(self._nodes):
            self._nodes.append(HistoryNode(parent, move, elapsed))
            self._children.append([])
            self._children[parent].append(node)
            self._redo.append(0)
        self._redo[parent] = node
        self.position = node
        return node

    def undo(self) -> Move | None:
        """Undo the last move, going to the parent; returns it, or None at the start."""
        if not self.can_undo:
            return None
        node = self._nodes[self.position]
        self.board = node.move.revert(self.board)
        self.position = node.parent
        return node.move

    def redo(self) -> Move | None:
        """Redo the move to the child visited last; returns it, or None at the end of a branch."""
        if not self.can_redo:
            return None
        self.position = self._redo[self.position]
        move = self._nodes[self.position].move
        self.board = move.apply(self.board)
        return move

    def go_to(self, node: int) -> None:
        """Go to any node, which makes its branch the main line.

        Raises IndexError if it does not exist.
        """
        current, target = self.path(), self.path(node)
        shared = sum(a == b for a, b in zip(current, target, strict=False))
        for parent, child in pairwise(target):
            self._redo[parent] = child
        for undone in reversed(current[shared:]):
            self.board = self._nodes[undone].move.revert(self.board)
        for redone in target[shared:]:
            self.board = self._nodes[redone].move.apply(self.board)
        self.position = node

    def label_for(self, node: int | None = None) -> str:
        """The label of a bookmark at a node (by default the position), or an unused one."""
        node = self.position if node is None else self._existing(node)
        if node in self._bookmarks:
            return self._bookmarks[node]
        label = _("move {moves}").format(moves=self.moves(node)) if node else _("start")
        labels = set(self._bookmarks.values())
        others = (f"{label} ({number})" for number in range(2, len(labels) + 3))
        return next(name for name in (label, *others) if name not in labels)

    def bookmark(self, label: str = "", node: int | None = None) -> None:
        """Set the bookmark of a node (by default the position)."""
        self._bookmarks[self.position if node is None else self._existing(node)] = label

    def remove_bookmark(self, node: int) -> None:
        """Remove the bookmark of a node. Raises KeyError if there is none."""
        del self._bookmarks[node]

    def count_hint(self) -> None:
        """Count a hint at the position."""
        self._hints[self.position] = self._hints.get(self.position, 0) + 1

    def _existing(self, node: int) -> int:
        """The node itself. Raises IndexError if it does not exist."""
        if not 0 <= node < len(self._nodes):
            raise IndexError(f"node {node} of {len(self._nodes)}")
        return node
