"""The task of a file of constraints, soft clauses or cubes, in a phrase."""

import doctest

import pytest

from engine.sat.formula import opb, problem_words
from engine.sat.formula.problem_words import problem_words as words_of
from engine.sat.formula.reading import parse


@pytest.mark.parametrize(
    ("text", "form", "words"),
    [
        ("p cnf 1 1\n1 0\n", "CNF", ()),
        ("p inccnf\n1 2 0\na 1 0\na -1 0\n", "ICNF", ("2 cubes",)),
        ("h 1 0\n3 1 2 0\n", "WCNF", ("1 hard clause", "1 soft clause of weight 3 in all")),
        ("+1 x1 +1 x2 = 1 ;\n", "OPB", ("1 constraint",)),
        ("min: +1 x1 -2 ~x2 ;\n+1 x1 +1 x2 = 1 ;\n", "OPB", ("1 constraint", "minimise +1 x1 +2 x2 -2")),
        ("min: ;\n+1 x1 >= 1 ;\n", "OPB", ("1 constraint", "minimise +0")),
    ],
)
def test_each_format(text: str, form: str, words: tuple[str, ...]) -> None:
    document = parse(text.encode())
    assert document.form == form
    assert words_of(document) == words


def test_soft_clauses_alone_are_known_by_the_name() -> None:
    document = parse(b"3 1 0\n5 -1 0\n", path="a.WCNF.gz")
    assert document.objective is not None
    assert document.objective.soft == ((3, (1,)), (5, (-1,)))
    assert parse(b"3 1 0\n5 -1 0\n", path="a.cnf").objective is None


def test_listed_constraints_have_their_clauses_and_degrees() -> None:
    formula = opb.parse(b"+2 x1 -3 x2 >= 1 ; +1 x1 >= 0 ; +1 x1 +1 x2 = 1 ; +1 x1 +1 x2 +1 x3 <= 2 ;").formula
    listed = opb.listed_constraints(formula)
    assert [each.text for each in listed] == [
        "+2 x1 -3 x2 >= 1",
        "+1 x1 >= 0",
        "+1 x1 +1 x2 = 1",
        "+1 x1 +1 x2 +1 x3 <= 2",
    ]
    assert [each.degrees for each in listed] == [(4,), (0,), (1, 1), (1,)]
    assert [clause for each in listed for clause in each.clauses] == list(range(len(formula)))
    assert not listed[1].clauses


@pytest.mark.parametrize("module", [opb, problem_words])
def test_the_examples_of_the_docstrings(module) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
