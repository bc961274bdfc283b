"""Parses binary LRAT, CaDiCaL's default.

A step is the letter a, the number of the clause, its literals, 0, its antecedents, 0; or the letter d, the numbers of
the clauses to delete, 0.

Literals and numbers of clauses alike are stored as in binary DRAT (see `engine.sat.proof.proof`): v is 2v, -v is
2v + 1.
"""

from os import PathLike
from typing import TYPE_CHECKING, NoReturn, Protocol

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.sat.formula.formula import MAX_LITERAL
from engine.sat.proof.groups import BinaryNumberError, numbers_of

if TYPE_CHECKING:
    from array import array

_ADVICE = lazy_gettext("give an LRAT proof, text or binary")
_ADD, _DELETE = b"ad"


class Steps(Protocol):
    """The arrays of `lrat.LratProof`."""

    numbers: "array[int]"
    deletions: "array[int]"
    lines: "array[int]"
    literals: "array[int]"
    starts: "array[int]"
    hints: "array[int]"
    hint_starts: "array[int]"


class BinarySteps:
    """Parses a binary proof in pieces and appends its steps to `proof`, whose `lines` then number the steps from 1.

    `path` is for messages.
    """

    def __init__(self, proof: Steps, path: "str | PathLike[str] | None") -> None:
        self._proof = proof
        self._path = path
        self._done = 0  # bytes of the file

    def take(self, data: bytes, ended: bool) -> bytes:
        """Parse the complete steps and return the rest. Raises InputError with the byte (from 0) of a fault."""
        import numpy as np

        size = len(data)
        while size and data[size - 1] >= 128:
            size -= 1
        end = 0
        if size:
            try:
                numbers, places = numbers_of(np.frombuffer(data, np.uint8, size))
            except BinaryNumberError as fault:
                self._refuse(fault.place, _(fault.problem))
            count = self._append(numbers.tolist(), np.flatnonzero(numbers == 0).tolist(), places.tolist())
            end = int(places[count]) if count < len(places) else size
        if ended and end < len(data):
            self._refuse(len(data), _("the proof is cut off within a step"))
        self._done += end
        return data[end:]

    def _append(self, numbers: list[int], zeros: list[int], places: list[int]) -> int:
        """Append the complete steps; returns how many of the numbers they have."""
        begin = zero = 0
        while zero < len(zeros):
            adds = numbers[begin] == _ADD
            if not adds and numbers[begin] != _DELETE:
                self._refuse(places[begin], _("a step begins with neither a nor d"))
            if zero + adds == len(zeros):
                break
            middle, end = zeros[zero], zeros[zero + adds]
            if adds:
                own = self._signed(numbers, places, begin + 1, begin + 2)
                literals = self._signed(numbers, places, begin + 2, middle) if own[0] > 0 else []
                hints = self._signed(numbers, places, middle + 1, end)
                if own[0] <= 0:
                    self._refuse(places[begin + 1], _("a clause has no number above 0"))
                self._proof.numbers.append(own[0])
                self._proof.literals.extend(literals)
            else:
                hints = self._signed(numbers, places, begin + 1, end)
                if min(hints, default=1) < 0:
                    self._refuse(places[begin], _("a number below 0 is deleted"))
                self._proof.numbers.append(0)
            self._proof.hints.extend(hints)
            self._proof.deletions.append(not adds)
            self._proof.starts.append(len(self._proof.literals))
            self._proof.hint_starts.append(len(self._proof.hints))
            self._proof.lines.append(len(self._proof.numbers))
            begin, zero = end + 1, zero + 1 + adds
        return begin

    def _signed(self, numbers: list[int], places: list[int], begin: int, end: int) -> list[int]:
        """The numbers of a part of a step, with their signs."""
        part = numbers[begin:end]
        if part and (max(part) > 2 * MAX_LITERAL + 1 or 1 in part):
            wrong = next(place for place, number in enumerate(part) if number == 1 or number > 2 * MAX_LITERAL + 1)
            self._refuse(places[begin + wrong], _("a number is 0 or beyond {most}").format(most=MAX_LITERAL))
        return [-(number >> 1) if number & 1 else number >> 1 for number in part]

    def _refuse(self, place: int, problem: str) -> NoReturn:
        problem = _("byte {place}: {problem}").format(place=self._done + place, problem=problem)
        raise InputError(problem, path=self._path, advice=_ADVICE)
