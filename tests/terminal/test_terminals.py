"""Other terminals and sizes: only supported output is sent, and input has the same effect."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Start = Callable[..., Any]
INDEXED = re.compile(rb"\x1b\[(?:\d+;)*[34]8;[25];")
"""A colour beyond the 16."""
FOLDER = Path(__file__).parents[2] / "puzzles" / "double"


def play(program: Any) -> str:
    """On a board: place a digit and undo it, read the help, take notes and leave; returns the earlier screen."""
    program.wait("place")
    program.send("tab", "1")
    program.wait("1]")
    program.send("u", "?")
    program.wait("esc close")
    program.send("escape")
    program.wait(lambda text: "esc close" not in text)
    program.send("n")
    text: str = program.wait("notes on")
    program.send("\x11")
    assert program.ended() == 0
    return text


def opened(terminal: Start, **environment: str) -> Any:
    program = terminal(str(FOLDER), **environment)
    program.wait("easy-1")
    program.send("down", "enter")
    return program


@pytest.mark.parametrize(
    "term", ["linux", *(pytest.param(term, marks=pytest.mark.slow) for term in ("xterm", "screen", "vt100"))]
)
def test_sixteen_colours_are_sent_to_a_terminal_that_has_no_more(terminal: Start, term: str) -> None:
    program = opened(terminal, TERM=term, COLORTERM="")
    assert play(program)
    assert INDEXED.findall(program.output) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment", [{"TERM": "xterm-256color"}, {"TERM": "tmux-256color"}, {"LC_ALL": "C"}, {"NO_COLOR": "1"}], ids=str
)
def test_others(terminal: Start, environment: dict[str, str]) -> None:
    program = opened(terminal, COLORTERM="", **environment)
    assert play(program)
    assert bool(INDEXED.findall(program.output)) == ("NO_COLOR" not in environment)


@pytest.mark.slow
def test_the_keys_of_a_config_file(terminal: Start, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('theme = "light"\n[keys.board]\nnotes = "f2"\n[keys.bord]\nhint = "H"\n')
    program = terminal("--config", str(config), str(FOLDER))
    program.wait("did you mean board?")
    program.send("enter")
    program.wait("easy-1")
    program.send("down", "enter")
    program.wait("f2 notes")
    program.send("\x1bOQ")
    program.wait("notes on")
    program.send("\x11")
    assert program.ended() == 0


@pytest.mark.slow
def test_a_terminal_made_small_and_large_again(terminal: Start) -> None:
    program = opened(terminal)
    program.wait("place")
    program.process.setwinsize(5, 20)
    program.read(0.5)
    program.screen.resize(24, 80)
    program.screen.reset()
    program.process.setwinsize(24, 80)
    program.wait("? help")
    program.send("n")
    program.wait("notes on")
    program.send("\x11")
    assert program.ended() == 0


@pytest.mark.long
@pytest.mark.parametrize("options", [[], ["--low-bandwidth"]], ids=str)
@pytest.mark.few(1)
def test_drawing_again_removes_output_of_other_programs(terminal: Start, options: list[str]) -> None:
    program = terminal(*options, str(FOLDER))
    program.wait("double-easy-1")  # the file next to the list too
    program.read(0.5)
    picture = program.text
    program.screen.reset()
    program.send("\x0c")
    program.wait(lambda text: text == picture)
