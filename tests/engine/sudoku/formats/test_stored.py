"""Texts and solutions stored with puzzles."""

import json

import pytest

from engine.sudoku.formats import parse, write
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

SOLUTION = random_solution(single(), 1)
OBJECT = json.loads(write(Puzzle(single(), (0,) * 81), "fpuzzles"))


@pytest.mark.parametrize("stored", [
    [*SOLUTION], [str(digit) for digit in SOLUTION], "".join(map(str, SOLUTION)),
])  # fmt: skip
def test_f_puzzles_has_a_text_and_a_solution(stored: object) -> None:
    (puzzle,) = parse(json.dumps(OBJECT | {"ruleset": "Be kind.", "solution": stored}).encode())
    assert (puzzle.text, puzzle.stored) == ("Be kind.", SOLUTION)
    assert puzzle == Puzzle(single(), (0,) * 81)


@pytest.mark.parametrize("stored", [[], [0] * 81, "12", {"a": 1}, [None] * 81, ["."] * 81, None, 5])
def test_invalid_solutions_are_left_out(stored: object) -> None:
    (puzzle,) = parse(json.dumps(OBJECT | {"ruleset": 5, "solution": stored}).encode())
    assert (puzzle.text, puzzle.stored) == ("", None)


def test_sudokupad_has_them_in_its_metadata() -> None:
    content = {
        "cells": [[{} for _ in range(9)] for _ in range(9)],
        "regions": [[[3 * a + i, 3 * b + j] for i in range(3) for j in range(3)] for a in range(3) for b in range(3)],
        "metadata": {"rules": ["Normal sudoku.", "Be kind."], "solution": "".join(map(str, SOLUTION))},
    }
    (puzzle,) = parse(json.dumps(content).encode())
    assert (puzzle.text, puzzle.stored) == ("Normal sudoku.\nBe kind.", SOLUTION)
