# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Almost locked sets, and the patterns made of two sets, or of a cell and some sets.

An almost locked set is n cells of one house with n + 1 digits as candidates; a cell with two candidates is one. The
definitions follow HoDoKu 2.2. Sets are ordered by size, then by cells; each has the first house that contains it. They
are gathered on first use in a position.
"""

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sudoku.search import bit_slices
    from cython.cimports.engine.sudoku.techniques.patterns import boards
else:
    bit_slices = plain("engine.sudoku.search.bit_slices")
    boards = plain("engine.sudoku.techniques.patterns.boards")

    MAX_SIZE = 8  # as in `sets.pxd`: no limit in a house of nine cells, only in larger ones
    MAX_DIGITS = MAX_SIZE + 1


@cython.final
@cython.cclass
class SetPatterns:
    """Finds these patterns on one board, and keeps its almost locked sets for other kernels."""

    def __init__(self, board: boards.Board) -> None:
        self.board = board
        self.version, self.count, self.room = -1, 0, 0
        self.petals, self.petal_room = 0, 0
        self.item, self.content = board.new_ints(board.size + 1), board.new_ints(board.size + 1)
        self.choice = board.new_ints(MAX_SIZE + 1)
        self.first = board.new_ints((board.size + 1) * board.cells)
        self.petal_first = board.new_ints((board.size + 1) * board.cells)
        self.scratch = board.new_words(3 * board.cell_words)
        self.grow()

    def as_tuples(self) -> list[tuple[tuple[int, ...], int, int]]:
        """Every almost locked set: its cells, ascending, the house, the mask of its digits."""
        self.gather()
        found = []
        for index in range(self.count):
            cells = self.board.cells_at(self.cells, index)
            found.append((cells, int(self.house[index]), int(self.digits[index])))
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, kind: cython.int) -> cython.bint:
        """Find patterns of a kind; return whether to end the search."""
        self.gather()
        return self.pairs() if kind == boards.ALS_XZ else self.blossoms()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gather(self) -> cython.int:
        """Find the almost locked sets of the position, unless already done."""
        if self.version == self.board.change:
            return 0
        self.version, self.count = self.board.change, 0
        for house in range(self.board.houses):
            self.items = 0
            for k in range(self.board.cells_start[house], self.board.cells_start[house + 1]):
                cell = self.board.cells_of[k]
                if not self.board.values[cell]:
                    self.item[self.items], self.content[self.items] = cell, self.board.masks[cell]
                    self.items += 1
            self.choose(house, 0, 0, 0)
        self.board.sort(self.order, self.count, self.found_size, self.found_cells)
        words = self.board.cell_words
        for number in range(self.count):
            index = self.order[number]
            self.house[number], self.digits[number] = self.found_house[index], self.found_digits[index]
            for k in range(words):
                self.cells[number * words + k] = self.found_cells[index * words + k]
        self.find_seen()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose(self, house: cython.Py_ssize_t, size: cython.int, start: cython.int, digits: cython.int) -> cython.int:
        """Extend the choice with later cells, as long as it can become a set."""
        for k in range(start, self.items):
            both = digits | self.content[k]
            number = bit_slices.count_bits(both)
            if number <= MAX_DIGITS and number <= size + 1 + self.items - k:
                self.choice[size] = self.item[k]
                if number == size + 2:
                    self.keep(house, size + 1, both)
                if size + 1 < MAX_SIZE:
                    self.choose(house, size + 1, k + 1, both)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self, house: cython.Py_ssize_t, size: cython.int, digits: cython.int) -> cython.int:
        """Keep the chosen cells as a set, unless known from an earlier house."""
        first = self.choice[0]
        for k in range(self.board.houses_start[first], self.board.houses_start[first + 1]):
            other = self.board.houses_of[k]
            if other < house:
                held = 1
                while held < size and self.board.has(self.board.house_cells, other, self.choice[held]):
                    held += 1
                if held == size:
                    return 0
        if self.count == self.room:
            with cython.gil:
                self.grow()
        for k in range(self.board.cell_words):
            self.found_cells[self.count * self.board.cell_words + k] = 0
        for k in range(size):
            self.board.add(self.found_cells, self.count, self.choice[k])
        self.found_size[self.count], self.found_house[self.count] = size, house
        self.found_digits[self.count] = digits
        self.count += 1
        return 0

    @cython.cfunc
    def grow(self) -> object:
        """Make room for more sets."""
        room, words = max(256, 2 * self.room), self.board.cell_words
        found_cells = self.board.new_words(room * words)
        size, house, digits = self.board.new_ints(room), self.board.new_ints(room), self.board.new_ints(room)
        for number in range(self.count):
            size[number], house[number] = self.found_size[number], self.found_house[number]
            digits[number] = self.found_digits[number]
            for k in range(number * words, (number + 1) * words):
                found_cells[k] = self.found_cells[k]
        self.found_cells, self.found_size, self.found_house, self.found_digits = found_cells, size, house, digits
        self.cells, self.house = self.board.new_words(room * words), self.board.new_ints(room)
        self.digits, self.order = self.board.new_ints(room), self.board.new_ints(room)
        self.seen = self.board.new_words(MAX_DIGITS * room * words)
        self.next, self.common = self.board.new_ints(MAX_DIGITS * room), self.board.new_ints(room)
        self.partners = self.board.new_words((room >> 6) + 1)
        self.room = room

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_seen(self) -> cython.int:
        """Find, for each digit of a set, the cells with it that see all its places there; and the sets by place."""
        words = self.board.cell_words
        digit: cython.Py_ssize_t
        for k in range((self.board.size + 1) * self.board.cells):
            self.first[k] = -1
        for number in range(self.count):
            mask, at = self.digits[number], MAX_DIGITS * number
            while mask:
                digit = bit_slices.lowest_bit(mask)
                mask &= mask - 1
                for k in range(words):
                    self.scratch[k] = self.cells[number * words + k] & self.board.places[digit * words + k]
                lowest = self.board.lowest(self.scratch, 0)
                self.board.see_all(self.scratch, 0, digit, self.seen, at)
                self.next[at] = self.first[digit * self.board.cells + lowest]
                self.first[digit * self.board.cells + lowest] = at
                at += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def place_of(self, index: cython.int, digit: cython.Py_ssize_t) -> cython.int:
        """The index in `seen` of a digit of a set; -1 if the set doesn't have the digit."""
        if not self.digits[index] >> digit & 1:
            return -1
        below: cython.int = (1 << digit) - 1
        return MAX_DIGITS * index + bit_slices.count_bits(self.digits[index] & below)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pairs(self) -> cython.bint:
        """Two sets with a digit that only one of them can hold: (mask of such digits, both sets: see `note_set`)."""
        for first in range(self.count):
            self.find_partners(first)
            for k in range((self.count >> 6) + 1):
                word = self.partners[k]
                while word:
                    other = (k << 6) + bit_slices.lowest_bit(word)
                    word &= word - 1
                    if self.try_pair(first, other, self.common[other]):
                        return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_partners(self, start: cython.int) -> cython.int:
        """Find the disjoint sets with higher numbers that have a digit only one of both sets can hold."""
        words = self.board.cell_words
        digit: cython.Py_ssize_t
        for k in range((self.count >> 6) + 1):
            self.partners[k] = 0
        mask, at = self.digits[start], MAX_DIGITS * start
        while mask:
            digit = bit_slices.lowest_bit(mask)
            mask &= mask - 1
            cell = self.board.lowest(self.seen, at)
            while cell >= 0:
                entry = self.first[digit * self.board.cells + cell]
                while entry > MAX_DIGITS * start:  # higher numbers come first
                    other = entry // MAX_DIGITS
                    outside: cython.bint = False
                    for j in range(words):
                        places = self.cells[other * words + j] & self.board.places[digit * words + j]
                        if places & ~self.seen[at * words + j] or (
                            self.cells[other * words + j] & self.cells[start * words + j]
                        ):
                            outside = True
                            break
                    if not outside:
                        if not self.partners[other >> 6] >> (other & 63) & 1:
                            self.common[other] = 0
                        self.partners[other >> 6] |= cython.cast(cython.ulonglong, 1) << (other & 63)
                        self.common[other] |= 1 << digit
                    entry = self.next[entry]
                cell = self.board.after(self.seen, at, cell)
            at += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_pair(self, first: cython.int, other: cython.int, common: cython.int) -> cython.bint:
        """Report a pair: a digit falls from cells that see all its places in both; two common digits lock both sets."""
        fallen = self.board.fallen
        words = self.board.cell_words
        single: cython.bint = common & (common - 1) == 0
        mask = self.digits[first] & self.digits[other]
        digit: cython.Py_ssize_t
        while mask:
            digit = bit_slices.lowest_bit(mask)
            mask &= mask - 1
            if single and common >> digit & 1:
                continue
            near, far = self.place_of(first, digit), self.place_of(other, digit)
            for k in range(words):
                word = self.seen[near * words + k] & self.seen[far * words + k]
                fallen[digit * words + k] |= word
                if word:
                    self.board.falls = True
        if not single:
            self.fall(first, self.digits[first] & ~common)
            self.fall(other, self.digits[other] & ~common)
        if not self.board.falls:
            return False
        self.board.note(common)
        self.note_set(first)
        self.note_set(other)
        return self.board.emit(boards.ALS_XZ)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fall(self, index: cython.int, digits: cython.int) -> cython.int:
        """Mark each of these digits as falling from cells that see all its places in a set."""
        fallen = self.board.fallen
        words = self.board.cell_words
        digit: cython.Py_ssize_t
        while digits:
            digit = bit_slices.lowest_bit(digits)
            digits &= digits - 1
            at = self.place_of(index, digit)
            for k in range(words):
                word = self.seen[at * words + k]
                fallen[digit * words + k] |= word
                if word:
                    self.board.falls = True
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_set(self, index: cython.int) -> cython.int:
        """Add a set's house, number of cells and cells to the numbers of the current pattern."""
        self.board.note(self.house[index])
        self.board.note_cells(self.cells, index)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def blossoms(self) -> cython.bint:
        """A cell, and for each of its digits a set that would lose it: (cell, for each digit: digit, its set)."""
        stem: cython.Py_ssize_t
        digit: cython.Py_ssize_t
        self.find_petals()
        for stem in range(self.board.cells):
            digits: cython.int = self.board.masks[stem]
            petals: cython.bint = digits & (digits - 1) != 0
            for digit in range(1, self.board.size + 1):
                if digits >> digit & 1 and self.petal_first[digit * self.board.cells + stem] < 0:
                    petals = False
            if petals:
                for digit in range(1, self.board.size + 1):
                    if not digits >> digit & 1 and self.try_stem(stem, digit):
                        return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_petals(self) -> cython.int:
        """Find, for each cell and candidate, the sets where the cell sees all places of the digit."""
        self.petals = 0
        digit: cython.Py_ssize_t
        for k in range((self.board.size + 1) * self.board.cells):
            self.petal_first[k] = -1
        for index in range(self.count - 1, -1, -1):
            mask, at = self.digits[index], MAX_DIGITS * index
            while mask:
                digit = bit_slices.lowest_bit(mask)
                mask &= mask - 1
                cell = self.board.lowest(self.seen, at)
                while cell >= 0:
                    if self.petals == self.petal_room:
                        with cython.gil:
                            self.grow_petals()
                    head = digit * self.board.cells + cell
                    self.petal_set[self.petals] = index
                    self.petal_next[self.petals] = self.petal_first[head]
                    self.petal_first[head] = self.petals
                    self.petals += 1
                    cell = self.board.after(self.seen, at, cell)
                at += 1
        return 0

    @cython.cfunc
    def grow_petals(self) -> object:
        """Make room for more petals."""
        room = max(1024, 2 * self.petal_room)
        following, sets = self.board.new_ints(room), self.board.new_ints(room)
        for k in range(self.petals):
            following[k], sets[k] = self.petal_next[k], self.petal_set[k]
        self.petal_next, self.petal_set, self.petal_room = following, sets, room

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_stem(self, stem: cython.Py_ssize_t, digit: cython.Py_ssize_t) -> cython.bint:
        """Try the blossoms of a cell that remove a digit, one for each cell that falls."""
        words = self.board.cell_words
        other: cython.Py_ssize_t
        digits: cython.int = self.board.masks[stem]
        for k in range(words):
            self.scratch[2 * words + k] = self.board.places[digit * words + k]
        self.board.drop(self.scratch, 2, stem)
        for other in range(1, self.board.size + 1):
            if digits >> other & 1:
                for k in range(words):
                    self.scratch[words + k] = 0
                petal = self.petal_first[other * self.board.cells + stem]
                while petal >= 0:
                    at = self.place_of(self.petal_set[petal], digit)
                    if at >= 0:
                        for k in range(words):
                            self.scratch[words + k] |= self.seen[at * words + k]
                    petal = self.petal_next[petal]
                for k in range(words):
                    self.scratch[2 * words + k] &= self.scratch[words + k]
                if self.board.is_empty(self.scratch, 2):
                    return False
        while not self.board.is_empty(self.scratch, 2):
            if self.try_blossom(stem, digit, self.board.lowest(self.scratch, 2)):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_blossom(self, stem: cython.Py_ssize_t, digit: cython.Py_ssize_t, cell: cython.int) -> cython.bint:
        """Report the first petals that remove the digit from the cell, and from others with it."""
        fallen = self.board.fallen
        words = self.board.cell_words
        other: cython.Py_ssize_t
        digits: cython.int = self.board.masks[stem]
        for k in range(words):
            fallen[digit * words + k] = self.scratch[2 * words + k]
        self.board.falls = True
        self.board.note(stem)
        for other in range(1, self.board.size + 1):
            if digits >> other & 1:
                petal = self.petal_first[other * self.board.cells + stem]
                at = self.place_of(self.petal_set[petal], digit)
                while at < 0 or not self.board.has(self.seen, at, cell):
                    petal = self.petal_next[petal]
                    at = self.place_of(self.petal_set[petal], digit)
                for k in range(words):
                    fallen[digit * words + k] &= self.seen[at * words + k]
                self.board.note(other)
                self.note_set(self.petal_set[petal])
        for k in range(words):
            self.scratch[2 * words + k] &= ~fallen[digit * words + k]
        return self.board.emit(boards.DEATH_BLOSSOM)
