"""Little is sent over SSH; with `--low-bandwidth` the screens are the same, without the cursor's cell in the header and
with fewer spontaneous updates.
"""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate

QUIET = 0.6
"""Seconds without output, except the clock, after which a key is done."""
CLOCK = re.compile(rb"\x1b\[3;(?:7\d|80)H[\d:]+\x1b\[\d+;\d+H")
"""A tick of the clock, between two movements of the cursor."""
STEPS = {
    "opening the game": (["p"], 4900),
    "moves": (["\x1b[C"] * 6 + ["\x1b[B"] * 6, 1300),
    "digits": (["\t5", "\t6", "\t7"], 2500),
    "undoing": (["u", "u"], 1000),
    "notes": (["n", "1", "2", "n"], 500),
    "a hint": (["i", "i"], 800),
    "help": (["?"], 3300),
    "closing help": (["\x1b"], 4800),
    "typing a move": ([":", "\x1b"], 700),
    "leaving the game": (["\x1b"], 4000),
    "the list": (["\x1b[A", "\x1b[B", "\x1b[A"], 4200),
    "the formula": (["i"], 2500),
    "its clauses": (["\x1b[6~", "\x1b[B", "\x1b[B", "\x1b[F"], 3000),
    "leaving it": (["\x1b"], 2500),
}
"""Keys, their purpose, and their budget in bytes."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    games = tmp_path / "games"
    games.mkdir()
    (games / "half.txt").write_text(write(generate(double(), 80, seed=1).puzzle))
    (games / "a.cnf").write_text("".join(f"{item} -{item + 1} {item + 2} 0\n" for item in range(1, 300)))
    return games


@pytest.fixture
def pair(terminal: Callable[..., Any], folder: Path, tmp_path: Path) -> tuple[Any, Any]:
    """The program without the option and with it, on the puzzle."""
    both = []
    for options in ([], ["--low-bandwidth"]):
        state = str(tmp_path / f"state{len(options)}")
        both.append(terminal(*options, str(folder), SSH_CONNECTION="1 2 3 4", COLORTERM="", SATSUDOKU_STATE=state))
        both[-1].wait("half.txt")
        both[-1].read(QUIET)
        both[-1].send("down", "down")
        both[-1].wait("holes")
    return both[0], both[1]


def still(program: Any) -> str:
    """The text without the clock, whose end a dialog may leave visible, and without the header, which differs."""
    return re.sub(r"\d\d *$", "--", program.still.split("\n", 1)[1], flags=re.MULTILINE)


def cost(program: Any, keys: list[str], quiet: float = QUIET) -> int:
    """The bytes that the keys make the program write, without ticks of the clock meanwhile."""
    program.read(quiet)
    before = len(program.output)
    for key in keys:
        program.process.send(key)
        program.read(quiet)
    return len(CLOCK.sub(b"", program.output[before:]))


@pytest.mark.slow
def test_the_same_is_shown_for_as_few_bytes(pair: tuple[Any, Any]) -> None:
    """Keys cost the minimum even without the option, which is for spontaneous updates."""
    plain, low = pair
    for text, (keys, most) in STEPS.items():
        spent = cost(plain, keys), cost(low, keys)
        low.wait(lambda _, low=low, plain=plain: still(low) == still(plain))
        print(text, spent)
        assert max(spent) < most, (text, spent, plain.text)


@pytest.mark.slow
def test_a_move_costs_less_than_its_budget(pair: tuple[Any, Any]) -> None:
    _, low = pair
    cost(low, ["p"])
    low.wait("to fill")
    moves = [cost(low, [key], 0.3) for key in ["\x1b[C"] * 8 + ["\x1b[B"] * 8 + ["\x1b[D"] * 8]
    assert sum(moves) / len(moves) <= 100, moves
    assert max(moves) <= 500, moves


@pytest.mark.slow
@pytest.mark.parametrize("keys", [[], ["w"]], ids=["the clock", "watching"])
def test_autonomous_updates_cost_a_fraction(pair: tuple[Any, Any], keys: list[str]) -> None:
    spent = []
    for program in pair:
        program.send("p", *keys)
        if keys:
            program.wait("shows the solution")
            program.send("y")
        program.wait("step " if keys else "ER 1")  # the rating comes once
        spent.append(flow(program, 8))
    assert 2 * spent[1] < spent[0], spent


def flow(program: Any, seconds: int) -> int:
    """Bytes received in that many seconds."""
    before, end = len(program.output), time.monotonic() + seconds
    while time.monotonic() < end:
        program.read(0.1)
    return len(program.output) - before


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["", "\x10", "?", "/", "n", "r"], ids=lambda keys: repr(keys)[1:-1])
def test_nothing_is_sent_while_nothing_happens(pair: tuple[Any, Any], keys: str) -> None:
    for program in pair:
        program.process.send(keys)
        flow(program, 2)
        assert flow(program, 2) == 0
