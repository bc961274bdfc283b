"""Modal dialogs: notice, confirmation, text prompt, choice and help."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.color import Color
from textual.containers import Vertical, VerticalScroll
from textual.events import Resize
from textual.geometry import Offset
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Input, Static

from engine.base.language import _
from tui.base.base_app import WIDTH, BaseApp, ProgramScreen
from tui.base.frame import edge_content
from tui.base.rows import PickList
from tui.draw.cells import break_lines, width_of
from tui.draw.face import Chip, choice_ground, edge_line
from tui.draw.palette import HALVES, Palette

TEXT_WIDTH, LIST_WIDTH = 64, 72
"""Columns of a text line and of a list row."""
_MAX_ROWS = 18
"""Maximum number of visible rows in a list."""
_EDGE_ROWS = 4
"""Rows of a list's frame, and of its keys in a narrow terminal."""
_FRAME_WIDTH = 6
"""Columns of the frame and the blanks beside a text in a narrow terminal."""
_GROUND_SIGNS = f"{HALVES}\u258a\u2588\u258e"
"""The block signs whose colour is a ground: half rows, and the edges of a title's raised ground."""


class GreyedScreen(BackgroundScreen):
    """The screen behind a dialog, in a single ink on the plain ground."""

    def __init__(self, screen: Screen[Any], palette: Palette) -> None:
        super().__init__(screen, Color(0, 0, 0, 0))
        self._ink = palette.dim
        title = Color.parse(screen.app.current_theme.accent or "ansi_default").rich_color
        self._grounds = {colour.get_truecolor() for colour in (*palette.ground_colours, title)}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for text, style, control in console.render(self.screen._compositor, options):
            ground = style.color.get_truecolor() if style and style.color else None
            if ground in self._grounds and not text.strip(_GROUND_SIGNS):
                text = " " * len(text)
            yield Segment(text, None if control else self._ink, control)


def greyed(behind: RenderableType, app: BaseApp) -> RenderableType:
    """Return the screen behind a modal screen in grey; `behind` is what Textual draws there.

    Over a slow line, it keeps its colours, because greying it would send the whole screen twice.
    """
    if isinstance(behind, BackgroundScreen) and not app.options.is_slow:
        return GreyedScreen(behind.screen, app.palette)
    return behind


class Dialog(ModalScreen[ScreenResultType], ProgramScreen[ScreenResultType]):
    """Base class of modal dialogs over a visible screen, which is grey while the dialog is open."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: transparent; }
    Dialog:ansi { background: transparent; }
    Dialog > .box { width: auto; max-width: 70; height: auto; max-height: 100%; border: round $accent; padding: 0 2; }
    Dialog > .box > Static { width: auto; max-width: 64; }
    Dialog.-narrow > .box, Dialog.-narrow > .box > Static { max-width: 100%; }
    """

    def render(self) -> RenderableType:
        return greyed(super().render(), self.program)

    def reading_place(self) -> Offset:
        """Return the start of the dialog's text."""
        return next((text.content_region.offset for text in self.query(Static)), Offset(0, 0))

    def answers(self) -> Sequence[tuple[str, str]]:
        """Return the keys of the dialog with their effects, by default those of its bindings."""
        bindings = (binding for binding in self.BINDINGS if isinstance(binding, Binding) and binding.description)
        return [(self.first_key(binding.action), _(binding.description)) for binding in bindings]

    def list_rows(self, count: int, below: int = 0) -> int:
        """Return the visible rows of a list with `count` rows and as many other ones `below` it."""
        return max(min(count, _MAX_ROWS - below, self.app.size.height - _EDGE_ROWS - below), 1)

    def put_answers(self, box: Widget) -> ComposeResult:
        """Show the keys in the lower border of a list's box, or in lines inside it if they do not fit."""
        line = edge_line("", self.answers(), None, self.palette, self.glyphs)
        width = min(LIST_WIDTH, self.app.size.width - _FRAME_WIDTH)
        if width_of(line) <= width - 2:
            box.border_subtitle = edge_content(line)
        else:
            yield Static(Text(break_lines("".join(piece.text for piece in line).strip(), width)))


class TextDialog(Dialog[ScreenResultType]):
    """A text with the answers below as buttons, of which that of the enter key stands out."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        columns = min(TEXT_WIDTH, self.app.size.width - _FRAME_WIDTH)
        text = Text(break_lines(f"{self._text}\n", columns))
        default_key, room = self._default_key(), 0
        for key, effect in self.answers():
            width = cell_len(f" {key} {effect} ")
            text.append("\n" if room < width + 2 else "  ")
            room = (columns if room < width + 2 else room - 2) - width
            text.append_text(self._button(key, effect, is_default=key == default_key))
        with Vertical(classes="box"):
            yield Static(text)

    def _default_key(self) -> str:
        """Return the first key of the answer that enter gives too, or else of the first answer."""
        bindings = [binding for binding in self.BINDINGS if isinstance(binding, Binding)]
        defaults = [binding for binding in bindings if "enter" in binding.key.split(",")] or bindings
        return self.first_key(defaults[0].action)

    def _button(self, key: str, effect: str, *, is_default: bool) -> Text:
        palette = self.palette
        if is_default:
            chip = Chip(f"{key} {effect}").drawn(palette)
            return Text(chip.text, chip.style or "")
        ground = choice_ground(palette)
        return Text.assemble((f" {key}", ground + palette.key), (f" {effect} ", ground))


class Confirm(TextDialog[bool]):
    """A question with the answers yes and no; `yes` is another label for the former."""

    BINDINGS = [
        Binding("y,enter", "dismiss(True)", "yes", id="dialogs.yes"),
        Binding("n,escape", "dismiss(False)", "no", id="dialogs.no"),
    ]

    def __init__(self, question: str, yes: str = "") -> None:
        super().__init__(question)
        self._yes = yes or _("yes")

    def answers(self) -> Sequence[tuple[str, str]]:
        (yes_key, _label), no = super().answers()
        return [(yes_key, self._yes), no]


class QuitQuestion(Confirm):
    """The confirmation to quit, which the quit key also answers with yes."""


class Notice(TextDialog[None]):
    """A text that enter, escape, space or q closes."""

    BINDINGS = [Binding("enter,escape,space,q", "dismiss", "close", id="dialogs.close_notice")]


class Offer(TextDialog[int]):
    """A notice that offers up to three actions; returns the number of the selected one (1 to 3), or 0.

    An action with an empty label is not offered.
    """

    BINDINGS = [
        Binding("n", "take(1)", "take the offer", id="dialogs.take_offer"),
        Binding("r", "take(2)", "take the other offer", id="dialogs.take_second_offer"),
        Binding("g", "take(3)", "go on to the next one", id="dialogs.take_next"),
        Binding("enter,escape,space,q", "dismiss(0)", "close", id="dialogs.leave_offer"),
    ]

    def __init__(self, text: str, first: str, second: str = "", third: str = "") -> None:
        super().__init__(text)
        self._labels = {3: third, 1: first, 2: second}

    def answers(self) -> Sequence[tuple[str, str]]:
        offers = [(self.first_key(f"take({number})"), label) for number, label in self._labels.items() if label]
        return [*offers, super().answers()[-1]]

    def action_take(self, number: int) -> None:
        """Select an action, if it is offered."""
        if self._labels[number]:
            self.dismiss(number)


class Waiting(TextDialog[bool]):
    """A progress dialog; returns True if the user stops the work, False when it is done."""

    BINDINGS = [Binding("escape", "dismiss(True)", "stop", id="dialogs.stop")]

    @property
    def only_closes(self) -> bool:
        return False


class Prompt(Dialog[str | None]):
    """A text input at the bottom of the screen; returns None on escape. The initial value is selected."""

    DEFAULT_CSS = """
    Prompt { align: left bottom; }
    Prompt > Static { height: auto; width: 100%; }
    Prompt > Input { height: 1; width: 100%; border: none; padding: 0; }
    """
    BINDINGS = [Binding("escape", "dismiss(None)", "cancel", id="dialogs.cancel_line")]

    def __init__(self, label: str, value: str = "", placeholder: str = "") -> None:
        super().__init__()
        self._label = label
        self._value = value
        self._placeholder = placeholder

    def compose(self) -> ComposeResult:
        text = _("{label}  (enter: OK, {cancel}: cancel)").format(
            label=self._label, cancel=self.first_key("dismiss(None)")
        )
        yield Static(Text(break_lines(f" {text}", self.app.size.width)))
        line = Input(self._value, placeholder=self._placeholder, compact=True, select_on_focus=True)
        line.cursor_blink = False
        yield line

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class Choice(Dialog[int | None]):
    """A list of which the user picks a row; returns its index, or None on escape.

    `current` is the index of the row with the present value, which is highlighted first.
    """

    DEFAULT_CSS = """
    Choice > .box { width: 76; max-width: 76; padding: 0 1; }
    Choice.-narrow > .box { width: 100%; }
    """
    BINDINGS = [Binding("escape", "dismiss(None)", "cancel", id="dialogs.choose_none")]
    PARTS = (PickList,)

    def __init__(self, title: str, rows: Sequence[str], current: int | None = None) -> None:
        super().__init__()
        self._title = title
        self._rows = [_("{row}   now").format(row=row) if index == current else row for index, row in enumerate(rows)]
        self._current = current

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = self._title
            rows = PickList(id="rows")
            rows.styles.height = self.list_rows(len(self._rows))
            yield rows
            yield from self.put_answers(box)

    def answers(self) -> Sequence[tuple[str, str]]:
        return [(self.first_key("pick"), _("choose")), *super().answers()]

    def on_mount(self) -> None:
        marked = None if self._current is None else self._rows[self._current]
        self.query_one(PickList).fill(self._rows, marked)
        self.query_one(PickList).focus()

    def on_pick_list_name_picked(self) -> None:
        self.dismiss(self.query_one(PickList).cursor)


class Help(Dialog[None]):
    """The keys in force and their effects by headings, below a text if there is one."""

    DEFAULT_CSS = """
    Help > .box { width: 76; max-width: 112; max-height: 92%; padding: 0 1; scrollbar-size-vertical: 0; }
    Help.-framed > .box { width: 94%; max-height: 96%; }
    Help > .box > Static { max-width: 100%; }
    Help.-narrow > .box { width: 100%; max-height: 100%; }
    """
    BINDINGS = [Binding("escape,question_mark,f1,q,enter", "dismiss", "close the help", id="dialogs.close_help")]

    def __init__(self, title: str, groups: Mapping[str, Sequence[Binding]], palette: Palette, text: str = "") -> None:
        super().__init__()
        self._title, self._text = title, text
        self._groups = groups
        self._palette = palette

    def compose(self) -> ComposeResult:
        groups = {heading: bindings for heading, bindings in self._groups.items() if bindings}
        rows = [*accumulate((len(bindings) + 2 for bindings in groups.values()), initial=0)]
        # of two columns of nearly equal height, or of one in narrow terminals
        count = min(range(1, len(rows)), key=lambda count: abs(2 * rows[count] - rows[-1]))
        if self.app.size.width < WIDTH:
            count = len(groups)
        table = Table.grid(padding=(0, 2), expand=True)
        columns = [column for column in ([*groups.items()][:count], [*groups.items()][count:]) if column]
        for _column in columns:
            table.add_column(ratio=1)
        table.add_row(*map(self._key_column, columns))
        with VerticalScroll(classes="box") as box:
            box.border_title = _("keys: {title}").format(title=self._title) if self._title else _("keys")
            if self._text:
                yield Static(Text(f"{self._text}\n"))
            yield Static(table)

    def _key_column(self, groups: Sequence[tuple[str, Sequence[Binding]]]) -> Group:
        """Return keys with their effects below headings."""
        palette = self._palette
        parts: list[RenderableType] = []
        widest = max(cell_len(key.key_display or key.key) for _heading, keys in groups for key in keys)
        for heading, bindings in groups:
            table = Table.grid(padding=(0, 2))
            table.add_column(width=widest)
            for binding in bindings:
                key = Text(binding.key_display or binding.key, palette.key)
                table.add_row(key, binding.tooltip or binding.description)
            parts += [Text(heading, palette.title), table, Text()]
        return Group(*parts[:-1])

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self._show_keys)

    def _show_keys(self) -> None:
        box, [(close, _effect)] = self.query_one(VerticalScroll), self.answers()
        keys = [(_("up, down"), _("more"))] * bool(box.max_scroll_y) + [(close, _("close"))]
        box.border_subtitle = edge_content(edge_line("", keys, None, self.palette, self.glyphs))
