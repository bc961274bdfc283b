"""A portfolio of solvers for one formula: some take turns, one runs in parallel; the first verdict wins.

Local search finds models of large random formulas that no other solver finds; clause learning decides most of the rest.
CaDiCaL (python-sat) starts in a second process, on the second core, as soon as a formula turns out not to be easy. The
shape of the formula decides which solver is favoured and gets most of the time of this process, so that the portfolio
takes hardly longer than the favoured solver alone:

- Uniform random formulas (clauses of one length, hardly two over the same variables): local search goes first. It keeps
  most of the time where the number of variables makes clause learning hopeless; elsewhere it gets a quarter, later a
  tenth.
- Other monotone formulas, such as colourings: local search gets slightly more time than clause learning for its first
  0.2 s.
- Clauses made of linear constraints (OPB): search by cutting planes gets as much time as clause learning.
- All others: local search gets 40 ms and then a tenth of the time. It starts after clause learning has had 20 ms plus
  ten times the time that loading the formula takes, and gives up when it stagnates.

Turns depend on processor time, so the solver that wins can differ from run to run; what each of our own solvers does
cannot.
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
from engine.sat.cutting_planes import search as cutting_planes
from engine.sat.cutting_planes.search import suits
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
"""The solver in the second process: among the fastest on hard formulas, and unlike Kissat it reports its progress."""

_BEFORE_LIBRARY = 0.01
"""Seconds of search before the second process starts; most formulas are decided earlier."""

_THRESHOLDS = {3: 4.267, 4: 9.931, 5: 21.117, 6: 43.37, 7: 87.79}
"""Clauses per variable above which almost all random k-SAT formulas are unsatisfiable, by clause length k.

S. Mertens, M. Mézard, R. Zecchina: Threshold values of random k-SAT from the cavity method. Random Structures &
Algorithms 28 (2006) 340-373.
"""
_ABOVE = 1.05
"""Factor above the threshold at which a formula counts as unsatisfiable; small formulas above it can have models."""
_HOPELESS = {3: 400, 4: 160, 5: 100, 6: 80, 7: 65}
"""By clause length, the number of variables from which `cdcl` needs seconds near the threshold (3-SAT: a minute)."""

_LOADING = 5e-8
"""Seconds per literal for loading a formula."""
_HEAD_START = 0.02
"""Seconds of search, besides ten times the loading, before the other solver starts; most formulas are decided then."""
_FIRST_WALK = 0.04
"""Seconds that local search then gets at once."""
_MONOTONE_WALK = 0.2
"""Seconds of local search on a monotone formula at the full share; a model is mostly found by then."""
_UNIFORM_WALK = 0.002
"""Seconds per variable of local search on a uniform random formula at the full share."""
_LATER_SHARE = 0.1
"""Share of local search after that; the other solver has 0.9."""
_STAGNATION, _STAGNATION_CLAUSES = 0.2, 20
"""Local search stagnates if it has more false clauses than this number after this many seconds without progress."""

NAME = "auto"
STRUCTURE = "structure"
_UNIFORM = _("uniform random {k}-SAT, {ratio:.2f} clauses per variable: local search first")
_UNLIKELY = _(
    "uniform random {k}-SAT, {ratio:.2f} clauses per variable, probably unsatisfiable: mostly clause learning"
)
_MONOTONE = _("clauses of one sign: both, then mostly clause learning")
_STRUCTURED = _("not uniform random: mostly clause learning")
_GAVE_UP = _("gave up: {outcome}")
_LOWEST = _("at best {lowest:,} false clauses, {flips:,} flips")
_CONFLICTS = _("{conflicts:,} conflicts")
_PROCESS_CONFLICTS = _("in its own process, {conflicts:,} conflicts")
_PROCESS_LOADING, _PROCESS_SEARCHING = _("in its own process, loading"), _("in its own process, searching")
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
    """Run the portfolio without the members named in `without` ("walk", "library").

    `learning` makes the `cdcl` search with the given branching, which writes its steps to `proof` if given. With a
    proof, the library solver does not run, because its verdict would have no evidence. Local search shows
    unsatisfiability only by unit propagation, which needs no proof steps.
    """
    with watch.clock:
        runners, outlook = _runners(formula, seed, watch, learning, branching, with_walk="walk" not in without)
        if proof is None and suits(formula):
            runners.append(_cutting_planes(formula, watch))
    structure = PlanStep(STRUCTURE, watch.clock.seconds, outlook)
    with _LibrarySearch(formula, watch, enabled="library" not in without and proof is None) as library_search:
        return _Race(runners, library_search, watch, structure, proof).run()


def _never(_lowest: int, _seconds: float) -> bool:
    return False


@dataclass
class _Runner:
    """One of our solvers, which takes turns in proportion to its `share` of the time.

    It starts after the others have had `head_start` seconds. Its first `free` seconds do not count against its share,
    and the share drops to _LATER_SHARE once it has had `patience` seconds. `make` makes the kernel at the first turn,
    if the memory limit allows `bytes_for()` bytes. `seconds` is the processor time used so far; `end_reason` says why
    the solver gets no more turns.
    """

    name: str
    make: Callable[[], Kernel]
    bytes_for: Callable[[], int]
    outcome: str
    share: float
    head_start: float = 0.0
    free: float = 0.0
    patience: float = inf
    stagnates: Callable[[int, float], bool] = _never
    branching: str | None = None
    seconds: float = 0.0
    end_reason: str = ""
    kernel: Kernel | None = None
    _course: Iterator[int] = field(default_factory=lambda: iter(()))

    def turn_key(self, others: float) -> float:
        """The scheduling key, given the seconds that the other solvers have had: the lowest key has the next turn."""
        if others < self.head_start:
            return inf
        early = min(self.seconds, self.patience)
        return max(early - self.free, 0.0) / self.share + (self.seconds - early) / _LATER_SHARE

    def turn(self, watch: Watch) -> int:
        """Run the next slice and return the kernel's verdict code. Raises Cancelled."""
        before = thread_time()
        with watch.clock:
            if self.kernel is None:
                self.kernel = self.make()
                self._course = slices(self.kernel.run, FIRST_WORK, cut_short=partial(ended_early, self.kernel))
            answer = next(self._course)
        self.seconds += thread_time() - before
        if not answer and self.stagnates(self.counters.get("lowest", 0), self.seconds):
            self.end_reason = _GAVE_UP.format(outcome=self._plan_text())
        return answer

    def step(self) -> PlanStep:
        """The current progress."""
        return PlanStep(self.name, self.seconds, self.end_reason or self._plan_text())

    def kernel_plan(self) -> tuple[PlanStep, ...]:
        """The steps that the kernel reports itself, such as its findings."""
        return getattr(self.kernel, "plan", ())

    def _plan_text(self) -> str:
        return self.outcome.format(**self.counters) if self.kernel else ""

    @property
    def counters(self) -> dict[str, Any]:
        """The counters of the kernel."""
        counts = counters(self.kernel, (*COUNTERS, "level", "false")) if self.kernel else {}
        return {name: count for name, count in counts.items() if count is not None}


class Stagnation:
    """The rule by which local search gives up for lack of progress.

    It is not for uniform random formulas, where a model can turn up at any time.
    """

    def __init__(self) -> None:
        self._lowest, self._since = 0, 0.0

    def __call__(self, lowest: int, seconds: float) -> bool:
        """Whether to give up after `seconds` with at least `lowest` false clauses."""
        if not self._since or lowest < self._lowest:
            self._lowest, self._since = lowest, seconds
        return lowest > _STAGNATION_CLAUSES and seconds > max(_STAGNATION, 2 * self._since)


def _runners(
    formula: Formula, seed: int, watch: Watch, learning: Callable[[], Kernel], branching: str, *, with_walk: bool
) -> tuple[list[_Runner], str]:
    """The solvers that take turns in this process, and a sentence on the shape of the formula."""
    k = uniform_length(formula) if with_walk else 0
    ratio = len(formula) / max(formula.variables, 1)
    head_start = _HEAD_START + 10 * _LOADING * len(formula.literals)
    cdcl = _Runner(
        "cdcl",
        learning,
        lambda: memory.of_cdcl(formula),
        str(_CONFLICTS),
        0.9,
        branching=branching,
    )
    walk = _Runner(
        "walk", lambda: Walk(formula, seed, watch.stops), lambda: memory.of_walk(formula), str(_LOWEST),
        0.1, head_start, _FIRST_WALK, stagnates=_never if k else Stagnation(),
    )  # fmt: skip
    if not k and is_monotone(formula):
        outlook = _MONOTONE
        walk.share, walk.free, walk.patience = 1.1, 0.0, _MONOTONE_WALK
    elif not k:
        outlook = _STRUCTURED
    elif k in _THRESHOLDS and ratio > _ABOVE * _THRESHOLDS[k]:
        outlook = _UNLIKELY
    elif formula.variables < _HOPELESS.get(k, 0):
        outlook = _UNIFORM
        walk.share, walk.head_start, walk.patience = 0.3, 0.0, _UNIFORM_WALK * formula.variables
    else:
        outlook = _UNIFORM
        walk.share, walk.head_start, walk.free = 0.9, 0.0, 0.0
        cdcl.share, cdcl.head_start = 0.1, head_start
    return [cdcl, walk] if with_walk else [cdcl], outlook.format(k=k, ratio=ratio)


def _cutting_planes(formula: Formula, watch: Watch) -> _Runner:
    """The search on the linear constraints that the clauses encode."""
    return _Runner(
        cutting_planes.NAME,
        lambda: cutting_planes.NativeSearch(formula, cancel=watch.stops),
        lambda: memory.of_cdcl(formula),
        str(_CONFLICTS),
        0.9,
    )


class _Race:
    """One run of the portfolio: schedules turns, collects progress and takes the first verdict."""

    def __init__(
        self,
        runners: list[_Runner],
        library_search: "_LibrarySearch",
        watch: Watch,
        structure: PlanStep,
        proof: ProofSink | None,
    ) -> None:
        self._runners, self._library_search, self._watch = runners, library_search, watch
        self._structure, self._proof = structure, proof

    def run(self) -> Result:
        """Take turns until a solver has a verdict or the watch says to stop."""
        watch, library_search = self._watch, self._library_search
        while not (reason := watch.reason_to_stop()):
            running = [runner for runner in self._runners if not runner.end_reason]
            if not running:
                reason = self._runners[0].end_reason
                break
            total = sum(runner.seconds for runner in self._runners)
            runner = min(running, key=lambda runner: runner.turn_key(total - runner.seconds))
            if runner.kernel is None and (refused := watch.reason_to_refuse(runner.bytes_for)):
                runner.end_reason = refused
            else:
                try:
                    answer = runner.turn(watch)
                except Cancelled:
                    reason = watch.reason_to_stop()
                    break
                self._prove(runner, refuted=STATUSES[answer] is Status.UNSATISFIABLE)
                if answer and runner.kernel is not None:
                    return self._decided(runner, runner.kernel, STATUSES[answer])
            library_search.advance()
            if library_search.result is not None:
                return self._of_library(library_search.result)
            watch.report(self._progress)
        if watch.time_is_over and (result := library_search.late_result()) is not None:
            return self._of_library(result)
        return self._undecided(reason)

    def _prove(self, runner: _Runner, *, refuted: bool) -> None:
        """Write the proof steps of the last turn."""
        if self._proof is None:
            return
        if take_proof := getattr(runner.kernel, "take_proof", None):
            self._proof.write_steps(take_proof())
        elif refuted:
            self._proof.add(())

    def _plan(self, winner: str = "", verdict: Status = Status.UNKNOWN) -> tuple[PlanStep, ...]:
        runners = [runner for runner in self._runners if runner.kernel or runner.end_reason]
        steps = [self._structure, *(step for runner in runners for step in (*runner.kernel_plan(), runner.step()))]
        steps += self._library_search.steps()
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
        """The merged counters of all solvers in this process."""
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
    """CaDiCaL in a second process, started after a short time of search, if enabled and installed."""

    def __init__(self, formula: Formula, watch: Watch, *, enabled: bool) -> None:
        self.result: Result | None = None
        self._formula, self._watch = formula, watch
        self._own_watch = Watch(Limits(), None, None, watch.interval)  # its clock is that of the other process
        watch.clock.include(self._own_watch.clock)
        self._is_enabled = enabled and library.available()
        self._process: library.LibraryProcess | None = None
        self._end_reason = ""

    def __enter__(self) -> "_LibrarySearch":
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._own_watch.clock.stop()
            self._process.end()

    def advance(self) -> None:
        """Start the process when it is due, and handle its messages."""
        if not self._is_enabled or self._end_reason or self.result is not None:
            return
        if self._process is None:
            if self._watch.clock.seconds >= _BEFORE_LIBRARY and len(self._formula):
                self._process = library.LibraryProcess(self._formula, CADICAL, self._own_watch)
            return
        process = self._process
        if reason := self._watch.reason_to_refuse(lambda: resident(process.id)):
            self._give_up(process, reason)
        while not self._end_reason and (message := process.receive(0.0)):
            self._on_message(process, message)

    def late_result(self) -> Result | None:
        """The result that is about to arrive when the time is over, if any."""
        if self._process is not None and not self._end_reason and self._process.has_decided():
            while self.result is None and not self._end_reason:
                self._on_message(self._process, self._process.receive())
        return self.result

    def steps(self) -> list[PlanStep]:
        """The progress of the process; empty before it starts."""
        if self._process is None:
            return []
        conflicts, seconds = self._process.counters["conflicts"], self._own_watch.clock.seconds
        if conflicts is not None:
            state = _PROCESS_CONFLICTS.format(conflicts=conflicts)
        else:
            state = str(_PROCESS_SEARCHING if seconds else _PROCESS_LOADING)
        return [PlanStep(CADICAL.name, seconds, self._end_reason or state)]

    def _on_message(self, process: library.LibraryProcess, message: dict[str, Any]) -> None:
        try:
            if message.get("event") == "verdict":
                self.result = process.verdict(message)
            elif failure := process.failure(message):
                self._give_up(process, failure)
        except InputError as error:
            self._give_up(process, str(error))

    def _give_up(self, process: library.LibraryProcess, reason: str) -> None:
        self._end_reason = reason
        self._own_watch.clock.stop()
        process.end()
