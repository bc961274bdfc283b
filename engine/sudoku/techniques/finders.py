"""The finders in order, and the steps of a position by them, easiest first."""

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache

from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques import rule_chains, rule_pairs, rules
from engine.sudoku.techniques.catalogue import Premise, Technique
from engine.sudoku.techniques.finder import Find, every_finder
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.route import Route
from engine.sudoku.techniques.step import Step

ALL = frozenset(Technique) - rules.RULE_STEPS
"""The techniques with a finder, which are all but the steps by a puzzle's own rules."""

UNIQUENESS = frozenset(technique for technique in ALL if technique.value.premise is not Premise.RULES)
"""The techniques for puzzles with one solution."""

_EXCHANGES = frozenset(technique for technique in ALL if technique.value.premise is Premise.EXCHANGE)

_WITHOUT_RULES = UNIQUENESS - _EXCHANGES
"""The techniques for puzzles with one solution and no rules beyond houses."""

_BEFORE_RULE_CHAINS = frozenset([*Technique][: [*Technique].index(Technique.RULE_CHAIN)])
"""The techniques that are tried before chains through rules."""

SINGLES = frozenset({Technique.FULL_HOUSE, Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE})
"""The techniques that place a digit without eliminating candidates first."""


def sound(puzzle: Puzzle, techniques: Collection[Technique] = ALL, *, unique: bool) -> frozenset[Technique]:
    """The techniques that are valid in a puzzle, which has one solution (`unique`) or possibly several.

    Some of those that rely on one solution are invalid even if there is one. In a puzzle with rules besides the houses,
    only those that exchange digits remain, because they check that the exchange keeps the rules. In a puzzle that
    itself excludes candidates, those that exchange digits are invalid.
    """
    allowed = frozenset(techniques) if unique else frozenset(techniques) - UNIQUENESS
    if puzzle.rules:
        allowed -= _WITHOUT_RULES
    return allowed if puzzle.candidates is None else allowed - _EXCHANGES


@lru_cache(maxsize=16)
def prepare(layout: Layout) -> None:
    """Make the tables of a layout in advance, so that the first step of a hard puzzle does not wait for them.

    For five grids that takes some tens of milliseconds.
    """
    with_tables = {finder.techniques[0] for finder in every_finder() if finder.tables}
    first_step(Position.of(layout, [0] * len(layout.cells)), with_tables)


def steps(position: Position, techniques: Collection[Technique] = ALL) -> Iterator[Step]:
    """All steps by these techniques, finder by finder; each is computed when it is requested."""
    allowed = frozenset(techniques)
    for find in finders_for(position, allowed):
        yield from (step for step in find(position) if step.technique in allowed | rules.RULE_STEPS)


def first_step(
    position: Position, techniques: Collection[Technique] = ALL, cancel: Callable[[], bool] | None = None
) -> Step | None:
    """The easiest step, or None if no technique applies or a cell or digit has no place left.

    Polls `cancel` now and then and raises Cancelled.
    """
    allowed = frozenset(techniques)
    return Route(position, finders_for(position, allowed), allowed | rules.RULE_STEPS).first(cancel)


def finders_for(position: Position, techniques: frozenset[Technique]) -> tuple[Find, ...]:
    """The finders of these techniques for a position, in order.

    Finders of rules come after the singles, and chains through rules after those through houses.
    """
    if not position.rules:
        return finders_of(techniques)
    techniques -= _WITHOUT_RULES
    found = finders_of(techniques)
    singles, chains = len(finders_of(techniques & SINGLES)), len(finders_of(techniques & _BEFORE_RULE_CHAINS))
    rule_finders = (rules.rule_steps, rules.sum_steps, rule_pairs.shared_house_steps)
    chain_finders = (rule_chains.rule_chains,) * (not techniques.isdisjoint({Technique.AIC, Technique.RULE_CHAIN}))
    return (*found[:singles], *rule_finders, *found[singles:chains], *chain_finders, *found[chains:])


@lru_cache(maxsize=64)
def finders_of(techniques: frozenset[Technique]) -> tuple[Find, ...]:
    """The finders of these techniques, in order."""
    return tuple(finder.find for finder in every_finder() if not techniques.isdisjoint(finder.techniques))
