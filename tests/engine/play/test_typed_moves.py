"""Typed moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.errors import GameError
from engine.play.typed_moves import TypedMove, parse_move
from engine.sudoku.layout import double


def test_the_examples():
    layout = double()
    assert parse_move("1b4", layout) == TypedMove(layout.index[0, 1], 4)
    assert parse_move("12g3", layout) == TypedMove(layout.index[11, 6], 3)
    assert parse_move("12g0", layout).digit == 0
    assert parse_move("b1 4", layout) == parse_move("B1=4", layout) == TypedMove(layout.index[0, 1], 4)


def test_a_cell_alone_is_where_to_go():
    layout = double()
    for cell in ("r2c5", "2e", "e2"):
        assert parse_move(cell, layout) == TypedMove(layout.index[1, 4], None)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "such as 1b4"),
        ("b-4", "such as 1b4"),
        ("r1c2!=4", "such as 1b4"),
        ("113", "It is not clear where the row ends in 113"),
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
def test_an_invalid_move_is_refused_in_one_sentence(text, sentence):
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
    assert digit is None or 0 <= digit <= 9
