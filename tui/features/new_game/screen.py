"""Choosing a new game, and making it."""

import random
from dataclasses import dataclass, replace
from functools import partial
from threading import Event

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Static

from engine.base.errors import Cancelled
from engine.play.daily import Daily, daily_puzzle
from engine.play.origin import UNKNOWN, Origin
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.generator import Generated, Wish, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level
from tui.base.dialogs import Confirm
from tui.base.page import Page
from tui.base.progress_bar import ProgressBar
from tui.base.requests import PlayPuzzle, ResumeGame

ROWS = ("puzzle", "layout", "level", "holes", "seed")
LEVELS = [level.value for level in Level]
BY_HOLES = "by holes"
NEW = "a new one"


@dataclass(frozen=True)
class Order:
    """What is asked for. `holes` counts at the level BY_HOLES only. `seed` None: another puzzle each time."""

    layout: str = "double"
    level: str = Level.EASY.value
    holes: int = 70
    seed: int | None = None

    @property
    def wish(self) -> Wish:
        """What the generator is told."""
        return Wish(holes=self.holes) if self.level == BY_HOLES else Wish(level=Level(self.level))

    @property
    def origin(self) -> Origin:
        """What is known of the puzzle that comes of it."""
        return UNKNOWN if self.level == BY_HOLES else Origin(Level(self.level))


class NewGameScreen(Page):
    """Rows of choices; enter makes the puzzle and starts it."""

    TITLE = "new game"
    DEFAULT_CSS = """
    NewGameScreen { align: center middle; }
    NewGameScreen > Vertical { width: 72; height: auto; }
    NewGameScreen ProgressBar { margin: 1 0 0 2; }
    """
    BINDINGS = [
        Binding("enter", "start", "start"),
        Binding("up,k", "row(-1)", "choose a row", key_display="up down", show=False),
        Binding("down,j", "row(1)", show=False),
        Binding("left,h", "change(-1)", "change it", key_display="left right"),
        Binding("right,l", "change(1)", show=False),
        Binding("backspace,delete", "erase", "erase a typed digit", key_display="backspace", show=False),
    ]

    def __init__(self, daily: Daily, daily_chosen: bool = False) -> None:
        """`daily` is the puzzle of today; where it is chosen beforehand, it is made at once."""
        super().__init__()
        self._order = Order()
        self._daily = daily
        self._daily_chosen = daily_chosen
        self._row = ROWS.index("puzzle" if daily_chosen else "level")
        self._stop: Event | None = None
        self._typed = ""

    def content(self) -> ComposeResult:
        with Vertical():
            yield Static(classes="rows")
            yield ProgressBar(60)
            yield Static(classes="told")

    def on_mount(self) -> None:
        self.redraw()
        if self._daily_chosen:
            self.action_start()

    @property
    def _making(self) -> bool:
        return self._stop is not None

    def action_row(self, step: int) -> None:
        if not self._making:
            self._row = (self._row + step) % len(ROWS)
            self._typed = ""
            self.redraw()

    def action_change(self, step: int) -> None:
        """The next or previous value of the row."""
        if self._making:
            return
        order = self._order
        match ROWS[self._row]:
            case "puzzle":
                self._daily_chosen = not self._daily_chosen
            case _ if self._daily_chosen:
                return
            case "layout":
                self._order = replace(order, layout=_next(list(LAYOUTS), order.layout, step))
                self._order = replace(self._order, holes=self._bounded(order.holes))
            case "level":
                self._order = replace(order, level=_next([*LEVELS, BY_HOLES], order.level, step))
            case "holes":
                self._order = replace(order, level=BY_HOLES, holes=self._bounded(order.holes + step))
            case "seed":
                self._order = replace(order, seed=max(0, (order.seed or 0) + step))
        self._typed = ""
        self.redraw()

    def on_key(self, event: Key) -> None:
        """Digits type the holes or the seed."""
        if self._takes_digits and (event.character or "").isdecimal():
            self._type(self._typed + str(event.character))

    def action_erase(self) -> None:
        if self._takes_digits:
            self._type(self._typed[:-1])

    @property
    def _takes_digits(self) -> bool:
        return ROWS[self._row] in ("holes", "seed") and not (self._making or self._daily_chosen)

    def _type(self, digits: str) -> None:
        self._typed = digits[-9:]
        number = int(self._typed) if self._typed else None
        if ROWS[self._row] == "seed":
            self._order = replace(self._order, seed=number)
        else:
            self._order = replace(self._order, level=BY_HOLES, holes=self._bounded(number or 0))
        self.redraw()

    def _bounded(self, holes: int) -> int:
        return min(max(holes, 1), len(LAYOUTS[self._order.layout]().cells))

    # making it

    def action_start(self) -> None:
        if self._making:
            return
        if self._daily_chosen and self._daily.number is not None:
            self.dismiss()
            self.app.post_message(ResumeGame(self._daily.number))
            return
        self._stop = Event()
        self._tell(Text(" making it; esc stops", self.palette.dim))
        order = self._order
        seed = random.SystemRandom().randrange(10**9) if order.seed is None else order.seed
        self._make(None if self._daily_chosen else order, seed, self._stop)

    @work(thread=True, exclusive=True, exit_on_error=False, group="make", description="make a puzzle")
    def _make(self, order: Order | None, seed: int, stop: Event) -> None:
        """Make what is ordered, or else the puzzle of the day."""

        def progress(holes: int, wanted: int) -> None:
            if not stop.is_set():
                self.app.call_from_thread(self._advance, holes, wanted)

        try:
            if order is None:
                puzzle, origin = daily_puzzle(self._daily.day, progress, stop.is_set), self._daily.origin
                done = partial(self._play, puzzle, origin)
            else:
                layout = LAYOUTS[order.layout]()
                made = generate(layout, order.wish, seed=seed, on_progress=progress, cancel=stop.is_set)
                done = partial(self._made, made, order)
        except Cancelled:
            return
        if not stop.is_set():
            self.app.call_from_thread(done)

    def _advance(self, holes: int, wanted: int) -> None:
        self.query_one(ProgressBar).advance_to(holes / wanted if wanted else 1.0)
        self._tell(Text(f" {holes} of {wanted} holes {self.glyphs.dot} unique over all grids     esc stops"))

    def _made(self, made: Generated, order: Order) -> None:
        self._stop = None
        self._tell(Text(""))
        if made.reached:
            self._play(made.puzzle, order.origin)
            return
        question = f"No {order.level} puzzle was found with seed {made.seed}. Play one of another level?"
        if order.level == BY_HOLES:
            question = (
                f"{made.puzzle.holes} of {order.holes} holes is what is reachable with seed {made.seed}: with "
                "any given less there would be several solutions. Play it?"
            )
        self.app.push_screen(
            Confirm(question, "play"), lambda agreed: self._play(made.puzzle, UNKNOWN) if agreed else None
        )

    def _play(self, puzzle: Puzzle, origin: Origin) -> None:
        self._stop = None
        self.dismiss()
        self.app.post_message(PlayPuzzle(puzzle, origin))

    async def action_back(self) -> None:
        """Stop making it, or leave."""
        if self._stop:
            self._stop.set()
            self._stop = None
            self.query_one(ProgressBar).advance_to(None)
            self._tell(Text(" stopped", self.palette.dim))
        else:
            await super().action_back()

    def on_unmount(self) -> None:
        if self._stop:
            self._stop.set()

    # showing

    def redraw(self) -> None:
        palette = self.palette
        text = Text(" New game\n\n", palette.title)
        for number, row in enumerate(ROWS):
            here, fixed = number == self._row, self._daily_chosen and row != "puzzle"
            text.append(f" {self.glyphs.folder if here else ' '} {row:<8}", palette.accent if here else "")
            choices, chosen, more = self._choices(row)
            for choice in choices:
                if fixed:
                    text.append(f" {choice} " if choice == chosen or not chosen else "", palette.dim)
                elif choice == chosen or not chosen:
                    text.append(f"[{choice}]", palette.given)
                else:
                    text.append(f" {choice} ", palette.dim)
            if here and not fixed:
                text.append(f"  left right{more}" if more else "", palette.dim)
            text.append("\n")
        self.query_one(".rows", Static).update(text, layout=True)

    def _choices(self, row: str) -> tuple[list[str], str, str]:
        """What a row offers, which of these is chosen ("": the only one), and what to say of it when it is at hand."""
        order, daily = self._order, self._daily
        layouts = list(LAYOUTS)
        by_holes = order.level == BY_HOLES
        match row:
            case "puzzle":
                today = f"the puzzle of today{daily_state(daily)}"
                return [NEW, today], today if self._daily_chosen else NEW, ""
            case "layout":
                name = "double" if self._daily_chosen else order.layout
                return [LAYOUTS[name]().title], "", f"  {layouts.index(name) + 1} of {len(layouts)}"
            case "level":
                return [*LEVELS, BY_HOLES], daily.level.value if self._daily_chosen else order.level, ""
            case "holes":
                holes = str(order.holes) if by_holes and not self._daily_chosen else "as the level has it"
                return [holes], "", ", or type a number"
        if self._daily_chosen:
            return ["the date: the same puzzle for everybody"], "", ""
        return ["any" if order.seed is None else str(order.seed)], "", ", or type a number"

    def _tell(self, text: Text) -> None:
        self.query_one(".told", Static).update(text)


def daily_state(daily: Daily) -> str:
    """How far the player is with the puzzle of the day, in a word."""
    return ", solved" if daily.solved else ", begun" if daily.number is not None else ""


def _next(choices: list[str], chosen: str, step: int) -> str:
    """The choice after (or before) the chosen one, round the end."""
    return choices[(choices.index(chosen) + step) % len(choices)]
