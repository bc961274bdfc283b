"""Help in a game: hints, explanations, checks and the solution."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from engine.base.language import Sentence, _, lazy_gettext
from engine.play.history import Move
from engine.sudoku.signs import digit_of, sign
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.next_step import StepOrder
from engine.sudoku.techniques.position import Candidate
from tui.base.board import NO_SUCH_DIGIT
from tui.base.controller import Controller, in_worker
from tui.base.dialogs import Choice, Confirm, Prompt
from tui.base.keymap import MovedBinding
from tui.base.requests import ShowSteps, WatchPuzzle
from tui.features.play import words
from tui.features.play.hints import HintGuide

if TYPE_CHECKING:
    from tui.features.play.screen import BoardScreen


class HintController(Controller):
    """Gives help with the game on the screen."""

    page: "BoardScreen"

    HEADING = lazy_gettext("hints and checks")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("I", "reveal", "reveal this cell", show=False),
        Binding("S", "show_solution", "show solution (asks)", show=False),
        Binding("i", "hint", "hint", tooltip="hint; press again for more"),
        Binding("D", "details", "unfold", show=False, tooltip="the parts inside a hint's sentence, one by one"),
        Binding("W", "why", "why this digit, or why not", show=False),
        Binding("c", "check", "check", tooltip="check: right so far?"),
        Binding("w", "watch", "watch", tooltip="watch it solved (asks)"),
        MovedBinding(
            "V", "steps", "all steps", show=False, former="T", tooltip="all steps, and the path to the solution"
        ),
        MovedBinding("slash", "hint_level", "techniques", show=False, tooltip="how hard hints may be", former="t"),
    ]

    def __init__(self, page: "BoardScreen", level: Level) -> None:
        """`level` limits the techniques of hints."""
        super().__init__(page)
        self.guide = HintGuide(page.game, page.background, level, StepOrder(page.options.hint_order))

    async def action_hint(self) -> None:
        """Show the next page or stage of the hint, or find another hint."""
        page, hint = self.page, self.page.marks.hint
        if hint and page.hint_text.unread:
            if hint.stage.cell is not None:
                page.board.cursor = hint.stage.cell
            page.mark(page=page.marks.page + 1)
        elif self.guide.has_next_stage:
            solved_before = page.game.is_solved
            await page.keep(hint=self.guide.advance())
            page.congratulate(solved_before)
        else:
            self._search(words.LOOKING)

    async def action_details(self) -> None:
        """Show the first of the smaller steps inside the current sentence of the hint."""
        if self.guide.has_next_stage:
            await self.page.keep(hint=self.guide.unfold())

    def _search(self, status: Sentence, about: Candidate | None = None) -> None:
        """Find and show a hint, or an explanation of the candidate `about`; until then, show `status` and the time."""
        page = self.page

        def show_status(seconds: int) -> None:
            if not page.question:
                page.say(status.format(ellipsis=page.glyphs.ellipsis, seconds=seconds, back=page.key("back")))

        self.guide.search(
            lambda hint: page.keep(hint=hint),
            show_status,
            about,
            cursor=page.cursor,
            shows_candidates=page.marks.candidates,
        )

    def explain_contradiction(self, confirmed: bool | None) -> None:
        """Explain why there is no solution, if the player has confirmed."""
        if confirmed:
            self._search(words.LOOKING_WHY)

    @in_worker
    async def action_why(self) -> None:
        """Ask for a digit, and explain why the cursor's cell is or is not that digit."""
        page, cell = self.page, self.page.cursor
        layout = page.game.layout
        label = words.WHICH_WHY.format(cell=layout.cell_name(cell), last=sign(layout.size))
        typed = await page.ask(Prompt(label, placeholder=str(words.WHY_ANY)))
        if typed is None:
            return
        digit = digit_of(typed.strip())
        if typed.strip() and not 1 <= digit <= layout.size:
            page.say(NO_SUCH_DIGIT.format(digits=page.board.digits_text), "warning")
            return
        self.guide.stop()
        self._search(words.LOOKING_WHY, Candidate(cell, digit))

    def action_steps(self) -> None:
        self.page.post_message(ShowSteps(self.page.game, self._make_move, self.page.keep, self.page.board.cursor))

    async def _make_move(self, move: Callable[[], Move | None], sentence: str) -> None:
        """Make a move for the screen of steps, and show its sentence."""
        solved_before = self.page.game.is_solved
        move()
        await self.page.keep(sentence)
        self.page.congratulate(solved_before)

    @in_worker
    async def action_hint_level(self) -> None:
        levels = list(Level)
        choice = await self.page.ask(
            Choice(str(words.HARDEST), [level.title for level in levels], levels.index(self.guide.level))
        )
        if choice is not None:
            self.guide.stop()
            self.guide.level = levels[choice]
            self.page.say(words.HINTS_UP_TO.format(level=levels[choice].title))

    async def action_check(self) -> None:
        page, check = self.page, self.page.game.check()
        remedy = ""
        if check.wrong_notes:
            remedy = words.WHERE.format(hint=page.key("hint"))
        elif not check.right and page.game.solvable:
            remedy = words.LAST_CORRECT.format(last_correct=page.key("last_correct"))
        await page.keep(check.sentence, "good" if check.is_clean else "bad", remedy)

    @in_worker
    async def action_watch(self) -> None:
        """Show how the search solves the puzzle; asks first, because that reveals the solution."""
        page = self.page
        if not page.game.is_solved:
            if not await page.ask(Confirm(str(words.WATCH), _("watch"))):
                return
            page.game.count_watch()
            await page.keep()
        page.post_message(WatchPuzzle(page.game.puzzle))

    async def action_reveal(self) -> None:
        await self.page.play(partial(self.page.game.reveal, self.page.cursor))

    @in_worker
    async def action_show_solution(self) -> None:
        game = self.page.game
        if game.solution is None or await self.page.ask(Confirm(str(words.SHOW_SOLUTION), _("show it"))):
            await self.page.play(game.show_solution)  # without a solution, the refusal says why
