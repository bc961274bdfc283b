"""A search by cutting planes in words: a line for each event, and for each operation on a conflict."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from engine.base.language import lazy_gettext as _
from engine.sat.cutting_planes.derivations import (
    Addition,
    ConflictDerivation,
    ConstraintDeletion,
    DerivedLine,
    Event,
    LiteralDecision,
    Propagation,
    Replay,
    Rounding,
    Terms,
)
from engine.sat.cutting_planes.search import NativeSearch
from engine.sat.formula.formula import Formula
from engine.sat.formula.linear_constraint import LinearConstraint, name_of
from engine.sat.solvers.limits import Limits, Watch

MAX_LINES = 100_000
"""Maximum number of lines of a search."""

_DECISION = _("level {level:,}: decide {literal}")
_PROPAGATION = _("{literal} follows from constraint {number:,}: its weight {weight:,} is above the slack {slack:,}")
_CONFLICT = _("conflict {count:,}: constraint {number:,} has slack {slack:,}")
_ADDED = _("add constraint {number:,}, the reason of {literal}")
_WEAKENED = _("without {terms}")
_DIVIDED = _("divided by {divisor:,}")
_TIMES = _("times {factor:,}")
_SATURATED = _("no weight above the bound")
_LEARNED = _("learned as constraint {number:,}; back to level {level:,}")
_CONTRADICTION = _("no assignment satisfies this: there is no model")
_RESTART = _("restart: back to level 0")
_DELETION = _("constraint {number:,} is deleted")
_GIVEN = _("constraint {number:,}")


class NarratedKind(Enum):
    """The kind of a line."""

    GIVEN = "given"
    DECISION = "decision"
    PROPAGATION = "propagation"
    CONFLICT = "conflict"
    OPERATION = "operation"
    LEARNED = "learned"
    OTHER = "other"


@dataclass(frozen=True)
class NarratedLine:
    """A sentence, and the constraint that it is about; for a sum also what was `added`.

    `trail` are the literals that are true by then.
    """

    kind: NarratedKind
    sentence: str
    constraint: LinearConstraint | None = None
    added: LinearConstraint | None = None
    trail: tuple[int, ...] = ()


def narrated(
    formula: Formula, *, seconds: float = 5.0, most: int = MAX_LINES, cancel: Callable[[], bool] | None = None
) -> tuple[list[NarratedLine], int]:
    """The lines of a search of a formula, and its answer: 10 satisfiable, 20 unsatisfiable, 0 not decided.

    The search ends undecided after some seconds, or after a number of lines.
    """
    lines: list[NarratedLine] = []
    search = NativeSearch(formula, listen=lambda found: lines.extend(narration.lines(found)), cancel=cancel)
    narration = _Narration(search.given)
    lines.extend(narration.given())
    watch = Watch(Limits(seconds), None, cancel, 0.1)
    answer = 0
    with watch.clock:
        while not answer and len(lines) < most and not watch.reason_to_stop():
            answer = search.run(10_000)
    return lines, answer


class _Narration:
    """Follows the events; knows the trail and the constraints."""

    def __init__(self, given: Iterable[LinearConstraint]) -> None:
        self._replay = Replay(given)
        self._trail: list[int] = []
        self._limits: list[int] = []
        """By level above 0: the length of the trail before its decision."""
        self._conflicts = 0

    def given(self) -> Iterator[NarratedLine]:
        for number, constraint in enumerate(self._replay.constraints, 1):
            yield NarratedLine(NarratedKind.GIVEN, _GIVEN.format(number=number), constraint)

    def lines(self, events: Iterable[Event]) -> Iterator[NarratedLine]:
        for event in events:
            if isinstance(event, LiteralDecision):
                self._limits.append(len(self._trail))
                self._trail.append(event.literal)
                text = _DECISION.format(level=len(self._limits), literal=name_of(event.literal))
                yield NarratedLine(NarratedKind.DECISION, text, trail=tuple(self._trail))
            elif isinstance(event, Propagation):
                yield self._propagation(event)
            elif isinstance(event, ConflictDerivation):
                yield from self._derivation(event)
            elif isinstance(event, ConstraintDeletion):
                text = _DELETION.format(number=event.constraint + 1)
                yield NarratedLine(NarratedKind.OTHER, text, trail=tuple(self._trail))
            else:
                self._back_to(0)
                yield NarratedLine(NarratedKind.OTHER, str(_RESTART), trail=tuple(self._trail))

    def _propagation(self, event: Propagation) -> NarratedLine:
        constraint = self._replay.constraints[event.constraint]
        weight = next(weight for weight, literal in constraint.terms if literal == event.literal)
        text = _PROPAGATION.format(
            literal=name_of(event.literal), number=event.constraint + 1, weight=weight, slack=event.slack
        )
        self._trail.append(event.literal)
        return NarratedLine(NarratedKind.PROPAGATION, text, constraint, trail=tuple(self._trail))

    def _derivation(self, event: ConflictDerivation) -> Iterator[NarratedLine]:
        self._conflicts += 1
        start, trail = self._replay.start(event), tuple(self._trail)
        text = _CONFLICT.format(
            count=self._conflicts, number=event.conflict + 1, slack=start.slack(-literal for literal in trail)
        )
        yield NarratedLine(NarratedKind.CONFLICT, text, start, trail=trail)
        lines = self._replay.lines(event)
        for line in lines:
            yield NarratedLine(NarratedKind.OPERATION, _operation(line), line.constraint, line.rounded, trail)
        last = lines[-1].constraint if lines else start
        if event.learned is None:
            yield NarratedLine(NarratedKind.LEARNED, str(_CONTRADICTION), last, trail=trail)
            return
        self._replay.constraints.append(last)
        self._back_to(event.level)
        text = _LEARNED.format(number=event.learned + 1, level=event.level)
        yield NarratedLine(NarratedKind.LEARNED, text, last, trail=tuple(self._trail))

    def _back_to(self, level: int) -> None:
        if level < len(self._limits):
            del self._trail[self._limits[level] :]
            del self._limits[level:]


def _operation(line: DerivedLine) -> str:
    operation = line.operation
    if isinstance(operation, Addition):
        parts = [_ADDED.format(number=operation.reason + 1, literal=name_of(operation.literal))]
        parts += _rounding(operation.divisor, operation.weakened)
        parts += [_TIMES.format(factor=operation.factor)] if operation.factor > 1 else []
        return ", ".join(parts)
    if isinstance(operation, Rounding):
        return ", ".join(_rounding(operation.divisor, operation.weakened))
    return str(_SATURATED)


def _rounding(divisor: int, weakened: Terms) -> list[str]:
    terms = " ".join(f"{weight} {name_of(literal)}" for weight, literal in weakened)
    parts = [_WEAKENED.format(terms=terms)] if weakened else []
    return parts + ([_DIVIDED.format(divisor=divisor)] if divisor > 1 else [])
