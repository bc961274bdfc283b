"""Grades programs on formulas: which are correct, which are not and why, and how fast they are.

Grading has rounds, each of which can use many workers: our own verdict on each formula, each program on each formula,
each program on many random formulas, and the search for a smallest formula for each failure of a program. Stored
results are not computed again.
"""

import base64
import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from engine.base.errors import Cancelled
from engine.base.executors import WorkerPool, as_done, is_stopped, stopping
from engine.base.language import _ as gettext
from engine.base.language import current, lazy_gettext
from engine.base.streams import open_regular, read_whole
from engine.base.text import joined
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.grading.bug_classes import BugClass, features
from engine.sat.grading.edge_cases import EDGE_CASES
from engine.sat.grading.fuzzing import SEED, FuzzFailure, Fuzzing, fuzz
from engine.sat.grading.judging import EASY, HAS_MODEL, SLOW, Fault, Finding, RunJudgement, judge
from engine.sat.grading.reduction import SECONDS, Reduced, reduced
from engine.sat.grading.truth import FROM_FILE, Truth, baseline_seconds, decide
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits

LIMIT = 10.0
"""Default seconds for each run."""

_FOUND_BY = "{program} found one that satisfies every clause"
_PROVED_BY = lazy_gettext("the proof of {program} is verified")
_FUZZ_NAME = lazy_gettext("random formula {number} ({kind})")
_PIECE = 1 << 20
_VERSION = 7  # version of the rules for judging runs: results stored by other versions are computed again

Thing = TypeVar("Thing", bound=Hashable)
Value = TypeVar("Value")


class FormulaSource(Enum):
    """The origin of a formula, in the order in which formulas are shown."""

    FILE = "file"
    FUZZ = "fuzzing"
    EDGE = "edge case"


@dataclass(frozen=True)
class GradedFormula:
    """A formula for grading: a file by its `path`, or the text of one of ours. `digest` identifies its content.

    `lenient`: readers may refuse it.
    """

    name: str
    digest: str
    path: Path | None = None
    text: bytes = b""
    source: FormulaSource = FormulaSource.FILE
    lenient: bool = False

    @classmethod
    def of(cls, path: Path, name: str) -> "GradedFormula":
        """The item for a file. Raises InputError if it can't be read."""
        digest = hashlib.sha256()
        with open_regular(path) as file:
            while piece := file.read(_PIECE):
                digest.update(piece)
        return cls(name, digest.hexdigest(), path)

    @classmethod
    def of_text(cls, name: str, text: bytes, source: FormulaSource, *, lenient: bool = False) -> "GradedFormula":
        """The item for one of our formulas."""
        return cls(name, hashlib.sha256(text).hexdigest(), None, text, source, lenient)

    @property
    def is_edge_case(self) -> bool:
        """Whether it is an edge case, which does not count."""
        return self.source is FormulaSource.EDGE


EDGES = tuple(
    GradedFormula.of_text(case.name, case.text, FormulaSource.EDGE, lenient=case.lenient) for case in EDGE_CASES
)
"""The edge cases as items."""


@dataclass(frozen=True)
class GradingPlan:
    """A description of a grading: each program runs within the limits on each item, in this order.

    `answers` are known verdicts by names of items; for others our solver has `reference` seconds. `reduction` are the
    seconds for a smallest formula, 0 for none, `fuzz` the seconds of processor time for random formulas for each
    program, with this `seed`. `baseline` is the name of the program to which the others' rates refer; empty for our
    solver without optimisation.
    """

    programs: tuple[SolverProgram, ...]
    items: tuple[GradedFormula, ...]
    bounds: ProgramLimits
    answers: Mapping[str, Status] = field(default_factory=dict)
    reference: float = LIMIT
    reduction: float = SECONDS
    baseline: str = ""
    fuzz: float = 0.0
    seed: int = SEED

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
    """A failure of a program: the formulas with this fault, and the smallest formula for it.

    `fuzzed` is the number of random formulas with the fault, a few of which are among the runs; `classes` describe
    their common features. `reduced` is None if no smaller formula was sought, or if the failure `vanished` when
    repeated.
    """

    program: str
    kind: Fault
    runs: tuple[GradedRun, ...]
    reduced: Reduced | None = None
    vanished: bool = False
    fuzzed: int = 0
    classes: tuple[BugClass, ...] = ()

    @property
    def best(self) -> GradedRun:
        """The run to show: on a given formula if there is one, else a random one, else an edge case."""
        return min(self.runs, key=lambda run: _DISPLAY_ORDER.index(run.item.source))

    @property
    def smallest(self) -> GradedRun:
        """The run to reduce: on a random formula if there is one, because these are small. Each run of a program that
        gives no answer takes long, so that the shortest formula is best."""
        late = self.kind in EASY.values()
        ours = [run for run in self.runs if run.item.path is None]
        return min(
            ours or self.runs,
            key=lambda run: (not late and _REDUCTION_ORDER.index(run.item.source), len(run.item.text)),
        )

    def evidence(self, run: GradedRun) -> str:
        """The fault of one of the runs."""
        return next((each.evidence for each in run.judgement.findings if each.kind is self.kind), "")


@dataclass(frozen=True)
class Grading:
    """The results so far."""

    plan: GradingPlan
    truths: Mapping[GradedFormula, Truth] = field(default_factory=dict)
    runs: tuple[GradedRun, ...] = ()
    failures: tuple[Failure, ...] = ()
    fuzzing: Mapping[str, Fuzzing] = field(default_factory=dict)

    def run_of(self, program: str, item: GradedFormula) -> GradedRun | None:
        """The judgement on a program's run on an item; None if it was not run yet."""
        return self._by_place.get((program, item))

    def failures_of(self, program: str) -> tuple[Failure, ...]:
        """The failures of the program."""
        return tuple(failure for failure in self.failures if failure.program == program)

    @property
    def is_whole(self) -> bool:
        """Whether every program was run on every item, and on random formulas if requested."""
        runs = len(self.plan.programs) * len(self.plan.items)
        return len(self.runs) == runs and (not self.plan.fuzz or len(self.fuzzing) == len(self.plan.programs))

    @cached_property
    def _by_place(self) -> dict[tuple[str, GradedFormula], GradedRun]:
        return {(run.program, run.item): run for run in self.runs}


@dataclass(frozen=True)
class GradingProgress:
    """The progress of a grading: its round (of ROUNDS), and how many of its tasks are done."""

    round: int
    done: int
    total: int


OnStage = Callable[[GradingProgress, Callable[[], Grading]], None]
"""Receives the progress."""

ROUNDS = ("our own verdicts", "runs", "random formulas", "smallest formulas")
"""The names of the rounds."""


class ResultCache(Protocol):
    """A store of results; see `ResultsFile`."""

    def stored(self, key: str) -> Any:
        """The value stored under a key; None for none."""

    def keep(self, key: str, value: Any) -> None:
        """Store a value that JSON supports."""


def grade(
    plan: GradingPlan,
    by: WorkerPool,
    results: ResultCache,
    *,
    on_stage: OnStage = lambda _stage, _so_far: None,
    cancel: Callable[[], bool] = lambda: False,
) -> Grading:
    """Grade; returns the results so far if `cancel` returns True.

    `on_stage` receives the progress after each task, and a function for the results so far. Raises Lost, and InputError
    for a file that can't be read, or if programs can't be run.
    """

    def check() -> None:
        by.check()
        if cancel():
            raise Cancelled

    rounds = _Rounds(plan, replace(by, check=check), results, on_stage)
    token = stopping.set(cancel)  # for work in this process
    try:
        rounds.run()
    except Cancelled:
        pass
    finally:
        stopping.reset(token)
    return rounds.grading()


class _Rounds:
    """Runs the rounds."""

    def __init__(self, plan: GradingPlan, by: WorkerPool, results: ResultCache, on_stage: OnStage) -> None:
        self._plan, self._by, self._results, self._on_stage = plan, by, results, on_stage
        self._truths: dict[GradedFormula, Truth] = {}
        self._runs: dict[tuple[str, GradedFormula], GradedRun] = {}
        self._fuzzing: dict[str, Fuzzing] = {}
        self._smallest: dict[tuple[str, Fault], Reduced | None] = {}

    def grading(self) -> Grading:
        """The results so far."""
        in_order = (
            self._runs[program.name, item]
            for item in self._plan.items
            for program in self._plan.programs
            if (program.name, item) in self._runs
        )
        truths, runs = settle(self._truths, in_order)
        found = failures(runs, self._fuzzing)
        return Grading(self._plan, truths, tuple(runs), tuple(map(self._for_display, found)), self._fuzzing)

    def _for_display(self, failure: Failure) -> Failure:
        """The failure with its smallest formula, if that was sought."""
        key = failure.program, failure.kind
        if key in self._smallest:
            failure = replace(failure, reduced=self._smallest[key], vanished=self._smallest[key] is None)
        return with_common_features(failure)

    def run(self) -> None:
        """Run all rounds. Raises Cancelled."""
        plan = self._plan
        decide_here = partial(_decide, plan.reference, plan.bounds.seconds)
        for item, truth in self._each(0, plan.items, decide_here, partial(_truth_key, plan), _TRUTH):
            answer = plan.answers.get(item.name) if item.source is FormulaSource.FILE else None
            self._truths[item] = truth if answer is None else replace(truth, status=answer, how=str(FROM_FILE))
        places = [(program, item, self._truths[item]) for item in plan.items for program in plan.programs]
        judged = self._each(1, places, partial(_judge, plan.bounds), partial(_place_key, plan.bounds), _JUDGEMENT)
        for (program, item, _), judgement in judged:
            self._runs[program.name, item] = GradedRun(program.name, item, judgement)
        if plan.fuzz:
            work = partial(_fuzz, plan.bounds, plan.seed, plan.fuzz)
            for program, found in self._each(2, plan.programs, work, partial(_fuzz_key, plan), _FUZZING):
                self._fuzzing[program.name] = found
        if plan.reduction:
            self._reduce()

    def _reduce(self) -> None:
        """Search the smallest formula for each failure."""
        plan, partial_grading = self._plan, self.grading()
        programs = {program.name: program for program in plan.programs}
        truths = {**partial_grading.truths, **_fuzz_truths(self._fuzzing.values())}
        things = [
            (programs[failure.program], failure.smallest.item, failure.kind, truths[failure.smallest.item])
            for failure in partial_grading.failures
            if failure.kind not in _IRREDUCIBLE
        ]
        found = self._each(
            3, things, partial(_reduce, plan.bounds, plan.reduction), partial(_reduction_key, plan), _REDUCED
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
        """Each item with the result of its work, computed or stored."""
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
            if _is_as_it_was(thing):
                self._results.keep(key(thing), [form.write(value)])
            done += 1
            yield thing, value
            self._on_stage(GradingProgress(number, done, len(things)), self.grading)
            self._by.check()


def _is_as_it_was(thing: object) -> bool:
    """Whether the program of a task is still the one that its key stands for."""
    parts = thing if isinstance(thing, tuple) else (thing,)
    return all(part.is_unchanged for part in parts if isinstance(part, SolverProgram))


_IRREDUCIBLE = frozenset((*SLOW, Fault.NOT_STARTED))
_SMALL = 1 << 16  # bytes of a file whose features take no time
_DISPLAY_ORDER = (FormulaSource.FILE, FormulaSource.FUZZ, FormulaSource.EDGE)
_REDUCTION_ORDER = (FormulaSource.FUZZ, FormulaSource.EDGE, FormulaSource.FILE)


def settle(
    truths: Mapping[GradedFormula, Truth], runs: Iterable[GradedRun]
) -> tuple[dict[GradedFormula, Truth], list[GradedRun]]:
    """The truths after comparing all answers: a correct model or proof shows that other answers are wrong."""
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
        return replace(judgement, kind=Fault.WRONG_UNSAT, evidence=HAS_MODEL.format(reason=truth.how))
    if judgement.kind is Fault.UNCONFIRMED and truth.status is Status.UNSATISFIABLE:
        return replace(judgement, kind=Fault.UNSATISFIABLE, evidence=truth.how)
    return judgement


def failures(runs: Iterable[GradedRun], fuzzing: Mapping[str, Fuzzing] = MappingProxyType({})) -> list[Failure]:
    """The failures of programs, the worst first; formulas that readers may refuse are left out."""
    found: dict[tuple[str, Fault], list[GradedRun]] = {}
    for run in runs:
        for finding in run.judgement.findings if not run.item.lenient else ():
            found.setdefault((run.program, finding.kind), []).append(run)
    for program, fuzzed in fuzzing.items():
        for failure in fuzzed.failures:
            run = GradedRun(program, _fuzz_item(failure), failure.judgement)
            found.setdefault((program, failure.judgement.kind), []).append(run)
    whole = []
    for (program, kind), fault_runs in found.items():
        by_fuzzing = fuzzing.get(program, Fuzzing())
        count, classes = by_fuzzing.counts.get(kind, 0), by_fuzzing.classes.get(kind, ())
        whole.append(Failure(program, kind, tuple(fault_runs), fuzzed=count, classes=classes))
    order = list(Fault)
    return sorted(whole, key=lambda failure: order.index(failure.kind))


def _fuzz_item(failure: FuzzFailure) -> GradedFormula:
    kind = joined(gettext(part) for part in failure.kind.split(", "))
    name = _FUZZ_NAME.format(number=failure.number, kind=kind)
    return GradedFormula.of_text(name, failure.text, FormulaSource.FUZZ)


def _fuzz_truths(fuzzing: Iterable[Fuzzing]) -> dict[GradedFormula, Truth]:
    return {_fuzz_item(failure): failure.truth for found in fuzzing for failure in found.failures}


def with_common_features(failure: Failure) -> Failure:
    """The failure without the features that one of its formulas lacks, such as the smallest one."""
    if not failure.classes:
        return failure
    texts = [text for run in failure.runs if (text := _small_text(run.item)) is not None]
    texts += [failure.reduced.text] if failure.reduced is not None else []
    classes = tuple(each for each in failure.classes if all(each.feature in _features(text) for text in texts))
    return replace(failure, classes=classes)


def _small_text(item: GradedFormula) -> bytes | None:
    """The text of a formula if it is small enough to look for its features."""
    if item.path is None:
        return item.text
    return _content(item)[0] if item.path.stat().st_size <= _SMALL else None


@lru_cache(maxsize=1024)
def _features(text: bytes) -> frozenset[str]:
    """The features of a small formula."""
    formula = dimacs.parse(text).formula
    return features(formula, decide(formula, Limits(1.0)).status)


# work of workers


def _decide(reference: float, seconds: float, item: GradedFormula) -> Truth:
    formula = _content(item)[1]
    baseline = baseline_seconds(formula, EDGE_SECONDS if item.is_edge_case else seconds, is_stopped)
    return replace(decide(formula, Limits(reference), is_stopped), baseline=baseline)


def _fuzz(bounds: ProgramLimits, seed: int, seconds: float, program: SolverProgram) -> Fuzzing:
    return fuzz(program, bounds, seed, seconds, is_stopped)


def _judge(bounds: ProgramLimits, place: tuple[SolverProgram, GradedFormula, Truth]) -> RunJudgement:
    program, item, truth = place
    text, formula = _content(item)
    if item.is_edge_case:
        bounds = replace(bounds, seconds=min(bounds.seconds, EDGE_SECONDS))
    return judge(program, text, formula, truth, bounds, is_stopped)


EDGE_SECONDS = 2.0
"""Maximum time of a program for an edge case."""


def _reduce(
    bounds: ProgramLimits, seconds: float, thing: tuple[SolverProgram, GradedFormula, Fault, Truth]
) -> Reduced | None:
    program, item, kind, truth = thing
    return reduced(program, _content(item)[0], kind, bounds, is_stopped, expected=truth, seconds=seconds)


@lru_cache(maxsize=2)
def _content(item: GradedFormula) -> tuple[bytes, Formula]:
    """The text of a formula as programs get it, unpacked, and the formula."""
    text = item.text if item.path is None else read_whole(item.path)
    return text, dimacs.parse(text, path=item.path).formula


# stored results


def _key(*parts: object) -> str:
    """The key of a result; it has sentences, so that each language has results of its own."""
    return hashlib.sha256(repr((_VERSION, current(), parts)).encode()).hexdigest()[:32]


def _truth_key(plan: GradingPlan, item: GradedFormula) -> str:
    return _key("truth", item.digest, plan.reference, plan.bounds.seconds)


def _fuzz_key(plan: GradingPlan, program: SolverProgram) -> str:
    return _key("fuzz", program.fingerprint, plan.bounds, plan.seed, plan.fuzz)


def _place_key(bounds: ProgramLimits, place: tuple[SolverProgram, GradedFormula, Truth]) -> str:
    program, item, truth = place
    return _key("run", program.fingerprint, item.digest, bounds, truth.status, truth.easy)


def _reduction_key(plan: GradingPlan, thing: tuple[SolverProgram, GradedFormula, Fault, Truth]) -> str:
    program, item, kind, _ = thing
    return _key("smallest", program.fingerprint, item.digest, kind, plan.bounds, plan.reduction)


@dataclass(frozen=True)
class _Form(Generic[Value]):
    """How a value is converted to JSON and back."""

    write: Callable[[Value], Any]
    read: Callable[[Any], Value]


def _write_judgement(judgement: RunJudgement) -> Any:
    traces = [[trace.kind.value, trace.evidence] for trace in judgement.traces]
    entry = {**asdict(judgement), "kind": judgement.kind.value, "traces": traces}
    entry["said"] = entry.pop("status").value  # its name in files of all versions
    return entry


def _read_judgement(stored: Any) -> RunJudgement:
    traces = tuple(Finding(Fault(kind), evidence) for kind, evidence in stored["traces"])
    fields = {name: value for name, value in stored.items() if name != "said"}
    status = Status(stored["said"])
    return RunJudgement(**{**fields, "kind": Fault(stored["kind"]), "status": status, "traces": traces})


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


def _write_truth(truth: Truth) -> Any:
    return [truth.status.value, truth.how, truth.baseline]


def _read_truth(stored: Any) -> Truth:
    return Truth(Status(stored[0]), stored[1], stored[2])


def _write_fuzzing(found: Fuzzing) -> Any:
    failures = [
        [
            each.number,
            each.kind,
            base64.b64encode(each.text).decode(),
            _write_truth(each.truth),
            _write_judgement(each.judgement),
        ]
        for each in found.failures
    ]
    counts = {kind.value: count for kind, count in found.counts.items()}
    classes = {
        kind.value: [[each.feature, each.failing, each.without] for each in some]
        for kind, some in found.classes.items()
    }
    return [found.formulas, counts, failures, classes, found.remark]


def _read_fuzzing(stored: Any) -> Fuzzing:
    formulas, counts, failures, classes, remark = stored
    return Fuzzing(
        formulas,
        {Fault(kind): count for kind, count in counts.items()},
        tuple(
            FuzzFailure(number, kind, base64.b64decode(text), _read_truth(truth), _read_judgement(judgement))
            for number, kind, text, truth, judgement in failures
        ),
        {Fault(kind): tuple(BugClass(*each) for each in some) for kind, some in classes.items()},
        remark,
    )


_TRUTH = _Form[Truth](_write_truth, _read_truth)
_JUDGEMENT = _Form[RunJudgement](_write_judgement, _read_judgement)
_REDUCED = _Form[Reduced | None](_write_reduced, _read_reduced)
_FUZZING = _Form[Fuzzing](_write_fuzzing, _read_fuzzing)
