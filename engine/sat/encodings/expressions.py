"""Boolean expressions, written with `&`, `|`, `^`, `>>`, `~` and `==`, and their clauses.

>>> from engine.sat import Solver
>>> a, b, c = map(Variable, (1, 2, 3))
>>> solver = Solver([[-2]])
>>> require(solver, (a & b) | c == a)
Size(clauses=8, variables=2)
>>> solver.solve(assumptions=[1]), solver.value(3)
(True, True)
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from engine.sat.encodings.sink import ClauseSink, CountingSink, Size


class Operator(Enum):
    """The operators of expressions."""

    AND = "&"
    OR = "|"
    XOR = "^"


class Expression:
    """A Boolean expression. `==` builds an expression too; compare with `is`."""

    __hash__ = object.__hash__

    def __and__(self, other: "Expression") -> "Expression":
        """Both are true."""
        return Compound(Operator.AND, (self, other))

    def __or__(self, other: "Expression") -> "Expression":
        """At least one is true."""
        return Compound(Operator.OR, (self, other))

    def __xor__(self, other: "Expression") -> "Expression":
        """Exactly one is true."""
        return Compound(Operator.XOR, (self, other))

    def __rshift__(self, other: "Expression") -> "Expression":
        """If this is true, so is the other."""
        return ~self | other

    def __invert__(self) -> "Expression":
        """This is false."""
        return Negation(self)

    def __eq__(self, other: object) -> "Expression":  # type: ignore[override]
        """Both have the same value."""
        return ~(self ^ other) if isinstance(other, Expression) else NotImplemented


@dataclass(frozen=True, eq=False)
class Variable(Expression):
    """A variable by its number; a negative number stands for its negation."""

    literal: int


@dataclass(frozen=True, eq=False)
class Negation(Expression):
    """True where its operand is false."""

    operand: Expression


@dataclass(frozen=True, eq=False)
class Compound(Expression):
    """An operator between expressions."""

    operator: Operator
    operands: tuple[Expression, ...]


def all_of(expressions: Iterable[Expression]) -> Expression:
    """All of the expressions are true."""
    return Compound(Operator.AND, tuple(expressions))


def any_of(expressions: Iterable[Expression]) -> Expression:
    """At least one of the expressions is true."""
    return Compound(Operator.OR, tuple(expressions))


def require(sink: ClauseSink, expression: Expression) -> Size:
    """Add clauses that make the expression true. Returns their size.

    G. S. Tseitin: On the complexity of derivation in propositional calculus, 1968. Each operation gets a variable that
    equals it; the required expression itself needs none.
    """
    counter = CountingSink(sink, _literals(expression))
    _TseitinEncoder(counter).require(expression)
    return counter.size


def literal_of(sink: ClauseSink, expression: Expression) -> int:
    """Add clauses that define a literal which equals the expression, and return it."""
    return _TseitinEncoder(CountingSink(sink, _literals(expression))).literal(expression)


def _operands(expression: Expression) -> tuple[Expression, ...]:
    if isinstance(expression, Compound):
        return expression.operands
    return (expression.operand,) if isinstance(expression, Negation) else ()


def _literals(expression: Expression) -> Iterator[int]:
    """The literals of all variables in an expression."""
    waiting, seen = [expression], {id(expression)}
    while waiting:
        part = waiting.pop()
        if isinstance(part, Variable):
            yield part.literal
        for operand in _operands(part):
            if id(operand) not in seen:
                seen.add(id(operand))
                waiting.append(operand)


class _TseitinEncoder:
    """Encodes expressions; operations on the same literals share one variable."""

    def __init__(self, sink: ClauseSink) -> None:
        self._sink = sink
        self._defined: dict[tuple[Operator, frozenset[int]], int] = {}

    def require(self, expression: Expression) -> None:
        """Add clauses that make the expression true."""
        todo = [(expression, True)]
        while todo:
            part, value = todo.pop()
            if isinstance(part, Negation):
                todo.append((part.operand, not value))
            elif isinstance(part, Compound) and part.operator is (Operator.AND if value else Operator.OR):
                todo += [(operand, value) for operand in reversed(part.operands)]
            elif isinstance(part, Compound) and part.operator is not Operator.XOR:
                sign = 1 if value else -1
                self._sink.add_clause([sign * self.literal(operand) for operand in part.operands])
            elif isinstance(part, Compound):
                first, second = map(self.literal, part.operands)
                second = second if value else -second
                self._sink.add_clause((first, second))
                self._sink.add_clause((-first, -second))
            else:
                self._sink.add_clause((self.literal(part) if value else -self.literal(part),))

    def literal(self, expression: Expression) -> int:
        """The literal that equals the expression. Operands are encoded before their operation, without recursion."""
        literals: dict[int, int] = {}
        todo = [expression]
        while todo:
            part = todo[-1]
            operands = _operands(part)
            if waiting := [operand for operand in operands if id(operand) not in literals]:
                todo += waiting
                continue
            todo.pop()
            inputs = [literals[id(operand)] for operand in operands]
            if isinstance(part, Compound):
                literals[id(part)] = self._operation(part.operator, inputs)
            elif isinstance(part, Variable):
                literals[id(part)] = part.literal
            else:
                [operand] = inputs
                literals[id(part)] = -operand
        return literals[id(expression)]

    def _operation(self, operator: Operator, inputs: list[int]) -> int:
        """The literal that equals an operation on literals."""
        if operator is Operator.OR:  # the negation of an "and", with which it shares its variable
            return -self._operation(Operator.AND, [-literal for literal in inputs])
        key = operator, frozenset(inputs)
        if operator is Operator.AND and len(key[1]) == 1:
            return inputs[0]
        if operator is Operator.XOR:  # of literals without signs, which move to the result
            sign = 1 if sum(literal < 0 for literal in inputs) % 2 == 0 else -1
            first, second = map(abs, inputs)
            return sign * self._define(operator, (first, second))
        return self._define(operator, tuple(dict.fromkeys(inputs)))

    def _define(self, operator: Operator, inputs: tuple[int, ...]) -> int:
        key = operator, frozenset(inputs)
        if key in self._defined:
            return self._defined[key]
        self._defined[key] = output = self._sink.new_variable()
        if operator is Operator.AND:
            for literal in inputs:
                self._sink.add_clause((-output, literal))
            self._sink.add_clause((output, *(-literal for literal in inputs)))
        else:
            first, second = inputs
            for clause in (
                (-output, first, second),
                (-output, -first, -second),
                (output, -first, second),
                (output, first, -second),
            ):
                self._sink.add_clause(clause)
        return output
