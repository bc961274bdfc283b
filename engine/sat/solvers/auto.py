"""A portfolio of solvers for one formula, which take turns in this process or run beside it until one has a verdict.

Local search finds models of large random formulas that no other solver finds; learning clauses decides most of the
rest; and CaDiCaL (python-sat) runs in a process of its own, on the second core, from the moment that a formula turns
out not to be easy. What the formula looks like settles who is favoured and gets most of this process's time, so that
the portfolio takes hardly longer than the one it favours:

- Uniform random formulas (one length of clauses, hardly two on the same variables) go to local search first. It keeps
  most of the time where learning clauses is hopeless, which depends on the number of variables, and elsewhere a quarter
  of it at first, later an eighth.
- On others that are monotone, such as colourings, it has somewhat more time than the other, until it has had 0.2 s.
- On the rest it gets 40 ms and a tenth of the time. It begins once the other has had 20 ms and ten times what loading
  the formula takes, and gives up when it stagnates.

Processor time is shared as it passes: which solver wins can differ from run to run, what each of ours does can't.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from time import thread_time
from typing import Any

from engine.base.errors import Cancelled, InputError
from engine.base.language import lazy_gettext as _
from engine.base.slices import slices
from engine.sat.formula.formula import Formula
from engine.sat.formula.statistics import is_monotone, uniform_length
from engine.sat.kernels.walk import Walk
from engine.sat.proof.proof import ProofSink
from engine.sat.result import PlanStep, Result, Status
from engine.sat.solvers import library, memory
from engine.sat.solvers.driver import COUNTERS, FIRST_WORK, STATUSES, Kernel, counters, ended_early
from engine.sat.solvers.limits import Limits, SearchProgress, Watch
from engine.sat.solvers.memory import resident
from engine.sat.solvers.structure import Findings

CADICAL = next(solver for solver in library.LIBRARY_SOLVERS if solver.name == "cadical")
"""What runs beside: by and large the fastest on hard formulas, and unlike Kissat it tells how far it is."""

_BEFORE_LIBRARY = 0.01
"""Seconds of search before another process is started: most formulas take less."""

_THRESHOLDS = {3: 4.267, 4: 9.931, 5: 21.117, 6: 43.37, 7: 87.79}
"""Clauses for each variable above which almost all random formulas are unsatisfiable, by length (S. Mertens, M. Mézard,
R. Zecchina: Threshold values of random k-SAT from the cavity method. Random Structures & Algorithms 28 (2006) 340-373).
"""
_ABOVE = 1.05
"""From so many times the threshold on a formula is taken for unsatisfiable: small ones can have models above it."""
_HOPELESS = {3: 400, 4: 160, 5: 100, 6: 80, 7: 65}
"""Variables of random formulas near the threshold that take `cdcl` some seconds or, of 3-SAT, a minute, by length."""

_LOADING = 5e-8  # seconds a literal that loading a formula takes
_LATE = 0.02  # seconds that the favoured one is ahead, and ten times the loading: most formulas take less
_FREE = 0.04  # seconds that the other one has at once then
_EVEN = 0.2  # seconds of local search on a monotone formula: mostly it has found the model by then, if there is one
_PATIENCE = 0.002  # seconds a variable of local search on a random formula: the same
_AFTER = 0.1  # its share of the time after that, when the other one has 0.75
_STAGNATION = 0.2  # seconds after which it has to have few false clauses, or fewer than it had at half of the time
_FEW = 20

NAME = "auto"
STRUCTURE = "structure"
_UNIFORM = _("uniform random {k}-SAT, {ratio:.2f} clauses a variable: local search first")
_UNLIKELY = _("uniform random {k}-SAT, {ratio:.2f} clauses a variable, hardly satisfiable: mostly clause learning")
_MONOTONE = _("clauses of one sign: both, then mostly clause learning")
_STRUCTURED = _("not uniform random: mostly clause learning")
_GAVE_UP = _("gave up: {outcome}")
_LOWEST = _("at best {lowest:,} false clauses, {flips:,} flips")
_CONFLICTS = _("{conflicts:,} conflicts")
_CONFLICTS_BESIDE = _("in a process of its own, {conflicts:,} conflicts")
_LOADING_BESIDE, _SEARCHING_BESIDE = _("in a process of its own, loading"), _("in a process of its own, searching")
_FOUND = {Status.SATISFIABLE: _("found a model"), Status.UNSATISFIABLE: _("showed that there is no model")}

_NO_FINDINGS = Findings()


def solve(
    formula: Formula,
    seed: int,
    watch: Watch,
    learning: Callable[[], Kernel],
    branching: str,
    without: frozenset[str],
    proof: ProofSink | None = None,
) -> Result:
    """Run all that `without` does not leave out ("walk", "library").

    `learning` makes the search of `cdcl`, with that branching, which tells `proof` its steps if one is wanted. Then the
    library's solver, whose word would be all there is, does not run: local search shows that there is no model only by
    unit propagation, which proves itself.
    """
    with watch.clock:
        runners, outlook = _runners(formula, seed, watch, learning, branching, with_walk="walk" not in without)
    structure = PlanStep(STRUCTURE, watch.clock.seconds, outlook)
    with _LibrarySearch(formula, watch, enabled="library" not in without and proof is None) as library_search:
        return _Race(runners, library_search, watch, structure, proof).run()


def _never(_lowest: int, _seconds: float) -> bool:
    return False


@dataclass
class _Runner:
    """A solver of ours that takes turns, for a time in proportion to its `share`.

    It begins when the others have had `late` seconds, and its own first `free` seconds do not count for its share,
    which is smaller once it has had `patience` seconds. `make` makes its kernel when its first turn comes, if the bytes
    that it takes may be taken. `seconds` are those of the processor that it had so far, and `gone` says why it gets no
    more.
    """

    name: str
    make: Callable[[], Kernel]
    bytes_for: Callable[[], int]
    outcome: str
    share: float
    late: float = 0.0
    free: float = 0.0
    patience: float = inf
    stagnates: Callable[[int, float], bool] = _never
    branching: str | None = None
    seconds: float = 0.0
    gone: str = ""
    kernel: Kernel | None = None
    _course: Iterator[int] = field(default_factory=lambda: iter(()))

    def due(self, others: float) -> float:
        """Whoever has the lowest has the next turn, when the others have had so many seconds."""
        if others < self.late:
            return inf
        early = min(self.seconds, self.patience)
        return max(early - self.free, 0.0) / self.share + (self.seconds - early) / _AFTER

    def turn(self, watch: Watch) -> int:
        """Have the next turn; the answer is that of a kernel. Raises Cancelled."""
        before = thread_time()
        with watch.clock:
            if self.kernel is None:
                self.kernel = self.make()
                self._course = slices(self.kernel.run, FIRST_WORK, cut_short=partial(ended_early, self.kernel))
            answer = next(self._course)
        self.seconds += thread_time() - before
        if not answer and self.stagnates(self.counters.get("lowest", 0), self.seconds):
            self.gone = _GAVE_UP.format(outcome=self._plan_text())
        return answer

    def step(self) -> PlanStep:
        """How far it is."""
        return PlanStep(self.name, self.seconds, self.gone or self._plan_text())

    def _plan_text(self) -> str:
        return self.outcome.format(**self.counters) if self.kernel else ""

    @property
    def counters(self) -> dict[str, Any]:
        """What its kernel counts."""
        counts = counters(self.kernel, (*COUNTERS, "level", "false")) if self.kernel else {}
        return {name: count for name, count in counts.items() if count is not None}


class Stagnation:
    """Tells whether local search is to give up because it gets nowhere.

    Not on uniform random formulas, where a model can come after any time.
    """

    def __init__(self) -> None:
        self._lowest, self._since = 0, 0.0

    def __call__(self, lowest: int, seconds: float) -> bool:
        """Whether it should give up after so many seconds, with so many false clauses at the least."""
        if not self._since or lowest < self._lowest:
            self._lowest, self._since = lowest, seconds
        return lowest > _FEW and seconds > max(_STAGNATION, 2 * self._since)


def _runners(
    formula: Formula, seed: int, watch: Watch, learning: Callable[[], Kernel], branching: str, *, with_walk: bool
) -> tuple[list[_Runner], str]:
    """Who takes turns in this process, and what the formula looks like."""
    k = uniform_length(formula) if with_walk else 0
    ratio = len(formula) / max(formula.variables, 1)
    late = _LATE + 10 * _LOADING * len(formula.literals)
    cdcl = _Runner(
        "cdcl", learning, lambda: memory.of_cdcl(formula), str(_CONFLICTS), 0.9, branching=branching,
    )  # fmt: skip
    walk = _Runner(
        "walk", lambda: Walk(formula, seed, watch.stops), lambda: memory.of_walk(formula), str(_LOWEST),
        0.1, late, _FREE, stagnates=_never if k else Stagnation(),
    )  # fmt: skip
    if not k and is_monotone(formula):
        outlook = _MONOTONE
        walk.share, walk.free, walk.patience = 1.1, 0.0, _EVEN
    elif not k:
        outlook = _STRUCTURED
    elif k in _THRESHOLDS and ratio > _ABOVE * _THRESHOLDS[k]:
        outlook = _UNLIKELY
    elif formula.variables < _HOPELESS.get(k, 0):
        outlook = _UNIFORM
        walk.share, walk.late, walk.patience = 0.3, 0.0, _PATIENCE * formula.variables
    else:
        outlook = _UNIFORM
        walk.share, walk.late, walk.free = 0.9, 0.0, 0.0
        cdcl.share, cdcl.late = 0.1, late
    return [cdcl, walk] if with_walk else [cdcl], outlook.format(k=k, ratio=ratio)


class _Race:
    """One run of all: whose turn it is, how far each is, and the first verdict."""

    def __init__(
        self,
        runners: list[_Runner],
        library_search: "_LibrarySearch",
        watch: Watch,
        structure: PlanStep,
        proof: ProofSink | None,
    ) -> None:
        self._runners, self._beside, self._watch, self._structure = runners, library_search, watch, structure
        self._proof = proof

    def run(self) -> Result:
        """Take turns until someone has a verdict, or it is time to stop."""
        watch, library_search = self._watch, self._beside
        while not (reason := watch.reason_to_stop()):
            running = [runner for runner in self._runners if not runner.gone]
            if not running:
                reason = self._runners[0].gone
                break
            total = sum(runner.seconds for runner in self._runners)
            runner = min(running, key=lambda runner: runner.due(total - runner.seconds))
            if runner.kernel is None and (refused := watch.reason_to_refuse(runner.bytes_for)):
                runner.gone = refused
            else:
                try:
                    answer = runner.turn(watch)
                except Cancelled:
                    reason = watch.reason_to_stop()
                    break
                self._prove(runner, refuted=STATUSES[answer] is Status.UNSATISFIABLE)
                if answer and runner.kernel is not None:
                    return self._decided(runner, runner.kernel, STATUSES[answer])
            library_search.go_on()
            if library_search.result is not None:
                return self._of_library(library_search.result)
            watch.report(self._progress)
        if watch.time_is_over and (result := library_search.last_word()) is not None:
            return self._of_library(result)
        return self._undecided(reason)

    def _prove(self, runner: _Runner, *, refuted: bool) -> None:
        """Pass on what the last turn adds to the proof."""
        if self._proof is None:
            return
        if take_proof := getattr(runner.kernel, "take_proof", None):
            self._proof.write_steps(take_proof())
        elif refuted:
            self._proof.add(())

    def _plan(self, winner: str = "", verdict: Status = Status.UNKNOWN) -> tuple[PlanStep, ...]:
        steps = [self._structure, *(runner.step() for runner in self._runners if runner.kernel or runner.gone)]
        steps += self._beside.steps()
        return tuple(replace(step, outcome=str(_FOUND[verdict])) if step.name == winner else step for step in steps)

    def _decided(self, runner: _Runner, kernel: Kernel, status: Status) -> Result:
        counters = {name: value for name, value in runner.counters.items() if name in COUNTERS}
        findings: Findings = getattr(kernel, "findings", _NO_FINDINGS)
        return Result(
            status, runner.name, runner.branching, kernel.model() if status is Status.SATISFIABLE else None,
            self._watch.clock.seconds, technique=findings.refuted_by, certificate=findings.certificate,
            details=getattr(kernel, "details", {}), plan=self._plan(runner.name, status), **counters,
        )  # fmt: skip

    def _undecided(self, reason: str) -> Result:
        counters = {name: value for name, value in self._counters().items() if name in COUNTERS}
        seconds = self._watch.clock.seconds
        return Result(Status.UNKNOWN, NAME, seconds=seconds, reason=reason, plan=self._plan(), **counters)

    def _of_library(self, result: Result) -> Result:
        return replace(result, seconds=self._watch.clock.seconds, plan=self._plan(result.solver, result.status))

    def _counters(self) -> dict[str, Any]:
        """What all in this process count together."""
        counters: dict[str, Any] = dict.fromkeys(("decisions", "propagations", "conflicts", "level"))
        for runner in self._runners:
            counters |= runner.counters
        return counters

    def _progress(self) -> SearchProgress:
        favoured = max((runner for runner in self._runners if runner.kernel), key=lambda runner: runner.share)
        assert favoured.kernel is not None
        assignment = favoured.kernel.assignment()
        return SearchProgress(
            **self._counters(), seconds=self._watch.clock.seconds, assignment=assignment, plan=self._plan()
        )


class _LibrarySearch:
    """CaDiCaL in a process of its own, begun when the search has taken some time, if it is wanted and there is one."""

    def __init__(self, formula: Formula, watch: Watch, *, enabled: bool) -> None:
        self.result: Result | None = None
        self._formula, self._watch = formula, watch
        self._own_watch = Watch(Limits(), None, None, watch.interval)  # its clock is that of the other process
        watch.clock.include(self._own_watch.clock)
        self._is_enabled = enabled and library.available()
        self._process: library.LibraryProcess | None = None
        self._gone = ""

    def __enter__(self) -> "_LibrarySearch":
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._own_watch.clock.stop()
            self._process.end()

    def go_on(self) -> None:
        """Begin when it is time, and hear what there is to hear."""
        if not self._is_enabled or self._gone or self.result is not None:
            return
        if self._process is None:
            if self._watch.clock.seconds >= _BEFORE_LIBRARY and len(self._formula):
                self._process = library.LibraryProcess(self._formula, CADICAL, self._own_watch)
            return
        process = self._process
        if too_much := self._watch.reason_to_refuse(lambda: resident(process.id)):
            self._give_up(process, too_much)
        while not self._gone and (message := process.receive(0.0)):
            self._on_message(process, message)

    def last_word(self) -> Result | None:
        """The verdict that is under way when the time is over, if one is."""
        if self._process is not None and not self._gone and self._process.has_decided():
            while self.result is None and not self._gone:
                self._on_message(self._process, self._process.receive())
        return self.result

    def steps(self) -> list[PlanStep]:
        """How far it is, once it has begun."""
        if self._process is None:
            return []
        conflicts, seconds = self._process.counters["conflicts"], self._own_watch.clock.seconds
        if conflicts is not None:
            state = _CONFLICTS_BESIDE.format(conflicts=conflicts)
        else:
            state = str(_SEARCHING_BESIDE if seconds else _LOADING_BESIDE)
        return [PlanStep(CADICAL.name, seconds, self._gone or state)]

    def _on_message(self, process: library.LibraryProcess, message: dict[str, Any]) -> None:
        try:
            if message.get("event") == "verdict":
                self.result = process.verdict(message)
            elif failure := process.failure(message):
                self._give_up(process, failure)
        except InputError as error:
            self._give_up(process, str(error))

    def _give_up(self, process: library.LibraryProcess, why: str) -> None:
        self._gone = why
        self._own_watch.clock.stop()
        process.end()
