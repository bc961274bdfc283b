"""The base class of screens that show a search with a cursor in it."""

from rich.segment import Segment
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.reactive import reactive

from engine.sat.lessons.lesson import PreparedStop
from engine.sat.lessons.lesson_question import AnswerKind
from engine.sat.trace.recording import SearchLine, SearchRecording, Viewpoint
from engine.sat.trace.trace import Trace
from tui.base.page import Page
from tui.base.picture_view import MainView, PanelView
from tui.base.requests import OpenRecording
from tui.draw.cells import wrap_line
from tui.draw.panels import Panel, PanelContent
from tui.features.lessons.panels import cursor_place
from tui.features.lessons.scene import LessonProgress


class StopPage(Page):
    """Shows a stop of a search, as `visit` says."""

    visit: reactive[LessonProgress] = reactive(LessonProgress(), init=False, repaint=False)
    _message = ""
    """The sentence to show before there is a stop."""
    _is_fault = False
    """Whether it says why there will be none."""

    def content(self) -> ComposeResult:
        yield MainView(self._view, self.app.size)

    @property
    def step(self) -> PreparedStop | None:
        """The stop on show; None if there is none."""
        raise NotImplementedError

    @property
    def asks(self) -> AnswerKind | None:
        """The kind of answer that the cursor selects; None for none."""
        raise NotImplementedError

    def _view(self, width: int, height: int) -> PanelContent:
        raise NotImplementedError

    def _show_fault(self, sentence: str) -> None:
        self._message, self._is_fault = sentence, True
        self.redraw()

    def _message_panel(self, width: int) -> Panel:
        """Show the sentence before there is a stop."""
        ink = self.palette.bad if self._is_fault else self.palette.dim
        return Panel(wrap_line([Segment(self._message, ink)], width), str(self.HEADING))

    def action_move(self, down: int, right: int) -> None:
        if self.step is not None:
            self.visit = self.visit.moved(self.step.rows, down, right)

    def watch_visit(self) -> None:
        self.redraw()
        self.refresh_keys()

    def redraw(self) -> None:
        if self.is_mounted:
            self.refresh_header()
            self.query_one(PanelView).redraw()

    def reading_place(self) -> Offset:
        """Return the position of the cursor's row, or of the literal in it."""
        view = self.query_one(PanelView)
        return view.content_region.offset + cursor_place(view.drawing, self.step, self.visit, self.asks)

    def open_replay(self, name: str, trace: Trace, position: int) -> None:
        """Open the search in the replay at an event."""
        view = Viewpoint(position=position)
        self.post_message(OpenRecording(name, SearchRecording((SearchLine(trace),), view=view)))
