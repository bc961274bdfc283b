"""Visits the screens in the language of `pseudo_language`, and reports texts that are cut off or in English.

A program, because the language of a process can't be changed: `python tests/support/pseudo_tour.py FOLDER [STOP ...]`,
with TOUR_SIZE=160x50 in the environment in a larger terminal.
"""

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Any

from pseudo_language import CLOSED, OPENED, write_catalogue
from rich.cells import cell_len, set_cell_size
from screens import screen_text, settled, until_screen
from textual.geometry import Region

from engine.base import language
from engine.sat.solvers.branching import BRANCHINGS, LEARNING
from engine.sat.solvers.solve import SOLVERS
from engine.sudoku.formats.registry import FORMATS

SIZE, TALL = tuple(map(int, os.environ.get("TOUR_SIZE", "80x24").split("x"))), 70
"""Columns and rows of the terminal, and the number of rows with room for the longest help."""
EXPLAINED = {"branches"}
"""Stops at dialogs whose list rows may be elided, because the selected one is shown in full below."""
SHIPPED = Path(__file__).parents[2] / "puzzles"

Stop = tuple[str, Path, str]
"""Its name, the path that the program opens, and the keys that lead there."""

CNF, DOUBLE, SINGLE = SHIPPED / "cnf" / "php-4-3.cnf", SHIPPED / "double" / "easy-1.txt", SHIPPED / "single"
LAYOUTS, SAMURAI = SHIPPED / "layouts", SHIPPED / "layouts" / "samurai-1.txt"
STOPS: tuple[Stop, ...] = (
    ("files", SHIPPED, ""),
    ("a folder of formulas", CNF, ""),
    ("a broken file", SHIPPED / "broken.cnf", ""),
    ("help of the browser", SHIPPED, "question_mark"),
    ("the filter", SHIPPED, "slash c n f"),
    ("new game", SHIPPED, "n"),
    ("help of new game", SHIPPED, "n question_mark"),
    ("layouts", SHIPPED, "n y"),
    ("techniques", SHIPPED, "n down down right enter"),
    ("board", DOUBLE, "p"),
    ("help of the board", DOUBLE, "p question_mark"),
    ("first stage of a hint", DOUBLE, "p i"),
    ("second stage of a hint", DOUBLE, "p i i"),
    ("hint made", DOUBLE, "p i i i"),
    ("why", DOUBLE, "p W"),
    ("why not", DOUBLE, "p W 5 enter"),
    ("restart", DOUBLE, "p R"),
    ("solution", DOUBLE, "p S"),
    ("solved", DOUBLE, "p S y"),
    ("watching", DOUBLE, "p w"),
    ("watched", DOUBLE, "p w y"),
    ("hint levels", DOUBLE, "p t"),
    ("typed move", DOUBLE, "p colon"),
    ("bookmark", DOUBLE, "p b"),
    ("no bookmark", DOUBLE, "p B"),
    ("notes mode", DOUBLE, "p n"),
    ("digit first", DOUBLE, "p d"),
    ("highlight", DOUBLE, "p f"),
    ("zoom", DOUBLE, "p z"),
    ("candidates", DOUBLE, "p a"),
    ("check", DOUBLE, "p c"),
    ("pause", DOUBLE, "p p"),
    ("nothing to undo", DOUBLE, "p u"),
    ("history", DOUBLE, "p i i i v"),
    ("help of the history", DOUBLE, "p i i i v question_mark"),
    ("share", DOUBLE, "p E"),
    ("writing", DOUBLE, "p E s"),
    ("editor", SHIPPED, "e"),
    ("help of the editor", SHIPPED, "e question_mark"),
    ("editor with a given", SHIPPED, "e 5"),
    ("editor's layouts", SHIPPED, "e y"),
    ("editor's name", SHIPPED, "e N"),
    ("solve", CNF, "s"),
    ("solve again", CNF, "s enter"),
    ("help of solve", CNF, "s question_mark"),
    ("solvers", CNF, "s s"),
    ("time limit", CNF, "s t"),
    ("exports", CNF, "s enter e"),
    ("questions", CNF, "s a"),
    ("answer", CNF, "s a enter"),
    ("inspector", CNF, "i"),
    ("help of the inspector", CNF, "i question_mark"),
    ("counts", CNF, "i i"),
    ("structure", CNF, "i x"),
    ("comments", CNF, "i c"),
    ("raw file", CNF, "i t"),
    ("clause filter", CNF, "i slash"),
    ("go to clause", CNF, "i g"),
    ("race", CNF, "c"),
    ("race done", CNF, "c enter"),
    ("help of the race", CNF, "c question_mark"),
    ("contestants", CNF, "c c"),
    ("saved games", SHIPPED, "r"),
    ("help of saved games", DOUBLE, "p escape r question_mark"),
    ("a saved game", DOUBLE, "p 1 escape r"),
    ("deleting a game", DOUBLE, "p 1 escape r d"),
    ("statistics", SHIPPED, "t"),
    ("training", SHIPPED, "T"),
    ("help of training", SHIPPED, "T question_mark"),
    ("layouts of training", SHIPPED, "T l"),
    ("a drill", SHIPPED, "T enter"),
    ("a drill answered wrong", SHIPPED, "T enter 1 enter"),
    ("a drill shown", SHIPPED, "T enter s"),
    ("help of a drill", SHIPPED, "T enter question_mark"),
    ("all steps", DOUBLE, "p T"),
    ("the path to the solution", DOUBLE, "p T w y"),
    ("my steps", DOUBLE, "p i i i T m"),
    ("my own moves", DOUBLE, "p n 1 n o a T m"),
    ("help of the steps", DOUBLE, "p T question_mark"),
    ("lessons", SHIPPED, "L"),
    ("help of lessons", SHIPPED, "L question_mark"),
    ("a lesson", SHIPPED, "L enter"),
    ("a question of a lesson", SHIPPED, "L enter enter"),
    ("a wrong answer", SHIPPED, "L enter enter enter"),
    ("the right answer", SHIPPED, "L enter enter s"),
    ("help of a lesson", SHIPPED, "L enter question_mark"),
    ("deciding", CNF, "D"),
    ("decided", CNF, "D enter"),
    ("help of deciding", CNF, "D question_mark"),
    ("a replay", CNF, "s enter w enter"),
    ("help of the replay", CNF, "s enter w enter question_mark"),
    ("implications", CNF, "s enter w enter right_curly_bracket i"),
    ("the tree of decisions", CNF, "s enter w enter end d"),
    ("branches", CNF, "s enter w enter W"),
    ("a breakpoint", CNF, "s enter w enter p"),
    ("watch lists", CNF, "s enter w enter end l"),
    ("activity", CNF, "s enter w enter end a"),
    ("the use of clauses", CNF, "s enter w enter end u"),
    ("which search beside", CNF, "s enter w enter o"),
    ("two searches", CNF, "s enter w enter o enter"),
    ("help of two searches", CNF, "s enter w enter o enter question_mark"),
    ("a proof", CNF, "s enter p enter p"),
    ("help of a proof", CNF, "s enter p enter p question_mark"),
    ("exports of a proof", CNF, "s enter p enter p e"),
    ("colours", DOUBLE, "p o"),
    ("the palette", CNF, "ctrl+p"),
    ("nothing in the palette", CNF, "ctrl+p z z z z"),
    ("refused", CNF, "p"),
    ("a selection", DOUBLE, "p s right"),
    ("more digits", DOUBLE, "p F"),
    ("five grids", SAMURAI, "p"),
    ("a hint on five grids", SAMURAI, "p i i"),
    ("all steps on five grids", SAMURAI, "p T"),
    ("a drill on five grids", SHIPPED, "T l down down down enter down down down enter"),
    ("sixteen digits", LAYOUTS / "16x16-1.txt", "p"),
    ("diagonals", LAYOUTS / "x-1.txt", "p i i"),
    ("corner notes", DOUBLE, "p e n 5"),
    ("a coloured cell", DOUBLE, "p o 3"),
    ("a mistake", SINGLE / "easy-1.txt", "p tab 1 tab 1 tab 1 c"),
    ("wrong digits", SINGLE / "easy-1.txt", "p tab 1 tab 1 tab 1 i i"),
    ("statistics of a game", SINGLE / "easy-1.txt", "p S y enter escape t"),
    ("a finished game", SINGLE / "easy-1.txt", "p S y enter escape r tab"),
    ("the tour", SHIPPED, ""),
    ("a later page of the tour", SHIPPED, "right right"),
)


WORD = re.compile(r"[A-Za-z][A-Za-z-]+")
TYPED = {
    "assume", "assumptions", "backbone", "core", "count", "duplicate", "equivalences", "grid", "horn", "len", "limit",
    "models", "project", "pure", "tautology",
}  # fmt: skip
"""Names of options and other input that is English in every language."""
SCREEN = {"DPLL", "Horn", "LRAT", "SAT", "Tseitin", "UIP", "VSIDS", "HJKL", "hjkl", "ms", "pg", "up", "vs"}
"""Abbreviations and keys."""


SHORT = 4
"""Words with fewer letters are hardly parts of a longer one, broken at the end of a line."""

GLUED = re.compile(rf"{CLOSED}[,;:] ")
"""Signs of sentences joined as in English."""


HIDDEN = re.compile(rf"{CLOSED} ?…|(?<![{OPENED}\d])\d+…")
"""Places where a number or a qualifier of a name has no room; a title may end in a sentence that is cut off."""


def left_in_english(text: str, path: Path) -> set[str]:
    """Words and signs on the screen that were not translated, except those of files, solvers, rules and input."""
    names = [*SOLVERS, *BRANCHINGS, *LEARNING, *FORMATS, "auto", "svg", "pdf"]
    data = [*names, str(path), *(item.as_posix() for item in SHIPPED.glob("**/*"))]
    expected = {word for item in (*data, path.read_text() if path.is_file() else "") for word in WORD.findall(item)}
    expected |= TYPED | SCREEN
    whole = re.sub(r"[A-Za-z-]*…[A-Za-z-]*", "", text)
    found = {
        word
        for word in set(WORD.findall(whole)) - expected
        if len(word) < SHORT or not any(item.startswith(word) or item.endswith(word) for item in expected)
    }
    return found | set(GLUED.findall(text))


def in_front(app: Any) -> list[str]:
    """The lines on the screen; for a dialog those within its box or, without a box, those that it covers."""
    lines = screen_text(app).split("\n")
    if not app.screen.is_modal:
        return lines
    box = next(iter(app.screen.query(".box")), None)
    area = box.region if box else Region.from_union([item.region for item in app.screen.children])
    return [_cells(line, area.x, area.right) for line in lines[area.y : area.bottom]]


def _cells(line: str, start: int, end: int) -> str:
    before, steps = 0, ""
    for sign in line:
        if start <= before < end:
            steps += sign
        before += cell_len(sign)
    return set_cell_size(steps, end - start)


def is_cut(text: str, modal: bool) -> bool:
    """Whether a message lacks its end.

    On a page, an ellipsis marks this as intended: lists and panels elide. Dialogs, the line of keys and messages must
    be complete.
    """
    lines = text.split("\n")
    message = len(lines) - 2
    while message > 0 and _missing("\n".join(lines[message:])) < 0:  # messages begin in a line above
        message -= 1
    strict, lenient = (text, "") if modal else ("\n".join(lines[message:]), "\n".join(lines[:message]))
    elided = sum(max(1, _missing(before)) for line in lines for before in _before_ellipses(line))
    return bool(_missing(strict) or HIDDEN.search(text)) or not 0 <= _missing(lenient) <= elided


def _before_ellipses(line: str) -> list[str]:
    """The text before each ellipsis of a line, back to the last gap: the ends of all its sentences."""
    return [line[: found.start()].rpartition("  ")[2] for found in re.finditer("…", line)]


def _missing(text: str) -> int:
    return text.count(OPENED) - text.count(CLOSED)


async def visit(stop: Stop, state: Path) -> str:
    """The faults at a stop; "" for none. The state is that of a new player."""
    from tui.app import SatSudoku
    from tui.features.tour.screen import TourScreen
    from tui.terminal.options import Options

    name, path, keys = stop
    os.environ["SATSUDOKU_STATE"] = str(state)
    app = SatSudoku(Options(path=path, tour="tour" in name))
    async with app.run_test(size=SIZE) as pilot:
        if app.options.tour:
            await until_screen(pilot, TourScreen)
        await settled(pilot)
        for key in keys.split():
            await pilot.press(key)
            await settled(pilot)
        app.clear_notifications()
        for box in app.screen.query("Help > .box"):  # which scrolls
            box.styles.max_height = TALL
            await pilot.resize_terminal(SIZE[0], TALL)
        await settled(pilot)
        text = "\n".join(in_front(app))
        cut = is_cut(text, app.screen.is_modal and name not in EXPLAINED)
        english = left_in_english(text, path)
    return f"{name}{english or ''}:\n{text}\n" if cut or english else ""


async def tour(folder: Path, names: list[str]) -> list[str]:
    """The faults at the stops with these names, or at all stops."""
    stops = [stop for stop in STOPS if not names or stop[0] in names]
    return [found for number, stop in enumerate(stops) if (found := await visit(stop, folder / f"state-{number}"))]


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    write_catalogue(language.FOLDER / "messages.pot", folder / "zh_CN.mo")
    language.FOLDER = folder
    language.choose("zh_CN")
    os.environ["SATSUDOKU_CONFIG"] = str(folder / "config.toml")
    found = asyncio.run(tour(folder, sys.argv[2:]))
    print(*found, sep="\n")
    sys.exit(bool(found))
