"""The hints of a game: found off the event loop, and shown stage by stage, a long stage page by page."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Size

from engine.base.language import _, lazy_gettext
from engine.base.text import as_beginning
from engine.play import hints
from engine.play.game import Game
from engine.play.hints import Hint, HintKind
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.finders import prepare
from engine.sudoku.techniques.next_step import StepOrder
from engine.sudoku.techniques.position import Candidate
from engine.sudoku.techniques.step import Step
from tui.base.background import Background, call, cancellable
from tui.draw.cells import wrap
from tui.draw.face import level_chip
from tui.draw.game import LINKS
from tui.features.play.card import HINT_TITLE, LEGEND_ROWS, WHERE, HintCard

MAX_MESSAGE = 75
"""Maximum columns of a hint in the message line; longer ones go into a card."""

UNLIMITED = Size(1 << 16, 1 << 16)
"""Columns and rows for a hint that is not split into pages."""

PREPARATION_DELAY = 0.4
"""Seconds between the first drawing of a board and the preparation of hints."""

DETAILS = lazy_gettext("details")
"""The effect of the key that shows the smaller steps inside a sentence."""

EXPLANATION = lazy_gettext("Explanation")
"""The title of a hint whose step has no technique."""


class HintGuide:
    """Finds the hints of a game, and owns the current one."""

    def __init__(self, game: Game, background: Background, level: Level, order: StepOrder) -> None:
        """`order` decides which of several steps a hint shows."""
        self.level = level
        """The level of the hardest techniques for hints."""
        self._order = order
        self._game = game
        self._background = background
        self._hint: Hint | None = None

    @property
    def has_next_stage(self) -> bool:
        """Whether the current hint has another stage, and the board has not changed."""
        return self._hint is not None and self._hint.has_next_stage(self._game, self.level)

    def advance(self) -> Hint:
        """Return the hint at its next stage, if `has_next_stage`; the last stage makes its move in the game."""
        assert self._hint
        self._hint = hints.advance(self._game, self._hint)
        return self._hint

    def unfold(self) -> Hint:
        """Return the hint at the first smaller step inside its current stage; the same hint if there is none."""
        assert self._hint
        self._hint = self._hint.unfolded()
        return self._hint

    def search(
        self,
        show: Callable[[Hint], Awaitable[None]],
        elapsed: Callable[[int], object],
        about: Candidate | None = None,
        *,
        cursor: int | None = None,
        shows_candidates: bool = False,
    ) -> None:
        """Search for a hint, unless a search is running, and call `show` with it if the board has not changed.

        `elapsed` is called each second with the seconds so far. With `about`, the hint explains that candidate (see
        `engine.play.hints.HintRequest`).
        """

        async def accept(hint: Hint) -> None:
            if hints.accept(self._game, hint):
                self._hint = hint
                await show(hint)

        if not self.is_searching:
            request = hints.ask(
                self._game, self.level, about, cursor=cursor, shows_candidates=shows_candidates, order=self._order
            )
            self._background.start("hint", cancellable(request.answer), accept, elapsed=elapsed)

    def prepare(self) -> None:
        """Do the slow preparation for the first hint on a layout, in the background after the first drawing."""
        layout = self._game.layout
        self._background.start(
            "prepare hints", call(prepare, layout), lambda _: None, after=PREPARATION_DELAY, is_requested=False
        )

    @property
    def is_searching(self) -> bool:
        """Whether a search for a hint is running."""
        return self._background.is_running("hint")

    def stop(self) -> None:
        """Cancel the search for a hint."""
        self._background.cancel("hint")


class HintText(NamedTuple):
    """The current stage of a hint in words."""

    sentence: str
    next_press: str
    """The number of the stage, and the next effect of the hint's key."""
    unread: bool = False
    """Whether more pages of this stage follow."""
    card: HintCard | None = None
    """The page of a sentence too long for the message line."""
    level: Level | None = None
    """The level of the hint's step, unless the card shows it."""


def describe(
    hint: Hint, page: int, key: str, room: Size, remedy: str = "", details: str = "", *,
    card: bool = False, drawn: bool = False,
) -> HintText:  # fmt: skip
    """Return the text of a hint's current stage, with the next effect of `key`.

    A sentence too long for the message line goes into a card, of which `page` (from 0) fits into `room`; with `card`,
    there is always a card. `remedy` is the key that the sentence names, `details` the key that shows the smaller steps
    inside it. With `drawn`, the links of a chain are lines on the board, not numbers.
    """
    sentence, more, step = hint.stage.with_key(remedy).sentence, hint.stage.next_press, hint.stage.step
    has_chain = step is not None and bool(step.chain)
    if has_chain and not drawn:
        sentence = f"{sentence} {LINKS}"
    next_press = _("{key}: {more}").format(key=key, more=more) if more else ""
    if hint.stage.parts:
        next_press = f"{next_press}  {_('{key}: {more}').format(key=details, more=DETAILS)}"
    step = step or hint.step
    level = step.technique.level if isinstance(step, Step) else None
    counts = stage_counts(hint)
    footer = "  ".join(filter(None, [counts[0], next_press]))
    chip = cell_len(f" {level_chip(level.value, level.title).text} ") if level else 0
    if not card and cell_len(sentence) + cell_len(footer) + chip <= MAX_MESSAGE:
        return HintText(sentence, footer, level=level)
    has_legend = has_chain and drawn and room.height >= LEGEND_ROWS + 3
    rows = max(room.height - LEGEND_ROWS * has_legend, 1)
    name = step.technique.title if isinstance(step, Step) else str(EXPLANATION if step else HINT_TITLE)
    is_first = isinstance(step, Step) and not hint.stage.step
    title = str(HINT_TITLE) if is_first else name  # the first stage keeps the technique secret
    text = sentence.removeprefix(f"{title if card else name}: ")
    lines, end = wrap(as_beginning(text), room.width), (page + 1) * rows
    unread = end < len(lines)
    next_press = _("{key}: read on").format(key=key) if unread else next_press
    page_lines = tuple(lines[page * rows : end])
    stages = _stages(hint) if len(hint.stages) > 1 and len(page_lines) + len(hint.stages) + 1 <= rows else ()
    hint_card = HintCard(title, level, page_lines, next_press, counts, has_legend, stages, hint.number)
    footer = "  ".join(filter(None, [counts[0], next_press]))
    return HintText(sentence if card else _title(hint), footer, unread, hint_card)


def stage_counts(hint: Hint) -> tuple[str, ...]:
    """Return the current stage's number and the number of all, the longer form first; one "" for a single stage."""
    number, count = hint.number + 1, len(hint.stages)
    return (_("{number} of {count}").format(number=number, count=count), f"{number}/{count}") if count > 1 else ("",)


def _stages(hint: Hint) -> tuple[str, ...]:
    """Return the names of the stages."""
    first = WHERE if hint.kind is HintKind.STEP else hint.kind.value
    return tuple(map(str, (first, *(stage.next_press for stage in hint.stages[:-1]))))


def _title(hint: Hint) -> str:
    """Return the technique of a hint with its level, or the kind of hint without one."""
    step = hint.stage.step or hint.step
    if isinstance(step, Step):
        return f"{step.technique.title} ({step.technique.level.title})"
    return str(EXPLANATION if step else HINT_TITLE)
