"""Local search inside a CDCL search: now and then, a short walk improves the saved phases.

S. Cai, X. Zhang: Deep cooperation of CDCL and local search for SAT. SAT 2021, LNCS 12831, 64-81; as a way of rephasing
in A. Biere, M. Fleury: Chasing target phases. Pragmatics of SAT 2020. The walk works on the original formula, so that
it needs nothing from the search but its phases. It may take a tenth of the steps, and the first walk is early and long:
on 30 forms of satisfiable uniform random formulas the search took 71 ms with that share, 36 with all walks as long as
the first, and 121 with a share of a thirtieth and short walks (geometric means of processor time, one run); on
unsatisfiable formulas it takes up to half as long again.
"""

from collections.abc import Callable, Iterator

from engine.sat.formula.formula import Formula
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.kernels.walk import Walk

_FIRST_WORK = 1_000_000
"""Minimum number of visits of literals and clauses in the first walk, some milliseconds: it often finds a model."""
_MIN_WORK = 100_000
"""Minimum number of visits in each later walk."""
_MAX_LENGTH = 20_000_000
"""Maximum number of literals of a formula; walking on a longer one takes too much memory."""


class PhaseWalk:
    """The walks on one formula from the phases of one search. `cancel` is polled while a large formula is loaded."""

    def __init__(self, kernel: Cdcl, formula: Formula, cancel: Callable[[], bool] | None = None) -> None:
        self.walks = 0
        self.lowest: int | None = None
        self._kernel, self._formula, self._cancel = kernel, formula, cancel
        self._walk: Walk | None = None

    @property
    def flips(self) -> int:
        """The number of flips in all walks."""
        return 0 if self._walk is None else self._walk.flips

    def run(self, work: int, slices: int) -> Iterator[None]:
        """Walk for about `work` visits, `slices` at a time, and set the phases to the best assignment found.

        Raises Cancelled.
        """
        if len(self._formula.literals) > _MAX_LENGTH:
            return
        if self._walk is None:
            self._walk = Walk(self._formula, cancel=self._cancel)
            yield
        walk = self._walk
        walk.start_from(self._kernel.phases())
        yield
        while walk.beginning:
            walk.run(0)
            yield
        end = walk.work + max(work, _MIN_WORK if self.walks else _FIRST_WORK)
        while (walk.beginning or walk.work < end) and not walk.run(min(slices, end - walk.work)):
            yield
        self._kernel.set_phases(walk.lowest_assignment())
        self.walks += 1
        self.lowest = walk.lowest if self.lowest is None else min(self.lowest, walk.lowest)
