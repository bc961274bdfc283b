"""Searches worked out on paper from the definitions of the rules; the screen shows the same events."""

import pytest
from narrated import narrate

from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import solve
from engine.sat.trace.analysis import analyse
from engine.sat.trace.events import EventKind
from engine.sat.trace.narration import explain
from engine.sat.trace.trace import Recorder, Trace

CLAUSES = [[1, 2], [-1, 3, 4], [-3, 5], [-4, -5], [-3, -5, 6], [-3, -6], [1, -2, -6], [-2, 5, 6]]
MODEL = "Every clause is satisfied: this is a model."


def recorded(clauses: list[list[int]], solver: str, branching: str) -> Trace:
    recorder, formula = Recorder(), Formula.of(clauses, max(abs(literal) for clause in clauses for literal in clause))
    return recorder.trace(formula, solve(formula, solver, branching=branching, trace=recorder))


def decided(level: int, literal: int) -> str:
    return f"Decision at level {level}: {literal} is assumed to be true."


def unit(clause: int, literal: int) -> str:
    literals = " ".join(map(str, CLAUSES[clause - 1]))
    return f"Clause {clause} ({literals}) is unit: {literal} must be true."


def conflict(clause: int) -> str:
    return f"Conflict: clause {clause} ({' '.join(map(str, CLAUSES[clause - 1]))}) is false."


def undone(level: int, decision: int, count: int) -> str:
    return f"Backtrack to level {level}: the decision {decision} is undone, {count} literals become free."


def failed(literal: int, level: int) -> str:
    span = f"as long as the decisions up to level {level} stand" if level else "whatever is decided"
    return f"{literal} has failed: {-literal} must be true, {span}."


FIRST = {
    # 1, then 3 from clause 2. The search for the first unit clause starts again after each assignment.
    "naive": [decided(1, 1), decided(2, 3), unit(3, 5), unit(4, -4), unit(5, 6), conflict(6)],
    # All consequences of 3 come first (clauses 3 and 6), then those of 5.
    "dpll": [decided(1, 1), decided(2, 3), unit(3, 5), unit(6, -6), unit(4, -4), conflict(5)],
}
FIRST_GOES_ON = [undone(1, 3, 4), failed(3, 1), unit(2, 4), unit(4, -5), decided(2, -2)]
MOST_FREQUENT = {
    # 3, 5 and 6 occur four times: 3. Without its clauses 1 and 2 occur three times: 1. Then 2 and 6 occur once: 2.
    "naive": [decided(1, 3), *FIRST["naive"][2:]],
    "dpll": [decided(1, 3), *FIRST["dpll"][2:]],
}
MOST_FREQUENT_CONTINUES = [
    undone(0, 3, 4), failed(3, 0), decided(1, 1), unit(2, 4), unit(4, -5), decided(2, 2), unit(8, 6)
]  # fmt: skip
# Clause 1 is the first of length 2, then clause 3 (8 is as short), and then 2.
SHORTEST_LAST = [
    decided(1, 2), decided(2, 5), unit(4, -4), decided(3, 3), unit(5, 6), conflict(6), undone(2, 3, 2), failed(3, 2),
    unit(2, -1), unit(7, -6),
]  # fmt: skip
# 3 and 5 weigh 6/8: 3, whose negation weighs 5/8. Then 1 weighs 5/8. Then 2 and 6 weigh 1/4: 2, which is negative.
JEROSLOW_WANG = [decided(1, -3), decided(2, 1), unit(2, 4), unit(4, -5), decided(3, -2)]
# Among clauses 1, 3, 4 and 6, variable 3 has 2048 and 5 has 2049; then 3 has 3074, and its negation occurs more often.
MOMS = [decided(1, 5), unit(4, -4), decided(2, -3), unit(2, -1), unit(1, 2), unit(7, -6)]


@pytest.mark.parametrize(("solver", "branching", "expected"), [
    ("naive", "first", FIRST["naive"] + FIRST_GOES_ON),
    ("dpll", "first", FIRST["dpll"] + FIRST_GOES_ON),
    ("naive", "most-frequent", MOST_FREQUENT["naive"] + MOST_FREQUENT_CONTINUES),
    ("dpll", "most-frequent", MOST_FREQUENT["dpll"] + MOST_FREQUENT_CONTINUES),
    ("naive", "shortest-last", SHORTEST_LAST),
    ("dpll", "shortest-last", SHORTEST_LAST),
    ("dpll", "jeroslow-wang", JEROSLOW_WANG),
    ("dpll", "moms", MOMS),
])  # fmt: skip
def test_six_variables(solver: str, branching: str, expected: list[str]) -> None:
    trace = recorded(CLAUSES, solver, branching)
    sentences = [narrate(trace, position) for position in range(1, len(trace) + 1)]
    assert sentences == [*expected[:-1], f"{expected[-1]} {MODEL}"]


def test_a_clause_is_learned() -> None:
    """1 makes 4 true; 3 makes 5 true, which makes 6 (with 4) and 7 true, and then clause 5 is false.

    Clause 5 has 6 and 7 on level 3. Replacing them by their reasons leaves only 5 there, with 1 and 4, which follows
    from 1.
    """
    clauses = [[-1, 4], [-3, 5], [-5, 6, -4], [-5, 7], [-6, -7, -1]]
    clauses += [[1, 2], [1, 3], [1, 2, 3], [1, 2, -3], [2, 8], [2, -8]]  # 1, 2, 3 occur most often
    trace = recorded(clauses, "cdcl", "static")
    found = trace.next_position(0, EventKind.CONFLICT)
    assert found is not None
    sentences = [narrate(trace, position) for position in range(1, found + 6)]
    assert sentences[:5] == [
        decided(1, 1),
        "Clause 1 (-1 4) is unit: 4 must be true.",
        decided(2, 2),
        decided(3, 3),
        "Clause 2 (-3 5) is unit: 5 must be true.",
    ]
    assert sorted(sentences[5:7]) == [
        "Clause 3 (-5 6 -4) is unit: 6 must be true.",
        "Clause 4 (-5 7) is unit: 7 must be true.",
    ]
    assert sentences[7:] == [
        "Conflict: clause 5 (-6 -7 -1) is false.",
        "Learned (-5 -1) from the conflict, as clause 12. Back to level 1.",
        "Backjump from level 3 to level 1: 5 literals become free.",
        "Learned clause 12 (-5 -1) is unit: -5 must be true.",
        "Clause 2 (-3 5) is unit: -3 must be true.",
        decided(2, 2),
    ]
    analysis = analyse(trace, found)
    assert analysis is not None
    lines = explain(trace, analysis)
    assert lines[0] == "Clause 5 (-6 -7 -1) is false at level 3."
    forced = sorted(line.partition(": resolving with it gives (")[0] for line in lines[1:3])
    assert forced == ["6 was forced by clause 3 (-5 6 -4)", "7 was forced by clause 4 (-5 7)"]
    assert lines[3:] == [
        "Only 5 is left on level 3, the first unique implication point: (-5 -1 -4).",
        "-4 is left out: it is false as soon as the rest is false.",
        "Learned clause 12 (-5 -1).",
        "Back to level 1, where it is unit: -5 must be true.",
    ]
