"""The program as its screens and widgets see it."""

from pathlib import Path
from typing import cast

from textual.dom import DOMNode
from textual.events import Key
from textual.screen import Screen

from engine.base.text import printable
from tui.base.saved_games import SavedGames
from tui.draw.palette import ASCII, PALETTES, UNICODE, Glyphs, Palette
from tui.terminal.options import Options
from tui.terminal.type_ahead import TypeAhead

WARNING_SECONDS = 15
"""How long what is told of the saved games stays in sight."""

NEVER_HELD = {"back", "dismiss", "quit", "redraw"}
"""What keys do even while keys are held for a screen that is still to come."""


class Program(TypeAhead):
    """An app with what every feature may rely on: options, signs, colours, the saved games.

    `shipped` is the folder of the puzzles that come along: no results are written there.
    """

    def __init__(self, options: Options, shipped: Path) -> None:
        self.options = options  # the driver is made with them
        super().__init__(ansi_color=True)  # else NO_COLOR would come out as shades of grey
        self.shipped = shipped
        self.glyphs: Glyphs = ASCII if options.ascii else UNICODE
        self.saved = SavedGames(self.warn, options.bounds.games if options.bounds else None)
        self.saved_games = 0
        """How many games can be resumed."""

    def warn(self, sentence: str) -> None:
        """Tell something about what is saved, if there is anything, for longer than until the next key."""
        if sentence:
            self.notify(printable(sentence), severity="warning", timeout=WARNING_SECONDS, markup=False)

    def bytes_sent(self) -> int:
        """How many bytes the terminal has been sent so far; always 0 where nobody counts them."""
        return 0

    async def show(self, screen: Screen[None]) -> None:
        """Show a screen, painted once where mounting would paint it often."""
        with self.batch_update():
            await self.push_screen(screen)

    def is_never_held(self, key: Key) -> bool:
        """Keys that lead back, quit or repaint are not for a screen that is still to come."""
        bound = self.screen.active_bindings.get(key.key)
        return bound is not None and bound.binding.action.partition("(")[0] in NEVER_HELD

    @property
    def palette(self) -> Palette:
        """The styles of the theme in force."""
        return PALETTES[self.theme]


def program_of(node: DOMNode) -> Program:
    """The program that a screen or widget is part of."""
    return cast(Program, node.app)
