"""The question which solver and which branching to use."""

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from engine.sat.solvers import library
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.strategy import Strategy
from tui.base.dialogs import Dialog
from tui.base.pick_list import PickList
from tui.draw.palette import PALETTES, Glyphs


class SolverChooser(Dialog[Strategy | None]):
    """Solvers on the left, the branchings of the marked one on the right, what they are below."""

    DEFAULT_CSS = """
    SolverChooser { align: center middle; }
    SolverChooser > Vertical { width: 78; height: 22; border: round $accent; padding: 0 1; }
    SolverChooser Horizontal { height: 1fr; }
    SolverChooser #branchings { margin-left: 2; }
    SolverChooser Static { height: 9; margin-top: 1; }
    """
    BINDINGS = [
        Binding("escape", "cancel", "leave it as it is", id="dialogs.cancel_choice"),
        Binding("left,right,tab,h,l", "other_list", "solver or branching", id="dialogs.other_list"),
    ]

    def __init__(self, chosen: Strategy) -> None:
        super().__init__()
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        glyphs: Glyphs = self.app.glyphs  # type: ignore[attr-defined]
        with Vertical() as box:
            box.border_title = "solver and branching"
            box.border_subtitle = f"{glyphs.arrows} choose, enter takes it, esc leaves it"
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
        strategy, palette = self.strategy, PALETTES[self.app.theme]
        solver = SOLVERS[strategy.solver]
        text = Text().append(f"{solver.name}  ", palette.title).append(solver.title)
        if reason := _unavailable(solver.name):
            text.append(f"\n{reason}", palette.warning)
        if rule := strategy.rule:
            text.append(f"\n{rule.name}  ", palette.title).append(rule.definition)
            text.append(f"\n{rule.source}", palette.dim)
        self.query_one(Static).update(text)

    def action_other_list(self) -> None:
        """Go over to the other list, if it has anything to choose."""
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
    return "not here: it comes with python-sat, which is not installed" if missing else ""
