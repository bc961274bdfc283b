# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""A solution counter for puzzles on any layout of houses, by bit slices: a kernel.

A candidate, a digit in a cell, is one bit in each of two tables. The first has a row for each digit, with a bit for
each cell. The second has a row for each position in a house, with a bit for each *slot*: a digit in a house with a cell
for every digit, which must be in one of them. Counting bits down the rows of the first table for all cells at once, in
carry-save form (ones, twos, more), finds every naked single and every cell with two candidates; down the rows of the
second table, every hidden single. A column without any bit is a dead end. The OR of some rows of the second table shows
which slots have no place at these positions, and so finds all locked candidates of one kind. When nothing follows, the
search guesses a candidate: first it holds, then it does not.

A solved cell keeps its candidates in both tables and is masked out when bits are counted: for each position, one word
says in which houses the cell there is open, for the slots of every digit at once.

tdoku (T. Dillon, "tdoku: a fast Sudoku solver", 2019) first processed words of many candidates at once, for one layout
and with wide registers.

The number of words is a compile-time constant for the usual layouts, which makes the search much faster. Uncompiled, a
word is a Python integer of any length.
"""

from array import array
from collections.abc import Callable, Sequence

import cython

from engine.base.polling import poll
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits
from engine.sudoku.search.slice_tables import tables

# The work of one slice, about 10 ms, in words times nodes.
SLICE = 1_000_000 if cython.compiled else 5_000

ONE = cython.declare(cython.ulonglong, 1)

OUTPUT = 1 << 16
"""Bytes of text that `solve_lines` writes at most, unless a line is longer."""

ZERO = cython.declare(cython.int, 48)
POINT = cython.declare(cython.int, 46)
NEWLINE = cython.declare(cython.int, 10)
RETURN = cython.declare(cython.int, 13)
REMARK = cython.declare(cython.int, 35)

if not cython.compiled:
    SHIFT, BITS = 30, (1 << 30) - 1

    def lowest_bit(word: int) -> int:
        """The index of the lowest set bit."""
        return (word & -word).bit_length() - 1

    def highest_bit(word: int) -> int:
        """The index of the highest set bit of a nonzero word."""
        return word.bit_length() - 1

    def count_bits(word: int) -> int:
        """The number of set bits."""
        return word.bit_count()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _joined(
    bit_0: cython.ulonglong, bit_1: cython.ulonglong, bit_2: cython.ulonglong, bit_3: cython.ulonglong
) -> cython.Py_ssize_t:
    """The number with these binary digits: the lowest bit of each word."""
    return bit_0 & 1 | (bit_1 & 1) << 1 | (bit_2 & 1) << 2 | (bit_3 & 1) << 3


@cython.final
@cython.cclass
class SliceSearch:
    """Counts the solutions of puzzles of one layout, one puzzle at a time, reusing its arrays.

    `load` a puzzle, then `run` or `advance`. Not safe for several threads.
    """

    memory: list  # the owners of the plain arrays
    cells: cython.Py_ssize_t
    size: cython.Py_ssize_t
    houses: cython.Py_ssize_t
    patterns: cython.Py_ssize_t
    cell_words: cython.Py_ssize_t
    slot_words: cython.Py_ssize_t
    stride: cython.Py_ssize_t
    slice_nodes = cython.declare(cython.int, visibility="public")

    # The layout: see `slice_tables`.
    all_cells: cython.p_ulonglong
    all_slots: cython.p_ulonglong
    peers: cython.p_ulonglong
    cell_houses: cython.p_ulonglong
    peer_houses: cython.p_ulonglong
    starts: cython.p_int
    house_of: cython.p_int
    position_of: cython.p_int
    positions: cython.p_ulonglong
    house_cells: cython.p_int
    outside_pattern: cython.p_ulonglong
    meetings: cython.p_ulonglong
    locked: cython.p_ulonglong

    # A position for each guess: both tables, for each position in a house the slots whose cell there is open, solved
    # cells, and solved slots.
    words: cython.p_ulonglong
    frame: cython.Py_ssize_t  # words of a position
    base: cython.Py_ssize_t  # the offset of the current position
    depth: cython.Py_ssize_t
    locked_slots: cython.p_ulonglong  # for each pattern, those already processed
    rows: cython.p_ulonglong  # of the second table, for one word of slots
    two_cells: cython.p_ulonglong  # with two candidates, when there are no singles
    counts: cython.p_ulonglong  # the number of these among the peers of each cell, by binary digits
    started: cython.bint  # whether the first position contains the loaded puzzle
    closed: cython.bint  # nothing (more) to find under the guesses made

    line: cython.int[::1]  # the cell of each character of a puzzle in a line of text
    none: cython.uchar[::1]  # the line for a puzzle without a solution
    several: cython.uchar[::1]  # what precedes one of several solutions in its line
    out: cython.uchar[::1]  # lines, and how many bytes of them are written
    filled: cython.Py_ssize_t
    board: cython.int[::1]
    removed: cython.int[::1]  # candidates (cell * size + digit) that the puzzle rules out, and their number
    removed_count: cython.Py_ssize_t
    solution_count: cython.longlong
    placed: cython.p_int  # by cell: the digit placed last, the current one if the cell is solved
    answer: cython.int[::1]  # the last solution found

    def __init__(self, layout: Layout) -> None:
        flat = tables(layout, wide=not cython.compiled)
        self.memory = [flat]
        self.cells, self.size, self.houses = len(layout.cells), layout.size, flat.houses
        self.cell_words, self.slot_words, self.stride = flat.cell_words, flat.slot_words, flat.stride
        self.patterns = flat.patterns
        self.all_cells, self.all_slots = self._words(flat.all_cells), self._words(flat.all_slots)
        self.peers, self.cell_houses, self.peer_houses = (
            self._words(flat.peers),
            self._words(flat.cell_houses),
            self._words(flat.peer_houses),
        )
        self.positions, self.meetings = self._words(flat.positions), self._words(flat.meetings)
        self.locked = self._words(flat.locked)
        self.starts, self.house_of = self._ints(flat.starts), self._ints(flat.house_of)
        self.position_of, self.house_cells = self._ints(flat.position_of), self._ints(flat.house_cells)
        self.outside_pattern = self._words(flat.outside_pattern)
        self.frame = (self.size + 1) * (self.cell_words + self.slot_words) + self.size * flat.house_words
        self.words = self._words(self.frame * (self.cells + 1))
        self.locked_slots = self._words(self.patterns * self.slot_words)
        self.two_cells, self.counts = self._words(self.cell_words), self._words(4 * self.cell_words)
        self.rows = self._words(self.size)
        self.placed = self._ints(array("i", bytes(4 * self.cells)))
        self.answer = array("i", bytes(4 * self.cells))
        self.board = array("i", bytes(4 * self.cells))
        self.removed = array("i", bytes(4 * (self.cells * self.size + 1)))
        self.set_line(range(self.cells))
        self.slice_nodes = self.nodes_for(SLICE)
        self.load(bytes(self.cells))

    @cython.cfunc
    def _words(self, numbers: object) -> cython.p_ulonglong:
        """A plain array of these words, or of a number of zeros, that lives as long as the search."""
        if not cython.compiled:
            return [0] * numbers if isinstance(numbers, int) else numbers
        if isinstance(numbers, int):
            numbers = array("Q", bytes(8 * numbers))
        words: cython.ulonglong[::1] = numbers if len(numbers) else array("Q", [0])
        self.memory.append(words)
        return cython.address(words[0])

    @cython.cfunc
    def _ints(self, numbers: object) -> cython.p_int:
        if not cython.compiled:
            return numbers
        ints: cython.int[::1] = numbers if len(numbers) else array("i", [0])
        self.memory.append(ints)
        return cython.address(ints[0])

    @cython.locals(cell=cython.int, digit=cython.int)
    def load(self, givens: Sequence[int], candidates: Sequence[int] | None = None) -> None:
        """Load a puzzle: one digit a cell, 0 for empty; bytes are fastest. Raises ValueError if it does not fit.

        `candidates` are the masks of the digits that empty cells may hold, None for all.
        """
        digits: bytes = bytes(givens)
        if len(digits) != self.cells:
            raise ValueError(f"{len(digits)} digits for {self.cells} cells")
        for cell in range(self.cells):
            digit = digits[cell]
            if digit > self.size:
                raise ValueError(f"digit {digit} is outside 0..{self.size}")
            self.board[cell] = digit
        self.removed_count, self.solution_count, self.started = 0, 0, False
        if candidates is not None:
            for cell in range(self.cells):
                for digit in range(1, self.size + 1):
                    if not self.board[cell] and not candidates[cell] >> digit & 1:
                        self.exclude(cell, digit)

    def exclude(self, cell: int, digit: int) -> None:
        """Restrict the loaded puzzle to solutions without this digit in this cell."""
        self.removed[self.removed_count] = cell * self.size + digit - 1
        self.removed_count += 1

    @cython.locals(max_solutions=cython.longlong, remaining=cython.longlong)
    def advance(self, limit: int, nodes: int) -> bool:
        """Continue, without the GIL, for at most `nodes` nodes. Returns whether `limit` or all solutions are found."""
        max_solutions, remaining = limit, nodes
        with cython.nogil:
            remaining = self._advance(max_solutions, remaining)
        return remaining > 0 or self.solution_count >= max_solutions

    def run(self, limit: int, cancel: Callable[[], bool] | None = None, patience: int | None = None) -> int:
        """Count solutions, up to `limit`. Polls `cancel` between slices and raises Cancelled.

        With `patience`, gives up after this many nodes and returns `limit`.
        """
        remaining = patience
        while remaining is None or remaining > 0:
            nodes = self.slice_nodes if remaining is None else min(remaining, self.slice_nodes)
            if self.advance(limit, nodes):
                return self.solution_count
            remaining = None if remaining is None else remaining - nodes
            poll(cancel)
        return limit

    def nodes_for(self, work: int) -> int:
        """The number of nodes for an amount of work, in words times nodes: nodes of larger layouts cost more."""
        return max(1, work // self.frame)

    def count(self, givens: Sequence[int], limit: int = 2, cancel: Callable[[], bool] | None = None) -> int:
        """Load a puzzle and run the search."""
        self.load(givens)
        return self.run(limit, cancel)

    def solution(self) -> Digits:
        """The last solution found; if there is none, zeros or an older solution."""
        return tuple(self.answer)

    def set_line(self, cells: Sequence[int], none: bytes = b"", several: bytes = b"") -> None:
        """Set the lines of `solve_lines`: the cell of each character of a puzzle, one a digit, and the remarks.

        `none` is the line for a puzzle without a solution; `several` precedes one of several solutions in its line.
        """
        self.line = array("i", cells)
        self.none, self.several = bytearray(none + b"\n"), bytearray(several)
        self.out = bytearray(max(OUTPUT, self._longest()))

    @cython.cfunc
    def _longest(self) -> cython.Py_ssize_t:
        """The length of the longest line that `solve_lines` writes."""
        return max(len(self.none), len(self.several) + len(self.line) + 1)

    @cython.locals(place=cython.Py_ssize_t, next_line=cython.Py_ssize_t, stop=cython.Py_ssize_t, end=cython.Py_ssize_t)
    @cython.locals(remaining=cython.longlong, is_unsolved=cython.bint)
    def solve_lines(self, text: bytes, start: int) -> tuple[int, bool, bytes]:
        """Solve puzzles in lines of text, without the GIL, from the line at offset `start`, for about a slice.

        Returns the offset reached; whether the line there is left to the caller, because it is not a puzzle in the
        format of `set_line` or takes more than a slice; and a line for each puzzle before it: its solution in the same
        format, or a remark. Skips comments and empty lines.
        """
        characters: cython.p_const_uchar = text
        place, stop, remaining, is_unsolved = start, len(text), self.slice_nodes, False
        end = len(self.out) - self._longest()
        self.filled = 0
        with cython.nogil:
            while place < stop and remaining > 0 and self.filled <= end:
                next_line = self._after_remark(characters, place, stop)
                if next_line > place:
                    place = next_line
                    continue
                next_line = self._read(characters, place, stop)
                if next_line < 0:
                    is_unsolved = True
                    break
                remaining = self._advance(2, remaining)
                if remaining <= 0 and self.solution_count < 2:
                    is_unsolved = self.filled == 0
                    break
                self._write()
                place = next_line
        return place, is_unsolved, bytes(self.out[: self.filled])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _after_remark(
        self, text: cython.p_const_uchar, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """The offset of the next line if the line at `start` is a comment or empty; otherwise `start`."""
        end: cython.Py_ssize_t = start
        if text[end] == REMARK:
            while end < stop and text[end] != NEWLINE:
                end += 1
        elif text[end] == RETURN:
            end += 1
        if end == stop:
            return end
        return end + 1 if text[end] == NEWLINE else start

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _read(self, text: cython.p_const_uchar, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Load the puzzle in the line at `start`; return the offset of the next line, or -1 if it is not a puzzle."""
        end: cython.Py_ssize_t = start + self.line.shape[0] if cython.compiled else start + len(self.line)
        digit: cython.int
        if end > stop:
            return -1
        for cell in range(self.cells):
            self.board[cell] = -1
        for place in range(end - start):
            digit = text[start + place]
            digit = 0 if digit == POINT else digit - ZERO
            cell = self.line[place]
            if digit < 0 or digit > self.size or (self.board[cell] >= 0 and self.board[cell] != digit):
                return -1
            self.board[cell] = digit
        self.removed_count, self.solution_count, self.started = 0, 0, False
        if end < stop and text[end] == RETURN:
            end += 1
        if end < stop and text[end] != NEWLINE:
            return -1
        return end + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _write(self) -> cython.void:
        """Write the line for the loaded puzzle, whose search is done."""
        if self.solution_count == 0:
            self._copy(self.none)
            return
        if self.solution_count > 1:
            self._copy(self.several)
        length: cython.Py_ssize_t = self.line.shape[0] if cython.compiled else len(self.line)
        for place in range(length):
            self.out[self.filled + place] = ZERO + self.answer[self.line[place]]
        self.out[self.filled + length] = NEWLINE
        self.filled += length + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy(self, words: cython.uchar[::1]) -> cython.void:
        length: cython.Py_ssize_t = words.shape[0] if cython.compiled else len(words)
        for place in range(length):
            self.out[self.filled + place] = words[place]
        self.filled += length

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _advance(self, max_solutions: cython.longlong, remaining: cython.longlong) -> cython.longlong:
        """Continue the search for at most `remaining` nodes; return how many of them are left."""
        if self.size == 9 and self.cell_words == 2 and self.stride == 32:  # single grids, with diagonals or not
            return self._search(max_solutions, remaining, 9, 2, 32)
        if self.size == 9 and self.cell_words == 3 and self.stride == 64:  # doubles
            return self._search(max_solutions, remaining, 9, 3, 64)
        if self.size == 9 and self.cell_words == 6 and self.stride == 128:  # samurai
            return self._search(max_solutions, remaining, 9, 6, 128)
        return self._search(max_solutions, remaining, self.size, self.cell_words, self.stride)

    # The sizes passed to the methods below are compile-time constants where the callers pass constants.

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(
        self,
        max_solutions: cython.longlong,
        remaining: cython.longlong,
        size: cython.Py_ssize_t,
        cell_words: cython.Py_ssize_t,
        stride: cython.Py_ssize_t,
    ) -> cython.longlong:
        if not self.started:
            self._begin(size, cell_words, stride)
        while remaining > 0 and self.solution_count < max_solutions:
            if self.closed:
                if self.depth == 0:
                    break
                self.depth -= 1
                self.base -= self.frame
                self.closed = False
            remaining -= 1
            if not self._deduce(size, cell_words, stride):
                self.closed = True
            elif self._is_solved(size, cell_words, stride):
                for cell in range(self.cells):
                    self.answer[cell] = self.placed[cell]
                self.solution_count += 1
                self.closed = True
            else:
                self._guess(size, cell_words, stride)
        return remaining

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(self, size: cython.Py_ssize_t, cell_words: cython.Py_ssize_t, stride: cython.Py_ssize_t) -> cython.void:
        """Put the givens on an empty position."""
        words, all_cells, all_slots = self.words, self.all_cells, self.all_slots
        slot_words, house_words = (size * stride + BITS) >> SHIFT, (stride + BITS) >> SHIFT
        below = size * cell_words
        self.started, self.closed, self.depth, self.base = True, False, 0, 0
        for row in range(size):
            for k in range(cell_words):
                words[row * cell_words + k] = all_cells[k]
        for k in range(slot_words):
            for row in range(size):
                words[below + k * size + row] = all_slots[k]
        for k in range(house_words):
            for row in range(size):
                words[below + (slot_words + k) * size + row] = all_slots[k]
        for k in range(below + size * (slot_words + house_words), self.frame):
            words[k] = 0
        for k in range(self.patterns * slot_words):
            self.locked_slots[k] = 0
        for cell in range(self.cells):
            if self.board[cell]:
                if not words[(self.board[cell] - 1) * cell_words + (cell >> SHIFT)] >> (cell & BITS) & 1:
                    self.closed = True
                    return
                self._place(cell, self.board[cell] - 1, size, cell_words, stride)
        for k in range(self.removed_count):
            cell, digit = self.removed[k] // size, self.removed[k] % size
            if words[digit * cell_words + (cell >> SHIFT)] >> (cell & BITS) & 1:
                self._remove(cell, digit)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(
        self,
        cell: cython.Py_ssize_t,
        digit: cython.Py_ssize_t,
        size: cython.Py_ssize_t,
        cell_words: cython.Py_ssize_t,
        stride: cython.Py_ssize_t,
    ) -> cython.void:
        """Place a digit in a cell, so that its peers can't hold it. Calls keep the loops around them short."""
        if size == 9 and cell_words == 2 and stride == 32:
            self._place_in_single(cell, digit)
        elif size == 9 and cell_words == 3 and stride == 64:
            self._place_in_double(cell, digit)
        else:
            self._put(cell, digit, size, cell_words, stride)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place_in_single(self, cell: cython.Py_ssize_t, digit: cython.Py_ssize_t) -> cython.void:
        self._put(cell, digit, 9, 2, 32)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place_in_double(self, cell: cython.Py_ssize_t, digit: cython.Py_ssize_t) -> cython.void:
        self._put(cell, digit, 9, 3, 64)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(
        self,
        cell: cython.Py_ssize_t,
        digit: cython.Py_ssize_t,
        size: cython.Py_ssize_t,
        cell_words: cython.Py_ssize_t,
        stride: cython.Py_ssize_t,
    ) -> cython.void:
        words, peers, peer_houses, cell_houses, positions = (
            self.words,
            self.peers,
            self.peer_houses,
            self.cell_houses,
            self.positions,
        )
        slot_words, house_words = (size * stride + BITS) >> SHIFT, (stride + BITS) >> SHIFT
        below = self.base + size * cell_words
        still_open = below + size * slot_words
        solved = still_open + size * house_words
        self.placed[cell] = digit + 1
        words[solved + (cell >> SHIFT)] |= ONE << (cell & BITS)
        for k in range(cell_words):
            words[self.base + digit * cell_words + k] &= ~peers[cell * cell_words + k]
        first, shift = digit * stride >> SHIFT, digit * stride & BITS
        for k in range(house_words):
            words[solved + cell_words + first + k] |= cell_houses[cell * house_words + k] << shift
        for k in range(size * house_words):
            words[below + first * size + k] &= ~(peer_houses[cell * size * house_words + k] << shift)
        for k in range(size * house_words):
            words[still_open + k] &= ~positions[cell * size * house_words + k]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _remove(self, cell: cython.Py_ssize_t, digit: cython.Py_ssize_t) -> cython.void:
        """Remove a candidate from both tables."""
        words = self.words
        words[self.base + digit * self.cell_words + (cell >> SHIFT)] &= ~(ONE << (cell & BITS))
        for k in range(self.starts[cell], self.starts[cell + 1]):
            slot = digit * self.stride + self.house_of[k]
            row = (slot >> SHIFT) * self.size + self.position_of[k]
            words[self.base + self.size * self.cell_words + row] &= ~(ONE << (slot & BITS))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _deduce(self, size: cython.Py_ssize_t, cell_words: cython.Py_ssize_t, stride: cython.Py_ssize_t) -> cython.bint:
        """Apply singles and locked candidates until nothing changes; false at a dead end.

        After the first guess, locked candidates cost more time than the guesses that they spare, up to nine digits.
        With 16 digits they spare nearly all.
        """
        while True:
            singles = self._singles(size, cell_words, stride)
            if singles < 0:
                return False
            if self._is_solved(size, cell_words, stride):
                return True
            if singles == 0 and ((self.depth > 0 and size <= 9) or not self._locked(size, cell_words, stride)):
                return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _singles(self, size: cython.Py_ssize_t, cell_words: cython.Py_ssize_t, stride: cython.Py_ssize_t) -> cython.int:
        """Place all singles: 1 if there were any, 0 if not, -1 at a dead end. Sets `two_cells` if there were none.

        Looks for hidden singles only if there are no naked ones, which are found faster. In small grids, the digits of
        all singles in a word are found together, one binary digit at a time.
        """
        words, all_cells, all_slots = self.words, self.all_cells, self.all_slots
        slot_words, house_words = (size * stride + BITS) >> SHIFT, (stride + BITS) >> SHIFT
        below = self.base + size * cell_words
        still_open = below + size * slot_words
        solved = still_open + size * house_words
        has_placed: cython.int = 0
        present: cython.ulonglong
        twos: cython.ulonglong
        more: cython.ulonglong
        bit_0: cython.ulonglong
        bit_1: cython.ulonglong
        bit_2: cython.ulonglong
        bit_3: cython.ulonglong
        digit: cython.Py_ssize_t
        position: cython.Py_ssize_t
        by_bits: cython.bint = size == 9 and cell_words <= 3  # constant, where these are
        for k in range(cell_words):
            present = twos = more = 0
            for row in range(size):
                word = words[self.base + row * cell_words + k]
                more |= twos & word
                twos |= present & word
                present |= word
            if present | words[solved + k] != all_cells[k]:
                return -1
            self.two_cells[k] = twos & ~more & ~words[solved + k]
            single = present & ~twos & ~words[solved + k]
            if single == 0:
                continue
            if by_bits:
                bit_0 = bit_1 = bit_2 = bit_3 = 0
                for row in range(1, size):
                    word = words[self.base + row * cell_words + k]
                    bit_0 |= word & -(row & 1)
                    bit_1 |= word & -(row >> 1 & 1)
                    bit_2 |= word & -(row >> 2 & 1)
                    bit_3 |= word & -(row >> 3 & 1)
            while single:
                cell = lowest_bit(single)
                single &= single - 1
                if by_bits:
                    digit = _joined(bit_0 >> cell, bit_1 >> cell, bit_2 >> cell, bit_3 >> cell)
                else:
                    digit = 0
                    for row in range(1, size):  # branch-free: a branch would be unpredictable
                        digit += row * (words[self.base + row * cell_words + k] >> cell & 1)
                if not words[self.base + digit * cell_words + k] >> cell & 1:  # already placed in a peer
                    return -1
                self._place((k << SHIFT) + cell, digit, size, cell_words, stride)
                has_placed = 1
        if has_placed:
            return has_placed
        for k in range(slot_words):
            present = twos = 0
            row_0, open_0 = below + k * size, still_open + k % house_words * size
            for row in range(size):
                word = words[row_0 + row] & words[open_0 + row]
                twos |= present & word
                present |= word
            if present | words[solved + cell_words + k] != all_slots[k]:
                return -1
            single = present & ~twos & ~words[solved + cell_words + k]
            if single == 0:
                continue
            if by_bits:
                bit_0 = bit_1 = bit_2 = bit_3 = 0
                for row in range(1, size):
                    word = words[row_0 + row] & words[open_0 + row]
                    bit_0 |= word & -(row & 1)
                    bit_1 |= word & -(row >> 1 & 1)
                    bit_2 |= word & -(row >> 2 & 1)
                    bit_3 |= word & -(row >> 3 & 1)
            while single:
                bit = lowest_bit(single)
                if by_bits:
                    position = _joined(bit_0 >> bit, bit_1 >> bit, bit_2 >> bit, bit_3 >> bit)
                else:
                    position = 0
                    for row in range(1, size):
                        position += row * ((words[row_0 + row] & words[open_0 + row]) >> bit & 1)
                if not (words[row_0 + position] & words[open_0 + position]) >> bit & 1:
                    return -1
                digit = ((k << SHIFT) + bit) // stride
                house = (k << SHIFT) + bit - digit * stride
                cell = self.house_cells[house * size + position]
                self._place(cell, digit, size, cell_words, stride)
                single &= single - 1 & ~words[solved + cell_words + k]
                has_placed = 1
        return has_placed

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _locked(self, size: cython.Py_ssize_t, cell_words: cython.Py_ssize_t, stride: cython.Py_ssize_t) -> cython.bint:
        """Locked candidates: a digit with all its places of a house in another house goes nowhere else in the other.

        Returns whether this removed a candidate. Processes each slot once for each pattern.
        """
        words, outside_pattern, meetings, locked = self.words, self.outside_pattern, self.meetings, self.locked
        slot_words, house_words = (size * stride + BITS) >> SHIFT, (stride + BITS) >> SHIFT
        below = self.base + size * cell_words
        still_open = below + size * slot_words
        solved = still_open + size * house_words
        rows = self.rows
        has_removed: cython.bint = False
        for k in range(slot_words):
            row_0, open_0 = below + k * size, still_open + k % house_words * size
            for row in range(size):
                rows[row] = words[row_0 + row] & words[open_0 + row]
            for pattern in range(self.patterns):
                word = words[solved + cell_words + k]
                if self.depth == 0:
                    word |= self.locked_slots[pattern * slot_words + k]
                for row in range(size):
                    word |= rows[row] & outside_pattern[pattern * size + row]
                confined = meetings[pattern * slot_words + k] & ~word
                if self.depth == 0:
                    self.locked_slots[pattern * slot_words + k] |= confined
                while confined:
                    slot = (k << SHIFT) + lowest_bit(confined)
                    confined &= confined - 1
                    digit = slot // stride
                    target = (pattern * self.houses + slot - digit * stride) * cell_words
                    word = 0
                    for j in range(cell_words):
                        word |= words[self.base + digit * cell_words + j] & locked[target + j] & ~words[solved + j]
                    if word == 0:
                        continue
                    for j in range(cell_words):
                        word = words[self.base + digit * cell_words + j] & locked[target + j] & ~words[solved + j]
                        while word:
                            self._remove((j << SHIFT) + lowest_bit(word), digit)
                            word &= word - 1
                            has_removed = True
        return has_removed

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_solved(
        self, size: cython.Py_ssize_t, cell_words: cython.Py_ssize_t, stride: cython.Py_ssize_t
    ) -> cython.bint:
        solved = self.base + size * (cell_words + ((size * stride + BITS) >> SHIFT) + ((stride + BITS) >> SHIFT))
        for k in range(cell_words):  # noqa: SIM110 (compiled it is a loop)
            if self.words[solved + k] != self.all_cells[k]:
                return False
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _guess(self, size: cython.Py_ssize_t, cell_words: cython.Py_ssize_t, stride: cython.Py_ssize_t) -> cython.void:
        """Guess a candidate: place it in a new position, and remove it from this one for backtracking."""
        words = self.words
        candidate = self._choice(size, cell_words, stride)
        cell, digit = candidate // size, candidate % size
        frame = (size + 1) * (cell_words + ((size * stride + BITS) >> SHIFT)) + size * ((stride + BITS) >> SHIFT)
        for k in range(frame):
            words[self.base + frame + k] = words[self.base + k]
        self._remove(cell, digit)
        self.base += self.frame
        self.depth += 1
        self._place(cell, digit, size, cell_words, stride)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _choice(
        self, size: cython.Py_ssize_t, cell_words: cython.Py_ssize_t, stride: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """The candidate to guess, as cell * size + digit.

        It is in the cell with two candidates that has the most such peers. If there is no such cell, it is one of the
        two places of a digit in a house; otherwise it is in a cell with the fewest candidates.
        """
        words = self.words
        solved = self.base + size * (cell_words + ((size * stride + BITS) >> SHIFT) + ((stride + BITS) >> SHIFT))
        choice: cython.Py_ssize_t = self._paired_cell(cell_words)
        digit: cython.Py_ssize_t
        if choice < 0:
            choice = self._paired_slot(size, cell_words, stride)
            if choice >= 0:
                return choice
            best: cython.Py_ssize_t = size + 1
            for cell in range(self.cells):
                if words[solved + (cell >> SHIFT)] >> (cell & BITS) & 1:
                    continue
                rank: cython.Py_ssize_t = 0
                for row in range(size):
                    rank += words[self.base + row * cell_words + (cell >> SHIFT)] >> (cell & BITS) & 1
                if 1 < rank < best:
                    best, choice = rank, cell
        digit = 0
        while not words[self.base + digit * cell_words + (choice >> SHIFT)] >> (choice & BITS) & 1:
            digit += 1
        return choice * size + digit

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _paired_cell(self, cell_words: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The cell with two candidates that has the most such peers; -1 if no cell has two candidates.

        Counts the peers of all cells together, one binary digit at a time. Eight are more than any lower number, but
        larger numbers are not told apart well. Overwrites `two_cells`.
        """
        peers, two_cells, counts = self.peers, self.two_cells, self.counts
        found: cython.ulonglong = 0
        for k in range(4 * cell_words):
            counts[k] = 0
        for k in range(cell_words):
            word = two_cells[k]
            found |= word
            while word:
                cell = (k << SHIFT) + lowest_bit(word)
                word &= word - 1
                for j in range(cell_words):
                    added = peers[cell * cell_words + j]
                    for digit in range(3):
                        carried = counts[digit * cell_words + j] & added
                        counts[digit * cell_words + j] ^= added
                        added = carried
                    counts[3 * cell_words + j] |= added
        if found == 0:
            return -1
        for digit in range(3, -1, -1):
            found = 0
            for k in range(cell_words):
                found |= two_cells[k] & counts[digit * cell_words + k]
            if found:
                for k in range(cell_words):
                    two_cells[k] &= counts[digit * cell_words + k]
        for k in range(cell_words):
            if two_cells[k]:
                return (k << SHIFT) + lowest_bit(two_cells[k])
        return -1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _paired_slot(
        self, size: cython.Py_ssize_t, cell_words: cython.Py_ssize_t, stride: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """The first place of a slot with two places, as cell * size + digit; -1 if there is no such slot."""
        words = self.words
        slot_words, house_words = (size * stride + BITS) >> SHIFT, (stride + BITS) >> SHIFT
        below = self.base + size * cell_words
        still_open = below + size * slot_words
        solved = still_open + size * house_words
        present: cython.ulonglong
        twos: cython.ulonglong
        more: cython.ulonglong
        for k in range(slot_words):
            present = twos = more = 0
            row_0, open_0 = below + k * size, still_open + k % house_words * size
            for row in range(size):
                word = words[row_0 + row] & words[open_0 + row]
                more |= twos & word
                twos |= present & word
                present |= word
            word = twos & ~more & ~words[solved + cell_words + k]
            if word:
                bit = lowest_bit(word)
                row = 0
                while not (words[row_0 + row] & words[open_0 + row]) >> bit & 1:
                    row += 1
                digit = ((k << SHIFT) + bit) // stride
                house = (k << SHIFT) + bit - digit * stride
                return self.house_cells[house * size + row] * size + digit
        return -1
