"""The short texts of moves, of each kind."""

import pytest

from engine.play.board import CellState, Change
from engine.play.history import Move, MoveKind
from engine.sudoku.layout import single
from engine.sudoku.techniques.position import Candidate
from tui.draw.moves import move_text

EMPTY = CellState()


@pytest.mark.parametrize(("kind", "before", "after", "text"), [
    (MoveKind.PLACE, EMPTY, CellState(5), "r1c2 = 5"),
    (MoveKind.REVEAL, EMPTY, CellState(5, revealed=True), "r1c2 = 5 shown"),
    (MoveKind.CLEAR, CellState(5), EMPTY, "r1c2 cleared"),
    (MoveKind.NOTE, EMPTY, CellState(notes=0b1010), "r1c2 note 1 3"),
    (MoveKind.NOTE, CellState(notes=0b1010), CellState(notes=0b10), "r1c2 no note 3"),
    (MoveKind.NOTE, EMPTY, CellState(corners=0b100), "r1c2 corner note 2"),
    (MoveKind.NOTE, CellState(corners=0b100), EMPTY, "r1c2 no corner note 2"),
    (MoveKind.COLOUR, EMPTY, CellState(colour=2), "r1c2 colour B"),
    (MoveKind.COLOUR, CellState(colour=2), EMPTY, "r1c2 no colour"),
    (MoveKind.COLOUR, EMPTY, CellState(tints=((4, 1),)), "r1c2 4 colour A"),
    (MoveKind.COLOUR, CellState(tints=((4, 1),)), EMPTY, "r1c2 4 no colour"),
    (MoveKind.COLOUR, CellState(tints=((3, 1), (4, 1))), CellState(tints=((3, 1), (4, 2))), "r1c2 4 colour B"),
])  # fmt: skip
def test_moves_in_a_cell(kind: MoveKind, before: CellState, after: CellState, text: str) -> None:
    assert move_text(single(), Move(kind, (Change(1, before, after),))) == text


def test_moves_on_the_board() -> None:
    two = tuple(Change(cell, EMPTY, CellState(notes=2)) for cell in (0, 1))
    gone = tuple(Candidate(cell, 3) for cell in (7, 8))
    moves = [
        Move(MoveKind.START, ()), Move(MoveKind.SOLUTION, two), Move(MoveKind.RESTART, two), Move(MoveKind.NOTE, two),
        Move(MoveKind.ELIMINATE, (), gone), Move(MoveKind.ELIMINATE, (), gone[:1]),
    ]  # fmt: skip
    assert [move_text(single(), move) for move in moves] == [
        "start", "solution shown", "restart", "note in 2 cells", "2 candidates eliminated", "1 candidate eliminated",
    ]  # fmt: skip
