"""The panel of the solve screen: what is solved and how, the verdict, the search, and a file's facts or model."""

from array import array

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from engine.sat.solvers.strategy import Strategy
from tui.base.progress_bar import ProgressBar
from tui.draw.palette import PALETTES, Glyphs
from tui.features.solve.job import Instance
from tui.features.solve.model import ModelView
from tui.features.solve.monitor import Reading, SearchMonitor, strip_width
from tui.features.solve.texts import facts_text, setup_text


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

    def show_setup(self, strategy: Strategy, limit: float | None, instance: Instance | None, explain: bool) -> None:
        """What is solved, and how; with definitions to `explain`."""
        setup = self.query_one("#setup", Static)
        setup.display = instance is not None
        width, glyphs = self.content_size.width, self._glyphs
        setup.update(setup_text(strategy, limit, instance, explain, width, PALETTES[self.app.theme], glyphs))

    def show_verdict(self, verdict: Text) -> None:
        """How things stand, in words."""
        self.query_one("#verdict", Static).update(verdict)

    def show_share(self, share: float | None) -> None:
        """How much of a file is read or of a proof is checked; None takes the bar away."""
        bar = self.query_one(ProgressBar)
        bar.display = share is not None
        bar.advance_to(share)

    def show_reading(self, reading: Reading | None) -> int:
        """The search as it is now; returns how many characters changed."""
        monitor = self.query_one(SearchMonitor)
        monitor.display = reading is not None
        return monitor.show_reading(reading) if reading else 0

    def show_formula(self, instance: Instance | None, model: "array[int] | None") -> None:
        """The facts of the formula, or its model; nothing for None and None."""
        facts, view = self.query_one("#facts", Static), self.query_one(ModelView)
        facts.display, view.display = instance is not None and model is None, model is not None
        if model is not None:
            view.show(model)
            view.focus()
        elif instance:
            facts.update(facts_text(instance, PALETTES[self.app.theme], self._glyphs))

    @property
    def _glyphs(self) -> Glyphs:
        glyphs: Glyphs = self.app.glyphs  # type: ignore[attr-defined]
        return glyphs
