"""Finds a puzzle in one line among other fields (a name, a rating, a solution), as in tables and collections."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from engine.sudoku.formats.pencil_marks import CELL_WIDTH
from engine.sudoku.formats.text_lines import EMPTY

_FIELD = re.compile(r"[^\s,;:\"'|]+")
_CELLS = re.compile(r"[0-9A-Za-z._*?-]+")
_HEADER = re.compile(r"(puzzle|quiz|quizze|sudoku|grid|board|clue|given)s?", re.IGNORECASE)
_RATING = re.compile(r"(?:(?:ED|ER|SE)=)?(\d{1,2}\.\d)(?:/\d{1,2}\.\d){0,2}", re.IGNORECASE)
_MIN_CELLS = 30  # minimum cells of a puzzle among other fields: more than any row has


@dataclass(frozen=True)
class PuzzleRecord:
    """The cells of a puzzle as one field, its column (from 0), and the other fields as one text.

    `candidates` has those of each cell if the field contains them; otherwise it is empty. `rating` is the first other
    field that looks like one, such as `4.6` or `ED=7.2/1.2/1.2`; None if there is none.
    """

    cells: str
    column: int
    name: str
    candidates: tuple[str, ...] = ()
    rating: float | None = None


def record(line: str, widths: Container[int]) -> PuzzleRecord | None:
    """The record in a line with a field of as many cells as one of the widths; None if there is none.

    If there are several such fields, the first with an empty cell is the puzzle, and the others are ignored as
    solutions. A field nine times as long contains the candidates of each cell, as 81 times 9 characters.
    """
    cells, other_fields = [], []
    fields = list(_FIELD.finditer(line))
    for field in fields:
        width, remainder = divmod(len(field[0]), CELL_WIDTH)
        has_candidates = not remainder and width in widths and set(field[0]) <= set("0123456789.")
        is_puzzle = len(fields) == 1 or len(field[0]) >= _MIN_CELLS
        if (
            (len(field[0]) in widths or has_candidates)
            and is_puzzle
            and _CELLS.fullmatch(field[0])
            and field[0].strip("-")
        ):
            marks = _cells_of(field[0]) if has_candidates else ()
            cells.append(("".join(map(_given, marks)) if has_candidates else field[0], field.start(), marks))
        else:
            other_fields.append(field[0])
    if not cells:
        return None
    cells_text, column, candidates = next(
        (candidate for candidate in cells if any(sign in candidate[0] for sign in EMPTY)), cells[0]
    )
    ratings = (float(match[1]) for match in map(_RATING.fullmatch, other_fields) if match)
    return PuzzleRecord(cells_text, column, " ".join(other_fields), candidates, next(ratings, None))


def is_header(words: Sequence[str]) -> bool:
    """Whether the words of a line are the headings of a table of puzzles."""
    fields = [field for word in words for field in _FIELD.findall(word)]
    return any(map(_HEADER.fullmatch, fields)) and not any(re.search(r"[0-9.]", field) for field in fields)


def _cells_of(places: str) -> tuple[str, ...]:
    """The candidates of each cell, without the signs between."""
    cells = (places[start : start + CELL_WIDTH] for start in range(0, len(places), CELL_WIDTH))
    return tuple(cell.replace("0", "").replace(".", "") for cell in cells)


def _given(candidates: str) -> str:
    """The digit of a cell with one candidate; for any other, the sign of an empty cell."""
    return candidates if len(candidates) == 1 else EMPTY[0]
