"""The effect of ctrl+c, which quits other programs."""

import pytest
from screens import until
from textual.pilot import Pilot

from engine.base.language import speaking
from tui.app import SatSudoku
from tui.base.key_names import key_sign
from tui.terminal.options import Options


async def until_message(pilot: Pilot[None], sentence: str) -> None:
    await until(pilot, lambda: [notice.message for notice in pilot.app._notifications] == [sentence])


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Press ^q to quit."), ("de", "Mit ^q beenden."), ("zh_CN", "按 ^q 退出。")]
)
async def test_ctrl_c_tells_the_key_that_quits(app: SatSudoku, language: str, sentence: str) -> None:
    with speaking(language):
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("ctrl+c")
            await until_message(pilot, sentence)


async def test_ctrl_c_names_the_key_in_force(app: SatSudoku) -> None:
    other = SatSudoku(Options(path=app.options.path, keymap={"everywhere.quit": "f10"}))
    async with other.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+c")
        await until_message(pilot, f"Press {key_sign('f10')} to quit.")
