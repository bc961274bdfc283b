"""Layout descriptions: the resulting layouts, and errors."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.base.text import MAX_TITLE_LENGTH
from engine.sudoku.layout import LAYOUTS, Layout, describe, is_description
from engine.sudoku.making.generator import generate

HYPER = """\
# boxes and four more
layout hyper
title  Hyper   sudoku
size   9          # digits 1 to 9
boxes  3x3
grid   1 1
map    window
.........
.AAA.BBB.
.AAA BBB
.AAA.BBB.

house cage r1c1 r1c2 R2C1
"""
FALLING = "".join("." * n + "a\n" for n in range(9))
RISING = "r9c1 r8c2 r7c3 r6c4 r5c5 r4c6 r3c7 r2c8 r1c9"
HEADER = "layout l\nsize 4\n"


def houses(layout: Layout) -> set[tuple[int, ...]]:
    return {house.cells for house in layout.houses}


def test_the_example() -> None:
    layout = describe(HYPER)
    assert (layout.name, layout.title, layout.size) == ("hyper", "Hyper sudoku", 9)
    assert (layout.box_rows, layout.box_columns, len(layout.grids)) == (3, 3, 1)
    assert [house.name for house in layout.houses[27:]] == ["window 1", "window 2", "cage 1"]
    assert layout.houses[-1].cells == (0, 1, 9)
    made = generate(layout, 40, seed=1)
    assert made.reached


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("single", "size 9\nboxes 3x3\ngrid 1 1"),
        ("samurai", "size 9\nboxes 3 x 3\ngrid 1 1\ngrid 1 13\ngrid 7 7\ngrid 13 1\ngrid 13 13"),
        ("8x8", "size 8\nboxes 4x2\ngrid 5 9"),
        ("7x7", "size 7\ngrid 1 1"),
        ("4x4", "size 4\ngrid 1 1\nmap box\nAABB\nAABB\nCCDD\nCCDD"),
        ("x", f"size 9\nboxes 3x3\ngrid 1 1\nmap diagonal\n{FALLING}\nhouse diagonal {RISING}"),
    ],
)
def test_named_layouts_can_be_described(name: str, lines: str) -> None:
    layout = describe(f"layout own\n{lines}\n")
    assert layout.cells == LAYOUTS[name]().cells
    assert houses(layout) == houses(LAYOUTS[name]())


def test_cells_outside_any_grid() -> None:
    layout = describe("layout bits\nsize 3\nmap room\nAAB\nBB.\n")
    assert (layout.grids, len(layout.cells), [house.cells for house in layout.houses]) == ((), 5, [(0, 1), (2, 3, 4)])
    made = generate(layout, 0, seed=2)
    assert sorted(made.solution[2:]) == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        ("", 0, "the layout has no cells; add a grid, a house or a map"),
        ("size 9", 1, "the first line must name the layout; begin with: layout NAME"),
        ("layout two words", 1, "'two words' is not a name"),
        ("layout a\nlayout b", 2, "the layout already has a name; describe one layout per file"),
        ("layout a\ncolour red", 2, "unknown word 'colour'; a line begins with one of these words: layout, title"),
        ("layout a\ngrid 1 1", 2, "the size is missing; give it first: size 9"),
        ("layout a\nsize 26", 2, "'26' is not a size; give the number of digits, 2 to 25"),
        ("layout a\nsize 1\ngrid 1 1", 2, "'1' is not a size; give the number of digits, 2 to 25"),
        ("layout a\nsize ten", 2, "'ten' is not a size"),
        ("layout a\nsize 0009999999\ngrid 1 1", 2, "'0009999999' is not a size"),
        ("layout a\nsize " + "9" * 5000, 2, f"'{'9' * 20}' is not a size"),
        (HEADER + "size 4", 3, "the size is given twice"),
        (HEADER + "boxes 3x3", 3, "'3x3' is not a shape of boxes; give rows x columns that make 4, such as 3x3"),
        (HEADER + "grid 1 1\nboxes 2x2", 4, "boxes come before the first grid"),
        (HEADER + "grid 1", 3, "'1' is not a place for a grid; give the row and column of its upper left cell"),
        (HEADER + "grid 0 1", 3, "a cell lies outside the canvas; rows and columns are 1 to 99"),
        (HEADER + "grid 97 1", 3, "a cell lies outside the canvas"),
        (HEADER + "house cage r1c1", 3, "a house of 1 cells; a house has 2 to 4 cells"),
        (HEADER + "house cage r1c1 r1c1", 3, "a cell is in this house twice"),
        (HEADER + "house cage r1c1 a1", 3, "'a1' is not a cell; name cells as r1c2: row 1, column 2"),
        (HEADER + "house Cage r1c1 r1c2", 3, "'Cage' is not a kind of house"),
        (HEADER + "house", 3, "'' is not a kind of house"),
        (HEADER + "map box\nAAAAA", 4, "a house of 5 cells"),
        (HEADER + "map box\n....\n\n", 5, "the layout has no cells"),
        ("layout a\nsize 25\n" + "".join(f"grid {1 + 26 * (n // 3)} {1 + 26 * (n % 3)}\n" for n in range(9)), 4,
         "the layout is too large; the limit is 1000 cells and 400 houses"),
    ],
)  # fmt: skip
def test_refusals(text: str, line: int, name: str) -> None:
    with pytest.raises(InputError) as refused:
        describe(text, path="my.layout")
    assert refused.value.line == line
    assert str(refused.value).startswith(f"my.layout:{line}: {name}")


def test_titles_are_made_harmless() -> None:
    title = describe(HEADER + "grid 1 1\ntitle \x1b[31m a \u202e b \udcff" + "x" * 1000).title
    assert title.startswith("\\x1b[31m a \\u202e b \\xff")
    assert len(title) == MAX_TITLE_LENGTH


def test_text_that_looks_like_a_description() -> None:
    assert is_description("\ufeff# x\n\n  layout a\n")
    assert not is_description("53..7....\n")
    assert not is_description("layouts\n")
    assert not is_description("")


PARTS = [
    "layout a\n", "size 4\n", "boxes 2x2\n", "grid 1 1\n", "grid 3 3\n", "map box\n", "AABB\n", "\n", "#",
    "house c r1c1 r9c9\n",
]  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.sampled_from(PARTS) | st.text(max_size=8)).map("".join))
def test_any_text_is_a_layout_or_an_input_error(text: str) -> None:
    found = outcome(text)
    if isinstance(found, InputError):
        assert found.line is not None
        assert found.line <= len(text.splitlines())
    else:
        assert all(len(house.cells) <= found.size for house in found.houses)
        assert {cell for house in found.houses for cell in house.cells} == set(range(len(found.cells)))


def outcome(text: str) -> Layout | InputError:
    try:
        return describe(text)
    except InputError as error:
        return error
