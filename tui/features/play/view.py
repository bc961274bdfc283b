"""The state of the board screen that is saved with its game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

from engine.play.board import NoteKind
from engine.play.game import Game
from engine.play.past import Rival
from engine.play.validation import label, seconds, whole
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.difficulty import Difficulty
from tui.base.zoom import Zoom
from tui.draw.game import Marks

Member = TypeVar("Member", bound=Enum)


@dataclass(frozen=True)
class PlayView:
    """The state of the board screen besides its game."""

    cursor: int
    marks: Marks = field(default_factory=Marks)
    cleaning: bool = True
    """Whether placing a digit removes it from the notes of its peers."""
    filling: bool = False
    """Whether cells with one candidate are filled automatically."""
    hints: Level = Level.EXTREME
    """The level of the hardest techniques for hints."""
    zoom: Zoom = Zoom.AUTOMATIC
    difficulty: Difficulty | None = None
    """The difficulty of the puzzle, None while it is unknown."""
    rival: Rival | None = None
    """The game to race against, which is saved only if it is another player's."""

    def saved(self) -> dict[str, object]:
        """Return the view as JSON."""
        marks = self.marks
        return {
            "cursor": self.cursor, "noting": marks.noting, "digit first": marks.digit_first,
            "candidates": marks.candidates, "highlighted": sorted(marks.highlighted), "pairs": marks.pairs,
            "note kind": marks.note_kind.value, "cleaning": self.cleaning, "filling": self.filling,
            "hints": self.hints.value, "zoom": self.zoom.value,
            **_saved_difficulty(self.difficulty),
            **({"rival": list(self.rival)} if self.rival and self.rival.name else {}),
        }  # fmt: skip

    @classmethod
    def read(cls, saved: Mapping[str, object], game: Game, zoom: Zoom = Zoom.AUTOMATIC) -> "PlayView":
        """Read a view saved by this or an older version.

        Missing and invalid parts get their defaults: the first empty cell for the cursor, `zoom` for the size of cells.
        """
        first = next((cell for cell, value in enumerate(game.values) if not value), 0)
        marks = Marks(
            noting=saved.get("noting") is True,
            note_kind=_member(NoteKind, saved.get("note kind"), NoteKind.CENTRE),
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
            hints=_member(Level, saved.get("hints"), Level.EXTREME),
            zoom=_member(Zoom, saved.get("zoom"), zoom),
            difficulty=_read_difficulty(saved),
            rival=_read_rival(saved.get("rival")),
        )


def _saved_difficulty(difficulty: Difficulty | None) -> dict[str, object]:
    if difficulty is None:
        return {}
    return {
        "level": difficulty.level.value,
        "score": difficulty.score,
        "explainer": difficulty.explainer,
        "hardest": [technique.name for technique in difficulty.hardest],
        "complete": difficulty.is_complete,
    }


def _read_difficulty(saved: Mapping[str, object]) -> Difficulty | None:
    level, score, explainer = saved.get("level"), saved.get("score"), saved.get("explainer")
    hardest = saved.get("hardest")
    if not (isinstance(score, int) and isinstance(explainer, float) and isinstance(hardest, list)):
        return None
    names = [name for name in hardest if isinstance(name, str) and name in Technique.__members__]
    level = _member(Level, level, Level.EASY)
    return Difficulty(level, score, explainer, saved.get("complete") is True, tuple(Technique[name] for name in names))


def _read_rival(saved: object) -> Rival | None:
    if not isinstance(saved, list) or len(saved) != len(Rival._fields):
        return None
    try:
        return Rival(label(saved[0]), tuple((seconds(time), whole(filled)) for time, filled in saved[1]))
    except (TypeError, ValueError):
        return None


def _member(enumeration: type[Member], value: object, default: Member) -> Member:
    return next((member for member in enumeration if member.value == value), default)


def _number(value: object, allowed: range, default: int) -> int:
    return value if isinstance(value, int) and value in allowed else default


def _digits(value: object, size: int) -> frozenset[int]:
    """Read a list of digits; older versions saved a single digit, or 0 for none."""
    digits = value if isinstance(value, list) else [value]
    return frozenset(_number(digit, range(1, size + 1), 0) for digit in digits) - {0}
