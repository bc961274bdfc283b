"""Round trips of every cell and digit of every layout in every notation."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sudoku.layout import LAYOUTS, Layout, double, from_grids, single
from engine.sudoku.layout.cell_notation import CellError, WrittenCell, column_letters, read_cell
from engine.sudoku.signs import sign

WIDE = from_grids("wide", "three 16x16 grids in a row", 4, 4, [(0, 0), (0, 16), (0, 32)])
EVERY = {**{name: make() for name, make in LAYOUTS.items()}, "wide": WIDE}


def places(layout: Layout, cell: int) -> Iterator[str]:
    """All notations of a cell."""
    row, column = (1 + number for number in layout.cells[cell])
    letters = column_letters(column - 1)
    yield from (f"r{row}c{column}", f"R{row}C{column}", layout.cell_name(cell))
    yield from (f"{row}{letters}", f" {row} {letters.upper()} ", f"{row:03}{letters}")
    yield from (f"{row} {column}", f"{row},{column}", f"{row} , {column}")


def digits(digit: int) -> list[str]:
    """All notations of a digit: a number, and a letter if it has one."""
    return [str(digit), sign(digit), sign(digit).lower()] if digit > 9 else [str(digit)]


@pytest.mark.parametrize("layout", EVERY.values(), ids=EVERY)
def test_every_cell_and_digit_of_every_layout_in_every_notation(layout: Layout) -> None:
    compact = max(layout.rows, layout.columns, layout.size) < 10
    for cell, (row, column) in enumerate(layout.cells):
        for place in places(layout, cell):
            assert read_cell(place, layout) == WrittenCell(cell), place
        if compact:
            assert read_cell(f"{row + 1}{column + 1}", layout) == WrittenCell(cell)
        for digit in range(layout.size + 1) if len(layout.cells) < 200 else (cell % (layout.size + 1),):
            for written in digits(digit):
                for place in places(layout, cell):
                    for text in (f"{place}={written}", f"{place} = {written}", f"{place} {written}"):
                        assert read_cell(text, layout) == WrittenCell(cell, digit), text
                    for text in (f"{place}!={written}", f"{place} ≠ {written}"):
                        assert read_cell(text, layout) == WrittenCell(cell, digit, equal=False), text
                assert read_cell(f"{row + 1},{column + 1},{written}", layout) == WrittenCell(cell, digit)
            assert read_cell(f"{row + 1}{column_letters(column)}{digit}", layout) == WrittenCell(cell, digit)
            if compact:
                assert read_cell(f"{row + 1}{column + 1}{digit}", layout) == WrittenCell(cell, digit)


def test_columns_are_lettered_as_in_a_spreadsheet() -> None:
    letters = [column_letters(column) for column in range(26 + 26 * 26 + 1)]
    assert letters[:3] + letters[25:28] + letters[51:53] == ["a", "b", "c", "z", "aa", "ab", "az", "ba"]
    assert letters[-1] == "aaa"
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("r0c1", "There is no row 0: rows are 1 to 15."),
        ("16 1", "There is no row 16: rows are 1 to 15."),
        ("r1c16=4", "There is no column 16: columns are 1 to 15."),
        ("1p4", "There is no column p: columns are a to o."),
        ("r1c1=10", "There is no digit 10: digits are 1 to 9."),
        ("1b a", "There is no digit A: digits are 1 to 9."),
        ("1 14 4", "Row 1, column 14 lies outside the grids."),
        ("123", "It is not clear where the row ends in 123. Separate row, column and digit, as in 1 2 3."),
        ("12", "It is not clear where the row ends in 12. Separate row, column and digit, as in 1 2 3."),
    ],
)
def test_names_that_the_layout_lacks_are_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(CellError) as refusal:
        read_cell(text, double())
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("text", ["２ｂ４", "ｒ２ｃ２＝４", "2，2，4", "2、2　4"])
def test_signs_of_full_width_are_as_good(text: str) -> None:
    assert read_cell(text, double()) == read_cell("r2c2=4", double())


@pytest.mark.parametrize(
    "text", ["", "5", "b4", "c1r1", "r1c1=", "r1c1<4", "r1", "1234", "1 2 3 4", "1,,2", "r1c1=q", "1\u017f", "\u0661b4"]
)
def test_other_text_is_no_cell(text: str) -> None:
    assert read_cell(text, single()) is None


TEXT = st.text(st.sampled_from("0123456789rcRCabz ,=!≠") | st.characters(), max_size=12)


@given(TEXT, st.sampled_from(sorted(EVERY)))
def test_any_text_is_a_cell_of_the_layout_or_none(text: str, name: str) -> None:
    layout = EVERY[name]
    try:
        written = read_cell(text, layout)
    except CellError:
        return
    if written is not None:
        assert 0 <= written.cell < len(layout.cells)
        assert written.digit is None or 0 <= written.digit <= layout.size
