"""The user's choice of a board's cell size."""

from enum import Enum

from engine.base.language import N_, _
from engine.sudoku.layout import Layout
from tui.draw.board_frame import CellSeparation, CellSize, parted_sizes


class Zoom(Enum):
    """The cell size that a player wants.

    The sizes are: the largest with which the whole board is visible; a row high; with notes inside; with notes inside
    and separated by backgrounds, not lines.
    """

    AUTOMATIC = N_("automatic")
    SMALL = N_("small")
    LARGE = N_("large")
    GROUNDS = N_("large, on alternating backgrounds")

    @property
    def next(self) -> "Zoom":
        """The next size, cyclically."""
        order = list(Zoom)
        return order[(order.index(self) + 1) % len(order)]

    @property
    def is_large(self) -> bool:
        """Whether cells have notes inside, even if the whole board is not visible."""
        return self in (Zoom.LARGE, Zoom.GROUNDS)


def cell_sizes(layout: Layout, zoom: Zoom, *, grounds: bool) -> tuple[CellSize, ...]:
    """Return the wanted cell sizes with notes inside; `grounds` tells whether backgrounds can separate cells."""
    sizes = parted_sizes(layout.size, grounds=grounds)
    return tuple(cell for cell in sizes if zoom is not Zoom.GROUNDS or cell.separation is not CellSeparation.LINES)


def zoomed(zoom: Zoom, cell: CellSize, key: str) -> str:
    """Describe the present cell size; `key` selects the next one."""
    return _("Cells: {size}, {width} columns and {height} rows; {key} changes it.").format(
        size=_(zoom.value), width=cell.width, height=cell.height, key=key
    )
