"""How a game looks: its board and panel, from the game and what the player has marked."""

from dataclasses import dataclass

from rich.style import Style

from engine.play import hints
from engine.play.game import Game
from engine.sudoku.layout import House
from tui.palette import Palette
from tui.widgets.board import Look
from tui.widgets.side_panel import PanelLook, clock_text


@dataclass(frozen=True)
class Marks:
    """What the screen owns of a game: the cursor (a cell) and what is marked; `highlighted` is a digit or 0."""

    cursor: int
    noting: bool = False
    candidates: bool = False
    highlighted: int = 0
    shaded: bool = False
    paused: bool = False


def board_look(game: Game, marks: Marks, palette: Palette) -> Look:
    """The board of a game; a paused one is hidden."""
    entries = game.board.entries
    return Look(
        values=game.values,
        inks=[
            palette.given if game.is_given(cell) else palette.revealed if entry.revealed else palette.player
            for cell, entry in enumerate(entries)
        ],
        grounds=_grounds(game, marks, palette),
        noted=[cell for cell, entry in enumerate(entries) if entry.notes and not entry.value],
        cursor=marks.cursor,
        conflicts=() if marks.paused else game.conflicts,
        hidden=marks.paused,
    )


def panel_look(game: Game, marks: Marks) -> PanelLook:
    """The panel of a game, with the player's notes or all candidates in the loupe."""
    digits = (
        hints.candidates(game.layout, game.values)
        if marks.candidates
        else [entry.notes for entry in game.board.entries]
    )
    return PanelLook(game, _box(game, marks.cursor), digits, marks.highlighted, marks.paused)


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


def _grounds(game: Game, marks: Marks, palette: Palette) -> dict[int, Style]:
    """Backgrounds from the least to the most important: peers, a digit's places, broken houses, the cells that
    break them, the cursor."""
    grounds: dict[int, Style] = {}
    if not marks.paused:
        digit = marks.highlighted
        if marks.shaded:
            grounds.update(dict.fromkeys(game.layout.peers[marks.cursor], palette.peer))
            digit = digit or game.values[marks.cursor]
        if digit:
            grounds.update((cell, palette.same) for cell, value in enumerate(game.values) if value == digit)
        for conflict in game.conflicts:
            grounds.update(dict.fromkeys(game.layout.houses[conflict.house].cells, palette.broken))
        for conflict in game.conflicts:
            grounds.update(dict.fromkeys(conflict.cells, palette.clash))
    grounds[marks.cursor] = palette.cursor
    return grounds
