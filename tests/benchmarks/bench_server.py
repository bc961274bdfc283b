"""Capacity of the server: bots play over real SSH, with human pauses, until the server is killed.

    python -m tests.benchmarks.bench_server [BOTS] [SECONDS] [PAUSE] [SEARCHERS] [WORKERS]
    python -m tests.benchmarks.bench_server --flood [FLOODS] [SECONDS] [WORKERS]

Prints the milliseconds from a login to its first picture and from a key to its first bytes (median, 95 of 100, worst),
and the memory and processor time of the process that accepts connections with the WORKERS (1: itself) that have the
sessions, and the memory of all of the server. SEARCHERS more players solve a hard formula meanwhile, again and again.
Then that process is killed (SIGKILL) while all play, and each board that a bot was shown last is looked for among those
in its file: a move that was shown and is not there is told, and ends the program with 1.

With --flood a few play while FLOODS (50) send all that they can at both doors: `server_flood.py`.

The bots run beside the server, and take a share of the machine too. Each key that they press changes what is shown.
"""

import asyncio
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import asyncssh
import psutil
import pyte
from textual.geometry import Offset, Size

from engine.play.store import FILE, Store
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits
from tui.base.zoom import Zoom
from tui.draw.board_frame import board_frame
from tui.draw.palette import UNICODE
from tui.features.play.arrangement import arrange

SCREEN = Size(80, 24)
BOARD = Offset(1, 1)
"""Where the board begins: below the line with the name of the puzzle, beside the numbers of rows."""
MAX_MADE = 30
"""Maximum number of cells that a bot fills: fewer than are empty."""
GATHERING = 0.4
"""Seconds between two logins."""
FIRST_PICTURE = b"inspect"
"""Text in the line of keys of the first picture."""


@dataclass
class Bot:
    """A player at the other end of SSH. `waits` are seconds from a key to its output, `first` is that to the first
    picture.
    """

    number: int
    port: int
    pause: float
    first: float = 0.0
    waits: list[float] = field(default_factory=list)
    output: bytearray = field(default_factory=bytearray)
    """All output sent to the terminal."""
    is_playing: bool = False

    @property
    def name(self) -> str:
        """The bot's name; only letters, so that no two names look alike."""
        return "bot" + "".join(chr(ord("a") + int(digit)) for digit in str(self.number))

    async def play(self) -> None:
        """Log in, start a game, and make random moves until the connection ends."""
        chance = random.Random(self.number)
        async with asyncssh.connect(
            "127.0.0.1",
            self.port,
            username=self.name,
            known_hosts=None,
            config=None,
            client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        ) as connection:
            start = time.perf_counter()
            process = await connection.create_process(term_type="xterm-256color", term_size=SCREEN, encoding=None)
            while FIRST_PICTURE not in self.output:
                await self._read(process)
            self.first = time.perf_counter() - start
            await self.rest(process, 2.0)
            for key in (b"\x1b", b"n", b"\r"):
                process.stdin.write(key)
                await self.rest(process, 3.0)
            self.is_playing = True
            for key in self._keys(chance):
                await self.rest(process, chance.uniform(0.5, 1.5) * self.pause)
                start = time.perf_counter()
                process.stdin.write(key)
                await self._read(process)
                self.waits.append(time.perf_counter() - start)

    def _keys(self, chance: random.Random) -> Iterator[bytes]:
        """Fill a cell or undo a move, forever."""
        made = 0
        while True:
            if chance.uniform(0, MAX_MADE) < made:
                yield b"u"
                made -= 1
            else:
                yield b"\t"  # to the next empty cell
                yield b"%d" % chance.randint(1, 9)
                made += 1

    async def _read(self, process: "asyncssh.SSHClientProcess[bytes]") -> None:
        data = await process.stdout.read(65536)
        if not data:
            raise EOFError
        self.output += data

    async def rest(self, process: "asyncssh.SSHClientProcess[bytes]", seconds: float) -> None:
        """Read for that many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await self._read(process)

    def screen(self) -> list[str]:
        """The rows that its terminal shows."""
        screen = pyte.Screen(*SCREEN)
        pyte.ByteStream(screen).feed(bytes(self.output))
        return screen.display


def board_on(screen: list[str], layout: Layout) -> Digits:
    """The digits on a screen that shows a board of the layout."""
    drawn = board_frame(layout, UNICODE.box, arrange(layout, UNICODE.box, Zoom.AUTOMATIC, SCREEN).cell)
    places = [drawn.digit_place(cell) + BOARD for cell in range(len(layout.cells))]
    signs = [screen[place.y][place.x] if place in SCREEN.region else "" for place in places]
    return tuple(int(sign) if sign.isdigit() else 0 for sign in signs)


def games_in_file(path: Path) -> Iterator[tuple[Layout, set[Digits]]]:
    """The layout of each game in a file, and all boards that it has had."""
    with Store(path) as store:
        for listed in store.games():
            game, boards = store.load(listed.id).game, set()
            for node in range(len(game.history)):
                game.history.go_to(node)
                boards.add(game.values)
            yield game.layout, boards


def distance(screen: list[str], path: Path) -> int | None:
    """The number of cells in which the board on a screen differs from the nearest one in the file.

    None if the file has no game, because games without moves are not listed.
    """
    return min(
        (
            sum(map(int.__ne__, board_on(screen, layout), board))
            for layout, boards in games_in_file(path)
            for board in boards
        ),
        default=None,
    )


def lost(bots: list[Bot], state: Path) -> list[str]:
    """The bots whose screen has moves that are missing in their files, each with the number of different cells."""
    with closing(sqlite3.connect(state / "players.db")) as connection:
        numbers = dict(connection.execute("SELECT name, id FROM player").fetchall())
    count, missing = 0, []
    for bot in bots:
        screen = bot.screen()
        if any("to fill" in row for row in screen):
            cells = distance(screen, state / "players" / str(numbers[bot.name]) / FILE)
            count += cells is not None
            if cells:
                missing.append(f"{bot.name}: {cells} cells")
                print(*screen, sep="\n")
    print(f"{count} boards with moves on the screens, {len(missing)} of them in no file", *missing[:5])
    return missing


async def searcher(number: int, port: int) -> None:
    """Log in, and solve the formula in the folder until the connection ends."""
    async with asyncssh.connect(
        "127.0.0.1", port, username=f"searcher{number}", password="guest", client_keys=None, known_hosts=None
    ) as connection:
        process = await connection.create_process(term_type="xterm-256color", term_size=SCREEN, encoding=None)
        bot = Bot(number, port, 0)
        await bot.rest(process, 2.0)
        for key in (b"\x1b", b"s"):
            process.stdin.write(key)
            await bot.rest(process, 3.0)
        while True:
            process.stdin.write(b"\r")  # no output during a search
            await bot.rest(process, 5.0)


def hard_formula() -> str:
    """A random 3-SAT formula that takes minutes."""
    chance, variables = random.Random(1), 500
    count = int(4.26 * variables)
    choices = (chance.sample(range(1, variables + 1), 3) for _ in range(count))
    lines = (" ".join(str(chance.choice((-1, 1)) * item) for item in clause) + " 0" for clause in choices)
    return "\n".join([f"p cnf {variables} {count}", *lines, ""])


def _used(process: psutil.Process) -> float:
    """Seconds of processor time used so far."""
    return sum(process.cpu_times()[:2])


def _memory(process: psutil.Process) -> int:
    """Bytes of private memory plus its share of shared memory; 0 once it is gone, as jobs soon are."""
    with suppress(psutil.NoSuchProcess):
        return int(process.memory_full_info().pss)
    return 0


async def _all(bots: list[Bot], searchers: int, seconds: float, server: psutil.Process, workers: int) -> None:
    searching = [asyncio.create_task(searcher(number, bots[0].port)) for number in range(searchers)]
    tasks = []
    for bot in bots:
        tasks.append(asyncio.create_task(bot.play()))
        await asyncio.sleep(GATHERING)
    while not all(bot.is_playing or task.done() for bot, task in zip(bots, tasks, strict=True)):
        await asyncio.sleep(0.5)
    for bot in bots:
        bot.waits.clear()  # from now on all of them play
    ours = [server, *(server.children()[0].children() if workers > 1 else [])]
    before, at = [_used(process) for process in ours], time.perf_counter()
    await asyncio.sleep(seconds)
    seconds_used = [_used(process) - used for process, used in zip(ours, before, strict=True)]
    shares = [used / (time.perf_counter() - at) for used in seconds_used]
    memory, load = sum(map(_memory, ours)), psutil.getloadavg()[0]
    all_processes = [server, *server.children(recursive=True)]
    all_memory = sum(map(_memory, all_processes))
    failed = [task for task in tasks if task.done()]
    print(f"{len(bots) + searchers} sessions, {seconds:.0f} s, load {load:.1f}: {memory / 2**20:.0f} MiB, ", end="")
    print(*(f"{share:.2f}" for share in shares), f"of a processor; all processes {all_memory / 2**20:.0f} MiB")
    firsts, waits = sorted(bot.first for bot in bots), sorted(wait for bot in bots for wait in bot.waits)
    for name, times in (("first picture", firsts), ("key to bytes", waits)):
        percentiles = (times[len(times) // 2], times[len(times) * 95 // 100], times[-1])
        print(
            f"{name}: {len(times)} times, median, 95 %, worst ms:", *(f"{1000 * report:.0f}" for report in percentiles)
        )
    print(f"{len(failed)} bots failed", *(task.exception() for task in failed[:3]))
    server.kill()
    await asyncio.gather(*tasks, *searching, return_exceptions=True)


def main() -> int:
    """Measure with BOTS (300) for SECONDS (60) after all have logged in, with a key every PAUSE (2) seconds on
    average."""
    if sys.argv[1:2] == ["--flood"]:
        from tests.benchmarks.server_flood import main as measure_flood

        return measure_flood(sys.argv[2:])
    bots, seconds, pause, searchers, workers = (
        float(word) if word else default
        for word, default in zip_longest(sys.argv[1:6], (300, 60, 2, 0, 1), fillvalue="")
    )
    with tempfile.TemporaryDirectory() as place:
        folder, state, log = Path(place) / "puzzles", Path(place) / "state", Path(place) / "log"
        folder.mkdir()
        (folder / "hard.cnf").write_text(hard_formula())
        command = [sys.executable, "-m", "tui", "serve", "--port", "0", "--state", str(state), "--host", "127.0.0.1",
                   "--folder", str(folder), "--most-of-an-address", "2000", "--most-new-of-an-address", "2000",
                   "--most-sessions", "2000", "--workers", f"{workers:.0f}"]  # fmt: skip
        with log.open("w") as written, subprocess.Popen(command, stderr=written) as process:
            try:
                while "listening on port" not in log.read_text():
                    time.sleep(0.1)
                port = int(log.read_text().partition("listening on port ")[2].partition(",")[0])
                players = [Bot(number, port, pause) for number in range(int(bots))]
                server = psutil.Process(process.pid).children()[0].children()[0]
                asyncio.run(_all(players, int(searchers), seconds, server, int(workers)))
            finally:
                process.kill()
        return int(bool(lost(players, state)))


if __name__ == "__main__":
    sys.exit(main())
