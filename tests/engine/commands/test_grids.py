"""`satsudoku grids`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.sudoku.making.grids import BYTES, grids

ROOT = Path(__file__).parents[3]


def test_to_standard_output_and_into_a_file(satsudoku, tmp_path: Path):
    path = tmp_path / "grids.txt"
    assert satsudoku("grids", 300, "-o", path) == (0, "", "")
    assert path.read_bytes() == b"".join(grids(300))
    assert satsudoku("grids", 300).out == path.read_text()


def test_the_upper_left_digit_and_the_seed(satsudoku):
    outcome = satsudoku("grids", 200, "--first", 5, "--seed", 3)
    assert outcome.code == 0
    assert all(grid.startswith("5 ") for grid in outcome.out.split("\n\n"))
    assert outcome.out.encode() == b"".join(grids(200, first=5, seed=3))


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["0"], "0 grids asked for; ask for 1 to 52254720"),
        (["-7"], "-7 grids asked for; ask for 1 to 52254720"),
        (["60000000"], "60000000 grids asked for; ask for 1 to 52254720"),
        (["6000000", "--first", "1"], "6000000 grids asked for; ask for 1 to 5806080"),
        (["5", "--first", "0"], "upper left digit 0 asked for; ask for 1 to 9"),
        (["many"], "grids: argument N: 'many' is not a whole number; see satsudoku grids --help"),
        (["1.5"], "grids: argument N: '1.5' is not a whole number; see satsudoku grids --help"),
        ([], "grids: the following arguments are required: N; see satsudoku grids --help"),
        (["1", "2"], "grids: unrecognized arguments: 2; see satsudoku grids --help"),
    ],
)
def test_bad_arguments(satsudoku, argv: list[str], expected: str, tmp_path: Path):
    assert satsudoku("grids", *argv, "-o", tmp_path / "x") == (2, "", f"satsudoku: {expected}\n")
    assert list(tmp_path.glob("x")) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_reported_with_the_number_of_grids():
    command = [sys.executable, "-m", "engine.commands.cli", "grids", "1000"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, check=False, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr == "satsudoku: standard output: No space left on device after 0 of 1000 grids\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no limits here")
def test_a_file_that_cannot_grow_is_reported_and_the_old_one_stays(tmp_path: Path):
    path = tmp_path / "grids.txt"
    path.write_text("old")
    command = f"ulimit -f 1000; exec {sys.executable} -m engine.commands.cli grids 100000 -o {path}"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 2
    assert done.stderr.startswith(f"satsudoku: {path}: can't be written: File too large after ")
    written = int(done.stderr.partition("after ")[2].split()[0])
    assert 0 < written * BYTES <= 1000 * 1024
    assert [file.name for file in tmp_path.iterdir()] == ["grids.txt"]
    assert path.read_text() == "old"
