"""A board that several players fill, with one history; each player undoes their own moves.

Each cell has a stack of moves and shows the top one. Undo removes the player's latest move that is on top of its stack;
the previous contents, whoever entered them, reappear. So you can't undo the moves of others, and a move covered by
another player can't be undone until that player undoes theirs. Redo repeats the player's undone moves, the last first,
as long as the cell is unchanged since; a new move of the player clears them. Taking back removes the latest move in a
cell, whoever made it; only the player who took it back can redo it, and it belongs to its author again.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from engine.base.language import lazy_gettext as _
from engine.play.board import EMPTY, Board, CellState
from engine.play.errors import GameError
from engine.sudoku.puzzle import Puzzle

GIVEN = _("{cell} is a given.")
NO_SUCH_DIGIT = _("The digits here are 1 to {size}.")
HOLDS_A_DIGIT = _("{cell} holds a digit: clear it before noting others.")


class SharedMoveKind(Enum):
    """The kinds of moves on a shared board."""

    PUT = "put"
    UNDO = "undo"
    REDO = "redo"
    TAKE_BACK = "take back"


class SharedMove(NamedTuple):
    """A move, and the state of the cell after it. Replaying all moves in order reproduces the board."""

    player: int
    kind: SharedMoveKind
    cell: int
    after: CellState


class _Move(NamedTuple):
    """A move on a stack; `number` counts moves from 1."""

    number: int
    player: int
    cell: int
    entry: CellState


class _UndoneMove(NamedTuple):
    """An undone move, and the number of the move below it (0: none)."""

    move: _Move
    below: int


@dataclass
class _PlayerMoves:
    """The moves that a player can undo (those on stacks) and redo."""

    undoable: list[_Move] = field(default_factory=list)
    redoable: list[_UndoneMove] = field(default_factory=list)


class SharedBoard:
    """The shared board of a puzzle; players are numbers.

    Refused moves raise GameError and change nothing; moves without an effect return None.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.board = Board(puzzle.layout, tuple(CellState(given) for given in puzzle.givens), puzzle.rules)
        """The state of each cell."""
        self.authors: tuple[int | None, ...] = (None,) * len(puzzle.givens)
        """The player whose move each cell shows; None if there is none."""
        self._stacks: dict[int, list[_Move]] = {}
        self._player_moves: dict[int, _PlayerMoves] = {}
        self._count = 0

    def place(self, player: int, cell: int, digit: int) -> SharedMove | None:
        """Enter a digit over the contents of a cell; 0 clears the digit, or the notes if there is none."""
        before = self._require_changeable(cell, digit)
        if digit:
            return self._enter(player, cell, before._replace(value=digit))
        return self._enter(player, cell, before._replace(value=0) if before.value else EMPTY)

    def toggle_note(self, player: int, cell: int, digit: int) -> SharedMove | None:
        """Add a note to an empty cell, or remove it."""
        before = self._require_changeable(cell, digit)
        if before.value:
            raise GameError(HOLDS_A_DIGIT.format(cell=self.puzzle.layout.cell_name(cell)))
        return self._enter(player, cell, before._replace(notes=before.notes ^ (1 << digit)))

    def undo(self, player: int) -> SharedMove | None:
        """Undo the player's latest move that is on top of its stack."""
        moves = self._moves_of(player)
        move = next((move for move in reversed(moves.undoable) if self._stacks[move.cell][-1] is move), None)
        if move is None:
            return None
        moves.undoable.remove(move)
        stack = self._stacks[move.cell]
        stack.pop()
        moves.redoable.append(_UndoneMove(move, stack[-1].number if stack else 0))
        return self._show(player, SharedMoveKind.UNDO, move.cell)

    def redo(self, player: int) -> SharedMove | None:
        """Redo the player's last undone move, skipping those whose cell has changed since."""
        moves = self._moves_of(player)
        while moves.redoable:
            move, below = moves.redoable.pop()
            stack = self._stacks[move.cell]
            if (stack[-1].number if stack else 0) == below:
                self._push(move)
                return self._show(player, SharedMoveKind.REDO, move.cell)
        return None

    def take_back(self, player: int, cell: int) -> SharedMove | None:
        """Remove the latest move in a cell, whoever made it."""
        stack = self._stacks.get(cell)
        if not stack:
            return None
        move = stack.pop()
        self._moves_of(move.player).undoable.remove(move)
        self._moves_of(player).redoable.append(_UndoneMove(move, stack[-1].number if stack else 0))
        return self._show(player, SharedMoveKind.TAKE_BACK, cell)

    def apply(self, move: SharedMove) -> None:
        """Repeat a recorded move. Raises ValueError if it is not possible here."""
        result: SharedMove | None
        match move.kind:
            case SharedMoveKind.UNDO:
                result = self.undo(move.player)
            case SharedMoveKind.REDO:
                result = self.redo(move.player)
            case SharedMoveKind.TAKE_BACK:
                result = self.take_back(move.player, move.cell)
            case SharedMoveKind.PUT:
                try:
                    self._require_changeable(move.cell, move.after.value)
                except GameError as error:
                    raise ValueError(str(error)) from None
                result = self._enter(move.player, move.cell, move.after)
        if result != move:
            raise ValueError(f"{move} was made on another board")

    def _require_changeable(self, cell: int, digit: int) -> CellState:
        layout = self.puzzle.layout
        if not 0 <= digit <= layout.size:
            raise GameError(NO_SUCH_DIGIT.format(size=layout.size))
        if not 0 <= cell < len(self.authors):
            raise ValueError(f"there is no cell {cell}")
        if self.puzzle.givens[cell]:
            raise GameError(GIVEN.format(cell=layout.cell_name(cell)))
        return self.board.entries[cell]

    def _enter(self, player: int, cell: int, entry: CellState) -> SharedMove | None:
        if entry == self.board.entries[cell]:
            return None
        moves = self._moves_of(player)
        moves.redoable.clear()
        self._count += 1
        self._push(_Move(self._count, player, cell, entry))
        return self._show(player, SharedMoveKind.PUT, cell)

    def _moves_of(self, player: int) -> _PlayerMoves:
        return self._player_moves.setdefault(player, _PlayerMoves())

    def _push(self, move: _Move) -> None:
        self._moves_of(move.player).undoable.append(move)
        self._stacks.setdefault(move.cell, []).append(move)

    def _show(self, player: int, kind: SharedMoveKind, cell: int) -> SharedMove:
        """Update the cell to the top of its stack."""
        stack = self._stacks[cell]
        entry, author = (stack[-1].entry, stack[-1].player) if stack else (EMPTY, None)
        entries = self.board.entries
        self.board = Board(self.puzzle.layout, (*entries[:cell], entry, *entries[cell + 1 :]), self.puzzle.rules)
        self.authors = (*self.authors[:cell], author, *self.authors[cell + 1 :])
        return SharedMove(player, kind, cell, entry)
