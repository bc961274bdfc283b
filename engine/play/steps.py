"""Logical steps on a board: all steps of a position, the path to the end, and steps as hints."""

from collections.abc import Callable

from engine.base.polling import poll
from engine.play.fog import dark_cells, is_lit
from engine.play.game import Game
from engine.play.hint_stages import stages_of
from engine.play.hints import Hint, HintKind, ask
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

    In fog, uniqueness is not assumed, as some rules may be hidden.
    """
    return sound(game.puzzle, unique=game.solution is not None and not dark_cells(game))


def is_wrong(game: Game) -> bool:
    """Whether the board is known to be wrong, so that steps prove nothing."""
    solution = game.solution
    if solution is None:
        return not game.solvable or bool(game.board.conflicts or game.board.broken_rules) or game.candidates.is_broken
    return any(value not in (0, digit) for value, digit in zip(game.values, solution, strict=True))


def all_steps(
    position: Position,
    techniques: frozenset[Technique],
    on_progress: Callable[[Steps], None] = lambda _: None,
    cancel: Cancel | None = None,
    dark: frozenset[int] = frozenset(),
) -> Steps:
    """All steps of a position, easiest techniques first, without steps that involve `dark` cells.

    Calls `on_progress` with the steps so far whenever their number has more than doubled since the last call. Polls
    `cancel` after each step and raises Cancelled.
    """
    steps: list[Step] = []
    reported = 0
    for group in (techniques - _LAST_RESORT, techniques & _LAST_RESORT):
        if steps:
            break
        for find in finders_for(position, group):
            for step in find(position):
                poll(cancel)
                if step.technique in group | RULE_STEPS and is_lit(step, dark):
                    steps.append(step)
            if len(steps) > 2 * reported:
                on_progress(tuple(steps))
                reported = len(steps)
    return tuple(steps)


def solution_path(position: Position, techniques: frozenset[Technique], cancel: Cancel | None = None) -> Steps:
    """The easiest step of each position in turn, as in a rating, until the board is full or no technique applies.

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
