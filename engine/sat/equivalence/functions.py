"""Literals that are functions of others, and a normal form in which equal functions of equal inputs are the same."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import reduce
from operator import and_, xor
from typing import NamedTuple

from engine.base.polling import Pulse
from engine.sat.equivalence.functions_kernel import FunctionFinder
from engine.sat.formula.formula import Formula
from engine.sat.formula.xor_lines import parity_clauses
from engine.sat.kernels import units


class FunctionKind(Enum):
    """A kind of function of literals."""

    AND = "and"
    """True if all inputs are."""
    SUM = "sum"
    """True if an odd number of inputs are."""
    CHOICE = "if-then-else"
    """The second input if the first is true, else the third."""
    MAJORITY = "majority"
    """True if at least two of three inputs are."""

    def evaluate(self, inputs: Sequence[int]) -> int:
        """The values of the function. Each input is an int, with a value in every bit."""
        if self is FunctionKind.AND:
            return reduce(and_, inputs)
        if self is FunctionKind.SUM:
            return reduce(xor, inputs)
        if self is FunctionKind.CHOICE:
            condition, then, otherwise = inputs
            return otherwise ^ condition & (then ^ otherwise)
        a, b, c = inputs
        return a & b | a & c | b & c


class Function(NamedTuple):
    """A literal that is true exactly if the function of the input literals is.

    The inputs of a CHOICE are the condition, and the literals chosen if it is true and if it is false.
    """

    kind: FunctionKind
    output: int
    inputs: tuple[int, ...]

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """The clauses that define it."""
        output, inputs = self.output, self.inputs
        if self.kind is FunctionKind.AND:
            yield (output, *(-literal for literal in inputs))
            yield from ((-output, literal) for literal in inputs)
        elif self.kind is FunctionKind.SUM:
            yield from parity_clauses((output, *inputs), 0)
        elif self.kind is FunctionKind.CHOICE:
            condition, then, otherwise = inputs
            yield from ((-condition, -then, output), (-condition, then, -output))
            yield from ((condition, -otherwise, output), (condition, otherwise, -output))
        else:
            a, b, c = inputs
            for x, y in ((a, b), (a, c), (b, c)):
                yield from ((-x, -y, output), (x, y, -output))

    @property
    def splits(self) -> tuple[int, ...]:
        """The inputs whose values let unit propagation show that another literal of the same function is equal."""
        if self.kind is FunctionKind.AND:
            return ()
        return self.inputs[:-1] if self.kind is FunctionKind.SUM else self.inputs[:1]


def functions(formula: Formula, cancel: Callable[[], bool] | None = None) -> list[Function]:
    """The functions among the clauses of a formula; an equation modulo 2 is one of each of its variables.

    Raises Cancelled.
    """
    finder = FunctionFinder(formula, units.implied(formula, cancel)[::2])
    finder.find(cancel)
    numbers, kinds, pulse = finder.functions(), tuple(FunctionKind), Pulse(cancel)
    found: list[Function] = []
    place = 0
    while place < len(numbers):
        pulse.did(16)
        kind, output, count = numbers[place : place + 3]
        found.append(Function(kinds[kind], output, tuple(numbers[place + 3 : place + 3 + count])))
        place += 3 + count
    return found


class NormalForm(NamedTuple):
    """A function without its output. Equal and opposite functions of the same inputs have the same form."""

    kind: FunctionKind
    inputs: tuple[int, ...]


def normal_form(kind: FunctionKind, inputs: Sequence[int], true: int) -> tuple[int, NormalForm | None]:
    """The normal form of a function of these literals, where `true` is a literal that is true.

    Returns a form with the sign of the function (1 or -1); or, if the function equals a literal, this literal and None.
    """
    if kind is FunctionKind.AND:
        return _conjunction(inputs, true)
    if kind is FunctionKind.SUM:
        return _sum(inputs, true)
    if kind is FunctionKind.CHOICE:
        return _choice(inputs, true)
    return _majority(inputs, true)


def _conjunction(inputs: Iterable[int], true: int) -> tuple[int, NormalForm | None]:
    rest = set(inputs)
    rest.discard(true)
    if -true in rest or any(-literal in rest for literal in rest):
        return -true, None
    if len(rest) < 2:
        return (rest.pop() if rest else true), None
    return 1, NormalForm(FunctionKind.AND, tuple(sorted(rest)))


def _sum(inputs: Iterable[int], true: int) -> tuple[int, NormalForm | None]:
    sign, rest = 1, set[int]()
    for literal in inputs:
        if abs(literal) == abs(true):
            sign = -sign if literal == true else sign
            continue
        sign = -sign if literal < 0 else sign
        rest ^= {abs(literal)}
    if not rest:
        return -sign * true, None
    if len(rest) == 1:
        return sign * rest.pop(), None
    return sign, NormalForm(FunctionKind.SUM, tuple(sorted(rest)))


def _choice(inputs: Sequence[int], true: int) -> tuple[int, NormalForm | None]:
    condition, then, otherwise = inputs
    if abs(condition) == abs(true):
        return (then if condition == true else otherwise), None
    if abs(then) == abs(condition):
        then = true if then == condition else -true
    if abs(otherwise) == abs(condition):
        otherwise = -true if otherwise == condition else true
    if then == otherwise:
        return then, None
    if then == -otherwise:
        return _sum((condition, -then), true)
    if abs(then) == abs(true):
        sign = 1 if then == -true else -1  # not condition and otherwise; or condition or otherwise
        literal, form = _conjunction((-condition, sign * otherwise), true)
        return sign * literal, form
    if abs(otherwise) == abs(true):
        sign = 1 if otherwise == -true else -1
        literal, form = _conjunction((condition, sign * then), true)
        return sign * literal, form
    if condition < 0:
        condition, then, otherwise = -condition, otherwise, then
    sign = 1 if then > 0 else -1
    return sign, NormalForm(FunctionKind.CHOICE, (condition, sign * then, sign * otherwise))


def _majority(inputs: Sequence[int], true: int) -> tuple[int, NormalForm | None]:
    a, b, c = sorted(inputs, key=abs)
    for x, y, z in ((a, b, c), (a, c, b), (b, c, a)):
        if abs(x) == abs(y):
            return (x if x == y else z), None
    for x, y, z in ((a, b, c), (b, a, c), (c, a, b)):
        if abs(x) == abs(true):
            sign = 1 if x == -true else -1
            literal, form = _conjunction((sign * y, sign * z), true)
            return sign * literal, form
    sign = 1 if a > 0 else -1
    return sign, NormalForm(FunctionKind.MAJORITY, (sign * a, sign * b, sign * c))
