"""Typed moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.errors import GameError
from engine.play.typed import TypedMove, column_letters, parse_move
from engine.sudoku.layout import double, from_grids, single

WIDE = from_grids("wide", "three 16x16 grids in a row", 4, 4, [(0, 0), (0, 16), (0, 32)])


@pytest.mark.parametrize("layout", [single(), double(), WIDE], ids=lambda layout: layout.name)
@given(data=st.data())
def test_every_move_that_can_be_typed_is_read(layout, data):
    cell = data.draw(st.integers(0, len(layout.cells) - 1))
    digit = data.draw(st.integers(0, layout.size))
    row, column = layout.cells[cell]
    letters = column_letters(column)
    assert parse_move(f"{row + 1}{letters}{digit}", layout) == (cell, digit)
    assert parse_move(f" {row + 1} {letters.upper()} {digit} ", layout) == (cell, digit)


def test_the_examples():
    layout = double()
    assert parse_move("1b4", layout) == TypedMove(layout.index[0, 1], 4)
    assert parse_move("12g3", layout) == TypedMove(layout.index[11, 6], 3)
    assert parse_move("12g0", layout).digit == 0


def test_columns_are_lettered_as_in_a_spreadsheet():
    letters = [column_letters(column) for column in range(26 + 26 * 26 + 1)]
    assert letters[:3] + letters[25:28] + letters[51:53] == ["a", "b", "c", "z", "aa", "ab", "az", "ba"]
    assert letters[-1] == "aaa"
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "such as 1b4"),
        ("b4", "such as 1b4"),
        ("1b", "such as 1b4"),
        ("1b44444", "such as 1b4"),
        ("1b-4", "such as 1b4"),
        ("١b4", "such as 1b4"),
        ("0b4", "no row 0: rows are 1 to 15"),
        ("16b4", "no row 16"),
        ("1p4", "no column p: columns are a to o"),
        ("1aaa4", "no column aaa"),
        ("1b10", "no digit 10: digits are 1 to 9"),
        ("1o4", "Row 1, column o lies outside the grids"),
    ],
)
def test_what_is_no_move_is_refused_in_one_sentence(text, sentence):
    with pytest.raises(GameError, match=sentence) as refusal:
        parse_move(text, double())
    assert "\n" not in str(refusal.value)


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text):
    try:
        cell, digit = parse_move(text, double())
    except GameError:
        return
    assert 0 <= cell < 153
    assert 0 <= digit <= 9
