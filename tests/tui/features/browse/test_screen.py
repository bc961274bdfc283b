"""The browser: navigation, previews, the filter, and its requests to the app."""

import os
import re
import shutil
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from screens import screen_text, until, until_screen, until_shown
from systems import unix
from textual import on
from textual.message import Message
from textual.pilot import Pilot

import tui.app
from engine.files import reading
from engine.play.new_game import new_game
from engine.play.store import Store
from engine.play.training import training_path
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sudoku import formats
from engine.sudoku.layout import double, single
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base import requests as messages
from tui.base.dialogs import Notice
from tui.features.browse.file_list import FileList
from tui.features.browse.screen import BrowserScreen, shown_path
from tui.guests.confinement import GuestLimits
from tui.terminal.options import Options

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SINGLE = Puzzle(single(), tuple(map(int, EASY)))
DOUBLE = Puzzle(double(), tuple(range(1, 10)) + (0,) * 144, "the first row")


class Stage(SatSudoku):
    """The app, but it only records what screens request."""

    CSS_PATH = Path(tui.app.__file__).with_name("app.tcss")

    def __init__(self, path: Path, *, opens_path: bool = False) -> None:
        super().__init__(Options(path=path, opens_path=opens_path))
        self.requests: list[Any] = []

    @on(messages.InspectFile)
    @on(messages.SolveFile)
    @on(messages.SolvePuzzle)
    @on(messages.PlayPuzzle)
    @on(messages.NewGame)
    @on(messages.ResumeGame)
    def _note(self, message: Message) -> None:
        message.prevent_default()
        self.requests.append(message)


def selection(app: SatSudoku) -> str:
    item = app.screen.query_one(FileList).item
    return item.name if item is not None else ""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of the shipped puzzles."""
    root = tmp_path / "puzzles"
    for folder in ("cnf/large", "sudoku"):
        (root / folder).mkdir(parents=True)
    pairs = [[-a, -b] for a in range(1, 40) for b in range(a + 1, 40) if (a + b) % 3]
    queens = Formula.of([[*range(1, 13)], *pairs], comments=["12 queens, one solution is enough"])
    files = {
        "cnf/queens-12.cnf": dimacs.dumps(queens),
        "cnf/broken.cnf": b"c a slip of the pen\np cnf 5 4\n1 -2 0\n3 4 0\n-1 5 0\nc here\n2 x3 0\n4 5 0\n",
        "cnf/notes.txt": b"nothing but words\n",
        "cnf/.hidden.cnf": b"p cnf 1 1\n1 0\n",
        "sudoku/easy.txt": formats.write(SINGLE).encode(),
        "sudoku/twofold.txt": formats.write(DOUBLE).encode(),
        "sudoku/many.txt": formats.write_all([SINGLE, DOUBLE, SINGLE]).encode(),
    }
    for name, data in files.items():
        (root / name).write_bytes(data)
    monkeypatch.setattr(tui.app, "SHIPPED", root)
    return root


@pytest.mark.parametrize(
    ("path", "ready"),
    [
        ("cnf/queens-12.cnf", ["structure", "! line 7"]),
        ("cnf/broken.cnf", ["is not a number", "39 v"]),
        ("sudoku/twofold.txt", ["144 holes", "3 puzzles", "9x9 ●", "0 of 2 solved"]),
    ],
    ids=["formula", "broken", "puzzle"],
)
def test_pictures(snap_compare: Any, shelf: Path, path: str, ready: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    tuesday = date(2026, 11, 24)  # on other days, the daily puzzle has other levels
    monkeypatch.setattr("tui.features.browse.screen.date", SimpleNamespace(today=lambda: tuesday))

    async def wait(pilot: Pilot[None]) -> None:
        await until_shown(pilot, *ready)

    assert snap_compare(SatSudoku(Options(path=shelf / path)), terminal_size=(80, 24), run_before=wait)


async def test_going_in_and_out(shelf: Path) -> None:
    app = Stage(shelf)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "puzzles ", "2 folders")
        await pilot.press("enter")
        await until_shown(pilot, "puzzles › cnf", "1 folder, 3 files")
        assert selection(app) == "large"
        await pilot.press("enter")
        await until_shown(pilot, "puzzles › cnf › large", "nothing here")
        await pilot.press("backspace")
        await until(pilot, lambda: selection(app) == "large")
        await pilot.press("home", "enter")  # the row ..
        await until(pilot, lambda: selection(app) == "cnf")
        await pilot.press("j", "enter")
        await until_shown(pilot, "puzzles › sudoku", "9x9", "double")


async def test_folders_open_in_place(shelf: Path) -> None:
    app = Stage(shelf)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "2 folders")
        await pilot.press("right")
        await until_shown(pilot, "▾ cnf/", "  ▸ large/", "queens-12.cnf", "39 v")
        assert "2 folders" in screen_text(app)  # its entries count as in the folder
        assert selection(app) == "cnf"
        await pilot.press("right", "right")  # to its entries, and into one
        await until_shown(pilot, "  ▾ large/")
        await pilot.press("down", "down", "down")
        assert selection(app) == "cnf/queens-12.cnf"
        await until_shown(pilot, "most used")
        await pilot.press("s")
        await until(pilot, lambda: app.requests)
        assert app.requests.pop().path == shelf / "cnf" / "queens-12.cnf"
        await pilot.press("left")
        assert selection(app) == "cnf"
        await pilot.press("f5")
        await until_shown(pilot, "  ▾ large/")  # it stays open
        await pilot.press("left")
        await until(pilot, lambda: "queens-12.cnf" not in screen_text(app).splitlines()[6])
        assert "▸ cnf/" in screen_text(app)


async def test_offers_to_continue_are_shown_and_take_clicks(shelf: Path) -> None:
    (shelf / "lessons").mkdir()
    (shelf / "lessons" / "1-first.toml").write_text('lesson = 1\ntitle = "The first one"\n')
    game = new_game(SINGLE, now=lambda: 0.0).game
    game.place(game.values.index(0), 4)
    with Store() as store:
        store.add(game.record())
    app = Stage(shelf)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "r single", "d today: ", "T nothing due", "L The first one")
        await pilot.resize_terminal(120, 40)
        await until_shown(
            pilot, "go on", "1 of 51 filled", f"0 of {len(training_path(single()))} mastered", "0 of 1 done"
        )
        await pilot.click("#offers", offset=(6, 1))
        await until(pilot, lambda: app.requests)
        assert isinstance(app.requests.pop(), messages.ResumeGame)


async def test_the_preview_of_a_puzzle_shows_its_difficulty(shelf: Path) -> None:
    app = Stage(shelf / "sudoku" / "easy.txt")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "score", "needs", "Full house", "● easy")


async def test_formulas_are_inspected_and_solved(shelf: Path) -> None:
    app = Stage(shelf / "cnf" / "queens-12.cnf")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "most used")
        for key, kind in (("enter", messages.InspectFile), ("K", messages.InspectFile), ("s", messages.SolveFile)):
            await pilot.press(key)
            await until(pilot, lambda: app.requests)
            request = app.requests.pop()
            assert (type(request), request.path) == (kind, shelf / "cnf" / "queens-12.cnf")
        await pilot.press("p")
        await until_shown(pilot, "can't be played")
        await pilot.press("up", "up", "enter")  # the broken one: the inspector shows where
        await until(pilot, lambda: app.requests)
        assert app.requests.pop().path.name == "broken.cnf"
        await pilot.press("s")
        await until_shown(pilot, "broken.cnf: line 7: ")
        await pilot.press("n", "r")
        await until(pilot, lambda: len(app.requests) == 2)
        assert [type(request) for request in app.requests] == [messages.NewGame, messages.ResumeGame]


async def test_puzzles_are_played_and_solved(shelf: Path) -> None:
    app = Stage(shelf / "sudoku" / "easy.txt")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "51 holes")
        for key, kind in (("enter", messages.PlayPuzzle), ("p", messages.PlayPuzzle), ("s", messages.SolvePuzzle)):
            await pilot.press(key)
            await until(pilot, lambda: app.requests)
            request = app.requests.pop()
            assert (type(request), request.puzzle) == (kind, Puzzle(SINGLE.layout, SINGLE.givens, "easy"))
        await pilot.press("K")
        await until_shown(pilot, "has no clauses")


async def test_a_file_of_several_puzzles_opens_like_a_folder(shelf: Path) -> None:
    app = Stage(shelf / "sudoku" / "many.txt")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "3 puzzles")
        await pilot.press("p")
        await until_shown(pilot, "many.txt", "number 1 of 3")
        await pilot.press("down")
        await until_shown(pilot, "the first row", "number 2 of 3")
        await pilot.press("enter", "down", "enter")
        await until(pilot, lambda: len(app.requests) == 2)
        assert [request.puzzle.name for request in app.requests] == ["the first row", "many 3"]
        await pilot.press("slash", *"first")
        await until(pilot, lambda: len(app.screen.query_one(FileList)) == 1)
        await pilot.press("escape", "left")
        await until(pilot, lambda: selection(app) == "many.txt")
        await pilot.press("enter")
        await until_shown(pilot, "number 1 of 3")
        await pilot.press("escape")
        await until(pilot, lambda: selection(app) == "many.txt")


async def test_the_filter_applies_while_typing(shelf: Path) -> None:
    app = Stage(shelf / "cnf")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "queens-12.cnf")
        rows = app.screen.query_one(FileList)
        await pilot.press("slash", *"CNF")
        assert len(rows) == 2
        await pilot.press("down")
        assert selection(app) == "queens-12.cnf"
        await pilot.press("space", "b", "r")
        assert (len(rows), selection(app)) == (1, "broken.cnf")
        await pilot.press("enter")
        await until_shown(pilot, "1 of 4 match")
        await pilot.press("slash", "q")
        await until_shown(pilot, "no name here matches")
        await pilot.press("escape")
        assert len(rows) == 5
        await until_shown(pilot, "1 folder, 3 files")
        assert app.screen.focused is rows


async def test_a_key_shows_hidden_files(shelf: Path) -> None:
    app = Stage(shelf / "cnf")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "queens-12.cnf")
        assert ".hidden" not in screen_text(app)
        await pilot.press("full_stop")
        await until_shown(pilot, ".hidden.cnf")


async def test_a_missing_start_folder_falls_back_to_the_nearest_one(shelf: Path) -> None:
    app = Stage(shelf / "cnf" / "no" / "such")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "puzzles › cnf", "such is gone; nearest folder", "queens-12.cnf")


async def test_a_folder_that_disappears(shelf: Path) -> None:
    app = Stage(shelf / "cnf" / "large")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "nothing here")
        shutil.rmtree(shelf / "cnf")
        await pilot.press("f5")
        await until_shown(pilot, "large is gone", "sudoku")
        await pilot.press("up")
        await until_shown(pilot, "1 folder")


async def test_a_file_that_disappears(shelf: Path) -> None:
    app = Stage(shelf / "cnf" / "notes.txt")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "nothing but words")
        (shelf / "cnf" / "notes.txt").unlink()
        await pilot.press("enter")
        await until_shown(pilot, "notes.txt: there is no such file")
        await until(pilot, lambda: len(app.screen.query_one(FileList)) == 4)


@unix
async def test_files_and_folders_that_can_not_be_read_have_a_message(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = shelf / "odd"
    odd.mkdir()
    os.mkfifo(odd / "a-pipe.cnf")
    (odd / "b-link.cnf").symlink_to("nowhere")
    (odd / "c-binary.cnf").write_bytes(bytes(range(256)))
    os.close(os.open(bytes(odd) + b"/d-\xff\x1b[31m.cnf", os.O_CREAT))
    app = Stage(odd)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "! unreadable", "binary", "empty", "d-\\xff\\x1b[31m.cnf", "this is a pipe")
        await pilot.press("enter")
        await until_shown(pilot, "a-pipe.cnf: this is a pipe")
        await pilot.press("down")
        await until_shown(pilot, "the target of this link does not", "exist")

        def forbidden(path: Path) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("engine.base.folder.os.scandir", forbidden)
        await pilot.press("left")
        await until_shown(pilot, "can't be read: permission denied")


@pytest.mark.long
async def test_only_files_near_the_view_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(3000):
        (folder / f"{number}.cnf").touch()
    looked: list[str] = []
    real = reading.glance_at
    monkeypatch.setattr(reading, "glance_at", lambda path: looked.append(path.name) or real(path))
    app = Stage(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(looked) >= 22)
        await pilot.press("end")
        await until(pilot, lambda: "2999.cnf" in looked)
        await until_shown(pilot, "2999.cnf", "empty", "3,000 files")
        assert len(looked) < 150


@pytest.mark.parametrize("clauses", [5, 5000])
async def test_a_formula_is_read_once_from_the_list_to_the_screen_that_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clauses: int
) -> None:
    path = tmp_path / "formulas" / "one.cnf"  # except the folder of the state, which may exist by then
    path.parent.mkdir()
    path.write_text(f"p cnf 3 {clauses}\n" + "1 -2 3 0\n" * clauses)
    parsed: list[str] = []
    for name in ("read", "parse"):
        real = getattr(dimacs, name)
        monkeypatch.setattr(dimacs, name, lambda *a, real=real, name=name, **k: parsed.append(name) or real(*a, **k))
    app = Stage(path.parent)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "most used")  # the preview
        await pilot.press("K")
        await until(pilot, lambda: app.requests)
        assert len(app.requests.pop().document.formula) == clauses
        await pilot.press("s")
        await until(pilot, lambda: app.requests)
        assert len(app.requests.pop().document.formula) == clauses
        assert len(parsed) == 1
        path.write_text("p cnf 3 1\n1 2 3 0\n")
        await pilot.press("K")  # it has changed: the previous contents are outdated
        await until(pilot, lambda: app.requests)
        assert len(app.requests.pop().document.formula) == 1


@pytest.mark.parametrize("count", [1, 400])
async def test_puzzles_are_read_once_from_the_list_to_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    (tmp_path / "one.txt").write_text(formats.write_all([SINGLE] * count))
    parsed: list[int] = []
    real = formats.parse
    monkeypatch.setattr(formats, "parse", lambda *a, **k: parsed.append(1) or real(*a, **k))
    app = Stage(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "30 givens")  # the preview
        await pilot.press("enter")
        if count > 1:
            await until_shown(pilot, f"number 1 of {count}")
            await pilot.press("down", "enter")
        await until(pilot, lambda: app.requests)
        assert app.requests.pop().puzzle.givens == SINGLE.givens
    assert len(parsed) == 1


async def test_saved_games_are_offered(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, games = Stage(shelf), list[str]()
    monkeypatch.setattr("engine.play.store.Store.unfinished", lambda _: games)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "2 folders")
        assert "resume" not in screen_text(app)
        games += ["one", "another"]
        await app.games.count()
        await app.push_screen(BrowserScreen(shelf / "cnf", shelf))
        await until_shown(pilot, "resume 2")
        app.pop_screen()
        await until_shown(pilot, "resume 2")


async def test_another_theme_recolours_the_screen(shelf: Path) -> None:
    app = Stage(shelf / "cnf" / "queens-12.cnf")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "most used")
        accents, inks = [], []
        for theme in ("dark", "light"):
            app.theme = theme
            await pilot.pause()
            segments = [segment for strip in app.screen._compositor.render_strips(app.size) for segment in strip]
            inks.append({segment.style.color for segment in segments if segment.style and segment.style.color})
            accents.append(app.screen.palette.accent.color)
        assert [[accent in visible for accent in accents] for visible in inks] == [[True, False], [False, True]]


def test_paths_are_shown_relative_to_the_shipped_puzzles_or_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    shipped = Path("/usr/lib/puzzles")
    assert shown_path(shipped, shipped) == "puzzles"
    assert shown_path(shipped / "cnf", shipped) == "puzzles/cnf"
    assert shown_path(Path("/home/ada/sat"), shipped) == "~/sat"
    assert shown_path(Path("/home"), shipped) == "/home"


async def test_a_click_selects_and_another_opens(shelf: Path) -> None:
    app = Stage(shelf / "cnf")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "queens-12.cnf")
        await pilot.click(FileList, offset=(5, 5))
        await until(pilot, lambda: selection(app) == "queens-12.cnf")
        assert not app.requests
        await pilot.click(FileList, offset=(5, 5))
        await until(pilot, lambda: app.requests)
        await pilot.click(FileList, offset=(5, 15))  # below the last row
        assert selection(app) == "queens-12.cnf"


def played(puzzle: Puzzle, solution: Digits, moves: int) -> None:
    """Save a game of the puzzle with that many of its first cells filled."""
    game = new_game(puzzle, now=lambda: 0.0).game
    for cell in range(moves):
        game.place(cell, solution[cell])
    with Store() as store:
        store.add(game.record())


def listed(app: SatSudoku, rows: int) -> list[list[str]]:
    """The first rows of the list as words."""
    return [line[:37].split() for line in screen_text(app).splitlines()[4 : 4 + rows]]


async def test_the_list_shows_levels_and_saved_games(tmp_path: Path) -> None:
    solution = random_solution(single(), 1)
    folder = tmp_path / "four"
    folder.mkdir()
    puzzles = [Puzzle(single(), (*(0,) * holes, *solution[holes:])) for holes in (3, 4, 2)]
    for name, puzzle in zip(("begun", "new", "solved"), puzzles, strict=True):
        (folder / f"{name}.txt").write_text(formats.write(puzzle))
    (folder / "vague.txt").write_text(formats.write(Puzzle(single(), (0,) * 80 + (1,))))
    played(puzzles[0], solution, 1)
    played(puzzles[2], solution, 2)
    app = Stage(folder)
    async with app.run_test() as pilot:
        await until_shown(pilot, "9x9 ✓ 00:00:00 ●")
        start, solved = ["9x9,", "in", "progress", "●"], ["9x9", "✓", "00:00:00", "●"]
        await until(pilot, lambda: listed(app, 2)[1] == ["new.txt", "9x9", "●"])
        assert listed(app, 4) == [
            ["begun.txt", *start],
            ["new.txt", "9x9", "●"],
            ["solved.txt", *solved],
            ["vague.txt", "9x9"],
        ]
        played(puzzles[0], solution, 3)
        app.push_screen(Notice("a game"))
        await until_screen(pilot, Notice)
        app.pop_screen()
        await until(pilot, lambda: listed(app, 1) == [["begun.txt", *solved]])


async def test_the_puzzles_of_a_file_have_levels_and_saved_games_too(tmp_path: Path) -> None:
    solution = random_solution(single(), 1)
    puzzles = [Puzzle(single(), (*(0,) * holes, *solution[holes:])) for holes in (3, 4)]
    (tmp_path / "both.txt").write_text(formats.write_all(puzzles))
    played(puzzles[1], solution, 4)
    app = Stage(tmp_path / "both.txt")
    async with app.run_test() as pilot:
        await until_shown(pilot, "2 puzzles")
        await pilot.press("enter")
        await until_shown(pilot, "77 ✓ 00:00:00 ●")
        assert listed(app, 2) == [["1", "78", "●"], ["2", "77", "✓", "00:00:00", "●"]]


async def test_a_narrow_list_keeps_the_dot_of_the_level(tmp_path: Path) -> None:
    solution = random_solution(double(), 1)
    puzzle = Puzzle(double(), (0, *solution[1:]))
    (tmp_path / "a rather long name.txt").write_text(formats.write(puzzle))
    played(puzzle, solution, 1)
    app = Stage(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "double ✓ 00:00:00 ●")
        assert "● easy" not in listed(app, 1)[0]
        await pilot.resize_terminal(120, 40)
        await until_shown(pilot, "double ✓ 00:00:00 ● easy")


async def test_a_message_is_shown_whole_beside_a_long_path(shelf: Path) -> None:
    folder = shelf / "cnf" / ("long" * 20)
    folder.mkdir()
    (folder / "a.cnf").write_text("p cnf 1 1\n1 0\n")
    async with Stage(folder).run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "a.cnf")
        await pilot.press("p")
        await until_shown(pilot, "long a formula can't be played; s solves it")


@pytest.mark.parametrize("name", ["sudoku/easy.txt", "cnf/queens-12.cnf", "sudoku/.hidden.txt"])
async def test_a_file_of_the_command_line_is_opened_once(shelf: Path, name: str) -> None:
    (shelf / "sudoku" / ".hidden.txt").write_text(EASY)
    app = Stage(shelf / name, opens_path=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(app.requests) == 1)
        assert isinstance(app.requests[0], messages.InspectFile if name.endswith("cnf") else messages.PlayPuzzle)
        assert selection(app) == Path(name).name
        await pilot.press("f5")
        await until_shown(pilot, Path(name).name)
        assert len(app.requests) == 1


async def test_a_file_that_can_not_be_opened_is_selected_with_the_reason(shelf: Path) -> None:
    app = Stage(shelf / "cnf" / "notes.txt", opens_path=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "notes.txt: neither a formula nor a puzzle")
        assert (selection(app), app.requests) == ("notes.txt", [])


@unix
async def test_links_out_of_the_folder_are_marked_for_guests(tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "theirs"
    folder.mkdir()
    (folder / "a.txt").write_text(formats.write(Puzzle(single(), (0,) * 81)))
    (tmp_path / "b.txt").write_text("outside")
    for name, target in (("folder", tmp_path), ("file", tmp_path / "b.txt"), ("hidden", "/nowhere/at/all")):
        (folder / name).symlink_to(target)
    app = SatSudoku(Options(path=folder, bounds=GuestLimits(folder, tmp_path / "state")))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "9x9")
        await until(pilot, lambda: len(re.findall(r"(?:folder/|file|hidden) +leads out", screen_text(app))) == 3)
