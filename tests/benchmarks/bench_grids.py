"""Grids and puzzles by the million: time for a million complete grids, and puzzles solved per second from file to file.

Run from the root of the project: python -m tests.benchmarks.bench_grids. Uses the puzzles of SATSUDOKU_DATA (or
../shared/data) if they exist, else generated ones. Times are processor time of one core, writing included; the best of
several rounds.
"""

import os
import tempfile
from functools import partial
from pathlib import Path

from engine.base import kernels
from engine.commands import cli
from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.formats import parse, write_all
from engine.sudoku.layout import double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from tests.benchmarks.timing import seconds

DATA = Path(os.environ.get("SATSUDOKU_DATA", Path(__file__).parents[3] / "shared" / "data")) / "sudoku"
GRIDS = 1_000_000
BUDGET = 0.5
"""Seconds for writing a million grids to a file."""

PUZZLES = 20_000
ROUNDS = 5


def puzzles(file: str, holes: int) -> list[Puzzle]:
    """The puzzles of a file, or generated ones, without names."""
    path = DATA / file
    found = (
        parse(path.read_bytes())
        if path.exists()
        else [generate(single(), holes, seed=seed).puzzle for seed in range(500)]
    )
    found = [Puzzle(puzzle.layout, puzzle.givens) for puzzle in found]
    return (found * (PUZZLES // len(found) + 1))[:PUZZLES]


def bench_grids(folder: Path) -> None:
    """The grids as the command makes them."""
    took = seconds(partial(cli.main, ["grids", str(GRIDS), "-o", str(folder / "grids")]), ROUNDS)
    print(f"grids     {took:>9.3f} s, {took / BUDGET:.2f} of the budget  {GRIDS:,} complete grids to a file")


def bench_batch(folder: Path) -> None:
    """From file to file, compared with the search alone."""
    for file, holes in (("17clue-4916.txt", 56), ("hard-500.txt", 58)):
        found = puzzles(file, holes)
        search = SliceSearch(single())
        givens = [bytes(puzzle.givens) for puzzle in found]
        alone = len(found) / seconds(partial(count_all, search, givens), 3)
        for form in ("line", "spaced", "grid"):
            path = folder / "puzzles"
            path.write_text(write_all(found, form))
            took = seconds(partial(cli.main, ["batch", str(path), "-o", str(folder / "solved"), "--jobs", "1"]), 3)
            rate = len(found) / took
            print(f"batch     {rate:>9,.0f} puzzles/s, {rate / alone:.2f} of the search alone  {file}, format {form}")


def count_all(search: SliceSearch, givens: list[bytes]) -> None:
    for digits in givens:
        search.count(digits)


def bench_classic(folder: Path) -> None:
    """The form `satsudoku -s`."""
    path = folder / "spaced"
    path.write_text(write_all(puzzles("17clue-4916.txt", 56), "spaced"))
    os.chdir(folder)
    print(f"solve     {PUZZLES / seconds(partial(cli.main, ['-s', str(path)]), 3):>9,.0f} puzzles/s  satsudoku -s")


def bench_recognition() -> None:
    """Encodings of a double sudoku in both forms, and a million clauses with as many variables as a single grid."""
    for form in ("shared", "course"):
        formula = encode(generate(double(), 90, seed=1).puzzle, form).formula
        print(f"recognise {seconds(partial(recognise, formula), ROUNDS) * 1000:>9.1f} ms  double, {form}")
    other = Formula.of(((1, -2, 3 + number % 727) for number in range(1_000_000)), 729)
    print(f"recognise {seconds(partial(recognise, other), ROUNDS) * 1000:>9.1f} ms  a million clauses that are none")


if __name__ == "__main__":
    print(kernels.state())
    with tempfile.TemporaryDirectory() as name:
        bench_grids(Path(name))
        bench_batch(Path(name))
        bench_classic(Path(name))
    bench_recognition()
