"""Puzzles with rules beyond houses, compared with sigh's solver under node: the same puzzles, including uniqueness.

Run from the root of the project: python -m tests.benchmarks.bench_rules [COLLECTION ...] [--seconds S] [--each] It
needs node, and the folders data/rules and tools/variant-rival in the parent folder of SATSUDOKU_DATA (or
../shared/data). Times are milliseconds of processor time, the better of two runs, including reading in the other
program and the tables of the search in ours. Ratios leave out puzzles that either program does not decide within its
limit. Solutions must agree.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.base import kernels
from engine.sudoku.layout import Layout
from engine.sudoku.layout.model import House
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.primitives import (
    AllDifferent,
    Automaton,
    DigitSets,
    Domain,
    Multiset,
    PairTable,
    Primitive,
    WeightedSum,
    all_digits,
    automaton,
    pair,
)
from engine.sudoku.rules.rule import Rule
from engine.sudoku.search.rule_tables import rule_tables
from engine.sudoku.search.solving import search_of

DATA = Path(os.environ.get("SATSUDOKU_DATA", Path(__file__).parents[3] / "shared" / "data"))
RULES, RIVAL = DATA / "rules", DATA.parent / "tools" / "variant-rival" / "race.mjs"


_OF_HEIGHT_0 = "0-indexed:_Skyscraper"
"""A puzzle that is left out: the other program does not see a building of height 0, and the neutral lines do."""


@dataclass(frozen=True)
class Demands(Rule):
    """A rule that consists only of primitives."""

    demands: tuple[Primitive, ...] = ()

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return self.demands


@dataclass(frozen=True)
class Race:
    """A puzzle of a collection: its name, and how many of its cells the other program shows."""

    name: str
    puzzle: Puzzle
    visible_cells: int


@dataclass(frozen=True)
class Finish:
    """A solver's result on a puzzle: solutions up to 2 (None: not decided), milliseconds, the first solution."""

    solutions: int | None
    milliseconds: float
    solution: tuple[int, ...]


def races(path: Path) -> Iterator[Race]:
    """The puzzles in a file of neutral lines."""
    lines: list[list[str]] = []
    for line in path.read_text().splitlines():
        words = line.split()
        if words == ["E"]:
            if lines[0][1:] != [_OF_HEIGHT_0]:
                yield _race(lines)
            lines = []
        elif words:
            lines.append(words)


def _race(lines: list[list[str]]) -> Race:
    name = " ".join(lines[0][1:])
    cells, size, _offset, visible = (int(word) for word in lines[1][1:5])
    masks = [all_digits(size)] * cells
    houses, demands, tables = list[tuple[int, ...]](), list[Primitive](), list[tuple[int, ...]]()
    for kind, *words in lines[2:]:
        numbers = [int(word) for word in words]
        if kind == "A" and numbers[0] == size:
            houses.append(tuple(numbers[1:]))
        elif kind == "T":
            tables.append((0, *(mask << 1 for mask in numbers)))
        elif kind == "Z":
            demands.append(Domain(0, 0))
        elif kind == "D":
            masks[numbers[0]] &= numbers[1] << 1
        else:
            demands += _demand(kind, numbers, size, tables)
    layout = Layout(
        name, name, size, 0, 0, tuple(divmod(cell, size) for cell in range(cells)),
        tuple(House("house", f"house {number}", tuple(sorted(house))) for number, house in enumerate(houses)), (),
    )  # fmt: skip
    rules = (Demands(tuple(range(cells)), tuple(demands)),) if demands else ()
    return Race(name, Puzzle(layout, (0,) * cells, candidates=tuple(masks), rules=rules), visible)


def _demand(kind: str, numbers: list[int], size: int, tables: list[tuple[int, ...]]) -> list[Primitive]:
    """A line of a file as primitives; the README of the files explains the numbers."""
    count = numbers[0]
    match kind:
        case "A":
            return [AllDifferent(tuple(numbers[1:]))]
        case "S":
            return [WeightedSum(tuple(numbers[2::2]), tuple(numbers[3::2]), count, size)]
        case "B":
            return [PairTable((count, numbers[1]), tables[numbers[2]])]
        case "F":
            sets = tuple(mask << 1 for mask in numbers[2 + count :])
            return [DigitSets(tuple(numbers[1 : 1 + count]), sets)]
        case "M":
            return [_layers(numbers)]
        case "R":
            return [_multiset(numbers, size)]
        case "I":
            value, length, cells = numbers[1], numbers[2], numbers[3:-1]
            leads = (
                pair(count, cell, size, lambda a, b, at=at: a != at or b == value) for at, cell in enumerate(cells, 1)
            )
            return [Domain(count, all_digits(size) & (2 << length) - 1), *leads]
    return []  # Y: a note


def _layers(numbers: list[int]) -> Automaton:
    count, rest = numbers[0], numbers[2 + 2 * numbers[0] :]
    layers = []
    for _ in range(count):
        edges, rest = rest[1 : 1 + 3 * rest[0]], rest[1 + 3 * rest[0] :]
        layers.append(tuple(zip(edges[::3], (mask << 1 for mask in edges[2::3]), edges[1::3], strict=True)))
    return Automaton(tuple(numbers[1 : 1 + count]), tuple(layers))


def _multiset(numbers: list[int], size: int) -> Primitive:
    """Each digit that often; at most that often if strict."""
    strict, count = numbers[:2]
    cells, digits = tuple(numbers[2 : 2 + count]), numbers[3 + count :]
    counts = dict(zip(digits[::2], digits[1::2], strict=True))
    if not strict:
        return Multiset(cells, tuple(digit for digit, times in counts.items() for _ in range(times)))

    def step(state: tuple[int, ...], digit: int, _place: int) -> tuple[int, ...] | None:
        after = tuple(left - (digit_needed == digit) for left, digit_needed in zip(state, counts, strict=True))
        return None if after and min(after) < 0 else after

    return automaton(cells, size, tuple(counts.values()), step, lambda state: not any(state))


def ours(race: Race, seconds: float) -> Finish:
    """Our search, including its tables."""
    best = float("inf")
    for _ in range(2):
        rule_tables.cache_clear()
        found, decided = tuple[int, ...](), False
        start = time.process_time()
        search = search_of(race.puzzle)
        while not decided and time.process_time() - start < seconds:
            decided = search.advance(2 if found else 1, search.slice_nodes)
            if decided and not found and search.run(1) == 1:
                found, decided = search.solution(), False
        best = min(best, time.process_time() - start)
        solutions = search.run(2) if decided else None
        if best >= seconds:
            break
    return Finish(solutions, 1000 * best, found[: race.visible_cells])


def theirs(path: Path, backtracks: int) -> dict[str, Finish]:
    """The other program's figures for a file, by the names of the puzzles."""
    output = subprocess.run(
        ["node", str(RIVAL), str(path), str(backtracks)], capture_output=True, text=True, check=True
    ).stdout
    found = {}
    for line in output.splitlines():
        name, count, *rest = line.split("\t")
        if count == "error":
            continue
        took, tried, digits = rest
        capped = int(tried) >= backtracks
        solution = () if "." in digits.split() else tuple(int(digit) for digit in digits.split())
        found[name] = Finish(None if capped else int(count), float(took), solution)
    return found


def report(path: Path, seconds: float, backtracks: int, each: bool) -> list[float]:
    """A line about a collection, or one about each puzzle; the ratios of puzzles that both programs decide."""
    rival, ratios, sums, capped = theirs(path.with_suffix(".iss"), backtracks), list[float](), [0.0, 0.0], [0, 0]
    for race in races(path):
        finish, other = ours(race, seconds), rival.get(race.name)
        if other is None:
            print(f"  {race.name}: not read there")
            continue
        capped[0] += finish.solutions is None
        capped[1] += other.solutions is None
        if each:
            print(
                f"  {finish.milliseconds:10.2f} {other.milliseconds:10.2f} ms  {finish.solutions} {other.solutions}"
                f"  {race.name}",
                flush=True,
            )
        if finish.solutions is None or other.solutions is None:
            continue
        if finish.solutions != other.solutions or (finish.solutions == 1 and finish.solution != other.solution):
            print(f"  DIFFERENT: {race.name}: {finish.solutions} and {other.solutions} solutions")
        ratios.append(other.milliseconds / finish.milliseconds)
        sums = [sums[0] + finish.milliseconds, sums[1] + other.milliseconds]
    median = statistics.median(ratios) if ratios else 0
    print(
        f"{path.stem:22} {len(ratios):3} decided by both, {capped[0]} not by us, {capped[1]} not by them: "
        f"{sums[0]:8.0f} {sums[1]:8.0f} ms, in all {sums[1] / max(sums[0], 1e-9):5.2f} times as fast, "
        f"median {median:5.2f}",
        flush=True,
    )
    return ratios


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", nargs="*", metavar="COLLECTION")
    parser.add_argument("--seconds", type=float, default=20, metavar="S", help="give our search up after S seconds")
    parser.add_argument("--backtracks", type=int, default=200_000, metavar="N", help="give theirs up after N")
    parser.add_argument("--each", action="store_true", help="a line for each puzzle")
    arguments = parser.parse_args()
    if not (RULES.is_dir() and RIVAL.exists() and shutil.which("node")):
        sys.exit(f"nothing to race: node, {RULES} and {RIVAL} are needed")
    print(kernels.state())
    found = [
        path for path in sorted(RULES.glob("*.txt")) if not arguments.collections or path.stem in arguments.collections
    ]
    every = [ratio for path in found for ratio in report(path, arguments.seconds, arguments.backtracks, arguments.each)]
    if every:
        print(f"all: {len(every)} puzzles, median {statistics.median(every):.2f} times as fast")
