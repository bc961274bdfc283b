"""Previews of folders."""

from pathlib import Path

import pytest
from textual.geometry import Size

from engine.play.store import SavedState
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.difficulty import Difficulty
from tui.draw.cells import width_of
from tui.draw.palette import PALETTES, UNICODE
from tui.features.browse import summary
from tui.features.browse.files import Files
from tui.features.browse.folder_preview import draw_folder
from tui.features.browse.summary import FolderFacts, summary_of

SHIPPED = Path(__file__).parents[4] / "puzzles"
with pytest.MonkeyPatch.context() as patch:
    patch.setattr(summary, "MAX_SECONDS", 600.0)  # a busy machine leaves files out
    DOUBLES = summary_of(SHIPPED / "double", SHIPPED, Files(), lambda: False)[1]


def drawn(size: Size, levels: dict[str, Level], standings: dict[str, SavedState]) -> list[str]:
    assert isinstance(DOUBLES.facts, FolderFacts)
    difficulties = {name: Difficulty(level, 100, 1.2, is_complete=True) for name, level in levels.items()}
    lines = draw_folder(DOUBLES, DOUBLES.facts, difficulties, standings, PALETTES["dark"], UNICODE, size)
    assert len(lines) <= size.height
    assert all(width_of(line) <= size.width for line in lines)
    return ["".join(piece.text for piece in line) for line in lines]


def test_levels_are_counted_and_shown_next_to_the_names() -> None:
    rows = drawn(Size(60, 30), {"easy-1.txt": Level.EASY, "hard-1.txt": Level.HARD, "easy-2.txt": Level.EASY}, {})
    assert "2 easy" in rows[1]
    assert rows[1].index("2 easy") < rows[1].index("1 hard")
    assert next(row for row in rows if row.startswith("hard-1.txt")).split()[-3:] == ["double", UNICODE.level, "hard"]


def test_solved_puzzles_are_counted_and_ticked() -> None:
    rows = drawn(Size(60, 30), {}, {"easy-1.txt": SavedState(solved=1), "easy-2.txt": SavedState(unfinished=1)})
    assert rows[2].startswith("1 of 11 puzzles solved")
    assert [row.split()[0] for row in rows if UNICODE.right in row] == ["easy-1.txt"]


def test_names_without_room_are_counted() -> None:
    rows = drawn(Size(36, 8), {}, {})
    assert rows[-1] == "and 9 more"
