"""The base class of screens that make a puzzle and then play it."""

import time

from engine.base.language import lazy_gettext as _
from tui.base.background import complaint
from tui.base.page import Page
from tui.base.rows import Rows

MAKING = _("making it {dot} {seconds} s     {stop} stops")
STOPPED = _("stopped")


class MakerPage(Page):
    """A screen with a list, disabled during the work "make". Keys typed meanwhile go to the board."""

    rows: Rows
    _status = ""
    """A sentence on the work; "" for none."""
    _start_time = 0.0
    """When the work began, in seconds of the monotonic clock."""

    def on_mount(self) -> None:
        self.set_interval(1, self._show_progress)

    def _begin_making(self) -> None:
        self._start_time, self.rows.disabled = time.monotonic(), True
        self.program.hold_keys()

    def _end_making(self, sentence: str = "") -> None:
        """Let the player use the list again, and show a sentence."""
        self.rows.disabled = False
        self.rows.focus()
        self.program.release_keys()
        self._show_status(sentence)

    def _fail(self, error: Exception) -> None:
        self._end_making(complaint(error))

    def _show_progress(self) -> None:
        if self.background.is_running("make"):
            seconds = int(time.monotonic() - self._start_time)
            self._show_status(self._progress_text(seconds))

    def _progress_text(self, seconds: int) -> str:
        """Return the progress of the work after some seconds."""
        return MAKING.format(dot=self.glyphs.dot, seconds=seconds, stop=self.key("back"))

    def _show_status(self, sentence: str) -> None:
        self._status = sentence
        self.redraw()

    @property
    def is_stoppable(self) -> bool:
        return self.background.is_running("make")

    def stop_work(self) -> None:
        self.background.cancel("make")
        self._end_making(str(STOPPED))

    async def leave(self) -> None:
        self.program.release_keys()
