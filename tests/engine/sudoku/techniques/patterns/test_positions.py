"""A position for each kind of pattern, and the kinds found there. A checksum over all of them shows any other
change."""

from pathlib import Path
from zlib import crc32

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.sudoku.layout import LAYOUTS
from engine.sudoku.techniques.patterns.boards import KINDS
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import Position

LINES = [
    line for line in (Path(__file__).parent / "positions.txt").read_text().splitlines() if not line.startswith("#")
]
MAX_COUNT = 40


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split()[1])
def test_patterns(line: str, snapshot: SnapshotAssertion) -> None:
    layout, name, digits, *masks = line.split()
    position = Position(LAYOUTS[layout](), [int(digit) for digit in digits], [int(mask, 16) for mask in masks])
    search = PatternSearch(position.geometry)
    search.load(position.values, position.masks)
    search.want(bytes(kind == name for kind in KINDS))
    first = next(kind for kind in range(KINDS.index(name), -1, -1) if search.every(kind, 1))
    found = search.every(first, MAX_COUNT)
    assert {KINDS[pattern[0]] for pattern in found} == {name}
    text = "\n".join(map(str, found))
    assert f"{len(found)} {crc32(text.encode())}\n{text[:300]}" == snapshot
