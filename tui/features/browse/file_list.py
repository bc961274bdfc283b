"""The browser's list: the contents of a folder, or of a file with several puzzles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import work

from engine.base.language import once_a_language
from engine.base.polling import poll
from engine.base.text import printable
from engine.files.kinds import FileKind
from tui.base.background import Background, Job
from tui.base.rating import Difficulties, Ratings
from tui.base.rows import Rows
from tui.draw.cells import Line, clip, clip_middle, pad, widest, width_of, wrap
from tui.draw.face import level_dot
from tui.draw.numbers import clock_text
from tui.features.browse.files import Files
from tui.features.browse.listing import PARENT, ListItem
from tui.features.browse.pack import RATING_SECONDS, PackFilter, PackOrder, PackRatings
from tui.features.browse.words import ER, NOTHING_MATCHES, SOLVED, SOLVED_IN, STARTED

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.files.reading import Glance
    from engine.play.store import SavedState
    from engine.sudoku.puzzle import Puzzle
    from engine.sudoku.techniques.catalogue import Level

OTHER_KINDS = (FileKind.PROOF, FileKind.RECORDING, FileKind.GAME, FileKind.LESSON)
"""The kinds of files, besides formulas and puzzles, that have their own screens."""
BROKEN_KINDS = (FileKind.CNF, FileKind.PUZZLE, FileKind.UNREADABLE)
"""The kinds of files that have an error if they are not usable; other files are simply of no use here."""
READING_DELAY = 0.06
"""Seconds without scrolling before the visible files are read, so that scrolling never waits."""
MIN_WITH_LEVELS = 44
"""Minimum columns of a list with the names of levels after their dots."""


@once_a_language
def _level_width() -> int:
    """Return the columns of the longest name of a level."""
    from engine.sudoku.techniques.catalogue import Level

    return widest((level.title for level in Level), 0)


class FileList(Rows):
    """Items by name, each with a label and a level at the right, in an order and as far as a filter lets them.

    Files are read, puzzles rated and their games looked up in the background, only for rows in or near the view.
    """

    DEFAULT_CSS = "FileList { width: 46%; min-width: 40; max-width: 72; }"

    def __init__(self, files: Files) -> None:
        super().__init__()
        self._files = files
        self._folder: Path | None = None
        self._background = Background(self)
        self._ratings = Ratings(self, self.program.ratings)
        self._item_at: Callable[[int], ListItem] = ().__getitem__
        """Returns the item of a position in the original order."""
        self._all_positions: Sequence[int] = range(0)
        """The positions of all items, in the current order."""
        self._positions: Sequence[int] = ()
        """The position of the item in each row."""
        self._glances: dict[str, Glance] = {}
        self._scanned_names: set[str] = set()
        """The names of the files of a folder that have been read for the list."""
        self._puzzles: Sequence[Puzzle] = ()
        """The puzzles of a file, one for each item after the one that leads out; none in a folder."""
        self._single_puzzles: dict[str, Puzzle] = {}
        """Puzzles that are alone in their files, by file name."""
        self._difficulties: Difficulties = {}
        self._standings: dict[str, SavedState] = {}
        self.pack = PackRatings(self, self._pack_rated, is_kept=self.program.options.bounds is None)
        """The ratings of all puzzles of a file."""
        self.order = PackOrder.FILE
        self._words = ""
        """The words of the filter."""
        self.notice = ""
        """The text below the rows, such as why there are none."""

    def __len__(self) -> int:
        return len(self._positions)

    @property
    def item(self) -> ListItem | None:
        """The item under the cursor."""
        return self._item_at(self.position) if self._positions else None

    @property
    def kind(self) -> FileKind | None:
        """The kind of the item under the cursor; None while unknown."""
        item = self.item
        if item is None or item.folder:
            return FileKind.FOLDER
        return self._glances[item.name].kind if item.name in self._glances else None

    @property
    def position(self) -> int:
        """The position of the item under the cursor among all items, in their original order."""
        return self._positions[self.cursor] if self._positions else 0

    def show(
        self,
        count: int,
        item_at: Callable[[int], ListItem],
        folder: Path | None = None,
        notice: str = "",
        puzzles: Sequence[Puzzle] = (),
    ) -> None:
        """Show other items, without filter and in their original order; the cursor is on the first not to lead out.

        The items are the contents of a folder, or a way out and the `puzzles` of a file. What is known of the files of
        the same folder stays.
        """
        self._background.cancel("scan")
        self._ratings.cancel()
        is_same_folder = folder is not None and folder == self._folder
        self._item_at, self._folder, self._puzzles, self.notice = item_at, folder, puzzles, notice
        self._positions = self._all_positions = range(count)
        self._scanned_names, self._words, self.order = set(), "", PackOrder.FILE
        self.pack.set_puzzles(puzzles)
        if not is_same_folder:
            self._glances, self._single_puzzles, self._difficulties, self._standings = {}, {}, {}, {}
        self.reset(1 if count and item_at(0).name == PARENT else 0, 0)

    def select(self, name: str, top: int | None = None) -> None:
        """Select the item of this name, if it is listed; `top` is the first row, None puts the item in the middle."""
        names = (self._item_at(position).name for position in self._positions)
        index = next((index for index, other in enumerate(names) if other == name), None)
        if index is not None:
            self.reset(index, index - self.size.height // 2 if top is None else top)

    def set_filter(self, words: str) -> None:
        """List only items whose names contain all the words, without the item that leads out; "" lists all items.

        For the puzzles of a file, the words may also be levels and ranges of ratings (see `PackFilter`).
        """
        self._words = words
        self._arrange()

    def sort(self, order: PackOrder) -> None:
        """List the puzzles of a file in another order, with the cursor on the first."""
        self.order = order
        self._arrange()
        self.reset(self._first_row, 0)

    @property
    def _first_row(self) -> int:
        """The row of the first puzzle, after the item that leads out, which a filter hides."""
        return 0 if self._words.strip() else 1

    def _pack_rated(self) -> None:
        """Show new ratings; sort and filter again by them."""
        self.refresh()
        if self._words or self.order is not PackOrder.FILE:
            is_first = self.cursor == self._first_row
            self._arrange()
            if is_first:  # a cursor on the first row stays there, and does not follow its puzzle
                self.reset(self._first_row, 0)
        self.post_message(self.Moved(self))

    def _arrange(self) -> None:
        """Apply the order and the filter; the cursor stays on its item."""
        position, words, pack, order = self.position, self._words, self.pack, self.order
        conditions = PackFilter.of(words) if self._puzzles else PackFilter(tuple(words.casefold().split()))
        pack.require(
            levels=order.is_by_level or bool(conditions.levels), ratings=order.is_by_rating or bool(conditions.ranges)
        )
        self._all_positions = range(len(self._all_positions))
        if self._puzzles and order is not PackOrder.FILE:
            self._all_positions = [0, *(place + 1 for place in pack.sorted_places(order))]
        self._positions = self._all_positions
        if words.strip():
            self._positions = [other for other in self._all_positions if self._passes(conditions, other)]
        self.notice = "" if self._positions else NOTHING_MATCHES.format(words=printable(words.strip()))
        cursor = self._positions.index(position) if position in self._positions else 0
        self.reset(cursor, cursor - self.size.height // 2)

    def _passes(self, conditions: PackFilter, position: int) -> bool:
        """Whether an item passes the filter."""
        name = self._item_at(position).name
        if name == PARENT:
            return False
        if not self._puzzles:
            return conditions.passes(name)
        place = position - 1
        return conditions.passes(name, self.pack.level_of(place), self.pack.rating_of(place))

    @property
    def pack_places(self) -> Sequence[int]:
        """The places of the listed puzzles in their file, in the order of the list."""
        return [position - 1 for position in self._positions if position]

    def show_pack_states(self, states: Mapping[int, SavedState]) -> None:
        """Show the saved games of the puzzles of a file, by their places."""
        standings = {self._item_at(place + 1).name: state for place, state in states.items()}
        self._standings |= standings
        self._refresh_items(standings)

    def show_glances(self, glances: dict[str, Glance]) -> None:
        """Show the labels of files that have been read, by name."""
        changed = {name for name, glance in glances.items() if self._glances.get(name) != glance}
        self._glances |= glances
        self._refresh_items(changed)

    def _refresh_items(self, names: Collection[str]) -> None:
        """Redraw the visible rows of items with these names."""
        for index in range(self.top, min(self.top + self.size.height, len(self))):
            if self._item_at(self._positions[index]).name in names:
                self.refresh_row(index)

    def scrolled(self) -> None:
        folder = self._folder
        if folder is None:
            self._rate()
            return
        items = map(self._item_at, self._near_positions())
        names = [item.name for item in items if not item.folder and item.name not in self._scanned_names]

        def show(result: tuple[dict[str, Glance], dict[str, Puzzle]]) -> None:
            glances, puzzles = result
            self._scanned_names |= glances.keys()
            self._single_puzzles |= puzzles
            self.show_glances(glances)
            self._rate()

        if names:
            self._background.start(
                "scan", partial(_scan, folder, names, self._files), show, news=show, after=READING_DELAY
            )
        else:
            self._rate()

    def _near_positions(self) -> list[int]:
        """Return the positions of the items in view, then of those within a screenful of it."""
        top, height = self.top, self.size.height
        rows = [*range(top, top + 2 * height), *range(top - height, top)]
        return [self._positions[row] for row in rows if 0 <= row < len(self)]

    def _near_puzzles(self) -> dict[str, Puzzle]:
        """Return the puzzles in or near the view, by the names of their items."""
        positions = self._near_positions()
        if self._puzzles:
            return {self._item_at(position).name: self._puzzles[position - 1] for position in positions if position}
        names = [self._item_at(position).name for position in positions]
        return {name: self._single_puzzles[name] for name in names if name in self._single_puzzles}

    def _rate(self) -> None:
        """Rate the puzzles in or near the view, and look up their saved games."""
        unrated = {name: puzzle for name, puzzle in self._near_puzzles().items() if name not in self._difficulties}
        if unrated:
            self._ratings.ask(unrated, RATING_SECONDS, self._show_difficulties, after=READING_DELAY)
            self._read_standings(unrated)

    def _show_difficulties(self, difficulties: Difficulties) -> None:
        self._difficulties |= difficulties
        self._refresh_items(difficulties)

    def update_standings(self) -> None:
        """Look up the saved games of the puzzles in or near the view again."""
        self._read_standings(self._near_puzzles())

    @work
    async def _read_standings(self, puzzles: dict[str, Puzzle]) -> None:
        """Read and show the saved games of puzzles, by the names of their items, unless other items are listed then."""
        source, default = (self._folder, self._puzzles), dict[str, "SavedState"]()
        standings = await self.program.saved.ask(
            lambda store: {name: store.saved_state(puzzle) for name, puzzle in puzzles.items()}, default
        )
        if source == (self._folder, self._puzzles):
            changed = {name for name, state in standings.items() if self._standings.get(name) != state}
            self._standings |= standings
            self._refresh_items(changed)

    def draw_below(self, line: int, width: int) -> Line:
        first = 1 if len(self) else 0
        words = wrap(str(self.notice), width - 4)
        return [Segment(f"   {words[line - first]}", self.palette.dim)] if first <= line < first + len(words) else []

    def _with_standing(self, label: str, standing: SavedState | None) -> str:
        """Return the label of a puzzle with the state of its saved games."""
        if standing is None or not any(standing):
            return label
        if not standing.solved:
            return STARTED.format(label=label)
        if standing.best is None:
            return SOLVED.format(label=label, right=self.glyphs.right)
        return SOLVED_IN.format(label=label, right=self.glyphs.right, time=clock_text(standing.best))

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        item, place = self._item_at(self._positions[index]), self._positions[index] - 1
        palette, ellipsis = self.palette, self.glyphs.ellipsis
        leads_in = item.folder and item.name != PARENT
        fold = self.glyphs.folder_open if item.is_open else self.glyphs.folder
        sign = "  " * item.depth + (fold if leads_in else " ")
        label, ink, label_ink = self._label(item, place)
        level = self._level(item, place)
        mark: Line = []
        if level:
            mark = [level_dot(level.value, palette, self.glyphs)]
            mark += [Segment(f" {pad(level.title, _level_width())}", palette.dim)] * (width >= MIN_WITH_LEVELS)
        start = cell_len(sign) + 2
        label = clip(label, max(width - 13 - start - width_of(mark), 1), ellipsis)
        room = width - start - 1 - (cell_len(label) + 1 if label else 0) - (width_of(mark) + 1 if mark else 0)
        name = clip_middle(printable(item.title) + "/" * leads_in, room, ellipsis)
        gap = " " * (room - cell_len(name) + bool(label))
        if is_selected:
            mark_text = "".join(piece.text for piece in mark)
            return [Segment(f" {sign} {name}{gap}{label} {mark_text}{' ' * bool(mark)}", palette.selected)]
        pieces = [(f" {sign} ", palette.dim), (name, ink), (gap, Style.null()), (f"{label} ", label_ink)]
        return [*(Segment(text, style) for text, style in pieces if text), *mark]

    def _label(self, item: ListItem, place: int) -> tuple[str, Style, Style]:
        """Return the label of an item, the style of its name, and that of the label."""
        palette, glance = self.palette, self._glances.get(item.name)
        label, label_ink = item.label, palette.dim
        ink = palette.accent if item.folder and item.name != PARENT else palette.plain
        if glance is not None and not label:
            label = glance.label
            if not glance.usable:
                is_broken = glance.kind in BROKEN_KINDS
                ink = palette.plain if is_broken or glance.kind in OTHER_KINDS else palette.dim
                label_ink = palette.bad if is_broken else palette.dim
        if self._puzzles and place >= 0 and (rating := self.pack.computed_rating(place)):
            label = ER.format(rating=rating)
        return self._with_standing(label, self._standings.get(item.name)), ink, label_ink

    def _level(self, item: ListItem, place: int) -> Level | None:
        """Return the level of an item, if it is a puzzle and rated."""
        level = self.pack.level_of(place) if self._puzzles else None
        difficulty = self._difficulties.get(item.name)
        return level or (difficulty.level if difficulty and difficulty.is_rated else None)


def _scan(
    folder: Path, names: Sequence[str], files: Files, job: Job[tuple[dict[str, Glance], dict[str, Puzzle]]]
) -> tuple[dict[str, Glance], dict[str, Puzzle]]:
    """Identify files by name; return also the puzzles of those that have exactly one.

    Reports the results so far after each file. Raises Cancelled.
    """
    glances: dict[str, Glance] = {}
    puzzles: dict[str, Puzzle] = {}
    for name in names:
        poll(job.cancelled)
        loaded = files.look(folder / name)
        glances = glances | {name: loaded.glance}  # a new dictionary, because the one before has been reported
        if len(loaded.puzzles) == 1:
            puzzles = puzzles | {name: loaded.puzzles[0]}
        job.report((glances, puzzles))
    return glances, puzzles
