"""Playing on the board screen: keys, marks, help, and saving."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.play.board import EMPTY
from engine.play.store import Store
from engine.sudoku.layout import double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.in_text import RuleInText
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.board import BoardView
from tui.base.dialogs import Notice
from tui.base.requests import PlayPuzzle
from tui.draw.board_frame import labelled_frame
from tui.draw.game import board_look
from tui.draw.palette import UNICODE
from tui.features.play.screen import BoardScreen
from tui.features.watch.screen import WatchScreen
from tui.terminal.options import Options

DOUBLE = random_solution(double(), 3)


def nearly(empty: tuple[int, ...] = (0, 1, 40, 152)) -> Puzzle:
    """A double sudoku with some empty cells and one solution."""
    return Puzzle(double(), tuple(0 if cell in empty else digit for cell, digit in enumerate(DOUBLE)), "nearly")


async def board_of(pilot: Pilot[None], puzzle: Puzzle) -> BoardScreen:
    """Open a puzzle and wait for its board."""
    pilot.app.post_message(PlayPuzzle(puzzle))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    return screen


def board(screen: BoardScreen) -> list[str]:
    picture = screen.query_one(BoardView).picture
    return ["".join(picture.chars[y * picture.width :][: picture.width]) for y in range(picture.height)]


def message_on(screen: BoardScreen) -> str:
    return screen_text(screen.app).splitlines()[-2].strip()


async def test_digits_go_where_the_cursor_is_and_givens_stay(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        assert screen.cursor == 0
        await pilot.press(str(DOUBLE[0]), "right", "right", "5")
        assert screen.game.values[0] == DOUBLE[0]
        assert screen.game.values[2] == DOUBLE[2]
        assert "given" in message_on(screen)


async def test_undo_and_redo_bring_back_digits_notes_and_the_cursor(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        await pilot.press("n", "1", "2", "n", "3", "right", "4", "right", "right")
        after = screen.game.board
        await pilot.press("u", "ctrl+z", "u", "u", "u")
        assert screen.game.board.entries[0] == EMPTY
        assert message_on(screen) == "Nothing to undo."
        await pilot.press("U", "ctrl+y", "U", "U")
        assert screen.game.board == after
        assert screen.cursor == 1


async def test_a_conflict_has_a_message_and_marks_its_cells(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        wrong = next(digit for digit in range(1, 10) if digit != DOUBLE[0])
        await pilot.press(str(wrong), "down")
        assert f"{wrong} appears twice in" in message_on(screen)
        assert f"!{wrong}" in board(screen)[1]
        await pilot.press("u")
        assert "!" not in "".join(board(screen))


async def test_the_message_names_the_conflict_of_the_last_move(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        await pilot.press("1" if DOUBLE[0] != 1 else "2")
        first = message_on(screen)
        await pilot.press("tab", "tab", "tab", "1" if DOUBLE[152] != 1 else "2")
        assert "grid 1" in first
        assert "grid 2" in message_on(screen)
        await pilot.press("g")
        assert "grid 2" in message_on(screen), "wherever the cursor is"


@pytest.mark.parametrize("size", [(80, 24), (60, 24)])
async def test_a_board_is_drawn_once_and_again_after_another_screen(
    app: SatSudoku, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    drawn: list[object] = []
    monkeypatch.setattr(
        "tui.features.play.screen.board_look", lambda *arguments: drawn.append(arguments) or board_look(*arguments)
    )
    async with app.run_test(size=size) as pilot:
        screen = await board_of(pilot, nearly())
        await until_shown(pilot, "nearly", "r1c1", "? help")
        assert len(drawn) == 1
        await pilot.press("question_mark")
        await until_shown(pilot, "esc close")
        screen.game.place(0, DOUBLE[0])
        await pilot.press("escape")
        await until(pilot, lambda: screen.board.look.values[0] == DOUBLE[0])


@pytest.mark.long
async def test_the_help_shows_the_rules_of_the_puzzle_first(app: SatSudoku) -> None:
    rules = (KillerCage((0, 1), DOUBLE[0] + DOUBLE[1]), RuleInText(text="Be kind to cells."))
    async with app.run_test(size=(100, 40)) as pilot:
        app.post_message(PlayPuzzle(replace(nearly(), rules=rules)))
        await until_screen(pilot, Notice)
        await pilot.press("enter")
        await until_screen(pilot, BoardScreen)
        await pilot.press("question_mark")
        await until_shown(pilot, "Not checked: Be kind to cells.", "Cage at r1c1", "esc close")
        text = screen_text(app)
        assert text.index("Be kind to cells") < text.index("Cage at r1c1") < text.index("undo")


async def test_a_move_does_not_compute_the_keys_again(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        requests: list[object] = []
        monkeypatch.setattr("tui.base.page.in_force", lambda *arguments: requests.append(arguments) or [])
        await pilot.press(str(DOUBLE[0]))
        assert screen.game.values[0] == DOUBLE[0]
        assert requests == []


async def test_messages_name_the_keys_in_force(tmp_path: Path) -> None:
    keymap = {"board.pause": "f5", "board.digit_first": "f6", "board.history": "f7", "board.hint": "f8"}
    app = SatSudoku(Options(path=tmp_path, keymap=keymap))
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        for key, words in (("f6", "f6 ends this"), ("f5", "f5 continues")):
            await pilot.press(key)
            assert words in message_on(screen)
        await pilot.press("f5", "f6", "1", "u", "2")
        assert "f7 shows them" in message_on(screen)
        await pilot.press("x", "f8")
        await until(pilot, lambda: "f8: " in message_on(screen))


async def test_the_key_bar_begins_with_the_most_important_keys(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await board_of(pilot, nearly())
        await until_shown(pilot, "1-9 place")
        entries = screen_text(app).splitlines()[-1].split("   ")
        keys = [entry.split()[0] for entry in entries if entry.strip()]
        assert keys == ["1-9", "n", "u", "U", "i", "c", "p", "?"]


async def test_the_prompt_for_a_typed_move_is_shown_whole(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await board_of(pilot, nearly())
        await pilot.press("colon")
        await until_shown(pilot, "esc: cancel)")


async def test_the_cursor_stays_on_cells_and_jumps(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        name = double().cell_name
        moves = {"left": "r1c1", "L": "r1c4", "J": "r4c4", "g": "r10c10", "K": "r7c10", "tab": "r15c15"}
        for key, cell in moves.items():
            await pilot.press(key)
            assert name(screen.cursor) == cell, key
        await pilot.press("shift+tab")
        assert screen.cursor == 40


async def test_typed_moves_and_their_mistakes(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        await pilot.press("colon", *f"1a{DOUBLE[0]}", "enter")
        assert screen.game.values[0] == DOUBLE[0]
        await pilot.press("colon", *"1z1", "enter")
        assert "no column z" in message_on(screen)
        await pilot.press("colon", "escape")
        assert app.screen is screen


async def test_a_typed_move_is_a_note_in_notes_mode_and_a_typed_cell_moves_the_cursor(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        await pilot.press("n", "colon", *"r1c2=7", "enter")
        assert (screen.game.board.notes[1], screen.game.values[1], screen.cursor) == (1 << 7, 0, 1)
        before = len(screen.game.history)
        await pilot.press("colon", *"r5c5", "enter")
        assert screen.cursor == double().index[4, 4]
        assert len(screen.game.history) == before
        await pilot.press("colon", *"1b0", "enter")
        assert screen.game.board.notes[1] == 0, "0 clears"


async def test_watching_asks_first_and_counts_as_help(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board_of(pilot, nearly((0,)))
        await pilot.press("w")
        await until_shown(pilot, "This shows the solution")
        await pilot.press("n")
        assert app.screen is screen
        assert screen.game.counters.watches == 0
        await pilot.press("w", "y")
        await until_screen(pilot, WatchScreen)
        await pilot.press("escape")
        await until_screen(pilot, BoardScreen)
        assert screen.game.counters.watches == 1
        await pilot.press(str(DOUBLE[0]))
        await until_shown(pilot, "the solution was shown.")
        await pilot.press("enter", "w")
        await until_screen(pilot, WatchScreen)
    with Store() as store:
        (summary,) = store.games()
        assert store.load(summary.id).game.counters.watches == 1


async def test_reveal_check_show_and_restart(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        await pilot.press("I")
        assert screen.game.values[0] == DOUBLE[0]
        await pilot.press("right", "c")
        assert message_on(screen).startswith("Right so far")
        wrong = next(digit for digit in range(1, 10) if digit != DOUBLE[1])
        await pilot.press(str(wrong), "c")
        assert "wrong" in message_on(screen)
        await pilot.press("S", "n")
        assert screen.game.board.filled == 151
        await pilot.press("R", "y")
        assert screen.game.board.filled == 149
        await pilot.press("S", "y")
        assert screen.game.values == DOUBLE
        await until(pilot, lambda: app.screen is not screen)  # the notice that it is solved
        await pilot.press("enter", "u", "u")
        assert screen.game.board.filled == 151


def digits_on(screen: BoardScreen) -> set[str]:
    """The digits in the cells, without the labels of rows and columns."""
    layout, lines = screen.game.layout, board(screen)
    text = labelled_frame(layout, UNICODE.box, screen.arrangement.cell, screen.arrangement.visible.width)
    return {lines[text.ys[row]][text.xs[column] + 1] for row, column in layout.cells} & set("123456789")


async def test_a_paused_board_is_hidden_and_takes_no_digit(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        await pilot.press("p", "5", "u", "i")
        assert not digits_on(screen)
        assert screen_text(app).splitlines()[-1].split() == ["p", "go", "on", "?", "help"], "the keys that work"
        assert screen.game.board.filled == 149
        assert not screen.game.clock.running
        await pilot.press("p")
        assert screen.game.clock.running
        assert digits_on(screen)
        assert "place" in screen_text(app).splitlines()[-1]


async def test_the_board_marks_its_puzzle_as_a_favourite(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await board_of(pilot, nearly())
        for notice_text in ("Added to the favourites", "Removed from the favourites"):
            await pilot.press("M")
            await until(
                pilot,
                lambda notice_text=notice_text: any(notice_text in notice.message for notice in app._notifications),
            )
        await pilot.press("x", str(DOUBLE[0]))
        with Store() as store:
            assert len(store.games()) == 1, "it is the same game still"


async def test_highlighting_a_digit(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        await pilot.press("f", "7")
        assert (screen.marks.highlighted, screen.game.board.filled) == ({7}, 149)
        await pilot.press("f")
        assert not screen.marks.highlighted


async def test_a_puzzle_with_several_solutions_opens_with_a_notice_and_can_be_won(app: SatSudoku) -> None:
    solution = random_solution(single(), 1)
    async with app.run_test() as pilot:
        app.post_message(PlayPuzzle(Puzzle(single(), (0,) * 80 + solution[80:], "open")))
        await until_shown(pilot, "several solutions")
        await pilot.press("enter")
        screen = await until_screen(pilot, BoardScreen)
        await pilot.press("z", "I")
        await until(pilot, lambda: "several solutions" in message_on(screen))


async def test_every_move_is_saved_and_a_saved_game_is_resumed(app: SatSudoku, tmp_path: Path) -> None:
    async with app.run_test() as pilot:
        await board_of(pilot, nearly())
        await pilot.press("n", "7", "n", "right", "right", "right")
    with Store() as store:
        (summary,) = store.unfinished()
        assert summary.title == "nearly"
    again = SatSudoku(Options(path=tmp_path / "empty"))
    async with again.run_test() as pilot:
        await pilot.press("r")
        await until_shown(pilot, "saved games")
        await pilot.press("enter")
        screen = await until_screen(pilot, BoardScreen)
        assert screen.game.board.entries[0].notes == 1 << 7


async def test_nothing_is_saved_before_the_first_move(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await board_of(pilot, nearly())
        await pilot.press("right", "escape")
    with Store() as store:
        assert store.unfinished() == []


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_board_as_a_picture(
    snap_compare: Callable[..., bool], app: SatSudoku, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr("tui.features.play.panel.clock_text", lambda _: "00:03:12")

    async def before(pilot: Pilot[None]) -> None:
        screen = await board_of(pilot, nearly(tuple(range(0, 153, 4))))
        await pilot.press(str(DOUBLE[1]), "down", "right", "n", "1", "5", "9")
        await until(pilot, lambda: screen.header_chips)  # the level, which is computed meanwhile

    assert snap_compare(app, terminal_size=size, run_before=before)
