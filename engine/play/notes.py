"""The player's notes: which of them are wrong, and which cells have none."""

from collections.abc import Collection

from engine.base.language import ngettext
from engine.play.board import Board
from engine.sudoku.puzzle import Digits
from engine.sudoku.techniques.position import Candidate, Position


def wrong_notes(board: Board, solution: Digits | None) -> tuple[Candidate, ...]:
    """The digits of the solution that the notes of their cells lack, ascending; none where the solution is not known.

    Only cells with notes in the centre count: a note in a corner says that the digit has few places, and nothing of the
    digits that are not noted.
    """
    return tuple(
        Candidate(cell, digit)
        for cell, (entry, digit) in enumerate(zip(board.entries, solution or (), strict=solution is not None))
        if entry.notes and not entry.value and not entry.noted >> digit & 1
    )


def missing_notes(position: Position, notes: Collection[int], corners: Collection[int], cells: Collection[int]) -> bool:
    """Whether some of these cells are empty and have no note of either kind."""
    noted = [centre | corner for centre, corner in zip(notes, corners, strict=True)]
    return any(not position.values[cell] and not noted[cell] for cell in cells)


def notes_verdict(count: int) -> str:
    """A sentence that says how many cells have wrong notes where no digit is wrong, but not which."""
    return ngettext(
        "No digit is wrong, but the notes of one cell lack its digit.",
        "No digit is wrong, but the notes of {count} cells lack their digits.",
        count,
    ).format(count=count)
