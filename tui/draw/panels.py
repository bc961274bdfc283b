"""Panels: the content of a screen as values, and the function that lays them out and draws them.

A view is a function from a size (columns, rows) to lines. A screen puts its views in panels and stacks these; to add a
panel, write such a function and add it to one list.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from rich.cells import cell_len
from textual.geometry import Region, Size

from engine.base.language import _, lazy_gettext
from engine.base.lazy_dataclasses import dataclass
from tui.draw.cells import Line, clip, width_of
from tui.draw.face import Chip, edge_line, title_line
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture

MARGIN = 1
"""Blank columns at both sides of a screen's content."""
_FRAME = (1, 2, 1, 2)
"""Rows and columns of a frame: above, right, below, left; two columns include a blank beside its text."""
_LEAST_FRAME = 8
"""Minimum columns for a frame."""
READ_ON = lazy_gettext("{key}: read on")
"""The last line of each of several pages."""


@dataclass(frozen=True)
class Excerpt:
    """The visible lines of a longer text, from its line `top` (from 0) on."""

    lines: Sequence[Line]
    top: int
    total: int


PanelContent: TypeAlias = "Sequence[Line] | Excerpt | Picture | Panel | Stack"
View: TypeAlias = "Callable[[int, int], PanelContent] | PanelContent"
"""A function that draws into columns and rows, or the lines themselves; lines that do not fit are cut.

A function may return panels, which are drawn in its place.
"""


@dataclass(frozen=True)
class Panel:
    """A view in its place, in a frame with a `title`, or without room for frames below the title on a raised ground.

    `aside` is at the right end of the title's line, as are the `keys` with their descriptions. A frame with the `focus`
    stands out; `chip` shows the state.

    `columns` and `rows` (including the title) are the size without a frame; None for a share of the remaining space. A
    panel that `fits` has as many rows as it draws, and none if it draws nothing. A panel is left out if there are fewer
    rows than `least`. `name` identifies its place in `Drawing.areas`.
    """

    view: View
    title: str = ""
    aside: str = ""
    columns: int | None = None
    rows: int | None = None
    fits: bool = False
    least: int = 1
    name: str = ""
    keys: Sequence[tuple[str, str]] = ()
    chip: Chip | None = None
    focus: bool = False

    def inside(self, place: Region, *, framed: bool) -> Region:
        """Return the part of its place for the view."""
        if not self.title:
            return place
        return place.shrink(_FRAME) if framed else place.shrink((1, 0, 0, 0))

    def sized(self, place: Region, *, framed: bool) -> "Panel":
        """Return a copy with the columns and rows that it takes there, including its frame."""
        edges = Size(2 * _FRAME[1], 1) if framed and self.title else Size(0, 0)
        columns = None if self.columns is None else self.columns + edges.width
        if not self.fits:
            return replace(self, columns=columns, rows=None if self.rows is None else self.rows + edges.height)
        at = self.inside(place, framed=framed)
        lines = self.view(at.width, at.height) if callable(self.view) else self.view
        assert isinstance(lines, Sequence), "what fits is drawn as lines"
        return replace(self, columns=columns, view=lines, rows=len(lines) + place.height - at.height if lines else 0)


@dataclass(frozen=True)
class Stack:
    """Panels one below the other, or side by side if `across`, with `gap` blanks between; sized like a panel."""

    parts: Sequence["Panel | Stack"]
    gap: int = 0
    across: bool = False
    columns: int | None = None
    rows: int | None = None
    least: int = 1

    def placed(self, area: Region, *, framed: bool = False) -> list[tuple["Panel | Stack", Region]]:
        """Return the parts with their places; if those that share space do not all fit, the last ones are left out."""
        parts: list[Panel | Stack] = []
        free = area.height
        for part in self.parts:
            at = Region(area.x, area.y, area.width, free)
            parts.append(part.sized(at, framed=framed) if isinstance(part, Panel) else part)
            free -= parts[-1].rows + self.gap if parts[-1].rows and not self.across else 0
        if self.across:
            starts = _starts([part.columns for part in parts], area.width, self.gap)
            places = [Region(area.x + at, area.y, size, area.height) for at, size in starts]
            return list(zip(parts, places, strict=True))
        parts = [part for part in parts if part.rows != 0]
        while True:
            starts = _starts([part.rows for part in parts], area.height, self.gap)
            sharing = [n for n, part in enumerate(parts) if part.rows is None]
            if not sharing or all(starts[n][1] >= parts[n].least for n in sharing):
                break
            del parts[sharing[-1]]
        places = [Region(area.x, area.y + at, area.width, size).intersection(area) for at, size in starts]
        return list(zip(parts, places, strict=True))


def _starts(sizes: Sequence[int | None], room: int, gap: int) -> list[tuple[int, int]]:
    """Return the start and size of each part; parts without a size share the rest."""
    rest = max(room - sum(size or 0 for size in sizes) - gap * (len(sizes) - 1), 0)
    count = sizes.count(None)
    places, at, shared = [], 0, 0
    for size in sizes:
        if size is None:
            size = rest * (shared + 1) // count - rest * shared // count
            shared += 1
        places.append((at, size))
        at += size + gap
    return places


@dataclass(frozen=True)
class Drawing:
    """A picture, the places of named panels, and the number of hidden lines of an excerpt."""

    picture: Picture
    areas: Mapping[str, Region]
    hidden: int = 0


def draw(
    root: Panel | Stack, area: Region, palette: Palette, glyphs: Glyphs, *, cut: bool = False, framed: bool = False
) -> Drawing:
    """Draw panels into an area of a picture, which has the same margin at the right as at the left.

    The picture ends with the area, or below the last panel if `cut`. With `framed`, panels with a title have frames.
    """
    found: list[tuple[Panel, Region, Region, Sequence[Line] | Excerpt | Picture]] = []
    todo: list[tuple[Panel | Stack, Region]] = [(root, area)]
    while todo:
        node, place = todo.pop()
        if isinstance(node, Stack):
            todo += node.placed(place, framed=framed)
            continue
        at = node.inside(place, framed=framed)
        content = node.view(at.width, at.height) if callable(node.view) else node.view
        if isinstance(content, Panel | Stack):
            todo.append((content, at))
            content = ()
        found.append((node, place, at, content))
    bottom = max((place.bottom for _panel, place, *_rest in found), default=0) if cut else area.bottom
    picture, areas, hidden = Picture(area.x + area.right, bottom), {}, 0
    for panel, place, at, content in found:
        title = panel.title
        if isinstance(content, Excerpt):
            hidden = max(content.total - at.height, 0)
            if hidden:
                title = _("{title}, rows {top:,}-{bottom:,} of {total:,}").format(
                    title=title, top=content.top + 1, bottom=content.top + len(content.lines), total=content.total
                )
            content = content.lines
        if panel.title and framed:
            _draw_frame(picture, place, replace(panel, title=title), palette, glyphs)
        elif panel.title:
            room = place.width - cell_len(title) - 2
            *ends, least = (edge_line(text, keys, panel.chip, palette, glyphs) for text, keys in (
                (panel.aside, panel.keys), (panel.aside, ()), ("", panel.keys), ("", ()),
            ))  # fmt: skip
            aside = next((end for end in ends if width_of(end) <= room), least)
            head = title_line(title, aside, place.width, palette, glyphs=glyphs, focus=panel.focus)
            picture.put_lines(place.x, place.y, [head], place.width, glyphs.ellipsis)
        if isinstance(content, Picture):
            picture.paste(content, at.x, at.y)
        elif content:
            picture.put_lines(at.x, at.y, content[: at.height], at.width, glyphs.ellipsis)
        if panel.name:
            areas[panel.name] = at
    return Drawing(picture, areas, hidden)


def _draw_frame(picture: Picture, place: Region, panel: Panel, palette: Palette, glyphs: Glyphs) -> None:
    """Draw a panel's frame: title and chip in the upper edge, `aside` and keys at the right of the lower one."""
    if place.width < _LEAST_FRAME or place.height < 2:
        return
    ink = palette.accent if panel.focus else palette.line
    across, upright = glyphs.frame[0], glyphs.frame[1]
    for y, corner in ((place.y, 2), (place.bottom - 1, 4)):
        edge = glyphs.frame[corner] + across * (place.width - 2) + glyphs.frame[corner + 1]
        picture.put(place.x, y, edge, ink)
    for y in range(place.y + 1, place.bottom - 1):
        picture.put(place.x, y, upright, ink)
        picture.put(place.right - 1, y, upright, ink)
    above = edge_line("", (), panel.chip, palette, glyphs)
    if width_of(above) + cell_len(panel.title) > place.width - 6:  # the title is more than the state
        above = []
    below = edge_line(panel.aside, panel.keys, None, palette, glyphs)
    room = place.width - 6 - width_of(above)
    name = f" {clip(panel.title, max(room, 1), glyphs.ellipsis)} "
    picture.put(place.x + 2, place.y, name, palette.accent + palette.title if panel.focus else palette.plain)
    for y, line in ((place.y, above), (place.bottom - 1, below)):
        if 0 < width_of(line) <= place.width - 4:
            picture.put_lines(place.right - 2 - width_of(line), y, [line], place.width, glyphs.ellipsis)


def pages(lines: Sequence[Line], height: int, on: Line) -> list[Sequence[Line]]:
    """Split lines into pages of that height; each of several ends with the line `on`, which tells how to go on."""
    if len(lines) <= height:
        return [lines]
    rows = max(height - 1, 1)
    return [[*lines[first : first + rows], on] for first in range(0, len(lines), rows)]
