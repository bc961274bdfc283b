"""The board as a value for the page: it matches the game, and a move needs few bytes."""

import json
import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style
from rule_puzzles import random_rule
from syrupy.assertion import SnapshotAssertion

from engine.base.language import lazy_gettext
from engine.play.board import COLOURS, NoteKind, digits_of
from engine.play.errors import GameError
from engine.play.game import Game
from engine.play.hints import Hint, advance, ask
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import KINDS
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.step import Step
from tui.draw.board import BoardAppearance, Sign
from tui.draw.game import Marks, board_look
from tui.draw.palette import Palette
from tui.draw.web_board import WORDS, WebKeys, WebStatus, web_changes, web_setting, web_state

MAX_BYTES = 1024
"""Maximum size of the changes of a move."""


def game(layout: Layout, share: float = 0.5, seed: int = 1) -> Game:
    dice, solution = random.Random(seed), random_solution(layout, seed)
    return Game(Puzzle(layout, tuple(digit if dice.random() < share else 0 for digit in solution)), None)


def state_of(game: Game, marks: Marks, cursor: int, **status: Any) -> dict[str, Any]:
    return web_state(game.board, lambda palette: board_look(game, marks, cursor, palette), WebStatus(0, **status))


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


def page_after(page: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The page's state after changes, applied as in its script (`apply` in `board.js`)."""
    after = as_json(page)
    for name, news in as_json(changes).items():
        if isinstance(news, dict):
            after[name] = {key: entry for key, entry in {**after[name], **news}.items() if entry is not None}
        else:
            after[name] = news
    return dict(after)


def act(game: Game, dice: random.Random, cell: int) -> None:
    """Any move, as far as the game allows it."""
    digit = dice.randint(1, game.layout.size)
    moves = (
        lambda: game.place(cell, dice.choice((0, digit))),
        lambda: game.toggle_note(cell, digit, dice.choice([*NoteKind])),
        lambda: game.colour(cell, dice.randint(0, COLOURS)),
        lambda: game.tint(cell, digit, dice.randint(0, COLOURS)),
        game.fill_notes,
        game.undo,
        game.redo,
        game.restart,
    )
    with suppress(GameError):  # which leaves the game as it is
        dice.choice(moves)()


@settings(max_examples=amount(30), deadline=None)
@given(st.integers(0, 10**6))
def test_the_page_equals_the_game_after_any_moves(seed: int) -> None:
    dice = random.Random(seed)
    played, marks, page = game(double(), seed=seed % 5), Marks(), {}
    played.cleaning = dice.random() < 0.5
    state = state_of(played, marks, 0)
    page = as_json(state)
    for _ in range(25):
        cell = dice.randrange(len(played.layout.cells))
        act(played, dice, cell)
        marks = Marks(
            paused=dice.random() < 0.1,
            candidates=dice.random() < 0.2,
            shaded=dice.random() < 0.8,
            highlighted=frozenset(dice.sample(range(1, 10), dice.randint(0, 2))),
            selected=frozenset({cell}),
        )
        after = state_of(played, marks, cell)
        changes = web_changes(state, after)
        page, state = page_after(page, changes), after
        assert page == as_json(after)
        board = played.board
        if marks.paused:
            assert page["hidden"]
            assert not any(page[name] for name in ("values", "notes", "corners", "grounds", "colours", "tints"))
            continue
        entries = enumerate(board.entries)
        assert [page["values"].get(str(cell), 0) for cell in range(len(board.values))] == [*board.values]
        masks = played.candidates.masks if marks.candidates else board.notes
        visible = {str(cell): masks[cell] for cell, entry in entries if not entry.value and masks[cell]}
        assert page["notes"] == visible
        assert page["colours"] == {str(n): entry.colour for n, entry in enumerate(board.entries) if entry.colour}
        clashing = {cell for conflict in board.conflicts for cell in conflict.cells}
        assert set(page["grounds"].get("clash", [])) == clashing
        assert page["left"] == [*board.digits_left().values()]
        assert page["solved"] == board.is_solved


@pytest.mark.parametrize("name", ["double", "samurai"])
def test_a_move_costs_little(name: str) -> None:
    played = game(LAYOUTS[name](), 0.4)
    played.fill_notes()
    played.cleaning = True
    marks = Marks(shaded=True)
    solution, state = random_solution(played.layout, 1), state_of(played, marks, 0)
    sizes = []
    for cell in range(0, len(played.layout.cells), 7):
        if not played.values[cell]:
            played.place(cell, solution[cell])
        message = "A sentence of about a line and a half on what came of it.", "good"
        after = state_of(played, marks, cell, message=message)
        sizes.append(len(json.dumps(web_changes(state, after), separators=(",", ":"))))
        state = after
    assert max(sizes) < MAX_BYTES


def test_the_running_clock_is_no_change() -> None:
    played = game(single())
    before, later = state_of(played, Marks(), 0), state_of(played, Marks(), 0)
    later["clock"] = [7, True]
    assert web_changes(before, later) == {}
    later["clock"] = [7, False]
    assert web_changes(before, later) == {"clock": [7, False]}


def test_the_marks_of_a_hint_are_those_of_its_step() -> None:
    played = game(double(), 0.3)
    hint: Hint = ask(played, Level.EXTREME).answer()
    while not hint.stage.step:
        hint = advance(played, hint)
    step = hint.stage.step
    assert isinstance(step, Step)
    marked = state_of(played, Marks(hint=hint), 0)["signs"]
    pairs = {kind: {*zip(found[::2], found[1::2], strict=True)} for kind, found in marked.items()}
    for kind, candidates in (("eliminated", step.removes), ("if_true", step.places)):
        assert {*candidates} <= pairs.get(kind, set())
    assert hint.stage.cell is not None


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_the_setting_has_every_cell_in_a_view_and_its_box(name: str) -> None:
    layout = LAYOUTS[name]()
    setting = as_json(web_setting(game(layout).puzzle, "a puzzle", WebKeys({}, [])))
    cells = [(row, first + at) for row, first, count in setting["runs"] for at in range(count)]
    assert cells == [*layout.cells]
    for row, column in cells:
        assert any(r <= row < r + rows and c <= column < c + columns for r, c, rows, columns in setting["views"])
    assert setting["givens"] == [*game(layout).puzzle.givens]
    for house in layout.houses:
        if house.kind == "box":
            assert len({setting["boxes"][cell] for cell in house.cells}) == 1


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_shapes_of_every_rule_are_described(kind: str) -> None:
    layout = single()
    rule = random_rule(kind, random_solution(layout, 1), layout, random.Random(1))
    if rule is None:
        pytest.skip("no such rule in this grid")
    setting = web_setting(Puzzle(layout, (0,) * 81, rules=(rule,)), "", WebKeys({}, []))
    assert len(setting["shapes"]) == len(rule.shapes(layout))
    for _kind, cells, text, *style in as_json(setting["shapes"]):
        assert {*cells} <= {*range(81)}
        assert all(isinstance(part, str) for part in (text, *style))


def test_notes_are_masks_of_digits() -> None:
    played = game(single(), 0.3)
    played.fill_notes()
    for cell, mask in state_of(played, Marks(), 0)["notes"].items():
        assert digits_of(mask) == digits_of(played.candidates.masks[cell])


def _marked(palette: Palette) -> BoardAppearance:
    """A board with every kind of mark."""
    values = [3 if cell in (0, 40) else 0 for cell in range(81)]
    inks = [palette.revealed if cell == 40 else palette.given for cell in range(81)]
    mark = Sign("!", palette.if_true)
    return BoardAppearance(
        values, inks, {5: palette.peer, 6: palette.same, 7: palette.peer, 8: Style.parse("on red")},
        notes=[6 if cell in (0, 2, 9) else 0 for cell in range(81)],
        corners=[8 if cell == 3 else 0 for cell in range(81)],
        note_signs={(2, 2): mark, (2, 1): mark, (9, 1): Sign("x", palette.eliminated)},
        tints={(2, 2): 1, (2, 1): 3, (9, 2): 2}, colours={10: 1, 11: 4}, chain=[((2, 1),), ((9, 1), (9, 2))],
        selected=(12, 4), highlighted=(5, 2), cursor=12,
    )  # fmt: skip


def test_all_marks_of_a_board(snapshot: SnapshotAssertion) -> None:
    state = web_state(game(single(), 0.0).board, _marked, WebStatus(7))
    hidden = web_state(game(single(), 0.0).board, lambda palette: replace(_marked(palette), hidden=True), WebStatus(7))
    assert "\n".join(json.dumps(each) for each in (state, hidden)) == snapshot


@pytest.mark.parametrize("name", ["6x6", "double", "jigsaw"])
def test_everything_that_stays_the_same(name: str, snapshot: SnapshotAssertion) -> None:
    layout, dice = LAYOUTS[name](), random.Random(name)
    solution = random_solution(layout, 1)
    kinds = [kind for kind in KINDS if name == "double" or kind in ("killer cage", "thermometer")]
    rules = tuple(
        rule for kind in kinds if (rule := random_rule(kind, solution, layout, dice)) and len(rule.cells) < 40
    )
    puzzle = Puzzle(layout, tuple(digit if dice.random() < 0.3 else 0 for digit in solution), rules=rules)
    keys = WebKeys({"undo": "u"}, ["1", "2"], [("redo", "U")])
    assert json.dumps(web_setting(puzzle, "a title", keys)) == snapshot


def test_no_two_keys_under_a_thumb_have_one_label() -> None:
    """While a hint is shown, its key tells what the next press does, such as why."""
    stages = {str(lazy_gettext(stage)) for stage in ("why", "how", "next")}
    keys = [str(WORDS[name]) for name in ("undo", "notes", "hint", "why", "more", "erase")]
    assert len({*keys, *stages}) == len(keys) + len(stages)
