"""One board for several players: for any actions in any order, no player undoes the moves of others."""

import pytest
from amounts import amount
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.play.board import CellState
from engine.play.errors import GameError
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.together.shared_board import SharedBoard, SharedMove, SharedMoveKind

GIVENS = (5, *[0] * 80)
PLAYERS, CELLS, DIGITS = st.integers(0, 2), st.integers(1, 5), st.integers(1, 3)


def board() -> SharedBoard:
    return SharedBoard(Puzzle(single(), GIVENS))


class Sharing(RuleBasedStateMachine):
    """A board and a list of all valid moves, which determines each cell."""

    def __init__(self) -> None:
        super().__init__()
        self.board = board()
        self.acts: list[SharedMove] = []
        self.moves: list[tuple[int, int, CellState]] = []
        self.undone: dict[int, list[tuple[tuple[int, int, CellState], object]]] = {0: [], 1: [], 2: []}

    def top(self, cell: int) -> tuple[int, int, CellState] | None:
        return next((move for move in reversed(self.moves) if move[1] == cell), None)

    def made(self, act: SharedMove | None) -> None:
        if act:
            self.acts.append(act)
            self.moves.append((act.player, act.cell, act.after))
            self.undone[act.player].clear()

    @rule(player=PLAYERS, cell=CELLS, digit=st.integers(0, 3))
    def place(self, player: int, cell: int, digit: int) -> None:
        before = self.board.board.entries[cell]
        act = self.board.place(player, cell, digit)
        assert (act is None) == (before.value == digit and (digit > 0 or not before.notes))
        assert self.board.board.values[cell] == digit
        self.made(act)

    @rule(player=PLAYERS, cell=CELLS, digit=DIGITS)
    def note(self, player: int, cell: int, digit: int) -> None:
        before = self.board.board.entries[cell]
        if before.value:
            with pytest.raises(GameError, match="holds a digit"):
                self.board.toggle_note(player, cell, digit)
        else:
            self.made(self.board.toggle_note(player, cell, digit))
            assert self.board.board.notes[cell] == before.notes ^ (1 << digit)

    @rule(player=PLAYERS)
    def undo(self, player: int) -> None:
        mine = [move for move in self.moves if move[0] == player and self.top(move[1]) is move]
        before, authors = self.board.board.entries, self.board.authors
        act = self.board.undo(player)
        assert (act is None) == (not mine)
        if act:
            assert mine[-1][1] == act.cell
            assert authors[act.cell] == player
            self.moves = [move for move in self.moves if move is not mine[-1]]
            self.undone[player].append((mine[-1], self.top(act.cell)))
            self.acts.append(act)
        changed = [cell for cell in range(81) if before[cell] != self.board.board.entries[cell]]
        assert changed in ([], [act.cell] if act else [])

    @rule(player=PLAYERS, cell=CELLS)
    def take_back(self, player: int, cell: int) -> None:
        top = self.top(cell)
        act = self.board.take_back(player, cell)
        assert (act is None) == (top is None)
        if act:
            self.moves = [move for move in self.moves if move is not top]
            below = self.top(cell)
            assert act == SharedMove(player, SharedMoveKind.TAKE_BACK, cell, below[2] if below else CellState(0))
            self.undone[player].append((top, below))  # type: ignore[arg-type]
            self.acts.append(act)

    @precondition(lambda self: any(self.undone.values()))
    @rule(player=PLAYERS)
    def redo(self, player: int) -> None:
        act = self.board.redo(player)
        while self.undone[player]:
            move, below = self.undone[player].pop()
            if self.top(move[1]) is below:
                assert act == SharedMove(player, SharedMoveKind.REDO, move[1], move[2])
                self.moves.append(move)
                self.acts.append(act)
                return
        assert act is None

    @invariant()
    def shows_the_latest_move_of_each_cell(self) -> None:
        for cell in range(81):
            top = self.top(cell)
            assert self.board.board.entries[cell] == (top[2] if top else CellState(GIVENS[cell]))
            assert self.board.authors[cell] == (top[0] if top else None)

    def teardown(self) -> None:
        again = board()
        for act in self.acts:
            again.apply(act)
        assert (again.board, again.authors) == (self.board.board, self.board.authors)
        while any(self.board.undo(player) for player in range(3)):
            pass
        assert self.board.board == board().board, "all can take all of it back together"


TestSharing = Sharing.TestCase
TestSharing.settings = settings(max_examples=amount(40), stateful_step_count=40, deadline=None)


def test_an_overwritten_digit_returns_only_when_its_author_undoes() -> None:
    shared = board()
    shared.place(0, 1, 1)
    shared.place(1, 1, 2)
    assert shared.undo(0) is None
    assert shared.board.values[1] == 2
    assert shared.undo(1) == SharedMove(1, SharedMoveKind.UNDO, 1, CellState(1))
    assert shared.undo(0) == SharedMove(0, SharedMoveKind.UNDO, 1, CellState(0))


def test_redo_keeps_the_author_of_a_digit() -> None:
    shared = board()
    shared.place(1, 1, 2)
    assert shared.take_back(0, 1) == SharedMove(0, SharedMoveKind.TAKE_BACK, 1, CellState(0))
    assert shared.take_back(0, 1) is None
    assert shared.redo(1) is None
    assert shared.redo(0) == SharedMove(0, SharedMoveKind.REDO, 1, CellState(2))
    assert shared.authors[1] == 1
    assert shared.undo(0) is None
    assert shared.undo(1) == SharedMove(1, SharedMoveKind.UNDO, 1, CellState(0))


def test_invalid_givens_and_digits_are_refused() -> None:
    shared = board()
    with pytest.raises(GameError, match="given"):
        shared.place(0, 0, 1)
    with pytest.raises(GameError, match="1 to 9"):
        shared.place(0, 1, 10)
    with pytest.raises(ValueError, match="no cell"):
        shared.place(0, 81, 1)


@pytest.mark.parametrize(
    "act",
    [
        SharedMove(0, SharedMoveKind.UNDO, 1, CellState(1)),
        SharedMove(0, SharedMoveKind.REDO, 1, CellState(1)),
        SharedMove(0, SharedMoveKind.TAKE_BACK, 1, CellState(1)),
        SharedMove(0, SharedMoveKind.PUT, 0, CellState(1)),
        SharedMove(0, SharedMoveKind.PUT, 1, CellState(0)),
        SharedMove(0, SharedMoveKind.PUT, 1, CellState(12)),
    ],
)
def test_impossible_results_are_reported(act: SharedMove) -> None:
    with pytest.raises(ValueError, match=r"made on another board|given|1 to 9"):
        board().apply(act)
