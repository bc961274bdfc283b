"""Make the pictures of all screens, or only those that you name: `python docs/screenshots.py [NAME ...]`.

The program itself runs and gets the keys that a person would type. Times and dates are fixed, so that the same program
makes the same pictures.
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
class Text:
    """Wait until the screen shows the text."""

    text: str


@dataclass(frozen=True)
class Scene:
    """The file to open, the keys to type and the texts to wait for between them, and the size of the terminal."""

    path: str
    keys: tuple[str | Text, ...]
    size: tuple[int, int] = SMALL


DOUBLE = "double/hard-1.txt"
BOARD = (Text("hard-1"), "p", Text("to fill"))


def solved(rows_down: int) -> tuple[str | Text, ...]:
    """The keys from the browser to a solved formula, by the solver at that row of the list of solvers."""
    return ("s", Text("enter starts"), "s", *["down"] * rows_down, "enter", "enter", Text("erified"))


SCENES = {
    "tour": Scene("", (Text("folders"), "ctrl+p", *"tour", Text("a short tour"), "enter", Text("page 1"))),
    "browser": Scene("cnf/queens-12.cnf", (Text("on a chessboard"),)),
    "new-game": Scene("", (Text("folders"), "n", Text("seed"), "right", "right")),
    "board": Scene(DOUBLE, (*BOARD, *HINTED_MOVE * 9, "shift+tab", "n", *"258", "n", "m")),
    "hint": Scene(DOUBLE, (*BOARD, *HINTED_MOVE * 23, "N", "i", "i")),
    "notes": Scene(DOUBLE, (*BOARD, *HINTED_MOVE * 12, "N"), (160, 50)),
    "history": Scene(DOUBLE, (*BOARD, *HINTED_MOVE * 6, "b", *"easy", "enter", *"uuu", "tab", "n", *"12", "n", "v")),
    "steps": Scene(DOUBLE, (*BOARD, *HINTED_MOVE * 23, "V", Text("makes the step"), *["down"] * 6, "right", "down")),
    "drill": Scene(
        "",
        (
            *(Text("folders"), "T", Text("Full house"), *["down"] * 13, "enter", Text("eliminated")),
            *(*["right"] * 4, "7", "enter", Text("Right")),
        ),
    ),
    "editor": Scene(DOUBLE, (Text("hard-1"), "equals_sign", Text("one solution"), "down", "x", Text("solutions"))),
    "share": Scene(DOUBLE, (*BOARD, "E", Text("format"))),
    "watch": Scene(
        DOUBLE,
        (*BOARD, "w", Text("shows the solution"), "y", Text("in total"), "space", "home", *["full_stop"] * 90),
    ),
    "inspector": Scene(
        "cnf/queens-12.cnf", (Text("2,620"), "K", Text("len"), "slash", "minus", *"66", "enter", *["down"] * 4)
    ),
    "cells": Scene(
        "cnf/sudoku-hard-1.cnf",
        (Text("729"), "K", Text("m shows cells"), *"mb", *["down", "right"] * 3, "enter"),
        LARGE,
    ),
    "solve": Scene("cnf/queens-12.cnf", (Text("2,620"), *solved(3))),
    "replay": Scene("cnf/php-6-5.cnf", (Text("81"), *solved(4), "w", Text("event"), *CONFLICTS)),
    "replay-large": Scene(
        "single/extreme-1.txt", (Text("holes"), *solved(3), "w", Text("event"), *CONFLICTS), (160, 50)
    ),
    "race": Scene("cnf/random-100-sat.cnf", (Text("426"), "Q", Text("enter starts"), "enter", Text("done"))),
}


def timed(solve: Any) -> Any:
    """A solver that reports a time computed from its work instead of the measured time."""

    def solve_in_time(*arguments: Any, **options: Any) -> Result:
        result: Result = solve(*arguments, **options)
        return replace(result, seconds=(20 * result.decisions + result.propagations) / 20e6)

    return solve_in_time


@contextmanager
def always_the_same() -> Iterator[None]:
    """Start without saved games and config file, with fixed times and dates."""

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
        if isinstance(step, Text):
            await until_shown(pilot, step.text)
        else:
            await pilot.press(step)
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def main(names: list[str]) -> None:
    """Write the named pictures, or all."""
    PICTURES.mkdir(exist_ok=True)
    for name in names or SCENES:
        with always_the_same():
            svg = asyncio.run(picture(SCENES[name]))
        (PICTURES / f"{name}.svg").write_text(svg, encoding="utf-8")
        print(PICTURES / f"{name}.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
