"""Fuzzing: runs a program on as many random formulas as fit into some seconds, many of them in one sandbox.

Two of our solvers and, if installed, one of a library must agree on the verdict of each formula; models and proofs are
checked. An apparent fault is repeated alone before it counts, so that a busy machine causes none. A program that
answers each of several files gets many formulas in one run, and what is wrong then is repeated alone, too. On the few
hard ones slowness is no fault. At last come formulas of growing size until the program takes too long, so that a fast
program has searches of many thousand conflicts, and a slow one of as many as it can do.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from time import perf_counter, thread_time

from engine.base.language import lazy_gettext as _
from engine.base.text import joined_list
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.grading.bug_classes import BugClass, FuzzSample, bug_classes, features
from engine.sat.grading.fuzz_formulas import FIRST_LARGE, LONG_FAMILIES, fuzz_formula, long_search
from engine.sat.grading.judging import SLOW, WRONG, Fault, RunJudgement, judge, judge_execution
from engine.sat.grading.truth import EASY, Truth, baseline_seconds, decide
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

_RUN, _LONG_RUN = 1.0, 2.0  # seconds of processor time for a run, and for a long search
_SMALL_SHARE, _LARGE_SHARE = 0.45, 0.7  # share of the seconds until the end of small and of large formulas
_FULL = 0.9  # share of the time limit from which a time-out is not due to a busy machine
_FEWER = 8  # small formulas for each large one, if their number is limited
_WALL = 5  # wall-clock seconds per second of processor time, on a busy machine
_LONG = 1_000_000  # from this number on, formulas are long searches: families in turn
_LONG_VARIABLES = 2000  # variables of the largest long search: a program that gives up at once could have them all
_FIRST, _LARGEST, _BATCH = 16, 400, 1.5  # formulas in the first and the largest batch, seconds of a batch
_TOGETHER = 40  # formulas in one run of a program that takes several
_PASSING = 400  # number of formulas without a fault with which failing ones are compared
_EXAMPLES = 3  # number of formulas kept for each fault, the smallest ones
_FEW = 8  # number of variables for which trying all assignments takes no time
_LATE = 2  # runs without an answer on such small formulas after which fuzzing ends
_LATE_KINDS = (Fault.EASY_TIME, Fault.TIME)
_LESS = 0.75  # share of the variables of a hard formula that harder ones may have, if it took too long
_THREE = _("two solvers of ours and one of a library agree")
_TWO = _("two solvers of ours agree")
_MADE_WITH_MODEL = _("it is made from a model that satisfies every clause")
_TOO_MANY_PIGEONS = _("there are more pigeons than holes")


@dataclass(frozen=True)
class FuzzFailure:
    """A formula on which a program fails: its number for the seed, the name of its kind, its text, and the
    judgement."""

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
    counts: Mapping[Fault, int] = field(default_factory=dict)
    failures: tuple[FuzzFailure, ...] = ()
    classes: Mapping[Fault, tuple[BugClass, ...]] = field(default_factory=dict)
    remark: str = ""


def fuzz(
    program: SolverProgram,
    bounds: ProgramLimits,
    seed: int,
    seconds: float,
    cancel: Callable[[], bool],
    *,
    most: int = FIRST_LARGE,
    long_searches: bool = True,
) -> Fuzzing:
    """Run a program on the formulas of a seed, for at most that many seconds of processor time, ours and its own.

    `most` is the maximum number of small formulas; there are fewer large ones, and no long searches with
    `long_searches=False`. Raises Cancelled.
    """
    fuzzing = _Fuzz(program, bounds, seed, cancel)
    fuzzing.run(_SMALL_SHARE * seconds, range(most))
    fuzzing.run(_LARGE_SHARE * seconds, range(FIRST_LARGE, FIRST_LARGE + most // _FEWER))
    if long_searches:
        fuzzing.search_long(seconds)
    return fuzzing.result()


@lru_cache(maxsize=4096)
def known_formula(seed: int, number: int) -> tuple[str, bytes, Formula, Truth]:
    """A formula by its number: the name of its kind, its text, and its verdict."""
    if number >= _LONG:
        step, family = divmod(number - _LONG, len(LONG_FAMILIES))
        long = long_search(seed, family, step)
        how = _MADE_WITH_MODEL if long.status is Status.SATISFIABLE else _TOO_MANY_PIGEONS
        return long.kind, dimacs.dumps(long.formula), long.formula, Truth(long.status, str(how))
    made = fuzz_formula(seed, number)
    truth = _verdict(made.formula)
    if not made.hard:
        truth = replace(truth, baseline=baseline_seconds(made.formula, EASY))
    return made.kind, dimacs.dumps(made.formula), made.formula, truth


def _verdict(formula: Formula) -> Truth:
    """The verdict on which all solvers agree; UNKNOWN if they differ, so that no program is judged by it."""
    truth = decide(formula, Limits(_RUN))
    other = solve(formula, "dpll", limits=Limits(_RUN))
    by_library = _by_library(formula)
    if truth.status is not other.status or by_library not in (None, truth.status):
        return Truth()
    return replace(truth, how=joined_list((truth.how, str(_TWO if by_library is None else _THREE))))


def _by_library(formula: Formula) -> Status | None:
    try:
        from pysat.solvers import Minisat22
    except ImportError:
        return None
    if not all(map(len, formula)):
        return Status.UNSATISFIABLE
    with Minisat22(bootstrap_with=[list(clause) for clause in formula]) as solver:
        return Status.SATISFIABLE if solver.solve() else Status.UNSATISFIABLE


class _Fuzz:
    def __init__(self, program: SolverProgram, bounds: ProgramLimits, seed: int, cancel: Callable[[], bool]) -> None:
        self._program, self._seed, self._cancel = program, seed, cancel
        self._bounds = replace(bounds, seconds=min(bounds.seconds, _RUN))
        self._long_bounds = replace(bounds, seconds=min(bounds.seconds, _LONG_RUN))
        self._counts: Counter[Fault] = Counter()
        self._smallest: dict[Fault, list[FuzzFailure]] = {}
        self._faults: dict[int, Fault | None] = {}
        self._late = self._done = 0
        self._together = 1
        self._most_variables = self._most_if_hard = 1_000_000
        self._remark = ""
        self._began, self._our_start, self._of_runs = perf_counter(), thread_time(), 0.0

    @property
    def _spent(self) -> float:
        """Seconds of processor time so far, or of the clock's if much more of these went by."""
        processor = self._of_runs + thread_time() - self._our_start
        return max(processor, (perf_counter() - self._began) / _WALL)

    def run(self, seconds: float, numbers: range) -> None:
        """Run formulas in the order of their numbers, until so many seconds went by since the start."""
        place, size = 0, _FIRST
        self._together = 1
        while self._spent < seconds and place < len(numbers) and self._late < _LATE:
            before = self._spent
            tried = self._batch(numbers[place : place + size])
            if not tried:
                break
            if not place and takes_several(self._program, self._bounds, self._cancel):
                self._together = _TOGETHER
            place += tried
            rate = tried / max(1e-6, self._spent - before)
            left = max(0.0, seconds - self._spent)
            size = max(1, min(_LARGEST, 2 * size, int(rate * min(_BATCH, left)) + 1))

    def search_long(self, seconds: float) -> None:
        """Run formulas of growing size, each family until the program takes too long, shows a fault, or has had the
        largest size.
        """
        families, step = list(LONG_FAMILIES), 0
        while families and not self._late:
            for family in [*families]:
                if self._spent >= seconds:
                    return
                number = _LONG + step * len(LONG_FAMILIES) + family
                _, text, formula, truth = known_formula(self._seed, number)
                judgement = judge(self._program, text, formula, truth, self._long_bounds, self._cancel)
                self._take(number, judgement)
                if judgement.is_fault or formula.variables > _LONG_VARIABLES:
                    families.remove(family)
            step += 1

    def result(self) -> Fuzzing:
        """What was found."""
        failures = tuple(failure for examples in self._smallest.values() for failure in examples)
        samples = list(self._samples()) if self._counts else []
        classes = {kind: bug_classes(kind, samples) for kind in self._counts}
        return Fuzzing(self._done, dict(self._counts), failures, classes, self._remark)

    def _batch(self, numbers: range) -> int:
        """Run the formulas with these numbers, except too large ones; returns how many numbers are done."""
        in_reach = [number for number in numbers if self._in_reach(number)]
        texts = [known_formula(self._seed, number)[1] for number in in_reach]
        judged = 0
        runs = executions(self._program, texts, self._bounds, self._cancel, together=self._together)
        for number, done in zip(in_reach, runs, strict=False):
            _, _, formula, truth = known_formula(self._seed, number)
            judgement = judge_execution(self._program, formula, truth, done, self._cancel)
            if judgement.is_fault and done.together:
                judgement = self._alone(judgement, number)
                self._together = self._together if judgement.is_fault else 1
            else:
                judgement = self._again(judgement, number)
            self._take(number, judgement)
            judged += 1
            if judgement.kind in _LATE_KINDS:
                return number + 1 - numbers[0]
        if judged < len(in_reach):  # the run that stopped them all is judged alone
            number = in_reach[judged]
            _, text, formula, truth = known_formula(self._seed, number)
            self._take(number, judge(self._program, text, formula, truth, self._bounds, self._cancel))
            return number + 1 - numbers[0]
        return len(numbers)

    def _in_reach(self, number: int) -> bool:
        _, _, formula, truth = known_formula(self._seed, number)
        most = self._most_variables if truth.easy else min(self._most_variables, self._most_if_hard)
        return formula.variables <= most

    def _samples(self) -> Iterator[FuzzSample]:
        """Every failing formula, and enough of the others."""
        passing = 0
        for number, fault in self._faults.items():
            passing += fault is None
            if fault is not None or passing <= _PASSING:
                _, _, formula, truth = known_formula(self._seed, number)
                yield FuzzSample(features(formula, truth.status), fault)

    def _again(self, judgement: RunJudgement, number: int) -> RunJudgement:
        """The judgement, of another run alone if the first one may be due to the machine or the batch."""
        is_sure = judgement.kind in WRONG or judgement.seconds >= _FULL * self._bounds.seconds
        if not judgement.is_fault or is_sure or self._counts[judgement.kind] >= _EXAMPLES:
            return judgement
        return self._alone(judgement, number)

    def _alone(self, judgement: RunJudgement, number: int) -> RunJudgement:
        """The judgement of another run, with nothing else."""
        self._of_runs += judgement.seconds
        _, text, formula, truth = known_formula(self._seed, number)
        return judge(self._program, text, formula, truth, self._bounds, self._cancel)

    def _take(self, number: int, judgement: RunJudgement) -> None:
        kind, text, formula, truth = known_formula(self._seed, number)
        self._done += 1
        self._of_runs += judgement.seconds
        self._remark = self._remark or judgement.remark
        if truth.status is Status.UNKNOWN:
            return
        if judgement.kind in SLOW:
            most = int(_LESS * formula.variables)
            self._most_if_hard = min(self._most_if_hard, most)
            if truth.easy:  # easy for propagation, which the program may lack
                self._most_variables = min(self._most_variables, max(_FEW, most))
            return
        self._faults[number] = judgement.kind if judgement.is_fault else None
        if not judgement.is_fault:
            return
        if judgement.kind in _LATE_KINDS:
            self._late += formula.variables <= _FEW
            self._most_variables = min(self._most_variables, max(_FEW, formula.variables - 1))
        self._counts[judgement.kind] += 1
        examples = self._smallest.setdefault(judgement.kind, [])
        examples.append(FuzzFailure(number, kind, text, truth, judgement))
        examples.sort(key=lambda failure: len(failure.text))
        del examples[_EXAMPLES:]


def formulas(seed: int, count: int) -> Iterator[bytes]:
    """The texts of the first formulas of a seed."""
    return (known_formula(seed, number)[1] for number in range(count))
