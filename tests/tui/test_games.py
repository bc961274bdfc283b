"""Games when the program ends."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tui.app import SatSudoku
from tui.terminal.options import Options


async def test_an_answer_that_comes_in_after_the_last_screen_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, is_over = SatSudoku(Options(path=tmp_path)), asyncio.Event()

    async def answer(*_: Any) -> list[str]:
        await is_over.wait()
        return ["a game"]

    async with app.run_test(size=(80, 24)):
        assert app.front is app.screen
        monkeypatch.setattr(app.saved, "ask", answer)
        counting = asyncio.create_task(app.games.count())
        await asyncio.sleep(0)
        monkeypatch.undo()
    assert app.front is None
    is_over.set()
    await counting
    assert app.saved_games == 1
