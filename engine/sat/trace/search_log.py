"""Search logs: the events of any solver as lines of text, checked one by one against the formula.

`docs/search-logs.md` describes the format. What the log claims is not believed: a clause that forces a literal must be
unit, a conflict must be a false clause, and a learned clause must follow from the clauses in force by unit propagation
(E. Goldberg, Y. Novikov: Verification of proofs of unsatisfiability for CNF formulas. DATE 2003).
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from engine.base.language import N_, _, lazy_gettext, ngettext
from engine.sat.formula.formula import Formula, Literals
from engine.sat.kernels import units
from engine.sat.result import Result, Status, falsified
from engine.sat.trace.events import DECIDED, FLIPPED, EventKind
from engine.sat.trace.trace import Recorder, Trace

OTHER_SOLVER = "other"
"""The name of the solver in the result of a log, which does not say which solver wrote it."""
ANOTHER = lazy_gettext("another solver")
"""The name of that solver in sentences."""
MAX_WORK = 200_000_000
"""Maximum number of literals that the checks of learned clauses visit, by a rough estimate: some seconds."""
_MAX_LITERALS = 8
"""Maximum number of literals of a clause in a sentence."""

_FORMS = {
    "decide": "decide LITERAL",
    "flip": "flip LITERAL",
    "imply": "imply LITERAL [CLAUSE]",
    "conflict": "conflict [CLAUSE]",
    "learn": "learn LITERAL ... 0",
    "backtrack": "backtrack LEVEL",
    "restart": "restart [LEVEL]",
    "delete": "delete CLAUSE ...",
}
"""The form of each event."""


@dataclass(frozen=True)
class LogFault:
    """The number of a line of a log, from 1, and a sentence on its fault."""

    line: int
    sentence: str


@dataclass(frozen=True)
class SearchLog:
    """A log that has been read: its events up to the first impossible one, and its faults.

    `unchecked` is the number of learned clauses that were not checked, because that would have taken too long.
    """

    trace: Trace
    faults: tuple[LogFault, ...]
    unchecked: int = 0


class _Impossible(Exception):
    """An event that can't follow those before it; the message is a sentence."""


def read_log(formula: Formula, lines: Iterable[str]) -> SearchLog:
    """Read the log of a search for a model of the formula.

    Reading ends at the first event that is impossible; a learned clause that does not follow is only reported.
    """
    reader = _LogReader(formula)
    faults: list[LogFault] = []
    number = 0
    for number, text in enumerate(lines, 1):
        try:
            fault = reader.read(text)
        except _Impossible as error:
            faults.append(LogFault(number, str(error)))
            reader.cut = _("the log is wrong from line {line:,} on").format(line=number)
            break
        if fault:
            faults.append(LogFault(number, fault))
    else:
        if fault := reader.verdict_fault():
            faults.append(LogFault(number, fault))
    return SearchLog(reader.trace(), tuple(faults), reader.unchecked)


@dataclass
class _Answer:
    """The verdict and the literals of the model in a log."""

    status: Status = Status.UNKNOWN
    literals: list[int] = field(default_factory=list)


class _LogReader:
    """Owns the trail, the clauses in force and the events read so far."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._clauses: list[Literals] = [tuple(dict.fromkeys(clause)) for clause in formula]
        self._deleted: set[int] = set()
        self._occurrences: dict[int, list[int]] = {}
        """The clauses with each literal."""
        self._size = 0
        """The number of literals of all clauses."""
        for index, clause in enumerate(self._clauses):
            self._index(index, clause)
        self._trail: list[int] = []
        self._level_of: dict[int, int] = {}
        """The level of each true literal."""
        self._level_starts: list[int] = []
        """The length of the trail before the decision of each level."""
        self._conflict: int | None = None
        self._undone = 0
        """The decision that the last event took back."""
        self._flips = self._learns = False
        self._kinds, self._literals, self._numbers = array("B"), array("i"), array("i")
        self._learned, self._notes = array("i"), array("i")
        self._answer = _Answer()
        self._work = MAX_WORK
        self.unchecked = 0
        self.cut = ""

    def _index(self, index: int, clause: Literals) -> None:
        self._size += len(clause)
        for literal in clause:
            self._occurrences.setdefault(literal, []).append(index)

    # lines

    def read(self, text: str) -> str:
        """Read a line. Returns a sentence on its fault, or an empty string. Raises _Impossible."""
        word, *rest = text.split() or [""]
        if word in ("", "c", "#") or word.startswith("#"):
            return ""
        if word == "s":
            status = {"SATISFIABLE": Status.SATISFIABLE, "UNSATISFIABLE": Status.UNSATISFIABLE}
            self._answer.status = status.get(" ".join(rest), Status.UNKNOWN)
            return ""
        numbers = _numbers(rest)
        if word == "v":
            self._answer.literals += [literal for literal in numbers if literal]
            return ""
        undone, self._undone = self._undone, 0
        conflict, self._conflict = self._conflict, None
        match word, numbers:
            case "decide", [literal]:
                self._assign(EventKind.DECISION, literal, DECIDED)
            case "flip", [literal]:
                if literal != -undone or self._learns:
                    raise _Impossible(_("flip must follow the backtrack that undoes the decision of its negation"))
                self._flips = True
                self._assign(EventKind.FLIP, literal, FLIPPED)
            case "imply", [literal]:
                self._assign(EventKind.PROPAGATION, literal, self._reason(literal))
            case "imply", [literal, number]:
                self._assign(EventKind.PROPAGATION, literal, self._forcing(self._clause(number), literal))
            case "conflict", []:
                self._take_conflict(self._false_clause())
            case "conflict", [number]:
                self._take_conflict(self._clause(number))
            case "learn", [*literals, 0]:
                return self._learn(tuple(dict.fromkeys(literals)), conflict)
            case "backtrack", [level]:
                self._cut(EventKind.BACKTRACK, level)
            case "restart", [] | [_]:
                self._cut(EventKind.RESTART, *(numbers or [0]))
            case "delete", [_first, *_others]:
                self._delete(numbers)
            case _unknown:
                line = " ".join([word, *rest])[:60]
                if form := _FORMS.get(word):
                    raise _Impossible(_("{line!r} does not have the form: {form}").format(line=line, form=form))
                raise _Impossible(
                    _(
                        "{line!r} is not an event: write decide, imply, conflict, learn, backtrack, restart, flip or "
                        "delete"
                    ).format(line=line)
                )
        return ""

    def verdict_fault(self) -> str:
        """A sentence on the fault of the verdict; empty if there is none."""
        if self._answer.status is Status.UNSATISFIABLE:
            if self._kinds and self._kinds[-1] == EventKind.CONFLICT and not self._level_starts:
                return ""
            return _("the verdict is unsatisfiable, but the log does not end with a conflict at level 0")
        if self._answer.status is not Status.SATISFIABLE:
            return ""
        model = self._model()
        wrong = falsified(self._formula, model)
        if wrong is None:
            return ""
        return _("the model does not satisfy clause {number:,}: {clause}").format(
            number=wrong + 1, clause=_literals_text(self._clauses[wrong])
        )

    def trace(self) -> Trace:
        """The events read so far."""
        status = self._answer.status if not self.cut and not self.verdict_fault() else Status.UNKNOWN
        model = self._model() if status is Status.SATISFIABLE else None
        reason = "" if status is not Status.UNKNOWN else self.cut or N_("the log ends without a correct verdict")
        recorder = Recorder()
        recorder.add(
            np.frombuffer(self._kinds, np.uint8),
            np.frombuffer(self._literals, np.int32),
            np.frombuffer(self._numbers, np.int32),
            self._learned,
            self._notes,
        )
        recorder.cut = self.cut
        return recorder.trace(self._formula, Result(status, OTHER_SOLVER, "", model, 0.0, reason=reason))

    def _model(self) -> "array[int]":
        """The model of the log: its v lines, or else the trail; free variables are false."""
        true = set(self._answer.literals or self._trail)
        variables = range(1, self._formula.variables + 1)
        return array("i", (variable if variable in true else -variable for variable in variables))

    # events

    def _add(self, kind: EventKind, literal: int, number: int) -> None:
        self._kinds.append(kind)
        self._literals.append(literal)
        self._numbers.append(number)

    def _assign(self, kind: EventKind, literal: int, reason: int) -> None:
        self._need_literal(literal)
        if literal in self._level_of or -literal in self._level_of:
            value = _("true") if literal in self._level_of else _("false")
            raise _Impossible(_("{literal} is already {value}").format(literal=literal, value=value))
        if kind is EventKind.DECISION:
            self._level_starts.append(len(self._trail))
        self._trail.append(literal)
        self._level_of[literal] = len(self._level_starts)
        self._add(kind, literal, reason)

    def _take_conflict(self, index: int) -> None:
        if others := [literal for literal in self._clauses[index] if -literal not in self._level_of]:
            raise _Impossible(
                _("clause {number:,} is not false: {literal} is {value}").format(
                    number=index + 1, literal=others[0], value=_("true") if others[0] in self._level_of else _("free")
                )
            )
        self._conflict = index
        self._add(EventKind.CONFLICT, 0, index)

    def _learn(self, clause: Literals, conflict: int | None) -> str:
        if conflict is None or not self._level_starts or self._flips or not clause:
            raise _Impossible(_("learn must follow a conflict above level 0, in a search that does not flip decisions"))
        top = len(self._level_starts)
        if all(self._level_of[-literal] < top for literal in self._clauses[conflict]):
            raise _Impossible(
                _("the conflict is on a lower level than {level:,}: go back to that level first").format(level=top)
            )
        for literal in clause:
            self._need_literal(literal)
            if -literal not in self._level_of:
                raise _Impossible(_("{literal} of the learned clause is not false").format(literal=literal))
        clause = tuple(literal for literal in clause if self._level_of[-literal])  # at level 0 they are false for good
        if not clause:
            raise _Impossible(_("all literals of the learned clause are false at level 0"))
        fault = self._derivation_fault(clause)
        self._learns = True
        self._index(len(self._clauses), clause)
        self._add(EventKind.LEARNED, len(clause), len(self._clauses))
        self._clauses.append(clause)
        self._learned.extend(clause)
        self._notes.append(len({self._level_of[-literal] for literal in clause}))
        return fault

    def _cut(self, kind: EventKind, level: int) -> None:
        if not 0 <= level < len(self._level_starts):
            raise _Impossible(
                _("the search is on level {level:,}, so it can't go back to level {target:,}").format(
                    level=len(self._level_starts), target=level
                )
            )
        length = self._level_starts[level]
        self._undone = self._trail[length]
        for literal in self._trail[length:]:
            del self._level_of[literal]
        del self._trail[length:], self._level_starts[level:]
        self._add(kind, level, length)

    def _delete(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            index = self._clause(number)
            if index < len(self._formula):
                raise _Impossible(
                    _("clause {number:,} belongs to the formula and can't be deleted").format(number=number)
                )
            self._deleted.add(index)
            self._notes.append(index)
        self._add(EventKind.DELETION, len(numbers), len(self._trail))

    # clauses

    def _need_literal(self, literal: int) -> None:
        if not 1 <= abs(literal) <= self._formula.variables:
            raise _Impossible(
                _("{literal} is not a literal: the variables are 1 to {variables:,}").format(
                    literal=literal, variables=self._formula.variables
                )
            )

    def _clause(self, number: int) -> int:
        """The index of the clause in force with this number. Raises _Impossible."""
        if not 1 <= number <= len(self._clauses):
            raise _Impossible(
                _("there is no clause {number:,}: so far there are {count:,}").format(
                    number=number, count=len(self._clauses)
                )
            )
        if number - 1 in self._deleted:
            raise _Impossible(_("clause {number:,} is deleted").format(number=number))
        return number - 1

    def _forcing(self, index: int, literal: int) -> int:
        """The index, if the clause with it forces the literal. Raises _Impossible."""
        clause = self._clauses[index]
        if literal not in clause:
            raise _Impossible(
                _("clause {number:,} does not contain {literal}: {clause}").format(
                    number=index + 1, literal=literal, clause=_literals_text(clause)
                )
            )
        if others := [other for other in clause if other != literal and -other not in self._level_of]:
            raise _Impossible(
                _("clause {number:,} does not force {literal}: {other} is not false").format(
                    number=index + 1, literal=literal, other=others[0]
                )
            )
        return index

    def _reason(self, literal: int) -> int:
        """The index of the first clause in force that forces a literal. Raises _Impossible."""
        for index in self._occurrences.get(literal, ()):
            if index not in self._deleted and all(
                other == literal or -other in self._level_of for other in self._clauses[index]
            ):
                return index
        raise _Impossible(_("no clause forces {literal}").format(literal=literal))

    def _false_clause(self) -> int:
        """The index of a false clause, preferably with the negation of the last literal. Raises _Impossible."""
        likely = self._occurrences.get(-self._trail[-1], ()) if self._trail else ()
        for index in chain(likely, range(len(self._clauses))):
            if index not in self._deleted and all(-literal in self._level_of for literal in self._clauses[index]):
                return index
        raise _Impossible(_("no clause is false"))

    def _derivation_fault(self, clause: Literals) -> str:
        """A sentence if a learned clause does not follow from the others, else an empty string."""
        if self._size > self._work:
            self.unchecked += 1
            return ""
        self._work -= self._size
        in_force = (other for index, other in enumerate(self._clauses) if index not in self._deleted)
        pairs = units.implied(Formula.of([*in_force, *([-literal] for literal in clause)], self._formula.variables))
        if len(pairs) and not pairs[-2]:  # a conflict ends the pairs
            return ""
        return _(
            "the learned clause does not follow from the clauses before it: if {literals} are all false, unit "
            "propagation finds no conflict"
        ).format(literals=_literals_text(clause))


def _numbers(words: Sequence[str]) -> list[int]:
    """The numbers of a line. Raises _Impossible."""
    try:
        return [int(word) for word in words]
    except ValueError:
        wrong = next(word for word in words if not word.lstrip("+-").isdecimal())
        raise _Impossible(_("{word!r} is not a number").format(word=wrong[:30])) from None


def _literals_text(clause: Literals) -> str:
    text = " ".join(map(str, clause[:_MAX_LITERALS]))
    if len(clause) <= _MAX_LITERALS:
        return text
    more = len(clause) - _MAX_LITERALS
    return ngettext("{literals} and {count} more", "{literals} and {count} more", more).format(
        literals=text, count=more
    )


def log_lines(trace: Trace) -> Iterator[str]:
    """The log of a recorded search, from which `read_log` makes the same events."""
    for index in range(len(trace)):
        event = trace.event(index)
        clause = (event.clause or 0) + 1
        match event.kind:
            case EventKind.DECISION:
                yield f"decide {event.literal}"
            case EventKind.FLIP:
                yield f"flip {event.literal}"
            case EventKind.PROPAGATION:
                yield f"imply {event.literal} {clause}"
            case EventKind.CONFLICT:
                yield f"conflict {clause}"
            case EventKind.LEARNED:
                yield f"learn {' '.join(map(str, trace.clause(clause - 1)))} 0"
            case EventKind.BACKTRACK:
                yield f"backtrack {event.level}"
            case EventKind.RESTART:
                yield f"restart {event.level}" if event.level else "restart"
            case EventKind.DELETION:
                deleted = trace.deleted(index) or ()
                yield f"delete {' '.join(str(number + 1) for number in deleted)}"
