"""Programs graded on formulas: who is right, who is not and why, and who is how fast.

It is done in three rounds, each by workers that may be many: our own verdict on each formula, each program on each
formula, and the search for a smallest formula on which each program fails in each of its ways. What was found once
is not done again.
"""

import base64
import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from engine.base.errors import Cancelled
from engine.base.executors import WorkerPool, as_done, is_stopped, stopping
from engine.base.streams import open_regular, read_whole
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.grading.edge_cases import EDGE_CASES, EdgeCase
from engine.sat.grading.judging import HAS_MODEL, SLOW, Fault, RunJudgement, judge
from engine.sat.grading.reduction import SECONDS, Reduced, reduced
from engine.sat.grading.truth import FROM_FILE, Truth, decide
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits

LIMIT = 10.0
"""Seconds for each run unless chosen."""

_FOUND_BY = "{program} found one that satisfies every clause"
_PROVED_BY = "the proof of {program} is verified"
_PIECE = 1 << 20
_VERSION = 2  # of how runs are judged: what another one kept is done anew

Thing = TypeVar("Thing", bound=Hashable)
Value = TypeVar("Value")


@dataclass(frozen=True)
class GradedFormula:
    """A formula to be graded on: a file, or an edge case if it has no path. `digest` tells its content."""

    name: str
    digest: str
    path: Path | None = None

    @classmethod
    def of(cls, path: Path, name: str) -> "GradedFormula":
        """That of a file. Raises InputError if it can't be read."""
        digest = hashlib.sha256()
        with open_regular(path) as file:
            while piece := file.read(_PIECE):
                digest.update(piece)
        return cls(name, digest.hexdigest(), path)

    @property
    def is_edge_case(self) -> bool:
        """Whether it is one of our own."""
        return self.path is None

    @property
    def is_lenient(self) -> bool:
        """Whether it is an edge case that not every reader has to take."""
        return self.is_edge_case and EDGES[self].lenient


EDGES: Mapping[GradedFormula, EdgeCase] = {
    GradedFormula(case.name, hashlib.sha256(case.text).hexdigest()): case for case in EDGE_CASES
}
"""The edge cases as things to be graded on."""


@dataclass(frozen=True)
class GradingPlan:
    """What is graded, and how: each program runs within the bounds on each item, formulas in this order.

    `answers` are known by names of items, for others our solver has `reference` seconds. `reduction` are the seconds
    for a smallest formula, none if 0. `baseline` is the name of the program that the others' rates refer to.
    """

    programs: tuple[SolverProgram, ...]
    items: tuple[GradedFormula, ...]
    bounds: ProgramLimits
    answers: Mapping[str, Status] = field(default_factory=dict)
    reference: float = LIMIT
    reduction: float = SECONDS
    baseline: str = ""

    @property
    def formulas(self) -> tuple[GradedFormula, ...]:
        """The items that are no edge cases."""
        return tuple(item for item in self.items if not item.is_edge_case)


@dataclass(frozen=True)
class GradedRun:
    """A program on an item."""

    program: str
    item: GradedFormula
    judgement: RunJudgement


@dataclass(frozen=True)
class Failure:
    """A way in which a program fails: how often, where it shows best, and the smallest formula for it.

    `reduced` is None where none was sought, or `vanished` where it did not fail again.
    """

    program: str
    kind: Fault
    runs: tuple[GradedRun, ...]
    reduced: Reduced | None = None
    vanished: bool = False

    @property
    def best(self) -> GradedRun:
        """The run on an edge case if there is one, else the first."""
        return next((run for run in self.runs if run.item.is_edge_case), self.runs[0])


@dataclass(frozen=True)
class Grading:
    """What is known so far."""

    plan: GradingPlan
    truths: Mapping[GradedFormula, Truth] = field(default_factory=dict)
    runs: tuple[GradedRun, ...] = ()
    failures: tuple[Failure, ...] = ()

    def run_of(self, program: str, item: GradedFormula) -> GradedRun | None:
        """What a program did with an item; None if it was not run yet."""
        return self._by_place.get((program, item))

    def failures_of(self, program: str) -> tuple[Failure, ...]:
        """The ways in which a program fails."""
        return tuple(failure for failure in self.failures if failure.program == program)

    @property
    def is_whole(self) -> bool:
        """Whether every program was run on every item."""
        return len(self.runs) == len(self.plan.programs) * len(self.plan.items)

    @cached_property
    def _by_place(self) -> dict[tuple[str, GradedFormula], GradedRun]:
        return {(run.program, run.item): run for run in self.runs}


@dataclass(frozen=True)
class GradingProgress:
    """How far a grading is: in which round (of ROUNDS), how many of how many pieces of work are done."""

    round: int
    done: int
    total: int


OnStage = Callable[[GradingProgress, Callable[[], Grading]], None]
"""What is told how far it is."""

ROUNDS = ("our own verdicts", "runs", "smallest formulas")


class ResultCache(Protocol):
    """What keeps results; see `ResultsFile`."""

    def stored(self, key: str) -> Any:
        """What was kept under a key; None for nothing."""

    def keep(self, key: str, value: Any) -> None:
        """Keep a value that JSON can hold."""


def grade(
    plan: GradingPlan,
    by: WorkerPool,
    results: ResultCache,
    *,
    on_stage: OnStage = lambda _stage, _so_far: None,
    cancel: Callable[[], bool] = lambda: False,
) -> Grading:
    """Grade; what was found until then if `cancel` says to stop.

    `on_stage` is told after each piece of work how far it is, and what tells all that is known. Raises Lost, and
    InputError for a file that can't be read, and where programs can't be run.
    """

    def check() -> None:
        by.check()
        if cancel():
            raise Cancelled

    rounds = _Rounds(plan, replace(by, check=check), results, on_stage)
    token = stopping.set(cancel)  # for what is done here
    try:
        rounds.run()
    except Cancelled:
        pass
    finally:
        stopping.reset(token)
    return rounds.grading()


class _Rounds:
    """The work, round by round."""

    def __init__(self, plan: GradingPlan, by: WorkerPool, results: ResultCache, on_stage: OnStage) -> None:
        self._plan, self._by, self._results, self._on_stage = plan, by, results, on_stage
        self._truths: dict[GradedFormula, Truth] = {}
        self._runs: dict[tuple[str, GradedFormula], GradedRun] = {}
        self._smallest: dict[tuple[str, Fault], Reduced | None] = {}

    def grading(self) -> Grading:
        """What came of it so far."""
        in_order = (
            self._runs[program.name, item]
            for item in self._plan.items
            for program in self._plan.programs
            if (program.name, item) in self._runs
        )
        truths, runs = settle(self._truths, in_order)
        return Grading(self._plan, truths, tuple(runs), tuple(map(self._for_display, failures(runs))))

    def _for_display(self, failure: Failure) -> Failure:
        """The failure with the smallest formula for it, if that was sought."""
        key = failure.program, failure.kind
        if key not in self._smallest:
            return failure
        return replace(failure, reduced=self._smallest[key], vanished=self._smallest[key] is None)

    def run(self) -> None:
        """Do all the work. Raises Cancelled."""
        plan = self._plan
        for item in plan.formulas:
            if item.name in plan.answers:
                self._truths[item] = Truth(plan.answers[item.name], FROM_FILE)
        unknown = [item for item in plan.items if item not in self._truths]
        decided = self._each(0, unknown, partial(_decide, plan.reference), partial(_truth_key, plan.reference), _TRUTH)
        for item, truth in decided:
            self._truths[item] = truth
        places = [(program, item, self._truths[item]) for item in plan.items for program in plan.programs]
        judged = self._each(1, places, partial(_judge, plan.bounds), partial(_place_key, plan.bounds), _JUDGEMENT)
        for (program, item, _), judgement in judged:
            self._runs[program.name, item] = GradedRun(program.name, item, judgement)
        if plan.reduction:
            self._reduce()

    def _reduce(self) -> None:
        """Seek the smallest formula for each failure."""
        plan, partial_grading = self._plan, self.grading()
        programs = {program.name: program for program in plan.programs}
        things = [
            (programs[failure.program], failure.best.item, failure.kind, partial_grading.truths[failure.best.item])
            for failure in partial_grading.failures
            if failure.kind in _REDUCIBLE
        ]
        found = self._each(
            2, things, partial(_reduce, plan.bounds, plan.reduction), partial(_reduction_key, plan), _REDUCED
        )
        for (program, _, kind, _), smallest in found:
            self._smallest[program.name, kind] = smallest

    def _each(
        self,
        number: int,
        things: Sequence[Thing],
        work: Callable[[Thing], Value],
        key: Callable[[Thing], str],
        form: "_Form[Value]",
    ) -> Iterator[tuple[Thing, Value]]:
        """Each thing with what work makes of it, or was kept."""
        done, left = 0, []
        for thing in things:
            stored = self._results.stored(key(thing))
            if stored is None:
                left.append(thing)
            else:
                done += 1
                yield thing, form.read(stored[0])
        self._on_stage(GradingProgress(number, done, len(things)), self.grading)
        for thing, value in as_done(work, left, self._by):
            self._results.keep(key(thing), [form.write(value)])
            done += 1
            yield thing, value
            self._on_stage(GradingProgress(number, done, len(things)), self.grading)
            self._by.check()


_REDUCIBLE = frozenset(
    (Fault.WRONG_VERDICT, Fault.WRONG_MODEL, Fault.WRONG_PROOF, Fault.WRONG_FORMAT, Fault.WRONG_CODE, Fault.CRASH)
)


def settle(
    truths: Mapping[GradedFormula, Truth], runs: Iterable[GradedRun]
) -> tuple[dict[GradedFormula, Truth], list[GradedRun]]:
    """What is known when all answers are compared: a model or a proof that is right tells of the others' answers."""
    all_truths = dict(truths)
    runs = list(runs)
    for run in runs:
        if run.judgement.kind is Fault.SATISFIABLE and all_truths[run.item].status is not Status.SATISFIABLE:
            all_truths[run.item] = Truth(Status.SATISFIABLE, _FOUND_BY.format(program=run.program))
        elif run.judgement.kind is Fault.UNSATISFIABLE and all_truths[run.item].status is Status.UNKNOWN:
            all_truths[run.item] = Truth(Status.UNSATISFIABLE, _PROVED_BY.format(program=run.program))
    return all_truths, [replace(run, judgement=_settled(run.judgement, all_truths[run.item])) for run in runs]


def _settled(judgement: RunJudgement, truth: Truth) -> RunJudgement:
    unproved = judgement.kind in (Fault.UNCONFIRMED, Fault.UNSATISFIABLE)
    if unproved and truth.status is Status.SATISFIABLE:
        return replace(judgement, kind=Fault.WRONG_VERDICT, evidence=HAS_MODEL.format(how=truth.how))
    if judgement.kind is Fault.UNCONFIRMED and truth.status is Status.UNSATISFIABLE:
        return replace(judgement, kind=Fault.UNSATISFIABLE, evidence=truth.how)
    return judgement


def failures(runs: Iterable[GradedRun]) -> Iterator[Failure]:
    """The ways in which programs fail; what not every reader has to take is left out."""
    found: dict[tuple[str, Fault], list[GradedRun]] = {}
    for run in runs:
        failed = run.judgement.is_fault or (run.item.is_edge_case and run.judgement.kind in SLOW)
        if failed and not run.item.is_lenient:
            found.setdefault((run.program, run.judgement.kind), []).append(run)
    for (program, kind), fault_runs in found.items():
        yield Failure(program, kind, tuple(fault_runs))


# what workers do


def _decide(seconds: float, item: GradedFormula) -> Truth:
    return decide(_content(item)[1], Limits(seconds), is_stopped)


def _judge(bounds: ProgramLimits, place: tuple[SolverProgram, GradedFormula, Truth]) -> RunJudgement:
    program, item, truth = place
    text, formula = _content(item)
    if item.is_edge_case:
        bounds = replace(bounds, seconds=min(bounds.seconds, EDGE_SECONDS))
    return judge(program, text, formula, truth.status, truth.how, bounds, is_stopped)


EDGE_SECONDS = 2.0
"""What a program has for an edge case, at most."""


def _reduce(
    bounds: ProgramLimits, seconds: float, thing: tuple[SolverProgram, GradedFormula, Fault, Truth]
) -> Reduced | None:
    program, item, kind, truth = thing
    return reduced(program, _content(item)[0], kind, bounds, is_stopped, expected=truth, seconds=seconds)


@lru_cache(maxsize=2)
def _content(item: GradedFormula) -> tuple[bytes, Formula]:
    """The text of a formula as programs get it, unpacked, and what it says."""
    if item.path is None:
        case = EDGES[item]
        return case.text, case.formula
    text = read_whole(item.path)
    return text, dimacs.parse(text, path=item.path).formula


# how results are kept


def _key(*parts: object) -> str:
    return hashlib.sha256(repr((_VERSION, parts)).encode()).hexdigest()[:32]


def _truth_key(seconds: float, item: GradedFormula) -> str:
    return _key("truth", item.digest, seconds)


def _place_key(bounds: ProgramLimits, place: tuple[SolverProgram, GradedFormula, Truth]) -> str:
    program, item, truth = place
    return _key("run", program.fingerprint, item.digest, bounds, truth.status)


def _reduction_key(plan: GradingPlan, thing: tuple[SolverProgram, GradedFormula, Fault, Truth]) -> str:
    program, item, kind, _ = thing
    return _key("smallest", program.fingerprint, item.digest, kind, plan.bounds, plan.reduction)


@dataclass(frozen=True)
class _Form(Generic[Value]):
    """How a value is kept as JSON and read again."""

    write: Callable[[Value], Any]
    read: Callable[[Any], Value]


def _write_judgement(judgement: RunJudgement) -> Any:
    entry = {**asdict(judgement), "kind": judgement.kind.value}
    entry["said"] = entry.pop("status").value  # its name in files of every version
    return entry


def _read_judgement(stored: Any) -> RunJudgement:
    fields = {name: value for name, value in stored.items() if name != "said"}
    return RunJudgement(**{**fields, "kind": Fault(stored["kind"]), "status": Status(stored["said"])})


def _write_reduced(found: Reduced | None) -> Any:
    if found is None:
        return None
    text = base64.b64encode(found.text).decode()
    return {**asdict(found), "text": text, "judgement": _write_judgement(found.judgement)}


def _read_reduced(stored: Any) -> Reduced | None:
    if stored is None:
        return None
    text = base64.b64decode(stored["text"])
    return Reduced(**{**stored, "text": text, "judgement": _read_judgement(stored["judgement"])})


_TRUTH = _Form[Truth](
    lambda truth: [truth.status.value, truth.how], lambda entry: Truth(Status(entry[0]), entry[1])
)
_JUDGEMENT = _Form[RunJudgement](_write_judgement, _read_judgement)
_REDUCED = _Form[Reduced | None](_write_reduced, _read_reduced)
