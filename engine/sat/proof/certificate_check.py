"""Reads and checks certificates of unsatisfiability, by code that shares nothing with their writers.

`engine.sat.proof.certificate` describes the format. Lines are checked as they are read; each holds if the earlier lines
hold and the formula is true, so that a contradiction at the end shows the formula to be unsatisfiable. So does a proof
at the end, which `engine.sat.proof.check` checks with the clauses of the lines added to the formula.
"""

import io
import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from os import PathLike

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.polling import poll
from engine.base.streams import Source, open_regular
from engine.base.text import pluralized, printable
from engine.sat.formula.formula import MAX_LITERAL, Formula
from engine.sat.proof import reader
from engine.sat.proof.check import ProofVerdict, check_proof
from engine.sat.proof.proof import Proof

MAX_LINE = 1 << 26
"""Maximum length of a line in bytes (64 MiB)."""
MAX_CASES = 1 << 20
"""Maximum number of partial assignments tried to justify a line."""
MAX_VARIABLES = 16
"""Maximum number of variables of an equation derived from clauses; sums have no such limit."""

PROOF = b"proof"
"""The line before a proof."""

_HEADER = re.compile(rb"satsudoku certificate ([0-9]{1,9})[ \t]*")
_START = b"satsudoku certificate "
_NUMBER = re.compile(r"[0-9]{1,18}")
_LITERAL = re.compile(r"-?[1-9][0-9]{0,9}")
_REFERENCE = re.compile(r"#([1-9][0-9]{0,17})")
_TERM = re.compile(r"(?:([1-9][0-9]{0,17})\*)?#([1-9][0-9]{0,17})")
_ADVICE = lazy_gettext("give a certificate as satsudoku solve --proof writes it")


@dataclass(frozen=True)
class CertificateVerdict:
    """The result of a check: whether the certificate is valid, and the number of its lines.

    `proof` is the verdict on the proof after the lines, if any. Otherwise `line` is the number of the line that does
    not follow, or 0 if the lines do not end in a contradiction.
    """

    verified: bool
    lines: int
    line: int = 0
    proof: ProofVerdict | None = None

    def __bool__(self) -> bool:
        return self.verified

    def __str__(self) -> str:
        if self.proof is not None and self.verified:
            return _("certificate verified ({lines}, then a proof of {steps})").format(
                lines=pluralized(self.lines, "line"), steps=pluralized(self.proof.steps, "step")
            )
        if self.proof is not None:
            return _("the certificate continues with a proof: {verdict}").format(verdict=self.proof)
        if self.verified:
            return _("certificate verified ({lines})").format(lines=pluralized(self.lines, "line"))
        if self.line:
            return _("line #{line} of the certificate does not follow from the clauses and lines that it names").format(
                line=self.line
            )
        return _("the certificate does not end in a contradiction ({lines})").format(
            lines=pluralized(self.lines, "line")
        )


def is_certificate(head: bytes) -> bool:
    """Whether a file with this beginning claims to be a certificate."""
    return head.startswith(_START)


def check_certificate_file(
    formula: Formula,
    path: "str | PathLike[str]",
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> CertificateVerdict:
    """Check a certificate in a file (plain, gzip, bzip2 or xz) against the formula.

    `on_progress` gets the bytes read and their total; `cancel` is polled at every line. Raises InputError with the line
    and the word if the file is not a certificate, and Cancelled if `cancel` returns True.
    """
    with open_regular(path) as file:
        return _Check(formula, Source(file, path), path, on_progress, cancel).run()


def check_certificate(
    formula: Formula, text: str, proof: Proof | None = None, *, cancel: Callable[[], bool] | None = None
) -> CertificateVerdict:
    """Check a certificate in memory, and the `proof` that follows it, if any; see `check_certificate_file`."""
    return _Check(formula, Source(io.BytesIO(text.encode())), None, None, cancel, proof).run()


class _ConflictError(Exception):
    """A constraint can't be satisfied."""


@dataclass(frozen=True)
class _Equation:
    """The sum of the variables is `right` modulo 2."""

    variables: frozenset[int]
    right: int

    @property
    def contradictory(self) -> bool:
        return not self.variables and self.right == 1

    @property
    def triggers(self) -> Iterable[int]:
        """The literals whose assignment may make the constraint imply another literal."""
        return (literal for variable in self.variables for literal in (variable, -variable))

    def implied(self, value: dict[int, bool]) -> Iterable[int]:
        """The literals implied under an assignment. Raises _ConflictError if the constraint is violated."""
        open_variables = [variable for variable in self.variables if variable not in value]
        if len(open_variables) > 1:
            return ()
        differs = sum(value.get(variable, False) for variable in self.variables) % 2 != self.right
        if open_variables:
            return (open_variables[0],) if differs else (-open_variables[0],)
        if differs:
            raise _ConflictError
        return ()


@dataclass(frozen=True)
class _Count:
    """At least `bound` of the literals are true. A clause is a count with bound 1."""

    literals: frozenset[int]
    bound: int

    @property
    def contradictory(self) -> bool:
        return not self.literals and self.bound > 0

    @property
    def triggers(self) -> Iterable[int]:
        """The literals whose assignment may make the constraint imply another literal."""
        return (-literal for literal in self.literals)

    def implied(self, value: dict[int, bool]) -> Iterable[int]:
        """The literals implied under an assignment. Raises _ConflictError if the constraint can't be satisfied."""
        possible: list[int] = []
        for literal in self.literals:
            if value.get(abs(literal), literal > 0) == (literal > 0):
                possible.append(literal)
                if len(possible) > self.bound:
                    return ()
        if len(possible) < self.bound:
            raise _ConflictError
        return [literal for literal in possible if abs(literal) not in value]


_Constraint = _Equation | _Count


class _Case:
    """An assignment closed under unit propagation in the given constraints."""

    def __init__(self, constraints: Sequence[_Constraint]) -> None:
        self._watching: dict[int, list[_Constraint]] = {}
        for constraint in constraints:
            for literal in constraint.triggers:
                self._watching.setdefault(literal, []).append(constraint)
        self.value: dict[int, bool] = {}
        for constraint in constraints:
            self.assume(constraint.implied(self.value))

    def assume(self, literals: Iterable[int]) -> None:
        """Assign literals and propagate. Raises _ConflictError on a conflict."""
        waiting = list(literals)
        while waiting:
            literal = waiting.pop()
            if (value := self.value.get(abs(literal))) is not None:
                if value != (literal > 0):
                    raise _ConflictError
                continue
            self.value[abs(literal)] = literal > 0
            for constraint in self._watching.get(literal, ()):
                waiting.extend(constraint.implied(self.value))


class _Check:
    """One check: of the lines and of the proof after them."""

    def __init__(
        self,
        formula: Formula,
        source: Source,
        path: "str | PathLike[str] | None",
        on_progress: Callable[[int, int], None] | None,
        cancel: Callable[[], bool] | None,
        proof: Proof | None = None,
    ) -> None:
        self._formula, self._path, self._cancel = formula, path, cancel
        self._on_progress = on_progress or (lambda _done, _total: None)
        self._reader = _LineReader(source)
        self._proof = proof
        self._proved: list[_Constraint] = []

    def run(self) -> CertificateVerdict:
        """Check the lines, and the proof after them."""
        file_line = 0
        try:
            while (line := self._reader.line()) is not None:
                file_line += 1
                poll(self._cancel)
                self._on_progress(self._reader.done, self._reader.size)
                if file_line == 1:
                    _check_header(line)
                elif line.rstrip() == PROOF:
                    return self._check_proof(file_line)
                elif not self._holds(line):
                    return CertificateVerdict(False, len(self._proved) + 1, len(self._proved) + 1)
        except ValueError as error:
            raise InputError(str(error), path=self._path, line=file_line or 1, advice=_ADVICE) from None
        if file_line == 0:
            raise InputError(_("an empty file"), path=self._path, line=1, advice=_ADVICE)
        return CertificateVerdict(bool(self._proved) and self._proved[-1].contradictory, len(self._proved))

    def _holds(self, line: bytes) -> bool:
        """Whether the line follows from the earlier ones; if so, add it to them."""
        words = line.decode("utf-8", "replace").split()
        if not words or words[0] == "c":
            return True
        constraint, follows = _read(words, len(self._proved) + 1, self._proved, self._formula)
        if not follows():
            return False
        self._proved.append(constraint)
        return True

    def _check_proof(self, file_line: int) -> CertificateVerdict:
        """Check the proof after that line, for the formula and the clauses proved so far."""
        proof = self._proof
        if proof is None:
            try:
                proof = reader.read_rest(self._reader, self._path, on_progress=self._on_progress, cancel=self._cancel)
            except InputError as error:
                line = None if error.line is None else file_line + error.line
                raise InputError(error.problem, path=self._path, line=line, advice=_ADVICE) from None
        literals, starts = array("i"), array("i")
        for constraint in self._proved:
            if isinstance(constraint, _Count) and constraint.bound == 1:
                literals.extend(constraint.literals)
                starts.append(len(self._formula.literals) + len(literals))
        extended = Formula(self._formula.variables, self._formula.literals + literals, self._formula.starts + starts)
        verdict = check_proof(extended, proof, on_progress=self._on_progress, cancel=self._cancel)
        return CertificateVerdict(bool(verdict), len(self._proved), proof=verdict)


class _LineReader:
    """Reads a source line by line, and from some line on in pieces."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._lines: list[bytes] = []  # complete lines, the last one first
        self._partial_line = b""  # the beginning of the next line

    @property
    def done(self) -> int:
        """The number of bytes read."""
        return self._source.done

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return self._source.size

    def line(self) -> bytes | None:
        """The next line without its newline; None after the last one. Raises ValueError if it is too long."""
        while not self._lines and (piece := self._source.read(max(1 << 18, len(self._partial_line)))):
            *lines, self._partial_line = (self._partial_line + piece).split(b"\n")
            self._lines = lines[::-1]
            if len(self._partial_line) > MAX_LINE:
                raise ValueError(_("a line of more than {most} bytes").format(most=MAX_LINE))
        if self._lines:
            return self._lines.pop()
        last, self._partial_line = self._partial_line, b""
        return last or None

    def read(self, count: int) -> bytes:
        """The buffered bytes, or else the next `count` bytes; empty at the end."""
        buffered = b"".join(line + b"\n" for line in reversed(self._lines)) + self._partial_line
        self._lines, self._partial_line = [], b""
        return buffered or self._source.read(count)


def _check_header(line: bytes) -> None:
    header = _HEADER.fullmatch(line.rstrip(b"\r"))
    if header is None:
        raise ValueError(_("the first line is not 'satsudoku certificate 1'"))
    if int(header[1]) != 1:
        raise ValueError(_("version {number} of the format is not known").format(number=int(header[1])))


def _read(
    words: list[str], number: int, proved: Sequence[_Constraint], formula: Formula
) -> tuple[_Constraint, Callable[[], bool]]:
    """The constraint of a line, and a function that says whether it follows. Raises ValueError with the wrong word."""
    if words[0] != f"{number}:":
        raise _word_error(words[0], _("line #{number} begins with '{number}:'").format(number=number))
    place = next((place for place, word in enumerate(words) if word in ("from", "sum")), len(words))
    if place == len(words):
        raise _word_error(words[-1], _("neither from nor sum says why the line holds"))
    if place < 4:
        raise _word_error(words[place], _("there is no constraint before it"))
    items, sign, right = words[1 : place - 2], words[place - 2], words[place - 1]
    constraint: _Constraint
    if sign == "=":
        if right not in ("0", "1"):
            raise _word_error(right, _("an equation has the right side 0 or 1"))
        constraint = _Equation(_literals(items, formula, lambda literal: literal > 0), int(right))
    elif sign == ">=":
        if not _NUMBER.fullmatch(right):
            raise _word_error(right, _("a count has a number on its right side"))
        constraint = _Count(_literals(items, formula, bool), int(right))
    else:
        raise _word_error(sign, _("a constraint has = or >= before its right side"))
    if words[place] == "sum":
        terms = [_term(word, constraint, proved) for word in words[place + 1 :]]
        if isinstance(constraint, _Equation):
            return constraint, lambda: _is_sum(constraint, (line for line, _ in terms))
        return constraint, lambda: _is_in_sum(constraint, terms)
    premises = [_premise(word, proved, formula) for word in words[place + 1 :]]
    if isinstance(constraint, _Equation) and len(constraint.variables) > MAX_VARIABLES:
        problem = _("an equation of more than {most} variables can only be a sum").format(most=MAX_VARIABLES)
        raise _word_error(words[place], problem)
    return constraint, lambda: _follows(constraint, premises)


def _literals(items: list[str], formula: Formula, fits: Callable[[int], bool]) -> frozenset[int]:
    """The terms of a constraint, such as `1 + -2`. Raises ValueError with the wrong word."""
    if items == ["0"]:
        return frozenset()
    literals: set[int] = set()
    for place, word in enumerate(items):
        if place % 2:
            if word != "+":
                raise _word_error(word, _("literals are separated by a +"))
            continue
        literal = int(word) if _LITERAL.fullmatch(word) else 0
        if not literal or abs(literal) > MAX_LITERAL or not fits(literal):
            raise _word_error(word, _("it is not a valid variable or literal here"))
        if abs(literal) > formula.variables:
            raise _word_error(word, _("the formula has {variables} variables").format(variables=formula.variables))
        if literal in literals or -literal in literals:
            raise _word_error(word, _("this variable occurs twice"))
        literals.add(literal)
    if not len(items) % 2:
        raise _word_error(items[-1], _("a literal is missing after it"))
    return frozenset(literals)


def _term(word: str, constraint: _Constraint, proved: Sequence[_Constraint]) -> tuple[_Constraint, int]:
    """An earlier line in a sum, and its multiplier."""
    match = _TERM.fullmatch(word)
    if match is None or (match[1] and isinstance(constraint, _Equation)):
        raise _word_error(word, _("it names no line that could be added"))
    line = _line(word, match[2], proved)
    if type(line) is not type(constraint):
        raise _word_error(word, _("an equation and a count can't be added"))
    return line, int(match[1] or 1)


def _premise(word: str, proved: Sequence[_Constraint], formula: Formula) -> _Constraint:
    """A clause or an earlier line, by number."""
    if match := _REFERENCE.fullmatch(word):
        return _line(word, match[1], proved)
    number = int(word) if _NUMBER.fullmatch(word) else 0
    if not 0 < number <= len(formula):
        raise _word_error(
            word, _("it is not the number of a clause; the formula has {count} clauses").format(count=len(formula))
        )
    return _Count(frozenset(formula[number - 1]), 1)


def _line(word: str, number: str, proved: Sequence[_Constraint]) -> _Constraint:
    """An earlier line, by number. Raises ValueError with the word that names it."""
    if int(number) > len(proved):
        raise _word_error(word, _("it is not an earlier line"))
    return proved[int(number) - 1]


def _is_sum(equation: _Equation, lines: Iterable[_Constraint]) -> bool:
    """Whether the lines, added modulo 2, are the equation."""
    variables: set[int] = set()
    right = 0
    for line in lines:
        assert isinstance(line, _Equation), "other terms are refused"
        variables ^= line.variables
        right ^= line.right
    return variables == equation.variables and right == equation.right


def _is_in_sum(count: _Count, terms: Iterable[tuple[_Constraint, int]]) -> bool:
    """Whether the sum of the terms implies the count: weights beyond those of its literals reduce the bound."""
    weights: dict[int, int] = {}
    bound = 0
    for line, factor in terms:
        assert isinstance(line, _Count), "other terms are refused"
        bound += factor * line.bound
        for literal in line.literals:
            weights[literal] = weights.get(literal, 0) + factor
    for literal in [literal for literal in weights if literal > 0 and -literal in weights]:
        common = min(weights[literal], weights[-literal])
        weights[literal] -= common
        weights[-literal] -= common
        bound -= common
    excess = sum(weight - (weight > 0 and literal in count.literals) for literal, weight in weights.items())
    return bound - excess >= count.bound


def _follows(constraint: _Constraint, premises: Sequence[_Constraint]) -> bool:
    """Whether unit propagation in the premises refutes each assignment that violates the constraint."""
    try:
        case = _Case(premises)
    except _ConflictError:
        return True
    budget = [MAX_CASES]
    if isinstance(constraint, _Equation):
        return _equation_follows(case, sorted(constraint.variables), constraint, budget)
    return _count_follows(case, sorted(constraint.literals), len(constraint.literals) - constraint.bound + 1, budget)


def _equation_follows(case: _Case, variables: Sequence[int], equation: _Equation, budget: list[int]) -> bool:
    """Whether every assignment to the variables that violates the equation is refuted."""
    for place, variable in enumerate(variables):
        if variable not in case.value:
            following = variables[place + 1 :]
            return all(
                _equation_follows(subcase, following, equation, budget)
                for literal in (variable, -variable)
                if (subcase := _subcase(case, (literal,), budget)) is not None
            )
    return sum(case.value[variable] for variable in equation.variables) % 2 == equation.right


def _count_follows(case: _Case, literals: Sequence[int], false_count: int, budget: list[int]) -> bool:
    """Whether no `false_count` of the literals can be false together."""
    waiting = [(case, 0, false_count)]  # a case, the next literal, and how many literals from there on must be false
    while waiting:
        case, place, false_count = waiting.pop()
        if false_count <= 0:
            return False
        remaining = len(literals) - place
        if false_count < remaining:
            waiting.append((case, place + 1, false_count))
        if false_count <= remaining:
            step = remaining if false_count == remaining else 1
            falsified = [-literal for literal in literals[place : place + step]]
            if (subcase := _subcase(case, falsified, budget)) is not None:
                waiting.append((subcase, place + step, false_count - step))
    return True


def _subcase(case: _Case, literals: Iterable[int], budget: list[int]) -> _Case | None:
    """A copy of the case with these literals assigned; None if refuted. Raises ValueError for too many cases."""
    budget[0] -= 1
    if budget[0] < 0:
        raise ValueError(_("a line that needs more than {most} cases").format(most=MAX_CASES))
    subcase = copy(case)
    subcase.value = dict(case.value)
    try:
        subcase.assume(literals)
    except _ConflictError:
        return None
    return subcase


def _word_error(word: str, problem: str) -> ValueError:
    excerpt = printable(word[:40]) + ("…" if len(word) > 40 else "")
    return ValueError(f"'{excerpt}': {problem}")
