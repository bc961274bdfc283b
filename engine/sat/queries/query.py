"""Queries about a formula, their parameters and their results.

A query is a module of this folder, listed in `registry`. Commands and screens treat all queries alike: they read the
parameters, run the query, show its rows as they arrive, and can have the result checked.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar, cast

from engine.base.language import Sentence, _, lazy_gettext
from engine.base.text import joined, printable, whole_number
from engine.sat.formula.formula import MAX_LITERAL, Formula, Literals
from engine.sat.formula.words import Words
from engine.sat.result import Status
from engine.sat.solvers.limits import Watch
from engine.sat.solvers.memory import check_room

Value = TypeVar("Value", covariant=True)
Values = Mapping[str, object]
"""Parameter values by name; parameters without a value have their default."""

CLAUSE, STEP = "clause", "step"
"""The names of rows that are clauses: of the formula, with their number, and of a derivation from these."""

_WITH_GROUNDS = lazy_gettext("{row}, from {grounds}")

MAX_LITERALS = 1_000_000
"""Maximum number of literals or variables in the value of a parameter."""


@dataclass(frozen=True)
class QueryParameter(Generic[Value]):
    """A parameter of a query, and how its value is parsed from text.

    `form` stands for the text in help, such as LITS; a flag has none. `read` raises ValueError, with a sentence for the
    person, if the text is invalid; for a flag that is set, it returns True.
    """

    name: str
    form: str
    title: Sentence
    read: Callable[[str], Value] = field(repr=False)
    default: Value = field(repr=False)

    @property
    def is_flag(self) -> bool:
        """Whether the parameter has no text: it is set or not."""
        return not self.form

    def of(self, values: Values) -> Value:
        """The value in `values`, or the default."""
        return cast(Value, values.get(self.name, self.default))


@dataclass(frozen=True)
class QueryRow:
    """A part of a result: named literals, numbered if several rows have the name.

    `grounds` are the rows from which it follows.
    """

    name: str
    literals: Sequence[int]
    number: int | None = None
    grounds: "tuple[QueryRow, ...]" = ()

    @property
    def title(self) -> str:
        """The name and the number: `model 3`, `backbone`."""
        return self.name if self.number is None else f"{self.name} {self.number}"

    def text(self, words: Words, max_length: int | None = None) -> str:
        """The row as a line, such as `step 3: -4 7, from clause 2 (7 8), step 1 (-4 -8)`.

        Each clause ends with the literal that reaches `max_length` characters, if any.
        """
        row = printable(f"{self.title}: {self._clause(words, max_length)}".rstrip())
        if not self.grounds:
            return row
        grounds = [
            f"{ground.title} ({printable(ground._rule_or_clause(words, max_length))})" for ground in self.grounds
        ]
        return _WITH_GROUNDS.format(row=row, grounds=joined(grounds))

    def _rule_or_clause(self, words: Words, max_length: int | None) -> str:
        rule = words.rule(self.number - 1) if self.name == CLAUSE and self.number and words.rules else ""
        return rule or self._clause(words, max_length)

    def _clause(self, words: Words, max_length: int | None) -> str:
        if self.name == STEP and not self.literals:
            return _("the empty clause")
        text = ""
        for literal in self.literals:
            text += f"{words.between if text else ''}{words.literal(literal)}"
            if max_length is not None and len(text) > max_length:
                break
        return text


@dataclass(frozen=True)
class QueryResult:
    """The result of a query.

    `status` is the verdict on the formula, and `sentence` the result in words. `rows` are the rows reported. If the
    result is incomplete, `reason` says why; its contents are valid all the same. `facts` are numbers by name, for
    programs. `lines` are further output in the notation of other programs, and `formula` is a formula to save.
    """

    status: Status
    sentence: str
    rows: tuple[QueryRow, ...] = ()
    reason: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    formula: Formula | None = None


Report = Callable[[QueryRow], None]
"""Called with each row as soon as it is known."""

Fault = str
"""A sentence on what is wrong with a result; empty if nothing is."""


@dataclass(frozen=True)
class Query:
    """A query about a formula.

    `run` computes the result with one of our solvers, until `Watch` says to stop. `check` looks for a fault in the
    result by other means: it checks models against the formula, and proves unsatisfiability with checked proofs. It may
    take longer than `run`, and raises Cancelled when `Watch` says to stop. Both raise InputError for values that do not
    fit the formula. If `any_size`, `run` needs memory only for the variables in clauses, whatever the header declares.
    """

    name: str
    title: Sentence
    parameters: "tuple[QueryParameter[object], ...]"
    run: Callable[[Formula, Values, Watch, Report], QueryResult] = field(repr=False)
    check: Callable[[Formula, Values, QueryResult, Watch], Fault] = field(repr=False)
    any_size: bool = False


def ask(
    query: Query, formula: Formula, values: Values, watch: Watch, report: Report = lambda _row: None
) -> QueryResult:
    """Run a query; `report` gets its rows as they arrive, and the result has all of them. The clock of `watch` runs.

    Raises InputError for values that do not fit the formula, and for a formula that is too large, as
    `engine.sat.solvers.memory.check_room` does.
    """
    rows: list[QueryRow] = []

    def collect(row: QueryRow) -> None:
        rows.append(row)
        report(row)

    if not query.any_size:
        check_room(formula)
    with watch.clock:
        result = query.run(formula, values, watch, collect)
    return replace(result, rows=tuple(rows))


# --- parsers of parameters ---


def read_count(text: str) -> int:
    """Parse a positive number. Raises ValueError."""
    number = whole_number(text.strip())
    if number < 1:
        raise ValueError(_("'{text}' is not a number from 1").format(text=printable(text[:40])))
    return number


def read_flag(_text: str) -> bool:
    """True, as the flag is set."""
    return True


def read_literals(text: str) -> Literals:
    """Parse literals separated by blanks or commas: `1 -2, 3`. Raises ValueError."""
    words = [word for word in re.split(r"[\s,]+", text, maxsplit=MAX_LITERALS) if word]
    if len(words) > MAX_LITERALS:
        raise ValueError(_("more than {most} literals").format(most=MAX_LITERALS))
    return tuple(map(_literal, words))


def read_variables(text: str) -> Literals:
    """Parse variables and ranges, such as `1 2, 5-9`, into ascending order. Raises ValueError."""
    variables: set[int] = set()
    for word in re.split(r"[\s,]+", text.strip()):
        first, _unused, last = word.partition("-")
        begin, end = whole_number(first), whole_number(last or first)
        if not 1 <= begin <= end <= MAX_LITERAL:
            raise ValueError(
                _("'{word}' is neither a variable nor a range such as 5-9").format(word=printable(word[:40]))
            )
        if len(variables) + end - begin > MAX_LITERALS:
            raise ValueError(_("more than {most} variables").format(most=MAX_LITERALS))
        variables.update(range(begin, end + 1))
    return tuple(sorted(variables))


def _literal(word: str) -> int:
    number = whole_number(word.removeprefix("-"))
    if not 1 <= number <= MAX_LITERAL:
        raise ValueError(_("'{word}' is not a literal").format(word=printable(word[:40])))
    return -number if word.startswith("-") else number
