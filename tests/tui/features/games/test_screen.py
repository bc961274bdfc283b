"""The list of saved games: resuming, favourites, deleting; the puzzle of the day; statistics."""

import os
import sqlite3
import time
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.base.errors import Cancelled
from engine.play.game import Game
from engine.play.new_game import new_game
from engine.play.origin import UNKNOWN, Origin
from engine.play.store import Store, default_path
from engine.sudoku.formats import write
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level
from tui.app import SatSudoku
from tui.base.dialogs import Choice, Confirm
from tui.features.browse.screen import BrowserScreen
from tui.features.games.screen import GamesScreen, ago
from tui.features.play.screen import BoardScreen
from tui.features.statistics.screen import StatisticsScreen
from tui.terminal.options import Options

SOLUTION = random_solution(single(), 1)
NOON = 1_790_000_000.0
TODAY = date(2026, 11, 21)


def fresh_game(name: str, holes: int = 9) -> Game:
    """A game whose first cells are empty."""
    return new_game(Puzzle(single(), (*[0] * holes, *SOLUTION[holes:]), name)).game


def game_count() -> int:
    """The number of games in the file, including those in no list."""
    with closing(sqlite3.connect(default_path())) as file:
        return int(file.execute("SELECT count(*) FROM game").fetchone()[0])


def save(name: str, filled: int, view: Any = None, origin: Origin = UNKNOWN, age: float = 0.0) -> int:
    """Save a game played some time before noon; returns its number."""
    game = fresh_game(name)
    for cell in range(filled):
        game.place(cell, SOLUTION[cell])
    with Store(default_path(), now=lambda: NOON - age) as store:
        return store.add(game.record(), view, origin).number or 0


def games() -> dict[str, Any]:
    """The saved games by title."""
    with Store(default_path()) as store:
        return {game.title: game for game in store.games()}


def names(app: SatSudoku) -> list[str]:
    """The titles in the list."""
    assert isinstance(app.screen, GamesScreen)
    return [game.title for game in app.screen.rows.items]


async def test_a_game_resumes_where_it_was_left(app: SatSudoku) -> None:
    save("old", 1, {"cursor": 5}, age=9e5)
    save("young", 2, {"cursor": 7}, age=60)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "resume 2")
        await pilot.press("r")
        screen = await until_screen(pilot, GamesScreen)
        await until(pilot, lambda: len(screen.rows))
        assert names(app) == ["young", "old"]
        await pilot.press("down")
        await until_shown(pilot, "1 of 9 filled")
        await pilot.press("enter")
        board = await until_screen(pilot, BoardScreen)
        assert (board.game.puzzle.name, board.cursor, board.game.board.filled) == ("old", 5, 73)
        await pilot.press(str(SOLUTION[5]), "escape")
        await until(pilot, lambda: isinstance(app.screen, GamesScreen) and names(app) == ["old", "young"])
        assert games()["old"].filled == 2
        await until_shown(pilot, "2/9")


async def test_a_name_has_all_the_room_that_the_columns_behind_it_leave(app: SatSudoku) -> None:
    save("Hard, of the twelfth of May", 2, age=60)
    save("A puzzle that is not so hard, of November the twelfth", 1, age=9e5)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "resume 2")
        await pilot.press("r")
        await until_screen(pilot, GamesScreen)
        await until_shown(pilot, "Hard, of the twelfth of May")
        await pilot.press("down")
        await until_shown(pilot, "1 of 9 filled")  # next to it is the full name
        assert all(part in screen_text(app) for part in ("A puzzle that is not so", "hard, of November the", "twelfth"))


async def test_favourites_finished_games_and_deleting(app: SatSudoku) -> None:
    for title, filled in (("a", 1), ("b", 2), ("c", 9)):
        save(title, filled)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        screen = await until_screen(pilot, GamesScreen)
        await until(pilot, lambda: len(screen.rows))
        assert names(app) == ["b", "a"]
        await pilot.press("down", "asterisk")
        await until_shown(pilot, "favourites 1")
        assert games()["a"].favourite
        assert screen.rows.item.title == "a", "the cursor stays on it"
        await pilot.press("tab")
        assert names(app) == ["c"]
        await pilot.press("tab")
        assert names(app) == ["a"]
        await pilot.press("x")
        await until_screen(pilot, Confirm)
        await pilot.press("n")
        assert "a" in games()
        await pilot.press("x")
        await until_screen(pilot, Confirm)
        await pilot.press("y")
        await until_shown(pilot, "favourites 0", "No favourites yet")
        assert list(games()) == ["c", "b"]
        await pilot.press("shift+tab", "shift+tab")
        assert names(app) == ["b"]
        await pilot.press("escape")
        await until_screen(pilot, BrowserScreen)
        await until_shown(pilot, "resume 1")


async def test_an_unreadable_game_is_reported_and_the_others_continue(app: SatSudoku) -> None:
    save("whole", 1)
    number = save("torn", 1)
    with Store(default_path()) as store, store._database.transaction() as connection:
        connection.execute("UPDATE node SET changes = '[[' WHERE game = ?", (number,))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        await until_shown(pilot, "torn", "can't be read")
        await pilot.press("enter", "down")
        await until_shown(pilot, "1 of 9 filled")
        await pilot.press("enter")
        board = await until_screen(pilot, BoardScreen)
        assert board.game.puzzle.name == "whole"


async def test_a_puzzle_is_marked_in_the_list_of_files(tmp_path: Path) -> None:
    (tmp_path / "loved.txt").write_text(write(fresh_game("").puzzle))
    async with SatSudoku(Options(path=tmp_path)).run_test(size=(80, 24), notifications=True) as pilot:
        await until_shown(pilot, "loved.txt", "1 file")
        await pilot.press("asterisk")
        await until_shown(pilot, "Added to the favourites")
        assert [(game.title, game.favourite) for game in games().values()] == [("loved", 1)]
        await pilot.press("asterisk")
        await until_shown(pilot, "Removed from the favourites")
        assert games() == {}


async def test_a_new_game_is_saved_when_shown_and_removed_without_moves(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(write(fresh_game("").puzzle))
    async with SatSudoku(Options(path=tmp_path)).run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "one.txt", "72 givens")
        await pilot.press("p")
        await until_screen(pilot, BoardScreen)
        assert game_count() == 1
        await pilot.press("escape")
        await until(pilot, lambda: game_count() == 0)
        await pilot.press("p")
        board = await until_screen(pilot, BoardScreen)
        await until(pilot, lambda: board.difficulty is not None)
        await pilot.press("right", str(SOLUTION[1]))
        await until(pilot, lambda: board.game.board.filled == 73)
        await pilot.press("ctrl+q")
    assert (games()["one"].filled, games()["one"].level) == (1, "easy")


async def test_a_new_game_without_moves_is_removed_at_exit(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(write(fresh_game("").puzzle))
    async with SatSudoku(Options(path=tmp_path)).run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "one.txt", "72 givens")
        await pilot.press("p")
        await until_screen(pilot, BoardScreen)
        assert game_count() == 1
        await pilot.press("ctrl+q")
    assert game_count() == 0


def holds(pilot: Pilot[None]) -> bool:
    """Whether the file is read, and keys are held for the screen that opens."""
    assert isinstance(pilot.app, SatSudoku)
    return pilot.app._holding


@pytest.mark.long
async def test_a_puzzle_in_progress_is_resumed_or_restarted(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(write(fresh_game("").puzzle))
    async with SatSudoku(Options(path=tmp_path)).run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "one.txt", "72 givens")
        await pilot.press("p")
        await until_screen(pilot, BoardScreen)
        await pilot.press(str(SOLUTION[0]), "escape")
        await until_shown(pilot, "resume 1")
        await pilot.press("p")
        await until_shown(pilot, "already playing this puzzle", "continue: 1 of 9 filled")
        await pilot.press("escape")
        await until_screen(pilot, BrowserScreen)
        await until_shown(pilot, "72 givens")
        await pilot.press("p")
        await until(pilot, lambda: holds(pilot) or isinstance(pilot.app.screen, Choice))
        await pilot.press("enter")
        board = await until_screen(pilot, BoardScreen)
        assert board.game.board.filled == 73
        await pilot.press("escape")
        await until_screen(pilot, BrowserScreen)
        await until_shown(pilot, "72 givens")
        await pilot.press("p")
        await until(pilot, lambda: holds(pilot) or isinstance(pilot.app.screen, Choice))
        await pilot.press("down", "enter", "right", str(SOLUTION[1]))
        another = await until_screen(pilot, BoardScreen)
        await until(pilot, lambda: another.game.board.filled == 73)
        await pilot.press("escape")
        await until_shown(pilot, "resume 2", "72 givens")
        await pilot.press("p")
        await until(pilot, lambda: screen_text(pilot.app).count("continue: 1 of 9 filled") == 2)


async def test_a_game_shows_its_title_and_its_file_if_these_differ(tmp_path: Path) -> None:
    save("lovely", 1, origin=Origin(file="third.txt"))
    save("other", 1, origin=Origin(file="other.sdk"))
    save("many 3", 1, origin=Origin(file="many.sdm"))
    async with SatSudoku(Options(path=tmp_path)).run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        await until_shown(pilot, "lovely (third.txt)", "many 3 ", "other ")
        assert "other (" not in screen_text(pilot.app)
        assert "many 3 (" not in screen_text(pilot.app)


async def test_slow_solution_counting_shows_progress_and_can_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(_: Puzzle, *, cancel: Any) -> Any:
        while not cancel():
            time.sleep(0.005)
        raise Cancelled

    monkeypatch.setattr("engine.play.new_game.new_game", endless)
    (tmp_path / "one.txt").write_text(write(fresh_game("").puzzle))
    async with SatSudoku(Options(path=tmp_path)).run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "one.txt", "72 givens")
        await pilot.press("p")
        await until(pilot, lambda: holds(pilot))
        await pilot.press("n")
        await until_shown(pilot, "Counting the solutions", "esc stop")
        await pilot.press("escape")
        await until_screen(pilot, BrowserScreen)
        await pilot.press("n")  # keys have an effect again
        await until_shown(pilot, "new game")


async def test_statistics(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await until_shown(pilot, "No solved games yet", ": 0 of ")
        assert "average" not in screen_text(app)  # no column headings with nothing below
        assert "running" not in screen_text(app)
        await pilot.press("t")
        await until_screen(pilot, BrowserScreen)
        save("one", 9, origin=Origin(Level.HARD))
        await pilot.press("t")
        await until_shown(pilot, "1 game solved in 00:00:00. 1 unaided", "average", "sudoku 9x9", "hard")


async def test_an_unreachable_store_is_reported_on_every_game_screen(app: SatSudoku) -> None:
    Path(os.environ["SATSUDOKU_STATE"]).write_text("no folder")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until_shown(pilot, "Games are not being saved")
        for key in "rt":
            await pilot.press(key)
            await until(pilot, lambda: screen_text(app).count("Games are not being saved") == 2)
            await pilot.press("escape")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-5, "now"), (59, "now"), (60, "1 min"), (3599, "59 min"), (7200, "2 h"), (86400, "1 day"), (86400 * 6, "6 days"),
     (86400 * 7, "1 week"), (86400 * 364, "52 weeks"), (86400 * 800, "2 years")],
)  # fmt: skip
def test_how_long_ago(seconds: float, words: str) -> None:
    assert ago(seconds) == words


def several_games() -> None:
    save("hard-7", 9, origin=Origin(Level.HARD, TODAY), age=2e6)
    save("a puzzle with a name that is too long for its row", 4, origin=Origin(Level.MEDIUM), age=9e5)
    save("easy-3", 7, origin=Origin(Level.EASY), age=4000)
    with Store(default_path()) as store:
        store.set_favourite(2, True)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_saved_games_as_a_picture(
    snap_compare: Any, app: SatSudoku, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    several_games()

    async def look(pilot: Any) -> None:
        app.push_screen(GamesScreen(lambda: NOON))
        await until_shown(pilot, "7 of 9 filled", "2026-09-21 13:06")

    assert snap_compare(app, terminal_size=size, run_before=look)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_statistics_as_a_picture(snap_compare: Any, app: SatSudoku, size: tuple[int, int]) -> None:
    several_games()

    async def look(pilot: Any) -> None:
        app.push_screen(StatisticsScreen(lambda: TODAY))
        await until_shown(pilot, "1 game solved")

    assert snap_compare(app, terminal_size=size, run_before=look)
