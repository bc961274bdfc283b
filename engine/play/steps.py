"""Logical steps on a board: all steps of a position, the path to the end, and steps as hints."""

from collections.abc import Callable

from engine.base.polling import poll
from engine.play.fog import dark_cells, is_lit
from engine.play.game import Game
from engine.play.hints import Hint, HintKind, ask, stages_of
from engine.play.history import Move
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import finders_for, sound
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import solve
from engine.sudoku.techniques.rules import RULE_STEPS
from engine.sudoku.techniques.step import Step

_LAST_RESORT = frozenset(technique for technique in Technique if technique.value.last_resort)

Steps = tuple[Step, ...]
Cancel = Callable[[], bool]


def sound_techniques(game: Game) -> frozenset[Technique]:
    """The techniques that are valid for the game: those based on uniqueness only if the solution is unique.

    In fog there may be rules that are not known yet, so these are not.
    """
    return sound(game.puzzle, unique=game.solution is not None and not dark_cells(game))


def is_in_doubt(game: Game) -> bool:
    """Whether the board is known to be wrong, so that steps prove nothing."""
    solution = game.solution
    if solution is None:
        return not game.solvable or bool(game.board.conflicts or game.board.broken_rules) or game.candidates.is_broken
    return any(value not in (0, digit) for value, digit in zip(game.values, solution, strict=True))


def every_step(
    position: Position,
    techniques: frozenset[Technique],
    found: Callable[[Steps], None] = lambda _: None,
    cancel: Cancel | None = None,
    dark: frozenset[int] = frozenset(),
) -> Steps:
    """All steps of a position, easiest techniques first; `found` gets the steps of easier techniques meanwhile.

    It gets them whenever they are more than twice as many as the last time: all that it gets is not much more than the
    answer. Steps that speak of `dark` cells are left out. Polls `cancel` after each step and raises Cancelled.
    """
    steps: list[Step] = []
    reported = 0
    for some in (techniques - _LAST_RESORT, techniques & _LAST_RESORT):
        if steps:
            break
        for find in finders_for(position, some):
            for step in find(position):
                poll(cancel)
                if step.technique in some | RULE_STEPS and is_lit(step, dark):
                    steps.append(step)
            if len(steps) > 2 * reported:
                found(tuple(steps))
                reported = len(steps)
    return tuple(steps)


def way_to_the_end(position: Position, techniques: frozenset[Technique], cancel: Cancel | None = None) -> Steps:
    """The easiest steps in turn, as in a rating, until the board is full or no technique applies.

    Polls `cancel` before each step and raises Cancelled.
    """
    return solve(position, techniques, cancel=cancel).steps


def as_hint(game: Game, step: Step | Part, position: Position) -> Hint:
    """A step of a position of the game, or a part of its argument, as the hint that explains it part by part."""
    return Hint(ask(game), HintKind.STEP, stages_of(step, ""), position, step if isinstance(step, Step) else None)


def make_step(game: Game, step: Step) -> Move | None:
    """Make a step of the current position as one move."""
    if not step.places:
        return game.eliminate(step.removes)
    (place,) = step.places  # no step places several digits
    return game.place(*place)
