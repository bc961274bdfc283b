"""What a question about a formula is, and what is answered.

A question is one file of this folder, and a line in `table`. Commands and screens know no question by its name: they
ask its parameters, run it, show the rows as they come, and can have the answer checked.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar, cast

from engine.base.language import Sentence, _
from engine.base.text import printable, whole_number
from engine.sat.formula.formula import MAX_LITERAL, Formula, Literals
from engine.sat.result import Status
from engine.sat.solvers.limits import Watch
from engine.sat.solvers.memory import check_room

Value = TypeVar("Value", covariant=True)
Values = Mapping[str, object]
"""What was chosen for the parameters, by their names; one that is not there has its default."""

MOST_LITERALS = 1_000_000
"""How many literals may be typed."""


@dataclass(frozen=True)
class QueryParameter(Generic[Value]):
    """Something that can be chosen, and how it is read from what a person types.

    `read` raises ValueError with a sentence for what it does not take.
    """

    name: str
    form: str
    title: Sentence
    read: Callable[[str], Value] = field(repr=False)
    default: Value = field(repr=False)

    def of(self, values: Values) -> Value:
        """What was chosen, or the default."""
        return cast(Value, values.get(self.name, self.default))


@dataclass(frozen=True)
class QueryRow:
    """A part of an answer: literals, and what they are, with a number if there are several such rows."""

    name: str
    literals: Sequence[int]
    number: int | None = None

    @property
    def title(self) -> str:
        """What the literals are: `model 3`, `backbone`."""
        return self.name if self.number is None else f"{self.name} {self.number}"


@dataclass(frozen=True)
class QueryResult:
    """What is known at the end.

    `status` is what came out about the formula itself, `sentence` the answer in words. If it is not the whole answer,
    `reason` says why it stops there; what is in it is right all the same. `facts` are the numbers of the answer, by
    names for programs, and `lines` what programs that ask the same print. `formula` is one that belongs to the answer.
    `rows` are those that were told.
    """

    status: Status
    sentence: str
    rows: tuple[QueryRow, ...] = ()
    reason: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    formula: Formula | None = None


Tell = Callable[[QueryRow], None]
"""Told each row as soon as it is known."""

Fault = str
"""What is wrong with an answer, in words; empty if nothing is."""


@dataclass(frozen=True)
class Query:
    """Something to be asked about a formula.

    `run` answers it by a solver of ours, until `Watch` says to stop. `check` looks for a fault in the answer by other
    means: models are looked up in the formula, and what has no model is proved, and the proof checked; that may take
    longer than `run`. It raises Cancelled when `Watch` says so. Both raise InputError for values that do not fit the
    formula. A question of `any_size` takes memory for the variables in clauses only, however many the header names.
    """

    name: str
    title: Sentence
    parameters: "tuple[QueryParameter[object], ...]"
    run: Callable[[Formula, Values, Watch, Tell], QueryResult] = field(repr=False)
    check: Callable[[Formula, Values, QueryResult, Watch], Fault] = field(repr=False)
    any_size: bool = False


def ask(question: Query, formula: Formula, values: Values, watch: Watch, tell: Tell = lambda _row: None) -> QueryResult:
    """Put a question; its rows are told as they come and are all in the answer. The clock of `watch` runs meanwhile.

    Raises InputError for values that do not fit, and where `engine.sat.solvers.memory.check_room` does.
    """
    rows: list[QueryRow] = []

    def keep(row: QueryRow) -> None:
        rows.append(row)
        tell(row)

    if not question.any_size:
        check_room(formula)
    with watch.clock:
        answer = question.run(formula, values, watch, keep)
    return replace(answer, rows=tuple(rows))


# --- what people type ---


def read_count(text: str) -> int:
    """A number from 1."""
    number = whole_number(text.strip())
    if number < 1:
        raise ValueError(_("'{text}' is not a number from 1").format(text=printable(text[:40])))
    return number


def read_literals(text: str) -> Literals:
    """Literals with blanks or commas between them: `1 -2, 3`."""
    words = [word for word in re.split(r"[\s,]+", text, maxsplit=MOST_LITERALS) if word]
    if len(words) > MOST_LITERALS:
        raise ValueError(_("more than {most} literals").format(most=MOST_LITERALS))
    return tuple(map(_literal, words))


def read_variables(text: str) -> Literals:
    """Variables and ranges of them, in ascending order: `1 2, 5-9`."""
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
