"""The puzzles of a file or folder as a pack: their ratings, their order, and a filter by words, levels and ratings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from textual.dom import DOMNode

from engine.base.language import _, lazy_gettext
from engine.base.lazy_dataclasses import dataclass
from engine.base.polling import poll
from engine.base.text import title_of
from tui.base.background import Background, Job, call_named
from tui.base.requests import PlayPuzzle, PuzzlePack
from tui.features.browse.files import Files

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.sudoku.puzzle import Puzzle
    from engine.sudoku.techniques.catalogue import Level
    from engine.sudoku.techniques.difficulty import BriefRating

PATIENCE = 0.5
"""Seconds for rating each puzzle of a pack."""
WORK = "engine.sudoku.techniques.difficulty.brief_ratings"
PART = 200
"""Puzzles that are rated in one job."""
MOST_FILES, READING_TIME = 200, 2.0
"""Maximum number of files of a folder that is a pack, and seconds to read them."""

_RANGE = re.compile(r"(?=.*\d)(\d+(?:\.\d+)?)?\.\.(\d+(?:\.\d+)?)?")
_AHEAD = 1.25
"""The share by which rated puzzles grow before a list is sorted or filtered again, so that it rarely jumps."""


class PackOrder(Enum):
    """The order of a list of puzzles; the value is its name for the user."""

    FILE = lazy_gettext("as in the file")
    EASIEST = lazy_gettext("easiest first")
    HARDEST = lazy_gettext("hardest first")
    LOWEST = lazy_gettext("lowest rating first")
    HIGHEST = lazy_gettext("highest rating first")

    @property
    def is_by_level(self) -> bool:
        """Whether it needs levels."""
        return self in (PackOrder.EASIEST, PackOrder.HARDEST)

    @property
    def is_by_rating(self) -> bool:
        """Whether it needs ratings."""
        return self in (PackOrder.LOWEST, PackOrder.HIGHEST)


@dataclass(frozen=True)
class PackFilter:
    """The conditions of a filter: words in names, levels by their names, and ranges of ratings such as `2.6..4.5`."""

    words: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    ranges: tuple[tuple[float, float], ...] = ()

    @classmethod
    def of(cls, text: str) -> PackFilter:
        """Read the words that the user typed."""
        from engine.sudoku.techniques.catalogue import Level

        names = {name.casefold(): level.name for level in Level for name in (level.title, level.name)}
        words, levels, ranges = list[str](), list[str](), list[tuple[float, float]]()
        for word in text.casefold().split():
            if match := _RANGE.fullmatch(word):
                ranges.append((float(match[1] or 0), float(match[2] or "inf")))
            elif word in names:
                levels.append(names[word])
            else:
                words.append(word)
        return cls(tuple(words), tuple(levels), tuple(ranges))

    def passes(self, name: str, level: Level | None = None, rating: float = 0.0) -> bool:
        """Whether a puzzle passes: its name, its level and its rating, as far as they are known."""
        plain = name.casefold()
        return (
            all(word in plain for word in self.words)
            and (not self.levels or (level is not None and level.name in self.levels))
            and all(low <= rating <= high for low, high in self.ranges)
        )


class PackRatings:
    """The ratings of the puzzles of a pack by their places, found in the background as soon as all are needed.

    `changed` is called when enough are new, and when all are known.
    """

    def __init__(self, owner: DOMNode, changed: Callable[[], object]) -> None:
        self._background, self._changed = Background(owner), changed
        self._puzzles: Sequence[Puzzle] = ()
        self._found: list[BriefRating] = []
        """The ratings so far, of the first puzzles."""
        self._with_ratings = False
        self._last_count = 0

    def follow(self, puzzles: Sequence[Puzzle]) -> None:
        """Forget the pack before, and take the puzzles of another one."""
        self._background.cancel("pack")
        self._puzzles, self._found, self._with_ratings, self._last_count = puzzles, [], False, 0

    @property
    def count(self) -> int:
        """The number of puzzles that are rated."""
        return len(self._found)

    @property
    def is_running(self) -> bool:
        """Whether puzzles are still being rated."""
        return self._background.is_running("pack")

    @property
    def total(self) -> int:
        """The number of puzzles."""
        return len(self._puzzles)

    def level_of(self, place: int) -> Level | None:
        """The level of the puzzle at a place; None while it is unknown."""
        return self._found[place].level if 0 <= place < len(self._found) else None

    def rating_of(self, place: int) -> float:
        """The rating that came with the puzzle, or else ER; 0.0 while it is unknown."""
        return self._puzzles[place].rating or (self._found[place].explainer if place < len(self._found) else 0.0)

    def computed_rating(self, place: int) -> float:
        """ER of a puzzle that came without a rating; 0.0 while it is unknown."""
        return 0.0 if self._puzzles[place].rating else self.rating_of(place)

    def need(self, *, levels: bool, ratings: bool) -> None:
        """Find levels, or ratings where none came with the puzzles."""
        computes = ratings and any(not puzzle.rating for puzzle in self._puzzles)
        if not (levels or computes) or (self.is_running and self._with_ratings >= computes):
            return
        if computes and not self._with_ratings:
            self._found, self._with_ratings = [], True
        if len(self._found) < len(self._puzzles):
            self._continue()

    def stop(self) -> None:
        """Stop rating; the ratings so far stay."""
        self._background.cancel("pack")

    def sorted_places(self, order: PackOrder) -> Sequence[int]:
        """All places in an order; puzzles whose level or rating is unknown come last."""
        places = range(len(self._puzzles))
        if order is PackOrder.FILE:
            return places
        if order.is_by_rating:
            sign = 1 if order is PackOrder.LOWEST else -1
            return sorted(places, key=lambda place: sign * self.rating_of(place) or float("inf"))
        from engine.sudoku.techniques.catalogue import Level

        ranks = {level: rank for rank, level in enumerate(Level)}
        sign = 1 if order is PackOrder.EASIEST else -1
        keys = [
            (sign * ranks[found.level], sign * found.score) if found.level else (len(ranks), 0) for found in self._found
        ]
        first = sorted(range(len(keys)), key=keys.__getitem__)
        return [*first, *range(len(keys), len(places))]

    def _continue(self) -> None:
        """Rate the next part."""
        start = len(self._found)
        part = self._puzzles[start : start + PART]

        def take(found: list[BriefRating]) -> None:
            self._found += found
            if len(self._found) < len(self._puzzles):
                self._continue()
            if not self.is_running or len(self._found) >= max(self._last_count * _AHEAD, PART):
                self._last_count = len(self._found)
                self._changed()

        work = call_named(WORK, part, PATIENCE, self._with_ratings)
        self._background.start("pack", work, take, is_requested=False)


def read_folder_pack(
    folder: Path, names: Sequence[str], files: Files, job: Job[object]
) -> tuple[tuple[str, Puzzle], ...]:
    """The puzzles that are alone in a file of the folder, with the names of the files; none if there is too much.

    Raises Cancelled.
    """
    end, found = monotonic() + READING_TIME, list[tuple[str, "Puzzle"]]()
    for name in names:
        poll(job.cancelled)
        if len(names) > MOST_FILES or monotonic() > end:
            return ()
        loaded = files.look(folder / name)
        if len(loaded.puzzles) == 1:
            found.append((name, loaded.puzzles[0]))
    return tuple(found)


@dataclass(frozen=True)
class PackSource:
    """A file of puzzles, or a folder with one puzzle in each of the files `names`."""

    path: Path
    puzzles: Sequence[Puzzle]
    names: Sequence[str] = ()

    def request(self, order: Sequence[int], at: int) -> PlayPuzzle:
        """The request to play a puzzle of the pack, played in an order of its places."""
        from engine.play.origin import Origin

        place = order[at]
        path = self.path / self.names[place] if self.names else self.path
        puzzle = self.puzzles[place]
        title = path.stem if self.names else f"{path.stem} {place + 1}"
        named = puzzle if puzzle.name else replace(puzzle, name=title_of(title))
        pack = PuzzlePack([self.puzzles[each] for each in order], at, partial(self.request, order))
        return PlayPuzzle(named, Origin(file=title_of(path.name)), pack=pack)


def rating_state(count: int, total: int) -> str:
    """Return the progress of rating a pack."""
    return _("{count:,} of {total:,} rated").format(count=count, total=total)
