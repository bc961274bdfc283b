# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""The search for patterns, kind by kind: all of a position, or one at a time, each applied before the next."""

from array import array
from collections.abc import Callable, Iterable, Sequence

import cython

from engine.base.kernels import plain
from engine.base.polling import poll
from engine.sudoku.techniques.patterns.frames import frame_tables
from engine.sudoku.techniques.patterns.tables import corners, tables
from engine.sudoku.techniques.position import Candidate, Geometry

if cython.compiled:
    from cython.cimports.engine.sudoku.search import bit_slices
    from cython.cimports.engine.sudoku.techniques.patterns import boards, cells, chains, digits, exocet, franken, houses
else:
    bit_slices = plain("engine.sudoku.search.bit_slices")
    boards = plain("engine.sudoku.techniques.patterns.boards")
    cells = plain("engine.sudoku.techniques.patterns.cells")
    chains = plain("engine.sudoku.techniques.patterns.chains")
    digits = plain("engine.sudoku.techniques.patterns.digits")
    exocet = plain("engine.sudoku.techniques.patterns.exocet")
    franken = plain("engine.sudoku.techniques.patterns.franken")
    houses = plain("engine.sudoku.techniques.patterns.houses")

Found = tuple[int, tuple[int, ...], tuple[Candidate, ...], tuple[Candidate, ...]]
"""A pattern: its kind, its numbers, the candidates placed, the candidates removed."""


KernelRound = tuple[int, tuple[Candidate, ...], tuple[Candidate, ...]]
"""A round: the kind of its patterns, the candidates they place, the candidates they remove."""

MAX_PATTERNS = 0x7FFFFFFF
"""More patterns than any position has."""


@cython.final
@cython.cclass
class PatternSearch:
    """Finds patterns in positions of one layout, one position at a time. Not safe for several threads.

    Patterns are tuples: kind (an index into `KINDS`), numbers, places, removes. Kinds are given as bytes, in search
    order. Some kinds are found together, and the first stands for all: finned fish and sashimi fish, Franken and mutant
    fish of all sizes, the types of rectangles and colours, loops and chains. `want` limits the kinds found.
    """

    def __init__(self, geometry: Geometry) -> None:
        pattern_tables = tables(geometry, wide=not cython.compiled)
        self.geometry = geometry
        self.board = boards.Board(pattern_tables)
        self.houses = houses.HousePatterns(self.board, pattern_tables)
        self.digits = digits.DigitPatterns(self.board, pattern_tables)
        self.cells = cells.CellPatterns(self.board)
        self.chains = chains.ChainPatterns(self.board)
        self.franken = franken.ComplexFish(self.board, self.digits.placements)
        self.exocets = exocet.ExocetPatterns(self.board)

    def load(self, values: Sequence[int], masks: Sequence[int]) -> None:
        """Load a position: digits (0: none), and masks of candidates."""
        self.board.load(values, masks)

    def load_givens(self, givens: Sequence[int]) -> None:
        """Load the position with these digits (0: none), and every candidate that no house of its cell has."""
        board = self.board
        cell: cython.Py_ssize_t
        k: cython.Py_ssize_t
        used: cython.int[::1] = array("i", bytes(4 * board.houses))
        for cell in range(board.cells):
            bit: cython.int = 1 << givens[cell]
            if bit > 1:
                for k in range(board.houses_start[cell], board.houses_start[cell + 1]):
                    used[board.houses_of[k]] |= bit
        masks = []
        for cell in range(board.cells):
            mask: cython.int = 0
            if not givens[cell]:
                mask = (2 << board.size) - 2
                for k in range(board.houses_start[cell], board.houses_start[cell + 1]):
                    mask &= ~used[board.houses_of[k]]
            masks.append(mask)
        board.load(givens, masks)

    def want(self, marks: bytes) -> None:
        """Find only patterns of the marked kinds, one byte for each of `KINDS`; initially all are marked."""
        self.board.want(marks)

    @property
    def is_open(self) -> bool:
        """Whether some cells are empty, and each cell has a candidate and each digit a place left."""
        return self.board.left > 0 and not self.board.broken

    def almost_locked_sets(self) -> list[tuple[tuple[int, ...], int, int]]:
        """Every almost locked set, smallest first: its cells, the first house that contains them, its digits."""
        return self.chains.sets.as_tuples()

    def strong_links(self, reach: int) -> list[chains.Link]:
        """The strong links of houses and cells between candidates (`reach` 0), or groups too (1): see `chains`."""
        return self.chains.reported_links(reach)

    def digits_placed(self) -> tuple[int, ...]:
        """The digit placed in each cell, 0 for none."""
        return self.board.digits()

    def candidates(self) -> tuple[int, ...]:
        """The mask of candidates of each cell."""
        return self.board.candidates()

    def take(self, places: Iterable[tuple[int, int]], removes: Iterable[tuple[int, int]]) -> None:
        """Place digits and remove candidates."""
        for cell, digit in places:
            self.board.place(cell, digit)
        for cell, digit in removes:
            self.board.remove(cell, digit)

    @cython.locals(kind=cython.int)
    def every(self, kind: int, most: int = MAX_PATTERNS) -> list[Found]:
        """At most `most` patterns of a kind and of those found with it; may contain duplicates."""
        self.board.every, self.board.found = True, []
        self.board.emitted, self.board.most = 0, most
        with cython.nogil:
            self.find(kind)
        self.board.every = False
        return self.board.found

    def run(self, kinds: bytes, beyond: bytes, most: int, cancel: Callable[[], bool] | None = None) -> list[Found]:
        """Find the first pattern and apply it, at most `most` times; a kind marked in `beyond` ends the run.

        A pattern of such a kind is the last of the list, and not applied. Polls `cancel` before each and raises
        Cancelled.
        """
        board, records = self.board, []
        tried: cython.p_const_uchar = kinds
        count: cython.Py_ssize_t = len(kinds)
        while board.left and not board.broken and len(records) < most:
            poll(cancel)
            with cython.nogil:
                found: cython.bint = self.find_first(tried, count)
            if not found:
                break
            records.append(board.record())
            if beyond[board.kind]:
                board.clear()
                break
            board.apply()
        return records

    def run_rounds(
        self, kinds: bytes, groups: Sequence[bytes], most: int, cancel: Callable[[], bool] | None = None
    ) -> list[KernelRound]:
        """Take at most `most` rounds; each applies all patterns of the first kind that has any, at once.

        `groups` has for each of `kinds` the kinds found with it, in order of trial. Ends if there is no pattern, or if
        a cell has no candidate or a digit no place left. Polls `cancel` before each round and raises Cancelled.
        """
        board, rounds = self.board, []
        while board.left and not board.broken and len(rounds) < most:
            poll(cancel)
            kind: cython.int = self.gather_round(kinds, groups)
            if kind < 0:
                break
            rounds.append((kind, board.record_gathered(board.gathered_places), board.record_gathered(board.gathered)))
            board.apply_gathered()
        return rounds

    def count_rounds(
        self, kinds: bytes, groups: Sequence[bytes], most: int, cancel: Callable[[], bool] | None = None
    ) -> list[tuple[int, int]]:
        """As `run_rounds`, but returns only the kind and the number of digits placed of each round."""
        board, rounds = self.board, []
        digit: cython.Py_ssize_t
        while board.left and not board.broken and len(rounds) < most:
            poll(cancel)
            kind: cython.int = self.gather_round(kinds, groups)
            if kind < 0:
                break
            placed: cython.int = 0
            for digit in range(1, board.size + 1):
                placed += board.size_at(board.gathered_places, digit)
            rounds.append((kind, placed))
            board.apply_gathered()
        return rounds

    @cython.cfunc
    def gather_round(self, kinds: object, groups: object) -> object:
        """Gather the patterns of the next round and return their kind; -1 if there are none."""
        board = self.board
        tried: cython.p_const_uchar = kinds
        count: cython.Py_ssize_t = len(kinds)
        at: cython.Py_ssize_t = self.first_of(tried, count)
        if at == count:
            return -1
        members: bytes = groups[at]
        kind: cython.int = 0
        for kind in members:
            if not board.marks[kind]:
                continue
            if len(members) > 1:
                board.want_alone(kind)
            board.together = True
            with cython.nogil:
                self.find(tried[at])
            board.together = False
            if board.gathers:
                break
        if len(members) > 1:
            board.want_all()
        return kind

    @cython.cfunc
    @cython.exceptval(check=False)
    def first_of(self, kinds: cython.p_const_uchar, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The index of the first of these kinds that has a pattern; `count` if none has."""
        k: cython.Py_ssize_t
        with cython.nogil:
            for k in range(count):
                if self.find(kinds[k]):
                    self.board.clear()
                    return k
        return count

    def exhaust(self, kinds: bytes, together: bytes = b"") -> int:
        """Apply patterns until none is left, and return the number of candidates left: 0 for a solution.

        If there is no pattern of `kinds`, all patterns of the first of the kinds `together` that has any are applied at
        once.
        """
        board = self.board
        one_by_one: cython.p_const_uchar = kinds
        at_once: cython.p_const_uchar = together
        count: cython.Py_ssize_t = len(kinds)
        count_at_once: cython.Py_ssize_t = len(together)
        left: cython.int = 0
        with cython.nogil:
            while board.left and not board.broken:
                if self.find_first(one_by_one, count):
                    board.apply()
                elif self.gather_first(at_once, count_at_once):
                    board.apply_gathered()
                else:
                    break
            for cell in range(board.cells):
                left += bit_slices.count_bits(board.masks[cell])
        return left

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gather_first(self, kinds: cython.p_const_uchar, count: cython.Py_ssize_t) -> cython.bint:
        """Gather all patterns of the first of these kinds that has any."""
        self.board.together = True
        for k in range(count):
            self.find(kinds[k])
            if self.board.gathers:
                break
        self.board.together = False
        return self.board.gathers

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_first(self, kinds: cython.p_const_uchar, count: cython.Py_ssize_t) -> cython.bint:
        """Find the first pattern of these kinds."""
        for k in range(count):  # noqa: SIM110 (compiled it is a loop)
            if self.find(kinds[k]):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, kind: cython.int) -> cython.bint:
        """Find patterns of a kind; return whether to end the search."""
        if kind <= boards.HIDDEN_QUADRUPLE or kind in (boards.CROSS_GRID_LINE, boards.SUE_DE_COQ):
            return self.houses.find(kind)
        if kind == boards.UNIQUE_RECTANGLE_1 and not self.cells.prepared:
            with cython.gil:
                self.cells.prepare(corners(self.geometry))
        if kind in (boards.REMOTE_PAIR, boards.BUG_PLUS_ONE) or boards.W_WING <= kind <= boards.HIDDEN_RECTANGLE:
            return self.cells.find(kind)
        if kind in (boards.ALS_XZ, boards.DEATH_BLOSSOM):
            return self.chains.sets.find(kind)
        if kind in (boards.FRANKEN_X_WING, boards.MUTANT_X_WING):
            return self.franken.find(kind)
        if kind == boards.JUNIOR_EXOCET:
            if not self.exocets.prepared:
                with cython.gil:
                    self.exocets.prepare(frame_tables(self.geometry))
            return self.exocets.find()
        if kind >= boards.X_CHAIN:
            return self.chains.find(kind)
        return self.digits.find(kind)
