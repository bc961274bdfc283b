"""Rounds of inprocessing between two stretches of a `cdcl` search: probing, vivification and subsumption."""

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sat.kernels import arrays, cdcl
else:
    arrays = plain("engine.sat.kernels.arrays")
    cdcl = plain("engine.sat.kernels.cdcl")


@cython.cclass
class InprocessingRounds:
    """The rounds of one technique on one solver: `begin` a round, then `run` until it is done.

    The solver must not search during a round. A subclass creates its arrays in `_make_arrays`, prepares a round in
    `_start`, and processes the next item in `_step`, which returns 0 at the end of the round. `rounds.pxd` has the
    attributes.
    """

    def __init__(self, solver: cdcl.Cdcl) -> None:
        self.solver, self.memory = solver, []
        self.work, self.last, self.next = 0, 0, 0

    def begin(self, work: cython.longlong) -> None:
        """Begin a round of about `work` steps."""
        if not self.memory:
            self._make_arrays()
        self.last = self.work + work
        with cython.nogil:
            self._start()

    def run(self, work: cython.longlong) -> bool:
        """Continue for about `work` steps, without the GIL; return whether the round is done. Raises MemoryError."""
        stop = self.work + work
        done: cython.bint = False
        with cython.nogil:
            while not done and self.work < stop:
                done = self._step() == 0
        return done

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _start(self) -> cython.int:
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _step(self) -> cython.int:
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _go_to_root(self) -> cython.int:
        """Undo all decisions, and propagate the units."""
        self.solver.backjump(0, arrays.RESTART)
        if not self.solver.refuted and self.solver.propagate():
            self.solver.refute()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _save_phases(self) -> cython.int:
        variable: cython.int
        for variable in range(self.solver.variables + 1):
            self.saved[variable] = self.solver.saved[variable]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def _restore_phases(self) -> cython.int:
        variable: cython.int
        for variable in range(self.solver.variables + 1):
            self.solver.saved[variable] = self.saved[variable]
        return 0
