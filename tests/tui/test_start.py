"""What the program loads before its first frame, and what waits for that."""

import subprocess
import sys

from tui.app import SatSudoku

LATER = {
    "ctypes", "hashlib", "importlib.resources", "sqlite3", "tomllib", "engine.play.store", "engine.sudoku.layout",
    "engine.sudoku.rules", "engine.sat", "tui.base.dialogs", "tui.draw.board", "tui.guests.kernel",
}  # fmt: skip
"""Modules that the first frame does not need."""


def test_the_first_frame_loads_nothing_heavy() -> None:
    code = "import sys, tui.__main__, tui.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "tui.features.browse.screen" in loaded
    assert LATER & set(loaded) == set()


async def test_what_waits_for_the_first_frame_comes_once(app: SatSudoku) -> None:
    done: list[str] = []
    app.after_first_frame(lambda: done.append("before"))
    assert done == []
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert done == ["before"]
        app.after_first_frame(lambda: done.append("after"))
        await pilot.pause()
        assert done == ["before", "after"]
