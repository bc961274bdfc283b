"""`satsudoku batch`: order, remarks, resuming after a kill."""

import bz2
import gzip
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from programs import launched
from systems import unix

from engine.commands import batch
from engine.sudoku import formats
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.making.rule_generator import generate_with_rules
from engine.sudoku.puzzle import Puzzle

ROOT = Path(__file__).parents[3]
MADE = [generate(single(), 45, seed=seed) for seed in range(30)]
LINES = "".join("".join(map(str, made.puzzle.givens)) + "\n" for made in MADE)
SOLVED = "".join("".join(map(str, made.solution)) + "\n" for made in MADE)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few puzzles per part, so that a short file has many parts."""
    monkeypatch.setattr("engine.commands.parts.PART", 500)


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text(LINES)
    return path


@pytest.mark.parametrize("jobs", [1, 2])
def test_solutions_in_order(satsudoku, puzzles: Path, tmp_path: Path, jobs: int):
    out = tmp_path / "out"
    assert satsudoku("batch", puzzles, "-o", out, "--jobs", jobs) == (0, "", "")
    assert out.read_text() == SOLVED
    assert satsudoku("batch", puzzles, "--jobs", jobs).out == SOLVED


def test_standard_input_and_packed_files(satsudoku, tmp_path: Path):
    assert satsudoku("batch", "-", "--jobs", 1, stdin=LINES) == (0, SOLVED, "")
    for pack in (gzip, bz2):
        path = tmp_path / "packed"
        path.write_bytes(pack.compress(LINES.encode()))
        assert satsudoku("batch", path, "--jobs", 1) == (0, SOLVED, "")


def test_through_a_pipe(puzzles: Path):
    command = f"{sys.executable} -m engine.commands.cli batch <(cat {puzzles}) --jobs 1"
    done = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, SOLVED, "")


def test_a_process_that_was_killed_is_one_line(satsudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Like the system if memory is short: one of the processes is killed, and with it the pool."""
    monkeypatch.setattr("engine.base.executors._prepare_process", lambda _: os._exit(1))
    path, out = tmp_path / "in", tmp_path / "out"
    path.write_text(LINES)
    outcome = satsudoku("batch", path, "-o", out, "--jobs", 2)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "was killed; try fewer --jobs if memory is short; go on with --resume" in outcome.err


def test_another_layout(satsudoku, tmp_path: Path):
    made = [generate(LAYOUTS["x"](), 40, seed=seed) for seed in range(3)]
    path = tmp_path / "x"
    path.write_text(formats.write_all([result.puzzle for result in made], "line"))
    outcome = satsudoku("batch", path, "--layout", "x", "--jobs", 1)
    assert outcome.out.splitlines() == ["".join(map(str, result.solution)) for result in made]


def test_bad_lines_are_reported_and_the_rest_is_solved(satsudoku, puzzles: Path):
    lines = LINES.splitlines(keepends=True)
    lines[4], lines[6], lines[20], lines[21] = "nonsense\n", "\n", lines[20][:-2] + "\n", "." * 81 + "\n"
    puzzles.write_text("".join(lines))
    outcome = satsudoku("batch", puzzles, "--jobs", 1)
    assert outcome.code == 1
    out, expected = outcome.out.splitlines(), SOLVED.splitlines()
    assert out[4].startswith("# not read: line 5: ")
    assert out[19].startswith("# not read: line 21: no puzzle begins with a line of 80 cells")
    assert out[20].startswith("# several solutions, such as ")
    assert [*out[:4], *out[5:19], *out[21:]] == [*expected[:4], *expected[5:6], *expected[7:20], *expected[22:]]
    errors = outcome.err.splitlines()
    assert [line.rpartition(f"{puzzles}:")[2].partition(":")[0] for line in errors] == ["5", "21"]


@pytest.mark.parametrize("cut", [0, 1, 81, 82, 83, 82 * 7 + 40, 82 * 30 - 1, 82 * 30])
def test_resuming_where_the_output_ends(satsudoku, puzzles: Path, tmp_path: Path, cut: int):
    out = tmp_path / "out"
    out.write_text(SOLVED[:cut])
    assert satsudoku("batch", puzzles, "-o", out, "--resume", "--jobs", 1) == (0, "", "")
    assert out.read_text() == SOLVED


def test_resuming_without_an_output_starts_over(satsudoku, puzzles: Path, tmp_path: Path):
    out = tmp_path / "out"
    assert satsudoku("batch", puzzles, "-o", out, "--resume", "--jobs", 1) == (0, "", "")
    assert out.read_text() == SOLVED


def test_without_resume_the_output_begins_again(satsudoku, puzzles: Path, tmp_path: Path):
    out = tmp_path / "out"
    out.write_text("something longer than that\n" * 1000)
    assert satsudoku("batch", puzzles, "-o", out, "--jobs", 1) == (0, "", "")
    assert out.read_text() == SOLVED


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ("{} -o {}", "{}: the output would overwrite the input; name another file for the output"),
        ("{} --resume", "batch: --resume continues a file; name it with -o OUT"),
        ("{} --resume -o -", "batch: --resume continues a file; name it with -o OUT"),
        ("no -o out", "no: can't be read: No such file or directory; check the path and its permissions"),
        ("{} -o {}/out", "{}/out: can't be written: Not a directory; fix this, then continue with --resume"),
        ("{} --layout {}", "{}: this does not describe a layout; its first line must be: layout NAME"),
        ("{} --jobs 0", "batch: argument --jobs: '0' is not a number of processes from 1; see satsudoku batch --help"),
    ],
)
def test_bad_arguments(satsudoku, puzzles: Path, argv: str, expected: str):
    outcome = satsudoku("batch", *argv.replace("{}", str(puzzles)).split())
    assert outcome == (2, "", f"satsudoku: {expected.replace('{}', str(puzzles))}\n")
    assert puzzles.read_text() == LINES


def test_output_of_another_program_is_reported(satsudoku, puzzles: Path, tmp_path: Path):
    out = tmp_path / "out"
    out.write_text(SOLVED + SOLVED)
    outcome = satsudoku("batch", puzzles, "-o", out, "--resume", "--jobs", 1)
    expected = "30 lines more than there are puzzles; resume what was begun with the same file"
    assert (outcome.code, outcome.err) == (2, f"satsudoku: {expected}\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_one_line(satsudoku, puzzles: Path):
    outcome = satsudoku("batch", puzzles, "-o", "/dev/full", "--jobs", 1)
    expected = "/dev/full: can't be written: No space left on device; fix this, then continue with --resume"
    assert outcome == (2, "", f"satsudoku: {expected}\n")


@pytest.mark.long
@pytest.mark.few(1)
@unix
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("end", ["SIGINT", "SIGKILL"])
def test_killed_in_the_middle_and_resumed(tmp_path: Path, jobs: int, end: str):
    many, out = tmp_path / "many", tmp_path / "out"
    many.write_text(LINES * 800)
    command = [sys.executable, "-m", "engine.commands.cli", "batch", str(many), "-o", str(out), "--jobs", str(jobs)]
    with launched(command, cwd=ROOT, stderr=subprocess.PIPE) as process:
        while process.poll() is None and not (out.exists() and out.stat().st_size):
            time.sleep(0.005)
        with suppress(ProcessLookupError):  # all may be done by then
            os.killpg(process.pid, signal.SIGINT) if end == "SIGINT" else process.kill()
        assert process.stderr.read() == b""  # which also waits for the other processes to end
        assert process.wait() in (130, -signal.SIGKILL, 0)
    subprocess.run([*command, "--resume"], check=True, cwd=ROOT)
    assert out.read_text() == SOLVED * 800


def test_the_help_describes_the_output(satsudoku):
    none = "11" + "." * 79
    lines = satsudoku("batch", "-", "--jobs", 1, stdin=f"{none}\n{'.' * 81}\nbad\n").out.splitlines()
    for line, start in zip(lines, ("# no solution", "# several solutions, such as ", "# not read: "), strict=True):
        assert line.startswith(start)
        assert f"  {start}" in batch.EXAMPLES


def test_puzzles_with_rules_are_solved_under_them(satsudoku, tmp_path: Path) -> None:
    puzzles, solved = tmp_path / "rules.txt", tmp_path / "solved.txt"
    satsudoku("generate", "--rules", "killer", "--count", "2", "--seed", "1", "-o", puzzles)
    assert satsudoku("batch", puzzles, "-o", solved, "--layout", "double").code == 0
    lines = solved.read_text().splitlines()
    made = [generate_with_rules(double(), GeneratorOptions(kinds=("killer cage",)), seed=seed) for seed in (1, 2)]
    assert lines == [formats.write(Puzzle(double(), each.solution), "line").strip() for each in made]
