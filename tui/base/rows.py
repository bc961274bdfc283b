"""Virtual lists with a cursor, which draw only the visible rows."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual import on
from textual.binding import Binding, BindingType
from textual.events import Blur, Click, Focus, MouseScrollDown, MouseScrollUp, Resize
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from engine.base.language import Sentence, lazy_gettext
from engine.base.lazy_dataclasses import dataclass
from tui.base.keyed_widget import KeyedWidget
from tui.draw.cells import Line, clip, strip, wrap

Item = TypeVar("Item")

ROW = lazy_gettext("{row:,} of {rows:,}")

_UNDERLINED = Style(underline=True)
_WHEEL = 3
"""Rows for each notch of the mouse wheel."""


class Rows(KeyedWidget, can_focus=True):
    """A list widget. Subclasses provide the number of rows (`__len__`) and draw a row (`draw`).

    The last column is a scroll indicator.
    """

    DEFAULT_CSS = "Rows { height: 1fr; width: 1fr; }"
    HEADING = lazy_gettext("list")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "up", key_display="up k", show=False, tooltip="one row up"),
        Binding("down,j", "move(1)", "down", key_display="down j", show=False, tooltip="one row down"),
        Binding("pageup", "turn(-1)", "page up", show=False, tooltip="one screenful up"),
        Binding("pagedown", "turn(1)", "page down", show=False, tooltip="one screenful down"),
        Binding("home", "go_first", "first", show=False, tooltip="to the first row"),
        Binding("end", "go_last", "last", show=False, tooltip="to the last row"),
    ]

    @dataclass
    class Moved(Message):
        """Posted when the cursor moves to another row."""

        rows: "Rows"

    class RowClicked(Message):
        """Posted when the cursor's row is clicked."""

    notice: Sentence | str = ""
    """The text of an empty list."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.cursor = 0
        self.top = 0

    def __len__(self) -> int:
        raise NotImplementedError

    def __bool__(self) -> bool:
        return True  # also without rows

    @property
    def row_text(self) -> str:
        """The number of the cursor's row and that of all rows, for the edge of a frame; "" in an empty list."""
        return ROW.format(row=self.cursor + 1, rows=len(self)) if len(self) else ""

    def selected_place(self) -> Offset:
        return Offset(0, min(max(self.cursor - self.top, 0), max(self.size.height - 1, 0)))

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        """Return the text of a row in at most `width` columns; `is_selected` in the cursor's row of a focused list."""
        raise NotImplementedError

    def painted(self, pieces: Iterable[tuple[str, Style]], is_selected: bool) -> Line:
        """Return pieces of text in their styles, or all in the style of the selected row."""
        selected = self.palette.selected
        return [Segment(text, selected if is_selected else style) for text, style in pieces]

    def draw_below(self, line: int, width: int) -> Line:
        """Draw a line below the last row; `line` counts from 0. In an empty list, it is one of the notice."""
        words = [] if len(self) else wrap(str(self.notice), max(width - 2, 2))
        return [Segment(f" {words[line]}", self.palette.dim)] if line < len(words) else []

    def reset(self, cursor: int = 0, top: int | None = None) -> None:
        """Redraw after the rows have changed, with the cursor in a row; `top` is the first visible row, if possible."""
        self.cursor = self._clamped_row(cursor)
        self.top = self._clamped_top(self.top if top is None else top)
        self._reveal()
        self.refresh()
        self.scrolled()

    def scrolled(self) -> None:
        """Called after the visible rows have changed."""

    def go(self, index: int) -> None:
        """Move the cursor to a row, clamped to the list."""
        before, self.cursor = self.cursor, self._clamped_row(index)
        if self.cursor == before:
            return
        if self._reveal():
            self.refresh()
            self.scrolled()
        else:
            self.refresh(self._row_region(before), self._row_region(self.cursor))
        self.post_message(self.Moved(self))

    def move(self, rows: int) -> None:
        """Move the cursor by a number of rows."""
        self.go(self.cursor + rows)

    def page(self, pages: int) -> None:
        """Move the cursor by a number of pages."""
        rows = pages * max(self.size.height - 1, 1)
        before, self.top = self.top, self._clamped_top(self.top + rows)
        if self.top != before:
            self.refresh()
            self.scrolled()
        self.go(self.cursor + rows)

    action_move, action_turn = move, page

    def action_go_first(self) -> None:
        self.go(0)

    def action_go_last(self) -> None:
        self.go(len(self) - 1)

    def refresh_row(self, index: int) -> None:
        """Redraw a row if it is visible."""
        if self.top <= index < self.top + self.size.height:
            self.refresh(self._row_region(index))

    def render_line(self, y: int) -> Strip:
        width, index = self.size.width - 1, self.top + y
        if index < len(self):
            is_selected = index == self.cursor
            row = strip(self.draw(index, width, is_selected and self.has_focus), width, self._ground(is_selected))
        else:
            row = strip(self.draw_below(index - len(self), width), width)
        return Strip([*row, self._edge(y)])

    @on(Focus)
    @on(Blur)
    def _focus_changed(self) -> None:
        self.refresh_row(self.cursor)

    def on_resize(self, event: Resize) -> None:
        before, self.top = self.top, self._clamped_top(self.top)
        self._reveal()
        if self.top != before:  # it may have been painted already
            self.refresh()
        self.scrolled()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.move(_WHEEL)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.move(-_WHEEL)

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        index = self.top + offset.y
        if index == self.cursor:
            self.post_message(self.RowClicked())
        elif index < len(self):
            self.go(index)

    def _ground(self, is_selected: bool) -> Style | None:
        """Return the background style of a row; without the focus, the cursor's row is only underlined."""
        if not is_selected:
            return None
        return self.palette.selected if self.has_focus else _UNDERLINED

    def _reveal(self) -> bool:
        """Scroll the cursor into view; return whether that was necessary."""
        height = self.size.height
        before = self.top
        if self.cursor < self.top:
            self.top = self._clamped_top(self.cursor - self._margin())
        elif height and self.cursor >= self.top + height:
            self.top = self._clamped_top(self.cursor + 1 - height + self._margin())
        return self.top != before

    def _margin(self) -> int:
        """Return the extra rows to scroll: on a slow line, fewer and longer scrolls send fewer bytes."""
        return self.size.height // 2 if self.options.low_bandwidth else 0

    def _clamped_top(self, top: int) -> int:
        return max(0, min(top, len(self) - self.size.height))

    def _clamped_row(self, index: int) -> int:
        return max(0, min(index, len(self) - 1))

    def _row_region(self, index: int) -> Region:
        return Region(0, index - self.top, self.size.width - 1, 1)

    def _edge(self, y: int) -> Segment:
        """Return the sign of the scroll indicator in a line."""
        count, height = len(self), self.size.height
        if count > height > 0:
            length = max(1, height * height // count)
            start = self.top * (height - length) // (count - height)
            if start <= y < start + length:
                return Segment(self.glyphs.block, self.palette.dim)
        return Segment(" ", self.palette.line)


class ItemRows(Rows, Generic[Item]):
    """A list of values in memory, with a row for each."""

    items: Sequence[Item] = ()

    def __len__(self) -> int:
        return len(self.items)

    @property
    def item(self) -> Item | None:
        """The value under the cursor; None in an empty list."""
        return self.items[self.cursor] if self.items else None

    def fill(self, items: Sequence[Item], cursor: int | None = None) -> None:
        """Show these items, with the cursor in a row; None keeps its row."""
        self.items = items
        self.reset(self.cursor if cursor is None else cursor)


class PickList(Rows, inherit_bindings=False):
    """A list of names of which the user picks one; without the focus, the cursor is only a sign."""

    BINDINGS = [
        Binding("up,k", "move(-1)", show=False, id="lists.up"),
        Binding("down,j", "move(1)", show=False, id="lists.down"),
        Binding("pageup", "turn(-1)", show=False, id="lists.page_up"),
        Binding("pagedown", "turn(1)", show=False, id="lists.page_down"),
        Binding("home", "go_first", show=False, id="lists.first"),
        Binding("end", "go_last", show=False, id="lists.last"),
        Binding("enter", "pick", show=False, id="lists.pick"),
    ]

    class NamePicked(Message):
        """Posted when the name at the cursor is picked."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._names: tuple[str, ...] = ()
        self._weak: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self._names)

    @property
    def marked(self) -> str | None:
        """The name at the cursor; None in an empty list."""
        return self._names[self.cursor] if self._names else None

    def fill(self, names: Sequence[str], marked: str | None, weak: Sequence[str] = ()) -> None:
        """Show these names, with the cursor at `marked`, or at the first if it is not there; dim the `weak` ones."""
        self._names, self._weak = tuple(names), frozenset(weak)
        self.reset(self._names.index(marked) if marked in self._names else 0)

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        name = self._names[index]
        is_marked = index == self.cursor
        text = clip(f"{'>' if is_marked else ' '} {name}", width, self.glyphs.ellipsis)
        ink = self.palette.dim if name in self._weak else self.palette.plain
        return [Segment(text, self._ground(is_marked) or ink)]

    def _ground(self, is_selected: bool) -> Style | None:
        return super()._ground(is_selected) if self.has_focus or not is_selected else self.palette.title

    def action_pick(self) -> None:
        self.post_message(self.NamePicked())

    def on_rows_row_clicked(self) -> None:
        self.action_pick()
