"""Boards in fog, which hides cells that are not lit yet."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.play.fog import dark_cells
from engine.play.game import Game
from engine.sudoku.layout import Layout
from engine.sudoku.rules import Rule
from engine.sudoku.rules.shapes import CellMark, CornerMark, EdgeMark, Outline, OutsideClue, Path, Shape
from tui.draw.board import FOG, BoardAppearance
from tui.draw.palette import Palette


def fogged(look: BoardAppearance, game: Game, palette: Palette) -> BoardAppearance:
    """Return the appearance of a game's board without the givens and the parts of rules in fog."""
    dark = dark_cells(game)
    if not dark:
        return look
    values = [0 if cell in dark and game.puzzle.givens[cell] else value for cell, value in enumerate(look.values)]
    grounds = {cell: ground for cell, ground in look.grounds.items() if cell not in dark}
    return replace(
        look,
        values=values,
        grounds={**dict.fromkeys(dark, palette.peer), **grounds},
        signs={**dict.fromkeys(dark, FOG), **look.signs},
        dark=dark,
        rules=[LitRule(rule.cells, rule, dark) for rule in look.rules],
    )


@dataclass(frozen=True)
class LitRule(Rule):
    """The visible part of a rule that is partly in fog."""

    rule: Rule
    dark: frozenset[int]

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return [part for shape in self.rule.shapes(layout) for part in _lit(shape, self.dark)]


def _lit(shape: Shape, dark: Collection[int]) -> Iterator[Shape]:
    """Yield the parts of a shape in cells that are not dark; a mark between cells is visible from any of them."""
    match shape:
        case Outline(cells, text):
            lit = tuple(cell for cell in cells if cell not in dark)
            if lit:
                yield Outline(lit, text if lit[0] == cells[0] else "")
        case Path(cells, style, signs):
            start = 0
            for end in range(len(cells) + 1):
                if end == len(cells) or cells[end] in dark:
                    if end - start > 1:
                        yield Path(cells[start:end], style, signs[start:end])
                    start = end + 1
        case EdgeMark(cells, _) | CornerMark(cells, _):
            if any(cell not in dark for cell in cells):
                yield shape
        case CellMark(cell, _):
            if cell not in dark:
                yield shape
        case OutsideClue():
            yield shape
