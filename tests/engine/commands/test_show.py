"""`satsudoku show`."""

import json
from pathlib import Path

import pytest

from engine.commands import show


def test_a_formula_is_shown_with_its_facts_and_numbered_clauses(satsudoku):
    formula = "c a small one\np cnf 19 4\n1 -2 0\n4 -18 19 0\n0\n-4 0\n"
    outcome = satsudoku("show", "-", stdin=formula)
    assert outcome.code == 0
    assert outcome.out.splitlines() == [
        "header     p cnf 19 4 (line 2)",
        "variables  19",
        "clauses    4",
        "literals   6 (3 positive, 3 negative)",
        "lengths    1 of length 0, 1 of length 1, 1 of length 2, 1 of length 3",
        "comment    a small one",
        "1: 2: 1 -2",
        "2: 3: 4 -18 19",
        "3: 0: (empty clause)",
        "4: 1: -4",
    ]


def test_the_structure_of_a_formula(satsudoku):
    equations = "1 2 3 0\n1 -2 -3 0\n-1 2 -3 0\n-1 -2 3 0\n1 5 0\n-1 -5 0\n-5 6 0\n5 -6 0\n"
    group = "-7 -8 0\n-7 -9 0\n-8 -9 0\n"
    outcome = satsudoku("show", "--structure", "-", stdin=f"p cnf 9 11\n{equations}{group}")
    assert outcome.code == 0
    assert outcome.out.splitlines()[-10:] == [
        "equations  3 modulo 2 (2 of 2 variables, 1 of 3 variables)",
        "implied    1 of one or two variables, by several equations",
        "groups     1 with a maximum number of true literals (1 of 1 in 3)",
        "gates      0",
        "components 2 that share no variable (of 5, 3 variables)",
        "equation   1 + 2 + 3 = 1",
        "equation   1 + 5 = 1",
        "equation   5 + 6 = 0",
        "implied    1 + 6 = 1",
        "group      at most 1 of 7 8 9",
    ]
    made = satsudoku("make", "tseitin", 4).out
    assert (
        "equations  they have no solution, so the formula is unsatisfiable\n"
        in satsudoku("show", "--structure", "-", stdin=made).out
    )
    assert satsudoku("show", "--structure", "-", stdin="p cnf 0 0\n").out.splitlines()[-5:] == [
        "equations  0 modulo 2",
        "implied    0 of one or two variables, by several equations",
        "groups     0 with a maximum number of true literals",
        "gates      0",
        "components 0 that share no variable",
    ]


def test_equal_gates_are_counted_and_listed(satsudoku):
    def structure(*clauses: str) -> list[str]:
        text = "".join(f"{clause} 0\n" for clause in clauses)
        return satsudoku("show", "--structure", "-", stdin=f"p cnf 6 {len(clauses)}\n{text}").out.splitlines()

    both = "3 -1 -2", "-3 1", "-3 2", "-4 -1 -2", "4 1", "4 2"
    rows = structure(*both)
    assert "equal      2 gates, 1 of them equal to another or constant" in rows
    assert rows[-1] == "equal      3 = -4"
    exclusive = "-6 1 2", "-6 -1 -2", "6 1 -2", "6 -1 2"
    assert structure(*both, *exclusive, "5 -3 -6", "-5 3", "-5 6")[-2:] == [
        "equal      3 = -4",
        "equal      -5: always true",
    ]
    rows = structure(*both, "4 -1 -2", "-4 1", "-4 2")
    assert "equal      a literal would equal its own negation, so the formula is unsatisfiable" in rows


def test_verdicts_of_unit_propagation_are_reported(satsudoku):
    """Nothing of the formula would be left to have a structure; and the rest can be shown."""
    decided = satsudoku("show", "--structure", "-", stdin="p cnf 3 3\n1 0\n-1 2 0\n-2 3 1 0\n").out
    assert "decides everything: it makes 2 literals true, and every clause is satisfied\n" in decided
    false = satsudoku("show", "--structure", "-", stdin="p cnf 2 3\n1 0\n-1 2 0\n-2 0\n").out
    assert "units      unit propagation makes a clause false: the formula is unsatisfiable\n" in false
    partly = "p cnf 5 4\n1 0\n-1 2 3 0\n1 4 5 0\n-1 4 -5 2 0\n"
    assert "and leaves 2 clauses" in satsudoku("show", "--structure", "-", stdin=partly).out
    assert satsudoku("show", "--propagated", "-", stdin=partly).out.splitlines()[-4:] == [
        "units      unit propagation makes 1 literal true and leaves 2 clauses",
        "true       1",
        "2: 2: 2 3",
        "4: 3: 4 -5 2",
    ]
    assert satsudoku("show", "--propagated", "-", stdin="p cnf 2 1\n1 2 0\n").out.splitlines()[-2:] == [
        "units      no clause is a unit: nothing is propagated",
        "1: 2: 1 2",
    ]


def test_remarks_on_an_encoding(satsudoku, tmp_path: Path):
    text = "p cnf 4 5\n1 2 0\n-1 -2 0\n1 2 4 0\n"
    outcome = satsudoku("show", "--lint", "-", stdin=text)
    assert (outcome.code, outcome.out.splitlines()) == (
        0,
        [
            "warning    line 1: the number of clauses is 5 in the header, but 3 in the file",
            "unused     1 variable is in no clause: 3",
            "pure       1 variable occurs with one sign only: 4 in clause 3",
            "subsumed   1 clause is subsumed by a shorter one: 3 by 1",
        ],
    )
    fields = json.loads(satsudoku("show", "--lint", "--json", "-", stdin=text).out)
    assert [(remark["kind"], remark["count"]) for remark in fields["remarks"]] == [
        ("unused", 1),
        ("pure", 1),
        ("subsumed", 1),
    ]
    assert fields["remarks"][2]["findings"] == [{"clauses": [3, 1]}]
    assert satsudoku("show", "--lint", "-", stdin="p cnf 2 2\n1 2 0\n-1 -2 0\n").out == "lint       no remarks\n"
    assert satsudoku("show", "--json", "-", stdin=text).code == 2
    path = tmp_path / "puzzle.txt"
    path.write_text("." * 81 + "\n")
    assert "needs a formula" in satsudoku("show", "--lint", path).err


def test_warnings_are_shown_with_their_line_and_refused_when_strict(satsudoku):
    outcome = satsudoku("show", "-", stdin="p cnf 2 5\n1 2 0\n")
    assert "warning    line 1: " in outcome.out
    strict = satsudoku("show", "--strict", "-", stdin="p cnf 2 5\n1 2 0\n")
    assert (strict.code, strict.out) == (2, "")
    assert strict.err.startswith("satsudoku: standard input:1: ")


def test_clauses_with_a_variable_twice_are_a_warning(satsudoku):
    outcome = satsudoku("show", "-", stdin="p cnf 3 5\n1 2 0\n-1 2 -1 0\n3 -3 0\n2 2 0\n1 2 -1 0\n")
    assert [line for line in outcome.out.splitlines() if line.startswith("warning")] == [
        "warning    clauses with a literal more than once: 2; the first one is clause 2",
        "warning    clauses with a literal and its negation, always true: 2; the first one is clause 3",
    ]
    assert "warning" not in satsudoku("show", "-", stdin="p cnf 2 2\n1 2 0\n-1 -2 0\n").out


def test_no_clause_is_lost_between_chunks(satsudoku, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(show, "CHUNK", 3)
    clauses = [[n, -n - 1] for n in range(1, 11)]
    text = "p cnf 11 10\n" + "".join(f"{a} {b} 0\n" for a, b in clauses)
    output = [line for line in satsudoku("show", "-", stdin=text).out.splitlines() if line[0].isdigit()]
    assert output == [f"{number}: 2: {a} {b}" for number, (a, b) in enumerate(clauses, 1)]


def test_a_formula_without_clauses(satsudoku):
    outcome = satsudoku("show", "-", stdin="p cnf 3 0\n")
    assert outcome.code == 0
    assert "lengths    none" in outcome.out


def test_comments_cannot_act_on_the_terminal(satsudoku):
    outcome = satsudoku("show", "-", stdin="c \x1b[2Jgone\np cnf 1 1\n1 0\n")
    assert "comment    \\x1b[2Jgone" in outcome.out


def test_puzzles_are_shown_as_grids_with_their_conflicts(satsudoku, tmp_path: Path):
    rows = ["5.....5.."] + ["........."] * 8
    path = tmp_path / "two.txt"
    path.write_text("# first\n" + "\n".join(rows) + "\n\n" + "\n".join(rows[1:] + rows[1:2]) + "\n")
    outcome = satsudoku("show", path)
    assert outcome.code == 0
    assert "puzzle     1 of 2: first\n" in outcome.out
    assert "givens     2, 79 holes\n" in outcome.out
    assert "conflict   5 appears twice in row 1: r1c1 and r1c7\n" in outcome.out
    assert "puzzle     2 of 2\n" in outcome.out
    assert "5.....5..\n" in outcome.out


def test_text_is_read_as_the_layout_that_is_named(satsudoku, tmp_path: Path):
    path = tmp_path / "square.txt"
    path.write_text("12..\n....\n....\n...1\n")
    assert "layout     sudoku 4x4, 16 cells, 12 houses\n" in satsudoku("show", path).out
    layout = tmp_path / "cross.txt"
    layout.write_text("layout cross\nsize 4\ngrid 1 1\nhouse diagonal r1c1 r2c2 r3c3 r4c4\n")
    output = satsudoku("show", path, "--layout", layout).out
    assert "layout     cross, 16 cells, 9 houses\n" in output
    assert "conflict   1 appears twice in diagonal 1: r1c1 and r4c4\n" in output


@pytest.mark.parametrize("content", ["", "hello\n", "p cnf 1 1\n1 x 0\n", "1234 5 x 7\n"])
def test_other_input_is_refused_in_one_line(satsudoku, tmp_path: Path, content: str):
    path = tmp_path / "odd"
    path.write_text(content)
    outcome = satsudoku("show", path)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"satsudoku: {path}")
    assert outcome.err.count("\n") == 1


def test_a_link_is_a_path(satsudoku):
    found = satsudoku("show", "https://sudokuexchange.com/play/?s=" + "120" * 27)
    assert found.code == 0
    assert "givens     54, 27 holes" in found.out
    refused = satsudoku("show", "https://sudokupad.app/wsj7iunsg6")
    assert refused.code == 2
    assert refused.err.startswith("satsudoku: the link: this link only names a puzzle")


def test_soft_clauses_and_their_weights_are_listed(satsudoku):
    lines = satsudoku("show", "-", stdin="h 1 2 0\n4 -1 0\n2 -2 1 0\n").out.splitlines()
    assert "objective  minimise: 2 soft clauses of weight 6 in all" in lines
    assert lines[-3:] == ["1: 2: 1 2", "soft 1 (weight 4): -1", "soft 2 (weight 2): -2 1"]
