"""Pieces of the sentences that explain a step."""

import re
from collections.abc import Iterable, Sequence

from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from engine.sudoku.techniques.position import Candidate

NUMBERED = re.compile(r"(\w+) (\d+)( of grid \d+)?")
"""The name of a house: its kind, its number, and its grid where there are several."""


def listing(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def cell_names(layout: Layout, cells: Iterable[int]) -> str:
    """`r1c2, r1c5 and r3c4`, in the order given."""
    return listing([layout.cell_name(cell) for cell in cells])


def house_names(layout: Layout, houses: Iterable[int], last: str = "and") -> str:
    """`rows 1 and 4 of grid 2`, `row 2 of grid 1 and box 3 of grid 2`: houses of one kind and grid together."""
    numbers: dict[tuple[str, str], list[str]] = {}
    for name in (layout.houses[house].name for house in houses):
        parts = NUMBERED.fullmatch(name)
        kind, number, grid = parts.groups("") if parts else (name, "", "")
        numbers.setdefault((kind, grid), []).append(number)
    words = []
    for (kind, grid), of_kind in numbers.items():
        plural = "" if len(of_kind) == 1 else "es" if kind.endswith("x") else "s"
        words.append(f"{kind}{plural} {listing(of_kind, last)}".rstrip() + grid)
    return listing(words, last)


def digit_names(digits: Iterable[int], last: str = "or") -> str:
    """`5 or 7`, in the order given."""
    return listing([sign(digit) for digit in digits], last)


def equation(layout: Layout, candidate: Candidate) -> str:
    """`r1c2=5`."""
    return f"{layout.cell_name(candidate.cell)}={sign(candidate.digit)}"


def removal(layout: Layout, removes: Iterable[Candidate]) -> str:
    """`r1c3 and r1c4 can't be 5, r2c2 can't be 5 or 7`: cells that lose the same digits together."""
    digits_of: dict[int, tuple[int, ...]] = {}
    for cell, digit in sorted(removes):
        digits_of[cell] = (*digits_of.get(cell, ()), digit)
    cells_of: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in digits_of.items():
        cells_of.setdefault(digits, []).append(cell)
    parts = [f"{cell_names(layout, cells)} can't be {digit_names(digits)}" for digits, cells in cells_of.items()]
    return ", ".join(parts)
