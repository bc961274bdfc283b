"""The longest pauses of a game, each with its board and a drill of the position."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.play.errors import StoreError
from engine.play.game import Game, GameRecord
from engine.play.review import GameReview, Pause, review
from engine.play.schedule import AnsweredDrill, Quality
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.next_step import StepOrder
from tui.base.background import cancellable
from tui.base.board_list_page import BoardListPage
from tui.base.keymap import MovedBinding
from tui.base.requests import PractiseDrill, WatchGame
from tui.base.rows import ItemRows, Rows
from tui.base.text_block import TextBlock
from tui.draw.board import BoardAppearance
from tui.draw.cells import Line, clip, pad, widest, wrap_line
from tui.draw.game import Marks, board_look
from tui.draw.numbers import clock_text
from tui.features.review import words

_WITH_LEVEL = 38
"""Minimum width of the list with levels and hints."""


class PauseList(ItemRows[Pause]):
    """Pauses with their time, the name and level of the step, and the number of hints."""

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        pause, palette = self.items[index], self.palette
        level, hints = self._level(pause), self._hints(pause)
        mark, time = "!" if pause.is_stuck else " ", f"{clock_text(pause.time.seconds)} "
        more = ""
        if width >= _WITH_LEVEL:
            widths = widest(map(self._level, self.items), 0), widest(map(self._hints, self.items), 0)
            columns = zip((level, hints), widths, strict=True)
            more = "".join(f" {pad(text, wide)}" for text, wide in columns if wide)
        room = max(width - len(mark) - len(time) - cell_len(more), 0)
        name = pad(clip(words.title(pause), room, self.glyphs.ellipsis), room)
        ink = palette.warning if pause.is_stuck else palette.plain
        return self.painted(((mark, ink), (time, palette.dim), (name, ink), (more, palette.dim)), is_selected)

    @staticmethod
    def _level(pause: Pause) -> str:
        return pause.step.technique.level.title if pause.step else ""

    @staticmethod
    def _hints(pause: Pause) -> str:
        return str(pluralized(pause.time.hints, "hint")) if pause.time.hints else ""


class ReviewScreen(BoardListPage):
    """Lists the pauses of a game, longest first. The technique at which the player was stuck becomes due."""

    HEADING = _("review")
    PARTS = (PauseList,)
    DEFAULT_CSS = """
    ReviewScreen TextBlock { height: 3fr; max-height: 14; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "practise", "drill", tooltip="a drill of this position"),
        Binding("w", "watch", "watch", tooltip="watch how the game went, move by move"),
        MovedBinding(
            "plus", "put", "to the trainer", former="t", tooltip="make the technique of this step due in the trainer"
        ),
    ]

    def __init__(self, record: GameRecord, is_new: bool, today: Callable[[], date] = date.today) -> None:
        """`is_new` if the game has just been finished: then the technique of its longest pause becomes due."""
        super().__init__()
        self._record, self._is_new, self._today = record, is_new, today
        self._past_game = Game.of(record)
        self.review: GameReview | None = None
        """The review; None while it is being made."""

    def content(self) -> ComposeResult:
        self.text, self.rows = TextBlock(), PauseList()
        yield from self.beside_board(self.text)

    @property
    def shown_game(self) -> Game:
        return self._past_game

    @property
    def header_facts(self) -> Sequence[str]:
        found = self.review
        if found is None or not found.times:
            return []
        facts = [words.USUAL.format(seconds=found.median_seconds)]
        hints = self._record.counters.hints
        return [*facts, str(pluralized(hints, "hint"))] if hints else facts

    def on_mount(self) -> None:
        self.rows.focus()
        self.say(words.LOOKING.format(ellipsis=self.glyphs.ellipsis))
        work = cancellable(review, self._record, StepOrder(self.options.hint_order))
        self.background.start("review", work, self._take)

    async def _take(self, found: GameReview) -> None:
        self.review = found
        self.rows.fill(found.pauses, 0)
        self.refresh_keys()
        if not found.pauses:
            self.say(str(words.NO_TIMES))
        elif found.stuck_at and self._is_new:
            await self._put(found.stuck_at)
        else:
            self.say("" if any(pause.is_stuck for pause in found.pauses) else str(words.NOT_STUCK))

    # the keys

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        pause = self.rows.item
        return {"practise": bool(pause and pause.drill), "put": bool(pause and pause.technique)}

    def action_practise(self) -> None:
        pause = self.rows.item
        if pause and pause.drill:
            self.post_message(PractiseDrill(pause.drill))
        elif pause:
            self.say(str(words.NO_DRILL))

    def action_watch(self) -> None:
        """Play the game again as it went."""
        self.post_message(WatchGame(self._record))

    async def action_put(self) -> None:
        pause = self.rows.item
        if pause and pause.technique:
            await self._put(pause.technique)

    async def _put(self, technique: Technique) -> None:
        """Make a technique due in the trainer."""
        answered, layout = AnsweredDrill(technique, self._today(), Quality.STUCK), self._past_game.layout.name
        try:
            await self.program.saved.run(lambda store: store.add_drill(answered, layout))
        except StoreError as error:
            self.say(words.UNSAVED.format(problem=str(error)))
        else:
            self.say(words.ON_LIST.format(technique=technique.title))

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self.redraw()
        self.refresh_keys()

    def on_rows_row_clicked(self, event: Rows.RowClicked) -> None:
        self.action_practise()

    # showing

    def redraw(self) -> None:
        palette, pause = self.palette, self.rows.item
        super().redraw()
        width = max(self.text.size.width, 1)
        lines = words.sentences(pause) if pause else []
        self.put_frame(self.rows, words.PAUSES, aside=self.rows.row_text)
        self.put_frame(self.text, words.WHAT_WAS_THERE, *("practise",) * bool(pause and pause.drill))
        self.text.put([line for text in lines for line in wrap_line([Segment(text, palette.plain)], width)])

    def look(self) -> BoardAppearance:
        """The board before the move of the selected pause; the last one while there is none."""
        pause = self.rows.item if self.is_mounted else None
        if pause:
            self._past_game.go_to(self._past_game.history[pause.time.node].parent)
        return board_look(self._past_game, Marks(), None, self.palette)
