"""Parts of clause learning, each against its definition: learned clauses, watches, decisions, sorting, restarts."""

import random
from itertools import islice, pairwise
from typing import Any

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.kernels import plain
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.branching import LEARNING
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind, Tape
from engine.sat.trace.trace import Recorder

cdcl = plain("engine.sat.kernels.cdcl")


def formula_of(seed: int, variables: int = 14, ratio: float = 4.4) -> Formula:
    rng = random.Random(seed)
    names = range(1, variables + 1)
    clauses = [
        [v * rng.choice((1, -1)) for v in rng.sample(names, rng.choice((2, 3, 3, 3, 4)))]
        for _ in range(int(ratio * variables))
    ]
    return Formula.of(clauses, variables)


def follows(clauses: list[list[int]], clause: list[int]) -> bool:
    """Whether unit propagation refutes the negation of a clause."""
    false, changed = set(clause), True
    while changed:
        changed = False
        for other in clauses:
            left = {literal for literal in other if literal not in false}
            if not left:
                return True
            if len(left) == 1 and -min(left) not in false and not any(-literal in false for literal in left):
                false.add(-min(left))
                changed = True
    return False


def events(solver: Any, tape: Tape) -> list[tuple[int, int, int]]:
    """The events since the last call."""
    found = [*zip(tape.kinds[: solver.recorded], tape.literals, tape.clauses, strict=False)]
    solver.recorded = solver.recorded_literals = 0
    return found


@pytest.mark.parametrize("branching", LEARNING)
@settings(max_examples=amount(40))
@given(seed=st.integers(0, 10**6))
def test_learned_clauses(branching: str, seed: int) -> None:
    """Each follows from those before, has one literal of the conflict's level, and goes back to the next lower one."""
    formula = formula_of(seed)
    recorder = Recorder()
    trace = recorder.trace(formula, solve(formula, "cdcl", branching=branching, trace=recorder))
    all_clauses = [list(clause) for clause in formula]
    levels: dict[int, int] = {}
    trail: list[int] = []
    level, notes, learned = 0, iter(trace.notes), list[int]()
    for kind, literal, number in zip(trace.kinds, trace.literals.tolist(), trace.clauses.tolist(), strict=True):
        if learned and kind == EventKind.PROPAGATION:
            others = [levels[abs(other)] for other in learned if other != literal]
            assert literal in learned
            assert level == max(others, default=0)
            learned = []
        if kind <= EventKind.PROPAGATION:
            level += kind == EventKind.DECISION
            levels[abs(literal)] = level
            trail.append(literal)
        elif kind == EventKind.LEARNED:
            learned = list(trace.clause(number))
            assert len(set(learned)) == len(learned) == literal
            assert follows(all_clauses, learned)
            of = [levels[abs(other)] for other in learned]
            assert of.count(level) == 1
            assert next(notes) == len(set(of))
            all_clauses.append(learned)
        elif kind in (EventKind.BACKTRACK, EventKind.RESTART):
            level = literal
            del trail[number:]
        elif kind == EventKind.DELETION:
            gone = [next(notes) for _ in range(literal)]
            assert all(name >= len(formula) for name in gone)


@pytest.mark.parametrize("conflicts", [60, 100, 150])
def test_half_of_the_removable_clauses_are_dropped(conflicts: int) -> None:
    """The less active ones, of equal ones the older."""
    solver = cdcl.Cdcl(make("php", ["6", "5"]))
    solver.run(10**9, conflicts)
    solver.continue_task(1 << 62)
    held = clauses(solver)
    removable = [place for place in held if solver._is_removable(place)]
    number = {place: solver.arena.data[place - cdcl.NUMBER] for place in held}
    activity = {place: solver.arena.data[place - cdcl.ACTIVITY] for place in held}
    glue = {number[place]: solver.arena.data[place - cdcl.GLUE] for place in held}
    reasons = {number[place] for place in held if solver.is_reason(place)}
    solver.simplified = solver.level_start[0] if solver.level else solver.assigned
    solver._reduce()
    solver.continue_task(1 << 62)
    solver.sanity()
    left = {solver.arena.data[place - cdcl.NUMBER] for place in clauses(solver)}
    gone = [place for place in held if number[place] not in left]
    assert len(removable) > 20
    assert len(gone) == len(removable) // 2
    assert set(gone) <= set(removable)
    assert gone == sorted(sorted(removable, key=activity.__getitem__)[: len(gone)])
    assert reasons <= left
    assert left >= {name for name in glue if glue[name] <= 2}


def clauses(solver: Any) -> dict[int, list[int]]:
    """The learned clauses of a kernel, by their places."""
    found, place = {}, cdcl.HEADER
    while place < solver.arena.length:
        size = abs(solver.arena.data[place - cdcl.SIZE])
        if solver.arena.data[place - cdcl.GLUE]:
            found[place] = [solver.arena.data[place + k] for k in range(size)]
        place += cdcl.HEADER + size
    return found


@pytest.mark.parametrize("seed", range(6))
def test_each_clause_is_in_two_watch_lists(seed: int) -> None:
    formula = formula_of(seed)
    solver = cdcl.Cdcl(formula)
    for conflicts in (0, 3, 10):
        if solver.run(10**6, conflicts):
            break
        lists = solver.watch_lists()
        seen: dict[int, list[tuple[int, int]]] = {}
        for literal in (sign * v for v in range(1, formula.variables + 1) for sign in (1, -1)):
            for clause, blocker, other in lists.of(literal):
                seen.setdefault(clause, []).append((literal, other))
                if clause < len(formula):
                    assert {literal, blocker, other} <= set(formula[clause])
                assert literal not in (blocker, other)
        for (literal, other), (another, back) in seen.values():
            assert (literal, other) == (back, another)
        assert all(len(watches) == 2 for watches in seen.values())
        units = {v for v in range(1, formula.variables + 1) if solver.value[2 * v] and not solver.level_of[v]}
        assert set(seen) >= {number for number, clause in enumerate(formula) if not units & set(map(abs, clause))}


@pytest.mark.parametrize("branching", LEARNING)
@pytest.mark.parametrize("stable", [False, True])
def test_the_first_preference_is_the_next_decision(branching: str, stable: bool) -> None:
    formula = make("random-ksat", ["40", "172"], 4)
    seen = 0
    for steps in range(0, 60, 5):
        solver, tape = advanced(formula, branching, stable, steps)
        literals, ranks = solver.preferences()
        every = solver.ranks()
        assert set(map(abs, literals)) == {v for v in range(1, 41) if not solver.assignment()[v]}
        assert list(ranks) == [every[abs(literal)] for literal in literals]
        assert solver.by_queue == (branching == "vsids" and not solver.stable)
        other, tape = advanced(formula, branching, stable, steps)
        before = other.recorded
        while other.recorded == before and not other.status:
            other.room = before + 1
            other.run(1)
        kind, literal, _ = [*events(other, tape), (EventKind.CONFLICT, 0, 0)][before]
        if kind == EventKind.DECISION:
            seen += 1
            assert literal == literals[0]
            assert ranks[0] == max(ranks)
    assert seen > 2


@pytest.mark.parametrize("branching", LEARNING)
def test_asking_for_preferences_changes_nothing(branching: str) -> None:
    """Ties are broken by the places in the heap, so these have to stay."""
    formula = make("php", ["6", "5"])

    def course(asks: bool) -> tuple[list[tuple[int, int, int]], int]:
        tape = Tape(formula.variables, [])
        solver = cdcl.Cdcl(formula, branching, 0, tape)
        solver.stable = True
        found = []
        while not solver.status:
            solver.room = solver.recorded + 1
            solver.run(1)
            found += events(solver, tape)
            if asks:
                solver.preferences()
                solver.sanity()
        return found, solver.moves

    assert course(asks=True) == course(asks=False)


def advanced(formula: Formula, branching: str, stable: bool, steps: int) -> tuple[Any, Tape]:
    """A search after so many runs, each of which ends with an event."""
    tape = Tape(formula.variables, [])
    solver = cdcl.Cdcl(formula, branching, 1, tape)
    solver.stable = stable
    for _ in range(steps):
        solver.room = solver.recorded + 1
        solver.run(1)
    return solver, tape


def test_prescribed_decisions_replace_those_of_the_search() -> None:
    formula = Formula.of([[v, v + 1, v + 2] for v in range(1, 18)], 20)
    free = decisions(formula, {})
    assert decisions(formula, {0: -free[0]})[0] == -free[0]
    assert decisions(formula, {1: -20, 3: 19})[:4] == [free[0], -20, *decisions(formula, {1: -20})[2:3], 19]
    assert decisions(formula, {0: free[0], 1: free[0]}) == free  # no longer free
    with pytest.raises(ValueError, match="21 is no literal"):
        cdcl.Cdcl(formula).decide_instead({0: 21})


def decisions(formula: Formula, prescribed: dict[int, int]) -> list[int]:
    tape = Tape(formula.variables, [])
    solver = cdcl.Cdcl(formula, tape=tape)
    solver.decide_instead(prescribed)
    while not solver.run(10**6):
        pass
    solver.sanity()
    return [literal for kind, literal, _ in events(solver, tape) if kind == EventKind.DECISION]


def test_the_prefix_comes_first_and_again() -> None:
    formula = Formula.of([[v, v + 1, v + 2] for v in range(1, 18)], 20)
    tape = Tape(20, [])
    solver = cdcl.Cdcl(formula, tape=tape)
    solver.follow([-3, 7, -20])
    solver.run(10**6)
    found = [literal for kind, literal, _ in events(solver, tape) if kind == EventKind.DECISION]
    assert found[:3] == [-3, 7, -20]


@pytest.mark.parametrize("seed", range(4))
def test_visits_record_what_propagation_reads(seed: int) -> None:
    formula = formula_of(seed)
    tape = Tape(formula.variables, [], measured=True)
    solver = cdcl.Cdcl(formula, tape=tape)
    log, found = [], []
    while True:
        answer = solver.run(10**6, 6)
        start = len(found)
        found += events(solver, tape)
        numbers = solver.take_visits().tolist()
        log += [[numbers[at] + start, *numbers[at + 1 : at + 8]] for at in range(0, len(numbers), 8)]
        if answer or len(found) > 300:
            break
    assert solver.visits == len(log) > 20
    assert solver.looks == sum(visit[-1] for visit in log)
    trail: list[int] = []
    place = 0
    for before, false, blocker, clause, outcome, other, literal, looks in log:
        while place < before:
            kind, decided, number = found[place]
            if kind <= EventKind.PROPAGATION:
                trail.append(decided)
            elif kind in (EventKind.BACKTRACK, EventKind.RESTART):
                del trail[number:]
            place += 1
        assert -false in trail
        if clause >= len(formula):
            continue
        literals = set(formula[clause])
        assert {false, blocker, other, literal} <= literals
        open_or_true = {literal for literal in literals if -literal not in trail}
        match outcome:
            case cdcl.TRUE_BLOCKER:
                assert blocker == literal in trail
                assert looks == 1
            case cdcl.TRUE_OTHER:
                assert other == literal in trail
                assert blocker not in trail
                assert looks == 2
            case cdcl.TRUE_LITERAL | cdcl.MOVED:
                assert (literal in trail) == (outcome == cdcl.TRUE_LITERAL)
                assert literal in open_or_true - {false, other}
                assert 3 <= looks <= len(literals)
            case cdcl.UNIT:
                assert open_or_true == {literal} == {other}
                assert other not in trail
                assert looks == (1 if len(literals) == 2 else len(literals))
            case cdcl.FALSE:
                assert not open_or_true
                assert looks == (1 if len(literals) == 2 else len(literals))
    counts = [tape.counts[3 * at : 3 * at + 3].tolist() for at in range(3)] if tape.counts else []
    assert all(before <= after for pair in pairwise(counts) for before, after in zip(*pair, strict=True))


def luby(number: int) -> int:
    """The term of that number, from 1: by the definition of Luby, Sinclair and Zuckerman."""
    power = number.bit_length()
    return 1 << power - 1 if number == (1 << power) - 1 else luby(number - (1 << power - 1) + 1)


def test_stable_restarts_are_luby_numbers() -> None:
    solver = cdcl.Cdcl(formula_of(0))
    found = []
    for _ in range(200):
        found.append(solver.luby_v)
        solver._advance_luby()
    assert found == [luby(number) for number in range(1, 201)]
    solver.stable = True
    for number in range(2, 6):
        solver.luby_v, solver.since_restart = number, number * 1024 - 1
        assert not solver._restart_is_due()
        solver.since_restart += 1
        assert solver._restart_is_due()


@pytest.mark.parametrize("count", [0, 1, 2, 5, 40, 499, 500, 501, 700])
def test_the_variables_of_a_conflict_are_sorted_by_their_last_bump(count: int) -> None:
    rng = random.Random(count)
    solver = cdcl.Cdcl(Formula.of([], 900))
    variables = rng.sample(range(1, 901), count)
    for most in (1000, 70_000, 1 << 25, 1 << 40):
        times = rng.sample(range(1, most), 900) if most > 900 else []
        for variable, time in zip(range(1, 901), times, strict=True):
            solver.bumped[variable] = float(time)
        rng.shuffle(variables)
        for at, variable in enumerate(variables):
            solver.analysed.data[at] = variable
        solver.analysed.length = count
        solver._sort_analysed()
        assert list(solver.analysed.data[:count]) == sorted(variables, key=lambda variable: solver.bumped[variable])


def test_the_heap_gives_the_most_active_first() -> None:
    rng = random.Random(1)
    solver = cdcl.Cdcl(Formula.of([[v, -v % 31 or 1] for v in range(1, 31)], 30), "static")
    while solver.heap_size:
        solver._heap_pop()
    for _ in range(20):
        variables = rng.sample(range(1, 31), rng.randint(1, 30))
        for variable in variables:
            solver.activity[variable] = rng.random()
            solver.heap_insert(variable)
            solver.heap_insert(variable)
        assert solver.heap_size == len(variables)
        for variable in rng.sample(variables, len(variables) // 2):
            solver.activity[variable] += rng.random()
            solver._heap_up(solver.heap_place[variable])
        popped = [solver._heap_pop() for _ in variables]
        assert popped == sorted(variables, key=lambda variable: -solver.activity[variable])
        assert not solver.heap_size
        assert all(solver.heap_place[variable] == -1 for variable in range(1, 31))


def test_bumps_grow_and_are_rescaled() -> None:
    solver = cdcl.Cdcl(formula_of(1))
    solver.stable = True
    before = [solver.activity[variable] for variable in range(15)]
    solver._bump(3)
    solver._decay()
    solver._bump(5)
    assert solver.activity[3] == before[3] + 1
    assert solver.activity[5] == pytest.approx(before[5] + 1 / 0.985)
    solver.bump_size = 3e99
    solver._bump(3)
    ratio = solver.activity[3] / solver.bump_size
    others = solver.activity[5] / solver.activity[3]
    for _ in range(40):
        solver._bump(3)
    assert 0 < solver.activity[3] <= 1e100
    assert solver.activity[3] / solver.bump_size == pytest.approx(ratio + 40)
    assert solver.activity[5] / solver.activity[3] == pytest.approx(others / 41, rel=1e-3)
    solver.sanity()


def test_all_clause_activities_are_halved() -> None:
    solver = cdcl.Cdcl(make("php", ["6", "5"]))
    solver.run(10**9, 60)
    solver.continue_task(1 << 62)
    before = {place: solver.arena.data[place - cdcl.ACTIVITY] for place in clauses(solver)}
    solver.clause_bump = 1 << 20
    solver._decay()
    assert solver.clause_bump == ((1 << 20) + (1 << 10)) >> 8
    assert {place: solver.arena.data[place - cdcl.ACTIVITY] for place in before} == {
        place: activity >> 8 for place, activity in before.items()
    }
    again = solver.clause_bump
    solver._decay()
    assert solver.clause_bump == again + (again >> 10)


def test_the_queue_is_a_list_in_the_order_of_bumps() -> None:
    rng = random.Random(2)
    solver = cdcl.Cdcl(formula_of(2))
    order = [v for v in range(1, 15) if solver.bumped[v]]
    order.sort(key=lambda variable: solver.bumped[variable])
    for _ in range(60):
        variable = rng.choice(order)
        order.remove(variable)
        if rng.random() < 0.1 and len(order) > 5:
            solver.dequeue(variable)
            assert solver.bumped[variable] == 0
        else:
            solver._move_to_end(variable)
            order.append(variable)
        found = [solver.queue_last]
        while before := solver.queue_before[found[-1]]:
            found.append(before)
        assert found[::-1] == order
        first = [order[0]]
        while after := solver.queue_after[first[-1]]:
            first.append(after)
        assert first == order
        assert solver.queue_head == order[-1]


def test_a_large_formula_is_loaded_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run returns after a piece; clauses that are added wait for the rest."""
    monkeypatch.setattr(cdcl, "MAX_LOADED", 100)
    formula = Formula.of([[1, 2], *([v, v + 1, v + 2] for v in range(1, 200))], 201)
    solver = cdcl.Cdcl(formula)
    runs = 0
    while not (answer := solver.run(10**6)):
        runs += 1
    assert answer == 10
    assert 4 <= runs <= 7
    other = cdcl.Cdcl(formula)
    other.add_clause([-1])
    other.add_clause([-2])
    assert other.run(10**6) == 20


def test_random_first_ties_come_from_the_seed() -> None:
    formula = Formula.of([[v, v + 1, v + 2] for v in range(1, 40)], 42)
    orders = {tuple(islice(cdcl.Cdcl(formula, "vsids", seed).preferences()[0], 10)) for seed in range(5)}
    assert len(orders) == 5
    assert tuple(islice(cdcl.Cdcl(formula, "vsids", 3).preferences()[0], 10)) in orders
