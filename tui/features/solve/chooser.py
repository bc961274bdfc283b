"""The dialog that selects a solver, its branching rule and settings."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from engine.base.language import _
from engine.sat.solvers import library
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.strategy import Strategy
from tui.base.dialogs import Dialog
from tui.base.rows import PickList
from tui.features.solve import words
from tui.features.solve.settings import Setting, Settings, offered_settings


@dataclass(frozen=True)
class SolverChoice:
    """The selection; with `asks_seed`, a seed is still to be typed."""

    strategy: Strategy
    settings: Settings
    asks_seed: bool = False


class SolverChooser(Dialog[SolverChoice | None]):
    """Lists solvers, their branching rules and settings side by side, with a description below.

    Enter on a solver or a branching rule accepts the selection; on a setting, it changes the setting.
    """

    DEFAULT_CSS = """
    SolverChooser > .box { width: 78; max-width: 78; height: 21; padding: 0 1; }
    SolverChooser.-framed > .box { height: 29; max-height: 80%; }
    SolverChooser Horizontal { height: 1fr; }
    SolverChooser #solvers { width: 19; }
    SolverChooser #branchings, SolverChooser #settings { margin-left: 2; }
    SolverChooser #branchings { width: 27; }
    SolverChooser #explanation { width: auto; max-width: 100%; height: 8; margin-top: 1; }
    SolverChooser.-narrow #solvers, SolverChooser.-narrow #branchings { width: 1fr; }
    SolverChooser.-narrow #solvers:focus, SolverChooser.-narrow #branchings:focus,
    SolverChooser.-narrow #settings:focus { width: 3fr; }
    SolverChooser.-low > .box { height: 100%; }
    SolverChooser.-low #explanation { height: 3; margin-top: 0; }
    """
    BINDINGS = [
        Binding("escape", "cancel", "cancel", id="dialogs.cancel_choice"),
        Binding("right,tab,l", "other_list(1)", "the next list", id="dialogs.other_list"),
        Binding("left,shift+tab,h", "other_list(-1)", "the previous list", id="dialogs.list_before"),
    ]
    PARTS = (PickList,)

    def __init__(self, choice: SolverChoice) -> None:
        super().__init__()
        self._first_strategy = choice.strategy
        self._settings = choice.settings
        self._offered: tuple[Setting, ...] = ()
        self._asks_seed = choice.asks_seed
        """Whether the cursor begins on the seed."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = str(words.CHOOSER_TITLE)
            yield from self.put_answers(box)
            with Horizontal():
                yield PickList(id="solvers")
                yield PickList(id="branchings")
                yield PickList(id="settings")
            yield Static(id="explanation", markup=False)

    def answers(self) -> Sequence[tuple[str, str]]:
        arrows, pick = self.program.glyphs.arrows, self.first_key("pick")
        return [(arrows, _("choose")), (pick, str(words.TAKE)), super().answers()[0]]

    def on_mount(self) -> None:
        weak = [name for name in SOLVERS if _unavailable(name)]
        self._solvers.fill(list(SOLVERS), self._first_strategy.solver, weak)
        self._show_branchings(self._first_strategy.branching)
        (self._setting_list if self._asks_seed else self._solvers).focus()

    @property
    def _solvers(self) -> PickList:
        return self.query_one("#solvers", PickList)

    @property
    def _branchings(self) -> PickList:
        return self.query_one("#branchings", PickList)

    @property
    def _setting_list(self) -> PickList:
        return self.query_one("#settings", PickList)

    @property
    def strategy(self) -> Strategy:
        """The marked strategy."""
        return Strategy(self._solvers.marked or self._first_strategy.solver, self._branchings.marked)

    def on_rows_moved(self, event: PickList.Moved) -> None:
        """Show the branching rules of another solver, with the same mark if possible."""
        if event.rows is self._solvers:
            self._show_branchings(self._branchings.marked or self._first_strategy.branching)
        elif event.rows is self._branchings:
            self._explain()

    def _show_branchings(self, selected: str | None) -> None:
        """List the branching rules of the marked solver, with the mark on the given one if possible."""
        self._branchings.fill(SOLVERS[self.strategy.solver].branchings, selected)
        self._show_settings(Setting.SEED if self._asks_seed else None)
        self._explain()

    def _show_settings(self, marked: Setting | None) -> None:
        """List the settings of the marked solver, with the mark on a given one."""
        self._offered = offered_settings(self.strategy, self._settings)
        rows = [words.setting_text(setting, self._settings) for setting in self._offered]
        self._setting_list.fill(rows, rows[self._offered.index(marked)] if marked in self._offered else None)

    def _explain(self) -> None:
        strategy = self.strategy
        explained = words.explained(strategy, _unavailable(strategy.solver), self.program.palette)
        self.query_one("#explanation", Static).update(explained)

    def action_other_list(self, step: int) -> None:
        """Go to the next or previous list that is not empty."""
        lists = [pick_list for pick_list in (self._solvers, self._branchings, self._setting_list) if len(pick_list)]
        current = next((place for place, pick_list in enumerate(lists) if pick_list.has_focus), 0)
        lists[(current + step) % len(lists)].focus()

    @on(PickList.NamePicked)
    def _picked(self) -> None:
        """Accept the selection, or show why the solver can't be used; on a setting, change it."""
        if not self._setting_list.has_focus:
            if not _unavailable(self.strategy.solver):
                self.dismiss(SolverChoice(self.strategy, self._settings.fitting(self.strategy)))
            return
        setting = self._offered[self._setting_list.cursor]
        if setting is Setting.SEED:
            self.dismiss(SolverChoice(self.strategy, self._settings, asks_seed=True))
        else:
            self._settings = self._settings.changed(setting)
            self._show_settings(setting)

    def action_cancel(self) -> None:
        self.dismiss(None)


def _unavailable(solver: str) -> str:
    """Return why a solver can't be used, or ""."""
    missing = SOLVERS[solver].library and not library.available()
    return str(words.NOT_INSTALLED if missing else "")
