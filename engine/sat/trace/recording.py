"""A recorded search with its branches, as a tree, and its breakpoints.

Line 0 is the search that was recorded first. Every other line is a branch: it shares the events of its parent up to a
decision, and decides another literal there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from engine.base.errors import InputError
from engine.base.flat_rows import view
from engine.base.language import Sentence, _, lazy_gettext
from engine.sat.trace.breakpoints import Breakpoint
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace

MAIN = lazy_gettext("main line")
NO_DECISION = lazy_gettext("the search makes no decision at or after this event")
NO_SUCH_LITERAL = lazy_gettext("a literal is a variable from 1 to {variables:,}, with a minus sign for false")
NOT_IN_CLAUSES = lazy_gettext("variable {variable:,} is in no clause, so nothing depends on it")
NOT_FREE = lazy_gettext("{literal} is {value} when this decision is due, at event {event:,}")


class Difference(NamedTuple):
    """A branch compared with its parent, as pairs (branch, parent) of counts after the fork.

    `same_learned` is the number of clauses learned in the branch after the fork that the parent also learned at any
    time.
    """

    events: tuple[int, int]
    conflicts: tuple[int, int]
    learned: tuple[int, int]
    same_learned: int


@dataclass(frozen=True)
class SearchLine:
    """A search: the main line (its own `parent`), or a branch that leaves its parent at a decision.

    `fork` is the index of the event with that decision, up to which both share their events; `literal` is what the
    branch decides there instead. `checked` is whether its verdict was confirmed; None: not checked.
    """

    trace: Trace
    name: str | Sentence = MAIN
    parent: int = 0
    fork: int = 0
    literal: int = 0
    checked: bool | None = None


class Viewpoint(NamedTuple):
    """The view of a reader: the line, the position in it, the pane in `front`, and the names of literals.

    The values of `front` belong to the user interface. `in_cells`: literals are named by their meaning.
    """

    line: int = 0
    position: int = 0
    front: str = ""
    in_cells: bool = True


@dataclass(frozen=True)
class SearchRecording:
    """Lines (parents before their branches), breakpoints, and the last viewpoint."""

    lines: tuple[SearchLine, ...]
    breakpoints: tuple[Breakpoint, ...] = ()
    view: Viewpoint = Viewpoint()  # noqa: RUF009 (a tuple)

    def with_branch(self, line: SearchLine) -> "SearchRecording":
        """A copy with one more line at the end."""
        return replace(self, lines=(*self.lines, line))

    def with_line(self, number: int, line: SearchLine) -> "SearchRecording":
        """A copy with line `number` replaced."""
        return replace(self, lines=(*self.lines[:number], line, *self.lines[number + 1 :]))

    def without_branch(self, number: int) -> "SearchRecording":
        """A copy without a branch and its own branches. Raises ValueError for the main line."""
        if number == 0:
            raise ValueError(_("the main line stays"))
        removed = {number}
        for index, line in enumerate(self.lines):
            if line.parent in removed:
                removed.add(index)
        remaining = [index for index in range(len(self.lines)) if index not in removed]
        lines = (replace(self.lines[index], parent=remaining.index(self.lines[index].parent)) for index in remaining)
        return replace(self, lines=tuple(lines))

    def origin(self, number: int, fork: int) -> int:
        """The line that a branch at event `fork` of this line leaves: this line, or the ancestor that owns the event.

        A branch at the fork of a line itself becomes a sibling of that line.
        """
        while number and fork <= self.lines[number].fork:
            number = self.lines[number].parent
        return number

    def find_branch(self, parent: int, fork: int, literal: int) -> int | None:
        """The number of the branch with this decision, or None."""
        decision = parent, fork, literal
        branches = enumerate(self.lines[1:], 1)
        return next((n for n, line in branches if (line.parent, line.fork, line.literal) == decision), None)

    def name_for(self, literal: str) -> str:
        """A unique name for a branch that takes this literal."""
        names_taken = {str(line.name) for line in self.lines}
        names = (literal, *(f"{literal} ({number})" for number in range(2, len(names_taken) + 3)))
        return next(name for name in names if name not in names_taken)

    def outline(self) -> list[tuple[int, int]]:
        """All lines with their depths, in tree order: the branches of a line follow it, the earliest fork first."""

        def below(number: int, depth: int) -> Iterator[tuple[int, int]]:
            yield number, depth
            branches = [n for n, line in enumerate(self.lines) if n and line.parent == number]
            for branch in sorted(branches, key=lambda n: (self.lines[n].fork, n)):
                yield from below(branch, depth + 1)

        return list(below(0, 0))

    def difference(self, number: int) -> Difference:
        """Compare a branch with its parent. Raises ValueError for the main line."""
        if number == 0:
            raise ValueError(_("the main line does not branch off another"))
        line = self.lines[number]
        branch, parent = line.trace, self.lines[line.parent].trace
        before = branch.counters(line.fork)
        branch_end, parent_end = branch.counters(len(branch)), parent.counters(len(parent))
        new = learned_hashes(branch)[before.learned :]
        return Difference(
            (len(branch) - line.fork, len(parent) - line.fork),
            (branch_end.conflicts - before.conflicts, parent_end.conflicts - before.conflicts),
            (branch_end.learned - before.learned, parent_end.learned - before.learned),
            int(np.isin(new, learned_hashes(parent)).sum()),
        )


def learned_hashes(trace: Trace) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    """A 64-bit hash of each learned clause, independent of the order of its literals.

    Different clauses have the same hash with probability 2^-64.
    """
    starts = trace.learned_starts
    hashes = np.zeros(len(starts) - 1, np.uint64)
    filled = starts[1:] > starts[:-1]
    if filled.any():
        mixed = view(trace.learned).astype(np.int64).astype(np.uint64)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):  # SplitMix64
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        hashes[filled] = np.add.reduceat(mixed, starts[:-1][filled])
    return hashes


def decision_at(trace: Trace, position: int) -> int:
    """The index of the decision that a branch from this position replaces: the last event, or the next decision.

    Raises InputError if there is none.
    """
    found = trace.next_position(max(position - 1, 0), EventKind.DECISION)
    if found is None:
        raise InputError(NO_DECISION)
    return found - 1


def check_decision(trace: Trace, fork: int, literal: int) -> None:
    """Raise InputError unless the literal can replace the decision in event `fork`."""
    variable = abs(literal)
    if not 1 <= variable <= trace.formula.variables:
        raise InputError(NO_SUCH_LITERAL.format(variables=trace.formula.variables))
    if value := trace.state(fork).value(literal):
        raise InputError(NOT_FREE.format(literal=literal, value="true" if value > 0 else "false", event=fork))
    if not np.any(np.abs(view(trace.formula.literals)) == variable):
        raise InputError(NOT_IN_CLAUSES.format(variable=variable))
