"""The panel beside a board and the arrangement of both: whole, for layouts and terminals of many sizes."""

import random
from dataclasses import replace
from zlib import crc32

import pytest
from drawn import drawn
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Offset, Size

from engine.play.game import Game
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level
from tui.base.zoom import Zoom
from tui.draw.game import Marks, board_look
from tui.draw.palette import PALETTES, UNICODE
from tui.features.play.arrangement import arrange, plan
from tui.features.play.card import HintCard, card_lines, legend
from tui.features.play.panel import PanelLook, StatusText, clicked_action, draw_panel

DARK = PALETTES["dark"]
TERMINALS = [Size(width, height) for width, height in ((60, 20), (80, 24), (100, 30), (120, 45), (200, 60), (90, 80))]
CARD = HintCard(
    "X-wing", Level.HARD, ["A line of the hint.", "Another one that is longer than the panel is wide. " * 3], "on"
)
MESSAGE = StatusText("A digit of this row is missing, and the next one is too.", "warning", "again: h")


def played(name: str) -> Game:
    """A game with some digits, of which some are wrong, and notes."""
    layout, dice = LAYOUTS[name](), random.Random(name)
    solution = random_solution(layout, 1)
    game = Game(Puzzle(layout, tuple(digit if dice.random() < 0.4 else 0 for digit in solution)), solution)
    game.clock.pause()
    for cell, digit in enumerate(solution):
        if not game.puzzle.givens[cell] and dice.random() < 0.3:
            game.place(cell, digit if dice.random() < 0.9 else digit % layout.size + 1)
    game.fill_notes()
    return game


@pytest.mark.every_combination
@pytest.mark.parametrize("name", ["single", "double", "6x6", "16x16"])
def test_panels(name: str, snapshot: SnapshotAssertion) -> None:
    game, found = played(name), []
    cursor = len(game.values) // 2
    look = board_look(game, Marks(), cursor, DARK)
    for number, terminal in enumerate(TERMINALS):
        arrangement = arrange(game.layout, UNICODE.box, [*Zoom][number % len(Zoom)], terminal)
        for card in (None, CARD):
            panel = PanelLook(game, look, cursor, arrangement, "notes · colours", MESSAGE, 1, card)
            picture = draw_panel(panel, DARK, UNICODE)
            places = [(x, y) for y in range(0, picture.height, 2) for x in range(0, picture.width, 3)]
            actions = [clicked_action(panel, panel.plan, Offset(*place)) for place in places]
            content = drawn(picture)
            found.append(f"{terminal} {arrangement}")
            found.append(f"{crc32(repr(actions).encode())} {sorted({*actions})}")
            found.append(content if terminal.width in (80, 120) else str(crc32(content.encode())))
    assert "\n".join(found) == snapshot


@pytest.mark.every_combination
@pytest.mark.parametrize("name", ["single", "double", "samurai", "25x25", "4x4"])
@pytest.mark.parametrize("grounds", [True, False])
def test_arrangements(name: str, grounds: bool, snapshot: SnapshotAssertion) -> None:
    layout, found = LAYOUTS[name](), []
    for zoom in Zoom:
        for terminal in TERMINALS:
            arrangement = arrange(layout, UNICODE.box, zoom, terminal, grounds=grounds)
            parts = [plan(layout, arrangement, has_hint=has_hint).places for has_hint in (False, True)]
            areas = [
                [f"{part} {place.x},{place.y} {place.width}x{place.height}" for part, place in at.items()]
                for at in parts
            ]
            found.append(f"{zoom.name} {terminal}: {arrangement} {areas}")
    assert "\n".join(found) == snapshot


def test_a_frame_ends_below_its_message_and_digits_have_rows_of_their_own() -> None:
    game = played("single")
    look = board_look(game, Marks(), 0, DARK)
    arrangement = arrange(game.layout, UNICODE.box, Zoom.AUTOMATIC, Size(160, 50))
    rows = drawn(draw_panel(PanelLook(game, look, 0, arrangement, "", MESSAGE, 1), DARK, UNICODE)).splitlines()
    start = next(number for number, row in enumerate(rows) if "message" in row)
    assert not any("│" in row for row in rows[start + 8 :])
    assert sum(row.count("×") or "done" in row for row in rows[:start]) >= 9


def test_cards(snapshot: SnapshotAssertion) -> None:
    """The text of a hint, and the legend of a chain."""
    found = []
    for palette in (DARK, PALETTES["mono"]):
        cards = (CARD, replace(CARD, has_chain=True, level=None))
        lines = [line for card in cards for line in card_lines(card, palette, UNICODE)] + legend(palette, UNICODE)
        found += ["|".join(f"{piece.text}{{{piece.style}}}" for piece in line) for line in lines]
    assert "\n".join(found) == snapshot
