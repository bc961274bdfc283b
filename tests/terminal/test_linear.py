"""The program without a screen in a real terminal: only text and line ends."""

from collections.abc import Callable
from typing import Any

import pytest

LINK = "https://x.org/" + "12" + "0" * 79


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("arguments", "environment"), [(["--accessible"], {"TERM": "dumb"}), ([], {"ACCESSIBLE": "1"})]
)
def test_nothing_but_text_is_written(
    terminal: Callable[..., Any], arguments: list[str], environment: dict[str, str]
) -> None:
    program = terminal(*arguments, LINK, **environment)
    program.wait("r1c3 is empty.")
    for line, answer in (("r1c3=3", "r1c3 is 3 now"), ("here", "r1c3 is 3."), ("undo", "Undone: r1c3 is empty.")):
        program.send(f"{line}\r")
        program.wait(answer)
    program.send("quit\r")
    assert program.ended() == 0
    assert "Goodbye; the game is saved." in program.text
    assert b"\x1b" not in program.output
    assert not set(program.output) - set(range(32, 127)) - set(b"\r\n")
