"""Random bytes, typed and pasted: the program keeps running, or ends as by a key."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from random_input import random_input

BROKEN_UTF8 = ("fc", "9b", "ff", "e4 20", "f4 90 80 80", "1b e1")
KEYS_THAT_END_OR_STOP = bytes((0x03, 0x11, 0x13, 0x1A, 0x1C))
"""ctrl+c, q, s, z and backslash: the program, or a terminal in line mode, would obey them."""
PIECE = 200
"""Bytes typed at a time."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "games"
    place.mkdir()
    return place


def typed(program: Any, data: bytes) -> None:
    program.process.send(data)


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("restricted", [False, True], ids=["plain", "restricted"])
def test_an_invalid_byte_does_not_end_the_program(terminal: Callable[..., Any], folder: Path, restricted: bool) -> None:
    program = terminal(*["--restricted"] * restricted, str(folder))
    program.wait("nothing here")
    program.send("/")
    program.wait("type words")
    for data in BROKEN_UTF8:
        broken = bytes.fromhex(data)
        typed(program, broken + b"\x1b[200~" + broken + b"\x1b[201~")  # an escape alone would end the typing
    program.send("z", "z")
    program.wait("zz")
    assert program.process.isalive()


@pytest.mark.long
def test_pasted_text_presses_no_key(terminal: Callable[..., Any], folder: Path) -> None:
    """`?` opens the help as a key after an escape; in an OSC, a CSI and after SS3 it is only text."""
    program = terminal(str(folder))
    program.wait("nothing here")
    for inside in ("\x1b?", "\x1b]0;t\x07?", "\x1b[?", "\x1b[A?", "\x1bO?", "\x1b[200~?", "\x9b?"):
        program.send(f"\x1b[200~x{inside}\x1b[201~")
        program.wait("pasted text")
        assert "nothing here" in program.text
    program.send("\x1b[200~never to end")
    program.wait("was cut off")
    program.send("?")
    program.wait(lambda text: "nothing here" not in text or "keys" in text)


@pytest.mark.few(1)
@pytest.mark.parametrize("pieces", [20, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("options", [[], ["--restricted"], ["--accessible"]], ids=["plain", "restricted", "accessible"])
def test_random_bytes_do_not_crash_the_program(
    terminal: Callable[..., Any],
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    pieces: int,
    options: list[str],
) -> None:
    """A key may quit it: then it ends normally, and is started again."""
    monkeypatch.chdir(tmp_path)  # a key may write a file, too

    def started() -> Any:
        program = terminal(*options, str(folder))
        program.wait("> " if "--accessible" in options else "nothing here")
        return program

    program, starts = started(), 1
    chance, seed = random.Random(24), 0
    while seed < pieces:
        seed += 1
        data = random_input(seed, PIECE).translate(None, KEYS_THAT_END_OR_STOP)
        if program.process.isalive():
            typed(program, data + b"\r" * chance.randrange(2))
            program.read(0.02)
        else:
            program.process.close()
            assert program.process.exitstatus == 0, program.text
            program, starts = started(), starts + 1
        assert b"Traceback" not in program.output
    assert seed > 5 * starts, "it ends all the time"
    if program.process.isalive():
        program.process.send(b"\x1b[201~")
        program.read(1.0)
        assert b"Traceback" not in program.output
        program.process.terminate()
        program.ended()
