"""The effect of ctrl+c, which quits other programs; what a fault leaves; and that several escapes only leave."""

from pathlib import Path

import pytest
from pages import OFTEN, OTHERS, Open, filled
from screens import settled, until, until_screen
from textual.pilot import Pilot

from engine.base.language import speaking
from tui.app import FAULT, FAULTS, SatSudoku
from tui.base import base_app
from tui.base.dialogs import Confirm, Notice
from tui.base.key_names import key_sign
from tui.base.page import Page
from tui.features.browse.screen import BrowserScreen
from tui.guests.confinement import GuestLimits
from tui.terminal.options import Options


async def until_message(pilot: Pilot[None], sentence: str) -> None:
    await until(pilot, lambda: [notice.message for notice in pilot.app._notifications] == [sentence])


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Press ^q to quit."), ("de", "Mit ^q beenden."), ("zh_CN", "按 ^q 退出。")]
)
async def test_ctrl_c_shows_the_quit_key(app: SatSudoku, language: str, sentence: str) -> None:
    with speaking(language):
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("ctrl+c")
            await until_message(pilot, sentence)


async def test_ctrl_c_names_the_key_in_force(app: SatSudoku) -> None:
    other = SatSudoku(Options(path=app.options.path, keymap={"everywhere.quit": "f10"}))
    async with other.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+c")
        await until_message(pilot, f"Press {key_sign('f10')} to quit.")


def test_only_the_host_sees_the_traceback_of_a_guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    panics: list[str] = []
    monkeypatch.setattr(SatSudoku, "panic", lambda _app, *sentences: panics.extend(sentences))
    app = SatSudoku(Options(bounds=GuestLimits(tmp_path, tmp_path)))
    for _ in range(2):
        try:
            raise ZeroDivisionError("here")
        except ZeroDivisionError:
            app._fatal_error()
    assert panics == [str(FAULT)] * 2
    assert (tmp_path / FAULTS).read_text().count("ZeroDivisionError: here") == 2


# escape, quickly again


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every escape comes quickly after the one before, however slow the machine is."""
    monkeypatch.setattr(base_app, "QUICK_ESCAPE", 1e9)


@pytest.mark.few(2)
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("open_screen", [*OFTEN, *OTHERS], ids=lambda function: function.__name__)
async def test_quick_escapes_only_close(tmp_path: Path, open_screen: Open) -> None:
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        page = await open_screen(pilot, folder)
        await settled(pilot)
        app.push_screen(Notice("Something to read."))
        await until_screen(pilot, Notice)
        before = list(app.screen_stack)
        for _ in range(len(before) + 3):
            await pilot.press("escape")
            await settled(pilot)
            now = list(app.screen_stack)
            assert now == before[: len(now)], "nothing opens"
            assert app.is_running
            before = now
        home = app.screen
        assert isinstance(home, BrowserScreen), page
        assert home._words == ""


class Busy(Page):
    """A page with work that escape stops, and something that leaving would lose."""

    stopped = 0

    def __init__(self, *, works: bool, unsaved: str = "") -> None:
        super().__init__()
        self.works, self.unsaved = works, unsaved

    @property
    def is_stoppable(self) -> bool:
        return self.works

    def stop_work(self) -> None:
        self.works, self.stopped = False, self.stopped + 1


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("page", [Busy(works=True), Busy(works=False, unsaved="It can't be saved.")])
async def test_a_quick_escape_stops_and_asks_nothing(app: SatSudoku, page: Busy) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(page)
        await app.push_screen(Notice("Something to read."))
        await pilot.press("escape", "escape", "escape")
        assert app.screen is page
        assert page.stopped == 0
        await pilot.press("x", "escape")  # after another key it is an escape of its own
        await until(pilot, lambda: page.stopped == 1 or isinstance(app.screen, Confirm))


async def test_a_later_escape_stops_work(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_app, "QUICK_ESCAPE", -1e9)
    async with app.run_test(size=(80, 24)) as pilot:
        page = Busy(works=True)
        await app.push_screen(page)
        await app.push_screen(Notice("Something to read."))
        await pilot.press("escape", "escape")
        assert page.stopped == 1
        await pilot.press("escape")
        await until_screen(pilot, BrowserScreen)


@pytest.mark.usefixtures("quick")
async def test_an_escape_that_closed_nothing_begins_no_row(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        page = Busy(works=True)
        await app.push_screen(page)
        await pilot.press("escape")
        assert page.stopped == 1
        page.works = True
        await pilot.press("escape")
        assert page.stopped == 2
