"""Making puzzles with exactly one solution: random complete grids, dug until the puzzle is as it is wished for."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from typing import NamedTuple

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.polling import poll
from engine.sudoku.layout import Layout, overlapping
from engine.sudoku.making.digging import Dug, dig, digging_order, fewest_in_a_box, fill_back
from engine.sudoku.making.extremes import is_extreme
from engine.sudoku.making.levels import possible_levels, possible_techniques
from engine.sudoku.making.refill import is_needed, refill, refill_needing
from engine.sudoku.making.symmetry import orbits
from engine.sudoku.making.variation import Judge, harder_ones
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.overlap import is_linked
from engine.sudoku.techniques.rating import Rating
from engine.sudoku.techniques.scales import OwnRating, own_rating

ATTEMPTS, RATED_ATTEMPTS = (20, 500), (50, 20_000)
"""How many puzzles are dug, at least and at most, until one has as many holes as wanted, and how many for one that is
as hard as wanted: most of these are seen to be too easy at once."""

EFFORT, RATED_EFFORT = 5_000_000, 100_000_000
"""Attempts times the square of the cells, by which larger layouts have fewer attempts: seconds of work, or minutes
for the largest."""

NODES = {Level.EASY: 0, Level.MEDIUM: 0, Level.HARD: 1, Level.UNFAIR: 2, Level.EXTREME: 2}
"""Nodes within which the exact search finishes puzzles that are too easy for a level, by and large."""

EASY_HOLES = {81: 40, 153: 50, 625: 200}
"""The usual holes of an easy puzzle of so many cells, where a number is customary or the share would be too many."""

EASY_SHARE = 0.33
"""The usual number of holes of other easy puzzles, as a share of the cells."""

EASY_SPREAD = 0.1
"""How far the number of holes of an easy puzzle may be from the usual one, as a share of that."""


class GeneratorProgress(NamedTuple):
    """How far making a puzzle has come: the most empty cells so far, how many there are to be, and the number of the
    grid that is tried."""

    holes: int
    target: int
    grid: int


Report = Callable[[GeneratorProgress], None]


@dataclass(frozen=True)
class GeneratorOptions:
    """What a puzzle is to be like.

    `holes`: how many cells are empty, or a range of numbers of which one is drawn by the seed; None: as many as the
    other wishes allow, without a level or technique until no given (or orbit of the symmetry) can go. `level`: that of
    the rating. `symmetry`: of the pattern of givens (see `symmetry`). `box_holes`: the least number of empty cells in
    each box. `required`: a technique that the easiest way to solve it takes. `needed`: one without which the others up
    to its level do not solve it. `forbidden`: techniques that it can be solved without, and is rated without.
    `minimal`: no given (or orbit) can go, also with a level or technique. `linked`: none of the grids that overlap can
    be finished from its own givens.
    """

    holes: int | range | None = None
    level: Level | None = None
    symmetry: str = "none"
    box_holes: int = 0
    required: Technique | None = None
    needed: Technique | None = None
    forbidden: frozenset[Technique] = frozenset()
    minimal: bool = False
    linked: bool = False

    @property
    def is_rated(self) -> bool:
        """Whether it says how the puzzle is to be solved."""
        return self.level is not None or bool(self.techniques) or bool(self.forbidden)

    @property
    def gives_the_nearest(self) -> bool:
        """Whether a puzzle that falls short of it, with too many givens, is still of use."""
        return not self.is_rated and not self.linked

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The techniques that it is to take."""
        return tuple(technique for technique in (self.required, self.needed) if technique is not None)

    @property
    def may_be_filled(self) -> bool:
        """Whether holes may be filled again for a level or technique."""
        return self.holes is None and not self.minimal

    @property
    def is_extreme(self) -> bool:
        """Whether only extreme puzzles are as wished for."""
        return Level.EXTREME in (self.level, *(technique.level for technique in self.techniques))

    @property
    def hardest(self) -> Level:
        """The level of the hardest steps that may be looked for: by default no harder than the technique wanted."""
        if self.level is None and self.techniques and self.may_be_filled:
            return max((technique.level for technique in self.techniques), key=list(Level).index)
        return self.level or Level.EXTREME

    def fits(self, rating: Rating | OwnRating) -> bool:
        """Whether a puzzle with this rating, made without the forbidden techniques, is as hard as wished for."""
        return (
            rating.is_complete
            and self.level in (None, rating.level)
            and all(technique in rating.counts for technique in self.techniques)
        )


@dataclass(frozen=True)
class Generated:
    """A puzzle with exactly one solution, its solution, the seed it came from, and whether it is as wished for.

    `attempts` is how many complete grids were dug for it, `seconds` how long that took.
    """

    puzzle: Puzzle
    solution: Digits
    seed: int
    reached: bool
    attempts: int = 1
    seconds: float = field(default=0.0, compare=False)


def easy_holes(layout: Layout) -> range:
    """The numbers of holes that an easy puzzle may have."""
    cells = len(layout.cells)
    usual = EASY_HOLES.get(cells) or round(EASY_SHARE * cells)
    spread = round(EASY_SPREAD * usual)
    return range(usual - spread, usual + spread + 1)


def generate(
    layout: Layout,
    options: GeneratorOptions | int,
    *,
    seed: int,
    on_progress: Report | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Generated:
    """A puzzle with exactly one solution as wished for (an int: with so many holes), always the same for a seed.

    When a grid does not allow it others are tried, as many as `attempts` says; if none does, the answer is the one with
    most holes, and `reached` is false. (On large layouts a given is taken to be needed when PATIENCE of `digging` does
    not suffice to see that it is not.) `on_progress` is told when a grid has more empty cells than any before, and when
    another grid is begun. Raises InputError for what can't be, Cancelled, and ValueError for a layout without complete
    grids.
    """
    start = time.perf_counter()
    options = GeneratorOptions(holes=options) if isinstance(options, int) else options
    check(layout, options)
    search = GridSearch(layout, seed)
    holes = _number(options.holes, search)
    best: Dug | None = None
    reached = False
    tried, grid = 0, None
    for dug in islice(_grids(search, layout, options, holes, on_progress, cancel), attempts(layout, options)):
        poll(cancel)
        tried += dug.solution != grid  # several puzzles may come from one grid
        grid = dug.solution
        found = _fitting(search, layout, options, dug, cancel)
        reached = found is not None and _has_the_holes(layout, options, holes, found)
        if reached or best is None or dug.givens.count(0) > best.givens.count(0):
            best = found or dug
        if reached:
            break
    if best is None:
        raise AssertionError("no grid was tried")
    if isinstance(options.holes, range) and options.gives_the_nearest:  # fewer than the number drawn may be in it
        reached = reached or _has_the_holes(layout, options, min(options.holes), best)
    word = options.level.value if options.level else best.givens.count(0)
    puzzle = Puzzle(layout, best.givens, f"{layout.name}-{word}-{seed}")
    if search.count(puzzle.givens, 2, cancel) != 1:
        raise AssertionError(f"{puzzle.name} was dug wrongly: it has not exactly one solution")
    return Generated(puzzle, best.solution, seed, reached, tried, time.perf_counter() - start)


def attempts(layout: Layout, options: GeneratorOptions) -> int:
    """How many grids are tried at most."""
    effort, (least, most) = (RATED_EFFORT, RATED_ATTEMPTS) if options.is_rated else (EFFORT, ATTEMPTS)
    return min(max(effort // len(layout.cells) ** 2, least), most)


def check(layout: Layout, options: GeneratorOptions) -> None:
    """Raise InputError for what no puzzle of the layout can be."""
    orbits(layout, options.symmetry)
    cells = len(layout.cells)
    numbers = options.holes if isinstance(options.holes, range) else range(options.holes or 0, (options.holes or 0) + 1)
    if not numbers:
        raise InputError(_("the range of holes is empty"), advice=_("put the smaller number first"))
    for number in (numbers[0], numbers[-1]):
        if not 0 <= number <= cells:
            raise InputError(
                _("{number} holes are not possible").format(number=number),
                advice=_("ask for 0 to {cells}, one a cell at most").format(cells=cells),
            )
    if options.level is not None and options.level not in (levels := possible_levels(layout)):
        problem = _("of {layout} there is no {level} puzzle, or hardly any").format(
            layout=layout.label, level=options.level.title
        )
        advice = _("ask for one of these levels: {list}").format(list=", ".join(level.title for level in levels))
        raise InputError(problem, advice=advice)
    if options.holes is not None and options.minimal:
        raise InputError(
            _("a number of holes and a minimal puzzle exclude each other"), advice=_("ask for one of the two")
        )
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
    if options.linked and not overlapping(layout):
        raise InputError(
            _("{layout} has no grids that overlap").format(layout=layout.label),
            advice=_("do not ask for linked grids"),
        )


def _check_technique(layout: Layout, options: GeneratorOptions, technique: Technique) -> None:
    """Raise InputError if no puzzle as wished for takes the technique."""
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


def _number(holes: int | range | None, search: GridSearch) -> int | None:
    """The number of holes wished for: of a range any one."""
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
) -> Iterator[Dug]:
    """One complete grid after the other, dug in random order as far as wanted."""
    cells = orbits(layout, options.symmetry)
    target = len(layout.cells) if holes is None or options.linked else holes
    if options.level is Level.EASY and options.may_be_filled and not options.linked:
        target = _number(easy_holes(layout), search) or 0
    counter, judge = SliceSearch(layout), Judge(layout, ALL - options.forbidden)
    most = 0

    def report(dug: int, total: int) -> None:
        nonlocal most
        if dug > most and on_progress is not None:
            most = dug
            on_progress(GeneratorProgress(dug, total, grid))

    for grid in count(1):
        solution = search.fill(cancel)
        if grid > 1 and on_progress is not None:
            on_progress(GeneratorProgress(most, target, grid))
        order = digging_order(search, layout, cells, options.box_holes)
        dug = dig(counter, solution, target, order, report, cancel)
        if options.linked and holes is not None:
            yield fill_back(dug, holes, lambda givens: is_linked(layout, givens))
        elif options.is_extreme:
            yield from harder_ones(counter, judge, dug, cells, target, search.shuffle, cancel)
        else:
            yield dug


def _has_the_holes(layout: Layout, options: GeneratorOptions, holes: int | None, dug: Dug) -> bool:
    """Whether there are so many holes (fewer than an orbit may be missing), and enough in each box."""
    largest = max((len(orbit) for orbit in orbits(layout, options.symmetry)), default=1)
    enough = holes is None or holes - dug.givens.count(0) < largest
    return enough and (not options.box_holes or fewest_in_a_box(layout, dug.givens) >= options.box_holes)


def _fitting(
    search: GridSearch, layout: Layout, options: GeneratorOptions, dug: Dug, cancel: Callable[[], bool] | None
) -> Dug | None:
    """The grid with all its holes, or else with some of them filled again, so that it fits; None if that fails."""
    if options.linked and not is_linked(layout, dug.givens):  # nor would it be with fewer holes
        return None
    if not options.is_rated:
        return dug
    level = options.hardest
    if options.is_extreme and not Judge(layout, ALL - options.forbidden).hardness(dug.givens, by_chains=True):
        return None
    if options.is_extreme and not options.techniques and not options.forbidden:
        return dug if is_extreme(layout, dug.givens, cancel) else None
    if (options.level or options.techniques) and _is_too_easy(search, dug, level):
        return None
    techniques, may_fill = ALL - options.forbidden, options.may_be_filled
    if options.needed and may_fill and level is options.needed.level:
        needing = refill_needing(layout, dug, options.needed, techniques, cancel)
        if needing is None:
            return None
        dug, may_fill = needing, False
    found = refill(layout, dug, techniques, level, may_fill, cancel)
    givens = found.dug.givens
    if not options.fits(found.rating) or (options.linked and not is_linked(layout, givens)):
        return None
    if options.needed and not is_needed(layout, givens, options.needed, techniques, cancel):
        return None
    return found.dug if options.fits(own_rating(Puzzle(layout, givens), techniques, cancel)) else None


def _is_too_easy(search: GridSearch, dug: Dug, level: Level) -> bool:
    """Whether the exact search is through with it too soon (which costs nothing, unlike a rating)."""
    search.load(dug.givens)
    return NODES[level] > 0 and search.advance(2, NODES[level])
