"""A position of a recorded search as questions see it: the solver, the clauses, and their names."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.sat.formula.assignment_state import ClauseState, SolverState
from engine.sat.formula.formula import Literals
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.lessons.walk_trace import WALK
from engine.sat.lessons.watched_literals import Watches
from engine.sat.trace.analysis import ConflictAnalysis, analyse
from engine.sat.trace.events import EventKind
from engine.sat.trace.narration import clause_name, clause_text
from engine.sat.trace.trace import Trace, TraceEvent


@dataclass(frozen=True)
class TracePosition:
    """A position of a trace (`index`: the number of events before it), and the names of literals."""

    trace: Trace
    index: int
    words: Words = NUMBERS

    @cached_property
    def state(self) -> SolverState:
        """The state of the solver."""
        return self.trace.state(self.index)

    @property
    def clauses(self) -> int:
        """The number of clauses, including those learned so far."""
        return len(self.trace.formula) + self.trace.counters(self.index).learned

    @property
    def has_deletions(self) -> bool:
        """Whether learned clauses have been deleted; older recordings do not say which."""
        return self.trace.previous_position(self.index + 1, EventKind.DELETION) is not None

    @property
    def has_trail(self) -> bool:
        """Whether the search has a trail: local search has only an assignment."""
        return self.trace.result.solver != WALK

    @property
    def last_event(self) -> TraceEvent | None:
        """The event that led here; None at the beginning."""
        return self.trace.event(self.index - 1) if self.index else None

    @property
    def next_event(self) -> TraceEvent | None:
        """The event that follows; None at the end."""
        return self.trace.event(self.index) if self.index < len(self.trace) else None

    @cached_property
    def analysis(self) -> ConflictAnalysis | None:
        """The derivation of the clause learned from the conflict that led here, or from the previous one; None if there
        is none.
        """
        return analyse(self.trace, self.index)

    @cached_property
    def watches(self) -> Watches:
        """The watched literals of each clause."""
        return Watches(self.trace, self.index)

    def clause(self, index: int) -> Literals:
        """The literals of a clause, each once."""
        return tuple(dict.fromkeys(self.trace.clause(index)))

    def containing(self, literal: int) -> list[int]:
        """The indexes of the clauses with a literal."""
        return [index for index in range(self.clauses) if literal in self.trace.clause(index)]

    def free(self, index: int) -> Literals:
        """The free literals of a clause."""
        return tuple(literal for literal in self.clause(index) if not self.state.value(literal))

    def true(self, index: int) -> Literals:
        """The true literals of a clause."""
        return tuple(literal for literal in self.clause(index) if self.state.value(literal) > 0)

    def clause_state(self, index: int) -> ClauseState:
        """The state of a clause under the assignment; repeated literals count twice."""
        if self.true(index):
            return ClauseState.SATISFIED
        return (ClauseState.FALSE, ClauseState.UNIT, ClauseState.OPEN)[min(len(self.free(index)), 2)]

    def level(self, literal: int) -> int | None:
        """The level of the literal's variable; None if it is free."""
        place = self.state.place(abs(literal))
        return None if place is None else self.state.levels[place]

    # in words

    def name(self, literal: int) -> str:
        """The name of a literal."""
        return self.words.literal(literal)

    def names(self, literals: Iterable[int]) -> str:
        """The names of several literals."""
        return ", ".join(map(self.name, literals))

    def clause_words(self, index: int) -> str:
        """A clause with its literals: `clause 3 (1 -2)`."""
        return f"{clause_name(self.trace, index)} {clause_text(self.trace, index, self.words)}"
