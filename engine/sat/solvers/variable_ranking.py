"""How a solver ranks its variables at any event of a recorded search, and the values it has saved for them."""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engine.sat.formula.assignment_state import view
from engine.sat.solvers.candidates import candidates
from engine.sat.solvers.rerun import Rerun, step_end
from engine.sat.solvers.solve import SOLVERS
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace


class Basis(Enum):
    """What the ranks are."""

    ACTIVITY = "activity"
    """How often a variable was in conflicts of late."""
    QUEUE = "queue"
    """When a variable was last in a conflict: the latest one is decided first."""
    RULE = "rule"
    """What the branching rule makes of the clauses; of the free variables alone."""


@dataclass(frozen=True)
class VariableRanking:
    """The ranks of literals at a moment, the highest first: for each variable the literal that would be decided.

    `shares` are how high they are (0..1), to be drawn. Where a rule goes by the order alone ranks and shares are 0.
    """

    basis: Basis
    literals: tuple[int, ...]
    ranks: tuple[float, ...]
    shares: tuple[float, ...]

    @classmethod
    def of(
        cls, basis: Basis, literals: NDArray[np.integer], ranks: NDArray[np.floating], most: int
    ) -> "VariableRanking":
        """The highest of all."""
        order = np.argsort(-ranks, kind="stable")[:most]
        # In the queue the numbers are times, of which only the distance from the oldest tells something.
        least = float(ranks.min(initial=np.inf)) - 1 if basis is Basis.QUEUE else 0.0
        highest = float(ranks.max(initial=0.0)) - least
        shares = (ranks[order] - least) / highest if highest > 0 else np.zeros(len(order))
        return cls(basis, *(tuple(numbers.tolist()) for numbers in (literals[order], ranks[order], shares)))


class StandingHistory:
    """The ranks at all moments of one recorded search. Going on is quick; going back takes a new search."""

    def __init__(self, trace: Trace) -> None:
        """Raises InputError where the search can't be made again."""
        self._trace = trace
        self._repetition = Rerun(trace)
        self._first = self._repetition.done

    def at(self, position: int, most: int, cancel: Callable[[], bool] = lambda: False) -> VariableRanking | None:
        """The highest ranks after `position` events, at most so many; None where no more is to be decided.

        A search that learns changes them at the end of a step, when it has learned. Raises InputError where a recording
        that may come from elsewhere does not come again, Cancelled.
        """
        trace, again = self._trace, self._repetition
        learns = SOLVERS[trace.result.solver].learns
        if not learns and self._scores() is None:
            return self._by_rule(position, most, cancel)
        again.go(step_end(trace, position, self._first) if learns else position, cancel)
        if learns:
            ranks, phases = np.frombuffer(again.kernel.ranks(), np.float64), view(again.kernel.phases())
            variables = np.flatnonzero(ranks > 0)
            if not len(variables):  # before the first conflict of the stable mode none is active
                variables = np.flatnonzero(phases)
            literals = np.where(phases[variables] < 0, -variables, variables)
            basis = Basis.QUEUE if again.kernel.by_queue else Basis.ACTIVITY
            return VariableRanking.of(basis, literals, ranks[variables], most)
        scores = np.array(self._scores(), np.float64)
        positive, negative = scores[2::2], scores[3::2]
        variables = np.arange(1, len(positive) + 1)
        literals = np.where(positive >= negative, variables, -variables)
        return VariableRanking.of(Basis.ACTIVITY, literals, np.maximum(positive, negative), most)

    def _scores(self) -> "array[int] | None":
        """The activities of a search that learns nothing, by the codes of literals; None where it has none."""
        scores: array[int] | None = getattr(self._repetition.kernel, "scores", lambda: None)()
        return scores

    def _by_rule(self, position: int, most: int, cancel: Callable[[], bool]) -> VariableRanking | None:
        decided = self._trace.next_position(position, EventKind.DECISION)
        if decided is None:
            return None
        found = candidates(self._trace, decided - 1, cancel) or []
        literals = np.array([candidate.literal for candidate in found], np.int64)
        return VariableRanking.of(Basis.RULE, literals, np.array([candidate.rank or 0.0 for candidate in found]), most)
