"""Texts name only keys in force: with every key changed, no default key appears anywhere."""

import re
from pathlib import Path
from typing import Any

import pytest
from pages import DIALOGS, OFTEN, OTHERS, Open, filled, inspected_sudoku, inspector
from screens import screen_text, settled, until

from tui.app import SatSudoku, key_owners
from tui.base.key_names import key_sign
from tui.base.keymap import groups
from tui.base.page import Page
from tui.terminal.options import Options

KEYMAP = {
    item.id: f"alt+f{number}"
    for number, item in enumerate({item.id: item for group in groups(key_owners()) for item in group}.values(), 1)
    if item.id
}
"""A different key for every action."""

VERBS = "again|shows|stops?|starts|quits|allows|opens|goes|takes|clears|closes|plays|leaves|begins"
NAMED = re.compile(
    r"(?<![\w-])(?:"
    r"(?P<word>esc|escape|enter|backspace|tab|del|home|pgup|pgdn|F1|\^[a-z])(?![\w-])"  # the names of keys
    rf"|(?P<sign>[A-Za-z/?:<>{{}}+]|space|left|right|up|down)(?:: [a-z]| (?:{VERBS})\b)"  # with its action
    r")"
)
QUIET = {"back", "dismiss", "quit", "redraw", "command_palette", "help"}
"""Actions that are not tried here: they leave, or have their own tests."""


def stale(app: SatSudoku) -> list[str]:
    """Keys named on the screen that have no effect there."""
    in_force = {key_sign(key) for key in app.screen.active_bindings}
    text = screen_text(app)
    return [
        text[text.rfind("\n", 0, found.start()) + 1 :].partition("\n")[0].strip()
        for found in NAMED.finditer(text)
        if found[found.lastgroup or 0] not in in_force
    ]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "open_screen",
    [*OFTEN, inspected_sudoku, *(pytest.param(item, marks=pytest.mark.slow) for item in OTHERS)],
    ids=lambda item: item.__name__,
)
async def test_no_text_names_a_key_that_is_not_in_force(tmp_path: Path, open_screen: Open) -> None:
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder, keymap=KEYMAP))
    wrong: set[str] = set()
    async with app.run_test(size=(80, 24)) as pilot:
        screen: Any = await open_screen(pilot, folder)
        await settled(pilot)
        wrong.update(stale(app))
        actions = ["help", *(binding.action for binding in screen.own_bindings())]
        for action in dict.fromkeys(actions):
            if action.partition("(")[0] in QUIET - {"help"} or app.screen is not screen:
                continue
            await screen.perform(action)
            await settled(pilot)
            wrong.update(stale(app))
            while app.screen is not screen and screen in app.screen_stack:
                above = app.screen
                await (above.leave() if isinstance(above, Page) else settled(pilot))
                above.dismiss()
                await until(pilot, lambda above=above: above not in app.screen_stack)
    assert sorted(wrong) == []


@pytest.mark.long
async def test_no_dialog_names_a_key_that_is_not_in_force(tmp_path: Path) -> None:
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder, keymap=KEYMAP))
    async with app.run_test(size=(80, 24)) as pilot:
        page = await inspector(pilot, folder)
        for make in DIALOGS.values():
            dialog = make(page)
            app.push_screen(dialog)
            await until(pilot, lambda dialog=dialog: app.screen is dialog)
            await settled(pilot)
            assert stale(app) == []
            dialog.dismiss()
            await until(pilot, lambda: app.screen is page)
