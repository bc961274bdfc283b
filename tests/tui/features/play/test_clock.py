"""When the clock of a game runs: not while the board is hidden, and not without input."""

from dataclasses import replace

from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.requests import PlayPuzzle
from tui.features.play.screen import BoardScreen

SOLUTION = random_solution(single(), 1)
PUZZLE = Puzzle(single(), (0, 0, *SOLUTION[2:]))
AT_ONCE = 0.001
"""Minutes without input after which the clock stops."""


async def play(pilot: Pilot[None]) -> BoardScreen:
    pilot.app.post_message(PlayPuzzle(PUZZLE))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    await until_shown(pilot, "2 to fill")
    return screen


async def test_the_clock_stops_without_input_with_a_message(app: SatSudoku) -> None:
    app.options = replace(app.options, pause_after=AT_ONCE)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await play(pilot)
        await until_shown(pilot, "The clock is paused")
        assert not screen.game.clock.running
        assert "2     8     9" in screen_text(app), "the board stays in sight"
        await pilot.press("right")
        assert screen.game.clock.running
        assert "The clock is paused" not in screen_text(app)


async def test_a_hint_is_still_there_after_the_clock_has_stopped(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot)
        await pilot.press("i")
        await until_shown(pilot, "Look at")
        app.options = replace(app.options, pause_after=AT_ONCE)
        await until_shown(pilot, "The clock is paused")
        app.options = replace(app.options, pause_after=0)
        await pilot.press("right")
        assert "Look at" in screen_text(app)


async def test_with_0_minutes_the_clock_never_stops(app: SatSudoku) -> None:
    app.options = replace(app.options, pause_after=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await play(pilot)
        screen.clock._last_input -= 1_000_000
        screen.clock.tick()
        assert screen.game.clock.running


async def test_in_a_terminal_that_is_too_small_keys_do_nothing_and_the_clock_stops(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await play(pilot)
        for size in ((21, 24), (80, 11)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: not screen.game.clock.running)
            await pilot.press(str(SOLUTION[0]), "right", "N", "i", "question_mark", "ctrl+p", "escape", "v")
            assert app.screen is screen
            assert (len(screen.game.history), screen.cursor) == (1, 0)
            await pilot.resize_terminal(80, 24)
            await until(pilot, lambda: screen.game.clock.running)
        await until_shown(pilot, "2 to fill")
        await until(pilot, lambda: app.focused)
        await pilot.press(str(SOLUTION[0]))
        await until_shown(pilot, "1 to fill")


async def test_the_program_can_be_quit_in_a_terminal_that_is_too_small(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await play(pilot)
        await pilot.resize_terminal(40, 10)
        await until(pilot, lambda: screen.is_too_small)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app.return_code == 0)
