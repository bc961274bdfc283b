"""Pasting puzzles in the browser: all contents that files may have; errors are reported harmlessly."""

from collections.abc import Callable
from typing import Any

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.widgets import Input

from engine.sudoku.formats import FORMATS, write, write_all
from engine.sudoku.layout import double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.dialogs import Choice
from tui.features.play.screen import BoardScreen
from tui.games import Games

SINGLE = Puzzle(single(), (0, 0, *random_solution(single(), 1)[2:]), "one")
DOUBLE = Puzzle(double(), (0, 0, *random_solution(double(), 1)[2:]), "two")


async def played(pilot: Pilot[None], text: str) -> Puzzle:
    """The game after a paste."""
    pilot.app.post_message(Paste(text))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    return screen.game.puzzle


async def test_a_paste_of_any_format_is_read(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[Puzzle] = []
    monkeypatch.setattr(Games, "play", lambda _, request: steps.append(request.puzzle))
    async with app.run_test() as pilot:
        for form in FORMATS.values():
            puzzle = SINGLE if form.misfit(double()) else DOUBLE
            app.post_message(Paste(write(puzzle, form.name).replace("\n", "\r")))  # as terminals send it
            await until(pilot, lambda: steps)
            found = steps.pop()
            assert (found.layout, found.givens) == (puzzle.layout, puzzle.givens)


async def test_pasted_text_is_harmless_even_before_the_prompt_opens(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await until_shown(pilot, "? help")
        app.post_message(Key("slash", "/"))
        app.post_message(Paste("x\x9b2J\x9d0;owned\x9c\nsecond"))
        await until(pilot, lambda: isinstance(app.focused, Input) and app.focused.value)
        assert isinstance(app.focused, Input)
        assert app.focused.value == r"x\x9b2J\x9d0;owned\x9c"


@pytest.mark.parametrize(
    "text", ["Try this: {} It's fun.", "[one]({})", "Hello,\nhere it is (**{}**), by https://example.com/me\nbye"]
)
async def test_links_are_found_among_words(app: SatSudoku, text: str) -> None:
    async with app.run_test() as pilot:
        assert (await played(pilot, text.format(write(SINGLE, "sudokupad").strip()))).givens == SINGLE.givens


async def test_one_of_several_puzzles_is_chosen(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        app.post_message(Paste(write_all([DOUBLE, SINGLE])))
        await until_screen(pilot, Choice)
        await until_shown(pilot, "2 puzzles were pasted")
        await pilot.press("down", "enter")
        screen = await until_screen(pilot, BoardScreen)
        assert screen.game.puzzle == SINGLE


WRONG: list[tuple[Callable[[str], str], str]] = [
    (lambda text: text.replace(text.splitlines()[3], "1234567"), "pasted text:4"),
    (lambda _: "hello\nworld\n", "pasted text"),
    (lambda _: "\x1b]0;owned\x07\x9b2J" * 3, "pasted text"),
    (lambda _: "p cnf 1 1\n1 0\n", "pasted text"),
    (lambda _: "https://sudokupad.app/wsj7iunsg6", "the link: this link only"),
    (lambda _: "Try this: https://sudokupad.app/wsj7iunsg6!", "pasted text: this link only"),
    (lambda text: text.replace(text.splitlines()[3], "1 # see https://sudokupad.app/wsj7iunsg6"), "pasted text:4"),
    (lambda _: "1" * 1_000_001, "You pasted more than"),
]
"""Changes that make the text of a puzzle invalid, each with the beginning of its message."""


async def test_an_error_in_a_paste_is_shown_with_its_line(app: SatSudoku) -> None:
    async with app.run_test(notifications=True) as pilot:
        before = app.screen
        for spoil, message in WRONG:
            app.post_message(Paste(spoil(write(SINGLE))))
            await until_shown(pilot, message)
            assert all(line.isprintable() for line in screen_text(app).splitlines())
            assert app.screen is before
            app.clear_notifications()
            await until(pilot, lambda message=message: message not in screen_text(app))


async def test_blanks_are_no_paste(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        app.post_message(Paste(" \r\n "))
        await pilot.pause()
        assert "pasted" not in screen_text(app)


async def test_a_hostile_name_is_shown_harmlessly(app: SatSudoku) -> None:
    hostile = Puzzle(single(), SINGLE.givens, "\x1b]0;owned\x07\u202e")
    async with app.run_test() as pilot:
        await played(pilot, write(hostile))
        await until_shown(pilot, "owned")
        assert all(line.isprintable() for line in screen_text(app).splitlines())


async def test_on_the_board_it_asks_before_it_leaves_the_game(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        assert await played(pilot, write(DOUBLE)) == DOUBLE
        game: Any = app.screen
        app.post_message(Paste(write(SINGLE)))
        await until_shown(pilot, "Play the pasted puzzle? This game is kept.")
        await pilot.press("n")
        assert app.screen is game
        app.post_message(Paste(write(SINGLE)))
        await until_shown(pilot, "Play the pasted puzzle? This game is kept.")
        await pilot.press("y")
        await until_shown(pilot, "one")
        assert app.screen.game.puzzle == SINGLE  # type: ignore[attr-defined]
