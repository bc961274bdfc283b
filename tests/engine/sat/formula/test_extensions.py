"""Extensions of DIMACS: XOR lines, cubes, OPB, WCNF, names and lists of variables in comments."""

import random
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.files.kinds import FileKind
from engine.files.reading import glance_at, load
from engine.sat.formula import dimacs, opb, reading, wcnf
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import variable_names
from engine.sat.formula.objective import Objective
from engine.sat.formula.projection import shown_variables

literals = st.integers(-6, 6).filter(bool)
few_literals = st.integers(-4, 4).filter(bool)


def satisfiable_values(formula: Formula, variables: int) -> set[tuple[int, ...]]:
    """The values of the first variables in some model."""
    return {
        model[:variables]
        for model in product(*((v, -v) for v in range(1, formula.variables + 1)))
        if all(set(clause) & set(model) for clause in formula)
    }


def is_true(literal: int, values: Sequence[int]) -> bool:
    return values[abs(literal) - 1] == literal


# --- XOR lines ---


@settings(max_examples=amount(150))
@given(st.lists(st.lists(literals, max_size=8), max_size=2), st.lists(st.lists(literals, min_size=1, max_size=3)))
def test_xor_lines_mean_an_odd_number_of_true_literals(xors: list[list[int]], clauses: list[list[int]]) -> None:
    lines = [f"x{' '.join(map(str, (*xor, 0)))}" for xor in xors]
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    random.Random(1).shuffle(lines)
    text = "\n".join([f"p cnf 6 {len(lines)}", *lines, ""])
    document = dimacs.parse(text.encode(), strict=True)
    expected = {
        values
        for values in product(*((v, -v) for v in range(1, 7)))
        if all(sum(is_true(literal, values) for literal in xor) % 2 for xor in xors)
        and all(set(clause) & set(values) for clause in clauses)
    }
    assert satisfiable_values(document.formula, 6) == expected
    assert document.encoding_clauses == len(document.formula) - len(clauses)


def test_long_xor_lines_are_cut_and_new_variables_reported() -> None:
    document = dimacs.parse(b"p cnf 9 2\nx1 2 3 4 5 6 7 8 9 0\n-1 0\n", strict=True)
    formula = document.formula
    assert formula[0] == (-1,)
    assert max(formula.lengths) == 4
    assert formula.comments[-1].text == "the last 28 clauses come from 1 XOR line, with 3 new variables from 10 on"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (b"p cnf 3 1\nx1 y 0\n", 2, "'y' is not a literal of an XOR line"),
        (b"p cnf 3 1\nx1 0 2 0\n", 2, "'0' is not a literal of an XOR line"),
        (b"p cnf 3 1\nx1 2147483648 0\n", 2, "'2147483648' is beyond the highest variable"),
        (b"p cnf 3 1\n1 x2 0\n", 2, "'x2' is not a number"),
        (b"p cnf 3 1\nxyz\n", 2, "'xyz' is not a number"),
        (b"p cnf 3 1\na 1 0\n", 2, "'a' is not a number"),
        (b"p inccnf\n1 0\na z 0\n", 3, "'z' is not a literal of a cube"),
        (b"p inccnf\n1 0\na 1 0\n2 0\nx1 2 0\n", None, "an XOR line, and clauses after the first cube"),
    ],
)
def test_errors_name_line_and_token(text: bytes, line: int | None, message: str) -> None:
    with pytest.raises(InputError) as caught:
        dimacs.parse(text)
    assert caught.value.line == line
    assert caught.value.problem.startswith(message)


def test_a_missing_end_is_a_warning() -> None:
    (warning,) = dimacs.parse(b"p cnf 2 1\nx1 2\n").warnings
    assert (warning.line, warning.message) == (2, "no 0 at the end of an XOR line")


def test_too_many_literals_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs, "MAX_SPECIAL", 10)
    with pytest.raises(InputError, match="more than 10 literals"):
        dimacs.parse(b"p cnf 2 9\n" + b"x1 2 0\n" * 9)


# --- cubes ---


def test_cubes() -> None:
    document = dimacs.parse(b"p inccnf\n1 2 0\na 1 -2 0\nc x\na 0\na 7 0\n", strict=True)
    assert list(document.formula) == [(1, 2)]
    assert document.cubes == ((1, -2), (), (7,))
    assert document.formula.variables == 7
    assert document.cube_places == (1, 1, 1)
    assert not document.is_growing


@given(parts=st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=8), slices=st.booleans())
def test_clauses_and_cubes_in_turn(parts: list[tuple[int, bool]], slices: bool) -> None:
    """Each cube knows the clauses before it, however the text is cut."""
    text, places, count = "p inccnf\n", [], 0
    for clauses, has_cube in parts:
        text += "1 -2 0 3 0\n" * clauses
        count += 2 * clauses
        if has_cube:
            text += "a 1 0\n"
            places.append(count)
    with pytest.MonkeyPatch.context() as patch:
        if slices:
            patch.setattr(dimacs, "SLICE", 7)
        document = dimacs.parse(text.encode(), strict=True)
    assert document.cube_places == tuple(places)
    assert len(document.formula) == count
    assert document.is_growing == any(place < count for place in places)


# --- OPB ---


@settings(max_examples=amount(150), deadline=None)
@given(
    constraints=st.lists(
        st.tuples(
            st.lists(st.tuples(st.integers(-6, 6), few_literals), min_size=1, max_size=5),
            st.sampled_from((">=", "<=", "=")),
            st.integers(-9, 12),
        ),
        min_size=1,
        max_size=2,
    ),
    nodes=st.sampled_from((0, opb.NODES)),
)
def test_constraints_become_equivalent_clauses(
    constraints: list[tuple[list[tuple[int, int]], str, int]], nodes: int
) -> None:
    """By decision diagrams, and by adders."""
    text = "* #variable= 4\n"
    for terms, relation, bound in constraints:
        words = (f"{by:+d} {'~' if literal < 0 else ''}x{abs(literal)}" for by, literal in terms)
        text += f"{' '.join(words)} {relation} {bound} ;\n"
    holds = {">=": int.__ge__, "<=": int.__le__, "=": int.__eq__}
    expected = {
        values
        for values in product(*((v, -v) for v in range(1, 5)))
        if all(
            holds[relation](sum(by for by, literal in terms if is_true(literal, values)), bound)
            for terms, relation, bound in constraints
        )
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opb, "NODES", nodes)
        formula = opb.parse(text.encode() + b"+1 x4 +1 ~x4 >= 1 ;").formula
    if formula.variables <= 16:  # more are too many for a truth table
        assert satisfiable_values(formula, 4) == expected


def test_new_variables_do_not_count() -> None:
    formula = opb.parse(b"+3 x1 +2 x2 +2 x3 +1 x4 >= 4 ;").formula
    assert formula.variables > 4
    assert shown_variables(formula) == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (b"* c\n+1 x1 >= 0 ;\nmin: +1 x1 ;\n", 3, "'min:' begins an objective"),
        (b"min +1 x1 ;\n", 1, "'min' begins an objective"),
        (b"min: +1 x1 >= 2 ;\n", 1, "'>=' is not a variable"),
        (b"+1 x1 x2 >= 1 ;", 1, "a product of variables ends with 'x2'"),
        (b"+1 x1\n+1 y2 >= 1 ;", 2, "'y2' is not a variable"),
        (b"+1 x1 >= z ;", 1, "'z' is not a number"),
        (b"+1 x1 >= 1 +1 x2 >= 1 ;", 1, "'+1' is not the ; that ends a constraint"),
        (b"+1 x1", 1, "the file ends within a constraint"),
        (b"+1 x0 >= 1 ;", 1, "'x0' is not a variable"),
        (b"+1 x9999999999 >= 1 ;", 1, "'x9999999999' is not a variable"),
        (b"+1 x1 >= " + b"9" * 61 + b" ;", 1, f"'{'9' * 40}…' has more than 60 digits"),
    ],
)
def test_errors_of_opb_name_line_and_token(text: bytes, line: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        opb.parse(text)
    assert (caught.value.line, caught.value.problem) == (line, message)


@given(
    terms=st.lists(st.tuples(st.integers(-9, 9), few_literals), max_size=6),
    goal=st.sampled_from(("min:", "max:", "min :", "MAX:")),
)
def test_the_objective_of_opb_is_the_sum_of_its_terms(terms: list[tuple[int, int]], goal: str) -> None:
    words = " ".join(f"{by:+d} {'~' if literal < 0 else ''}x{abs(literal)}" for by, literal in terms)
    objective = opb.parse(f"* c\n{goal} {words} ;\n+1 x4 +1 ~x4 >= 1 ;\n".encode()).objective
    assert objective is not None
    assert all(weight > 0 for weight, _clause in objective.soft)
    for values in product(*((v, -v) for v in range(1, 5))):
        expected = sum(by for by, literal in terms if literal in values)
        assert objective.value(objective.cost(values)) == expected


def test_comments_name_the_clauses_of_each_constraint() -> None:
    text = b"+3 x1 +2 x2 -2 x3 >= 1 ;\n+1 x1 >= 0 ;\n+1 x2 +1 x3 <= 1 ;\n"
    formula = opb.parse(text).formula
    first, never, last = opb.listed_constraints(formula)
    assert [each.text for each in (first, never, last)] == [
        "+3 x1 +2 x2 -2 x3 >= 1",
        "+1 x1 >= 0",
        "+1 x2 +1 x3 <= 1",
    ]
    assert [*first.clauses] == list(range(len(formula) - 1))
    assert [*never.clauses] == []
    assert [formula[number] for number in last.clauses] == [(-2, -3)]


def test_a_cnf_file_made_from_constraints_lists_them_without_degrees() -> None:
    text = b"c constraint 1-2: +1 x1 +1 x2 = 1\nc constraint 3-9999999999: +1 x1 >= 1\np cnf 2 2\n1 2 0\n-1 -2 0\n"
    assert opb.listed_constraints(reading.parse(text).formula) == (("+1 x1 +1 x2 = 1", range(2), ()),)


# --- WCNF ---


@pytest.mark.parametrize(
    "text",
    [
        b"c x\nh 1 -2 0\n4 -1 0\n\nh 3 0\n2 2 -3 0\n",
        b"c x\np wcnf 3 4 9\n9 1 -2 0\n4 -1 0\n9 3 0\n2 2 -3 0\n",
        b"4 -1 0\nh 1 -2 0\nh 3 0\n2 2 -3 0\n0 1 0\nc x",
    ],
)
def test_hard_clauses_are_the_formula_and_soft_ones_the_objective(text: bytes) -> None:
    document = reading.parse(text)
    assert list(document.formula) == [(1, -2), (3,)]
    assert document.objective == Objective(((4, (-1,)), (2, (2, -3))))
    assert [comment.text for comment in document.formula.comments] == ["x"]
    assert not document.warnings


OTHERS = b"1 2 " * 4000, b"1 2 3\n" * 3000, b"c h 1 0\n1 2 0\nhello\n", b"h\xc3\xa9 1 0\n", b""


@pytest.mark.parametrize("text", OTHERS, ids=range(len(OTHERS)))
def test_other_texts_of_any_length_are_no_wcnf(text: bytes) -> None:
    """That is seen by each line alone: a pattern over many lines can take forever."""
    assert not wcnf.begins_like_wcnf(text)


def test_a_header_without_a_top_weight_has_soft_clauses_only() -> None:
    document = wcnf.parse(b"p wcnf 5 2\n1 2 0\n3 -2 0\n")
    assert len(document.formula) == 0
    assert document.formula.variables == 5
    assert document.objective == Objective(((1, (2,)), (3, (-2,))))
    [warning] = wcnf.parse(b"p wcnf 5 3\n1 2 0\n3 -2 0\n").warnings
    assert "3 in the header, but 2 in the file" in warning.message


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (b"h 1 0\nh 1 2\n", 2, "a clause that does not end with one 0"),
        (b"h 1 0 2 0\n", 1, "a clause that does not end with one 0"),
        (b"h 1 0\n-3 1 0\n", 2, "a weight of -3"),
        (b"h 1 0\n1.5 1 0\n", 2, "'1.5' is not a number"),
        (b"p wcnf 1\n", 1, "this is not a WCNF header"),
        (b"h 1 0\nh 2147483648 0\n", 2, "a variable beyond 2147483647"),
        (b"h 1 0\nh 99999999 0\n", 2, "99999999 variables are too many for so few literals"),
    ],
)
def test_errors_of_wcnf_name_the_line(text: bytes, line: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        wcnf.parse(text)
    assert (caught.value.line, caught.value.problem) == (line, message)


def test_new_variables_beyond_the_highest_number_are_refused() -> None:
    with pytest.raises(InputError, match="variables beyond 2147483647"):
        dimacs.parse(b"x1 2147483647 3 4 5 0")
    with pytest.raises(InputError, match="x2147483647 is beyond"):
        opb.parse(b"+2 x1 +3 x2147483647 +4 x3 >= 5 ;")


def test_results_beyond_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opb, "MAX_MADE", 100)
    with pytest.raises(InputError, match="more than 100 literals"):
        opb.parse(b" ".join(b"+%d x%d" % (v, v) for v in range(1, 30)) + b" >= 99 ;")


@pytest.mark.parametrize("name", ["any.opb", "any.txt", "any.cnf"])
def test_formulas_are_known_by_their_content(tmp_path: Path, name: str) -> None:
    constraint = b"* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n"
    soft = b"c x\nh 1 2 0\n3 -1 0\n"
    objective, weighted = b"min: +1 x1 ;\n+1 x1 >= 1;\n", b"p wcnf 1 1 2\n1 1 0\n"
    for text in (constraint, soft, objective, weighted, b"p inccnf\n1 2 0\na 1 0\n", b"p cnf 2 1\nx1 2 0\n"):
        path = tmp_path / name
        path.write_bytes(text)
        found = glance_at(path)
        assert found.glance.kind is FileKind.CNF
        assert found.glance.usable
        assert load(path) == reading.read(path) == reading.parse(text)


# --- names ---


def test_names_of_cnfgen_and_cbmc() -> None:
    names = variable_names(
        dimacs.parse(
            b"c varname 1 x_{1,2}\nc main::1::x!0@1#2 -2 3 TRUE FALSE 9\nc main::1::b!0@1#1 4\nc varname 1 later\n"
            b"c just 4 words\nc seed 5\np cnf 6 1\n1 0\n"
        ).formula
    )
    assert names is not None
    texts = [names.literal(literal) for literal in (1, -1, 2, -2, 3, 4, -4, 5)]
    first, bit, other = "x_{1,2}", "main::1::x!0@1#2", "main::1::b!0@1#1"
    assert texts == [first, f"-{first}", f"-{bit}[0]", f"{bit}[0]", f"{bit}[1]", other, f"-{other}", "5"]


def test_no_names() -> None:
    assert variable_names(dimacs.parse(b"c nothing 1 2 3\nc varname 9 x\np cnf 2 1\n1 0\n").formula) is None


def test_shown_variables() -> None:
    def projection(*comments: str) -> tuple[int, ...] | None:
        return shown_variables(Formula.of([[1, 2]], 4, comments))

    assert projection("p show 3 1 0", "p show 1 2") == (1, 2, 3)
    assert projection("ind 4 0") == (4,)
    assert projection("p show 0") == ()
    assert projection("industrial", "pshow 1", "") is None
