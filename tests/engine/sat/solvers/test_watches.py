"""Watch lists at every event, compared with a plain program that uses only the recorded events."""

from dataclasses import dataclass

import pytest

from engine.base.errors import Cancelled, InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.rerun import Rerun
from engine.sat.solvers.solve import solve
from engine.sat.solvers.watches import LiteralWatch, VisitResult, WatchHistory, WatchVisit, visits_of
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Setup, Trace


def recorded(formula: Formula, solver: str = "cdcl", setup: Setup | None = None) -> Trace:
    setup = setup or Setup()
    recorder = Recorder(1 << 24, setup=setup)
    found = solve(formula, solver, trace=recorder, seed=setup.seed, prefix=setup.prefix, instead=setup.instead)
    return recorder.trace(formula, found)


@dataclass
class Clause:
    """A clause in the order of its literals, with the first two watched, and where the search for a new watch
    resumes."""

    number: int
    literals: list[int]
    search_from: int = 2


class Reference:
    """Textbook two watched literals, with lists and sets, driven by the events of a recording.

    It propagates by itself, and compares the consequences with the recording. It does not know deletions, so the
    recording must have none.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace, self.position = trace, 0
        self.true: list[int] = []
        self.levels: list[int] = []
        self.head = 0
        self.watches: dict[int, list[list[object]]] = {}
        self.visits: list[WatchVisit] = []
        self.moments: list[tuple[dict[int, list[LiteralWatch]], int]] = []
        for number, literals in enumerate(trace.formula):
            self._load(number, literals)
        self.first = self.position

    def _load(self, number: int, literals: tuple[int, ...]) -> None:
        rest = [fromkey for fromkey in dict.fromkeys(literals) if -fromkey not in self.true]
        if any(literal in self.true or -literal in literals for literal in literals):
            return
        if len(rest) == 1:
            self._happens(EventKind.PROPAGATION, rest[0], number)
        elif rest:
            self._attach(Clause(number, rest))

    def _attach(self, clause: Clause) -> None:
        first, second = clause.literals[:2]
        self.watches.setdefault(first, []).append([second, clause])
        self.watches.setdefault(second, []).append([first, clause])

    def _happens(self, kind: EventKind, literal: int = 0, clause: int = 0) -> None:
        """Process an event, and save the state after it."""
        event = self.trace.event(self.position)
        assert (event.kind, event.literal) == (kind, literal)
        assert kind is EventKind.DECISION or event.clause == clause
        if literal:
            self.true.append(literal)
        self.keep()
        self.position += 1

    def keep(self) -> None:
        """Save the current watches, and the number of visits."""
        lists = {
            literal: [
                LiteralWatch(clause.number, blocker, sum(clause.literals[:2]) - literal)  # type: ignore
                for blocker, clause in watches
            ]
            for literal, watches in self.watches.items()
        }
        self.moments.append((lists, len(self.visits)))

    def _visit(
        self, false: int, blocker: int, clause: Clause, outcome: VisitResult, other: int, found: int, n: int
    ) -> None:
        self.visits.append(WatchVisit(self.position, false, blocker, clause.number, outcome, other, found, n))

    def propagate(self) -> bool:
        """Propagate to the end; returns whether a clause is false."""
        while self.head < len(self.true):
            false = -self.true[self.head]
            self.head += 1
            waiting = self.watches.get(false, [])
            blocks: list[list[object]] = []
            while waiting:
                watch = waiting.pop(0)
                blocker, clause = watch
                assert isinstance(blocker, int)
                assert isinstance(clause, Clause)
                self.watches[false] = [*blocks, watch, *waiting]
                other = sum(clause.literals[:2]) - false
                if blocker in self.true:
                    self._visit(false, blocker, clause, VisitResult.TRUE_BLOCKER, blocker, blocker, 1)
                elif len(clause.literals) > 2 and other in self.true:
                    self._visit(false, blocker, clause, VisitResult.TRUE_OTHER, other, other, 2)
                    watch[0] = other
                else:
                    looks = 1 if len(clause.literals) == 2 else 2
                    places = [*range(clause.search_from, len(clause.literals)), *range(2, clause.search_from)]
                    for place in places:
                        looks += 1
                        found = clause.literals[place]
                        if -found not in self.true:
                            clause.search_from = place
                            break
                    else:
                        if -other in self.true:
                            self._visit(false, blocker, clause, VisitResult.FALSE, other, other, looks)
                            self._happens(EventKind.CONFLICT, 0, clause.number)
                            return True
                        self._visit(false, blocker, clause, VisitResult.UNIT, other, other, looks)
                        self._happens(EventKind.PROPAGATION, other, clause.number)
                        blocks.append(watch)
                        continue
                    if found in self.true:
                        self._visit(false, blocker, clause, VisitResult.TRUE_LITERAL, other, found, looks)
                        watch[0] = found
                    else:
                        self._visit(false, blocker, clause, VisitResult.MOVED, other, found, looks)
                        clause.literals[:2] = [other, found]
                        clause.literals[place] = false
                        self.watches.setdefault(found, []).append([other, clause])
                        self.watches[false] = [*blocks, *waiting]
                        continue
                blocks.append(watch)
        return False

    def run(self) -> None:
        """Follow the recording to its end."""
        while self.position < len(self.trace):
            if self.propagate():
                if self.position < len(self.trace):
                    self._learn()
                continue
            if self.position == len(self.trace):
                break
            event = self.trace.event(self.position)
            if event.kind is EventKind.DECISION:
                self.levels.append(len(self.true))
                self._happens(EventKind.DECISION, event.literal)
            else:
                assert event.kind is EventKind.RESTART
                self._cut()

    def _cut(self) -> None:
        event = self.trace.event(self.position)
        del self.true[self.levels[event.level] :], self.levels[event.level :]
        self.head = len(self.true)
        self.keep()
        self.position += 1

    def _learn(self) -> None:
        event = self.trace.event(self.position)
        assert event.kind is EventKind.LEARNED
        assert event.clause is not None
        self.keep()
        self.position += 1
        self._cut()
        literals = self.trace.clause(event.clause)
        if len(literals) > 1:
            self._attach(Clause(event.clause, list(literals)))
        self._happens(EventKind.PROPAGATION, literals[0], event.clause)


FORMULAS = [
    make("php", ["4", "3"]),
    make("queens", ["4"]),
    make("random-ksat", ["12", "52"], 2),
    Formula.of([(1,), (-1, 2, 3), (-1, -2, 3, 3), (4, 5, 6, 7), (-3, -4), (-5, -6), (-3, 4, 5), (8, -8)], 8),
    Formula.of([(1, 2), (-1, 2), (1, -2), (-1, -2)], 2),
    Formula.of([(1,), (-1,)], 1),
]


@pytest.mark.parametrize("number", range(len(FORMULAS)))
def test_the_watches_of_every_literal_at_every_event(number: int) -> None:
    trace = recorded(FORMULAS[number])
    assert not len(trace.where(EventKind.DELETION))
    reference = Reference(trace) if number != 5 else None
    history = WatchHistory(trace)
    if reference is None:  # a conflict while clauses are loaded: nothing is visited
        assert [history.at(position, None).visits for position in (1, 2)] == [(), ()]  # type: ignore[union-attr]
        return
    reference.run()
    visits = list(reference.visits)
    literals = [sign * v for v in range(1, trace.formula.variables + 1) for sign in (1, -1)]
    for position in range(reference.first, len(trace) + 1):
        lists, count = reference.moments[position - 1] if position else ({}, 0)
        state = trace.state(position)
        for literal in literals:
            watch_state = history.at(position, literal)
            assert watch_state is not None
            if position > reference.first:
                assert list(watch_state.watches) == lists.get(literal, []), (position, literal)
            place = state.place(abs(literal))
            assert watch_state.since == (
                state.events[place] if place is not None and state.value(literal) < 0 else None
            )
            since = watch_state.since
            expected = [] if since is None else [v for v in visits[:count] if v.literal == literal and v.events > since]
            assert list(watch_state.visits) == expected, (position, literal)
        watch_state = history.at(position, None)
        if watch_state is not None and visits[:count] and watch_state.visits:
            assert visits[count - 1].literal == watch_state.literal or not watch_state.visits


def test_with_deletions_each_step_leads_to_where_the_solver_is() -> None:
    """Data that no recording has come from the solver: the effect of its visits on a list is its next list."""
    trace = recorded(make("php", ["6", "5"]))
    deleted = trace.where(EventKind.DELETION)
    assert len(deleted)
    assert len(trace.where(EventKind.RESTART))
    history, again = WatchHistory(trace), Rerun(trace)
    start = int(deleted[0]) - 5
    again.go(start)
    for position in range(again.done, start + 25):
        again.go(position)
        if again.done > position:  # in the middle of a step
            continue
        lists = again.kernel.watch_lists()
        for literal in range(-30, 31):
            if literal and trace.state(position).value(literal) >= 0:  # false ones would make the search backtrack
                state = history.at(position, literal)
                assert state is not None
                assert list(state.watches) == [*map(LiteralWatch._make, lists.of(literal))]


def test_going_back_shows_the_same() -> None:
    trace = recorded(make("php", ["5", "4"]))
    history = WatchHistory(trace)
    forwards = [history.at(position, None) for position in range(0, len(trace), 9)]
    backwards = [WatchHistory(trace).at(position, None) for position in reversed(range(0, len(trace), 9))]
    assert forwards == backwards[::-1]
    assert any(state and state.visits for state in forwards)


def test_a_branch_has_its_own_watches() -> None:
    """Prescribed decisions are applied again: no event differs."""
    formula = make("php", ["5", "4"])
    trace = recorded(formula, setup=Setup(seed=3, prefix=(5,), instead={1: -7}))
    assert trace.event(0).literal == 5
    again = Rerun(trace)
    again.go(len(trace))
    assert again.kernel.conflicts == trace.result.conflicts


def test_another_recording_is_refused_and_a_search_can_be_cancelled() -> None:
    trace = recorded(make("php", ["5", "4"]))
    other = recorded(make("php", ["5", "4"]), setup=Setup(seed=1))
    forged = Trace(
        trace.formula, trace.result, trace.cut, other.kinds, other.literals, other.clauses, other.learned,
        other.keyframes, trace.setup,
    )  # fmt: skip
    with pytest.raises(InputError):
        WatchHistory(forged).at(len(forged) - 1, 1)
    with pytest.raises(Cancelled):
        WatchHistory(trace).at(len(trace) - 1, 1, lambda: True)


def test_a_visit_counts_the_literals_it_reads() -> None:
    """A blocker costs one look; a clause of three literals that becomes unit costs all of them, and its blocker."""
    trace = recorded(Formula.of([(1, 2, 3), (-1, -2), (-1, -3), (2, 3, 4), (3, 2, -4)], 4))
    again = Rerun(trace)
    again.kernel.observed = True
    while not again.step():
        pass
    visits = visits_of(again.kernel.take_visits(), 0)
    assert len(visits) == again.kernel.visits
    assert sum(visit.looks for visit in visits) == again.kernel.looks
    assert all(visit.looks == 1 for visit in visits if visit.outcome is VisitResult.TRUE_BLOCKER)
