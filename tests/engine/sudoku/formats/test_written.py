"""Puzzles with rules of every kind in every format: the written text, and refusals."""

import random
from functools import cache
from zlib import crc32

import pytest
from rule_puzzles import random_rules
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sudoku.formats import FORMATS, write
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.printing.files import svg
from engine.sudoku.printing.page import figures, pages
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import KINDS
from engine.sudoku.search.exact import random_solution


@cache
def puzzles() -> list[Puzzle]:
    made = []
    mixed = [("single", list(KINDS)[at::8]) for at in range(8)]
    for number, (layout, kinds) in enumerate([*mixed, ("6x6", list(KINDS)[::3]), ("x", []), ("double", [])]):
        board, dice = LAYOUTS[layout](), random.Random(number)
        values = random_solution(board, number)
        rules = random_rules(kinds, values, board, dice)
        givens = tuple(digit if dice.random() < 0.3 else 0 for digit in values)
        made.append(Puzzle(board, givens, f"puzzle {number}", rules=rules))
    return made


@pytest.mark.parametrize("form", FORMATS)
def test_every_format(form: str, snapshot: SnapshotAssertion) -> None:
    found = []
    for puzzle in puzzles():
        try:
            text = write(puzzle, form)
        except InputError as error:
            text = f"refused: {error}"
        found.append(f"{puzzle.name}: {len(text)} {crc32(text.encode())} {text[:120]!r}")
    assert "\n".join(found) == snapshot


def test_printed(snapshot: SnapshotAssertion) -> None:
    made = [svg(sheet) for count in (1, 2, 6) for sheet in pages(figures(puzzles()), count)]
    assert [f"{len(text)} {crc32(text.encode())}" for text in made] == snapshot
