"""Screens that are painted once where Textual paints them twice, which is most of what they cost a slow line."""

from typing import Self

from textual.geometry import Region
from textual.screen import Screen, ScreenResultType


class PaintedOnce(Screen[ScreenResultType]):
    """A screen that Textual's version in use lays out and paints in one go."""

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """As everywhere; but a layout paints what it moves, and all of the screen need not be painted after it."""
        return super().refresh(*regions, repaint=repaint and not layout, layout=layout, recompose=recompose)

    def _compositor_refresh(self) -> None:
        """As in Textual; but of a screen that is to be painted as a whole, its parts are not painted before."""
        if not (self._layout_required and self._repaint_required):
            super()._compositor_refresh()
