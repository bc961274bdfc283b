"""The share of random grids in which a puzzle of each level is found: the source of `engine.sudoku.making.levels.RARE`.

Run it with `python -m tests.benchmarks.levels [SEEDS [LAYOUT ...]]`; by default 4 seeds of the layouts below 9x9.
"""

import sys
from dataclasses import replace

from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.techniques.catalogue import Level


def main(seeds: int, names: list[str]) -> None:
    for name in names:
        layout = replace(LAYOUTS[name](), name="unknown")  # otherwise the generator would refuse the rare levels
        for level in Level:
            made = (generate(layout, GeneratorOptions(level=level), seed=seed) for seed in range(seeds))
            grids, found = 0, False
            for result in made:
                grids, found = grids + result.attempts, result.reached
                if found:
                    break
            print(f"{name:8} {level.value:8} {'found' if found else 'NEVER'} in {grids:,} grids", flush=True)


if __name__ == "__main__":
    small = [name for name, make in LAYOUTS.items() if make().size < 9]
    main(int(sys.argv[1]) if sys.argv[1:] else 4, sys.argv[2:] or small)
