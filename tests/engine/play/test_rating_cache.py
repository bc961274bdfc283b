"""Kept ratings of packs: they come back for the same puzzles only, and no error of their file is one of the program."""

import os
from pathlib import Path
from zlib import crc32

import pytest

from engine.base.errors import Cancelled
from engine.play import rating_cache
from engine.play.rating_cache import FILE, read_ratings, write_ratings
from engine.play.state_directory import state_directory
from engine.sudoku import formats
from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.in_words import RuleInWords
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.difficulty import RATING_VERSION, BriefRating, brief_ratings

SINGLES = Path(__file__).parents[3] / "puzzles" / "single"


class Job:
    def __init__(self, *, is_cancelled: bool = False) -> None:
        self.is_cancelled = is_cancelled

    def cancelled(self) -> bool:
        return self.is_cancelled

    def report(self, news: object, /) -> None:
        pass


PACK = [Puzzle(single(), (digit, *(0,) * 80), f"number {digit}") for digit in range(1, 6)]
RATINGS = [
    BriefRating(Level.EASY, 5, 1.2), BriefRating(None, 0, 0.0), BriefRating(Level.EXTREME, 7000, 9.1),
    BriefRating(Level.HARD, 800, 0.0), BriefRating(Level.UNFAIR, 2000, 7.1),
]  # fmt: skip


def keep(pack: list[Puzzle], first: int, count: int, *, explained: bool) -> None:
    write_ratings(read_ratings(pack, Job()).digest, first, RATINGS[first : first + count], explained, Job())


def test_ratings_come_back_as_far_as_they_are_known() -> None:
    assert not read_ratings(PACK, Job()).ratings
    keep(PACK, 0, 2, explained=True)
    keep(PACK, 4, 1, explained=True)  # after a gap
    cached = read_ratings(PACK, Job())
    assert (cached.ratings, cached.explained) == (RATINGS[:2], 2)
    keep(PACK, 2, 2, explained=False)
    cached = read_ratings(PACK, Job())
    assert cached.explained == 2
    assert cached.ratings == [*RATINGS[:2], BriefRating(Level.EXTREME, 7000), RATINGS[3], RATINGS[4]]
    keep(PACK, 2, 3, explained=True)
    assert read_ratings(PACK, Job())[1:] == (RATINGS, 5)


def other_packs() -> list[list[Puzzle]]:
    """Packs that differ from `PACK` in one thing that a rating depends on."""
    first, *rest = PACK
    rule = RuleInWords.drawn(single(), [()], "r1c1 < r1c2")
    return [
        PACK[::-1],
        PACK[:-1],
        [*PACK[:-1], Puzzle(single(), (0, 5, *(0,) * 79))],
        [Puzzle(LAYOUTS["x"](), first.givens), *rest],
        [Puzzle(single(), first.givens, candidates=(0b1111111110,) * 80 + (0b110,)), *rest],
        [Puzzle(single(), first.givens, rules=(rule,)), *rest],
    ]


def test_they_are_those_of_the_same_puzzles_only(monkeypatch: pytest.MonkeyPatch) -> None:
    keep(PACK, 0, 5, explained=False)
    renamed = [Puzzle(puzzle.layout, puzzle.givens, "another name") for puzzle in PACK]
    assert read_ratings(renamed, Job()).ratings
    for pack in other_packs():
        assert not read_ratings(pack, Job()).ratings
    monkeypatch.setattr(rating_cache, "RATING_VERSION", RATING_VERSION + 1)
    assert not read_ratings(PACK, Job()).ratings


def test_the_packs_read_least_recently_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_cache, "MAX_RATINGS", 11)
    packs = [[*PACK[:4], puzzle] for puzzle in PACK[:3]]
    seconds = iter(range(100))
    monkeypatch.setattr(rating_cache, "time", lambda: next(seconds))
    for pack in packs[:2]:
        keep(pack, 0, 5, explained=True)
    assert read_ratings(packs[0], Job()).ratings
    keep(packs[2], 0, 5, explained=True)
    assert [len(read_ratings(pack, Job()).ratings) for pack in packs] == [5, 5, 5]
    read_ratings(packs[0], Job())
    keep([*PACK[:4], PACK[3]], 0, 5, explained=True)
    assert [len(read_ratings(pack, Job()).ratings) for pack in packs] == [5, 0, 5]


@pytest.mark.parametrize("content", [b"no database at all " * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_begun_anew(content: bytes) -> None:
    keep(PACK, 0, 5, explained=True)
    (state_directory() / FILE).write_bytes(content)
    assert not read_ratings(PACK, Job()).ratings
    keep(PACK, 0, 5, explained=True)
    assert read_ratings(PACK, Job()).ratings == RATINGS


def test_without_a_place_for_the_file_nothing_is_kept(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SATSUDOKU_STATE", os.fspath(tmp_path / "file" / "folder"))
    keep(PACK, 0, 5, explained=True)
    assert not read_ratings(PACK, Job()).ratings


def test_reading_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        read_ratings(PACK, Job(is_cancelled=True))


def test_a_change_of_ratings_is_a_new_version() -> None:
    """After a change of ratings: increase RATING_VERSION, and write both numbers here."""
    names = ("easy-1", "medium-1", "hard-1", "unfair-1", "ten")
    puzzles = [puzzle for name in names for puzzle in formats.parse((SINGLES / f"{name}.txt").read_bytes())]
    ratings = brief_ratings(puzzles, 60, True, Job())
    assert (RATING_VERSION, crc32(repr([(*map(str, rating),) for rating in ratings]).encode())) == (1, 1568859087)
