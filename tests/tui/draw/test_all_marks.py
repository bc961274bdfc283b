"""A board with every kind of mark: no two marks look alike in any theme, with or without colours."""

from dataclasses import replace
from itertools import combinations

import pytest

from engine.play.hint_stages import HintStage
from engine.sudoku.layout import conflicts, single
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate
from engine.sudoku.techniques.step import Step
from tui.draw.board import BoardAppearance, draw
from tui.draw.board_frame import CellSize, board_frame, labelled_frame, parted_sizes
from tui.draw.game import conflict_grounds, hint_marks
from tui.draw.palette import ASCII, PALETTES, SIXTEEN_COLOURS, UNICODE, Glyphs, Palette, palette_named
from tui.draw.picture import Picture
from tui.draw.textual_themes import TEXTUAL_THEMES

NOTES = 1 << 2 | 1 << 5 | 1 << 7
PEERS, SAME, PROVES, FALLS, FOLLOWS, CURSOR, PLAIN = 30, 40, 48, 50, 52, 0, 44
CONFLICT, COLOURS = (54, 57), (72, 73, 74)
"""Cells that are far apart; PLAIN has no marks."""
KINDS = [(name, UNICODE) for name in (*PALETTES, *TEXTUAL_THEMES)] + [("dark", ASCII), ("mono", ASCII)]


def all_marks(palette: Palette) -> BoardAppearance:
    """A board with a cursor, peers, the same digit, a hint that places and removes, a conflict and three colours."""
    layout, values = single(), [0] * 81
    values[SAME], values[PEERS] = 4, 3
    for cell in CONFLICT:
        values[cell] = 6
    step = Step(
        Technique.X_WING,
        "",
        (PROVES,),
        (),
        (Candidate(PROVES, 2),),
        places=(Candidate(FOLLOWS, 5),),
        removes=(Candidate(FALLS, 2),),
    )
    marks, clashes = hint_marks(HintStage("", cells=(PROVES,), step=step), palette), conflicts(layout, values)
    colours = {cell: number for number, cell in enumerate(COLOURS, 1)}
    grounds = {PEERS: palette.peer, SAME: palette.same}
    grounds |= {cell: palette.colours[number] for cell, number in colours.items() if palette.colours[number]}
    grounds |= {cell: sign.ground for cell, sign in marks.cells.items()} | conflict_grounds(layout, clashes, palette)
    return BoardAppearance(
        values, [palette.given] * 81, grounds, signs={cell: sign.mark for cell, sign in marks.cells.items()},
        notes=[NOTES] * 81, note_signs=marks.candidates, hint_digits=marks.digits, colours=colours, cursor=CURSOR,
        cursor_ground=palette.cursor, conflicts=clashes,
    )  # fmt: skip


def looks(picture: Picture, cell: int, size: CellSize) -> list[object]:
    """The visible part of a cell: its characters with their styles."""
    text = labelled_frame(single(), UNICODE.box, size, 200)
    row, column = single().cells[cell]
    places = [(text.xs[column] + x, text.ys[row] + y) for y in range(size.height) for x in range(size.width)]
    return [(picture.char(x, y), picture.styles[y * picture.width + x]) for x, y in places]


@pytest.mark.few(8)
@pytest.mark.parametrize(("name", "glyphs"), KINDS, ids=lambda value: value if isinstance(value, str) else "")
def test_no_two_marks_look_the_same(name: str, glyphs: Glyphs) -> None:
    palette = palette_named(name)
    for size in (parted_sizes(9, grounds=bool(palette.tile))[0], CellSize(3, 1)):
        text = labelled_frame(single(), glyphs.box, size, 200)
        picture = draw(text, all_marks(palette), palette, glyphs, labelled=True, blocks=True)
        plain = [PROVES, FALLS, FOLLOWS, *COLOURS, CURSOR, PLAIN]
        seen = {cell: looks(picture, cell, size) for cell in plain}
        alike = [pair for pair in combinations(plain, 2) if seen[pair[0]] == seen[pair[1]]]
        assert alike == []
        bare = draw(text, replace(all_marks(palette), grounds={}, conflicts=()), palette, glyphs, blocks=True)
        for cell in CONFLICT:
            assert looks(picture, cell, size) != looks(bare, cell, size)
        if not (name.startswith("mono") or name == "light" + SIXTEEN_COLOURS):
            for cell in (SAME, PEERS):
                assert looks(picture, cell, size) != looks(bare, cell, size)


@pytest.mark.parametrize("layout_size", [9, 16])
def test_letters_of_colours_are_no_digits(layout_size: int) -> None:
    from engine.sudoku.layout import LAYOUTS

    layout = single() if layout_size == 9 else LAYOUTS["16x16"]()
    palette, count = PALETTES["mono"], len(layout.cells)
    look = BoardAppearance([0] * count, [palette.given] * count, colours={cell: cell % 9 + 1 for cell in range(9)})
    picture = draw(board_frame(layout, ASCII.box), look, palette, ASCII)
    letters = {char for char in picture.chars if char.isalpha()}
    assert len(letters) == 9
    assert letters.isdisjoint("ABCDEFG" if layout_size == 16 else "")


def test_marks_that_follow_the_cursor_change_one_row_of_a_large_digit() -> None:
    """The other rows would make a move three times as costly on a line."""
    palette, board = palette_named("dark"), single()
    text = labelled_frame(board, UNICODE.box, parted_sizes(9, grounds=True)[0], 200)
    values = [1] * 81
    pictures = [
        draw(text, BoardAppearance(values, [palette.given] * 81, grounds), palette, UNICODE, blocks=True)
        for grounds in ({}, {40: palette.peer}, {40: palette.same}, {40: palette.clash})
    ]
    plain, *marked = pictures
    middle = text.ys[board.cells[40][0]] + text.cell.middle[1]
    changed = [[region.y for region in picture.changes(plain)] for picture in marked]
    assert changed == [[middle], [middle], [middle - 1, middle, middle + 1]]
