# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""A position in plain arrays, and the pattern found in it: the base of the kernels in this folder.

A set of cells is as many words as the layout needs (uncompiled, one word of any length), bit c for cell c; a mask of
digits is an int, bit d for digit d. All tables stay up to date as digits are placed and candidates removed.

A kernel that finds a pattern reports the candidates that fall (`lose`), the numbers that describe the pattern (`note`),
and its kind (`emit`). If only the first pattern is wanted, `emit` returns true and the search ends; otherwise the
pattern is recorded, and the search ends at the number of patterns requested. The code that puts a kind of pattern into
words documents its numbers.
"""

from array import array
from collections.abc import Sequence

import cython

from engine.base.kernels import plain
from engine.sudoku.techniques.patterns.tables import PatternTables
from engine.sudoku.techniques.position import Candidate

if cython.compiled:
    from cython.cimports.engine.sudoku.search import bit_slices
else:
    bit_slices = plain("engine.sudoku.search.bit_slices")

ONE = cython.declare(cython.ulonglong, 1)

KINDS = (
    "FULL_HOUSE", "NAKED_SINGLE", "HIDDEN_SINGLE", "LOCKED_PAIR", "LOCKED_TRIPLE", "POINTING", "CLAIMING",
    "NAKED_PAIR", "NAKED_TRIPLE", "HIDDEN_PAIR", "HIDDEN_TRIPLE", "NAKED_QUADRUPLE", "HIDDEN_QUADRUPLE",
    "X_WING", "SWORDFISH", "JELLYFISH", "CROSS_GRID_LINE", "REMOTE_PAIR", "BUG_PLUS_ONE",
    "SKYSCRAPER", "TWO_STRING_KITE", "TURBOT_FISH", "EMPTY_RECTANGLE", "W_WING", "XY_WING", "XYZ_WING",
    "UNIQUE_RECTANGLE_1", "UNIQUE_RECTANGLE_2", "UNIQUE_RECTANGLE_3", "UNIQUE_RECTANGLE_4",
    "UNIQUE_RECTANGLE_5", "UNIQUE_RECTANGLE_6", "HIDDEN_RECTANGLE",
    "FINNED_X_WING", "SASHIMI_X_WING", "FINNED_SWORDFISH", "SASHIMI_SWORDFISH",
    "FINNED_JELLYFISH", "SASHIMI_JELLYFISH", "SIMPLE_COLOURS_TRAP", "SIMPLE_COLOURS_WRAP",
    "MULTI_COLOURS_1", "MULTI_COLOURS_2", "SUE_DE_COQ",
    "X_CHAIN", "XY_CHAIN", "CONTINUOUS_NICE_LOOP", "DISCONTINUOUS_NICE_LOOP", "AIC",
    "GROUPED_CONTINUOUS_NICE_LOOP", "GROUPED_DISCONTINUOUS_NICE_LOOP", "GROUPED_AIC",
    "ALS_XZ", "ALS_XY_WING", "ALS_CHAIN", "DEATH_BLOSSOM",
    "ALS_CONTINUOUS_NICE_LOOP", "ALS_DISCONTINUOUS_NICE_LOOP", "ALS_AIC",
    "FRANKEN_X_WING", "FRANKEN_SWORDFISH", "FRANKEN_JELLYFISH",
    "FINNED_FRANKEN_X_WING", "FINNED_FRANKEN_SWORDFISH", "FINNED_FRANKEN_JELLYFISH",
    "MUTANT_X_WING", "MUTANT_SWORDFISH", "MUTANT_JELLYFISH",
    "FINNED_MUTANT_X_WING", "FINNED_MUTANT_SWORDFISH", "FINNED_MUTANT_JELLYFISH",
    "JUNIOR_EXOCET",
)  # fmt: skip
"""The kinds of patterns by number, named as their techniques."""

FOUND_KINDS = cython.declare(cython.Py_ssize_t, len(KINDS))

if not cython.compiled:  # as in `boards.pxd`, for Python
    from engine.sudoku.techniques.patterns.tables import BOX, COLUMN, ROW  # noqa: F401

    globals().update((name, number) for number, name in enumerate(KINDS))


@cython.final
@cython.cclass
class Board:
    """A position of one layout, and the patterns found in it.

    `load` a position, then find the first pattern, `record` and `apply` it; or find all patterns.
    """

    def __init__(self, tables: PatternTables) -> None:
        self.memory = [tables]
        self.cells, self.size, self.houses = tables.cells, tables.size, tables.houses
        self.cell_words = tables.cell_words
        self.house_cells, self.peers = self.new_words(tables.house_cells), self.new_words(tables.peers)
        self.houses_start, self.houses_of = self.new_ints(tables.houses_of_start), self.new_ints(tables.houses_of)
        self.cells_start, self.cells_of = self.new_ints(tables.cells_of_start), self.new_ints(tables.cells_of)
        self.complete, self.kinds = self.new_ints(tables.complete), self.new_ints(tables.kinds)
        self.places = self.new_words((self.size + 1) * self.cell_words)
        self.fallen = self.new_words((self.size + 1) * self.cell_words)
        self.gathered = self.new_words((self.size + 1) * self.cell_words)
        self.gathered_places = self.new_words((self.size + 1) * self.cell_words)
        self.empty = self.new_words(self.cell_words)
        self.masks, self.values = self.new_ints(self.cells), self.new_ints(self.cells)
        self.counts = self.new_ints((self.size + 1) * self.houses)
        self.open, self.placed = self.new_ints(self.houses), self.new_ints(self.houses)
        self.versions, self.change = self.new_ints(self.size + 1), 0
        self.numbers = self.new_ints(2 * self.cells + 512)
        self.sorted_at = self.new_ints((self.size + 1) * self.cells + 1)
        self.want(bytes([1]) * len(KINDS))
        self.marks_alone = b"".join(bytes(kind == other for other in range(len(KINDS))) for kind in range(len(KINDS)))
        self.alone = self.marks_alone
        self.found, self.length, self.falls, self.placed_digit, self.every = [], 0, False, 0, False
        self.emitted = self.most = 0
        self.together = self.gathers = False

    @cython.cfunc
    def new_words(self, numbers: object) -> cython.p_ulonglong:
        """A plain array of these words, or of `numbers` zeros, that lives as long as the board."""
        if not cython.compiled:
            return [0] * numbers if isinstance(numbers, int) else numbers
        if isinstance(numbers, int):
            numbers = array("Q", [0]) * numbers
        words: cython.ulonglong[::1] = numbers if len(numbers) else array("Q", [0])
        self.memory.append(words)
        return cython.address(words[0])

    @cython.cfunc
    def new_ints(self, numbers: object) -> cython.p_int:
        """A plain array of these ints, or of `numbers` zeros, that lives as long as the board."""
        if isinstance(numbers, int):
            numbers = array("i", [0]) * numbers
        if not cython.compiled:
            return numbers
        ints: cython.int[::1] = numbers if len(numbers) else array("i", [0])
        self.memory.append(ints)
        return cython.address(ints[0])

    def want(self, kinds: bytes) -> None:
        """Look only for patterns of the marked kinds, one byte a kind."""
        self.marks = kinds
        self.enabled = self.enabled_marks = kinds

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def want_alone(self, kind: cython.int) -> cython.int:
        """Look only for patterns of this kind, until `want_all`, and search everything again.

        A failed search is only valid for the kinds wanted at the time.
        """
        count: cython.Py_ssize_t = FOUND_KINDS
        if cython.compiled:
            self.enabled = self.alone + kind * count
        else:
            self.enabled = self.alone[kind * count : (kind + 1) * count]
        return self.search_again()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def want_all(self) -> cython.int:
        """Look for patterns of all marked kinds again."""
        self.enabled = self.enabled_marks
        return self.search_again()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search_again(self) -> cython.int:
        """Forget which patterns are known to be absent."""
        digit: cython.Py_ssize_t
        self.change += 1
        for digit in range(self.size + 1):
            self.versions[digit] = self.change
        return 0

    @cython.locals(cell=cython.Py_ssize_t, digit=cython.Py_ssize_t, mask=cython.int, house=cython.Py_ssize_t)
    def load(self, values: Sequence[int], masks: Sequence[int]) -> None:
        """Load a position: the digit of each cell (0: none), and the mask of its candidates."""
        words = self.cell_words
        for k in range((self.size + 1) * words):
            self.places[k] = self.fallen[k] = 0
        for k in range(words):
            self.empty[k] = 0
        for k in range((self.size + 1) * self.houses):
            self.counts[k] = 0
        for house in range(self.houses):
            self.open[house] = self.placed[house] = 0
        self.left, self.broken, self.length, self.falls, self.placed_digit = 0, False, 0, False, 0
        self.found = []
        self.change += 1
        for digit in range(self.size + 1):
            self.versions[digit] = self.change
        for cell in range(self.cells):
            digit, mask = values[cell], masks[cell]
            self.values[cell], self.masks[cell] = digit, mask
            for k in range(self.houses_start[cell], self.houses_start[cell + 1]):
                if digit:
                    self.placed[self.houses_of[k]] |= 1 << digit
                else:
                    self.open[self.houses_of[k]] += 1
            if not digit:
                self.left += 1
                self.add(self.empty, 0, cell)
                self.broken |= mask == 0
            while mask:
                digit = bit_slices.lowest_bit(mask)
                mask &= mask - 1
                self.add(self.places, digit, cell)
                for k in range(self.houses_start[cell], self.houses_start[cell + 1]):
                    self.counts[digit * self.houses + self.houses_of[k]] += 1
        for house in range(self.houses):
            if self.complete[house]:
                for digit in range(1, self.size + 1):
                    if not self.counts[digit * self.houses + house] and not self.placed[house] >> digit & 1:
                        self.broken = True

    def digits(self) -> tuple[int, ...]:
        """The digit placed in each cell, 0 for none."""
        return tuple([self.values[cell] for cell in range(self.cells)])

    def candidates(self) -> tuple[int, ...]:
        """The mask of candidates of each cell."""
        return tuple([self.masks[cell] for cell in range(self.cells)])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def remove(self, cell: cython.Py_ssize_t, digit: cython.Py_ssize_t) -> cython.int:
        """Remove a candidate, if present."""
        if not self.masks[cell] >> digit & 1:
            return 0
        self.masks[cell] ^= 1 << digit
        self.change += 1
        self.versions[digit] = self.change
        self.drop(self.places, digit, cell)
        if not self.masks[cell] and not self.values[cell]:
            self.broken = True
        for k in range(self.houses_start[cell], self.houses_start[cell + 1]):
            house = self.houses_of[k]
            at = digit * self.houses + house
            self.counts[at] -= 1
            if not self.counts[at] and self.complete[house] and not self.placed[house] >> digit & 1:
                self.broken = True
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def place(self, cell: cython.Py_ssize_t, digit: cython.Py_ssize_t) -> cython.int:
        """Place a digit in an empty cell; remove the cell's other candidates, and the digit from its peers."""
        other: cython.Py_ssize_t
        self.values[cell] = digit
        self.left -= 1
        self.drop(self.empty, 0, cell)
        for k in range(self.houses_start[cell], self.houses_start[cell + 1]):
            self.placed[self.houses_of[k]] |= 1 << digit
            self.open[self.houses_of[k]] -= 1
        for other in range(1, self.size + 1):
            self.remove(cell, other)
        for k in range(self.cell_words):
            word = self.places[digit * self.cell_words + k] & self.peers[cell * self.cell_words + k]
            while word:
                other = (k << bit_slices.SHIFT) + bit_slices.lowest_bit(word)
                word &= word - 1
                self.remove(other, digit)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lose(self, cell: cython.Py_ssize_t, digits: cython.int) -> cython.int:
        """Mark these digits as falling from the cell, if they are candidates."""
        mask: cython.int = self.masks[cell] & digits
        digit: cython.Py_ssize_t
        while mask:
            digit = bit_slices.lowest_bit(mask)
            mask &= mask - 1
            self.add(self.fallen, digit, cell)
            self.falls = True
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clear(self) -> cython.int:
        """Forget the current pattern."""
        if self.falls:
            for k in range((self.size + 1) * self.cell_words):
                self.fallen[k] = 0
        self.falls, self.placed_digit, self.length = False, 0, 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def emit(self, kind: cython.int) -> cython.bint:
        """Report the current pattern as one of this kind; return whether to end the search."""
        if not self.enabled[kind]:
            self.clear()
            return False
        self.kind = kind
        if self.together:
            if self.placed_digit:
                self.add(self.gathered_places, self.placed_digit, self.placed_cell)
            if self.falls:
                for k in range((self.size + 1) * self.cell_words):
                    self.gathered[k] |= self.fallen[k]
            self.gathers = True
            self.clear()
            return False
        if not self.every:
            return True
        with cython.gil:
            self.found.append(self.record())
        self.emitted += 1
        self.clear()
        return self.emitted >= self.most

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self) -> cython.int:
        """Apply the current pattern."""
        digit: cython.Py_ssize_t
        if self.placed_digit:
            self.place(self.placed_cell, self.placed_digit)
        if self.falls:
            for digit in range(1, self.size + 1):
                cell = self.lowest(self.fallen, digit)
                while cell >= 0:
                    self.remove(cell, digit)
                    cell = self.after(self.fallen, digit, cell)
        self.clear()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply_gathered(self) -> cython.int:
        """Apply all gathered patterns."""
        digit: cython.Py_ssize_t
        for digit in range(1, self.size + 1):
            cell = self.lowest(self.gathered_places, digit)
            while cell >= 0:
                if not self.values[cell]:
                    self.place(cell, digit)
                cell = self.after(self.gathered_places, digit, cell)
        for k in range((self.size + 1) * self.cell_words):
            self.gathered_places[k] = 0
        for k in range((self.size + 1) * self.cell_words):
            self.fallen[k], self.gathered[k] = self.gathered[k], 0
        self.falls, self.gathers = True, False
        return self.apply()

    @cython.cfunc
    def record_gathered(self, words: cython.p_ulonglong) -> object:
        """The candidates in an array of one set per digit, ascending by digit, then by cell."""
        digit: cython.Py_ssize_t
        found = []
        for digit in range(1, self.size + 1):
            cell = self.lowest(words, digit)
            while cell >= 0:
                found.append(Candidate(cell, digit))
                cell = self.after(words, digit, cell)
        return tuple(found)

    @cython.cfunc
    def record(self) -> object:
        """The current pattern: its kind, its numbers, the candidates placed and the candidates removed, ascending."""
        numbers = tuple([self.numbers[k] for k in range(self.length)])
        if self.placed_digit:
            return self.kind, numbers, (Candidate(self.placed_cell, self.placed_digit),), ()
        removes = []
        digit: cython.Py_ssize_t
        for k in range(self.cell_words):
            word = self.fallen[k]
            for digit in range(1, self.size + 1):
                word |= self.fallen[digit * self.cell_words + k]
            while word:
                bit = bit_slices.lowest_bit(word)
                word &= word - 1
                cell = (k << bit_slices.SHIFT) + bit
                digits = [d for d in range(1, self.size + 1) if self.fallen[d * self.cell_words + k] >> bit & 1]
                removes += [Candidate(cell, d) for d in digits]
        return self.kind, numbers, (), tuple(removes)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def size_at(self, words: cython.p_ulonglong, at: cython.Py_ssize_t) -> cython.int:
        """The number of cells in set `at` of an array."""
        number: cython.int = 0
        for k in range(self.cell_words):
            number += bit_slices.count_bits(words[at * self.cell_words + k])
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lowest(self, words: cython.p_ulonglong, at: cython.Py_ssize_t) -> cython.int:
        """The lowest cell of set `at`, or -1."""
        return self.after(words, at, -1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after(self, words: cython.p_ulonglong, at: cython.Py_ssize_t, cell: cython.int) -> cython.int:
        """The lowest cell of set `at` above `cell`, or -1. `lowest`, then `after` repeatedly, iterate over the set."""
        k: cython.Py_ssize_t = (cell + 1) >> bit_slices.SHIFT
        if k >= self.cell_words:
            return -1
        word = words[at * self.cell_words + k] & ~((ONE << (cell + 1 & bit_slices.BITS)) - 1)
        while not word:
            k += 1
            if k == self.cell_words:
                return -1
            word = words[at * self.cell_words + k]
        return (k << bit_slices.SHIFT) + bit_slices.lowest_bit(word)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def highest(self, words: cython.p_ulonglong, at: cython.Py_ssize_t) -> cython.int:
        """The highest cell of set `at`, or -1."""
        k: cython.Py_ssize_t
        for k in range(self.cell_words - 1, -1, -1):
            if words[at * self.cell_words + k]:
                return (k << bit_slices.SHIFT) + bit_slices.highest_bit(words[at * self.cell_words + k])
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_empty(self, words: cython.p_ulonglong, at: cython.Py_ssize_t) -> cython.bint:
        """Whether set `at` has no cell."""
        for k in range(self.cell_words):  # noqa: SIM110 (compiled it is a loop)
            if words[at * self.cell_words + k]:
                return False
        return True

    @cython.cfunc
    def cells_at(self, words: cython.p_ulonglong, at: cython.Py_ssize_t) -> tuple:
        """The cells of set `at`, ascending."""
        return tuple([cell for cell in range(self.cells) if self.has(words, at, cell)])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_cells(self, words: cython.p_ulonglong, at: cython.Py_ssize_t) -> cython.int:
        """Add the size and the cells of set `at` to the numbers of the current pattern."""
        self.note(self.size_at(words, at))
        cell = self.lowest(words, at)
        while cell >= 0:
            self.note(cell)
            cell = self.after(words, at, cell)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def see(
        self, words: cython.p_ulonglong, at: cython.Py_ssize_t, into: cython.p_ulonglong, to: cython.Py_ssize_t
    ) -> cython.int:
        """Set `to` becomes the cells that see at least one cell of set `at`."""
        for k in range(self.cell_words):
            into[to * self.cell_words + k] = 0
        cell = self.lowest(words, at)
        while cell >= 0:
            for k in range(self.cell_words):
                into[to * self.cell_words + k] |= self.peers[cell * self.cell_words + k]
            cell = self.after(words, at, cell)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def see_all(
        self,
        words: cython.p_ulonglong,
        at: cython.Py_ssize_t,
        digit: cython.Py_ssize_t,
        into: cython.p_ulonglong,
        to: cython.Py_ssize_t,
    ) -> cython.int:
        """Set `to` becomes the cells with the digit as a candidate that see every cell of set `at`."""
        for k in range(self.cell_words):
            into[to * self.cell_words + k] = self.places[digit * self.cell_words + k]
        self.keep_seen(words, at, into, to)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep_seen(
        self, words: cython.p_ulonglong, at: cython.Py_ssize_t, into: cython.p_ulonglong, to: cython.Py_ssize_t
    ) -> cython.int:
        """Remove from set `to` the cells that don't see every cell of set `at`."""
        cell = self.lowest(words, at)
        while cell >= 0:
            for k in range(self.cell_words):
                into[to * self.cell_words + k] &= self.peers[cell * self.cell_words + k]
            cell = self.after(words, at, cell)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sort(self, order: cython.p_int, count: cython.int, rank: cython.p_int, words: cython.p_ulonglong) -> cython.int:
        """Sort the numbers of `count` sets by rank (up to `size`), then by their cells as a number.

        A counting sort by rank and highest cell, then comparisons between sets with the same of both.
        """
        begin = self.sorted_at
        end: cython.int = 0
        number: cython.int
        slot: cython.Py_ssize_t
        slots: cython.Py_ssize_t = (self.size + 1) * self.cells
        for slot in range(slots + 1):
            begin[slot] = 0
        for number in range(count):
            begin[rank[number] * self.cells + self.highest(words, number)] += 1
        for slot in range(slots):
            end += begin[slot]
            begin[slot] = end
        for number in range(count - 1, -1, -1):
            slot = rank[number] * self.cells + self.highest(words, number)
            begin[slot] -= 1
            order[begin[slot]] = number
        begin[slots] = count
        for slot in range(slots):
            if begin[slot + 1] - begin[slot] > 1:
                self.sort_alike(order, begin[slot], begin[slot + 1], words)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sort_alike(
        self, order: cython.p_int, begin: cython.int, end: cython.int, words: cython.p_ulonglong
    ) -> cython.int:
        """Sort a range of the set numbers by their cells (Shellsort)."""
        gap: cython.int = 1
        k: cython.int
        at: cython.int
        while gap < end - begin:
            gap = 3 * gap + 1
        while gap > 1:
            gap //= 3
            for k in range(begin + gap, end):
                index, at = order[k], k
                while at >= begin + gap and self.is_before(index, order[at - gap], words):
                    order[at] = order[at - gap]
                    at -= gap
                order[at] = index
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_before(self, first: cython.int, other: cython.int, words: cython.p_ulonglong) -> cython.bint:
        """Whether a set of cells, as a number, is less than another."""
        k: cython.Py_ssize_t
        for k in range(self.cell_words - 1, -1, -1):
            word = words[other * self.cell_words + k]
            if words[first * self.cell_words + k] != word:
                return words[first * self.cell_words + k] < word
        return False

    if not cython.compiled:

        def has(self, words: Sequence[int], at: int, cell: int) -> int:
            """Whether set `at` contains a cell."""
            return words[at] >> cell & 1

        def add(self, words: list[int], at: int, cell: int) -> None:
            """Add a cell to set `at`."""
            words[at] |= 1 << cell

        def drop(self, words: list[int], at: int, cell: int) -> None:
            """Remove a cell from set `at`."""
            words[at] &= ~(1 << cell)

        def note(self, number: int) -> None:
            """Add a number to the current pattern."""
            self.numbers[self.length] = number
            self.length += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def only_places(
        self, house: cython.Py_ssize_t, digit: cython.Py_ssize_t, first: cython.Py_ssize_t, other: cython.Py_ssize_t
    ) -> cython.bint:
        """Whether these two cells are the only places of a digit in a complete house."""
        return (
            self.complete[house] != 0
            and self.counts[digit * self.houses + house] == 2
            and self.has(self.house_cells, house, first)
            and self.has(self.house_cells, house, other)
            and self.masks[first] >> digit & 1
            and self.masks[other] >> digit & 1
        )
