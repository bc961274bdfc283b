"""The player's notes: finds wrong notes and cells without notes."""

from collections.abc import Collection

from engine.base.language import ngettext
from engine.play.board import Board
from engine.sudoku.puzzle import Digits
from engine.sudoku.techniques.position import Candidate, Position


def wrong_notes(board: Board, solution: Digits | None) -> tuple[Candidate, ...]:
    """The digits of the solution that are missing in the notes of their cells, by cell; empty without a solution.

    Only cells with centre notes count: a corner note says that the digit has few places, and nothing about other
    digits.
    """
    return tuple(
        Candidate(cell, digit)
        for cell, (entry, digit) in enumerate(zip(board.entries, solution or (), strict=solution is not None))
        if entry.notes and not entry.value and not entry.noted >> digit & 1
    )


def missing_notes(position: Position, notes: Collection[int], corners: Collection[int], cells: Collection[int]) -> bool:
    """Whether any of these cells is empty and has no notes."""
    noted = [centre | corner for centre, corner in zip(notes, corners, strict=True)]
    return any(not position.values[cell] and not noted[cell] for cell in cells)


def notes_verdict(count: int) -> str:
    """A sentence on the number of cells with wrong notes, for a board without wrong digits."""
    return ngettext(
        "No digit is wrong, but the notes of one cell are missing its digit.",
        "No digit is wrong, but the notes of {count} cells are missing their digits.",
        count,
    ).format(count=count)
