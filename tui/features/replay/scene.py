"""The scene that the replay's panels draw, and the variables that match a typed name."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from rich.style import Style
from textual.binding import Binding

from engine.base.errors import InputError
from engine.base.language import _, ungrouped
from engine.sat.formula.assignment_state import SolverState
from engine.sat.formula.names import VariableNames
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.solvers.solve import description_of
from engine.sat.solvers.variable_ranking import VariableRanking
from engine.sat.solvers.watches import WatchList
from engine.sat.trace.analysis import ConflictAnalysis, analyse
from engine.sat.trace.conflict_graph import ConflictGraph, conflict_graph
from engine.sat.trace.trace import Trace, TraceEvent
from engine.sudoku.as_sat.cell_words import CellWords
from engine.sudoku.layout import CellError, read_cell
from engine.sudoku.signs import sign
from tui.base.keymap import MovedBinding
from tui.draw.palette import Glyphs, Palette
from tui.features.replay.graph_view import GraphDetail
from tui.features.replay.marks import MarksByWidth

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NUMBER = re.compile(r"[-x]?(\d{1,10})")
"""A variable as a number."""


class ReplayPane(Enum):
    """The panes that can be in front at full size, each with its key; ALL stands for all panels that fit.

    Recordings store the name of the pane. The views are in `PANES` of `panels.py`.
    """

    ALL = None
    BOARD = Binding("b", "board", "board", tooltip="the board; arrows pick a cell")
    GRAPH = Binding("i", "pane('GRAPH')", "graph", id="graph", tooltip="implications of a conflict")
    TREE = Binding("d", "pane('TREE')", "tree", id="tree", tooltip="the decision tree")
    WATCHES = Binding(
        "l", "pane('WATCHES')", "watches", id="watches",
        tooltip="watch lists: what a false literal costs; arrows pick it",
    )  # fmt: skip
    RANKS = MovedBinding(
        "A", "pane('RANKS')", "activity", id="ranks", former="a",
        tooltip="activity and saved phases of the variables",
    )  # fmt: skip


@dataclass(frozen=True)
class ViewState:
    """The state of the view: the pane in front, and the cursors in the panes."""

    pane: ReplayPane = ReplayPane.ALL
    place: int | None = None
    """The place of the cursor on the trail; None without a cursor."""
    cell: int | None = None
    """The cell of the cursor on the board; None without a cursor."""
    top: int = 0
    """The first visible row of a pane that scrolls."""
    literal: int | None = None
    """The literal whose watch list is requested; None for the one under the trail's cursor, or the current one."""
    in_cells: bool = True
    """Whether literals have the names of cells, or those in the file, once these are known."""
    trail_top: int | None = None
    """The first visible place of the trail at the last click on it; it stays while the cursor is visible."""
    cut: int | None = None
    """The cut of the implication graph; None for the one at the first unique implication point."""
    node: int | None = None
    """The selected node of the graph; None for the default one."""
    detail: GraphDetail = GraphDetail.AUTOMATIC
    """How much of the graph is drawn."""


@dataclass(frozen=True)
class ReplayScene:
    """A position of a trace, the state of playback, and the state of the view."""

    trace: Trace
    position: int
    palette: Palette
    glyphs: Glyphs
    view: ViewState = ViewState(in_cells=False)
    cells: CellWords | None = None
    """The meaning of the variables on a board, if the formula encodes a sudoku."""
    names: VariableNames | None = None
    """The names of the variables in the file, if any."""
    playing: bool = False
    speed: int = 1
    """Events per second."""
    note: str = ""
    """A sentence before the description of the event, such as the breakpoint that stopped here."""
    solver_state: "WatchList | VariableRanking | str" = ""
    """The state of the solver besides its trail, for the pane in front; a sentence while it is unknown."""
    levels: Callable[[int], Sequence[int]] | None = None
    """A cached function from a number of columns to the decision level in each; None to compute it from the trace."""
    marks: MarksByWidth | None = None
    """A cached function from the columns of a bar to the marks below it; None to compute them from the trace."""
    stops: "NDArray[np.integer] | None" = None
    """The positions at which a breakpoint stops, as far as they are known."""
    key: Callable[[str], str] = field(default=lambda _action: "")
    """Returns the keys of an action for display; "" for none."""

    @cached_property
    def state(self) -> SolverState:
        """The state of the solver at the position."""
        return self.trace.state(self.position)

    @cached_property
    def event(self) -> TraceEvent | None:
        """The event before the position; None at the beginning."""
        return self.trace.event(self.position - 1) if self.position else None

    @cached_property
    def analysis(self) -> ConflictAnalysis | None:
        """The analysis of the last conflict; None if no clause was learned from it."""
        return analyse(self.trace, self.position)

    @cached_property
    def conflict(self) -> ConflictGraph | None:
        """The implication graph of the last conflict; None if there is none."""
        return conflict_graph(self.trace, self.position)

    @property
    def selected_literal(self) -> int | None:
        """The literal whose watch list is shown: the requested one, else the false one at the trail's cursor."""
        if self.view.literal is not None or self.view.place is None:
            return self.view.literal
        return -self.state.trail[self.view.place]

    @property
    def words(self) -> Words:
        """The names of literals and clauses."""
        return (self.cells or self.names or NUMBERS) if self.view.in_cells else NUMBERS

    def look(self, literal: int) -> tuple[str, Style]:
        """Return the sign and the style of a literal, which show its value."""
        glyphs, palette, value = self.glyphs, self.palette, self.state.value(literal)
        looks = (glyphs.open, palette.plain), (glyphs.right, palette.true), (glyphs.wrong, palette.false)
        return looks[value]

    @property
    def learns(self) -> bool:
        """Whether the search learns clauses; otherwise it returns to decisions and tries the other value."""
        return description_of(self.trace.result.solver).learns

    @property
    def recording(self) -> str:
        """A sentence on what the solver skipped because it was recorded; "" for nothing."""
        sentence = description_of(self.trace.result.solver).recording
        return str(sentence) if sentence else ""


def variables_named(text: str, variables: int, cells: CellWords | None) -> frozenset[int]:
    """Return the variables that `12`, `-12`, `r3c4` (for each digit) or `r3c4 = 5` names. Raises InputError."""
    if match := _NUMBER.fullmatch(ungrouped(text.strip().lower())):
        number = int(match[1])
        if not 1 <= number <= variables:
            raise InputError(_("variables are 1 to {variables:,}").format(variables=variables))
        return frozenset((number,))
    try:
        entry = read_cell(text, cells.sudoku.puzzle.layout) if cells else None
    except CellError as error:
        raise InputError(str(error)) from None
    if cells is None:
        raise InputError(_("a variable is a number"))
    if entry is None:
        raise InputError(_("a variable is a number, or a cell as r3c4 or r3c4 = 5"))
    candidates = cells.sudoku.candidates(entry.cell)
    named = frozenset(variable for digit, variable in candidates if entry.digit in (None, digit))
    if not named:
        value_text = f" = {sign(entry.digit)}" if entry.digit else ""
        raise InputError(
            _("the formula has no variable for {cell}{value}").format(
                cell=cells.sudoku.puzzle.layout.cell_name(entry.cell), value=value_text
            )
        )
    return named
