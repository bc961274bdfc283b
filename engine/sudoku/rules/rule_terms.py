"""The syntax tree of a rule in words: numbers and conditions on digits of cells, and demands on groups of cells.

`rule_parser` makes these values from text; `rule_compiler` turns them into primitives.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod

Names = Mapping["str | int", int]
"""The values of names and, by their indices, of cells."""

MAX_ABSOLUTE = 1_000_000
"""Maximum absolute value of a number; beyond it, conditions are false."""


@dataclass(frozen=True)
class Number:
    """A literal number."""

    value: int


@dataclass(frozen=True)
class CellDigit:
    """The digit of a cell."""

    cell: int


@dataclass(frozen=True)
class Name:
    """A named value: `x` the current digit, `a`, `b`, `c` adjacent digits, `n` a place, or a state."""

    name: str


@dataclass(frozen=True)
class Total:
    """A number of several cells: sum, product, minimum, maximum, or count of distinct digits or matching cells."""

    kind: str
    cells: tuple[int, ...]
    condition: "Term | None" = None


@dataclass(frozen=True)
class Operation:
    """An operator with one or two terms; conditions are 1 or 0."""

    operator: str
    terms: "tuple[Term, ...]"


Term = Number | CellDigit | Name | Total | Operation

_OPERATORS: Mapping[str, Callable[..., int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b=None: -a if b is None else a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "abs": abs,
    "=": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "and": lambda a, b: int(bool(a) and bool(b)),
    "or": lambda a, b: int(bool(a) or bool(b)),
    "not": lambda a: int(not a),
}

TOTALS = ("sum", "product", "min", "max", "distinct", "count")
"""The kinds of `Total`."""

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
"""The operators of comparisons."""


class Unanswerable(Exception):
    """A number that does not exist or is too large; conditions that depend on it are false."""


def value(term: Term, names: Names) -> int:
    """The value of a term. Raises Unanswerable, or KeyError for a name without a value."""
    match term:
        case Number(number):
            return number
        case CellDigit(cell):
            return names[cell]
        case Name(name):
            return names[name]
        case Total():
            return total(term, [names[cell] for cell in term.cells])
        case Operation(operator, terms):
            try:
                found = _OPERATORS[operator](*(value(operand, names) for operand in terms))
            except ZeroDivisionError as error:
                raise Unanswerable from error
            if abs(found) > MAX_ABSOLUTE:
                raise Unanswerable
            return found


def holds(term: Term, names: Names) -> bool:
    """Whether a condition holds."""
    try:
        return bool(value(term, names))
    except Unanswerable:
        return False


def total(term: Total, digits: list[int]) -> int:
    """The total of these digits."""
    match term.kind:
        case "sum":
            return sum(digits)
        case "product":
            return prod(digits)
        case "min":
            return min(digits)
        case "max":
            return max(digits)
        case "distinct":
            return len({*digits})
    condition = term.condition
    return sum(condition is None or holds(condition, {"x": digit}) for digit in digits)


def cells_in(term: Term) -> tuple[int, ...]:
    """The cells named in a term, in order."""
    match term:
        case CellDigit(cell):
            return (cell,)
        case Total(_, cells, _):
            return tuple(dict.fromkeys(cells))
        case Operation(_, terms):
            return tuple(dict.fromkeys(cell for operand in terms for cell in cells_in(operand)))
    return ()


@dataclass(frozen=True)
class Condition:
    """A condition on digits of cells."""

    term: Term


@dataclass(frozen=True)
class Windows:
    """A condition on any `length` adjacent cells, or on any two cells, named `a`, `b`, `c` in order."""

    cells: tuple[int, ...]
    length: int
    all_pairs: bool
    term: Term


@dataclass(frozen=True)
class Matches:
    """The digits in order match a pattern, given as a nondeterministic automaton.

    `steps` has for each state its transitions: a mask of digits and the next state; mask 0 consumes no digit. State 0
    is the initial state and state 1 the accepting state.
    """

    cells: tuple[int, ...]
    steps: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Machine:
    """Named numbers updated digit by digit: initial values, updates, and conditions during and at the end."""

    cells: tuple[int, ...]
    start: tuple[tuple[str, int], ...]
    following: tuple[tuple[str, Term], ...]
    limit: Term | None
    end: Term | None


@dataclass(frozen=True)
class Alternatives:
    """At least one of several lists of demands holds."""

    options: "tuple[tuple[Demand, ...], ...]"


Demand = Condition | Windows | Matches | Machine | Alternatives


def cells_of(demand: Demand) -> tuple[int, ...]:
    """The cells named in a demand, in order."""
    match demand:
        case Condition(term):
            return cells_in(term)
        case Alternatives(options):
            return tuple(dict.fromkeys(cell for option in options for part in option for cell in cells_of(part)))
    return tuple(dict.fromkeys(demand.cells))


@dataclass(frozen=True)
class RuleFigure:
    """A drawing of a rule: a word of `DRAWINGS`, its text, and the cells."""

    form: str
    text: str
    cells: tuple[int, ...]


DRAWINGS = ("line", "cage", "mark", "clue", "nothing")
"""The forms of `RuleFigure`."""


@dataclass(frozen=True)
class RuleWords:
    """A rule in words: its name ("" for none), its demands, and its drawing."""

    name: str
    demands: tuple[Demand, ...]
    drawing: RuleFigure

    @property
    def cells(self) -> tuple[int, ...]:
        """All cells of the rule."""
        return tuple(dict.fromkeys(cell for demand in self.demands for cell in cells_of(demand)))
