"""Watching the search: the board at each step matches the search."""

from typing import Any

from screens import until, until_screen, until_shown
from textual.pilot import Pilot

from engine.sudoku.layout import double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.search import backtracking, solving
from engine.sudoku.search.exact import random_solution, record
from tui.app import SatSudoku
from tui.base.board import BoardView
from tui.base.picture_view import PanelView
from tui.base.playback import SPEEDS
from tui.base.requests import PlayPuzzle, WatchPuzzle
from tui.features.play.screen import BoardScreen
from tui.features.watch.screen import WatchScreen

PUZZLE = generate(double(), 90, seed=5).puzzle

LONG = generate(single(), 55, seed=21).puzzle
"""Plain backtracking takes 282,053 steps."""


async def watching(pilot: Pilot[None], puzzle: Puzzle) -> WatchScreen:
    pilot.app.post_message(WatchPuzzle(puzzle))
    screen: WatchScreen = await until_screen(pilot, WatchScreen)
    await until(pilot, lambda: screen.recording is not None)
    return screen


async def test_every_position_shows_the_board_of_the_recording(app: SatSudoku) -> None:
    recording = record(PUZZLE)
    async with app.run_test() as pilot:
        screen = await watching(pilot, PUZZLE)
        await pilot.press("space", "home", *["full_stop"] * 12, *["comma"] * 5)
        assert screen.player.position == 7
        for position in (0, 1, 30, len(recording), 12):
            screen.action_go(position)
            assert screen.state.digits == recording.state(position).digits
        await pilot.press("end")
        assert screen.state.digits == recording.solution
        await until_shown(pilot, f"solved in {len(recording):,} steps")


async def test_speed_and_pause(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await watching(pilot, PUZZLE)
        await pilot.press("space")
        before, speed = screen.player.position, screen.player.speed
        await pilot.press("plus", "plus", "minus")
        assert (screen.player.position, screen.player.speed) == (before, SPEEDS[SPEEDS.index(speed) + 1])
        await pilot.press("space", *["plus"] * 9)
        await until(pilot, lambda: screen.player.position == len(record(PUZZLE)))
        assert screen.state.digits == record(PUZZLE).solution


async def test_plain_backtracking_is_watched_to_its_last_step(app: SatSudoku) -> None:
    plain = backtracking.record(LONG)
    assert len(plain) > 100_000
    async with app.run_test() as pilot:
        await watching(pilot, LONG)
        await until_shown(pilot, f"{len(plain):,} steps in total")
        await pilot.press("s", "end")
        await until_shown(pilot, f"step {len(plain):,} of {len(plain):,}", f"solved in {len(plain):,} steps")
        await pilot.press("comma")
        await until_shown(pilot, f"step {len(plain) - 1:,} of", "paused; space continues")


async def test_escape_returns_to_the_untouched_game(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        app.post_message(PlayPuzzle(PUZZLE))
        board = await until_screen(pilot, BoardScreen)
        await pilot.press("5")
        values = board.game.values
        await pilot.press("w")
        await pilot.pause(0.3)
        await pilot.press("escape")
        assert app.screen is board
        assert board.game.values == values
        assert board.game.clock.running


async def test_a_puzzle_without_solution_is_reported(app: SatSudoku) -> None:
    givens = [0] * 81
    givens[0:9] = [0, 2, 3, 4, 5, 6, 7, 8, 0]
    givens[9 + 8] = givens[18] = 9  # the 9 of the first row has no place left
    givens[27] = 1
    async with app.run_test() as pilot:
        await watching(pilot, Puzzle(single(), tuple(givens)))
        await pilot.press("end")
        await until_shown(pilot, "there is no solution")


def test_the_end_of_a_search_as_a_picture(snap_compare: Any, app: SatSudoku) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await watching(pilot, PUZZLE)
        await pilot.press("space", "end")

    assert snap_compare(app, terminal_size=(80, 24), run_before=before)


async def test_a_search_under_rules_is_shown_next_to_the_rules(app: SatSudoku) -> None:
    solution = random_solution(single(), 1)
    cages = tuple(
        KillerCage((cell, cell + 1), solution[cell] + solution[cell + 1])
        for row in range(9)
        for cell in (9 * row, 9 * row + 4)
    )
    puzzle = Puzzle(single(), (*solution[:40], *[0] * 41), rules=cages)
    recording = solving.record(puzzle)
    async with app.run_test() as pilot:
        screen = await watching(pilot, puzzle)
        await pilot.press("end")
        await until_shown(pilot, f"solved in {len(recording):,} steps")
        assert screen.state.digits == recording.solution == solving.solve(puzzle)
        assert screen.query_one(BoardView).look.rules == cages
        await until(pilot, lambda: screen.searches[1].recording is not None)
        await pilot.press("s", "end")
        await until_shown(pilot, "plain backtracking")
        assert screen.state.digits == solving.record_backtracking(puzzle).solution


async def test_the_panel_next_to_a_large_board_is_inside_the_terminal(app: SatSudoku) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        app.post_message(WatchPuzzle(Puzzle(double(), random_solution(double(), 1))))
        screen = await until_screen(pilot, WatchScreen)
        await until(pilot, lambda: screen.query_one(PanelView).region)
        assert screen.query_one(PanelView).region in screen.region
