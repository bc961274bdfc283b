"""The trainer for players: drills answered correctly, at the second try, or wrong on purpose; and what is stored."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.base.language import VARIABLE
from engine.play.answers import DrillAnswer, judge
from engine.play.schedule import Quality
from engine.play.store import Store
from engine.play.training import DRILL_LAYOUTS, training_path
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.drill_bank import read_bank
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, members
from tui.app import SHIPPED, SatSudoku
from tui.base.picture_view import PanelView
from tui.features.train import drill
from tui.features.train.drill import DrillScreen
from tui.features.train.screen import TrainScreen
from tui.terminal.options import Options


@pytest.fixture
def trainer(tmp_path: Path) -> SatSudoku:
    return SatSudoku(Options(path=tmp_path))


async def drill_of(pilot: Pilot[None], technique: Technique) -> DrillScreen:
    """Open the trainer and begin a drill of a technique."""
    await pilot.press("T")
    trainer: TrainScreen = await until_screen(pilot, TrainScreen)
    await until_shown(pilot, "Full house", "new")
    trainer.rows.go(training_path(trainer.board_layout).index(technique))
    await pilot.press("enter")
    screen: DrillScreen = await until_screen(pilot, DrillScreen)
    await until(pilot, lambda: screen.drill)
    return screen


def right_and_wrong(screen: DrillScreen) -> tuple[Candidate, Candidate]:
    """A candidate that the technique shows, and a true one, which nothing can remove."""
    drill = screen.drill
    assert drill
    step = drill.steps[0]
    right = (step.places or step.removes)[0]
    shown_by_any = {item for step in drill.steps for item in step.places or step.removes}
    wrong = next(
        Candidate(cell, digit)
        for cell in members(drill.position.empty)
        for digit in range(1, 10)
        if (cell, digit) not in shown_by_any and (step.places or drill.solution[cell] == digit)
    )
    return right, wrong


async def mark(pilot: Pilot[None], screen: DrillScreen, candidate: Candidate) -> None:
    screen.board.go_to(candidate.cell)
    await pilot.press(str(candidate.digit))


def stored_answers() -> list[tuple[Technique, Quality]]:
    with Store() as store:
        return [(answer.technique, answer.quality) for answer in store.drills_answered()]


@pytest.mark.few(1)
@pytest.mark.parametrize("technique", [Technique.HIDDEN_SINGLE, Technique.X_WING])
async def test_right_at_once(trainer: SatSudoku, technique: Technique) -> None:
    async with trainer.run_test(size=(100, 30)) as pilot:
        screen = await drill_of(pilot, technique)
        right, _ = right_and_wrong(screen)
        await pilot.press("enter")
        await until_shown(pilot, "Nothing is marked yet.", "enter answer")  # which is not a try
        await mark(pilot, screen, right)
        name = screen.drill.puzzle.layout.cell_name(right.cell) if screen.drill else ""
        await until_shown(pilot, f"{name}{'=' if technique is Technique.HIDDEN_SINGLE else '-'}{right.digit}")
        await pilot.press("enter")
        await until_shown(pilot, "Right.", "enter another")
        assert screen.solution_step
        assert screen.solution_step.sentence[:15] in screen_text(trainer)
        drill = screen.drill
        await pilot.press("enter")
        await until(pilot, lambda: screen.drill not in (drill, None))
        await pilot.press("escape")
        await until_shown(pilot, "1 of 1 drill answered well", "practised", date.today().isoformat()[:4])
    assert stored_answers() == [(technique, Quality.FIRST_TRY)]


@pytest.mark.parametrize("technique", [Technique.NAKED_SINGLE, Technique.CLAIMING])
async def test_wrong_and_then_right(trainer: SatSudoku, technique: Technique) -> None:
    async with trainer.run_test() as pilot:
        screen = await drill_of(pilot, technique)
        right, wrong = right_and_wrong(screen)
        await mark(pilot, screen, wrong)
        await pilot.press("enter")
        assert screen.drill
        await until_shown(pilot, "One more try", screen.drill.puzzle.layout.cell_name(wrong.cell))
        assert screen.solution_step is None
        await pilot.press("X")
        await mark(pilot, screen, right)
        await pilot.press("enter")
        await until_shown(pilot, "Right, on the second try.")
    assert stored_answers() == [(technique, Quality.SECOND_TRY)]


FAMILIES = (
    Technique.HIDDEN_PAIR, Technique.TWO_STRING_KITE, Technique.XYZ_WING, Technique.UNIQUE_RECTANGLE_4,
    Technique.DISCONTINUOUS_NICE_LOOP,
)  # fmt: skip
"""Some of each kind that are made quickly."""


@pytest.mark.parametrize(
    ("name", "techniques"),
    [
        ("single", FAMILIES),
        *(
            pytest.param(name, training_path(LAYOUTS[name]()), marks=pytest.mark.slow, id=f"all-{name}")
            for name in DRILL_LAYOUTS
        ),
    ],
)
async def test_each_technique_answered_wrong_on_purpose(
    trainer: SatSudoku, monkeypatch: pytest.MonkeyPatch, name: str, techniques: Sequence[Technique]
) -> None:
    """All sentences are readable, although long ones have 21 columns at 80x24."""
    monkeypatch.setattr(drill, "new_seed", lambda: 1)
    layout = LAYOUTS[name]()
    upcoming = iter([techniques[0], *(technique for technique in techniques for _ in range(2))])  # one for the heading
    answered: list[tuple[Technique, Quality]] = []

    async def keep(technique: Technique, quality: Quality) -> str:
        answered.append((technique, quality))
        return ""

    async with trainer.run_test(size=(80, 24)) as pilot:
        screen = DrillScreen(layout, read_bank(SHIPPED, layout), lambda: next(upcoming, techniques[0]), keep)
        await trainer.show(screen)
        for technique in techniques:
            for second_is_right in (True, False):
                await until(pilot, lambda: screen.drill and not screen.solution_step)
                assert screen.drill
                assert screen.drill.technique is technique
                right, wrong = right_and_wrong(screen)
                await mark(pilot, screen, wrong)
                await pilot.press("enter")
                reason = judge(screen.drill, DrillAnswer(frozenset({wrong}))).sentence
                await until_read(pilot, technique.title, reason)
                if second_is_right:
                    await pilot.press("X")
                    await mark(pilot, screen, right)
                await pilot.press("enter")
                await until(pilot, lambda: screen.solution_step)
                assert screen.solution_step
                await until_shown(pilot, "Right, on the second try." if second_is_right else "here is the step.")
                await until_read(
                    pilot, technique.title, *([] if second_is_right else [reason]), screen.solution_step.sentence
                )
                await pilot.press("enter")
    assert answered == [
        (technique, quality) for technique in techniques for quality in (Quality.SECOND_TRY, Quality.REVEAL)
    ]


async def until_read(pilot: Pilot[None], *texts: str) -> None:
    """Wait until these texts can be read in full, page by page if they are long, with any line breaks."""
    panel, pages = pilot.app.screen.query_one(PanelView), dict[str, None]()

    def page() -> str:
        area = panel.region
        lines = screen_text(pilot.app).split("\n")[area.y : area.bottom]
        parts = [line[area.x : area.right].strip() for line in lines]
        return "".join("".join(part.split()) for part in parts if part != "r: read on")

    def all_is_read() -> bool:
        return all("".join(text.split()) in "".join(pages) for text in texts)

    await until(pilot, lambda: page() and "".join(texts[0].split())[:9] in page())
    pages[page()] = None
    while not all_is_read():
        assert "r: read on" in screen_text(pilot.app), texts
        await pilot.press("r")
        await until(pilot, lambda: page() not in pages)
        pages[page()] = None


async def test_the_mouse_points_at_cells(trainer: SatSudoku) -> None:
    async with trainer.run_test() as pilot:
        screen = await drill_of(pilot, Technique.HIDDEN_SINGLE)
        right, wrong = right_and_wrong(screen)
        for candidate in (wrong, right):
            await pilot.click(screen.board, offset=screen.board._frame.digit_place(candidate.cell))
            assert screen.board.cursor == candidate.cell
            await pilot.press(str(candidate.digit), "enter")
            await until_shown(pilot, "One more try" if candidate is wrong else "Right, on the second try.")
            await pilot.press("X")
    assert stored_answers() == [(Technique.HIDDEN_SINGLE, Quality.SECOND_TRY)]


async def test_wrong_twice_is_shown(trainer: SatSudoku) -> None:
    async with trainer.run_test() as pilot:
        screen = await drill_of(pilot, Technique.NAKED_PAIR)
        _, wrong = right_and_wrong(screen)
        await mark(pilot, screen, wrong)
        await pilot.press("enter", "enter")
        await until_shown(pilot, "here is the step.")
        assert screen.drill
        assert screen.solution_step in screen.drill.steps
        marked = {cell for cell, sign in screen.board.look.signs.items() if sign == "-"}
        assert screen.solution_step
        assert marked == {cell for cell, _ in screen.solution_step.removes}
        await pilot.press("s", "space")  # which no longer have an effect
        await pilot.press("escape")
        await until_shown(pilot, "0 of 1 drill answered well")
    assert stored_answers() == [(Technique.NAKED_PAIR, Quality.REVEAL)]


async def test_all_candidates_are_in_the_cells_and_their_size_can_be_chosen(trainer: SatSudoku) -> None:
    async with trainer.run_test(size=(80, 24)) as pilot:
        screen = await drill_of(pilot, Technique.POINTING)
        assert screen.drill
        candidates = sum(mask.bit_count() for mask in screen.drill.position.masks)
        assert sum(char.isdigit() for char in screen.board.picture.chars) >= candidates
        await pilot.press("z")
        await until_shown(pilot, "Cells: small")
        assert sum(char.isdigit() for char in screen.board.picture.chars) < candidates


async def test_giving_up_and_cells_that_are_marked(trainer: SatSudoku) -> None:
    async with trainer.run_test(size=(120, 40)) as pilot:
        screen = await drill_of(pilot, Technique.POINTING)
        assert screen.drill
        screen.board.go_to(screen.drill.steps[0].cells[0])
        await pilot.press("space", "enter")
        await until_shown(pilot, "Now mark")
        await pilot.press("f", "5")
        await until_shown(pilot, "The places for 5 are shown.")
        assert set(screen.board.look.grounds) >= set(members(screen.drill.position.cells_with[5]))
        await pilot.press("S")
        await until_shown(pilot, "Here is the step.")
    assert stored_answers() == [(Technique.POINTING, Quality.REVEAL)]


async def test_the_longest_names_are_whole_where_other_columns_leave_room(
    trainer: SatSudoku, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "de")
    async with trainer.run_test(size=(80, 24)) as pilot:
        await pilot.press("T")
        await until_shown(pilot, "Block-Zeile-Reduktion (Pointing)", "Zeile-Block-Reduktion (Claiming)")


async def test_drills_on_another_layout_and_of_the_next_technique(trainer: SatSudoku) -> None:
    async with trainer.run_test(size=(100, 40)) as pilot:
        await pilot.press("T")
        path: TrainScreen = await until_screen(pilot, TrainScreen)
        await until_shown(pilot, "Full house")
        await pilot.press("y", "down", "down", "enter")
        await until_shown(pilot, "double sudoku", "Cross-grid line")
        await pilot.press("d")
        screen: DrillScreen = await until_screen(pilot, DrillScreen)
        await until(pilot, lambda: screen.drill)
        assert screen.drill
        assert (screen.drill.technique, screen.drill.puzzle.layout) == (Technique.FULL_HOUSE, path.board_layout)
        await mark(pilot, screen, right_and_wrong(screen)[0])
        await pilot.press("enter", "enter")
        await until(pilot, lambda: screen.drill and screen.drill.technique is Technique.NAKED_SINGLE)
