"""Lists of rows, in whatever JSON they lie, and saved games of GNOME Sudoku."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.files.kinds import Kind, kind_of
from engine.sudoku.formats import parse, read_puzzles, write
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.puzzle import Puzzle

PUZZLE = Puzzle(single(), tuple(cell % 10 if cell % 3 else 0 for cell in range(81)))
ROWS = [list(PUZZLE.givens[start : start + 9]) for start in range(0, 81, 9)]
TEXTS = ["".join(map(str, row)) for row in ROWS]
NULLS = [[digit or None for digit in row] for row in ROWS]
EMPTY = [[str(digit or "") for digit in row] for row in ROWS]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    ("content", "names"),
    [
        *((rows, [""]) for rows in (ROWS, NULLS, EMPTY, TEXTS)),
        ([ROWS, NULLS], ["", ""]),
        ({"puzzle": ROWS, "solution": ROWS, "id": 7}, ["7"]),
        ({"board": ROWS, "difficulty": "easy"}, ["easy"]),
        ([{"title": "one", "grid": ROWS}, {"name": "two", "clues": TEXTS}], ["one", "two"]),
        ({"puzzles": [ROWS, EMPTY]}, ["", ""]),
        (["".join(TEXTS), "".join(TEXTS)], ["", ""]),
    ],
)
def test_rows(content: Any, names: list[str], indent: int | None) -> None:
    found = parse(json.dumps(content, indent=indent).encode())
    assert [puzzle.name for puzzle in found] == names
    assert {puzzle.givens for puzzle in found} == {PUZZLE.givens}


def test_a_value_on_each_line() -> None:
    lines = [json.dumps(ROWS), json.dumps({"puzzle": TEXTS}), '{"no": 1}', json.dumps(ROWS)]
    found = list(read_puzzles(["\n".join(lines).encode()]))
    assert [getattr(one, "line", None) for one in found] == [None, None, 3, None]


def test_other_layouts() -> None:
    puzzle = Puzzle(double(), tuple(cell % 10 if cell % 3 else 0 for cell in range(153)))
    rows = [line.ljust(15).replace(" ", "0") for line in write(puzzle, "grid").splitlines()]
    assert parse(json.dumps(rows).encode()) == [puzzle]
    large = Puzzle(LAYOUTS["16x16"](), tuple(cell % 17 for cell in range(256)))
    grid = [list(large.givens[start : start + 16]) for start in range(0, 256, 16)]
    assert parse(json.dumps(grid).encode()) == [large]


def test_a_saved_game() -> None:
    cells = [
        {"position": [cell // 9, cell % 9], "value": digit or 3, "fixed": digit > 0, "earmarks": [1, 2]}
        for cell, digit in enumerate(PUZZLE.givens)
        if digit or cell % 2
    ]
    save = {"difficulty_category": "hard", "time_elapsed": 12.5, "cells": cells}
    for text in (json.dumps(save), json.dumps(save, indent=2)):
        assert parse(text.encode()) == [Puzzle(single(), PUZZLE.givens, "hard")]
        assert kind_of(text.encode(), True, "savefile") is Kind.PUZZLE


def test_lists_are_known_as_puzzles() -> None:
    for content in (ROWS, NULLS, {"puzzle": ROWS}):
        assert kind_of(json.dumps(content).encode(), True, "a") is Kind.PUZZLE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[1, 2], [3", "x:1: this is no proper JSON"),
        ('{"a": 1}', "x:1: this JSON holds no puzzle; give rows of digits"),
        ("[[[[[[[1]]]]]]]", "x:1: this JSON holds no puzzle"),
        (json.dumps([[10] * 9] * 9), "x:1: digit 10 in column 1 is above 9"),
        (json.dumps([[9] * 9] * 8), "x:1: a sudoku 9x9 ends after 8 of its 9 lines"),
        ('{"cells": [{"position": [9, 0], "value": 1}]}', "x:1: a cell of this saved game has no position"),
        ('{"cells": [{"position": [0, 0], "value": "1"}]}', "x:1: a cell of this saved game has no digit"),
        ('{"cells": [{"position": 3}]}', "x:1: a cell of this saved game has no position"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(text.encode(), path="x")
    assert str(refused.value).startswith(message)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 300) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=9)
    | st.dictionaries(st.sampled_from(["size", "grid", "cells", "position", "value", "puzzle"]), inner, max_size=3),
)


@given(VALUES)
def test_any_json_gives_puzzles_or_errors(value: Any) -> None:
    for found in read_puzzles([json.dumps([value]).encode()]):
        assert isinstance(found, Puzzle | InputError)
