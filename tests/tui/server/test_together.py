"""Several players over real SSH: races, shared boards, watching, the puzzle of the day, and the host's commands."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.play.daily import Daily, DailyKind
from engine.sudoku.layout import double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.together import records
from engine.together.database import ServerDatabase
from engine.together.match import RatedPuzzle
from engine.together.standings import MIN_SECONDS

asyncssh = pytest.importorskip("asyncssh")
from ssh_players import DIGITS, HOLES, Player, playing  # noqa: E402

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")

in_one_process_or_several = pytest.mark.parametrize("workers", [1, 2])
"""With two workers, each player but the third is in another process than the previous one."""

SINGLE_RACE, SINGLE_SHARED = ["down"] * 4, ["down"] * 12
"""Their positions in the list of new matches."""


class Keys:
    """The key of each player, for several connections."""

    def __init__(self) -> None:
        self._keys: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._keys:
            self._keys[name] = asyncssh.generate_private_key("ssh-ed25519")
        return self._keys[name]


@pytest.fixture
def keys() -> Keys:
    return Keys()


@asynccontextmanager
async def at_lobby(server: Any, keys: Keys, name: str) -> AsyncIterator[Player]:
    """A player who watches."""
    async with server.connect(name, keys[name]) as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("o")
        await player.see(f"{name}, you")
        yield player


def puzzle_of(state: Path) -> tuple[list[int], list[int]]:
    """The empty cells of the newest match, and the digits that belong there."""
    with closing(sqlite3.connect(state / "players.db")) as connection:
        connection.row_factory = sqlite3.Row
        (number,) = connection.execute("SELECT puzzle FROM match ORDER BY id DESC").fetchone()
        rated = records.read_puzzle(connection, number)
    empty = [cell for cell, value in enumerate(rated.puzzle.givens) if not value]
    return empty, [rated.solution[cell] for cell in empty]


async def begin(players: list[Player], offer: list[str]) -> None:
    """The first player makes a match, the others join, all get ready."""
    players[0].press("n")
    await players[0].see("A new match")
    players[0].press(*offer, "enter")
    await players[0].see("not ready yet")
    for player in players[1:]:
        await player.see("waiting")
        player.press("enter")
        await player.see("not ready yet")
    for player in players:
        player.press("r")
    for player in players:
        await player.see("00:00:")


def fill(player: Player, digits: list[int]) -> None:
    """Type digits into the empty cells in order, from the cursor on."""
    player.press(*(key for digit in digits for key in (str(digit), "\t")))


@pytest.mark.long
@in_one_process_or_several
async def test_two_race_to_the_end(start: Any, keys: Keys, tmp_path: Path) -> None:
    server = start()
    async with at_lobby(server, keys, "ann") as ann, at_lobby(server, keys, "bob") as bob:
        await begin([ann, bob], SINGLE_RACE)
        digits = puzzle_of(tmp_path / "state")[1]
        percent = [f"{100 * filled // len(digits)}%" for filled in range(len(digits))]
        await bob.pause()
        before = len(bob.output)
        fill(ann, digits[:1])
        await bob.see(percent[1])
        assert len(bob.output) - before <= 100, "bytes that another's move costs"
        fill(ann, digits[1:])
        await bob.see("Solved" if len(digits) == 1 else "00:00:", 60)
        await ann.see("Solved in 00:")
        fill(bob, digits)
        for player in (ann, bob):
            text = await player.see("It is over")
            assert text.index("1  ann") < text.index("2  bob")
        await ann.press_away("enter", "It is over")
        ann.press("escape")
        await ann.see("ann, you")
        ann.press("t")
        await ann.see("Nobody has solved it yet")
        ann.press("right")
        text = await ann.see("points")
        assert text.index("1  ann") < text.index("2  bob")


@pytest.mark.slow
@in_one_process_or_several
async def test_three_share_a_board_one_watches_and_all_of_it_continues_after_a_restart(
    start: Any, keys: Keys, tmp_path: Path
) -> None:
    server = start()
    async with AsyncExitStack() as stack:
        ann, bob, cy, dan = [
            await stack.enter_async_context(at_lobby(server, keys, name)) for name in ("ann", "bob", "cy", "dan")
        ]
        for player in (ann, bob, cy):
            player.press("o")
            await player.see("may be watched")
        await begin([ann, bob, cy], SINGLE_SHARED)
        digits = puzzle_of(tmp_path / "state")[1]
        await dan.see("going on")
        dan.press("w")
        await dan.see("watching ann")
        before = len(dan.output)
        fill(ann, digits[:1])
        await dan.see(f"1/{len(digits)}")
        assert len(dan.output) - before <= 100, "bytes that a move costs who watches"
        bob.press("\t", str(digits[1]))
        await cy.see(f"2/{len(digits)}")
        ann.press("u")
        await dan.see(f" 1/{len(digits)}")
        ann.press("u")
        await ann.see("You have no move")
        ann.press("U")
        await bob.see(f"2/{len(digits)}")
        ann.press('"')
        await ann.see("Which phrase?")
        ann.press("enter")
        await bob.see("ann: Hello!")
        cy.process.channel.get_connection().abort()  # as if it had been killed
        bob.press("u")
        await ann.see(f" 1/{len(digits)}")
        server.process.terminate()
        assert server.process.wait(30) == 0
    server = start()
    for name in ("cy", "ann"):
        async with server.connect(name, keys[name]) as connection:
            process = await connection.create_process(term_type="xterm-256color", term_size=(80, 24), encoding=None)
            player = Player(process, (80, 24))
            await player.see(f" 1/{len(digits)}")
            process.close()


async def open_double(player: Player) -> None:
    """Open the double of the day."""
    player.press("d")
    await player.see("double sudoku")
    player.press("down", "down", "down", "enter")


@pytest.mark.long
@pytest.mark.parametrize("workers", [2])
async def test_the_day_s_board_is_in_order_and_the_host_can_block_and_back_up(
    start: Any, keys: Keys, tmp_path: Path
) -> None:
    (tmp_path / "state").mkdir()
    database = ServerDatabase(tmp_path / "state" / "players.db")
    made = RatedPuzzle(Puzzle(double(), (*[0] * HOLES, *DIGITS[HOLES:])), DIGITS, Level.EASY)
    database.run(partial(records.puzzle_of_day, daily=Daily(date.today()), new=made))
    database.close()
    server = start()
    serve = [sys.executable, "-m", "tui", "serve", "--state", str(tmp_path / "state")]
    async with at_lobby(server, keys, "ann") as ann, at_lobby(server, keys, "bob") as bob:
        await open_double(ann)
        await ann.see(f"0/{HOLES}")
        ann.press("c")
        await ann.see("right so far")
        for player in (ann, bob):
            if player is bob:
                await open_double(bob)
                await bob.see(f"0/{HOLES}")
            await asyncio.sleep(MIN_SECONDS * HOLES)  # faster players have seen the solution
            fill(player, list(DIGITS[:HOLES]))
            await player.see("Solved in")
            player.press("escape")
            await player.see(" 1 ")
        text = await ann.see("2 ann")
        assert text.index("1 bob") < text.index("2 ann"), "a check costs more than a few seconds"
        subprocess.run([*serve, "--backup", str(tmp_path / "copy")], check=True, timeout=60)
        subprocess.run([*serve, "--block", "BOB"], check=True, timeout=60)
        await bob.rest()
    with pytest.raises(asyncssh.Error):
        async with server.connect("bob", keys["bob"]) as connection:
            await connection.create_process(term_type="xterm", term_size=(80, 24))
    for name, key in (("guest", None), ("robert", keys["robert"])):
        async with server.connect(name, key) as connection:
            with pytest.raises(asyncssh.Error):
                await connection.create_process(term_type="xterm", term_size=(80, 24))
    assert "a player of that network is blocked" in server.log
    subprocess.run([*serve, "--unblock", "bob"], check=True, timeout=60)
    async with server.connect("bob", keys["bob"]) as connection, playing(connection):
        pass
    assert subprocess.run([*serve, "--block", "nobody"], check=False, timeout=60, capture_output=True).returncode == 1
    copy = ServerDatabase(tmp_path / "copy" / "players.db")
    standings = copy.run(partial(records.standings, day=date.today()))
    copy.close()
    assert [result.name for result in standings.results(DailyKind.DOUBLE)] == ["bob", "ann"]
