"""The views of a puzzle as a board, and of the meaning of a model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.geometry import Size

from engine.base.language import lazy_gettext as _
from engine.base.language import ngettext, numeral
from engine.sat.formula.names import NamedNumber, VariableNames
from engine.sat.meaning import GraphColouring, QueensBoard
from engine.sudoku.puzzle import Digits, Puzzle
from tui.draw.board import BoardAppearance, BoardPart
from tui.draw.board_frame import NARROW, NORMAL, sizes_with_notes
from tui.draw.cells import Line, clip, fit, pad_left, widest, wrap_line
from tui.draw.chessboard import chessboard, chessboard_size
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import PanelContent
from tui.features.solve.job import Snapshot, SolveState

BOARD, MODEL_AS_BOARD, CHESSBOARD = _("board"), _("model as a board"), _("model as a chessboard")
COLOURING, NAMES, MODEL = _("model as a colouring"), _("model by names"), _("model")
COLOUR = _("colour {number}")
NUMBERS, MORE_NUMBERS = _("model as named numbers"), _("and {count:,} more")
_MAX_NAME_LENGTH = 24
"""Maximum columns of a name."""


@dataclass(frozen=True)
class SubjectView:
    """A view with its title; `columns` returns its width in a room of some columns and rows."""

    title: str
    draw: Callable[[int, int], PanelContent]
    columns: Callable[[int, int], int]

    @staticmethod
    def of(state: SolveState, snapshot: Snapshot | None, palette: Palette, glyphs: Glyphs) -> "SubjectView | None":
        """Return the view; None if there is none, or if the model is listed as literals."""
        outcome = state.outcome
        model = outcome.result.model if outcome else None
        if model is not None and state.as_literals:
            return None
        if state.puzzle:
            digits = (snapshot.digits if snapshot else None) or state.puzzle.givens
            title = BOARD if model is None else MODEL_AS_BOARD
            return _board(str(title), state.puzzle, digits, palette, glyphs)
        if outcome is None or model is None:
            return None
        match outcome.meaning:
            case QueensBoard(size) as board:
                return _queens(size, board.squares(model), palette, glyphs)
            case GraphColouring() as colouring:
                return _colouring(colouring.classes(model), palette, glyphs)
            case VariableNames(numbers=numbers) if numbers:
                return _numbers(numbers, model, palette, glyphs)
            case _:
                return None


def _numbers(numbers: Sequence[NamedNumber], model: Sequence[int], palette: Palette, glyphs: Glyphs) -> SubjectView:
    """Return the numbers by name with their bits, the highest first; the first numbers if there is no room for all."""
    name_width = min(widest((number.name for number in numbers), 0), _MAX_NAME_LENGTH)
    values = [number.value(model) for number in numbers]
    value_width = widest(map(numeral, values), 0)

    def draw(width: int, height: int) -> list[Line]:
        room = height - (len(numbers) > height)
        lines: list[Line] = []
        for number, value in list(zip(numbers, values, strict=True))[:room]:
            bits = clip(f"{value:0{len(number.bits)}b}", max(width - name_width - value_width - 4, 0), glyphs.ellipsis)
            lines.append(
                [
                    Segment(fit(number.name, name_width, glyphs.ellipsis), palette.dim),
                    Segment(f"  {pad_left(numeral(value), value_width)}", palette.title),
                    Segment(f"  {bits}", palette.plain),
                ]
            )
        rest = len(numbers) - len(lines)
        return [*lines, [Segment(MORE_NUMBERS.format(count=rest), palette.dim)]] if rest else lines

    needed = name_width + value_width + 4 + max(len(number.bits) for number in numbers)
    return SubjectView(str(NUMBERS), draw, lambda width, _height: min(max(needed, 24), width))


def _board(title: str, puzzle: Puzzle, digits: Digits, palette: Palette, glyphs: Glyphs) -> SubjectView:
    """Return a board with the digits of the search in the player's colour, in the largest cells that fit."""
    sizes = (*sizes_with_notes(puzzle.layout.size), NORMAL, NARROW)

    def part(width: int, height: int) -> BoardPart:
        return BoardPart.around(puzzle.layout, glyphs.box, sizes, Size(width, height), 0)

    def draw(width: int, height: int) -> PanelContent:
        values = [given or digit for given, digit in zip(puzzle.givens, digits, strict=True)]
        inks = [palette.given if given else palette.player for given in puzzle.givens]
        return part(width, height).draw(BoardAppearance(values, inks, rules=puzzle.rules), palette, glyphs)

    return SubjectView(title, draw, lambda width, height: part(width, height).visible_region.width)


def _queens(size: int, squares: Sequence[tuple[int, int]], palette: Palette, glyphs: Glyphs) -> SubjectView:
    return SubjectView(
        str(CHESSBOARD),
        lambda width, height: chessboard(size, squares, Size(width, height), palette, glyphs),
        lambda width, height: chessboard_size(size, Size(width, height)).width,
    )


def _colouring(classes: Sequence[Sequence[int]], palette: Palette, glyphs: Glyphs) -> SubjectView:
    """Return the vertices of each colour, as many of each as fit."""

    def draw(width: int, height: int) -> list[Line]:
        lines: list[Line] = []
        for number, vertices in enumerate(classes, 1):
            room = max((height - len(lines)) // (len(classes) - number + 1) - 2, 1)
            ink = palette.colours[1 + (number - 1) % (len(palette.colours) - 1)]
            count = ngettext("{count} vertex", "{count} vertices", len(vertices)).format(count=numeral(len(vertices)))
            head = [Segment(f" {number} ", ink), Segment(f" {COLOUR.format(number=number)}  ", palette.title)]
            text = wrap_line([Segment(" ".join(map(str, vertices)), palette.plain)], width)
            cut = [*text[: room - 1], [*text[room - 1], Segment(f" {glyphs.ellipsis}")]] if len(text) > room else text
            lines += [[*head, Segment(count, palette.dim)], *cut, []]
        return lines

    return SubjectView(str(COLOURING), draw, lambda width, _height: min(max(width * 3 // 4, 34), width))
