"""Remarks on encodings: each kind on a formula that has it, and their claims compared with the definitions."""

from itertools import combinations, product

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import Cancelled
from engine.sat import lint
from engine.sat.formula.dimacs import parse
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.lint import LintFinding, LintReport, Remark, RemarkKind


def remarks(formula: Formula) -> dict[RemarkKind, Remark]:
    return {remark.kind: remark for remark in LintReport.of(formula).remarks}


def sentences(formula: Formula) -> list[str]:
    return [remark.sentence for remark in LintReport.of(formula).remarks]


def at_most_one(literals: list[int]) -> list[list[int]]:
    return [[-a, -b] for a, b in combinations(literals, 2)]


CLAUSES = st.lists(st.lists(st.integers(-5, 5).filter(bool), max_size=4), max_size=14)


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ([[1, 2], [-1, -2], []], "1 clause is empty, so the formula is unsatisfiable: 3"),
        (
            [[1], [2, 3], [-1], [-2, -3]],
            "1 variable has contradictory unit clauses, so the formula is unsatisfiable: 1 in the clauses 1 and 3",
        ),
        ([[1, 4], [-1, -4]], "2 variables are in no clause: 2 to 3"),
        ([[1, 2], [-1, 2]], "1 variable occurs with one sign only: 2 in clause 1"),
        ([[1, 2], [-1, -2], [1, 3, -3]],
         "1 clause has a literal and its negation, so it is always true: 3 in clause 3"),
        ([[1, 2, 2], [-1, -2]], "1 clause has a literal more than once: 2 in clause 1"),
        ([[1, 2], [-1, -2], [2, 1, 2]], "1 clause repeats an earlier one: 3 (same as 1)"),
        ([[1, 2, 3], [-1, -2], [-3, 1], [2, 1]], "1 clause is subsumed by a shorter one: 1 by 4"),
        (
            [[-1], [1, 2], [1, -2, 3], [4, 5], [-4, -5, -3]],
            "1 unit clause decides at least half of the variables: clause 1, -1, decides 3 of 5",
        ),
        ([[1], [-1, 2], [-2, 3]],
         "unit propagation decides everything: it makes 3 literals true, and every clause is satisfied"),
    ],
)  # fmt: skip
def test_each_remark(clauses: list[list[int]], expected: str):
    assert expected in sentences(Formula.of(clauses))


def test_names_that_clash():
    names = b"c varname 1 x\nc varname 2 y\nc varname 2 aux\nc varname 3 x\nc varname 1 x\n"
    text = names + b"p cnf 3 2\n1 2 3 0\n-1 -2 -3 0\n"
    formula = parse(text).formula
    assert sentences(formula) == [
        "1 variable has several names: 2 (y in line 2, aux in line 3)",
        "1 name belongs to several variables: x (1 in line 1, 3 in line 4)",
    ]
    assert "2 (y) in clause 1" in sentences(parse(text.replace(b"-1 -2 -3", b"-1 -3")).formula)[-1]


def test_a_group_without_a_value():
    """A cell of a latin square that may stay empty; without any such clause, a group is unremarkable."""
    size = 4
    values = [[[16 * r + 4 * c + d + 1 for d in range(size)] for c in range(size)] for r in range(size)]
    expected = [values[r][c] for r, c in product(range(size), repeat=2)]
    exclusions = [pair for cell in expected for pair in at_most_one(cell)]
    for fixed, digit in product(range(size), repeat=2):
        exclusions += at_most_one([values[fixed][c][digit] for c in range(size)])
        exclusions += at_most_one([values[r][fixed][digit] for r in range(size)])
    assert RemarkKind.GROUPS not in remarks(Formula.of([*expected, *exclusions]))
    assert RemarkKind.GROUPS not in remarks(Formula.of(exclusions))
    missing = expected.pop(6)
    formula = Formula.of([*expected, *exclusions])
    (found,) = remarks(formula)[RemarkKind.GROUPS].findings
    assert list(found.literals) == missing
    assert {frozenset(formula[clause]) for clause in found.clauses} == set(map(frozenset, at_most_one(missing)))
    assert RemarkKind.GROUPS not in remarks(Formula.of([*expected, *exclusions, [missing[0]]]))


def test_long_lists_are_cut_with_a_count():
    formula = Formula.of([[variable, 100] for variable in range(1, 12)] + [[-100, 100]])
    assert sentences(formula)[0] == "88 variables are in no clause: 12 to 99"
    pure = remarks(formula)[RemarkKind.PURE]
    assert pure.count == len(pure.findings) == 11
    assert pure.sentence.endswith("; 8 in clause 8; and 3 more")


def test_a_header_with_many_variables_costs_nothing():
    report = LintReport.of(Formula.of([[1, 2], [-1, -2]], 2**31 - 1))
    assert report.remarks == (
        Remark(
            RemarkKind.UNUSED,
            2**31 - 3,
            (LintFinding(literals=(3, 2**31 - 1)),),
            "2,147,483,645 variables are in no clause: 3 to 2147483647",
        ),
    )


@pytest.mark.parametrize("family", [["php", "5", "4"], ["queens", "6"]])
def test_nothing_to_remark(family: list[str]):
    assert LintReport.of(make(family[0], family[1:])) == LintReport(())


def test_the_search_for_subsumed_clauses_is_bounded(monkeypatch: pytest.MonkeyPatch):
    clauses = [[1, variable] for variable in range(2, 40)] + [[1, a, -b] for a, b in combinations(range(2, 40), 2)]
    whole = LintReport.of(Formula.of(clauses))
    assert whole.complete
    monkeypatch.setattr(lint, "MAX_COMPARISONS", 50)
    part = LintReport.of(Formula.of(clauses))
    assert not part.complete
    monkeypatch.setattr(lint, "MAX_LITERALS", 10)
    assert not LintReport.of(Formula.of(clauses)).complete


def test_it_can_be_cancelled():
    with pytest.raises(Cancelled):
        LintReport.of(make("php", ["5", "4"]), cancel=lambda: True)


@given(CLAUSES)
@settings(max_examples=amount(200), deadline=None)
def test_remarks_are_true(clauses: list[list[int]]):
    formula = Formula.of(clauses, 5)
    found = remarks(formula)
    sets = [frozenset(clause) for clause in clauses]
    always = {number for number, each in enumerate(sets) if any(-literal in each for literal in each)}
    literals = frozenset().union(*sets)

    def places(kind: RemarkKind) -> list[LintFinding]:
        return list(found[kind].findings) if kind in found else []

    proper = [number for number, each in enumerate(sets) if each and number not in always]
    assert {finding.clauses[0] for finding in places(RemarkKind.TAUTOLOGIES)} == always
    assert {finding.clauses[0] for finding in places(RemarkKind.REPETITIONS)} == {
        number for number, clause in enumerate(clauses) if len(set(clause)) < len(clause)
    }
    duplicates = {number for number in proper if sets[number] in [sets[i] for i in proper if i < number]}
    assert {finding.clauses[0] for finding in places(RemarkKind.DUPLICATES)} == duplicates
    assert all(sets[a] == sets[b] and b < a for a, b in (each.clauses for each in places(RemarkKind.DUPLICATES)))
    subsumed = {number for number in proper if any(sets[i] < sets[number] for i in proper)} - duplicates
    assert {finding.clauses[0] for finding in places(RemarkKind.SUBSUMED)} == subsumed
    assert all(sets[b] < sets[a] for a, b in (each.clauses for each in places(RemarkKind.SUBSUMED)))
    assert {each.literals[0] for each in places(RemarkKind.PURE)} == {a for a in literals if -a not in literals}
    unused = {v for each in places(RemarkKind.UNUSED) for v in range(each.literals[0], each.literals[1] + 1)}
    assert unused == set(range(1, 6)) - {abs(literal) for literal in literals}
    remaining = [clause for number, clause in enumerate(clauses) if number not in always | duplicates | subsumed]
    assert models(remaining) == models(clauses)


@given(CLAUSES)
@settings(max_examples=amount(100), deadline=None)
def test_statements_about_units_and_groups_hold_in_every_model(clauses: list[list[int]]):
    found = remarks(Formula.of(clauses, 5))
    if {RemarkKind.EMPTY, RemarkKind.CONFLICTS} & found.keys():
        assert not models(clauses)
    if RemarkKind.GROUPS in found:
        for finding in found[RemarkKind.GROUPS].findings:
            assert all(len(model & set(finding.literals)) <= 1 for model in models(clauses))
            assert not any(set(clause) <= set(finding.literals) for clause in clauses if clause)
    if RemarkKind.UNITS in found:
        for finding in found[RemarkKind.UNITS].findings:
            assert clauses[finding.clauses[0]] == list(finding.literals)
            with_unit = models([*(clause for clause in clauses if len(clause) > 1), list(finding.literals)])
            fixed = set.intersection(*map(set, with_unit)) if with_unit else set()
            assert not with_unit or len(fixed) >= finding.decided
            assert 2 * finding.decided >= finding.used == len({abs(each) for clause in clauses for each in clause})


def models(clauses: list[list[int]]) -> list[frozenset[int]]:
    every = (frozenset(v if sign else -v for v, sign in enumerate(signs, 1)) for signs in product((0, 1), repeat=5))
    return [model for model in every if all(model & set(clause) for clause in clauses)]


@pytest.mark.parametrize(("size", "found"), [(2, False), (3, True)])
def test_groups_of_three_or_more_are_considered(size: int, found: bool):
    groups = [list(range(size * number + 1, size * number + size + 1)) for number in range(20)]
    exclusions = [pair for group in groups for pair in at_most_one(group)]
    assert (RemarkKind.GROUPS in remarks(Formula.of([*groups[1:], *exclusions]))) == found
