"""Rating figures: puzzles rated per second, time to a hint on each layout, time to make hard puzzles.

Run from the root of the project: python -m tests.benchmarks.bench_rating [--before FOLDER] [--quick] [--only PART] With
`--before`, the folder of another version, each figure is printed with that of the other version, from the same run.
Times are processor time of one core. All puzzles are determined by seeds.
"""

import os
import resource
import statistics
import subprocess
import sys
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.base import kernels
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques import finders
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.finders import first_step
from engine.sudoku.techniques.position import Position
from tests.benchmarks.timing import seconds

LAYOUTS_WITH_HINTS = ("single", "double", "samurai", "x", "windows", "jigsaw", "6x6", "16x16")

MADE = (("single", Level.HARD), ("double", Level.HARD), ("double", Level.EXTREME), ("samurai", Level.EXTREME))

HARD_HINTS, EXTREME = ("single", "double", "x", "samurai"), 3
"""The layouts with hints for extreme puzzles too, and the number of these."""

MANY = 50
"""Number of generated puzzles; 20 times as many are rated."""


def figures(count: int, part: str | None) -> None:
    """A line for each figure: its name, a tab, its value, a tab, its unit. With few puzzles, there are none of large
    layouts.
    """
    for name, tell_all in PARTS.items():
        if part in (None, name):
            tell_all(count)


def tell_ratings(count: int) -> None:
    """The command on a file, including its start."""
    puzzles = [generate(LAYOUTS["single"](), 55, seed=seed).puzzle for seed in range(80 * count)]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "singles.txt"
        file.write_text("\n".join("".join(map(str, puzzle.givens)) for puzzle in puzzles) + "\n")
        for scale in ("ours", "hodoku"):
            took = command_seconds("rate", "--scale", scale, str(file))
            tell(f"satsudoku rate --scale {scale}, {len(puzzles)} singles of 55 holes", len(puzzles) / took, "a second")


def command_seconds(*words: str) -> float:
    """The processor time of a `satsudoku` command of the imported version."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "engine.commands.cli", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tell_hints(count: int) -> None:
    for name in LAYOUTS_WITH_HINTS if count == MANY else LAYOUTS_WITH_HINTS[:2]:
        times = hint_times(LAYOUTS[name]())
        tell(f"hint, {name}: median of {len(times)} steps", 1000 * statistics.median(times), "ms")
        tell(f"hint, {name}: worst", 1000 * max(times), "ms")


def tell_making(count: int) -> None:
    for name, level in MADE if count == MANY else MADE[:-1]:
        seeds = count if name != "samurai" else count // 5
        times = [
            seconds(partial(generate, LAYOUTS[name](), GeneratorOptions(level=level), seed=seed), 1)
            for seed in range(seeds)
        ]
        tell(f"make {name}, {level.value}: median of {seeds}", statistics.median(times), "s")
        tell(f"make {name}, {level.value}: worst", max(times), "s")


PARTS = {"ratings": tell_ratings, "hints": tell_hints, "making": tell_making}
"""The figures by topic, each measured in some seconds to a minute."""


def hint_times(layout: Layout) -> list[float]:
    """The seconds of each hint, from the givens until the puzzle is solved or logic gets stuck.

    The puzzles are one with many holes and, on layouts where they are found quickly, extreme ones.
    """
    holes = len(layout.cells) * 2 // 3 if layout.size <= 9 else len(layout.cells) // 2
    puzzles = [generate(layout, holes, seed=1).puzzle]
    if layout.name in HARD_HINTS:
        puzzles += [
            generate(layout, GeneratorOptions(level=Level.EXTREME), seed=seed).puzzle for seed in range(EXTREME)
        ]
    return [took for puzzle in puzzles for took in hint_times_of(puzzle)]


def hint_times_of(puzzle: Puzzle) -> list[float]:
    layout, position, times = puzzle.layout, Position.of(puzzle.layout, puzzle.givens), []
    if prepare := getattr(finders, "prepare", None):  # on the board it is computed in advance
        prepare(layout)
    first_step(position)  # one-time costs of a layout do not count
    while not position.is_solved:
        here = Position(layout, position.values, position.masks, position.givens)
        times.append(seconds(partial(first_step, here), 1))
        step = first_step(position)
        if step is None:
            break
        position = step.apply(position)
    return times


def tell(name: str, value: float, unit: str) -> None:
    print(f"{name}\t{value:.6g}\t{unit}", flush=True)


def measured(folder: Path, count: int, part: str | None) -> dict[str, tuple[float, str]]:
    """The figures of the version in a folder, by name."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, str(Path(__file__).resolve()), "--figures", str(count)]
    command += ["--only", part] if part else []
    run = subprocess.run(command, env=environment, cwd=folder, text=True, stdout=subprocess.PIPE, check=True)
    lines = (line.split("\t") for line in run.stdout.splitlines())
    return {name: (float(value), unit) for name, value, unit in lines}


def main() -> None:
    """Measure this version and, if requested, another one."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another version to measure beside this one")
    parser.add_argument("--quick", action="store_true", help="fewer puzzles, and small layouts only")
    parser.add_argument("--only", choices=PARTS, metavar="PART", help=f"only one of {', '.join(PARTS)}")
    parser.add_argument("--figures", type=int, metavar="COUNT", help="print the bare figures of the version imported")
    arguments = parser.parse_args()
    if arguments.figures:
        figures(arguments.figures, arguments.only)
        return
    count = 5 if arguments.quick else MANY
    print(kernels.state())
    now = measured(Path(__file__).resolve().parents[2], count, arguments.only)
    before = measured(arguments.before.resolve(), count, arguments.only) if arguments.before else {}
    for name, (value, unit) in now.items():
        beside = f"   before {before[name][0]:>10.4g}   ratio {value / before[name][0]:.3g}" if name in before else ""
        print(f"{name:48} {value:>10.4g} {unit}{beside}")


if __name__ == "__main__":
    main()
