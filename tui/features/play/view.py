"""How a player looks at a game: what its screen keeps beside the game, saved with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

from engine.play.board import NoteKind
from engine.play.game import Game
from engine.sudoku.techniques.catalogue import Level
from tui.base.zoom import Zoom
from tui.draw.game import Marks

Kind = TypeVar("Kind", bound=Enum)


@dataclass(frozen=True)
class PlayView:
    """The cursor, what is marked and how keys are taken, what a move brings about, how hard hints may be, and the
    cells that are wanted."""

    cursor: int
    marks: Marks = field(default_factory=Marks)
    cleaning: bool = True
    filling: bool = False
    hints: Level = Level.EXTREME
    zoom: Zoom = Zoom.AUTOMATIC

    def saved(self) -> dict[str, object]:
        """The view as JSON has it."""
        marks = self.marks
        return {
            "cursor": self.cursor, "noting": marks.noting, "digit first": marks.digit_first,
            "candidates": marks.candidates, "highlighted": sorted(marks.highlighted), "pairs": marks.pairs,
            "note kind": marks.note_kind.value, "cleaning": self.cleaning, "filling": self.filling,
            "hints": self.hints.value, "zoom": self.zoom.value,
        }  # fmt: skip

    @classmethod
    def read(cls, saved: Mapping[str, object], game: Game, zoom: Zoom = Zoom.AUTOMATIC) -> "PlayView":
        """What was saved with a game, as far as it makes sense; else the cursor is on the first empty cell, and cells
        have the size `zoom`."""
        first = next((cell for cell, value in enumerate(game.values) if not value), 0)
        marks = Marks(
            noting=saved.get("noting") is True,
            note_kind=_one_of(NoteKind, saved.get("note kind"), NoteKind.CENTRE),
            digit_first=saved.get("digit first") is True,
            candidates=saved.get("candidates") is True,
            highlighted=_digits(saved.get("highlighted"), game.layout.size),
            pairs=saved.get("pairs") is True,
        )
        return cls(
            _number(saved.get("cursor"), range(len(game.values)), first),
            marks,
            cleaning=saved.get("cleaning") is not False,
            filling=saved.get("filling") is True,
            hints=_one_of(Level, saved.get("hints"), Level.EXTREME),
            zoom=_one_of(Zoom, saved.get("zoom"), zoom),
        )


def _one_of(kind: type[Kind], value: object, otherwise: Kind) -> Kind:
    return next((member for member in kind if member.value == value), otherwise)


def _number(value: object, allowed: range, otherwise: int) -> int:
    return value if isinstance(value, int) and value in allowed else otherwise


def _digits(value: object, size: int) -> frozenset[int]:
    """Games of older versions have one digit, or 0."""
    found = value if isinstance(value, list) else [value]
    return frozenset(_number(digit, range(1, size + 1), 0) for digit in found) - {0}
