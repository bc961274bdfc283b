"""The visible part of a game in fog: no givens and no rules in cells that are not lit yet."""

from dataclasses import replace

from engine.play.game import Game, candidates
from engine.sudoku.layout import Conflict
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import BrokenRule, Rule
from engine.sudoku.rules.kinds.everywhere import BoardRule
from engine.sudoku.rules.kinds.fog import Fog
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.step import Step


def has_fog(puzzle: Puzzle) -> bool:
    """Whether a puzzle has fog."""
    return any(isinstance(rule, Fog) for rule in puzzle.rules)


def dark_cells(game: Game) -> frozenset[int]:
    """The cells of a game that are in fog; none without fog, or when it is solved."""
    fog = next((rule for rule in game.puzzle.rules if isinstance(rule, Fog)), None)
    if fog is None or game.is_solved:
        return frozenset()
    values, givens = game.values, game.puzzle.givens
    solution = game.solution or values
    right = [cell for cell, value in enumerate(values) if value and not givens[cell] and value == solution[cell]]
    return frozenset(range(len(values))) - fog.lit(game.layout, right)


def lit_values(game: Game) -> Digits:
    """The digits on the board, without givens in fog."""
    dark, givens = dark_cells(game), game.puzzle.givens
    return tuple(0 if cell in dark and givens[cell] else value for cell, value in enumerate(game.values))


def lit_rules(game: Game) -> tuple[Rule, ...]:
    """The rules that a player can see: those of the whole board, and those whose cells are all lit."""
    dark = dark_cells(game)
    if not dark:
        return game.puzzle.rules
    rules = game.puzzle.rules
    return tuple(
        rule
        for rule in rules
        if (isinstance(rule, BoardRule) and not rule.cells) or not dark.intersection(rule.scope(game.layout))
    )


def lit_puzzle(game: Game) -> Puzzle:
    """The puzzle as far as it is lit, which may have several solutions."""
    dark, puzzle = dark_cells(game), game.puzzle
    if not dark:
        return puzzle
    givens = tuple(0 if cell in dark else digit for cell, digit in enumerate(puzzle.givens))
    masks = puzzle.candidates
    if masks is not None:
        all_digits = (2 << puzzle.layout.size) - 2
        masks = tuple(all_digits if cell in dark else mask for cell, mask in enumerate(masks))
    return replace(puzzle, givens=givens, candidates=masks, rules=lit_rules(game))


def lit_position(game: Game) -> Position:
    """The board with the candidates that follow from its lit cells."""
    if not dark_cells(game):
        return game.candidates
    return candidates(lit_puzzle(game), lit_values(game), game.eliminated)


def visible_conflicts(game: Game) -> tuple[Conflict, ...]:
    """The repeated digits that a player can see: none with a given in fog."""
    hidden = {cell for cell in dark_cells(game) if game.puzzle.givens[cell]}
    return tuple(conflict for conflict in game.board.conflicts if hidden.isdisjoint(conflict.cells))


def visible_broken_rules(game: Game) -> tuple[BrokenRule, ...]:
    """The broken rules that a player can see."""
    rules = {*lit_rules(game)}
    return tuple(broken for broken in game.board.broken_rules if broken.rule in rules)


def lit_wrong_notes(game: Game) -> tuple[Candidate, ...]:
    """The digits of the solution that are missing in the notes of lit cells."""
    dark = dark_cells(game)
    return tuple(note for note in game.wrong_notes if note.cell not in dark)


def is_lit(step: Step, dark: frozenset[int]) -> bool:
    """Whether a step involves no cell in fog."""
    cells = {*step.cells, *(cell for cell, _ in (*step.candidates, *step.places, *step.removes))}
    return not cells & dark
