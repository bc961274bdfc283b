"""Lines as symbols, and which rows they can be."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sudoku.layout import double
from engine.sudoku.shapes import canvas
from engine.sudoku.text_lines import Line, pick


@settings(deadline=None)
@given(st.text(st.sampled_from("0123456789.x- \t"), max_size=40))
def test_symbols_are_the_text_without_blanks(text: str) -> None:
    line = Line(1, text)
    assert "".join(line.symbols) == "".join(text.split())
    for place, symbol in enumerate(line.symbols):
        start = line.column(place) - 1
        assert line.text[start : start + len(symbol)] == symbol


@pytest.mark.parametrize(
    ("text", "symbols", "indent"),
    [
        ("  53..7....", list("53..7...."), 2),
        ("5 3 0 -1 12", ["5", "3", "0", "-1", "12"], 0),
        ("123 456 789", list("123456789"), 0),
        ("\t1 2", ["1", "2"], 8),
        ("5", ["5"], 0),
    ],
)
def test_cutting(text: str, symbols: list[str], indent: int) -> None:
    line = Line(1, text)
    assert (list(line.symbols), line.indent) == (symbols, indent)


@pytest.mark.parametrize(
    ("symbol", "value"), [(".", 0), ("0", 0), ("7", 7), ("12", 12), ("x", None), ("-1", None), ("٣", None), ("²", None)]
)
def test_values(symbol: str, value: int | None) -> None:
    assert Line(1, f"{symbol} {symbol}").value(1) == value


TOP, MIDDLE, BOTTOM = 0, 6, 9
CORNERS = "-1 " * 6
DIGITS = "1 2 3 4 5 6 7 8 9"


@pytest.mark.parametrize(
    ("row", "text", "places"),
    [
        (TOP, "123456789", range(9)),
        (TOP, "123456789......", range(9)),
        (TOP, "123456789000000", range(9)),
        (TOP, "1234567891.....", None),
        (TOP, "      123456789", None),
        (TOP, f"{DIGITS} -1 -1 -1 -1 -1 -1", range(9)),
        (TOP, DIGITS, range(9)),
        (TOP, f"{CORNERS}{DIGITS}", None),
        (TOP, "12345678", None),
        (MIDDLE, "123456789123456", range(15)),
        (MIDDLE, "123456789", None),
        (BOTTOM, "      123456789", range(9)),
        (BOTTOM, "......123456789", range(6, 15)),
        (BOTTOM, "123456789", range(9)),
        (BOTTOM, "   123456789", None),
        (BOTTOM, f"{CORNERS}{DIGITS}", range(6, 15)),
        (BOTTOM, f"                  {DIGITS}", range(9)),
        (BOTTOM, f"{DIGITS} {CORNERS}", None),
    ],
)
def test_rows_of_the_double_canvas(row: int, text: str, places: range | None) -> None:
    picked = Line(1, text).pick(canvas(double()).rows[row], 15, 0)
    assert (None if picked is None else list(picked)) == (None if places is None else list(places))


def test_pick_stops_at_the_first_line_that_can_not_be() -> None:
    lines = [Line(number, "  123456789") for number in range(9)]
    assert len(pick(lines, canvas(double()))) == 6
