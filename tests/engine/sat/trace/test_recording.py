"""A recorded search with branches: the tree of lines, their names, and what differs."""

import pytest

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.branch import Branch
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.recording import (
    SearchLine,
    SearchRecording,
    check_decision,
    decision_at,
    learned_hashes,
)
from engine.sat.trace.trace import Recorder, Trace


def recorded(formula: Formula, solver: str = "cdcl") -> Trace:
    recorder = Recorder(1 << 22)
    return recorder.trace(formula, solve(formula, solver, trace=recorder))


TRACE = recorded(make("php", ["5", "4"]))


def tree(*lines: tuple[int, int]) -> SearchRecording:
    """A recording whose branches have these parents and forks."""
    branches = (SearchLine(TRACE, f"{n}", parent, fork, n) for n, (parent, fork) in enumerate(lines, 1))
    return SearchRecording((SearchLine(TRACE), *branches))


LINES = tree((0, 10), (1, 20), (0, 5), (2, 30), (1, 15), (0, 5))


def test_the_outline_has_the_earliest_fork_first() -> None:
    assert LINES.outline() == [(0, 0), (3, 1), (6, 1), (1, 1), (5, 2), (2, 2), (4, 3)]


def test_a_branch_goes_with_all_that_leave_it() -> None:
    assert [line.name for line in LINES.without_branch(1).lines[1:]] == ["3", "6"]
    left = LINES.without_branch(3)
    assert [(line.name, line.parent) for line in left.lines[1:]] == [("1", 0), ("2", 1), ("4", 2), ("5", 1), ("6", 0)]
    with pytest.raises(ValueError, match="the main line stays"):
        LINES.without_branch(0)


def test_a_line_is_added_or_replaced() -> None:
    other = SearchLine(TRACE, "other")
    assert LINES.with_branch(other).lines == (*LINES.lines, other)
    assert LINES.with_line(3, other).lines == (*LINES.lines[:3], other, *LINES.lines[4:])


def test_the_line_that_a_branch_leaves_has_the_event_itself() -> None:
    for number in range(len(LINES.lines)):
        for fork in range(40):
            owner = LINES.origin(number, fork)
            assert owner == 0 or LINES.lines[owner].fork < fork
            while number != owner and LINES.lines[number].parent != owner:
                number = LINES.lines[number].parent
    assert [LINES.origin(4, fork) for fork in (31, 30, 21, 20, 11, 10)] == [4, 2, 2, 1, 1, 0]


def test_the_same_decision_is_found_once() -> None:
    assert LINES.find_branch(1, 20, 2) == 2
    assert LINES.find_branch(0, 5, 6) == 6
    for parent, fork, literal in ((0, 20, 2), (1, 21, 2), (1, 20, -2), (0, 0, 0)):
        assert LINES.find_branch(parent, fork, literal) is None


def test_names_are_unique() -> None:
    names = tree((0, 1))
    for expected in ("x", "x (2)", "x (3)"):
        assert names.name_for("x") == expected
        names = names.with_branch(SearchLine(TRACE, names.name_for("x")))
    assert names.name_for("1") == "1 (2)"
    assert names.name_for("main line") == "main line (2)"


@pytest.mark.parametrize("solver", ["cdcl", "dpll"])
def test_differences_are_counted_after_the_fork(solver: str) -> None:
    trace = recorded(make("php", ["5", "4"]), solver)
    forks = trace.where(EventKind.DECISION)
    fork = int(forks[len(forks) // 2])
    branch = Branch(trace, fork, -trace.event(fork).literal).run()
    lines = SearchRecording((SearchLine(trace), SearchLine(branch, "b", 0, fork, -trace.event(fork).literal)))
    found = lines.difference(1)
    assert found.events == (len(branch) - fork, len(trace) - fork)
    for kind, pair in ((EventKind.CONFLICT, found.conflicts), (EventKind.LEARNED, found.learned)):
        assert pair == tuple(sum(int(at) >= fork for at in each.where(kind)) for each in (branch, trace))
    learned = [
        [frozenset(each.clause(len(each.formula) + n)) for n, _ in enumerate(each.where(EventKind.LEARNED))]
        for each in (branch, trace)
    ]
    new = learned[0][len(learned[0]) - found.learned[0] :]
    assert found.same_learned == sum(clause in learned[1] for clause in new)
    with pytest.raises(ValueError, match="does not branch off"):
        lines.difference(0)


def test_marks_depend_on_the_literals_alone() -> None:
    marks = learned_hashes(TRACE)
    clauses = [frozenset(TRACE.clause(len(TRACE.formula) + n)) for n in range(len(marks))]
    assert len(marks) == len(TRACE.where(EventKind.LEARNED)) > 3
    assert len({*marks.tolist()}) == len({*clauses})
    for clause, mark in zip(clauses, marks.tolist(), strict=True):
        assert (mark == 0) == (not clause)
        total = 0
        for literal in clause:
            mixed = literal % 2**64
            for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
                mixed = (mixed ^ (mixed >> shift)) * factor % 2**64
            total = (total + mixed) % 2**64
        assert mark == total


def test_the_decision_of_a_position_is_the_last_event_or_the_next() -> None:
    decisions = [int(at) for at in TRACE.where(EventKind.DECISION)]
    for position in range(len(TRACE) + 1):
        expected = next((at for at in decisions if at >= max(position - 1, 0)), None)
        if expected is None:
            with pytest.raises(InputError, match="no decision at or after"):
                decision_at(TRACE, position)
        else:
            assert decision_at(TRACE, position) == expected


def test_undecided_cases() -> None:
    trace = recorded(Formula.of([[1, 2], [-1, 2], [1, -2], [-1, -2], [5, 6], [7, -8]], 9))
    fork = int(trace.where(EventKind.DECISION)[-1])
    trail = {int(literal) for literal in trace.state(fork).trail}
    for literal in [*range(-10, 0), *range(1, 11), 0]:
        if not 1 <= abs(literal) <= 9:
            expected = "a literal is a variable from 1 to 9, with a minus sign for false"
        elif literal in trail:
            expected = f"{literal} is true when this decision is due, at event {fork}"
        elif -literal in trail:
            expected = f"{literal} is false when this decision is due, at event {fork}"
        elif abs(literal) in (3, 4, 9):
            expected = f"variable {abs(literal)} is in no clause, so nothing depends on it"
        else:
            check_decision(trace, fork, literal)
            continue
        with pytest.raises(InputError, match=f"^{expected}$"):
            check_decision(trace, fork, literal)
