"""The question which solver and which branching to use."""

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.sat.branching import BRANCHINGS
from engine.sat.solvers import SOLVERS
from tui.palette import PALETTES, Glyphs
from tui.solving import Strategy


class SolverChooser(ModalScreen[Strategy | None]):
    """Solvers on the left, the branchings of the one chosen on the right, what they are below."""

    DEFAULT_CSS = """
    SolverChooser { align: center middle; }
    SolverChooser > Vertical { width: 78; height: 22; border: round $accent; padding: 0 1; }
    SolverChooser Horizontal { height: 1fr; }
    SolverChooser OptionList { width: 1fr; height: 100%; border: none; padding: 0; scrollbar-size-vertical: 1; }
    SolverChooser Static { height: 8; margin-top: 1; }
    """
    BINDINGS = [
        Binding("escape", "cancel", "leave it as it is"),
        Binding("left,right,tab,h,l", "other_list", "solver or branching"),
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
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
                yield OptionList(*(Option(name, id=name) for name in SOLVERS), id="solvers", compact=True)
                yield OptionList(id="branchings", compact=True)
            yield Static(markup=False)

    def on_mount(self) -> None:
        solvers = self.query_one("#solvers", OptionList)
        solvers.highlighted = solvers.get_option_index(self._chosen.solver)
        self._show_branchings(self._chosen.branching)
        solvers.focus()

    @property
    def strategy(self) -> Strategy:
        """What is marked now."""
        branching = _marked(self.query_one("#branchings", OptionList))
        return Strategy(_marked(self.query_one("#solvers", OptionList)) or self._chosen.solver, branching)

    @on(OptionList.OptionHighlighted, "#solvers")
    def _solver_marked(self) -> None:
        self._show_branchings(self.strategy.branching or self._chosen.branching)

    @on(OptionList.OptionHighlighted, "#branchings")
    def _explain(self) -> None:
        strategy, palette = self.strategy, PALETTES[self.app.theme]
        solver = SOLVERS[strategy.solver]
        text = Text(f"{solver.name}  ", palette.title).append(solver.title, palette.plain)
        if solver.unavailable:
            text.append(f"\n{solver.unavailable}", palette.warning)
        if strategy.branching:
            branching = BRANCHINGS[strategy.branching]
            text.append(f"\n{branching.name}  ", palette.title).append(branching.definition, palette.plain)
            text.append(f"\n{branching.source}", palette.dim)
        self.query_one(Static).update(text)

    def _show_branchings(self, wanted: str | None) -> None:
        """Fill the right list for the solver marked on the left, keeping the branching if it has it."""
        names = SOLVERS[self.strategy.solver].branchings
        branchings = self.query_one("#branchings", OptionList)
        branchings.clear_options()
        branchings.add_options(Option(name, id=name) for name in names)
        if names:
            branchings.highlighted = names.index(wanted) if wanted in names else 0
        self._explain()

    def action_other_list(self) -> None:
        """Go over to the other list, if there is a choice."""
        solvers, branchings = self.query_one("#solvers", OptionList), self.query_one("#branchings", OptionList)
        if solvers.has_focus and branchings.option_count:
            branchings.focus()
        else:
            solvers.focus()

    def action_cursor_down(self) -> None:
        self.query_one("OptionList:focus", OptionList).action_cursor_down()

    def action_cursor_up(self) -> None:
        self.query_one("OptionList:focus", OptionList).action_cursor_up()

    def on_option_list_option_selected(self) -> None:
        """Take what is marked, unless the solver can't be used: then its reason stands below."""
        if not SOLVERS[self.strategy.solver].unavailable:
            self.dismiss(self.strategy)

    def action_cancel(self) -> None:
        self.dismiss(None)


def _marked(options: OptionList) -> str | None:
    """The id of the highlighted option."""
    return None if options.highlighted is None else options.get_option_at_index(options.highlighted).id
