# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Franken and mutant fish, with or without fins: `engine.sudoku.techniques.fish` proves them.

The search starts from the cell that would fall. If it held the digit, its peers would not, and the n places left in n
base houses would have to fit into n - 1 cover houses. Most cells are ruled out first: if the digit can be placed in all
houses at once, no argument about this digit alone removes any of these places (see `placements`).
"""

import cython

from engine.base.kernels import plain
from engine.sudoku.techniques.patterns.boards import KINDS

if cython.compiled:
    from cython.cimports.engine.sudoku.search import bit_slices
    from cython.cimports.engine.sudoku.techniques.patterns import boards, placements
else:
    bit_slices = plain("engine.sudoku.search.bit_slices")
    boards = plain("engine.sudoku.techniques.patterns.boards")
    placements = plain("engine.sudoku.techniques.patterns.placements")

    MAX_SIZE = 4  # as in `franken.pxd`
    ROWS, COLUMNS, ANY = 0, 1, 2


@cython.final
@cython.cclass
class ComplexFish:
    """Finds these fish on one board."""

    def __init__(self, board: boards.Board, shared_placements: placements.Placements) -> None:
        self.board, self.placements = board, shared_placements
        words = board.cell_words
        self.searched = board.new_ints(len(KINDS) * (board.size + 1))
        self.line, self.line_places = board.new_ints(board.houses), board.new_words(board.houses * words)
        self.is_base = board.new_ints(board.houses)
        self.base, self.held = board.new_ints(MAX_SIZE), board.new_words((MAX_SIZE + 1) * words)
        self.cover = board.new_ints(MAX_SIZE)
        self.uncovered, self.scratch = board.new_words(words), board.new_words(4 * words)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, kind: cython.int) -> cython.bint:
        """Franken or mutant fish of all sizes, smallest first: (digit, base houses..., cover houses...)."""
        digit: cython.Py_ssize_t
        size: cython.int
        versions = self.board.versions
        self.kind = kind
        for size in range(2, MAX_SIZE + 1):
            if not self.board.enabled[kind + size - 2] and not self.board.enabled[kind + size + 1]:
                continue
            for digit in range(1, self.board.size + 1):
                slot = (kind + size) * (self.board.size + 1) + digit
                if self.searched[slot] == versions[digit] and not self.board.every:
                    continue
                self.digit, self.most = digit, size
                self.placements.find(digit)
                cell = self.board.lowest(self.placements.impossible, digit)
                while cell >= 0:
                    if self.try_target(cell):
                        return True
                    cell = self.board.after(self.placements.impossible, digit, cell)
                self.searched[slot] = versions[digit]
        return False

    # The fish

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def may_be(self, house: cython.int, in_base: cython.bint) -> cython.bint:
        """Whether a house may be in base or cover of a fish of this direction."""
        kind = self.board.kinds[house]
        if self.direction == ANY or kind not in (boards.ROW, boards.COLUMN):
            return True
        return (kind == boards.ROW) == ((self.direction == ROWS) == in_base)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_target(self, cell: cython.int) -> cython.bint:
        """Try the fish that remove the digit from the cell."""
        places, words = self.board.places, self.board.cell_words
        direction: cython.int
        house: cython.int
        first: cython.int = ROWS if self.kind == boards.FRANKEN_X_WING else ANY
        last: cython.int = COLUMNS if self.kind == boards.FRANKEN_X_WING else ANY
        self.target = cell
        for direction in range(first, last + 1):
            self.direction, self.lines, self.covers = direction, 0, 0
            for house in range(self.board.houses):
                if (
                    not self.board.complete[house]
                    or not self.board.counts[self.digit * self.board.houses + house]
                    or self.board.has(self.board.house_cells, house, cell)
                    or not self.may_be(house, True)
                ):
                    continue
                for k in range(words):
                    self.line_places[self.lines * words + k] = (
                        places[self.digit * words + k]
                        & self.board.house_cells[house * words + k]
                        & ~self.board.peers[cell * words + k]
                    )
                if not self.board.is_empty(self.line_places, self.lines):
                    self.line[self.lines] = house
                    self.lines += 1
            for k in range(words):
                self.held[k] = 0
            if self.choose_base(0, 0):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_base(self, size: cython.int, start: cython.int) -> cython.bint:
        """Extend the base with houses from `start` on that share no place with it."""
        words = self.board.cell_words
        line: cython.int
        if size == self.most:
            return self.covers == self.most - 1 and self.try_fish()
        for line in range(start, self.lines - (self.most - size) + 1):
            house = self.line[line]
            apart: cython.bint = True
            for k in range(words):
                word = self.line_places[line * words + k]
                if word & self.held[size * words + k]:
                    apart = False
                self.held[(size + 1) * words + k] = self.held[size * words + k] | word
            for k in range(self.covers):
                if self.cover[k] == house:
                    apart = False
            if apart:
                self.base[size] = house
                self.is_base[house] = True
                ends = self.choose_cover(size, line)
                self.is_base[house] = False
                if ends:
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_cover(self, size: cython.int, line: cython.int) -> cython.bint:
        """Extend the cover until it holds the places of the last base house."""
        words = self.board.cell_words
        for k in range(words):
            word = self.line_places[line * words + k]
            for number in range(self.covers):
                word &= ~self.board.house_cells[self.cover[number] * words + k]
            self.uncovered[k] = word
        cell = self.board.lowest(self.uncovered, 0)
        if cell < 0:
            return self.choose_base(size + 1, line + 1)
        if self.covers == self.most - 1:
            return False
        for at in range(self.board.houses_start[cell], self.board.houses_start[cell + 1]):
            house = self.board.houses_of[at]
            if not self.is_base[house] and self.may_be(house, False):
                self.cover[self.covers] = house
                self.covers += 1
                ends = self.choose_cover(size, line)
                self.covers -= 1
                if ends:
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_fish(self) -> cython.bint:
        """Add a cover house through the target: the digit falls from cover cells outside the base that see all fins."""
        words, digit, scratch, fallen = self.board.cell_words, self.digit, self.scratch, self.board.fallen
        through = self.choose_through()
        if through < 0:
            return False
        fins = self.find_fins(through)
        self.cover[self.covers] = through
        if self.direction == ANY and not self.is_mutant():
            return False
        for k in range(words):
            fallen[digit * words + k] = self.board.places[digit * words + k] & scratch[2 * words + k] & ~scratch[k]
        self.board.keep_seen(scratch, 3, fallen, digit)
        self.board.falls = True
        self.board.note(digit)
        for k in range(self.most):
            self.board.note(self.base[k])
        for k in range(self.most):
            self.board.note(self.cover[k])
        kind = self.kind + self.most - 2
        return self.board.emit(kind + 3 if fins else kind)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_through(self) -> cython.int:
        """The house through the target that leaves the fewest fins; -1 if there is none."""
        best: cython.int = -1
        fewest: cython.int = self.board.cells
        target: cython.Py_ssize_t = self.target
        for at in range(self.board.houses_start[target], self.board.houses_start[target + 1]):
            house = self.board.houses_of[at]
            if self.may_be(house, False):
                fins = self.find_fins(house)
                if fins < fewest:
                    best, fewest = house, fins
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_fins(self, through: cython.int) -> cython.int:
        """Find base, cover and fins with this cover house: base places outside the cover or in two base houses."""
        words, digit, scratch, house_cells = self.board.cell_words, self.digit, self.scratch, self.board.house_cells
        for k in range(words):
            scratch[k] = scratch[words + k] = 0
            scratch[2 * words + k] = house_cells[through * words + k]
            for number in range(self.most):
                word = self.board.places[digit * words + k] & house_cells[self.base[number] * words + k]
                scratch[words + k] |= scratch[k] & word
                scratch[k] |= word
            for number in range(self.covers):
                scratch[2 * words + k] |= house_cells[self.cover[number] * words + k]
            scratch[3 * words + k] = scratch[k] & ~scratch[2 * words + k] | scratch[words + k]
        return self.board.size_at(scratch, 3)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_mutant(self) -> cython.bint:
        """Whether base or cover has both rows and columns, or both have rows, or both have columns."""
        base: cython.int = 0
        cover: cython.int = 0
        for k in range(self.most):
            base |= 1 << self.board.kinds[self.base[k]]
            cover |= 1 << self.board.kinds[self.cover[k]]
        rows: cython.int = 1 << boards.ROW
        columns: cython.int = 1 << boards.COLUMN
        upright: cython.bint = not base & columns and not cover & rows
        across: cython.bint = not base & rows and not cover & columns
        return not upright and not across
