"""The messages after a solved game, and the offered puzzle."""

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.play.game import GameRecord
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level
from tui.app import SatSudoku
from tui.base.dialogs import Offer
from tui.base.requests import PlayPuzzle
from tui.base.saved_games import GameSlot
from tui.features.play.screen import BoardScreen


async def win(pilot: Pilot[None], seed: int) -> BoardScreen:
    """Play a puzzle with one empty cell."""
    digits = random_solution(single(), seed)
    pilot.app.post_message(PlayPuzzle(Puzzle(single(), (0, *digits[1:]), "one hole")))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    await until_shown(pilot, "1 to fill")
    await pilot.press(str(digits[0]))
    await until_screen(pilot, Offer)
    return screen


async def test_a_win_shows_the_best_time_and_the_hardest_technique_and_offers_another_puzzle(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await win(pilot, 1)
        await until_shown(pilot, "without help", "your best time for", "Full house (easy)", "another one like it")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, BoardScreen) and app.screen is not screen)
        another = app.screen
        assert isinstance(another, BoardScreen)
        assert another.game.layout is single()
        assert another.game.puzzle.holes > 1
        assert screen not in app.screen_stack, "it takes the place of the game that was won"


async def test_a_puzzle_rated_only_after_it_is_solved_has_a_best_time(
    app: SatSudoku, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = GameSlot.save

    async def save_and_rate(slot: GameSlot, record: GameRecord, view: object) -> str:
        problem = await save(slot, record, view)
        if record.solved:
            await slot.rate(Level.EASY)
        return problem

    monkeypatch.setattr(GameSlot, "save", save_and_rate)
    async with app.run_test() as pilot:
        await win(pilot, 1)
        await until_shown(pilot, "That is your best time for sudoku 9x9, easy.")


async def test_a_board_filled_automatically_has_no_best_time(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        digits = random_solution(single(), 1)
        pilot.app.post_message(PlayPuzzle(Puzzle(single(), (0, *digits[1:]), "one hole")))
        await until_screen(pilot, BoardScreen)
        await until_shown(pilot, "1 to fill")
        await pilot.press("Z")
        await until_screen(pilot, Offer)
        await until_shown(pilot, "with 1 reveal")
        assert "best time" not in screen_text(app)


@pytest.mark.parametrize("key", ["enter", "escape", "space"])
async def test_the_usual_keys_close_the_offer_and_show_the_solved_board(app: SatSudoku, key: str) -> None:
    async with app.run_test() as pilot:
        screen = await win(pilot, 1)
        await pilot.press(key)
        await until(pilot, lambda: app.screen is screen)
        assert "Solved" in screen_text(app)


async def test_a_slower_time_is_shown_with_the_best_one(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await win(pilot, 1)
        assert "That is your best time for" in " ".join(screen_text(app).split())
        await pilot.press("enter", "escape")
        await until(pilot, lambda: screen not in app.screen_stack)
        digits = random_solution(single(), 2)
        app.post_message(PlayPuzzle(Puzzle(single(), (0, *digits[1:]), "slow")))
        slow = await until_screen(pilot, BoardScreen)
        slow.game.clock._seconds += 3600
        await pilot.press(str(digits[0]))
        await until_shown(pilot, "Solved in 01:00:", "Your best time for")
