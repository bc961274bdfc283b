"""The panel of the solve screen: what is solved and how, the verdict, the search, and a file's facts or model."""

from array import array

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tui.base.progress_bar import ProgressBar
from tui.features.solve.model import ModelView
from tui.features.solve.monitor import Reading, SearchMonitor, strip_width


class SolvePanel(Vertical):
    """Shows what it is told; what does not apply takes no room."""

    DEFAULT_CSS = """
    SolvePanel { width: 1fr; height: 100%; padding: 0 1; }
    SolvePanel > * { margin-top: 1; }
    SolvePanel > Static { height: auto; }
    """

    def compose(self) -> ComposeResult:
        yield ProgressBar(40)
        yield Static(id="setup", markup=False)
        yield Static(id="verdict", markup=False)
        yield SearchMonitor()
        yield Static(id="facts", markup=False)
        yield ModelView()

    @property
    def strip_width(self) -> int:
        """Columns for the strip of an assignment."""
        return strip_width(self.content_size.width)

    def show_texts(self, setup: RenderableType | None, verdict: RenderableType, facts: RenderableType | None) -> None:
        """What is solved and how, how things stand, and what the formula is like."""
        for name, text in (("setup", setup), ("verdict", verdict), ("facts", facts)):
            line = self.query_one(f"#{name}", Static)
            line.display = text is not None
            line.update(text or "")

    def show_model(self, model: "array[int] | None") -> None:
        """The model as literals."""
        view = self.query_one(ModelView)
        view.display = model is not None
        if model is not None:
            view.show(model)
            view.focus()

    def show_share(self, share: float | None) -> None:
        """How much of a file is read or of a proof is checked; None takes the bar away."""
        bar = self.query_one(ProgressBar)
        bar.display = share is not None
        bar.advance_to(share)

    def show_reading(self, reading: Reading | None) -> None:
        """The search as it is now."""
        monitor = self.query_one(SearchMonitor)
        monitor.display = reading is not None
        if reading:
            monitor.show_reading(reading)
