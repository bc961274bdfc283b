"""Make the pictures of every screen: `python docs/screenshots.py` makes them all, with names only those.

The program itself runs and gets the keys that a person would type. What differs from one run to the next, times and
dates, is set, so that the same program makes the same pictures.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

from screens import until_shown  # noqa: E402
from textual.pilot import Pilot  # noqa: E402

from engine.base import kernels  # noqa: E402
from engine.sat.result import Result  # noqa: E402
from engine.sat.solvers import strategy  # noqa: E402
from tui import app  # noqa: E402
from tui.base import saved_games  # noqa: E402
from tui.features.browse import screen as browser  # noqa: E402
from tui.features.solve import job  # noqa: E402
from tui.terminal.options import Options  # noqa: E402

PUZZLES = ROOT / "puzzles"
PICTURES = Path(__file__).parent / "pictures"
SMALL, LARGE = (80, 24), (120, 40)
HINTED_MOVE = ("i",) * 5
"""A single by a hint, stage by stage."""
CONFLICTS = ("right_curly_bracket",) * 5


@dataclass(frozen=True)
class Shown:
    """Wait until the screen shows the text."""

    text: str


@dataclass(frozen=True)
class Scene:
    """What to open, what to type (names of keys, and what to wait for between them), and how large the terminal is."""

    path: str
    keys: tuple[str | Shown, ...]
    size: tuple[int, int] = SMALL


DOUBLE = "double/hard-1.txt"
BOARD = (Shown("hard-1"), "p", Shown("to fill"))


def solved(rows_down: int) -> tuple[str | Shown, ...]:
    """From the browser to a solved formula, by the solver so many rows down the list of solvers."""
    return ("s", Shown("enter starts"), "s", *["down"] * rows_down, "enter", "enter", Shown("erified"))


SCENES = {
    "tour": Scene("", (Shown("folders"), "ctrl+p", *"tour", Shown("a short tour"), "enter", Shown("page 1"))),
    "browser": Scene("cnf/queens-12.cnf", (Shown("on a chessboard"),)),
    "new-game": Scene("", (Shown("folders"), "n", Shown("seed"), "right", "right")),
    "board": Scene(DOUBLE, (*BOARD, *HINTED_MOVE * 9, "shift+tab", "n", *"258", "n", "m")),
    "hint": Scene(DOUBLE, (*BOARD, *HINTED_MOVE * 23, "N", "i", "i")),
    "notes": Scene(DOUBLE, (*BOARD, *HINTED_MOVE * 12, "N"), (160, 50)),
    "history": Scene(DOUBLE, (*BOARD, *HINTED_MOVE * 6, "b", *"easy", "enter", *"uuu", "tab", "n", *"12", "n", "v")),
    "steps": Scene(DOUBLE, (*BOARD, *HINTED_MOVE * 23, "V", Shown("makes the step"), *["down"] * 6, "right", "down")),
    "drill": Scene(
        "",
        (
            *(Shown("folders"), "T", Shown("Full house"), *["down"] * 13, "enter", Shown("eliminated")),
            *(*["right"] * 4, "7", "enter", Shown("Right")),
        ),
    ),
    "editor": Scene(DOUBLE, (Shown("hard-1"), "equals_sign", Shown("one solution"), "down", "x", Shown("solutions"))),
    "share": Scene(DOUBLE, (*BOARD, "E", Shown("format"))),
    "watch": Scene(
        DOUBLE,
        (*BOARD, "w", Shown("shows the solution"), "y", Shown("in total"), "space", "home", *["full_stop"] * 90),
    ),
    "inspector": Scene(
        "cnf/queens-12.cnf", (Shown("2,620"), "K", Shown("len"), "slash", "minus", *"66", "enter", *["down"] * 4)
    ),
    "cells": Scene(
        "cnf/sudoku-hard-1.cnf",
        (Shown("729"), "K", Shown("m shows cells"), *"mb", *["down", "right"] * 3, "enter"),
        LARGE,
    ),
    "solve": Scene("cnf/queens-12.cnf", (Shown("2,620"), *solved(3))),
    "replay": Scene("cnf/php-6-5.cnf", (Shown("81"), *solved(4), "w", Shown("event"), *CONFLICTS)),
    "replay-large": Scene(
        "single/extreme-1.txt", (Shown("holes"), *solved(3), "w", Shown("event"), *CONFLICTS), (160, 50)
    ),
    "race": Scene("cnf/random-100-sat.cnf", (Shown("426"), "Q", Shown("enter starts"), "enter", Shown("done"))),
}


def timed(solve: Any) -> Any:
    """A solver whose searches take a time that counts its work instead of measuring it."""

    def solve_in_time(*arguments: Any, **options: Any) -> Result:
        result: Result = solve(*arguments, **options)
        return replace(result, seconds=(20 * result.decisions + result.propagations) / 20e6)

    return solve_in_time


@contextmanager
def always_the_same() -> Iterator[None]:
    """No game was played before, no config file is read, and times and dates are set."""

    class Today(date):
        @classmethod
        def today(cls) -> date:
            return date(2026, 1, 1)

    with ExitStack() as stack:
        state = stack.enter_context(tempfile.TemporaryDirectory())
        own = {"SATSUDOKU_STATE": state, "SATSUDOKU_CONFIG": f"{state}/config.toml"}
        stack.enter_context(patch.dict(os.environ, own))
        for module in (saved_games, browser):
            stack.enter_context(patch.object(module, "date", Today))
        stack.enter_context(patch("tui.features.train.drill.new_seed", lambda: 1))
        stack.enter_context(patch.object(kernels, "state", lambda: kernels.KernelState(True, "")))
        stack.enter_context(patch("tui.features.play.panel.clock_text", lambda _: "00:03:12"))
        for module in (job, strategy):
            stack.enter_context(patch.object(module, "solve", timed(module.solve)))
        yield


async def picture(scene: Scene) -> str:
    """What the screen shows in the end, as SVG."""
    program = app.SatSudoku(Options(path=PUZZLES / scene.path))
    async with program.run_test(size=scene.size) as pilot:
        await play(pilot, scene)
        return program.export_screenshot(title="satsudoku-tui", simplify=True)


async def play(pilot: Pilot[None], scene: Scene) -> None:
    """Type what the scene says, and wait until nothing is left to do."""
    for step in scene.keys:
        if isinstance(step, Shown):
            await until_shown(pilot, step.text)
        else:
            await pilot.press(step)
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def main(names: list[str]) -> None:
    """Write the pictures of the names, or all."""
    PICTURES.mkdir(exist_ok=True)
    for name in names or SCENES:
        with always_the_same():
            svg = asyncio.run(picture(SCENES[name]))
        (PICTURES / f"{name}.svg").write_text(svg, encoding="utf-8")
        print(PICTURES / f"{name}.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
