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
"""Rows and columns of a frame: above, right, below, left; two columns include a blank beside the content."""
_MIN_FRAME_COLUMNS = 8
READ_ON = lazy_gettext("{key}: read on")
"""The last line of each page of several."""


@dataclass(frozen=True)
class Excerpt:
    """The visible lines of a longer text."""

    lines: Sequence[Line]
    top: int
    """The index of the first of them in the text."""
    total: int
    """The number of lines of the text."""


PanelContent: TypeAlias = "Sequence[Line] | Excerpt | Picture | Panel | Stack"
View: TypeAlias = "Callable[[int, int], PanelContent] | PanelContent"
"""Content, or a function from columns and rows to content. Lines that do not fit are cut; panels are drawn in place."""


@dataclass(frozen=True)
class Panel:
    """A view with a frame if it has a title, or in narrow terminals with the title above it on a raised ground."""

    view: View
    title: str = ""
    aside: str = ""
    """A text at the right end of the frame's lower edge, or of the title."""
    columns: int | None = None
    """Columns without a frame; None for a share of the remaining space."""
    rows: int | None = None
    """Rows without a frame, including the title; None for a share of the remaining space."""
    fits: bool = False
    """Whether it takes as many rows as its view draws, and none if that draws nothing."""
    min_rows: int = 1
    """The rows below which it is left out, if it shares space."""
    name: str = ""
    """Identifies its place in `Drawing.areas`."""
    keys: Sequence[tuple[str, str]] = ()
    """Keys and their descriptions, beside `aside`."""
    chip: Chip | None = None
    """A state, at the right end of the frame's upper edge, or of the title."""
    focus: bool = False
    """Whether it has the focus, and so stands out."""

    def inside(self, place: Region, *, framed: bool) -> Region:
        """Return the part of a place that the view gets."""
        if not self.title:
            return place
        return place.shrink(_FRAME) if framed else place.shrink((1, 0, 0, 0))

    def sized(self, place: Region, *, framed: bool) -> "Panel":
        """Return a copy with the columns and rows that it takes in a place, including its frame."""
        edges = Size(2 * _FRAME[1], 1) if framed and self.title else Size(0, 0)
        columns = None if self.columns is None else self.columns + edges.width
        if not self.fits:
            return replace(self, columns=columns, rows=None if self.rows is None else self.rows + edges.height)
        inside = self.inside(place, framed=framed)
        lines = self.view(inside.width, inside.height) if callable(self.view) else self.view
        assert isinstance(lines, Sequence), "a panel that fits is drawn as lines"
        rows = len(lines) + place.height - inside.height if lines else 0
        return replace(self, columns=columns, view=lines, rows=rows)


@dataclass(frozen=True)
class Stack:
    """Panels one below the other, or side by side."""

    parts: Sequence["Panel | Stack"]
    gap: int = 0
    """Blank rows or columns between the panels."""
    across: bool = False
    """Whether the panels are side by side."""
    columns: int | None = None
    rows: int | None = None
    min_rows: int = 1

    def placed(self, area: Region, *, framed: bool = False) -> list[tuple["Panel | Stack", Region]]:
        """Return the parts with their places; if those that share space do not all fit, the last ones are left out."""
        parts: list[Panel | Stack] = []
        free = area.height
        for part in self.parts:
            place = Region(area.x, area.y, area.width, free)
            sized = part.sized(place, framed=framed) if isinstance(part, Panel) else part
            free -= sized.rows + self.gap if sized.rows and not self.across else 0
            parts.append(sized)
        if self.across:
            spans = _spans([part.columns for part in parts], area.width, self.gap)
            places = [Region(area.x + start, area.y, size, area.height) for start, size in spans]
            return list(zip(parts, places, strict=True))
        parts = [part for part in parts if part.rows != 0]
        while True:
            spans = _spans([part.rows for part in parts], area.height, self.gap)
            sharing = [index for index, part in enumerate(parts) if part.rows is None]
            if not sharing or all(spans[index][1] >= parts[index].min_rows for index in sharing):
                break
            del parts[sharing[-1]]
        places = [Region(area.x, area.y + start, area.width, size).intersection(area) for start, size in spans]
        return list(zip(parts, places, strict=True))


def _spans(sizes: Sequence[int | None], room: int, gap: int) -> list[tuple[int, int]]:
    """Return the start and size of each part; parts without a size share the remaining room."""
    remaining = max(room - sum(size or 0 for size in sizes) - gap * (len(sizes) - 1), 0)
    sharing = sizes.count(None)
    spans, start, shares = [], 0, 0
    for size in sizes:
        if size is None:
            size = remaining * (shares + 1) // sharing - remaining * shares // sharing
            shares += 1
        spans.append((start, size))
        start += size + gap
    return spans


@dataclass(frozen=True)
class Drawing:
    """Panels as a picture."""

    picture: Picture
    areas: Mapping[str, Region]
    """The places of named panels."""
    hidden: int = 0
    """The number of lines of an excerpt that are not visible."""


def draw(
    root: Panel | Stack, area: Region, palette: Palette, glyphs: Glyphs, *, cut: bool = False, framed: bool = False
) -> Drawing:
    """Draw panels into an area of a picture, which has the same margin at the right as at the left.

    The picture ends with the area, or below the last panel if `cut`. With `framed`, panels with a title have frames.
    """
    panels: list[tuple[Panel, Region, Region, Sequence[Line] | Excerpt | Picture]] = []
    stack: list[tuple[Panel | Stack, Region]] = [(root, area)]
    while stack:
        node, place = stack.pop()
        if isinstance(node, Stack):
            stack += node.placed(place, framed=framed)
            continue
        inside = node.inside(place, framed=framed)
        content = node.view(inside.width, inside.height) if callable(node.view) else node.view
        if isinstance(content, Panel | Stack):
            stack.append((content, inside))
            content = ()
        panels.append((node, place, inside, content))
    bottom = max((place.bottom for _panel, place, *_ in panels), default=0) if cut else area.bottom
    picture, areas, hidden = Picture(area.x + area.right, bottom), {}, 0
    for panel, place, inside, content in panels:
        title = panel.title
        if isinstance(content, Excerpt):
            hidden = max(content.total - inside.height, 0)
            if hidden:
                title = _("{title}, rows {top:,}-{bottom:,} of {total:,}").format(
                    title=title, top=content.top + 1, bottom=content.top + len(content.lines), total=content.total
                )
            content = content.lines
        if panel.title and framed:
            _draw_frame(picture, place, replace(panel, title=title), palette, glyphs)
        elif panel.title:
            left = place.x - 1  # the title stands above the first column of the view
            right = place.right + (place.right == area.right < picture.width)
            head = _title(panel, title, right - left, palette, glyphs)
            if any(other.right == left and other.y <= place.y < other.bottom for _, other, *_ in panels):
                left, head = place.x, head[1:]  # a blank stays between neighbours
            picture.put_lines(left, place.y, [head], right - left, glyphs.ellipsis)
        if isinstance(content, Picture):
            picture.paste(content, inside.x, inside.y)
        elif content:
            picture.put_lines(inside.x, inside.y, content[: inside.height], inside.width, glyphs.ellipsis)
        if panel.name:
            areas[panel.name] = inside
    return Drawing(picture, areas, hidden)


def _title(panel: Panel, title: str, width: int, palette: Palette, glyphs: Glyphs) -> Line:
    """Return the title of a panel without a frame; its chip comes before `aside` and keys, of which those that fit."""
    room = width - cell_len(title) - 2
    texts = ((panel.aside, panel.keys), (panel.aside, ()), ("", panel.keys))
    ends = (edge_line(aside, keys, panel.chip, palette, glyphs) for aside, keys in texts)
    chip = edge_line("", (), panel.chip, palette, glyphs)
    end = next((end for end in ends if width_of(end) <= room), chip)
    return title_line(title, end, width, palette, glyphs=glyphs, focus=panel.focus)


def _draw_frame(picture: Picture, place: Region, panel: Panel, palette: Palette, glyphs: Glyphs) -> None:
    """Draw a panel's frame: title and chip in the upper edge, `aside` and keys at the right of the lower one."""
    if place.width < _MIN_FRAME_COLUMNS or place.height < 2:
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
    if width_of(above) + cell_len(panel.title) > place.width - 6:  # the title is more important
        above = []
    below = edge_line(panel.aside, panel.keys, None, palette, glyphs)
    room = place.width - 6 - width_of(above)
    title = f" {clip(panel.title, max(room, 1), glyphs.ellipsis)} "
    picture.put(place.x + 2, place.y, title, palette.accent + palette.title if panel.focus else palette.plain)
    for y, line in ((place.y, above), (place.bottom - 1, below)):
        if 0 < width_of(line) <= place.width - 4:
            picture.put_lines(place.right - 2 - width_of(line), y, [line], place.width, glyphs.ellipsis)


def pages(lines: Sequence[Line], height: int, read_on: Line) -> list[Sequence[Line]]:
    """Split lines into pages of that height; each of several ends with the line `read_on`."""
    if len(lines) <= height:
        return [lines]
    rows = max(height - 1, 1)
    return [[*lines[start : start + rows], read_on] for start in range(0, len(lines), rows)]
