# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Junior exocets: `engine.sudoku.techniques.exocet` defines and proves them."""

import cython

from engine.base.kernels import plain
from engine.sudoku.techniques.patterns.frames import FrameTables

if cython.compiled:
    from cython.cimports.engine.sudoku.search import bit_slices
    from cython.cimports.engine.sudoku.techniques.patterns import boards
else:
    bit_slices = plain("engine.sudoku.search.bit_slices")
    boards = plain("engine.sudoku.techniques.patterns.boards")

    MIN_DIGITS, MAX_DIGITS = 3, 4  # as in `exocet.pxd`

LINES = cython.declare(cython.int, 3)
"""The cross lines of an exocet."""


@cython.final
@cython.cclass
class ExocetPatterns:
    """Finds these patterns on one board."""

    def __init__(self, board: boards.Board) -> None:
        self.board = board
        words = board.cell_words
        self.prepared, self.bases, self.digits = False, 0, 0
        self.digit, self.needed = board.new_ints(MAX_DIGITS), board.new_ints(MAX_DIGITS)
        self.covers = board.new_ints(MAX_DIGITS)
        self.line = board.new_ints(LINES)
        self.cover = board.new_ints(MAX_DIGITS * LINES)
        self.free, self.places = board.new_words(MAX_DIGITS * words), board.new_words(MAX_DIGITS * words)
        self.rest = board.new_words(LINES * words)

    def prepare(self, frames: FrameTables) -> None:
        """Load the possible bases and cross lines of the layout."""
        self.cells, self.bases = self.board.new_ints(frames.cells), len(frames.cells) // 2
        self.through_at, self.through = self.board.new_ints(frames.through_start), self.board.new_ints(frames.through)
        self.sides, self.reaches = self.board.new_ints(frames.sides), self.board.new_ints(frames.reaches)
        self.reach_line = self.board.new_ints(frames.lines)
        self.target_at, self.target = self.board.new_ints(frames.targets_start), self.board.new_ints(frames.targets)
        self.prepared = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self) -> cython.bint:
        """Exocets in the order of their bases: (base, targets, lines, and for each digit: digit, count, houses)."""
        base: cython.int
        for base in range(self.bases):
            if not self.take_base(base):
                continue
            for at in range(self.through_at[base], self.through_at[base + 1]):
                self.line[0] = self.through[at]
                for side in range(self.sides[2 * base], self.sides[2 * base + 1]):
                    near, far = self.reaches[2 * side], self.reaches[2 * side + 1]
                    if self.take_side(near, far):
                        for first in range(self.target_at[near], self.target_at[near + 1]):
                            for other in range(self.target_at[far], self.target_at[far + 1]):
                                if self.try_targets(base, self.target[first], self.target[other]):
                                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take_base(self, base: cython.int) -> cython.bint:
        """Whether the two base cells have few enough digits; if so, find where these can be if true in the base."""
        words = self.board.cell_words
        first, second = self.cells[2 * base], self.cells[2 * base + 1]
        if not self.board.masks[first] or not self.board.masks[second]:
            return False
        mask: cython.int = self.board.masks[first] | self.board.masks[second]
        if not MIN_DIGITS <= bit_slices.count_bits(mask) <= MAX_DIGITS:
            return False
        self.digits = 0
        digit: cython.Py_ssize_t
        while mask:
            digit = bit_slices.lowest_bit(mask)
            mask &= mask - 1
            in_first: cython.bint = self.board.masks[first] >> digit & 1
            in_second: cython.bint = self.board.masks[second] >> digit & 1
            for k in range(words):
                if in_first and in_second:
                    seen = self.board.peers[first * words + k] & self.board.peers[second * words + k]
                else:
                    seen = self.board.peers[(first if in_first else second) * words + k]
                self.free[self.digits * words + k] = self.board.places[digit * words + k] & ~seen
            self.digit[self.digits] = digit
            self.digits += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take_side(self, near: cython.int, far: cython.int) -> cython.bint:
        """Whether two reaches fit: their lines don't meet the first, and few houses cover each digit outside targets.

        A digit placed in all three lines has no place left in them, but need not be in a target either.
        """
        words, house_cells = self.board.cell_words, self.board.house_cells
        number: cython.int
        self.line[1], self.line[2] = self.reach_line[near], self.reach_line[far]
        for k in range(words):
            others = house_cells[self.line[1] * words + k] | house_cells[self.line[2] * words + k]
            if house_cells[self.line[0] * words + k] & others:
                return False
        for number in range(self.digits):
            self.needed[number] = 0
            for k in range(words):
                self.places[number * words + k] = 0
            for n in range(LINES):
                line = self.line[n]
                if self.board.counts[self.digit[number] * self.board.houses + line]:
                    self.needed[number] += 1
                    for k in range(words):
                        word = self.free[number * words + k] & house_cells[line * words + k]
                        self.places[number * words + k] |= word
            for k in range(words):
                self.rest[k] = self.places[number * words + k]
            for at in range(self.target_at[near], self.target_at[near + 1]):
                self.board.drop(self.rest, 0, self.target[at])
            for at in range(self.target_at[far], self.target_at[far + 1]):
                self.board.drop(self.rest, 0, self.target[at])
            if not self.needed[number] or not self.is_covered(number, 0, self.needed[number] - 1):
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_targets(self, base: cython.int, first: cython.int, other: cython.int) -> cython.bint:
        """Report the exocet with these targets, if there is one."""
        words = self.board.cell_words
        number: cython.int
        digits: cython.int = 0
        for number in range(self.digits):
            digits |= 1 << self.digit[number]
        if not self.board.masks[first] & digits or not self.board.masks[other] & digits:
            return False
        for number in range(self.digits):
            for k in range(words):
                self.rest[k] = self.places[number * words + k]
            self.board.drop(self.rest, 0, first)
            self.board.drop(self.rest, 0, other)
            if not self.is_covered(number, 0, self.needed[number] - 1):
                return False
        possible = self.board.masks[first] | self.board.masks[other]
        self.board.lose(first, ~digits)
        self.board.lose(other, ~digits)
        self.board.lose(self.cells[2 * base], ~possible)
        self.board.lose(self.cells[2 * base + 1], ~possible)
        if not self.board.falls:
            return False
        self.board.note(self.cells[2 * base])
        self.board.note(self.cells[2 * base + 1])
        self.board.note(first)
        self.board.note(other)
        for n in range(LINES):
            self.board.note(self.line[n])
        for number in range(self.digits):
            self.board.note(self.digit[number])
            self.board.note(self.covers[number])
            for n in range(self.covers[number]):
                self.board.note(self.cover[number * LINES + n])
        return self.board.emit(boards.JUNIOR_EXOCET)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_covered(self, number: cython.int, used: cython.int, most: cython.int) -> cython.bint:
        """Whether further houses, `most` in total, cover the rest; they become the cover of the digit."""
        words = self.board.cell_words
        cell = self.board.highest(self.rest, used)
        if cell < 0:
            self.covers[number] = used
            return True
        if used == most:
            return False
        for at in range(self.board.houses_start[cell], self.board.houses_start[cell + 1]):
            house = self.board.houses_of[at]
            self.cover[number * LINES + used] = house
            for k in range(words):
                self.rest[(used + 1) * words + k] = (
                    self.rest[used * words + k] & ~self.board.house_cells[house * words + k]
                )
            if self.is_covered(number, used + 1, most):
                return True
        return False
