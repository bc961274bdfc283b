# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Patterns of one digit: fish, two strong links, empty rectangles, colours.

A search that found nothing for a digit is not repeated until the digit's places change.
"""

import cython

from engine.base.kernels import plain
from engine.sudoku.techniques.patterns.boards import KINDS
from engine.sudoku.techniques.patterns.tables import PatternTables

if cython.compiled:
    from cython.cimports.engine.sudoku.search import bit_slices
    from cython.cimports.engine.sudoku.techniques.patterns import boards, placements
else:
    bit_slices = plain("engine.sudoku.search.bit_slices")
    boards = plain("engine.sudoku.techniques.patterns.boards")
    placements = plain("engine.sudoku.techniques.patterns.placements")

ONE = cython.declare(cython.ulonglong, 1)


@cython.final
@cython.cclass
class DigitPatterns:
    """Finds these patterns on one board."""

    def __init__(self, board: boards.Board, tables: PatternTables) -> None:
        self.board, self.placements = board, placements.Placements(board)
        cells, words = board.cells, board.cell_words
        self.house_words = (board.houses + bit_slices.BITS) // (bit_slices.BITS + 1) if cython.compiled else 1
        self.searched = board.new_ints(2 * len(KINDS) * (board.size + 1))
        self.bases_start, self.bases = board.new_ints(tables.bases_start), board.new_ints(tables.bases)
        self.ways_start, self.ways = board.new_ints(tables.ways_start), board.new_ints(tables.ways)
        self.line, self.base = board.new_ints(board.houses), board.new_ints(8)
        self.line_places = board.new_words(board.houses * words)
        self.line_needed = board.new_words(board.houses * self.house_words)
        self.line_cells, self.held = board.new_words(8 * words), board.new_words(8 * words)
        self.needed = board.new_words(8 * self.house_words)
        self.uncovered, self.scratch = board.new_words(8 * words), board.new_words(3 * words)
        self.picked, self.cover = board.new_ints(8), board.new_ints(8)
        self.room = 64
        self.found_covers = board.new_ints(4 * self.room)
        self.link_house = board.new_ints(board.houses)
        self.link_one, self.link_other = board.new_ints(board.houses), board.new_ints(board.houses)
        self.crosses, self.cross = len(tables.crosses) // 3, board.new_ints(tables.crosses)
        self.colours, self.seen = board.new_words((cells + 2) * words), board.new_words((cells + 4) * words)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, kind: cython.int) -> cython.bint:
        """Find patterns of a kind (for finned fish, sashimi fish too); return whether to end the search."""
        if kind in (boards.X_WING, boards.FINNED_X_WING):
            return self.fish(kind, 2, kind == boards.FINNED_X_WING)
        if kind in (boards.SWORDFISH, boards.FINNED_SWORDFISH):
            return self.fish(kind, 3, kind == boards.FINNED_SWORDFISH)
        if kind in (boards.JELLYFISH, boards.FINNED_JELLYFISH):
            return self.fish(kind, 4, kind == boards.FINNED_JELLYFISH)
        digit: cython.Py_ssize_t
        for digit in range(1, self.board.size + 1):
            slot = 2 * kind * (self.board.size + 1) + digit
            if self.board.every or self.searched[slot] != self.board.versions[digit]:
                self.digit = digit
                self.find_links()
                if kind == boards.EMPTY_RECTANGLE:
                    ends: cython.bint = self.empty_rectangles()
                elif kind == boards.SIMPLE_COLOURS_TRAP:
                    ends = self.simple_colours()
                elif kind == boards.MULTI_COLOURS_1:
                    ends = self.multi_colours()
                else:
                    ends = self.linked_pairs(kind)
                if ends:
                    return True
                self.searched[slot] = self.board.versions[digit]
        return False

    # Fish

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fish(self, kind: cython.int, size: cython.int, finned: cython.bint) -> cython.bint:
        """Fish of a number of houses: (digit, base houses..., cover houses...)."""
        direction: cython.Py_ssize_t
        digit: cython.Py_ssize_t
        self.kind, self.most = kind, size
        for direction in range(2):
            for digit in range(1, self.board.size + 1):
                slot = (2 * kind + direction) * (self.board.size + 1) + digit
                if self.board.every or self.searched[slot] != self.board.versions[digit]:
                    self.direction, self.digit = direction, digit
                    if finned:
                        ends: cython.bint = self.finned_fish()
                    else:
                        self.target, self.limit = -1, size
                        ends = (size < 4 or self.may_fall()) and self.find_lines() >= size and self.choose_base(0, 0)
                    if ends:
                        return True
                    self.searched[slot] = self.board.versions[digit]
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def may_fall(self) -> cython.bint:
        """Whether a place of the digit may be impossible: cheaper to check than to look for fish of four houses."""
        words = self.board.cell_words
        self.placements.find(self.digit)
        for k in range(words):
            if self.board.places[self.digit * words + k] & ~self.placements.possible[self.digit * words + k]:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_lines(self) -> cython.int:
        """Find the possible base houses of a fish without fins; return their number."""
        words = self.board.cell_words
        self.lines = 0
        for at in range(self.bases_start[self.direction], self.bases_start[self.direction + 1]):
            house = self.bases[at]
            if 2 <= self.board.counts[self.digit * self.board.houses + house] <= self.most:
                for k in range(words):
                    self.line_places[self.lines * words + k] = (
                        self.board.places[self.digit * words + k] & self.board.house_cells[house * words + k]
                    )
                self.set_line(self.lines, house)
                self.lines += 1
        return self.lines

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def finned_fish(self) -> cython.bint:
        """Fish with fins, found from the cell that would fall.

        The cover houses without this cell hold the base cells that it doesn't see. Only cells that can't have the digit
        are tried.
        """
        places, house_cells = self.board.places, self.board.house_cells
        self.placements.find(self.digit)
        words = self.board.cell_words
        cell: cython.Py_ssize_t
        self.limit = self.most - 1
        for k in range(words):
            word = places[self.digit * words + k] & ~self.placements.possible[self.digit * words + k]
            while word:
                cell = (k << bit_slices.SHIFT) + bit_slices.lowest_bit(word)
                word &= word - 1
                self.target, self.lines = cell, 0
                for at in range(self.bases_start[self.direction], self.bases_start[self.direction + 1]):
                    house = self.bases[at]
                    count = self.board.counts[self.digit * self.board.houses + house]
                    if count < 2 or self.board.has(house_cells, house, cell):
                        continue
                    for j in range(words):
                        self.line_places[self.lines * words + j] = (
                            places[self.digit * words + j]
                            & house_cells[house * words + j]
                            & ~self.board.peers[cell * words + j]
                        )
                    if 1 <= self.board.size_at(self.line_places, self.lines) < self.most:
                        self.set_line(self.lines, house)
                        self.lines += 1
                if self.lines >= self.most and self.choose_base(0, 0):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def set_line(self, line: cython.int, house: cython.Py_ssize_t) -> cython.int:
        """Set the house of a line with known places, and find the cover houses that the line needs in any case."""
        words = self.board.cell_words
        starts = self.direction * self.board.cells
        self.line[line] = house
        for k in range(self.house_words):
            self.line_needed[line * self.house_words + k] = 0
        for k in range(words):
            word = self.line_places[line * words + k]
            while word:
                at = starts + (k << bit_slices.SHIFT) + bit_slices.lowest_bit(word)
                word &= word - 1
                if self.ways_start[at + 1] - self.ways_start[at] == 1:
                    way = self.ways[self.ways_start[at]]
                    self.line_needed[line * self.house_words + (way >> bit_slices.SHIFT)] |= ONE << (
                        way & bit_slices.BITS
                    )
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_base(self, size: cython.int, start: cython.int) -> cython.bint:
        """Extend the base with disjoint lines from `start` on, within the limit of the cover."""
        words, house_words = self.board.cell_words, self.house_words
        if size == self.most:
            return self.try_base()
        for line in range(start, self.lines - (self.most - size) + 1):
            house = self.line[line]
            apart: cython.bint = True
            needed: cython.int = 0
            for k in range(house_words):
                word = self.line_needed[line * house_words + k]
                if size:
                    word |= self.needed[size * house_words + k]
                self.needed[(size + 1) * house_words + k] = word
                needed += bit_slices.count_bits(word)
            if needed > self.limit:
                continue
            for k in range(words):
                cells, places = self.board.house_cells[house * words + k], self.line_places[line * words + k]
                if size:
                    if cells & self.line_cells[size * words + k]:
                        apart = False
                    cells |= self.line_cells[size * words + k]
                    places |= self.held[size * words + k]
                self.line_cells[(size + 1) * words + k], self.held[(size + 1) * words + k] = cells, places
            if apart:
                self.base[size] = house
                if self.choose_base(size + 1, line + 1):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_base(self) -> cython.bint:
        """Try the covers of the chosen base."""
        words = self.board.cell_words
        self.covers = 0
        for k in range(words):
            self.uncovered[k] = self.held[self.most * words + k]
        self.choose_cover(0)
        at = self.direction * self.board.cells + self.target
        for number in range(self.covers):
            for k in range(self.limit):
                self.cover[k] = self.found_covers[number * self.limit + k]
            if self.target < 0:
                if self.try_plain():
                    return True
                continue
            for way in range(self.ways_start[at], self.ways_start[at + 1]):
                through = self.ways[way]
                place = self.limit
                for k in range(self.limit):
                    self.cover[k] = self.found_covers[number * self.limit + k]
                while place > 0 and self.cover[place - 1] > through:
                    self.cover[place] = self.cover[place - 1]
                    place -= 1
                self.cover[place] = through
                if self.try_finned():
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_cover(self, size: cython.int) -> cython.int:
        """Extend the cover with houses, none of them redundant, until nothing is uncovered."""
        words = self.board.cell_words
        last = self.board.highest(self.uncovered, size)
        if last < 0:
            if size == self.limit:
                self.keep_cover()
            return 0
        if size < self.limit:
            at = self.direction * self.board.cells + last
            for way in range(self.ways_start[at], self.ways_start[at + 1]):
                house = self.ways[way]
                self.picked[size] = house
                for k in range(words):
                    self.uncovered[(size + 1) * words + k] = (
                        self.uncovered[size * words + k] & ~self.board.house_cells[house * words + k]
                    )
                self.choose_cover(size + 1)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep_cover(self) -> cython.int:
        """Insert the chosen houses into the sorted covers, unless present."""
        limit, cover = self.limit, self.cover
        for k in range(limit):
            place = k
            while place > 0 and cover[place - 1] > self.picked[k]:
                cover[place] = cover[place - 1]
                place -= 1
            cover[place] = self.picked[k]
        number = self.covers
        while number > 0:
            k = 0
            while k < limit and self.found_covers[(number - 1) * limit + k] == cover[k]:
                k += 1
            if k == limit:
                return 0
            if self.found_covers[(number - 1) * limit + k] < cover[k]:
                break
            number -= 1
        if self.covers == self.room:
            with cython.gil:
                self.grow()
        for k in range((self.covers - number) * limit - 1, -1, -1):
            self.found_covers[(number + 1) * limit + k] = self.found_covers[number * limit + k]
        for k in range(limit):
            self.found_covers[number * limit + k] = cover[k]
        self.covers += 1
        return 0

    @cython.cfunc
    def grow(self) -> object:
        """Make room for more covers."""
        wider = self.board.new_ints(8 * self.room)
        for k in range(4 * self.room):
            wider[k] = self.found_covers[k]
        self.found_covers = wider
        self.room *= 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_plain(self) -> cython.bint:
        """The digit falls from the cover outside the base."""
        house_cells = self.board.house_cells
        words = self.board.cell_words
        for k in range(words):
            covered = house_cells[self.cover[0] * words + k]
            for house in range(1, self.most):
                covered |= house_cells[self.cover[house] * words + k]
            word = self.board.places[self.digit * words + k] & covered & ~self.held[self.most * words + k]
            self.board.fallen[self.digit * words + k] = word
            if word:
                self.board.falls = True
        if not self.board.falls:
            return False
        self.note_fish(self.most)
        return self.board.emit(self.kind)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_finned(self) -> cython.bint:
        """The fins are the base cells outside the cover: the digit falls from cells of the cover that see all fins."""
        house_cells = self.board.house_cells
        words = self.board.cell_words
        sashimi: cython.bint = False
        covered, falling = self.scratch, words
        for k in range(words):
            covered[k] = 0
            for house in range(self.most):
                covered[k] |= house_cells[self.cover[house] * words + k]
            places = self.board.places[self.digit * words + k]
            based = self.line_cells[self.most * words + k]
            covered[2 * words + k] = places & based & ~covered[k]
            covered[falling + k] = places & covered[k] & ~based
        if self.board.is_empty(covered, 2):  # no fins
            return False
        self.board.keep_seen(covered, 2, covered, 1)
        if self.board.is_empty(covered, 1):
            return False
        for house in range(self.most):
            body: cython.int = 0
            for k in range(words):
                body += bit_slices.count_bits(
                    self.board.places[self.digit * words + k] & house_cells[self.base[house] * words + k] & covered[k]
                )
            if body < 2:
                sashimi = True
        for k in range(words):
            self.board.fallen[self.digit * words + k] = covered[falling + k]
        self.board.falls = True
        self.note_fish(self.most)
        return self.board.emit(self.kind + 1 if sashimi else self.kind)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_fish(self, houses: cython.int) -> cython.int:
        self.board.note(self.digit)
        for k in range(houses):
            self.board.note(self.base[k])
        for k in range(houses):
            self.board.note(self.cover[k])
        return 0

    # Links

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_links(self) -> cython.int:
        """Find the complete houses with two places for the digit, and these places."""
        cells_start, cells_of = self.board.cells_start, self.board.cells_of
        self.links = 0
        for house in range(self.board.houses):
            if self.board.counts[self.digit * self.board.houses + house] == 2 and self.board.complete[house]:
                self.link_house[self.links], self.link_one[self.links] = house, -1
                for k in range(cells_start[house], cells_start[house + 1]):
                    if self.board.masks[cells_of[k]] >> self.digit & 1:
                        if self.link_one[self.links] < 0:
                            self.link_one[self.links] = cells_of[k]
                        else:
                            self.link_other[self.links] = cells_of[k]
                self.links += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def linked_pairs(self, kind: cython.int) -> cython.bint:
        """Two strong links whose near ends see each other: (digit, two houses, start, near, far, end)."""
        for first in range(self.links):
            start, other = self.link_one[first], self.link_other[first]
            for second in range(first + 1, self.links):
                left, right = self.link_one[second], self.link_other[second]
                if left in (start, other) or right in (start, other):
                    continue
                if (
                    self.try_pair(kind, first, second, start, other, left, right)
                    or self.try_pair(kind, first, second, start, other, right, left)
                    or self.try_pair(kind, first, second, other, start, left, right)
                    or self.try_pair(kind, first, second, other, start, right, left)
                ):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_pair(
        self, kind: cython.int, first: cython.int, second: cython.int,
        start: cython.int, near: cython.int, far: cython.int, end: cython.int,
    ) -> cython.bint:  # fmt: skip
        """If `near` and `far` see each other, the digit falls from cells that see `start` and `end`."""
        fallen, peers = self.board.fallen, self.board.peers
        words = self.board.cell_words
        if not self.board.has(peers, near, far):
            return False
        for k in range(words):
            word = self.board.places[self.digit * words + k] & peers[start * words + k] & peers[end * words + k]
            fallen[self.digit * words + k] = word
            if word:
                self.board.falls = True
        if not self.board.falls:
            return False
        self.board.drop(fallen, self.digit, near)
        self.board.drop(fallen, self.digit, far)
        if self.board.is_empty(fallen, self.digit) or self.name(first, second, near, far) != kind:
            self.board.clear()
            return False
        self.board.note(self.digit)
        self.board.note(self.link_house[first])
        self.board.note(self.link_house[second])
        self.board.note(start)
        self.board.note(near)
        self.board.note(far)
        self.board.note(end)
        return self.board.emit(kind)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def name(self, first: cython.int, second: cython.int, near: cython.int, far: cython.int) -> cython.int:
        """The kind of a pattern with links that meet at the cells `near` and `far`."""
        kinds, houses_start = self.board.kinds, self.board.houses_start
        start, other = kinds[self.link_house[first]], kinds[self.link_house[second]]
        line: cython.bint = False
        no_line: cython.bint = False
        for k in range(houses_start[near], houses_start[near + 1]):
            house = self.board.houses_of[k]
            if self.board.has(self.board.house_cells, house, far):
                if kinds[house] in (boards.ROW, boards.COLUMN):
                    line = True
                else:
                    no_line = True
        if start in (boards.ROW, boards.COLUMN) and other in (boards.ROW, boards.COLUMN):
            if start == other and line:
                return boards.SKYSCRAPER
            if start != other and no_line:
                return boards.TWO_STRING_KITE
        return boards.TURBOT_FISH

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def empty_rectangles(self) -> cython.bint:
        """A box with its places in two crossing lines, and a link from one of them: (digit, box, near, far, line)."""
        fallen, house_cells = self.board.fallen, self.board.house_cells
        words = self.board.cell_words
        places = self.digit * words
        for cross in range(self.crosses):
            box, near, far = self.cross[3 * cross], self.cross[3 * cross + 1], self.cross[3 * cross + 2]
            if self.board.counts[self.digit * self.board.houses + box] < 2:
                continue
            outside: cython.ulonglong = 0
            only_near: cython.ulonglong = 0
            only_far: cython.ulonglong = 0
            for k in range(words):
                word = self.board.places[places + k] & house_cells[box * words + k]
                close, distant = house_cells[near * words + k], house_cells[far * words + k]
                outside |= word & ~(close | distant)
                only_near |= word & close & ~distant
                only_far |= word & distant & ~close
            if outside or not only_near or not only_far:
                continue
            for link in range(self.links):
                house, first, other = self.link_house[link], self.link_one[link], self.link_other[link]
                if self.board.kinds[house] not in (boards.ROW, boards.COLUMN):
                    continue
                if self.board.has(house_cells, box, first) or self.board.has(house_cells, box, other):
                    continue
                if self.board.has(house_cells, near, first) == self.board.has(house_cells, near, other):
                    continue
                end = other if self.board.has(house_cells, near, first) else first
                for k in range(words):
                    word = (
                        self.board.places[places + k]
                        & house_cells[far * words + k]
                        & ~house_cells[box * words + k]
                        & self.board.peers[end * words + k]
                    )
                    fallen[places + k] = word
                self.board.drop(fallen, self.digit, first)
                self.board.drop(fallen, self.digit, other)
                if not self.board.is_empty(fallen, self.digit):
                    self.board.falls = True
                    self.board.note(self.digit)
                    self.board.note(box)
                    self.board.note(near)
                    self.board.note(far)
                    self.board.note(house)
                    if self.board.emit(boards.EMPTY_RECTANGLE):
                        return True
        return False

    # Colours

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_clusters(self) -> cython.int:
        """Find the connected clusters of links, each in two colours; linked cells differ in colour where possible."""
        words = self.board.cell_words
        colours, rest, layer, next_ = self.colours, self.scratch, 1, 2
        self.clusters = 0
        for k in range(words):
            rest[k] = 0
        for link in range(self.links):
            self.board.add(rest, 0, self.link_one[link])
            self.board.add(rest, 0, self.link_other[link])
        start = self.board.lowest(rest, 0)
        while start >= 0:
            turn = 2 * self.clusters
            for k in range(words):
                colours[turn * words + k] = colours[(turn + 1) * words + k] = rest[layer * words + k] = 0
            self.board.add(rest, layer, start)
            while not self.board.is_empty(rest, layer):
                for k in range(words):
                    colours[turn * words + k] |= rest[layer * words + k]
                    rest[k] &= ~rest[layer * words + k]
                    rest[next_ * words + k] = 0
                for link in range(self.links):
                    if self.board.has(rest, layer, self.link_one[link]):
                        self.board.add(rest, next_, self.link_other[link])
                    if self.board.has(rest, layer, self.link_other[link]):
                        self.board.add(rest, next_, self.link_one[link])
                for k in range(words):
                    rest[layer * words + k] = rest[next_ * words + k] & rest[k]
                turn ^= 1
            self.clusters += 1
            start = self.board.lowest(rest, 0)
        for colour in range(2 * self.clusters):
            self.board.see(colours, colour, self.seen, colour)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def simple_colours(self) -> cython.bint:
        """Patterns of one cluster: (digit, the false colour or 0, size and cells of each colour)."""
        fallen = self.board.fallen
        words = self.board.cell_words
        self.find_clusters()
        for cluster in range(self.clusters):
            first, other = 2 * cluster * words, (2 * cluster + 1) * words
            for k in range(words):
                word = (
                    self.board.places[self.digit * words + k]
                    & self.seen[first + k]
                    & self.seen[other + k]
                    & ~(self.colours[first + k] | self.colours[other + k])
                )
                fallen[self.digit * words + k] = word
                if word:
                    self.board.falls = True
            if self.board.falls:
                self.board.note(self.digit)
                self.board.note(0)
                self.note_colours(cluster)
                if self.board.emit(boards.SIMPLE_COLOURS_TRAP):
                    return True
            for colour in range(2):
                if self.touch(2 * cluster + colour, 2 * cluster + colour):
                    for k in range(words):
                        fallen[self.digit * words + k] = self.colours[(2 * cluster + colour) * words + k]
                    self.board.falls = True
                    self.board.note(self.digit)
                    self.board.note(colour)
                    self.note_colours(cluster)
                    if self.board.emit(boards.SIMPLE_COLOURS_WRAP):
                        return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def multi_colours(self) -> cython.bint:
        """Patterns of two clusters: (digit, ways as bits or false colour, size and cells of the four colours)."""
        self.find_clusters()
        for first in range(self.clusters):
            for second in range(first + 1, self.clusters):
                if self.try_clusters(first, second):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_clusters(self, first: cython.int, second: cython.int) -> cython.bint:
        """Try pairs of colours that see each other (one is false), and colours that see both of the other cluster."""
        fallen = self.board.fallen
        words = self.board.cell_words
        ways: cython.int = 0
        for way in range(4):  # A and C, A and D, B and C, B and D see each other
            start, other = 2 * first + (way >> 1), 2 * second + (way & 1)
            if self.touch(start, other):
                left, right = (start ^ 1) * words, (other ^ 1) * words
                for k in range(words):
                    word = (
                        self.board.places[self.digit * words + k]
                        & self.seen[left + k]
                        & self.seen[right + k]
                        & ~(self.colours[left + k] | self.colours[right + k])
                    )
                    fallen[self.digit * words + k] |= word
                    if word:
                        self.board.falls = True
                        ways |= 1 << way
        if ways:
            self.board.note(self.digit)
            self.board.note(ways)
            self.note_colours(first)
            self.note_colours(second)
            if self.board.emit(boards.MULTI_COLOURS_1):
                return True
        for colour in range(4):
            wrong = 2 * first + colour if colour < 2 else 2 * second + colour - 2
            opposite = 2 * second if colour < 2 else 2 * first
            if self.touch(wrong, opposite) and self.touch(wrong, opposite + 1):
                for k in range(words):
                    fallen[self.digit * words + k] = self.colours[wrong * words + k]
                self.board.falls = True
                self.board.note(self.digit)
                self.board.note(colour)
                self.note_colours(first)
                self.note_colours(second)
                if self.board.emit(boards.MULTI_COLOURS_2):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def touch(self, first: cython.int, other: cython.int) -> cython.bint:
        """Whether a cell of one colour sees a cell of the other."""
        words = self.board.cell_words
        for k in range(words):  # noqa: SIM110 (compiled it is a loop)
            if self.seen[first * words + k] & self.colours[other * words + k]:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_colours(self, cluster: cython.int) -> cython.int:
        self.board.note_cells(self.colours, 2 * cluster)
        self.board.note_cells(self.colours, 2 * cluster + 1)
        return 0
