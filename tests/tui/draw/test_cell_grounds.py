"""Cells of two rows without notes: their backgrounds begin and end in the middle of a row; and boards without a
foot."""

from dataclasses import replace

import pytest
from textual.geometry import Size

from engine.sudoku.layout import LAYOUTS
from tui.draw.board import BoardAppearance, draw
from tui.draw.board_frame import SQUARE, TALL, CellSeparation, CellSize, best_fit, board_frame, labels, parted_sizes
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.picture import Picture

LAYOUT, DARK = LAYOUTS["single"](), PALETTES["dark"]
LOOK = BoardAppearance([0] * 81, [DARK.given] * 81, {40: DARK.peer, 49: DARK.clash})


def drawn(cell: CellSize, glyphs: object = UNICODE) -> tuple[Picture, int, tuple[int, ...]]:
    """A board with backgrounds in the middle cell and the one below, the column of the first, and the rows of both."""
    text = board_frame(LAYOUT, UNICODE.box, cell)
    picture = draw(text, LOOK, DARK, glyphs)  # type: ignore[arg-type]
    return picture, text.xs[4], (text.ys[4], text.ys[5])


@pytest.mark.parametrize("cell", [SQUARE, TALL], ids=str)
def test_a_ground_reaches_half_a_row_above_and_below_its_digit(cell: CellSize) -> None:
    picture, x, (y, below) = drawn(cell)
    peer, clash = DARK.peer.bgcolor, DARK.clash.bgcolor
    assert {picture.style(x + column, y).bgcolor for column in range(cell.width)} == {peer}
    assert (picture.char(x, y - 1), picture.style(x, y - 1).color) == ("▄", peer)
    assert (picture.char(x, y + 1), picture.style(x, y + 1).color, picture.style(x, y + 1).bgcolor) == (
        "▀",
        peer,
        clash,
    )
    assert below == y + 2
    assert (picture.char(x, below + 1), picture.style(x, below + 1).color) == ("▀", clash)


def test_without_half_blocks_only_the_row_of_the_digit_has_the_ground() -> None:
    picture, x, (y, _below) = drawn(SQUARE, ASCII)
    assert picture.style(x, y).bgcolor == DARK.peer.bgcolor
    assert (picture.char(x, y - 1), picture.char(x, y + 1)) == (" ", " ")
    assert picture.style(x, y - 1).bgcolor is None


def test_a_line_between_boxes_stays_whole_above_a_ground() -> None:
    text = board_frame(LAYOUT, UNICODE.box, SQUARE)
    picture = draw(text, replace(LOOK, grounds={27: DARK.peer}), DARK, UNICODE)
    assert picture.char(text.xs[0], text.ys[3] - 1) == UNICODE.box[0]


def test_cells_of_three_rows_fit_in_28_without_a_foot() -> None:
    sizes = parted_sizes(9, grounds=True)
    fit = best_fit(LAYOUT, UNICODE.box, Size(76, 28), sizes)
    assert (fit.cell.height, fit.cell.separation, fit.whole) == (3, CellSeparation.OPEN, True)
    text = board_frame(LAYOUT, UNICODE.box, fit.cell)
    assert text.height == 1 + 9 * 3
    assert {label.text for label in labels(text) if label.y == 0} == set("123456789")
    assert best_fit(LAYOUT, UNICODE.box, Size(76, 29), sizes).cell.separation is CellSeparation.GROUNDS
