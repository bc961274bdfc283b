"""Sudoku figures: puzzles searched per second, time to generate, lines read per second, time to encode.

Run from the root of the project: python -m tests.benchmarks.bench_sudoku Uses the puzzles of SATSUDOKU_DATA (or
../shared/data) if they exist, else generated ones. Times are processor time of one core; the best of several rounds, or
the median over seeds.
"""

import os
import random
import statistics
from collections.abc import Callable
from functools import partial
from pathlib import Path

from engine.base import kernels
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.forms import FORMS
from engine.sudoku.batch import solve
from engine.sudoku.formats import parse, write_all
from engine.sudoku.formats.chunks import cut
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.making.digging import dig, digging_order
from engine.sudoku.making.generator import GeneratorOptions, easy_holes, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Level
from tests.benchmarks.timing import seconds

DATA = Path(os.environ.get("SATSUDOKU_DATA", Path(__file__).parents[3] / "shared" / "data")) / "sudoku"
ROUNDS = 9
SEEDS = 100


def puzzles(file: str, layout: Layout, holes: int, count: int) -> tuple[str, list[Puzzle]]:
    """Puzzles of a file, or generated ones, and their description."""
    path = DATA / file
    if path.exists():
        return file, parse(path.read_bytes())
    made = [generate(layout, holes, seed=seed).puzzle for seed in range(count)]
    return f"{count} generated, {holes} holes ({file} is not here)", made


def bench_search() -> None:
    """Count solutions up to 2, one puzzle at a time, compared with the search that can be watched."""
    wide = [generate(LAYOUTS["samurai"](), holes, seed=seed).puzzle for holes in (230, 265) for seed in range(20)]
    sets = (
        puzzles("17clue-4916.txt", single(), 56, 1000),
        puzzles("hard-500.txt", single(), 58, 500),
        puzzles("double-97.txt", double(), 97, 97),
        ("samurai of 230 and 265 holes, generated", wide),
    )
    for name, found in sets:
        search, watched = SliceSearch(found[0].layout), GridSearch(found[0].layout)
        givens = [bytes(puzzle.givens) for puzzle in found]
        unique = sum(search.count(digits) == 1 for digits in givens)
        took = seconds(partial(count_all, search, givens), ROUNDS)
        ratio = seconds(partial(count_all, watched, givens), ROUNDS) / took
        rate = f"{len(givens) / took:>9,.0f} puzzles/s  {ratio:.2f} times the rate of the search that can be watched"
        print(f"search    {rate}, {name}: {len(givens)} puzzles, {unique} with one solution")


def bench_batch() -> None:
    """Read, search and write lines of text, compared with the search alone: with one solution, several and none."""
    for file, layout, holes in (("17clue-4916.txt", single(), 56), ("hard-500.txt", single(), 58)):
        name, found = puzzles(file, layout, holes, 1000)
        dice = random.Random(1)
        sets = {
            "": found,
            ", without two of the givens": [altered(puzzle, dice, 2, 0) for puzzle in found],
            ", without four of the givens": [altered(puzzle, dice, 4, 0) for puzzle in found],
            ", with a wrong digit": [altered(puzzle, dice, 0, 1) for puzzle in found],
        }
        for change, changed in sets.items():
            text = write_all(changed, "line").encode()
            search, givens = SliceSearch(layout), [bytes(puzzle.givens) for puzzle in changed]
            alone = seconds(partial(count_all, search, givens), ROUNDS)
            whole = seconds(lambda text=text, layout=layout: [solve(chunk) for chunk in cut([text], layout)], ROUNDS)
            rate = f"{len(givens) / whole:>9,.0f} puzzles/s  {alone / whole:.2f} of the search alone"
            print(f"batch     {rate}, {name}{change}")


def altered(puzzle: Puzzle, dice: random.Random, removed: int, added: int) -> Puzzle:
    """The puzzle without some givens, and with digits in some empty cells, most of which are wrong."""
    givens = list(puzzle.givens)
    for cell in dice.sample([cell for cell, digit in enumerate(givens) if digit], removed):
        givens[cell] = 0
    for cell in dice.sample([cell for cell, digit in enumerate(givens) if not digit], added):
        givens[cell] = dice.randint(1, puzzle.layout.size)
    return Puzzle(puzzle.layout, tuple(givens))


def count_all(search: SliceSearch | GridSearch, givens: list[bytes]) -> None:
    for digits in givens:
        search.count(digits)


def bench_generator() -> None:
    """Generate by number of holes, with as many holes as the first grid allows, and by level."""
    for layout, most in ((single(), 54), (double(), 90)):
        for holes in (max(easy_holes(layout)), most):
            report(f"{layout.name}, {holes} holes", partial(generate, layout, holes))
        report(f"{layout.name}, minimal", partial(minimal, layout))
        for level in Level:
            report(f"{layout.name}, {level.value}", partial(generate, layout, GeneratorOptions(level=level)), 10)


def minimal(layout: Layout, seed: int) -> None:
    """Dig one grid until every given has been tried."""
    search = GridSearch(layout, seed)
    order = digging_order(search, layout, [(cell,) for cell in range(len(layout.cells))], 0)
    dig(SliceSearch(layout), search.fill(), len(layout.cells), order)


def report(name: str, make: Callable[..., object], seeds: int = SEEDS) -> None:
    """The median time over the seeds."""
    times = [seconds(partial(make, seed=seed), rounds=1) * 1000 for seed in range(seeds)]
    print(f"generate  {statistics.median(times):>9.2f} ms median  {max(times):.2f} ms worst of {seeds}: {name}")


def bench_text() -> None:
    """Read lines, and encode an empty grid."""
    line = "".join(map(str, generate(single(), 50, seed=1).puzzle.givens)) + "\n"
    data = (line * 100_000).encode()
    print(f"read      {100_000 / seconds(lambda: parse(data), 3):>9,.0f} lines/s  100,000 lines of 81 characters")
    for layout in (single(), double()):
        puzzle = Puzzle(layout, (0,) * len(layout.cells))
        for form in FORMS:
            took = seconds(partial(encode, puzzle, form), ROUNDS) * 1000
            print(f"encode    {took:>9.1f} ms  {layout.name}, {form}")


if __name__ == "__main__":
    print(kernels.state())
    bench_search()
    bench_batch()
    bench_generator()
    bench_text()
