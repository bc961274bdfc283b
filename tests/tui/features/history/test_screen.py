"""Moving in the history of a game: undo and redo, branches, bookmarks, and the history screen."""

from collections.abc import Callable

import pytest
from screens import screen_text, until_screen, until_shown
from textual.pilot import Pilot

from engine.play.board import NoteKind
from engine.play.history import MoveKind
from engine.play.store import Store
from engine.sudoku.layout import LAYOUTS, double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.position import Candidate
from tui.app import SatSudoku
from tui.base.board import BoardView
from tui.base.requests import PlayPuzzle
from tui.features.history.screen import HistoryScreen
from tui.features.play.screen import BoardScreen
from tui.terminal.options import Options

DOUBLE = random_solution(double(), 3)
RIGHT = str(DOUBLE[0])
WRONG = next(str(digit) for digit in range(1, 10) if digit not in (DOUBLE[0], DOUBLE[1]))
OTHER = next(str(digit) for digit in range(1, 10) if str(digit) not in (RIGHT, WRONG) and digit != DOUBLE[1])


async def play(pilot: Pilot[None], *keys: str) -> BoardScreen:
    """Open a double sudoku with its first two cells empty and the cursor on the first, and press keys."""
    puzzle = Puzzle(double(), (0, 0, *DOUBLE[2:40], 0, *DOUBLE[41:]), "nearly")
    pilot.app.post_message(PlayPuzzle(puzzle))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    await pilot.press(*keys)
    return screen


def message(app: SatSudoku) -> str:
    """The line above the line of keys."""
    return screen_text(app).splitlines()[-2].strip()


def first_digit(app: SatSudoku) -> str:
    """The first cell of the board on the screen."""
    board = app.screen.query_one(BoardView)
    return board.picture.char(*board._frame.digit_place(0))


@pytest.mark.long
async def test_undo_and_redo_have_no_limit(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await play(pilot, "n")
        for turn in range(60):
            screen.game.toggle_note(0, turn % 9 + 1)
        end = screen.game.board
        for _ in range(60):
            await screen.action_undo()
        assert screen.game.history.position == 0
        for _ in range(60):
            await screen.action_redo()
        assert screen.game.board == end
        await pilot.press("U")
        assert message(app) == "Nothing to redo."
        await pilot.press("v")
        await until_shown(pilot, "60 r1c1 note 6")


async def test_a_move_after_undo_reports_a_new_branch_and_redo_names_its_branch(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await play(pilot, WRONG, "u", RIGHT)
        assert message(app).startswith("A branch begins here")
        await pilot.press("u", "U")
        assert (first_digit(app), screen.game.values[0]) == (RIGHT, int(RIGHT))
        assert message(app).startswith("Redo took the branch visited last; v shows all 2")
        await pilot.press("u", WRONG)
        assert len(screen.game.history) == 3, "played again, it is the branch that was there"
        assert not message(app).startswith("A branch begins")


async def test_the_cursor_shows_each_position_and_escape_returns(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await play(pilot, WRONG, "u", RIGHT, "v")
        history = await until_screen(pilot, HistoryScreen)
        tree, digits = screen.game.history.tree, screen.game.board
        assert [first_digit(app), history.rows.cursor] == [RIGHT, 2]
        positions = {}
        for key in ("up", "up", "down", "down", "left", "right", "home"):
            await pilot.press(key)
            positions[key] = (history.rows.node, first_digit(app))
            assert screen.game.values[0] == int(RIGHT), "the game itself stays"
        assert positions == {
            "up": (0, "·"),
            "down": (2, RIGHT),
            "left": (0, "·"),
            "right": (2, RIGHT),
            "home": (0, "·"),
        }
        await pilot.press("down")
        assert (history.rows.node, first_digit(app)) == (1, WRONG), "the branch beside"
        await pilot.press("escape")
        assert app.screen is screen
        assert (screen.game.history.tree, screen.game.board) == (tree, digits)
        assert first_digit(app) == RIGHT


async def test_enter_stays_in_the_other_branch_and_redo_then_takes_it(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await play(pilot, WRONG, "u", RIGHT, "v")
        await until_screen(pilot, HistoryScreen)
        await pilot.press("up", "enter")
        await until_screen(pilot, BoardScreen)
        assert first_digit(app) == WRONG
        assert f"move 1, r1c1 = {WRONG}" in message(app)
        await pilot.press("u", "U")
        assert screen.game.values[0] == int(WRONG)
        assert screen.game.clock.running


@pytest.mark.long
async def test_bookmarks_are_set_visited_renamed_and_removed(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await play(pilot, "B")
        assert "no bookmark yet" in message(app)
        await pilot.press("b", "enter", RIGHT, "b", *"[b]x", "enter")
        assert screen.game.history.bookmarks == {0: "start", 1: "[b]x"}
        await pilot.press("right", str(DOUBLE[1]), "B")
        await until_shown(pilot, "start   after no moves", "[b]x   after 1 move")
        await pilot.press("down", "enter")
        assert screen.game.history.position == 1
        assert message(app) == "At bookmark [b]x."
        await pilot.press("b", "end", "backspace", "y", "enter")
        assert screen.game.history.bookmarks == {0: "start", 1: "[b]y"}
        await pilot.press("b", "escape", "b", *["backspace"] * 4, "enter")
        assert screen.game.history.bookmarks == {0: "start"}
        await pilot.press("B", "escape", "b", "escape")
        assert (screen.game.history.position, screen.game.history.bookmarks) == (1, {0: "start"})


async def test_bookmarks_in_the_history(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await play(pilot, WRONG, "u", RIGHT, "right", str(DOUBLE[1]), "v")
        history = await until_screen(pilot, HistoryScreen)
        await pilot.press("home", "b", *"origin", "enter")
        await pilot.press("down", "b", "enter")
        assert screen.game.history.bookmarks == {0: "origin", 1: "move 1"}
        await until_shown(pilot, "0 start origin", f"1 r1c1 = {WRONG} move 1", "2 bookmarks")
        await pilot.press("end", "tab")
        nodes = [history.rows.node]
        for key in ("tab", "shift+tab"):
            await pilot.press(key)
            nodes.append(history.rows.node)
        assert nodes == [0, 1, 0]
        await pilot.press("escape")
        assert screen.game.history.position == 3


async def test_the_last_correct_position_is_some_moves_back_and_loses_none(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await play(pilot, RIGHT, "C")
        assert message(app) == "Right so far: this is the last correct position."
        await pilot.press("right", WRONG, "tab", "n", "1", "2")
        wrong, before = screen.game.history.position, screen.game.board
        assert screen.game.history.moves() == 4
        await pilot.press("C")
        assert message(app).startswith("Undid 3 moves, back to the last correct position")
        assert screen.game.history.position == 1
        await pilot.press("U", "U", "U")
        assert (screen.game.history.position, screen.game.board) == (wrong, before)
        await pilot.press("v")
        history = await until_screen(pilot, HistoryScreen)
        await pilot.press("C")
        assert "3 moves back" in message(app)
        assert (history.rows.node, screen.game.history.position) == (1, wrong)
        assert screen.game.counters.checks == 3
        names = [command.title for command in app.get_system_commands(screen)]
        assert "last correct position" in names


async def test_a_puzzle_without_solution_has_no_correct_position(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        pilot.app.post_message(PlayPuzzle(Puzzle(double(), (5, 5, *(0,) * 151), "two 5s")))
        await until_shown(pilot, "show why")
        await pilot.press("n", "C")
        assert "no position is correct" in message(app)
        await pilot.press("v")
        await until_screen(pilot, HistoryScreen)
        await pilot.press("C")
        assert "no position is correct" in message(app)


async def test_every_kind_of_move_has_a_description(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await play(pilot)
        game = screen.game
        game.toggle_note(0, 3)
        game.toggle_note(0, 3)
        game.toggle_note(0, 4, NoteKind.CORNER)
        game.colour(0, 2)
        game.tint(0, 4, 9)
        game.colour(0, 0)
        game.place(0, int(WRONG))
        game.clear(0)
        game.reveal(0)
        game.show_solution()
        game.restart()
        game.eliminate([Candidate(cell, int(WRONG)) for cell in (0, 1)])
        in_games = set(MoveKind) - {MoveKind.RULE}  # only drafts have it
        assert {node.move.kind for node in game.history.tree.nodes} == in_games
        await pilot.press("v")
        words = (
            "note 3", "no note 3", "corner note 4", "r1c1 colour B", "4 colour I", "r1c1 no colour",
            f"= {WRONG}", "cleared", f"= {RIGHT} shown", "solution shown", "restart",
            "2 candidates eliminated",
        )  # fmt: skip
        await until_shown(pilot, *words)


@pytest.mark.long
async def test_the_whole_history_is_restored_with_a_saved_game(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await play(pilot, WRONG, "u", RIGHT, "b", *"good", "enter", "u")
        before = screen.game.history.tree
    with Store() as store:
        (summary,) = store.unfinished()
        assert store.load(summary.id).game.history.tree == before
    again = SatSudoku(Options(path=app.options.path))
    async with again.run_test() as pilot:
        await pilot.press("r")
        await until_shown(pilot, "saved games", "unfinished 1")
        await pilot.press("enter")
        screen = await until_screen(pilot, BoardScreen)
        await pilot.press("B", "enter")
        assert first_digit(again) == RIGHT


async def test_a_board_larger_than_the_screen_leaves_room_for_the_list(app: SatSudoku) -> None:
    layout = LAYOUTS["samurai"]()
    async with app.run_test() as pilot:
        solution = random_solution(layout, 2)
        pilot.app.post_message(PlayPuzzle(Puzzle(layout, (0, *solution[1:]))))
        screen = await until_screen(pilot, BoardScreen)
        screen.game.place(0, solution[0] % layout.size + 1)
        await pilot.press("v")
        await until_shown(pilot, "0 start", "1 r1c1 =", "here")


def test_the_history_as_a_picture(
    snap_compare: Callable[..., bool], app: SatSudoku, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("features.history.screen", "features.play.panel"):
        monkeypatch.setattr(f"tui.{module}.clock_text", lambda _: "00:03:12")

    async def before(pilot: Pilot[None]) -> None:
        game = (await play(pilot)).game
        for digit in (1, 2):
            game.toggle_note(0, digit)
        game.history.bookmark("notes done")
        for first, second in ((WRONG, OTHER), (RIGHT, WRONG), (RIGHT, str(DOUBLE[1]))):
            game.go_to(2)
            game.place(0, int(first))
            game.place(1, int(second))
        await pilot.press("v")
        await until_screen(pilot, HistoryScreen)
        await pilot.press("up")

    assert snap_compare(app, terminal_size=(80, 24), run_before=before)
