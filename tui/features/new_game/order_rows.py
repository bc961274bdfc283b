"""The rows of choices that make up an order."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.message import Message

from engine.play.daily import Daily
from engine.sudoku.layout import LAYOUTS, double
from tui.base.rows import Rows
from tui.draw.cells import Line
from tui.features.new_game.order import BY_HOLES, Order

ROWS = ("puzzle", "layout", "level", "holes", "seed")
NEW = "a new one"
TODAY = "the puzzle of today"
TODAY_BEGUN = "the puzzle of today, begun"
TODAY_SOLVED = "the puzzle of today, solved"
AS_THE_LEVEL_HAS_IT = "as the level has it"
BY_THE_DATE = "the date: the same puzzle for everybody"
ANY = "any"
HINTS = {
    "puzzle": "left right",
    "layout": f"left right: a list of {len(LAYOUTS)}",
    "level": "left right",
    "holes": "left right, or type a number",
    "seed": "left right, or type a number",
}
"""How the row under the cursor is changed."""


@dataclass(frozen=True)
class Offer:
    """What a row offers; `chosen` is one of these."""

    choices: tuple[str, ...]
    chosen: str


class OrderRows(Rows):
    """Shows an order and changes it; or the puzzle of today, where nothing else can be chosen."""

    DEFAULT_CSS = f"OrderRows {{ height: {len(ROWS)}; }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose a row", key_display="up down", show=False, id="row_up"),
        Binding("down,j", "move(1)", show=False, id="row_down"),
        Binding("left,h", "change(-1)", "change it", key_display="left right"),
        Binding("right,l", "change(1)", show=False),
        Binding("backspace,delete", "erase", "erase a typed digit", key_display="backspace", show=False),
    ]

    class LayoutWanted(Message):
        """Another layout is to be chosen."""

    def __init__(self, order: Order, daily: Daily, is_daily: bool) -> None:
        """`is_daily`: the puzzle of today is chosen."""
        super().__init__()
        self._order = order
        self._daily = daily
        self.is_daily = is_daily
        self._typed = ""
        """The digits of a number that is being typed."""
        self.cursor = ROWS.index("puzzle" if is_daily else "level")

    def __len__(self) -> int:
        return len(ROWS)

    @property
    def order(self) -> Order:
        """What is asked for."""
        return self._order

    @order.setter
    def order(self, order: Order) -> None:
        self._order = order
        self.refresh()

    def go(self, index: int) -> None:
        self._typed = ""
        super().go(index % len(ROWS))
        self.refresh()

    def on_rows_chosen(self) -> None:
        self.action_change(1)

    def action_change(self, step: int) -> None:
        """The next or previous value of the row."""
        order, row, self._typed = self._order, ROWS[self.cursor], ""
        if row == "puzzle":
            self.is_daily = not self.is_daily
        elif self.is_daily:
            return
        elif row == "layout":
            self.post_message(self.LayoutWanted())
        elif row == "level":
            levels = order.levels
            self._order = replace(order, level=levels[(levels.index(order.level) + step) % len(levels)])
        elif row == "holes":
            self._order = order.with_holes(order.holes + step)
        else:
            self._order = replace(order, seed=max(0, (order.seed or 0) + step))
        self.refresh()

    def on_key(self, event: Key) -> None:
        """Digits type the holes or the seed."""
        if self._takes_digits and (event.character or "").isdecimal():
            self._type(self._typed + str(event.character))

    def action_erase(self) -> None:
        if self._takes_digits:
            self._type(self._typed[:-1])

    @property
    def _takes_digits(self) -> bool:
        return ROWS[self.cursor] in ("holes", "seed") and not self.is_daily

    def _type(self, digits: str) -> None:
        self._typed = digits[-9:]
        number = int(self._typed) if self._typed else None
        if ROWS[self.cursor] == "seed":
            self._order = replace(self._order, seed=number)
        else:
            self._order = self._order.with_holes(number or 0)
        self.refresh()

    # showing

    def draw(self, index: int, width: int, chosen: bool) -> Line:
        palette, row = self.palette, ROWS[index]
        offer = self._daily_offer(row) if self.is_daily else self._offer(row)
        fixed = self.is_daily and row != "puzzle"
        arrow = self.glyphs.folder if chosen else " "
        line = [Segment(f" {arrow} {row:<8}", palette.accent if chosen else Style.null())]
        for choice in offer.choices:
            if fixed:
                line += [Segment(f" {choice} ", palette.dim)] if choice == offer.chosen else []
            elif choice == offer.chosen:
                line.append(Segment(f"[{choice}]", palette.given))
            else:
                line.append(Segment(f" {choice} ", palette.dim))
        if chosen and not fixed and len(offer.choices) == 1:
            line.append(Segment(f"  {HINTS[row]}", palette.dim))
        return line

    def _ground(self, chosen: bool) -> Style | None:
        return None  # an arrow marks the row

    def _offer(self, row: str) -> Offer:
        order = self._order
        if row == "puzzle":
            return Offer((NEW, self._today), NEW)
        if row == "level":
            return Offer(tuple(order.levels), order.level)
        only = {
            "layout": order.full_layout.title,
            "holes": str(order.holes) if order.level == BY_HOLES else AS_THE_LEVEL_HAS_IT,
            "seed": ANY if order.seed is None else str(order.seed),
        }[row]
        return Offer((only,), only)

    def _daily_offer(self, row: str) -> Offer:
        only = {
            "puzzle": self._today,
            "layout": double().title,
            "level": self._daily.level.value,
            "holes": AS_THE_LEVEL_HAS_IT,
            "seed": BY_THE_DATE,
        }[row]
        return Offer((NEW, only) if row == "puzzle" else (only,), only)

    @property
    def _today(self) -> str:
        """The puzzle of today, and how far the player is with it."""
        return TODAY_SOLVED if self._daily.solved else TODAY if self._daily.number is None else TODAY_BEGUN
