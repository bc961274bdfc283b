"""Answers in common formats."""

import pytest

from engine.base.errors import InputError
from engine.sat.programs.answers import AnswerPatterns, pattern, read
from engine.sat.result import Status

SAT, UNSAT, UNKNOWN = Status.SATISFIABLE, Status.UNSATISFIABLE, Status.UNKNOWN


@pytest.mark.parametrize(
    ("text", "variables", "model"),
    [
        ("sat\n1\n-2\n3\n", 3, [1, -2, 3]),
        ("(True, [1, -2, 3])", 3, [1, -2, 3]),
        ("(True, ['-2', '1', '3'], 6)", 3, [1, -2, 3]),
        ("True [1, -2]", 2, [1, -2]),
        ("Satisfiable: Yes\nModel: {1: True, 2: False}\n", 2, [1, -2]),
        ("True\n{'x1': True, 'x2': False}", 2, [1, -2]),
        ("{1: 1, 2: -1}\nSAT", 2, [1, -2]),
        ("[(1, True), (2, False)] sat", 2, [1, -2]),
        ("satisfiable\nx1=1\nx2=0\n", 2, [1, -2]),
        ("sat\nSatisfiable Assignment:\n1 <- 1\n2 <- 0\n", 2, [1, -2]),
        ("(True, [], 0)", 2, []),
        ("RESULT:SAT\nASSIGNMENT:1=1 2=0 3=1", 3, [1, -2, 3]),
        ("SATISFIABLE\n[True, False]\n", 2, [1, -2]),
        ("SATISFIABLE\n[None, True, False]\n", 2, [1, -2]),
        ("SAT\n0110\n", 4, [-1, 2, 3, -4]),
        ("SAT\n[0, 1, 1, 0]\n", 4, [-1, 2, 3, -4]),
        ("SAT\n0 1 1\n", 3, [-1, 2, 3]),
        ("SAT\nx1 ~x2 !x3", 3, [1, -2, -3]),
        ("Solution found:\n1 -2\n", 2, [1, -2]),
        ("Satisfiable! Time: 5\n1 -2", 2, [1, -2]),
        ("clauses [1, 2]\nSAT\nmodel [-1, 2, 3]", 3, [-1, 2, 3]),
        ("reading done\ns SATISFIABLE\nv 1 -2 0\n", 2, [1, -2]),
        ("SAT", 0, []),
    ],
)
def test_a_model_in_another_form_is_read_with_a_remark(text: str, variables: int, model: list[int]) -> None:
    answer = read(text.encode(), variables)
    assert (answer.result.status, list(answer.result.model or ())) == (SAT, model)
    assert "None" not in answer.remark
    assert "<" not in answer.remark.replace(" <- ", "")
    assert answer.remark


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("(False, None)", UNSAT), ("UNSATISFIABLE\n", UNSAT), ("Formula is not satisfiable", UNSAT),
        ("Satisfiable: No", UNSAT), ("No solution", UNSAT), ("False", UNSAT), ("None\n", UNSAT),
        ("result unknown", UNKNOWN), ("This program is a SAT solver.\nCNF IS UNSAT... :C", UNSAT),
    ],
)  # fmt: skip
def test_other_words_for_a_verdict(text: str, status: Status) -> None:
    answer = read(text.encode(), 2)
    assert (answer.result.status, bool(answer.remark)) == (status, True)


@pytest.mark.parametrize("text", ["s SATISFIABLE\nv 1 -2 0\n", "s 1\nv 1 -2\nt 3\n", "SAT\n1 -2 0\n"])
def test_known_formats_have_no_remark(text: str) -> None:
    answer = read(text.encode(), 2)
    assert (list(answer.result.model or ()), answer.remark) == ([1, -2], "")


@pytest.mark.parametrize(
    "text",
    ["", "hello", "SAT", "SAT\n1 -1 2 0", "sat\n[1, -1]", "s SATISFIABLE\ns UNKNOWN\nv 1 0", "[1, -2]",
     "satisfiable or unsatisfiable?"],
)  # fmt: skip
def test_invalid_answers(text: str) -> None:
    with pytest.raises(InputError):
        read(text.encode(), 2)


def test_patterns() -> None:
    patterns = AnswerPatterns("RES 1", "RES 0", "::(.*)")
    assert list(read(b"RES 1 ::1 -2", 2, patterns).result.model or ()) == [1, -2]
    assert read(b"RES 0", 2, patterns).result.status is UNSAT
    assert list(read(b"SAT\nmodel=1,-2", 2, AnswerPatterns(model="model=(.*)")).result.model or ()) == [1, -2]
    for text in (b"RES 2", b"RES 1 RES 0", b"RES 1"):
        with pytest.raises(InputError):
            read(text, 2, patterns)
    with pytest.raises(InputError, match="not a regular expression"):
        pattern("(")


@pytest.mark.parametrize(
    ("line", "model"), [("1 1", [1, 2]), ("1 1 0", [1, 2, -3]), ("1 1 1", [1, 2, 3]), ("values: 101", [1, -2, 3])]
)
def test_a_vector_of_ones_is_no_list_of_literals(line: str, model: list[int]) -> None:
    assert list(read(f"SAT\n{line}\n".encode(), len(model)).result.model or ()) == model


@pytest.mark.parametrize("line", ["1, ~2, 3", "[1, !2, 3]", "1 ¬2 3"])
def test_other_signs_of_negation(line: str) -> None:
    assert list(read(f"sat\n{line}\n".encode(), 3).result.model or ()) == [1, -2, 3]
