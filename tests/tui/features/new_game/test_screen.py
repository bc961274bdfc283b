"""Making a new game: settings, the resulting puzzle, and stopping."""

import time
from dataclasses import replace
from typing import Any

import pytest
from screens import screen_text, until, until_screen, until_shown

from engine.base.errors import Cancelled
from engine.play.store import SolvedGames, Store
from engine.sudoku.layout import LAYOUTS, double
from engine.sudoku.making.generator import GeneratorProgress, easy_holes, generate
from engine.sudoku.making.levels import possible_levels, possible_techniques
from engine.sudoku.search import solving as search
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.overlap import is_linked
from engine.sudoku.techniques.rating import rate
from tui.app import SatSudoku
from tui.base.dialogs import Choice, Confirm
from tui.draw.cells import width_of
from tui.draw.level_picture import LevelPicture
from tui.draw.palette import ASCII, UNICODE, Glyphs, palette_named
from tui.features.browse.screen import BrowserScreen
from tui.features.new_game.order import BY_HOLES, GameOrder, dump_order, load_order
from tui.features.new_game.screen import NewGameScreen
from tui.features.play.screen import BoardScreen


async def test_two_keys_start_a_double_with_one_solution(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await pilot.press("n", "enter")
        screen = await until_screen(pilot, BoardScreen)
        puzzle = screen.game.puzzle
        assert puzzle.layout.name == "double"
        assert puzzle.holes in easy_holes(double())
        assert search.count(puzzle, 2) == 1
        assert screen.game.solution is not None


async def test_the_options_and_the_seed_determine_the_puzzle(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await pilot.press("n", "right", "down", "down", "down", "backspace", "5", "5", "down", "1", "2", "enter")
        screen = await until_screen(pilot, BoardScreen)
        assert screen.game.puzzle == generate(double(), 55, seed=12).puzzle


@pytest.mark.long
async def test_a_puzzle_with_fewer_holes_than_requested_is_offered(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await pilot.press("n", "down", "down", "down", "1", "5", "0", "down", "7", "enter")
        await until_screen(pilot, Confirm)
        await until_shown(pilot, "reaches only", "grids tried")
        await pilot.press("y")
        screen = await until_screen(pilot, BoardScreen)
        assert 90 < screen.game.puzzle.holes < 150
        assert search.count(screen.game.puzzle, 2) == 1


async def test_escape_stops_the_work_and_then_leaves(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def endless(*_: object, cancel: Any, on_progress: Any, **__: object) -> None:
        on_progress(GeneratorProgress(3, 70, 1))
        while not cancel():
            time.sleep(0.005)
        seen.append("stopped")
        raise Cancelled

    monkeypatch.setattr("tui.features.new_game.screen.make_puzzle", endless)
    async with app.run_test() as pilot:
        await pilot.press("n", "enter")
        await pilot.pause(0.1)
        await pilot.press("escape")
        assert isinstance(app.screen, NewGameScreen)
        await app.workers.wait_for_complete()
        assert seen == ["stopped"]
        await pilot.press("escape")
        assert not isinstance(app.screen, NewGameScreen)


async def test_keys_typed_ahead_go_to_the_board_without_a_glimpse_of_the_browser(
    app: SatSudoku, monkeypatch: pytest.MonkeyPatch
) -> None:
    fronts: list[type] = []
    made: list[bool] = []

    def slow(*arguments: Any, cancel: Any, **options: Any) -> Any:
        while not made:
            time.sleep(0.005)
        return generate(*arguments, cancel=cancel, **options | {"seed": 0})  # r1c1 is empty there

    monkeypatch.setattr("tui.features.new_game.screen.make_puzzle", slow)
    async with app.run_test() as pilot:
        await pilot.press("n")
        await until_screen(pilot, NewGameScreen)
        app.screen_change_signal.subscribe(app, lambda screen: fronts.append(type(screen)))
        await pilot.press("enter", "n", "down", "colon", *"r1c1=0", "enter", "b", "x", "enter")
        await until_shown(pilot, "making it")
        made.append(True)
        board = await until_screen(pilot, BoardScreen)
        await until(pilot, lambda: board.marks.noting)
        await until(pilot, lambda: board.game.history.bookmarks)
        assert BrowserScreen not in fronts
        assert NewGameScreen not in map(type, app.screen_stack)
        await pilot.press("escape")
        await until_screen(pilot, BrowserScreen)


async def test_the_layout_is_chosen_from_a_list_and_the_options_are_remembered(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await pilot.press("n", "up", "up", "right")
        await until_shown(pilot, "samurai sudoku")
        await pilot.press("left", "left", "left")  # past the first one: to the list of all
        await until_screen(pilot, Choice)
        await pilot.press(*["up"] * list(LAYOUTS).index("single"), *["down"] * list(LAYOUTS).index("4x4"), "enter")
        await until_shown(pilot, LAYOUTS["4x4"]().title)
        assert "medium" not in screen_text(app)  # which a 4x4 can't have
        await pilot.press("enter")
        screen = await until_screen(pilot, BoardScreen)
        assert screen.game.layout.name == "4x4"
        await pilot.press("escape")
        await until_screen(pilot, BrowserScreen)
        await pilot.press("n")
        screen = await until_screen(pilot, NewGameScreen)
        assert (screen.rows.order.layout, screen.rows.order.level) == ("4x4", "easy")


async def test_the_player_sees_how_such_games_went(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = [SolvedGames("double", "easy", 3, 2, 100.0, 200.0), SolvedGames("single", "easy", 7, 0, None, 60.0)]
    monkeypatch.setattr(Store, "statistics", lambda _store: solved)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await until_shown(pilot, "3 games solved", "00:03:20 on average", "best without help 00:01:40")
        await pilot.press("up", "up", "left")
        await until_shown(pilot, "7 games solved", "00:01:00 on average")
        assert "best without help" not in screen_text(app)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_a_board_without_room_is_drawn_as_a_thumbnail(glyphs: Glyphs) -> None:
    picture = LevelPicture(double(), Level.EASY, None, palette_named("dark"), glyphs)
    board, small, none = (max(map(width_of, picture.draw(*size))) for size in ((90, 24), (78, 12), (40, 12)))
    assert board == 90
    assert (small == 78) is glyphs.has_blocks
    assert none <= 40


async def test_a_technique_and_linked_grids_can_be_requested(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await pilot.press("n", "down", "right")
        await until_screen(pilot, Choice)
        await until_shown(pilot, "X-wing, hard", "Cross-grid line, hard")
        selection = possible_techniques(double()).index(Technique.POINTING) + 1
        await pilot.press(*["down"] * selection, "enter")
        await until_shown(pilot, " Locked candidates (pointing) ", " medium ")
        await pilot.press("down", "right", "down", "down", "3", "enter")
        await until_shown(pilot, "Start in grid")
        await pilot.press("enter")
        screen = await until_screen(pilot, BoardScreen)
        puzzle = screen.game.puzzle
        assert is_linked(puzzle.layout, puzzle.givens)
        assert Technique.POINTING in rate(puzzle).counts


def test_the_options_are_compatible() -> None:
    order = replace(GameOrder(), linked=True).with_technique(Technique.X_WING)
    assert (order.level, order.generator_options.required) == ("hard", Technique.X_WING)
    assert load_order(dump_order(order)) == order
    assert order.with_level("easy").technique == order.with_holes(50).technique == ""
    small = order.with_layout("4x4")
    assert (small.technique, small.level, small.linked) == ("", "easy", False)
    assert order.with_technique(Technique.CROSS_GRID_LINE).with_layout("single").technique == ""
    assert order.with_layout("samurai").linked
    assert load_order('{"layout": "single", "linked": true, "technique": "CROSS_GRID_LINE"}') == GameOrder("single")


@pytest.mark.parametrize("name", LAYOUTS)
def test_only_levels_that_a_layout_can_have_are_offered(name: str) -> None:
    order = GameOrder(level="extreme").with_layout(name)
    assert order.levels == [*(level.value for level in possible_levels(LAYOUTS[name]())), BY_HOLES]
    assert order.level in order.levels
    assert load_order(dump_order(order)) == order


@pytest.mark.parametrize("text", ["", "{}", "[]", "7", '{"layout": "nonsense"}', '{"layout": []}', "\x00", "{" * 9999])
def test_invalid_remembered_options_are_ignored(text: str) -> None:
    assert load_order(text) == GameOrder()


def test_a_remembered_level_that_the_layout_can_not_have_is_ignored() -> None:
    assert load_order('{"layout": "4x4", "level": "extreme", "holes": 900}') == GameOrder("4x4", holes=16)


def test_the_options_as_a_picture(snap_compare: Any, app: SatSudoku) -> None:
    assert snap_compare(app, terminal_size=(80, 24), press=["n", "down", "down"])


async def test_a_game_with_rules_can_be_requested(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "up", "right")
        await until_shown(pilot, "killer cages", "any level")
        await pilot.press("down", "left", "enter")
        screen = await until_screen(pilot, BoardScreen)
        assert screen.game.puzzle.layout == double()
        assert {rule.kind for rule in screen.game.puzzle.rules} == {"killer cage"}


def test_rules_exclude_techniques_holes_and_linked_grids() -> None:
    order = GameOrder(linked=True).with_holes(60).with_rules("killer")
    assert (order.linked, order.level) == (False, order.levels[-1])
    assert order.generator_options.kinds == ("killer cage",)
    assert order.generator_options.level is None
    assert load_order(dump_order(order)) == order
    assert load_order(dump_order(order.with_level("hard"))).level == "hard"
    assert order.with_holes(60).rules == ""
    assert order.with_technique(Technique.X_WING).rules == ""
    large = GameOrder().with_layout("16x16").with_rules("killer")
    assert large.levels == [large.level]
    assert "rules" not in load_order('{"layout": "double", "rules": "none such"}').rules
