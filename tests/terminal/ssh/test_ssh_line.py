"""The line between player and program: keys that arrive in pieces, and the cost of pictures."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate

APART = 0.08
"""Seconds between two pieces of a key."""

SEQUENCES = {
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "up in application mode": "\x1bOA",
    "home": "\x1b[H", "home of vt": "\x1b[1~", "end": "\x1b[F", "delete": "\x1b[3~", "page up": "\x1b[5~",
    "page down": "\x1b[6~", "F1": "\x1bOP", "F1 of vt": "\x1b[11~", "shift tab": "\x1b[Z",
}  # fmt: skip
BACK = {"F1": ("escape",), "F1 of vt": ("escape",)}
"""Keys that undo the effect of a key, except by going to the middle of the board."""

PLAIN, RICH, CLOCK = 150, 1500, 40
"""Bytes of a move without shading in the same box of the magnifier, of any other move, and of the clock in between."""


@pytest.fixture
def program(
    server: Any, connect: Callable[..., Any], command: Callable[..., str], tmp_path: Path
) -> Iterator[Callable[..., Any]]:
    """Opens a game over SSH, with options."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "one.txt").write_text(write(generate(double(), 90, seed=1).puzzle))

    def begin(*options: str, **environment: str) -> Any:
        started = connect(server, command(*options, str(folder)), **environment)
        started.wait("one.txt")
        started.send("enter")
        started.wait("90 to fill")
        return started

    return begin


def to_the_middle(program: Any) -> None:
    """Put a digit near the middle of the board by a typed move and stay there, with notes off and nothing else open."""
    program.send(":", *"1a0", "enter")
    program.send(":", *"8h5", "enter")
    program.wait("r8c8")


def in_pieces(program: Any, pieces: list[str]) -> str:
    """Type the pieces in order; returns the screen once it rests."""
    for number, piece in enumerate(pieces):
        if number:
            time.sleep(APART)
        program.process.send(piece)
    program.read(0.7)  # more than a lone escape waits for the rest
    return re.sub(r"(?m)(?<=[╮│])\d+(?= *$)", "", program.still)  # the part of the clock that a dialog leaves visible


def ways(sequence: str) -> list[list[str]]:
    """The sequence in two pieces, cut at each byte, and in single bytes."""
    return [*([sequence[:at], sequence[at:]] for at in range(1, len(sequence))), list(sequence)]


@pytest.mark.parametrize("key", ["up", *(pytest.param(key, marks=pytest.mark.slow) for key in list(SEQUENCES)[1:])])
def test_a_key_received_in_pieces_acts_like_a_complete_one(program: Callable[..., Any], key: str) -> None:
    game = program()
    sequence = SEQUENCES[key]
    to_the_middle(game)
    whole = in_pieces(game, [sequence])
    for pieces in ways(sequence) if key != "up" else ways(sequence)[1:]:
        game.send(*BACK.get(key, ()))
        to_the_middle(game)
        assert in_pieces(game, pieces) == whole, pieces


def costs(game: Any) -> list[int]:
    """The bytes that the player receives for each step of a walk over three boxes and down."""
    found = []
    game.send(":", *"1a0", "enter")
    game.read(0.4)
    for key in ["right"] * 8 + ["left"] * 8 + ["down"] * 8 + ["right"] + ["up"] * 8:
        before = len(game.output)
        game.send(key)
        found.append(len(game.output) - before)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--low-bandwidth",)], ids=len)
def test_the_budget_of_moves_holds_over_ssh(program: Callable[..., Any], options: tuple[str, ...]) -> None:
    moves = sorted(costs(program(*options)))
    cheap = moves[:-10]  # the others come to another box
    assert sum(cheap) / len(cheap) <= PLAIN, moves
    assert max(cheap) <= PLAIN + CLOCK, moves
    assert max(moves) <= RICH + CLOCK, moves


@pytest.mark.slow
def test_scrolling_a_list_costs_less_with_low_bandwidth(
    server: Any, connect: Callable[..., Any], command: Callable[..., str], tmp_path: Path
) -> None:
    folder, costs = tmp_path / "many", []
    folder.mkdir()
    for number in range(200):
        (folder / f"{number:03}").touch()
    for option in ("--no-low-bandwidth", "--low-bandwidth"):
        program = connect(server, command(option, str(folder)))
        program.wait("018")
        before = len(program.output)
        for _ in range(150):
            program.send("down")
        program.wait("150")
        costs.append(len(program.output) - before)
    print("a list of files, bytes for 150 rows down:", costs)
    assert costs[1] < costs[0]  # not by much: of a line that scrolls only what differs is sent


@pytest.mark.slow
def test_a_pause_costs_nothing_and_the_clock_little(program: Callable[..., Any]) -> None:
    game = program()
    game.send("p")
    game.read(1)
    before = len(game.output)
    game.read(3)
    assert len(game.output) == before
    game.send("p")
    game.read(0.5)
    before = len(game.output)
    end = time.monotonic() + 5
    while time.monotonic() < end:
        game.read(0.05)
    assert len(game.output) - before <= 100 * 6
