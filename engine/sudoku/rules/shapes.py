"""The shapes a rule draws on a board, as values: cells are indices of a layout; boards pick colours and characters."""

from dataclasses import dataclass
from enum import StrEnum


class LineStyle(StrEnum):
    """The style of a line, from which a board picks its tint."""

    THERMOMETER = "thermometer"
    ARROW = "arrow"
    WHISPER = "whisper"
    RENBAN = "renban"
    SEQUENCE = "sequence"
    SUM = "sum"


@dataclass(frozen=True)
class Outline:
    """An outline around cells, with a text in the first of them ("" for none)."""

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
    """A text at the corner shared by four cells."""

    cells: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class CellMark:
    """A character that marks a property of a cell."""

    cell: int
    text: str


@dataclass(frozen=True)
class OutsideClue:
    """A text outside the grid, before the first of the cells it applies to, which are in order."""

    cells: tuple[int, ...]
    text: str


Shape = Outline | Path | EdgeMark | CornerMark | CellMark | OutsideClue
