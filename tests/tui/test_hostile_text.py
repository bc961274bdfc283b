"""Text from files, their names, puzzle names or pastes is harmless on every screen."""

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from screens import screen_text, until, until_shown
from systems import linux
from textual.events import Paste
from textual.message import Message
from textual.pilot import Pilot

from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.puzzle import Puzzle
from tui.app import SatSudoku
from tui.base import requests as messages
from tui.features.browse.file_list import FileList
from tui.terminal.options import Options

pytestmark = linux  # other systems have no files with such names

NAME = "\x1b[31m\x1b]0;t\x07\x9b2J\x90\x85\u202e\u2066\u200b\u2028\ufeff\u00ad\U000e0041\ue000\x7f\x01宽😀e\u0301"
HOSTILE = NAME + "\udcff\udc9b"
"""With the stand-ins for invalid UTF-8 in the name of a file."""
UNSAFE = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
ROW = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GIVENS = tuple(int(sign) if sign.isdigit() else 0 for sign in ROW)
NAMED = Puzzle(single(), GIVENS, NAME)
SMALL = Puzzle(LAYOUTS["4x4"](), (1, 0, 0, 2) + (0,) * 12, NAME)
FILES = {
    "formula.cnf": f"c {HOSTILE}\np cnf 2 3 {HOSTILE}\n1 -2 0\n2 0\n",
    "broken.cnf": f"p cnf 1 1\n1 {HOSTILE} 0\n",
    "puzzle": f"# {HOSTILE}\n{ROW}\n",
    "two": f"# {HOSTILE}\n{ROW}\n\n# {HOSTILE} 2\n{ROW}\n",
    "short.sdk": f"{ROW[:30]}{HOSTILE}\n",
    "text": f"some {HOSTILE} text\n" * 5,
    "result.res": f"s 1\nc {HOSTILE}\n",
    "layout": f"layout a\ntitle {HOSTILE}\n",
    "xml": f"<opensudoku>{HOSTILE}",
}


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / f"shelf{HOSTILE}"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / (HOSTILE + name)).write_bytes(text.encode("utf-8", "surrogateescape"))
    (folder / f"link{HOSTILE}").symlink_to(f"gone{HOSTILE}")
    (folder / f"folder{HOSTILE}").mkdir()
    return folder


def check(app: SatSudoku) -> str:
    """The contents of the screen, after checking that they are harmless."""
    text = screen_text(app)
    unsafe = {sign for sign in text if sign != "\n" and unicodedata.category(sign) in UNSAFE}
    assert not unsafe, f"{unsafe} in\n{text}"
    return text


@pytest.mark.parametrize("size", [(80, 24), pytest.param((160, 50), marks=pytest.mark.slow)])
async def test_the_browser_and_every_preview(shelf: Path, size: tuple[int, int]) -> None:
    app = SatSudoku(Options(path=shelf))
    async with app.run_test(size=size) as pilot:
        await until_shown(pilot, "formula.cnf" if size[0] > 80 else "\\x1b[31m")
        seen = set()
        for _ in range(len(FILES) + 3):
            await pilot.press("down")
            await app.workers.wait_for_complete()
            await pilot.pause(0.15)
            await app.workers.wait_for_complete()
            seen.add(check(app))
        assert len(seen) > len(FILES)
        await pilot.press("slash", *"x1b")
        check(app)


def formula(shelf: Path) -> Path:
    return shelf / f"{HOSTILE}formula.cnf"


OPENED: dict[str, tuple[Callable[[Path], Message], tuple[str, ...]]] = {
    "inspector": (lambda shelf: messages.InspectFile(formula(shelf)), ("t", "down", "enter", "question_mark")),
    "broken": (lambda shelf: messages.InspectFile(shelf / (HOSTILE + "broken.cnf")), ("t", "down")),
    "solve": (lambda shelf: messages.SolveFile(formula(shelf)), ("enter", "e")),
    "race": (lambda shelf: messages.RaceFiles((formula(shelf),)), ("enter",)),
    "race of a folder": (lambda shelf: messages.RaceFiles((shelf,)), ()),
    "solve a puzzle": (lambda _: messages.SolvePuzzle(NAMED), ("enter", "e")),
    "play": (lambda _: messages.PlayPuzzle(NAMED), ("i", "v", "question_mark")),
    "play and share": (lambda _: messages.PlayPuzzle(SMALL), ("E",)),
    "share": (lambda _: messages.SharePuzzle(NAMED, GIVENS), ("down", "enter")),
    "set": (lambda _: messages.SetPuzzle(NAMED), ()),
    "watch": (lambda _: messages.WatchPuzzle(NAMED), ()),
}


QUICK = ("inspector", "broken", "race", "share")


MARKED = [pytest.param(name, marks=[pytest.mark.slow] * (name not in QUICK)) for name in OPENED]


@pytest.mark.parametrize("name", MARKED)
async def test_every_screen(name: str, shelf: Path) -> None:
    app = SatSudoku(Options(path=shelf))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.screen.query(FileList))
        await opened(pilot, OPENED[name][0](shelf))
        for key in OPENED[name][1]:
            await pilot.press(key)
            await pilot.pause(0.05)
            check(app)


async def opened(pilot: Pilot[None], message: Message) -> None:
    """Another screen is open, and has come to rest."""
    app, before = pilot.app, pilot.app.screen
    app.post_message(message)
    await until(pilot, lambda: app.screen is not before)
    for _ in range(5):
        await pilot.pause(0.05)
        check(app)  # type: ignore[arg-type]


async def test_saved_games_and_statistics(shelf: Path) -> None:
    app = SatSudoku(Options(path=shelf))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.screen.query(FileList))
        app.post_message(messages.MarkFavourite(NAMED))
        await until(pilot, lambda: app.saved_games)
        await opened(pilot, messages.ResumeGame())
        assert "\\x1b[31m" in check(app)


async def test_a_game_named_like_its_file_is_saved(tmp_path: Path) -> None:
    path = tmp_path / f"{HOSTILE}.txt"
    path.write_text(ROW)
    app = SatSudoku(Options(path=path))
    async with app.run_test(size=(120, 40)) as pilot:
        await until_shown(pilot, "51 holes")
        await pilot.press("enter")
        await until_shown(pilot, "1-9 place")
        await pilot.press("4")
        check(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.saved_games)


async def test_a_paste(shelf: Path) -> None:
    app = SatSudoku(Options(path=shelf))
    async with app.run_test() as pilot:
        await until(pilot, lambda: app.screen.query(FileList))
        for text in (HOSTILE, ROW[:40] + HOSTILE, f"<a>{HOSTILE}", '{"grid": "' + HOSTILE, f"# {HOSTILE}\r{ROW}"):
            app.post_message(Paste(text))
            await pilot.pause(0.2)
            check(app)
