"""What a search tells of itself while it runs: counters, time, and the assignment."""

from dataclasses import dataclass

from textual.events import Resize
from textual.geometry import Size

from tui.base.picture_view import PictureView
from tui.base.program import program_of
from tui.draw.assignment_strip import Shares, put_shares
from tui.draw.bars import put_bar
from tui.draw.numbers import compact
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture
from tui.features.solve.job import Moment, Outcome

LABEL = 13
"""Columns for a counter's name."""
STRIP_LABEL = 7
"""Columns for the name of a strip."""
_WIDE, _NARROW = 72, 42
"""From these widths on three and two counters stand in a row, else one."""
_AIRY = 48
"""From this width on there is air between the counters."""


@dataclass(frozen=True)
class Reading:
    """A search at one moment; `seconds` are of search alone. None: the solver does not tell."""

    decisions: int | None = None
    propagations: int | None = None
    conflicts: int | None = None
    level: int | None = None
    seconds: float = 0.0
    limit: float | None = None
    shares: Shares | None = None

    @classmethod
    def of_outcome(cls, outcome: Outcome) -> "Reading":
        """A search at its end."""
        result = outcome.result
        counters = (result.decisions, result.propagations, result.conflicts)
        return cls(*counters, None, result.seconds, outcome.limit, outcome.shares)

    @classmethod
    def of_moment(cls, moment: Moment | None, limit: float | None) -> "Reading":
        """A search that runs; None: it has not told anything yet."""
        if moment is None:
            return cls(limit=limit)
        told = moment.progress
        counters = (told.decisions, told.propagations, told.conflicts, told.level)
        return cls(*counters, told.seconds, limit, moment.shares)


def draw(reading: Reading, width: int, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw the counters, the bar of the time limit and the strips of the assignment in `width` columns."""
    columns, gap, size = _grid(width)
    fields = (
        ("decisions", reading.decisions),
        ("propagations", reading.propagations),
        ("conflicts", reading.conflicts),
        ("level", reading.level),
        ("assigned", None if reading.shares is None else reading.shares.assigned),
    )
    values = [(name, "-" if count is None else compact(count, size - LABEL)) for name, count in fields]
    values.append(("search", f"{reading.seconds:,.1f} s"))
    picture = Picture(width, height(width))
    for place, (name, value) in enumerate(values):
        x, y = place % columns * (size + gap), place // columns
        picture.put(x, y, name, palette.dim)
        picture.put(x + LABEL, y, value.rjust(size - LABEL), palette.plain)
    y = len(values) // columns
    if reading.limit is not None:
        picture.put(0, y, "limit", palette.dim)
        share = reading.seconds / reading.limit if reading.limit else 1.0
        put_bar(picture, STRIP_LABEL, y, strip_width(width), share, palette, glyphs)
    if reading.shares is not None:
        picture.put(0, y + 1, "true", palette.dim)
        picture.put(0, y + 2, "false", palette.dim)
        put_shares(picture, STRIP_LABEL, y + 1, reading.shares, palette, glyphs)
    return picture


def height(width: int) -> int:
    """Rows that the drawing takes at this width."""
    return 6 // _grid(width)[0] + 3


def strip_width(width: int) -> int:
    """Columns of the assignment's strip in a drawing of this width."""
    return max(width - STRIP_LABEL, 0)


def _grid(width: int) -> tuple[int, int, int]:
    """Counters in a row, blanks between them, and columns for each."""
    columns = 3 if width >= _WIDE else 2 if width >= _NARROW else 1
    gap = 3 if width >= _AIRY else 1
    return columns, gap, min((width + gap) // columns - gap, 30)


class SearchMonitor(PictureView):
    """Shows the newest reading, as wide as there is room."""

    DEFAULT_CSS = "SearchMonitor { width: 100%; }"

    def __init__(self) -> None:
        super().__init__(Picture(0, 0))
        self._reading = Reading()

    def show_reading(self, reading: Reading) -> None:
        """Show this reading."""
        self._reading = reading
        self._draw(self.size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return height(width)

    def on_resize(self, event: Resize) -> None:
        self._draw(event.size.width)

    def _draw(self, width: int) -> None:
        program = program_of(self)
        self.show(draw(self._reading, width, program.palette, program.glyphs))
