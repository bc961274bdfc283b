"""Exact search with recording and random grid filling, on any layout of houses: a kernel.

`bit_slices` counts solutions faster.

Every candidate, a digit in a cell, is stored twice: as a bit of the cell's *options* (the digits it may hold) and, for
each house of the cell, as a bit of the digit's *places* there (the positions that may hold it). Removing a candidate
clears its bits; a mask with one bit left forces a placement (a naked single for options, a hidden single for places),
and a mask with none left is a dead end. When nothing is forced, locked candidates are removed; when there are none, the
search guesses a candidate: first it holds, then it does not.

Random grids: a search with random guesses is biased towards some grids. For fair grids, an attempt without backtracking
also computes the probability of its grid, and is accepted more often the less probable it is: see
`GridSearch.fill_fairly`.

Cells and house-digit pairs form sudoku's exact cover problem (D. Knuth, "Dancing Links", 2000), here as bit masks. The
random numbers are xoroshiro64* (D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", 2018), so a
seed gives the same grid on every machine.
"""

from array import array
from collections.abc import Callable, MutableSequence, Sequence
from functools import lru_cache
from itertools import count
from math import exp, inf, log

import cython

from engine.base.polling import poll
from engine.sat.result import Status
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.exact_tables import tables
from engine.sudoku.search.recording import CELL_SHIFT, DIGIT_SHIFT, Action, StoredEvents, SudokuRecording

# The work of one slice, about 10 ms, in masks times nodes.
SLICE = 1_000_000 if cython.compiled else 5_000

# `fill` restarts after this many nodes for each cell.
RESTART = 2

# `fill_fairly` polls after ATTEMPTS attempts, and accepts any grid after MAX_ATTEMPTS.
ATTEMPTS, MAX_ATTEMPTS = 100, 100_000

FAIR_CELLS = 81
"""Maximum number of cells of a layout filled fairly: on larger ones nearly every attempt would fail."""

# The weight, relative to the mean, above which grids come too rarely, and the number of attempts to find the mean.
MAX_RELATIVE_WEIGHT, PILOT_ATTEMPTS = 8, 256

MAX_SIZE = cython.declare(cython.int, 25)

# Two bits above all positions, always set in the places of a house that has fewer cells than digits: it need not hold
# the digit at all, so its places must never look like a single or a dead end.
ELSEWHERE = cython.declare(cython.int, 3 << 28)

GUESS = cython.declare(cython.int, int(Action.GUESS))
FORCED = cython.declare(cython.int, int(Action.FORCED))
REMOVE = cython.declare(cython.int, int(Action.REMOVE))
TO_CELL = cython.declare(cython.int, CELL_SHIFT)
TO_DIGIT = cython.declare(cython.int, DIGIT_SHIFT)

WORD = cython.declare(cython.uint, 0xFFFFFFFF)
MULTIPLIER = cython.declare(cython.ulonglong, 0x9E3779BB)

# The index of the lowest bit, by a de Bruijn sequence (H. Warren, "Hacker's Delight", 5-4).
BIT_INDEX = bytes.fromhex("00011C021D0E18031E16140F191104081F1B0D17151310071A0C12060B050A09")


@cython.cclass
class GridSearch:
    """Searches puzzles of one layout, one puzzle at a time, reusing its arrays.

    `load` a puzzle, then `run` or `advance`. Not safe for several threads. Raises ValueError for a layout with more
    than 25 digits or a house with more cells than digits.
    """

    cells: cython.int
    size: cython.int
    houses: cython.int
    slots: cython.int  # house-digit pairs: `places` is indexed by house * size + digit
    slice_nodes: cython.int

    # The layout: see `exact_tables`.
    house_cells: cython.int[::1]
    full: cython.int[::1]
    starts: cython.int[::1]
    bases: cython.int[::1]
    bits: cython.int[::1]
    pairs: cython.int[::1]
    pairs_end: cython.int
    bit_index: cython.int[::1]

    # The position: options and places, digits on the board (1..size), their order, singles to place.
    options: cython.int[::1]
    places: cython.int[::1]
    board: cython.int[::1]
    trail: cython.int[::1]
    placed: cython.int
    open_cells: cython.int
    queue: cython.int[::1]
    queue_end: cython.int
    used: cython.int[::1]

    # The search: each guess has its cell, its digit, and the length of the trail and the candidates before it.
    depth: cython.int
    guess_cell: cython.int[::1]
    guess_digit: cython.int[::1]
    guess_mark: cython.int[::1]
    saved_options: cython.int[::1]
    saved_places: cython.int[::1]
    closed: cython.bint  # nothing (more) to find under the guesses made
    solution_count: cython.longlong
    answer: cython.int[::1]

    # Random grids, and recorded searches.
    shuffled: cython.bint  # whether guesses are random
    weight: cython.double  # logarithm of the product of the numbers of options of all guesses
    logarithms: cython.double[::1]
    dice_0: cython.uint
    dice_1: cython.uint
    events: cython.int[::1]
    events_end: cython.int
    events_room: cython.int
    events_cut: cython.bint  # whether there were more events than room

    def __init__(self, layout: Layout, seed: int = 0) -> None:
        if layout.size > MAX_SIZE or any(len(house.cells) > layout.size for house in layout.houses):
            raise ValueError(f"{layout.name}: more than {MAX_SIZE} digits, or more cells in a house than digits")
        flat = tables(layout)
        self.house_cells, self.full, self.pairs = flat.house_cells, flat.full, flat.pairs
        self.starts, self.bases, self.bits = flat.starts, flat.bases, flat.bits
        self.pairs_end = len(flat.pairs)
        self.bit_index = array("i", list(BIT_INDEX))
        self.cells, self.size, self.houses = len(layout.cells), layout.size, len(layout.houses)
        self.slots = self.houses * self.size
        self.slice_nodes = self.nodes_for(SLICE)
        self.options, self.places, self.used = _ints(self.cells), _ints(self.slots), _ints(self.slots)
        self.board, self.answer, self.trail = _ints(self.cells), _ints(self.cells), _ints(self.cells)
        self.queue = _ints(self.cells + self.slots)  # each mask drops to one bit at most once
        self.guess_cell, self.guess_digit, self.guess_mark = _ints(self.cells), _ints(self.cells), _ints(self.cells)
        self.saved_options = _ints(self.cells * self.cells)
        self.saved_places = _ints(self.cells * self.slots)
        self.events, self.events_room = _ints(1), 0
        self.logarithms = array("d", [log(max(1, number)) for number in range(MAX_SIZE + 1)])
        self.seed(seed)
        self.load(bytes(self.cells))

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
        self.depth = self.placed = self.queue_end = self.events_end = self.solution_count = 0
        self.shuffled = self.events_cut = False
        self.closed = not self._set_candidates()
        if candidates is not None:
            for cell in range(self.cells):
                for digit in range(1, self.size + 1):
                    if not self.board[cell] and not candidates[cell] >> digit & 1:
                        self.exclude(cell, digit)

    def exclude(self, cell: int, digit: int) -> None:
        """Restrict the loaded puzzle to solutions without this digit in this cell."""
        if not self.closed and self.options[cell] >> (digit - 1) & 1:
            self.closed = self.board[cell] == digit or not self._remove(cell, digit - 1)

    @cython.locals(max_solutions=cython.longlong, remaining=cython.longlong)
    def advance(self, limit: int, nodes: int) -> bool:
        """Continue, without the GIL, for at most `nodes` nodes. Returns whether `limit` or all solutions are found."""
        max_solutions, remaining = limit, nodes
        with cython.nogil:
            while remaining > 0 and self.solution_count < max_solutions and not self.events_cut:
                if self.closed:
                    if self.depth == 0:
                        break
                    self._backtrack()
                remaining -= 1
                if not self._deduce():
                    self.closed = True
                elif self.open_cells == 0:
                    self.answer[:] = self.board
                    self.solution_count += 1
                    self.closed = True
                else:
                    self.closed = not self._guess()
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
        """The number of nodes for an amount of work, in masks times nodes: nodes of larger layouts cost more."""
        return max(1, work // (self.cells + self.slots))

    def count(self, givens: Sequence[int], limit: int = 2, cancel: Callable[[], bool] | None = None) -> int:
        """Load a puzzle and run the search."""
        self.load(givens)
        return self.run(limit, cancel)

    def solution(self) -> Digits:
        """The last solution found; if there is none, zeros or an older solution."""
        return tuple(self.answer)

    def record(
        self, givens: Sequence[int], cap: int, candidates: Sequence[int] | None = None
    ) -> "tuple[array[int], Status]":
        """Search for one solution; return the first `cap` events (see `recording`), and the result."""
        events = _ints(max(1, cap))
        self.events, self.events_room = events, len(events)
        self.load(givens, candidates)
        self.run(1)
        self.events, self.events_room = _ints(1), 0
        if self.events_cut:
            return events, Status.UNKNOWN
        return events[: self.events_end], Status.SATISFIABLE if self.solution_count else Status.UNSATISFIABLE

    def attempt(self) -> float:
        """Fill an empty grid by guesses without backtracking.

        Returns the logarithm of the product of the numbers of options, which is one over the probability of this grid;
        or infinity at a dead end.
        """
        self.load(bytes(self.cells))
        self.shuffled = True
        with cython.nogil:
            filled: cython.bint = self._fill_straight()
        return self.weight if filled else inf

    def fill_fairly(self, limit: float, cancel: Callable[[], bool] | None = None) -> Digits:
        """A random complete grid; all grids are equally likely, except those with a weight above `limit`.

        An attempt makes a grid with probability 1 / weight, whatever the order of its cells, and is accepted with
        probability weight / limit, so the weight cancels out (rejection sampling, J. von Neumann 1951). Raises
        Cancelled, and ValueError if there is no complete grid.
        """
        for number in count():
            weight = self.attempt()
            if weight < inf and (weight >= limit or self._below(1 << 30) < exp(weight - limit) * (1 << 30)):
                return tuple(self.board)
            if number % ATTEMPTS == ATTEMPTS - 1:
                poll(cancel)
            if number == MAX_ATTEMPTS:
                return self.fill(cancel)
        raise AssertionError("attempts have no end")

    def fill(self, cancel: Callable[[], bool] | None = None) -> Digits:
        """A random complete grid, quickly; some grids are likelier than others: see `random_solution`.

        Restarts after too many nodes. Raises Cancelled, and ValueError if there is no complete grid.
        """
        empty = bytes(self.cells)
        while True:
            self.load(empty)
            self.shuffled = True
            if self.advance(1, RESTART * self.cells):
                if not self.solution_count:
                    raise ValueError("this layout has no complete grid")
                return self.solution()
            poll(cancel)

    def shuffle(self, items: MutableSequence[int]) -> None:
        """Shuffle the items (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self._below(last + 1)
            items[last], items[other] = items[other], items[last]

    def seed(self, seed: int) -> None:
        """Seed the random numbers with any int, mixed by splitmix64 so that similar seeds give different grids."""
        mixed = (seed + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ mixed >> 31) or 1
        self.dice_0, self.dice_1 = mixed >> 32, mixed & 0xFFFFFFFF

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(cell=cython.int, digit=cython.int, house=cython.int, slot=cython.int, k=cython.int, mask=cython.int)
    def _set_candidates(self) -> cython.bint:
        """Set options and places from the board and queue the singles; false at a dead end."""
        for house in range(self.houses):
            self.used[house * self.size] = 0  # a mask for each house, at its base
            for slot in range(house * self.size, (house + 1) * self.size):
                self.places[slot] = 0 if self.full[house] else ELSEWHERE
        self.open_cells = self.cells
        for cell in range(self.cells):
            if self.board[cell]:
                self.open_cells -= 1
                mask = 1 << self.board[cell] - 1
                for k in range(self.starts[cell], self.starts[cell + 1]):
                    if self.used[self.bases[k]] & mask:
                        return False
                    self.used[self.bases[k]] |= mask
        for cell in range(self.cells):
            if self.board[cell]:
                mask = 1 << self.board[cell] - 1
            else:
                mask = 0
                for k in range(self.starts[cell], self.starts[cell + 1]):
                    mask |= self.used[self.bases[k]]
                mask ^= (1 << self.size) - 1
                if mask & mask - 1 == 0:
                    if mask == 0:
                        return False
                    self._queue(cell, self._lowest(mask))
            self.options[cell] = mask
            while mask:
                digit = self._lowest(mask)
                for k in range(self.starts[cell], self.starts[cell + 1]):
                    self.places[self.bases[k] + digit] |= self.bits[k]
                mask &= mask - 1
        for house in range(self.houses):
            for digit in range(self.size):
                mask = self.places[house * self.size + digit]
                if mask & mask - 1 == 0:
                    if mask == 0:
                        return False
                    self._queue(self.house_cells[house * self.size + self._lowest(mask)], digit)
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(mask=cython.int)
    def _remove(self, cell: cython.int, digit: cython.int) -> cython.bint:
        """Remove a present candidate from options and places, and queue forced placements; false at a dead end."""
        mask = self.options[cell] ^ 1 << digit
        self.options[cell] = mask
        if mask & mask - 1 == 0:
            if mask == 0:
                return False
            self._queue(cell, self._lowest(mask))
        return self._remove_place(cell, digit)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.int, slot=cython.int, mask=cython.int)
    def _remove_place(self, cell: cython.int, digit: cython.int) -> cython.bint:
        """Remove a cell from the places of a digit in all its houses."""
        for k in range(self.starts[cell], self.starts[cell + 1]):
            slot = self.bases[k] + digit
            mask = self.places[slot] ^ self.bits[k]
            self.places[slot] = mask
            if mask & mask - 1 == 0:
                if mask == 0:
                    return False
                self._queue(self.house_cells[self.bases[k] + self._lowest(mask)], digit)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.int, others=cython.int)
    def _place(self, cell: cython.int, digit: cython.int, action: cython.int) -> cython.bint:
        """Place a digit in an empty cell: remove the cell's other options and the digit's other places."""
        if not self.options[cell] >> digit & 1:
            return False
        self.board[cell] = digit + 1
        self.open_cells -= 1
        self.trail[self.placed] = cell
        self.placed += 1
        self._record_event(action, cell, digit)
        others = self.options[cell] ^ 1 << digit
        self.options[cell] = 1 << digit
        while others:
            if not self._remove_place(cell, self._lowest(others)):
                return False
            others &= others - 1
        for k in range(self.starts[cell], self.starts[cell + 1]):
            others = self.places[self.bases[k] + digit] & ~(self.bits[k] | ELSEWHERE)
            while others:
                if not self._remove(self.house_cells[self.bases[k] + self._lowest(others)], digit):
                    return False
                others &= others - 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(head=cython.int, cell=cython.int, digit=cython.int)
    def _singles(self) -> cython.bint:
        """Place all queued digits and what they force; false at a dead end."""
        head = 0
        while head < self.queue_end:
            cell, digit = self.queue[head] >> 5, self.queue[head] & 31
            head += 1
            if self.board[cell] == 0:
                if not self._place(cell, digit, FORCED):
                    return False
            elif self.board[cell] != digit + 1:
                return False
        self.queue_end = 0
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(pair=cython.int, digit=cython.int, removed=cython.bint)
    @cython.locals(base=cython.int, other_base=cython.int, outside=cython.int, other_outside=cython.int)
    def _locked(self) -> cython.int:
        """Locked candidates: a digit with all its places of a house in another house goes nowhere else in the other.

        Returns 1 if this removed a candidate, 0 if not, -1 at a dead end.
        """
        removed = False
        for pair in range(0, self.pairs_end, 4):
            base, other_base = self.pairs[pair], self.pairs[pair + 2]
            for digit in range(self.size):
                outside = self.places[base + digit] & self.pairs[pair + 1]
                other_outside = self.places[other_base + digit] & self.pairs[pair + 3]
                if (outside == 0) != (other_outside == 0):
                    removed = True
                    while outside:
                        if not self._remove(self.house_cells[base + self._lowest(outside)], digit):
                            return -1
                        outside &= outside - 1
                    while other_outside:
                        if not self._remove(self.house_cells[other_base + self._lowest(other_outside)], digit):
                            return -1
                        other_outside &= other_outside - 1
        return removed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(removed=cython.int)
    def _deduce(self) -> cython.bint:
        """Apply singles and locked candidates until neither changes anything; false at a dead end."""
        while self._singles():
            removed = self._locked() if self.open_cells else 0
            if removed <= 0:
                return removed == 0
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.int, cell=cython.int, digit=cython.int)
    def _guess(self) -> cython.bint:
        """Save the candidates, then place a guess; false at a dead end."""
        cell = self._choose_cell()
        digit = self._choose_digit(self.options[cell])
        self.guess_cell[self.depth], self.guess_digit[self.depth] = cell, digit
        self.guess_mark[self.depth] = self.placed
        for k in range(self.cells):
            self.saved_options[self.depth * self.cells + k] = self.options[k]
        for k in range(self.slots):
            self.saved_places[self.depth * self.slots + k] = self.places[k]
        self.depth += 1
        return self._place(cell, digit, GUESS)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(cell=cython.int, digit=cython.int)
    def _fill_straight(self) -> cython.bint:
        """Guess at random without backtracking, and add up the `weight`; false at the first dead end."""
        self.weight = 0
        while self._deduce():
            if self.open_cells == 0:
                return True
            cell = self._choose_cell()
            self.weight += self.logarithms[_count_bits(self.options[cell])]
            digit = self._choose_digit(self.options[cell])
            if not self._place(cell, digit, GUESS):
                return False
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.int, cell=cython.int)
    def _backtrack(self) -> cython.void:
        """Undo the last guess and all that followed, and remove that candidate."""
        self.depth -= 1
        while self.placed > self.guess_mark[self.depth]:
            self.placed -= 1
            self.open_cells += 1
            cell = self.trail[self.placed]
            self._record_event(REMOVE, cell, self.board[cell] - 1)
            self.board[cell] = 0
        for k in range(self.cells):
            self.options[k] = self.saved_options[self.depth * self.cells + k]
        for k in range(self.slots):
            self.places[k] = self.saved_places[self.depth * self.slots + k]
        self.queue_end = 0
        # This can't be a dead end: with all singles placed, no mask had this candidate alone.
        self._remove(self.guess_cell[self.depth], self.guess_digit[self.depth])
        self.closed = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.int, cell=cython.int, mask=cython.int, rank=cython.int, best=cython.int, choice=cython.int)
    def _choose_cell(self) -> cython.int:
        """The cell with the fewest options; among these, the one whose options have the most places in its houses.

        With many places, each option removes many candidates (a third fewer nodes on hard puzzles than with the first
        such cell). When shuffled, any cell with the fewest options.
        """
        best, choice = -1, 0
        for cell in range(self.cells):
            mask = self.options[cell]
            if mask & mask - 1 == 0:
                continue
            rank = MAX_SIZE - _count_bits(mask) << 16
            if rank + 0xFFFF <= best:
                continue
            if self.shuffled:
                rank += self._below(0x10000)
            else:
                while mask:
                    for k in range(self.starts[cell], self.starts[cell + 1]):
                        rank += _count_bits(self.places[self.bases[k] + self._lowest(mask)])
                    mask &= mask - 1
            if rank > best:
                best, choice = rank, cell
        return choice

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(_skipped=cython.int)
    def _choose_digit(self, mask: cython.int) -> cython.int:
        """The lowest digit, or a random one when shuffled."""
        if self.shuffled:
            for _skipped in range(self._below(_count_bits(mask))):
                mask &= mask - 1
        return self._lowest(mask)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _queue(self, cell: cython.int, digit: cython.int) -> cython.void:
        self.queue[self.queue_end] = cell << 5 | digit
        self.queue_end += 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _record_event(self, action: cython.int, cell: cython.int, digit: cython.int) -> cython.void:
        """Record an event if a recording was requested and has room."""
        if self.events_end < self.events_room:
            self.events[self.events_end] = cell << TO_CELL | digit + 1 << TO_DIGIT | action
            self.events_end += 1
        elif self.events_room:
            self.events_cut = True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(low=cython.uint)
    def _lowest(self, mask: cython.int) -> cython.int:
        """The index of the lowest set bit."""
        low = mask & -mask
        return self.bit_index[low * 0x077CB531 >> 27 & 31]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(random=cython.ulonglong, old=cython.uint, mixed=cython.uint)
    def _below(self, count: cython.int) -> cython.int:
        """A random number from 0 to count - 1 (xoroshiro64*)."""
        old, mixed = self.dice_0, self.dice_0 ^ self.dice_1
        random = old * MULTIPLIER & WORD
        self.dice_0 = (old << 26 | old >> 6) & WORD ^ mixed ^ mixed << 9 & WORD
        self.dice_1 = (mixed << 13 | mixed >> 19) & WORD
        return random * count >> 32


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _count_bits(mask: cython.int) -> cython.int:
    """The number of set bits (Hacker's Delight, 5-1)."""
    mask = mask - (mask >> 1 & 0x55555555)
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F
    mask = mask + (mask >> 8)
    return mask + (mask >> 16) & 63


def _ints(length: int) -> "array[int]":
    return array("i", bytes(4 * length))


def random_solution(layout: Layout, seed: int) -> Digits:
    """A random complete grid; a seed gives the same grid on every machine. Raises ValueError if there is none."""
    return fair_fill(GridSearch(layout, seed), layout)


def fair_fill(search: GridSearch, layout: Layout, cancel: Callable[[], bool] | None = None) -> Digits:
    """A random complete grid of the search's layout.

    Up to FAIR_CELLS cells all grids are equally likely, except those with more than MAX_RELATIVE_WEIGHT times the mean
    weight, which come too rarely: no 4x4 grid, about a tenth of the 9x9 grids. On larger layouts some grids are
    likelier than others. Raises Cancelled, and ValueError if there is no complete grid.
    """
    limit = _limit(layout) if len(layout.cells) <= FAIR_CELLS else inf
    return search.fill(cancel) if limit == inf else search.fill_fairly(limit, cancel)


@lru_cache(maxsize=64)
def _limit(layout: Layout) -> float:
    """The weight up to which grids are equally likely; infinity if no attempt succeeds."""
    search = GridSearch(layout, PILOT_ATTEMPTS)
    weights = [weight for _attempt in range(PILOT_ATTEMPTS) if (weight := search.attempt()) < inf]
    if not weights:
        return inf
    heaviest = max(weights)
    return heaviest + log(sum(exp(weight - heaviest) for weight in weights) / len(weights)) + log(MAX_RELATIVE_WEIGHT)


def record(puzzle: Puzzle, cap: int = 100_000) -> SudokuRecording:
    """Record the search for a solution, up to `cap` events."""
    search = GridSearch(puzzle.layout)
    events, status = search.record(puzzle.givens, cap, puzzle.candidates)
    solution = search.solution() if status is Status.SATISFIABLE else None
    return SudokuRecording(puzzle, StoredEvents(puzzle, events), status, solution)
