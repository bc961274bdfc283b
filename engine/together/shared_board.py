"""One board on which several players move, with one history, in which each takes back moves of their own.

Each cell has a pile of moves, the latest on top, which is what the cell shows. Undo takes the player's latest move off
that lies on top of its pile; what was there before, whoever put it there, is seen again. So nobody undoes what another
has done, and a move that another has written over can't be undone until the other takes theirs back. Redo makes the
player's moves again in the order they were undone, as long as the cell is as it was then; another move of the player's
ends that. Taking back removes the latest move in a cell, whoever made it; only who took it back can redo it, and it is
its author's again.
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
    """What a player does on a board."""

    PUT = "put"
    UNDO = "undo"
    REDO = "redo"
    TAKE_BACK = "take back"


class SharedMove(NamedTuple):
    """What somebody did, and the cell as it is after it. All acts in their order make the same board again."""

    player: int
    kind: SharedMoveKind
    cell: int
    after: CellState


class _Move(NamedTuple):
    """A move that may lie on a pile; `number` counts them, from 1."""

    number: int
    player: int
    cell: int
    entry: CellState


class _Undone(NamedTuple):
    """A move that was taken back, and the number of the one that lay below it, 0 for none."""

    move: _Move
    below: int


@dataclass
class _Side:
    """What a player can undo (their moves that lie on piles) and redo."""

    made: list[_Move] = field(default_factory=list)
    undone: list[_Undone] = field(default_factory=list)


class SharedBoard:
    """The board of a puzzle. Players are numbers. Acts that the rules refuse raise GameError and change nothing; one
    that changes nothing returns None.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.board = Board(puzzle.layout, tuple(CellState(given) for given in puzzle.givens), puzzle.rules)
        """What stands in each cell."""
        self.authors: tuple[int | None, ...] = (None,) * len(puzzle.givens)
        """Whose move each cell shows, None where it shows nobody's."""
        self._piles: dict[int, list[_Move]] = {}
        self._sides: dict[int, _Side] = {}
        self._count = 0

    def place(self, player: int, cell: int, digit: int) -> SharedMove | None:
        """Put a digit into a cell, over what stands there; 0 clears: the digit, or the notes if there is none."""
        before = self._changeable(cell, digit)
        if digit:
            return self._put(player, cell, before._replace(value=digit))
        return self._put(player, cell, before._replace(value=0) if before.value else EMPTY)

    def toggle_note(self, player: int, cell: int, digit: int) -> SharedMove | None:
        """Note a digit in an empty cell, or take the note off."""
        before = self._changeable(cell, digit)
        if before.value:
            raise GameError(HOLDS_A_DIGIT.format(cell=self.puzzle.layout.cell_name(cell)))
        return self._put(player, cell, before._replace(notes=before.notes ^ (1 << digit)))

    def undo(self, player: int) -> SharedMove | None:
        """Take back the player's latest move that no other lies on."""
        side = self._side(player)
        move = next((move for move in reversed(side.made) if self._piles[move.cell][-1] is move), None)
        if move is None:
            return None
        side.made.remove(move)
        pile = self._piles[move.cell]
        pile.pop()
        side.undone.append(_Undone(move, pile[-1].number if pile else 0))
        return self._show(player, SharedMoveKind.UNDO, move.cell)

    def redo(self, player: int) -> SharedMove | None:
        """Make the player's move again that was undone last; those whose cell has changed since are passed over."""
        side = self._side(player)
        while side.undone:
            move, below = side.undone.pop()
            pile = self._piles[move.cell]
            if (pile[-1].number if pile else 0) == below:
                self._lay(move)
                return self._show(player, SharedMoveKind.REDO, move.cell)
        return None

    def take_back(self, player: int, cell: int) -> SharedMove | None:
        """Take the latest move in a cell back, whoever made it."""
        pile = self._piles.get(cell)
        if not pile:
            return None
        move = pile.pop()
        self._side(move.player).made.remove(move)
        self._side(player).undone.append(_Undone(move, pile[-1].number if pile else 0))
        return self._show(player, SharedMoveKind.TAKE_BACK, cell)

    def apply(self, act: SharedMove) -> None:
        """Do again what was done. Raises ValueError if that can't have been done here."""
        made: SharedMove | None
        match act.kind:
            case SharedMoveKind.UNDO:
                made = self.undo(act.player)
            case SharedMoveKind.REDO:
                made = self.redo(act.player)
            case SharedMoveKind.TAKE_BACK:
                made = self.take_back(act.player, act.cell)
            case SharedMoveKind.PUT:
                try:
                    self._changeable(act.cell, act.after.value)
                except GameError as error:
                    raise ValueError(str(error)) from None
                made = self._put(act.player, act.cell, act.after)
        if made != act:
            raise ValueError(f"{act} was done on another board")

    def _changeable(self, cell: int, digit: int) -> CellState:
        layout = self.puzzle.layout
        if not 0 <= digit <= layout.size:
            raise GameError(NO_SUCH_DIGIT.format(size=layout.size))
        if not 0 <= cell < len(self.authors):
            raise ValueError(f"there is no cell {cell}")
        if self.puzzle.givens[cell]:
            raise GameError(GIVEN.format(cell=layout.cell_name(cell)))
        return self.board.entries[cell]

    def _put(self, player: int, cell: int, entry: CellState) -> SharedMove | None:
        if entry == self.board.entries[cell]:
            return None
        side = self._side(player)
        side.undone.clear()
        self._count += 1
        self._lay(_Move(self._count, player, cell, entry))
        return self._show(player, SharedMoveKind.PUT, cell)

    def _side(self, player: int) -> _Side:
        return self._sides.setdefault(player, _Side())

    def _lay(self, move: _Move) -> None:
        self._side(move.player).made.append(move)
        self._piles.setdefault(move.cell, []).append(move)

    def _show(self, player: int, kind: SharedMoveKind, cell: int) -> SharedMove:
        """Let the cell show what lies on top of its pile."""
        pile = self._piles[cell]
        entry, author = (pile[-1].entry, pile[-1].player) if pile else (EMPTY, None)
        entries = self.board.entries
        self.board = Board(self.puzzle.layout, (*entries[:cell], entry, *entries[cell + 1 :]), self.puzzle.rules)
        self.authors = (*self.authors[:cell], author, *self.authors[cell + 1 :])
        return SharedMove(player, kind, cell, entry)
