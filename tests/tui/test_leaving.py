"""What ctrl+c does, which quits other programs, and what a fault leaves."""

from pathlib import Path

import pytest
from screens import until
from textual.pilot import Pilot

from engine.base.language import speaking
from tui.app import FAULT, FAULTS, SatSudoku
from tui.base.key_names import key_sign
from tui.guests.confinement import GuestLimits
from tui.terminal.options import Options


async def until_told(pilot: Pilot[None], sentence: str) -> None:
    await until(pilot, lambda: [one.message for one in pilot.app._notifications] == [sentence])


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Press ^q to quit."), ("de", "Mit ^q beenden."), ("zh_CN", "按 ^q 退出。")]
)
async def test_ctrl_c_tells_the_key_that_quits(app: SatSudoku, language: str, sentence: str) -> None:
    with speaking(language):
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("ctrl+c")
            await until_told(pilot, sentence)


async def test_ctrl_c_names_the_key_in_force(app: SatSudoku) -> None:
    other = SatSudoku(Options(path=app.options.path, keymap={"everywhere.quit": "f10"}))
    async with other.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+c")
        await until_told(pilot, f"Press {key_sign('f10')} to quit.")


def test_a_guest_sees_no_traceback_and_the_host_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(SatSudoku, "panic", lambda _app, *sentences: told.extend(sentences))
    app = SatSudoku(Options(bounds=GuestLimits(tmp_path, tmp_path)))
    for _ in range(2):
        try:
            raise ZeroDivisionError("here")
        except ZeroDivisionError:
            app._fatal_error()
    assert told == [str(FAULT)] * 2
    assert (tmp_path / FAULTS).read_text().count("ZeroDivisionError: here") == 2
