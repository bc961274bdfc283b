"""A board in fog: lamps and correct digits light their surroundings."""

from collections.abc import Sequence
from dataclasses import dataclass

from drawn import drawn

from engine.play.fog import dark_cells
from engine.play.game import Game
from engine.sudoku.formats import parse, write
from engine.sudoku.layout import Layout, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import Rule
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.dots import PairSum
from engine.sudoku.rules.kinds.fog import Fog
from engine.sudoku.rules.kinds.lines import Whispers
from engine.sudoku.rules.shapes import CellMark, CornerMark, EdgeMark, LineStyle, Outline, OutsideClue, Path, Shape
from engine.sudoku.search.exact import random_solution
from tui.draw.board import draw
from tui.draw.board_frame import board_frame
from tui.draw.fog import LitRule
from tui.draw.game import Marks, board_look
from tui.draw.palette import PALETTES, UNICODE

SOLUTION = random_solution(single(), 1)
RULES = (
    Fog((0,)),
    KillerCage((10, 11, 12), sum(SOLUTION[10:13])),
    PairSum((78, 79), SOLUTION[78] + SOLUTION[79]),
    Whispers((20, 21, 22, 12), 1),
)
PUZZLE = Puzzle(single(), tuple(digit if cell in (1, 40) else 0 for cell, digit in enumerate(SOLUTION)), rules=RULES)


def shapes(game: Game) -> list[object]:
    look = board_look(game, Marks(), 0, PALETTES["dark"])
    return [shape for rule in look.rules for shape in rule.shapes(game.layout)]


def test_lamps_and_right_digits_light_the_cells_around() -> None:
    game = Game(PUZZLE, SOLUTION)
    assert dark_cells(game) == {*range(81)} - {0, 1, 9, 10}
    look = board_look(game, Marks(), 0, PALETTES["dark"])
    assert (look.values[1], look.values[40]) == (SOLUTION[1], 0), "a given in fog is hidden"
    assert look.signs[40] == "~"
    rows = drawn(draw(board_frame(single(), UNICODE.box), look, PALETTES["dark"], UNICODE)).splitlines()
    assert rows[1].split("|")[0].startswith("│ ·")
    assert rows[9][1:10] == " ~  ~  ~ "
    assert shapes(game) == [Outline((10,), str(RULES[1].total))]
    game.place(10, SOLUTION[10] % 9 + 1)
    assert 20 in dark_cells(game), "a wrong digit lights nothing"
    game.place(10, SOLUTION[10])
    assert dark_cells(game) == {*range(81)} - {0, 1, 2, 9, 10, 11, 18, 19, 20}
    game.place(12, SOLUTION[12])
    assert Path((20, 21, 22, 12), LineStyle.WHISPER, "----") in shapes(game)
    for cell, digit in enumerate(SOLUTION):
        if not game.values[cell]:
            game.place(cell, digit)
    assert dark_cells(game) == frozenset()
    assert board_look(game, Marks(), 0, PALETTES["dark"]).values[40] == SOLUTION[40]


def test_fog_is_read_and_written() -> None:
    puzzle = Puzzle(single(), (0,) * 81, rules=RULES[:1])
    assert '"fogofwar":["R1C1"]' in write(puzzle, "fpuzzles")
    assert parse(write(puzzle, "fpuzzles").encode()) == [puzzle]


def test_parts_of_shapes_are_lit() -> None:
    dark = frozenset((2, 5, 9))
    expected: dict[Shape, list[Shape]] = {
        Outline((1, 2, 3), "8"): [Outline((1, 3), "8")],
        Outline((2, 3), "8"): [Outline((3,), "")],
        Outline((2, 5), "8"): [],
        Path((0, 1, 2, 3, 4, 5, 6), LineStyle.SUM, "o---->-"): [
            Path((0, 1), LineStyle.SUM, "o-"),
            Path((3, 4), LineStyle.SUM, "--"),
        ],
        Path((9, 0, 1), LineStyle.SUM, "o->"): [Path((0, 1), LineStyle.SUM, "->")],
        Path((0, 2, 1), LineStyle.SUM, "o->"): [],
        EdgeMark((1, 2), "X"): [EdgeMark((1, 2), "X")],
        EdgeMark((5, 2), "X"): [],
        CornerMark((2, 5, 9, 1), "12"): [CornerMark((2, 5, 9, 1), "12")],
        CellMark(2, "e"): [],
        CellMark(1, "e"): [CellMark(1, "e")],
        OutsideClue((2, 5), "7"): [OutsideClue((2, 5), "7")],
    }
    for shape, lit in expected.items():
        rule = LitRule((), _Drawn((), shape), dark)
        assert [*rule.shapes(single())] == lit


@dataclass(frozen=True)
class _Drawn(Rule):
    shape: Shape

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return [self.shape]
