"""The part of a board that is seen where there is no room for all of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual.geometry import Offset, Region, Size

from engine.sudoku.layout import Layout
from tui.draw.board import Look, draw
from tui.draw.frame import CellSize, Frame, frame
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture


def cell_at(layout: Layout, text: Frame, x: int, y: int) -> int | None:
    """The cell that stands in column x of row y of the board's text; None for a line or a gap."""
    for number, (row, column) in enumerate(layout.cells):
        left, top = text.xs[column], text.ys[row]
        if top <= y < top + text.cell.height and left <= x < left + text.cell.width:
            return number
    return None


def part_around(layout: Layout, text: Frame, room: Size, cell: int) -> Region:
    """The part of the board's text that shows a cell in that room: one of those that lie half of the room apart."""
    row, column = layout.cells[cell]
    width, height = min(room.width, text.width), min(room.height, text.height)
    left, top = _page(text.xs[column], width, text.width), _page(text.ys[row], height, text.height)
    return Region(left, top, width, height)


def _page(at: int, room: int, whole: int) -> int:
    """Where the part begins that has a place in its middle half."""
    step = max(room // 2, 1)
    return max(min((at - room // 4) // step * step, whole - room), 0)


def follow(start: int, room: int, whole: int, at: int, size: int) -> int:
    """Where a window of `room` out of `whole` characters begins, so that it shows a cell and those beside it.

    It stays at `start` if it can, else it goes so that the cell (`size` characters from `at`) is in its middle.
    """
    first, last = max(at - size - 1, 0), min(at + 2 * size + 1, whole)
    if start <= first and last <= start + room <= whole:
        return start
    return max(min(at + size // 2 - room // 2, whole - room), 0)


def put_arrows(picture: Picture, text: Frame, window: Region, palette: Palette, glyphs: Glyphs) -> None:
    """Draw arrows on the lines at those ends of the picture beyond which there is more."""
    up, down, left, right = list(glyphs.arrows)
    uprights = _between(text.xs, text.cell.width, text.width)
    levels = _between(text.ys, text.cell.height, text.height)
    ends = []
    if window.y:
        ends += [(x, window.y, up) for x in uprights]
    if window.bottom < text.height:
        ends += [(x, window.bottom - 1, down) for x in uprights]
    if window.x:
        ends += [(window.x, y, left) for y in levels]
    if window.right < text.width:
        ends += [(window.right - 1, y, right) for y in levels]
    for x, y, arrow in ends:
        if text.rows[y][x] != " ":
            picture.put(x, y, arrow, palette.accent)


def _between(places: Sequence[int], size: int, whole: int) -> list[int]:
    """The columns (or rows) out of `whole` that lie in no cell, where cells begin at `places`."""
    inside = {place + offset for place in places for offset in range(size)}
    return [place for place in range(whole) if place not in inside]


@dataclass(frozen=True)
class BoardPart:
    """A board with the largest cells for a room, and the part of it that is seen there."""

    layout: Layout
    text: Frame
    seen: Region

    @classmethod
    def around(cls, layout: Layout, box: str, cells: Iterable[CellSize], room: Size, cell: int) -> "BoardPart":
        """With the first of the sizes (the last one is the smallest) at which all of the board has room.

        Where there is none: the first of the lowest at which all columns have room, and what is around the cell.
        """
        texts = [frame(layout, box, size) for size in cells]
        wide = [text for text in texts if text.width <= room.width]
        whole = [text for text in wide if text.height <= room.height]
        text = next(iter([*whole, *(text for text in wide if text.height == texts[-1].height)]), texts[-1])
        return cls(layout, text, part_around(layout, text, room, cell))

    def draw(self, look: Look, palette: Palette, glyphs: Glyphs) -> Picture:
        """What is seen, with arrows where there is more."""
        picture = draw(self.layout, look, palette, glyphs, self.text.cell, window=self.seen)
        put_arrows(picture, self.text, self.seen, palette, glyphs)
        return picture

    def cell_at(self, point: Offset) -> int | None:
        """The cell at a point of what is seen; None for a line or a gap."""
        return cell_at(self.layout, self.text, point.x + self.seen.x, point.y + self.seen.y)
