"""What readers make of formula files, hundreds of them with something changed, and what is counted in formulas."""

from array import array
from pathlib import Path

import pytest
from outcomes import outcome, outcomes, short
from small_formulas import small_formulas
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sat.formula import dimacs, opb, reading, wcnf
from engine.sat.formula.assignment_state import clause_states
from engine.sat.formula.families import FAMILIES
from engine.sat.formula.linear_form import constant_left_out, is_native, linear_constraints, opb_lines, with_penalties
from engine.sat.formula.names import cnfgen_names, variable_names
from engine.sat.formula.problem_words import problem_words
from engine.sat.formula.projection import shown_variables
from engine.sat.formula.raw_text import RawText
from engine.sat.formula.selection import Selection
from engine.sat.formula.statistics import FormulaStatistics, Repetitions, is_monotone, uniform_length

CNF = [
    b"c a comment\np cnf 3 2\n1 -3 0\n2 3 -1 0\n", b"p cnf 5 3\n1 2\n 3 0 -4\n5 0\n0\n%\n0\n",
    b"\xef\xbb\xbfc one\r\nc two \xff\r\np sat 2 2\r\n1 1 -1 0\r\n-2\t0", b"1 -2 0 c not here\n+2 3 0\nc\xc2\x9b31m\n",
    b"p cnf 6 2\nx1 2 -3 4 5 6 0\n1 -2 0\n", b"p inccnf\n1 2 0\na 1 -2 0\na 0\n3 0\n", b"x 3 -3 0\nx -1 0\n",
    b"c varname 3 x_{1,2}\nc main::1::x!0@1#2 1 -2 TRUE\nc p show 1 3 0\np cnf 3 1\n1 2 3 0\n",
    b"p cnf 2147483647 2147483647\n1 0\n", b"c only\n", b"0 0 0\n", b"p cnf 1 1\np cnf 2 2\n1 2 0 1\n",
]  # fmt: skip
OPB = [
    b"* #variable= 4 #constraint= 2\n+2 x1 +3 x2 -1 ~x3 >= 2 ;\n1 x1 1 x4 = 1;\n",
    b"+1 x1 +1 x2 +1 x3 <= 1 ;\n* end\n-5 x2 +7 x2 >= -3 ;", b"min: +1 x1 -2 x2 ;\n+1 x1 >= 1 ;\n",
    b"max: 3 ~x1 +2 x2 ;\n3 x1 2 x2 2 x3 2 x4 > 4 ;\n1 x1 1 x2 1 x3 1 x4 = 2 ;\n", b"3 x1 x2 >= 2;",
]  # fmt: skip
WCNF = [
    b"c x\nh 1 -2 0\n4 -1 0\n2 2 -3 0\n", b"p wcnf 3 3 9\n9 1 -2 0\n4 -1 0\n2 2 -3 0\n", b"p wcnf 2 1\n1 1 2 0\n",
]  # fmt: skip


def facts(document: dimacs.Document) -> str:
    """All of a document in one line, with what is made of its names and its objective."""
    formula, objective, found = document.formula, document.objective, list[object]()
    if objective is not None and len(formula) < 50:
        lines = (*opb_lines(*with_penalties(formula, objective)),)
        found += [lines, is_native(formula, objective), constant_left_out(formula, objective)]
    names = variable_names(formula)
    if names:
        found += [names.names, names.numbers, [names.literal(each) for each in (-3, -1, 1, 2)], cnfgen_names(formula)]
    found += [document.header, document.warnings, document.cubes, document.cube_places, document.encoding_clauses]
    comments = [(comment.text, comment.line) for comment in formula.comments]
    words = problem_words(document)
    found += [
        objective,
        document.form,
        document.is_growing,
        comments,
        words,
        shown_variables(formula),
        *linear_constraints(formula),
    ]
    return f"{formula.variables} {formula.auxiliary} {[*formula][:40]} {found}"


def test_cnf(snapshot: SnapshotAssertion) -> None:
    words = (b"p cnf ", b"c ", b" 0\n", b"-", b"%\n0\n", b"x", b"a ")
    assert outcomes(lambda data: facts(dimacs.parse(data)), CNF, words, 200) == snapshot


def test_strictly(snapshot: SnapshotAssertion) -> None:
    words = (b"p cnf ", b"c ", b" 0\n", b"-", b"%\n0\n")
    assert outcomes(lambda data: len(dimacs.parse(data, strict=True).formula), CNF, words, 60) == snapshot


def test_constraints(snapshot: SnapshotAssertion) -> None:
    words = (b"x", b"~x", b">= ", b"= ", b";\n", b"* ", b"min:", b"max:", b"<", b">")
    assert outcomes(lambda data: facts(opb.parse(data)), OPB, words, 150) == snapshot


@pytest.mark.parametrize("nodes", [0, 3])
def test_sums_by_adders(nodes: int, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    """Sums whose decision diagram would be too large."""
    monkeypatch.setattr(opb, "NODES", nodes)
    more = [
        b"+7 x1 +5 x2 +3 x3 +6 x4 +1 x5 +9 x6 >= 14 ;\n",
        b"3 x1 -3 x2 +5 x3 -7 ~x4 <= 2 ;\n1 x1 1 x2 1 x3 1 x4 = 2 ;\n",
    ]
    assert outcomes(lambda data: facts(opb.parse(data)), [*OPB, *more], (b"x", b">= ", b"= ", b"<"), 40) == snapshot


def test_soft_clauses(snapshot: SnapshotAssertion) -> None:
    words = (b"h ", b" 0\n", b"p wcnf ", b"c ", b"-", b"99")
    assert outcomes(lambda data: facts(wcnf.parse(data)), WCNF, words, 80) == snapshot


def test_which_format(snapshot: SnapshotAssertion) -> None:
    found = [
        outcome(lambda data: reading.parse(data).form, data[cut:]) for data in CNF + OPB + WCNF for cut in (0, 1, 3)
    ]
    assert found == snapshot


def test_places_in_the_text(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    path = tmp_path / "formula.cnf"

    def places(data: bytes) -> str:
        path.write_bytes(data)
        text = RawText(path)
        spans = [text.span(clause) for clause in range(min(text.clauses, 6))]
        clauses = [text.clause_at(line) for line in range(1, min(text.lines, 8) + 1)]
        lines = [text.part(line, 1, 9) for line in range(1, min(text.lines, 4) + 1)]
        return f"{text.clauses} {text.lines} {text.size} {[tuple(span) for span in spans]} {clauses} {lines}"

    assert outcomes(places, CNF, (b"p cnf ", b"c ", b" 0\n", b"\r\n", b"%\n0\n"), 60) == snapshot


def test_counts(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, formula in small_formulas().items():
        counts, repeated = FormulaStatistics.of(formula), Repetitions.of(formula)
        values = [
            counts.lengths, counts.polarity, counts.used_variables, counts.pure,
            [tuple(use) for use in counts.frequent],
            [counts.occurrences(literal) for literal in (-9, -2, 1, 3)], repeated.duplicates.tolist(),
            repeated.tautologies.tolist(), uniform_length(formula), is_monotone(formula), formula.most_used(3),
            formula.clauses_with(-2), *formula.comments,
        ]  # fmt: skip
        found.append(f"{name}: {short(repr(values))}")
    assert "\n".join(found) == snapshot


def test_selections(snapshot: SnapshotAssertion) -> None:
    formulas, found = list(small_formulas().values())[::4], []
    texts = (
        "1", "-2", "+3", "x3", "len 2", "len>2", "len <= 2", "len = 1", "len < 3", "len>=4", "len != 2", "unit", "horn",
        "tautology", "duplicate", "2 -1", "true", "false", "open", "pure", "99", "abc", "0", "", "4 len>1 x2", "len",
    )  # fmt: skip
    states = []
    for formula in formulas:
        assignment = array("b", [0, *((variable % 3) - 1 for variable in range(formula.variables))])
        states.append(clause_states(formula, assignment).states)
    for text in texts:
        try:
            selection = Selection.parse(text)
            clauses = [selection.of(formula, states[at]).tolist() for at, formula in enumerate(formulas)]
            found.append(f"{text!r}: {selection} {sorted(selection.literals)} {short(repr(clauses))}")
        except InputError as error:
            found.append(f"{text!r}: {error}")
    assert "\n".join(found) == snapshot


def test_families(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, family in FAMILIES.items():
        found.append(
            f"{name} {family.usage} {family.verdict} {family.seeded} {short(family.definition)} {family.source}"
        )
        lowest = [str(parameter.lowest) for parameter in family.parameters]
        below = [str(parameter.lowest - 1) for parameter in family.parameters]
        for arguments in (lowest, below, ["x"] * len(lowest), [*lowest, "1"], [], ["4"] * len(lowest), ["7", "5", "3"]):
            made = outcome(
                lambda given, family=family: facts(dimacs.parse(dimacs.dumps(family.make(given, 2)))), arguments
            )
            found.append(f"  {arguments}: {made}")
    assert "\n".join(found) == snapshot
