"""Sharing a puzzle: every format on the screen, in the clipboard and in a file, and nothing harmful in the terminal."""

from pathlib import Path
from typing import Any

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.base.errors import InputError
from engine.sudoku.formats import FORMATS, parse, require, write
from engine.sudoku.formats.grid_rules import GridRules, usual_boxes
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.dialogs import Confirm, Prompt
from tui.base.requests import PlayPuzzle, SharePuzzle
from tui.features.play.screen import BoardScreen
from tui.features.share.screen import ShareScreen, ways

WHOLE = random_solution(single(), 4)
PUZZLE = Puzzle(single(), (0, 0, 0, *WHOLE[3:]), "three holes")
HALF = (WHOLE[0], 0, 0, *WHOLE[3:])


async def sharing(pilot: Pilot[None], puzzle: Puzzle = PUZZLE, digits: tuple[int, ...] = HALF) -> ShareScreen:
    pilot.app.post_message(SharePuzzle(puzzle, digits))
    screen: ShareScreen = await until_screen(pilot, ShareScreen)
    return screen


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_way_that_fits_is_there_and_holds_the_puzzle(name: str, tmp_path: Path):
    layout = LAYOUTS[name]()
    puzzle = Puzzle(layout, (1, *[0] * (len(layout.cells) - 1)), "a/b: ../c\x1b[2J")
    found = {way.name: way for way in ways(puzzle, tmp_path)}
    for form in FORMATS:
        try:
            require(form, layout)
        except InputError:
            assert form not in found
            continue
        way = found.pop(form)
        assert way.text is not None
        [again] = parse(way.text().encode(), layout=layout)
        assert again.givens == puzzle.givens
        way.export.write(way.export.path)
        assert way.export.path.parent == tmp_path
        assert way.export.path.read_text() == way.text()
        assert "\x1b" not in way.text()
    assert list(found) == ["svg", "pdf"]


async def test_what_can_not_tell_the_rules_says_so_and_comes_last(app: SatSudoku, tmp_path: Path) -> None:
    puzzle = Puzzle(GridRules(9, tuple(usual_boxes(9)), knight=True).layout(), (1, *(0,) * 80), "knights")
    found = ways(puzzle, tmp_path)
    with_layout = [way for way in found if way.shows_layout]
    *formats, page, as_pdf = found
    assert formats == sorted(formats, key=with_layout.__contains__, reverse=True)
    assert all(way.text and parse(way.text().encode()) == [puzzle] for way in with_layout if way in formats)
    assert {way.name for way in found if not way.shows_layout} == {"grid", "stack", "line", "spaced"}
    assert page.text
    assert "anti-knight sudoku" in page.text(), "the page is headed by it"
    assert as_pdf.shows_layout
    assert all(way.shows_layout for way in ways(Puzzle(LAYOUTS["x"](), (1, *(0,) * 80)), tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await sharing(pilot, puzzle, puzzle.givens)
        rows = app.screen.ways
        for place, way in enumerate(rows.items):
            line = "".join(segment.text for segment in rows.draw(place, 110, False))
            assert line.startswith(f" {way.name} ")
            assert ("without the rules" in line) is not way.shows_layout


async def test_each_format_is_shown_and_copied(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    async with app.run_test(size=(100, 40)) as pilot:
        await sharing(pilot)
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        for way in ways(PUZZLE, Path()):
            await pilot.press("c")
            assert app.screen._way.name == way.name
            assert way.summary in screen_text(app)
            if way.text:
                assert copied.pop() == way.text()
                first = way.text().splitlines()[0][:80].strip()
                assert first in screen_text(app)
            await pilot.press("right")
        assert not copied


async def test_a_letter_goes_to_the_format_and_the_last_one_comes_first(app: SatSudoku, tmp_path: Path) -> None:
    names = [way.name for way in ways(PUZZLE, tmp_path)]
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await sharing(pilot)
        await pilot.press("p")
        assert screen._way.name == next(name for name in names if name.startswith("p"))
        last = screen._way.name
        await pilot.press("g", "p", "q" if not any(name.startswith("q") for name in names) else "p")
        await pilot.press("s", "escape", "escape")
        screen = await sharing(pilot)
        assert screen.ways.items[0].name == screen._way.name
        assert screen._way.name.startswith("p")
        assert sorted(way.name for way in screen.ways.items) == sorted(names)
        assert last in names


async def test_givens_only_or_with_the_players_digits(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    async with app.run_test() as pilot:
        await sharing(pilot)
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        await pilot.press("c", "m", "c")
        assert [parse(text.encode())[0].givens for text in copied] == [PUZZLE.givens, HALF]
        assert "with your digits" in screen_text(app)


async def test_a_game_is_shared_as_it_stands(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        app.post_message(PlayPuzzle(PUZZLE))
        board = await until_screen(pilot, BoardScreen)
        await pilot.press(str(WHOLE[0]), "E")
        await until_screen(pilot, ShareScreen)
        await pilot.press("m")
        await until_shown(pilot, "with your digits", "".join(map(str, WHOLE[:1])) + "..")
        await pilot.press("escape")
        assert app.screen is board


async def test_a_file_is_written_but_never_over_another_unasked(
    app: SatSudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "three-holes.txt"
    path.write_text("precious")
    async with app.run_test() as pilot:
        await sharing(pilot)
        await pilot.press("s")
        await until_screen(pilot, Prompt)
        await pilot.press("enter")
        await until_screen(pilot, Confirm)
        await pilot.press("n", "escape")
        assert path.read_text() == "precious"
        await pilot.press("s", "enter")
        await until_screen(pilot, Confirm)
        await pilot.press("y")
        await until(pilot, lambda: path.read_text() == write(PUZZLE))


async def test_what_can_not_be_written_is_told(app: SatSudoku) -> None:
    async with app.run_test(notifications=True) as pilot:
        screen = await sharing(pilot)
        await pilot.press("s", "ctrl+u", *"/proc/none/x", "enter")
        await until_shown(pilot, "can't be written")
        assert screen.is_current


async def test_a_hostile_name_reaches_neither_screen_nor_clipboard(
    app: SatSudoku, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    hostile = Puzzle(double(), (0,) * 153, "\x1b]0;owned\x07\u202e\x9b31m")
    async with app.run_test() as pilot:
        await sharing(pilot, hostile, hostile.givens)
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        for _ in ways(hostile, Path()):
            await pilot.press("c", "right")
            assert all(line.isprintable() for line in screen_text(app).splitlines())
        assert all(sign.isprintable() or sign == "\n" for text in copied for sign in text)
        assert all("owned" in text for text in copied[:4])


async def test_long_texts_can_be_scrolled_to_their_end(app: SatSudoku) -> None:
    layout = LAYOUTS["25x25"]()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sharing(pilot, Puzzle(layout, (0,) * 625), (0,) * 625)
        while screen._way.name != "ksudoku":
            await pilot.press("right")
        assert "lines more" in screen_text(app)
        screen.text.action_scroll(10**6)
        await pilot.pause()
        assert "lines more" not in screen_text(app)
        assert "</ksudoku>" in screen_text(app)


def test_the_text_as_a_picture(snap_compare: Any, app: SatSudoku) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await sharing(pilot)
        await pilot.press("m")

    assert snap_compare(app, terminal_size=(80, 24), run_before=before)


@pytest.mark.parametrize(
    ("keys", "place"),
    [(["left"], -1), (["h"], -1), (["right"], 1), (["l"], 1), (["down", "down", "up"], 1), (["left", "right"], 0)],
)
async def test_arrows_go_from_format_to_format(app: SatSudoku, keys: list[str], place: int) -> None:
    async with app.run_test() as pilot:
        screen = await sharing(pilot)
        names = [way.name for way in screen.ways.items]
        await pilot.press(*keys)
        await until(pilot, lambda: screen.ways.item is not None and screen.ways.item.name == names[place])
        assert len(names) > 2
