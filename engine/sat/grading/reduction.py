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
from engine.sat.grading.bug_classes import simplified
from engine.sat.grading.judging import (
    ON_EASY_FORMULA,
    WRONG_ANSWERS,
    Finding,
    JudgementKind,
    RunJudgement,
    judge,
    judge_execution,
)
from engine.sat.grading.truth import Truth, baseline_seconds, decide
from engine.sat.programs.batch import executions
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits

REDUCTION_SECONDS = 20.0
"""Default time limit of the search for a smallest formula, in seconds of processor time, the program's and ours."""

REPETITIONS = 3
"""Number of runs that show whether a failure is repeatable."""

_RUN_SECONDS = 2.0  # seconds for a run of the program
_OWN_SECONDS = 0.5  # seconds for our own verdict
_WALL_FACTOR = 2  # wall-clock seconds per second of processor time
_FIRST_BATCH, _MAX_BATCH = 4, 64  # formulas in the first and the largest batch
_FEW_VARIABLES = 4  # number of variables of which no two are merged
_KINDS_IN_BATCHES = WRONG_ANSWERS | {JudgementKind.CRASH, JudgementKind.WRONG_FORMAT, JudgementKind.WRONG_CODE}
"""Faults that show in a batch; for the others each run needs its own sandbox."""

_HEADER = re.compile(rb"(\s*p\s+cnf\s+[0-9]+\s+)[0-9]+")

_Clauses = Sequence[Sequence[int]]
_FirstFailing = Callable[[Iterable[_Clauses]], int | None]
"""Returns the number of the first of several formulas on which the program fails; None for none."""


@dataclass(frozen=True)
class ReducedFormula:
    """A formula on which a program fails in the same way, as the text of a file, and the failing run.

    `plain`: it has one clause per line. `minimal`: nothing can be removed; otherwise the time ran out. `repeatable` is
    False if the same run was correct another time.
    """

    text: bytes
    judgement: RunJudgement
    plain: bool = True
    minimal: bool = True
    repeatable: bool = True


class _OutOfTimeError(Exception):
    """Stops with the best formula so far."""


def reduce_formula(
    program: SolverProgram,
    text: bytes,
    kind: JudgementKind,
    bounds: ProgramLimits,
    cancel: Callable[[], bool],
    *,
    expected: Truth = Truth(),  # noqa: B008 (frozen)
    seconds: float = REDUCTION_SECONDS,
) -> ReducedFormula | None:
    """Reduce the text of a formula on which a program fails in this way; None if the failure can't be repeated.

    `expected` is the truth about the formula; for smaller ones our solver finds it. Raises Cancelled.
    """
    return _Reduction(program, kind, replace(bounds, seconds=min(bounds.seconds, _RUN_SECONDS)), cancel, seconds).run(
        text, expected
    )


class _Reduction:
    """Searches for a smaller formula on which the program still fails."""

    def __init__(
        self,
        program: SolverProgram,
        kind: JudgementKind,
        bounds: ProgramLimits,
        cancel: Callable[[], bool],
        seconds: float,
    ) -> None:
        self._program, self._kind, self._bounds, self._cancel = program, kind, bounds, cancel
        self._seconds, self._run_seconds = seconds, 0.0
        self._began, self._our_start = perf_counter(), thread_time()
        self._best: ReducedFormula | None = None
        self._is_plain = True
        self._has_empty = self._has_none = False
        self._signature: Sequence[str] = ()

    def run(self, text: bytes, truth: Truth) -> ReducedFormula | None:
        formula = dimacs.parse(text).formula
        failures: list[bool] = []
        with suppress(_OutOfTimeError):  # raised only after a failure
            while len(failures) < REPETITIONS:
                failures.append(self._fails(text, formula, truth))
        if not any(failures):
            return None
        assert self._best is not None
        if not all(failures):
            return replace(self._best, plain=False, minimal=False, repeatable=False)
        if len(failures) < REPETITIONS:
            return replace(self._best, minimal=False)
        plain = Formula.of(formula, formula.variables)
        self._has_empty, self._has_none = not all(map(len, plain)), not len(plain)
        minimal = True
        try:
            if self._fails(dimacs.dumps(plain), plain, truth):
                self._shrink(plain)
            else:
                self._is_plain = False
                self._shorten(text)
        except _OutOfTimeError:
            minimal = False
        return replace(self._best, minimal=minimal)

    def _shrink(self, formula: Formula) -> None:
        """Remove clauses, then literals, then variables, until nothing more can be removed."""
        variables = formula.variables

        def first_failing(attempts: Iterable[_Clauses]) -> int | None:
            return self._first_failing(attempts, variables)

        clauses: list[Sequence[int]] = ddmin_in_batches(list(formula), first_failing)
        while True:
            smaller = _shorter_clauses(clauses, first_failing) or _fewer_variables(clauses, first_failing)
            if smaller is None:
                break
            clauses = ddmin_in_batches(smaller, first_failing)
        self._renumber(clauses, variables)

    def _renumber(self, clauses: _Clauses, variables: int) -> None:
        """Lower the numbers of the variables, and their count, as long as it fails."""
        names = sorted({abs(literal) for literal in chain(*clauses)})

        def fails(numbers: Sequence[int], count: int) -> bool:
            number = dict(zip(names, numbers, strict=True))
            renumbered = [
                [number[abs(literal)] * (1 if literal > 0 else -1) for literal in clause] for clause in clauses
            ]
            return self._clauses_fail(renumbered, count)

        if fails(range(1, len(names) + 1), len(names)):
            return
        best = [*range(1, len(names) + 1)]
        if not fails(best, variables):
            best = names
            for place in range(len(names)):
                lowest = best[place - 1] + 1 if place else 1
                best = lowered(best, place, lowest, lambda numbers: fails(numbers, variables))
        highest = best[-1] if best else 0
        lowered([variables], 0, highest, lambda count: fails(best, count[0]))

    def _first_failing(self, attempts: Iterable[_Clauses], variables: int) -> int | None:
        """The number of the first formula that fails, None for none."""
        if self._kind not in _KINDS_IN_BATCHES:
            return next(
                (number for number, clauses in enumerate(attempts) if self._clauses_fail(clauses, variables)), None
            )
        remaining, size = enumerate(attempts), _FIRST_BATCH
        while batch := list(islice(remaining, size)):
            for number, clauses in self._suspects(batch, variables):
                if self._clauses_fail(clauses, variables):
                    return number
            size = min(2 * size, _MAX_BATCH)
        return None

    def _suspects(self, batch: list[tuple[int, _Clauses]], variables: int) -> Iterator[tuple[int, _Clauses]]:
        """The formulas of a batch that seem to fail: all after the one that stops it."""
        self._check_time()
        candidates = [(number, clauses) for number, clauses in batch if self._is_comparable(clauses)]
        if not candidates:
            return iter(())
        formulas = [Formula.of(clauses, variables) for _, clauses in candidates]
        truths = [self._truth(formula) for formula in formulas]
        count, suspects = 0, []
        for execution in executions(self._program, [*map(dimacs.dumps, formulas)], self._bounds, self._cancel):
            judgement = judge_execution(self._program, formulas[count], truths[count], execution, self._cancel)
            self._run_seconds += judgement.seconds
            if self._is_same(judgement):
                suspects.append(candidates[count])
            count += 1
        return iter(suspects + candidates[count:])

    def _is_comparable(self, clauses: _Clauses) -> bool:
        """Whether clauses may fail for the same reason: neither empty clauses nor an empty formula are new."""
        return (self._has_empty or all(clauses)) and bool(clauses or self._has_none)

    def _clauses_fail(self, clauses: _Clauses, variables: int) -> bool:
        formula = Formula.of(clauses, variables)
        return self._is_comparable(clauses) and self._fails(dimacs.dumps(formula), formula, Truth())

    def _shorten(self, text: bytes) -> None:
        """Remove lines except the header, whose count of clauses is kept correct; nothing else may become irregular."""
        lines = text.splitlines(keepends=True)
        place = next((number for number, line in enumerate(lines) if _HEADER.match(line)), None)
        irregular = len(dimacs.parse(text).warnings)

        def fails(numbers: Sequence[int]) -> bool:
            remaining_lines = [lines[number] for number in numbers if number != place]
            place_of_header = sum(number < place for number in numbers) if place is not None else 0
            try:
                clauses = b"%d" % len(dimacs.parse(b"".join(remaining_lines)).formula)
                if place is not None:
                    remaining_lines.insert(
                        place_of_header, _HEADER.sub(lambda match: match[1] + clauses, lines[place], count=1)
                    )
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
        judgement = judge(self._program, text, formula, truth, self._bounds, self._cancel)
        self._run_seconds += judgement.seconds
        if not self._is_same(judgement):
            return False
        finding = next(candidate for candidate in judgement.findings if candidate.kind is self._kind)
        self._signature = _signature(finding)
        self._best = ReducedFormula(
            text, replace(judgement, kind=finding.kind, evidence=finding.evidence), self._is_plain
        )
        return True

    def _check_time(self) -> None:
        """Raise _OutOfTimeError if the time is over and there is a failure to report."""
        processor = self._run_seconds + thread_time() - self._our_start
        spent = max(processor, (perf_counter() - self._began) / _WALL_FACTOR)
        if spent > self._seconds and self._best is not None:
            raise _OutOfTimeError

    def _truth(self, formula: Formula) -> Truth:
        truth = decide(formula, Limits(_OWN_SECONDS), self._cancel)
        if self._kind in ON_EASY_FORMULA.values():
            truth = replace(truth, baseline=baseline_seconds(formula, _OWN_SECONDS, self._cancel))
        return truth

    def _is_same(self, judgement: RunJudgement) -> bool:
        """Whether a run shows the same fault."""
        finding = next((candidate for candidate in judgement.findings if candidate.kind is self._kind), None)
        return finding is not None and _signature(finding) == (self._signature or _signature(finding))


def _signature(finding: Finding) -> Sequence[str]:
    """The characteristics of a crash: how the program ended, and the name of the error."""
    return finding.evidence.split(":")[:2] if finding.kind is JudgementKind.CRASH else ()


def lowered(numbers: Sequence[int], place: int, lowest: int, fails: Callable[[Sequence[int]], bool]) -> list[int]:
    """The numbers with one of them as low as possible, assuming that failing is monotonic."""
    best = [*numbers]
    low, high = lowest, best[place]
    while low < high:
        middle = (low + high) // 2
        attempt = [*best[:place], middle, *best[place + 1 :]]
        if fails(attempt):
            best, high = attempt, middle
        else:
            low = middle + 1
    return best


def _shorter_clauses(clauses: list[Sequence[int]], first_failing: _FirstFailing) -> list[Sequence[int]] | None:
    """The clauses without the literals that a failure does not need; None if it needs all."""
    shorter = clauses
    for place in range(len(clauses)):
        shorter = _with_shorter_clause(shorter, place, first_failing)
    return None if shorter == clauses else shorter


def _with_shorter_clause(clauses: list[Sequence[int]], place: int, first_failing: _FirstFailing) -> list[Sequence[int]]:
    literals = ddmin_in_batches(
        list(clauses[place]),
        lambda attempts: first_failing(_with_clause(clauses, place, attempt) for attempt in attempts),
    )
    return _with_clause(clauses, place, literals)


def _fewer_variables(clauses: _Clauses, first_failing: _FirstFailing) -> list[Sequence[int]] | None:
    """The clauses after a variable gets a value, or becomes a literal of another one; None if no attempt fails."""
    names = sorted({abs(literal) for literal in chain(*clauses)})
    values = [sign * name for name in names for sign in (1, -1)]
    number = first_failing(simplified(clauses, literal) for literal in values)
    if number is not None:
        return simplified(clauses, values[number])
    if len(names) <= _FEW_VARIABLES:
        return None
    pairs = [(name, sign * other) for other, name in combinations(names, 2) for sign in (1, -1)]
    number = first_failing(_merged(clauses, *pair) for pair in pairs)
    return None if number is None else _merged(clauses, *pairs[number])


def _merged(clauses: _Clauses, name: int, literal: int) -> list[Sequence[int]]:
    """The clauses with a literal of another variable instead of a variable, without tautologies."""
    substitution = {name: literal, -name: -literal}
    renamed = (dict.fromkeys(substitution.get(member, member) for member in clause) for clause in clauses)
    return [list(clause) for clause in renamed if not any(-member in clause for member in clause)]


def _with_clause(clauses: _Clauses, place: int, clause: Sequence[int]) -> list[Sequence[int]]:
    return [*clauses[:place], clause, *clauses[place + 1 :]]
