"""How many players the server carries: bots play over real SSH, with a person's pauses.

    python -m tests.benchmarks.bench_server [BOTS] [SECONDS] [PAUSE] [SEARCHERS]

Prints the milliseconds from a login to its first picture and from a key to its first bytes (median, 95 of 100, worst),
and the memory and processor time of the process that has the sessions, and of all of the server. SEARCHERS more players
solve a hard formula meanwhile, again and again. The bots run beside it, and take a share of the machine too. A key that
shows nothing, such as an arrow at the edge, is answered by the game's clock, within a second: the median tells most.
"""

import asyncio
import random
import subprocess
import sys
import tempfile
import time
from itertools import zip_longest
from pathlib import Path

import asyncssh
import psutil

PORT = 2422
MOVES = (b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"1", b"2", b"3", b"5", b"7", b"u", b"u", b"\t")


async def bot(number: int, seconds: float, pause: float, waits: list[float], firsts: list[float]) -> None:
    """Log in, begin a game, and make moves at random until the time is over."""
    chance = random.Random(number)
    async with asyncssh.connect(
        "127.0.0.1", PORT, username=f"bot{number}", password="guest", client_keys=None, known_hosts=None
    ) as connection:
        begun = time.perf_counter()
        process = await connection.create_process(term_type="xterm-256color", term_size=(80, 24), encoding=None)
        await process.stdout.read(1)
        firsts.append(time.perf_counter() - begun)
        await _quiet(process, 2.0)
        for key in (b"\x1b", b"n", b"\r"):
            process.stdin.write(key)
            await _quiet(process, 3.0)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            await _quiet(process, chance.uniform(0.5, 1.5) * pause)
            begun = time.perf_counter()
            process.stdin.write(chance.choice(MOVES))
            try:
                await asyncio.wait_for(process.stdout.read(65536), 5)
            except TimeoutError:
                continue  # nothing to show, such as an arrow at the edge
            waits.append(time.perf_counter() - begun)
        process.stdin.write(b"\x11")
        await _quiet(process, 1.0)


async def searcher(number: int, seconds: float) -> None:
    """Log in, and solve the formula of the folder until the time is over."""
    async with asyncssh.connect(
        "127.0.0.1", PORT, username=f"searcher{number}", password="guest", client_keys=None, known_hosts=None
    ) as connection:
        process = await connection.create_process(term_type="xterm-256color", term_size=(80, 24), encoding=None)
        await _quiet(process, 2.0)
        for key in (b"\x1b", b"s"):
            process.stdin.write(key)
            await _quiet(process, 3.0)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            process.stdin.write(b"\r")  # nothing while a search goes on
            await _quiet(process, 5.0)
        process.stdin.write(b"\x11")
        await _quiet(process, 1.0)


def hard_formula() -> str:
    """A random formula of 3 literals a clause that takes minutes."""
    chance, variables = random.Random(1), 500
    count = int(4.26 * variables)
    clauses = ([chance.choice((-1, 1)) * one for one in chance.sample(range(1, variables + 1), 3)] for _ in range(count))
    lines = (" ".join(map(str, [*clause, 0])) for clause in clauses)
    return "\n".join([f"p cnf {variables} {count}", *lines, ""])


async def _quiet(process: asyncssh.SSHClientProcess[bytes], seconds: float) -> None:
    """Read for so long."""
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        try:
            if not await asyncio.wait_for(process.stdout.read(65536), left):
                return
        except TimeoutError:
            return


async def _all(bots: int, seconds: float, pause: float, searchers: int, server: psutil.Process) -> None:
    waits: list[float] = []
    firsts: list[float] = []
    tasks = [asyncio.create_task(searcher(number, seconds)) for number in range(searchers)]
    for number in range(bots):
        tasks.append(asyncio.create_task(bot(number, seconds, pause, waits, firsts)))
        await asyncio.sleep(0.15)
    await asyncio.sleep(seconds * 0.8)
    waits.clear()  # from now on all of them play
    before, at = sum(server.cpu_times()[:2]), time.perf_counter()
    await asyncio.sleep(seconds * 0.2)
    used = (sum(server.cpu_times()[:2]) - before) / (time.perf_counter() - at)
    memory = server.memory_full_info().pss
    all_memory = sum(one.memory_full_info().pss for one in (server, *server.children(recursive=True)))
    jobs = len(server.children(recursive=True)) - 1
    print(f"{bots + searchers} sessions: {memory / 2**20:.0f} MiB, {used:.2f} of a processor; ", end="")
    print(f"with {jobs} jobs {all_memory / 2**20:.0f} MiB")
    for name, times in (("first picture", firsts), ("key to bytes", waits)):
        times = sorted(times)
        shares = (times[len(times) // 2], times[len(times) * 95 // 100], times[-1])
        print(f"{name}: {len(times)} times, median, 95 %, worst ms:", *(f"{1000 * one:.0f}" for one in shares))
    failed = [one for one in await asyncio.gather(*tasks, return_exceptions=True) if one]
    print(f"{len(failed)} bots failed", *failed[:3])


def main() -> None:
    """Measure with BOTS (300) for SECONDS (60) after all are there, a key every PAUSE (2) seconds on average."""
    bots, seconds, pause, searchers = (
        float(word) if word else default
        for word, default in zip_longest(sys.argv[1:5], (300, 60, 2, 0), fillvalue="")
    )
    with tempfile.TemporaryDirectory() as state:
        folder = Path(state) / "puzzles"
        folder.mkdir()
        (folder / "hard.cnf").write_text(hard_formula())
        command = [sys.executable, "-m", "tui", "serve", "--port", str(PORT), "--state", str(Path(state) / "state"),
                   "--host", "127.0.0.1", "--folder", str(folder),
                   "--most-of-an-address", "2000", "--most-sessions", "2000"]  # fmt: skip
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr
            while "listening" not in process.stderr.readline():
                pass
            log = open(Path(state) / "log", "w")  # noqa: SIM115
            copy = subprocess.Popen(["cat"], stdin=process.stderr, stdout=log)
            try:
                server = psutil.Process(process.pid).children()[0]
                asyncio.run(_all(int(bots), seconds + 0.15 * bots, pause, int(searchers), server))
            finally:
                process.terminate()
                process.wait(20)
                copy.wait(5)
                log.close()


if __name__ == "__main__":
    main()
