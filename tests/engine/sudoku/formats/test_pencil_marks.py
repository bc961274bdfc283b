"""Puzzles that rule out candidates: what each format writes, and that it reads the same."""

import json

import pytest
from pencil_marks import marked_puzzle
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sudoku.formats import FORMATS, parse, write
from engine.sudoku.formats.pencil_marks import mask_of, masks_of, with_candidates
from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.puzzle import Puzzle

MARKED = [name for name, form in FORMATS.items() if form.candidates_body]


@pytest.mark.parametrize("layout", ["4x4", "6x6", "single", "double"])
@pytest.mark.parametrize("form", MARKED)
def test_every_format_keeps_candidates(form: str, layout: str) -> None:
    puzzle = marked_puzzle(LAYOUTS[layout](), 3, share=0.5, givens=5, name="marks")
    if FORMATS[form].misfit(puzzle.layout):
        with pytest.raises(InputError):
            write(puzzle, form)
        return
    (found,) = parse(write(puzzle, form).encode())
    assert (found.name, found.givens, masks_of(found)) == (puzzle.name, puzzle.givens, masks_of(puzzle))


@pytest.mark.parametrize(
    ("form", "layout"), [*((form, "single") for form in MARKED), ("ss", "6x6"), ("stack", "double")]
)
def test_written_output(form: str, layout: str, snapshot: SnapshotAssertion) -> None:
    assert write(marked_puzzle(LAYOUTS[layout](), 5, share=0.8, givens=4, name="some marks"), form) == snapshot


def test_masks_of_candidates() -> None:
    assert mask_of("19a0 4") == 0b1000010010
    layout = LAYOUTS["4x4"]()
    open_puzzle = Puzzle(layout, (3, *(0,) * 15))
    assert masks_of(open_puzzle) == (0b1000, *(0b11110,) * 15)
    with pytest.raises(InputError, match="r1c3 has no candidates") as error:
        with_candidates(layout, [0] * 16, [2, 4, 0, *(2,) * 13])
    assert error.value.advice == "give each empty cell the digits that it may hold"
    puzzle = Puzzle(single(), (0,) * 81, "name", candidates=(6,) * 81)
    assert with_candidates(single(), [0] * 81, [6] * 81, "name") == puzzle


@pytest.mark.parametrize("marks", ["1", [0], [10], [1, True], [1.0], ["1"], {"1": 1}])
def test_impossible_f_puzzles_documents(marks: object) -> None:
    text = json.dumps({"size": 9, "grid": [[{"givenPencilMarks": marks}] + [{}] * 8] + [[{}] * 9] * 8})
    with pytest.raises(InputError, match="the pencil marks of R1C1 are not digits from 1 to 9"):
        parse(text.encode())
