"""What decorations draw, by their form and their cells."""

import pytest

from engine.sudoku.layout import single
from engine.sudoku.rules.kinds.decoration import CAGE, CLUE, LINE, MARK, Decoration
from engine.sudoku.rules.shapes import CellMark, CornerMark, EdgeMark, LineStyle, Outline, OutsideClue, Path, Shape


@pytest.mark.parametrize(
    ("cells", "form", "text", "shapes"),
    [
        ((0, 1), MARK, "abc", [EdgeMark((0, 1), "ab")]),
        ((9, 0), MARK, "", [EdgeMark((9, 0), "◇")]),
        ((0, 2), MARK, "ab", [CellMark(0, "a"), CellMark(2, "a")]),
        ((0, 1, 9, 10), MARK, "7", [CornerMark((0, 1, 9, 10), "7")]),
        ((0, 1, 9), MARK, "", [CellMark(0, "◇"), CellMark(1, "◇"), CellMark(9, "◇")]),
        ((4, 13, 22), CLUE, "12345", [OutsideClue((4, 13, 22), "123")]),
        ((4, 13, 22), LINE, "x", [Path((4, 13, 22), LineStyle.SEQUENCE, "---")]),
        ((0, 1), CAGE, "12345", [Outline((0, 1), "1234")]),
    ],
)
def test_shapes(cells: tuple[int, ...], form: str, text: str, shapes: list[Shape]) -> None:
    assert [*Decoration(cells, form, text).shapes(single())] == shapes
