"""The smallest formula on which a program still fails: delta debugging.

Pieces of a list are left out as long as what is wrong stays so, first halves, then smaller ones (A. Zeller,
R. Hildebrandt: Simplifying and isolating failure-inducing input. IEEE Transactions on Software Engineering 28, 2002).
It is done with the clauses, then with the literals of each, and then the variables that are left are numbered from 1.
Where a formula that is written plainly does no harm, it is the writing: then it is done with the lines of the file.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from time import perf_counter
from typing import TypeVar

from engine.base.errors import InputError
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.grading.judging import Fault, RunJudgement, judge
from engine.sat.grading.truth import Truth, decide
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ProgramLimits
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits

SECONDS = 20.0
"""How long the search for a smallest formula may take unless told."""

AGAIN = 3
"""How often a failure is sought again before it counts as one that is not there every time."""

_RUN = 2.0  # seconds for a run of the program
_OWN_SECONDS = 0.5  # seconds for our own verdict

_HEADER = re.compile(rb"(\s*p\s+cnf\s+[0-9]+\s+)[0-9]+")

Piece = TypeVar("Piece")


@dataclass(frozen=True)
class Reduced:
    """A formula on which a program fails in the same way, as the text of a file; how it fails on that.

    `plain`: it is written one clause a line. `minimal`: nothing can be left out of it; else the time was over.
    `repeatable` is false where the same run was right another time.
    """

    text: bytes
    judgement: RunJudgement
    plain: bool = True
    minimal: bool = True
    repeatable: bool = True


class _TimeIsOver(Exception):
    """The best so far is what there is."""


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
    """Make the text of a formula smaller on which a program fails in this way; None if it does not fail again.

    `expected` is what is known of the formula as it is; of the smaller ones our solver finds it out. Raises Cancelled.
    """
    return _Reduction(program, kind, replace(bounds, seconds=min(bounds.seconds, _RUN)), cancel, seconds).run(
        text, expected
    )


class _Reduction:
    def __init__(
        self, program: SolverProgram, kind: Fault, bounds: ProgramLimits, cancel: Callable[[], bool], seconds: float
    ) -> None:
        self._program, self._kind, self._bounds, self._cancel = program, kind, bounds, cancel
        self._until = perf_counter() + seconds
        self._best: Reduced | None = None
        self._plainly = True
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
        clauses: list[Sequence[int]] = ddmin(list(formula), lambda clauses: self._clauses_fail(clauses, variables))
        changed = True
        while changed:
            changed = False
            for place, clause in enumerate(clauses):
                rest = ddmin(
                    list(clause),
                    lambda literals: self._clauses_fail(_put(clauses, place, literals), variables),  # noqa: B023 (at once)
                )
                changed = changed or len(rest) < len(clause)
                clauses = _put(clauses, place, rest)
            if changed:
                clauses = ddmin(clauses, lambda clauses: self._clauses_fail(clauses, variables))
        used_variables = sorted({abs(literal) for literal in chain(*clauses)})
        for count, names in (
            (len(used_variables), used_variables),
            (max(used_variables, default=0), range(1, max(used_variables, default=0) + 1)),
        ):
            number = {name: place for place, name in enumerate(names, 1)}
            again = [[number[abs(literal)] * (1 if literal > 0 else -1) for literal in clause] for clause in clauses]
            if self._clauses_fail(again, count):
                return

    def _clauses_fail(self, clauses: Sequence[Sequence[int]], variables: int) -> bool:
        formula = Formula.of(clauses, variables)
        return self._fails(dimacs.dumps(formula), formula, Truth())

    def _shorten(self, text: bytes) -> None:
        """Leave out lines, but the header, whose count of clauses is kept right; nothing else may become irregular."""
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
        """Whether the program fails on it as before."""
        if perf_counter() > self._until and self._best is not None:
            raise _TimeIsOver
        if truth.status is Status.UNKNOWN:
            truth = decide(formula, Limits(_OWN_SECONDS), self._cancel)
        found = judge(self._program, text, formula, truth.status, truth.how, self._bounds, self._cancel)
        if found.kind is not self._kind or _signature(found) != (self._signature or _signature(found)):
            return False
        self._signature = _signature(found)
        self._best = Reduced(text, found, self._plainly)
        return True


def _signature(judgement: RunJudgement) -> Sequence[str]:
    """What tells one crash from another: how it ended, and the name of the error."""
    return judgement.evidence.split(":")[:2] if judgement.kind is Fault.CRASH else ()


def ddmin(pieces: list[Piece], fails: Callable[[list[Piece]], bool]) -> list[Piece]:
    """A sublist that still fails, and fails no more without any one of its pieces."""
    if pieces and fails([]):
        return []
    size = max(1, len(pieces) // 2)
    while pieces:
        place, before = 0, len(pieces)
        while place < len(pieces):
            shorter = pieces[:place] + pieces[place + size :]
            if shorter and fails(shorter):
                pieces = shorter
            else:
                place += size
        if size == 1 and len(pieces) == before:
            break
        size = max(1, size // 2)
    return pieces


def _put(clauses: Sequence[Sequence[int]], place: int, clause: Sequence[int]) -> list[Sequence[int]]:
    return [*clauses[:place], clause, *clauses[place + 1 :]]
