"""Unique rectangles and BUG+1, which rely on the puzzle having one solution.

**The rectangle, from houses alone.** Take empty cells a, d that share no house, and b, c that share no house, where the
houses of a and d together are those of b and c together: each house of the four cells contains one of a, d and one of
b, c. If a and d were x and b and c were y, exchanging x and y would leave every house with the same digits and change
no given: a second solution. So *in the solution the four cells do not all hold x or y*, which is all that the types
below use. In one grid these are the usual rectangles in two rows, two columns and two boxes. In a box that two grids
share, a cell has more houses than its neighbour outside, and the condition rightly fails.

With rules beyond houses, the exchange must keep these, too: see `exchange`.

The types are those of HoDoKu 2.2. The corners without candidates other than x and y are the *floor*, the others
are the *roof*. A corner may lack one of x and y, which does not affect the argument.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.exchange import keeps_rules
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import CellSet, DigitMask, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, house_names, removal

RECTANGLE_1 = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions; so {roof} must "
    "be something else: {removal}."
)
RECTANGLE_2 = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions; so one of {roof} "
    "is {digit}, and {removal}."
)
RECTANGLE_3 = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions; so one of {roof} "
    "is {extras}. Together with {cells}, that cell takes {digits}: {removal}."
)
RECTANGLE_4 = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions. In {houses}, "
    "{digit} goes in one of {roof}; if the other were {other}, that would be the case: {removal}."
)
RECTANGLE_6 = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions. In {houses}, "
    "{digit} goes in these corners only: if {roof} were {digit}, {floor} would be {other}. So {removal}."
)
HIDDEN_RECTANGLE = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions. In {houses}, "
    "{digit} goes in these corners only: if {corner} were {other}, {sides} would be {digit} and {opposite} would be "
    "{other}. So {removal}."
)
BUG_PLUS_ONE = _(
    "if {cell} were not {digit}, every candidate would appear twice in each of its houses and there would be two "
    "solutions: {removal}."
)


@dataclass(frozen=True)
class _Rectangle:
    """A rectangle that makes a step: its two digits, floor and roof; `rest` has the numbers that depend on the type."""

    position: Position
    pattern: Pattern
    pair: DigitMask
    floor: CellSet
    roof: CellSet
    rest: tuple[int, ...]

    @classmethod
    def of(cls, position: Position, pattern: Pattern) -> "_Rectangle":
        """The rectangle of a pattern, whose numbers are the corners, the mask of the pair, and the rest."""
        corners, pair = union(pattern.numbers[:4]), pattern.numbers[4]
        roof = union(cell for cell in members(corners) if position.masks[cell] & ~pair)
        return cls(position, pattern, pair, corners & ~roof, roof, pattern.numbers[5:])

    @property
    def extras(self) -> DigitMask:
        """The other digits of the roof."""
        return _digits(self.position, self.roof) & ~self.pair

    def type_1(self) -> Step:
        """One corner has other candidates: it takes one of these."""
        return self._step(RECTANGLE_1)

    def types_2_and_5(self) -> Step:
        """The other candidates are one digit, which a roof cell takes; cells that see all of them can't be it."""
        return self._step(RECTANGLE_2, self.roof, digit=sign(self.extras.bit_length() - 1))

    def type_3(self) -> Step:
        """One roof cell takes one of the extras and forms a naked subset with cells of a common house.

        The rest are the house and the cells.
        """
        house, *others = self.rest
        cells = union(others)
        digits = self.extras | _digits(self.position, cells)
        return self._step(
            RECTANGLE_3,
            self.roof | cells,
            (house,),
            extras=digit_names(members(self.extras)),
            cells=self._cells(cells),
            digits=digit_names(members(digits), "and"),
        )

    def type_4(self) -> Step:
        """A digit of the pair has its only two places in a house of the roof, so the other digit can't be there.

        The rest are the digit and the house.
        """
        digit, *houses = self.rest
        return self._step(RECTANGLE_4, houses=tuple(houses), digit=sign(digit), other=sign(self._partner(digit)))

    def type_6(self) -> Step:
        """A digit of the pair has its only places in two houses at the four corners, so it can't be at the roof.

        The rest are the digit and the houses.
        """
        digit, *houses = self.rest
        return self._step(RECTANGLE_6, houses=tuple(houses), digit=sign(digit), other=sign(self._partner(digit)))

    def hidden(self) -> Step:
        """A corner opposite a floor cell; in its houses on both sides a digit of the pair has no other place.

        With the other digit of the pair in that corner, its neighbours would hold the first digit, and the floor the
        other. The rest are the corner, the digit and the houses.
        """
        corner, digit, *houses = self.rest
        diagonals = self.pattern.numbers[:2], self.pattern.numbers[2:4]
        diagonal, sides = diagonals if corner in diagonals[0] else diagonals[::-1]
        return self._step(
            HIDDEN_RECTANGLE,
            houses=tuple(houses),
            corner=self._cells(1 << corner),
            sides=self._cells(union(sides)),
            opposite=self._cells(union(diagonal) ^ 1 << corner),
            digit=sign(digit),
            other=sign(self._partner(digit)),
        )

    def _partner(self, digit: int) -> int:
        """The other digit of the pair."""
        return (self.pair & ~(1 << digit)).bit_length() - 1

    def _cells(self, cells: CellSet) -> str:
        return cell_names(self.position.layout, members(cells))

    def _step(self, sentence: Sentence, proof: CellSet = 0, houses: tuple[int, ...] = (), **parts: str) -> Step:
        """The step, whose proof is the pair in the corners and all candidates of `proof`."""
        position, pattern, corners = self.position, self.pattern, self.floor | self.roof
        return Step(
            pattern.technique,
            explained(
                pattern.technique,
                sentence,
                corners=self._cells(corners),
                pair=digit_names(members(self.pair), "and"),
                roof=self._cells(self.roof),
                floor=self._cells(self.floor),
                houses=house_names(position.layout, dict.fromkeys(houses)),
                removal=removal(position.layout, pattern.removes),
                **parts,
            ),
            tuple(members(corners | proof)),
            houses,
            tuple(sorted(position.candidates_of(corners & ~proof, self.pair) + position.candidates_of(proof))),
            removes=pattern.removes,
        )


TYPES: dict[Technique, Callable[[_Rectangle], Step]] = {
    Technique.UNIQUE_RECTANGLE_1: _Rectangle.type_1,
    Technique.UNIQUE_RECTANGLE_2: _Rectangle.types_2_and_5,
    Technique.UNIQUE_RECTANGLE_3: _Rectangle.type_3,
    Technique.UNIQUE_RECTANGLE_4: _Rectangle.type_4,
    Technique.UNIQUE_RECTANGLE_5: _Rectangle.types_2_and_5,
    Technique.UNIQUE_RECTANGLE_6: _Rectangle.type_6,
    Technique.HIDDEN_RECTANGLE: _Rectangle.hidden,
}
"""The method for each type of rectangle."""


def _rectangle(position: Position, pattern: Pattern) -> Step:
    return TYPES[pattern.technique](_Rectangle.of(position, pattern))


def _keeps_rules(position: Position, pattern: Pattern) -> bool:
    low, high = members(pattern.numbers[4])
    return keeps_rules(position, (union(pattern.numbers[:2]), union(pattern.numbers[2:4])), (low, high))


unique_rectangles = PatternFinder(tuple(TYPES), _rectangle, tables=True, keeps_rules=_keeps_rules)
"""Unique rectangles of types 1 to 6, and hidden rectangles."""


def _digits(position: Position, cells: CellSet) -> DigitMask:
    """The union of the candidates of some cells."""
    return reduce(or_, (position.masks[cell] for cell in members(cells)), 0)


def _bug_plus_one(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the cell with three candidates and the digit that saves the puzzle."""
    layout, (cell, digit) = position.layout, pattern.numbers
    return Step(
        Technique.BUG_PLUS_ONE,
        explained(
            Technique.BUG_PLUS_ONE,
            BUG_PLUS_ONE,
            cell=layout.cell_name(cell),
            digit=sign(digit),
            removal=removal(layout, pattern.removes),
        ),
        tuple(members(position.empty)),
        layout.houses_of[cell],
        position.candidates_of(position.empty),
        removes=pattern.removes,
    )


bug_plus_one = PatternFinder((Technique.BUG_PLUS_ONE,), _bug_plus_one)
"""BUG+1: one empty cell has three candidates, all others two, and one digit of that cell saves the puzzle.

Remove that digit. If now each house has each digit as a candidate in two cells or in none, the position is a bivalue
universal grave. A house with n empty cells then has n digits left, so a solution uses each of them once; the unused
digits, the other one in each cell, also occur once in each house and form a second solution. This holds for any houses,
complete or not. So a puzzle with one solution needs the removed digit.
"""
