"""Drills as lines of text, and a source of the next drill: generated, or taken from a bank.

A line has all grids of the puzzle and the name of the technique, as written by `satsudoku drill`. A bank is a text file
of such lines for one layout, packed with gzip; it contains techniques that are too rare to be generated on demand.
"""

import gzip
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
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
"""Number of variations to try before returning a drill unchanged."""


def drill_line(drill: Drill) -> str:
    """The drill as a line; with rules, as JSON (the format `rules`) whose name is the technique of a bank."""
    if drill.puzzle.rules:
        return write(replace(drill.puzzle, name=drill.technique.option), "rules").strip()
    cells = write(Puzzle(drill.puzzle.layout, drill.puzzle.givens), "line").rpartition("#")[2].split()[-1]
    return f"{cells} {drill.technique.option}"


def lines_of(bank: str, technique: Technique) -> list[str]:
    """The lines of a bank for a technique."""
    return [line for line in bank.splitlines() if line.endswith(f" {technique.option}") and not line.startswith("#")]


def read_bank(shipped: Path, layout: Layout) -> str:
    """The text of the bank of a layout; empty if none was shipped or it can't be read."""
    try:
        return gzip.decompress((shipped / "drills" / f"{layout.name}.txt.gz").read_bytes()).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError):
        return ""


def read_drill(line: str, layout: Layout, technique: Technique) -> Drill:
    """Parse a line of a bank. Raises InputError if it has no puzzle of the layout."""
    cells = line.rpartition(" ")[0]
    return Drill(Puzzle(layout, parse(cells.encode(), layout=layout)[0].givens), technique)


def next_drill(
    layout: Layout, technique: Technique, bank: str, seed: int, cancel: Callable[[], bool] | None = None
) -> Drill:
    """The next drill, determined by the seed: from the bank if it has any, otherwise a new one.

    Drills from the bank are rotated or reflected and get other digits, which multiplies them. Raises Cancelled, and
    InputError for a malformed bank.
    """
    lines, randomness = lines_of(bank, technique), Random(seed)
    if not lines:
        return next(drills(layout, technique, seed, cancel))
    for _attempt in range(_ATTEMPTS):
        original = read_drill(randomness.choice(lines), layout, technique)
        digits = list(range(1, layout.size + 1))
        randomness.shuffle(digits)
        drill = _transformed(original, randomness.choice(turns(layout)), digits)
        if drill.steps:
            return drill
        # The order of steps depends on digits and cells; so easier steps may now end in another position.
    return original


def _transformed(drill: Drill, cells: Sequence[int], digits: Sequence[int]) -> Drill:
    """The drill with its cells moved to `cells`, and the digits 1, 2, ... replaced by `digits`."""
    names, givens = (0, *digits), [0] * len(cells)
    for cell, digit in zip(cells, drill.puzzle.givens, strict=True):
        givens[cell] = names[digit]
    return Drill(Puzzle(drill.puzzle.layout, tuple(givens)), drill.technique)
