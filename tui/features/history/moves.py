"""The moves of a game as a list: one line a move, branches indented beside the line they leave."""

from rich.cells import cell_len
from rich.segment import Segment

from engine.base.text import counted, printable
from engine.play.board import digits_of
from engine.play.history import History, Move, MoveKind
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from tui.base.rows import Rows
from tui.draw.cells import Line, clip, clip_start
from tui.draw.numbers import clock_text

_WITH_TIMES = 44
"""The width from which on there is room for the time of each move."""


def move_text(layout: Layout, move: Move) -> str:
    """A move in a few words: `r12c7 = 5`, `r1c1 note 3`, `start`."""
    match move.kind:
        case MoveKind.START:
            return "start"
        case MoveKind.SOLUTION:
            return "solution shown"
        case MoveKind.RESTART:
            return "restart"
        case MoveKind.ELIMINATE:
            return f"{counted(len(move.eliminated), 'candidate')} eliminated"
    if move.cell is None:
        return f"{move.kind} in {len(move.changes)} cells"
    cell, before, after = move.changes[0]
    match move.kind:
        case MoveKind.NOTE:
            what = " ".join(sign(digit) for digit in digits_of(before.notes ^ after.notes))
            act = f"note {what}" if after.notes > before.notes else f"no note {what}"
        case MoveKind.CLEAR:
            act = "cleared"
        case _:
            act = f"= {sign(after.value)}" + " shown" * after.revealed
    return f"{layout.cell_name(cell)} {act}"


class HistoryList(Rows):
    """A history as it is when the list is made; bookmarks may come and go."""

    def __init__(self, history: History, layout: Layout) -> None:
        super().__init__()
        self._history = history
        self._layout = layout
        self._here = history.position
        self._way = frozenset(history.path())
        self._lines = history.outline()
        self._places = {line.node: place for place, line in enumerate(self._lines)}
        self.cursor = self._places[self._here]

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def node(self) -> int:
        """The node that the cursor is on."""
        return self._lines[self.cursor].node

    def scrolled(self) -> None:
        self.refresh()  # the list opens at its cursor, far down after many moves

    def go_to(self, node: int) -> None:
        """Bring the cursor to a node."""
        self.go(self._places[node])

    def next_bookmark(self, step: int) -> None:
        """Bring the cursor to the next bookmark below (or above, by a step of -1), round the end."""
        places = sorted((self._places[node] - self.cursor) * step % len(self) for node in self._history.bookmarks)
        if ahead := [far for far in places if far]:
            self.go((self.cursor + step * ahead[0]) % len(self))

    def draw(self, index: int, width: int, chosen: bool) -> Line:
        node, moves, level, begins = self._lines[index]
        _, move, elapsed = self._history[node]
        palette, ellipsis = self.palette, self.glyphs.ellipsis
        ink = palette.plain if node in self._way else palette.dim
        lanes = clip_start(self._lanes(level, begins), width // 3, ellipsis)
        left = f"{lanes}{moves:>3} {move_text(self._layout, move)}"
        here = " here" if node == self._here else ""
        time = f"  {'' if elapsed is None else clock_text(elapsed):8}" if width >= _WITH_TIMES else ""
        room = width - len(left) - len(here) - len(time)
        label = clip(f" {printable(self._history.bookmarks.get(node, ''))}", room, ellipsis)
        pieces = ((lanes, palette.line), (left[len(lanes) :], ink), (label, palette.accent),
                  (" " * (room - cell_len(label)), ink), (here, palette.good), (time, palette.dim))  # fmt: skip
        return [Segment(text, palette.selected if chosen else style) for text, style in pieces]

    def _lanes(self, level: int, begins: bool) -> str:
        """The lines at the left that go on below, and the corner where a branch leaves its own."""
        upright, tee = f"{self.glyphs.box[1]} ", self.glyphs.box[6] + self.glyphs.box[0]
        return upright * (level - 1) + tee if begins else upright * level
