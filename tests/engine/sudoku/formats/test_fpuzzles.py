"""JSON of f-puzzles."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sudoku.formats import parse, read_puzzles, write
from engine.sudoku.formats.fpuzzles_rules import KINDS_BY_NAME, MAX_RULES
from engine.sudoku.layout import LAYOUTS, describe, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.everywhere import BoardRule


def content(size: int = 9, **more: Any) -> dict[str, Any]:
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **more}


def refusal(text: str) -> str:
    with pytest.raises(InputError) as refused:
        parse(text.encode(), path="x.json")
    return str(refused.value)


def test_values_that_are_not_given_are_left_out() -> None:
    puzzle = content(title="  a\n title", ruleset="Normal rules", highlightConflicts=True, negative=[], text=[{"v": 1}])
    puzzle["grid"][0][:4] = [
        {"value": 5, "given": True},
        {"value": 4},
        {"value": "7", "given": True, "c": "#fff"},
        {"centerPencilMarks": [1, 2], "given": False},
    ]
    for text in (json.dumps(puzzle), json.dumps(puzzle, indent=2), "\n\n" + json.dumps(puzzle) + "\n"):
        assert parse(text.encode()) == [Puzzle(single(), (5, 0, 7, *(0,) * 78), "a title")]


@pytest.mark.parametrize("name", ["4x4", "6x6", "5x5", "16x16", "single", "x"])
def test_usual_boxes_are_not_written(name: str) -> None:
    layout = LAYOUTS[name]()
    written = json.loads(write(Puzzle(layout, (0,) * len(layout.cells)), "fpuzzles"))
    assert all(cell == {} for row in written["grid"] for cell in row)
    assert set(written) - {"size", "title", "grid"} == ({"diagonal+", "diagonal-"} if name == "x" else set())


def test_usual_boxes_of_eight_lie() -> None:
    (puzzle,) = parse(json.dumps(content(8)).encode())
    assert next(house.cells for house in puzzle.layout.houses if house.kind == "box") == (0, 1, 2, 3, 8, 9, 10, 11)
    assert puzzle.layout.name == "custom"


def test_one_diagonal_and_regions_of_any_form() -> None:
    diagonal = "house diagonal r1c1 r2c2 r3c3 r4c4"
    layout = describe(f"layout odd\nsize 4\ngrid 1 1\nmap box\nAAAB\nACBB\n.CCB\n..C.\n\n{diagonal}")
    (found,) = parse(write(Puzzle(layout, (1, *(0,) * 15)), "fpuzzles").encode())
    assert {house.cells for house in found.layout.houses} == {house.cells for house in layout.houses}
    assert found.givens == (1, *(0,) * 15)


def test_several_objects_line_by_line_past_a_broken_one() -> None:
    good = json.dumps(content(4, title="one"))
    found = list(read_puzzles([f"{good}\n{{'no': 1}}\n{good}\n".encode()]))
    assert [type(item) for item in found] == [Puzzle, InputError, Puzzle]
    assert isinstance(found[1], InputError)
    assert found[1].line == 2


def cell(value: Any, **more: Any) -> str:
    puzzle = content()
    puzzle["grid"][1][2] = {"value": value, "given": True, **more}
    return json.dumps(puzzle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "x.json:1: this is not valid JSON: Expecting property name"),
        ('{\n"size": 9,\n"grid": [}', "x.json:3: this is not valid JSON: Expecting value"),
        ('{"size": ' + "1" * 5000 + "}", "x.json:1: this is not valid JSON: number too long or nesting too deep"),
        ('{"size": ' + "[" * 100_000, "x.json:1: this is not valid JSON: number too long or nesting too deep"),
        ("{}", "x.json:1: this JSON holds no puzzle; give rows of digits, or an f-puzzles puzzle"),
        ('{"size": "9", "grid": []}', "x.json:1: the size is not a number of digits; it must be 1 to 25"),
        (json.dumps(content(26)), "x.json:1: the size is not a number of digits"),
        ('{"size": true, "grid": []}', "x.json:1: the size is not a number of digits"),
        ('{"size": 2, "grid": [[{}, {}], [{}]]}', "x.json:1: the grid is not 2 rows of 2 cells"),
        ('{"size": 2, "grid": [[{}, {}], [{}, 1]]}', "x.json:1: the grid is not 2 rows of 2 cells"),
        (json.dumps(content(1)), "x.json:1: house 1 has 1 cells; 2 to 1 are possible, one per digit"),
        (json.dumps(content(thermometer=[1])), "x.json:1: thermometer contains something that is not an object"),
        (json.dumps(content(thermometer=1)), "x.json:1: the rule thermometer can't be read"),
        (json.dumps(content(arrow=[{"lines": [["R1C1", "R1C2"]]}])), "x.json:1: the rule arrow can't be read"),
        (json.dumps(content(negative=["unknown"])), "x.json:1: this program does not support negative constraints"),
        (json.dumps(content(killercage=[{"cells": ["R1C0"]}])), "x.json:1: the rule killercage can't be read"),
        (json.dumps(content(killercage=[{"cells": ["R1C1"], "value": "x"}])), "x.json:1: the rule killercage can't be"),
        (json.dumps(content(sumline=[{"lines": []}])), "x.json:1: this program does not support 'sumline'"),
        (cell(10), "x.json:1: the value of R2C3 is not a digit from 1 to 9"),
        (cell("x"), "x.json:1: the value of R2C3 is not a digit"),
        (cell([1]), "x.json:1: the value of R2C3 is not a digit"),
        (cell(1.5), "x.json:1: the value of R2C3 is not a digit"),
        (cell(1, region="a"), "x.json:1: the region of R2C3 is not a number"),
        (cell(1, region=1), "x.json:1: house 20 has 10 cells; 2 to 9 are possible, one per digit"),
        (json.dumps(content(extraregion="R1C1")), "x.json:1: the extra regions are not a list of regions"),
        (json.dumps(content(extraregion=[{"cells": ["R1C10", "R1C1"]}])), "x.json:1: an extra region names no cell"),
        (json.dumps(content(extraregion=[{}])), "x.json:1: an extra region names no cell of the grid; cells are named"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


def test_an_unwritable_title_is_corrected() -> None:
    (puzzle,) = parse(b'{"title": "a\\ud800b", "size": 4, "grid": ' + json.dumps(content(4)["grid"]).encode() + b"}")
    assert puzzle.name == r"a\ud800b"


@settings(deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from(["R1C1", "R2C2", ""]),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from(["value", "given", "region", "cells", "x"]), inner, max_size=4)
        ),
        max_leaves=10,
    ),
    st.sampled_from(["size", "grid", "title", "extraregion", "diagonal+", "rule", "cell"]),
)
def test_any_value_anywhere_gives_a_puzzle_or_an_input_error(value: Any, place: str) -> None:
    puzzle = content(4)
    if place == "cell":
        puzzle["grid"][1][1] = value
    else:
        puzzle[place] = value
    found = list(read_puzzles([json.dumps(puzzle).encode()]))
    assert len(found) == 1 or all(isinstance(item, InputError) for item in found)  # texts in a list are read apart


@pytest.mark.parametrize("name", sorted(name for name, kind in KINDS_BY_NAME.items() if issubclass(kind, BoardRule)))
def test_a_rule_of_the_whole_board_is_read_if_true(name: str) -> None:
    kind = KINDS_BY_NAME[name]
    (puzzle,) = parse(json.dumps(content(**{name: True})).encode())
    assert puzzle.rules == (kind(),)
    (puzzle,) = parse(json.dumps(content(**{name: False})).encode())
    assert puzzle.rules == ()


def test_there_are_at_most_a_thousand_rules() -> None:
    cage = {"cells": ["R1C1", "R1C2"], "value": "7"}
    (puzzle,) = parse(json.dumps(content(killercage=[cage] * MAX_RULES)).encode())
    assert len(puzzle.rules) == MAX_RULES
    assert f"more than {MAX_RULES} rules" in refusal(json.dumps(content(killercage=[cage] * (MAX_RULES + 1))))
