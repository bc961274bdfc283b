"""What the pictures of the time machine are drawn from."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from engine.sat.formula.assignment_state import SolverState
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.solvers.solve import SOLVERS
from engine.sat.trace.trace import Event, Trace
from engine.sudoku.as_sat.cell_words import CellWords
from tui.draw.palette import Glyphs, Palette


class View(Enum):
    """What is in front: everything that there is room for, or one thing as large as can be."""

    ALL = auto()
    BOARD = auto()
    TREE = auto()
    GRAPH = auto()


@dataclass(frozen=True)
class Scene:
    """A position of a trace, how it is being played, and what the eye is on."""

    trace: Trace
    position: int
    levels: Sequence[int]
    """The course of the level over the whole search: as many numbers as the curve has columns."""
    palette: Palette
    glyphs: Glyphs
    playing: bool = False
    speed: int = 1
    """Events a second."""
    view: View = View.ALL
    cells: CellWords | None = None
    """What the variables mean on a board, if the formula is a sudoku."""
    in_cells: bool = False
    """Whether literals and clauses are called by cells and rules."""
    place: int | None = None
    """Where on the trail the cursor is; None: the end of the trail is shown."""
    cell: int | None = None
    """The cursor on the board."""
    top: int = 0
    """How many rows of what is in front are scrolled away."""

    @cached_property
    def state(self) -> SolverState:
        """The solver at the position."""
        return self.trace.state(self.position)

    @cached_property
    def event(self) -> Event | None:
        """The event that led to the position; None at the beginning."""
        return self.trace.event(self.position - 1) if self.position else None

    @property
    def words(self) -> Words:
        """How literals and clauses are called."""
        return self.cells if self.cells and self.in_cells else NUMBERS

    @property
    def learns(self) -> bool:
        """Whether the search learns clauses; it then does not come back for the other value of a decision."""
        return SOLVERS[self.trace.result.solver].learns

    @property
    def recording(self) -> str:
        """A sentence on what the solver left out because it was recorded; empty if nothing."""
        return SOLVERS[self.trace.result.solver].recording
