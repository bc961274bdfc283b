"""The smallest formula on which a program still fails: delta debugging.

It is applied to the clauses, then to the literals of each; then variables get values or are merged, and the remaining
ones are renumbered from 1. Many formulas run in one sandbox, and what fails there must fail alone, too. If the formula
does not fail in plain form, its text is the cause: then the lines of the file are reduced.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from time import perf_counter, thread_time

from engine.base.delta_debugging import ddmin, ddmin_in_batches
from engine.base.errors import InputError
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.grading.judging import EASY, WRONG, Fault, Finding, RunJudgement, judge, judge_execution
from engine.sat.grading.truth import Truth, baseline_seconds, decide
from engine.sat.programs.batch import executions
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits

SECONDS = 20.0
"""Default time limit of the search for a smallest formula, in seconds of processor time, the program's and ours."""

AGAIN = 3
"""How often a failure is repeated before it counts as unreliable."""

_RUN = 2.0  # seconds for a run of the program
_OWN_SECONDS = 0.5  # seconds for our own verdict
_WALL = 2  # wall-clock seconds per second of processor time
_FIRST, _LARGEST = 4, 64  # formulas in the first and the largest batch
_FEW = 4  # number of variables of which no two are merged
_IN_BATCHES = WRONG | {Fault.CRASH, Fault.WRONG_FORMAT, Fault.WRONG_CODE}
"""Faults that show in a batch; for the others each run needs its own sandbox."""

_HEADER = re.compile(rb"(\s*p\s+cnf\s+[0-9]+\s+)[0-9]+")

_Clauses = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Reduced:
    """A formula on which a program fails in the same way, as the text of a file, and the failing run.

    `plain`: it has one clause per line. `minimal`: nothing can be removed; otherwise the time ran out. `repeatable` is
    False if the same run was correct another time.
    """

    text: bytes
    judgement: RunJudgement
    plain: bool = True
    minimal: bool = True
    repeatable: bool = True


class _TimeIsOver(Exception):
    """Stops with the best formula so far."""


def reduced(
    program: SolverProgram,
    text: bytes,
    kind: Fault,
    bounds: ProgramLimits,
    cancel: Callable[[], bool],
    *,
    expected: Truth = Truth(),  # noqa: B008 (frozen)
    seconds: float = SECONDS,
) -> Reduced | None:
    """Reduce the text of a formula on which a program fails in this way; None if the failure can't be repeated.

    `expected` is the truth about the formula; for smaller ones our solver finds it. Raises Cancelled.
    """
    return _Reduction(program, kind, replace(bounds, seconds=min(bounds.seconds, _RUN)), cancel, seconds).run(
        text, expected
    )


class _Reduction:
    def __init__(
        self, program: SolverProgram, kind: Fault, bounds: ProgramLimits, cancel: Callable[[], bool], seconds: float
    ) -> None:
        self._program, self._kind, self._bounds, self._cancel = program, kind, bounds, cancel
        self._seconds, self._of_runs = seconds, 0.0
        self._began, self._our_start = perf_counter(), thread_time()
        self._best: Reduced | None = None
        self._plainly = True
        self._has_empty = self._has_none = False
        self._signature: Sequence[str] = ()

    def run(self, text: bytes, truth: Truth) -> Reduced | None:
        formula = dimacs.parse(text).formula
        failures: list[bool] = []
        with suppress(_TimeIsOver):  # raised only after a failure
            while len(failures) < AGAIN:
                failures.append(self._fails(text, formula, truth))
        if not any(failures):
            return None
        assert self._best is not None
        if not all(failures):
            return replace(self._best, plain=False, minimal=False, repeatable=False)
        if len(failures) < AGAIN:
            return replace(self._best, minimal=False)
        plain = Formula.of(formula, formula.variables)
        self._has_empty, self._has_none = not all(map(len, plain)), not len(plain)
        minimal = True
        try:
            if self._fails(dimacs.dumps(plain), plain, truth):
                self._shrink(plain)
            else:
                self._plainly = False
                self._shorten(text)
        except _TimeIsOver:
            minimal = False
        return replace(self._best, minimal=minimal)

    def _shrink(self, formula: Formula) -> None:
        variables = formula.variables

        def first_failing(attempts: Iterable[_Clauses]) -> int | None:
            return self._first_failing(attempts, variables)

        clauses: list[Sequence[int]] = ddmin_in_batches(list(formula), first_failing)
        changed = True
        while changed:
            changed = False
            for place, clause in enumerate(clauses):
                rest = ddmin_in_batches(
                    list(clause),
                    lambda shorter: first_failing(_put(clauses, place, each) for each in shorter),  # noqa: B023 (at once)
                )
                changed = changed or len(rest) < len(clause)
                clauses = _put(clauses, place, rest)
            if not changed:
                names = sorted({abs(literal) for literal in chain(*clauses)})
                values = [sign * name for name in names for sign in (1, -1)]
                found = first_failing(_under(clauses, literal) for literal in values)
                changed = found is not None
                clauses = clauses if found is None else _under(clauses, values[found])
                if not changed and len(names) > _FEW:
                    pairs = [(name, sign * least) for least, name in combinations(names, 2) for sign in (1, -1)]
                    found = first_failing(_merged(clauses, *pair) for pair in pairs)
                    changed = found is not None
                    clauses = clauses if found is None else _merged(clauses, *pairs[found])
            if changed:
                clauses = ddmin_in_batches(clauses, first_failing)
        self._renumber(clauses, variables)

    def _renumber(self, clauses: _Clauses, variables: int) -> None:
        """Lower the numbers of the variables, and their count, as long as it fails."""
        names = sorted({abs(literal) for literal in chain(*clauses)})

        def fails(new: Sequence[int], count: int) -> bool:
            number = dict(zip(names, new, strict=True))
            again = [[number[abs(literal)] * (1 if literal > 0 else -1) for literal in clause] for clause in clauses]
            return self._clauses_fail(again, count)

        if fails(range(1, len(names) + 1), len(names)):
            return
        best = [*range(1, len(names) + 1)]
        if not fails(best, variables):
            best = names
            for place in range(len(names)):
                lowest = best[place - 1] + 1 if place else 1
                best = lowered(best, place, lowest, lambda new: fails(new, variables))
        highest = best[-1] if best else 0
        lowered([variables], 0, highest, lambda count: fails(best, count[0]))

    def _first_failing(self, attempts: Iterable[_Clauses], variables: int) -> int | None:
        """The number of the first formula that fails, None for none."""
        if self._kind not in _IN_BATCHES:
            return next((n for n, clauses in enumerate(attempts) if self._clauses_fail(clauses, variables)), None)
        left, size = enumerate(attempts), _FIRST
        while batch := list(islice(left, size)):
            for number, clauses in self._suspects(batch, variables):
                if self._clauses_fail(clauses, variables):
                    return number
            size = min(2 * size, _LARGEST)
        return None

    def _suspects(self, batch: list[tuple[int, _Clauses]], variables: int) -> Iterator[tuple[int, _Clauses]]:
        """The formulas of a batch that seem to fail: all after the one that stops it."""
        self._check_time()
        candidates = [(number, clauses) for number, clauses in batch if self._is_in_question(clauses)]
        if not candidates:
            return iter(())
        formulas = [Formula.of(clauses, variables) for _, clauses in candidates]
        truths = [self._truth(formula) for formula in formulas]
        done, suspects = 0, []
        for execution in executions(self._program, [*map(dimacs.dumps, formulas)], self._bounds, self._cancel):
            found = judge_execution(self._program, formulas[done], truths[done], execution, self._cancel)
            self._of_runs += found.seconds
            if self._is_same(found):
                suspects.append(candidates[done])
            done += 1
        return iter(suspects + candidates[done:])

    def _is_in_question(self, clauses: _Clauses) -> bool:
        """An empty clause is a case of its own, as is a formula without clauses."""
        return (self._has_empty or all(clauses)) and bool(clauses or self._has_none)

    def _clauses_fail(self, clauses: _Clauses, variables: int) -> bool:
        formula = Formula.of(clauses, variables)
        return self._is_in_question(clauses) and self._fails(dimacs.dumps(formula), formula, Truth())

    def _shorten(self, text: bytes) -> None:
        """Remove lines except the header, whose count of clauses is kept correct; nothing else may become irregular."""
        lines = text.splitlines(keepends=True)
        place = next((number for number, line in enumerate(lines) if _HEADER.match(line)), None)
        irregular = len(dimacs.parse(text).warnings)

        def fails(numbers: Sequence[int]) -> bool:
            remaining_lines = [lines[number] for number in numbers if number != place]
            before = sum(number < place for number in numbers) if place is not None else 0
            try:
                clauses = b"%d" % len(dimacs.parse(b"".join(remaining_lines)).formula)
                if place is not None:
                    remaining_lines.insert(before, _HEADER.sub(lambda found: found[1] + clauses, lines[place], count=1))
                document = dimacs.parse(b"".join(remaining_lines))
            except InputError:
                return False
            return len(document.warnings) <= irregular and self._fails(
                b"".join(remaining_lines), document.formula, Truth()
            )

        ddmin(list(range(len(lines))), fails)

    def _fails(self, text: bytes, formula: Formula, truth: Truth) -> bool:
        """Whether the program fails in the same way."""
        self._check_time()
        if truth.status is Status.UNKNOWN:
            truth = self._truth(formula)
        found = judge(self._program, text, formula, truth, self._bounds, self._cancel)
        self._of_runs += found.seconds
        if not self._is_same(found):
            return False
        finding = next(each for each in found.findings if each.kind is self._kind)
        self._signature = _signature(finding)
        self._best = Reduced(text, replace(found, kind=finding.kind, evidence=finding.evidence), self._plainly)
        return True

    def _check_time(self) -> None:
        """Raises _TimeIsOver if there is a failure to report."""
        processor = self._of_runs + thread_time() - self._our_start
        spent = max(processor, (perf_counter() - self._began) / _WALL)
        if spent > self._seconds and self._best is not None:
            raise _TimeIsOver

    def _truth(self, formula: Formula) -> Truth:
        truth = decide(formula, Limits(_OWN_SECONDS), self._cancel)
        if self._kind in EASY.values():
            truth = replace(truth, baseline=baseline_seconds(formula, _OWN_SECONDS, self._cancel))
        return truth

    def _is_same(self, found: RunJudgement) -> bool:
        """Whether a run shows the same fault."""
        finding = next((each for each in found.findings if each.kind is self._kind), None)
        return finding is not None and _signature(finding) == (self._signature or _signature(finding))


def _signature(finding: Finding) -> Sequence[str]:
    """The characteristics of a crash: how the program ended, and the name of the error."""
    return finding.evidence.split(":")[:2] if finding.kind is Fault.CRASH else ()


def lowered(numbers: Sequence[int], place: int, lowest: int, fails: Callable[[Sequence[int]], bool]) -> list[int]:
    """The numbers with one of them as low as possible, assuming that failing is monotonic."""
    best = [*numbers]
    least, most = lowest, best[place]
    while least < most:
        middle = (least + most) // 2
        attempt = [*best[:place], middle, *best[place + 1 :]]
        if fails(attempt):
            best, most = attempt, middle
        else:
            least = middle + 1
    return best


def _under(clauses: _Clauses, true: int) -> list[Sequence[int]]:
    """The clauses that are left if a literal is true."""
    return [[literal for literal in clause if literal != -true] for clause in clauses if true not in clause]


def _merged(clauses: _Clauses, name: int, literal: int) -> list[Sequence[int]]:
    """The clauses with a literal of another variable instead of a variable, without tautologies."""
    instead = {name: literal, -name: -literal}
    renamed = (dict.fromkeys(instead.get(each, each) for each in clause) for clause in clauses)
    return [list(clause) for clause in renamed if not any(-each in clause for each in clause)]


def _put(clauses: _Clauses, place: int, clause: Sequence[int]) -> list[Sequence[int]]:
    return [*clauses[:place], clause, *clauses[place + 1 :]]
