"""Game IDs of Solo, generated in the tests from the description of the format."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.files.kinds import FileKind, kind_of
from engine.sudoku.formats import parse
from engine.sudoku.layout import LAYOUTS, Layout, describe, single
from engine.sudoku.puzzle import Puzzle

REGULAR = {"single": "3x3", "4x4": "2x2", "6x6": "2x3", "x": "3x3x", "16x16": "4x4"}
IRREGULAR = describe("layout odd\nsize 4\ngrid 1 1\nmap box\nAAAB\nACBB\nCCDB\nCDDD")


def run_lengths(text: str, empty: str) -> str:
    """The text with each run of that sign replaced by a letter."""
    for length in range(26, 0, -1):
        text = text.replace(empty * length, chr(96 + length))
    return text


def cells(givens: tuple[int, ...]) -> str:
    words = [str(digit) if digit else "." for digit in givens]
    text = re.sub(r"(?<=[0-9]) (?=[0-9])", "_", " ".join(words)).replace(" ", "")
    return run_lengths(text, ".")


def boxes(layout: Layout) -> str:
    size = layout.size
    box = {cell: house for house in layout.houses if house.kind == "box" for cell in house.cells}
    edges = [(row * size + column, row * size + column + 1) for row in range(size) for column in range(size - 1)]
    edges += [(row * size + column, (row + 1) * size + column) for column in range(size) for row in range(size - 1)]
    text, run = "", 0
    for first, other in [*edges, (0, None)]:
        if other is not None and box[first] is box[other]:
            run += 1
        else:
            text, run = text + (chr(96 + run) if run else "_"), 0
    return text


def same_rules(first: Layout, other: Layout) -> bool:
    return {frozenset(house.cells) for house in first.houses} == {frozenset(house.cells) for house in other.houses}


@pytest.mark.parametrize("name", REGULAR)
@given(st.data())
def test_a_grid_with_usual_boxes(name: str, data: st.DataObject) -> None:
    layout = LAYOUTS[name]()
    givens = data.draw(st.tuples(*[st.integers(0, layout.size) | st.just(0)] * len(layout.cells)))
    (found,) = parse(f"{REGULAR[name]}:{cells(givens)}".encode())
    assert found.givens == givens
    assert same_rules(found.layout, layout)


@given(st.tuples(*[st.integers(0, 4)] * 16))
def test_boxes_of_any_form(givens: tuple[int, ...]) -> None:
    (found,) = parse(f"4j:{cells(givens)},{boxes(IRREGULAR)}".encode())
    assert found.givens == givens
    assert same_rules(found.layout, IRREGULAR)


def test_a_name_above_and_other_puzzles_around() -> None:
    line = "." * 80 + "1"
    found = parse(f"# one\n3x3de:{cells((5, *(0,) * 80))}\n{line}\n".encode())
    assert [(puzzle.name, puzzle.givens[0]) for puzzle in found] == [("one", 5), ("", 0)]
    assert found[0] == Puzzle(single(), (5, *(0,) * 80), "one")
    assert kind_of(f"3x3:{cells((5, *(0,) * 80))}\n".encode(), True, "id.txt") is FileKind.PUZZLE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x3k:zzzc,abc", "x:1: a killer sudoku can't be read from a game ID"),
        ("3x3:zzz", "x:1: this game ID does not hold 81 cells; copy all of it"),
        ("3x3:zzzzzzzzz", "x:1: this game ID does not hold 81 cells"),
        ("2x2:5o", "x:1: this game ID does not hold 16 cells"),
        ("9x9:z", "x:1: this game ID is for a grid of 81x81"),
        ("4j:p,zz", "x:1: this game ID describes no grid: "),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(text.encode(), path="x")
    assert str(refused.value).startswith(message)
