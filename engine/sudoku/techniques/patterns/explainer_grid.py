# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""The steps of Sudoku Explainer without chains, in its order: a kernel for ordinary grids of 9x9 cells.

The rating of a puzzle depends on which of several equal steps comes first, so the kernel scans houses, digits and cells
in Sudoku Explainer's order: boxes before columns before rows, and sets by their bits as a number. Houses are numbers:
boxes from 0, rows from 9, columns from 18. Places in a house count from 0; bit d of a mask is digit d.
"""

from array import array
from collections.abc import Sequence

import cython

KINDS = cython.declare(cython.int[::1], array("i", [0, 2, 1]))
"""The order of houses: boxes, columns, rows."""

HOUSES = [
    [[box // 3 * 27 + box % 3 * 3 + place // 3 * 9 + place % 3 for place in range(9)] for box in range(9)],
    [[9 * row + column for column in range(9)] for row in range(9)],
    [[9 * row + column for row in range(9)] for column in range(9)],
]
"""The cells of boxes, rows and columns."""

HOUSE_CELLS = array("i", [cell for kind in HOUSES for house in kind for cell in house])
HOUSES_OF = array("i", bytes(4 * 243))
PLACE_IN = array("i", bytes(4 * 243))
SEES = array("i", bytes(4 * 6561))
for number in range(27):
    for at in range(9):
        cell = HOUSE_CELLS[9 * number + at]
        HOUSES_OF[3 * cell + number // 9], PLACE_IN[3 * cell + number // 9] = number, at
        for other in HOUSE_CELLS[9 * number : 9 * number + 9]:
            SEES[81 * cell + other] = cell != other
PEERS = array("i", [other for cell in range(81) for other in range(81) if SEES[81 * cell + other]])
COUNT = array("i", [mask.bit_count() for mask in range(1024)])
LOWEST = array("i", [(mask & -mask).bit_length() - 1 for mask in range(1024)])
COMBINATIONS = array("i", sorted(range(512), key=lambda mask: (mask.bit_count(), mask)))
COMBINATIONS_AT = array("i", [sum(1 for mask in COMBINATIONS if mask.bit_count() < size) for size in range(11)])


@cython.cclass
class ExplainerGrid:
    """A grid, and the first step of a kind found in it.

    A step has a `rank`, the cell it fills (or -1), and the candidates it removes.
    """

    def __init__(self) -> None:
        self.grid, self.values, self.filled = _zeros(81 + 270), _zeros(81), _zeros(27)
        self.house_cells, self.houses_of, self.place_in = HOUSE_CELLS, HOUSES_OF, PLACE_IN
        self.peers, self.sees, self.count, self.lowest = PEERS, SEES, COUNT, LOWEST
        self.combinations, self.combinations_at = COMBINATIONS, COMBINATIONS_AT
        self.removed_cells, self.removed_masks, self.loop = _zeros(162), _zeros(162), _zeros(81)
        self.best_cells, self.best_masks, self.extra, self.marks = _zeros(81), _zeros(81), _zeros(81), _zeros(81)
        self.seen_by, self.choice = _zeros(81 * 3), _zeros(81)
        self.left = self.removals = self.placed_digit = self.loop_length = self.loop_type = self.best = 0
        self.placed, self.rank, self.loop_rank = -1, 0.0, 0.0

    def load(self, values: Sequence[int], masks: Sequence[int]) -> None:
        """Load digits and masks of candidates."""
        for k in range(81 + 270):
            self.grid[k] = 0
        for house in range(27):
            self.filled[house] = 0
        self.left = 0
        for cell in range(81):
            self.values[cell] = values[cell]
            if values[cell]:
                for kind in range(3):
                    self.filled[self.houses_of[cell * 3 + kind]] += 1
            else:
                self.left += 1
                self.grid[cell] = masks[cell]
                for digit in range(1, 10):
                    if masks[cell] >> digit & 1:
                        for kind in range(3):
                            house = self.houses_of[cell * 3 + kind]
                            self.grid[81 + house * 10 + digit] |= 1 << self.place_in[cell * 3 + kind]

    def is_solved(self) -> bool:
        """Whether all cells have a digit."""
        return self.left == 0

    def state(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The digits and the masks of candidates."""
        return tuple(self.values), tuple([self.grid[cell] for cell in range(81)])

    def is_broken(self) -> bool:
        """Whether a cell has no candidate left."""
        return any(not self.values[cell] and not self.grid[cell] for cell in range(81))

    def drop(self, cell: int, digit: int) -> None:
        """Remove a candidate."""
        self.remove(cell, digit)

    def step_rank(self) -> float:
        """The rank of the step found."""
        return self.rank

    def step_places(self) -> list[tuple[int, int]]:
        """The cell and digit that the step places."""
        return [] if self.placed < 0 else [(self.placed, self.placed_digit)]

    def step_removes(self) -> list[tuple[int, int]]:
        """The candidates that the step removes."""
        return [
            (self.removed_cells[k], digit)
            for k in range(self.removals)
            for digit in range(1, 10)
            if self.removed_masks[k] >> digit & 1
        ]

    def apply(self) -> None:
        """Apply the step found."""
        for k in range(self.removals):
            for digit in range(1, 10):
                if self.removed_masks[k] >> digit & 1:
                    self.remove(self.removed_cells[k], digit)
        if self.placed >= 0:
            self.place(self.placed, self.placed_digit)

    @cython.locals(cell=cython.int, digit=cython.int)
    def place(self, cell: int, digit: int) -> None:
        """Fill a cell."""
        for other in range(1, 10):
            self.remove(cell, other)
        if not self.values[cell]:
            self.left -= 1
            for kind in range(3):
                self.filled[self.houses_of[cell * 3 + kind]] += 1
        self.values[cell] = digit
        for k in range(20):
            self.remove(self.peers[cell * 20 + k], digit)

    def first_pattern(self, kind: int) -> bool:
        """Find the first step of a kind without chains, see `explainer.STAGES`."""
        self.removals, self.placed = 0, -1
        if kind == 0:
            return self._hidden_single()
        if kind == 1:
            return self._direct_locked()
        if kind == 2:
            return self._direct_hidden(2)
        if kind == 3:
            return self._naked_single()
        if kind == 4:
            return self._direct_hidden(3)
        if kind == 5:
            return self.locked()
        if kind == 6:
            return self.naked_sets(2)
        if kind == 7:
            return self.fish(2)
        if kind == 8:
            return self.hidden_sets(2)
        if kind == 9:
            return self.naked_sets(3)
        if kind == 10:
            return self.fish(3)
        if kind == 11:
            return self.hidden_sets(3)
        if kind == 12:
            return self._wings(2)
        if kind == 13:
            return self._wings(3)
        if kind == 14:
            return self._loops()
        if kind == 15:
            return self.naked_sets(4)
        if kind == 16:
            return self.fish(4)
        if kind == 17:
            return self.hidden_sets(4)
        if kind == 18:
            return self._grave()
        return self._aligned(2 if kind == 19 else 3)

    @cython.cfunc
    @cython.exceptval(check=False)
    def remove(self, cell: cython.int, digit: cython.int) -> cython.void:
        """Remove a candidate, if present."""
        if self.grid[cell] >> digit & 1:
            self.grid[cell] &= ~(1 << digit)
            for kind in range(3):
                house = self.houses_of[cell * 3 + kind]
                self.grid[81 + house * 10 + digit] &= ~(1 << self.place_in[cell * 3 + kind])

    @cython.cfunc
    @cython.exceptval(check=False)
    def lose(self, cell: cython.int, mask: cython.int) -> cython.void:
        """Add these candidates of a cell, if present, to those that the step removes."""
        mask &= self.grid[cell]
        if mask:
            self.removed_cells[self.removals], self.removed_masks[self.removals] = cell, mask
            self.removals += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _take(self, rank: cython.double) -> cython.bint:
        """Whether the step removes anything; if so, set its rank."""
        self.rank = rank
        return self.removals > 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def found_locked(self, house: cython.int, other: cython.int, digit: cython.int) -> cython.bint:
        """Report a digit with all its places of a house in another house too; return whether to end the search."""
        for place in range(9):
            cell = self.house_cells[other * 9 + place]
            if self.houses_of[cell * 3 + house // 9] != house:
                self.lose(cell, 1 << digit)
        return self._take(2.6 if other >= 9 else 2.8)

    @cython.cfunc
    @cython.exceptval(check=False)
    def found_hidden(
        self, house: cython.int, digits: cython.int, places: cython.int, degree: cython.int
    ) -> cython.bint:
        """Report digits with as many places in a house; return whether to end the search."""
        for place in range(9):
            if places >> place & 1:
                self.lose(self.house_cells[house * 9 + place], ~digits)
        return self._take(3.4 if degree == 2 else 4.0 if degree == 3 else 5.4)

    @cython.cfunc
    @cython.exceptval(check=False)
    def found_naked(self, house: cython.int, places: cython.int, digits: cython.int, degree: cython.int) -> cython.bint:
        """Report cells of a house with as many digits; return whether to end the search."""
        for place in range(9):
            if not places >> place & 1:
                self.lose(self.house_cells[house * 9 + place], digits)
        return self._take(3.0 if degree == 2 else 3.6 if degree == 3 else 5.0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def found_fish(
        self, kind: cython.int, lines: cython.int, across: cython.int, digit: cython.int, degree: cython.int
    ) -> cython.bint:
        """Report a digit with its places in some lines all in as many cross lines; return whether to end the search."""
        first: cython.int = 9 if kind == 2 else 18
        for line in range(9):
            if across >> line & 1:
                for place in range(9):
                    if not lines >> place & 1:
                        self.lose(self.house_cells[(first + line) * 9 + place], 1 << digit)
        return self._take(3.2 if degree == 2 else 3.8 if degree == 3 else 5.2)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _hidden_single(self) -> cython.bint:
        for last in range(1, -1, -1):
            for order in range(3):
                kind = KINDS[order]
                for house in range(kind * 9, kind * 9 + 9):
                    if (self.filled[house] == 8) != last:
                        continue
                    for digit in range(1, 10):
                        places = self.grid[81 + house * 10 + digit]
                        if self.count[places] == 1:
                            self.placed = self.house_cells[house * 9 + self.lowest[places]]
                            self.placed_digit = digit
                            self.rank = 1.0 if last else 1.2 if kind == 0 else 1.5
                            return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _naked_single(self) -> cython.bint:
        for cell in range(81):
            if self.count[self.grid[cell]] == 1:
                self.placed, self.placed_digit, self.rank = cell, self.lowest[self.grid[cell]], 2.3
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _direct_locked(self) -> cython.bint:
        """Locked candidates that leave their digit one place in a house of the same kind as the first."""
        for order in range(4):
            kind: cython.int = 0 if order < 2 else 2 if order == 2 else 1
            across: cython.int = 2 if order == 0 else 1 if order == 1 else 0
            for digit in range(1, 10):
                for house in range(kind * 9, kind * 9 + 9):
                    places = self.grid[81 + house * 10 + digit]
                    if self.count[places] < 2:
                        continue
                    other = self.houses_of[self.house_cells[house * 9 + self.lowest[places]] * 3 + across]
                    if not self._is_inside(house, places, across, other):
                        continue
                    for third in range(kind * 9, kind * 9 + 9):
                        places = self.grid[81 + third * 10 + digit]
                        if third == house or self.count[places] < 2:
                            continue
                        remainder, last, meets = 0, -1, False
                        for place in range(9):
                            cell = self.house_cells[third * 9 + place]
                            if self.houses_of[cell * 3 + across] == other:
                                meets = True
                            elif places >> place & 1:
                                remainder += 1
                                last = cell
                        if meets and remainder == 1:
                            self.placed, self.placed_digit = last, digit
                            self.rank = 1.7 if kind == 0 else 1.9
                            return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_inside(self, house: cython.int, places: cython.int, across: cython.int, other: cython.int) -> cython.bint:
        """Whether all these places of a house lie in one house of the kind `across`."""
        while places:
            if self.houses_of[self.house_cells[house * 9 + self.lowest[places]] * 3 + across] != other:
                return False
            places &= places - 1
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def locked(self) -> cython.bint:
        """Locked candidates."""
        for order in range(4):
            kind: cython.int = 0 if order < 2 else 2 if order == 2 else 1
            across: cython.int = 2 if order == 0 else 1 if order == 1 else 0
            for digit in range(1, 10):
                for house in range(kind * 9, kind * 9 + 9):
                    places = self.grid[81 + house * 10 + digit]
                    if self.count[places] < 2:
                        continue
                    other = self.houses_of[self.house_cells[house * 9 + self.lowest[places]] * 3 + across]
                    if self._is_inside(house, places, across, other) and self.found_locked(house, other, digit):
                        return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _hidden_places(self, house: cython.int, digits: cython.int, degree: cython.int) -> cython.int:
        """The places of these digits in a house; 0 unless there are as many as digits, at least two for each.

        Bit k of `digits` stands for digit k + 1.
        """
        union: cython.int = 0
        while digits:
            places = self.grid[81 + house * 10 + self.lowest[digits] + 1]
            if self.count[places] < 2:
                return 0
            union |= places
            digits &= digits - 1
        return union if self.count[union] == degree else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _direct_hidden(self, degree: cython.int) -> cython.bint:
        """Hidden sets that leave another digit one place in the same house."""
        for order in range(3):
            kind = KINDS[order]
            for house in range(kind * 9, kind * 9 + 9):
                if 9 - self.filled[house] <= degree:
                    continue
                for k in range(self.combinations_at[degree], self.combinations_at[degree + 1]):
                    digits = self.combinations[k]
                    places = self._hidden_places(house, digits, degree)
                    if places:
                        for digit in range(1, 10):
                            before = self.grid[81 + house * 10 + digit]
                            remainder = before & ~places
                            if not digits << 1 >> digit & 1 and self.count[before] > 1 and self.count[remainder] == 1:
                                self.placed = self.house_cells[house * 9 + self.lowest[remainder]]
                                self.placed_digit, self.rank = digit, 2.0 if degree == 2 else 2.5
                                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def hidden_sets(self, degree: cython.int) -> cython.bint:
        """Hidden pairs, triples or quadruples."""
        for order in range(3):
            kind = KINDS[order]
            for house in range(kind * 9, kind * 9 + 9):
                if 9 - self.filled[house] <= 2 * degree:
                    continue
                possible: cython.int = 0
                for digit in range(1, 10):
                    size = self.count[self.grid[81 + house * 10 + digit]]
                    if 2 <= size <= degree:
                        possible |= 1 << (digit - 1)
                if self.count[possible] < degree:
                    continue
                for k in range(self.combinations_at[degree], self.combinations_at[degree + 1]):
                    digits = self.combinations[k]
                    if digits & ~possible:
                        continue
                    places = self._hidden_places(house, digits, degree)
                    if places and self.found_hidden(house, digits << 1, places, degree):
                        return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def naked_sets(self, degree: cython.int) -> cython.bint:
        """Naked pairs, triples or quadruples."""
        for order in range(3):
            kind = KINDS[order]
            for house in range(kind * 9, kind * 9 + 9):
                if 9 - self.filled[house] < 2 * degree:
                    continue
                possible: cython.int = 0
                for place in range(9):
                    size = self.count[self.grid[self.house_cells[house * 9 + place]]]
                    if 2 <= size <= degree:
                        possible |= 1 << place
                if self.count[possible] < degree:
                    continue
                for k in range(self.combinations_at[degree], self.combinations_at[degree + 1]):
                    places = self.combinations[k]
                    if places & ~possible:
                        continue
                    union: cython.int = 0
                    rest = places
                    while rest:
                        union |= self.grid[self.house_cells[house * 9 + self.lowest[rest]]]
                        rest &= rest - 1
                    if self.count[union] == degree and self.found_naked(house, places, union, degree):
                        return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def fish(self, degree: cython.int) -> cython.bint:
        """X-wings, swordfish or jellyfish."""
        placed = self.choice
        for digit in range(10):
            placed[digit] = 0
        for cell in range(81):
            placed[self.values[cell]] += 1
        for kind in range(2, 0, -1):
            for k in range(self.combinations_at[degree], self.combinations_at[degree + 1]):
                lines = self.combinations[k]
                for digit in range(1, 10):
                    if placed[digit] + 2 * degree > 9:
                        continue
                    union: cython.int = 0
                    rest = lines
                    while rest:
                        places = self.grid[81 + (kind * 9 + self.lowest[rest]) * 10 + digit]
                        if self.count[places] < 2:
                            break
                        union |= places
                        rest &= rest - 1
                    is_fish = rest == 0 and self.count[union] == degree
                    if is_fish and self.found_fish(kind, lines, union, digit, degree):
                        return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _wings(self, degree: cython.int) -> cython.bint:
        """XY-wings (2) or XYZ-wings (3)."""
        for cell in range(81):
            mask = self.grid[cell]
            if self.count[mask] != degree:
                continue
            for k in range(20):
                base = self.peers[cell * 20 + k]
                if self.count[self.grid[base]] != 2 or self.count[mask & ~self.grid[base]] != 1:
                    continue
                for j in range(20):
                    other = self.peers[cell * 20 + j]
                    if (
                        self.count[self.grid[other]] == 2
                        and self.count[mask | self.grid[base] | self.grid[other]] == 3
                        and self.count[mask & self.grid[base] & self.grid[other]] == degree - 2
                    ):
                        digit = self.lowest[self.grid[base] & self.grid[other]]
                        for i in range(20):
                            seen = self.peers[base * 20 + i]
                            if (
                                seen != cell
                                and self.sees[other * 81 + seen]
                                and (degree == 2 or self.sees[cell * 81 + seen])
                            ):
                                self.lose(seen, 1 << digit)
                        if self._take(4.2 if degree == 2 else 4.4):
                            return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _loops(self) -> cython.bint:
        """Unique rectangles and loops: the first with the lowest rank and type."""
        self.loop_type = 0
        for cell in range(81):
            if self.count[self.grid[cell]] == 2:
                self.loop_length = 0
                self._extend_loop(cell, self.grid[cell], 0, 2, -1)
        if self.loop_type == 0:
            return False
        for k in range(self.best):
            self.lose(self.best_cells[k], self.best_masks[k])
        return self._take(self.loop_rank)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _extend_loop(
        self, cell: cython.int, digits: cython.int, extra: cython.int, allowed: cython.int, last: cython.int
    ) -> cython.void:
        """Extend the loop to a cell, through a house of another kind than the last."""
        self.loop[self.loop_length] = cell
        self.loop_length += 1
        for kind in range(3):
            if kind == last:
                continue
            house = self.houses_of[cell * 3 + kind]
            for place in range(9):
                after = self.house_cells[house * 9 + place]
                if after == self.loop[0] and self.loop_length >= 4:
                    self._try_loop(digits)
                    continue
                if digits & ~self.grid[after]:
                    continue
                entry = False
                for k in range(self.loop_length):
                    entry |= self.loop[k] == after
                if entry:
                    continue
                more = (extra | self.grid[after]) & ~digits
                size = self.count[self.grid[after]]
                if size == 2 or self.count[more] == 1 or allowed > 0:
                    self._extend_loop(after, digits, more, allowed - (size > 2), kind)
        self.loop_length -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_valid_loop(self) -> cython.bint:
        """Whether the loop visits each house twice or never: once at an even and once at an odd index."""
        odd: cython.int = 0
        even: cython.int = 0
        for k in range(self.loop_length):
            for kind in range(3):
                bit = 1 << self.houses_of[self.loop[k] * 3 + kind]
                if (odd if k & 1 else even) & bit:
                    return False
                if k & 1:
                    odd |= bit
                else:
                    even |= bit
        return odd == even

    @cython.cfunc
    @cython.exceptval(check=False)
    def _take_loop(self, kind: cython.int, rank: cython.double) -> cython.void:
        """Keep the current step if it comes before the best one, then clear it."""
        if self.removals and (
            self.loop_type == 0 or rank < self.loop_rank or (rank == self.loop_rank and kind < self.loop_type)
        ):
            self.loop_type, self.loop_rank, self.best = kind, rank, self.removals
            for k in range(self.removals):
                self.best_cells[k], self.best_masks[k] = self.removed_cells[k], self.removed_masks[k]
        self.removals = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _try_loop(self, digits: cython.int) -> cython.void:
        """Try the conclusions of a closed loop of these two digits."""
        if not self._is_valid_loop():
            return
        size: cython.int = self.loop_length
        rank = 4.5
        if size >= 10:
            rank += 0.3
        if size >= 8:
            rank += 0.2
        elif size >= 6:
            rank += 0.1
        first, other, extras, union = -1, -1, 0, 0
        for k in range(size):
            cell = self.loop[k]
            if self.count[self.grid[cell]] > 2:
                extras += 1
                union |= self.grid[cell]
                if first < 0:
                    first = cell
                elif other < 0:
                    other = cell
        union &= ~digits
        if extras == 1:
            self.lose(first, digits)
            self._take_loop(1, rank)
        elif extras > 2 or (extras == 2 and self.count[union] == 1):
            digit = self.lowest[self.grid[first] & ~digits]
            for k in range(20):
                cell = self.peers[first * 20 + k]
                seen = True
                for j in range(size):
                    if self.count[self.grid[self.loop[j]]] > 2:
                        seen &= self.loop[j] != cell and (self.loop[j] == first or self.sees[self.loop[j] * 81 + cell])
                if seen:
                    self.lose(cell, 1 << digit)
            self._take_loop(2, rank)
        elif extras == 2:
            self._try_loop_sets(digits, union, first, other, rank)
        if extras == 2:
            self._try_loop_links(digits, first, other, rank)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _try_loop_sets(
        self, digits: cython.int, more: cython.int, first: cython.int, other: cython.int, rank: cython.double
    ) -> cython.void:
        """Naked and hidden sets with the two cells that have extra digits counted as one cell (type 3).

        Keeps the first of each kind for a loop.
        """
        is_naked_found, is_hidden_found = False, False
        rest: cython.int = 0x3FE & ~digits & ~more
        others = self.choice
        free: cython.int = 0
        for digit in range(1, 10):
            if rest >> digit & 1:
                others[free] = digit
                free += 1
        shared = more & self.grid[first] & self.grid[other]
        for degree in range(2, 8):
            for kind in range(3):
                house = self.houses_of[first * 3 + kind]
                if house != self.houses_of[other * 3 + kind]:
                    continue
                empty = 9 - self.filled[house]
                base, two = self.place_in[first * 3 + kind], self.place_in[other * 3 + kind]
                if degree * 2 <= empty and degree >= self.count[more] and not is_naked_found:
                    for k in range(self.combinations_at[degree], self.combinations_at[degree + 1]):
                        places = self.combinations[k]
                        if not places >> base & 1 or places >> two & 1:
                            continue
                        naked, valid = shared, self.count[more] > 1
                        for place in range(9):
                            if places >> place & 1 and place != base:
                                mask = self.grid[self.house_cells[house * 9 + place]]
                                naked |= mask
                                valid &= self.count[mask] > 1
                        if valid and self.count[naked] == degree and self.count[naked | more] == degree:
                            for place in range(9):
                                if not places >> place & 1 and place != two:
                                    self.lose(self.house_cells[house * 9 + place], naked)
                            if self.removals:
                                is_naked_found = True
                                self._take_loop(3, rank + (degree - 1) * 0.1)
                                break
                if degree * 2 < empty and degree - 2 <= free and not is_hidden_found:
                    for choice in range(1 << free):
                        if self.count[choice] != degree - 2:
                            continue
                        target, places, valid = digits, 0, True
                        for k in range(free):
                            if choice >> k & 1:
                                target |= 1 << others[k]
                        for digit in range(1, 10):
                            if target >> digit & 1:
                                mask = self.grid[81 + house * 10 + digit] & ~(1 << two)
                                valid &= mask != 0
                                places |= mask
                        if valid and self.count[places] == degree:
                            places &= ~(1 << base)
                            for place in range(9):
                                if places >> place & 1:
                                    self.lose(self.house_cells[house * 9 + place], ~target)
                            if self.removals:
                                is_hidden_found = True
                                self._take_loop(3, rank + (self.count[places] - 1) * 0.1)
                                break

    @cython.cfunc
    @cython.exceptval(check=False)
    def _try_loop_links(
        self, digits: cython.int, first: cython.int, other: cython.int, rank: cython.double
    ) -> cython.void:
        """A house has one digit of the loop only in the two cells with extra digits: the other falls (type 4)."""
        low: cython.int = self.lowest[digits]
        high: cython.int = self.lowest[digits & (digits - 1)]
        is_low, is_high = False, False
        for kind in range(3):
            house = self.houses_of[first * 3 + kind]
            if house == self.houses_of[other * 3 + kind]:
                both = 1 << self.place_in[first * 3 + kind] | 1 << self.place_in[other * 3 + kind]
                is_low |= self.grid[81 + house * 10 + low] & ~both == 0
                is_high |= self.grid[81 + house * 10 + high] & ~both == 0
        if is_low or is_high:
            falls = 1 << (high if is_low else low)
            self.lose(first, falls)
            self.lose(other, falls)
            self._take_loop(4, rank)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _grave(self) -> cython.bint:
        """Bivalue universal graves: all open cells have two candidates, except a few with more."""
        bugs, every, spread, has_common, is_one, only, is_any = 0, 0, 0, False, True, 0, False
        for cell in range(81):
            self.extra[cell] = self.marks[cell] = 0
        for house in range(27):
            for digit in range(1, 10):
                places = self.grid[81 + house * 10 + digit]
                if places == 0 or self.count[places] == 2:
                    continue
                number, last = 0, -1
                for place in range(9):
                    cell = self.house_cells[house * 9 + place]
                    if places >> place & 1 and self.count[self.grid[cell]] >= 3:
                        number += 1
                        last = cell
                if not is_any:
                    is_any, only = True, digit
                elif is_one and only != digit:
                    is_one = False
                if is_one:
                    for place in range(9):
                        cell = self.house_cells[house * 9 + place]
                        if places >> place & 1 and self.count[self.grid[cell]] >= 3:
                            self.marks[cell] = 1
                if number == 1:
                    if not self.extra[last]:
                        self.loop[bugs] = last
                        bugs += 1
                    self.extra[last] |= 1 << digit
                    every |= 1 << digit
                    if bugs > 1 and self.count[every] > 1 and not self._has_common(bugs):
                        return False
                elif number == 0:
                    return False
        if is_one and is_any:
            spread = 0
            for cell in range(81):
                spread += self.marks[cell]
            if spread > bugs:
                for cell in range(81):
                    if self.marks[cell] and not self.extra[cell]:
                        self.loop[bugs] = cell
                        bugs += 1
                        self.extra[cell] = 1 << only
                        if bugs > 1 and self.count[every] > 1 and not self._has_common(bugs):
                            return False
        if bugs == 0:
            return False
        for cell in range(81):
            if not self.values[cell] and self.count[self.grid[cell] & ~self.extra[cell]] != 2:
                return False
        for house in range(27):
            for digit in range(1, 10):
                number = 0
                for place in range(9):
                    cell = self.house_cells[house * 9 + place]
                    number += (self.grid[cell] & ~self.extra[cell]) >> digit & 1
                if number != 0 and number != 2:
                    return False
        has_common = self._has_common(bugs)
        if bugs == 1:
            self.lose(self.loop[0], ~every)
            return self._take(5.6)
        if self.count[every] == 1:
            if has_common:
                for cell in range(81):
                    if self._is_common(cell, bugs):
                        self.lose(cell, every)
                if self._take(5.7):
                    return True
            return bugs == 2 and self._grave_links(every)
        if not has_common:
            return False
        return (bugs == 2 and self._grave_links(every)) or self._grave_sets(bugs, every)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_common(self, cell: cython.int, bugs: cython.int) -> cython.bint:
        """Whether a cell sees all cells of the grave with extra candidates."""
        seen = True
        for k in range(bugs):
            seen &= self.sees[self.loop[k] * 81 + cell] != 0
        return seen

    @cython.cfunc
    @cython.exceptval(check=False)
    def _has_common(self, bugs: cython.int) -> cython.bint:
        found = False
        for cell in range(81):
            found |= self._is_common(cell, bugs)
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def _grave_links(self, every: cython.int) -> cython.bint:
        """Two cells with extra candidates that share a house and one more digit (type 4)."""
        base, two = self.loop[0], self.loop[1]
        common = self.grid[base] & self.grid[two] & ~every
        if self.count[common] != 1:
            return False
        for kind in range(3):
            if self.houses_of[base * 3 + kind] == self.houses_of[two * 3 + kind]:
                self.lose(base, ~(self.extra[base] | common))
                self.lose(two, ~(self.extra[two] | common))
                return self._take(5.7)
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _grave_sets(self, bugs: cython.int, every: cython.int) -> cython.bint:
        """Naked sets with the cells that have extra candidates counted as one cell (type 3)."""
        cells = self.choice
        for degree in range(2, 7):
            for kind in range(3):
                house = self.houses_of[self.loop[0] * 3 + kind]
                shared = True
                for k in range(1, bugs):
                    shared &= self.houses_of[self.loop[k] * 3 + kind] == house
                if not shared:
                    continue
                number: cython.int = 0
                for cell in range(81):
                    if self.houses_of[cell * 3 + kind] == house and self._is_common(cell, bugs):
                        cells[number] = cell
                        number += 1
                if number < degree:
                    continue
                for choice in range(1 << number):
                    if self.count[choice] != degree - 1:
                        continue
                    union, valid = 0, self.count[every] > 1
                    for k in range(number):
                        if choice >> k & 1:
                            union |= self.grid[cells[k]]
                            valid &= self.count[self.grid[cells[k]]] > 1
                    if valid and self.count[union] == degree and self.count[union | every] == degree:
                        for k in range(number):
                            if not choice >> k & 1:
                                self.lose(cells[k], union)
                        if self._take(5.7 + (degree - 1) * 0.1):
                            return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _aligned(self, degree: cython.int) -> cython.bint:
        """Aligned exclusion: two or three cells must leave a candidate in every cell that sees them all."""
        number = 0
        for cell in range(81):
            self.marks[cell] = 0
            for k in range(3):
                self.seen_by[cell * 3 + k] = 0
            if self.count[self.grid[cell]] < 2:
                continue
            valid, is_any = True, False
            for k in range(20):
                other = self.peers[cell * 20 + k]
                size = self.count[self.grid[other]]
                valid &= size != 1
                if 2 <= size <= degree:
                    is_any = True
                    self.seen_by[cell * 3 + other // 27] |= 1 << other % 27
            if valid and is_any:
                self.marks[cell] = 1
                self.loop[number] = cell
                number += 1
        for second in range(1, number):
            for first in range(second):
                base, two = self.loop[first], self.loop[second]
                if degree == 2:
                    if self._exclude(base, two, -1):
                        return True
                    continue
                for part in range(2):
                    for k in range(20):
                        third = self.peers[(two if part else base) * 20 + k]
                        bit = 1 << third % 27
                        if (
                            self.marks[third]
                            and third != base
                            and third != two
                            and self.seen_by[(two if part else base) * 3 + third // 27] & bit
                            and not (part and self.seen_by[base * 3 + third // 27] & bit)
                            and self._exclude(base, two, third)
                        ):
                            return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _exclude(self, base: cython.int, two: cython.int, three: cython.int) -> cython.bint:
        """Remove digits that occur in no possible combination of these two or three cells; `three` may be -1."""
        masks = self.choice
        common: cython.int = 0
        for part in range(3):
            both = self.seen_by[base * 3 + part] & self.seen_by[two * 3 + part]
            if three >= 0:
                both &= self.seen_by[three * 3 + part]
            while both:
                place: cython.int = (
                    self.lowest[both & 511]
                    if both & 511
                    else (9 + self.lowest[both >> 9 & 511] if both >> 9 & 511 else 18 + self.lowest[both >> 18])
                )
                both &= both - 1
                masks[common] = self.grid[part * 27 + place]
                common += 1
        if common < 2:
            return False
        first, second, third = self.grid[base], self.grid[two], self.grid[three] if three >= 0 else 1
        kept_one, kept_two, kept_three = 0, 0, 0
        for a in range(10):
            if not first >> a & 1:
                continue
            for b in range(10):
                if not second >> b & 1 or (a == b and self.sees[base * 81 + two]):
                    continue
                for c in range(10):
                    if not third >> c & 1:
                        continue
                    if three >= 0 and (
                        (a == c and self.sees[base * 81 + three]) or (b == c and self.sees[two * 81 + three])
                    ):
                        continue
                    if kept_one >> a & 1 and kept_two >> b & 1 and kept_three >> c & 1:
                        continue
                    held = 1 << a | 1 << b
                    if three >= 0:
                        held |= 1 << c
                    allowed = True
                    for k in range(common):
                        if masks[k] & ~held == 0:
                            allowed = False
                            break
                    if allowed:
                        kept_one |= 1 << a
                        kept_two |= 1 << b
                        kept_three |= 1 << c
        self.lose(base, ~kept_one)
        self.lose(two, ~kept_two)
        if three >= 0:
            self.lose(three, ~kept_three)
        return self._take(6.2 if three < 0 else 7.5)


def _zeros(count):
    return array("i", bytes(4 * count))
