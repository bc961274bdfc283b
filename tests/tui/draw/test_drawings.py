"""Small drawings as text: lanes and channels of graphs, bars, chessboards, headers, frames of panels."""

import random
from array import array
from zlib import crc32

import pytest
from drawn import drawn
from rich.segment import Segment
from rich.style import Style
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region, Size

from tui.draw.bars import bar, curve, grouped_lengths, progress, shares, strips
from tui.draw.cells import Line
from tui.draw.channels import channel
from tui.draw.chessboard import chessboard, chessboard_size
from tui.draw.face import Chip, ScreenHeader, edge_line, level_chip, level_dot, title_line
from tui.draw.lanes import GraphRow, lanes
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.panels import Excerpt, Panel, Stack, draw

DARK = PALETTES["dark"]


def written(lines: list[Line]) -> str:
    """Lines, each with a checksum of its styles."""
    styles = [[str(piece.style) for piece in line] for line in lines]
    return "\n".join("|".join(piece.text for piece in line) for line in lines) + f"\n{crc32(repr(styles).encode())}"


def graph(seed: int, count: int) -> list[GraphRow]:
    dice = random.Random(seed)
    causes = [tuple(sorted(dice.sample(range(row), min(row, dice.randrange(4))))) for row in range(count)]
    return [GraphRow(str(row), Style.null(), own) for row, own in enumerate(causes)]


@pytest.mark.parametrize("seed", range(4))
def test_lanes(seed: int, snapshot: SnapshotAssertion) -> None:
    found = []
    for glyphs, visible in ((UNICODE, range(12)), (ASCII, range(3, 9))):
        rows, width = lanes(graph(seed, 12), visible, glyphs)
        assert all(len(row.signs) == width for row in rows.values())
        found.append("\n".join(f"{row:3} {line.signs} {sorted(line.lanes_below)}" for row, line in rows.items()))
    assert "\n\n".join(found) == snapshot


def test_channels(snapshot: SnapshotAssertion) -> None:
    found = []
    for seed in range(12):
        dice = random.Random(seed)
        places = [(source, target) for source in range(0, 9, 2) for target in range(0, 9, 2)]
        links = sorted(dice.sample(places, 2 + seed % 6))
        made = channel(links)
        found.append(f"{links} {made} {made.crossings(links)}")
    assert "\n".join(found) == snapshot


def test_bars(snapshot: SnapshotAssertion) -> None:
    some = (0, 0.01, 0.3, 0.5, 0.99, 1)
    found = [f"{share} {bar(share, 11, glyphs)}" for glyphs in (UNICODE, ASCII) for share in some]
    found += [written([progress(share, 9, DARK, UNICODE)]) for share in (-1, 0, 0.24, 0.5, 0.8, 1, 2)]
    heights = [0, 0.1, 1, 2, 3.5, 7, 7.9, 8]
    found += [written(curve(heights, mark, rows, DARK, UNICODE)) for mark in (None, 3) for rows in (1, 3)]
    found += [str(grouped_lengths({1: 2, 2: 30, 3: 100, 5: 7, 9: 1, 20: 4}, most)) for most in (2, 3, 6, 9)]
    assignment = array("b", [0, *(1, 1, 0, -1, 0, -1, -1, 1, 1, 1, 0, 0)])
    for columns in (0, 3, 5, 12, 20):
        made = shares(assignment, columns)
        found += [str(made), written(strips(made, DARK, UNICODE))]
    assert "\n".join(found) == snapshot


@pytest.mark.parametrize("theme", ["dark", "mono"])
def test_chessboards(theme: str, snapshot: SnapshotAssertion) -> None:
    found = []
    for size, room in ((4, Size(40, 20)), (8, Size(70, 30)), (8, Size(20, 9)), (12, Size(30, 20))):
        queens = [(row, (2 * row + 1) % size) for row in range(size)]
        picture = chessboard(size, queens, room, PALETTES[theme], UNICODE)
        found.append(f"{chessboard_size(size, room)}\n{drawn(picture)}")
    assert "\n\n".join(found) == snapshot


def test_headers_and_edges(snapshot: SnapshotAssertion) -> None:
    found, chips = [], [Chip("running", "good"), level_chip("hard", "hard 12")]
    for path in ([], ["puzzles"], ["puzzles", "a folder of a long name", "an even longer name of a file.cnf"]):
        two = ("12 variables", "40 clauses")
        for facts, notice in (((), ""), (two, ""), (("x",), "the disk is full, nothing is saved")):
            header = ScreenHeader(path, facts, chips[: len(path)], notice)
            found += [written([header.line(width, DARK, UNICODE)]) for width in (20, 47, 80)]
            found.append(str(header.width_of_path(60, DARK, UNICODE)))
    found.append(written([[level_dot(level, DARK, UNICODE) for level in ("easy", "hard", "nothing")]]))
    keys = [("a", "do it"), ("^p", "more")]
    for aside, chip in (("", None), ("3 of 9", chips[0])):
        edge = edge_line(aside, keys, chip, DARK, UNICODE)
        found += [written([edge]), written([edge_line(aside, (), chip, DARK, UNICODE)])]
        found += [
            written([title_line("a title", edge, width, DARK, glyphs=UNICODE, focus=focus)])
            for width in (6, 20, 60)
            for focus in (True, False)
        ]
    assert "\n".join(found) == snapshot


@pytest.mark.parametrize("framed", [True, False])
def test_panels(framed: bool, snapshot: SnapshotAssertion) -> None:
    def view(width: int, height: int) -> list[Line]:
        return [[Segment(f"{width} x {height}", DARK.good)], [Segment("second line that is long", DARK.bad)]]

    def long(width: int, height: int) -> Excerpt:
        return Excerpt([[Segment(f"row {row}")] for row in range(5, 5 + height)], 5, 40)

    root = Stack(
        [
            Panel(view, "first", "aside", rows=4, keys=[("k", "key")], chip=Chip("good", "good"), focus=True, name="a"),
            Stack([Panel(long, "second", columns=20), Panel(view, "third, of a long title", "3 of 4")], 1, across=True),
            Panel(view, "fourth", fits=True, min_rows=2),
            Panel(lambda _width, _height: [], "nothing", fits=True),
        ]
    )
    found = []
    for width, height in ((60, 24), (34, 16), (12, 9), (3, 3)):
        drawing = draw(root, Region(1, 0, width, height), DARK, UNICODE, framed=framed, cut=height == 16)
        found.append(f"{drawing.areas} {drawing.hidden}\n{drawn(drawing.picture)}")
    assert "\n\n".join(found) == snapshot
