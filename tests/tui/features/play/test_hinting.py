"""Hints on the board screen: stages, marks, pages, mistakes, the limit, and responsive keys."""

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from screens import screen_text, until, until_screen, until_shown
from textual.geometry import Size
from textual.pilot import Pilot

from engine.base.errors import Cancelled
from engine.play.game import Game
from engine.play.hint_stages import HintStage
from engine.play.hints import Hint, HintKind, HintRequest, ask
from engine.play.history import Move
from engine.play.store import Store
from engine.sudoku.as_sat.explanation import Explanation
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.part import Part
from tui.app import SatSudoku
from tui.base.board import BoardView
from tui.base.picture_view import PictureView
from tui.base.requests import PlayPuzzle
from tui.draw.palette import PALETTES, UNICODE
from tui.features.play.card import card_lines
from tui.features.play.hints import MAX_MESSAGE, describe
from tui.features.play.screen import BoardScreen
from tui.terminal.options import Options

SKYSCRAPER = "75..86.4212.4576.886429.7...189724..2476.5..9.95.4.27.5.172..64472.6.5.39.65.4.27"
PUZZLE = Puzzle(single(), tuple(int(sign) if sign.isdigit() else 0 for sign in SKYSCRAPER), "skyscraper")
R8C4 = 66  # loses its 1

LINKED = "216973458947581236358..4719561.9.384493...57278234596117..3.62563....84782....193"
CHAIN = Puzzle(single(), tuple(int(sign) if sign.isdigit() else 0 for sign in LINKED), "XY-chain of ten links")


async def board_of(pilot: Pilot[None], puzzle: Puzzle = PUZZLE) -> BoardScreen:
    """Open a puzzle and wait for its board."""
    pilot.app.post_message(PlayPuzzle(puzzle))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    await until(pilot, lambda: screen.query(BoardView))
    await pilot.press("z")  # cells of one line, and a line for the message
    return screen


async def hint(pilot: Pilot[None], screen: BoardScreen) -> Hint:
    """Press the hint key and wait for its result."""
    before = screen.marks.hint
    await pilot.press("i")
    await until(pilot, lambda: screen.marks.hint not in (None, before) and not screen.pending_saves)
    assert screen.marks.hint
    return screen.marks.hint


@pytest.fixture
def mono(app: SatSudoku) -> SatSudoku:
    """The program without colours, which signs replace."""
    return SatSudoku(Options(path=app.options.path, theme="mono"))


def drawn(screen: BoardScreen, part: str = "BoardView") -> str:
    picture = screen.query_one(part, PictureView).picture
    return "\n".join("".join(picture.chars[y * picture.width :][: picture.width]) for y in range(picture.height))


def moves(screen: BoardScreen) -> list[Move]:
    """The moves that led to the current position."""
    history = screen.game.history
    return [history[node].move for node in history.path()[1:]]


def message_on(screen: BoardScreen) -> str:
    return screen_text(screen.app).splitlines()[-2].strip()


async def test_a_step_is_drawn_explained_and_then_made(mono: SatSudoku) -> None:
    async with mono.run_test() as pilot:
        screen = await board_of(pilot)
        assert "*" not in drawn(screen)
        await hint(pilot, screen)
        assert message_on(screen).startswith("Look at row 1 and row 9; N notes all candidates.")
        assert drawn(screen).count("*") == 4  # both ends of two rows
        why = await hint(pilot, screen)
        assert message_on(screen).startswith("Skyscraper (hard)")
        assert screen.cursor == R8C4
        assert drawn(screen).count("*1") == 4
        assert drawn(screen).count("-1") == drawn(screen, ".panel").count("-1") == 1
        card = " ".join(drawn(screen, ".panel").split())
        assert card.startswith("Skyscraper · 2 of 3 hard In row 1, 1 goes in r1c4 or r1c7")
        await hint(pilot, screen)
        assert message_on(screen).split("  ")[0] == "r8c4 can't be 1."
        assert not set(drawn(screen)) & {"*", "-"}
        assert screen.game.history.moves() == 1, "the elimination is a move"
        after = await hint(pilot, screen)
        assert after.stages != why.stages
        assert screen.game.counters.hints == 2


async def test_a_digit_is_placed_and_the_puzzle_can_be_won_by_hints(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        assert screen.game.solution
        solution = screen.game.solution
        last = next(cell for cell, value in enumerate(PUZZLE.givens) if not value)
        for cell, digit in enumerate(solution):
            if cell != last and not screen.game.is_given(cell):
                screen.game.place(cell, digit)
        for _ in range(3):
            await hint(pilot, screen)
        assert f"+{solution[last]}" in drawn(screen)
        await pilot.press("i")
        await until_shown(pilot, "Solved in")
        assert screen.game.values == solution


async def test_eliminated_candidates_are_removed_from_the_notes(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        assert screen.game.solution
        digit = screen.game.solution[R8C4]
        screen.game.toggle_note(R8C4, 1)
        screen.game.toggle_note(R8C4, digit)
        for _ in range(3):
            await hint(pilot, screen)
        assert screen.game.board.notes[R8C4] == 1 << digit
        assert screen.game.board.filled == PUZZLE.layout.size**2 - PUZZLE.holes


async def test_the_marks_disappear_with_the_sentence(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        await hint(pilot, screen)
        await hint(pilot, screen)
        await pilot.press("right", "left")
        assert "-1" in drawn(screen)
        await pilot.press("n", "8")
        assert not set(drawn(screen)) & {"*", "-"}
        assert "to fill" in drawn(screen, ".panel")
        assert not message_on(screen)


async def test_a_mistake_is_reported_and_then_shown(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        assert screen.game.solution
        wrong = 8 if screen.game.solution[R8C4] == 1 else 1
        screen.game.place(R8C4, wrong)
        assert not screen.game.board.conflicts, "a mistake that breaks no rule"
        sentence = await hint(pilot, screen)
        assert sentence.kind is HintKind.MISTAKE
        assert message_on(screen).split("  ")[0] == "There is a mistake on the board."
        assert "!" not in drawn(screen)
        await hint(pilot, screen)
        assert message_on(screen).split("  ")[0] == "r8c4 is wrong."
        assert message_on(screen).endswith("i: clear it")
        assert f"!{wrong}" in drawn(screen)
        await pilot.press("i")
        await until(pilot, lambda: message_on(screen).split("  ")[0] == "r8c4 is empty again.")
        assert screen.game.values[R8C4] == 0
        assert (await hint(pilot, screen)).kind is HintKind.STEP
        await pilot.press("u")
        assert screen.game.values[R8C4] == wrong, "what a hint clears is a move"


async def test_the_elimination_of_a_hint_is_a_move_of_the_game(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board_of(pilot)
        for _ in range(3):
            await hint(pilot, screen)
        assert [move.eliminated for move in moves(screen)] == [((R8C4, 1),)]
        await pilot.press("v")
        await until_shown(pilot, "1 candidate eliminated")
        await pilot.press("escape")
        await until_screen(pilot, BoardScreen)
        await pilot.press("u")
        assert moves(screen) == []
        assert (await hint(pilot, screen)).step is not None
        assert message_on(screen).startswith("Look at row 1 and row 9; N notes all candidates."), (
            "the same step as before"
        )


async def test_the_links_of_a_chain_differ_without_colours(mono: SatSudoku) -> None:
    async with mono.run_test(size=(80, 24)) as pilot:
        screen = await board_of(pilot, CHAIN)
        await hint(pilot, screen)
        why = await hint(pilot, screen)
        links = links_of(why)
        for link in links[1::2]:
            assert link in drawn(screen), "what is true counts more than what is false"
        assert links[0] in drawn(screen, ".panel"), "the magnifier shows both"
        assert "the links are numbered" in " ".join(drawn(screen, ".panel").split())
        assert drawn(screen).replace("[", " ").count(" 1-") == 2, "what falls has no number"
        assert "*" not in drawn(screen)


async def test_large_cells_have_room_for_all_links_of_a_chain(mono: SatSudoku) -> None:
    async with mono.run_test(size=(80, 24)) as pilot:
        screen = await board_of(pilot, CHAIN)
        await pilot.press("z", "z")
        assert screen.arrangement.notes_inside
        await hint(pilot, screen)
        why = await hint(pilot, screen)
        assert all(link in drawn(screen) for link in links_of(why))


async def test_with_colours_the_links_of_a_chain_are_lines_with_a_legend(app: SatSudoku) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await board_of(pilot, CHAIN)
        await pilot.press("z")
        await hint(pilot, screen)
        assert not set(drawn(screen)) & set(UNICODE.links)
        why = await hint(pilot, screen)
        assert screen.arrangement.notes_inside
        picture, palette = screen.board.picture, screen.palette
        lines = [(char, style.color) for char, style in zip(picture.chars, picture.styles, strict=True)]
        assert (UNICODE.links[-1], palette.weak.color) in lines
        assert {colour for char, colour in lines if char in UNICODE.links[:2]} == {palette.strong.color}
        assert not any(link in drawn(screen) for link in links_of(why))
        panel = " ".join(drawn(screen, ".panel").split())
        assert "XY-chain" in panel
        assert "if this is false" in panel
        assert "the links are numbered" not in panel


def links_of(why: Hint) -> list[str]:
    """The links of the chain in the hint, as drawn."""
    assert why.stage.step
    nodes = zip("¹²³⁴⁵⁶⁷⁸⁹a", cycle("-+"), why.stage.step.chain, strict=False)
    return [f"{number}{candidate.digit}{sign}" for number, sign, node in nodes for candidate in node]


async def test_the_limit_on_techniques_applies_and_is_saved(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        await pilot.press("slash", "enter")
        assert screen.hints.guide.level is Level.EXTREME, "the one in force is where the list begins"
        await pilot.press("slash", "home", "enter")
        assert screen.hints.guide.level is Level.EASY
        offer = await hint(pilot, screen)
        assert offer.kind is HintKind.EXPLANATION
        card = " ".join(drawn(screen, ".panel").split())
        assert card.startswith("Explanation · 1 of 6 The next step is hard: / allows it. Without it, look at ")
        await pilot.press("slash", "end", "enter")
        assert (await hint(pilot, screen)).kind is HintKind.STEP
        assert screen.game.board.filled == PUZZLE.layout.size**2 - PUZZLE.holes
        await pilot.press("slash", "home", "enter", *str(screen.game.solution[2] if screen.game.solution else 0))
    with Store() as store:
        (saved,) = store.unfinished()
        assert store.load(saved.id).view["hints"] == "easy"


async def test_keys_work_during_the_search_for_a_hint(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    is_started, may_end = Event(), Event()

    def answer(question: HintRequest, cancel: Callable[[], bool]) -> Hint:
        is_started.set()
        while not may_end.wait(0.01):
            if cancel():
                raise Cancelled
        return real(question, cancel)

    real = HintRequest.answer
    monkeypatch.setattr(HintRequest, "answer", answer)
    monkeypatch.setattr("tui.base.background.PATIENCE", 0.01)
    monkeypatch.setattr("tui.base.background.SECOND", 0.05)
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        await pilot.press("i")
        await until_shown(pilot, "Looking for a step")
        assert is_started.is_set()
        assert screen.game.solution
        await pilot.press("right", "left", str(screen.game.solution[screen.cursor]))
        assert screen.game.board.filled == PUZZLE.layout.size**2 - PUZZLE.holes + 1
        may_end.set()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.marks.hint is None, "an answer for another board"
        assert screen.game.counters.hints == 0
        assert (await hint(pilot, screen)).holds(screen.game)
        may_end.clear()
        await pilot.press("u", "i")
        await until_shown(pilot, "1 s     esc stops")
        await pilot.press("escape")
        await until_shown(pilot, "The search for a hint has stopped.")
        assert pilot.app.screen is screen, "the first escape does not leave"
        await pilot.press("i", "escape", "i")
        await until_shown(pilot, "Looking for a step")
        pilot.app.pop_screen()  # leaving ends the search


@settings(deadline=None)
@given(st.text("abc ", max_size=700).map(lambda text: " ".join(text.split())), st.sampled_from(["", "remove them"]))
def test_no_word_of_a_hint_is_lost(sentence: str, more: str) -> None:
    game = Game(PUZZLE)
    position = ask(game).answer().position
    hint = Hint(ask(game), HintKind.STEP, (HintStage(sentence, more),), position, position)
    text, page = describe(hint, 0, "i", Size(28, 7)), 0
    lines = [*text.card.text] if text.card else []
    while text.unread:
        assert text.card
        assert len(text.card.text) == 7
        page += 1
        text = describe(hint, page, "i", Size(28, 7))
        lines += text.card.text if text.card else ()
    assert text.next_press.endswith(more)
    assert len(text.sentence) + len(text.next_press) <= MAX_MESSAGE
    assert all(len(line) <= 28 for line in lines)
    assert "".join(lines or [text.sentence]).replace(" ", "").lower() == sentence.replace(" ", "")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_each_press_shows_its_stage_and_the_level(app: SatSudoku, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        screen = await board_of(pilot)
        numbers = []
        found = await hint(pilot, screen)
        while found.stage.next_press:
            assert f"{found.number + 1} of {len(found.stages)}" in screen_text(app)
            assert " hard " in drawn(screen, ".panel") + message_on(screen) + " "
            numbers.append(found.number)
            found = await hint(pilot, screen)
        assert numbers == [0, 1]


def test_the_stages_are_named_below_a_text_if_there_is_room() -> None:
    game = Game(PUZZLE)
    found = ask(game).answer()
    rows = len(found.stages) + 1
    for height in range(1, 12):
        card = describe(found, 0, "i", Size(40, height), card=True).card
        assert card
        assert bool(card.stages) == (len(card.text) + rows <= height)
        assert len(card_lines(card, PALETTES["dark"], UNICODE)) <= height


async def test_an_explanation_is_drawn_shown_page_by_page_and_then_made(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        screen.hints.guide.level = Level.EASY
        await hint(pilot, screen)
        look = drawn(screen).count("*")
        why = await hint(pilot, screen)
        assert isinstance(why.step, Explanation)
        ((cell, digit),) = why.step.removes
        assert message_on(screen).startswith("Explanation")
        assert f"-{digit}" in drawn(screen)
        assert drawn(screen).count("*") >= look + len(why.step.digits), "the digits that it rests on"
        assert screen.cursor == cell
        sentences = []
        while (cell, digit) not in screen.game.eliminated:
            sentences.append(" ".join(drawn(screen, ".panel").split()))
            await pilot.press("i")
            await pilot.pause()
        claim = f"That {screen.game.layout.cell_name(cell)} can't be {digit} follows from "
        assert sentences[0].startswith(f"Explanation · 2 of 6 {claim}")
        assert "a contradiction. So " in sentences[-1]
        assert screen.game.solution
        assert screen.game.solution[cell] != digit
        assert screen.game.counters.hints == 1
        assert not screen.game.counters.reveals


async def test_a_key_shows_the_parts_inside_a_sentence_of_a_hint(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        found = await hint(pilot, screen)
        stage = replace(found.stage, parts=(Part("Suppose so."), Part("Then no.")))
        screen.hints.guide._hint = replace(found, stages=(stage, *found.stages[1:]))
        await screen.keep(hint=screen.hints.guide._hint)
        assert screen.hint_text.next_press.endswith("D: details")
        await pilot.press("D")
        await until_shown(pilot, "Suppose so.")
        await pilot.press("i")
        await until_shown(pilot, "Then no.")
        assert screen.hint_text.next_press.endswith(found.stage.next_press)


@pytest.mark.long
async def test_a_cell_can_be_asked_why_it_is_or_is_not_a_digit(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        cell = next(cell for cell, value in enumerate(PUZZLE.givens) if not value)
        screen.board.go_to(cell)
        assert screen.game.solution
        wrong = screen.game.solution[cell] % 9 + 1
        name = screen.game.layout.cell_name(cell)
        await pilot.press("W")
        await until_shown(pilot, f"Which digit for {name}? 1 to 9")
        await pilot.press(str(wrong), "enter")
        await until_shown(pilot, f"That {name} can't be {wrong}")
        assert f"-{wrong}" in drawn(screen) + drawn(screen, ".panel")
        await pilot.press("W")
        await until_shown(pilot, f"Which digit for {name}? 1 to 9")
        await pilot.press("enter")
        await until_shown(pilot, f"{screen.game.solution[cell]} in {name} follows")
        await pilot.press("W")
        await until_shown(pilot, f"Which digit for {name}? 1 to 9")
        await pilot.press("x", "enter")
        await until(pilot, lambda: message_on(screen) == "The digits here are 1 to 9.")
        await pilot.press("W", "escape")


async def test_a_puzzle_without_a_solution_offers_to_show_why(mono: SatSudoku) -> None:
    rows = ("12345678.", "........9", *["........."] * 7)
    puzzle = Puzzle(single(), tuple(int(sign) if sign != "." else 0 for row in rows for sign in row))
    async with mono.run_test() as pilot:
        pilot.app.post_message(PlayPuzzle(puzzle))
        await until_shown(pilot, "show why")
        await pilot.press("y")
        screen: BoardScreen = await until_screen(pilot, BoardScreen)
        await until(pilot, lambda: "There is no solution, as these" in " ".join(drawn(screen, ".panel").split()))
        assert drawn(screen).count("!") == 9, "each digit to blame"
        await pilot.press("i", "i")  # read on, and the second stage
        await until(pilot, lambda: "r1c9 has no" in " ".join(drawn(screen, ".panel").split()))
        assert screen.game.values == puzzle.givens


def test_a_reason_as_a_picture(snap_compare: Callable[..., bool], app: SatSudoku) -> None:
    async def before(pilot: Pilot[None]) -> None:
        screen = await board_of(pilot)
        await hint(pilot, screen)
        await hint(pilot, screen)
        await until(pilot, lambda: screen.header_chips)  # the level, which is computed meanwhile

    assert snap_compare(app, terminal_size=(80, 24), run_before=before)
