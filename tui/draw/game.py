"""How a game looks: its board and panel, from the game and what the player has marked."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style

from engine.play.game import Game
from engine.play.hints import Hint, Stage
from engine.sudoku.layout import Layout
from tui.draw.board import Look
from tui.draw.hint import candidate_signs, cell_digits, cell_signs
from tui.draw.palette import Palette


@dataclass(frozen=True)
class Marks:
    """What a screen marks on a game's board, beside its cursor; `highlighted` is a digit or 0.

    With `digit_first` the highlighted digit is the one that goes into cells. A `hint` is drawn as far as its present
    stage marks anything, and told from `page` (from 0) on.
    """

    noting: bool = False
    digit_first: bool = False
    candidates: bool = False
    highlighted: int = 0
    shaded: bool = False
    paused: bool = False
    hint: Hint | None = None
    page: int = 0


def board_look(game: Game, marks: Marks, cursor: int | None, palette: Palette) -> Look:
    """The board of a game with the cursor on a cell, or with none; a paused one is hidden.

    Cells show the player's notes, or all candidates; while a step is explained, those that it is about show theirs.
    """
    entries = game.board.entries
    stage = marks.hint.stage if marks.hint and not marks.paused else Stage("")
    signs = candidate_signs(stage, palette)
    notes = list(game.candidates.masks if marks.candidates else game.notes)
    if marks.hint and signs:
        about = {cell for house in stage.houses for cell in game.layout.houses[house].cells}
        for cell in about | {cell for cell, _ in signs}:
            notes[cell] = marks.hint.position.masks[cell]
    return Look(
        values=game.values,
        inks=[
            palette.given if game.is_given(cell) else palette.revealed if entry.revealed else palette.player
            for cell, entry in enumerate(entries)
        ],
        grounds=_grounds(game, marks, cursor, stage, palette),
        signs={cell: sign.mark for cell, sign in cell_signs(stage, palette).items()},
        notes=notes,
        noted=[cell for cell, entry in enumerate(entries) if entry.notes],
        note_signs=signs,
        spoken=cell_digits(stage),
        highlighted=marks.highlighted,
        pointed=stage.houses,
        done=() if marks.paused else done_houses(game.layout, game.values),
        cursor=cursor,
        cursor_ground=palette.cursor,
        conflicts=() if marks.paused else game.conflicts,
        hidden=marks.paused,
    )


def done_houses(layout: Layout, values: Sequence[int]) -> list[int]:
    """The houses that hold a different digit in each of their cells."""
    found = []
    for number, house in enumerate(layout.houses):
        digits = {values[cell] for cell in house.cells}
        if 0 not in digits and len(digits) == len(house.cells):
            found.append(number)
    return found


def _grounds(game: Game, marks: Marks, cursor: int | None, stage: Stage, palette: Palette) -> dict[int, Style]:
    """Backgrounds from the least to the most important: peers, a digit's places, the houses and cells of a hint,
    broken houses, the cells that break them."""
    grounds: dict[int, Style] = {}
    if marks.paused:
        return grounds
    digit = marks.highlighted
    if marks.shaded and cursor is not None and not (stage.houses or stage.cells):
        grounds.update(dict.fromkeys(game.layout.peers[cursor], palette.peer))
        digit = digit or game.values[cursor]
    if digit:
        grounds.update((cell, palette.same) for cell, value in enumerate(game.values) if value == digit)
    for house in stage.houses:
        grounds.update(dict.fromkeys(game.layout.houses[house].cells, palette.peer))
    grounds.update((cell, sign.ground) for cell, sign in cell_signs(stage, palette).items())
    for conflict in game.conflicts:
        grounds.update(dict.fromkeys(game.layout.houses[conflict.house].cells, palette.broken))
    for conflict in game.conflicts:
        grounds.update(dict.fromkeys(conflict.cells, palette.clash))
    return grounds
