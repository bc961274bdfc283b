"""What is recognised in small formulas of many kinds: parts, gates, remarks, meanings; and what is read of results."""

from array import array

from outcomes import outcomes, short
from small_formulas import small_formulas
from syrupy.assertion import SnapshotAssertion

from engine.sat.formula.names import variable_names
from engine.sat.gates import components, gates
from engine.sat.lint import LintReport, finding_text
from engine.sat.meaning import GraphColouring, QueensBoard, meaning_of
from engine.sat.result import Result, Status, competition, falsified, parse_answer, res
from engine.sat.structure import Structure, equation_line, group_line


def test_structure(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, formula in small_formulas().items():
        stages: list[tuple[int, int]] = []
        parts = Structure.of(formula, on_progress=lambda *stage, stages=stages: stages.append(stage))
        values = [
            parts.equations, parts.implied, parts.inconsistent, parts.groups, list(map(str, parts.gates)), parts.equal,
            str(parts.equivalences), parts.components, str(parts.propagation), parts.equation_sizes, parts.gate_kinds,
            parts.group_sizes, [equation_line(each) for each in parts.equations], stages,
            [group_line(group) for group in parts.groups],
        ]  # fmt: skip
        found.append(f"{name}: {short(repr(values))}")
        for kind, filters in parts.parts.items():
            clauses = [
                (str(each), sorted(each.literals), each.of(formula, None).nonzero()[0].tolist()) for each in filters
            ]
            found.append(f"  {kind.name}: {short(repr(clauses))}")
    assert "\n".join(found) == snapshot


def test_gates(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, formula in small_formulas().items():
        parts = [part.tolist() for part in components(formula)]
        found.append(f"{name}: {short(repr([str(gate) for gate in gates(formula)]))} {short(repr(parts))}")
    assert "\n".join(found) == snapshot


def test_remarks(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, formula in small_formulas().items():
        report, names = LintReport.of(formula), variable_names(formula)
        found.append(f"{name}: {report.complete}")
        for remark in report.remarks:
            texts = [finding_text(remark.kind, each, names) for each in remark.findings]
            found.append(f"  {remark.kind.name} {remark.count} {remark.sentence} {short(repr(texts))}")
    assert "\n".join(found) == snapshot


def test_meanings(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, formula in small_formulas().items():
        meaning, model = meaning_of(formula), [v if v % 3 else -v for v in range(1, formula.variables + 1)]
        if isinstance(meaning, QueensBoard):
            found.append(f"{name}: {meaning} {meaning.squares(model)}")
        elif isinstance(meaning, GraphColouring):
            found.append(f"{name}: {meaning} {meaning.classes(model)}")
    assert "\n".join(found) == snapshot


def test_results_as_text(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, formula in small_formulas().items():
        model = array("i", [v if v % 2 else -v for v in range(1, formula.variables + 1)])
        results = (Result(Status.SATISFIABLE, "cdcl", model=model, seconds=1.2344), Result(Status.UNKNOWN, "dpll"))
        found += [f"{name}: {short(res(each, formula))} {short(competition(each, formula))}" for each in results]
        found.append(str(falsified(formula, model)))
    assert "\n".join(found) == snapshot


def test_results_that_are_read(snapshot: SnapshotAssertion) -> None:
    inputs = [
        b"s 1\nv 1 -2 3\nt 12\n", b"s 0\nv\nt 3 decisions 4\n", b"s -1\nv\nt 1000.5\n", b"\xef\xbb\xbfs 1\nv\nt 0\n",
        b"c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", b"s UNSATISFIABLE\n", b"s UNKNOWN\n",
        b"s OPTIMUM FOUND\no 3\nv x1 -x2 x3\n", b"s SATISFIABLE\nv -1 2 0\n",
    ]  # fmt: skip
    words = (b"s ", b"v ", b"t ", b"SATISFIABLE", b" 0\n", b"x", b"-")
    assert outcomes(parse_answer, inputs, words, 120) == snapshot
