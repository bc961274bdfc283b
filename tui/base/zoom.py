"""The cell size that a player selects for the board."""

from enum import Enum

from engine.base.language import N_, _
from engine.sudoku.layout import Layout
from tui.draw.board_frame import CellSeparation, CellSize, parted_sizes


class Zoom(Enum):
    """The selected size of cells."""

    AUTOMATIC = N_("automatic")
    """The largest cells with which the whole board is visible."""
    SMALL = N_("small")
    """Cells of one row."""
    LARGE = N_("large")
    """Cells with notes inside."""
    GROUNDS = N_("large, on alternating backgrounds")
    """Cells with notes inside, separated by backgrounds and not by lines."""

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
    """Return the cell sizes with notes inside for a zoom; `grounds` tells whether backgrounds can separate cells."""
    sizes = parted_sizes(layout.size, grounds=grounds)
    return tuple(cell for cell in sizes if zoom is not Zoom.GROUNDS or cell.separation is not CellSeparation.LINES)


def zoom_text(zoom: Zoom, cell: CellSize, key: str) -> str:
    """Describe the present cell size, and the key for the next one."""
    return _("Cells: {size}, {width} columns and {height} rows; {key} changes it.").format(
        size=_(zoom.value), width=cell.width, height=cell.height, key=key
    )
