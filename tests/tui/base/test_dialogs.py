"""Dialogs lie over a screen that stays visible, at 80x24, with the program's real output."""

from pathlib import Path
from typing import Any

import pytest
from pages import DIALOGS
from rich.cells import cell_len
from screens import screen_text, until, until_screen, until_shown
from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from engine.sat.formula.families import make
from tui.app import SatSudoku, key_owners
from tui.base import requests
from tui.base.commands import CommandSearch
from tui.base.dialogs import Choice, Confirm, Dialog, Prompt, TextDialog
from tui.features.inspect.screen import InspectorScreen
from tui.features.race.marking import Marking
from tui.features.replay.lists import BranchList, ListDialog
from tui.features.solve.chooser import SolverChooser
from tui.terminal.options import Options


@pytest.fixture
def app(tmp_path: Path) -> SatSudoku:
    return SatSudoku(Options(path=tmp_path))


async def inspected(pilot: Pilot[None]) -> InspectorScreen:
    """A screen full of text: the clauses of a formula."""
    pilot.app.post_message(requests.InspectFormula("pigeons", make("php", ["6", "5"])))
    screen: InspectorScreen = await until_screen(pilot, InspectorScreen)
    await until_shown(pilot, "clause 1 ", "? help")
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    return screen


def own_region(dialog: Screen[Any]) -> Region:
    """The area of a dialog: its box, or all its widgets."""
    regions = [widget.region for widget in dialog.query(".box") or dialog.query("*") if widget.region.area]
    return Region.from_union(regions) if regions else Region()


def outside(text: str, region: Region) -> list[tuple[str, str]]:
    """The parts of lines beside a region, and all lines above and below it, without the signs of grounds."""
    signs = text.translate(dict.fromkeys(map(ord, "▊█▎"), " "))
    by_cell = "".join(char + " " * (cell_len(char) - 1) for char in signs)
    lines = [line.ljust(80) for line in by_cell.splitlines()]
    covered = range(region.y, region.bottom)
    return [(line[: region.x], line[region.right :]) if y in covered else (line, "") for y, line in enumerate(lines)]


def test_every_dialog_is_covered() -> None:
    owners = {owner for owner in key_owners() if issubclass(owner, Dialog)} - {Dialog, TextDialog, ListDialog}
    assert owners == set(DIALOGS) - {CommandSearch}


@pytest.mark.few(4)
@pytest.mark.parametrize("kind", DIALOGS, ids=lambda kind: kind.__name__)
async def test_in_a_terminal_that_is_too_small_a_dialog_is_hidden_and_takes_no_keys(
    app: SatSudoku, kind: type[Screen[Any]]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        page = await inspected(pilot)
        dialog = DIALOGS[kind](page)
        app.push_screen(dialog)
        await until(pilot, lambda: app.screen is dialog and own_region(dialog).area)
        await app.workers.wait_for_complete()
        await pilot.pause()
        before, focused = screen_text(app), dialog.focused
        await pilot.resize_terminal(29, 24)
        await until(pilot, lambda: "30 columns and 12 rows" in " ".join(screen_text(app).split()))
        assert page.is_too_small
        if kind is CommandSearch:  # Textual's own is closed
            assert app.screen is page
            return
        assert not own_region(dialog)
        await pilot.click(offset=(14, 12))
        await pilot.press("x", "down", "y", "space", "enter", "escape")
        await pilot.pause()
        assert app.screen is dialog
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: (screen_text(app), dialog.focused) == (before, focused))


@pytest.mark.few(4)
@pytest.mark.parametrize("kind", DIALOGS, ids=lambda kind: kind.__name__)
async def test_the_screen_behind_a_dialog_stays_in_sight(app: SatSudoku, kind: type[Screen[Any]]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        page = await inspected(pilot)
        before = screen_text(app)
        dialog = DIALOGS[kind](page)
        app.push_screen(dialog)
        await until(pilot, lambda: app.screen is dialog and own_region(dialog).area)
        await app.workers.wait_for_complete()
        await pilot.pause()
        region = own_region(dialog)
        assert region.area < 80 * 24 * 0.95, "something is to be seen around it"
        await until(pilot, lambda: outside(screen_text(app), region) == outside(before, region))
        assert any("".join(pair).strip() for pair in outside(screen_text(app), region))
        assert screen_text(app) != before
        dialog.dismiss()
        await until(pilot, lambda: app.screen is page)
        await until(pilot, lambda: screen_text(app) == before)


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "kind", [dialog for dialog in DIALOGS if dialog is not CommandSearch], ids=lambda kind: kind.__name__
)
async def test_a_dialog_can_name_each_of_its_keys(app: SatSudoku, kind: type[Dialog[Any]]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(dialog := DIALOGS[kind](await inspected(pilot)))
        assert isinstance(dialog, Dialog)
        await until(pilot, lambda: app.screen is dialog and own_region(dialog).area)
        bound = [binding for bindings in dialog._bindings.key_to_bindings.values() for binding in bindings]
        own = {item.action for item in bound if "." in (item.id or "")}
        assert own
        assert [action for action in own if not dialog.key(action)] == []


async def test_a_list_and_all_its_keys_fit_in_a_small_terminal(app: SatSudoku) -> None:
    async with app.run_test(size=(40, 12)) as pilot:
        for kind in (Choice, BranchList, Marking, SolverChooser):
            dialog = DIALOGS[kind](app.screen)
            app.push_screen(dialog)
            await until_screen(pilot, kind)
            await pilot.pause()
            assert isinstance(dialog, Dialog)
            words = " ".join(screen_text(app).replace("│", " ").split())
            assert all(effect in words for _key, effect in dialog.answers()), words
            assert not any(dialog.scrollbars_enabled), "nothing is outside the screen"
            assert dialog.focused is not None
            assert dialog.focused.size.height > 0
            app.pop_screen()


async def test_a_filter_is_typed_above_files_that_stay_in_sight(app: SatSudoku, tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / f"{name}.cnf").write_text("p cnf 1 1\n1 0\n")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "first.cnf", "second.cnf")
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.focused, Input))
        await until_shown(pilot, "first.cnf", "second.cnf")
        await pilot.press("s", "e", "c")
        await until(pilot, lambda: "first.cnf" not in screen_text(app) and "second.cnf" in screen_text(app))


@pytest.mark.parametrize("kind", [Confirm, Prompt, Choice], ids=lambda kind: kind.__name__)
def test_a_dialog_looks_right(snap_compare: Any, app: SatSudoku, kind: type[Screen[Any]]) -> None:
    async def open_it(pilot: Pilot[None]) -> None:
        page = await inspected(pilot)
        dialog = DIALOGS[kind](page)
        pilot.app.push_screen(dialog)
        await until(pilot, lambda: pilot.app.screen is dialog)
        await pilot.pause()

    assert snap_compare(app, terminal_size=(80, 24), run_before=open_it)


async def test_typing_replaces_the_text_of_a_prompt(app: SatSudoku) -> None:
    answers: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Prompt("How many", "3"), answers.append)
        await until_shown(pilot, "How many", "3")
        await pilot.press("1", "7", "enter")
        await until(pilot, lambda: answers == ["17"])


async def test_a_key_of_lists_is_changed_in_dialogs_too(tmp_path: Path) -> None:
    answers: list[int | None] = []
    app = SatSudoku(Options(path=tmp_path, keymap={"lists.pick": "f7", "lists.down": "f8"}))
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Choice("one of these", ["first", "second"]), answers.append)
        await until_shown(pilot, "f7 choose", "second")
        await pilot.press("down", "enter", "f8", "f7")
        await until(pilot, lambda: answers == [1])
