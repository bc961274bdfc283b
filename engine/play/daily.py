"""The puzzles of a day, determined by the date, so the same for everybody.

There are three singles and a double, which has rules on Sundays; at weekends a samurai, too.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum
from itertools import count
from typing import NamedTuple

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.play.origin import Origin
from engine.play.summary import help_words
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.making.generator import GeneratorOptions, Report
from engine.sudoku.making.rule_generator import make_puzzle
from engine.sudoku.making.rule_mixes import MIXES, RuleMix
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level

LEVELS = (Level.EASY, Level.EASY, Level.MEDIUM, Level.MEDIUM, Level.HARD, Level.HARD, Level.UNFAIR)
"""The levels of a week's doubles, from Monday on."""
SATURDAY, SUNDAY = 5, 6
SAMURAI_LEVELS = {SATURDAY: Level.MEDIUM, SUNDAY: Level.HARD}
"""The levels of samurais by the days of the week that have one."""

SUNDAY_MIXES = ("thermometers", "arrows", "dots")
"""The mixes of rules of Sundays, in turn; puzzles of these are made within seconds."""

TITLE = _("satsudoku, {day}")
SOLVED, UNSOLVED = _("{title}: {time}"), _("{title}: -")
SOLVED_WITH_HELP = _("{title}: {time}, {help}")
RUNNING = _("{days} running")


class DailyKind(Enum):
    """A puzzle of each day; the value is the name of its layout, for singles with the level."""

    EASY = "single easy"
    MEDIUM = "single medium"
    HARD = "single hard"
    DOUBLE = "double"
    SAMURAI = "samurai"

    @property
    def layout(self) -> Layout:
        """The layout of the puzzle."""
        return LAYOUTS[self.value.partition(" ")[0]]()

    @classmethod
    def of(cls, layout: str, level: Level | None) -> "DailyKind | None":
        """The kind of the daily puzzles with this layout and level; None if there is none."""
        name = f"{layout} {level.value}" if layout == "single" and level else layout
        return next((kind for kind in cls if kind.value == name), None)


class DailyResult(NamedTuple):
    """A solved puzzle: the time in seconds, and the help taken."""

    seconds: float
    hints: int = 0
    reveals: int = 0
    checks: int = 0


@dataclass(frozen=True)
class Daily:
    """A puzzle of a day for a player: the number of its saved game, if any, and the result once it was solved."""

    day: date
    kind: DailyKind = DailyKind.DOUBLE
    number: int | None = None
    result: DailyResult | None = None

    @property
    def solved(self) -> bool:
        """Whether the puzzle was ever solved."""
        return self.result is not None

    @property
    def level(self) -> Level:
        """The level: that of the double and the samurai depends on the day of the week."""
        weekday = self.day.weekday()
        if self.kind is DailyKind.DOUBLE:
            return LEVELS[weekday]
        if self.kind is DailyKind.SAMURAI:
            return SAMURAI_LEVELS.get(weekday, Level.MEDIUM)
        return Level[self.kind.name]

    @property
    def mix(self) -> RuleMix | None:
        """The rules beyond the houses; None if there are none."""
        weeks, weekday = divmod(self.day.toordinal() - 1, 7)
        has_rules = self.kind is DailyKind.DOUBLE and weekday == SUNDAY
        return MIXES[SUNDAY_MIXES[weeks % len(SUNDAY_MIXES)]] if has_rules else None

    @property
    def title(self) -> str:
        """The layout, level and rules in words."""
        title = f"{self.kind.layout.label}, {self.level.title}"
        return f"{title}, {self.mix.title}" if self.mix else title

    @property
    def origin(self) -> Origin:
        """The origin of the puzzle."""
        return Origin(self.level, self.day)


def kinds_of(day: date) -> Sequence[DailyKind]:
    """The kinds of the puzzles of a day."""
    return [kind for kind in DailyKind if kind is not DailyKind.SAMURAI or day.weekday() in SAMURAI_LEVELS]


class Streak(NamedTuple):
    """Numbers of successive days with a solved puzzle: up to today (yesterday, if none is solved today), and ever."""

    current: int
    longest: int


def daily_puzzle(daily: Daily, on_progress: Report | None = None, cancel: Callable[[], bool] | None = None) -> Puzzle:
    """Generate a puzzle of a day, determined by the day, the kind and the version of the generator.

    Each kind has its own range of 150 seeds; the first seed whose puzzle meets the options is used. `on_progress` and
    `cancel` are those of `generate`. Raises Cancelled.
    """
    layout = daily.kind.layout
    options = GeneratorOptions(level=daily.level, kinds=daily.mix.kinds if daily.mix else ())
    index = [DailyKind.DOUBLE, *(kind for kind in DailyKind if kind is not DailyKind.DOUBLE)].index(daily.kind)
    seeds = count(daily.day.toordinal() * 1000 + index * 150)
    attempts = (make_puzzle(layout, options, seed=seed, on_progress=on_progress, cancel=cancel) for seed in seeds)
    puzzle = next(attempt for attempt in attempts if attempt.reached)
    return replace(puzzle.puzzle, name=f"daily {daily.day}")


def streak(solved_days: Collection[date], today: date) -> Streak:
    """The current and the longest streak of days with a solved puzzle."""
    lengths: dict[date, int] = {}
    for day in sorted(set(solved_days)):
        lengths[day] = lengths.get(day - timedelta(1), 0) + 1
    current = lengths.get(today) or lengths.get(today - timedelta(1), 0)
    return Streak(current, max(lengths.values(), default=0))


def result_text(dailies: Iterable[Daily], run: Streak, clock: Callable[[float], str]) -> str:
    """The results of a day as text to share, which reveals nothing of the solutions; `clock` formats seconds."""
    lines = list[str]()
    for daily in dailies:
        lines = lines or [TITLE.format(day=daily.day)]
        result = daily.result
        if result is None:
            lines.append(UNSOLVED.format(title=daily.title))
            continue
        seconds, *help_taken = result
        words, time = help_words(*help_taken), clock(seconds)
        sentence = SOLVED_WITH_HELP if words else SOLVED
        lines.append(sentence.format(title=daily.title, time=time, help=words))
    if run.current > 1:
        lines.append(RUNNING.format(days=pluralized(run.current, "day")))
    return "\n".join(lines)
