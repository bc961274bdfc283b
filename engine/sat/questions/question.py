"""Queries about a formula, their parameters and their results.

A query is a module of this folder and an entry in `table`. Commands and screens treat all queries alike: they read the
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
"""Parameter values by name; a missing one has its default."""

CLAUSE, STEP = "clause", "step"
"""The names of rows that are clauses: of the formula, with their number, and of a derivation from these."""

FROM = lazy_gettext("{row}, from {grounds}")

MOST_LITERALS = 1_000_000
"""Maximum number of literals that a person can enter."""


@dataclass(frozen=True)
class QueryParameter(Generic[Value]):
    """A parameter of a query, and how its value is parsed from text.

    `read` raises ValueError, with a sentence for the person, if the text is invalid. A parameter without a `form` is
    either given or not: it has no text, and is True if it is given.
    """

    name: str
    form: str
    title: Sentence
    read: Callable[[str], Value] = field(repr=False)
    default: Value = field(repr=False)

    @property
    def is_flag(self) -> bool:
        """Whether the parameter is given without a value."""
        return not self.form

    def of(self, values: Values) -> Value:
        """The given value, or the default."""
        return cast(Value, values.get(self.name, self.default))


@dataclass(frozen=True)
class QueryRow:
    """A part of a result: literals and their name, with a number if there are several such rows.

    `grounds` are the rows that it follows from.
    """

    name: str
    literals: Sequence[int]
    number: int | None = None
    grounds: "tuple[QueryRow, ...]" = ()

    @property
    def title(self) -> str:
        """The name of the literals: `model 3`, `backbone`."""
        return self.name if self.number is None else f"{self.name} {self.number}"

    def text(self, words: Words, longest: int | None = None) -> str:
        """The row as a line, such as `step 3: -4 7, from clause 2 (7 8), step 1 (-4 -8)`.

        Literals beyond some `longest` characters are left out.
        """
        row = printable(f"{self.title}: {self._clause(words, longest)}".rstrip())
        if not self.grounds:
            return row
        grounds = [f"{ground.title} ({printable(ground._named(words, longest))})" for ground in self.grounds]
        return FROM.format(row=row, grounds=joined(grounds))

    def _named(self, words: Words, longest: int | None) -> str:
        """The rule of a clause, or its literals."""
        rule = words.rule(self.number - 1) if self.name == CLAUSE and self.number and words.rules else ""
        return rule or self._clause(words, longest)

    def _clause(self, words: Words, longest: int | None) -> str:
        if self.name == STEP and not self.literals:
            return _("the empty clause")
        text = ""
        for literal in self.literals:
            text += f"{words.between if text else ''}{words.literal(literal)}"
            if longest is not None and len(text) > longest:
                break
        return text


@dataclass(frozen=True)
class QueryResult:
    """The result of a query.

    `status` is the verdict on the formula itself, `sentence` the result in words. If the result is incomplete, `reason`
    says why; its contents are valid all the same. `facts` are numbers by names for programs, and `lines` are output
    lines in the format of other programs. `formula` is a formula that is part of the result. `rows` are the rows
    reported.
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

    `run` computes the result with a solver of ours, until `Watch` says to stop. `check` looks for a fault in the result
    by other means: it checks models against the formula, and proves unsatisfiability with checked proofs, which may
    take longer than `run`. It raises Cancelled when `Watch` says to stop. Both raise InputError for values that do not
    fit the formula. A query of `any_size` needs memory only for the variables in clauses, whatever the header declares.
    """

    name: str
    title: Sentence
    parameters: "tuple[QueryParameter[object], ...]"
    run: Callable[[Formula, Values, Watch, Report], QueryResult] = field(repr=False)
    check: Callable[[Formula, Values, QueryResult, Watch], Fault] = field(repr=False)
    any_size: bool = False


def ask(
    question: Query, formula: Formula, values: Values, watch: Watch, report: Report = lambda _row: None
) -> QueryResult:
    """Run a query; `report` gets its rows as they arrive, and the result has all of them. The clock of `watch` runs.

    Raises InputError for values that do not fit, and where `engine.sat.solvers.memory.check_room` does.
    """
    rows: list[QueryRow] = []

    def keep(row: QueryRow) -> None:
        rows.append(row)
        report(row)

    if not question.any_size:
        check_room(formula)
    with watch.clock:
        answer = question.run(formula, values, watch, keep)
    return replace(answer, rows=tuple(rows))


# --- parsers of parameters ---


def read_count(text: str) -> int:
    """A positive number. Raises ValueError."""
    number = whole_number(text.strip())
    if number < 1:
        raise ValueError(_("'{text}' is not a number from 1").format(text=printable(text[:40])))
    return number


def read_flag(_text: str) -> bool:
    """True: the parameter is given."""
    return True


def read_literals(text: str) -> Literals:
    """Literals separated by blanks or commas: `1 -2, 3`. Raises ValueError."""
    words = [word for word in re.split(r"[\s,]+", text, maxsplit=MOST_LITERALS) if word]
    if len(words) > MOST_LITERALS:
        raise ValueError(_("more than {most} literals").format(most=MOST_LITERALS))
    return tuple(map(_literal, words))


def read_variables(text: str) -> Literals:
    """Variables and ranges in ascending order: `1 2, 5-9`. Raises ValueError."""
    found: set[int] = set()
    for word in re.split(r"[\s,]+", text.strip()):
        first, _unused, last = word.partition("-")
        begin, end = whole_number(first), whole_number(last or first)
        if not 1 <= begin <= end <= MAX_LITERAL:
            raise ValueError(
                _("'{word}' is neither a variable nor a range such as 5-9").format(word=printable(word[:40]))
            )
        if len(found) + end - begin > MOST_LITERALS:
            raise ValueError(_("more than {most} variables").format(most=MOST_LITERALS))
        found.update(range(begin, end + 1))
    return tuple(sorted(found))


def _literal(word: str) -> int:
    number = whole_number(word.removeprefix("-"))
    if not 1 <= number <= MAX_LITERAL:
        raise ValueError(_("'{word}' is not a literal").format(word=printable(word[:40])))
    return -number if word.startswith("-") else number
