"""The number of different drills among the first 100 of each technique on each layout, and the time of the slowest.

Run it with `python -m tests.benchmarks.bench_drills [--count N] [LAYOUT ...]`; by default all layouts with training.
Drills come in the order of the trainer, generated or from the bank. Two are the same if their givens are. Seconds are
processor time, including the steps of the drill. A dash: no training of the technique there.
"""

import argparse
import time
from pathlib import Path

from engine.play.training import DRILL_LAYOUTS, training_path
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.making.drill_bank import lines_of, next_drill, read_bank
from engine.sudoku.techniques.catalogue import Technique

SHIPPED = Path(__file__).parents[2] / "puzzles"


def row(layout: Layout, bank: str, technique: Technique, count: int) -> tuple[int, float, float, int]:
    """Number of different drills, seconds of the slowest and of an average one, number of positions in the bank."""
    seen, took = set(), list[float]()
    for seed in range(count):
        start = time.process_time()
        drill = next_drill(layout, technique, bank, seed)
        assert drill.steps, f"{technique.option} on {layout.name}, {seed}: no drill"
        took.append(time.process_time() - start)
        seen.add(drill.puzzle.givens)
    return len(seen), max(took), sum(took) / count, len(lines_of(bank, technique))


def main(names: list[str], count: int) -> None:
    few, slow, slowest = 0, 0, 0.0
    for name in names:
        layout = LAYOUTS[name]()
        bank, trained = read_bank(SHIPPED, layout), training_path(layout)
        print(f"{name:34} different  slowest  average  bank", flush=True)
        for technique in Technique:
            if technique not in trained:
                print(f"{technique.option:34} -", flush=True)
                continue
            different, most, average, rest = row(layout, bank, technique, count)
            few, slow, slowest = few + (different < count), slow + (most > 2), max(slowest, most)
            print(f"{technique.option:34} {different:9} {most:8.2f} {average:8.2f} {rest or '':>5}", flush=True)
    print(f"{few} with fewer than {count} different, {slow} with one above 2 s; the slowest took {slowest:.2f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("layouts", nargs="*", metavar="LAYOUT", default=DRILL_LAYOUTS)
    parser.add_argument("--count", type=int, default=100, metavar="N")
    arguments = parser.parse_args()
    main(list(arguments.layouts), arguments.count)
