"""Questions that several features ask."""

from pathlib import Path
from typing import cast

import pytest
from screens import screen_text, until, until_shown
from textual.pilot import Pilot

from engine.base.errors import InputError
from tui.app import SatSudoku
from tui.base.dialogs import Prompt
from tui.base.page import Page
from tui.base.questions import ask_for
from tui.terminal.options import Options


def number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(f"'{text}' is no number") from None


async def answered(pilot: Pilot[None], *keys: str) -> list[int | None]:
    """The result of a question for a number, answered with these keys."""
    page, found = cast(Page, pilot.app.screen), list[int | None]()

    async def ask() -> None:
        found.append(await ask_for(page, Prompt("Which number?"), number))

    page.run_worker(ask())
    await until_shown(pilot, "Which number?")
    await pilot.press(*keys)
    await until(pilot, lambda: found)
    return found


@pytest.mark.parametrize("keys", [("escape",), ("enter",), ("space", "enter")])
async def test_without_a_command_nothing_is_read_or_shown(keys: tuple[str, ...], tmp_path: Path) -> None:
    async with SatSudoku(Options(path=tmp_path)).run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, Page))
        assert await answered(pilot, *keys) == [None]
        await pilot.pause()
        assert "is no number" not in screen_text(pilot.app)


async def test_typed_text_is_read_or_explained(tmp_path: Path) -> None:
    async with SatSudoku(Options(path=tmp_path)).run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, Page))
        assert await answered(pilot, "space", "4", "2", "enter") == [42]
        assert await answered(pilot, "x", "enter") == [None]
        await until_shown(pilot, "'x' is no number")
