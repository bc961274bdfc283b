"""Drawing rules in the editor: on the board, with parameters, undone, removed, saved and exported."""

import pytest
from screens import until, until_screen, until_shown
from textual.pilot import Pilot

from engine.play.draft import Drafts
from engine.play.draft_file import dump_drafts, load_drafts
from engine.sudoku.formats import parse, write
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import KINDS
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.dots import DifferenceDot
from engine.sudoku.rules.kinds.everywhere import NonConsecutive
from engine.sudoku.rules.kinds.outside import Sandwich
from engine.sudoku.rules.kinds.thermometer import Thermometer
from tui.app import SatSudoku
from tui.base.requests import SetPuzzle
from tui.features.edit.screen import EditorScreen


async def editor(pilot: Pilot[None], layout: str = "single") -> EditorScreen:
    made = LAYOUTS[layout]()
    pilot.app.post_message(SetPuzzle(Puzzle(made, (0,) * len(made.cells))))
    screen: EditorScreen = await until_screen(pilot, EditorScreen)
    return screen


async def choose(pilot: Pilot[None], kind: str) -> None:
    await pilot.press("r")
    await until_shown(pilot, "Which kind of rule?")
    await pilot.press("home", *["down"] * [*KINDS].index(kind), "enter")


async def answer(pilot: Pilot[None], question: str, *keys: str) -> None:
    await until_shown(pilot, question)
    await pilot.press(*keys, "enter")


@pytest.mark.long
async def test_a_cage_is_drawn_counted_undone_and_removed(app: SatSudoku) -> None:
    cage = KillerCage((0, 1, 10), 23)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await editor(pilot)
        await choose(pilot, "killer cage")
        await pilot.press("space", "right", "down", "right", "left", "enter")
        await answer(pilot, "Sum of the cage", "2", "3")
        await until(pilot, lambda: screen.draft.rules == (cage,))
        await pilot.press("escape")
        await until_shown(pilot, "1 rule", "Cage at r1c1: 3", "more than 50 solutions")
        await pilot.press("5", "left", "up", "up", "R")
        await until(pilot, lambda: screen.draft.rules == ())
        await pilot.press("u")
        assert screen.draft.rules == (cage,)
        await pilot.press("u", "u")
        assert screen.draft.rules == ()
        await pilot.press("U", "X")
        assert screen.draft.rules == ()
        await pilot.press("u")
        assert screen.draft.rules == (cage,)


async def test_a_line_shortens_on_the_way_back_and_shows_while_it_is_drawn(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await editor(pilot, "double")
        await choose(pilot, "thermometer")
        await pilot.press("space", "right", "right", "down", "up")
        await until_shown(pilot, "(·")
        await pilot.press("backspace", "down", "space", "right", "down", "space", "enter")
        await until(pilot, lambda: bool(screen.draft.rules))
        at = double().index
        assert screen.draft.rules == (Thermometer((at[0, 0], at[0, 1], at[1, 1], at[2, 2])),)
        assert screen.draft.values.count(0) == len(double().cells)
        await until_shown(pilot, "◉", "\\")


@pytest.mark.long
async def test_parts_pairs_rays_and_rules_of_the_board(app: SatSudoku) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await editor(pilot)
        await choose(pilot, "arrow")
        await pilot.press("space", "enter")
        await until_shown(pilot, "shaft: ")
        await pilot.press("right", "right", "enter", "escape")
        await choose(pilot, "difference")
        await pilot.press("space", "down")
        await answer(pilot, "Difference of the two digits")
        await until(pilot, lambda: len(screen.draft.rules) == 2)
        await pilot.press("escape", "K", "H")
        await choose(pilot, "sandwich")
        await pilot.press("space", "right")
        await answer(pilot, "Number of the clue", "9", "9")
        await until_shown(pilot, "a number from 0 to 81 is needed")
        await pilot.press("enter")
        await answer(pilot, "Number of the clue", "9")
        await until(pilot, lambda: len(screen.draft.rules) == 3)
        await pilot.press("escape")
        await choose(pilot, "non-consecutive")
        await until(pilot, lambda: len(screen.draft.rules) == 4)
        expected = (Arrow((0,), (1, 2)), DifferenceDot((2, 11), 1), Sandwich(tuple(range(9)), 9))
        assert screen.draft.rules == (*expected, NonConsecutive((2, 11)))  # neighbours with a dot are exempt


async def test_digits_are_no_givens_while_a_rule_is_drawn(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await editor(pilot)
        await choose(pilot, "renban")
        await pilot.press("space", "5")
        await until_shown(pilot, "A rule is being drawn")
        assert screen.draft.is_empty
        await pilot.press("escape", "5")
        assert screen.draft.values[0] == 5


async def test_givens_that_break_a_rule_have_no_solution(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await editor(pilot)
        screen.draft.add_rule(Thermometer((0, 1)))
        await pilot.press("5", "4")
        await until_shown(pilot, "no solution", "the thermometer from r1c1 is", "broken")


def test_drafts_keep_rules_and_links_hold_them() -> None:
    rules = (KillerCage((0, 1), 5), Arrow((9,), (10, 11)))
    puzzle = Puzzle(single(), (0,) * 81, "mine", rules=rules)
    drafts = Drafts()
    drafts.take(puzzle)
    assert load_drafts(dump_drafts(drafts)).draft.rules == rules
    assert [each.rules for each in parse(write(puzzle, "fpuzzles").encode())] == [rules]
    drafts.draft.undo()
    assert drafts.draft.is_empty
