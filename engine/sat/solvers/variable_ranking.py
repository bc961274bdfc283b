"""The ranking of variables, and their saved phases, at any event of a recorded search."""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engine.base.flat_rows import view
from engine.sat.solvers.candidates import candidates
from engine.sat.solvers.rerun import Rerun, step_end
from engine.sat.solvers.solve import description_of
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace


class Basis(Enum):
    """The quantity that ranks variables."""

    ACTIVITY = "activity"
    """The activity, which grows with the number of recent conflicts of a variable."""
    QUEUE = "queue"
    """The time of the last conflict of a variable: the latest is decided first."""
    RULE = "rule"
    """The score of a branching rule; for free variables only."""


@dataclass(frozen=True)
class VariableRanking:
    """The literals that would be decided, one per variable, in the order of their ranks, highest first.

    `shares` are the ranks scaled to 0..1, for drawing. Ranks and shares are 0 for a rule that uses the order alone.
    """

    basis: Basis
    literals: tuple[int, ...]
    ranks: tuple[float, ...]
    shares: tuple[float, ...]

    @classmethod
    def of(
        cls, basis: Basis, literals: NDArray[np.integer], ranks: NDArray[np.floating], most: int
    ) -> "VariableRanking":
        """The `most` highest ranks."""
        order = np.argsort(-ranks, kind="stable")[:most]
        # Ranks in the queue are times; only their distance from the oldest is meaningful.
        least = float(ranks.min(initial=np.inf)) - 1 if basis is Basis.QUEUE else 0.0
        highest = float(ranks.max(initial=0.0)) - least
        shares = (ranks[order] - least) / highest if highest > 0 else np.zeros(len(order))
        return cls(basis, *(tuple(numbers.tolist()) for numbers in (literals[order], ranks[order], shares)))


class RankingHistory:
    """The rankings at all positions of a recorded search. Moving forward is fast; moving back restarts the search."""

    def __init__(self, trace: Trace) -> None:
        """Raises InputError if the search can't be repeated."""
        self._trace = trace
        self._rerun = Rerun(trace)
        self._first = self._rerun.done

    def at(self, position: int, most: int, cancel: Callable[[], bool] = lambda: False) -> VariableRanking | None:
        """The `most` highest ranks after `position` events, or None after the last decision.

        In a clause-learning search they change at the end of a step, after learning. Raises Cancelled, and InputError
        if an event differs from the recording.
        """
        trace, rerun = self._trace, self._rerun
        learns = description_of(trace.result.solver).learns
        if not learns and self._scores() is None:
            return self._by_rule(position, most, cancel)
        rerun.go(step_end(trace, position, self._first) if learns else position, cancel)
        if learns:
            ranks, phases = np.frombuffer(rerun.kernel.ranks(), np.float64), view(rerun.kernel.phases())
            variables = np.flatnonzero(ranks > 0)
            if not len(variables):  # no variable is active before the first conflict of the stable mode
                variables = np.flatnonzero(phases)
            literals = np.where(phases[variables] < 0, -variables, variables)
            basis = Basis.QUEUE if rerun.kernel.by_queue else Basis.ACTIVITY
            return VariableRanking.of(basis, literals, ranks[variables], most)
        scores = np.array(self._scores(), np.float64)
        positive, negative = scores[2::2], scores[3::2]
        variables = np.arange(1, len(positive) + 1)
        literals = np.where(positive >= negative, variables, -variables)
        return VariableRanking.of(Basis.ACTIVITY, literals, np.maximum(positive, negative), most)

    def _scores(self) -> "array[int] | None":
        """The activities of a DPLL search, indexed by the codes of literals; None if it has none."""
        scores: array[int] | None = getattr(self._rerun.kernel, "scores", lambda: None)()
        return scores

    def _by_rule(self, position: int, most: int, cancel: Callable[[], bool]) -> VariableRanking | None:
        decision = self._trace.next_position(position, EventKind.DECISION)
        if decision is None:
            return None
        ranked = candidates(self._trace, decision - 1, cancel) or []
        literals = np.array([candidate.literal for candidate in ranked], np.int64)
        return VariableRanking.of(Basis.RULE, literals, np.array([candidate.rank or 0.0 for candidate in ranked]), most)
