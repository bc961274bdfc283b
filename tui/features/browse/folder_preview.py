"""Draws the preview of a folder: the number of puzzles of each level, the number solved, and the names."""

from collections import Counter
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Size

from engine.base.language import lazy_gettext
from engine.base.text import noun, pluralized, printable
from engine.files.kinds import FileKind
from tui.draw.cells import COLUMN_GAP, Line, clip_middle, fit, in_columns, justify, width_of
from tui.draw.face import level_dot
from tui.draw.palette import Glyphs, Palette
from tui.features.browse.summary import FileSummary, FolderFacts, FolderItem

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.store import SavedState
    from tui.base.rating import Difficulties

NOUNS = {
    FileKind.FOLDER: noun("folder"),
    FileKind.CNF: noun("formula"),
    FileKind.PUZZLE: noun("puzzle file"),
    FileKind.LESSON: noun("lesson"),
}
"""The kinds that are counted separately, with their nouns."""
LEVEL_COLUMNS = 8
"""Columns for the name of a level."""
MIN_WITH_LEVELS = 60
"""Minimum columns of a preview that names the counted levels."""
MIN_COLUMN = 45
"""Minimum columns of each of several columns of files."""

SOLVED_OF = lazy_gettext("{solved} of {puzzles} solved")
MORE_NAMES = lazy_gettext("and {count:,} more")


def draw_folder(
    summary: FileSummary,
    facts: FolderFacts,
    difficulties: "Difficulties",
    standings: "dict[str, SavedState]",
    palette: Palette,
    glyphs: Glyphs,
    size: Size,
) -> list[Line]:
    """Draw the contents of a folder: puzzles of each level, puzzles solved, then each name with its kind."""
    width, height = size
    kinds = Counter(item.kind for item in facts.items)
    counts = [pluralized(kinds[kind], word) for kind, word in NOUNS.items() if kinds[kind]]
    is_complete = facts.total == len(facts.items) and None not in kinds
    contents = f" {glyphs.dot} ".join(counts) if is_complete else pluralized(facts.total, "item")
    name = clip_middle(printable(summary.name), max(width - cell_len(contents) - 2, 1), glyphs.ellipsis)
    lines = [justify([Segment(name, palette.title)], [Segment(contents, palette.dim)], width)]
    lines += _level_counts(facts, difficulties, standings, palette, glyphs, width)
    room = max(height - len(lines) - 1, 1)
    columns = max(min((width + COLUMN_GAP) // MIN_COLUMN, -(-facts.total // room)), 1)
    row_width = (width + COLUMN_GAP) // columns - COLUMN_GAP
    rows = facts.items[: room * columns]
    left_out = facts.total - len(rows)
    if left_out and len(rows) > 1:
        rows, left_out = rows[:-1], left_out + 1
    has_levels = bool(facts.puzzles)
    entries = [
        _folder_row(item, difficulties, standings, palette, glyphs, row_width, has_levels=has_levels) for item in rows
    ]
    if left_out:
        entries.append([Segment(MORE_NAMES.format(count=left_out), palette.dim)])
    return [*lines, [], *in_columns(entries, width, room)]


def _level_counts(
    facts: FolderFacts,
    difficulties: "Difficulties",
    standings: "dict[str, SavedState]",
    palette: Palette,
    glyphs: Glyphs,
    width: int,
) -> list[Line]:
    """Return the number of puzzles of each level, and below it that of solved ones; nothing without puzzles."""
    if not facts.puzzles:
        return []
    counts = Counter(difficulty.level for difficulty in difficulties.values() if difficulty.is_rated)
    line: Line = []
    for level in sorted(counts, key=lambda level: list(level.__class__).index(level)):
        dot, name = level_dot(level.value, palette, glyphs), f" {level.title}" * (width >= MIN_WITH_LEVELS)
        line += [dot, Segment(f" {counts[level]}{name}   ", palette.plain)]
    solved = sum(bool(state.solved) for state in standings.values())
    text = SOLVED_OF.format(solved=solved, puzzles=pluralized(len(facts.puzzles), "puzzle"))
    return [line, [Segment(text, palette.good if solved else palette.dim)]]


def _folder_row(
    item: FolderItem,
    difficulties: "Difficulties",
    standings: "dict[str, SavedState]",
    palette: Palette,
    glyphs: Glyphs,
    width: int,
    *,
    has_levels: bool,
) -> Line:
    """Draw a name, and at the right its kind, its level, and whether it is solved.

    `has_levels` keeps the columns of the level free for items without one.
    """
    difficulty, state = difficulties.get(item.name), standings.get(item.name)
    level = difficulty.level if difficulty and difficulty.is_rated else None
    right: Line = [Segment(item.label, palette.dim)]
    if item.puzzle is not None:
        dot = level_dot(level.value, palette, glyphs) if level else Segment(" ")
        title = fit(level.title if level else "", LEVEL_COLUMNS, glyphs.ellipsis)
        done = Segment(glyphs.right, palette.good) if state and state.solved else Segment(" ")
        right += [Segment(" "), dot, Segment(f" {title} ", palette.dim), done]
    elif has_levels:
        right.append(Segment(" " * (LEVEL_COLUMNS + 5)))
    ink = palette.accent if item.kind is FileKind.FOLDER else palette.plain
    name = clip_middle(printable(item.name), max(width - width_of(right) - 1, 1), glyphs.ellipsis)
    return justify([Segment(name, ink)], right, width)
