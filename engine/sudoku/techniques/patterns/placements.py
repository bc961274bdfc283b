# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""The possible places of a digit: where it can be placed in all houses that need it, ignoring other digits.

No argument about this digit alone removes a place that is part of such a placement, so no fish can remove it.
"""

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sudoku.search import bit_slices
    from cython.cimports.engine.sudoku.techniques.patterns import boards
else:
    bit_slices = plain("engine.sudoku.search.bit_slices")
    boards = plain("engine.sudoku.techniques.patterns.boards")

    MAX_DEPTH = 3000  # as in `placements.pxd`


@cython.final
@cython.cclass
class Placements:
    """The possible places of each digit on one board."""

    def __init__(self, board: boards.Board) -> None:
        self.board = board
        words = board.cell_words
        self.known_version = board.new_ints(board.size + 1)
        self.possible = board.new_words((board.size + 1) * words)
        self.impossible = board.new_words((board.size + 1) * words)
        self.left, self.choice = board.new_words((board.houses + 2) * words), board.new_ints(board.houses + 2)
        self.holds, self.needing = board.new_ints(board.houses), board.new_ints(board.houses)
        self.first_word, self.last_word = board.new_ints(board.houses), board.new_ints(board.houses)
        for house in range(board.houses):
            self.first_word[house] = board.lowest(board.house_cells, house) >> bit_slices.SHIFT
            self.last_word[house] = board.highest(board.house_cells, house) >> bit_slices.SHIFT

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, digit: cython.Py_ssize_t) -> cython.int:
        """Find the possible and impossible places of a digit, unless already done."""
        words = self.board.cell_words
        if self.known_version[digit] == self.board.versions[digit]:
            return 0
        self.known_version[digit], self.digit = self.board.versions[digit], digit
        for k in range(words):
            self.possible[digit * words + k] = self.impossible[digit * words + k] = 0
        self.needs = 0
        for house in range(self.board.houses):
            self.holds[house] = False
            if self.board.complete[house] and self.board.counts[digit * self.board.houses + house]:
                self.needing[self.needs] = house
                self.needs += 1
        cell = self.board.lowest(self.board.places, digit)
        while cell >= 0:
            if not self.board.has(self.possible, digit, cell):
                self.tries = 0
                if not self.is_possible(cell) and self.tries <= MAX_DEPTH:
                    self.board.add(self.impossible, digit, cell)
            cell = self.board.after(self.board.places, digit, cell)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_possible(self, cell: cython.int) -> cython.bint:
        """Whether the digit can be in this cell and all houses that need it; marks the cells used as possible."""
        words = self.board.cell_words
        for k in range(words):
            self.left[k] = self.board.places[self.digit * words + k]
        return self.place_at(cell, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def place_at(self, cell: cython.int, depth: cython.int) -> cython.bint:
        """As `is_possible`, with a number of cells already chosen."""
        words = self.board.cell_words
        for k in range(words):
            self.left[(depth + 1) * words + k] = self.left[depth * words + k] & ~self.board.peers[cell * words + k]
        self.board.drop(self.left, depth + 1, cell)
        self.choice[depth] = cell
        for k in range(self.board.houses_start[cell], self.board.houses_start[cell + 1]):
            self.holds[self.board.houses_of[k]] = True
        found = self.place_rest(depth + 1)
        for k in range(self.board.houses_start[cell], self.board.houses_start[cell + 1]):
            self.holds[self.board.houses_of[k]] = False
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def place_rest(self, depth: cython.int) -> cython.bint:
        """Place the rest after a number of places; the house with the fewest places left is next."""
        words, digit = self.board.cell_words, self.digit
        cell: cython.int
        house: cython.Py_ssize_t
        best: cython.int = -1
        fewest: cython.int = self.board.cells
        self.tries += 1
        if self.tries > MAX_DEPTH:
            return False
        for at in range(self.needs):
            house = self.needing[at]
            if self.holds[house]:
                continue
            number: cython.int = 0
            for k in range(self.first_word[house], self.last_word[house] + 1):
                number += bit_slices.count_bits(
                    self.left[depth * words + k] & self.board.house_cells[house * words + k]
                )
            if number < fewest:
                best, fewest = house, number
                if number < 2:
                    break
        if best < 0:
            for k in range(depth):
                self.board.add(self.possible, digit, self.choice[k])
            return True
        if fewest == 0:
            return False
        for is_possible in range(2):  # cells not known to be possible come first
            for at in range(self.board.cells_start[best], self.board.cells_start[best + 1]):
                cell = self.board.cells_of[at]
                if (
                    self.board.has(self.left, depth, cell)
                    and self.board.has(self.possible, digit, cell) == is_possible
                    and self.place_at(cell, depth)
                ):
                    return True
        return False
