"""Lists of rows in any JSON, and saved games of GNOME Sudoku."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.files.kinds import FileKind, kind_of
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
        ({"puzzle": "".join(TEXTS), "solution": "".join(TEXTS)}, [""]),
        ({"sudoku": "\n".join(TEXTS), "name": "one"}, ["one"]),
        ([{"id": 1, "clues": "".join(TEXTS)}, {"id": 2, "clues": "".join(TEXTS)}], ["1", "2"]),
        ({"size": 9, "clues": ROWS, "solution": ROWS}, [""]),
        ({"size": 9, "grid": TEXTS}, [""]),
    ],
)
def test_lists_of_rows_are_puzzles(content: Any, names: list[str], indent: int | None) -> None:
    found = parse(json.dumps(content, indent=indent).encode())
    assert [puzzle.name for puzzle in found] == names
    assert {puzzle.givens for puzzle in found} == {PUZZLE.givens}


def test_each_line_may_be_a_value() -> None:
    lines = [json.dumps(ROWS), json.dumps({"puzzle": TEXTS}), '{"no": 1}', json.dumps(ROWS)]
    found = list(read_puzzles(["\n".join(lines).encode()]))
    assert [getattr(item, "line", None) for item in found] == [None, None, 3, None]


def test_other_layouts() -> None:
    puzzle = Puzzle(double(), tuple(cell % 10 if cell % 3 else 0 for cell in range(153)))
    rows = [line.ljust(15).replace(" ", "0") for line in write(puzzle, "grid").splitlines()]
    assert parse(json.dumps(rows).encode()) == [puzzle]
    large = Puzzle(LAYOUTS["16x16"](), tuple(cell % 17 for cell in range(256)))
    grid = [list(large.givens[start : start + 16]) for start in range(0, 256, 16)]
    assert parse(json.dumps(grid).encode()) == [large]


@pytest.mark.parametrize(
    ("mode", "layout", "corners"),
    [
        ("twin-nw", "double", {"primary": (0, 0), "secondary": (6, 6)}),
        ("twin-ne", "double-lower-left", {"primary": (0, 6), "secondary": (6, 0)}),
        ("twin-sw", "double-upper-right", {"primary": (6, 0), "secondary": (0, 6)}),
        ("twin-se", "double-upper-left", {"primary": (6, 6), "secondary": (0, 0)}),
        ("samurai", "samurai", {"center": (6, 6), "nw": (0, 0), "ne": (0, 12), "sw": (12, 0), "se": (12, 12)}),
    ],
)
def test_overlapping_grids_of_yen_doku(mode: str, layout: str, corners: dict[str, tuple[int, int]]) -> None:
    requested = LAYOUTS[layout]()
    givens = dict(zip(requested.cells, (cell % 10 for cell in range(len(requested.cells))), strict=True))
    grids = {
        place: {"grid": [[givens[top + row, left + column] for column in range(9)] for row in range(9)]}
        for place, (top, left) in corners.items()
    }
    content = {"date": "2026-01-15", "mode": mode, "difficulty": "easy", "clueCount": 71, "grids": grids}
    for indent in (None, 2):
        text = json.dumps(content, indent=indent).encode()
        assert parse(text) == [Puzzle(requested, tuple(givens.values()), "easy")]
        assert kind_of(text, True, "a") is FileKind.PUZZLE
    grids["primary" if mode != "samurai" else "center"]["grid"] = [[9] * 9] * 9
    with pytest.raises(InputError, match="the shared cell"):
        parse(json.dumps(content).encode())


def test_a_saved_game() -> None:
    cells = [
        {"position": [cell // 9, cell % 9], "value": digit or 3, "fixed": digit > 0, "earmarks": [1, 2]}
        for cell, digit in enumerate(PUZZLE.givens)
        if digit or cell % 2
    ]
    save = {"difficulty_category": "hard", "time_elapsed": 12.5, "cells": cells}
    for text in (json.dumps(save), json.dumps(save, indent=2)):
        assert parse(text.encode()) == [Puzzle(single(), PUZZLE.givens, "hard")]
        assert kind_of(text.encode(), True, "savefile") is FileKind.PUZZLE


def test_lists_are_known_as_puzzles() -> None:
    for content in (ROWS, NULLS, {"puzzle": ROWS}):
        assert kind_of(json.dumps(content).encode(), True, "a") is FileKind.PUZZLE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[1, 2], [3", "x:1: this is not valid JSON"),
        ('{"a": 1}', "x:1: this JSON holds no puzzle; give rows of digits"),
        ("[[[[[[[1]]]]]]]", "x:1: this JSON holds no puzzle"),
        (json.dumps([[10] * 9] * 9), "x:1: digit 10 in column 1 is above 9"),
        (json.dumps([[9] * 9] * 8), "x:1: a sudoku 9x9 ends after 8 of its 9 lines"),
        ('{"cells": [{"position": [9, 0], "value": 1}]}', "x:1: a cell of this saved game has no position"),
        ('{"cells": [{"position": [0, 0], "value": "1"}]}', "x:1: a cell of this saved game has no digit"),
        ('{"cells": [{"position": 3}]}', "x:1: a cell of this saved game has no position"),
        ('{"puzzle": ""}', "x:1: this JSON holds no puzzle"),
        ('{"puzzle": "12345"}', "x:1: a Latin square 5x5 ends after 1 of its 5 lines"),
        ('{"grids": {"primary": {}, "secondary": {}}, "mode": ["twin-nw"]}', "x:1: the mode of this twin sudoku"),
        ('{"grids": {"primary": {"grid": [[1]]}, "secondary": 3}, "mode": "twin-nw"}', "x:1: the grid 'primary'"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(text.encode(), path="x")
    assert str(refused.value).startswith(message)


KEYS = ["size", "grid", "grids", "primary", "secondary", "mode", "cells", "position", "value", "puzzle"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 300) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
)


@given(VALUES)
def test_any_json_gives_puzzles_or_errors(value: Any) -> None:
    for found in read_puzzles([json.dumps([value]).encode()]):
        assert isinstance(found, Puzzle | InputError)
