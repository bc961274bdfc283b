"""A patch for Textual's compositor that keeps wide characters whole where widgets overlap.

Textual cuts each line at every widget edge, even where another widget covers the edge, and replaces a wide character
on a cut by two blanks (`textual._compositor.Compositor._render_chops`, Textual 8.2.8). Here the front widget is cut
between characters only.
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
    """Patch the compositor, unless its method has changed; wide characters may be cut then. Call it only once."""
    if (
        has_parameters(Compositor, "_render_chops", "self", "crop", "is_rendered_line")
        and has_parameters(Compositor, "_get_renders", "self", "crop")
        and hasattr(Compositor, "cuts")
    ):
        Compositor._render_chops = _render_chops  # type: ignore[assignment, method-assign]


def _render_chops(
    self: Compositor, crop: Region, is_rendered_line: Callable[[int], bool]
) -> Sequence[Mapping[int, Strip | None]]:
    """Return for each line its visible strips, by the position of the cut at their left."""
    cuts = self.cuts
    chops: list[dict[int, Strip | None]] = [dict.fromkeys(line[:-1]) for line in cuts]
    for region, clip, strips in self._get_renders(crop):  # the front comes first
        area = region.intersection(clip)
        first, last = area.column_span
        for y, strip in zip(area.line_range, strips, strict=False):
            if is_rendered_line(y):
                line = chops[y]
                places = [cut for cut in cuts[y] if first <= cut <= last]
                free = [line.get(place) is None for place in places[:-1]]
                pieces = _divided(strip, [place - area.x for place in places[1:]], free)
                parts = zip(places, pieces, free, strict=False)
                line.update((place, piece) for place, piece, is_free in parts if is_free)
    return chops


def _divided(strip: Strip, cuts: Sequence[int], free: Sequence[bool]) -> Sequence[Strip]:
    """Return the pieces of a strip between cuts, of which the last one is its end; the `free` pieces are visible.

    If a wide character lies on the cut between two free pieces, the first piece has the text of both.
    """
    text = strip.text
    if len(cuts) < 2 or cell_len(text) == len(text):
        return strip.divide(cuts)
    boundaries = {0, *accumulate(map(get_character_cell_size, text))}
    usable_cuts = [
        cut for at, cut in enumerate(cuts) if cut in boundaries or not all(free[at : at + 2]) or cut == cuts[-1]
    ]
    pieces = dict(zip((0, *usable_cuts), strip.divide(usable_cuts), strict=False))
    return [pieces.get(start, _NOTHING) for start in (0, *cuts[:-1]) if start < strip.cell_length]
