"""Packs in the browser: progress, the next open puzzle, order and filter by levels and ratings."""

from pathlib import Path

import pytest
from screens import settled, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.sudoku import formats
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.difficulty import difficulty
from tui.app import SHIPPED, SatSudoku
from tui.base.dialogs import Offer
from tui.features.browse.file_list import FileList
from tui.features.browse.pack import PackFilter
from tui.features.browse.screen import BrowserScreen
from tui.features.play.screen import BoardScreen
from tui.terminal.options import Options

SOLUTIONS = [random_solution(single(), seed) for seed in range(3)]
ONE_HOLE = [Puzzle(single(), (0, *digits[1:]), f"number {place}") for place, digits in enumerate(SOLUTIONS)]


async def win(pilot: Pilot[None], place: int) -> None:
    """Fill the only hole of the puzzle of this place."""
    await until_screen(pilot, BoardScreen)
    await until_shown(pilot, f"number {place}", "1 to fill")
    await pilot.press(str(SOLUTIONS[place][0]))
    await until_screen(pilot, Offer)


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("in_a_folder", [False, True])
async def test_the_puzzles_of_a_file_or_folder_are_played_one_after_another(tmp_path: Path, in_a_folder: bool) -> None:
    path = tmp_path / "pack.txt"
    if in_a_folder:
        path = tmp_path / "pack"
        path.mkdir()
        for place, puzzle in enumerate(ONE_HOLE):
            (path / f"{place}.txt").write_text(formats.write(puzzle))
    else:
        path.write_text(formats.write_all(ONE_HOLE))
    app = SatSudoku(Options(path=path, opens_path=not in_a_folder))
    async with app.run_test(size=(120, 30)) as pilot:
        await until_shown(pilot, "0 of 3 solved")
        await pilot.press("down", "g")
        await win(pilot, 1)
        await until_shown(pilot, "1 of 3 of the pack solved.", "next one of the pack")
        await pilot.press("g")
        await win(pilot, 2)
        await pilot.press("g")  # goes round
        await win(pilot, 0)
        await until_shown(pilot, "3 of 3 of the pack solved.")
        await pilot.press("g", "escape", "escape")  # nothing is offered
        await until_screen(pilot, BrowserScreen)
        await until_shown(pilot, "3 of 3 solved", "best 00:00:00")
        await pilot.press("g")
        await until_shown(pilot, "3 puzzles here, all solved")


def shipped() -> list[tuple[Puzzle, Level]]:
    """Shipped puzzles with their levels, not sorted by them."""
    paths = [SHIPPED / "single" / f"{name}-1.txt" for name in ("hard", "easy", "medium")]
    puzzles = [formats.parse(path.read_bytes())[0] for path in paths]
    return [(puzzle, difficulty(puzzle, 10, lambda: False, explainer=False).level) for puzzle in puzzles]


def listed_places(app: SatSudoku) -> list[int]:
    return list(app.screen.query_one(FileList).pack_places)


@pytest.mark.long
async def test_puzzles_of_a_file_by_level(tmp_path: Path) -> None:
    puzzles = shipped()
    assert [level for _, level in puzzles] == [Level.HARD, Level.EASY, Level.MEDIUM]
    (tmp_path / "three.txt").write_text(formats.write_all(puzzle for puzzle, _ in puzzles))
    app = SatSudoku(Options(path=tmp_path / "three.txt", opens_path=True))
    async with app.run_test(size=(120, 30)) as pilot:
        await until_shown(pilot, "0 of 3 solved")
        await pilot.press("O", "down", "enter")
        await until_shown(pilot, "easiest first")
        await until(pilot, lambda: listed_places(app) == [1, 2, 0])
        assert app.screen.query_one(FileList).position == 2, "the cursor is on the first"
        await pilot.press("O", "down", "enter")
        await until(pilot, lambda: listed_places(app) == [0, 2, 1])
        await pilot.press("slash", *"medium", "enter")
        await until(pilot, lambda: listed_places(app) == [2])
        await pilot.press("g")
        await until_screen(pilot, BoardScreen)
        await pilot.press("escape")
        await until_screen(pilot, BrowserScreen)
        await pilot.press("escape", "slash", *"..1.2", "enter")  # the ratings are computed
        await until(pilot, lambda: listed_places(app) == [1])


async def test_ratings_are_kept_between_visits(tmp_path: Path) -> None:
    (tmp_path / "three.txt").write_text(formats.write_all(puzzle for puzzle, _ in shipped()))
    options = Options(path=tmp_path / "three.txt", opens_path=True)
    app = SatSudoku(options)
    async with app.run_test(size=(120, 30)) as pilot:
        await until_shown(pilot, "0 of 3 solved")
        await pilot.press("O", "down", "enter")
        await until(pilot, lambda: listed_places(app) == [1, 2, 0])
        await settled(pilot)
    again = SatSudoku(options)
    async with again.run_test(size=(120, 30)) as pilot:
        await until_screen(pilot, BrowserScreen)
        await until(pilot, lambda: again.screen.query_one(FileList).pack.count == 3)
        pack = again.screen.query_one(FileList).pack
        assert [pack.level_of(place) for place in range(3)] == [Level.HARD, Level.EASY, Level.MEDIUM]
        await pilot.press("slash", *"..1.2", "enter")  # only the levels were needed before
        await until(pilot, lambda: listed_places(again) == [1])
        await settled(pilot)
    last = SatSudoku(options)
    async with last.run_test(size=(120, 30)) as pilot:
        await until_screen(pilot, BrowserScreen)
        await until(pilot, lambda: last.screen.query_one(FileList).pack.count == 3)
        assert last.screen.query_one(FileList).pack.computed_rating(1) == 1.2


async def test_ratings_that_came_with_the_puzzles_are_used(tmp_path: Path) -> None:
    lines = [formats.write(puzzle, "line").strip() for puzzle in ONE_HOLE]
    text = "\n".join(f"{line} {rating}" for line, rating in zip(lines, ("7.1", "2.0", "9.0"), strict=True))
    (tmp_path / "three.sdm").write_text(text)
    app = SatSudoku(Options(path=tmp_path / "three.sdm", opens_path=True))
    async with app.run_test(size=(120, 30)) as pilot:
        await until_shown(pilot, "0 of 3 solved")
        await pilot.press("slash", *"2.5..8", "enter")
        await until(pilot, lambda: listed_places(app) == [0])
        await pilot.press("escape", "O", "end", "enter")
        await until(pilot, lambda: listed_places(app) == [2, 0, 1])
        assert not app.screen.query_one(FileList).pack.count, "nothing is computed"


def test_a_filter_has_words_levels_and_ranges_of_ratings() -> None:
    conditions = PackFilter.of("Monster HARD 7..")
    assert conditions.passes("Easter Monster", Level.HARD, 7.0)
    assert not conditions.passes("Easter", Level.HARD, 7.0)
    assert not conditions.passes("Easter Monster", Level.UNFAIR, 7.0)
    assert not conditions.passes("Easter Monster", None, 6.9)
    assert PackFilter.of("..") == PackFilter(("..",))
    assert PackFilter.of("..2.5 3..").ranges == ((0.0, 2.5), (3.0, float("inf")))
