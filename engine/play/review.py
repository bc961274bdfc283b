"""Review of a game: how long each move took, where the player was stuck, and the step that was possible there.

The time of a move is the time on the game's clock since the previous move, even if that is in another branch. The
player looked at the board of the node from which the move was made.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from statistics import median

from engine.base.polling import poll
from engine.play import hints
from engine.play.game import Game, GameRecord
from engine.play.hints import Hint, HintKind
from engine.play.history import Tree
from engine.play.training import training_path
from engine.sudoku.making.drills import Drill
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.next_step import StepOrder
from engine.sudoku.techniques.step import Step

MAX_GAMES = 20
"""Maximum number of games from which drills are taken."""

MAX_PAUSES = 8
"""Maximum number of pauses in a review."""

STUCK_SECONDS, STUCK_FACTOR = 10.0, 3.0
"""A player was stuck before a move that took at least this many seconds, and this many times the median."""


@dataclass(frozen=True)
class MoveTime:
    """The seconds before the move to a node, and the number of hints asked for meanwhile."""

    node: int
    seconds: float
    hints: int = 0


@dataclass(frozen=True)
class Pause:
    """A long time before a move: the hint for the board, and whether the player counts as stuck.

    `wrong_notes` is the number of notes that lacked their digit at that time.
    """

    time: MoveTime
    hint: Hint
    is_stuck: bool
    wrong_notes: int = 0

    @property
    def step(self) -> Step | None:
        """The step of the hint; None if the board was wrong or no technique applied."""
        return self.hint.step if isinstance(self.hint.step, Step) else None

    @property
    def was_wrong(self) -> bool:
        """Whether a digit on the board was wrong."""
        return self.hint.kind is HintKind.MISTAKE

    @property
    def technique(self) -> Technique | None:
        """The technique of the step; None if it is not practised on the layout, or there is no step."""
        step = self.step
        return step.technique if step and step.technique in training_path(self.hint.position.layout) else None

    @property
    def drill(self) -> Drill | None:
        """A drill of the position; None if the step can't be practised or the solution is not unique."""
        technique, request = self.technique, self.hint.request
        if technique is None or request.solution is None:
            return None
        return Drill(request.puzzle, technique, self.hint.position)


@dataclass(frozen=True)
class GameReview:
    """The times of the moves of a game in order, their median in seconds, and the pauses, longest first."""

    times: tuple[MoveTime, ...]
    median_seconds: float
    pauses: tuple[Pause, ...]

    @property
    def stuck_at(self) -> Technique | None:
        """The technique of the step at the longest pause, if the player was stuck there and it can be practised."""
        longest = self.pauses[0] if self.pauses else None
        return longest.technique if longest and longest.is_stuck else None


def move_times(tree: Tree) -> tuple[MoveTime, ...]:
    """The times of the moves in the order in which they were made, without moves whose time is unknown."""
    hint_counts = dict(tree.hints)
    times, last = list[MoveTime](), 0.0
    for node, (parent, _move, elapsed) in enumerate(tree.nodes[1:], 1):
        if elapsed is not None:
            times.append(MoveTime(node, max(elapsed - last, 0.0), hint_counts.pop(parent, 0)))
            last = elapsed
    return tuple(times)


def review(
    record: GameRecord, order: StepOrder = StepOrder.BY_SIGHT, cancel: Callable[[], bool] | None = None
) -> GameReview:
    """Review a game, finished or not; `order` chooses among the steps of a position. Raises Cancelled."""
    times = move_times(record.tree)
    median_seconds = median(time.seconds for time in times) if times else 0.0
    longest = sorted(times, key=lambda time: (-time.seconds, time.node))[:MAX_PAUSES]
    game = Game.of(record)
    return GameReview(
        times, median_seconds, tuple(_pause(game, time, median_seconds, order, cancel) for time in longest)
    )


def _pause(
    game: Game, time: MoveTime, median_seconds: float, order: StepOrder, cancel: Callable[[], bool] | None
) -> Pause:
    poll(cancel)
    game.go_to(game.history[time.node].parent)
    request = hints.ask(game, order=order)
    hint = replace(request, wrong_notes=(), offers_notes=False).answer(cancel)
    stuck = time.seconds >= max(STUCK_SECONDS, STUCK_FACTOR * median_seconds)
    return Pause(time, hint, stuck, len(request.wrong_notes))


def own_drills(
    records: Iterable[GameRecord], order: StepOrder = StepOrder.BY_SIGHT, cancel: Callable[[], bool] | None = None
) -> tuple[Drill, ...]:
    """Drills of the positions in which the player of these games was stuck, in the order of the games.

    Raises Cancelled.
    """
    drills = list[Drill]()
    for record in records:
        drills += [drill for pause in review(record, order, cancel).pauses if pause.is_stuck and (drill := pause.drill)]
    return tuple(drills)
