"""Entries of f-puzzles: what they may hold, and what is refused."""

from collections.abc import Callable

import pytest

from engine.base.errors import InputError
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.rules.kinds.outside import heading
from engine.sudoku.rules.rule import Entry, names, place

SINGLE = single()


def _entry(**content: object) -> Entry:
    return Entry(SINGLE, "thing", content)


def _rays() -> dict[tuple[int, int, str], list[tuple[int, int]]]:
    """By the row and column of a clue outside and its direction: the cells that it sees."""
    found: dict[tuple[int, int, str], list[tuple[int, int]]] = {}
    for at in range(9):
        found |= {
            (-1, at, ""): [(row, at) for row in range(9)],
            (9, at, ""): [(row, at) for row in range(8, -1, -1)],
            (at, -1, ""): [(at, column) for column in range(9)],
            (at, 9, ""): [(at, column) for column in range(8, -1, -1)],
            (-1, at - 1, "DR"): [(row, at + row) for row in range(9 - at)],
            (-1, at + 1, "DL"): [(row, at - row) for row in range(at + 1)],
            (9, at - 1, "UR"): [(8 - step, at + step) for step in range(9 - at)],
            (9, at + 1, "UL"): [(8 - step, at - step) for step in range(at + 1)],
        }
    return found


def test_a_clue_outside_sees_a_row_a_column_or_a_diagonal() -> None:
    for (row, column, direction), cells in _rays().items():
        entry = _entry(cell=f"R{row + 1}C{column + 1}", direction=direction)
        # Names have no negative numbers: f-puzzles counts from 1, and a clue before the first row is in row 0.
        assert [SINGLE.cells[cell] for cell in entry.line_from()] == cells
        if len(cells) > 1:
            start = (cells[0][0], cells[0][1], cells[1][0] - cells[0][0], cells[1][1] - cells[0][1])
            assert heading(SINGLE, entry.line_from()) == start


def test_a_clue_of_one_cell_stands_in_the_nearest_corner() -> None:
    corners = {(0, 0): (1, 1), (0, 8): (1, -1), (8, 0): (-1, 1), (8, 8): (-1, -1)}
    for (row, column), steps in corners.items():
        assert heading(SINGLE, [SINGLE.index[row, column]]) == (row, column, *steps)


@pytest.mark.parametrize(
    "read",
    [
        lambda: _entry(cells=[]).cells(),
        lambda: _entry(cells="R1C1").cells(),
        lambda: _entry().cells(),
        lambda: _entry(cells=["R1C1"] * 163).cells(),
        lambda: _entry(cells=["R1C10"]).cells(),
        lambda: _entry(cells=["R0C1"]).cells(),
        lambda: _entry(cells=["RxC1"]).cells(),
        lambda: _entry(cells=["R1"]).cells(),
        lambda: _entry(cells=[11]).cells(),
        lambda: _entry(cell=None).cell(),
        lambda: _entry(lines={}).lines() or _entry(lines={"a": 1}).lines(),
        lambda: _entry(lines=["R1C1"]).lines(),
        lambda: _entry(lines=[["R1C1"] * 163]).lines(),
        lambda: _entry(value="12345").number(),
        lambda: _entry(value="-1").number(),
        lambda: _entry(value="²").number(),
        lambda: _entry(value="").number(),
        lambda: _entry(value=1.5).number(),
        lambda: _entry(values=["1", "100"]).numbers("values"),
        lambda: _entry(values=[-1]).numbers("values"),
        lambda: _entry(values="12").numbers("values"),
        lambda: _entry(cell="R5C5").line_from(),
        lambda: _entry(cell="R0C0").line_from() and _entry(cell="R20C20", direction="DR").line_from(),
        lambda: _entry(cell="R0C5", direction="U").line_from(),
    ],
)
def test_refusals(read: Callable[[], object]) -> None:
    with pytest.raises(InputError, match=r"^the rule thing can't be read$"):
        read()


@pytest.mark.parametrize("content", [None, [], "text", 3])
def test_values_that_are_no_object(content: object) -> None:
    with pytest.raises(InputError, match="thing contains something that is not an object"):
        Entry(SINGLE, "thing", content)


def test_parts() -> None:
    assert _entry(cells=["R1C1", "r2c3"]).cells() == (0, 11)
    assert len(_entry(cells=["R1C1"] * 162).cells()) == 162
    assert _entry(fog=["R9C9"]).cells("fog") == (80,)
    assert _entry(lines=[["R1C1", "R1C2"], ["R1C1"], []]).lines() == [(0, 1)]
    assert _entry().lines() == _entry(lines=None).lines() == []
    assert _entry(cell="R1C2").cell() == 1
    assert [_entry(value=value).text() for value in (7, "a", [1], None)] == ["7", "a", "", ""]
    assert (_entry(value=" 9999 ").number(), _entry().number(5), _entry(size=2).number(part="size")) == (9999, 5, 2)
    assert _entry(values=[1, "99"]).numbers("values") == (1, 99)


def test_names_of_cells() -> None:
    layout = LAYOUTS["6x6"]()
    assert names(layout, (0, 7)) == ["R1C1", "R2C2"]
    assert (place(layout, (0,)), place(layout, (0, 1, 2))) == ("r1c1", "r1c1-r1c3")
    assert names(double(), (0,)) == [double().cell_name(0).upper()]
