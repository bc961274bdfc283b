"""The effect of a flood of input on other players: `bench_server --flood`."""

import argparse
import asyncio
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from tests.benchmarks.bench_server import Bot, hard_formula

PLAYERS = 4
GONE_SECONDS = 5
SETTLING = 10
FIRST_SECONDS = 5
"""The sessions of the floods start in it, without saved state."""


def _memory(server: psutil.Process) -> int:
    """Bytes of memory of the server and the processes of sessions."""
    total = 0
    for process in [server, *server.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            total += process.memory_info().rss
    return total


def _sessions(port: int) -> int:
    """The number of sessions."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as page:
        found = re.search(r"^satsudoku_sessions (\d+)", page.read().decode(), re.MULTILINE)
    assert found
    return int(found[1])


def _report(name: str, bots: Sequence[Bot]) -> float:
    """Print the response times to keys since the last call; returns the 95th percentile in milliseconds."""
    waits = sorted(1000 * wait for bot in bots for wait in bot.waits)
    for bot in bots:
        bot.waits.clear()
    if not waits:
        print(f"{name}: no key was answered")
        return float("inf")
    middle, most, worst = waits[len(waits) // 2], waits[len(waits) * 95 // 100], waits[-1]
    print(f"{name}: {len(waits)} keys, median, 95 %, worst ms: {middle:.0f} {most:.0f} {worst:.0f}", flush=True)
    return most


async def _measure(server: psutil.Process, ssh: int, page: str, metrics: int, number: int, seconds: float) -> None:
    bots = [Bot(place, ssh, 0.3) for place in range(PLAYERS)]
    tasks = [asyncio.create_task(bot.play()) for bot in bots]
    while not all(bot.is_playing or task.done() for bot, task in zip(bots, tasks, strict=True)):
        await asyncio.sleep(0.2)
    for bot in bots:
        bot.waits.clear()
    await asyncio.sleep(seconds / 2)
    _report("before", bots)
    before = _memory(server)
    command = [sys.executable, "-m", "tests.support.floods", str(number), str(ssh), page]
    with subprocess.Popen(command) as flood:
        start, most = time.monotonic(), 0
        while await asyncio.to_thread(_sessions, metrics) < PLAYERS + number and time.monotonic() - start < 60:
            await asyncio.sleep(0.2)
            most = max(most, _memory(server))
        print(f"{number} floods are there after {time.monotonic() - start:.1f} s")
        _report("while they log in", bots)
        for name, length in (("in the first seconds", FIRST_SECONDS), ("with all floods", seconds)):
            start = time.monotonic()
            while time.monotonic() - start < length:
                await asyncio.sleep(0.5)
                most = max(most, _memory(server))
            _report(name, bots)
        print(f"{await asyncio.to_thread(_sessions, metrics)} sessions")
        flood.kill()
    gone = time.monotonic()
    while await asyncio.to_thread(_sessions, metrics) > PLAYERS and time.monotonic() - gone < 120:
        await asyncio.sleep(0.1)
    print(f"their sessions are gone after {time.monotonic() - gone:.1f} s (at most {GONE_SECONDS} are wanted)")
    await asyncio.sleep(SETTLING)
    _report("after", bots)
    figures = (before, most, _memory(server))
    print("MiB before, at most, after:", *(f"{figure / 2**20:.0f}" for figure in figures))
    print(f"{sum(task.done() for task in tasks)} players failed")
    server.kill()
    await asyncio.gather(*tasks, return_exceptions=True)


def main(arguments: Sequence[str]) -> int:
    """Measure with FLOODS (50) for SECONDS (20), on a server with WORKERS (1)."""
    parser = argparse.ArgumentParser(prog="bench_server --flood")
    parser.add_argument("floods", type=int, nargs="?", default=50)
    parser.add_argument("seconds", type=float, nargs="?", default=20)
    parser.add_argument("workers", type=int, nargs="?", default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as place:
        folder, log, metrics = Path(place) / "puzzles", Path(place) / "log", _free_port()
        folder.mkdir()
        (folder / "hard.cnf").write_text(hard_formula())
        command = [sys.executable, "-m", "tui", "serve", "--port", "0", "--host", "127.0.0.1", "--web", "0",
                   "--folder", str(folder), "--state", str(Path(place) / "state"), "--metrics", str(metrics),
                   "--most-of-an-address", "2000", "--most-new-of-an-address", "2000",
                   "--workers", str(options.workers)]  # fmt: skip
        with log.open("w") as written, subprocess.Popen(command, stderr=written) as process:
            try:
                while not (ssh := re.search(r"listening on port (\d+)", log.read_text())):
                    time.sleep(0.1)
                page = re.search(r"serving browsers on (http://\S+)", log.read_text())
                assert page
                server = psutil.Process(process.pid).children()[0]
                asyncio.run(_measure(server, int(ssh[1]), page[1], metrics, options.floods, options.seconds))
            finally:
                process.kill()
            print(*re.findall(r"^.*(?:fault|Error|holds).*$", log.read_text(), re.MULTILINE)[:10], sep="\n")
    return 0


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return int(sock.getsockname()[1])
