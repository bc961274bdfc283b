"""The check of a model, and answers in files: written, read back, and refused if malformed."""

import os
import re
from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat import result as result_module
from engine.sat.formula import opb
from engine.sat.formula.formula import Formula
from engine.sat.result import (
    Result,
    ResultFile,
    Status,
    competition,
    falsified,
    parse_answer,
    read_answer,
    res,
    res_path,
    write_res,
)

PLAIN = Formula.of([], 1000)
SAT, UNSAT, UNKNOWN = Status.SATISFIABLE, Status.UNSATISFIABLE, Status.UNKNOWN

clauses = st.lists(st.lists(st.integers(1, 6).flatmap(lambda v: st.sampled_from((v, -v))), max_size=4), max_size=8)
models = st.lists(st.booleans(), max_size=400).map(
    lambda signs: array("i", (variable if sign else -variable for variable, sign in enumerate(signs, 1)))
)
counters = st.none() | st.integers(0)


@st.composite
def results(draw: st.DrawFn) -> Result:
    status = draw(st.sampled_from(Status))
    model = draw(models) if status is SAT else None
    seconds = draw(st.floats(0, 1e6))
    return Result(status, "dpll", None, model, seconds, draw(counters), draw(counters), draw(counters), draw(st.text()))


@given(clauses, st.lists(st.booleans(), min_size=6, max_size=6))
def test_the_first_clause_without_a_true_literal_is_found(clauses: list[list[int]], signs: list[bool]) -> None:
    model = [v if sign else -v for v, sign in enumerate(signs, 1)]
    false = [index for index, clause in enumerate(clauses) if not set(clause) & set(model)]
    assert falsified(Formula.of(clauses, 6), model) == (false[0] if false else None)
    assert falsified(Formula.of(clauses, 6), array("i", model)) == (false[0] if false else None)


@pytest.mark.parametrize("model", [[1], [1, 2, 3, 4], [2, 1, 3], [1, 2, 2], [1, 0, 3], [1, 2, -4], []])
def test_a_model_has_one_literal_for_every_variable_in_order(model: list[int]) -> None:
    with pytest.raises(ValueError, match=r"^the model is not one literal for each of the 3 variables, in order$"):
        falsified(Formula.of([(1, 2)], 3), model)


def test_a_formula_without_variables_has_the_empty_model() -> None:
    assert falsified(Formula.of([]), []) is None
    assert falsified(Formula.of([()]), []) == 0


def test_a_res_file_has_three_lines() -> None:
    model = array("i", [1, -2, 3])
    assert res(Result(SAT, "dpll", model=model, seconds=0.0126), PLAIN) == "s 1\nv 1 -2 3\nt 13\n"
    assert res(Result(UNSAT, "dpll", seconds=1.5, decisions=4, conflicts=0), PLAIN) == "s 0\nv\nt 1500\n"
    assert res(Result(UNKNOWN, "dpll", seconds=2, reason="time limit of 2 s"), PLAIN) == "s -1\nv\nt 2000\n"


def test_competition_output_is_wrapped() -> None:
    output = competition(Result(SAT, "cdcl", model=array("i", range(1, 101))), PLAIN)
    lines = output.splitlines()
    assert lines[0] == "s SATISFIABLE"
    assert all(line.startswith("v ") for line in lines[1:])
    assert max(map(len, lines)) <= 78
    assert " ".join(line[2:] for line in lines[1:]) == " ".join(map(str, range(1, 101))) + " 0"
    assert competition(Result(SAT, "cdcl", model=array("i")), PLAIN) == "s SATISFIABLE\nv 0\n"
    assert competition(Result(UNSAT, "cdcl"), PLAIN) == "s UNSATISFIABLE\n"
    assert competition(Result(UNKNOWN, "cdcl", reason="cancelled"), PLAIN) == "c cancelled\ns UNKNOWN\n"


@given(results())
def test_the_strictest_reader_takes_a_res_file(result: Result) -> None:
    """A strict reader that takes three lines, each a letter and a blank, and parses the rest as numbers."""
    status, model, time = res(result, PLAIN).splitlines()
    assert re.fullmatch(r"s (1|0|-1)", status)
    assert re.fullmatch(r"v( -?[1-9][0-9]*)*", model)
    assert re.fullmatch(r"t [0-9]+", time)


@given(results())
def test_written_output_is_read_back(result: Result) -> None:
    milliseconds = float(round(1000 * result.seconds))
    assert parse_answer(res(result, PLAIN).encode()) == ResultFile(result.status, result.model, milliseconds)
    assert parse_answer(competition(result, PLAIN).encode()) == ResultFile(result.status, result.model)


ACCEPTED = {
    "other lines in between": (b"c hi\n\ns 1\nv 1 -2\nt 12\n", ResultFile(SAT, array("i", [1, -2]), 12)),
    "a 0 at the end": (b"s 1\nv 1 -2 0\nt 12\n", ResultFile(SAT, array("i", [1, -2]), 12)),
    "several v lines, any order": (
        b"c x\nv 5 -2\ns SATISFIABLE\nv 1\nv 0\n",
        ResultFile(SAT, array("i", [1, -2, 5])),
    ),
    "CRLF": (b"s 0\r\nv\r\nt 3\r\n", ResultFile(UNSAT, None, 3)),
    "BOM": (b"\xef\xbb\xbfs 0\nv\n", ResultFile(UNSAT)),
    "no v line": (b"s UNSATISFIABLE", ResultFile(UNSAT)),
    "an empty v line": (b"s UNKNOWN\nv 0\n", ResultFile(UNKNOWN)),
    "the empty model": (b"s 1\nv\nt 0\n", ResultFile(SAT, array("i"), 0)),
    "counters and fractions": (b"s -1\nv \nt 12.5 decisions 3\n", ResultFile(UNKNOWN, None, 12.5)),
    "MiniSat's model": (b"SAT\n1 -2 3 0\n", ResultFile(SAT, array("i", [1, -2, 3]))),
    "MiniSat's empty model": (b"SAT\n0\n", ResultFile(SAT, array("i"))),
    "MiniSat's unsatisfiable": (b"UNSAT\n", ResultFile(UNSAT)),
    "MiniSat's undecided": (b"INDET\n", ResultFile(UNKNOWN)),
    "comments in any encoding": (b"c \xff\xfe\ns 0\n", ResultFile(UNSAT)),
}


@pytest.mark.parametrize(("data", "answer"), ACCEPTED.values(), ids=ACCEPTED)
def test_is_taken(data: bytes, answer: ResultFile) -> None:
    assert parse_answer(data) == answer


REFUSED = {
    "nothing": (b"", ": it has no s line"),
    "no status": (b"v 1 2\nt 3\n", ": it has no s line"),
    "an unknown status": (b"\ns 2\n", ":2: '2' is not a status"),
    "an empty status": (b"s\n", ":1: '' is not a status"),
    "two statuses": (b"s 1\ns 0\n", ":2: one more s line; the first is line 1"),
    "a word in the model": (b"s 1\nv 1 x 3\n", ":2: 'x' is not a literal"),
    "a literal beyond 2^31-1": (b"s 1\nv 2147483648\n", ":2: '2147483648' is not a literal"),
    "endless digits": (b"s 1\nv " + b"9" * 60, f":2: '{'9' * 40}…' is not a literal"),
    "both literals of a variable": (b"s 1\nv 1 2\nv -1 0\n", ":3: variable 1 is there more than once"),
    "a literal twice": (b"s 1\nv 1 2 1\n", ":2: variable 1 is there more than once"),
    "a literal after the 0": (b"s 1\nv 1 0 2\n", ":2: '2' after the 0 that ends the model"),
    "no model": (b"c\ns 1\nt 3\n", ":2: satisfiable, but there is no v line"),
    "a model of nothing": (b"s 0\nv 1 2\n", ":1: unsatisfiable, but there is a model"),
    "a model that is not known": (b"s UNKNOWN\nv 1 0\n", ":1: unknown, but there is a model"),
    "no time": (b"s 0\nv\nt\n", ":3: '' is not a number of milliseconds"),
    "a time that is none": (b"s 0\nv\nt soon\n", ":3: 'soon' is not a number of milliseconds"),
    "a negative time": (b"s 0\nv\nt -3\n", ":3: '-3' is not a number of milliseconds"),
    "another line": (b"s 0\nq 12\n", ":2: no line of a result begins with 'q'"),
    "SAT without a model": (b"SAT\n", ":1: satisfiable, but there is no v line"),
    "UNSAT with a model": (b"UNSAT\n1 2 0\n", ":1: unsatisfiable, but there is a model"),
    "a model without a v after an s line": (b"s 1\n1 2 0\n", ":2: no line of a result begins with '1'"),
    "two models of MiniSat": (b"SAT\n1 2 0\n3 0\n", ":3: no line of a result begins with '3'"),
    "MiniSat after another": (b"s 1\nSAT\n", ":2: one more s line; the first is line 1"),
    "a formula": (b"p cnf 1 1\n1 0\n", ":1: no line of a result begins with 'p'"),
    "a terminal escape": (b"s 0\n\x1b[2J\n", ":2: no line of a result begins with '\\x1b[2J'"),
}


@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_answer(data, path="f.res")
    assert str(caught.value) == f"f.res{message}; give a .res file or the output of a solver"


lines = st.lists(
    st.sampled_from(
        (b"s 1", b"s 0", b"SAT", b"1 -2 0", b"v 1 -2", b"v 0", b"t 3", b"v 3 x", b"c", b"t", b"\r", b"\xff")
    )
)


@given(st.binary() | lines.map(b"\n".join))
def test_any_bytes_are_an_answer_or_an_input_error(data: bytes) -> None:
    try:
        answer = parse_answer(data)
    except InputError:
        return
    assert (answer.model is not None) == (answer.status is SAT)


def test_files_are_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f.res"
    write_res(Result(SAT, "dpll", model=array("i", [1, -2]), seconds=0.25), PLAIN, path)
    assert path.read_bytes() == b"s 1\nv 1 -2\nt 250\n"
    assert read_answer(path) == ResultFile(SAT, array("i", [1, -2]), 250)
    monkeypatch.setattr(result_module, "MAX_ANSWER", 10)
    with pytest.raises(InputError, match="more than 10 bytes, too many for a result"):
        read_answer(path)
    with pytest.raises(InputError, match="is a folder, not a regular file"):
        read_answer(tmp_path)


@pytest.mark.parametrize(
    ("cnf", "expected"),
    [
        ("queens-12.cnf", "queens-12.res"),
        ("queens.cnf.gz", "queens.res"),
        ("queens.CNF.XZ", "queens.res"),
        ("v2.queens.dimacs", "v2.queens.res"),
        ("uf20-0.1", "uf20-0.1.res"),
        ("queens", "queens.res"),
        (".cnf", ".cnf.res"),
        ("queens.res", "queens.res.res"),
    ],
)
def test_a_res_file_is_named_after_its_formula(cnf: str, expected: str, tmp_path: Path) -> None:
    assert res_path(tmp_path / cnf, tmp_path / "puzzles") == tmp_path / expected


def test_a_res_file_does_not_go_to_the_shipped_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped, here = tmp_path / "puzzles", tmp_path / "here"
    (shipped / "cnf").mkdir(parents=True)
    here.mkdir()
    monkeypatch.chdir(here)
    assert res_path(shipped / "cnf" / "a.cnf", shipped) == here / "a.res"
    assert res_path("../puzzles/a.cnf", shipped) == here / "a.res"
    assert res_path("a.cnf", shipped).resolve() == here / "a.res"


def test_a_res_file_does_not_go_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, _: Path(path) != tmp_path / "locked")
    assert res_path(tmp_path / "locked" / "a.cnf", tmp_path / "puzzles") == tmp_path / "a.res"
    assert res_path(tmp_path / "open" / "a.cnf", tmp_path / "puzzles") == tmp_path / "open" / "a.res"


def test_a_model_of_linear_constraints_has_their_variables_only() -> None:
    formula = opb.parse(b"+2 x1 +3 x2 +4 x4 -1 x5 >= 3 ; +1 x1 +1 x4 <= 1 ;").formula
    assert formula.auxiliary
    model = array("i", [1, -2, 3, -4, 5, *range(6, formula.variables + 1)])
    result = Result(SAT, "cdcl", model=model, seconds=0.001)
    assert competition(result, formula) == "s SATISFIABLE\nv x1 -x2 x3 -x4 x5\n"
    assert res(result, formula) == "s 1\nv 1 -2 3 -4 5\nt 1\n"
    assert parse_answer(competition(result, formula).encode()).model == model[:5]
    assert parse_answer(b"s OPTIMUM FOUND\nv ~x2 x1\n").model == array("i", [1, -2])
    for word in ("x0", "--x1", "x", "1x", "x99999999999"):
        with pytest.raises(InputError, match="is not a literal"):
            parse_answer(f"s SATISFIABLE\nv {word}\n".encode())
