"""Search logs: our solvers' logs can be written and read; faults are reported with their lines."""

from array import array

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.language import speaking
from engine.sat.formula.formula import Formula
from engine.sat.kernels.retracing import first_fault
from engine.sat.result import Status
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.narration import end_sentence
from engine.sat.trace.search_log import SearchLog, log_lines, read_log
from engine.sat.trace.trace import Recorder, Trace

literals = st.integers(1, 6).flatmap(lambda variable: st.sampled_from((variable, -variable)))
formulas = st.lists(st.lists(literals, min_size=1, max_size=3), min_size=1, max_size=24).map(
    lambda clauses: Formula.of(clauses, 6)
)
solvers = st.sampled_from(("backtracking", "naive", "dpll", "cdcl"))


def recorded(formula: Formula, solver: str) -> Trace:
    recorder = Recorder()
    return recorder.trace(formula, solve(formula, solver, trace=recorder))


def is_possible(trace: Trace) -> bool:
    """As the reader of recordings judges it."""
    lengths = trace.literals[trace.kinds == EventKind.LEARNED].tolist()
    columns = (column.copy() for column in (trace.kinds, trace.literals, trace.clauses))
    return first_fault(trace.formula, *columns, trace.learned, lengths, trace.notes) < 0


def verdict(trace: Trace) -> list[str]:
    """The lines of the result, as solvers print them."""
    model = trace.result.model
    return [f"s {trace.result.status.name}", *([f"v {' '.join(map(str, model))} 0"] if model else [])]


@given(formulas, solvers)
@settings(max_examples=amount(200))
def test_the_log_of_a_search_makes_the_same_events(formula: Formula, solver: str):
    trace = recorded(formula, solver)
    log = read_log(formula, [*log_lines(trace), *verdict(trace)])
    assert log.faults == ()
    assert log.trace.result.status is trace.result.status
    for column in ("kinds", "literals", "clauses"):
        assert getattr(log.trace, column).tolist() == getattr(trace, column).tolist()
    assert log.trace.learned == trace.learned
    assert is_possible(log.trace)


def test_an_open_end_is_stated_in_the_language_of_the_reader() -> None:
    trace = read_log(Formula.of([[1]], 1), ["decide 1"]).trace
    assert "log ends without a correct verdict" in end_sentence(trace)
    with speaking("de"):
        assert "log ends" not in end_sentence(trace)


def test_a_restart_may_keep_the_first_levels() -> None:
    lines = ["decide 1", "imply 2 1", "decide 3", "decide 4", "restart 1", "decide 5", "restart", "decide 1"]
    log = read_log(Formula.of([[-1, 2]], 5), lines)
    assert log.faults == ()
    assert [*log_lines(log.trace)] == lines


@given(formulas, solvers, st.data())
@settings(max_examples=amount(300))
def test_every_event_read_is_possible(formula: Formula, solver: str, data: st.DataObject):
    """Lines lost, doubled, swapped, or with another number."""
    lines = [*log_lines(recorded(formula, solver))]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(len(lines) - 1, 0)))
        change = data.draw(st.sampled_from(("drop", "double", "number", "bare")))
        if not lines:
            break
        word, *numbers = lines[at].split()
        if change == "drop":
            del lines[at]
        elif change == "double":
            lines.insert(at, lines[at])
        elif change == "bare":
            lines[at] = " ".join([word, *numbers[:1]])
        else:
            lines[at] = " ".join([word, *(str(int(number) + data.draw(st.integers(-2, 2))) for number in numbers)])
    assert is_possible(read_log(formula, lines).trace)


SMALL = Formula.of([[1, 2, 3], [1, -2], [-1, 4], [-1, -4], [2, -3]], 4)


def read(*lines: str) -> SearchLog:
    return read_log(SMALL, lines)


def test_reasons_may_be_left_out_and_other_output_is_skipped():
    log = read(
        "c my solver 0.1", "", "# started", "decide 1", "imply 4", "conflict", "learn -1 0", "backtrack 0", "imply -1",
        "imply -2", "imply 3", "conflict", "s UNSATISFIABLE",
    )  # fmt: skip
    assert log.faults == ()
    assert log.trace.result.status is Status.UNSATISFIABLE
    assert log.trace.clauses.tolist()[:3] == [-1, 2, 3]
    assert log.trace.glue(3) == 1


@pytest.mark.parametrize(
    ("lines", "line", "sentence"),
    [
        (["decide 9"], 1, "9 is not a literal: the variables are 1 to 4"),
        (["decide 1", "decide -1"], 2, "-1 is already false"),
        (["decide 1", "imply 2 1"], 2, "clause 1 does not force 2: 1 is not false"),
        (["decide 1", "imply 2 3"], 2, "clause 3 does not contain 2: -1 4"),
        (["decide 1", "imply 2"], 2, "no clause forces 2"),
        (["decide 1", "conflict 3"], 2, "clause 3 is not false: 4 is free"),
        (["decide 1", "conflict"], 2, "no clause is false"),
        (["decide 1", "imply 4 7"], 2, "there is no clause 7: so far there are 5"),
        (["decide 1", "backtrack 1"], 2, "the search is on level 1, so it can't go back to level 1"),
        (["decide 1", "learn -1 0"], 2, "learn must follow a conflict above level 0"),
        (["decide 1", "imply 4", "conflict", "learn -1 2 0"], 4, "2 of the learned clause is not false"),
        (["decide 1", "flip -1"], 2, "flip must follow the backtrack"),
        (["delete 1"], 1, "clause 1 belongs to the formula and can't be deleted"),
        (["decide one"], 1, "'one' is not a number"),
        (["decide 1 2"], 1, "'decide 1 2' does not have the form: decide LITERAL"),
        (["assume 1"], 1, "'assume 1' is not an event: write decide, imply"),
        (["s UNSATISFIABLE"], 1, "the log does not end with a conflict at level 0"),
        (["decide -1", "s SATISFIABLE", "v -1 -2 -3 4 0"], 3, "the model does not satisfy clause 1: 1 2 3"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_errors_are_named_with_their_line(lines: list[str], line: int, sentence: str):
    [fault] = read(*lines).faults
    assert fault.line == line
    assert sentence in fault.sentence


def test_a_learned_clause_that_does_not_follow_is_reported_and_kept():
    formula = Formula.of([[1, 2, 3], [-1, 4], [-1, -4]])
    lines = ["decide 3", "decide 1", "imply 4", "conflict", "learn -3 0", "backtrack 0", "imply -3", "decide 1"]
    log = read_log(formula, lines)
    [fault] = log.faults
    assert fault.line == 5
    assert "does not follow" in fault.sentence
    assert len(log.trace) == 8
    assert is_possible(log.trace)


def test_literals_that_are_false_for_good_are_left_out_of_learned_clauses():
    formula = Formula.of([[1], [-1, 2, 3], [-1, 2, -3], [-2, 4]], 4)
    log = read_log(formula, ["imply 1", "decide -2", "imply 3", "conflict", "learn -1 2 0", "backtrack 0", "imply 2"])
    assert log.faults == ()
    assert log.trace.learned == array("i", [2])


def test_a_model_without_v_lines_is_the_trail():
    log = read("decide -1", "imply -2", "s SATISFIABLE")
    assert [fault.line for fault in log.faults] == [3], "(1 2 3) is false"
    assert log.trace.result.status is Status.UNKNOWN
