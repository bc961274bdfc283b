"""Techniques that rest on the puzzle having one solution: unique rectangles and BUG+1.

**The rectangle, from houses alone.** Take empty cells a, d that share no house, and b, c that share no house, where
the houses of a and d together are those of b and c together: then each house of the four cells holds one of a, d and
one of b, c. If a and d were x and b and c were y, exchanging x and y in the four cells would leave every house with
the digits it had and touch no given, as none of the four is one: a second solution. So *in the solution the four cells
do not all hold x or y*, and that is all the types below use. On one grid these are the usual rectangles in two rows,
two columns and two boxes. In a box that two grids share a cell has more houses than its neighbour outside; there the
condition fails, as it should.

The types are those of HoDoKu 2.2. The *floor* are the corners with no candidates but x and y, the *roof* are the
others. A corner may have lost one of x and y: what the four cells don't hold in the solution does not depend on that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_

from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, CellSet, DigitMask, Geometry, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import (
    BUG_PLUS_ONE,
    HIDDEN_RECTANGLE,
    RECTANGLE_1,
    RECTANGLE_2,
    RECTANGLE_3,
    RECTANGLE_4,
    RECTANGLE_6,
    cell_names,
    digit_names,
    explained,
    house_names,
    removal,
)

LARGEST = 6
"""The most cells that make a subset with a roof: no limit in a house of nine cells, and what bounds larger houses."""

Diagonals = tuple[CellSet, CellSet]
"""The corners of a rectangle: two that share no house, and the two others."""


@lru_cache(maxsize=16)
def rectangles(geometry: Geometry) -> tuple[Diagonals, ...]:
    """The rectangles of a layout whose corners could exchange two digits unnoticed, in order of their cells."""
    diagonals: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for first, second in combinations(range(len(geometry.peers)), 2):
        if not geometry.peers[first] >> second & 1:
            houses = sorted(geometry.houses_of[first] + geometry.houses_of[second])
            diagonals.setdefault(tuple(houses), []).append((first, second))
    found = [
        (one, other)
        for pairs in diagonals.values()
        for one, other in combinations(pairs, 2)
        if all(geometry.peers[cell] >> corner & 1 for cell in one for corner in other)
    ]
    return tuple((union(one), union(other)) for one, other in sorted(found))


def unique_rectangles(position: Position) -> Iterator[Step]:
    """Unique rectangles of types 1 to 6, and hidden rectangles."""
    for diagonals in rectangles(position.geometry):
        corners = diagonals[0] | diagonals[1]
        if not corners & ~position.empty:
            masks = [position.masks[cell] for cell in members(corners)]
            for pair in sorted({mask for mask in masks if mask.bit_count() == 2}):
                if all(mask & pair for mask in masks):
                    yield from _Pattern.of(position, diagonals, pair).steps()


@dataclass(frozen=True)
class _Pattern:
    """A rectangle, its two digits, its floor and its roof, in a position."""

    position: Position
    diagonals: Diagonals
    pair: DigitMask
    floor: CellSet
    roof: CellSet

    @classmethod
    def of(cls, position: Position, diagonals: Diagonals, pair: DigitMask) -> "_Pattern":
        corners = diagonals[0] | diagonals[1]
        roof = union(cell for cell in members(corners) if position.masks[cell] & ~pair)
        return cls(position, diagonals, pair, corners & ~roof, roof)

    @property
    def extras(self) -> DigitMask:
        """The other digits of the roof."""
        return _digits(self.position, self.roof) & ~self.pair

    def steps(self) -> Iterator[Step]:
        """The steps of every type that this pattern allows."""
        corners = self.roof.bit_count()
        across = self.roof in self.diagonals
        if corners == 1:
            yield from self._type_1()
        if self.extras.bit_count() == 1 and corners > 1:
            yield from self._types_2_and_5(across or corners == 3)
        if corners == 2 and not across:
            yield from self._type_3()
            yield from self._type_4()
        if corners == 2 and across:
            yield from self._type_6()
        yield from self._hidden()

    def _type_1(self) -> Iterator[Step]:
        """One corner has other candidates: it must take one of these."""
        falls = dict.fromkeys(members(self.pair), self.roof)
        yield from self._step(Technique.UNIQUE_RECTANGLE_1, RECTANGLE_1, falls)

    def _types_2_and_5(self, is_type_5: bool) -> Iterator[Step]:
        """The other candidates are one digit, which a cell of the roof must take: what sees them all can't be it."""
        digit = self.extras.bit_length() - 1
        technique = Technique.UNIQUE_RECTANGLE_5 if is_type_5 else Technique.UNIQUE_RECTANGLE_2
        falls = {digit: self.position.geometry.common_peers(self.roof)}
        yield from self._step(technique, RECTANGLE_2, falls, self.roof, digit=sign(digit))

    def _type_3(self) -> Iterator[Step]:
        """One roof cell takes a digit of the extras and makes a naked subset with cells of a house they share."""
        position, geometry, seen = self.position, self.position.geometry, set()
        for number in geometry.houses_with(self.roof):
            free = members(geometry.houses[number] & position.empty & ~self.roof)
            for cells, digits in _subsets([(cell, position.masks[cell]) for cell in free], self.extras):
                if cells not in seen:
                    seen.add(cells)
                    holders = {
                        digit: (cells | (0 if self.pair >> digit & 1 else self.roof)) & position.cells_with[digit]
                        for digit in members(digits)
                    }
                    falls = {digit: geometry.common_peers(places) for digit, places in holders.items()}
                    yield from self._step(
                        Technique.UNIQUE_RECTANGLE_3, RECTANGLE_3, falls, self.roof | cells, (number,),
                        extras=digit_names(members(self.extras)),
                        cells=self._cells(cells),
                        digits=digit_names(members(digits), "and"),
                    )

    def _type_4(self) -> Iterator[Step]:
        """A digit of the pair has its two places in a house at the roof: the other digit can't be there too."""
        for digit in members(self.pair):
            houses = self._all_strong(digit, [self.roof])
            if houses:
                other = self._partner(digit)
                yield from self._step(
                    Technique.UNIQUE_RECTANGLE_4, RECTANGLE_4, {other: self.roof}, houses=houses,
                    digit=sign(digit), other=sign(other),
                )

    def _type_6(self) -> Iterator[Step]:
        """A digit of the pair has its places in two houses at the four corners: it can't be at the roof."""
        above, below = (1 << cell for cell in members(self.roof))
        left, right = (1 << cell for cell in members(self.floor))
        for digit in members(self.pair):
            for beside, opposite in ((left, right), (right, left)):
                houses = self._all_strong(digit, [above | beside, below | opposite])
                if houses:
                    yield from self._step(
                        Technique.UNIQUE_RECTANGLE_6, RECTANGLE_6, {digit: self.roof}, houses=houses,
                        digit=sign(digit), other=sign(self._partner(digit)),
                    )
                    break

    def _hidden(self) -> Iterator[Step]:
        """Opposite a floor cell, a corner whose houses on both sides have no other place for a digit of the pair.

        With the other digit of the pair in that corner, its neighbours would hold the first, and the floor the other.
        """
        for diagonal, sides in (self.diagonals, self.diagonals[::-1]):
            for opposite in (1 << cell for cell in members(diagonal & self.floor)):
                corner = diagonal ^ opposite
                for digit in members(self.pair):
                    houses = self._all_strong(digit, [corner | 1 << side for side in members(sides)])
                    if houses:
                        other = self._partner(digit)
                        yield from self._step(
                            Technique.HIDDEN_RECTANGLE, HIDDEN_RECTANGLE, {other: corner}, houses=houses,
                            corner=self._cells(corner), sides=self._cells(sides), opposite=self._cells(opposite),
                            digit=sign(digit), other=sign(other),
                        )

    def _partner(self, digit: int) -> int:
        """The other digit of the pair."""
        return (self.pair & ~(1 << digit)).bit_length() - 1

    def _all_strong(self, digit: int, links: list[CellSet]) -> tuple[int, ...]:
        """For each of these pairs of cells the first complete house whose only places of the digit they are.

        Empty if a pair has no such house.
        """
        geometry, places = self.position.geometry, self.position.cells_with[digit]
        found = [
            [h for h in geometry.houses_with(cells) if geometry.complete[h] and geometry.houses[h] & places == cells]
            for cells in links
        ]
        return tuple(houses[0] for houses in found) if all(found) else ()

    def _cells(self, cells: CellSet) -> str:
        return cell_names(self.position.layout, members(cells))

    def _step(
        self,
        technique: Technique,
        sentence: str,
        falls: dict[int, CellSet],
        proof: CellSet = 0,
        houses: tuple[int, ...] = (),
        **parts: str,
    ) -> Iterator[Step]:
        """The step, if a candidate falls; it rests on the pair in the corners and on all candidates of `proof`."""
        position, corners = self.position, self.floor | self.roof
        removes = tuple(sorted(
            candidate for digit, cells in falls.items() for candidate in position.candidates(cells, digit)
        ))
        if removes:
            yield Step(
                technique,
                explained(
                    technique,
                    sentence,
                    corners=self._cells(corners),
                    pair=digit_names(members(self.pair), "and"),
                    roof=self._cells(self.roof),
                    floor=self._cells(self.floor),
                    houses=house_names(position.layout, dict.fromkeys(houses)),
                    removal=removal(position.layout, removes),
                    **parts,
                ),
                tuple(members(corners | proof)),
                houses,
                tuple(sorted(
                    position.candidates_of(corners & ~proof, self.pair) + position.candidates_of(proof)
                )),
                removes=removes,
            )


def _subsets(free: Sequence[tuple[int, DigitMask]], extras: DigitMask) -> Iterator[tuple[CellSet, DigitMask]]:
    """Some of these cells, given with their candidates, that together with `extras` have a digit more than cells.

    Few cells first, each set with its digits and those of `extras`; never all of the cells.
    """
    most = min(len(free) - 1, LARGEST)
    sets = [(0, extras, 0)]
    for size in range(1, most + 1):
        sets = [
            (cells | 1 << cell, digits | mask, place)
            for cells, digits, start in sets
            for place, (cell, mask) in enumerate(free[start:], start + 1)
            if (digits | mask).bit_count() <= most + 1
        ]
        yield from ((cells, digits) for cells, digits, _ in sets if digits.bit_count() == size + 1)


def _digits(position: Position, cells: CellSet) -> DigitMask:
    """The candidates of some cells together."""
    return reduce(or_, (position.masks[cell] for cell in members(cells)), 0)


def bug_plus_one(position: Position) -> Iterator[Step]:
    """BUG+1: one empty cell has three candidates, all others two, and one digit of that cell saves the puzzle.

    Take the digit away. If now each house has each digit as a candidate in two cells or in none, the position is a
    bivalue universal grave. A house with n empty cells then has n digits left, so a solution uses each of them once;
    the digits it does not use, the other one in each cell, come once in each house too and make a second solution.
    That holds for any houses, complete or not. So the puzzle, which has one solution, needs the digit taken away.
    """
    wide = [cell for cell in members(position.empty) if position.masks[cell].bit_count() != 2]
    if len(wide) != 1 or position.masks[wide[0]].bit_count() != 3:
        return
    layout, (cell,) = position.layout, wide
    for digit in members(position.masks[cell]):
        rest = position.remove([Candidate(cell, digit)])
        if all((house & cells).bit_count() in (0, 2) for house in rest.geometry.houses for cells in rest.cells_with):
            removes = rest.candidates_of(1 << cell)
            yield Step(
                Technique.BUG_PLUS_ONE,
                explained(
                    Technique.BUG_PLUS_ONE,
                    BUG_PLUS_ONE,
                    cell=layout.cell_name(cell),
                    digit=sign(digit),
                    removal=removal(layout, removes),
                ),
                tuple(members(position.empty)),
                layout.houses_of[cell],
                position.candidates_of(position.empty),
                removes=removes,
            )
