"""All kinds of patterns in positions of small layouts, and of grids with few candidates: the first ones of each."""

from pathlib import Path
from zlib import crc32

import pytest
from pattern_kinds import ALL_KINDS
from syrupy.assertion import SnapshotAssertion

from engine.sudoku.layout import Layout
from engine.sudoku.techniques.patterns.boards import KINDS
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import Position

LINES = [
    line
    for line in Path(__file__).with_name("mixed-positions.txt").read_text().splitlines()
    if not line.startswith("#")
]
MAX_COUNT = 6


def loaded(line: str, layouts: dict[str, Layout]) -> tuple[PatternSearch, Position]:
    layout, digits, *masks = line.split()
    position = Position(layouts[layout], [int(digit) for digit in digits], [int(mask, 16) for mask in masks])
    search = PatternSearch(position.geometry)
    search.load(position.values, position.masks)
    return search, position


@pytest.mark.parametrize("line", LINES, ids=[f"{at}-{line.split()[0]}" for at, line in enumerate(LINES)])
def test_the_first_patterns_of_each_kind(line: str, layouts: dict[str, Layout], snapshot: SnapshotAssertion) -> None:
    """Of each kind their number, a number of all of them, and the beginning of the first."""
    search, position = loaded(line, layouts)
    lines = []
    for kind in ALL_KINDS:
        found = search.every(kind, MAX_COUNT)
        for pattern in found:
            _, _, places, removes = pattern
            assert all(position.masks[cell] >> digit & 1 for cell, digit in [*places, *removes])
        if found:
            lines.append(f"{KINDS[kind]} {len(found)} {crc32(repr(found).encode())} {str(found[0])[:60]}")
    assert "\n".join(lines) == snapshot
