"""The hints of a game: found off the event loop, shown stage by stage, and long ones page by page."""

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
from tui.features.play.card import HINT, LEGEND, WHERE, HintCard

LONGEST_MESSAGE = 75
"""Maximum characters in the message line."""

UNLIMITED = Size(1 << 16, 1 << 16)
"""Columns and rows for a hint without a limit."""

SETTLED = 0.4
"""Seconds after the first drawing of a board before hints are prepared."""

DETAILS = lazy_gettext("details")
"""The effect of the key that shows the parts inside a sentence."""

EXPLANATION = lazy_gettext("Explanation")
"""The message when the sentence is too long for its line and names no technique."""


class HintGuide:
    """Owns the current hint. `level` has the hardest techniques for hints, `order` the choice of steps."""

    def __init__(self, game: Game, background: Background, level: Level, order: StepOrder) -> None:
        self.level = level
        self._order = order
        self._game = game
        self._background = background
        self._hint: Hint | None = None

    @property
    def has_next_stage(self) -> bool:
        """Whether the current hint has another stage for the present board."""
        return self._hint is not None and self._hint.has_next_stage(self._game, self.level)

    def advance(self) -> Hint:
        """Return the next stage of the current hint, if `has_next_stage`; the last stage makes its move in the game."""
        assert self._hint
        self._hint = hints.advance(self._game, self._hint)
        return self._hint

    def unfold(self) -> Hint:
        """The first part inside the current stage; the hint itself if the stage has none. Requires `has_next_stage`."""
        assert self._hint
        self._hint = self._hint.unfolded()
        return self._hint

    def look(
        self,
        found: Callable[[Hint], Awaitable[None]],
        elapsed: Callable[[int], object],
        about: Candidate | None = None,
        *,
        cursor: int | None = None,
        shows_candidates: bool = False,
    ) -> None:
        """Find a hint, unless a search for one is running; `found` gets it.

        If it takes a while, `elapsed` is called with the seconds so far, again and again.

        With `about`, find an explanation instead (see `engine.play.hints.HintRequest`).
        """

        async def take(hint: Hint) -> None:
            if hints.accept(self._game, hint):
                self._hint = hint
                await found(hint)

        if not self.is_looking:
            question = hints.ask(
                self._game, self.level, about, cursor=cursor, shows_candidates=shows_candidates, order=self._order
            )
            self._background.start("hint", cancellable(question.answer), take, elapsed=elapsed)

    def prepare(self) -> None:
        """Do the slow preparation for the first hint on a layout, in the background after the first drawing."""
        layout = self._game.layout
        self._background.start(
            "prepare hints", call(prepare, layout), lambda _: None, after=SETTLED, is_requested=False
        )

    @property
    def is_looking(self) -> bool:
        """Whether a search for a hint is running."""
        return self._background.is_running("hint")

    def stop(self) -> None:
        """Cancel the search for a hint."""
        self._background.cancel("hint")


class HintText(NamedTuple):
    """A hint in words: a sentence, the effect of the next press, whether pages follow, a card for a long text.

    `level` is that of its step, unless the card shows it.
    """

    sentence: str
    again: str
    unread: bool = False
    card: HintCard | None = None
    level: Level | None = None


def describe(
    hint: Hint, page: int, key: str, room: Size, remedy: str = "", details: str = "", *,
    card: bool = False, drawn: bool = False,
) -> HintText:  # fmt: skip
    """Return the current text of a hint, with the next effect of `key`; `remedy` is the key of its remedy, if any.

    `details` is the key that shows the parts inside the sentence.

    A sentence too long for the message goes into a card, a page at a time. With `card`, there is always one. With
    `drawn`, the links of a chain are lines on the board, not numbers.
    """
    sentence, more, step = hint.stage.with_key(remedy).sentence, hint.stage.next_press, hint.stage.step
    has_chain = step is not None and bool(step.chain)
    if has_chain and not drawn:
        sentence = f"{sentence} {LINKS}"
    again = _("{key}: {more}").format(key=key, more=more) if more else ""
    if hint.stage.parts:
        again = f"{again}  {_('{key}: {more}').format(key=details, more=DETAILS)}"
    step = step or hint.step
    level = step.technique.level if isinstance(step, Step) else None
    counts = stage_counts(hint)
    short = "  ".join(filter(None, [counts[0], again]))
    chip = cell_len(f" {level_chip(level.value, level.title).text} ") if level else 0
    if not card and cell_len(sentence) + cell_len(short) + chip <= LONGEST_MESSAGE:
        return HintText(sentence, short, level=level)
    has_legend = has_chain and drawn and room.height >= LEGEND + 3
    rows = max(room.height - LEGEND * has_legend, 1)
    name = step.technique.title if isinstance(step, Step) else str(EXPLANATION if step else HINT)
    title = str(HINT) if isinstance(step, Step) and not hint.stage.step else name  # the first stage names no technique
    text = sentence.removeprefix(f"{title if card else name}: ")
    lines, last = wrap(as_beginning(text), room.width), (page + 1) * rows
    unread = last < len(lines)
    again = _("{key}: read on").format(key=key) if unread else again
    here = tuple(lines[page * rows : last])
    stages = _stages(hint) if len(hint.stages) > 1 and len(here) + len(hint.stages) + 1 <= rows else ()
    hint_card = HintCard(title, level, here, again, counts, has_legend, stages, hint.number)
    short = "  ".join(filter(None, [counts[0], again]))
    return HintText(sentence if card else _title(hint), short, unread, hint_card)


def stage_counts(hint: Hint) -> tuple[str, ...]:
    """Return the number of the current stage and of all, in words and shorter; "" if there is one."""
    number, count = hint.number + 1, len(hint.stages)
    return (_("{number} of {count}").format(number=number, count=count), f"{number}/{count}") if count > 1 else ("",)


def _stages(hint: Hint) -> tuple[str, ...]:
    """Return the names of the stages."""
    first = WHERE if hint.kind is HintKind.STEP else hint.kind.value
    return tuple(map(str, (first, *(stage.next_press for stage in hint.stages[:-1]))))


def _title(hint: Hint) -> str:
    """Return the kind of the hint."""
    step = hint.stage.step or hint.step
    if isinstance(step, Step):
        return f"{step.technique.title} ({step.technique.level.title})"
    return str(EXPLANATION if step else HINT)
