"""What a rule draws on a board, as values: cells are indices of a layout, and no colour or character is fixed here."""

from dataclasses import dataclass
from enum import StrEnum


class LineStyle(StrEnum):
    """How a line differs from others, from which a board picks its tint."""

    THERMOMETER = "thermometer"
    ARROW = "arrow"
    WHISPER = "whisper"
    RENBAN = "renban"
    SEQUENCE = "sequence"
    SUM = "sum"


@dataclass(frozen=True)
class Outline:
    """An edge around cells, with a text in the first of them ("" for none)."""

    cells: tuple[int, ...]
    text: str = ""


@dataclass(frozen=True)
class Path:
    """A line through cells, with a sign for each: `o` a bulb or circle, `>` a head, `-` the line itself."""

    cells: tuple[int, ...]
    style: LineStyle
    signs: str


@dataclass(frozen=True)
class EdgeMark:
    """A character on the edge between two cells."""

    cells: tuple[int, int]
    text: str


@dataclass(frozen=True)
class CornerMark:
    """A text where four cells meet."""

    cells: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class CellMark:
    """A character that stands for a property of a cell."""

    cell: int
    text: str


@dataclass(frozen=True)
class OutsideClue:
    """A text outside the grid, before the first of these cells, which it is about in their order."""

    cells: tuple[int, ...]
    text: str


Shape = Outline | Path | EdgeMark | CornerMark | CellMark | OutsideClue
