"""Random formulas for graded solvers: a seed and a number determine the formula and its features."""

from zlib import crc32

from syrupy.assertion import SnapshotAssertion

from engine.sat.grading.bug_classes import features
from engine.sat.grading.fuzz_formulas import FIRST_LARGE, fuzz_formula
from engine.sat.result import Status


def test_formulas_and_features(snapshot: SnapshotAssertion) -> None:
    lines = []
    for number in (*range(64), *range(FIRST_LARGE, FIRST_LARGE + 16)):
        made = fuzz_formula(1, number)
        clauses = repr(list(made.formula)).encode()
        found = sorted(features(made.formula, Status.UNKNOWN))
        lines.append(f"{number} {made.kind} {made.formula.variables} {len(made.formula)} {crc32(clauses)} {found}")
    assert "\n".join(lines) == snapshot
