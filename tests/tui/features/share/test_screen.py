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
from tui.features.share.screen import ShareScreen, share_formats

WHOLE = random_solution(single(), 4)
PUZZLE = Puzzle(single(), (0, 0, 0, *WHOLE[3:]), "three holes")
HALF = (WHOLE[0], 0, 0, *WHOLE[3:])


async def sharing(pilot: Pilot[None], puzzle: Puzzle = PUZZLE, digits: tuple[int, ...] = HALF) -> ShareScreen:
    pilot.app.post_message(SharePuzzle(puzzle, digits))
    screen: ShareScreen = await until_screen(pilot, ShareScreen)
    return screen


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_format_that_can_express_a_layout_is_listed_and_has_the_puzzle(name: str, tmp_path: Path):
    layout = LAYOUTS[name]()
    puzzle = Puzzle(layout, (1, *[0] * (len(layout.cells) - 1)), "a/b: ../c\x1b[2J")
    formats = {form.name: form for form in share_formats(puzzle, tmp_path)}
    for format_name in FORMATS:
        try:
            require(format_name, layout)
        except InputError:
            assert format_name not in formats
            continue
        form = formats.pop(format_name)
        assert form.text is not None
        [parsed] = parse(form.text().encode(), layout=layout)
        assert parsed.givens == puzzle.givens
        form.export.write(form.export.path)
        assert form.export.path.parent == tmp_path
        assert form.export.path.read_text() == form.text()
        assert "\x1b" not in form.text()
    assert list(formats) == ["svg", "pdf"]


async def test_formats_without_the_rules_are_marked_and_come_last(app: SatSudoku, tmp_path: Path) -> None:
    puzzle = Puzzle(GridRules(9, tuple(usual_boxes(9)), knight=True).layout(), (1, *(0,) * 80), "knights")
    found = share_formats(puzzle, tmp_path)
    with_layout = [form for form in found if form.has_rules]
    *formats, page, as_pdf = found
    assert formats == sorted(formats, key=with_layout.__contains__, reverse=True)
    assert all(form.text and parse(form.text().encode()) == [puzzle] for form in with_layout if form in formats)
    without_rules = {form.name for form in found if not form.has_rules}
    assert without_rules >= {"grid", "stack", "line", "spaced"}
    assert all(FORMATS[name].shape for name in without_rules), "only texts of digits lack rules"
    assert page.text
    assert "anti-knight sudoku" in page.text(), "the page is headed by it"
    assert as_pdf.has_rules
    assert all(form.has_rules for form in share_formats(Puzzle(LAYOUTS["x"](), (1, *(0,) * 80)), tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await sharing(pilot, puzzle, puzzle.givens)
        rows = app.screen.rows
        for place, form in enumerate(rows.items):
            line = "".join(segment.text for segment in rows.draw(place, 110, False))
            assert line.startswith(f" {form.name} ")
            assert ("without the rules" in line) is not form.has_rules


async def test_each_format_is_shown_and_copied(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    async with app.run_test(size=(100, 40)) as pilot:
        await sharing(pilot)
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        for form in share_formats(PUZZLE, Path()):
            await pilot.press("c")
            assert app.screen._format.name == form.name
            assert form.summary in screen_text(app)
            if form.text:
                assert copied.pop() == form.text()
                first = form.text().splitlines()[0][:80].strip()
                assert first in screen_text(app)
            await pilot.press("right")
        assert not copied


async def test_a_letter_selects_a_format_and_the_last_used_one_comes_first(app: SatSudoku, tmp_path: Path) -> None:
    names = [form.name for form in share_formats(PUZZLE, tmp_path)]
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await sharing(pilot)
        await pilot.press("p")
        assert screen._format.name == next(name for name in names if name.startswith("p"))
        last = screen._format.name
        await pilot.press("g", "p", "q" if not any(name.startswith("q") for name in names) else "p")
        await pilot.press("s", "escape", "escape")
        screen = await sharing(pilot)
        assert screen.rows.items[0].name == screen._format.name
        assert screen._format.name.startswith("p")
        assert sorted(form.name for form in screen.rows.items) == sorted(names)
        assert last in names


async def test_a_key_includes_the_digits_of_the_player(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    async with app.run_test() as pilot:
        await sharing(pilot)
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        await pilot.press("c", "m", "c")
        assert [parse(text.encode())[0].givens for text in copied] == [PUZZLE.givens, HALF]
        assert "with your digits" in screen_text(app)


async def test_a_game_is_shared_with_its_digits(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        app.post_message(PlayPuzzle(PUZZLE))
        board = await until_screen(pilot, BoardScreen)
        await pilot.press(str(WHOLE[0]), "E")
        await until_screen(pilot, ShareScreen)
        await pilot.press("m")
        await until_shown(pilot, "with your digits", "".join(map(str, WHOLE[:1])) + "..")
        await pilot.press("escape")
        assert app.screen is board


async def test_a_file_is_overwritten_only_after_a_question(
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


async def test_an_error_of_writing_is_shown(app: SatSudoku) -> None:
    async with app.run_test(notifications=True) as pilot:
        screen = await sharing(pilot)
        await pilot.press("s", "ctrl+u", *"/proc/none/x", "enter")
        await until_shown(pilot, "can't be written")
        assert screen.is_current


async def test_escape_sequences_in_a_name_are_not_sent(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    hostile = Puzzle(double(), (0,) * 153, "\x1b]0;owned\x07\u202e\x9b31m")
    async with app.run_test() as pilot:
        await sharing(pilot, hostile, hostile.givens)
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        for _ in share_formats(hostile, Path()):
            await pilot.press("c", "right")
            assert all(line.isprintable() for line in screen_text(app).splitlines())
        assert all(sign.isprintable() or sign == "\n" for text in copied for sign in text)
        assert all("owned" in text for text in copied[:4])


async def test_long_texts_can_be_scrolled_to_their_end(app: SatSudoku) -> None:
    layout = LAYOUTS["25x25"]()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sharing(pilot, Puzzle(layout, (0,) * 625), (0,) * 625)
        while screen._format.name != "ksudoku":
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
        names = [form.name for form in screen.rows.items]
        await pilot.press(*keys)
        await until(pilot, lambda: screen.rows.item is not None and screen.rows.item.name == names[place])
        assert len(names) > 2
