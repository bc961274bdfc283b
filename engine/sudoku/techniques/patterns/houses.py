# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Patterns in one house or where two houses meet: singles, subsets, locked candidates and others."""

import cython

from engine.base.kernels import plain
from engine.sudoku.techniques.patterns.tables import PatternTables

if cython.compiled:
    from cython.cimports.engine.sudoku.search import bit_slices
    from cython.cimports.engine.sudoku.techniques.patterns import boards
else:
    bit_slices = plain("engine.sudoku.search.bit_slices")
    boards = plain("engine.sudoku.techniques.patterns.boards")


# Maximum number of cells of a Sue de Coq in both houses, and in one of them alone.
MAX_SHARED = cython.declare(cython.int, 3)
MAX_BESIDE = cython.declare(cython.int, 5)


@cython.final
@cython.cclass
class HousePatterns:
    """Finds these patterns on one board."""

    def __init__(self, board: boards.Board, tables: PatternTables) -> None:
        self.board = board
        self.meetings, self.lines = len(tables.meetings) // 3, len(tables.lines) // 2
        self.overlaps, self.overlap = len(tables.overlaps) // 2, board.new_ints(tables.overlaps)
        self.meeting, self.pairs = board.new_ints(tables.meetings), board.new_ints(tables.lines)
        self.rest_start, self.rest = board.new_ints(tables.rests_start), board.new_ints(tables.rests)
        self.item, self.content = board.new_ints(board.size + 1), board.new_ints(board.size + 1)
        self.choice = board.new_ints(2 * board.size + 2)
        self.subset = board.new_words(2 * board.cell_words)
        self.part = board.new_ints(3 * board.size)
        if not cython.compiled:
            self.parts = [0] * 3

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, kind: cython.int) -> cython.bint:
        """Find patterns of a kind; return whether to end the search."""
        if kind == boards.FULL_HOUSE:
            return self.full_houses()
        if kind == boards.NAKED_SINGLE:
            return self.naked_singles()
        if kind == boards.HIDDEN_SINGLE:
            return self.hidden_singles()
        if kind in (boards.POINTING, boards.CLAIMING):
            return self.locked_candidates(kind)
        if kind in (boards.LOCKED_PAIR, boards.NAKED_PAIR):
            return self.naked_subsets(kind, 2)
        if kind in (boards.LOCKED_TRIPLE, boards.NAKED_TRIPLE):
            return self.naked_subsets(kind, 3)
        if kind == boards.NAKED_QUADRUPLE:
            return self.naked_subsets(kind, 4)
        if kind == boards.HIDDEN_PAIR:
            return self.hidden_subsets(kind, 2)
        if kind == boards.HIDDEN_TRIPLE:
            return self.hidden_subsets(kind, 3)
        if kind == boards.HIDDEN_QUADRUPLE:
            return self.hidden_subsets(kind, 4)
        if kind == boards.SUE_DE_COQ:
            return self.sue_de_coq()
        return self.cross_grid_lines()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def full_houses(self) -> cython.bint:
        """The last empty cell of a complete house takes the digit that is left: (house)."""
        cells_start = self.board.cells_start
        for house in range(self.board.houses):
            if self.board.open[house] == 1 and self.board.complete[house]:
                for k in range(cells_start[house], cells_start[house + 1]):
                    cell = self.board.cells_of[k]
                    mask = self.board.masks[cell]
                    if not self.board.values[cell] and mask and not mask & (mask - 1):
                        self.board.placed_cell, self.board.placed_digit = cell, bit_slices.lowest_bit(mask)
                        self.board.note(house)
                        if self.board.emit(boards.FULL_HOUSE):
                            return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def naked_singles(self) -> cython.bint:
        """A cell with one candidate takes it: ()."""
        for cell in range(self.board.cells):
            mask = self.board.masks[cell]
            if mask and not mask & (mask - 1):
                self.board.placed_cell, self.board.placed_digit = cell, bit_slices.lowest_bit(mask)
                if self.board.emit(boards.NAKED_SINGLE):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hidden_singles(self) -> cython.bint:
        """A digit with one place in a complete house goes there: (house)."""
        cells_start, cells_of = self.board.cells_start, self.board.cells_of
        digit: cython.Py_ssize_t
        for house in range(self.board.houses):
            if self.board.complete[house] and self.board.open[house]:
                for digit in range(1, self.board.size + 1):
                    if self.board.counts[digit * self.board.houses + house] == 1:
                        for k in range(cells_start[house], cells_start[house + 1]):
                            if self.board.masks[cells_of[k]] >> digit & 1:
                                self.board.placed_cell, self.board.placed_digit = cells_of[k], digit
                        self.board.note(house)
                        if self.board.emit(boards.HIDDEN_SINGLE):
                            return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def locked_candidates(self, kind: cython.int) -> cython.bint:
        """All places of a digit in one house lie in another: (first house, second house, digit)."""
        places, counts, house_cells = self.board.places, self.board.counts, self.board.house_cells
        words = self.board.cell_words
        digit: cython.Py_ssize_t
        for pair in range(self.meetings):
            first, second = self.meeting[3 * pair], self.meeting[3 * pair + 1]
            if (self.board.kinds[first] == boards.BOX) != (kind == boards.POINTING):
                continue
            for digit in range(1, self.board.size + 1):
                count = counts[digit * self.board.houses + first]
                if 2 <= count <= self.meeting[3 * pair + 2] and counts[digit * self.board.houses + second] > count:
                    outside: cython.bint = False
                    for k in range(words):
                        word = places[digit * words + k] & house_cells[first * words + k]
                        if word & ~house_cells[second * words + k]:
                            outside = True
                    if not outside:
                        for k in range(words):
                            self.board.fallen[digit * words + k] = (
                                places[digit * words + k]
                                & house_cells[second * words + k]
                                & ~house_cells[first * words + k]
                            )
                        self.board.falls = True
                        self.board.note(first)
                        self.board.note(second)
                        self.board.note(digit)
                        if self.board.emit(kind):
                            return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def naked_subsets(self, kind: cython.int, size: cython.int) -> cython.bint:
        """Cells of a house with as many digits as cells, locked or not depending on the kind: (cells...)."""
        cells_start, cells_of = self.board.cells_start, self.board.cells_of
        self.kind, self.most = kind, size
        for house in range(self.board.houses):
            self.house, self.items = house, 0
            for k in range(cells_start[house], cells_start[house + 1]):
                mask = self.board.masks[cells_of[k]]
                if 2 <= bit_slices.count_bits(mask) <= size:
                    self.item[self.items], self.content[self.items] = cells_of[k], mask
                    self.items += 1
            if self.items >= size and self.choose(0, 0, 0):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hidden_subsets(self, kind: cython.int, size: cython.int) -> cython.bint:
        """Digits of a complete house with as many places as digits: (house, mask of digits)."""
        cells_start = self.board.cells_start
        digit: cython.Py_ssize_t
        self.kind, self.most = kind, size
        for house in range(self.board.houses):
            if not self.board.complete[house] or self.board.open[house] <= size:
                continue
            self.house, self.items = house, 0
            for digit in range(1, self.board.size + 1):
                if 2 <= self.board.counts[digit * self.board.houses + house] <= size:
                    self.item[self.items] = digit
                    self.items += 1
            if self.items >= size:
                start = cells_start[house]
                for k in range(self.items):
                    self.content[k] = 0
                    for place in range(cells_start[house + 1] - start):
                        if self.board.masks[self.board.cells_of[start + place]] >> self.item[k] & 1:
                            self.content[k] |= 1 << place
                if self.choose(0, 0, 0):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose(self, size: cython.int, start: cython.int, union_: cython.int) -> cython.bint:
        """Extend the choice with items from `start` on, as long as the union of their contents is small enough."""
        if size == self.most:
            if self.kind in (boards.HIDDEN_PAIR, boards.HIDDEN_TRIPLE, boards.HIDDEN_QUADRUPLE):
                return self.hidden_subset(union_)
            return self.naked_subset(union_)
        for k in range(start, self.items):
            if bit_slices.count_bits(union_ | self.content[k]) <= self.most:
                self.choice[size] = self.item[k]
                if self.choose(size + 1, k + 1, union_ | self.content[k]):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def naked_subset(self, digits: cython.int) -> cython.bint:
        """Report a subset: the digits fall from all houses that contain the cells. Only from the first such house."""
        houses_start = self.board.houses_start
        words, subset = self.board.cell_words, self.subset
        first: cython.bint = True
        digit: cython.Py_ssize_t
        size = self.most
        for k in range(2 * words):
            subset[k] = 0
        for place in range(size):
            self.board.add(subset, 0, self.choice[place])
        cell = self.choice[0]
        for at in range(houses_start[cell], houses_start[cell + 1]):
            house = self.board.houses_of[at]
            if self.holds(house):
                if first and house != self.house:
                    return False
                first = False
                for k in range(words):
                    subset[words + k] |= self.board.house_cells[house * words + k] & ~subset[k]
        for digit in range(1, self.board.size + 1):
            if digits >> digit & 1:
                for k in range(words):
                    word = self.board.places[digit * words + k] & subset[words + k]
                    self.board.fallen[digit * words + k] = word
                    if word:
                        self.board.falls = True
        if not self.board.falls:
            return False
        if size < 4 and self.is_locked(digits) != (self.kind in (boards.LOCKED_PAIR, boards.LOCKED_TRIPLE)):
            self.board.clear()
            return False
        for place in range(size):
            self.board.note(self.choice[place])
        return self.board.emit(self.kind)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def holds(self, house: cython.Py_ssize_t) -> cython.bint:
        """Whether a house contains all chosen cells."""
        for place in range(self.most):  # noqa: SIM110 (compiled it is a loop)
            if not self.board.has(self.board.house_cells, house, self.choice[place]):
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_locked(self, digits: cython.int) -> cython.bint:
        """Whether no single house that contains the chosen cells accounts for all that falls."""
        houses_start = self.board.houses_start
        words = self.board.cell_words
        digit: cython.Py_ssize_t
        cell = self.choice[0]
        for at in range(houses_start[cell], houses_start[cell + 1]):
            house = self.board.houses_of[at]
            if self.holds(house):
                inside: cython.bint = True
                for digit in range(1, self.board.size + 1):
                    if digits >> digit & 1:
                        for k in range(words):
                            if self.board.fallen[digit * words + k] & ~self.board.house_cells[house * words + k]:
                                inside = False
                if inside:
                    return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hidden_subset(self, places: cython.int) -> cython.bint:
        """Report a subset: other candidates fall from the places of the chosen digits."""
        digits: cython.int = 0
        if bit_slices.count_bits(places) != self.most:
            return False
        for k in range(self.most):
            digits |= 1 << self.choice[k]
        while places:
            place = self.board.cells_start[self.house] + bit_slices.lowest_bit(places)
            self.board.lose(self.board.cells_of[place], ~digits)
            places &= places - 1
        if not self.board.falls:
            return False
        self.board.note(self.house)
        self.board.note(digits)
        return self.board.emit(self.kind)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cross_grid_lines(self) -> cython.bint:
        """Cells of one remainder, with as many cells in the other for their digits: (houses, digits, cells...)."""
        for line in range(self.lines):
            cells = self.rest_start[2 * line + 1] - self.rest_start[2 * line]
            for size in range(1, cells):
                for near in range(2):
                    if self.choose_remainder(line, near, size, 0, self.rest_start[2 * line + near], 0):
                        return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_remainder(
        self,
        line: cython.Py_ssize_t,
        near: cython.Py_ssize_t,
        goal: cython.int,
        size: cython.int,
        start: cython.int,
        digits: cython.int,
    ) -> cython.bint:
        """Extend the choice from `start` on, as long as at most `goal` cells of the other remainder have its digits."""
        masks, values = self.board.masks, self.board.values
        far = 2 * line + 1 - near
        room: cython.int = 0
        for k in range(self.rest_start[far], self.rest_start[far + 1]):
            cell = self.rest[k]
            if (masks[cell] | 1 << values[cell]) & digits:
                room += 1
        if room > goal:
            return False
        if size < goal:
            for k in range(start, self.rest_start[2 * line + near + 1]):
                cell = self.rest[k]
                self.choice[size] = cell
                mask = masks[cell] if masks[cell] else 1 << values[cell]
                if self.choose_remainder(line, near, goal, size + 1, k + 1, digits | mask):
                    return True
            return False
        if room != goal or bit_slices.count_bits(digits) <= goal:
            return False
        for k in range(self.rest_start[far], self.rest_start[far + 1]):
            cell = self.rest[k]
            if masks[cell] & digits:
                self.board.lose(cell, ~digits)
        for k in range(self.rest_start[2 * line + near], self.rest_start[2 * line + near + 1]):
            is_inside: cython.bint = False
            for place in range(goal):
                is_inside |= self.choice[place] == self.rest[k]
            if not is_inside:
                self.board.lose(self.rest[k], digits)
        if not self.board.falls:
            return False
        self.board.note(self.pairs[2 * line + near])
        self.board.note(self.pairs[2 * line + 1 - near])
        self.board.note(digits)
        for place in range(goal):
            self.board.note(self.choice[place])
        return self.board.emit(boards.CROSS_GRID_LINE)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sue_de_coq(self) -> cython.bint:
        """Cells of two houses that meet, with as many digits as cells: (houses, cells...)."""
        for pair in range(self.overlaps):
            self.find_parts(self.overlap[2 * pair], self.overlap[2 * pair + 1])
            for size in range(1, min(self.parts[0], MAX_SHARED) + 1):
                if self.choose_shared(pair, size, 0, 0, 0):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_parts(self, first: cython.Py_ssize_t, second: cython.Py_ssize_t) -> cython.int:
        """Find the empty cells of both houses, and of each alone."""
        cells_start, cells_of, house_cells = self.board.cells_start, self.board.cells_of, self.board.house_cells
        for part in range(3):
            self.parts[part] = 0
        for turn in range(2):
            house, other = (second if turn else first), (first if turn else second)
            for k in range(cells_start[house], cells_start[house + 1]):
                cell = cells_of[k]
                part = 0 if self.board.has(house_cells, other, cell) else turn + 1
                if not self.board.values[cell] and (part or not turn):
                    self.part[part * self.board.size + self.parts[part]] = cell
                    self.parts[part] += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_shared(
        self, pair: cython.Py_ssize_t, goal: cython.int, size: cython.int, start: cython.int, digits: cython.int
    ) -> cython.bint:
        """Choose cells of both houses with at least two digits more than cells, then go on to the first house alone."""
        if size == goal:
            spare = bit_slices.count_bits(digits) - size
            self.shared_size = size
            for beside in range(1, min(self.parts[1], MAX_BESIDE) + 1):
                if spare > 1 and self.choose_beside(pair, 1, beside, 0, 0, digits, 0, 0, spare):
                    return True
            return False
        for k in range(start, self.parts[0]):
            self.choice[size] = self.part[k]
            if self.choose_shared(pair, goal, size + 1, k + 1, digits | self.board.masks[self.part[k]]):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_beside(
        self, pair: cython.Py_ssize_t, side: cython.int, goal: cython.int, size: cython.int, start: cython.int,
        digits: cython.int, held: cython.int, barred: cython.int, spare: cython.int,
    ) -> cython.bint:  # fmt: skip
        """Choose cells of one house alone, more of them than they have digits outside the shared cells.

        Cells of the second house have none of the digits of the first, and make up exactly the difference.
        """
        least: cython.int = spare if side == 2 else 1
        if goal < least:
            return False
        if size == goal:
            gain = goal - bit_slices.count_bits(held & ~digits)
            if side == 2:
                return gain == spare and self.try_sue_de_coq(pair, self.shared_size + size)
            self.shared_size += size
            for beside in range(1, min(self.parts[2], MAX_BESIDE) + 1):
                if gain < spare and self.choose_beside(pair, 2, beside, 0, 0, digits, 0, held, spare - gain):
                    return True
            self.shared_size -= size
            return False
        for k in range(start, self.parts[side]):
            cell = self.part[side * self.board.size + k]
            both: cython.int = held | self.board.masks[cell]
            if both & barred or goal - bit_slices.count_bits(both & ~digits) < least:
                continue
            self.choice[self.shared_size + size] = cell
            if self.choose_beside(pair, side, goal, size + 1, k + 1, digits, both, barred, spare):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_sue_de_coq(self, pair: cython.Py_ssize_t, size: cython.int) -> cython.bint:
        """Report a pattern: each digit falls from cells that see all its places in the chosen cells."""
        words, places, fallen, peers = self.board.cell_words, self.board.places, self.board.fallen, self.board.peers
        digit: cython.Py_ssize_t
        for digit in range(1, self.board.size + 1):
            among: cython.bint = False
            for place in range(size):
                if self.board.masks[self.choice[place]] >> digit & 1:
                    for k in range(words):
                        word = fallen[digit * words + k] if among else places[digit * words + k]
                        fallen[digit * words + k] = word & peers[self.choice[place] * words + k]
                    among = True
            for place in range(size):
                self.board.drop(fallen, digit, self.choice[place])
            if among and not self.board.is_empty(fallen, digit):
                self.board.falls = True
        if not self.board.falls:
            return False
        self.board.note(self.overlap[2 * pair])
        self.board.note(self.overlap[2 * pair + 1])
        for place in range(size):
            self.board.note(self.choice[place])
        return self.board.emit(boards.SUE_DE_COQ)
