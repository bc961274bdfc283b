"""Boards in terminals that are too small for most screens: those that fit can be played, others scroll."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screens import screen_text, until, until_screen, until_shown
from textual.geometry import Region, Size

from engine.play.hint_stages import HintStage
from engine.play.hints import Hint, HintKind, ask
from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.step import Step
from tui.app import SatSudoku
from tui.base.base_app import HEIGHT, WIDTH
from tui.base.board import BoardView
from tui.base.requests import PlayPuzzle
from tui.base.zoom import Zoom
from tui.draw.board import BoardAppearance, draw
from tui.draw.board_frame import NARROW, board_frame, put_edges, uncovered
from tui.draw.palette import PALETTES, UNICODE
from tui.features.play.arrangement import LINES, arrange
from tui.features.play.screen import BoardScreen

SOLUTION = random_solution(single(), 3)
layouts = st.sampled_from([make() for make in LAYOUTS.values()])


@pytest.mark.parametrize(("name", "size"), [("single", (31, 13)), ("double", (51, 21)), ("6x6", (30, 12))])
async def test_a_board_can_be_played_in_a_terminal_of_its_size(
    app: SatSudoku, name: str, size: tuple[int, int]
) -> None:
    layout = LAYOUTS[name]()
    digits = random_solution(layout, 3)
    async with app.run_test(size=size) as pilot:
        app.post_message(PlayPuzzle(Puzzle(layout, (0, 0, *digits[2:]), "small")))
        screen = await until_screen(pilot, BoardScreen)
        await until(pilot, lambda: screen.query(BoardView) and screen.query_one(BoardView).region)
        board = screen.query_one(BoardView)
        assert not screen.is_too_small
        assert board.region.size == (board.picture.width, board.picture.height)
        assert Region(0, 0, *size).contains_region(board.region)
        await pilot.press(str(digits[1]))
        await until_shown(pilot, "appears twice")
        await pilot.press("u", "i", "i", "n")
        await until(pilot, lambda: screen.marks.noting)
        await pilot.press("n", str(digits[0]), "right", str(digits[1]))
        await until_shown(pilot, "Solved in")
        await pilot.press("escape", "question_mark")
        await until_shown(pilot, "keys: board")


async def test_a_message_over_the_board_does_not_cover_the_cursor(app: SatSudoku) -> None:
    async with app.run_test(size=(31, 13)) as pilot:
        app.post_message(PlayPuzzle(Puzzle(single(), (*SOLUTION[:79], 0, 0), "small")))
        screen = await until_screen(pilot, BoardScreen)
        await until(pilot, lambda: screen.query(BoardView))
        await pilot.press("i")
        await until(pilot, lambda: screen.marks.hint)
        await until_shown(pilot, "i: ")
        lines = screen_text(app).splitlines()
        place = next(number for number, line in enumerate(lines) if "i: " in line)
        assert screen.board.region.bottom <= screen.overlay.region.y <= place
        assert screen.board.region.bottom > screen.board.region.y + screen.board.selected_place().y
        await pilot.press("u")
        await until(pilot, lambda: any(line.startswith("9 ") for line in screen_text(app).splitlines()))


async def test_the_house_of_a_hint_is_visible_and_its_technique_is_named_once(app: SatSudoku) -> None:
    async with app.run_test(size=(40, 12)) as pilot:
        layout = LAYOUTS["double"]()
        solution = random_solution(layout, 3)
        app.post_message(PlayPuzzle(Puzzle(layout, (0, *solution[1:-1], 0), "small")))
        screen = await until_screen(pilot, BoardScreen)
        await until(pilot, lambda: screen.query(BoardView))
        last = len(solution) - 1
        house = next(n for n, house in enumerate(layout.houses) if last in house.cells and house.kind == "box")
        step = Step(Technique.HIDDEN_SINGLE, "", (last,), (house,), ())
        sentence = "Hidden single: one digit has only one place left in the last box of all, at its end."
        stage = HintStage(sentence, "why", houses=(house,), cells=(last,))
        hint = Hint(ask(screen.game, Level.EASY), HintKind.STEP, (stage, stage), screen.game.candidates, step)
        screen.mark(hint=hint)
        await until_shown(pilot, "One digit has")
        assert screen_text(app).count("idden single") == 1
        board = screen.board
        window = Region.from_offset(board._window, board.visible_size)
        inside = uncovered(board._frame, window)
        assert all(inside.contains_point(board._frame.digit_place(cell)) for cell in layout.houses[house].cells)


@given(layouts, st.sampled_from(Zoom), st.integers(30, 100), st.integers(12, 40))
def test_everything_fits_a_small_terminal_and_the_board_comes_first(
    layout: Layout, zoom: Zoom, width: int, height: int
) -> None:
    arrangement = arrange(layout, UNICODE.box, zoom, Size(width, height))
    panel = arrangement.panel.width + 1 if arrangement.panel else 0
    assert arrangement.visible.width + panel <= width
    rows = height - (1 if arrangement.has_side_panel else arrangement.lines)
    assert arrangement.visible.height <= rows
    whole = board_frame(layout, UNICODE.box, NARROW).size
    always = LINES if width >= WIDTH and height >= HEIGHT else 0  # lines that only a smaller terminal leaves out
    if not zoom.is_large and whole.width < width and whole.height <= height - always:
        assert arrangement.visible.height >= whole.height


@given(layouts, st.data())
def test_a_scrolled_board_keeps_its_frame_and_the_labels_of_its_cells(layout: Layout, data: st.DataObject) -> None:
    text, palette = board_frame(layout, UNICODE.box), PALETTES["mono"]
    width = data.draw(st.integers(min(12, text.width), text.width))
    height = data.draw(st.integers(min(8, text.height), text.height))
    x, y = data.draw(st.integers(0, text.width - width)), data.draw(st.integers(0, text.height - height))
    window = Region(x, y, width, height)
    cells = range(len(layout.cells))
    plain = draw(text, BoardAppearance([1] * len(cells), [palette.given] * len(cells)), palette, UNICODE, window)
    edged = draw(text, BoardAppearance([1] * len(cells), [palette.given] * len(cells)), palette, UNICODE, window)
    put_edges(edged, text, window, palette, UNICODE)
    inside = uncovered(text, window)
    for row_y in range(y, window.bottom):
        for column_x in range(x, window.right):
            char, before = edged.char(column_x, row_y), plain.char(column_x, row_y)
            if inside.contains(column_x, row_y):
                assert char == before or char in UNICODE.arrows
            else:
                assert char != " " or column_x < inside.x, "a line, a label or an arrow"
    if y:
        row = [edged.char(column_x, y) for column_x in range(x, window.right)]
        for column, start in enumerate(text.xs):
            if x < start + 1 < window.right - 1 and str(column + 1)[-1] != row[start + 1 - x]:
                assert row[start + 1 - x] in UNICODE.arrows
