"""The techniques that a player used: for each move, the easiest one that implies it.

A technique implies a digit if one of its steps leaves the digit as a single; it implies the removal of a note if one of
its steps eliminates that candidate. Eliminations shown by earlier moves are taken into account. Moves that no technique
implies, hints, and moves on a board with a mistake have no technique.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.base.polling import poll
from engine.play.board import digits_of
from engine.play.game import candidates
from engine.play.history import Move, MoveKind
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import ALL, steps
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.step import Step

SINGLES = (Technique.FULL_HOUSE, Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE)
"""The techniques whose steps place a digit because a cell or a house has one candidate left."""

PLAYER_TECHNIQUES = frozenset(list(Technique)[: list(Technique).index(Technique.AIC) + 1]) & ALL
"""The techniques attributed to players: without chains through groups and sets, and without forcing."""


class TechniqueUsage(NamedTuple):
    """The technique of a move, None if there is none, and the candidates that the move eliminates."""

    technique: Technique | None = None
    removed: frozenset[Candidate] = frozenset()


def techniques_used(
    puzzle: Puzzle,
    solution: Digits,
    moves: Sequence[tuple[int, Move]],
    cached: Mapping[int, TechniqueUsage],
    cancel: Callable[[], bool] | None = None,
) -> dict[int, TechniqueUsage]:
    """The usage of each move on a path from the start, by the number of its node.

    `solution` must be unique. Nodes in `cached` are not analysed again. Raises Cancelled.
    """
    usages: dict[int, TechniqueUsage] = {}
    values = list(puzzle.givens)
    eliminated: set[Candidate] = set()
    for node, move in moves:
        if node in cached:
            usages[node] = cached[node]
        elif all(value in (0, digit) for value, digit in zip(values, solution, strict=True)):
            usages[node] = _usage(candidates(puzzle, tuple(values), eliminated), move, solution, cancel)
        else:
            usages[node] = TechniqueUsage()
        eliminated = set() if move.kind is MoveKind.RESTART else eliminated | usages[node].removed | {*move.eliminated}
        for cell, _, after in move.changes:
            values[cell] = after.value
    return usages


def _usage(position: Position, move: Move, solution: Digits, cancel: Callable[[], bool] | None) -> TechniqueUsage:
    if move.kind is MoveKind.PLACE:
        placed = [(cell, after.value) for cell, before, after in move.changes if after.value not in (0, before.value)]
        if len(placed) == 1:
            place = Candidate(*placed[0])
            if not position.values[place.cell] and solution[place.cell] == place.digit:
                return TechniqueUsage(technique_of_digit(position, place, cancel))
    elif move.kind is MoveKind.NOTE:
        removed = frozenset(
            Candidate(cell, digit)
            for cell, before, after in move.changes
            for digit in digits_of(before.notes & ~after.notes & position.masks[cell])
        )
        technique = technique_of_removal(position, removed, cancel) if removed else None
        return TechniqueUsage(technique, removed) if technique else TechniqueUsage()
    return TechniqueUsage()


def technique_of_digit(
    position: Position, place: Candidate, cancel: Callable[[], bool] | None = None
) -> Technique | None:
    """The easiest technique with a step that gives the digit, or leaves it as a single. Raises Cancelled."""
    single = next((step for step in steps(position, SINGLES) if place in step.places), None)
    if single:
        return single.technique
    return _first_technique(position, lambda step: _leaves_single(position, step, place), cancel)


def technique_of_removal(
    position: Position, removed: frozenset[Candidate], cancel: Callable[[], bool] | None = None
) -> Technique | None:
    """The easiest technique with a step that eliminates all these candidates. Raises Cancelled."""
    return _first_technique(position, lambda step: removed.issubset(step.removes), cancel)


def _first_technique(
    position: Position, implies: Callable[[Step], bool], cancel: Callable[[], bool] | None
) -> Technique | None:
    """The easiest technique, singles excluded, with a step for which `implies` is true."""
    for step in steps(position, PLAYER_TECHNIQUES.difference(SINGLES)):
        poll(cancel)
        if implies(step):
            return step.technique
    return None


def _leaves_single(position: Position, step: Step, place: Candidate) -> bool:
    """Whether the digit is a single in its cell or a house after a step that eliminates candidates."""
    after, (cell, digit) = position.remove(step.removes), place
    geometry = position.geometry
    return after.masks[cell] == 1 << digit or any(
        after.cells_with[digit] & geometry.houses[house] == 1 << cell
        for house in geometry.houses_of[cell]
        if geometry.complete[house]
    )
