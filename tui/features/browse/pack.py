"""The puzzles of a file or folder as a pack: their ratings, their order, and a filter."""

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
    from engine.play.rating_cache import CachedRatings
    from engine.sudoku.puzzle import Puzzle
    from engine.sudoku.techniques.catalogue import Level
    from engine.sudoku.techniques.difficulty import BriefRating

RATING_SECONDS = 0.5
"""Maximum seconds for rating each puzzle of a pack, a list or a preview."""
RATING_WORK = "engine.sudoku.techniques.difficulty.brief_ratings"
"""The function that rates puzzles, by its path."""
READING_WORK = "engine.play.rating_cache.read_ratings"
WRITING_WORK = "engine.play.rating_cache.write_ratings"
"""The functions that read and write the kept ratings of a pack, by their paths."""
JOB_PUZZLES = 200
"""Number of puzzles that are rated in one job."""
MAX_FILES, MAX_READING = 200, 2.0
"""Maximum number of files in a folder that is a pack, and maximum seconds to read them."""

RATING_RANGE = re.compile(r"(?=.*\d)(\d+(?:\.\d+)?)?\.\.(\d+(?:\.\d+)?)?")
"""A range of ratings in a filter: `2.6..4.5`, `..3`, `7..`."""
GROWTH = 1.25
"""Factor by which the number of rated puzzles grows before the list is sorted again, so that it rarely jumps."""


class PackOrder(Enum):
    """The order of a list of puzzles; the values are the names for the user."""

    FILE = lazy_gettext("as in the file")
    EASIEST = lazy_gettext("easiest first")
    HARDEST = lazy_gettext("hardest first")
    LOWEST = lazy_gettext("lowest rating first")
    HIGHEST = lazy_gettext("highest rating first")

    @property
    def is_by_level(self) -> bool:
        """Whether the order needs levels."""
        return self in (PackOrder.EASIEST, PackOrder.HARDEST)

    @property
    def is_by_rating(self) -> bool:
        """Whether the order needs ratings."""
        return self in (PackOrder.LOWEST, PackOrder.HIGHEST)


@dataclass(frozen=True)
class PackFilter:
    """The conditions that puzzles must meet to be listed."""

    words: tuple[str, ...] = ()
    """Words that the name must contain, in lower case."""
    levels: tuple[str, ...] = ()
    """Names of levels, of which the puzzle must have one; none allows every level."""
    ranges: tuple[tuple[float, float], ...] = ()
    """Ranges that must include the rating: lowest and highest value."""

    @classmethod
    def of(cls, text: str) -> PackFilter:
        """Read typed words: levels, ranges of ratings such as `2.6..4.5`, and words of names."""
        from engine.sudoku.techniques.catalogue import Level

        names = {name.casefold(): level.name for level in Level for name in (level.title, level.name)}
        words, levels, ranges = list[str](), list[str](), list[tuple[float, float]]()
        for word in text.casefold().split():
            if match := RATING_RANGE.fullmatch(word):
                ranges.append((float(match[1] or 0), float(match[2] or "inf")))
            elif word in names:
                levels.append(names[word])
            else:
                words.append(word)
        return cls(tuple(words), tuple(levels), tuple(ranges))

    def passes(self, name: str, level: Level | None = None, rating: float = 0.0) -> bool:
        """Whether a puzzle passes; an unknown level is None, an unknown rating 0.0."""
        folded = name.casefold()
        return (
            all(word in folded for word in self.words)
            and (not self.levels or (level is not None and level.name in self.levels))
            and all(low <= rating <= high for low, high in self.ranges)
        )


class PackRatings:
    """The ratings of the puzzles of a pack: those kept from earlier visits, then, once they are needed, new ones.

    Puzzles are rated in the background, in the order of the pack. A place is the index of a puzzle in the pack.
    """

    def __init__(self, owner: DOMNode, changed: Callable[[], object], *, is_kept: bool) -> None:
        """`changed` is called when there are enough new ratings to sort again, and when all puzzles are rated.

        `is_kept` says whether ratings are kept between visits.
        """
        self._background, self._changed, self._is_kept = Background(owner), changed, is_kept
        self._puzzles: Sequence[Puzzle] = ()
        self._digest: bytes | None = None
        """Identifies the pack among the kept ratings; None if they are not kept, or not read yet."""
        self._ratings: list[BriefRating] = []
        """The ratings so far, those of the first puzzles."""
        self._explained = 0
        """The number of ratings, from the first, that include ER, and not only the level and the score."""
        self._needs_levels = self._needs_explainer = False
        """Whether all levels are needed, and whether ER of all puzzles is."""
        self._last_count = 0
        """The number of ratings at the last call of `changed`."""

    def set_puzzles(self, puzzles: Sequence[Puzzle]) -> None:
        """Replace the pack by another one."""
        self._background.cancel("pack")
        self._background.cancel("cached")
        self._puzzles, self._digest, self._ratings, self._explained, self._last_count = puzzles, None, [], 0, 0
        self._needs_levels = self._needs_explainer = False
        if self._is_kept and puzzles:
            work = call_named(READING_WORK, puzzles)
            self._background.start("cached", work, self._add_cached, here=True, is_requested=False)

    @property
    def count(self) -> int:
        """The number of puzzles rated so far."""
        return len(self._ratings)

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
        return self._ratings[place].level if 0 <= place < len(self._ratings) else None

    def rating_of(self, place: int) -> float:
        """The rating that came with the puzzle, else ER; 0.0 while it is unknown."""
        return self._puzzles[place].rating or (self._ratings[place].explainer if place < len(self._ratings) else 0.0)

    def computed_rating(self, place: int) -> float:
        """ER of a puzzle that came without a rating; 0.0 while it is unknown."""
        return 0.0 if self._puzzles[place].rating else self.rating_of(place)

    def require(self, *, levels: bool, ratings: bool) -> None:
        """Start to determine levels, or the ratings of puzzles that came without one."""
        needs_explainer = ratings and any(not puzzle.rating for puzzle in self._puzzles)
        self._needs_levels |= levels
        if needs_explainer and not self._needs_explainer:
            self._needs_explainer = True
            self._background.cancel("pack")
            del self._ratings[self._explained :]
        if not self.is_running and not self._background.is_running("cached"):
            self._continue()

    def sorted_places(self, order: PackOrder) -> Sequence[int]:
        """Return all places in an order; puzzles whose level or rating is unknown come last."""
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
            (sign * ranks[rating.level], sign * rating.score) if rating.level else (len(ranks), 0)
            for rating in self._ratings
        ]
        rated = sorted(range(len(keys)), key=keys.__getitem__)
        return [*rated, *range(len(keys), len(places))]

    def _add_cached(self, cached: CachedRatings) -> None:
        """Take the kept ratings, and rate the other puzzles if that is needed."""
        self._digest, self._explained = cached.digest, cached.explained
        self._ratings = [*cached.ratings[: cached.explained if self._needs_explainer else None]]
        self._last_count = len(self._ratings)
        self._continue()
        if self._ratings:
            self._changed()

    def _continue(self) -> None:
        """Rate the next puzzles, if they are needed."""
        start, explained = len(self._ratings), self._needs_explainer
        if start == len(self._puzzles) or not (self._needs_levels or explained):
            return
        puzzles = self._puzzles[start : start + JOB_PUZZLES]

        def add(ratings: list[BriefRating]) -> None:
            self._ratings += ratings
            if explained:
                self._explained = len(self._ratings)
            if self._digest is not None:
                work = call_named(WRITING_WORK, self._digest, start, ratings, explained)
                self._background.start(f"keep {start}", work, lambda _: None, here=True, is_requested=False)
            self._continue()
            if not self.is_running or len(self._ratings) >= max(self._last_count * GROWTH, JOB_PUZZLES):
                self._last_count = len(self._ratings)
                self._changed()

        work = call_named(RATING_WORK, puzzles, RATING_SECONDS, explained)
        self._background.start("pack", work, add, is_requested=False)


def read_folder_pack(
    folder: Path, names: Sequence[str], files: Files, job: Job[object]
) -> tuple[tuple[str, Puzzle], ...]:
    """Return the puzzle of each of these files that has exactly one, after the name of the file.

    Returns none if there are more than MAX_FILES files or reading takes more than MAX_READING seconds. Raises
    Cancelled.
    """
    deadline, pack = monotonic() + MAX_READING, list[tuple[str, "Puzzle"]]()
    for name in names:
        poll(job.cancelled)
        if len(names) > MAX_FILES or monotonic() > deadline:
            return ()
        loaded = files.look(folder / name)
        if len(loaded.puzzles) == 1:
            pack.append((name, loaded.puzzles[0]))
    return tuple(pack)


@dataclass(frozen=True)
class PackSource:
    """A file with several puzzles, or a folder with one puzzle in each of some files."""

    path: Path
    puzzles: Sequence[Puzzle]
    names: Sequence[str] = ()
    """The names of the files in the folder, one for each puzzle; none for a file."""

    def request(self, order: Sequence[int], index: int) -> PlayPuzzle:
        """Return the request to play a puzzle of the pack; `order` has the places, of which `index` selects one."""
        from engine.play.origin import Origin

        place = order[index]
        path = self.path / self.names[place] if self.names else self.path
        puzzle = self.puzzles[place]
        title = path.stem if self.names else f"{path.stem} {place + 1}"
        pack = PuzzlePack([self.puzzles[other] for other in order], index, partial(self.request, order))
        return PlayPuzzle(with_name(puzzle, title), Origin(file=title_of(path.name)), pack=pack)


def with_name(puzzle: Puzzle, name: str) -> Puzzle:
    """Return a puzzle with this name, unless it has one of its own."""
    return puzzle if puzzle.name else replace(puzzle, name=title_of(name))


def rating_progress(count: int, total: int) -> str:
    """Return in words how many of the puzzles of a pack are rated."""
    return _("{count:,} of {total:,} rated").format(count=count, total=total)
