"""Starts, resumes, rates and marks games for the app."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from textual.screen import Screen
from textual.worker import Worker

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.base.seeds import new_seed
from engine.play.errors import StoreError
from tui.base.background import Background, Job, cancellable, complaint
from tui.base.base_app import BaseApp
from tui.base.page import Page
from tui.base.rating import Difficulties, Ratings
from tui.base.requests import PlayPuzzle, PuzzlePack, ReviewGame
from tui.base.saved_games import GameSlot
from tui.draw.numbers import clock_text

if TYPE_CHECKING:  # nothing heavy before the first frame
    from collections.abc import Callable, Sequence

    from engine.play.game import Game
    from engine.play.new_game import PreparedGame
    from engine.play.past import Rival
    from engine.play.store import GameSummary, SavedState, SolvedGames
    from engine.sudoku.layout import Layout
    from engine.sudoku.puzzle import Puzzle
    from engine.sudoku.techniques.catalogue import Level
    from engine.together.member import Member
    from tui.base.dialogs import Waiting
    from tui.features.play.screen import BoardScreen

Answer = TypeVar("Answer")

FAVOURITE = _("Added to the favourites.")
NO_FAVOURITE = _("Removed from the favourites.")
IN_PROGRESS = _("You are already playing this puzzle")
GO_ON = _("continue: {filled} of {holes} filled in {time}")
ANEW = _("start again; the other game is kept")
COUNTING = _("Counting the solutions of this puzzle.")

BEST = _("Your best time for {subject} is {time}.")
NEW_BEST = _("That is your best time for {subject}.")
LAYOUT_AND_LEVEL = _("{layout}, {level}")
HARDEST = _("Hardest technique needed: {technique} ({level}).")
NEXT = _("another one like it")
REVIEW = _("review of your game")
NEXT_OF_PACK = _("next one of the pack")
PACK_PROGRESS = _("{solved:,} of {puzzles:,} of the pack solved.")
MAKING = _("Making a puzzle like it.")

RATING_PATIENCE = 10.0
"""Maximum seconds to rate the puzzle of a game, on each scale."""

WON_PATIENCE = 1.0
"""Maximum seconds to rate a puzzle that was solved before."""

SETTLED = 0.5
"""Seconds after the start of a game before its puzzle is rated."""


class Games:
    """Handles the requests of features about games. Owns the slot of the game on the screen."""

    def __init__(self, program: BaseApp) -> None:
        self._program = program
        self._saved = program.saved
        self._background = Background(program)
        self._ratings = Ratings(program, program.ratings)
        self._board: BoardScreen | None = None  # the screen of the last game
        self._slot: GameSlot | None = None  # the journal of that game
        self._waiting: Waiting | None = None  # the dialog of a slow start
        self._pack: PuzzlePack | None = None  # the pack of that game
        self._opening: Worker[None] | None = None  # opens the next game, as long as another may come in its place

    @property
    def number(self) -> int | None:
        """The number of the game on the screen stack; None without a saved game."""
        is_shown = self._board is not None and self._board in self._program.screen_stack
        return self._slot.number if is_shown and self._slot else None

    def play(self, request: PlayPuzzle) -> None:
        """Start a game, or resume one of the same puzzle; keys typed meanwhile go to the board."""
        replaced = self._program.screen if request.replaces_screen else None
        if self._opening:
            self._opening.cancel()
        self._program.hold_keys()
        self._opening = self._program.run_worker(self._play(request, replaced), group="open")

    async def _play(self, request: PlayPuzzle, replaced: Screen[Any] | None) -> None:
        """Start the game, and show it."""
        from engine.play.new_game import new_game
        from engine.play.origin import UNKNOWN

        nothing: list[GameSummary] = []
        unfinished = await self._saved.ask(lambda store: store.unfinished_games_of(request.puzzle), nothing)
        choice = await self._choose(unfinished) if unfinished else 0
        if choice is None:
            return
        if choice < len(unfinished):
            self._opening = None
            await self.resume(unfinished[choice].id, replaced, request.pack, request.rival)
        elif made := await self._made("open", cancellable(new_game, request.puzzle), COUNTING):
            self._opening = None  # from here on no other game can come in between
            slot = GameSlot(self._saved, request.origin or UNKNOWN)
            await slot.save(made.game.record(), None)  # before it is shown, so that nothing seen is lost
            notice = made.notice or request.notice
            await self._show(made.game, slot, replaced, notice, pack=request.pack, rival=request.rival)

    async def _choose(self, unfinished: Sequence[GameSummary]) -> int | None:
        """Ask which of the started games to resume; the number after them stands for a new game."""
        rows = [
            GO_ON.format(filled=game.filled, holes=game.holes, time=clock_text(game.elapsed)) for game in unfinished
        ]
        from tui.base.dialogs import Choice

        answer = self._program.push_screen(Choice(str(IN_PROGRESS), [*rows, str(ANEW)]), wait_for_dismiss=True)
        self._program.release_keys()  # for the question, which is shown now
        choice = await answer
        if choice is not None:
            self._program.hold_keys()
        return choice

    async def _made(
        self, name: str, work: Callable[[Job[Any]], Answer], message: Sentence | None = None
    ) -> Answer | None:
        """Run work off the event loop, with a dialog if it is slow; returns None if it fails."""
        try:
            return await self._background.result(name, work, slow=partial(self._wait, message) if message else None)
        except Exception as error:  # noqa: BLE001 (told on the screen)
            self._fail(complaint(error))
            return None

    async def resume(
        self,
        number: int,
        replaced: Screen[Any] | None = None,
        pack: PuzzlePack | None = None,
        rival: Rival | None = None,
    ) -> None:
        """Resume a saved game."""
        self._program.hold_keys()
        try:
            saved = await self._saved.run(lambda store: store.load(number))
        except StoreError as error:
            self._fail(str(error))
        else:
            slot = GameSlot(self._saved, saved.journal.origin, saved.journal)
            await self._show(saved.game, slot, replaced, view=saved.view, pack=pack, rival=rival)

    async def _show(
        self,
        game: Game,
        slot: GameSlot,
        replaced: Screen[Any] | None,
        notice: str = "",
        view: Any = None,
        pack: PuzzlePack | None = None,
        rival: Rival | None = None,
    ) -> None:
        """Show a game in place of the screen `replaced`, if any; does nothing if that has been left meanwhile."""
        from tui.features.play.screen import BoardScreen

        if replaced is not None and replaced not in self._program.screen_stack:
            self._end_waiting()
            self._program.release_keys()
            return
        show = partial(self._show_others, self._program.member, slot) if self._program.member else None
        self._board, self._slot, self._pack = BoardScreen(game, slot, notice, view, show), slot, pack
        if self._board.difficulty is None and game.solvable:
            show_rating = partial(self._show_rating, self._board, slot)
            self._ratings.ask({"": game.puzzle}, RATING_PATIENCE, show_rating, explainer=True, after=SETTLED)
        if rival:
            self._board.show_rival(rival)
        if not game.is_solved and self._board.rival is None:
            self._program.run_worker(self._race_best(self._board), group="best", exclusive=True)
        with self._program.batch_update():
            self._end_waiting()
            if replaced is not None and replaced is self._program.front:
                await self._program.switch_screen(self._board)
            else:
                await self._program.push_screen(self._board)
        self._program.release_keys()  # only now: the held keys are for the board

    async def _race_best(self, board: BoardScreen) -> None:
        """Show the progress of the player's best game of the same puzzle beside the board."""
        from engine.play.past import best_rival

        if rival := await self._saved.ask(lambda store: best_rival(store, board.game.puzzle), None):
            board.show_rival(rival)

    def _show_rating(self, board: BoardScreen, slot: GameSlot, found: Difficulties) -> None:
        """Show the difficulty of a game, and save its level for the statistics."""
        difficulty = found[""]
        if difficulty.is_known:
            board.show_difficulty(difficulty)
        if difficulty.is_rated and slot.origin.level is None:
            self._program.call_later(slot.rate, difficulty.level)

    def _show_others(self, member: Member, slot: GameSlot, game: Game, cursor: int) -> None:
        """On a server, show a game to its watchers."""
        member.show_game(game, slot.origin.level, cursor)

    def _wait(self, message: Sentence) -> None:
        """Show a dialog that can stop the work."""

        def closed(stopped: bool | None) -> None:
            if stopped:
                self._waiting = None
                self._background.cancel("open")
                self._program.release_keys()

        from tui.base.dialogs import Waiting

        self._waiting = Waiting(str(message))
        self._program.push_screen(self._waiting, closed)

    def _end_waiting(self) -> None:
        waiting = self._waiting
        self._waiting = None
        if waiting is not None and waiting.is_current:
            waiting.dismiss(False)

    def _fail(self, sentence: str) -> None:
        self._end_waiting()
        self._program.release_keys()
        self._program.notify(sentence, severity="error")

    # a solved game

    def tell_won(self, game: Game) -> None:
        """Congratulate the player, and offer another puzzle like it."""
        self._program.run_worker(self._tell_won(game, self._slot), group="won", exclusive=True)

    async def _tell_won(self, game: Game, slot: GameSlot | None) -> None:
        from engine.play.origin import Origin
        from engine.play.summary import solved_sentence
        from engine.sudoku.making.levels import possible_levels
        from engine.sudoku.techniques.catalogue import hardest as hardest_of
        from engine.sudoku.techniques.difficulty import difficulty

        rating = self._board.difficulty if self._board else None
        if rating is None:  # solved before it was rated
            rating = await self._made("won", cancellable(difficulty, game.puzzle, WON_PATIENCE, explainer=False))
        if slot and slot.origin.level is None and rating and rating.is_rated:
            await slot.rate(rating.level)
        found = await slot.statistics() if slot else None
        sentences = [solved_sentence(game, clock_text(game.clock.elapsed)), _best_time(game, found)]
        level = slot.origin.level if slot else None
        if rating and rating.is_complete and (hardest := hardest_of(rating.hardest)):
            sentences.append(HARDEST.format(technique=hardest.title, level=hardest.level.title))
            level = level or rating.level
        progress, following = await self._next_of_pack()
        text = "\n".join(filter(None, [*sentences, progress]))
        has_next = level is not None and level in possible_levels(game.layout)
        from tui.base.dialogs import Offer

        offer = Offer(text, str(NEXT) if has_next else "", str(REVIEW), str(NEXT_OF_PACK) if following else "")
        choice = await self._program.push_screen_wait(offer)
        if choice == 3 and following:
            following.replaces_screen = True
            self._program.post_message(following)
        elif choice == 2:
            self._program.post_message(ReviewGame(game.record(), is_new=True))
        elif choice and level:
            puzzle = await self._made("open", cancellable(_puzzle_of_level, game.layout, level), MAKING)
            self._end_waiting()
            if puzzle:
                self._program.post_message(PlayPuzzle(puzzle, Origin(level), replaces_screen=True))

    async def _next_of_pack(self) -> tuple[str, PlayPuzzle | None]:
        """Return a sentence on the pack of the game on the screen, and the request for its next open puzzle."""
        from engine.play.pack import next_open

        pack = self._pack
        if pack is None or len(pack.puzzles) < 2:
            return "", None
        nothing: dict[int, SavedState] = {}
        states = await self._saved.ask(lambda store: store.saved_states(pack.puzzles), nothing)
        solved = {place for place, state in states.items() if state.solved} | {pack.place}
        place = next_open(len(pack.puzzles), pack.place, solved)
        sentence = PACK_PROGRESS.format(solved=len(solved), puzzles=len(pack.puzzles))
        return sentence, None if place is None else pack.request(place)

    def mark_favourite(self, puzzle: Puzzle, playing: bool) -> None:
        """Add a puzzle to the favourites, which saves it as an untouched game, or remove it."""
        from engine.play.new_game import new_game

        async def mark(prepared: PreparedGame) -> None:
            try:
                favoured = await self._saved.run(
                    lambda store: store.toggle_favourite(prepared.game.record(), playing=playing)
                )
            except StoreError as error:
                self._program.notify(str(error), severity="error")
                return
            self._program.notify(str(FAVOURITE if favoured else NO_FAVOURITE))
            await self.count()

        self._background.start("favourite", cancellable(new_game, puzzle), mark)

    async def count(self) -> None:
        """Count the games that can be resumed, and update the screen in front."""
        self._program.saved_games = len(await self._saved.ask(lambda store: store.unfinished(), []))
        front = self._program.front
        if isinstance(front, Page):
            front.refresh_keys()

    async def tidy(self) -> None:
        """If no game is on the screen, delete the last one if it is untouched; count the games."""
        if self._board is not None and self._board not in self._program.screen_stack:
            await self.discard_untouched()
        await self.count()

    async def discard_untouched(self) -> None:
        """Delete the game shown last, if it is untouched."""
        self._board, slot, self._slot = None, self._slot, None
        if self._program.member:
            self._program.member.end_game()
        if slot is not None:
            await slot.discard()


def _best_time(game: Game, found: SolvedGames | None) -> str:
    """Return a sentence on the best time for such puzzles; "" if the solution was shown or nothing is saved."""
    from engine.sudoku.techniques.catalogue import Level

    if found is None or found.best is None or game.counters.gave_solution_away:
        return ""
    layout, level = game.layout.label, found.level and Level(found.level)
    subject = LAYOUT_AND_LEVEL.format(layout=layout, level=level.title) if level else layout
    sentence = NEW_BEST if game.clock.elapsed <= found.best and game.counters.is_unaided else BEST
    return sentence.format(subject=subject, time=clock_text(found.best))


def _puzzle_of_level(layout: Layout, level: Level, cancel: Callable[[], bool]) -> Puzzle:
    """Generate a puzzle of a level. Raises Cancelled."""
    from engine.sudoku.making.generator import GeneratorOptions, generate

    seeds = iter(new_seed, None)
    attempts = (generate(layout, GeneratorOptions(level=level), seed=seed, cancel=cancel) for seed in seeds)
    return next(attempt.puzzle for attempt in attempts if attempt.reached)
