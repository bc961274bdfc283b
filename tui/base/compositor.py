"""A patch for Textual's compositor where widgets overlap (`textual._compositor`, `_render_chops`, Textual 8.2.8).

- Textual cuts each line at every widget edge, even where another widget covers the edge, and replaces a wide character
  on a cut by two blanks. Here the front widget is cut between characters only.
- Textual renders all lines of all widgets. Here only lines of which something is visible are rendered.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from rich.cells import cell_len, get_character_cell_size
from textual._compositor import Compositor
from textual.geometry import Region
from textual.strip import Strip

from tui.base.patches import has_parameters

_NOTHING = Strip([], 0)


def patch() -> None:
    """Patch the compositor, unless its method has changed. Call it only once."""
    if (
        has_parameters(Compositor, "_render_chops", "self", "crop", "is_rendered_line")
        and hasattr(Compositor, "cuts")
        and hasattr(Compositor, "visible_widgets")
    ):
        Compositor._render_chops = _render_chops  # type: ignore[assignment, method-assign]


def _render_chops(
    self: Compositor, crop: Region, is_rendered_line: Callable[[int], bool]
) -> Sequence[Mapping[int, Strip | None]]:
    """Return for each line its visible strips, by the position of the cut at their left."""
    cuts = self.cuts
    chops: list[dict[int, Strip | None]] = [dict.fromkeys(line[:-1]) for line in cuts]
    for widget, (region, clip) in self.visible_widgets.items():  # the front comes first
        area = region.intersection(clip)
        if not area.overlaps(crop):
            continue
        first, last = area.column_span
        visible: dict[int, tuple[list[int], list[bool]]] = {}
        for y in filter(is_rendered_line, area.line_range):
            places = [cut for cut in cuts[y] if first <= cut <= last]
            free = [chops[y].get(place) is None for place in places[:-1]]
            if any(free):
                visible[y] = places, free
        if not visible:
            continue
        top, bottom = min(visible), max(visible)
        lines = Region(area.x - region.x, top - region.y, area.width, bottom - top + 1)
        for y, strip in enumerate(widget.render_lines(lines), top):
            if y in visible:
                places, free = visible[y]
                pieces = _divided(strip, [place - area.x for place in places[1:]], free)
                parts = zip(places, pieces, free, strict=False)
                chops[y].update((place, piece) for place, piece, is_free in parts if is_free)
    return chops


def _divided(strip: Strip, cuts: Sequence[int], free: Sequence[bool]) -> Sequence[Strip]:
    """Return the pieces of a strip between cuts, of which the last one is its end; the `free` pieces are visible.

    If a wide character lies on the cut between two free pieces, the first piece has the text of both.
    """
    if len(cuts) < 2 or cell_len(text := strip.text) == len(text):
        return strip.divide(cuts)
    boundaries = {0, *accumulate(map(get_character_cell_size, text))}
    usable_cuts = [
        cut for at, cut in enumerate(cuts) if cut in boundaries or not all(free[at : at + 2]) or cut == cuts[-1]
    ]
    pieces = dict(zip((0, *usable_cuts), strip.divide(usable_cuts), strict=False))
    return [pieces.get(start, _NOTHING) for start in (0, *cuts[:-1]) if start < strip.cell_length]
