"""The line with the message below a board."""

from rich.segment import Segment

from tui.base.text_block import TextBlock, TextLine
from tui.draw.cells import width_of, wrap
from tui.draw.face import level_chip
from tui.draw.game import Marks
from tui.draw.palette import Palette
from tui.features.play.panel import PanelLook


class MessageLine(TextLine):
    """The message, and the next effect of its key."""

    def __init__(self, overlay: TextBlock) -> None:
        """`overlay`, which lies over the board, shows texts too long for the line; without a panel, every text."""
        super().__init__(classes="message")
        self._overlay = overlay
        self.rows = 1
        """The rows of the text, here or in the overlay."""

    def show_game(self, panel_look: PanelLook, marks: Marks, palette: Palette) -> None:
        """Show the message here or in the overlay."""
        message, style, arrangement = panel_look.message, panel_look.message.style(palette), panel_look.arrangement
        width = self.app.size.width
        sentence = [Segment(f" {message.sentence}", style)] * bool(message.sentence)
        next_press = [Segment(f"{message.next_press} ", palette.dim)] * bool(message.next_press)
        if message.level:
            next_press.append(level_chip(message.level.value, message.level.title).drawn(palette))
        if arrangement.panel and width_of([*sentence, *next_press]) < width:
            self.show(sentence, next_press)
            self._overlay.display, self.rows = False, 1
            return
        if not arrangement.panel:
            width = arrangement.visible.width
        mode = panel_look.input_mode if marks.noting or marks.digit_first or marks.selected else ""
        hint = " ".join(panel_look.card.text) if panel_look.card and not arrangement.panel else ""
        texts = ((message.sentence or mode, style), (hint, palette.accent), (message.next_press, palette.dim))
        lines = [[Segment(line, ink)] for text, ink in texts if text for line in wrap(text, width)]
        self.rows = len(lines)
        self._overlay.styles.height = len(lines)
        self._overlay.display = bool(lines)
        self._overlay.put(lines)
