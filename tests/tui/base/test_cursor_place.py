"""The terminal's own cursor is at the selection on every screen: braille displays and screen readers follow it."""

import pytest
from pseudo_tour import CNF, DOUBLE, SHIPPED, STOPS, Stop
from rich.cells import cell_len
from screens import screen_text, settled, until
from textual.pilot import Pilot
from textual.widgets import Input

from tui.app import SatSudoku
from tui.terminal.options import Options

SIZE = (80, 24)
_BEFORE = 22
"""Columns of numbers that may precede the text of a row."""


def at_cursor(app: SatSudoku) -> str:
    """The text from the terminal's cursor on."""
    x, y = app.cursor_position
    line, before = screen_text(app).split("\n")[y], 0
    for place, sign in enumerate(line):
        if before >= x:
            return line[place:].lstrip(" >▸!")
        before += cell_len(sign)
    return ""


async def pressed(pilot: Pilot[None], keys: str) -> None:
    for key in keys.split():
        await pilot.press(key)
        await settled(pilot)


@pytest.mark.few(1)
@pytest.mark.parametrize(("path", "keys", "selected"), [
    (SHIPPED, "L", "Unit propagation"), (SHIPPED, "L down", "DPLL"),
    (SHIPPED, "L enter", "1  -7  -1"), (SHIPPED, "L enter down", "2   6  -4"),
    (CNF, "D", "1    2    3"), (CNF, "D down right", "5    6"), (CNF, "D down right enter", "5✓   6"),
    (SHIPPED, "T", "Full house"), (SHIPPED, "T down", "Naked single"),
    pytest.param(DOUBLE, "p T home", "Full house", marks=pytest.mark.slow),
    (CNF, "i x", "equations modulo 2"), (CNF, "s a down", "count"),
    (CNF, "s enter w enter W", "main line"), (CNF, "s enter w enter end", "Conflict with no decision"),
    (CNF, "s enter w enter o enter", "event 0 of"), (CNF, "s enter p enter p", "the empty clause"),
])  # fmt: skip
async def test_on_the_screens_that_came_later(path: object, keys: str, selected: str) -> None:
    app = SatSudoku(Options(path=path, tour=False))  # type: ignore[arg-type]
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pressed(pilot, keys)
        await until(pilot, lambda: selected in at_cursor(app)[: len(selected) + _BEFORE])


@pytest.mark.slow
@pytest.mark.parametrize("stop", STOPS, ids=lambda stop: stop[0])
async def test_the_cursor_is_always_on_text(stop: Stop) -> None:
    """In an input field it may be after the text, or below the prompt; a dialog hides what is behind it."""
    name, path, keys = stop
    app = SatSudoku(Options(path=path, tour=False))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pressed(pilot, keys)
        x, y = app.cursor_position
        assert 0 <= x < SIZE[0], name
        assert 0 <= y < SIZE[1], name
        lines = screen_text(app).split("\n")
        assert lines[y].strip() or (isinstance(app.focused, Input) and lines[y - 1].strip()), name
