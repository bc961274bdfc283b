"""Previews of recordings and proofs, and what is recognised in formulas."""

import io
from pathlib import Path

import pytest

from engine.sat.cutting_planes.proving import prove
from engine.sat.formula import dimacs, reading
from engine.sat.formula.families import make
from engine.sat.proof.proof import Proof, ProofWriter
from engine.sat.solvers import recording_file
from engine.sat.solvers.solve import solve
from engine.sat.trace.recording import SearchLine, SearchRecording
from engine.sat.trace.trace import Recorder
from tui.draw.cells import width_of
from tui.draw.palette import PALETTES, UNICODE
from tui.features.browse.files import Files
from tui.features.browse.outlines import FileOutline, Recognition, recognition_of
from tui.features.browse.preview_drawing import draw
from tui.features.browse.summary import structure_of, summary_of

PUZZLES = Path(__file__).parents[4] / "puzzles"
SIZES = [(38, 18), (62, 30), (90, 44)]


def drawn(path: Path, size: tuple[int, int], recognition: Recognition | None = None) -> str:
    summary = summary_of(path, PUZZLES, Files(), lambda: False)[1]
    lines = draw(summary, PALETTES["dark"], UNICODE, *size, recognition=recognition or Recognition())
    assert all(width_of(line) <= size[0] for line in lines)
    return "\n".join("".join(piece.text for piece in line) for line in lines[: size[1]])


@pytest.mark.parametrize("size", SIZES)
def test_a_recording_shows_its_solver_verdict_and_conflicts(tmp_path: Path, size: tuple[int, int]) -> None:
    formula, recorder = make("php", ["5", "4"]), Recorder(1 << 22)
    trace = recorder.trace(formula, solve(formula, "cdcl", trace=recorder))
    file = io.BytesIO()
    recording_file.write(SearchRecording((SearchLine(trace),)), file)
    (tmp_path / "a.rec").write_bytes(file.getvalue())
    lines = [line.split() for line in drawn(tmp_path / "a.rec", size).splitlines()]
    assert ["verdict", "UNSATISFIABLE"] in lines
    assert ["solver", trace.result.solver, trace.result.branching] in lines
    assert ["conflicts", str(trace.counters(len(trace)).conflicts)] in lines


@pytest.mark.parametrize("size", SIZES)
def test_a_proof_shows_its_format_steps_and_formula(tmp_path: Path, size: tuple[int, int]) -> None:
    formula, proof = make("php", ["5", "4"]), Proof()
    solve(formula, "cdcl", proof=proof)
    (tmp_path / "a.cnf").write_bytes(dimacs.dumps(formula))
    with (tmp_path / "a.drat").open("wb") as file:
        writer = ProofWriter(file)
        for deletes, literals in proof:
            (writer.delete if deletes else writer.add)(literals)
        writer.flush()
    lines = [line.split() for line in drawn(tmp_path / "a.drat", size).splitlines()]
    assert ["format", "DRAT"] in lines
    assert ["lemmas", str(sum(not deletes for deletes, _literals in proof))] in lines
    assert ["formula", "a.cnf"] in lines


def test_errors_of_broken_recordings_and_proofs_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.rec").write_bytes(b"satsudoku recording 2\n{}\n")
    (tmp_path / "a.drat").write_bytes(b"1 2 0\n3")
    for name in ("a.rec", "a.drat"):
        facts = summary_of(tmp_path / name, PUZZLES, Files(), lambda: False)[1].facts
        assert not isinstance(facts, FileOutline)
        assert drawn(tmp_path / name, (40, 18))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("queens-8", "8 queens on a chessboard"),
        ("colour-60-unsat", "a colouring of 60 vertices with 3 colours"),
        ("sudoku-easy-1", "sudoku 9x9, 40 holes"),
        ("parity-40-sat", "equations of 3 variables"),
        ("php-6-5", "a colouring of 6 vertices with 5 colours"),
    ],
)
def test_the_structure_of_shipped_formulas_is_recognised(name: str, words: str) -> None:
    path = PUZZLES / "cnf" / f"{name}.cnf"
    found = structure_of(path, Files(), lambda: False)
    assert words in drawn(path, (90, 44), found)


def test_the_structure_of_large_formulas_is_not_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.features.browse.outlines.MAX_LITERALS", 10)
    assert recognition_of(make("queens", ["8"]), lambda: False) == Recognition()


@pytest.mark.parametrize("size", SIZES)
def test_a_veripb_proof_is_checked_against_its_problem(tmp_path: Path, size: tuple[int, int]) -> None:
    (tmp_path / "a.wcnf").write_text("h 1 2 0\n3 -1 0\n2 -2 0\n1 -1 -2 0\n")
    document = reading.read(tmp_path / "a.wcnf")
    _result, lines = prove(document.formula, document.objective)
    (tmp_path / "a.pbp").write_text("".join(lines))
    text = " ".join(drawn(tmp_path / "a.pbp", size).split())
    assert "format VeriPB" in text
    assert "formula a.wcnf" in text
    assert "problem 1 hard clause" in text
    assert "check the optimum is 2" in text
    (tmp_path / "a.pbp").write_text("".join(lines).replace("BOUNDS 2 2", "BOUNDS 3 3"))
    assert "the upper bound is not the cost of the best model" in " ".join(drawn(tmp_path / "a.pbp", size).split())
    (tmp_path / "a.wcnf").unlink()
    assert "formula none of the same name" in " ".join(drawn(tmp_path / "a.pbp", size).split())


@pytest.mark.parametrize("size", SIZES)
def test_the_preview_of_a_problem_has_its_constraints_and_objective(tmp_path: Path, size: tuple[int, int]) -> None:
    (tmp_path / "a.opb").write_text("min: +3 x1 -2 x2 ;\n+1 x1 +1 x2 = 1 ;\n+2 x1 +1 x2 >= 1 ;\n")
    text = " ".join(drawn(tmp_path / "a.opb", size).split())
    assert "OPB problem" in text
    assert "problem 2 constraints minimise +3 x1 -2 x2" in text
