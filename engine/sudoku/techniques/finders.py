"""Every finder in one table, and the steps of a position by it, easiest first."""

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques import (
    als,
    chains,
    colouring,
    cross_grid,
    death_blossom,
    exocet,
    fireworks,
    fish,
    forcing,
    locked,
    rule_pairs,
    rules,
    singles,
    sk_loop,
    subsets,
    sue_de_coq,
    tridagon,
    turbot,
    unique_patterns,
    uniqueness,
    wings,
)
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.route import Route
from engine.sudoku.techniques.step import Step


class Finder(NamedTuple):
    """The techniques whose steps a function yields, and the function.

    `unique`: they are for puzzles of one solution: they argue from that, or would look in vain for very long in others.
    `exchanges`: they exchange two digits in some cells, whatever candidates are left there. `places`: it is known for a
    layout where they can be at all, or whether there is room for them, which takes long to find out.
    """

    techniques: tuple[Technique, ...]
    find: Callable[[Position], Iterator[Step]]
    unique: bool = False
    exchanges: bool = False
    places: bool = False


FINDERS = (
    Finder((Technique.FULL_HOUSE,), singles.full_houses),
    Finder((Technique.NAKED_SINGLE,), singles.naked_singles),
    Finder((Technique.HIDDEN_SINGLE,), singles.hidden_singles),
    Finder((Technique.LOCKED_PAIR,), locked.locked_pairs),
    Finder((Technique.LOCKED_TRIPLE,), locked.locked_triples),
    Finder((Technique.POINTING,), locked.pointing),
    Finder((Technique.CLAIMING,), locked.claiming),
    Finder((Technique.NAKED_PAIR,), subsets.naked_pairs),
    Finder((Technique.NAKED_TRIPLE,), subsets.naked_triples),
    Finder((Technique.HIDDEN_PAIR,), subsets.hidden_pairs),
    Finder((Technique.HIDDEN_TRIPLE,), subsets.hidden_triples),
    Finder((Technique.NAKED_QUADRUPLE,), subsets.naked_quadruples),
    Finder((Technique.HIDDEN_QUADRUPLE,), subsets.hidden_quadruples),
    Finder((Technique.X_WING,), fish.x_wings),
    Finder((Technique.SWORDFISH,), fish.swordfish),
    Finder((Technique.JELLYFISH,), fish.jellyfish),
    Finder((Technique.CROSS_GRID_LINE,), cross_grid.cross_grid_lines),
    Finder((Technique.REMOTE_PAIR,), colouring.remote_pairs),
    Finder((Technique.BUG_PLUS_ONE,), uniqueness.bug_plus_one, unique=True),
    Finder((Technique.SKYSCRAPER,), turbot.skyscrapers),
    Finder((Technique.TWO_STRING_KITE,), turbot.two_string_kites),
    Finder((Technique.TURBOT_FISH,), turbot.turbot_fish),
    Finder((Technique.EMPTY_RECTANGLE,), turbot.empty_rectangles),
    Finder((Technique.W_WING,), wings.w_wings),
    Finder((Technique.XY_WING,), wings.xy_wings),
    Finder((Technique.XYZ_WING,), wings.xyz_wings),
    Finder(
        (
            Technique.UNIQUE_RECTANGLE_1,
            Technique.UNIQUE_RECTANGLE_2,
            Technique.UNIQUE_RECTANGLE_3,
            Technique.UNIQUE_RECTANGLE_4,
            Technique.UNIQUE_RECTANGLE_5,
            Technique.UNIQUE_RECTANGLE_6,
            Technique.HIDDEN_RECTANGLE,
        ),
        uniqueness.unique_rectangles,
        unique=True,
        exchanges=True,
        places=True,
    ),
    Finder(
        (Technique.AVOIDABLE_RECTANGLE_1, Technique.AVOIDABLE_RECTANGLE_2),
        unique_patterns.avoidable_rectangles,
        unique=True,
        exchanges=True,
        places=True,
    ),
    Finder(
        (Technique.UNIQUE_LOOP_1, Technique.UNIQUE_LOOP_2, Technique.UNIQUE_LOOP_3, Technique.UNIQUE_LOOP_4),
        unique_patterns.unique_loops,
        unique=True,
        exchanges=True,
    ),
    Finder((Technique.BUG_PLUS_N,), unique_patterns.bug_plus_n, unique=True),
    Finder((Technique.FINNED_X_WING, Technique.SASHIMI_X_WING), fish.finned_x_wings),
    Finder((Technique.FINNED_SWORDFISH, Technique.SASHIMI_SWORDFISH), fish.finned_swordfish),
    Finder((Technique.FINNED_JELLYFISH, Technique.SASHIMI_JELLYFISH), fish.finned_jellyfish),
    Finder((Technique.SUE_DE_COQ,), sue_de_coq.sue_de_coq),
    Finder((Technique.SIMPLE_COLOURS_TRAP, Technique.SIMPLE_COLOURS_WRAP), colouring.simple_colours),
    Finder((Technique.MULTI_COLOURS_1, Technique.MULTI_COLOURS_2), colouring.multi_colours),
    Finder((Technique.X_CHAIN,), chains.x_chains),
    Finder((Technique.XY_CHAIN,), chains.xy_chains),
    Finder(
        (Technique.CONTINUOUS_NICE_LOOP, Technique.DISCONTINUOUS_NICE_LOOP, Technique.AIC), chains.alternating_chains
    ),
    Finder(
        (
            Technique.GROUPED_CONTINUOUS_NICE_LOOP,
            Technique.GROUPED_DISCONTINUOUS_NICE_LOOP,
            Technique.GROUPED_AIC,
        ),
        chains.grouped_chains,
    ),
    Finder((Technique.ALS_XZ,), als.als_xz),
    Finder((Technique.ALS_XY_WING,), chains.als_xy_wings),
    Finder((Technique.ALS_CHAIN,), chains.als_chains),
    Finder((Technique.DEATH_BLOSSOM,), death_blossom.death_blossoms),
    Finder(
        (Technique.ALS_CONTINUOUS_NICE_LOOP, Technique.ALS_DISCONTINUOUS_NICE_LOOP, Technique.ALS_AIC),
        chains.chains_with_sets,
        places=True,
    ),
    Finder((Technique.FIREWORKS,), fireworks.fireworks, places=True),
    Finder(fish.franken_fish.techniques, fish.franken_fish),
    Finder(fish.mutant_fish.techniques, fish.mutant_fish),
    Finder((Technique.SK_LOOP,), sk_loop.sk_loops, places=True),
    Finder((Technique.JUNIOR_EXOCET,), exocet.exocets, places=True),
    Finder((Technique.TRIDAGON,), tridagon.tridagons, places=True),
    Finder((Technique.NISHIO,), forcing.nishio),
    Finder((Technique.CELL_FORCING,), forcing.cell_forcing),
    Finder((Technique.HOUSE_FORCING,), forcing.house_forcing),
    Finder((Technique.NESTED_FORCING,), forcing.nested_forcing, unique=True),
)
"""The finders in the order of the catalogue: a technique that comes earlier is tried earlier."""

ALL = frozenset(technique for finder in FINDERS for technique in finder.techniques)
"""The techniques that some finder knows."""

UNIQUENESS = frozenset(technique for finder in FINDERS if finder.unique for technique in finder.techniques)
"""The techniques for puzzles of one solution."""

_EXCHANGES = frozenset(technique for finder in FINDERS if finder.exchanges for technique in finder.techniques)

_OF_PLACES = frozenset(finder.techniques[0] for finder in FINDERS if finder.places)
"""A technique of each finder that has tables to make for a layout."""

_SINGLES = frozenset({Technique.FULL_HOUSE, Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE})


def sound(puzzle: Puzzle, techniques: Collection[Technique] = ALL, *, unique: bool) -> frozenset[Technique]:
    """The techniques that prove something in a puzzle that has one solution, or may have several if not `unique`.

    An exchange of digits, by which those for one solution argue, proves nothing where rules beside houses hold, or
    where the puzzle's own candidates rule one of them out.
    """
    if not unique or puzzle.rules:
        return frozenset(techniques) - UNIQUENESS
    return frozenset(techniques) if puzzle.candidates is None else frozenset(techniques) - _EXCHANGES


@lru_cache(maxsize=16)
def prepare(layout: Layout) -> None:
    """Have made what the finders know of a layout, which else the first step of a hard puzzle waits for.

    For five grids that is some tens of milliseconds.
    """
    first_step(Position.of(layout, [0] * len(layout.cells)), _OF_PLACES)


def steps(position: Position, techniques: Collection[Technique] = ALL) -> Iterator[Step]:
    """Every step that one of `techniques` allows, finder after finder: what is not asked for is not computed."""
    allowed = frozenset(techniques)
    for find in finders_for(position, allowed):
        yield from (step for step in find(position) if step.technique in allowed | rules.RULE_STEPS)


def first_step(
    position: Position, techniques: Collection[Technique] = ALL, cancel: Callable[[], bool] | None = None
) -> Step | None:
    """The easiest step, or None where none of `techniques` leads on, or a cell or digit has no place left.

    Polls `cancel` now and then and raises Cancelled.
    """
    allowed = frozenset(techniques)
    return Route(position, finders_for(position, allowed), allowed | rules.RULE_STEPS).first(cancel)


def finders_for(
    position: Position, techniques: frozenset[Technique]
) -> tuple[Callable[[Position], Iterator[Step]], ...]:
    """What finds the steps of these techniques in a position, in order; after singles those of its rules."""
    found = finders_of(techniques)
    if not position.rules:
        return found
    singles = len(finders_of(techniques & _SINGLES))
    return (*found[:singles], rules.rule_steps, rules.sum_steps, rule_pairs.shared_house_steps, *found[singles:])


@lru_cache(maxsize=64)
def finders_of(techniques: frozenset[Technique]) -> tuple[Callable[[Position], Iterator[Step]], ...]:
    """What finds the steps of these techniques, in order."""
    return tuple(finder.find for finder in FINDERS if not techniques.isdisjoint(finder.techniques))
