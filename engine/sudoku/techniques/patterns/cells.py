# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Patterns of cells with few candidates: remote pairs, BUG+1, wings, and unique rectangles.

`engine.sudoku.techniques.uniqueness` defines the rectangles and proves the patterns that rely on a unique solution.
"""

from collections.abc import Sequence

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sudoku.search import bit_slices
    from cython.cimports.engine.sudoku.techniques.patterns import boards
else:
    bit_slices = plain("engine.sudoku.search.bit_slices")
    boards = plain("engine.sudoku.techniques.patterns.boards")

# Maximum number of cells of a subset with a roof: no limit in a house of nine cells, only in larger ones.
MAX_SIZE = cython.declare(cython.int, 6)


@cython.final
@cython.cclass
class CellPatterns:
    """Finds these patterns on one board. Call `prepare` before looking for rectangles."""

    def __init__(self, board: boards.Board) -> None:
        self.board = board
        self.two, self.near = board.new_ints(board.cells), board.new_ints(board.cells)
        self.sets = board.new_words(7 * board.cell_words)
        self.rectangles, self.prepared = 0, False
        self.free_cell, self.choice = board.new_ints(board.size), board.new_ints(board.size)
        if not cython.compiled:
            self.corner, self.roof, self.floor = [0] * 4, [0] * 4, [0] * 4

    def prepare(self, corners: Sequence[int]) -> None:
        """Load the rectangles of the layout, four corners each: two that share no house, then the two others."""
        self.prepared = True
        self.rectangles, self.corners = len(corners) // 4, self.board.new_ints(corners)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, kind: cython.int) -> cython.bint:
        """Find patterns of a kind (the first kind of rectangle: of all); return whether to end the search."""
        if kind == boards.BUG_PLUS_ONE:
            return self.bug_plus_one()
        if kind == boards.XYZ_WING:
            self.find_twos()
            return self.pivot_wings(kind)
        if kind == boards.UNIQUE_RECTANGLE_1:
            return self.unique_rectangles()
        self.find_twos()
        if kind == boards.REMOTE_PAIR:
            return self.remote_pairs()
        if kind == boards.W_WING:
            return self.w_wings()
        return self.pivot_wings(kind)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_twos(self) -> cython.int:
        """Find the cells with two candidates, ascending."""
        masks = self.board.masks
        self.twos = 0
        for cell in range(self.board.cells):
            rest = masks[cell] & (masks[cell] - 1)
            if rest and not rest & (rest - 1):
                self.two[self.twos] = cell
                self.twos += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def remote_pairs(self) -> cython.bint:
        """Cells with the same two candidates, each seeing the next: (their mask, size and cells of each colour)."""
        masks = self.board.masks
        words, sets = self.board.cell_words, self.sets
        last: cython.int = 0
        while True:
            pair: cython.int = 0
            for k in range(self.twos):
                mask = masks[self.two[k]]
                if mask > last and (pair == 0 or mask < pair):
                    pair = mask
            if pair == 0:
                return False
            last = pair
            for k in range(words):
                sets[k] = 0
            cells: cython.int = 0
            for k in range(self.twos):
                if masks[self.two[k]] == pair:
                    self.board.add(sets, 0, self.two[k])
                    cells += 1
            while cells >= 4 and not self.board.is_empty(sets, 0):
                if self.try_cluster(pair):
                    return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_cluster(self, pair: cython.int) -> cython.bint:
        """Colour the cells connected with the lowest cell left; the digits fall from cells that see both colours."""
        words, sets = self.board.cell_words, self.sets
        cells: cython.int = 0
        turn: cython.int = 3
        digit: cython.Py_ssize_t
        start = self.board.lowest(sets, 0)
        for k in range(words, 5 * words):
            sets[k] = 0
        self.board.add(sets, 1, start)
        while not self.board.is_empty(sets, 1):
            self.board.see(sets, 1, sets, 2)
            for k in range(words):
                word = sets[words + k]
                sets[turn * words + k] |= word
                sets[k] &= ~word
                cells += bit_slices.count_bits(word)
                sets[words + k] = sets[2 * words + k] & sets[k]
            turn = 7 - turn
        if cells < 4:
            return False
        self.board.see(sets, 3, sets, 5)
        self.board.see(sets, 4, sets, 6)
        for digit in range(1, self.board.size + 1):
            if pair >> digit & 1:
                for k in range(words):
                    word = self.board.places[digit * words + k] & sets[5 * words + k] & sets[6 * words + k]
                    while word:
                        cell = (k << bit_slices.SHIFT) + bit_slices.lowest_bit(word)
                        word &= word - 1
                        if self.board.masks[cell] != pair:
                            self.board.lose(cell, 1 << digit)
        if not self.board.falls:
            return False
        self.board.note(pair)
        self.board.note_cells(sets, 3)
        self.board.note_cells(sets, 4)
        return self.board.emit(boards.REMOTE_PAIR)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bug_plus_one(self) -> cython.bint:
        """All empty cells have two candidates, except one with three: (that cell, the digit that saves the puzzle)."""
        masks = self.board.masks
        wide: cython.int = -1
        digit: cython.Py_ssize_t
        for cell in range(self.board.cells):
            if not self.board.values[cell] and bit_slices.count_bits(masks[cell]) != 2:
                if wide >= 0 or bit_slices.count_bits(masks[cell]) != 3:
                    return False
                wide = cell
        if wide < 0:
            return False
        for digit in range(1, self.board.size + 1):
            if masks[wide] >> digit & 1 and self.is_grave(wide, digit):
                self.board.lose(wide, ~(1 << digit))
                self.board.note(wide)
                self.board.note(digit)
                if self.board.emit(boards.BUG_PLUS_ONE):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_grave(self, cell: cython.Py_ssize_t, digit: cython.Py_ssize_t) -> cython.bint:
        """Whether, without this candidate, each digit has two places or none in each house."""
        for other in range(1, self.board.size + 1):
            for house in range(self.board.houses):
                count = self.board.counts[other * self.board.houses + house]
                if other == digit and self.board.has(self.board.house_cells, house, cell):
                    count -= 1
                if count not in (0, 2):
                    return False
        return True

    # Wings

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fall_from(self, digit: cython.Py_ssize_t, first: cython.int, other: cython.int) -> cython.int:
        """Mark the digit as falling from the cells that see both cells."""
        peers = self.board.peers
        words = self.board.cell_words
        for k in range(words):
            word = self.board.places[digit * words + k] & peers[first * words + k] & peers[other * words + k]
            self.board.fallen[digit * words + k] = word
            if word:
                self.board.falls = True
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def w_wings(self) -> cython.bint:
        """Two cells with the same two digits at the ends of a link: (two cells, digit and house of the link)."""
        masks = self.board.masks
        digit: cython.Py_ssize_t
        other: cython.Py_ssize_t
        for start in range(self.twos):
            first = self.two[start]
            mask = masks[first]
            low = bit_slices.lowest_bit(mask)
            high = bit_slices.lowest_bit(mask & (mask - 1))
            for two in range(start + 1, self.twos):
                second = self.two[two]
                if masks[second] == mask and not self.board.has(self.board.peers, first, second):
                    for turn in range(2):
                        digit = high if turn else low
                        other = low if turn else high
                        if self.try_w_wing(first, second, digit, other):
                            return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_w_wing(
        self, first: cython.int, second: cython.int, digit: cython.Py_ssize_t, other: cython.Py_ssize_t
    ) -> cython.bint:
        """Try the links of the digit, if anything falls."""
        peers, cells_start, cells_of = self.board.peers, self.board.cells_start, self.board.cells_of
        for house in range(self.board.houses):
            if self.board.counts[digit * self.board.houses + house] != 2 or not self.board.complete[house]:
                continue
            start: cython.int = -1
            two: cython.int = -1
            for k in range(cells_start[house], cells_start[house + 1]):
                if self.board.masks[cells_of[k]] >> digit & 1:
                    start, two = two, cells_of[k]
            if start in (first, second) or two in (first, second):
                continue
            if (self.board.has(peers, first, start) and self.board.has(peers, second, two)) or (
                self.board.has(peers, first, two) and self.board.has(peers, second, start)
            ):
                self.fall_from(other, first, second)
                if not self.board.falls:
                    return False
                self.board.note(first)
                self.board.note(second)
                self.board.note(digit)
                self.board.note(house)
                if self.board.emit(boards.W_WING):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pivot_wings(self, kind: cython.int) -> cython.bint:
        """XY-wings (a pivot with two digits) or XYZ-wings (with three): (pivot, two pincers, their digit)."""
        if kind == boards.XY_WING:
            for k in range(self.twos):  # noqa: SIM110 (compiled it is a loop)
                if self.try_pivot(kind, self.two[k]):
                    return True
            return False
        for cell in range(self.board.cells):
            if bit_slices.count_bits(self.board.masks[cell]) == 3 and self.try_pivot(kind, cell):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_pivot(self, kind: cython.int, pivot: cython.int) -> cython.bint:
        """Try pairs of cells that the pivot sees, with one digit in common and their other digits in the pivot."""
        fallen, masks, peers = self.board.fallen, self.board.masks, self.board.peers
        words = self.board.cell_words
        mask = masks[pivot]
        digit: cython.Py_ssize_t
        number: cython.int = 0
        for k in range(self.twos):
            if masks[self.two[k]] & mask and self.board.has(peers, pivot, self.two[k]):
                self.near[number] = self.two[k]
                number += 1
        for index in range(number):
            first = self.near[index]
            for two in range(index + 1, number):
                second = self.near[two]
                shared = masks[first] & masks[second]
                if not shared or shared & (shared - 1) or (masks[first] ^ masks[second]) & ~mask:
                    continue
                if (mask & shared) != 0 if kind == boards.XY_WING else masks[first] | masks[second] != mask:
                    continue
                digit = bit_slices.lowest_bit(shared)
                self.fall_from(digit, first, second)
                if kind == boards.XYZ_WING:
                    self.board.falls = False
                    for k in range(words):
                        fallen[digit * words + k] &= peers[pivot * words + k]
                        if fallen[digit * words + k]:
                            self.board.falls = True
                if self.board.falls:
                    self.board.note(pivot)
                    self.board.note(first)
                    self.board.note(second)
                    self.board.note(digit)
                    if self.board.emit(kind):
                        return True
        return False

    # Unique rectangles

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def unique_rectangles(self) -> cython.bint:
        """Rectangles of every type: (corners, mask of the pair, numbers specific to the type)."""
        for number in range(self.rectangles):
            for k in range(4):
                self.corner[k] = self.corners[4 * number + k]
            last: cython.int = 0
            while True:
                pair: cython.int = 0
                for k in range(4):
                    mask = self.board.masks[self.corner[k]]
                    if mask == 0:
                        pair = 0
                        break
                    if mask > last and bit_slices.count_bits(mask) == 2 and (pair == 0 or mask < pair):
                        pair = mask
                if pair == 0:
                    break
                last = self.pair = pair
                if self.try_rectangle():
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_rectangle(self) -> cython.bint:
        """Try the types possible for the current rectangle and its pair."""
        masks = self.board.masks
        floors: cython.int = 0
        self.roofs, self.extras = 0, 0
        for k in range(4):
            mask = masks[self.corner[k]]
            if not mask & self.pair:
                return False
        for k in range(4):
            mask = masks[self.corner[k]] & ~self.pair
            if mask:
                self.roof[self.roofs] = self.corner[k]
                self.roofs += 1
                self.extras |= mask
            else:
                self.floor[floors] = self.corner[k]
                floors += 1
        across: cython.bint = self.roofs == 2 and (
            (self.roof[0] == self.corner[0] and self.roof[1] == self.corner[1])
            or (self.roof[0] == self.corner[2] and self.roof[1] == self.corner[3])
        )
        if self.roofs == 2 and self.roof[0] > self.roof[1]:
            self.roof[0], self.roof[1] = self.roof[1], self.roof[0]
        if floors == 2 and self.floor[0] > self.floor[1]:
            self.floor[0], self.floor[1] = self.floor[1], self.floor[0]
        if self.roofs == 1 and self.type_1():
            return True
        if self.roofs > 1 and not self.extras & (self.extras - 1):
            kind = boards.UNIQUE_RECTANGLE_5 if across or self.roofs == 3 else boards.UNIQUE_RECTANGLE_2
            if self.types_2_and_5(kind):
                return True
        if self.roofs == 2 and not across and (self.type_3() or self.type_4()):
            return True
        if self.roofs == 2 and across and self.type_6():
            return True
        return self.hidden()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_rectangle(self) -> cython.int:
        for k in range(4):
            self.board.note(self.corner[k])
        self.board.note(self.pair)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def strong(self, digit: cython.Py_ssize_t, first: cython.int, other: cython.int) -> cython.int:
        """The first complete house where these two cells are the only places of the digit, or -1."""
        houses_start, houses_of = self.board.houses_start, self.board.houses_of
        for k in range(houses_start[first], houses_start[first + 1]):
            if self.board.only_places(houses_of[k], digit, first, other):
                return houses_of[k]
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def type_1(self) -> cython.bint:
        """One corner has other candidates: it must take one of these."""
        self.board.lose(self.roof[0], self.pair)
        self.note_rectangle()
        return self.board.emit(boards.UNIQUE_RECTANGLE_1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def types_2_and_5(self, kind: cython.int) -> cython.bint:
        """The extras are one digit, which a roof cell must take: it falls from cells that see all its places there."""
        words = self.board.cell_words
        digit: cython.Py_ssize_t = bit_slices.lowest_bit(self.extras)
        for k in range(words):
            word = self.board.places[digit * words + k]
            for corner in range(self.roofs):
                word &= self.board.peers[self.roof[corner] * words + k]
            self.board.fallen[digit * words + k] = word
            if word:
                self.board.falls = True
        if not self.board.falls:
            return False
        self.note_rectangle()
        return self.board.emit(kind)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def type_3(self) -> cython.bint:
        """A roof cell takes one of the extras and forms a naked subset in a house of both: (house, cells...)."""
        cells_start, houses_start = self.board.cells_start, self.board.houses_start
        first, other = self.roof[0], self.roof[1]
        self.first_house = -1
        for at in range(houses_start[first], houses_start[first + 1]):
            self.house = self.board.houses_of[at]
            if not self.board.has(self.board.house_cells, self.house, other):
                continue
            self.free = 0
            for k in range(cells_start[self.house], cells_start[self.house + 1]):
                cell = self.board.cells_of[k]
                if not self.board.values[cell] and cell not in (first, other):
                    self.free_cell[self.free] = cell
                    self.free += 1
            self.most = min(self.free - 1, MAX_SIZE)
            for size in range(1, self.most + 1):
                if self.choose_subset(size, 0, 0, self.extras):
                    return True
            if self.first_house < 0:
                self.first_house, self.first_most = self.house, self.most
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_subset(self, goal: cython.int, size: cython.int, start: cython.int, digits: cython.int) -> cython.bint:
        """Extend the subset with cells from `start` on, as long as they and the extras have few enough digits."""
        if bit_slices.count_bits(digits) > goal + 1:
            return False
        if size == goal:
            return bit_slices.count_bits(digits) == goal + 1 and self.try_subset(size, digits)
        for k in range(start, self.free):
            self.choice[size] = self.free_cell[k]
            if self.choose_subset(goal, size + 1, k + 1, digits | self.board.masks[self.free_cell[k]]):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_subset(self, size: cython.int, digits: cython.int) -> cython.bint:
        """Each digit of the subset falls from the cells that see all its places there."""
        fallen = self.board.fallen
        words = self.board.cell_words
        digit: cython.Py_ssize_t
        if self.first_house >= 0 and size <= self.first_most:
            inside: cython.bint = True
            for k in range(size):
                if not self.board.has(self.board.house_cells, self.first_house, self.choice[k]):
                    inside = False
            if inside:  # found in that house already
                return False
        for digit in range(1, self.board.size + 1):
            if digits >> digit & 1:
                for k in range(words):
                    fallen[digit * words + k] = self.board.places[digit * words + k]
                for place in range(size + 2):
                    if place >= size and self.pair >> digit & 1:
                        continue
                    cell = self.choice[place] if place < size else self.roof[place - size]
                    if self.board.masks[cell] >> digit & 1:
                        for k in range(words):
                            fallen[digit * words + k] &= self.board.peers[cell * words + k]
                if not self.board.is_empty(fallen, digit):
                    self.board.falls = True
        if not self.board.falls:
            return False
        self.note_rectangle()
        self.board.note(self.house)
        for k in range(size):
            self.board.note(self.choice[k])
        return self.board.emit(boards.UNIQUE_RECTANGLE_3)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def type_4(self) -> cython.bint:
        """A house has a digit of the pair only in the roof, so the other digit falls from it: (digit, house)."""
        digit: cython.Py_ssize_t
        for digit in range(1, self.board.size + 1):
            if self.pair >> digit & 1:
                house = self.strong(digit, self.roof[0], self.roof[1])
                if house >= 0:
                    self.board.lose(self.roof[0], self.pair & ~(1 << digit))
                    self.board.lose(self.roof[1], self.pair & ~(1 << digit))
                    if self.board.falls:
                        self.note_rectangle()
                        self.board.note(digit)
                        self.board.note(house)
                        if self.board.emit(boards.UNIQUE_RECTANGLE_4):
                            return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def type_6(self) -> cython.bint:
        """Two houses have a digit of the pair only in the corners, so it falls from the roof: (digit, two houses)."""
        digit: cython.Py_ssize_t
        for digit in range(1, self.board.size + 1):
            if self.pair >> digit & 1:
                for turn in range(2):
                    first = self.strong(digit, self.roof[0], self.floor[turn])
                    other = self.strong(digit, self.roof[1], self.floor[1 - turn])
                    if first >= 0 and other >= 0:
                        self.board.lose(self.roof[0], 1 << digit)
                        self.board.lose(self.roof[1], 1 << digit)
                        if self.board.falls:
                            self.note_rectangle()
                            self.board.note(digit)
                            self.board.note(first)
                            self.board.note(other)
                            if self.board.emit(boards.UNIQUE_RECTANGLE_6):
                                return True
                        break
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hidden(self) -> cython.bint:
        """Opposite a floor cell, a corner with a strong link of a digit of the pair along both sides.

        The other digit of the pair falls from this corner: (corner, digit, two houses).
        """
        digit: cython.Py_ssize_t
        for turn in range(4):
            opposite, corner = self.corner[turn], self.corner[turn ^ 1]
            if self.board.masks[opposite] & ~self.pair:
                continue
            first = 2 - (turn & 2)
            for digit in range(1, self.board.size + 1):
                if self.pair >> digit & 1:
                    start = self.strong(digit, corner, self.corner[first])
                    other = self.strong(digit, corner, self.corner[first + 1])
                    if start >= 0 and other >= 0:
                        self.board.lose(corner, self.pair & ~(1 << digit))
                        if self.board.falls:
                            self.note_rectangle()
                            self.board.note(corner)
                            self.board.note(digit)
                            self.board.note(start)
                            self.board.note(other)
                            if self.board.emit(boards.HIDDEN_RECTANGLE):
                                return True
        return False
