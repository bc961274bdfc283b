"""Fuzzing: runs a program on as many random formulas as fit into some seconds, many of them in one sandbox.

Two of our solvers and, if installed, one of a library must agree on the verdict of each formula; models and proofs are
checked. An apparent fault counts only if a run on the formula alone shows it again, so that a busy machine causes none.
A program that answers each of several files gets many formulas in one run. On the few hard formulas slowness is not a
fault. The last formulas grow until the program takes too long, so that a fast program searches through many thousand
conflicts, and a slow one through as many as it can.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from time import perf_counter, thread_time
from typing import NamedTuple

from engine.base.language import lazy_gettext as _
from engine.base.text import joined_list
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.grading.bug_classes import BugClass, FuzzSample, bug_classes, features
from engine.sat.grading.fuzz_formulas import FIRST_LARGE, LONG_FAMILIES, fuzz_formula, long_search
from engine.sat.grading.judging import SLOW, WRONG_ANSWERS, JudgementKind, RunJudgement, judge, judge_execution
from engine.sat.grading.truth import BASELINE, EASY_SECONDS, Truth, decide
from engine.sat.programs.batch import executions, takes_several
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve

FUZZ_SECONDS = 10.0
"""Seconds of processor time for each program by default, its own and ours."""
SEED = 1
"""The default seed."""

_RUN_SECONDS, _LONG_RUN_SECONDS = 1.0, 2.0  # seconds of processor time for a run, and for a long search
_EASY = Limits(EASY_SECONDS, processor=True)
_SMALL_SHARE, _LARGE_SHARE = 0.6, 0.75  # share of the seconds until the end of small and of large formulas
_SURE_SHARE = 0.9  # share of the time limit from which a time-out is not due to a busy machine
_SMALL_PER_LARGE = 8  # small formulas for each large one, if their number is limited
_WALL_FACTOR = 5  # wall-clock seconds per second of processor time, on a busy machine
_FIRST_LONG = 1_000_000  # from this number on, formulas are long searches: families in turn
_MAX_LONG_VARIABLES = 2000  # variables of the largest long search: a program that gives up at once could have them all
_FIRST_BATCH, _MAX_BATCH, _MAX_LARGE_BATCH = 16, 400, 40  # formulas in the first and in the largest batches
_BATCH_SECONDS = 1.5  # seconds of processor time of a batch
_GROUP_SIZE = 40  # formulas in one run of a program that takes several
_MAX_PASSING = 400  # number of formulas without a fault with which failing ones are compared
_MAX_EXAMPLES = 3  # number of formulas kept for each fault, the smallest ones
_FEW_VARIABLES = 8  # number of variables for which trying all assignments takes no time
_MAX_TIMEOUTS = 2  # runs without an answer on such small formulas after which fuzzing ends
_TIMEOUT_KINDS = (JudgementKind.EASY_TIME, JudgementKind.TIME)
_EASIER_SHARE = 0.75  # share of the variables of a hard formula that harder ones may have, if it took too long
_THREE_AGREE = _("two of our solvers and one from a library agree")
_TWO_AGREE = _("two of our solvers agree")
_MADE_WITH_MODEL = _("it is made from a model that satisfies every clause")
_TOO_MANY_PIGEONS = _("there are more pigeons than holes")


@dataclass(frozen=True)
class FuzzFailure:
    """A formula on which a program fails: its number in the seed, the name of its kind, its text, and the judgement."""

    number: int
    kind: str
    text: bytes
    truth: Truth
    judgement: RunJudgement


@dataclass(frozen=True)
class Fuzzing:
    """The results: the number of formulas run, how often each fault occurred, and some formulas for each.

    `classes` describe common features of the failing formulas of a fault.
    """

    formulas: int = 0
    counts: Mapping[JudgementKind, int] = field(default_factory=dict)
    failures: tuple[FuzzFailure, ...] = ()
    classes: Mapping[JudgementKind, tuple[BugClass, ...]] = field(default_factory=dict)
    remark: str = ""


def fuzz(
    program: SolverProgram,
    bounds: ProgramLimits,
    seed: int,
    seconds: float,
    cancel: Callable[[], bool],
    *,
    max_small: int = FIRST_LARGE,
    long_searches: bool = True,
) -> Fuzzing:
    """Run a program on the formulas of a seed, for at most that many seconds of processor time, ours and its own.

    `max_small` is the maximum number of small formulas; there are fewer large ones, and no long searches with
    `long_searches=False`. Raises Cancelled.
    """
    fuzzing = _Fuzzer(program, bounds, seed, cancel)
    fuzzing.run(_SMALL_SHARE * seconds, range(max_small))
    fuzzing.run(_LARGE_SHARE * seconds, range(FIRST_LARGE, FIRST_LARGE + max_small // _SMALL_PER_LARGE))
    if long_searches:
        fuzzing.search_long(seconds)
    return fuzzing.result()


class KnownFormula(NamedTuple):
    """A formula whose verdict is known: the name of its kind, its text, the formula, and the truth about it."""

    kind: str
    text: bytes
    formula: Formula
    truth: Truth


@lru_cache(maxsize=16384)
def known_formula(seed: int, number: int) -> KnownFormula:
    """The formula of a number."""
    if number >= _FIRST_LONG:
        step, family = divmod(number - _FIRST_LONG, len(LONG_FAMILIES))
        search = long_search(seed, family, step)
        reason = _MADE_WITH_MODEL if search.status is Status.SATISFIABLE else _TOO_MANY_PIGEONS
        return KnownFormula(
            search.kind, dimacs.dumps(search.formula), search.formula, Truth(search.status, str(reason))
        )
    fuzzed = fuzz_formula(seed, number)
    return KnownFormula(
        fuzzed.kind, dimacs.dumps(fuzzed.formula), fuzzed.formula, _verdict(fuzzed.formula, is_hard=fuzzed.hard)
    )


def _verdict(formula: Formula, *, is_hard: bool) -> Truth:
    """The verdict on which all solvers agree; UNKNOWN if they differ, so that no program is judged by it.

    Our second solver is the baseline, unless that may take too long.
    """
    truth = decide(formula, Limits(_RUN_SECONDS))
    second = None if is_hard else solve(formula, BASELINE, branching="first", limits=_EASY)
    is_easy = second is not None and second.status is not Status.UNKNOWN
    if second is None or not is_easy:
        second = solve(formula, "dpll", limits=Limits(_RUN_SECONDS))
    by_library = _by_library(formula)
    if truth.status is not second.status or by_library not in (None, truth.status):
        return Truth()
    reason = joined_list((truth.reason, str(_TWO_AGREE if by_library is None else _THREE_AGREE)))
    return replace(truth, reason=reason, baseline=second.seconds if is_easy else None)


def _by_library(formula: Formula) -> Status | None:
    try:
        from pysat.solvers import Minisat22
    except ImportError:
        return None
    if not all(map(len, formula)):
        return Status.UNSATISFIABLE
    with Minisat22(bootstrap_with=[list(clause) for clause in formula]) as solver:
        return Status.SATISFIABLE if solver.solve() else Status.UNSATISFIABLE


class _Fuzzer:
    """Runs a program on formulas, and counts its faults and the time."""

    def __init__(self, program: SolverProgram, bounds: ProgramLimits, seed: int, cancel: Callable[[], bool]) -> None:
        self._program, self._seed, self._cancel = program, seed, cancel
        self._bounds = replace(bounds, seconds=min(bounds.seconds, _RUN_SECONDS))
        self._long_bounds = replace(bounds, seconds=min(bounds.seconds, _LONG_RUN_SECONDS))
        self._counts: Counter[JudgementKind] = Counter()
        self._smallest: dict[JudgementKind, list[FuzzFailure]] = {}
        self._faults: dict[int, JudgementKind | None] = {}
        self._timeouts = self._done = 0
        self._group_size = 1
        self._max_variables = self._max_hard_variables = 1_000_000
        self._remark = ""
        self._began, self._our_start, self._run_seconds = perf_counter(), thread_time(), 0.0

    @property
    def _spent(self) -> float:
        """Seconds of processor time so far; a share of the elapsed time if that is more."""
        processor = self._run_seconds + thread_time() - self._our_start
        return max(processor, (perf_counter() - self._began) / _WALL_FACTOR)

    def run(self, seconds: float, numbers: range) -> None:
        """Run formulas in the order of their numbers, until `seconds` after the start."""
        place, size = 0, _FIRST_BATCH
        self._group_size = 1
        while self._spent < seconds and place < len(numbers) and self._timeouts < _MAX_TIMEOUTS:
            seconds_before = self._spent
            count = self._batch(numbers[place : place + size])
            if not count:
                break
            if not place and takes_several(self._program, self._bounds, self._cancel):
                self._group_size = _GROUP_SIZE
            place += count
            rate = count / max(1e-6, self._spent - seconds_before)
            seconds_left = max(0.0, seconds - self._spent)
            max_size = _MAX_BATCH if numbers[0] < FIRST_LARGE else _MAX_LARGE_BATCH
            size = max(1, min(max_size, 2 * size, int(rate * min(_BATCH_SECONDS, seconds_left)) + 1))

    def search_long(self, seconds: float) -> None:
        """Run formulas of growing size, of each family until the program takes too long or fails."""
        families, step = list(LONG_FAMILIES), 0
        while families and not self._timeouts:
            for family in [*families]:
                if self._spent >= seconds:
                    return
                number = _FIRST_LONG + step * len(LONG_FAMILIES) + family
                judgement = self._judgement(number, self._long_bounds)
                self._record(number, judgement)
                if judgement.is_fault or self._case(number).formula.variables > _MAX_LONG_VARIABLES:
                    families.remove(family)
            step += 1

    def result(self) -> Fuzzing:
        """The results so far."""
        failures = tuple(failure for examples in self._smallest.values() for failure in examples)
        samples = list(self._samples()) if self._counts else []
        classes = {kind: bug_classes(kind, samples) for kind in self._counts}
        return Fuzzing(self._done, dict(self._counts), failures, classes, self._remark)

    def _batch(self, numbers: range) -> int:
        """Run the formulas with these numbers, except too large ones; returns how many numbers are done."""
        in_reach = [number for number in numbers if self._is_in_reach(number)]
        texts = [self._case(number).text for number in in_reach]
        judged = 0
        runs = executions(self._program, texts, self._bounds, self._cancel, group_size=self._group_size)
        for number, execution in zip(in_reach, runs, strict=False):
            case = self._case(number)
            judgement = judge_execution(self._program, case.formula, case.truth, execution, self._cancel)
            if judgement.findings and execution.in_group:
                judgement = self._repeated_alone(judgement, number)
                self._group_size = self._group_size if judgement.is_fault else 1
            else:
                judgement = self._confirmed(judgement, number)
            self._record(number, judgement)
            judged += 1
            if judgement.kind in _TIMEOUT_KINDS:
                return number + 1 - numbers[0]
        if judged < len(in_reach):  # the run that stopped them all is judged alone
            number = in_reach[judged]
            self._record(number, self._judgement(number, self._bounds))
            return number + 1 - numbers[0]
        return len(numbers)

    def _is_in_reach(self, number: int) -> bool:
        case = self._case(number)
        max_variables = self._max_variables if case.truth.easy else min(self._max_variables, self._max_hard_variables)
        return case.formula.variables <= max_variables

    def _samples(self) -> Iterator[FuzzSample]:
        """Every failing formula, and enough of the others."""
        passing = 0
        for number, fault in self._faults.items():
            passing += fault is None
            if fault is not None or passing <= _MAX_PASSING:
                case = self._case(number)
                yield FuzzSample(features(case.formula, case.truth.status), fault)

    def _confirmed(self, judgement: RunJudgement, number: int) -> RunJudgement:
        """The judgement, or that of another run alone if the machine or the batch may have caused the first one."""
        is_sure = judgement.kind in WRONG_ANSWERS or judgement.seconds >= _SURE_SHARE * self._bounds.seconds
        if is_sure or all(self._counts[finding.kind] >= _MAX_EXAMPLES for finding in judgement.findings):
            return judgement
        return self._repeated_alone(judgement, number)

    def _repeated_alone(self, judgement: RunJudgement, number: int) -> RunJudgement:
        """The judgement of another run, with nothing else."""
        self._run_seconds += judgement.seconds
        return self._judgement(number, self._bounds)

    def _judgement(self, number: int, bounds: ProgramLimits) -> RunJudgement:
        case = self._case(number)
        return judge(self._program, case.text, case.formula, case.truth, bounds, self._cancel)

    def _case(self, number: int) -> KnownFormula:
        return known_formula(self._seed, number)

    def _record(self, number: int, judgement: RunJudgement) -> None:
        kind, text, formula, truth = self._case(number)
        self._done += 1
        self._run_seconds += judgement.seconds
        self._remark = self._remark or judgement.remark
        if truth.status is Status.UNKNOWN:
            return
        if judgement.kind in SLOW:
            max_variables = int(_EASIER_SHARE * formula.variables)
            self._max_hard_variables = min(self._max_hard_variables, max_variables)
            if truth.easy:  # easy for propagation, which the program may lack
                self._max_variables = min(self._max_variables, max(_FEW_VARIABLES, max_variables))
            return
        findings = judgement.findings
        self._faults[number] = findings[0].kind if findings else None
        if judgement.kind in _TIMEOUT_KINDS:
            self._timeouts += formula.variables <= _FEW_VARIABLES
            self._max_variables = min(self._max_variables, max(_FEW_VARIABLES, formula.variables - 1))
        for finding in findings:
            self._counts[finding.kind] += 1
            examples = self._smallest.setdefault(finding.kind, [])
            alone = replace(judgement, kind=finding.kind, evidence=finding.evidence, traces=())
            examples.append(FuzzFailure(number, kind, text, truth, alone))
            examples.sort(key=lambda failure: len(failure.text))
            del examples[_MAX_EXAMPLES:]
