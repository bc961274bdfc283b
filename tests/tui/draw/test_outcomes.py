"""What drawing functions make of texts of any width, of games with all marks, and of the steps of all hints."""

import json
import random
from collections.abc import Callable
from dataclasses import fields
from datetime import date, timedelta
from functools import partial
from typing import Any

from outcomes import short
from rich.segment import Segment
from rich.style import Style
from syrupy.assertion import SnapshotAssertion

from engine.play.board import NoteKind
from engine.play.game import Game
from engine.play.hints import accept, ask
from engine.sudoku.layout import LAYOUTS, conflicts
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.thermometer import Thermometer
from tui.draw import cells
from tui.draw.asciicast import asciicast
from tui.draw.calendar import calendar
from tui.draw.cells import Line
from tui.draw.contrast import contrast, distance, lab, legible, luminance, mixed, nearest, triplet
from tui.draw.fog import fogged
from tui.draw.game import Marks, board_look, conflict_grounds, hint_marks, matching_cells
from tui.draw.numbers import clock_text, compact, milliseconds
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.picture import Picture
from tui.draw.web_board import WebKeys, WebStatus, web_changes, web_setting, web_state

TEXTS = ("", "a", "ab cd", "abcdefgh ij", "漢字 text", "one  two\nthree", "e\u0301e\u0301e\u0301 x", "…...  ")
DARK = PALETTES["dark"]


def texts_of(lines: list[Line]) -> list[str]:
    return ["|".join(f"{piece.text}{piece.style or ''}" for piece in line) for line in lines]


def test_texts(snapshot: SnapshotAssertion) -> None:
    found, red = [], Style(color="red")
    for text in TEXTS:
        line: Line = [Segment(text[:3], red), Segment(text[3:])]
        for width in (0, 1, 2, 3, 5, 6, 8, 12):
            cut: list[Callable[..., Any]] = [cells.clip, cells.clip_middle, cells.clip_start, cells.fit]
            made: list[Any] = [each(text, width, sign) for each in cut for sign in ("…", "...")]
            made += [cells.pad(text, width), cells.pad_left(text, width), cells.widest([text, "abc"], width)]
            if width:
                made += [
                    cells.wrap(text, width),
                    cells.break_lines(text, width),
                    texts_of(cells.wrap_line(line, width)),
                ]
            made += texts_of([cells.clip_line(line, width, "…"), cells.justify(line, line, width)])
            made += [cells.strip(line, width, red).text, texts_of(cells.side_by_side([line, line], [line], width))]
            made += [texts_of(cells.in_columns([line, line, line, [Segment("x")]], width, max(1, width // 4)))]
            made += [texts_of(cells.space_out([line] * 3, width)), cells.width_of(line)]
            found.append(f"{text!r} {width}: {made}")
        found.append(f"{cells.unbreakable_parts(text)}")
    assert "\n".join(found) == snapshot


def test_numbers_and_days(snapshot: SnapshotAssertion) -> None:
    found = []
    for number in (0, 1, 9, 10, 99, 999, 1000, 9999, 10_000, 123_456, 999_999, 1_000_000, 12_345_678, 10**9, 10**12):
        found.append(f"{number} {[compact(number, room) for room in (1, 3, 4, 5, 7, 20)]} {clock_text(number / 7)}")
        found.append(f"  {[milliseconds(number / 3000, room) for room in (3, 5, 20)]}")
    today = date(2026, 11, 28)
    counts = {today - timedelta(days): days % 7 for days in range(0, 60, 2)}
    for width in (0, 3, 5, 12, 30):
        for glyphs in (UNICODE, ASCII):
            found += texts_of(calendar(today, counts, [today - timedelta(3)], DARK, glyphs, width))
    assert "\n".join(found) == snapshot


def test_colours(snapshot: SnapshotAssertion) -> None:
    numbers = (0, 7, 15, 16, 17, 52, 88, 121, 196, 231, 232, 244, 255)
    found = []
    for number in numbers:
        colour, other = triplet(number), triplet((number * 7 + 20) % 256)
        values = [luminance(colour), contrast(colour, other), *lab(colour), distance(colour, other)]
        found.append(f"{number} {tuple(colour)} {[round(value, 6) for value in values]} {nearest(colour)}")
        found.append(
            f"  {tuple(mixed(colour, other, 0.3))} {legible(colour, [16, 232])} {legible(colour, [231, 255], 7)}"
        )
        found.append(f"  {legible(colour, [16], other_inks=[77, 203])}")
    for name, palette in PALETTES.items():
        values_by_name = {field.name: str(getattr(palette, field.name)) for field in fields(palette)}
        found.append(f"{name}: {values_by_name}")
        covers = [palette.over(palette.cursor, palette.given), palette.over(palette.peer, palette.note)]
        found.append(f"  {[str(style) for style in covers]}")
    assert "\n".join(found) == snapshot


def played(seed: int) -> Game:
    """A game with digits, notes, colours, and a mistake."""
    layout, dice = LAYOUTS["6x6"](), random.Random(seed)
    made = generate(layout, 20, seed=seed)
    rules = (KillerCage((0, 1), made.solution[0] + made.solution[1]), Thermometer((6, 7))) if seed % 2 else ()
    game = Game(Puzzle(layout, made.puzzle.givens, "a game", rules=rules))
    empty = [cell for cell, digit in enumerate(made.puzzle.givens) if not digit]
    for cell in dice.sample(empty, 4):
        game.place((cell,), made.solution[cell] if dice.random() < 0.7 else 1 + made.solution[cell] % 6)
    for cell in empty:
        if not game.board.values[cell]:
            game.toggle_note((cell,), 1 + dice.randrange(6), dice.choice((NoteKind.CENTRE, NoteKind.CORNER)))
            game.toggle_note((cell,), 1 + dice.randrange(6), NoteKind.CENTRE)
    game.colour(tuple(empty[:2]), 1)
    return game


def all_marks() -> list[Marks]:
    return [
        Marks(), Marks(noting=True, shaded=True), Marks(candidates=True, highlighted=frozenset({3})),
        Marks(highlighted=frozenset({1, 2})), Marks(pairs=True), Marks(selected=frozenset({0, 5}), paused=True),
        Marks(digit_first=True, highlighted=frozenset({2}), shaded=True),
    ]  # fmt: skip


def test_games(snapshot: SnapshotAssertion) -> None:
    found = []
    for seed in range(3):
        game = played(seed)
        layout, board = game.puzzle.layout, game.board
        before: dict[str, Any] = {}
        setting = web_setting(game.puzzle, "title", WebKeys({"undo": "u"}, ("1", "2"), (("x", "y"),)))
        found.append(
            f"{seed}: {short(repr(setting))} {conflict_grounds(layout, conflicts(layout, board.values), DARK)}"
        )
        for number, marks in enumerate(all_marks()):
            for cursor in (None, 0, 14):
                look = board_look(game, marks, cursor, PALETTES["mono"] if number == 2 else DARK)
                found.append(
                    f"  {number} {cursor}: {short(repr(vars(look)))} {short(repr(vars(fogged(look, game, DARK))))}"
                )
            now = web_state(board, partial(board_look, game, marks, 3), WebStatus(number))
            changes = json.dumps(web_changes(before or now, now), sort_keys=True, default=str)
            found.append(f"  {short(repr(now))} {short(changes)}")
            found.append(f"  {sorted(matching_cells(board.values, board.notes, marks))}")
            before = now
    assert "\n".join(found) == snapshot


def test_marks_of_hints(snapshot: SnapshotAssertion) -> None:
    found = []
    for seed, layout in ((1, "6x6"), (2, "single"), (5, "x")):
        game = Game(generate(LAYOUTS[layout](), 22 if layout == "6x6" else 58, seed=seed).puzzle)
        for _ in range(12):
            hint = ask(game).answer()
            marks = [hint_marks(stage, DARK) for stage in hint.stages]
            found.append(f"{[stage.sentence for stage in hint.stages][-1:]} {short(repr(marks))}")
            accept(game, hint)
    assert "\n".join(found) == snapshot


def test_an_animation(snapshot: SnapshotAssertion) -> None:
    frames = []
    for number in range(4):
        picture = Picture(6, 2)
        picture.put(number, number % 2, "ab", Style(color="red", bold=number > 1))
        frames.append((number / 3, picture))
    assert "".join(asciicast("a title", frames)) == snapshot
