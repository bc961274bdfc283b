"""Boards with everything on them, in each size of cells and as windows: text and style of every place."""

import random

import pytest
from drawn import drawn
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region, Size

from engine.sudoku.layout import LAYOUTS, Layout, conflicts
from tui.draw.board import BoardAppearance, BoardPart, Sign, Statement, board_lines, draw, house_signs
from tui.draw.board_frame import (
    NARROW,
    NORMAL,
    PADDED,
    TIGHT,
    CellSize,
    best_fit,
    board_frame,
    follow,
    labelled_frame,
    labels,
    note_grid,
    parted_sizes,
    sizes_with_notes,
    uncovered,
)
from tui.draw.magnifier import draw_magnifier, magnifier
from tui.draw.palette import ASCII, PALETTES, UNICODE, Glyphs, Palette

LOOKS = [
    ("6x6", "dark", UNICODE), ("x", "dark", UNICODE), ("jigsaw", "mono", UNICODE), ("x", "mono", UNICODE),
    ("windows", "light", ASCII),
]  # fmt: skip
"""Boxes that are not square; diagonals; boxes of any shape; more houses than rows, columns and boxes."""


def crowded(layout: Layout, palette: Palette, seed: int = 1, *, hidden: bool = False) -> BoardAppearance:
    """A board with random digits, notes, signs, colours, a chain, a selection, conflicts and a cursor."""
    dice = random.Random(seed)
    cells = range(len(layout.cells))
    values = [dice.choice((0, 0, 0, 1 + dice.randrange(layout.size))) for _ in cells]
    empty = [cell for cell in cells if not values[cell]]

    def notes(most: int) -> list[int]:
        sizes = [0 if values[cell] else dice.randrange(most) for cell in cells]
        return [sum(1 << digit for digit in dice.sample(range(1, layout.size + 1), size)) for size in sizes]

    def some(count: int) -> list[int]:
        return dice.sample(empty, count)

    centre, corners = notes(5), notes(3)
    marked = {(cell, 1 + dice.randrange(layout.size)) for cell in some(4)}
    statements = [Statement(1 + dice.randrange(layout.size), bool(at % 2), at, palette.accent) for at in (2, 0, 1)]
    return BoardAppearance(
        values,
        [palette.given if cell % 2 else palette.plain for cell in cells],
        dict.fromkeys(dice.sample(cells, 5), palette.peer),
        dict.fromkeys(some(3), "*"),
        centre,
        corners,
        {cell: ":" for cell in empty if centre[cell] or corners[cell]},
        {place: Sign("+", palette.accent) for place in marked},
        dict.fromkeys(some(2), 2),
        {cell: statements[: 1 + at] for at, cell in enumerate(some(3))},
        [[(cell, 1)] for cell in some(3)],
        (1, 2),
        {cell: 1 + at % 3 for at, cell in enumerate(dice.sample(cells, 6))},
        {(cell, digit): 1 + digit % 3 for cell in some(6) for digit in (1, 3)},
        dice.sample(cells, 3),
        (0, len(layout.houses) - 1),
        dice.choice(cells),
        palette.cursor,
        conflicts(layout, values)[:3],
        hidden,
    )


@pytest.mark.every_combination
@pytest.mark.parametrize(("layout", "name", "glyphs"), LOOKS, ids=lambda value: value if isinstance(value, str) else "")
def test_every_size_of_cells(layout: str, name: str, glyphs: Glyphs, snapshot: SnapshotAssertion) -> None:
    board, palette = LAYOUTS[layout](), PALETTES[name]
    sizes = {TIGHT, NARROW, PADDED, NORMAL, *sizes_with_notes(board.size), *parted_sizes(board.size, grounds=True)}
    pictures = []
    for number, size in enumerate(sorted(sizes, key=str)):
        text = labelled_frame(board, glyphs.box, size, 200)
        look = crowded(board, palette, number)
        pictures.append(f"{size}\n" + drawn(draw(text, look, palette, glyphs, labelled=True, blocks=True)))
    assert "\n\n".join(pictures) == snapshot


@pytest.mark.parametrize("layout", ["x", "samurai"])
@pytest.mark.parametrize("name", ["dark", "mono"])
def test_windows(name: str, layout: str, snapshot: SnapshotAssertion) -> None:
    board, palette = LAYOUTS[layout](), PALETTES[name]
    look = crowded(board, palette)
    pictures = []
    for cell, room in ((0, Size(18, 7)), (40, Size(21, 8)), (len(board.cells) - 1, Size(25, 40))):
        part = BoardPart.around(board, UNICODE.box, (NORMAL, NARROW), room, cell)
        seen = [part.cell_at(part.digit_place(number)) for number in range(len(board.cells))]
        assert all(found in (None, number) for number, found in enumerate(seen))
        count = sum(found is not None for found in seen)
        pictures.append(f"{part.visible_region} {count}\n" + drawn(part.draw(look, palette, UNICODE)))
    assert "\n\n".join(pictures) == snapshot


@pytest.mark.parametrize("layout", ["single", "jigsaw", "16x16"])
def test_the_part_around_the_cursor_drawn_large(layout: str, snapshot: SnapshotAssertion) -> None:
    board, palette = LAYOUTS[layout](), PALETTES["dark"]
    look, pictures = crowded(board, palette), []
    for room in (Size(60, 30), Size(25, 12), Size(14, 6), Size(5, 2)):
        for cell in (0, len(board.cells) // 2, len(board.cells) - 1):
            part = magnifier(board, cell, room, UNICODE.box)
            picture = part and drawn(draw_magnifier(part, board, look, palette, UNICODE))
            pictures.append(f"{room} {cell} {part}\n{picture}")
    assert "\n".join(pictures) == snapshot


@pytest.mark.parametrize("layout", ["x", "double", "16x16"])
def test_still_boards_in_any_room(layout: str, snapshot: SnapshotAssertion) -> None:
    board, palette = LAYOUTS[layout](), PALETTES["dark"]
    found = []
    for width, height in ((80, 40), (40, 21), (28, 13), (24, 10), (19, 9), (10, 3), (0, 0)):
        lines = board_lines(board, crowded(board, palette, width), palette, UNICODE, width, height)
        found.append(f"{width} x {height}\n" + "\n".join("".join(piece.text for piece in line) for line in lines))
    assert "\n".join(found) == snapshot


@pytest.mark.parametrize("layout", ["4x4", "single", "samurai", "25x25"])
def test_sizes_names_and_edges(layout: str, snapshot: SnapshotAssertion) -> None:
    board = LAYOUTS[layout]()
    cells = (*sizes_with_notes(board.size), *parted_sizes(board.size, grounds=False), NORMAL, NARROW, TIGHT)
    rooms = [Size(width, height) for width in (20, 40, 80, 120, 200) for height in (10, 24, 45, 70)]
    facts: list[object] = [(size, note_grid(board.size, size)) for size in cells]
    facts += [(room, best_fit(board, UNICODE.box, room, cells)) for room in rooms]
    for size in (NORMAL, CellSize(2, 1), cells[0]):
        text = board_frame(board, UNICODE.box, size, margin=2)
        facts += [
            labels(text),
            text.edges,
            text.size,
            uncovered(text, Region(2, 2, 9, 5)),
            uncovered(text, text.size.region),
        ]
        facts += [text.part_around(cell, Size(30, 12)) for cell in range(0, len(board.cells), 7)]
    facts += [follow(start, 20, 60, at, 3) for start in (0, 15, 40) for at in range(0, 60, 5)]
    facts.append(sorted(house_signs(board, ASCII).items()))
    assert "\n".join(map(str, facts)) == snapshot
