"""The rules of a sudoku as clauses, sorted by kind, and each clause in words.

`forms` writes the clauses of our own encodings; this module describes what formulas from other sources may contain:
only some sorts of rules, or only the clauses that remain after the givens are applied.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations

from engine.base.errors import InputError
from engine.base.language import lazy_gettext as _
from engine.base.text import joined
from engine.sudoku.as_sat.forms import FORMS
from engine.sudoku.layout import House, Layout
from engine.sudoku.signs import sign
from engine.sudoku.techniques.position import Position, members

Clause = frozenset[int]

_COPY = _("{house}, in grid {grid}")
_BOTH_COPIES = _("both copies of {cell} hold {digit} or neither does")
_HOLDS_DIGIT = _("{cell} holds a digit")
_AT_LEAST_ONCE = _("{digit} at least once in {houses}")
_AT_MOST_ONCE = _("{digit} at most once in {houses}: not in both {first} and {other}")
_ONE_DIGIT = _("{cell} holds one digit at most: not both {first} and {other}")
_IS = _("{cell} is {digit}")
_IS_NOT = _("{cell} is not {digit}")
_AND = _("{others} and {last}")

CELL_AT_LEAST_ONE, CELL_AT_MOST_ONE, COPIES_EQUAL = (
    "each cell holds a digit",
    "no cell holds two",
    "copies of a cell are equal",
)


@dataclass(frozen=True)
class CellGroup:
    """Places with different digits: a house or, in the form `course`, its copy in the grid with the number `copy`."""

    house: House
    places: tuple[int, ...]
    copy: int | None = None

    @property
    def kind(self) -> str:
        """The kind of the house."""
        return self.house.kind

    @property
    def label(self) -> str:
        """The name of the house in the current language."""
        return self.house.label if self.copy is None else _COPY.format(house=self.house.label, grid=self.copy)

    @property
    def at_least_once(self) -> str:
        """The sort of rule that each digit occurs in it at least once."""
        return f"each digit in each {self.kind}"

    @property
    def at_most_once(self) -> str:
        """The sort of rule that each digit occurs in it at most once."""
        return f"no digit twice in a {self.kind}"


@dataclass(frozen=True)
class VariableFrame:
    """The places of the variables, the cell of each place, and the areas that contain it (see `forms.Form`)."""

    layout: Layout
    form: str
    places: tuple[int, ...]
    areas: tuple[CellGroup, ...]

    @property
    def variables(self) -> int:
        """A variable for each place and digit: size * place + digit."""
        return self.layout.size * len(self.places)

    @cached_property
    def copies(self) -> tuple[tuple[int, ...], ...]:
        """For each cell its places: one, or one for each grid that contains it."""
        places_of: list[list[int]] = [[] for _ in self.layout.cells]
        for place, cell in enumerate(self.places):
            places_of[cell].append(place)
        return tuple(tuple(places) for places in places_of)

    @cached_property
    def rules(self) -> dict[str, list[tuple[int, ...]]]:
        """The clauses of each sort; two sorts may share some."""
        size, digits = self.layout.size, range(1, self.layout.size + 1)
        clauses: dict[str, list[tuple[int, ...]]] = {CELL_AT_LEAST_ONE: [], CELL_AT_MOST_ONE: [], COPIES_EQUAL: []}
        for place in range(len(self.places)):
            variables = range(place * size + 1, (place + 1) * size + 1)
            clauses[CELL_AT_LEAST_ONE].append(tuple(variables))
            clauses[CELL_AT_MOST_ONE] += [(-first, -other) for first, other in combinations(variables, 2)]
        for area in self.areas:
            at_least_once, at_most_once = (
                clauses.setdefault(area.at_least_once, []),
                clauses.setdefault(area.at_most_once, []),
            )
            for digit in digits:
                area_variables = [place * size + digit for place in area.places]
                if len(area_variables) == size:
                    at_least_once.append(tuple(area_variables))
                at_most_once += [(-first, -other) for first, other in combinations(area_variables, 2)]
        for first_place, *other_places in (copies for copies in self.copies if copies):
            for other_place in other_places:
                pairs = ((first_place * size + digit, other_place * size + digit) for digit in digits)
                clauses[COPIES_EQUAL] += [
                    clause for first, other in pairs for clause in ((-first, other), (first, -other))
                ]
        return clauses


@lru_cache(maxsize=8)
def frame_of(layout: Layout, form: str) -> VariableFrame:
    """The frame of a layout in a form. Raises InputError for the form `course` if a house lies in no grid."""
    places = FORMS[form].places(layout)
    if form == "shared":
        return VariableFrame(layout, form, places, tuple(CellGroup(house, house.cells) for house in layout.houses))
    areas: list[CellGroup] = []
    copied = set()
    start = 0
    for grid in layout.grids:
        places_in_grid = {cell: start + place for place, cell in enumerate(grid.cells)}
        start += len(places_in_grid)
        for number, house in enumerate(layout.houses):
            if places_in_grid.keys() >= set(house.cells):
                copy = grid.number if number in copied else None
                areas.append(CellGroup(house, tuple(places_in_grid[cell] for cell in house.cells), copy))
                copied.add(number)
    if len(copied) < len(layout.houses):
        raise InputError(f"{layout.title} has a house outside its grids", advice="use the form shared")
    return VariableFrame(layout, form, places, tuple(areas))


def frames(layout: Layout) -> Iterator[VariableFrame]:
    """The frames of a layout: shared, and course if it differs and every house lies in a grid."""
    yield frame_of(layout, "shared")
    if len(layout.grids) > 1:
        with suppress(InputError):
            yield frame_of(layout, "course")


@dataclass(frozen=True)
class PositionClauses:
    """A frame reduced by the digits of a position: only its candidates have variables, counted from 1.

    `frame_variables` are the numbers of these variables in the whole frame, ascending. True clauses and false literals
    are removed. With no digits, this is the whole frame.
    """

    frame: VariableFrame
    position: Position
    frame_variables: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        size, masks = self.frame.layout.size, self.position.masks
        frame_variables = (
            place * size + digit for place, cell in enumerate(self.frame.places) for digit in members(masks[cell])
        )
        object.__setattr__(self, "frame_variables", tuple(frame_variables))

    @cached_property
    def variables(self) -> dict[int, int]:
        """The number, from 1, of each remaining variable of the whole frame: the inverse of `frame_variables`."""
        return {variable: number for number, variable in enumerate(self.frame_variables, 1)}

    @property
    def is_whole(self) -> bool:
        """Whether no digit is known and every variable remains."""
        return len(self.frame_variables) == self.frame.variables

    @cached_property
    def rules(self) -> dict[str, set[Clause]]:
        """The remaining clauses of each sort."""
        if self.is_whole:
            return {sort: set(map(frozenset, clauses)) for sort, clauses in self.frame.rules.items()}
        size, values = self.frame.layout.size, self.position.values
        true = {place * size + values[cell] for place, cell in enumerate(self.frame.places) if values[cell]}
        return {sort: set(_reduced(clauses, self.variables, true)) for sort, clauses in self.frame.rules.items()}

    def meaning(self, variable: int) -> tuple[int, int]:
        """The cell and digit of a variable. Raises ValueError outside 1..variables."""
        place, digit = self._candidate(variable)
        return self.frame.places[place], digit

    def describe(self, clause: Sequence[int]) -> str:
        """A clause in words of the current language; "" if it is not a rule of this reading."""
        candidates = [self._candidate(abs(literal)) for literal in clause]
        places, digits = {place for place, _ in candidates}, {digit for _, digit in candidates}
        signs = {literal > 0 for literal in clause}
        name = self.frame.layout.cell_name
        cells = sorted({self.frame.places[place] for place in places})
        if len(signs) != 1:
            is_equivalence = len(cells) == len(digits) == 1 < len(places) == len(clause)
            return _BOTH_COPIES.format(cell=name(cells[0]), digit=sign(digits.pop())) if is_equivalence else ""
        if signs == {True}:
            if len(places) == 1 and len(digits) == self._options[min(places)]:
                return _HOLDS_DIGIT.format(cell=name(cells[0]))
            houses = [area for area in self.frame.areas if len(digits) == 1 and self._holds(area, places, *digits)]
            if houses:
                return _AT_LEAST_ONCE.format(digit=sign(digits.pop()), houses=_house_names(houses))
            return _IS.format(cell=name(cells[0]), digit=sign(digits.pop())) if len(clause) == 1 else ""
        if len(clause) == 1:
            return _IS_NOT.format(cell=name(cells[0]), digit=sign(digits.pop()))
        if len(places) == 1 and len(digits) == 2:
            first, other = map(sign, sorted(digits))
            return _ONE_DIGIT.format(cell=name(cells[0]), first=first, other=other)
        houses = [area for area in self.frame.areas if len(digits) == 1 and places <= set(area.places)]
        if len(places) != 2 or not houses:
            return ""
        first, other = map(name, cells)
        return _AT_MOST_ONCE.format(digit=sign(digits.pop()), houses=_house_names(houses), first=first, other=other)

    @cached_property
    def _options(self) -> Counter[int]:
        """For each place the number of its candidates."""
        return Counter((variable - 1) // self.frame.layout.size for variable in self.frame_variables)

    def _candidate(self, variable: int) -> tuple[int, int]:
        """The place and digit of a variable. Raises ValueError outside 1..variables."""
        if not 1 <= variable <= len(self.frame_variables):
            raise ValueError(f"variable {variable} is outside 1..{len(self.frame_variables)}")
        place, digit = divmod(self.frame_variables[variable - 1] - 1, self.frame.layout.size)
        return place, digit + 1

    def _holds(self, area: CellGroup, places: set[int], digit: int) -> bool:
        """Whether the area must hold the digit and has exactly these places left for it."""
        masks, cells = self.position.masks, self.frame.places
        remaining = {place for place in area.places if masks[cells[place]] >> digit & 1}
        return remaining == places and len(area.places) == self.frame.layout.size


def _reduced(clauses: Iterable[tuple[int, ...]], number: dict[int, int], true: set[int]) -> Iterator[Clause]:
    """The clauses reduced by an assignment: variables in `true` are true, those in `number` open, others false."""
    for clause in clauses:
        if not any(abs(literal) not in number and (abs(literal) in true) == (literal > 0) for literal in clause):
            yield frozenset(
                number[literal] if literal > 0 else -number[-literal] for literal in clause if abs(literal) in number
            )


def _house_names(areas: Iterable[CellGroup]) -> str:
    *others, last = [area.label for area in areas]
    return _AND.format(others=joined(others), last=last) if others else last
