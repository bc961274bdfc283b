"""The checker of recorded searches: the first fault that it finds is that of the definition of the events."""

import random
from array import array
from collections.abc import Sequence

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.kernels import plain
from engine.sat.formula.formula import Formula
from engine.sat.kernels import retracing
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import DECIDED, FLIPPED, EventKind
from engine.sat.trace.trace import Recorder

Event = list[int]
"""Kind, literal, clause."""


def first_fault(
    formula: Formula, events: Sequence[Event], learned: Sequence[Sequence[int]], notes: Sequence[int] | None
) -> int:
    """By the definition: a trail of literals with their levels, searched anew for each question."""
    trail: list[tuple[int, int]] = []
    clauses = [*map(list, formula)]
    level, flips, learns, spent = 0, False, False, 0
    undone, conflict = 0, -1
    gone: set[int] = set()

    def states(clause: Sequence[int]) -> list[bool | None]:
        true = {literal for literal, _ in trail}
        return [True if literal in true else False if -literal in true else None for literal in clause]

    def is_fault(kind: int, literal: int, number: int) -> bool:
        is_clause = 0 <= number < len(clauses) and number not in gone
        below = [entry for entry in trail if entry[1] <= literal]
        match kind:
            case EventKind.DECISION | EventKind.FLIP | EventKind.PROPAGATION:
                if not 1 <= abs(literal) <= formula.variables or states([literal]) != [None]:
                    return True
                if kind == EventKind.DECISION:
                    return number != DECIDED
                if kind == EventKind.FLIP:
                    return number != FLIPPED or undone != -literal or learns
                if not is_clause:
                    return True
                others = [other for other in clauses[number] if other != literal]
                return literal not in clauses[number] or any(state is not False for state in states(others))
            case EventKind.CONFLICT:
                return literal != 0 or not is_clause or any(state is not False for state in states(clauses[number]))
            case EventKind.LEARNED:
                if conflict < 0 or not level or flips or number != len(clauses) or literal <= 0:
                    return True
                levels = {abs(entry): of for entry, of in trail}
                if level not in {levels[abs(other)] for other in clauses[conflict]}:
                    return True
                clause = learned[number - len(formula)]
                if any(not 1 <= abs(other) <= formula.variables for other in clause):
                    return True
                if any(state is not False for state in states(clause)):
                    return True
                if notes is None:
                    return False
                least = len({levels[abs(other)] for other in clause})
                return spent >= len(notes) or not least <= notes[spent] <= level
            case EventKind.BACKTRACK | EventKind.RESTART:
                return not 0 <= literal < level or number != len(below)
            case EventKind.DELETION:
                if literal < 0 or number != len(trail):
                    return True
                if notes is None:
                    return False
                names = notes[spent : spent + literal]
                is_known = all(len(formula) <= name < len(clauses) and name not in gone for name in names)
                return len(names) < literal or not is_known or len(set(names)) < literal
        return True

    for place, (kind, literal, number) in enumerate(events):
        flips |= kind == EventKind.FLIP
        if is_fault(kind, literal, number):
            return place
        undone, conflict = 0, -1
        match kind:
            case EventKind.DECISION | EventKind.FLIP | EventKind.PROPAGATION:
                level += kind == EventKind.DECISION
                trail.append((literal, level))
            case EventKind.CONFLICT:
                conflict = number
            case EventKind.LEARNED:
                learns = True
                clauses.append(list(learned[number - len(formula)]))
                spent += notes is not None
            case EventKind.BACKTRACK | EventKind.RESTART:
                level, undone = literal, trail[number][0]
                del trail[number:]
            case EventKind.DELETION if notes is not None:
                gone.update(notes[spent : spent + literal])
                spent += literal
    return -1 if notes is None or spent == len(notes) else len(events)


class Search:
    """A recorded search, taken apart."""

    def __init__(self, formula: Formula, solver: str) -> None:
        recorder = Recorder(1 << 20)
        trace = recorder.trace(formula, solve(formula, solver, trace=recorder, seed=1))
        self.formula = formula
        columns = (trace.kinds.tolist(), trace.literals.tolist(), trace.clauses.tolist())
        self.events: list[Event] = [list(event) for event in zip(*columns, strict=True)]
        lengths = [event[1] for event in self.events if event[0] == EventKind.LEARNED]
        rest = iter(trace.learned)
        self.learned = [[next(rest) for _ in range(length)] for length in lengths]
        self.notes = list(trace.notes)

    def compared(self, with_notes: bool) -> tuple[int, int]:
        """The first fault by the kernel and by the definition."""
        kinds, literals, clauses = zip(*self.events, strict=True) if self.events else ((), (), ())
        notes = self.notes if with_notes else None
        flat = array("i", [literal for clause in self.learned for literal in clause])
        lengths = [len(clause) for clause in self.learned]
        columns = array("B", kinds), array("i", literals), array("i", clauses)
        found = retracing.first_fault(self.formula, *columns, flat, lengths, notes and array("i", notes))
        return found, first_fault(self.formula, self.events, self.learned, notes or None)

    def damage(self, rng: random.Random) -> None:
        """Change one thing."""
        place = rng.randrange(len(self.events))
        event = self.events[place]
        number = rng.choice((-3, -2, -1, 0, 1, 2, self.formula.variables, self.formula.variables + 1))
        match rng.randrange(8):
            case 0:
                event[rng.choice((1, 2))] += rng.choice((-1, 1))
            case 1:
                event[1] *= -1
            case 2:
                event[0] = rng.randrange(9)
            case 3:
                event[rng.choice((1, 2))] = number
            case 4 if event[0] != EventKind.LEARNED:  # else there would be more clauses than are learned
                del self.events[place]
            case 5:
                self.events.insert(place + 1, list(event))
                if event[0] == EventKind.LEARNED:
                    self.events[place + 1][2] += 1
                    at = sum(kind == EventKind.LEARNED for kind, _, _ in self.events[:place])
                    self.learned.insert(at, list(self.learned[at]))
            case 6 if self.learned:
                clause = rng.choice(self.learned)
                clause[rng.randrange(len(clause))] = number
            case _ if self.notes:
                self.notes[rng.randrange(len(self.notes))] += rng.choice((-2, -1, 1, 2))


def formula_of(seed: int) -> Formula:
    rng = random.Random(seed)
    clauses = [[v * rng.choice((1, -1)) for v in rng.sample(range(1, 8), 3)] for _ in range(rng.randint(18, 34))]
    return Formula.of(clauses, 7)


@pytest.mark.parametrize("solver", ["naive", "dpll", "cdcl"])
@settings(max_examples=amount(400))
@given(seed=st.integers(0, 10**6), damages=st.integers(0, 2), with_notes=st.booleans())
def test_the_first_fault_matches_the_definition(solver: str, seed: int, damages: int, with_notes: bool) -> None:
    rng = random.Random(seed)
    search = Search(formula_of(seed % 7), solver)
    with_notes &= solver == "cdcl"
    for _ in range(damages):
        search.damage(rng)
        if not search.events:
            return
    found, expected = search.compared(with_notes)
    assert found == expected
    assert found == -1 or damages


def case(*events: tuple[int, int, int]) -> int:
    """The first fault of events in (1 2)(-1 2 3)(-3)."""
    kinds, literals, clauses = zip(*events, strict=True)
    formula = Formula.of([[1, 2], [-1, 2, 3], [-3]], 3)
    columns = array("B", kinds), array("i", literals), array("i", clauses)
    return retracing.first_fault(formula, *columns, array("i"), [])


DECIDE, FLIP, FORCE, CLASH = EventKind.DECISION, EventKind.FLIP, EventKind.PROPAGATION, EventKind.CONFLICT
BACK, RESTART, DELETE = EventKind.BACKTRACK, EventKind.RESTART, EventKind.DELETION


@pytest.mark.parametrize(
    ("events", "fault"),
    [
        (((FORCE, -3, 2), (DECIDE, 1, DECIDED), (FORCE, 2, 1)), -1),
        (((DECIDE, 1, DECIDED), (FORCE, 2, 1)), 1),  # 3 may still be true
        (((DECIDE, 2, DECIDED), (FORCE, 1, 0)), 1),  # the clause is true
        (((FORCE, -3, 3),), 0),  # no such clause
        (((FORCE, -3, -1),), 0),
        (((DECIDE, 4, DECIDED),), 0),
        (((DECIDE, -4, DECIDED),), 0),
        (((DECIDE, 0, DECIDED),), 0),
        (((DECIDE, 3, DECIDED), (CLASH, 0, 2)), -1),
        (((DECIDE, 3, DECIDED), (CLASH, 1, 2)), 1),
        (((CLASH, 0, 2),), 0),
        (((DECIDE, 3, DECIDED), (CLASH, 0, 2), (BACK, 0, 0), (FLIP, -3, FLIPPED)), -1),
        (((DECIDE, 3, DECIDED), (CLASH, 0, 2), (BACK, 0, 0), (DECIDE, 1, DECIDED), (FLIP, -3, FLIPPED)), 4),
        (((DECIDE, 3, DECIDED), (BACK, 0, 0), (DELETE, 0, 0), (FLIP, -3, FLIPPED)), 3),
        (((DECIDE, 3, DECIDED), (BACK, 0, 0), (FLIP, 3, FLIPPED)), 2),
        (((DECIDE, 3, DECIDED), (BACK, 1, 1)), 1),
        (((DECIDE, 3, DECIDED), (BACK, -1, 0)), 1),
        (((DECIDE, 3, DECIDED), (RESTART, 0, 1)), 1),
        (((DECIDE, 1, DECIDED), (DECIDE, 2, DECIDED), (BACK, 0, 0), (FLIP, -1, FLIPPED)), -1),
        (((DECIDE, 1, DECIDED), (DELETE, 5, 1)), -1),
        (((DECIDE, 1, DECIDED), (DELETE, 0, 0)), 1),
        (((DECIDE, 1, DECIDED), (DELETE, -1, 1)), 1),
        (((8, 0, 0),), 0),
    ],
)
def test_single_events(events: Sequence[tuple[int, int, int]], fault: int) -> None:
    assert case(*events) == fault


def test_lengths_add_up_to_the_literals_learned() -> None:
    events = array("B"), array("i"), array("i")
    formula = Formula.of([[1]], 1)
    assert retracing.first_fault(formula, *events, array("i"), []) == -1
    assert retracing.first_fault(formula, *events, array("i", [1]), []) == 0
    assert retracing.first_fault(formula, *events, array("i", [1]), [2]) == 0
    assert retracing.first_fault(formula, *events, array("i", [1]), [1]) == -1


def test_uncompiled_retracing_finds_the_same() -> None:
    other = plain("engine.sat.kernels.retracing")
    search = Search(formula_of(3), "cdcl")
    for seed in range(20):
        search.damage(random.Random(seed))
        kinds, literals, clauses = zip(*search.events, strict=True)
        flat = array("i", [literal for clause in search.learned for literal in clause])
        lengths = [len(clause) for clause in search.learned]
        columns = array("B", kinds), array("i", literals), array("i", clauses)
        assert retracing.first_fault(search.formula, *columns, flat, lengths) == other.first_fault(
            search.formula, *columns, flat, lengths
        )
