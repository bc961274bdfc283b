"""Avoidable rectangles, unique loops and BUG+n, which rely on the puzzle having one solution.

**The pattern, from houses alone.** Split some cells into two halves with the same houses. If all cells of the first
half held x and all of the second y, exchanging x and y would leave every house with the same digits: without a given
among the cells, that would be a second solution. A rectangle is the smallest such pattern; larger ones are loops. The
cells may contain digits that the player has placed, but no givens. With rules beyond houses, the exchange must keep
these, too: see `exchange`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import or_

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.exchange import keeps_rules
from engine.sudoku.techniques.finder import finds
from engine.sudoku.techniques.patterns.tables import Diagonals, rectangles
from engine.sudoku.techniques.position import Candidate, CellSet, DigitMask, Geometry, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, one_is_true, removal

BUG_PLUS_N = _(
    "{extras}; otherwise every candidate would appear twice in each of its houses and there would be two solutions: "
    "{removal}."
)
AVOIDABLE_1 = _(
    "if {corners} held nothing but {pair}, none of them given, these could be exchanged for a second solution: "
    "{removal}."
)
AVOIDABLE_2 = _(
    "if {corners} held nothing but {pair}, none of them given, these could be exchanged for a second solution; so one "
    "of {roof} is {digit}, and {removal}."
)
UNIQUE_LOOP_1 = _(
    "if {loop} held nothing but {pair}, these could be exchanged and there would be two solutions; so {roof} must be "
    "something else: {removal}."
)
UNIQUE_LOOP_2 = _(
    "if {loop} held nothing but {pair}, these could be exchanged and there would be two solutions; so one of {roof} is "
    "{digit}, and {removal}."
)
UNIQUE_LOOP_3 = _(
    "if {loop} held nothing but {pair}, these could be exchanged and there would be two solutions; so one of {roof} is "
    "{extras}. Together with {cells}, that cell takes {digits}: {removal}."
)
UNIQUE_LOOP_4 = _(
    "if {loop} held nothing but {pair}, these could be exchanged and there would be two solutions; but in {house}, "
    "{digit} goes in one of {roof}. So {removal}."
)

MAX_LOOP_LENGTH = 10
"""Maximum number of cells of a unique loop."""

MAX_SUBSET_SIZE = 4
"""Maximum number of cells of a naked subset with a loop, whose roof counts as one cell."""

MAX_WIDE = 4
"""Maximum number of cells with three or more candidates in a BUG+n."""

MAX_EXTRAS = 6
"""Maximum number of candidates beyond two in all cells of a BUG+n together."""


@finds(Technique.AVOIDABLE_RECTANGLE_1, Technique.AVOIDABLE_RECTANGLE_2, tables=True)
def avoidable_rectangles(position: Position) -> Iterator[Step]:
    """Rectangles with two or three corners placed, but not given.

    Type 1: the last corner can't complete the exchange. Type 2: both open corners could complete it, or hold the same
    third digit, so one of them does.
    """
    values, solved = position.values, ~position.empty
    for corners, diagonals, (a, b, c, d) in _not_given(position.geometry, position.givens):
        solved_corners = corners & solved
        if not solved_corners & (solved_corners - 1):
            continue
        first, other = values[a] or values[b], values[c] or values[d]
        if first and other and first != other and values[b] in (0, first) and values[d] in (0, other):
            open_corners = tuple(cell for cell in sorted((a, b, c, d)) if not values[cell])
            if open_corners and keeps_rules(position, diagonals, (first, other)):
                yield from _avoidable(position, diagonals, open_corners, first, other)


@lru_cache(maxsize=16)
def _not_given(geometry: Geometry, givens: CellSet) -> tuple[tuple[CellSet, Diagonals, tuple[int, ...]], ...]:
    """The rectangles none of whose corners is a given, as `_corners`."""
    return tuple(rectangle for rectangle in _corners(geometry) if not rectangle[0] & givens)


@lru_cache(maxsize=16)
def _corners(geometry: Geometry) -> tuple[tuple[CellSet, Diagonals, tuple[int, ...]], ...]:
    """The rectangles: their corners, their diagonals, and the corners of one diagonal, then of the other."""
    return tuple(
        (first | other, (first, other), (*members(first), *members(other))) for first, other in rectangles(geometry)
    )


def _avoidable(
    position: Position, diagonals: Diagonals, open_corners: tuple[int, ...], first: int, other: int
) -> Iterator[Step]:
    """The steps of a rectangle with these open corners, and the digits `first` and `other` placed in its diagonals."""
    missing = {cell: first if diagonals[0] >> cell & 1 else other for cell in open_corners}
    for cell, digit in missing.items():
        if not position.masks[cell] >> digit & 1:
            return
    if len(open_corners) > 1 and len({position.masks[cell] & ~(1 << digit) for cell, digit in missing.items()}) > 1:
        return
    corners = tuple(members(diagonals[0] | diagonals[1]))
    parts = {"corners": cell_names(position.layout, corners), "pair": digit_names(sorted((first, other)), "and")}
    if len(open_corners) == 1:
        removes = position.candidates(1 << open_corners[0], missing[open_corners[0]])
        yield _step(position, Technique.AVOIDABLE_RECTANGLE_1, AVOIDABLE_1, open_corners, removes, **parts)
        return
    extras = {position.masks[cell] & ~(1 << digit) for cell, digit in missing.items()}
    if len(extras) == 1 and (extra := extras.pop()).bit_count() == 1:
        digit = extra.bit_length() - 1
        removes = position.candidates(position.geometry.common_peers(union(open_corners)), digit)
        if removes:
            parts |= {"roof": cell_names(position.layout, open_corners), "digit": sign(digit)}
            yield _step(position, Technique.AVOIDABLE_RECTANGLE_2, AVOIDABLE_2, open_corners, removes, **parts)


@finds(Technique.UNIQUE_LOOP_1, Technique.UNIQUE_LOOP_2, Technique.UNIQUE_LOOP_3, Technique.UNIQUE_LOOP_4)
def unique_loops(position: Position) -> Iterator[Step]:
    """Loops of six or more cells with two digits in common, short ones first.

    Type 1: one cell has other candidates, so it takes one of these. Type 2: two cells have the same other candidate.
    Type 3: one of two cells takes one of their other candidates, and forms a naked subset with cells of a house of
    both. Type 4: in a house of both, one of the two digits goes only in these cells, so one of them is that digit and
    neither is the other.
    """
    found = []
    for digits, cells in Counter(position.masks).items():
        if cells >= 4 and digits.bit_count() == 2:
            low, high = members(digits)
            exact = union(cell for cell, mask in enumerate(position.masks) if mask == digits)
            common = _in_pairs(position.geometry, position.cells_with[low] & position.cells_with[high])
            if (common & exact).bit_count() >= 4:
                found += [(len(loop), loop, digits) for loop in _loops(position, common, exact)]
    for _length, loop, digits in sorted(found):
        low, high = members(digits)
        if keeps_rules(position, _halves(position.geometry, loop), (low, high)):
            yield from _loop_steps(position, loop, digits)


def _halves(geometry: Geometry, loop: tuple[int, ...]) -> tuple[CellSet, CellSet]:
    """The halves of a loop: cells that share a house are in different ones."""
    first, other, peers = 1 << loop[0], 0, geometry.peers
    while (first | other).bit_count() < len(loop):
        other = union(cell for cell in loop if peers[cell] & first)
        first = union(cell for cell in loop if peers[cell] & other)
    return first, other


def _in_pairs(geometry: Geometry, cells: CellSet) -> CellSet:
    """The cells that share each of their houses with another of the given cells, as the cells of a loop do."""
    houses: Sequence[CellSet] = geometry.houses
    while cells:
        unpaired, several = 0, list[CellSet]()
        for house in houses:
            shared = house & cells
            if shared & (shared - 1):
                several.append(house)
            else:
                unpaired |= shared
        if not unpaired:
            break
        cells, houses = cells & ~unpaired, several
    return cells


def _loops(position: Position, cells: CellSet, exact: CellSet) -> set[tuple[int, ...]]:
    """The loops of these cells, ascending, with most of their cells in `exact`."""
    geometry, found = position.geometry, set()
    houses = _house_masks(geometry)

    def extend(path: tuple[int, ...], visited: CellSet, wide: int, houses_of_half: int, houses_of_other: int) -> None:
        """Extend a path. `houses_of_half` are the houses of the half with its last cell, the others those of the other.

        A house of the loop has one cell of each half, so no half has two in one house.
        """
        if len(path) >= 6 and houses_of_half == houses_of_other and geometry.peers[path[0]] >> path[-1] & 1:
            found.add(tuple(sorted(path)))
        if len(path) < MAX_LOOP_LENGTH:
            for cell in members(geometry.peers[path[-1]] & cells & ~visited & -(1 << path[0])):
                wider = wide + (not exact >> cell & 1)
                if wider <= 2 and not houses[cell] & houses_of_other:
                    extend((*path, cell), visited | 1 << cell, wider, houses_of_other | houses[cell], houses_of_half)

    for start in members(cells):
        extend((start,), 1 << start, 0 if exact >> start & 1 else 1, houses[start], 0)
    return found


@lru_cache(maxsize=16)
def _house_masks(geometry: Geometry) -> tuple[int, ...]:
    """The set of houses of each cell."""
    return tuple(map(union, geometry.houses_of))


def _loop_steps(position: Position, loop: tuple[int, ...], pair: DigitMask) -> Iterator[Step]:
    roof = tuple(cell for cell in loop if position.masks[cell] & ~pair)
    extras = reduce(or_, (position.masks[cell] & ~pair for cell in roof), 0)
    parts = {"loop": cell_names(position.layout, loop), "pair": digit_names(members(pair), "and")}
    parts |= {"roof": cell_names(position.layout, roof)}
    if len(roof) == 1:
        removes = position.candidates_of(1 << roof[0], pair)
        yield _step(position, Technique.UNIQUE_LOOP_1, UNIQUE_LOOP_1, loop, removes, **parts)
        return
    if extras.bit_count() == 1:
        digit = extras.bit_length() - 1
        removes = position.candidates(position.geometry.common_peers(union(roof)), digit)
        if removes:
            yield _step(position, Technique.UNIQUE_LOOP_2, UNIQUE_LOOP_2, loop, removes, digit=sign(digit), **parts)
    layout, geometry = position.layout, position.geometry
    for house in geometry.houses_with(union(roof)):
        others = geometry.houses[house] & position.empty & ~union(roof)
        for cells, digits in _subsets(position, others, extras):
            removes = position.candidates_of(others & ~union(cells), digits)
            if removes:
                yield _step(
                    position,
                    Technique.UNIQUE_LOOP_3,
                    UNIQUE_LOOP_3,
                    tuple(sorted({*loop, *cells})),
                    removes,
                    (house,),
                    extras=digit_names(members(extras)),
                    cells=cell_names(layout, cells),
                    digits=digit_names(members(digits), "and"),
                    **parts,
                )
        for digit in members(pair if geometry.complete[house] else 0):
            removes = position.candidates_of(union(roof), pair & ~(1 << digit))
            if position.cells_with[digit] & geometry.houses[house] == union(roof) and removes:
                yield _step(
                    position,
                    Technique.UNIQUE_LOOP_4,
                    UNIQUE_LOOP_4,
                    loop,
                    removes,
                    (house,),
                    house=layout.houses[house].label,
                    digit=sign(digit),
                    **parts,
                )


def _subsets(position: Position, others: CellSet, extras: DigitMask) -> Iterator[tuple[tuple[int, ...], DigitMask]]:
    """Cells that form a naked subset with one cell of the extras, and the candidates of the subset."""
    fitting = [cell for cell in members(others) if position.masks[cell].bit_count() <= MAX_SUBSET_SIZE]
    for size in range(1, MAX_SUBSET_SIZE):
        for cells in combinations(fitting, size):
            digits = reduce(or_, (position.masks[cell] for cell in cells), extras)
            if digits.bit_count() == size + 1:
                yield cells, digits


@finds(Technique.BUG_PLUS_N)
def bug_plus_n(position: Position) -> Iterator[Step]:
    """BUG+n: without certain candidates of a few cells, the position would be a bivalue universal grave (see BUG+1).

    As the puzzle has one solution, one of those candidates is true; candidates that all of them exclude are eliminated.
    """
    wide = [cell for cell, mask in enumerate(position.masks) if mask and mask.bit_count() != 2]
    counts = [position.masks[cell].bit_count() for cell in wide]
    if not 2 <= len(wide) <= MAX_WIDE or min(counts) < 3 or sum(counts) - 2 * len(counts) > MAX_EXTRAS:
        return
    layout, geometry = position.layout, position.geometry
    for pairs in product(*(list(combinations(members(position.masks[cell]), 2)) for cell in wide)):
        extras = tuple(
            Candidate(cell, digit)
            for cell, pair in zip(wide, pairs, strict=True)
            for digit in members(position.masks[cell])
            if digit not in pair
        )
        rest = list(position.cells_with)
        for cell, digit in extras:
            rest[digit] &= ~(1 << cell)
        if all((house & cells).bit_count() in (0, 2) for cells in rest for house in geometry.houses):
            removes = contradicted(position, extras)
            if removes:
                yield _step(
                    position,
                    Technique.BUG_PLUS_N,
                    BUG_PLUS_N,
                    tuple(members(position.empty)),
                    removes,
                    extras=one_is_true(layout, extras),
                )


def contradicted(position: Position, extras: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates that are false whichever of the given ones is true, ascending."""
    removes = set(position.candidates_of(position.empty))
    for cell, digit in extras:
        peers_with = position.candidates(position.geometry.peers[cell], digit)
        removes &= {*peers_with, *position.candidates_of(1 << cell, ~(1 << digit))}
    return tuple(sorted(removes))


def _step(
    position: Position,
    technique: Technique,
    sentence: Sentence,
    cells: tuple[int, ...],
    removes: tuple[Candidate, ...],
    houses: tuple[int, ...] = (),
    /,
    **parts: str,
) -> Step:
    """The step, with all candidates of its cells as proof."""
    words = explained(technique, sentence, removal=removal(position.layout, removes), **parts)
    return Step(technique, words, cells, houses, position.candidates_of(union(cells)), removes=removes)
