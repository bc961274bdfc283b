"""How much the grids of generated puzzles depend on each other, by level.

Run from the root of the project: python -m tests.benchmarks.bench_overlap [SEEDS [LAYOUT ...]]; by default 40 doubles.
For each level, counts the puzzles in which no grid has one solution by itself, those in which some grid has, and those
whose rating uses or needs a cross-grid line; also for easy puzzles generated with linked grids.
"""

import sys
from statistics import mean

from engine.sudoku.layout import LAYOUTS, Layout, grid_layout, overlapping_grids
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.making.refill import is_needed
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.overlap import shares
from engine.sudoku.techniques.rating import rate

LINE = Technique.CROSS_GRID_LINE


def main(seeds: int, names: list[str]) -> None:
    for name in names:
        layout = LAYOUTS[name]()
        for options in (
            *(GeneratorOptions(level=level) for level in Level),
            GeneratorOptions(level=Level.EASY, linked=True),
        ):
            report(layout, options, seeds)


def report(layout: Layout, options: GeneratorOptions, seeds: int) -> None:
    made = [generated for seed in range(seeds) if (generated := generate(layout, options, seed=seed)).reached]
    puzzles = [result.puzzle for result in made]
    ratings = [rate(puzzle) for puzzle in puzzles]
    uniques = [
        [is_unique(layout, grid.number, puzzle.givens) for grid in overlapping_grids(layout)] for puzzle in puzzles
    ]
    pairs = list(zip(puzzles, ratings, strict=True))
    first = [max(share.by_itself / share.holes for share in shares(*pair)) for pair in pairs]
    lined = [puzzle for puzzle, rating in pairs if LINE in rating.counts]
    title = f"{layout.name} {options.level.value if options.level else ''}{' linked' if options.linked else ''}"
    print(
        f"{title:24} {len(made):4} of {seeds} made, {mean(result.seconds for result in made):7.3f} s each; "
        f"linked {sum(not any(found) for found in uniques):4}, every grid alone {sum(map(all, uniques)):4}, "
        f"cross-grid line {len(lined):3}, needed {sum(is_needed(layout, item.givens, LINE) for item in lined):3}; "
        f"the best start gives {mean(first):4.0%} of its grid",
        flush=True,
    )


def is_unique(layout: Layout, number: int, givens: tuple[int, ...]) -> bool:
    """Whether the grid has one solution by its own givens."""
    part, cells = grid_layout(layout, layout.grids[number - 1])
    return SliceSearch(part).count([givens[cell] for cell in cells]) == 1


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 40, sys.argv[2:] or ["double"])
