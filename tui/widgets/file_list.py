"""The list of the browser: what a folder or a file of several puzzles holds."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from engine.files import Glance
from engine.text import printable
from tui.places import PARENT, Item
from tui.widgets.cells import Line, clip, clip_middle
from tui.widgets.rows import Rows


class FileList(Rows):
    """Items by name with a label at the right, and the narrowing of them by a filter."""

    DEFAULT_CSS = "FileList { width: 46%; min-width: 37; max-width: 64; }"

    def __init__(self) -> None:
        super().__init__(divided=True)
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

    def known(self, name: str) -> Glance | None:
        """What a look at that name told, if there was one."""
        return self._known.get(name)

    def unknown_near(self) -> list[str]:
        """The names of files in view or a screenful off that nothing is known about, those in view first."""
        height = self.size.height
        near = [*range(self.top, self.top + height), *range(self.top + height, self.top + 2 * height),
                *range(self.top - height, self.top)]
        items = (self._items[self._shown[index]] for index in near if 0 <= index < len(self))
        return [i.name for i in items if not i.folder and not i.label and i.name not in self._known]

    def show(self, items: Sequence[Item], *, notice: str = "", keep_known: bool = False) -> None:
        """Show other items, all of them, with the cursor on the first that does not lead out."""
        self._items = items
        self._shown = range(len(items))
        self.notice = notice
        if not keep_known:
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
        self.notice = f"nothing here has {printable(words.strip())!r} in its name" if not self._shown else ""
        kept = self._shown.index(position) if position in self._shown else 0
        self.reset(kept, kept - self.size.height // 2)

    def learn(self, found: dict[str, Glance]) -> None:
        """Add what looks at files told, and draw their rows again."""
        changed = {name for name, glance in found.items() if self._known.get(name) != glance}
        self._known |= found
        for index in range(self.top, min(self.top + self.size.height, len(self))):
            if self._items[self._shown[index]].name in changed:
                self.refresh_row(index)

    def draw(self, index: int, width: int, chosen: bool) -> Line:
        item = self._items[self._shown[index]]
        palette, ellipsis = self.palette, self.glyphs.ellipsis
        seen = self._known.get(item.name)
        ink = palette.accent if item.folder and item.name != PARENT else palette.plain
        label, label_ink = item.label, palette.dim
        if seen is not None:
            label = seen.label
            if not seen.usable:
                ink = palette.plain if seen.label.startswith("!") else palette.dim
                label_ink = palette.bad if seen.label.startswith("!") else palette.dim
        sign = self.glyphs.folder if item.folder and item.name != PARENT else " "
        tail = "/" if item.folder and item.name != PARENT else ""
        label = clip(label, width - 12, ellipsis)
        room = width - 4 - (cell_len(label) + 1 if label else 0)
        name = clip_middle(printable(item.name) + tail, room, ellipsis)
        gap = " " * (room - cell_len(name) + bool(label))
        if chosen:
            return [Segment(f" {sign} {name}{gap}{label} ", palette.selected)]
        return _joined([(f" {sign} ", palette.dim), (name, ink), (gap, Style.null()), (f"{label} ", label_ink)])


def _joined(pieces: list[tuple[str, Style]]) -> Line:
    return [Segment(text, style) for text, style in pieces if text]
