"""Lines as symbols, and the rows that they can be."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sudoku.formats.shapes import canvas
from engine.sudoku.formats.text_lines import PuzzleLine, is_ruler, pick, value_of
from engine.sudoku.layout import double


@settings(deadline=None)
@given(st.text(st.sampled_from("0123456789.x- \t"), max_size=40))
def test_symbols_are_the_text_without_blanks(text: str) -> None:
    for cut in PuzzleLine(1, text).cuts:
        assert "".join(cut.symbols) == "".join(text.split())
        for place, symbol in enumerate(cut.symbols):
            start = cut.column(place) - 1
            assert cut.text[start : start + len(symbol)] == symbol


@pytest.mark.parametrize(
    ("text", "cuts", "indent"),
    [
        ("  53..7....", [list("53..7....")], 2),
        ("5 3 0 -1 12", [["5", "3", "0", "-1", "12"], list("530-112")], 0),
        ("123 456 789", [list("123456789")], 0),
        ("12|34", [["12", "34"], list("1234")], 0),
        ("|5|.|", [["5", "."]], 1),
        ("│ 5 . ║ 12", [["5", ".", "12"], list("5.12")], 2),
        ("\t1 2", [["1", "2"]], 8),
        ("5", [["5"]], 0),
        ("-1", [["-1"], list("-1")], 0),
        ("5,3,,7", [["5", "3", ".", "7"]], 0),
        (" 5; 3 ;12;", [["5", "3", "12", "."], ["5", "3", "12"]], 1),
        (",,", [[".", ".", "."], [".", "."]], 0),
        ("5 3,7", [list("53,7")], 0),
        ("12,345", [list("12,345")], 0),
    ],
)
def test_ways_to_cut_a_line_into_symbols(text: str, cuts: list[list[str]], indent: int) -> None:
    line = PuzzleLine(1, text)
    assert ([list(cut.symbols) for cut in line.cuts], line.indent) == (cuts, indent)


@pytest.mark.parametrize(
    ("symbol", "value", "in_sixteen"),
    [
        (".", 0, 0), ("0", 0, 0), ("_", 0, 0), ("*", 0, 0), ("-", 0, 0), ("?", 0, 0),
        ("7", 7, 7), ("12", 12, 12), ("x", 0, 0), ("X", 0, 0), ("w", None, 32),
        ("B", None, 11), ("-1", None, None), ("٣", None, None), ("²", None, None), ("AB", None, None),
        ("é", None, None),
    ],
)  # fmt: skip
def test_values_of_symbols(symbol: str, value: int | None, in_sixteen: int | None) -> None:
    assert value_of(symbol, 9) == value
    assert value_of(symbol, 16) == in_sixteen


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("+-------+-------+", True), ("*-----------*", True), (" ---+--- ", True), (":---:", True), ("├───┼───┤", True),
        ("╔═══╦═══╗", True), ("=====", True), (".........", False), ("-1 -1 -1", False), ("| . . |", False),
        ("-", False), ("", False), ("5--", False),
    ],
)  # fmt: skip
def test_which_lines_are_rulers(text: str, drawn: bool) -> None:
    assert is_ruler(text) == drawn


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
        (TOP, f"{DIGITS} -1 -1 0 0 -1 -1", None),
        (TOP, "      123456789", None),
        (TOP, f"{DIGITS} -1 -1 -1 -1 -1 -1", range(9)),
        (TOP, DIGITS, range(9)),
        (TOP, f" {DIGITS} {CORNERS}", range(9)),
        (MIDDLE, f" {DIGITS} 1 2 3 4 5 6", range(15)),
        (MIDDLE, " 123456789123456", None),
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
    picked = PuzzleLine(1, text).pick(canvas(double()).rows[row], 15, 0)
    assert (None if picked is None else list(picked.places)) == (None if places is None else list(places))


def test_pick_stops_at_the_first_line_that_can_not_be() -> None:
    lines = [PuzzleLine(number, "  123456789") for number in range(9)]
    assert len(pick(lines, canvas(double()), 2)) == 6
