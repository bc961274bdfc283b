"""The inspector on a million clauses: time to open, memory, movement, filters, and finding a clause in the file.

Run from the root of the project: python -m tests.benchmarks.bench_inspector Each file is opened in its own process,
without a terminal. Times are also given as multiples of the start of an empty Textual app on the same machine. Memory
is the peak of the process beyond that with a formula of a hundred clauses, as a multiple of the unpacked size of the
file.
"""

import asyncio
import gzip
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.app import App

from engine.base import kernels
from engine.sat.formula.selection import Selection
from tui.app import SatSudoku
from tui.base import requests as messages
from tui.features.inspect.clause_list import ClauseList
from tui.features.inspect.file_pane import FilePane
from tui.features.inspect.screen import InspectorScreen
from tui.terminal.options import Options

CLAUSES = 1_000_000
ROUNDS = 3
BUDGET_SECONDS, BUDGET_MEMORY = 1.0, 3.0
KEYS = 30
"""How often each kind of movement is repeated; each time the visible part is drawn."""


class Empty(App[None]):
    """An empty app."""


def most_memory() -> float:
    """The peak memory of this process in bytes, as Linux counts it (0 elsewhere)."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((1024.0 * int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0.0)


async def first_frame() -> float:
    """Seconds until an empty app is shown."""
    start = time.perf_counter()
    async with Empty().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        return time.perf_counter() - start


async def opened(path: Path, nothing: Path) -> dict[str, float]:
    """Seconds for each action on one file, and the peak memory in bytes; the browser shows an empty folder."""
    app = SatSudoku(Options(path=nothing))
    found: dict[str, float] = {"empty": await first_frame()}
    async with app.run_test(size=(80, 24)) as pilot:

        async def until(condition: Callable[[], object]) -> float:
            start = time.perf_counter()
            while not condition():
                await asyncio.sleep(0.001)
            return time.perf_counter() - start

        def screen() -> Any:
            return app.screen

        await pilot.pause()
        app.post_message(messages.InspectFile(path))
        found["open"] = await until(lambda: isinstance(app.screen, InspectorScreen) and screen().inspection)
        await pilot.pause()
        found["memory"] = most_memory()
        rows = screen().query_one(ClauseList)
        moves: dict[str, Callable[[int], None]] = {
            "down": lambda _: rows.move(1),
            "page": lambda _: rows.page(1),
            "far": lambda number: rows.go(number % 2 * CLAUSES),
        }
        for key, move in moves.items():
            start = time.perf_counter()
            for number in range(KEYS):
                move(number)
                screen()._follow()
                for y in range(rows.size.height):
                    rows.render_line(y)
            found[f"{key}, drawn"] = (time.perf_counter() - start) / KEYS
        for text in ("66", "x66 len >= 3", "len 2"):
            await pilot.pause()  # work left by the movements
            screen()._select(Selection.parse(text))
            found[f"/ {text}"] = await until(lambda: rows.selection or screen()._said)
            rows.unwind()
            screen()._follow()
        screen().action_structure()
        found["x"] = await until(lambda: rows.notes)
        rows.unwind()
        file = screen().query_one(FilePane)
        screen().action_raw()
        found["t"] = await until(lambda: file.span)
        before = file.span
        screen()._go_to_clause(len(screen().inspection.formula) // 2)
        found["t, elsewhere"] = await until(lambda: file.span != before)
        found["memory, all"] = most_memory()
    return found


def measured(path: Path) -> dict[str, float]:
    """The figures measured in a separate process; of each the best of several rounds."""
    command = [sys.executable, "-m", "tests.benchmarks.bench_inspector", str(path)]
    rounds = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(ROUNDS)]
    return {name: min(found[name] for found in rounds) for name in rounds[0]}


def main() -> None:
    """Print the figures."""
    print(kernels.state())
    with tempfile.TemporaryDirectory() as name:
        small, large, packed = (Path(name) / file for file in ("small.cnf", "large.cnf", "large.cnf.gz"))
        for path, clauses in ((small, 100), (large, CLAUSES)):
            random = ["random-ksat", str(clauses // 4), str(clauses)]
            subprocess.run([sys.executable, "-m", "engine.commands.cli", "make", *random, "-o", str(path)], check=True)
        with large.open("rb") as text, gzip.open(packed, "wb", 1) as file:
            shutil.copyfileobj(text, file)
        least, size = measured(small), large.stat().st_size
        for path in (large, packed):
            found = measured(path)
            print(f"\n{path.name}: {CLAUSES:,} clauses, {path.stat().st_size / 1e6:.0f} MB")
            for action, seconds in found.items():
                if action.startswith("memory"):
                    print(
                        f"  {action:14} {(seconds - least[action]) / size:8.2f} times the size (budget {BUDGET_MEMORY})"
                    )
                else:
                    budget = f"   budget {BUDGET_SECONDS} s" if action == "open" else ""
                    print(
                        f"  {action:14} {1000 * seconds:8.1f} ms  {seconds / found['empty']:8.2f} empty starts{budget}"
                    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(asyncio.run(opened(Path(sys.argv[1]), Path(folder)))))
    else:
        main()
