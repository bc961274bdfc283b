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
from tui.features.browse.pack import PackFilter, PackOrder, PackRatings
from tui.features.browse.words import ER, NOTHING_MATCHES, SOLVED, SOLVED_IN, STARTED

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.files.reading import Glance
    from engine.play.store import SavedState
    from engine.sudoku.puzzle import Puzzle
    from engine.sudoku.techniques.catalogue import Level

OPENED = (FileKind.PROOF, FileKind.RECORDING, FileKind.GAME, FileKind.LESSON)
"""The kinds of files, beside formulas and puzzles, with a screen of their own."""
PATIENCE = 0.5
"""Seconds for rating each puzzle of a list or a preview."""
_SETTLED = 0.06
"""Seconds without scrolling after which the visible files are read, so that scrolling never waits."""


_WITH_LEVELS = 44
"""Minimum columns for the names of levels after their dots."""


@once_a_language
def _level_width() -> int:
    from engine.sudoku.techniques.catalogue import Level

    return widest((level.title for level in Level), 0)


class FileList(Rows):
    """Items by name with a label at the right, and a filter.

    Labels of files, levels of puzzles and states of games are found in the background, only for rows in or near the
    view.
    """

    DEFAULT_CSS = "FileList { width: 46%; min-width: 40; max-width: 72; }"

    def __init__(self, files: Files) -> None:
        super().__init__()
        self._files = files
        self._folder: Path | None = None
        self._background = Background(self)
        self._ratings = Ratings(self, self.program.ratings)
        self._item_at: Callable[[int], ListItem] = ().__getitem__
        self._visible_items: Sequence[int] = ()
        """The indices of the visible items; `_all` has all of them."""
        self._all: Sequence[int] = range(0)
        self._glances: dict[str, Glance] = {}
        self._scanned_names: set[str] = set()
        """In a folder, the names of the files read for the list."""
        self._puzzles: Sequence[Puzzle] = ()
        """The puzzles of the items, after the one that leads out; none in a folder."""
        self._single: dict[str, Puzzle] = {}
        """Puzzles that are alone in their files, by file name."""
        self._difficulties: Difficulties = {}
        self._standings: dict[str, SavedState] = {}
        self.pack = PackRatings(self, self._pack_rated)
        """The ratings of all puzzles of a file."""
        self.order = PackOrder.FILE
        self._words = ""
        self.notice = ""
        """The text in place of rows."""

    def __len__(self) -> int:
        return len(self._visible_items)

    @property
    def item(self) -> ListItem | None:
        """The item under the cursor."""
        return self._item_at(self.position) if self._visible_items else None

    @property
    def kind(self) -> FileKind | None:
        """The kind of the item under the cursor; None while unknown."""
        item = self.item
        if item is None or item.folder:
            return FileKind.FOLDER
        return self._glances[item.name].kind if item.name in self._glances else None

    @property
    def position(self) -> int:
        """The place of the item under the cursor among all items, in their original order."""
        return self._visible_items[self.cursor] if self._visible_items else 0

    def show(
        self,
        count: int,
        item_at: Callable[[int], ListItem],
        folder: Path | None = None,
        notice: str = "",
        puzzles: Sequence[Puzzle] = (),
    ) -> None:
        """Show other items, with the cursor on the first that does not lead out.

        The items are the contents of a folder or the puzzles of a file; `notice` is shown below them.
        """
        self._background.cancel("look")
        self._ratings.cancel()
        again = folder is not None and folder == self._folder
        self._item_at, self._folder, self._puzzles, self.notice = item_at, folder, puzzles, notice
        self._visible_items = self._all = range(count)
        self._scanned_names, self._words, self.order = set(), "", PackOrder.FILE
        self.pack.follow(puzzles)
        if not again:
            self._glances, self._single, self._difficulties, self._standings = {}, {}, {}, {}
        self.reset(1 if count and item_at(0).name == PARENT else 0, 0)

    def select(self, name: str, top: int | None = None) -> None:
        """Select the item of that name, if it is shown, in the middle of the list or with the given row at the top."""
        index = next((n for n, place in enumerate(self._visible_items) if self._item_at(place).name == name), None)
        if index is not None:
            self.reset(index, index - self.size.height // 2 if top is None else top)

    def narrow(self, words: str) -> None:
        """Show only items whose names contain all the words, without the item that leads out; "" shows all items.

        For the puzzles of a file, the words may also be levels and ranges of ratings.
        """
        self._words = words
        self._arrange()

    def sort(self, order: PackOrder) -> None:
        """Show the puzzles of a file in another order, with the cursor on the first."""
        self.order = order
        self._arrange()
        self.reset(self._first, 0)

    @property
    def _first(self) -> int:
        """The row of the first puzzle."""
        return 0 if self._words.strip() else 1

    def _pack_rated(self) -> None:
        """Sort and filter again after puzzles have been rated."""
        if self._words or self.order is not PackOrder.FILE:
            is_first = self.cursor == self._first
            self._arrange()
            if is_first:  # whatever that is now
                self.reset(self._first, 0)
        self.post_message(self.Moved(self))

    def _arrange(self) -> None:
        """Apply the order and the filter; the cursor stays on its item."""
        position, words, pack, order = self.position, self._words, self.pack, self.order
        conditions = PackFilter.of(words) if self._puzzles else PackFilter(tuple(words.casefold().split()))
        pack.need(
            levels=order.is_by_level or bool(conditions.levels), ratings=order.is_by_rating or bool(conditions.ranges)
        )
        self._all = range(len(self._all))
        if self._puzzles and order is not PackOrder.FILE:
            self._all = [0, *(place + 1 for place in pack.sorted_places(order))]
        self._visible_items = self._all
        if words.strip():
            self._visible_items = [place for place in self._all if self._passes(conditions, place)]
        self.notice = "" if self._visible_items else NOTHING_MATCHES.format(words=printable(words.strip()))
        cursor = self._visible_items.index(position) if position in self._visible_items else 0
        self.reset(cursor, cursor - self.size.height // 2)

    def _passes(self, conditions: PackFilter, place: int) -> bool:
        """Whether an item passes the filter."""
        name = self._item_at(place).name
        if name == PARENT:
            return False
        if not self._puzzles:
            return conditions.passes(name)
        return conditions.passes(name, self.pack.level_of(place - 1), self.pack.rating_of(place - 1))

    @property
    def pack_places(self) -> Sequence[int]:
        """The places of the visible puzzles of a file, in their visible order."""
        return [place - 1 for place in self._visible_items if place]

    def learn_standings(self, states: Mapping[int, SavedState]) -> None:
        """Show the games of puzzles of a file, by their places."""
        named = {self._item_at(place + 1).name: state for place, state in states.items()}
        self._standings |= named
        self._draw_again(named)

    def learn(self, found: dict[str, Glance]) -> None:
        """Add what has been read of files, and redraw their rows."""
        changed = {name for name, glance in found.items() if self._glances.get(name) != glance}
        self._glances |= found
        self._draw_again(changed)

    def _draw_again(self, changed: Collection[str]) -> None:
        """Redraw the visible rows of these names."""
        for index in range(self.top, min(self.top + self.size.height, len(self))):
            if self._item_at(self._visible_items[index]).name in changed:
                self.refresh_row(index)

    def scrolled(self) -> None:
        folder = self._folder
        if folder is None:
            self._rate()
            return
        items = map(self._item_at, self._near())
        names = [item.name for item in items if not item.folder and item.name not in self._scanned_names]

        def take(answer: tuple[dict[str, Glance], dict[str, Puzzle]]) -> None:
            found, single = answer
            self._scanned_names |= found.keys()
            self._single |= single
            self.learn(found)
            self._rate()

        if names:
            look = partial(_look, folder, names, self._files)
            self._background.start("look", look, take, news=take, after=_SETTLED)
        else:
            self._rate()

    def _near(self) -> list[int]:
        """Return the indices of visible items, then of those within a screenful."""
        top, height = self.top, self.size.height
        near = [*range(top, top + 2 * height), *range(top - height, top)]
        return [self._visible_items[index] for index in near if 0 <= index < len(self)]

    def _near_puzzles(self) -> dict[str, Puzzle]:
        """Return the puzzles among the near items, by name."""
        if self._puzzles:
            return {self._item_at(place).name: self._puzzles[place - 1] for place in self._near() if place}
        names = [self._item_at(place).name for place in self._near()]
        return {name: self._single[name] for name in names if name in self._single}

    def _rate(self) -> None:
        """Rate the near puzzles, and look up their games."""
        unrated = {name: puzzle for name, puzzle in self._near_puzzles().items() if name not in self._difficulties}
        if unrated:
            self._ratings.ask(unrated, PATIENCE, self._learn_difficulties, after=_SETTLED)
            self.ask_standings(unrated)

    def _learn_difficulties(self, found: Difficulties) -> None:
        self._difficulties |= found
        self._draw_again(found)

    @work
    async def ask_standings(self, puzzles: dict[str, Puzzle] | None = None) -> None:
        """Look up the games of these puzzles, or of all near ones, and redraw the rows that change."""
        place, puzzles_here = (self._folder, self._puzzles), self._near_puzzles() if puzzles is None else puzzles
        nothing: dict[str, SavedState] = {}
        standings = await self.program.saved.ask(
            lambda store: {name: store.saved_state(puzzle) for name, puzzle in puzzles_here.items()}, nothing
        )
        if place == (self._folder, self._puzzles):
            changed = {name for name, state in standings.items() if self._standings.get(name) != state}
            self._standings |= standings
            self._draw_again(changed)

    def draw_below(self, line: int, width: int) -> Line:
        first = 1 if len(self) else 0
        words = wrap(self.notice, width - 4)
        return [Segment(f"   {words[line - first]}", self.palette.dim)] if first <= line < first + len(words) else []

    def _with_standing(self, label: str, standing: SavedState | None) -> str:
        if standing is None or not any(standing):
            return label
        if not standing.solved:
            return STARTED.format(label=label)
        if standing.best is None:
            return SOLVED.format(label=label, right=self.glyphs.right)
        return SOLVED_IN.format(label=label, right=self.glyphs.right, time=clock_text(standing.best))

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        item = self._item_at(self._visible_items[index])
        palette, ellipsis = self.palette, self.glyphs.ellipsis
        leads_in = item.folder and item.name != PARENT
        closed = self.glyphs.folder_open if item.is_open else self.glyphs.folder
        sign, tail, ink = (closed, "/", palette.accent) if leads_in else (" ", "", palette.plain)
        sign = "  " * item.depth + sign
        label, label_ink = item.label, palette.dim
        glance = self._glances.get(item.name)
        if glance is not None and not label:
            label = glance.label
            if not glance.usable:
                broken = glance.kind in (FileKind.CNF, FileKind.PUZZLE, FileKind.UNREADABLE)
                ink = palette.plain if broken or glance.kind in OPENED else palette.dim
                label_ink = palette.bad if broken else palette.dim
        full_name = printable(item.title) + tail
        level = self._level_of(index, item)
        mark: Line = []
        if level:
            mark = [level_dot(level.name.lower(), palette, self.glyphs)]
            mark += [Segment(f" {pad(level.title, self._level_width)}", palette.dim)] * (width >= _WITH_LEVELS)
        if self._puzzles and item.name != PARENT and (rating := self.pack.computed_rating(self._place_of(index))):
            label = ER.format(rating=rating)
        label = self._with_standing(label, self._standings.get(item.name))
        start = cell_len(sign) + 2
        label = clip(label, max(width - 13 - start - width_of(mark), 1), ellipsis)
        room = width - start - 1 - (cell_len(label) + 1 if label else 0) - (width_of(mark) + 1 if mark else 0)
        name = clip_middle(full_name, room, ellipsis)
        gap = " " * (room - cell_len(name) + bool(label))
        if is_selected:
            tail_text = "".join(piece.text for piece in mark)
            return [Segment(f" {sign} {name}{gap}{label} {tail_text}{' ' * bool(mark)}", palette.selected)]
        pieces = [(f" {sign} ", palette.dim), (name, ink), (gap, Style.null()), (f"{label} ", label_ink)]
        return [*(Segment(text, style) for text, style in pieces if text), *mark]

    def _level_of(self, index: int, item: ListItem) -> Level | None:
        """The level of a row, if it is a puzzle and rated."""
        level = self.pack.level_of(self._place_of(index)) if self._puzzles else None
        difficulty = self._difficulties.get(item.name)
        return level or (difficulty.level if difficulty and difficulty.is_rated else None)

    def _place_of(self, index: int) -> int:
        """The place of a row among the puzzles of the file; -1 for the one that leads out."""
        return self._visible_items[index] - 1

    @property
    def _level_width(self) -> int:
        return _level_width()


def _look(
    folder: Path, names: Sequence[str], files: Files, job: Job[tuple[dict[str, Glance], dict[str, Puzzle]]]
) -> tuple[dict[str, Glance], dict[str, Puzzle]]:
    """Identify files, with the puzzle of those that hold only one; partial results are reported. Raises Cancelled."""
    found: dict[str, Glance] = {}
    single: dict[str, Puzzle] = {}
    for name in names:
        poll(job.cancelled)
        loaded = files.look(folder / name)
        found = found | {name: loaded.glance}
        if len(loaded.puzzles) == 1:
            single = single | {name: loaded.puzzles[0]}
        job.report((found, single))
    return found, single
