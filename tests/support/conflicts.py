"""Conflicts of recorded searches, analysed from the events alone, for tests of sentences about them.

Nothing here uses the analysis of the engine: the trail is computed from the events, the graph from the reasons on it,
and "every path" is checked by removing a literal from the graph.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.sat.formula.families import make
from engine.sat.lessons.lesson import LessonSearch
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace

CONFLICT = 0


@dataclass(frozen=True)
class Case:
    """A conflict above level 0: the true literals in order, their levels, their reasons, and their causes, which are
    the literals of reasons that are true above level 0. The false clause is the reason of the CONFLICT.
    """

    trace: Trace
    index: int
    trail: tuple[int, ...]
    levels: dict[int, int]
    reasons: dict[int, tuple[int, ...]]
    causes: dict[int, frozenset[int]]
    learned: frozenset[int]

    @property
    def position(self) -> TracePosition:
        """The position after the conflict."""
        return TracePosition(self.trace, self.index)

    @property
    def top(self) -> int:
        return max(self.levels.values())

    @property
    def points(self) -> list[int]:
        """The unique implication points in order: each path on the level from its decision to the conflict leads
        through them.
        """
        on_level = [literal for literal in self.trail if self.levels[literal] == self.top]
        return [literal for literal in on_level if not self.reaches(on_level[0], literal)]

    def reaches(self, start: int, *without: int, on_level: bool = True) -> bool:
        """Whether there is a path from a literal to the conflict that avoids some others."""
        reached = {start} - {*without}
        for literal in [*self.trail[self.trail.index(start) + 1 :], CONFLICT]:
            same = literal == CONFLICT or self.levels[literal] == self.top or not on_level
            if literal not in without and same and self.causes[literal] & reached:
                reached.add(literal)
        return CONFLICT in reached


def cases(trace: Trace) -> Iterator[Case]:
    trail: list[int] = []
    reasons: dict[int, tuple[int, ...]] = {}
    levels: dict[int, int] = {}
    level = 0
    for index in range(len(trace)):
        event = trace.event(index)
        if event.kind in (EventKind.BACKTRACK, EventKind.RESTART):
            del trail[int(trace.clauses[index]) :]
            level = event.level
        elif event.literal and event.kind is not EventKind.LEARNED:
            level += event.kind is EventKind.DECISION
            trail.append(event.literal)
            levels[event.literal] = level
            reasons[event.literal] = () if event.clause is None else tuple(trace.clause(event.clause))
        elif event.kind is EventKind.CONFLICT and level:
            after = next(
                (
                    trace.event(at)
                    for at in range(index + 1, min(index + 3, len(trace)))
                    if trace.event(at).kind is EventKind.LEARNED
                ),
                None,
            )
            if after is None or after.clause is None or event.clause is None:
                continue
            causes = {
                literal: frozenset(-other for other in reasons[literal] if other != literal and levels[-other])
                for literal in trail
            }
            causes[CONFLICT] = frozenset(-other for other in trace.clause(event.clause) if levels[-other])
            remaining = {literal: levels[literal] for literal in trail}
            learned = frozenset(trace.clause(after.clause))
            because = {**{literal: reasons[literal] for literal in trail}, CONFLICT: tuple(trace.clause(event.clause))}
            yield Case(trace, index + 1, tuple(trail), remaining, because, causes, learned)


def many(count: int) -> Iterator[Case]:
    seed = found = 0
    while found < count:
        size = 20 + 10 * (seed % 5)
        formula = make("random-ksat", [str(size), str(round(4.3 * size))], seed)
        search = LessonSearch("main", formula, solver="cdcl", branching=("static", "vsids")[seed % 2])
        for case in cases(search.record()):
            found += 1
            yield case
        seed += 1
