"""Plays a saved game again as it went, and exports it as an animation."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO, ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Size

from engine.base.language import lazy_gettext
from engine.base.text import pluralized, printable
from engine.play.game import Game, GameRecord
from engine.play.game_file import dumps
from engine.play.past import past_moves
from tui.base.board import BoardView, BoardWithPanel
from tui.base.export import Export, Exporter
from tui.base.picture_view import PanelView
from tui.base.playback import Playback, PlayerPage
from tui.base.text_block import TextLine
from tui.draw.asciicast import asciicast
from tui.draw.bars import progress
from tui.draw.board import BoardAppearance, board_lines
from tui.draw.cells import Line, clip, pad
from tui.draw.game import Marks, board_look
from tui.draw.moves import move_text
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack
from tui.draw.picture import Picture

PANEL = 27
"""Columns of the panel."""
_PANEL_SIZE = Size(PANEL, 21)
FIRST_SPEED = 10_000
"""Initial speed in milliseconds of the game a second."""
MAX_PAUSE = 2.0
"""Maximum seconds of a pause in an animation."""
_SIZE, _LARGE_SIZE, _LARGE = (80, 24), (120, 46), 20
"""Columns and rows of an animation, those for large boards, and the rows from which a board is large."""

NO_MOVES = lazy_gettext("This game has no moves.")
SPEED = lazy_gettext("{times:g} times as fast")
MOVE = lazy_gettext("move {number:,} of {total:,}")
FILLED = lazy_gettext("{filled} of {holes} filled")
ANIMATION = lazy_gettext("animation of the game (asciicast, .cast)")
GAME_FILE = lazy_gettext("the game, to watch or to race against (.game)")
PROGRESS, MOVES = lazy_gettext("the game"), lazy_gettext("moves")


class PastGameScreen(PlayerPage):
    """Plays a game in its own time, in milliseconds; the player owns the time."""

    HEADING = lazy_gettext("watching the game")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play/pause"),
        Binding("full_stop,right,l", "step(1)", "move", key_display=".", tooltip="to the next move"),
        Binding("comma,left,h", "step(-1)", "back", key_display=",", tooltip="to the previous move"),
        Binding("plus,equals_sign", "speed(1)", "faster", key_display="+"),
        Binding("minus", "speed(-1)", "slower", key_display="-"),
        Binding("e", "export", "export", tooltip="write it as an animation, or as a file to race against"),
        Binding("home", "start", "to the start", show=False),
        Binding("end", "finish", "to the end", show=False),
        Binding("escape,w", "back", "back", key_display="esc"),
    ]

    def __init__(self, record: GameRecord) -> None:
        super().__init__()
        self._record = record
        self._game = Game.of(record)
        self._moves = past_moves(record.tree)
        self._exporter = Exporter(self)
        length = max(self._moves[-1].time if self._moves else 0, round(record.elapsed * 1000))
        self.player = Playback(lambda: length, self.redraw, speed=FIRST_SPEED)
        self._length = length
        self._show_move()

    def content(self) -> ComposeResult:
        with BoardWithPanel(shows_board=True):
            yield BoardView(self._game.layout, self._look(), side_columns=PANEL)
            yield PanelView(self._panel, _PANEL_SIZE)
        yield TextLine("message")

    @property
    def topic(self) -> str:
        return printable(self._record.puzzle.name) or self._game.layout.label

    @property
    def header_facts(self) -> Sequence[str]:
        return [str(pluralized(len(self._moves), "move")), clock_text(self._record.elapsed)]

    def on_mount(self) -> None:
        self.player.begin(self)
        if self._moves:
            self.player.toggle()
        self.redraw()

    @property
    def number(self) -> int:
        """The number of moves made by the present time."""
        return sum(move.time <= self.player.position for move in self._moves) if self.player.position else 0

    def action_step(self, step: int) -> None:
        """Go to the next or the previous move."""
        times = [0, *(move.time for move in self._moves)]
        now = self.player.position
        found = [time for time in times if (time > now if step > 0 else time < now)]
        if found:
            self.go_to(found[0] if step > 0 else found[-1])

    # showing

    def redraw(self) -> None:
        self._show_move()
        self.refresh_header()
        self.query_one(BoardView).show_look(self._look())
        self.query_one(PanelView).redraw()
        text = "" if self._moves else str(NO_MOVES)
        self.query_one("#message", TextLine).show([Segment(f" {text}", self.palette.warning)])

    def _show_move(self) -> None:
        number = self.number
        self._game.go_to(self._moves[number - 1].node if number else 0)

    def _look(self) -> BoardAppearance:
        history = self._game.history
        return board_look(self._game, Marks(), history[history.position].move.cell, self.palette)

    def reading_place(self) -> Offset:
        board = self.query_one(BoardView)
        return board.content_region.offset + board.selected_place()

    def _panel(self, _width: int, _height: int) -> Stack:
        return Stack(
            [
                Panel(self._progress, str(PROGRESS), rows=8, keys=self.edge_keys("play", "step(1)")),
                Panel(self._last_moves, str(MOVES)),
            ]
        )

    def _progress(self, width: int, _height: int) -> list[Line]:
        """The time, how far the game is, and the speed."""
        palette, glyphs, record, position = self.palette, self.glyphs, self._record, self.player.position
        filled, holes = self._filled(self._game), record.puzzle.holes
        return [
            [Segment(clock_text(position / 1000), palette.title)],
            progress(position / self._length if self._length else 1.0, width - 1, palette, glyphs),
            [Segment(MOVE.format(number=self.number, total=len(self._moves)))],
            [Segment(FILLED.format(filled=filled, holes=holes))],
            progress(filled / max(holes, 1), width - 1, palette, glyphs),
            [Segment(SPEED.format(times=self.player.speed / 1000), palette.dim)],
        ]

    @staticmethod
    def _filled(game: Game) -> int:
        """The number of holes with a digit."""
        return game.board.filled - (len(game.values) - game.puzzle.holes)

    def _last_moves(self, width: int, height: int) -> list[Line]:
        """The last moves with their times, the latest at the bottom."""
        number, palette = self.number, self.palette
        places = range(max(number - max(height, 1), 0), number)
        return [
            [
                Segment(f"{clock_text(self._moves[place].time / 1000)} ", palette.dim),
                Segment(self._move_text(self._game, place), palette.accent if place == number - 1 else palette.plain),
            ]
            for place in places
        ]

    def _move_text(self, game: Game, place: int) -> str:
        return move_text(game.layout, game.history[self._moves[place].node].move)

    # the export

    def action_export(self) -> None:
        """Write the game as an animation, or as a file for others to race against."""
        stem = re.sub(r"[^\w.-]+", "-", self.topic).strip("-.") or "game"
        fill = partial(write_animation, self._record, self.topic, self.palette, self.glyphs)
        as_game = Export(str(GAME_FILE), Path.cwd() / f"{stem}.game", lambda file: file.write(dumps(self._record)))
        self._exporter.offer([Export(str(ANIMATION), Path.cwd() / f"{stem}.cast", fill), as_game])


def write_animation(record: GameRecord, title: str, palette: Palette, glyphs: Glyphs, file: BinaryIO) -> None:
    """Write a game as an asciicast, with pauses of at most MAX_PAUSE seconds."""
    for line in asciicast(title, animation(record, title, palette, glyphs)):
        file.write(line.encode())


def animation(record: GameRecord, title: str, palette: Palette, glyphs: Glyphs) -> Iterator[tuple[float, Picture]]:
    """The pictures of a game after each move, with their times in seconds."""
    game, moves = Game.of(record), past_moves(record.tree)
    game.go_to(0)
    yield 0.0, _frame(game, title, "", palette, glyphs)
    seconds, last = 0.0, 0
    for node, time in moves:
        seconds += min((time - last) / 1000, MAX_PAUSE)
        last = time
        game.go_to(node)
        text = f"{clock_text(time / 1000)}  {move_text(game.layout, game.history[node].move)}"
        yield seconds, _frame(game, title, text, palette, glyphs)


def _frame(game: Game, title: str, text: str, palette: Palette, glyphs: Glyphs) -> Picture:
    """A picture of the board below the title, with a line about the move."""
    width, height = _SIZE if game.layout.rows <= _LARGE else _LARGE_SIZE
    picture, history = Picture(width, height), game.history
    look = board_look(game, Marks(), history[history.position].move.cell, palette)
    picture.put(1, 0, clip(title, width - 2, glyphs.ellipsis), palette.title)
    lines = board_lines(game.layout, look, palette, glyphs, width - 2, height - 3)
    picture.put_lines(1, 1, lines, width - 2, glyphs.ellipsis)
    picture.put(1, height - 1, pad(clip(text, width - 2, glyphs.ellipsis), width - 2), palette.plain)
    return picture
