"""The inspector: clauses, filters, the selected literal, comments and warnings, and unreadable files."""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from screens import screen_text, until, until_shown
from textual import on
from textual.pilot import Pilot

import tui.app
from engine.base.errors import Cancelled
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from tui.app import SatSudoku
from tui.base import requests as messages
from tui.features.inspect.clause_list import ClauseList
from tui.features.inspect.inspection import Inspection, Subject
from tui.features.inspect.screen import InspectorScreen
from tui.terminal.options import Options


class Stage(SatSudoku):
    """The app, but it only records requests to solve."""

    CSS_PATH = Path(tui.app.__file__).with_name("app.tcss")

    def __init__(self, path: Path, **options: Any) -> None:
        super().__init__(Options(path=path, **options))
        self.solved: list[Path] = []

    @on(messages.SolveFile)
    def _note(self, message: messages.SolveFile) -> None:
        message.prevent_default()
        self.solved.append(message.path)


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.fixture
def queens(tmp_path: Path) -> Path:
    """Four queens, with a wrong count in the header."""
    rows = [[4 * row + column + 1 for column in range(4)] for row in range(4)]
    attacks = [
        [-a, -b]
        for a in range(1, 17)
        for b in range(a + 1, 17)
        if (a - 1) // 4 == (b - 1) // 4 or (a - b) % 4 == 0 or abs((a - 1) // 4 - (b - 1) // 4) == abs((a - b) % 4)
    ]
    data = dimacs.dumps(Formula.of([*rows, *attacks], comments=["4 queens", "made by hand"]))
    return written(tmp_path, "queens-4.cnf", data.replace(b"p cnf 16", b"p cnf 15"))


async def opened(pilot: Pilot[None], path: Path) -> InspectorScreen:
    screen = InspectorScreen(Subject.of_file(path))
    pilot.app.push_screen(screen)
    await until_shown(pilot, path.name[:20], " clause")
    return screen


def test_a_filtered_formula_looks_right(snap_compare: Any, queens: Path) -> None:
    async def filter_it(pilot: Pilot[None]) -> None:
        await opened(pilot, queens)
        await pilot.press("down", "right", "right", "enter")
        await until_shown(pilot, "filter: 7")

    assert snap_compare(SatSudoku(Options(path=queens)), terminal_size=(80, 24), run_before=filter_it)


def test_a_broken_file_looks_right(snap_compare: Any, tmp_path: Path) -> None:
    path = written(tmp_path, "broken.cnf", b"p cnf 9 99\n" + b"1 -2 0\n" * 50 + b"2 x3 0\n" + b"4 5 0\n" * 50)

    async def open_it(pilot: Pilot[None]) -> None:
        pilot.app.push_screen(InspectorScreen(Subject.of_file(path)))
        await until_shown(pilot, "is not a number")

    assert snap_compare(SatSudoku(Options(path=path)), terminal_size=(80, 24), run_before=open_it)


async def test_filters_stack_and_escape_takes_them_off(queens: Path) -> None:
    app = Stage(queens)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, queens)
        total = len(screen.query_one(ClauseList))
        await pilot.press("down", "down")
        await pilot.press("slash", *"len 2", "enter")
        await until_shown(pilot, "filter: len 2", f"{total - 4} of {total} clauses")
        await pilot.press("slash", *"-1", "enter")
        await until_shown(pilot, "filter: -1")
        assert len(screen.query_one(ClauseList)) == 9
        await pilot.press("enter")
        await until_shown(pilot, "these are the clauses with -1")
        await pilot.press("right", "enter")
        await until_shown(pilot, "filter: -2")
        await pilot.press("slash", *"17", "enter")
        await until_shown(pilot, "no clause has 17")
        await pilot.press("slash", *"many", "enter")
        await until_shown(pilot, "'many' selects no clauses")
        await pilot.press("slash", "escape")
        for text in ("filter: -1", "filter: len 2"):
            await pilot.press("escape")
            await until_shown(pilot, text)
        await pilot.press("escape")
        await until(pilot, lambda: len(screen.query_one(ClauseList)) == total)
        assert screen.query_one(ClauseList).cursor == 2
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is not screen)


async def test_going_to_a_clause(queens: Path) -> None:
    app = Stage(queens)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, queens)
        await pilot.press("g", *"30", "enter")
        await until_shown(pilot, "clause 30 ")
        await pilot.press("g", *"999", "enter")
        await until_shown(pilot, "there are clauses 1 to 76")
        await pilot.press("slash", *"len>2", "enter")
        await until(pilot, lambda: len(screen.query_one(ClauseList)) == 4)
        await pilot.press("g", *"30", "enter")
        await until_shown(pilot, "clause 30 is not among these", "clause 4 ")
        await pilot.press("end", "home", "pagedown", "pageup", "j", "k")
        await until_shown(pilot, "clause 1 ")


async def test_comments_and_warnings_take_the_place_of_the_clauses(queens: Path) -> None:
    app = Stage(queens)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, queens)
        await until_shown(pilot, "1 warning", "line 7: a variable beyond the 15")
        await pilot.press("down", "c")
        await until_shown(pilot, "line  comments", "made by hand")
        await pilot.press("down", "right", "w")
        await until_shown(pilot, "line  warnings", "1 of 1")
        await pilot.press("enter")
        await until_shown(pilot, "queens-4.cnf", "7 of 79")  # the line in the file
        await pilot.press("escape", "f", "w")
        await until_shown(pilot, "len  literals")
        assert screen.query_one(ClauseList).cursor == 1
        await pilot.press("c", "escape")
        await until_shown(pilot, "len  literals")
        await pilot.press("s")
        await until(pilot, lambda: app.solved == [queens])


async def test_equations_and_groups_take_the_place_of_the_clauses(tmp_path: Path) -> None:
    path = tmp_path / "some.cnf"
    path.write_text("p cnf 7 9\n1 2 3 0 1 -2 -3 0 -1 2 -3 0 -1 -2 3 0\n3 4 0 -3 -4 0\n-5 -6 0 -5 -7 0 -6 -7 0\n")
    app = Stage(path)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, path)
        await until_shown(pilot, "9 clauses")
        await pilot.press("x")
        await until_shown(
            pilot,
            "equations modulo 2 among the clauses: 1",
            "opposite): 1",
            "groups with a maximum number of true literals: 1",
            "1 + 2 + 3 = 1",
            "3 + 4 = 1",
            "at most 1 of 5 6 7",
        )
        await pilot.press("x")
        await until_shown(pilot, "clause 1 ")
        assert "3 + 4 = 1" not in screen_text(app)
        await pilot.press("x", "escape")
        await until_shown(pilot, "clause 1 ")


async def test_only_the_keys_that_work_are_offered(tmp_path: Path) -> None:
    plain = written(tmp_path, "plain.cnf", b"p cnf 1 1\n1 0\n")
    app = Stage(plain)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, plain)
        await until_shown(pilot, "enter clauses")
        assert "c comments" not in screen_text(app)
        await pilot.press("c", "w", "number_sign", "d", "b")
        await until_shown(pilot, "no comments", "clause 1 ")
        assert "warning" not in screen_text(app)


@pytest.mark.parametrize(
    ("data", "texts"),
    [
        (b"p cnf 3 0\n", ["no clauses", "every assignment is a model"]),
        (b"p cnf 1 2\n1 0\n0\n", ["the empty clause"]),
        (b"p cnf 900 1\n" + b"".join(b"%d " % n for n in range(1, 901)) + b"0\n", ["900 literals", "..."]),
    ],
)
async def test_odd_formulas(tmp_path: Path, data: bytes, texts: list[str]) -> None:
    path = written(tmp_path, "odd.cnf", data)
    app = Stage(path, ascii=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, path)
        await until_shown(pilot, *texts)
        await pilot.press("enter", "left", "right", "end", "slash", *"len 0", "enter")
        await pilot.press("escape")
        assert screen_text(app).isascii()


async def test_a_missing_file(tmp_path: Path) -> None:
    app = Stage(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = InspectorScreen(Subject.of_file(tmp_path / "gone.cnf"))
        app.push_screen(screen)
        await until_shown(pilot, "gone.cnf", "can't be read", "No such file")
        await pilot.press("down", "enter", "slash", "g", "s", "right", "c", "escape")
        await until(pilot, lambda: app.screen is not screen)


async def test_reading_shows_progress_and_can_be_left(queens: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def slow(_: Subject, on_progress: Callable[[int, int], None], cancel: Callable[[], bool]) -> Inspection:
        while not cancel():
            on_progress(30_000_000, 60_000_000)
            ended.wait(0.01)
        ended.set()
        raise Cancelled

    monkeypatch.setattr("tui.features.inspect.inspection.inspect", slow)
    app = Stage(queens)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = InspectorScreen(Subject.of_file(queens))
        app.push_screen(screen)
        await until_shown(pilot, "reading", "30 of 60 MB", "esc stops")
        await pilot.press("down", "enter", "slash", "escape")
        await until(pilot, lambda: app.screen is not screen)
        await until(pilot, ended.is_set)


async def test_the_cursor_stays_in_view(queens: Path) -> None:
    app = Stage(queens, low_bandwidth=True)
    async with app.run_test(size=(80, 24)) as pilot:
        rows = (await opened(pilot, queens)).query_one(ClauseList)
        tops = set()
        for _ in range(20):
            await pilot.press("down")
            assert rows.top <= rows.cursor < rows.top + rows.size.height
            tops.add(rows.top)
        assert len(tops) == 3  # a slow line is spared a scroll for each step
        await pilot.resize_terminal(80, 40)
        await pilot.pause()
        assert rows.top <= rows.cursor < rows.top + rows.size.height


async def test_terminals_of_every_size(queens: Path) -> None:
    """However small the terminal becomes, the inspector keeps running, and is complete again in a large one."""
    async with SatSudoku(Options(path=queens)).run_test(size=(80, 24)) as pilot:
        await opened(pilot, queens)
        for size in ((1, 1), (3, 24), (20, 5), (80, 3), (2, 50), (160, 50), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.press("down", "right")
        await until_shown(pilot, "occurs", "literal")


async def test_keys_are_shown_unchanged(queens: Path) -> None:
    """Arrows by their signs, another key for the same action by its name."""
    for keymap, shown_key in (({}, "←→ literal"), ({"inspector.choose_next": "f7"}, "f7 literal")):
        async with SatSudoku(Options(path=queens, keymap=keymap)).run_test(size=(80, 24)) as pilot:
            await opened(pilot, queens)
            await until_shown(pilot, shown_key)


@pytest.mark.long
def test_nothing_heavy_is_loaded_before_the_screen_is_there() -> None:
    """Uses the time of the event loop that the workers need for loading."""
    code = "import sys, tui.features.inspect.screen; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0
