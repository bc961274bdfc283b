# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""Chains of alternating strong and weak links between candidates, groups and almost locked sets.

A *node* states that one of some candidates of one digit is true: one candidate, a group (candidates in the intersection
of two houses), or the digit's candidates in an almost locked set. A *strong link* states that at least one of two nodes
is true: together they are all the places of a digit in a complete house, or the two candidates of a cell, or two digits
of an almost locked set, which can lack only one of its digits. A *weak link* states that at most one of two nodes is
true: they are the same digit in cells that all see each other, or two digits of one cell.

A chain begins and ends with a strong link, so one of its two ends is true. The search is breadth first from each node,
assumed to be false, so each pair of ends gets a shortest chain. The nodes of a digit have consecutive numbers, starting
at a word boundary, so the weak links of a node within its digit are bits of words. Each node is reached at most once as
false and once as true; the search follows only weak links to nodes not yet reached. On request, a node is reached again
in later layers: this gives longer chains between two ends whose shortest chain meets a node twice. A first pass finds,
for many starts at once, which starts lead to any chain.

Chains come shortest first; of several that forbid the same candidates, only the first is a pattern. The numbers of a
pattern are: whether it is a loop; the number of nodes; for each node its digit, the number of its cells, and the cells;
for each strong link its kind (house, cell, set), for a house or set the house, for a set the number of cells, and the
cells.
"""

from typing import NamedTuple

import cython

from engine.base.kernels import plain

if cython.compiled:
    from cython.cimports.engine.sudoku.search import bit_slices
    from cython.cimports.engine.sudoku.techniques.patterns import boards, sets
else:
    bit_slices = plain("engine.sudoku.search.bit_slices")
    boards = plain("engine.sudoku.techniques.patterns.boards")
    sets = plain("engine.sudoku.techniques.patterns.sets")

    MAX_LENGTH, MAX_SET_LENGTH, MAX_PLACES, MAX_SETS, TRIES = 25, 15, 8, 1500, 2000  # as in `chains.pxd`
    LANE_WORDS, LANES = 1, 1 << 30  # one word of any length
    IN_HOUSE, IN_CELL, IN_SET = 0, 1, 2
    CANDIDATES, GROUPS, SETS = 0, 1, 2
    CHAIN_SHAPE, LOOP_SHAPE, SETS_SHAPE = 0, 1, 2


class Node(NamedTuple):
    """Candidates of one digit: their cells, ascending."""

    digit: int
    cells: tuple[int, ...]


Link = tuple[Node, Node, int]
"""Two nodes, one of which is true, and the house that links them; -1 for a cell."""

ONE = cython.declare(cython.ulonglong, 1)
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.final
@cython.cclass
class ChainPatterns:
    """Finds chains on one board, with the board's almost locked sets."""

    def __init__(self, board: boards.Board) -> None:
        self.board, self.sets = board, sets.SetPatterns(board)
        self.version, self.reach, self.queued = -1, -1, 0
        self.raws = self.raw_room = self.links = self.link_room = 0
        self.nodes = self.node_room = self.edge_room = self.weak_room = self.seeing_room = 0
        self.inner = self.near_room = self.lane_room = self.end_room = 0
        self.entries = self.entry_room = self.conclusions = self.report_room = 0
        self.set_nodes = board.new_ints(sets.MAX_DIGITS * MAX_SETS)
        self.set_size = board.new_ints(MAX_SETS)
        self.place, self.meet = board.new_ints(MAX_PLACES), board.new_ints(MAX_PLACES * board.houses)
        self.first_word, self.in_cell_at = board.new_ints(board.size + 2), board.new_ints(board.cells + 1)
        self.path, self.path_links = board.new_ints(MAX_LENGTH + 2), board.new_ints(MAX_LENGTH + 2)
        self.best_path, self.best_links = board.new_ints(MAX_LENGTH + 2), board.new_ints(MAX_LENGTH + 2)
        self.highest_at, self.seeing_at = board.new_ints(board.cells + 1), board.new_ints(board.size + 1)
        self.most_fallen, self.again = 0, False
        self.lanes_of, self.lane_reach, self.strong, self.spread_to = -1, -1, 0, 0
        self.scratch = board.new_words((2 * board.size + 4) * board.cell_words)
        self.grow_raws()
        self.grow_links()
        self.grow_near(256, 64, 256)

    def reported_links(self, reach: int) -> list[Link]:
        """The strong links of houses and cells between nodes of this reach: both ends, the house (-1: a cell)."""
        self.gather(reach)
        found = []
        for link in range(self.links):
            ends = [int(self.link_end[2 * link]), int(self.link_end[2 * link + 1])]
            if min(ends) >= 0:
                first, other = (Node(self.digit_of[end], self.board.cells_at(self.cells, end)) for end in ends)
                found.append((first, other, int(self.link_house[link])))
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, kind: cython.int) -> cython.bint:
        """Find chains of a kind; return whether to end the search."""
        self.in_cells = self.loops = self.again = False
        if kind == boards.X_CHAIN:
            return self.walk(kind, CANDIDATES, 1 << IN_HOUSE, 3, MAX_LENGTH)
        if kind == boards.XY_CHAIN:
            return self.walk(kind, CANDIDATES, 1 << IN_CELL, 5, MAX_LENGTH)
        if kind in (boards.ALS_XY_WING, boards.ALS_CHAIN):
            self.again = True
            if kind == boards.ALS_XY_WING:
                return self.walk(kind, SETS, 1 << IN_SET, 5, 5)
            return self.walk(kind, SETS, 1 << IN_SET, 7, MAX_SET_LENGTH)
        self.in_cells = self.loops = True
        every = 1 << IN_HOUSE | 1 << IN_CELL | 1 << IN_SET
        if kind == boards.CONTINUOUS_NICE_LOOP:
            return self.walk(kind, CANDIDATES, every, 3, MAX_LENGTH)
        if kind == boards.GROUPED_CONTINUOUS_NICE_LOOP:
            return self.walk(kind, GROUPS, every, 3, MAX_LENGTH)
        return self.walk(kind, SETS, every, 3, MAX_LENGTH)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def walk(
        self, kind: cython.int, reach: cython.int, strong: cython.int, least: cython.int, most: cython.int
    ) -> cython.bint:
        """Find chains by number of links: most positions have a short one, found sooner without the longer ones."""
        self.gather(reach)
        self.kind, self.conclusions = kind, 0
        if self.lanes_of != self.version or self.lane_reach != reach or self.strong != strong:
            self.strong, self.lanes_of, self.lane_reach, self.spread_to = strong, self.version, reach, 0
            self.find_inner()
        elif self.spread_to != least - 2:
            self.spread_to = 0
        longest: cython.int = least
        while least <= most:
            longest = min(5, most) if least <= 5 else most
            self.collect(least, longest)
            for links in range(least, longest + 1, 2):
                for at in range(self.entries):
                    if self.entry[4 * at] == links and self.try_entry(at):
                        return True
            least = longest + 2
        return False

    # The nodes and links of the position.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gather(self, reach: cython.int) -> cython.int:
        """Find the links of the position between nodes of this reach, unless already done."""
        if self.version == self.board.change and self.reach == reach:
            return 0
        self.version, self.reach = self.board.change, reach
        self.raws = self.links = self.linked_sets = 0
        house: cython.Py_ssize_t
        digit: cython.Py_ssize_t
        cell: cython.Py_ssize_t
        for digit in range(1, self.board.size + 1):
            for house in range(self.board.houses):
                if self.board.complete[house]:
                    self.divide(house, digit)
        for cell in range(self.board.cells):
            mask: cython.int = self.board.masks[cell]
            if bit_slices.count_bits(mask) == 2:
                link = self.new_link(IN_CELL, -1)
                for k in range(2):
                    digit = bit_slices.lowest_bit(mask)
                    mask &= mask - 1
                    self.link_end[2 * link + k] = self.new_node(digit)
                    self.board.add(self.raw_cells, self.link_end[2 * link + k], cell)
        if reach == SETS:
            self.sets.gather()
            self.linked_sets = min(self.sets.count, MAX_SETS)
            for index in range(self.linked_sets):
                mask, at = self.sets.digits[index], sets.MAX_DIGITS * index
                self.set_size[index] = 0
                while mask:
                    digit = bit_slices.lowest_bit(mask)
                    mask &= mask - 1
                    node = self.new_node(digit)
                    for k in range(self.board.cell_words):
                        self.raw_cells[node * self.board.cell_words + k] = (
                            self.sets.cells[index * self.board.cell_words + k]
                            & self.board.places[digit * self.board.cell_words + k]
                        )
                    self.set_nodes[at + self.set_size[index]] = node
                    self.set_size[index] += 1
        self.number()
        self.find_weak_links()
        self.find_cells()
        self.find_edges()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def divide(self, house: cython.Py_ssize_t, digit: cython.Py_ssize_t) -> cython.int:
        """Split the places of a digit in a house into two nodes, unless an earlier house has the same places."""
        counts, houses = self.board.counts, self.board.houses
        count = counts[digit * houses + house]
        if not 2 <= count <= (2 if self.reach == CANDIDATES else MAX_PLACES):
            return 0
        size: cython.int = 0
        for k in range(self.board.cells_start[house], self.board.cells_start[house + 1]):
            if self.board.masks[self.board.cells_of[k]] >> digit & 1:
                self.place[size] = self.board.cells_of[k]
                size += 1
        self.meets = 0
        every: cython.int = (1 << size) - 1
        for k in range(size):
            for j in range(self.board.houses_start[self.place[k]], self.board.houses_start[self.place[k] + 1]):
                other = self.board.houses_of[j]
                if other != house:
                    held: cython.int = 0
                    for i in range(size):
                        if self.board.has(self.board.house_cells, other, self.place[i]):
                            held |= 1 << i
                    if (
                        held == every
                        and other < house
                        and self.board.complete[other]
                        and (counts[digit * houses + other] == count)
                    ):
                        return 0
                    if held >> k == 1 or held & ((1 << k) - 1):  # one cell, or known from an earlier house
                        continue
                    self.meet[self.meets] = held
                    self.meets += 1
        for part in range(2, every + 1, 2):  # the lowest place belongs to the other part
            if self.is_node(part) and self.is_node(every ^ part):
                link = self.new_link(IN_HOUSE, house)
                for k in range(2):
                    node = self.new_node(digit)
                    self.link_end[2 * link + k] = node
                    for i in range(size):
                        if (part >> i & 1) == k:
                            self.board.add(self.raw_cells, node, self.place[i])
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_node(self, part: cython.int) -> cython.bint:
        """Whether these places are one cell, or lie in another house too."""
        if not part & (part - 1):
            return True
        for k in range(self.meets):  # noqa: SIM110 (compiled it is a loop)
            if not part & ~self.meet[k]:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def new_node(self, digit: cython.Py_ssize_t) -> cython.int:
        """Add a node, still without cells."""
        if self.raws == self.raw_room:
            with cython.gil:
                self.grow_raws()
        self.raw_digit[self.raws] = digit
        for k in range(self.board.cell_words):
            self.raw_cells[self.raws * self.board.cell_words + k] = 0
        self.raws += 1
        return self.raws - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def new_link(self, kind: cython.int, house: cython.int) -> cython.int:
        """Add a link, still without its ends."""
        if self.links == self.link_room:
            with cython.gil:
                self.grow_links()
        self.link_kind[self.links], self.link_house[self.links] = kind, house
        self.links += 1
        return self.links - 1

    @cython.cfunc
    def grow_raws(self) -> object:
        """Make room for more unsorted nodes."""
        room, words = max(1024, 2 * self.raw_room), self.board.cell_words
        digits, cells = self.board.new_ints(room), self.board.new_words(room * words)
        for k in range(self.raws):
            digits[k] = self.raw_digit[k]
        for k in range(self.raws * words):
            cells[k] = self.raw_cells[k]
        self.raw_digit, self.raw_cells, self.raw_room = digits, cells, room
        self.order, self.number_of = self.board.new_ints(room), self.board.new_ints(room)

    @cython.cfunc
    def grow_links(self) -> object:
        """Make room for more links of houses and cells."""
        room = max(1024, 2 * self.link_room)
        kinds, houses = self.board.new_ints(room), self.board.new_ints(room)
        ends = self.board.new_ints(2 * room)
        for k in range(self.links):
            kinds[k], houses[k] = self.link_kind[k], self.link_house[k]
            ends[2 * k], ends[2 * k + 1] = self.link_end[2 * k], self.link_end[2 * k + 1]
        self.link_kind, self.link_house, self.link_end, self.link_room = kinds, houses, ends, room
        self.next_incident = self.board.new_ints(2 * room)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number(self) -> cython.int:
        """Number the distinct nodes by digit and cells; leave out nodes without a weak link."""
        words = self.board.cell_words
        digit: cython.Py_ssize_t = 0
        self.board.sort(self.order, self.raws, self.raw_digit, self.raw_cells)
        if self.raws + 64 * (self.board.size + 2) > self.node_room:
            with cython.gil:
                self.grow_nodes(2 * self.raws + 64 * (self.board.size + 2))
        self.nodes = self.first_word[0] = 0
        before: cython.int = -1
        for k in range(self.raws):
            raw = self.order[k]
            same: cython.bint = before >= 0 and self.raw_digit[raw] == self.raw_digit[before]
            if same:
                for j in range(words):
                    if self.raw_cells[raw * words + j] != self.raw_cells[before * words + j]:
                        same = False
            if same:
                self.number_of[raw] = self.number_of[before]
                before = raw
                continue
            before = raw
            while digit < self.raw_digit[raw]:
                while self.nodes & 63:
                    self.digit_of[self.nodes] = -1
                    self.nodes += 1
                digit += 1
                self.first_word[digit] = self.nodes >> 6
            self.board.see_all(self.raw_cells, raw, digit, self.seen, self.nodes)
            cell = self.board.lowest(self.raw_cells, raw)
            if self.board.highest(self.raw_cells, raw) != cell:
                cell = -1
                if self.board.is_empty(self.seen, self.nodes):
                    self.number_of[raw] = -1
                    continue
            self.number_of[raw] = self.nodes
            self.digit_of[self.nodes], self.cell_of[self.nodes] = digit, cell
            for j in range(words):
                self.cells[self.nodes * words + j] = self.raw_cells[raw * words + j]
            self.nodes += 1
        while digit <= self.board.size:
            while self.nodes & 63:
                self.digit_of[self.nodes] = -1
                self.nodes += 1
            digit += 1
            self.first_word[digit] = self.nodes >> 6
        for k in range(self.nodes):
            self.true_in[k] = self.false_in[k] = 0
        self.queued = 0
        for k in range(2 * self.links):
            self.link_end[k] = self.number_of[self.link_end[k]]
        for index in range(self.linked_sets):
            size, at = 0, sets.MAX_DIGITS * index
            for k in range(self.set_size[index]):
                node = self.number_of[self.set_nodes[at + k]]
                if node >= 0:
                    self.set_nodes[at + size] = node
                    size += 1
            self.set_size[index] = size
        return 0

    @cython.cfunc
    def grow_nodes(self, room: cython.int) -> object:
        """Make room for more nodes."""
        words, board = self.board.cell_words, self.board
        self.digit_of, self.cell_of, self.weak_at = board.new_ints(room), board.new_ints(room), board.new_ints(room)
        self.cells, self.seen = board.new_words(room * words), board.new_words(room * words)
        self.in_cell, self.edges_at, self.filled = board.new_ints(room), board.new_ints(room + 1), board.new_ints(room)
        self.incident, self.marked = board.new_ints(room), board.new_ints(room)
        self.true_in, self.false_in = board.new_ints(room), board.new_ints(room)
        self.inner_of, self.inner_node = board.new_ints(room), board.new_ints(room)
        self.near_at, self.met = board.new_ints(room + 1), board.new_ints(room)
        row = (room >> 6) + 1
        self.unreached, self.ends, self.last = board.new_words(row), board.new_words(row), board.new_words(row)
        self.queue = board.new_ints((MAX_LENGTH + 2) * room)
        self.node_room = room

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_weak_links(self) -> cython.int:
        """Find, for each node, the nodes of its digit whose cells all see its own; for a cell, the nodes seeing it."""
        words = self.board.cell_words
        digit: cython.Py_ssize_t
        row: cython.Py_ssize_t
        weak: cython.Py_ssize_t = 0
        seeing: cython.Py_ssize_t = 0
        number: cython.Py_ssize_t
        for digit in range(1, self.board.size + 1):
            row = self.first_word[digit + 1] - self.first_word[digit]
            weak += 64 * row * row
            seeing += row * self.board.cells
        if weak > self.weak_room or seeing > self.seeing_room:
            with cython.gil:
                self.grow_weak(weak, seeing)
        weak = seeing = 0
        self.weak_links = 0
        for digit in range(1, self.board.size + 1):
            begin, end = 64 * self.first_word[digit], 64 * self.first_word[digit + 1]
            row = self.first_word[digit + 1] - self.first_word[digit]
            self.seeing_at[digit] = seeing
            for k in range(self.board.cells * row):
                self.seeing[seeing + k] = 0
            while end > begin and self.digit_of[end - 1] < 0:
                end -= 1
            self.find_highest(begin, end)
            for number in range(begin, end):
                self.weak_at[number] = weak
                for k in range(row):
                    self.weak[weak + k] = 0
                cell = self.board.lowest(self.seen, number)
                while cell >= 0:
                    self.seeing[seeing + cell * row + ((number - begin) >> 6)] |= ONE << (number & 63)
                    for other in range(self.highest_at[cell], self.highest_at[cell + 1]):
                        outside: cython.bint = False
                        for k in range(words):
                            if self.cells[other * words + k] & ~self.seen[number * words + k]:
                                outside = True
                                break
                        if not outside:
                            self.weak_links += 1
                            self.weak[weak + ((other - begin) >> 6)] |= ONE << (other & 63)
                    cell = self.board.after(self.seen, number, cell)
                weak += row
            seeing += self.board.cells * row
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_highest(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """The index of the first of these sorted nodes with a certain highest cell."""
        number: cython.Py_ssize_t = begin
        cell: cython.Py_ssize_t
        for cell in range(self.board.cells + 1):
            while number < end and self.board.highest(self.cells, number) < cell:
                number += 1
            self.highest_at[cell] = number
        return 0

    @cython.cfunc
    def grow_weak(self, weak: cython.Py_ssize_t, seeing: cython.Py_ssize_t) -> object:
        """Make room for more weak links."""
        self.weak_room, self.seeing_room = max(2 * weak, self.weak_room), max(2 * seeing, self.seeing_room)
        self.weak, self.seeing = self.board.new_words(self.weak_room), self.board.new_words(self.seeing_room)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_cells(self) -> cython.int:
        """Find the nodes of each single cell, ascending."""
        cell: cython.Py_ssize_t
        for cell in range(self.board.cells + 1):
            self.in_cell_at[cell] = 0
        for number in range(self.nodes):
            if self.digit_of[number] >= 0 and self.cell_of[number] >= 0:
                self.in_cell_at[self.cell_of[number]] += 1
        for cell in range(self.board.cells):
            self.in_cell_at[cell + 1] += self.in_cell_at[cell]
        for number in range(self.nodes - 1, -1, -1):
            if self.digit_of[number] >= 0 and self.cell_of[number] >= 0:
                self.in_cell_at[self.cell_of[number]] -= 1
                self.in_cell[self.in_cell_at[self.cell_of[number]]] = number
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_edges(self) -> cython.int:
        """Find the strong links of each node: by their other end, then those of sets."""
        number: cython.Py_ssize_t
        for number in range(self.nodes + 1):
            self.edges_at[number] = 0
        for number in range(self.nodes):
            self.incident[number] = -1
        for link in range(self.links):
            first, other = self.link_end[2 * link], self.link_end[2 * link + 1]
            if first >= 0 and other >= 0:
                self.edges_at[first] += 1
                self.edges_at[other] += 1
                self.next_incident[2 * link] = self.incident[first]
                self.incident[first] = 2 * link
                self.next_incident[2 * link + 1] = self.incident[other]
                self.incident[other] = 2 * link + 1
        for first in range(self.linked_sets):
            for k in range(self.set_size[first]):
                self.edges_at[self.set_nodes[sets.MAX_DIGITS * first + k]] += self.set_size[first] - 1
        total: cython.int = 0
        for number in range(self.nodes + 1):
            count = self.edges_at[number]
            self.edges_at[number] = total
            total += count
        if total > self.edge_room:
            with cython.gil:
                self.grow_edges(2 * total)
        for number in range(self.nodes):
            self.filled[number] = self.edges_at[number]
        for number in range(self.nodes):
            end = self.incident[number]
            while end >= 0:
                self.add_edge(self.link_end[end ^ 1], number, end >> 1)
                end = self.next_incident[end]
        for first in range(self.linked_sets):
            at = sets.MAX_DIGITS * first
            for k in range(self.set_size[first]):
                for j in range(self.set_size[first]):
                    if j != k:
                        self.add_edge(self.set_nodes[at + k], self.set_nodes[at + j], self.links + first)
        return 0

    @cython.cfunc
    def grow_edges(self, room: cython.int) -> object:
        """Make room for more strong links, each stored at both ends."""
        self.edge_to, self.edge_link, self.edge_room = self.board.new_ints(room), self.board.new_ints(room), room

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_edge(self, number: cython.int, to: cython.int, link: cython.int) -> cython.int:
        """Add a strong link of a node."""
        self.edge_to[self.filled[number]], self.edge_link[self.filled[number]] = to, link
        self.filled[number] += 1
        return 0

    # The existence of chains.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def collect(self, least: cython.int, most: cython.int) -> cython.int:
        """Collect by their ends the chains of a length that forbid something; the second end is not below the first."""
        self.entries = 0
        self.mark_starts(least, most)
        for start in range(self.nodes):
            if not self.marked[start]:
                continue
            self.spread(start, most)
            last = self.nodes if self.in_cells else 64 * self.first_word[self.digit_of[start] + 1]
            for end in range(start, last):
                if self.true_in[end] >> least:
                    is_loop: cython.bint = self.loops and self.are_weak(start, end)
                    if is_loop or self.both_forbid(start, end):
                        for links in range(least, most + 1, 2):
                            if self.true_in[end] >> links & 1 and (
                                not is_loop or (self.trace(end, links) and self.loop_forbids(links))
                            ):
                                self.keep(links, start, end, is_loop)
        return 0

    # The starts of such chains, found for many nodes at once. Most nodes have no weak link and can only be ends; the
    # nodes between two ends are *inner* nodes. Each inner node, as the second node of a chain, gets a *lane*: one bit
    # of a row. The search finds which inner nodes can be second to last in each lane.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_inner(self) -> cython.int:
        """Number the inner nodes; find the strong links of each node to them, and the weak links of each of them."""
        self.inner = 0
        for number in range(self.nodes):
            self.inner_of[number] = self.met[number] = -1
            if self.digit_of[number] >= 0 and self.is_inner(number):
                self.inner_of[number] = self.inner
                self.inner_node[self.inner] = number
                self.inner += 1
        most = self.edges_at[self.nodes] + self.weak_links + self.board.size * self.in_cell_at[self.board.cells]
        self.width = min(LANE_WORDS, (self.inner >> 6) + 1)
        if most > self.near_room or self.inner * self.width > self.lane_room or self.nodes * self.width > self.end_room:
            with cython.gil:
                self.grow_near(most, self.inner * self.width, self.nodes * self.width)
        count: cython.int = 0
        for number in range(self.nodes):
            self.near_at[number] = count
            if self.digit_of[number] < 0 or (not self.in_cells and self.board.is_empty(self.seen, number)):
                continue
            for edge in range(self.edges_at[number], self.edges_at[number + 1]):
                to, link = self.edge_to[edge], self.edge_link[edge]
                if (
                    self.inner_of[to] >= 0
                    and self.met[to] != number
                    and (self.strong >> (IN_SET if link >= self.links else self.link_kind[link]) & 1)
                ):
                    self.met[to] = number
                    self.near[count] = self.inner_of[to]
                    count += 1
        self.near_at[self.nodes] = count
        for index in range(self.inner):
            number = self.inner_node[index]
            self.across_at[index] = count
            begin = self.first_word[self.digit_of[number]]
            for k in range(self.first_word[self.digit_of[number] + 1] - begin):
                word = self.weak[self.weak_at[number] + k]
                while word:
                    to = ((begin + k) << 6) + bit_slices.lowest_bit(word)
                    word &= word - 1
                    if self.inner_of[to] >= 0:
                        self.near[count] = self.inner_of[to]
                        count += 1
            cell = self.cell_of[number]
            if self.in_cells and cell >= 0:
                for k in range(self.in_cell_at[cell], self.in_cell_at[cell + 1]):
                    to = self.in_cell[k]
                    if to != number and self.inner_of[to] >= 0:
                        self.near[count] = self.inner_of[to]
                        count += 1
        self.across_at[self.inner] = count
        return 0

    @cython.cfunc
    def grow_near(self, near: cython.int, lanes: cython.int, ends: cython.int) -> object:
        """Make room for more links of inner nodes, and for more lanes."""
        self.near_room, self.lane_room = max(2 * near, self.near_room), max(2 * lanes, self.lane_room)
        self.end_room, board = max(2 * ends, self.end_room), self.board
        self.near, self.across_at = board.new_ints(self.near_room), board.new_ints(self.lane_room + 1)
        self.false_lanes, self.true_lanes = board.new_words(self.lane_room), board.new_words(self.lane_room)
        self.old_lanes, self.last_lanes = board.new_words(self.lane_room), board.new_words(self.lane_room)
        self.end_lanes = board.new_words(self.end_room)
        self.is_false, self.is_true = board.new_ints(self.lane_room), board.new_ints(self.lane_room)
        self.is_last = board.new_ints(self.lane_room)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mark_starts(self, least: cython.int, most: cython.int) -> cython.int:
        """Mark the nodes that may start a chain of this length: all that do, and some that don't."""
        first: cython.int = 0
        start: cython.int
        for start in range(self.nodes):
            self.marked[start] = False
        while first < self.inner:
            self.spread_lanes(first, least, most)
            self.find_last()
            for start in range(self.nodes):
                if not self.marked[start] and self.has_lane(start, first):
                    self.find_ends(start)
                    self.marked[start] = self.reaches_end(start, first)
            first += LANES
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spread_lanes(self, first: cython.int, least: cython.int, most: cython.int) -> cython.int:
        """Find the second-to-last nodes of chains with an inner node, from this one on, as the second.

        As in `spread`, inner nodes are reached again in later layers only on request. The search continues from the
        previous one if that was for shorter chains.
        """
        source: cython.Py_ssize_t
        at: cython.Py_ssize_t
        j: cython.Py_ssize_t
        width = self.width
        near, across_at, near_at, inner_node = self.near, self.across_at, self.near_at, self.inner_node
        is_true, is_false = self.is_true, self.is_false
        true_lanes, false_lanes, old_lanes = self.true_lanes, self.false_lanes, self.old_lanes
        links: cython.int = 3
        if self.spread_to > 0 and self.spread_to == least - 2 and self.inner <= LANES:
            links = least
        else:
            for at in range(self.inner * width):
                true_lanes[at] = old_lanes[at] = 0
            for index in range(self.inner):
                is_true[index] = False
            for index in range(first, min(first + LANES, self.inner)):
                lane = index - first
                true_lanes[index * width + (lane >> bit_slices.SHIFT)] = ONE << (lane & bit_slices.BITS)
                is_true[index] = True
        for at in range(self.inner * width):
            self.last_lanes[at] = 0
        for index in range(self.inner):
            self.is_last[index] = False
        self.spread_to = most
        while links <= most:
            ended: cython.bint = True
            for index in range(self.inner):
                at = index * width
                for j in range(width):
                    false_lanes[at + j] = 0
                for k in range(across_at[index], across_at[index + 1]):
                    if is_true[near[k]]:
                        source = near[k] * width
                        for j in range(width):
                            false_lanes[at + j] |= true_lanes[source + j]
                if not self.again:
                    for j in range(width):
                        false_lanes[at + j] &= ~old_lanes[at + j]
                        old_lanes[at + j] |= false_lanes[at + j]
                reached: cython.ulonglong = 0
                for j in range(width):
                    reached |= false_lanes[at + j]
                is_false[index] = reached != 0
                if reached:
                    ended = False
                    if links >= least:
                        self.is_last[index] = True
                        for j in range(width):
                            self.last_lanes[at + j] |= false_lanes[at + j]
            if ended:
                break
            for index in range(self.inner):
                at = index * width
                is_true[index] = False
                for j in range(width):
                    true_lanes[at + j] = 0
                for k in range(near_at[inner_node[index]], near_at[inner_node[index] + 1]):
                    if is_false[near[k]]:
                        is_true[index] = True
                        source = near[k] * width
                        for j in range(width):
                            true_lanes[at + j] |= false_lanes[source + j]
            links += 2
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_last(self) -> cython.int:
        """Find the nodes next to an inner node that some lane has reached, and all lanes that reach them."""
        j: cython.Py_ssize_t
        number: cython.Py_ssize_t
        width = self.width
        for k in range(self.nodes >> 6):
            self.last[k] = 0
        for number in range(self.nodes):
            at = number * width
            for k in range(self.near_at[number], self.near_at[number + 1]):
                if self.is_last[self.near[k]]:
                    source = self.near[k] * width
                    is_first: cython.bint = not self.last[number >> 6] >> (number & 63) & 1
                    for j in range(width):
                        lanes = self.last_lanes[source + j]
                        self.end_lanes[at + j] = lanes if is_first else self.end_lanes[at + j] | lanes
                    self.last[number >> 6] |= ONE << (number & 63)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def has_lane(self, start: cython.int, first: cython.int) -> cython.bint:
        """Whether a chain from this node can have one of these inner nodes as its second."""
        for k in range(self.near_at[start], self.near_at[start + 1]):  # noqa: SIM110 (compiled it is a loop)
            if first <= self.near[k] < first + LANES:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_ends(self, start: cython.int) -> cython.int:
        """Find the nodes, from this one on, that make a chain with these ends forbid something; and a few others."""
        digit, cell = self.digit_of[start], self.cell_of[start]
        other: cython.Py_ssize_t
        for k in range(self.nodes >> 6):
            self.ends[k] = 0
        seen = self.board.lowest(self.seen, start)
        while seen >= 0:
            self.add_seeing(digit, seen)
            if self.in_cells:
                self.add_in_cell(seen)
            seen = self.board.after(self.seen, start, seen)
        if self.in_cells and cell >= 0:
            self.add_in_cell(cell)
            for other in range(1, self.board.size + 1):
                if other != digit and self.board.masks[cell] >> other & 1:
                    self.add_seeing(other, cell)
        if self.loops:
            begin = self.first_word[digit]
            for k in range(self.first_word[digit + 1] - begin):
                self.ends[begin + k] |= self.weak[self.weak_at[start] + k]
        for k in range(start >> 6):
            self.ends[k] = 0
        self.ends[start >> 6] &= ALL << (start & 63) & ALL
        if not self.again:
            self.drop_next(start)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def drop_next(self, start: cython.int) -> cython.int:
        """Drop the nodes next to the start from the ends: they already have a chain of one link."""
        for edge in range(self.edges_at[start], self.edges_at[start + 1]):
            to, link = self.edge_to[edge], self.edge_link[edge]
            if self.strong >> (IN_SET if link >= self.links else self.link_kind[link]) & 1:
                self.ends[to >> 6] &= ~(ONE << (to & 63))
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_seeing(self, digit: cython.Py_ssize_t, cell: cython.int) -> cython.int:
        """Add the nodes of a digit that see a cell to the ends."""
        begin = self.first_word[digit]
        row = self.first_word[digit + 1] - begin
        at: cython.Py_ssize_t = self.seeing_at[digit] + cell * row
        for k in range(row):
            self.ends[begin + k] |= self.seeing[at + k]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_in_cell(self, cell: cython.int) -> cython.int:
        """Add the nodes of a cell to the ends."""
        for k in range(self.in_cell_at[cell], self.in_cell_at[cell + 1]):
            self.ends[self.in_cell[k] >> 6] |= ONE << (self.in_cell[k] & 63)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reaches_end(self, start: cython.int, first: cython.int) -> cython.bint:
        """Whether a lane of a node has reached the neighbour of an end found."""
        for k in range(start >> 6, self.nodes >> 6):
            word = self.ends[k] & self.last[k]
            while word:
                at: cython.Py_ssize_t = ((k << 6) + bit_slices.lowest_bit(word)) * self.width
                word &= word - 1
                for i in range(self.near_at[start], self.near_at[start + 1]):
                    lane = self.near[i] - first
                    if 0 <= lane < LANES and (
                        self.end_lanes[at + (lane >> bit_slices.SHIFT)] >> (lane & bit_slices.BITS) & 1
                    ):
                        return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self, links: cython.int, start: cython.int, end: cython.int, is_loop: cython.bint) -> cython.int:
        """Keep a chain with these ends."""
        if self.entries == self.entry_room:
            with cython.gil:
                self.grow_entries()
        at = 4 * self.entries
        self.entry[at], self.entry[at + 1], self.entry[at + 2], self.entry[at + 3] = links, start, end, is_loop
        self.entries += 1
        return 0

    @cython.cfunc
    def grow_entries(self) -> object:
        """Make room for more chains."""
        room = max(256, 2 * self.entry_room)
        entry = self.board.new_ints(4 * room)
        for k in range(4 * self.entries):
            entry[k] = self.entry[k]
        self.entry, self.entry_room = entry, room

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_inner(self, number: cython.int) -> cython.bint:
        """Whether a node can lie between two ends: it has a strong link of a valid kind, and a weak link."""
        cell = self.cell_of[number]
        linked: cython.bint = self.in_cells and cell >= 0 and self.in_cell_at[cell + 1] - self.in_cell_at[cell] > 1
        begin = self.first_word[self.digit_of[number]]
        for k in range(self.first_word[self.digit_of[number] + 1] - begin):
            if self.weak[self.weak_at[number] + k]:
                linked = True
        if not linked:
            return False
        for edge in range(self.edges_at[number], self.edges_at[number + 1]):
            link = self.edge_link[edge]
            if self.strong >> (IN_SET if link >= self.links else self.link_kind[link]) & 1:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spread(self, start: cython.int, most: cython.int) -> cython.int:
        """Reach the nodes that follow from a node being false, layer by layer: true, false, true, ..."""
        head: cython.int = 0
        tail: cython.int = 1
        bit: cython.int = 1
        to: cython.int
        for k in range(self.queued):
            self.true_in[self.queue[k]] = self.false_in[self.queue[k]] = 0
        self.forget()
        self.false_in[start], self.queue[0] = 1, start
        self.unreached[start >> 6] &= ~(ONE << (start & 63))
        for layer in range(1, most + 1):
            end = tail
            bit <<= 1
            if self.again and not layer & 1:
                self.forget()
            while head < end:
                number = self.queue[head]
                head += 1
                if layer & 1:
                    for edge in range(self.edges_at[number], self.edges_at[number + 1]):
                        to = self.edge_to[edge]
                        if (self.true_in[to] & bit) if self.again else self.true_in[to]:
                            continue
                        link = self.edge_link[edge]
                        if self.strong >> (IN_SET if link >= self.links else self.link_kind[link]) & 1:
                            self.true_in[to] |= bit
                            self.queue[tail] = to
                            tail += 1
                else:
                    first = self.first_word[self.digit_of[number]]
                    for k in range(self.first_word[self.digit_of[number] + 1] - first):
                        word = self.weak[self.weak_at[number] + k] & self.unreached[first + k]
                        self.unreached[first + k] &= ~word
                        while word:
                            to = ((first + k) << 6) + bit_slices.lowest_bit(word)
                            word &= word - 1
                            self.false_in[to] |= bit
                            self.queue[tail] = to
                            tail += 1
                    cell = self.cell_of[number]
                    if self.in_cells and cell >= 0:
                        for k in range(self.in_cell_at[cell], self.in_cell_at[cell + 1]):
                            to = self.in_cell[k]
                            if to != number and self.unreached[to >> 6] >> (to & 63) & 1:
                                self.unreached[to >> 6] &= ~(ONE << (to & 63))
                                self.false_in[to] |= bit
                                self.queue[tail] = to
                                tail += 1
            if head == tail:
                break
        self.queued = tail
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forget(self) -> cython.int:
        """Allow nodes reached as false to be reached as false again."""
        for k in range(self.nodes >> 6):
            self.unreached[k] = ALL
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def are_weak(self, first: cython.int, other: cython.int) -> cython.bint:
        """Whether a weak link joins two nodes."""
        if self.digit_of[first] == self.digit_of[other]:
            begin = self.first_word[self.digit_of[first]] << 6
            return self.weak[self.weak_at[first] + ((other - begin) >> 6)] >> (other & 63) & 1
        return self.in_cells and self.cell_of[first] >= 0 and self.cell_of[first] == self.cell_of[other]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def both_forbid(self, first: cython.int, other: cython.int) -> cython.bint:
        """Whether some candidate is false whichever of two nodes is true.

        If weak links within cells don't count, the ends of a chain are two nodes of one digit.
        """
        words, cell, cell_of_other = self.board.cell_words, self.cell_of[first], self.cell_of[other]
        if not self.in_cells and (first == other or self.digit_of[first] != self.digit_of[other]):
            return False
        if first == other and cell >= 0:
            return bit_slices.count_bits(self.board.masks[cell]) > 1
        if self.digit_of[first] == self.digit_of[other]:
            both = self.seen[first * words] & self.seen[other * words]
            for k in range(1, words):
                both |= self.seen[first * words + k] & self.seen[other * words + k]
            return both != 0
        if cell >= 0 and cell == cell_of_other:
            return bit_slices.count_bits(self.board.masks[cell]) > 2
        return (cell >= 0 and self.board.has(self.seen, other, cell)) or (
            cell_of_other >= 0 and self.board.has(self.seen, first, cell_of_other)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def loop_forbids(self, links: cython.int) -> cython.bint:
        """Whether the path, closed by a weak link, forbids a candidate outside it."""
        k: cython.int
        for k in range(1, links + 1, 2):
            if self.both_forbid(self.path[k], self.path[k + 1 if k < links else 0]):
                return True
            index = self.path_links[k] - self.links
            if index >= 0:
                at = sets.MAX_DIGITS * index
                for j in range(self.set_size[index]):
                    node = self.set_nodes[at + j]
                    if node != self.path[k] and node != self.path[k - 1] and not self.board.is_empty(self.seen, node):
                        return True
        return False

    # The path of a chain.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def trace(self, end: cython.int, links: cython.int) -> cython.bint:
        """Find a path back through the layers, and store it in `path` and `path_links`.

        No node occurs twice (but both ends may be the same), and consecutive almost locked sets have no cell in common.
        Of paths of sets only, this is the first that removes the most candidates. Returns False if there is no such
        path, or none is found soon.
        """
        self.tries, self.most_fallen = TRIES, 0
        self.path[links] = end
        if self.back(links, links):
            return True
        if self.most_fallen:
            for k in range(links + 1):
                self.path[k], self.path_links[k] = self.best_path[k], self.best_links[k]
        return self.most_fallen > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def back(self, layer: cython.int, links: cython.int) -> cython.bint:
        """Continue from the node of this layer to the layer before, and on to the start."""
        if layer == 0:
            return not self.again or self.is_best(links)
        number = self.path[layer]
        if layer & 1:
            for edge in range(self.edges_at[number], self.edges_at[number + 1]):
                before, link = self.edge_to[edge], self.edge_link[edge]
                if (
                    self.false_in[before] >> (layer - 1) & 1
                    and self.strong >> (IN_SET if link >= self.links else self.link_kind[link]) & 1
                    and self.is_new(before, layer - 1, links)
                    and self.is_set_new(link, layer, links)
                ):
                    self.path[layer - 1], self.path_links[layer] = before, link
                    if self.back(layer - 1, links):
                        return True
            return False
        if self.back_in_cell(number, layer, links, True):
            return True
        first = self.first_word[self.digit_of[number]]
        for k in range(self.first_word[self.digit_of[number] + 1] - first):
            word = self.weak[self.weak_at[number] + k]
            while word:
                before = ((first + k) << 6) + bit_slices.lowest_bit(word)
                word &= word - 1
                if self.back_over(before, layer, links):
                    return True
        return self.back_in_cell(number, layer, links, False)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_best(self, links: cython.int) -> cython.bint:
        """Keep a path of sets that removes more than any other; return False to continue with other paths."""
        words, seen = self.board.cell_words, self.sets.seen
        first, last = self.path_links[1] - self.links, self.path_links[links] - self.links
        mask = self.common(links)
        fallen: cython.int = 0
        while mask:
            digit: cython.Py_ssize_t = bit_slices.lowest_bit(mask)
            mask &= mask - 1
            near, far = self.sets.place_of(first, digit), self.sets.place_of(last, digit)
            for k in range(words):
                fallen += bit_slices.count_bits(seen[near * words + k] & seen[far * words + k])
        if fallen > self.most_fallen:
            self.most_fallen = fallen
            for k in range(links + 1):
                self.best_path[k], self.best_links[k] = self.path[k], self.path_links[k]
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def common(self, links: cython.int) -> cython.int:
        """The digits in both sets at the ends of the path that link neither set to its neighbour."""
        first, last = self.path_links[1] - self.links, self.path_links[links] - self.links
        used = 1 << self.digit_of[self.path[1]] | 1 << self.digit_of[self.path[links - 1]]
        return self.sets.digits[first] & self.sets.digits[last] & ~used

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def back_in_cell(self, number: cython.int, layer: cython.int, links: cython.int, below: cython.bint) -> cython.bint:
        """Continue from a node to one of the same cell, with a lower digit or a higher one."""
        cell = self.cell_of[number]
        if self.in_cells and cell >= 0:
            for k in range(self.in_cell_at[cell], self.in_cell_at[cell + 1]):
                before = self.in_cell[k]
                if before != number and (before < number) == below and self.back_over(before, layer, links):
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def back_over(self, before: cython.int, layer: cython.int, links: cython.int) -> cython.bint:
        """Continue over a weak link to this node, if it is in the layer before and not yet on the path."""
        if self.true_in[before] >> (layer - 1) & 1 and self.is_new(before, layer - 1, links):
            self.path[layer - 1] = before
            return self.back(layer - 1, links)
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_new(self, number: cython.int, layer: cython.int, links: cython.int) -> cython.bint:
        """Whether a node is not among the later nodes of the path (the start may be the end)."""
        self.tries -= 1
        k: cython.int = layer + 1
        end: cython.int = links + 1 if layer else links
        while k < end and self.path[k] != number:
            k += 1
        return self.tries >= 0 and k == end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_set_new(self, link: cython.int, layer: cython.int, links: cython.int) -> cython.bint:
        """Whether the almost locked set of a link is not among the later sets and shares no cell with the next one.

        Also true of a link without a set.
        """
        if link < self.links:
            return True
        k: cython.int
        for k in range(layer + 2, links + 1, 2):
            if self.path_links[k] == link:
                return False
        words, first, cells = self.board.cell_words, link - self.links, self.sets.cells
        other: cython.int = self.path_links[layer + 2] - self.links if layer < links else -1
        if other >= 0:
            for k in range(words):
                if cells[first * words + k] & cells[other * words + k]:
                    return False
        return True

    # The candidates that a chain forbids.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_entry(self, at: cython.int) -> cython.bint:
        """Report a chain with these ends, if it forbids anything new; return whether to end the search."""
        links, start, end = self.entry[4 * at], self.entry[4 * at + 1], self.entry[4 * at + 2]
        is_loop: cython.bint = self.entry[4 * at + 3] != 0
        if not is_loop:
            self.fall_from_ends(start, end)
            if not self.again and self.is_reported(CHAIN_SHAPE):
                self.board.clear()
                return False
        self.spread(start, links)
        if not self.true_in[end] >> links & 1 or not self.trace(end, links):
            self.board.clear()
            return False
        if is_loop:
            self.fall_from_loop(links)
            if self.is_reported(LOOP_SHAPE):
                self.board.clear()
                return False
        if self.again:
            return self.report_sets(links)
        self.record_report(LOOP_SHAPE if is_loop else CHAIN_SHAPE)
        return self.report_chain(links, is_loop)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forbid(self, number: cython.int, into: cython.int) -> cython.int:
        """Set `into` of `scratch` becomes the candidates that are false if a node is true."""
        words, digit, cell = self.board.cell_words, self.digit_of[number], self.cell_of[number]
        begin = into * (self.board.size + 1)
        other: cython.Py_ssize_t
        for k in range(begin * words, (begin + self.board.size + 1) * words):
            self.scratch[k] = 0
        for k in range(words):
            self.scratch[(begin + digit) * words + k] = self.seen[number * words + k]
        if cell >= 0:
            for other in range(1, self.board.size + 1):
                if other != digit and self.board.masks[cell] >> other & 1:
                    self.board.add(self.scratch, begin + other, cell)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fall_with(self, first: cython.int, other: cython.int) -> cython.int:
        """Mark the candidates that both nodes forbid as falling."""
        fallen = self.board.fallen
        self.forbid(first, 0)
        self.forbid(other, 1)
        count = (self.board.size + 1) * self.board.cell_words
        for k in range(count):
            word = self.scratch[k] & self.scratch[count + k]
            if word:
                fallen[k] |= word
                self.board.falls = True
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fall_from_ends(self, first: cython.int, other: cython.int) -> cython.int:
        """Mark what both ends forbid as falling; only the others of its cell if both ends are one candidate."""
        if first == other and self.cell_of[first] >= 0:
            self.board.lose(self.cell_of[first], ~(1 << self.digit_of[first]))
        else:
            self.fall_with(first, other)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fall_from_loop(self, links: cython.int) -> cython.int:
        """Mark as falling what two nodes with a weak link both forbid, and what the sets certainly hold elsewhere."""
        k: cython.int
        for k in range(1, links + 1, 2):
            self.fall_with(self.path[k], self.path[k + 1 if k < links else 0])
            index = self.path_links[k] - self.links
            if index >= 0:
                used = 1 << self.digit_of[self.path[k]] | 1 << self.digit_of[self.path[k - 1]]
                self.sets.fall(index, self.sets.digits[index] & ~used)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_reported(self, shape: cython.int) -> cython.bint:
        """Whether a chain that forbids the same has been reported."""
        count = (self.board.size + 1) * self.board.cell_words
        for k in range(self.conclusions):
            if self.reported_shapes[k] == shape:
                j: cython.Py_ssize_t = 0
                while j < count and self.report_words[k * count + j] == self.board.fallen[j]:
                    j += 1
                if j == count:
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def record_report(self, shape: cython.int) -> cython.int:
        """Record what the reported chain forbids."""
        if self.conclusions == self.report_room:
            with cython.gil:
                self.grow_reports()
        count = (self.board.size + 1) * self.board.cell_words
        for k in range(count):
            self.report_words[self.conclusions * count + k] = self.board.fallen[k]
        self.reported_shapes[self.conclusions] = shape
        self.conclusions += 1
        return 0

    @cython.cfunc
    def grow_reports(self) -> object:
        """Make room for more records of reported chains."""
        room, count = max(64, 2 * self.report_room), (self.board.size + 1) * self.board.cell_words
        reported_shapes, words = self.board.new_ints(room), self.board.new_words(room * count)
        for k in range(self.conclusions):
            reported_shapes[k] = self.reported_shapes[k]
        for k in range(self.conclusions * count):
            words[k] = self.report_words[k]
        self.reported_shapes, self.report_words, self.report_room = reported_shapes, words, room

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def report_sets(self, links: cython.int) -> cython.bint:
        """Report a chain of sets: the first or the last holds all digits that both have and that link neither."""
        fallen = self.board.fallen
        words, seen = self.board.cell_words, self.sets.seen
        first, last = self.path_links[1] - self.links, self.path_links[links] - self.links
        mask = self.common(links)
        digit: cython.Py_ssize_t
        self.board.clear()
        while mask:
            digit = bit_slices.lowest_bit(mask)
            mask &= mask - 1
            near, far = self.sets.place_of(first, digit), self.sets.place_of(last, digit)
            for k in range(words):
                word = seen[near * words + k] & seen[far * words + k]
                if word:
                    fallen[digit * words + k] |= word
                    self.board.falls = True
        if not self.board.falls or self.is_reported(SETS_SHAPE):
            self.board.clear()
            return False
        self.record_report(SETS_SHAPE)
        self.note_chain(links, False)
        return self.board.emit(self.kind)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def report_chain(self, links: cython.int, is_loop: cython.bint) -> cython.bint:
        """Report a chain, if it needs nodes or links of the reach of the kinds sought."""
        kind = self.kind
        if self.in_cells:
            needed: cython.int = CANDIDATES
            for k in range(links + 1):
                if self.cell_of[self.path[k]] < 0:
                    needed = max(needed, GROUPS)
                if k & 1 and self.path_links[k] >= self.links:
                    index = self.path_links[k] - self.links
                    if self.board.lowest(self.sets.cells, index) != self.board.highest(self.sets.cells, index):
                        needed = SETS
            if needed != self.reach:
                self.board.clear()
                return False
            number = 0
            for digit in range(1, self.board.size + 1):
                number += self.board.size_at(self.board.fallen, digit)
            if not is_loop:
                kind += 1 if self.path[0] == self.path[links] or number == 1 else 2
        self.note_chain(links, is_loop)
        return self.board.emit(kind)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_chain(self, links: cython.int, is_loop: cython.bint) -> cython.int:
        """Add the path to the numbers of the current pattern."""
        self.board.note(is_loop)
        self.board.note(links + 1)
        for k in range(links + 1):
            self.board.note(self.digit_of[self.path[k]])
            self.board.note_cells(self.cells, self.path[k])
        for k in range(1, links + 1, 2):
            link = self.path_links[k]
            if link >= self.links:
                self.board.note(IN_SET)
                self.sets.note_set(link - self.links)
            else:
                self.board.note(self.link_kind[link])
                if self.link_kind[link] == IN_HOUSE:
                    self.board.note(self.link_house[link])
        return 0
