"""What is laid over a screen for a moment: a notice, yes or no, a line of text, the help."""

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Input, Static

from tui.base.pick_list import PickList
from tui.draw.palette import Palette


class Dialog(ModalScreen[ScreenResultType]):
    """A question or something to read, over a screen that stays in sight."""


class Confirm(Dialog[bool]):
    """A question answered with y (or enter) or n (or escape)."""

    DEFAULT_CSS = """
    Confirm { align: center middle; background: transparent; }
    Confirm > Vertical { width: auto; max-width: 70; height: auto; border: round $accent; padding: 0 2; }
    Confirm Static { width: auto; max-width: 64; }
    """
    BINDINGS = [
        Binding("y,enter", "answer(True)", "yes", id="dialogs.yes"),
        Binding("n,escape", "answer(False)", "no", id="dialogs.no"),
    ]

    def __init__(self, question: str, yes: str = "yes") -> None:
        super().__init__()
        self._question = question
        self._yes = yes

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(f"{self._question}\n\ny  {self._yes}      n  no"))

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)


class Notice(Dialog[None]):
    """Something to read; any usual key closes it."""

    DEFAULT_CSS = """
    Notice { align: center middle; background: transparent; }
    Notice > Vertical { width: auto; max-width: 70; height: auto; border: round $accent; padding: 0 2; }
    Notice Static { width: auto; max-width: 64; }
    """
    BINDINGS = [Binding("escape,enter,space,q", "dismiss", "close", id="dialogs.close_notice")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(f"{self._text}\n\nenter: go on"))


class Prompt(Dialog[str | None]):
    """A line of text typed at the foot of the screen; escape gives None."""

    DEFAULT_CSS = """
    Prompt { align: left bottom; background: transparent; }
    Prompt > Static { height: 1; width: 100%; }
    Prompt > Input { height: 1; width: 100%; border: none; padding: 0; }
    """
    BINDINGS = [Binding("escape", "cancel", "leave the line as it was", id="dialogs.cancel_line")]

    def __init__(self, label: str, value: str = "", placeholder: str = "") -> None:
        super().__init__()
        self._label = label
        self._value = value
        self._placeholder = placeholder

    def compose(self) -> ComposeResult:
        yield Static(Text(f" {self._label}  (enter: do it, esc: leave it)"))
        line = Input(self._value, placeholder=self._placeholder, compact=True, select_on_focus=False)
        line.cursor_blink = False
        yield line

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)

    def action_cancel(self) -> None:
        self.dismiss(None)


class Choice(Dialog[int | None]):
    """One of several rows, chosen with the arrows and enter; gives its index, or None for escape.

    `now` is the index of the one in force, at which the arrows begin.
    """

    DEFAULT_CSS = """
    Choice { align: center middle; background: transparent; }
    Choice > Vertical { width: 76; height: auto; border: round $accent; padding: 0 1; }
    """
    BINDINGS = [Binding("escape", "dismiss(None)", "choose none", id="dialogs.choose_none")]

    def __init__(self, title: str, rows: list[str], now: int | None = None) -> None:
        super().__init__()
        self._title = title
        self._rows = [f"{row}   now" if number == now else row for number, row in enumerate(rows)]
        self._now = now

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = self._title
            box.border_subtitle = "enter chooses, esc leaves"
            rows = PickList(id="rows")
            rows.styles.height = min(len(self._rows), 18)
            yield rows

    def on_mount(self) -> None:
        marked = None if self._now is None else self._rows[self._now]
        self.query_one(PickList).fill(self._rows, marked)
        self.query_one(PickList).focus()

    def on_pick_list_picked(self) -> None:
        self.dismiss(self.query_one(PickList).cursor)


class Help(Dialog[None]):
    """The keys in force and what they do."""

    DEFAULT_CSS = """
    Help { align: center middle; background: transparent; }
    Help > VerticalScroll { width: 76; height: auto; max-height: 22; border: round $accent; padding: 0 1;
        scrollbar-size-vertical: 0; }
    """
    BINDINGS = [Binding("escape,question_mark,f1,q,enter", "dismiss", "close the help", id="dialogs.close_help")]

    def __init__(self, title: str, bindings: list[Binding], palette: Palette) -> None:
        super().__init__()
        self._title = title
        self._bindings_shown = bindings
        self._palette = palette

    def compose(self) -> ComposeResult:
        table = Table.grid(padding=(0, 2))
        entries = [
            (binding.key_display or binding.key, binding.tooltip or binding.description)
            for binding in self._bindings_shown
            if binding.description
        ]
        half = (len(entries) + 1) // 2
        for left, right in zip(entries[:half], [*entries[half:], ("", "")], strict=False):
            table.add_row(
                Text(left[0], self._palette.key), left[1], Text(right[0], self._palette.key), right[1]
            )
        with VerticalScroll() as box:
            box.border_title = f"keys: {self._title}" if self._title else "keys"
            box.border_subtitle = "esc closes"
            yield Static(table)

    def on_mount(self) -> None:
        self.call_after_refresh(self._say_more)

    def on_resize(self) -> None:
        self.call_after_refresh(self._say_more)

    def _say_more(self) -> None:
        box = self.query_one(VerticalScroll)
        box.border_subtitle = "up, down: more   esc closes" if box.max_scroll_y else "esc closes"
