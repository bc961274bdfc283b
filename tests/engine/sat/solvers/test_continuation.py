"""Branches of searches known from logs: their events are possible, share those before the fork, and are right."""

import io
import random

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import satisfiable

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.lessons.lesson import LessonSearch
from engine.sat.result import Status, falsified
from engine.sat.solvers import recording_file
from engine.sat.solvers.branch import branch_of
from engine.sat.trace.events import EventKind
from engine.sat.trace.recording import SearchLine, SearchRecording
from engine.sat.trace.search_log import log_lines, read_log
from engine.sat.trace.trace import Trace


def logged(formula: Formula, solver: str) -> Trace:
    """The search of one of our solvers as if it were another program's."""
    trace = LessonSearch("", formula, solver=solver).record()
    status = "SATISFIABLE" if trace.result.model is not None else "UNSATISFIABLE"
    log = read_log(formula, [*log_lines(trace), f"s {status}"])
    assert not log.faults
    return log.trace


def saved(main: Trace, branch: Trace, fork: int, literal: int) -> SearchRecording:
    """Both in a file, which is refused if the events can't be a search."""
    file = io.BytesIO()
    recording_file.write(SearchRecording((SearchLine(main), SearchLine(branch, "b", 0, fork, literal))), file)
    file.seek(0)
    return recording_file.parse(file)


def continued(trace: Trace, fork: int, literal: int) -> Trace:
    branch = branch_of(trace, fork, literal).run()
    assert branch.kinds[:fork].tolist() == trace.kinds[:fork].tolist()
    assert branch.literals[fork] == literal
    found = saved(trace, branch, fork, literal).lines[1].trace
    assert len(found) == len(branch)
    assert branch.result.status is trace.result.status
    if branch.result.model is not None:
        assert falsified(trace.formula, branch.result.model) is None
    return branch


@pytest.mark.parametrize("solver", ["dpll", "cdcl"])
@settings(max_examples=amount(40), deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_branch_from_any_decision(solver: str, seed: int) -> None:
    rng = random.Random(seed)
    formula = Formula.of(
        [[rng.choice((1, -1)) * each for each in rng.sample(range(1, 11), 3)] for _ in range(rng.randrange(30, 50))], 10
    )
    trace = logged(formula, solver)
    assert (trace.result.status is Status.SATISFIABLE) == satisfiable(formula)
    for fork in rng.sample(trace.where(EventKind.DECISION).tolist(), min(3, len(trace.where(EventKind.DECISION)))):
        value = trace.state(fork).value
        occurring = {abs(literal) for clause in formula for literal in clause}
        free = [each for each in sorted(occurring) if not value(each)]
        continued(trace, fork, rng.choice(free) * rng.choice((1, -1)))


@pytest.mark.parametrize("solver", ["dpll", "cdcl"])
def test_a_branch_late_in_a_long_search(solver: str) -> None:
    trace = logged(make("php", ["6", "5"]), solver)
    forks = trace.where(EventKind.DECISION)
    fork = int(forks[len(forks) * 3 // 4])
    literal = -trace.event(fork).literal
    branch = continued(trace, fork, literal)
    assert branch.counters(len(branch)).learned > trace.counters(fork).learned or solver == "dpll"


def test_a_branch_of_a_branch() -> None:
    trace = logged(make("php", ["5", "4"]), "cdcl")
    first = int(trace.where(EventKind.DECISION)[3])
    branch = continued(trace, first, -trace.event(first).literal)
    later = [event for event in branch.where(EventKind.DECISION).tolist() if event > first]
    continued(branch, later[1], -branch.event(later[1]).literal)


def test_a_search_without_propagation_is_continued_unless_it_has_learned() -> None:
    formula = Formula.of([[1, 2, 3], [-1, 2], [-2, 3, 4], [-2, 3, -4], [-3, -5, 6], [-3, -5, -6]])
    lazy = read_log(formula, ["decide 1", "decide 5", "decide 4", "s UNKNOWN"]).trace
    branch = branch_of(lazy, 2, -4).run()
    assert branch.result.status is Status.SATISFIABLE
    assert falsified(formula, branch.result.model or ()) is None
    learned = ["decide -3", "imply 2 1"][:1]
    text = [*learned, "decide -2", "imply 1 1", "conflict 2", "learn 2 3 0", "backtrack 1", "decide 5", "decide 1"]
    log = read_log(formula, text)
    assert not log.faults
    with pytest.raises(InputError, match="not what unit propagation makes of its decisions"):
        branch_of(log.trace, 7, -1).run()
