"""The user's choice of a board's cell size."""

from enum import Enum

from engine.base.language import N_, _
from engine.sudoku.layout import Layout
from tui.draw.board_frame import CellSize, Parting, parted_sizes


class Zoom(Enum):
    """The cells that a player wants: the largest with which all the board is seen, a row high, with notes inside, or
    with notes inside and kept apart by grounds, not lines."""

    AUTOMATIC = N_("automatic")
    SMALL = N_("small")
    LARGE = N_("large")
    GROUNDS = N_("large, on alternating grounds")

    @property
    def next(self) -> "Zoom":
        """The next size, cyclically."""
        order = list(Zoom)
        return order[(order.index(self) + 1) % len(order)]

    @property
    def is_large(self) -> bool:
        """Whether notes are inside, even where not all of the board is seen."""
        return self in (Zoom.LARGE, Zoom.GROUNDS)


def cell_sizes(layout: Layout, zoom: Zoom, *, grounds: bool) -> tuple[CellSize, ...]:
    """The cells with notes inside that a player wants; `grounds` says whether they can be kept apart by these."""
    sizes = parted_sizes(layout.size, grounds=grounds)
    return tuple(cell for cell in sizes if zoom is not Zoom.GROUNDS or cell.parting is not Parting.LINES)


def zoomed(zoom: Zoom, cell: CellSize, key: str) -> str:
    """How large cells are now; `key` is for the next size."""
    return _("Cells: {size}, {width} columns and {height} rows; {key} changes it.").format(
        size=_(zoom.value), width=cell.width, height=cell.height, key=key
    )
