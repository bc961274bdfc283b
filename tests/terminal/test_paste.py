"""Pasting into the real program: text between the marks of a paste is only text."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.sudoku.formats import write
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

BEGIN, END = "\x1b[200~", "\x1b[201~"
NEARLY = write(Puzzle(single(), (0, 0, *random_solution(single(), 1)[2:]), "pasted")).replace("\n", "\r")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "games"
    place.mkdir()
    return place


@pytest.mark.long
def test_a_paste_of_lines_is_one_paste_and_no_keys(terminal: Callable[..., Any], folder: Path) -> None:
    program = terminal(str(folder))
    program.wait("nothing here")
    program.send(BEGIN + NEARLY + END)
    program.wait("2 to fill")
    assert "pasted" in program.text


@pytest.mark.long
@pytest.mark.parametrize("where", ["browser", "filter", "filter at once"])
@pytest.mark.few(1)
def test_no_control_character_of_a_paste_is_echoed(terminal: Callable[..., Any], folder: Path, where: str) -> None:
    """Control sequences in the paste must not be written to the terminal. (C1: terminals let no ESC through.)"""
    program = terminal(str(folder))
    program.wait("nothing here")
    if where == "filter":
        program.send("/")
        program.wait("type words")
    program.output = b""
    before = "/" if where == "filter at once" else ""  # typed ahead: the line to type in is not there yet
    program.send(before + BEGIN + "x\u009b2J\u009d0;owned\u009c\u202e" + END)
    program.wait("pasted text" if where == "browser" else "owned")
    for control in ("\u009b", "\u009c", "\u009d", "\u202e"):
        assert control.encode() not in program.output


LINK = "https://sudokuexchange.com/play/?s=" + "".join(map(str, random_solution(single(), 1)))[:79] + "00&d=3"


@pytest.mark.long
def test_a_link_given_as_a_path_or_pasted_is_played(terminal: Callable[..., Any], folder: Path) -> None:
    terminal(LINK).wait("2 to fill")
    program = terminal(str(folder))
    program.wait("nothing here")
    program.send(BEGIN + LINK + END)
    program.wait("2 to fill")


@pytest.mark.slow
def test_a_link_that_only_names_a_puzzle_is_refused_with_the_reason(terminal: Callable[..., Any]) -> None:
    program = terminal("https://sudokupad.app/wsj7iunsg6")
    program.wait("only names a puzzle")
    program.wait("queens-4.cnf")
