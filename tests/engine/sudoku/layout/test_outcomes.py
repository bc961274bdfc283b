"""Layouts in every detail, and what is read of descriptions and cell names with something changed."""

from outcomes import json_outcomes, outcomes, short
from syrupy.assertion import SnapshotAssertion

from engine.sudoku.layout import LAYOUTS, conflicts
from engine.sudoku.layout.catalogue import label_of, recognised
from engine.sudoku.layout.cell_notation import column_letters, read_cell
from engine.sudoku.layout.cliques import from_cliques
from engine.sudoku.layout.description import describe, is_description
from engine.sudoku.layout.parts import grid_layout, overlapping_grids
from engine.sudoku.layout.values import dump_layout, load_layout

DESCRIPTIONS = [
    b"layout hyper\ntitle Hyper sudoku\nsize 9\nboxes 3x3\ngrid 1 1\nhouse cage r1c1 r2c2\nmap window\n.........\n"
    b".AAA.BBB.\n.AAA.BBB.\n.AAA.BBB.\n\n",
    b"# x\nlayout a-1  # name\nsize 4\nboxes 2x2\ngrid 1 1\ngrid 3 3\n", b"layout b\nsize 2\nhouse h r1c1 r99c99\n",
    b"layout c\nsize 4\nboxes 2x2\ngrid 1 1\nmap box\nAABB\nAABB\nCCDD\nCCDD\n",
]  # fmt: skip


def test_all_layouts(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, make in LAYOUTS.items():
        layout = make()
        cells = range(0, len(layout.cells), max(1, len(layout.cells) // 7))
        values = [1 + (cell * 7) % layout.size if cell % 3 else 0 for cell in range(len(layout.cells))]
        facts = (
            [(house.kind, house.name, house.cells) for house in layout.houses], layout.cells, layout.peers,
            [layout.cell_name(cell) for cell in cells], [layout.grids_of(cell) for cell in cells],
            [layout.towards(cell, down, right) for cell in cells for down, right in ((0, 1), (1, 0), (-1, 0), (0, -1))],
            conflicts(layout, values), dump_layout(layout), recognised(layout).name,
            [grid_layout(layout, grid) for grid in layout.grids[:2]], overlapping_grids(layout),
        )  # fmt: skip
        parts = " ".join(short(repr(fact))[-24:] for fact in facts)
        found.append(f"{name} {layout.title} {label_of(name)} {[house.name for house in layout.houses][::5]} {parts}")
        again = from_cliques("again", layout.size, [[layout.cells[c] for c in house.cells] for house in layout.houses])
        found.append(f"  {[house.kind for house in again.houses][::4]} {again.is_like(layout)} {again.name}")
    assert "\n".join(found) == snapshot


def test_descriptions(snapshot: SnapshotAssertion) -> None:
    def read(data: bytes) -> str:
        text = data.decode("utf-8", "replace")
        layout = describe(text)
        houses = [(house.kind, house.name, house.cells) for house in layout.houses]
        return f"{is_description(text)} {layout.name} {layout.title} {layout.size} {layout.grids} {houses}"

    words = (b"size ", b"grid ", b"boxes ", b"house ", b"map ", b"2x3", b"r1c1", b"layout ", b"title ", b"99", b"A")
    assert outcomes(read, DESCRIPTIONS, words, 150) == snapshot


def test_values(snapshot: SnapshotAssertion) -> None:
    saved = [dump_layout(describe(text.decode())) for text in (DESCRIPTIONS[0], DESCRIPTIONS[1])]

    def read(content: dict[str, object]) -> object:
        try:
            layout = load_layout(content)
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(repr(error)) from error
        return f"{layout.name} {layout.title} {[house.cells for house in layout.houses]}"

    assert json_outcomes(read, saved, 120) == snapshot


def test_names_of_cells(snapshot: SnapshotAssertion) -> None:
    texts = [b"1b4", b"12g3", b"15o0", b"3c", b"r1c2=4", b"r12c7", b"1,2,3", b"r1c1 = 9", b"2:r3c4", b"b2", b"aa10"]

    def read(data: bytes) -> object:
        text = data.decode("utf-8", "replace")
        return [read_cell(text, LAYOUTS[name]()) for name in ("single", "double", "25x25")]

    found = outcomes(read, texts, (b"r", b"c", b"=", b"1", b"z", b"0", b" "), 120)
    letters = [column_letters(column) for column in (0, 1, 25, 26, 27, 51, 52, 700, 703)]
    assert f"{found}\n{letters}" == snapshot
