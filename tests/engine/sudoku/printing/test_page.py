"""Pages of puzzles: every digit in its cell, every line between houses, nothing outside the paper."""

from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sudoku.layout import LAYOUTS, Layout, describe, single
from engine.sudoku.printing import page
from engine.sudoku.printing.files import pdf, svg
from engine.sudoku.printing.marks import FilledRectangle, Stroke, Word
from engine.sudoku.printing.page import Sheet, figures, pages, puzzles_per_page, solved_figures
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.cells import Even
from engine.sudoku.rules.kinds.dots import DifferenceDot, PairSum, Ratio
from engine.sudoku.rules.kinds.outside import LittleKiller, Sandwich
from engine.sudoku.rules.kinds.quadruple import Quadruple
from engine.sudoku.signs import SIGNS

layouts = st.sampled_from([make() for make in LAYOUTS.values()])


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    layout = draw(layouts)
    givens = draw(st.lists(st.integers(0, layout.size), min_size=len(layout.cells), max_size=len(layout.cells)))
    return Puzzle(layout, tuple(givens), draw(st.sampled_from(["", "hard one", "x" * 200, "<b>&\x1b[31m", "数独"])))


def digits_of(drawn: Sheet) -> Counter[str]:
    centred = [mark.text for mark in drawn.marks if isinstance(mark, Word) and mark.anchor == "middle"]
    return Counter(text for text in centred if len(text) == 1)


def lines_of(layout: Layout, width: float) -> set[tuple[float, ...]]:
    """The lines of this width (in cells), cut into sides of cells: the (row, column, row, column) of their ends."""
    [drawn] = pages(figures([Puzzle(layout, (0,) * len(layout.cells))]), 1)
    strokes = [mark for mark in drawn.marks if isinstance(mark, Stroke)]
    left, top = min(stroke.x1 for stroke in strokes), min(stroke.y1 for stroke in strokes)
    cell = (max(stroke.x2 for stroke in strokes) - left) / layout.columns
    sides = set()
    for stroke in strokes:
        if stroke.width == pytest.approx(width * cell):
            ends = (stroke.y1 - top, stroke.x1 - left, stroke.y2 - top, stroke.x2 - left)
            y1, x1, y2, x2 = (round(end / cell) for end in ends)
            for step in range(max(y2 - y1, x2 - x1)):
                down, across = (1, 0) if x1 == x2 else (0, 1)
                start = y1 + step * down, x1 + step * across
                sides.add((*start, start[0] + down, start[1] + across))
    return sides


@given(
    st.lists(puzzles(), min_size=1, max_size=5),
    st.sampled_from([1, 2, 3, 4, 7, page.MAX_ON_A_PAGE]),
    st.sampled_from(sorted(page.PAPERS)),
)
def test_every_digit_is_printed_once_and_on_the_paper(selection: list[Puzzle], per_page: int, paper: str):
    sheets = list(pages(figures(selection), per_page, paper))
    assert len(sheets) == -(-len(selection) // per_page)
    printed = sum(map(digits_of, sheets), Counter())
    assert printed == Counter(SIGNS[digit - 1] for puzzle in selection for digit in puzzle.givens if digit)
    for sheet in sheets:
        for mark in sheet.marks:
            ends = [(mark.x1, mark.y1), (mark.x2, mark.y2)] if isinstance(mark, Stroke) else [(mark.x, mark.y)]
            if isinstance(mark, FilledRectangle):
                ends.append((mark.x + mark.width, mark.y + mark.height))
            assert all(10 < x < sheet.width - 10 and 10 < y < sheet.height - 10 for x, y in ends)


@pytest.mark.parametrize("name", LAYOUTS)
def test_lines_part_boxes_thickly_and_cells_thinly(name: str):
    layout = LAYOUTS[name]()
    boxes = {cell: house for house in layout.houses if house.kind == "box" for cell in house.cells}
    thick, thin = set(), set()
    for cell, (row, column) in enumerate(layout.cells):
        sides = {
            (row - 1, column): (row, column, row, column + 1),
            (row + 1, column): (row + 1, column, row + 1, column + 1),
            (row, column - 1): (row, column, row + 1, column),
            (row, column + 1): (row, column + 1, row + 1, column + 1),
        }
        for neighbour, side in sides.items():
            other = layout.index.get(neighbour)
            one_box = other is not None and boxes.get(cell) is boxes.get(other)
            (thin if one_box else thick).add(side)
    assert lines_of(layout, page.THICK) == thick
    assert lines_of(layout, page.THIN) == thin


def test_houses_of_other_kinds_lie_on_a_tint():
    for name, count in (("x", 17), ("windows", 36), ("jigsaw", 0), ("samurai", 0)):
        layout = LAYOUTS[name]()
        [drawn] = pages(figures([Puzzle(layout, (0,) * len(layout.cells))]), 1)
        assert sum(isinstance(mark, FilledRectangle) for mark in drawn.marks) == count


def test_a_layout_without_boxes_or_grids_can_be_printed():
    layout = describe("layout odd\nsize 3\nhouse a r1c1 r1c2 r2c2\nhouse b r5c5 r5c6\n")
    [drawn] = pages(figures([Puzzle(layout, (1, 0, 2, 3, 0))]), 1)
    assert digits_of(drawn) == Counter("123")


def test_a_page_holds_as_many_as_can_be_written_in():
    visible = figures([Puzzle(single(), (0,) * 81)] * 20)
    for cell in (4.5, 8.0, 12.0):
        [first, *_] = pages(visible, puzzles_per_page(visible, cell=cell))
        level = [mark for mark in first.marks if isinstance(mark, Stroke) and mark.y1 == mark.y2]
        assert min(mark.x2 - mark.x1 for mark in level if mark.width > page.THIN * 9) / 9 >= cell - 1e-9


def test_solutions_keep_the_givens_bold_and_report_oddities():
    puzzle = Puzzle(LAYOUTS["4x4"](), (1, *[0] * 15))
    first, other = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1), (1, 2, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 2, 1, 4, 3)
    visible = solved_figures([puzzle] * 3, [[first], [first, other], []])
    assert [figure.aside for figure in visible] == ["", "one of several solutions", "no solution"]
    assert [figure.digits for figure in visible] == [first, first, puzzle.givens]
    [drawn] = pages(visible[:1], 1)
    words = [mark for mark in drawn.marks if isinstance(mark, Word) and mark.anchor == "middle"]
    assert [word.text for word in words if word.bold] == ["1"]
    assert len(words) == 16


@given(puzzles())
def test_svg_is_well_formed_and_shows_the_name_harmlessly(puzzle: Puzzle):
    [drawn] = pages(figures([puzzle]), 1)
    root = ElementTree.fromstring(svg(drawn))
    assert root.get("width") == "210mm"
    texts = ["".join(element.itertext()) for element in root if element.tag.endswith("text")]
    assert len(texts) == sum(isinstance(mark, Word) for mark in drawn.marks)
    assert all(text.isprintable() for text in texts)


def test_pdf_has_the_pages(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("fpdf")
    sheets = list(pages(figures([Puzzle(single(), (5,) * 81, "数独 \x1b")] * 3), 1, "letter"))
    written = pdf(sheets, "three")
    assert written.startswith(b"%PDF-")
    assert written.count(b"/Type /Page\n") == 3
    monkeypatch.setitem(__import__("sys").modules, "fpdf", None)
    with pytest.raises(InputError, match="satsudoku-tui\\[print\\]"):
        pdf(sheets)


RULES = (
    KillerCage((0, 1, 9), 23),
    Arrow((40,), (50, 60)),
    Even((80,)),
    DifferenceDot((20, 21), 1),
    Ratio((22, 23), 2),
    PairSum((24, 25), 10),
    Sandwich(tuple(range(0, 81, 9)), 17),
    LittleKiller((8, 16, 24), 12),
    Quadruple((60, 61, 69, 70), (1, 2)),
)


def test_rules_are_drawn_and_clues_stand_on_the_paper_outside_of_the_grid() -> None:
    plain = next(pages(figures([Puzzle(single(), (0,) * 81)]), 1))
    (sheet,) = pages(figures([Puzzle(single(), (0,) * 81, rules=RULES)]), 1)
    words = {mark.text: mark for mark in sheet.marks if isinstance(mark, Word)}
    assert words.keys() >= {"23", "even", "X", "17", "12"}
    thick = [mark for mark in sheet.marks if isinstance(mark, Stroke) and mark.shade == 0]
    top, left = min(mark.y1 for mark in thick), min(mark.x1 for mark in thick)
    assert words["17"].y < top < words["23"].y
    assert words["17"].y - words["17"].size > 0
    assert left < words["17"].x
    grey = [mark for mark in sheet.marks if isinstance(mark, Stroke) and mark.shade > 0]
    assert len(grey) > 20  # dashes and paths
    assert not any(isinstance(mark, Stroke) and mark.shade > 0 for mark in plain.marks)
    assert svg(sheet).count("<text") == len([mark for mark in sheet.marks if isinstance(mark, Word)])


def test_dashes_of_a_cage_stay_inside_its_cells() -> None:
    cage = KillerCage((30, 31, 40), 12)
    (sheet,) = pages(figures([Puzzle(single(), (0,) * 81, rules=(cage,))]), 1)
    frame = [mark for mark in sheet.marks if isinstance(mark, Stroke) and mark.shade == 0]
    left, top = min(mark.x1 for mark in frame), min(mark.y1 for mark in frame)
    cell = (max(mark.x2 for mark in frame) - left) / 9
    dashes = [mark for mark in sheet.marks if isinstance(mark, Stroke) and mark.shade > 0]
    for dash in dashes:
        x, y = (dash.x1 + dash.x2) / 2 - left, (dash.y1 + dash.y2) / 2 - top
        assert int(y // cell) * 9 + int(x // cell) in cage.cells
