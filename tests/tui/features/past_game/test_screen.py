"""A saved game played again, and its animation."""

import json
from pathlib import Path

import pyte
import pytest
from screens import until, until_screen, until_shown

from engine.play.game import Game, GameRecord
from engine.play.store import Store
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.requests import PlayPuzzle, WatchGame
from tui.draw.asciicast import asciicast
from tui.draw.palette import PALETTES, UNICODE
from tui.features.past_game.screen import MAX_PAUSE, PastGameScreen, animation
from tui.features.play.screen import BoardScreen
from tui.terminal.options import Options

SOLUTION = random_solution(single(), 1)
PUZZLE = Puzzle(single(), (0, 0, 0, *SOLUTION[3:]), "three holes")


def played(*seconds: float, puzzle: Puzzle = PUZZLE) -> GameRecord:
    """A game solved with moves at these times."""
    time = [0.0]
    game = Game(puzzle, SOLUTION, now=lambda: time[0])
    game.start()
    for cell, second in enumerate(seconds):
        time[0] = second
        game.place(cell, SOLUTION[cell])
    return game.record()


async def test_a_game_is_watched_from_the_list_of_saved_games(app: SatSudoku) -> None:
    with Store() as store:
        store.add(played(5.0, 60.0, 61.0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r", "tab", "w")
        screen: PastGameScreen = await until_screen(pilot, PastGameScreen)
        await pilot.press("space", "home")
        await until_shown(pilot, "move 0 of 3", "0 of 3 filled", "10 times as fast", "00:01:01")
        await pilot.press("full_stop")
        await until_shown(pilot, "move 1 of 3", "1 of 3 filled", f"00:00:05 r1c1 = {SOLUTION[0]}")
        await pilot.press("full_stop", "full_stop")
        await until_shown(pilot, "move 3 of 3", f"00:01:01 r1c3 = {SOLUTION[2]}")
        await pilot.press("comma")
        await until_shown(pilot, "move 2 of 3", "00:01:00")
        await pilot.press("home", "plus", "space")
        await until_shown(pilot, "100 times as fast")
        await until(pilot, lambda: screen.player.is_at_end)  # within a second
        await until_shown(pilot, "move 3 of 3", "3 of 3 filled")
        await pilot.press("w")
        await until(pilot, lambda: not isinstance(app.screen, PastGameScreen))


async def test_an_animation_of_a_game(app: SatSudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(WatchGame(played(5.0, 60.0, 61.0)))
        await until_screen(pilot, PastGameScreen)
        await pilot.press("space")
        await until_shown(pilot, "move 0 of 3")
        await pilot.press("e")
        await until_shown(pilot, "animation of the game", "to race against")
        await pilot.press("enter")
        await until_shown(pilot, "Write the animation", "three-holes.cast")
        await pilot.press("enter")
        await until(pilot, (tmp_path / "three-holes.cast").exists)
    header, *events = map(json.loads, (tmp_path / "three-holes.cast").read_text().splitlines())
    assert header["title"] == "three holes"
    assert [time for time, *_ in events] == [0.0, MAX_PAUSE, 2 * MAX_PAUSE, 2 * MAX_PAUSE + 1]
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    for _, _, written in events:
        stream.feed(written)
    assert f"00:01:01  r1c3 = {SOLUTION[2]}" in screen.display[-1]


def test_the_pictures_of_an_animation_have_one_size() -> None:
    """Also for boards that are larger than a usual terminal."""
    for layout_record in (played(1.0), played(1.0, 2.0)):
        frames = list(animation(layout_record, "a game", PALETTES["dark"], UNICODE))
        assert len({(picture.width, picture.height) for _, picture in frames}) == 1
        assert len(list(asciicast("", frames))) == 1 + len(frames)


@pytest.mark.long
async def test_a_race_against_the_exported_game_of_a_friend(
    app: SatSudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written by one player, and opened by another, who has games of other puzzles only."""
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path / "games")
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(WatchGame(played(5.0, 60.0, 61.0)))
        await until_screen(pilot, PastGameScreen)
        await pilot.press("e", "down", "enter")
        await until_shown(pilot, "three-holes.game")
        await pilot.press("enter")
        await until(pilot, (tmp_path / "games" / "three-holes.game").exists)
    (tmp_path / "games" / "three-holes.game").rename(tmp_path / "games" / "Anna.game")
    other = SatSudoku(Options(path=tmp_path / "games"))
    async with other.run_test(size=(100, 30)) as pilot:
        await until_shown(pilot, "Anna.game", "recorded game", "solved in 00:01:01")
        await pilot.press("p")
        board = await until_screen(pilot, BoardScreen)
        await until_shown(pilot, "Anna 78/81, you +0")
        board.game.clock._seconds += 59
        await pilot.press(str(SOLUTION[0]))
        await until_shown(pilot, "Anna 79/81, you +0")
        await pilot.press("escape", "p", "enter")  # the game that was begun
        resumed = await until_screen(pilot, BoardScreen)
        assert resumed.rival == board.rival


async def test_the_progress_of_the_best_game_is_shown_with_the_board(app: SatSudoku) -> None:
    with Store() as store:
        store.add(played(5.0, 60.0, 61.0))
        store.add(played(90.0, 91.0, 92.0))
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(PlayPuzzle(PUZZLE))
        await until_screen(pilot, BoardScreen)
        await until_shown(pilot, "Best 78/81, you +0")
        await pilot.press(str(SOLUTION[0]))
        await until_shown(pilot, "Best 78/81, you +1")
