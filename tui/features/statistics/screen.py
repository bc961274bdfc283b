"""The statistics screen: games solved by layout and level, and the puzzles of the day."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Resize, ScreenResume

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.play.daily import Daily, streak
from engine.play.errors import StoreError
from engine.play.schedule import AnsweredDrill, Practice, practice_by_technique
from engine.play.training import stage, training_path
from engine.sudoku.layout import LAYOUTS, label_of
from tui.base.base_app import HEIGHT, WIDTH
from tui.base.page import Page, posting
from tui.base.picture_view import PanelView
from tui.base.requests import ShowDailies
from tui.base.text_block import ScrolledText
from tui.draw.bars import bar
from tui.draw.cells import Line, clip, pad, pad_left, wrap, wrap_line
from tui.draw.face import FRAMED_FROM, Chip
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import PanelContent
from tui.features.statistics.pictures import CALENDAR_ROWS, TALL, TIMES_ROWS, PlayedGames, pictures

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.store import FinishedGame, SolvedGames
    from engine.sudoku.techniques.catalogue import Technique

TODAY = lazy_gettext("{day}: {solved} of {puzzles} solved")
RUNNING, LONGEST = lazy_gettext("{days} running"), lazy_gettext("longest streak: {days}")
NONE_SOLVED = lazy_gettext("No solved games yet. Games with the solution shown do not count.")
SOLVED = lazy_gettext("{games} solved in {time}.")
UNAIDED = lazy_gettext("{unaided} unaided: no hint, no check, no cell revealed.")

GAMES = lazy_gettext("games by layout and level")
TECHNIQUES = lazy_gettext("techniques that your moves used")

_BAR = 40
_LAYOUT_LEAST, _LAYOUT_MOST = 14, 27
"""Minimum and maximum columns of layout names."""


class Facts(NamedTuple):
    """The data read from the store."""

    solved: "Sequence[SolvedGames]"
    today: date
    dailies: Sequence[Daily]
    days: Collection[date]
    games: "Sequence[FinishedGame]"
    drills: "Sequence[AnsweredDrill]"
    technique_counts: Mapping["Technique", int]


class StatisticsScreen(Page):
    """Shows statistics of solved games; a long table scrolls."""

    HEADING = lazy_gettext("statistics")
    FOLLOWS_SIZE = True
    PARTS = (ScrolledText,)
    BINDINGS = [
        Binding("escape,t", "back", "back", key_display="esc"),
        Binding("d", "daily", "daily puzzles", tooltip="the puzzles of the day"),
    ]

    def __init__(self, today: Callable[[], date] = date.today) -> None:
        """`today` is the date of the current daily puzzles."""
        super().__init__()
        self._today = today
        self._facts: Facts | str = ""  # the data, or why there is none

    def content(self) -> ComposeResult:
        table = ScrolledText()
        self.put_frame(table, GAMES)
        yield PanelView(self._pictures, margin=1, framed_margin=0, id="pictures")
        yield table

    def on_resize(self, event: Resize) -> None:
        width, height = event.size
        rows = 0 if width < WIDTH or height < HEIGHT else CALENDAR_ROWS
        if width >= FRAMED_FROM and rows:
            rows += 1 + (TIMES_ROWS + 3) * (height >= TALL)
        self.query_one("#pictures", PanelView).styles.height = rows
        super().on_resize(event)

    @property
    def header_facts(self) -> Sequence[str]:
        """The state of today's puzzles."""
        if isinstance(self._facts, str):
            return ()
        dailies, today = self._facts.dailies, self._facts.today
        solved = sum(daily.solved for daily in dailies)
        facts = [TODAY.format(day=today, solved=solved, puzzles=len(dailies))]
        longest = streak(self._facts.days, today).longest
        return [*facts, LONGEST.format(days=pluralized(longest, "day"))] if longest else facts

    @property
    def header_chips(self) -> Sequence[Chip]:
        if isinstance(self._facts, str):
            return ()
        run = streak(self._facts.days, self._facts.today)
        return [Chip(RUNNING.format(days=pluralized(run.current, "day")), "good")] if run.longest else ()

    def _pictures(self, width: int, height: int) -> PanelContent:
        if isinstance(self._facts, str):
            return ()
        facts, today = self._facts, self._facts.today
        practices = practice_by_technique(facts.drills)
        stages = {
            technique: stage(practices.get(technique, Practice()), today)
            for technique in training_path(LAYOUTS["single"]())
        }
        return pictures(PlayedGames(today, facts.games, facts.days, stages), self.palette, self.glyphs, height)

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.call_later(self._read)

    async def _read(self) -> None:
        today = self._today()
        try:
            self._facts = await self.program.saved.run(
                lambda store: Facts(
                    store.statistics(),
                    today,
                    store.dailies(today),
                    store.solved_days(),
                    store.finished_games(),
                    store.drills_answered(),
                    store.techniques_used(),
                )
            )
        except StoreError as error:
            self._facts = self._facts or str(error)
        self.redraw()

    def redraw(self) -> None:
        block, palette, facts = self.query_one(ScrolledText), self.palette, self._facts
        if isinstance(facts, str):
            block.put_parts([[Segment(f" {line}", palette.warning)] for line in wrap(facts, block.size.width - 2)], ())
            return
        width = block.size.width
        self.refresh_header()
        self.put_frame(block, GAMES, "daily", aside=pluralized(sum(row.solved for row in facts.solved), "game"))
        self.query_one("#pictures", PanelView).redraw()
        top = [*wrap_line(summary_line(facts.solved, palette), width), []]
        head, *table = table_lines(facts.solved, palette, self.glyphs, width)
        technique_rows = technique_lines(facts.technique_counts, palette, self.glyphs, width)
        block.put_parts([*top, head] if table else top, [*table, *technique_rows])

    action_daily = posting(ShowDailies)


def summary_line(found: "Sequence[SolvedGames]", palette: Palette) -> Line:
    """Return a sentence on the number of solved games."""
    solved, unaided = sum(row.solved for row in found), sum(row.unaided for row in found)
    if not solved:
        return [Segment(str(NONE_SOLVED), palette.dim)]
    time = clock_text(sum(row.average * row.solved for row in found))
    games = SOLVED.format(games=pluralized(solved, "game"), time=time)
    return [Segment(games, palette.given), Segment(f" {UNAIDED.format(unaided=unaided)}")]


def table_lines(found: "Sequence[SolvedGames]", palette: Palette, glyphs: Glyphs, width: int) -> list[Line]:
    """Return a row for each layout and level: games solved, unaided, best and average time, and if it fits a bar.

    In narrow terminals, the columns at the right are left out first.
    """
    columns = [_("level"), _("solved"), _("unaided"), _("best"), _("average")]
    sizes = [9, 7, 9, 11, 11]
    while len(sizes) > 1 and width < _LAYOUT_LEAST + sum(sizes):
        sizes.pop()
    name_width = min(max(width - sum(sizes), _LAYOUT_LEAST), _LAYOUT_MOST)

    def row_of(level: str, *numbers: str) -> str:
        cells = zip((level, *numbers), sizes, strict=False)  # columns that do not fit are left out
        return "".join(pad_left(cell, size) if at else pad(cell, size) for at, (cell, size) in enumerate(cells))

    lines = [[Segment(f" {pad(_('layout'), name_width - 1)}{row_of(*columns)}", palette.dim)]]
    most = max((row.solved for row in found), default=1)
    last = ""
    for row in found:
        name = "" if row.layout == last else clip(label_of(row.layout), name_width - 2, glyphs.ellipsis)
        last = row.layout
        best = "-" if row.best is None else clock_text(row.best)
        text = row_of(_(row.level or "-"), str(row.solved), str(row.unaided), best, clock_text(row.average))
        line = [Segment(f" {pad(name, name_width - 1)}", palette.given), Segment(text)]
        room = min(width - name_width - sum(sizes) - 4, _BAR)
        if room > 8:
            line.append(Segment(f"  {bar(row.solved / most, room, glyphs)}", palette.bar))
        lines.append(line)
    return lines


def technique_lines(
    technique_counts: Mapping["Technique", int], palette: Palette, glyphs: Glyphs, width: int
) -> list[Line]:
    """Return a row for each technique in the player's moves: its level, its number of uses, and a bar."""
    if not technique_counts:
        return []
    name_width = min(max(width - 17, _LAYOUT_LEAST), 37)
    head = f" {pad(str(TECHNIQUES), name_width)}{pad(_('level'), 9)}{pad_left(_('used'), 7)}"
    lines: list[Line] = [[], [Segment(head, palette.dim)]]
    most, room = max(technique_counts.values()), min(width - 58, _BAR)
    for technique, count in technique_counts.items():
        name = clip(technique.title, name_width - 1, glyphs.ellipsis)
        level = Segment(pad(technique.level.title, 9))
        line = [Segment(f" {pad(name, name_width)}", palette.given), level, Segment(f"{count:>7}")]
        if room > 8:
            line.append(Segment(f"  {bar(count / most, room, glyphs)}", palette.bar))
        lines.append(line)
    return lines
