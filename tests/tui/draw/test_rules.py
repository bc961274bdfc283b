"""Rules on a board: as tints in colour, as signs without colours and in ASCII."""

import random
from functools import cache

import pytest
from drawn import drawn as written
from rule_puzzles import random_rule
from syrupy.assertion import SnapshotAssertion

from engine.sudoku.layout import double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import KINDS, Rule
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.cells import Even
from engine.sudoku.rules.kinds.dots import DifferenceDot, PairSum, Ratio
from engine.sudoku.rules.kinds.lines import Whispers
from engine.sudoku.rules.kinds.outside import Sandwich
from engine.sudoku.rules.kinds.quadruple import Quadruple
from engine.sudoku.rules.kinds.thermometer import Thermometer
from engine.sudoku.search.exact import random_solution
from tui.draw.board import BoardAppearance, draw
from tui.draw.board_frame import CellSize, board_frame
from tui.draw.palette import ASCII, PALETTES, UNICODE, Glyphs, Palette
from tui.draw.rules import rule_grounds

RULES = (
    KillerCage((0, 1), 13), KillerCage((2, 11), 8), Thermometer((36, 37, 38)), Arrow((40,), (41, 50)),
    DifferenceDot((54, 55), 1), Ratio((56, 65), 2), PairSum((60, 61), 10), Even((80,)),
    Sandwich(tuple(range(18, 27)), 35),
)  # fmt: skip


def drawn(
    palette: Palette,
    glyphs: Glyphs,
    size: CellSize,
    values: tuple[int, ...] = (0,) * 81,
    rules: tuple[Rule, ...] = RULES,
) -> list[str]:
    puzzle = Puzzle(single(), values, rules=rules)
    grounds = rule_grounds(puzzle.layout, puzzle.rules, palette)
    look = BoardAppearance(values, [palette.given] * 81, grounds, rules=puzzle.rules)
    picture = draw(board_frame(puzzle.layout, glyphs.box, size), look, palette, glyphs)
    return ["".join(segment.text for segment in picture.segments(y)) for y in range(picture.height)]


def test_signs_stand_next_to_digits() -> None:
    lines = drawn(PALETTES["dark"], UNICODE, CellSize(6, 2))
    assert lines[0].startswith("┌13─")
    assert "─8─" in lines[0]
    thermometer = lines[1 + 4 * 2 + 1]
    assert thermometer.startswith("│  ·  ◉"), "a bulb is no circle of an arrow"
    assert "→" not in thermometer, "a thermometer has no head"
    full = drawn(PALETTES["dark"], UNICODE, CellSize(6, 2), (*[5] * 80, 0))
    assert full[0].startswith("┌13─"), "a digit hides no sum"
    inside = drawn(PALETTES["dark"], UNICODE, CellSize(6, 2), rules=(KillerCage((9, 10), 13),))
    assert inside[3].startswith("│  · 13"), "there is no line above the cell"


@pytest.mark.parametrize("size", [CellSize(3, 1), CellSize(5, 2)])
def test_quadruples_at_the_corners_of_boxes_are_seen(size: CellSize) -> None:
    board = drawn(PALETTES["dark"], UNICODE, size, rules=(Quadruple((20, 21, 29, 30), (1, 2)),))
    row = next(line for line in board if "1+" in line)
    assert row[1 + 3 * size.width - 1 :].startswith("1+")
    whole = drawn(PALETTES["dark"], UNICODE, size, rules=(Quadruple((0, 1, 9, 10), (1, 2)),))
    assert any("1+" in line for line in whole)


@pytest.mark.parametrize("size", [CellSize(2, 1), CellSize(3, 1)])
def test_a_sum_of_one_digit_is_raised_beside_the_digit_of_a_cell(size: CellSize) -> None:
    rules = (KillerCage((9, 10), 7), KillerCage((12, 13), 15))
    board = "".join(drawn(PALETTES["dark"], UNICODE, size, (5,) * 81, rules))
    assert "5⁷" in board or "⁷5" in board
    assert "7" not in board
    assert "57" in "".join(drawn(PALETTES["dark"], ASCII, CellSize(3, 1), (5,) * 81, rules))


def test_in_cells_of_one_column_no_number_is_like_a_digit() -> None:
    rules = (KillerCage((9, 10), 13), DifferenceDot((18, 19), 3), DifferenceDot((9, 18), 4))
    board = "".join(drawn(PALETTES["dark"], UNICODE, CellSize(1, 1), rules=rules))
    assert not any(map(str.isdigit, board))


def test_neighbours_have_different_tints() -> None:
    grounds = rule_grounds(single(), RULES, PALETTES["dark"])
    assert grounds[0] == grounds[1] != grounds[2] == grounds[11]
    assert grounds[36] not in {grounds[0], grounds[2], grounds[40]}
    assert 80 not in grounds


@pytest.mark.parametrize("name", ["dark", "light"])
def test_lines_that_touch_have_different_shades(name: str) -> None:
    lines = (Whispers((0, 1, 2)), Whispers((9, 10, 11)), Whispers((54, 55)), Thermometer((18, 19, 20)))
    grounds = rule_grounds(single(), lines, PALETTES[name])
    assert grounds[0] == grounds[2] == grounds[54] != grounds[9]
    assert len({grounds[0], grounds[9], grounds[18]}) == 3
    for style in {grounds[0], grounds[9], grounds[18]}:
        assert style.bgcolor
        assert len({*style.bgcolor.get_truecolor()}) > 1, "greys are those of the cursor's peers"


@pytest.mark.parametrize("name", ["mono", "dark-16"])
def test_without_colours_letters_distinguish_cages(name: str) -> None:
    assert rule_grounds(single(), RULES, PALETTES[name]) == {}
    lines = drawn(PALETTES[name], UNICODE, CellSize(6, 2))
    assert lines[2].count("a") == 2, "both cells of the first cage"
    assert lines[2].count("b") == 1


@pytest.mark.parametrize("size", [CellSize(1, 1), CellSize(2, 1), CellSize(3, 1), CellSize(6, 2), CellSize(8, 4)])
def test_every_size_is_drawn_in_ascii(size: CellSize) -> None:
    lines = drawn(PALETTES["mono"], ASCII, size)
    assert all(line.isascii() for line in lines)
    digits = drawn(PALETTES["mono"], ASCII, size, (7,) * 81)
    assert sum(line.count("7") for line in digits) == 81, "no sign hides a digit"


def test_cages_of_a_double_have_tints() -> None:
    layout = double()
    shared = layout.grids[0].cells[-1]
    assert shared in layout.grids[1].cells
    assert {*rule_grounds(layout, (KillerCage((shared - 1, shared), 11),), PALETTES["light"])} == {shared - 1, shared}


@pytest.mark.parametrize("size", [CellSize(3, 1), CellSize(6, 1), CellSize(6, 2), CellSize(8, 4)])
@pytest.mark.parametrize(("palette", "glyphs"), [("dark", UNICODE), ("mono", UNICODE), ("mono", ASCII)])
def test_the_way_of_a_line_is_read_without_colours(palette: str, glyphs: Glyphs, size: CellSize) -> None:
    layout = single()
    line = Whispers((0, 1, 2, 11, 20, 30, 38, 46), 5)  # right twice, down twice, then to the right and to the left
    look = BoardAppearance((5,) * 81, [PALETTES[palette].given] * 81, rules=(line,))
    text = board_frame(layout, glyphs.box, size)
    picture = draw(text, look, PALETTES[palette], glyphs)
    places = [layout.cells[cell] for cell in line.cells]
    strokes = "".join(picture.char(text.xs[column] + size.width - 1, text.ys[row]) for row, column in places)
    assert strokes == ("──││\\///" if glyphs is UNICODE else "--||\\///")
    assert sum("".join(segment.text for segment in picture.segments(y)).count("5") for y in range(picture.height)) > 80


def test_a_mark_takes_precedence_over_the_shape_of_a_line() -> None:
    rules = (Whispers((0, 1, 2), 5), Even((1,)), DifferenceDot((0, 1), 1))
    look = BoardAppearance((0,) * 81, [PALETTES["dark"].given] * 81, rules=rules)
    text = board_frame(single(), UNICODE.box, CellSize(3, 1))
    picture = draw(text, look, PALETTES["dark"], UNICODE)
    assert [picture.char(text.xs[column] + 2, text.ys[0]) for column in range(3)] == ["○", "□", "─"]


@cache
def boards() -> list[tuple[list[Rule], list[int]]]:
    """Rules of every kind on a few doubles, with some digits."""
    layout, solution, found = double(), random_solution(double(), 1), []
    for part in range(3):
        dice = random.Random(part)
        made = [random_rule(kind, solution, layout, dice) for kind in [*KINDS][part::3] for _ in range(2)]
        rules = [rule for rule in made if rule is not None and len(rule.cells) < 40]
        found.append((rules, [digit if dice.random() < 0.3 else 0 for digit in solution]))
    return found


@pytest.mark.parametrize("size", [CellSize(1, 1), CellSize(3, 1), CellSize(6, 2), CellSize(8, 4)])
@pytest.mark.parametrize(("palette", "glyphs"), [("dark", UNICODE), ("mono", ASCII)], ids=["dark", "ascii"])
def test_every_kind(palette: str, glyphs: Glyphs, size: CellSize, snapshot: SnapshotAssertion) -> None:
    """Signs at corners, edges and ends of lines, clues outside, and grounds."""
    layout, colours, found = double(), PALETTES[palette], []
    for rules, values in boards():
        grounds = rule_grounds(layout, rules, colours)
        look = BoardAppearance(values, [colours.given] * len(values), grounds, rules=rules)
        found.append(written(draw(board_frame(layout, glyphs.box, size, margin=2), look, colours, glyphs)))
    assert "\n".join(found) == snapshot
