"""How a game looks: its board and panel, from the game and what the player has marked."""

from dataclasses import dataclass

from rich.style import Style

from engine.play.game import Game
from engine.play.hints import Hint, Stage
from engine.sudoku.layout import House
from engine.sudoku.techniques.position import Position
from tui.palette import Palette
from tui.widgets.board import Look
from tui.widgets.hint_view import candidate_signs, cell_digits, cell_signs
from tui.widgets.side_panel import PanelLook, clock_text


@dataclass(frozen=True)
class Marks:
    """What the screen owns of a game: the cursor (a cell) and what is marked; `highlighted` is a digit or 0.

    A `hint` is drawn as far as its present stage marks anything, with the lines of `text` beside the board.
    """

    cursor: int
    noting: bool = False
    candidates: bool = False
    highlighted: int = 0
    shaded: bool = False
    paused: bool = False
    hint: Hint | None = None
    text: tuple[str, ...] = ()


def board_look(game: Game, marks: Marks, palette: Palette) -> Look:
    """The board of a game; a paused one is hidden."""
    entries = game.board.entries
    stage = marks.hint.stage if marks.hint and not marks.paused else Stage("")
    hinted = cell_digits(stage)
    return Look(
        values=[hinted.get(cell, value) for cell, value in enumerate(game.values)],
        inks=[
            palette.plain
            if cell in hinted
            else palette.given
            if game.is_given(cell)
            else palette.revealed
            if entry.revealed
            else palette.player
            for cell, entry in enumerate(entries)
        ],
        grounds=_grounds(game, marks, stage, palette),
        signs={cell: sign.mark for cell, sign in cell_signs(stage, palette).items()},
        pointed=stage.houses,
        noted=[cell for cell, entry in enumerate(entries) if entry.notes and not entry.value],
        cursor=marks.cursor,
        conflicts=() if marks.paused else game.conflicts,
        hidden=marks.paused,
    )


def panel_look(game: Game, marks: Marks, palette: Palette) -> PanelLook:
    """The panel of a game; in the loupe the candidates of a step that is explained, or all, or the player's notes."""
    signs = candidate_signs(marks.hint.stage, palette) if marks.hint else {}
    if marks.hint and signs:
        digits = marks.hint.position.masks
    else:
        digits = Position.of(game.layout, game.values).masks if marks.candidates else game.notes
    box = _box(game, marks.cursor)
    return PanelLook(game, box, digits, marks.highlighted, marks.paused, signs, marks.text)


def solved_text(game: Game) -> str:
    """What is said when a game is won: the time and the help that was taken."""
    counters = game.counters
    counts = {"hint": counters.hints, "reveal": counters.reveals, "check": counters.checks}
    taken = [f"{count} {name}{'s' * (count > 1)}" for name, count in counts.items() if count]
    how = f" with {', '.join(taken)}" if taken else " without help"
    return f"Solved in {clock_text(game.clock.elapsed)}{': the solution was shown' if counters.solutions else how}."


def _box(game: Game, cell: int) -> House | None:
    """The box that holds the cell."""
    houses = game.layout.houses
    return next((houses[number] for number in game.layout.houses_of[cell] if houses[number].kind == "box"), None)


def _grounds(game: Game, marks: Marks, stage: Stage, palette: Palette) -> dict[int, Style]:
    """Backgrounds from the least to the most important: peers, a digit's places, the houses and cells of a hint,
    broken houses, the cells that break them, the cursor."""
    grounds: dict[int, Style] = {}
    if not marks.paused:
        digit = marks.highlighted
        if marks.shaded and not (stage.houses or stage.cells):
            grounds.update(dict.fromkeys(game.layout.peers[marks.cursor], palette.peer))
            digit = digit or game.values[marks.cursor]
        if digit:
            grounds.update((cell, palette.same) for cell, value in enumerate(game.values) if value == digit)
        for house in stage.houses:
            grounds.update(dict.fromkeys(game.layout.houses[house].cells, palette.peer))
        grounds.update((cell, sign.ground) for cell, sign in cell_signs(stage, palette).items())
        for conflict in game.conflicts:
            grounds.update(dict.fromkeys(game.layout.houses[conflict.house].cells, palette.broken))
        for conflict in game.conflicts:
            grounds.update(dict.fromkeys(conflict.cells, palette.clash))
    grounds[marks.cursor] = palette.cursor
    return grounds
