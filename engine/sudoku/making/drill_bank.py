"""Drills in writing, a line each, and where the next one comes from: made on the spot, or taken from a bank.

A line is all grids of the puzzle and the name of the technique, as `satsudoku drill` writes it. A bank is the text of a
file of such lines for one layout, packed with gzip; it holds the techniques that are too rare to be waited for.
"""

import gzip
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from engine.sudoku.formats import write
from engine.sudoku.formats.reading import parse
from engine.sudoku.layout import Layout
from engine.sudoku.making.drills import Drill, drills
from engine.sudoku.making.symmetry import turns
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Technique

_ATTEMPTS = 5
"""So many changed drills are looked at before one is given as it is kept."""


def drill_line(drill: Drill) -> str:
    """The drill as a line."""
    cells = write(Puzzle(drill.puzzle.layout, drill.puzzle.givens), "line").rpartition("#")[2].split()[-1]
    return f"{cells} {drill.technique.option}"


def lines_of(bank: str, technique: Technique) -> list[str]:
    """The lines of a bank that are about a technique."""
    return [line for line in bank.splitlines() if line.endswith(f" {technique.option}") and not line.startswith("#")]


def read_bank(shipped: Path, layout: Layout) -> str:
    """The text of the bank of a layout; empty where none was shipped, or what there is can't be read."""
    try:
        return gzip.decompress((shipped / "drills" / f"{layout.name}.txt.gz").read_bytes()).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError):
        return ""


def read_drill(line: str, layout: Layout, technique: Technique) -> Drill:
    """The drill that a line of a bank holds. Raises InputError for one that holds no puzzle of the layout."""
    cells = line.rpartition(" ")[0]
    return Drill(Puzzle(layout, parse(cells.encode(), layout=layout)[0].givens), technique)


def next_drill(
    layout: Layout, technique: Technique, bank: str, seed: int, cancel: Callable[[], bool] | None = None
) -> Drill:
    """Another drill, always the same for a seed: of the bank if that has any, else a new one.

    Those of the bank are turned or mirrored and have their digits renamed, so that there are enough of them. Raises
    Cancelled, and InputError for a bank that is none.
    """
    lines, dice = lines_of(bank, technique), Random(seed)
    if not lines:
        return next(drills(layout, technique, seed, cancel))
    for _attempt in range(_ATTEMPTS):
        original = read_drill(dice.choice(lines), layout, technique)
        digits = list(range(1, layout.size + 1))
        dice.shuffle(digits)
        drill = _changed(original, dice.choice(turns(layout)), digits)
        if drill.steps:
            return drill
        # Which step comes first depends on the digits and the cells, and so may where the easier ones end.
    return original


def _changed(drill: Drill, cells: Sequence[int], digits: Sequence[int]) -> Drill:
    """The same in other cells, those to which each is moved, and with other digits, the new ones for 1, 2, ..."""
    names, givens = (0, *digits), [0] * len(cells)
    for cell, digit in zip(cells, drill.puzzle.givens, strict=True):
        givens[cell] = names[digit]
    return Drill(Puzzle(drill.puzzle.layout, tuple(givens)), drill.technique)
