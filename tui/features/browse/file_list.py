"""The list of the browser: what a folder or a file of several puzzles holds."""

from collections.abc import Sequence
from pathlib import Path

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from engine.base.polling import poll
from engine.base.text import printable
from engine.files.kinds import Kind
from engine.files.reading import Glance
from tui.base.background import Background, Job
from tui.base.rows import Rows
from tui.draw.cells import Line, clip, clip_middle, wrap
from tui.features.browse.files import Files
from tui.features.browse.listing import PARENT, Item
from tui.features.browse.words import NOTHING_MATCHES

_SETTLED = 0.06
"""Seconds without a scroll after which the files in view are looked at: scrolling waits for none."""


class FileList(Rows):
    """Items by name with a label at the right, and the narrowing of them by a filter.

    Labels of files are found out in the background, only for rows that are or will soon be in view.
    """

    DEFAULT_CSS = "FileList { width: 46%; min-width: 37; max-width: 64; }"

    def __init__(self, files: Files) -> None:
        super().__init__(divided=True)
        self._files = files
        self._folder: Path | None = None
        self._background = Background(self)
        self._items: Sequence[Item] = ()
        self._shown: Sequence[int] = ()
        self._known: dict[str, Glance] = {}
        self.notice = ""
        """What to say in place of rows."""

    def __len__(self) -> int:
        return len(self._shown)

    @property
    def item(self) -> Item | None:
        """The item under the cursor."""
        return self._items[self._shown[self.cursor]] if self._shown else None

    @property
    def position(self) -> int:
        """Where the item under the cursor stands among all items."""
        return self._shown[self.cursor] if self._shown else 0

    def show(self, items: Sequence[Item], folder: Path | None = None, notice: str = "") -> None:
        """Show other items, all of them, with the cursor on the first that does not lead out; of which folder, if any.

        `notice` stands below the items.
        """
        self._background.cancel("look")
        self._items, self._folder, self.notice = items, folder, notice
        self._shown = range(len(items))
        self._known = {}
        self.reset(1 if items and items[0].name == PARENT else 0, 0)

    def select(self, name: str) -> None:
        """Put the cursor on the item of that name, if it is shown, with the list's middle there."""
        index = next((n for n, place in enumerate(self._shown) if self._items[place].name == name), None)
        if index is not None:
            self.reset(index, index - self.size.height // 2)

    def narrow(self, words: str) -> None:
        """Show only items whose names have all the words in them (the way back out stays away); "" shows all."""
        position, wanted = self.position, words.casefold().split()
        if wanted:
            names = ((n, item.name.casefold()) for n, item in enumerate(self._items) if item.name != PARENT)
            self._shown = [n for n, name in names if all(word in name for word in wanted)]
        else:
            self._shown = range(len(self._items))
        self.notice = "" if self._shown else NOTHING_MATCHES.format(words=printable(words.strip()))
        kept = self._shown.index(position) if position in self._shown else 0
        self.reset(kept, kept - self.size.height // 2)

    def learn(self, found: dict[str, Glance]) -> None:
        """Add what looks at files told, and draw their rows again."""
        changed = {name for name, seen in found.items() if self._known.get(name) != seen}
        self._known |= found
        for index in range(self.top, min(self.top + self.size.height, len(self))):
            if self._items[self._shown[index]].name in changed:
                self.refresh_row(index)

    def scrolled(self) -> None:
        names, folder = self._unknown_near(), self._folder
        if names and folder is not None:
            self._background.start(
                "look", lambda job: self._look(folder, names, job), self.learn, news=self.learn, after=_SETTLED
            )

    def _unknown_near(self) -> list[str]:
        """The names of files in view or a screenful off that nothing is known about, those in view first."""
        if self._folder is None:
            return []
        top, height = self.top, self.size.height
        near = [*range(top, top + 2 * height), *range(top - height, top)]
        items = (self._items[self._shown[index]] for index in near if 0 <= index < len(self))
        return [item.name for item in items if not item.folder and item.name not in self._known]

    def _look(self, folder: Path, names: Sequence[str], job: Job[dict[str, Glance]]) -> dict[str, Glance]:
        """Look at files, on a thread; tells all that is found by then."""
        found: dict[str, Glance] = {}
        for name in names:
            poll(job.cancelled)
            found = found | {name: self._files.look(folder / name).glance}
            job.tell(found)
        return found

    def draw_below(self, line: int, width: int) -> Line:
        first = 1 if len(self) else 0
        words = wrap(self.notice, width - 4)
        return [Segment(f"   {words[line - first]}", self.palette.dim)] if first <= line < first + len(words) else []

    def draw(self, index: int, width: int, chosen: bool) -> Line:
        item = self._items[self._shown[index]]
        palette, ellipsis = self.palette, self.glyphs.ellipsis
        seen = self._known.get(item.name)
        ink = palette.accent if item.folder and item.name != PARENT else palette.plain
        label, label_ink = item.label, palette.dim
        if seen is not None:
            label = seen.label
            if not seen.usable:
                broken = seen.kind in (Kind.CNF, Kind.PUZZLE, Kind.UNREADABLE)
                ink = palette.plain if broken else palette.dim
                label_ink = palette.bad if broken else palette.dim
        sign = self.glyphs.folder if item.folder and item.name != PARENT else " "
        tail = "/" if item.folder and item.name != PARENT else ""
        label = clip(label, width - 14, ellipsis)
        room = width - 4 - (cell_len(label) + 1 if label else 0)
        name = clip_middle(printable(item.name) + tail, room, ellipsis)
        gap = " " * (room - cell_len(name) + bool(label))
        if chosen:
            return [Segment(f" {sign} {name}{gap}{label} ", palette.selected)]
        return _joined([(f" {sign} ", palette.dim), (name, ink), (gap, Style.null()), (f"{label} ", label_ink)])


def _joined(pieces: list[tuple[str, Style]]) -> Line:
    return [Segment(text, style) for text, style in pieces if text]
