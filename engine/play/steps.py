"""What can be done by logic on a board: every step there is, the way from here to the end, and what a hint marks."""

from collections.abc import Callable

from engine.base.polling import poll
from engine.play.game import Game
from engine.play.hints import Hint, HintKind, HintStage, ask
from engine.play.history import Move
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import finders_of, sound
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import solve
from engine.sudoku.techniques.step import Step

LAST_RESORT = frozenset({Technique.NESTED_FORCING})
"""Shows nearly every candidate that is false, one as well as the other: only of use where nothing else leads on."""

Steps = tuple[Step, ...]
Cancel = Callable[[], bool]


def sound_techniques(game: Game) -> frozenset[Technique]:
    """The techniques that prove something there: those that argue from there being one solution only if there is."""
    return sound(game.puzzle, unique=game.solution is not None)


def is_in_doubt(game: Game) -> bool:
    """Whether the board is known to be wrong: what follows from it then proves nothing."""
    solution = game.solution
    if solution is None:
        return not game.solvable or bool(game.board.conflicts) or game.candidates.is_broken
    return any(value not in (0, digit) for value, digit in zip(game.values, solution, strict=True))


def every_step(
    position: Position,
    techniques: frozenset[Technique],
    found: Callable[[Steps], None] = lambda _: None,
    cancel: Cancel | None = None,
) -> Steps:
    """Every step of a position, easiest techniques first; `found` is told those of the easier ones meanwhile.

    Polls `cancel` after each step and raises Cancelled.
    """
    steps: list[Step] = []
    for some in (techniques - LAST_RESORT, techniques & LAST_RESORT):
        if steps:
            break
        for find in finders_of(some):
            listed_steps = len(steps)
            for step in find(position):
                poll(cancel)
                if step.technique in some:
                    steps.append(step)
            if len(steps) > listed_steps:
                found(tuple(steps))
    return tuple(steps)


def way_to_the_end(position: Position, techniques: frozenset[Technique], cancel: Cancel | None = None) -> Steps:
    """The easiest step again and again, as the rating takes them, until the board is full or logic ends.

    Polls `cancel` before each step and raises Cancelled.
    """
    return solve(position, techniques, cancel=cancel).steps


def as_hint(game: Game, step: Step, position: Position) -> Hint:
    """A step of a position of the game as the hint that explains it, which is drawn as any."""
    cell = min(step.places or step.removes).cell
    stage = HintStage(step.sentence, cell=cell, houses=step.houses, cells=step.cells, step=step)
    return Hint(ask(game), HintKind.STEP, (stage,), position, step)


def make_step(game: Game, step: Step) -> Move | None:
    """Make a step of the present position on the game, as one move."""
    if not step.places:
        return game.eliminate(step.removes)
    (place,) = step.places  # no step places several digits
    return game.place(*place)
