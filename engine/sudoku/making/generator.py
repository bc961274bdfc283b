"""Generates puzzles with a unique solution: random complete grids, dug until the options are met."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from typing import NamedTuple

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.polling import poll
from engine.sudoku.layout import Layout, overlapping_grids
from engine.sudoku.making.by_digit import is_by_digit
from engine.sudoku.making.by_rating import RatingGoal, climb, fill_to_goal, rate_for
from engine.sudoku.making.digging import DugGrid, dig, dig_again, digging_order, fewest_in_a_box, fill_back
from engine.sudoku.making.extremes import is_extreme
from engine.sudoku.making.levels import possible_levels, possible_techniques
from engine.sudoku.making.refill import RefilledGrid, is_needed, refill, refill_needing
from engine.sudoku.making.symmetry import orbits
from engine.sudoku.making.variation import HardnessEstimator, harder_variants
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.overlap import is_linked
from engine.sudoku.techniques.rating import Rating
from engine.sudoku.techniques.scales import OwnRating, own_rating

ATTEMPTS, RATED_ATTEMPTS = (20, 500), (50, 20_000)
"""Minimum and maximum number of puzzles dug for a number of holes, and for a rating.

For a rating, most puzzles turn out too easy at once.
"""

EFFORT, RATED_EFFORT = 5_000_000, 100_000_000
"""Attempts times the square of the number of cells, which limits attempts on larger layouts.

This takes seconds, or minutes for the largest layouts.
"""

NODES = {Level.EASY: 0, Level.MEDIUM: 0, Level.HARD: 1, Level.UNFAIR: 2, Level.EXTREME: 2}
"""Number of nodes in which the exact search typically finishes puzzles that are too easy for a level."""

EASY_HOLES = {81: 40, 153: 50, 625: 200}
"""Usual number of holes of an easy puzzle by number of cells, where EASY_SHARE does not fit."""

EASY_SHARE = 0.33
"""Usual number of holes of other easy puzzles, as a share of the cells."""

EASY_SPREAD = 0.1
"""Tolerance of the number of holes of an easy puzzle, as a share of the usual number."""

MIN_VARIED_RATING = 8.4
"""Minimum ER for which grids are varied to find harder puzzles: easier ones are found sooner by digging new grids."""


class GeneratorProgress(NamedTuple):
    """Progress of the generator: the maximum number of empty cells so far, their target, and the number of the grid."""

    holes: int
    target: int
    grid: int


Report = Callable[[GeneratorProgress], None]


@dataclass(frozen=True)
class GeneratorOptions:
    """Requirements for a puzzle.

    `holes`: the number of empty cells, or a range from which the seed draws one; None: as many as the other options
    allow, without a level or technique until no given (or orbit of the symmetry) can be removed. `level`: of the
    rating. `symmetry`: of the pattern of givens (see `symmetry`). `box_holes`: the minimum number of empty cells in
    each box. `required`: a technique on the easiest path to the solution. `needed`: a technique without which the
    others up to its level do not solve the puzzle. `forbidden`: techniques that solution and rating must not use.
    `minimal`: no given (or orbit) can be removed, also with a level or technique. `few_clues`: none can be removed
    without a second solution or another level. `linked`: none of the overlapping grids can be solved from its own
    givens. `by_digit`: singles finish one digit after another. `kinds`: the kinds of rules, by their names in `KINDS`.
    `rating`: the goal for Sudoku Explainer's rating.
    """

    holes: int | range | None = None
    level: Level | None = None
    symmetry: str = "none"
    box_holes: int = 0
    required: Technique | None = None
    needed: Technique | None = None
    forbidden: frozenset[Technique] = frozenset()
    minimal: bool = False
    few_clues: bool = False
    linked: bool = False
    by_digit: bool = False
    kinds: tuple[str, ...] = ()
    rating: RatingGoal | None = None

    @property
    def is_rated(self) -> bool:
        """Whether the options restrict how the puzzle is solved."""
        return self.restricts_steps or self.rating is not None

    @property
    def restricts_steps(self) -> bool:
        """Whether the options restrict the steps of our own rating."""
        return self.level is not None or bool(self.techniques) or bool(self.forbidden)

    @property
    def accepts_fewer_holes(self) -> bool:
        """Whether a puzzle with too many givens is still useful."""
        return not self.is_rated and not self.linked and not self.kinds

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The techniques that the puzzle must use."""
        return tuple(technique for technique in (self.required, self.needed) if technique is not None)

    @property
    def may_be_filled(self) -> bool:
        """Whether holes may be filled again for a level or technique."""
        return self.holes is None and not self.minimal

    @property
    def is_extreme(self) -> bool:
        """Whether only extreme puzzles meet the options."""
        return Level.EXTREME in (self.level, *(technique.level for technique in self.techniques))

    @property
    def hardest(self) -> Level:
        """The level of the hardest steps to search for: by default that of the techniques."""
        if self.level is None and self.techniques and self.may_be_filled:
            return max((technique.level for technique in self.techniques), key=list(Level).index)
        return self.level or Level.EXTREME

    def fits(self, rating: Rating | OwnRating) -> bool:
        """Whether a puzzle with this rating, made without the forbidden techniques, meets the options."""
        return (
            rating.is_complete
            and self.level in (None, rating.level)
            and all(technique in rating.counts for technique in self.techniques)
        )


@dataclass(frozen=True)
class Generated:
    """A puzzle with a unique solution, its solution, its seed, and whether it meets the options (`reached`).

    `attempts` is the number of complete grids dug, `seconds` the duration.
    """

    puzzle: Puzzle
    solution: Digits
    seed: int
    reached: bool
    attempts: int = 1
    seconds: float = field(default=0.0, compare=False)


def easy_holes(layout: Layout) -> range:
    """The possible numbers of holes of an easy puzzle."""
    cells = len(layout.cells)
    typical = EASY_HOLES.get(cells) or round(EASY_SHARE * cells)
    spread = round(EASY_SPREAD * typical)
    return range(typical - spread, typical + spread + 1)


def generate(
    layout: Layout,
    options: GeneratorOptions | int,
    *,
    seed: int,
    on_progress: Report | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Generated:
    """Generate a puzzle with a unique solution that meets the options (an int: the holes), determined by the seed.

    Tries at most `attempts` grids; if none allows it, the result is the puzzle with the most holes, and `reached` is
    False. (On large layouts a given counts as needed unless a search within WORK_LIMIT of `digging` shows otherwise.)
    Calls `on_progress` when a grid has more empty cells than any before, and when a new grid begins. Raises InputError
    for impossible options, Cancelled, and ValueError for a layout without complete grids.
    """
    start = time.perf_counter()
    options = GeneratorOptions(holes=options) if isinstance(options, int) else options
    check(layout, options)
    search = GridSearch(layout, seed)
    holes = _hole_count(options.holes, search)
    best: DugGrid | None = None
    reached = False
    tried, grid = 0, None
    for dug_grid in islice(_grids(search, layout, options, holes, on_progress, cancel), attempts(layout, options)):
        poll(cancel)
        tried += dug_grid.solution != grid  # several puzzles may come from one grid
        grid = dug_grid.solution
        result = _meeting_options(search, layout, options, dug_grid, cancel)
        if result is not None and options.few_clues:
            result = _without_redundant_givens(search, layout, options, result, cancel)
        reached = result is not None and _has_enough_holes(layout, options, holes, result)
        if reached or best is None or dug_grid.givens.count(0) > best.givens.count(0):
            best = result or dug_grid
        if reached:
            break
    if best is None:
        raise AssertionError("no grid was tried")
    if isinstance(options.holes, range) and options.accepts_fewer_holes:  # a smaller number may still be in the range
        reached = reached or _has_enough_holes(layout, options, min(options.holes), best)
    word = options.level.value if options.level else best.givens.count(0)
    puzzle = Puzzle(layout, best.givens, f"{layout.name}-{word}-{seed}")
    if search.count(puzzle.givens, 2, cancel) != 1:
        raise AssertionError(f"{puzzle.name} was dug wrongly: it has not exactly one solution")
    return Generated(puzzle, best.solution, seed, reached, tried, time.perf_counter() - start)


def attempts(layout: Layout, options: GeneratorOptions) -> int:
    """The maximum number of grids tried."""
    effort, (minimum, maximum) = (RATED_EFFORT, RATED_ATTEMPTS) if options.is_rated else (EFFORT, ATTEMPTS)
    return min(max(effort // len(layout.cells) ** 2, minimum), maximum)


def check(layout: Layout, options: GeneratorOptions) -> None:
    """Raise InputError for options that no puzzle of the layout can meet."""
    orbits(layout, options.symmetry)
    cells = len(layout.cells)
    numbers = options.holes if isinstance(options.holes, range) else range(options.holes or 0, (options.holes or 0) + 1)
    if not numbers:
        raise InputError(_("the range of holes is empty"), advice=_("put the smaller number first"))
    for number in (numbers[0], numbers[-1]):
        if not 0 <= number <= cells:
            raise InputError(
                _("{number} holes are not possible").format(number=number),
                advice=_("ask for 0 to {cells}, at most one per cell").format(cells=cells),
            )
    if options.level is not None and options.level not in (levels := possible_levels(layout)):
        problem = _("there are no {level} puzzles of {layout}, or hardly any").format(
            layout=layout.label, level=options.level.title
        )
        advice = _("ask for one of these levels: {list}").format(list=", ".join(level.title for level in levels))
        raise InputError(problem, advice=advice)
    if options.holes is not None and options.minimal:
        raise InputError(
            _("a number of holes and a minimal puzzle can't be combined"), advice=_("ask for one of the two")
        )
    if options.holes is not None and options.few_clues:
        raise InputError(_("a number of holes and few clues exclude each other"), advice=_("ask for one of the two"))
    if options.box_holes:
        boxes = [len(house.cells) for house in layout.houses if house.kind == "box"]
        if not boxes:
            raise InputError(
                _("{layout} has no boxes").format(layout=layout.label), advice=_("leave out the holes in every box")
            )
        if not 0 < options.box_holes <= min(boxes):
            problem = _("{box_holes} holes in every box are not possible").format(box_holes=options.box_holes)
            raise InputError(problem, advice=_("ask for 1 to {boxes}").format(boxes=min(boxes)))
    for technique in options.techniques:
        _check_technique(layout, options, technique)
    if options.rating and options.rating.low > options.rating.high:
        raise InputError(_("the range of ER is empty"), advice=_("put the smaller number first"))
    is_easy = options.level in (None, Level.EASY) and not options.techniques and options.rating is None
    if options.by_digit and (not is_easy or options.minimal):
        raise InputError(
            _("one digit after another leaves no choice of level, techniques, rating or a minimal puzzle"),
            advice=_("leave out the other options"),
        )
    if options.linked and not overlapping_grids(layout):
        raise InputError(
            _("{layout} has no grids that overlap").format(layout=layout.label),
            advice=_("do not ask for linked grids"),
        )


def _check_technique(layout: Layout, options: GeneratorOptions, technique: Technique) -> None:
    """Raise InputError if no puzzle that meets the options uses the technique."""
    title, level = technique.title, technique.level
    if technique in options.forbidden:
        raise InputError(_("the same technique is required and forbidden"), advice=_("leave out one of the two"))
    if options.level is not None and level.is_above(options.level):
        problem = _("{title} is too hard for a puzzle of level {level}").format(title=title, level=options.level.value)
        raise InputError(problem, advice=_("ask for level {level}").format(level=level.value))
    if technique not in possible_techniques(layout):
        raise InputError(
            _("{title} never applies in {layout}").format(title=title, layout=layout.label),
            advice=_("ask for another technique"),
        )


def _hole_count(holes: int | range | None, search: GridSearch) -> int | None:
    """The number of holes; drawn at random from a range."""
    if not isinstance(holes, range):
        return holes
    numbers = list(holes)
    search.shuffle(numbers)
    return numbers[0]


def _grids(
    search: GridSearch,
    layout: Layout,
    options: GeneratorOptions,
    holes: int | None,
    on_progress: Report | None,
    cancel: Callable[[], bool] | None,
) -> Iterator[DugGrid]:
    """Yields complete grids, dug in random order as far as the options require."""
    cell_orbits = orbits(layout, options.symmetry)
    target = len(layout.cells) if holes is None or options.linked or options.by_digit else holes
    if options.level is Level.EASY and options.may_be_filled and not (options.linked or options.by_digit):
        target = _hole_count(easy_holes(layout), search) or 0
    counter, estimator = SliceSearch(layout), HardnessEstimator(layout, ALL - options.forbidden)
    max_dug = 0

    def report(dug: int, total: int) -> None:
        nonlocal max_dug
        if dug > max_dug and on_progress is not None:
            max_dug = dug
            on_progress(GeneratorProgress(dug, total, grid))

    for grid in count(1):
        solution = search.fill(cancel)
        if grid > 1 and on_progress is not None:
            on_progress(GeneratorProgress(max_dug, target, grid))
        order = digging_order(search, layout, cell_orbits, options.box_holes)
        dug_grid = dig(counter, solution, target, order, report, cancel)
        if options.rating and (options.rating.is_pearl or options.rating.is_diamond):
            yield climb(counter, layout, dug_grid, options.rating, cell_orbits, search.shuffle, cancel)
        elif options.rating and options.rating.low >= MIN_VARIED_RATING:
            yield from harder_variants(counter, estimator, dug_grid, cell_orbits, target, search.shuffle, cancel)
        elif options.by_digit:
            max_holes = len(layout.cells) if holes is None else holes
            yield dig_again(dug_grid, max_holes, partial(is_by_digit, layout, solution))
        elif options.linked and holes is not None:
            yield fill_back(dug_grid, holes, lambda givens: is_linked(layout, givens))
        elif options.is_extreme:
            yield from harder_variants(counter, estimator, dug_grid, cell_orbits, target, search.shuffle, cancel)
        else:
            yield dug_grid


def _has_enough_holes(layout: Layout, options: GeneratorOptions, holes: int | None, grid: DugGrid) -> bool:
    """Whether there are enough holes (up to a part of an orbit), and enough in each box."""
    largest = max((len(orbit) for orbit in orbits(layout, options.symmetry)), default=1)
    enough = holes is None or holes - grid.givens.count(0) < largest
    return enough and (not options.box_holes or fewest_in_a_box(layout, grid.givens) >= options.box_holes)


def _meeting_options(
    search: GridSearch, layout: Layout, options: GeneratorOptions, grid: DugGrid, cancel: Callable[[], bool] | None
) -> DugGrid | None:
    """The grid with holes filled as necessary to meet the options; None if that fails."""
    if options.linked and not is_linked(layout, grid.givens):  # fewer holes would not help
        return None
    if options.rating:
        rated = fill_to_goal(layout, grid, options.rating, options.may_be_filled, cancel)
        if rated is None or (options.linked and not is_linked(layout, rated.givens)):
            return None
        if not options.restricts_steps:
            return rated
        refilled = refill(layout, rated, ALL - options.forbidden, options.hardest, False, cancel)
        return rated if _meets(layout, options, refilled, cancel) else None
    if not options.is_rated:
        return grid
    level = options.hardest
    if options.is_extreme and not HardnessEstimator(layout, ALL - options.forbidden).hardness(
        grid.givens, by_chains=True
    ):
        return None
    if options.is_extreme and not options.techniques and not options.forbidden:
        return grid if is_extreme(layout, grid.givens, cancel) else None
    if (options.level or options.techniques) and _is_too_easy(search, grid, level):
        return None
    techniques, may_fill = ALL - options.forbidden, options.may_be_filled
    if options.needed and may_fill and level is options.needed.level:
        needing_grid = refill_needing(layout, grid, options.needed, techniques, cancel)
        if needing_grid is None:
            return None
        grid, may_fill = needing_grid, False
    refilled = refill(layout, grid, techniques, level, may_fill, cancel)
    return refilled.dug if _meets(layout, options, refilled, cancel) else None


def _meets(
    layout: Layout, options: GeneratorOptions, refilled: RefilledGrid, cancel: Callable[[], bool] | None
) -> bool:
    """Whether a puzzle with this rating meets options that restrict how it is solved. Raises Cancelled."""
    givens, techniques = refilled.dug.givens, ALL - options.forbidden
    if options.rating and not options.rating.fits(rate_for(layout, refilled.dug, options.rating, cancel)):
        return False
    if not options.fits(refilled.rating) or (options.linked and not is_linked(layout, givens)):
        return False
    if options.needed and not is_needed(layout, givens, options.needed, techniques, cancel):
        return False
    return options.fits(own_rating(Puzzle(layout, givens), techniques, cancel))


def _without_redundant_givens(
    search: GridSearch, layout: Layout, options: GeneratorOptions, grid: DugGrid, cancel: Callable[[], bool] | None
) -> DugGrid:
    """Remove givens in random order while the puzzle has one solution and meets the options. Raises Cancelled."""
    counter, techniques = SliceSearch(layout), ALL - options.forbidden
    given_orbits = [orbit for orbit in orbits(layout, options.symmetry) if orbit not in grid.holes]
    order = list(range(len(given_orbits)))
    search.shuffle(order)
    for number in order:
        poll(cancel)
        smaller = DugGrid(grid.solution, (*grid.holes, given_orbits[number]))
        if counter.count(smaller.givens, 2) != 1:
            continue
        if options.by_digit and not is_by_digit(layout, grid.solution, smaller.givens):
            continue
        if options.is_rated:
            refilled = refill(layout, smaller, techniques, options.hardest, False, cancel)
            if not _meets(layout, options, refilled, cancel):
                continue
        grid = smaller
    return grid


def _is_too_easy(search: GridSearch, grid: DugGrid, level: Level) -> bool:
    """Whether the exact search finishes within NODES: a much cheaper test than a rating."""
    search.load(grid.givens)
    return NODES[level] > 0 and search.advance(2, NODES[level])
