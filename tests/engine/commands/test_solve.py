"""`satsudoku solve`."""

import json
import re
import signal
import subprocess
import sys
from argparse import ArgumentParser
from array import array
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import lrat_checker
import pytest
import veripb_checker
from programs import launched
from structures import equations_among_clauses, look_at_once
from systems import unix

from engine.base.errors import Cancelled
from engine.commands import cli, progress, proof_formats, solve
from engine.commands.interrupt import interruptible
from engine.files.reading import load_layout
from engine.sat.formula import families
from engine.sat.formula.dimacs import dumps
from engine.sat.formula.dimacs import read as dimacs_read
from engine.sat.result import Result, Status, parse_answer
from engine.sat.solvers import structure
from engine.sat.solvers.solve import SOLVERS, SearchProgress
from engine.sat.solvers.structure import VERDICTS
from engine.sudoku import formats
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.formats import write
from engine.sudoku.layout import double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle, contradictions, is_solution

ROOT = Path(__file__).parents[3]
SATISFIABLE = "p cnf 3 2\n1 -2 0\n2 3 0\n"
UNSATISFIABLE = "p cnf 1 2\n1 0\n-1 0\n"


@pytest.fixture
def sat(tmp_path: Path) -> Path:
    path = tmp_path / "sat.cnf"
    path.write_text(SATISFIABLE)
    return path


@pytest.fixture
def unsat(tmp_path: Path) -> Path:
    path = tmp_path / "unsat.cnf"
    path.write_text(UNSATISFIABLE)
    return path


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "puzzle.txt"
    path.write_text(write(generate(double(), 60, seed=4).puzzle))
    return path


@pytest.fixture
def hopeless(tmp_path: Path) -> Path:
    """Far too hard for our plain search."""
    path = tmp_path / "hopeless.cnf"
    path.write_bytes(dumps(families.make("random-ksat", ["600", "3000"], 1)))
    return path


def answering(result: Result):
    """A solver that always gives this answer."""

    def decide(*args: object, **options: object) -> Result:
        return result

    return decide


@pytest.mark.parametrize("solver", ["naive", "dpll", "auto"])
def test_the_answer_is_competition_output_with_counters_in_comments(satsudoku, sat: Path, solver: str):
    outcome = satsudoku("solve", "--solver", solver, sat)
    assert (outcome.code, outcome.err) == (10, "")
    lines = outcome.out.splitlines()
    assert lines[0] == f"c {sat}"
    assert lines[1].startswith("c ")
    assert "decisions" in lines[1]
    lines = [line for line in lines if not line.startswith("c   ")]  # the steps of auto
    assert re.fullmatch(r"c total: [0-9.]+ s of processor time, [0-9]+ MB of memory", lines[2])
    verdict = lines.index("s SATISFIABLE")
    assert all(line.startswith("c ") for line in lines[:verdict])
    assert all(line.startswith("v ") for line in lines[verdict + 1 :])
    assert lines[-1].endswith(" 0")
    assert satsudoku("check", sat, "-", stdin=outcome.out).code == 0


def test_unsatisfiable_is_exit_code_20(satsudoku, unsat: Path):
    outcome = satsudoku("solve", unsat)
    assert (outcome.code, outcome.err) == (20, "")
    assert outcome.out.endswith("s UNSATISFIABLE\n")


def test_undecided_is_exit_code_0_with_the_reason(satsudoku, hopeless: Path):
    outcome = satsudoku("solve", "--solver", "dpll", "--time-limit", 0.05, hopeless)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.endswith("c time limit of 0.05 s\ns UNKNOWN\n")


def test_the_common_verdict_of_several_counts(satsudoku, sat: Path, unsat: Path, puzzle: Path):
    assert satsudoku("solve", "--solver", "dpll", sat, puzzle).code == 10
    assert satsudoku("solve", "--solver", "dpll", unsat, unsat).code == 20
    assert satsudoku("solve", "--solver", "dpll", sat, unsat).code == 0


def test_a_bad_file_does_not_stop_the_others(satsudoku, sat: Path, tmp_path: Path):
    outcome = satsudoku("solve", tmp_path / "missing.cnf", sat, "--solver", "dpll")
    assert outcome.code == 2
    assert outcome.err == f"satsudoku: {tmp_path}/missing.cnf: there is no such file; check its name\n"
    assert "s SATISFIABLE\n" in outcome.out


@pytest.mark.parametrize("branching", ["first", "moms", "random"])
def test_a_branching_alone_means_dpll(satsudoku, sat: Path, branching: str):
    outcome = satsudoku("solve", "--json", "--branching", branching, "--seed", 3, sat)
    answer = json.loads(outcome.out)
    assert (answer["solver"], answer["branching"]) == ("dpll", branching)


def test_json_is_one_object_a_line_with_what_applies(satsudoku, sat: Path, unsat: Path, puzzle: Path):
    outcome = satsudoku("solve", "--json", "--solver", "dpll", sat, unsat, puzzle)
    first, second, third = map(json.loads, outcome.out.splitlines())
    common = {"path", "solver", "branching", "status", "seconds", "decisions", "propagations", "conflicts"}
    assert set(first) == common | {"model"}
    assert set(second) == common
    assert set(third) == common | {"puzzle", "name", "solution", "unique"}
    assert third["unique"] is True
    assert (first["path"], first["status"], second["status"]) == (str(sat), "satisfiable", "unsatisfiable")
    assert [abs(literal) for literal in first["model"]] == [1, 2, 3]
    (expected,) = formats.parse(puzzle.read_bytes())
    assert is_solution(expected, third["solution"])


def test_json_states_why_it_is_unknown(satsudoku, hopeless: Path):
    outcome = satsudoku("solve", "--json", "--solver", "naive", "--time-limit", 0.05, hopeless)
    answer = json.loads(outcome.out)
    assert (answer["status"], answer["reason"]) == ("unknown", "time limit of 0.05 s")


def test_warnings_are_comments(satsudoku):
    outcome = satsudoku("solve", "-", "--solver", "dpll", stdin="1 2 0\n")
    assert outcome.out.startswith("c warning line 1: no header")
    strict = satsudoku("solve", "-", "--strict", stdin="1 2 0\n")
    assert (strict.code, strict.out) == (2, "")


def test_without_a_path_it_is_what_comes_through_a_pipe(satsudoku):
    outcome = satsudoku("solve", stdin=UNSATISFIABLE)
    assert (outcome.code, outcome.err) == (20, "")
    assert outcome.out.startswith("c standard input\n")
    assert outcome.out.endswith("s UNSATISFIABLE\n")


def test_without_a_path_a_terminal_is_not_waited_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    assert cli.main(["solve"]) == 2
    assert capsys.readouterr() == ("", "satsudoku: solve: PATH is missing; see satsudoku solve --help\n")


def test_a_solved_puzzle_is_printed_as_its_grid(satsudoku, puzzle: Path):
    outcome = satsudoku("solve", puzzle)
    assert (outcome.code, outcome.err) == (10, "")
    (expected,) = formats.parse(puzzle.read_bytes())
    (printed,) = formats.parse(outcome.out.encode())
    assert is_solution(expected, printed.givens)
    assert printed.name.startswith(f"{expected.name}: solved; cdcl ")


def test_a_puzzle_with_several_solutions_is_not_called_solved(satsudoku, tmp_path: Path):
    """As for `batch`, `rate` and the form -s."""
    solution = generate(single(), 40, seed=1).solution
    several = Puzzle(single(), (*solution[:9], *[0] * 72))
    path = tmp_path / "several.txt"
    path.write_text(write(several))
    outcome = satsudoku("solve", path)
    assert outcome.code == 10
    assert outcome.out.startswith("# puzzle 1: has several solutions, such as this one; ")
    (printed,) = formats.parse(outcome.out.encode())
    assert is_solution(several, printed.givens)
    data = json.loads(satsudoku("solve", "--json", path).out)
    assert (data["status"], data["unique"]) == ("satisfiable", False)
    assert satsudoku("batch", path).out.startswith("# several solutions, such as ")
    assert "it has several solutions" in satsudoku("rate", path).out


def test_every_puzzle_of_a_file_is_solved_in_its_order(satsudoku, tmp_path: Path):
    good = generate(single(), 40, seed=1).puzzle
    bad = Puzzle(single(), (5, 5, *good.givens[2:]))
    path = tmp_path / "three.txt"
    path.write_text("\n".join(map(write, (good, bad, good))))
    outcome = satsudoku("solve", path)
    assert outcome.code == 0
    titles = [line for line in outcome.out.splitlines() if line.startswith("#")]
    assert [title.partition(";")[0] for title in titles] == [
        f"# {good.name}: solved",
        "# puzzle 2: has no solution",
        *(f"# {sentence}" for sentence in contradictions(bad)),
        f"# {good.name}: solved",
    ]
    assert len(formats.parse(outcome.out.encode())) == 2


def test_the_res_file_lies_next_to_the_formula_or_at_the_given_path(satsudoku, sat: Path, tmp_path: Path):
    outcome = satsudoku("solve", sat, "--res")
    assert outcome.out.endswith(f"c result written to {tmp_path}/sat.res\n")
    answer = parse_answer((tmp_path / "sat.res").read_bytes())
    assert answer.status is Status.SATISFIABLE
    assert satsudoku("solve", sat, "--res", tmp_path / "other.res").code == 10
    assert parse_answer((tmp_path / "other.res").read_bytes()).model == answer.model


def test_the_res_file_is_there_before_anything_is_printed(sat: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def leave(*_: object) -> None:
        raise BrokenPipeError

    parser = ArgumentParser()
    solve.configure(parser)
    monkeypatch.setattr("builtins.print", leave)
    with pytest.raises(BrokenPipeError):
        solve.run(parser.parse_args([str(sat), "--res"]))
    assert parse_answer((tmp_path / "sat.res").read_bytes()).status is Status.SATISFIABLE


@pytest.mark.parametrize("form", ["grid", "spaced", "line"])
def test_text_is_solved_with_the_houses_of_the_layout(satsudoku, tmp_path: Path, form: str):
    described, puzzle = tmp_path / "mine.txt", tmp_path / "puzzle.txt"
    described.write_text("layout mine\nsize 4\nboxes 2x2\ngrid 1 1\nhouse diagonal r1c1 r2c2 r3c3 r4c4\n")
    layout = load_layout(str(described))
    puzzle.write_text(write(Puzzle(layout, (0,) * 15 + (4,)), form))
    outcome = satsudoku("solve", "--layout", described, puzzle)
    assert outcome.code == 10
    (solved,) = formats.parse(outcome.out.encode(), layout=layout)
    assert is_solution(Puzzle(layout, (0,) * 15 + (4,)), solved.givens)


def test_a_missing_layout_is_reported_once(satsudoku, sat: Path):
    outcome = satsudoku("solve", "--layout", "nope", sat, sat)
    assert (outcome.code, outcome.out, outcome.err.count("no layout 'nope'")) == (2, "", 1)


@pytest.mark.parametrize("content", [b"my notes\n", b"\0\1\2", b"v1.2 of my notes\n"])
def test_a_file_that_is_no_result_is_not_overwritten(satsudoku, sat: Path, content: bytes):
    place = sat.with_suffix(".res")
    place.write_bytes(content)
    for option in ("--res", f"--res={place}"):
        outcome = satsudoku("solve", sat, option)
        message = f"satsudoku: {place}: not overwritten: this is not a result; name the result with --res=FILE\n"
        assert outcome == (2, "", message)
    assert place.read_bytes() == content
    place.write_text("c mine\ns UNKNOWN\n")
    assert satsudoku("solve", sat, "--res").code == 10
    assert place.read_text().startswith("s 1\n")


def test_a_formula_after_res_is_still_the_formula(satsudoku, sat: Path, unsat: Path):
    assert satsudoku("solve", "--res", sat).code == 10
    assert sat.with_suffix(".res").exists()
    outcome = satsudoku("solve", "--res", sat, unsat)
    assert outcome.code == 2
    assert outcome.err == f"satsudoku: {sat}: not overwritten: this is not a result; name the result with --res=FILE\n"
    assert sat.read_text() == SATISFIABLE


@pytest.mark.parametrize("solver", [name for name, solver in SOLVERS.items() if solver.proofs])
@pytest.mark.parametrize("form", ["text", "binary"])
def test_a_proof_is_written_that_can_be_checked(satsudoku, tmp_path: Path, solver: str, form: str):
    formula, proof = tmp_path / "pigeons.cnf", tmp_path / "proof"
    formula.write_bytes(dumps(families.make("php", ["5", "4"])))
    for _ in range(2):  # the second one replaces the first
        outcome = satsudoku("solve", formula, "--solver", solver, "--proof", proof, "--proof-format", form)
        assert (outcome.code, outcome.err) == (20, "")
        assert outcome.out.endswith(f"s UNSATISFIABLE\nc proof written to {proof}\n")
        assert (b"\0" in proof.read_bytes()) == (form == "binary")
        assert satsudoku("check", formula, "--proof", proof).code == 0


@pytest.mark.parametrize("family", [["php", "5", "4"], ["parity-twice", "8"]])
def test_a_proof_in_lrat(satsudoku, tmp_path: Path, family: list[str]):
    formula, proof = tmp_path / "a.cnf", tmp_path / "a.lrat"
    formula.write_bytes(dumps(families.make(family[0], family[1:])))
    for _ in range(2):  # the second one replaces the first
        outcome = satsudoku("solve", formula, "--proof", proof, "--proof-format", "lrat")
        assert (outcome.code, outcome.err) == (20, "")
        assert outcome.out.endswith(f"s UNSATISFIABLE\nc proof written to {proof}\n")
    assert lrat_checker.refutes(dimacs_read(formula).formula, proof.read_text())
    checked = satsudoku("check", formula, "--proof", proof)
    assert checked.out.startswith("unsatisfiable: LRAT proof verified (")


@pytest.mark.parametrize(("family", "rule"), [(["php", "5", "4"], "rup"), (["chessboard", "8"], "pol")])
def test_a_proof_for_veripb(satsudoku, tmp_path: Path, family: list[str], rule: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(structure, "look_at_cardinality", lambda _: 0 if rule == "pol" else 10**9)
    formula, proof = tmp_path / "a.cnf", tmp_path / "a.pbp"
    formula.write_bytes(dumps(families.make(family[0], family[1:])))
    for _ in range(2):
        outcome = satsudoku("solve", formula, "--solver", "cdcl", "--proof", proof, "--proof-format", "veripb")
        assert (outcome.code, outcome.err) == (20, "")
        assert outcome.out.endswith(f"s UNSATISFIABLE\nc proof written to {proof}\n")
    text = proof.read_text()
    assert f"\n{rule} " in text
    assert veripb_checker.refutes(dimacs_read(formula).formula, text)


def test_a_proof_that_is_converted_and_interrupted(satsudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupted(*_: object, **__: object) -> None:
        raise Cancelled

    monkeypatch.setattr(proof_formats, "check_proof", interrupted)
    formula, proof = tmp_path / "a.cnf", tmp_path / "a.lrat"
    formula.write_bytes(dumps(families.make("php", ["5", "4"])))
    outcome = satsudoku("solve", formula, "--proof", proof, "--proof-format", "lrat")
    assert outcome.err == f"satsudoku: {proof}: no proof written: interrupted while it was checked\n"
    assert "s UNKNOWN" in outcome.out
    assert not proof.exists()


def test_a_proof_too_long_to_be_converted(satsudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(proof_formats, "LIMIT", 50)
    formula, proof = tmp_path / "a.cnf", tmp_path / "a.lrat"
    formula.write_bytes(dumps(families.make("php", ["6", "5"])))
    outcome = satsudoku("solve", formula, "--proof", proof, "--proof-format", "lrat")
    assert (outcome.code, outcome.out) == (2, "")
    assert "the proof has more than 50 literals, which is too many for lrat" in outcome.err
    assert not proof.exists()


def test_verdicts_without_a_search_have_a_certificate(satsudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(structure, "look_at_cardinality", lambda _: 0)
    formula, proof = tmp_path / "board.cnf", tmp_path / "proof"
    satsudoku("make", "chessboard", 8, "-o", formula)
    proof.write_text("satsudoku certificate 1\n")  # an older one is replaced
    outcome = satsudoku("solve", formula, "--solver", "cdcl", "--proof", proof)
    assert (outcome.code, outcome.err) == (20, "")
    assert f"c {VERDICTS['cardinality']}\ns UNSATISFIABLE\nc certificate written to {proof}\n" in outcome.out
    checked = satsudoku("check", formula, "--proof", proof)
    assert (checked.code, checked.out) == (0, "unsatisfiable: certificate verified (62 lines)\n")
    proof.write_text(proof.read_text().replace("sum #1 ", "sum "))
    checked = satsudoku("check", formula, "--proof", proof)
    why = "not confirmed: line #62 of the certificate does not follow from the clauses and lines that it names\n"
    assert (checked.code, checked.out) == (1, why)
    proof.write_text(proof.read_text().replace("1: ", "x: ", 1))
    checked = satsudoku("check", formula, "--proof", proof)
    assert (checked.code, checked.out) == (2, "")
    assert checked.err.startswith(f"satsudoku: {proof}:2: 'x:': ")
    data = json.loads(satsudoku("solve", formula, "--solver", "cdcl", "--json").out)
    assert data["technique"] == "cardinality"
    alone = ["--without", "parity,cardinality", "--time-limit", 0.2]
    assert "decided by" not in satsudoku("solve", formula, "--solver", "cdcl", *alone).out


@pytest.mark.parametrize("form", ["text", "binary"])
def test_facts_from_equations_are_certified(satsudoku, tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch):
    look_at_once(monkeypatch)
    formula, proof = tmp_path / "mixed.cnf", tmp_path / "proof"
    formula.write_bytes(dumps(equations_among_clauses(30, 14, 90, Random(1))))
    outcome = satsudoku("solve", formula, "--solver", "cdcl", "--proof", proof, "--proof-format", form)
    assert (outcome.code, outcome.err) == (20, "")
    assert outcome.out.endswith(f"s UNSATISFIABLE\nc certificate written to {proof}\n")
    assert (b"\0" in proof.read_bytes()) == (form == "binary")
    checked = satsudoku("check", formula, "--proof", proof)
    assert checked.code == 0
    assert re.fullmatch(r"unsatisfiable: certificate verified \(\d+ lines, then a proof of \d+ steps\)\n", checked.out)


def test_no_proof_is_left_where_nothing_is_proved(satsudoku, sat: Path, hopeless: Path, tmp_path: Path):
    proof = tmp_path / "proof"
    outcome = satsudoku("solve", sat, "--proof", proof)
    assert (outcome.code, outcome.err) == (10, f"satsudoku: {proof}: no proof written: the formula is satisfiable\n")
    proof.write_text("0\n")
    outcome = satsudoku("solve", hopeless, "--proof", proof, "--time-limit", 0.05)
    assert (outcome.code, outcome.err) == (0, f"satsudoku: {proof}: no proof written: the formula was not decided\n")
    assert proof.read_text() == "0\n"
    assert {path.name for path in tmp_path.iterdir()} == {"sat.cnf", "hopeless.cnf", "proof"}


def test_solvers_that_write_proofs_are_listed(satsudoku, unsat: Path, tmp_path: Path):
    outcome = satsudoku("solve", unsat, "--solver", "minisat", "--proof", tmp_path / "proof")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("satsudoku: minisat can't write a proof; choose one of auto, backtracking, naive")
    assert not (tmp_path / "proof").exists()


def test_an_interrupt_leaves_no_proof(satsudoku, unsat: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupted(formula, solver, *, cancel, proof, **options):
        proof.add([1])
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("the solver went on")

    monkeypatch.setattr(solve, "decide", interrupted)
    assert satsudoku("solve", unsat, "--proof", unsat.with_name("proof")).code == 130
    assert list(unsat.parent.iterdir()) == [unsat]


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("solver", ["dpll", "cadical"])
def test_the_memory_limit_ends_a_search_undecided(satsudoku, tmp_path: Path, sat: Path, solver: str):
    large = tmp_path / "large.cnf"
    large.write_text("p cnf 1000002 1000000\n" + "".join(f"{v} {v + 1} {v + 2} 0\n" for v in range(1, 1_000_001)))
    outcome = satsudoku("solve", "--solver", solver, "--memory-limit", 20, large)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.endswith("c memory limit of 20 MB\ns UNKNOWN\n")
    assert satsudoku("solve", "--solver", solver, "--memory-limit", 500, sat).code == 10


def test_no_result_is_written_next_to_shipped_puzzles(satsudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert satsudoku("solve", ROOT / "puzzles" / "cnf" / "queens-4.cnf", "--res", "--solver", "dpll").code == 10
    assert (tmp_path / "queens-4.res").exists()


@pytest.mark.parametrize(
    "argv",
    [
        ["x.cnf", "--solver", "odd"],
        ["x.cnf", "--branching", "odd"],
        ["x.cnf", "--time-limit", "0"],
        ["x.cnf", "--time-limit", "nan"],
        ["x.cnf", "--memory-limit", "0"],
        ["x.cnf", "--memory-limit", "1.5"],
        ["x.cnf", "y.cnf", "--proof", "z.drat"],
        ["x.cnf", "--proof", "z.drat", "--proof-format", "odd"],
        ["x.cnf", "--proof", "z", "--cubes", "4", "--proof-format", "lrat"],
        ["{sat}", "--proof", "{sat}"],
        ["{sat}", "--proof", "{puzzle}"],
        ["{sat}", "--proof", "no/such/folder/z.drat"],
        ["{puzzle}", "--proof", "z.drat"],
        ["x.cnf", "--seed", "x"],
        ["x.cnf", "y.cnf", "--res", "z.res"],
        ["-", "--res"],
        ["{sat}", "--solver", "auto", "--branching", "first"],
        ["{puzzle}", "--res"],
    ],
)
def test_bad_usage_is_refused_in_one_line(satsudoku, sat: Path, puzzle: Path, argv: list[str]):
    outcome = satsudoku("solve", *(word.format(sat=sat, puzzle=puzzle) for word in argv), stdin=SATISFIABLE)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("model", "expected"),
    [([1, 2, 3], None), ([-1, 2, 3], "clause 1 (1 -2) is false"), ([1, 2], "not one literal for each of the 3")],
)
def test_no_solver_is_trusted(
    satsudoku, sat: Path, monkeypatch: pytest.MonkeyPatch, model: list[int], expected: str | None
):
    liar = Result(Status.SATISFIABLE, "liar", model=array("i", model))
    monkeypatch.setattr(solve, "decide", answering(liar))
    outcome = satsudoku("solve", sat)
    if expected is None:
        assert (outcome.code, outcome.err) == (10, "")
    else:
        assert (outcome.code, outcome.out) == (1, "")
        assert outcome.err.startswith(f"satsudoku: {sat}: WRONG MODEL from liar: ")
        assert expected in outcome.err


@pytest.mark.parametrize("empty", [True, False])
def test_no_encoding_is_trusted(satsudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty: bool):
    made = generate(single(), 5, seed=1)
    path = tmp_path / "puzzle.txt"
    path.write_text(write(made.puzzle))

    def wrong(self: SudokuFormula, model: "array[int]") -> tuple[int, ...]:
        if empty:
            raise ValueError("the model leaves r1c1 empty")
        return (*made.solution[1:], made.solution[0])

    monkeypatch.setattr(SudokuFormula, "decode", wrong)
    outcome = satsudoku("solve", path)
    assert (outcome.code, outcome.out) == (1, "")
    assert "satisfies the encoding of puzzle 1, but does not solve the puzzle" in outcome.err


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_the_first_interrupt_stops_the_solver_and_all_that_follows(
    satsudoku, sat: Path, monkeypatch: pytest.MonkeyPatch, signum: signal.Signals
):
    def interrupted(formula, solver, *, cancel, **options):
        assert not cancel()
        signal.raise_signal(signum)
        assert cancel()
        return Result(Status.UNKNOWN, "slow", seconds=3, decisions=7, reason="cancelled")

    monkeypatch.setattr(solve, "decide", interrupted)
    handler = signal.getsignal(signum)
    outcome = satsudoku("solve", sat, sat)
    assert (outcome.code, outcome.err) == (130, "")
    lines = outcome.out.splitlines()
    assert lines[:2] + lines[3:] == [f"c {sat}", "c slow: 3.00 s, 7 decisions", "c cancelled", "s UNKNOWN"]
    assert signal.getsignal(signum) is handler


def test_the_second_interrupt_does_not_wait_for_the_solver(satsudoku, sat: Path, monkeypatch: pytest.MonkeyPatch):
    def deaf(formula, solver, **options):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("the solver went on")

    monkeypatch.setattr(solve, "decide", deaf)
    assert satsudoku("solve", sat) == (130, "", "")


@pytest.mark.long
@pytest.mark.few(1)
@unix
@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("solver", ["dpll", "auto"])
def test_an_interrupt_from_outside(hopeless: Path, solver: str, signum: signal.Signals):
    easy = hopeless.with_name("easy.cnf")
    easy.write_text(SATISFIABLE)
    command = [sys.executable, "-m", "engine.commands.cli", "solve", "--solver", solver, str(easy), str(hopeless)]
    with launched(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        while not process.stdout.readline().startswith(b"v "):  # then the hopeless one begins
            pass
        process.send_signal(signum)
        out, err = process.communicate(timeout=20)
    assert err == b""
    if out:
        assert out.endswith(b"c cancelled\ns UNKNOWN\n")
    assert process.returncode == 130  # without output, the signal came while the file was read


def test_progress_is_shown_on_a_terminal_only(satsudoku, sat: Path, monkeypatch: pytest.MonkeyPatch):
    def watched(formula, solver, *, on_progress, **options):
        if on_progress is not None:
            on_progress(SearchProgress(12, None, 3, 1, 2.5))
        return Result(Status.UNSATISFIABLE, "slow")

    monkeypatch.setattr(solve, "decide", watched)
    monkeypatch.setattr(progress, "INTERVAL", 0)
    assert satsudoku("solve", sat).err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    errors = satsudoku("solve", sat).err
    line = f"{sat.name}: 2.5 s, 12 decisions, 3 conflicts"
    assert errors.endswith(f"\r{line}\r{' ' * len(line)}\r")


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_ignored_items_stay_ignored(signum: signal.Signals):
    previous = signal.signal(signum, signal.SIG_IGN)
    try:
        with interruptible() as interrupted:
            signal.raise_signal(signum)
            assert not interrupted()
            assert signal.getsignal(signum) is signal.SIG_IGN
    finally:
        signal.signal(signum, previous)


def test_the_statistics_of_a_learning_search_are_reported(satsudoku, tmp_path: Path):
    path = tmp_path / "php.cnf"
    path.write_bytes(dumps(families.make("php", ["7", "6"])))
    outcome = satsudoku("solve", "--solver", "cdcl", "--without", "cardinality,parity", path)
    assert re.search(r"conflicts, \d+ restarts, \d+ learned clauses kept\n", outcome.out)
    answer = json.loads(satsudoku("solve", "--solver", "cdcl", "--without", "cardinality,parity", "--json", path).out)
    assert answer["restarts"] >= 0
    assert answer["learned"] >= 0


def test_techniques_that_were_not_used_are_not_printed(satsudoku):
    outcome = satsudoku("solve", stdin="p cnf 2 2\n1 2 0\n-1 -2 0\n")
    assert outcome.code == 10
    assert [line for line in outcome.out.splitlines() if line.endswith((": 0", ": 0.000"))] == []


@pytest.mark.parametrize(("solver", "incomplete"), [("auto", False), ("walk", True)])
def test_only_local_search_can_not_show_that_there_is_no_model(satsudoku, tmp_path, solver: str, incomplete: bool):
    path = tmp_path / "random.cnf"
    path.write_bytes(dumps(families.make("random-ksat", ["5000", "21200"], 1)))
    outcome = satsudoku("solve", "--solver", solver, "--time-limit", "0.1", path)
    assert "s UNKNOWN" in outcome.out
    assert ("can't show that a formula is unsatisfiable" in outcome.out) == incomplete


WCNF = "h 1 2 0\nh -1 -2 3 0\n4 -1 0\n2 -2 0\n1 -3 1 0\n"


@pytest.mark.parametrize("method", ["core-guided", "linear"])
def test_the_best_model_of_soft_clauses(satsudoku, tmp_path: Path, method: str):
    path = tmp_path / "soft.wcnf"
    path.write_text(WCNF)
    outcome = satsudoku("solve", "--optimise", method, path)
    assert outcome.code == 30
    lines = outcome.out.splitlines()
    costs = [int(line[2:]) for line in lines if line.startswith("o ")]
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1] == 2
    assert lines[-2] == "s OPTIMUM FOUND"
    assert {"-1", "2"} <= set(lines[-1].split())
    assert any(line.startswith(f"c   {method}: ") and "optimum 2" in line for line in lines)
    (tmp_path / "answer").write_text(outcome.out)
    assert satsudoku("check", path, tmp_path / "answer").out.endswith("clauses\nobjective: 2\n")
    fields = json.loads(satsudoku("solve", "--json", "--optimise", method, path).out)
    assert fields["bounds"] == [2, 2]


@pytest.mark.parametrize("method", ["core-guided", "linear", "cutting-planes"])
def test_a_proof_that_a_model_is_the_best(satsudoku, tmp_path: Path, method: str):
    path, proof = tmp_path / "soft.wcnf", tmp_path / "soft.pbp"
    path.write_text(WCNF)
    options = ["--optimise", method, "--proof", proof, "--proof-format", "veripb"]
    outcome = satsudoku("solve", path, *options)
    assert outcome.code == 30
    assert [line for line in outcome.out.splitlines() if line.startswith("o ")][-1] == "o 2"
    assert outcome.out.endswith(f"c proof written to {proof}\n")
    for problem in (path, tmp_path / "soft.pbp.opb"):
        assert satsudoku("check", problem, "--proof", proof).out == "confirmed: the optimum is 2\n"
        assert "s OPTIMUM FOUND" in satsudoku("solve", problem, *options).out


def test_an_interrupted_proof_says_what_is_known(satsudoku, tmp_path: Path, monkeypatch):
    path, proof = tmp_path / "soft.wcnf", tmp_path / "soft.pbp"
    path.write_text(WCNF)
    real = solve.prove
    costs: list[int] = []

    def interrupted(*arguments, on_bounds, **options):
        def note(lower: int, upper: int | None):
            on_bounds(lower, upper)
            costs.extend([] if upper is None else [upper])

        return real(*arguments, on_bounds=note, **options | {"cancel": lambda: bool(costs)})

    monkeypatch.setattr(solve, "prove", interrupted)
    outcome = satsudoku("solve", path, "--proof", proof, "--proof-format", "veripb")
    assert outcome.code == 10
    assert f"o {costs[0]}\n" in outcome.out
    assert "s SATISFIABLE" in outcome.out
    assert "proof written" not in outcome.out
    assert "no proof written: the cost of the best model is only known to be from" in outcome.err
    assert not proof.exists()


def test_numbers_too_large_for_a_method_leave_the_other_files_alone(satsudoku, tmp_path: Path):
    large, small = tmp_path / "large.opb", tmp_path / "small.opb"
    large.write_text("min: +3000000000 x1 ;\n+1 x1 >= 1 ;\n")
    small.write_text("min: +3 x1 ;\n+1 x1 >= 1 ;\n")
    outcome = satsudoku("solve", "--optimise", "cutting-planes", large, small)
    assert f"{large}: the numbers are too large for cutting planes" in outcome.err
    assert "o 3\n" in outcome.out
    proof = ["--proof", tmp_path / "large.pbp", "--proof-format", "veripb"]
    assert "too large" in satsudoku("solve", large, *proof).err
    assert "o 3000000000\n" in satsudoku("solve", large).out


def test_an_objective_to_maximise_and_one_without_a_model(satsudoku):
    outcome = satsudoku("solve", "-", stdin="max: +2 x1 +3 x2 -1 x3 ;\n+1 x1 +1 x2 <= 1 ;\n")
    assert outcome.code == 30
    assert [line for line in outcome.out.splitlines() if line.startswith("o ")][-1] == "o 3"
    none = satsudoku("solve", "-", stdin="min: +1 x1 ;\n+1 x1 >= 2 ;\n")
    assert (none.code, none.out.splitlines()[-1]) == (20, "s UNSATISFIABLE")


def test_options_of_any_model_need_no_objective(satsudoku, tmp_path: Path):
    path = tmp_path / "soft.wcnf"
    path.write_text(WCNF)
    refused = satsudoku("solve", "--solver", "dpll", path)
    assert refused.code == 2
    assert "--solver is for any model, and this file has an objective; add --optimise none" in refused.err
    assert satsudoku("solve", "--solver", "dpll", "--optimise", "none", path).code == 10
    both = satsudoku("solve", "--jobs", 2, path, path)
    assert (both.code, both.out.count("s OPTIMUM FOUND")) == (30, 2)


def test_a_model_with_another_cost_than_claimed_is_wrong(satsudoku, tmp_path: Path, monkeypatch):
    path = tmp_path / "soft.wcnf"
    path.write_text(WCNF)
    real = solve.optimise

    def wrong(*arguments, **options):
        return replace(real(*arguments, **options), bounds=(1, 1))

    monkeypatch.setattr(solve, "optimise", wrong)
    outcome = satsudoku("solve", path)
    assert outcome.code == 1
    assert "it does not cost 1; please report this" in outcome.err
