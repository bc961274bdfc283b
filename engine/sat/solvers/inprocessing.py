"""Inprocessing: simplification of the clauses of a CDCL search between stretches of it.

M. Järvisalo, M. Heule, A. Biere: Inprocessing rules. IJCAR 2012, LNCS 7364, 355-370. Rounds come at growing distances.
In a round, each technique may spend a share of the steps that the search has taken since the last round, as in CaDiCaL
(A. Biere et al.: CaDiCaL 2.0. CAV 2024, LNCS 14681, 133-152), which bounds its cost. All limits count conflicts and
steps rather than time, so that a formula and a seed determine the search.

On 28 unsatisfiable formulas that took 2 ms to 3 s (multipliers, miters, orderings, colouring, parity, pigeons, random
formulas), the search without the first four techniques takes 1.1 times as long (geometric mean): 1.2 to 1.4 times on
multipliers, 4.3 on gt-030, and 0.4 to 0.7 at the other end (small orderings, and parity-twice, which parity reasoning
decides earlier). Leaving out one technique: probing 1.03, subsumption 1.03, elimination 1.02, vivification 0.96, at
shares of 0.06 and 0.02; its shares are smaller now. On satisfiable formulas chance dominates: 0.93. Formulas solved
within milliseconds take a twentieth longer.
"""

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter

from engine.sat.formula.formula import Formula
from engine.sat.kernels import elimination
from engine.sat.kernels import preprocessing as preprocess_kernel
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.kernels.preprocessing import Preprocessor
from engine.sat.kernels.probing import Probing
from engine.sat.kernels.subsumption import Subsumption
from engine.sat.kernels.vivification import Vivification
from engine.sat.proof.proof import ProofSink
from engine.sat.solvers.phase_walk import PhaseWalk

INPROCESSING = ("probing", "vivification", "subsumption", "elimination", "walk")
"""The names of the techniques (see `engine.sat.solvers.techniques`) in the order of a round."""

_AFTER_REPHASING = 10
"""Number of conflicts within which the search rephases after a round begins."""
_ELIMINATION_COST = 30
"""Number of steps of an elimination per literal of the formula; most formulas need 10 to 30."""
_STEP = 4
"""Upper bound of the search steps that take as long as one elimination step."""
_GROWTH = 0
"""Literals by which an elimination may let a formula grow; more of them slow parity problems down (see `preprocess`).
"""


@dataclass(frozen=True)
class Schedule:
    """The distances of rounds, and the work that each technique may do in them.

    `distance` is the number of conflicts before the first round, and the growth of the distance after each. The other
    fields are shares of the steps of the search; `irredundant` is for the vivification of clauses that were not
    learned. Steps that `elimination` does not use are saved for later rounds.
    """

    distance: int = 1000
    probing: float = 0.02
    vivification: float = 0.04
    irredundant: float = 0.01
    subsumption: float = 0.03
    elimination: float = 0.2
    walk: float = 0.1


Round = Iterator[None]
"""A round of a technique, run in slices. Its preparation and its end are slices of their own."""


class Inprocessing:
    """A CDCL search with inprocessing, with the interface of the kernel alone.

    Runs the techniques named in `techniques`. After every slice, `proof` gets the steps of the search and of
    inprocessing in order. The caller must not set assumptions. `cancel` is polled while clauses are loaded into another
    kernel; if it returns True, `run` raises Cancelled and the search can't continue.

    While `keeps_clauses` is True, no variable is eliminated and no clause of the formula vivified, so that what follows
    from them has the same proofs. Clauses that follow may be added to the kernel then, if no round `is_running`.
    """

    def __init__(
        self,
        kernel: Cdcl,
        formula: Formula,
        techniques: Collection[str] = INPROCESSING,
        proof: ProofSink | None = None,
        schedule: Schedule = Schedule(),
        cancel: Callable[[], bool] | None = None,
    ) -> None:
        self._kernel, self._proof, self._schedule, self._cancel = kernel, proof, schedule, cancel
        methods = (self._probe, self._vivify, self._subsume, self._eliminate, self._walk)
        rounds = zip(INPROCESSING, methods, strict=True)
        self._rounds: dict[str, Callable[[int], Round]] = {name: begin for name, begin in rounds if name in techniques}
        self._seconds = dict.fromkeys(self._rounds, 0.0)
        self._probing, self._vivification = Probing(kernel), Vivification(kernel)
        self._subsumption = Subsumption(kernel)
        self._phase_walk = PhaseWalk(kernel, formula, cancel)
        self._eliminated = 0
        self._literals = len(formula.literals)
        """The number of literals of the irredundant clauses after the last elimination."""
        self._eliminations = 0
        self._saved_steps = 0
        """The number of steps saved for elimination."""
        self._witness = array("i")
        self._slice = 0
        """The number of steps of the current slice."""
        self.keeps_clauses = self.is_running = False
        self._slices = self._run()

    @property
    def details(self) -> Mapping[str, float]:
        """Counters of the techniques in order (clauses, literals or variables), and their seconds."""
        counters = {
            "probing": {"literals probed": self._probing.tried, "failed literals": self._probing.failed},
            "vivification": {
                "clauses vivified": self._vivification.tried,
                "clauses shortened by it": self._vivification.shortened,
            },
            "subsumption": {
                "learned clauses subsumed": self._subsumption.subsumed,
                "learned clauses strengthened": self._subsumption.strengthened,
            },
            "elimination": {"variables eliminated": self._eliminated},
            "walk": {"walks": self._phase_walk.walks, "flips": self._phase_walk.flips},
        }
        details: dict[str, float] = {}
        for name, seconds in self._seconds.items():
            details |= counters[name]
            details[f"seconds of {name}"] = seconds
        return details

    def run(self, work: int) -> int:
        """Search or inprocess for about `work` steps; the return value is that of `Cdcl.run`."""
        self._slice = work
        answer = next(self._slices)
        self._write_proof(self._kernel)
        return answer

    def model(self) -> "array[int]":
        """The model of the original formula, as in Result."""
        model = self._kernel.model()
        preprocess_kernel.extend(self._witness, model)
        return model

    def _run(self) -> Iterator[int]:
        """Alternate between search and inprocessing forever, yielding the result of each slice."""
        distance = due = self._schedule.distance
        before, last = 0, next(reversed(self._rounds), "")
        while True:
            while self._kernel.conflicts < due:
                yield self._kernel.run(self._slice, due - self._kernel.conflicts)
            steps = self._kernel.work - before
            self.is_running = bool(last)
            for name, begin in self._rounds.items():
                start = perf_counter()
                for _ in begin(steps):
                    self._seconds[name] += perf_counter() - start
                    yield 0
                    start = perf_counter()
                self._seconds[name] += perf_counter() - start
                self.is_running = name != last
                yield 0
            before = self._kernel.work
            distance += self._schedule.distance
            due = self._kernel.conflicts + distance

    def _probe(self, steps: int) -> Round:
        self._probing.begin(int(self._schedule.probing * steps))
        yield
        while not self._probing.run(self._slice):
            yield

    def _vivify(self, steps: int) -> Round:
        shares = {True: self._schedule.vivification, False: self._schedule.irredundant}
        for learned in (True,) if self.keeps_clauses else (True, False):
            self._vivification.begin(int(shares[learned] * steps), learned)
            yield
            while not self._vivification.run(self._slice):
                yield

    def _subsume(self, steps: int) -> Round:
        self._subsumption.begin(int(self._schedule.subsumption * steps))
        yield
        while not self._subsumption.run(self._slice):
            yield

    def _eliminate(self, steps: int) -> Round:
        """Eliminate variables, if enough steps are saved and the clauses have changed."""
        self._saved_steps += int(self._schedule.elimination * steps)
        if self.keeps_clauses or self._saved_steps < _ELIMINATION_COST * self._literals:
            return
        eliminated = elimination.take_clauses(self._kernel)
        self._write_proof(self._kernel)
        yield
        if eliminated is None or (self._eliminations and len(eliminated[0]) == self._literals):
            return
        formula = Formula(self._kernel.variables, *eliminated)
        preprocessor = Preprocessor(formula, self._proof is not None, _GROWTH, self._cancel)
        done = False
        while not done and preprocessor.work < self._saved_steps:
            yield
            done = preprocessor.run(min(self._slice // _STEP + 1, self._saved_steps - preprocessor.work))
            self._write_proof(preprocessor)
        self._saved_steps = 0
        literals, starts = preprocessor.clauses()
        yield
        elimination.put_clauses(self._kernel, literals, starts)
        self._witness += preprocessor.witness()
        self._literals = len(literals)
        self._eliminations += 1
        self._eliminated += preprocessor.eliminated
        yield

    def _walk(self, steps: int) -> Round:
        """Walk from the phases after the next rephasing, which comes at about the same time as the rounds."""
        end = self._kernel.conflicts + _AFTER_REPHASING
        while self._kernel.conflicts < end and not self._kernel.run(self._slice, end - self._kernel.conflicts):
            yield
        yield from self._phase_walk.run(int(self._schedule.walk * steps), self._slice)

    def _write_proof(self, kernel: Cdcl | Preprocessor) -> None:
        if self._proof is not None:
            self._proof.write_steps(kernel.take_proof())
