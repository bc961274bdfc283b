"""Saved games as a list, and what is told of one beside it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment

from engine.base.text import printable
from engine.base.text import title_of as title_of_text
from tui.base.rows import Rows
from tui.base.text_block import TextBlock
from tui.draw.board import board_lines
from tui.draw.cells import Line, clip, wrap
from tui.draw.game import Marks, board_look
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.game import Game
    from engine.play.store import GameSummary

_WITH_CLOCK = 60
"""The width from which on there is room for the layout and the clock in each row."""

FAVOURITE = "*"
UNNAMED = "{layout} sudoku"
TITLE_AND_FILE = "{title} ({file})"


def ago(seconds: float) -> str:
    """How long ago something was, in a few letters: `now`, `5 min`, `3 h`, `2 days`, `3 weeks`, `4 years`."""
    minutes = max(seconds, 0.0) / 60
    for size, word, words in ((1, "min", "min"), (60, "h", "h"), (1440, "day", "days"), (10080, "week", "weeks"),
                              (525960, "year", "years")):  # fmt: skip
        if minutes >= size:
            count = int(minutes / size)
            text = f"{count} {word if count == 1 else words}"
    return text if minutes >= 1 else "now"


def title_of(game: "GameSummary") -> str:
    """What to call a game: its puzzle's name, or else its layout; and the file's name where that is another."""
    title = printable(game.title) or UNNAMED.format(layout=game.layout)
    if not game.file or game.title.startswith(title_stem(game.file)):
        return title
    return TITLE_AND_FILE.format(title=title, file=printable(game.file))


def title_stem(file: str) -> str:
    """What a puzzle without a name is called after its file: its number may follow, where there are several."""
    return title_of_text(Path(file).stem)


class GameList(Rows):
    """One row a game: whether it is a favourite, its name and level, how full it is, when it was last played."""

    DEFAULT_CSS = "GameList { width: 50; }"

    def __init__(self) -> None:
        super().__init__(divided=True)
        self._games: Sequence[GameSummary] = ()
        self._now = 0.0
        self._notice = ""

    def __len__(self) -> int:
        return len(self._games)

    @property
    def game(self) -> "GameSummary | None":
        """The game under the cursor."""
        return self._games[self.cursor] if self._games else None

    def show(self, games: "Sequence[GameSummary]", now: float, notice: str) -> None:
        """Show these games as they are at a time, the cursor on the game it was on, or else where it was.

        `notice` stands there where there are none.
        """
        before = self.game.id if self.game else None
        self._games, self._now, self._notice = games, now, notice
        same = (place for place, game in enumerate(games) if game.id == before)
        self.reset(next(same, self.cursor))

    def draw_below(self, line: int, width: int) -> Line:
        words = wrap(self._notice, width - 4) if not self._games else []
        return [Segment(f"   {words[line - 1]}", self.palette.dim)] if 1 <= line <= len(words) else []

    def draw(self, index: int, width: int, chosen: bool) -> Line:
        game, palette = self._games[index], self.palette
        filled = "solved" if game.solved else f"{game.filled}/{game.holes}"
        layout = clip(game.layout, 18, self.glyphs.ellipsis)
        more = f"{layout:<18}  " if width >= _WITH_CLOCK else ""
        time = f"{clock_text(game.elapsed)}  " if width >= _WITH_CLOCK else ""
        right = f" {more}{game.level or '':<7} {filled:>7}  {time}{ago(self._now - game.updated):>8} "
        room = max(width - 3 - len(right), 1)
        name = clip(title_of(game), room, self.glyphs.ellipsis)
        star = FAVOURITE if game.favourite else " "
        pieces = ((f" {star} ", palette.accent), (name + " " * (room - cell_len(name)), palette.plain),
                  (right, palette.dim))  # fmt: skip
        return [Segment(text, palette.selected if chosen else style) for text, style in pieces]


class GameCard(TextBlock):
    """The game under the cursor: its board as it stands, and the facts."""

    DEFAULT_CSS = "GameCard { padding: 0 0 0 1; }"

    def show(
        self, summary: "GameSummary", game: "Game | None", palette: Palette, glyphs: Glyphs, problem: str = ""
    ) -> None:
        """Show a game; the facts alone while its board is not read yet, and the problem if that can't be done."""
        facts = _facts(summary, palette, glyphs)
        facts += [[Segment(line, palette.warning)] for line in ["", *wrap(problem, self.size.width)] if problem]
        lines: list[Line] = []
        if game:
            look = replace(board_look(game, Marks(), None, palette), grounds={}, done=())
            lines = board_lines(game.layout, look, palette, glyphs, self.size.width, self.size.height - len(facts) - 1)
        self.put([*lines, [], *facts] if lines else facts)


def _facts(game: "GameSummary", palette: Palette, glyphs: Glyphs) -> list[Line]:
    level = f" {glyphs.dot} {game.level}" if game.level else ""
    played = datetime.fromtimestamp(game.updated).strftime("%Y-%m-%d %H:%M")
    share = game.filled * 100 // game.holes if game.holes else 100
    rows = [
        (title_of(game), palette.title),
        (f"{game.layout}{level}", palette.plain),
        (f"{game.filled} of {game.holes} filled {glyphs.dot} {share} %", palette.plain),
        (f"{clock_text(game.elapsed)} {glyphs.dot} {played}", palette.dim),
    ]
    return [[Segment(text, style)] for text, style in rows]
