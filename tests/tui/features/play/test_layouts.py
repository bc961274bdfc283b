"""Boards of many layouts, whether they fit the terminal or not."""

from pathlib import Path

import pytest
from screens import until_screen, until_shown

from engine.sudoku.formats import write
from engine.sudoku.formats.grid_rules import GridRules, usual_boxes
from engine.sudoku.layout import LAYOUTS, Layout, describe
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.board import BoardView
from tui.base.requests import PlayPuzzle, WatchPuzzle
from tui.features.play.screen import BoardScreen
from tui.features.watch.screen import WatchScreen
from tui.terminal.options import Options

ROOMS = "layout rooms\nsize 4\nmap box\n..AABB\n..AABB\n.CCDD.\n.CCDD.\n"
SMALL = ["double-lower-left", "triple", "samurai", "x", "jigsaw", "3x3", "8x8", "16x16", "25x25"]
LARGE = ["samurai", "16x16"]
CASES = [
    *((LAYOUTS[name](), (80, 24)) for name in SMALL),
    *((LAYOUTS[name](), (160, 50)) for name in LARGE),
    (describe(ROOMS), (80, 24)),
]


def puzzle_on(layout: Layout) -> Puzzle:
    solution = random_solution(layout, 2)
    return Puzzle(layout, tuple(digit if 0 < cell < len(solution) - 1 else 0 for cell, digit in enumerate(solution)))


@pytest.mark.parametrize(("layout", "size"), CASES, ids=lambda value: getattr(value, "name", None))
async def test_a_board_takes_keys_in_every_layout(app: SatSudoku, layout: Layout, size: tuple[int, int]) -> None:
    puzzle = puzzle_on(layout)
    async with app.run_test(size=size) as pilot:
        pilot.app.post_message(PlayPuzzle(puzzle))
        screen: BoardScreen = await until_screen(pilot, BoardScreen)
        digit = random_solution(layout, 2)[0]
        await pilot.press(*([str(digit)] if digit < 10 else []), "tab", "L", "J", "n", "1", "i", "g", "c")
        assert screen.game.values[0] == (digit if digit < 10 else 0)
        assert len(screen.query_one(BoardView).picture.chars) > len(layout.cells)


@pytest.mark.parametrize("name", ["samurai", "25x25", "jigsaw"])
async def test_the_search_can_be_watched_in_large_and_irregular_layouts(app: SatSudoku, name: str) -> None:
    async with app.run_test() as pilot:
        pilot.app.post_message(WatchPuzzle(puzzle_on(LAYOUTS[name]())))
        await until_screen(pilot, WatchScreen)
        await pilot.press("end", "home", "right")


@pytest.mark.parametrize("name", ["samurai", "16x16"])
async def test_a_file_opens_with_its_layout(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_text(write(puzzle_on(LAYOUTS[name]())))
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test() as pilot:
        await until_shown(pilot, "1 file")
        await pilot.press("p")
        screen: BoardScreen = await until_screen(pilot, BoardScreen)
        assert screen.game.layout.name == name


async def test_rules_that_the_board_does_not_draw_are_named_when_a_game_begins(app: SatSudoku) -> None:
    layout = GridRules(9, tuple(usual_boxes(9)), knight=True).layout()
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(PlayPuzzle(generate(layout, 30, seed=1).puzzle))
        await until_screen(pilot, BoardScreen)
        await until_shown(pilot, "30 to fill", "knight's move")
