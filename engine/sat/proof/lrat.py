"""LRAT, proofs that name what each clause follows from: writing, reading, and a check that has nothing to search.

A line adds a clause: its number, its literals, 0, its antecedents, 0; or it takes clauses out of use: a number, the
letter d, their numbers, 0. The formula's clauses have the numbers from 1. With the literals of the new clause false,
each antecedent in turn must have one literal left, which is true then, and the last one none. A clause with RAT on its
first literal has behind that, for each clause in use with the negation of it, minus the number of that clause, and the
antecedents that refute the resolvent. L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient
certified RAT verification. CADE 2017.

The check shares nothing with `antecedents_kernel`, nor with the solvers.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import PathLike

from engine.base.errors import InputError
from engine.base.polling import poll
from engine.base.streams import read_whole
from engine.base.text import counted, printable
from engine.sat.formula.formula import MAX_LITERAL, Formula, Literals
from engine.sat.proof.trimming import TrimmedProof

_ADVICE = "give an LRAT proof as text"
_LINE = re.compile(rb"[0-9]+ (d( [0-9]+)*|(-?[1-9][0-9]* )*0( -?[1-9][0-9]*)*) 0")
_OFTEN = 1000  # lines between two looks up
_SEEN = 20  # lines that tell whether it is LRAT


@dataclass(frozen=True)
class LratVerdict:
    """Whether a proof shows that a formula is unsatisfiable; if not, the `line` (from 1) that is wrong, and why."""

    steps: int
    line: int | None = None
    fault: str = ""

    def __bool__(self) -> bool:
        """Whether the formula is unsatisfiable, by this proof."""
        return not self.fault

    def __str__(self) -> str:
        if not self.fault:
            return f"LRAT proof verified ({counted(self.steps, 'step')})"
        return self.fault if self.line is None else f"line {self.line} of the LRAT proof: {self.fault}"


def write(proof: TrimmedProof, formula: Formula) -> Iterator[str]:
    """The lines of a proof, with deletions of what is not needed any more."""
    if proof.has_resolvents:
        core = set(proof.core)
        unneeded = [str(clause + 1) for clause in range(len(formula)) if clause not in core]
        if unneeded:
            yield f"{len(formula)} d {' '.join(unneeded)} 0\n"
    for lemma in proof:
        yield " ".join(map(str, (lemma.number, *lemma.literals, 0, *lemma.antecedents, 0))) + "\n"
        gone = proof.last_uses.get(lemma.number)
        if gone and lemma.literals:
            yield f"{lemma.number} d {' '.join(map(str, gone))} 0\n"


def looks_like_lrat(head: bytes) -> bool:
    """Whether the first bytes of a file are lines of LRAT."""
    lines = [line.strip() for line in head.splitlines()[:_SEEN]]
    lines = [line for line in lines if line and not line.startswith(b"c")]
    whole = lines[:-1] if len(lines) > 1 else lines
    return bool(whole) and all(_LINE.fullmatch(line) for line in whole)


def check_file(
    formula: Formula,
    path: "str | PathLike[str]",
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> LratVerdict:
    """Check the proof in a file, packed or not; see `check`."""
    return check(formula, read_whole(path), path=path, on_progress=on_progress, cancel=cancel)


def check(
    formula: Formula,
    data: bytes,
    *,
    path: "str | PathLike[str] | None" = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> LratVerdict:
    """Check the text of a proof; `path` is only for messages.

    `on_progress` is told lines done and their total. Raises InputError with the line for what is no LRAT, and
    Cancelled.
    """
    lines = data.splitlines()
    checker = _Checker(formula)
    steps = 0
    for number, line in enumerate(lines, 1):
        if number % _OFTEN == 0:
            poll(cancel)
            if on_progress is not None:
                on_progress(number, len(lines))
        words = line.split()
        if not words or words[0] == b"c":
            continue
        try:
            fault = checker.take(words)
        except ValueError:
            shown = printable(line[:60].decode("utf-8", "replace"))
            raise InputError(f"no step of LRAT: {shown}", path=path, line=number, advice=_ADVICE) from None
        steps += 1
        if fault:
            return LratVerdict(steps, number, fault)
        if checker.refuted:
            return LratVerdict(steps)
    return LratVerdict(steps, None, "the LRAT proof does not end in the empty clause")


class _Checker:
    """Takes steps one by one; `refuted` after the empty clause."""

    def __init__(self, formula: Formula) -> None:
        self.refuted = False
        self._clauses = dict(enumerate(formula, 1))
        self._with: dict[int, set[int]] | None = None  # by literal, once it is wanted

    def take(self, words: list[bytes]) -> str:
        """What is wrong with a step; empty if it holds. Raises ValueError for what is no step."""
        number = _number(words[0])
        if words[1:2] == [b"d"]:
            *gone, end = map(_number, words[2:])
            if end:
                raise ValueError
            return self._delete(gone)
        rest = [int(word) for word in words[1:]]
        middle = rest.index(0)
        literals, antecedents = tuple(rest[:middle]), rest[middle + 1 :]
        if antecedents[-1:] != [0] or 0 in antecedents[:-1]:
            raise ValueError
        if any(abs(literal) > MAX_LITERAL for literal in literals):
            raise ValueError
        if number in self._clauses:
            return f"there is a clause {number} already"
        fault = self._follows(literals, antecedents[:-1])
        if not fault:
            self._add(number, literals)
        return fault

    def _add(self, number: int, literals: Literals) -> None:
        self._clauses[number] = literals
        self.refuted = not literals
        if self._with is not None:
            for literal in literals:
                self._with.setdefault(literal, set()).add(number)

    def _delete(self, numbers: list[int]) -> str:
        for number in numbers:
            literals = self._clauses.pop(number, None)
            if literals is None:
                return f"there is no clause {number} to be deleted"
            if self._with is not None:
                for literal in literals:
                    self._with[literal].discard(number)
        return ""

    def _follows(self, literals: Literals, antecedents: list[int]) -> str:
        """Why a clause does not follow; empty if it does."""
        true = {-literal for literal in literals}
        if any(-literal in true for literal in true):
            return ""  # it is a tautology
        place = next((place for place, each in enumerate(antecedents) if each < 0), len(antecedents))
        conflict, fault = self._propagate(true, antecedents[:place])
        if conflict or fault:
            return fault
        if not literals:
            return "the antecedents make no conflict"
        return self._resolves(literals[0], true, antecedents[place:])

    def _propagate(self, true: set[int], antecedents: list[int]) -> tuple[bool, str]:
        """Make what the antecedents imply true; whether they make a conflict, and what is wrong with them."""
        for number in antecedents:
            clause = self._clauses.get(number)
            if clause is None:
                return False, f"there is no clause {number}"
            left = {literal for literal in clause if -literal not in true}
            if not left:
                return True, ""
            if len(left) > 1 or left <= true:
                return False, f"clause {number} is neither unit nor false"
            true |= left
        return False, ""

    def _resolves(self, pivot: int, true: set[int], antecedents: list[int]) -> str:
        """Why a clause has not RAT on its first literal; empty if it has."""
        if self._with is None:
            self._with = {}
            for number, clause in self._clauses.items():
                for literal in clause:
                    self._with.setdefault(literal, set()).add(number)
        groups: dict[int, list[int]] = {}
        group: list[int] = []
        for each in antecedents:
            if each < 0:
                group = groups.setdefault(-each, [])
            else:
                group.append(each)
        for number in self._with.get(-pivot, ()):
            others = {-literal for literal in self._clauses[number] if literal != -pivot}
            if any(-literal in true for literal in others):
                continue  # the resolvent holds by itself
            if number not in groups:
                return f"nothing is said of clause {number}, which has {-pivot}"
            conflict, fault = self._propagate(true | others, groups[number])
            if fault or not conflict:
                return fault or f"the antecedents for clause {number} make no conflict"
        return ""


def _number(word: bytes) -> int:
    number = int(word)
    if number < 0:
        raise ValueError
    return number
