"""The review of a game for players: opened from the card of a solved game, with a drill of the longest pause."""

import pytest
from screens import screen_text, until_screen, until_shown
from textual.pilot import Pilot

from engine.play import hints
from engine.play.schedule import Quality
from engine.play.store import Store
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.techniques.catalogue import Level
from tui.app import SatSudoku
from tui.base.dialogs import Offer
from tui.base.requests import PlayPuzzle
from tui.features.games.screen import GamesScreen
from tui.features.play.screen import BoardScreen
from tui.features.review.screen import ReviewScreen
from tui.features.train.drill import DrillScreen
from tui.features.train.screen import TrainScreen


async def win(pilot: Pilot[None], layout: str, slow: int) -> BoardScreen:
    """Play a puzzle by hints, with 90 seconds before the move with the number `slow`."""
    made = generate(LAYOUTS[layout](), GeneratorOptions(level=Level.MEDIUM), seed=3)
    pilot.app.post_message(PlayPuzzle(made.puzzle))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    game, number = screen.game, 0
    while game.board.filled < len(game.values) - 1:
        number += 1
        game.clock._seconds += 90 if number == slow else 1
        hint = hints.ask(game).answer()
        while hint.stage.next_press:
            hint = hints.advance(game, hint)
    last = game.values.index(0)
    screen.board.go_to(last)
    assert game.solution
    await pilot.press(str(game.solution[last]))
    await until_screen(pilot, Offer)
    return screen


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("layout", ["single", "double"])
async def test_a_won_game_is_reviewed_and_its_longest_pause_practised(app: SatSudoku, layout: str) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        board = await win(pilot, layout, 7)
        await until_shown(pilot, "review of your game")
        await pilot.press("r")
        screen: ReviewScreen = await until_screen(pilot, ReviewScreen)
        await until_shown(pilot, "!00:01:3", "You were stuck", "is now due in the trainer")
        assert screen.review
        pause = screen.review.pauses[0]
        assert pause.step
        assert pause.technique
        technique = pause.technique
        assert technique.title in screen_text(app)
        assert technique.level.title in screen_text(app)
        with Store() as store:
            assert [(item.technique, item.quality) for item in store.drills_answered()] == [(technique, Quality.STUCK)]
        await pilot.press("enter")
        drill: DrillScreen = await until_screen(pilot, DrillScreen)
        await until_shown(pilot, "This is a position of your game.", *technique.title.split())
        assert drill.drill
        board.game.go_to(board.game.history[pause.time.node].parent)
        assert drill.drill.position.values == board.game.values
        candidate = (pause.step.places or pause.step.removes)[0]
        drill.board.go_to(candidate.cell)
        await pilot.press(str(candidate.digit), "enter")
        await until_shown(pilot, "Right.")
        with Store() as store:
            assert [item.quality for item in store.drills_answered()] == [Quality.STUCK, Quality.FIRST_TRY]


async def test_a_finished_game_is_reviewed_from_the_list_without_a_change_of_the_trainer(app: SatSudoku) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await win(pilot, "single", 3)
        await pilot.press("enter", "escape")
        await pilot.press("r")
        await until_screen(pilot, GamesScreen)
        await pilot.press("tab")
        await until_shown(pilot, "finished 1")
        await pilot.press("r")
        await until_screen(pilot, ReviewScreen)
        await until_shown(pilot, "You were stuck here.")
        with Store() as store:
            assert store.drills_answered() == []
        await pilot.press("plus")
        await until_shown(pilot, "is now due in the trainer")


@pytest.mark.long
async def test_the_trainer_asks_the_positions_of_own_games(app: SatSudoku) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await win(pilot, "double", 7)
        await pilot.press("enter", "escape", "T")
        trainer: TrainScreen = await until_screen(pilot, TrainScreen)
        await pilot.press("r")
        await until_shown(pilot, "You were not stuck in any of your solved games on this layout.")
        trainer.board_layout = LAYOUTS["double"]()
        await pilot.press("r")
        drill: DrillScreen = await until_screen(pilot, DrillScreen)
        await until_shown(pilot, "This is a position of your game.")
        assert drill.drill
        candidate = (drill.drill.steps[0].places or drill.drill.steps[0].removes)[0]
        drill.board.go_to(candidate.cell)
        await pilot.press(str(candidate.digit), "enter")
        await until_shown(pilot, "Right.")
        with Store() as store:
            assert [item.technique for item in store.drills_answered()] == [drill.drill.technique]
