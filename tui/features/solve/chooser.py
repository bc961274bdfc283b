"""The question which solver and which branching to use."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from engine.sat.solvers import library
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.strategy import Strategy
from tui.base.dialogs import Dialog
from tui.base.rows import PickList
from tui.features.solve import words


class SolverChooser(Dialog[Strategy | None]):
    """Solvers on the left, the branchings of the marked one on the right, what they are below."""

    DEFAULT_CSS = """
    SolverChooser > .box { width: 78; max-width: 78; height: 22; padding: 0 1; }
    SolverChooser Horizontal { height: 1fr; }
    SolverChooser #branchings { margin-left: 2; }
    SolverChooser > .box > Static { width: auto; max-width: 100%; height: 9; margin-top: 1; }
    """
    BINDINGS = [
        Binding("escape", "cancel", "leave it as it is", id="dialogs.cancel_choice"),
        Binding("left,right,tab,h,l", "other_list", "solver or branching", id="dialogs.other_list"),
    ]
    PARTS = (PickList,)

    def __init__(self, chosen: Strategy) -> None:
        super().__init__()
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = words.CHOOSER_TITLE
            box.border_subtitle = words.CHOOSER_KEYS.format(
                arrows=self.program.glyphs.arrows, take=self.first_key("pick"), leave=self.first_key("cancel")
            )
            with Horizontal():
                yield PickList(id="solvers")
                yield PickList(id="branchings")
            yield Static(markup=False)

    def on_mount(self) -> None:
        weak = [name for name in SOLVERS if _unavailable(name)]
        self._solvers.fill(list(SOLVERS), self._chosen.solver, weak)
        self._show_branchings(self._chosen.branching)
        self._solvers.focus()

    @property
    def _solvers(self) -> PickList:
        return self.query_one("#solvers", PickList)

    @property
    def _branchings(self) -> PickList:
        return self.query_one("#branchings", PickList)

    @property
    def strategy(self) -> Strategy:
        """What is marked now."""
        return Strategy(self._solvers.marked or self._chosen.solver, self._branchings.marked)

    def on_rows_moved(self, event: PickList.Moved) -> None:
        """Another solver has other branchings; keep the one marked if it has it."""
        if event.rows is self._solvers:
            self._show_branchings(self._branchings.marked or self._chosen.branching)
        else:
            self._explain()

    def _show_branchings(self, wanted: str | None) -> None:
        """List the branchings of the marked solver, with the mark on the one wanted if it has it."""
        self._branchings.fill(SOLVERS[self.strategy.solver].branchings, wanted)
        self._explain()

    def _explain(self) -> None:
        strategy = self.strategy
        explained = words.explained(strategy, _unavailable(strategy.solver), self.program.palette)
        self.query_one(Static).update(explained)

    def action_other_list(self) -> None:
        if self._solvers.has_focus and len(self._branchings):
            self._branchings.focus()
        else:
            self._solvers.focus()

    @on(PickList.Picked)
    def _picked(self) -> None:
        """Take what is marked, unless the solver can't be used: then the reason stands below."""
        if not _unavailable(self.strategy.solver):
            self.dismiss(self.strategy)

    def action_cancel(self) -> None:
        self.dismiss(None)


def _unavailable(solver: str) -> str:
    """Why a solver can't be used, or ""."""
    missing = SOLVERS[solver].library and not library.available()
    return words.NOT_INSTALLED if missing else ""
