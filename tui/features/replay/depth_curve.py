"""The course of the decision level over a whole search, with the present place marked."""

from collections.abc import Sequence

from textual.geometry import Region

from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture


def put_depth(
    picture: Picture, area: Region, levels: Sequence[int], here: int, palette: Palette, glyphs: Glyphs
) -> None:
    """Draw the highest level of each stretch of the search, one a column of the area; the column `here` is a line."""
    deepest = max(levels)
    steps = len(glyphs.heights) - 1
    for column, level in enumerate(levels):
        filled = -(-level * area.height * steps // max(deepest, 1))  # in parts of a row; a level above 0 can be seen
        for row in range(area.height):
            part = min(max(filled - row * steps, 0), steps)
            picture.put(area.x + column, area.bottom - 1 - row, glyphs.heights[part], palette.bar)
    for y in range(area.y, area.bottom):
        picture.put(area.x + here, y, glyphs.box[1], palette.title)
