"""The modules loaded before the first frame, and the work that waits for it."""

import subprocess
import sys

from tui.app import SatSudoku

LATER = {
    "ctypes", "hashlib", "importlib.resources", "sqlite3", "tomllib", "engine.play.store", "engine.sudoku.layout",
    "engine.sudoku.rules", "engine.sat", "tui.base.commands", "tui.base.dialogs", "tui.draw.board", "tui.guests.kernel",
    "ssl", "textual.widgets._directory_tree",
}  # fmt: skip
"""Modules that the first frame does not need."""


def test_the_first_frame_loads_nothing_heavy() -> None:
    code = """
import sys, tui.__main__
tui.__main__.import_textual()
import tui.app
print(*sys.modules)
import ssl, textual.types  # as usual from then on
assert ssl.SSLContext and textual.types.DirEntry
"""
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "tui.features.browse.screen" in loaded
    assert LATER & set(loaded) == set()


def test_dataclasses_are_made_at_their_first_use() -> None:
    """Each takes about half a millisecond."""
    code = """
import sys, tui.__main__, tui.app
for name, module in sys.modules.items():
    for cls in vars(module).values() if name.partition(".")[0] in ("engine", "tui") else ():
        params = vars(cls).get("__dataclass_params__") if isinstance(cls, type) else None
        if type(params).__name__ == "_DataclassParams" and cls.__module__ == name:
            print(cls.__qualname__)
"""
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert set(made) <= {"Sentence"}


async def test_work_after_the_first_frame_runs_once(app: SatSudoku) -> None:
    done: list[str] = []
    app.after_first_frame(lambda: done.append("before"))
    assert done == []
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert done == ["before"]
        app.after_first_frame(lambda: done.append("after"))
        await pilot.pause()
        assert done == ["before", "after"]
