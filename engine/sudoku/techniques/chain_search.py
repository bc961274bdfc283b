# cython: infer_types=True
# (The types of most local variables follow from what they are given.)
"""The search for chains of alternating strong and weak links: a kernel.

A node says of some candidates of one digit that one of them is true. A strong link says of two nodes that one is true
at least, a weak link that one is true at most. A chain begins with a strong link and ends with one, so one of its two
ends is true. The search goes breadth first from each node, taken to be false: so each two ends get a shortest chain.

The nodes of a digit are numbered in a row that begins with a word of its own, and the weak links of a node within its
digit are the bits of such words. A node is reached as false and as true once each; of the weak links of a node only
those are looked at that lead to a node not yet reached. Where so asked, a node is reached again in later layers: then
there are longer chains too between two ends whose shortest meets a candidate twice.
"""

from array import array
from collections.abc import Sequence
from itertools import accumulate

import cython

ONE = cython.declare(cython.ulonglong, 1)

# The kind of the links of almost locked sets.
SET = 2

# How many ways back through the layers are tried for a chain that meets no candidate twice.
TRIES = 2000

if not cython.compiled:

    def lowest_bit(word: int) -> int:
        """The index of the lowest bit that is set."""
        return (word & -word).bit_length() - 1


@cython.final
@cython.cclass
class ChainSearch:
    """Searches the chains of one position.

    `nodes` are for each digit from 0 the sets of cells of its nodes, and `seen` for each of these the cells with the
    digit that see them all; sets of cells are ints. `links` are strong links: the numbers of two nodes (counted through
    all digits) and the kind of the link, below SET. `sets` are almost locked sets: their cells and their nodes, each
    two of which have a strong link of the kind SET. Where links are told by number, the sets come after the links.
    `counts` tells for each cell how many candidates it has. For one thread at a time.
    """

    words: cython.Py_ssize_t  # of a set of cells
    places: cython.Py_ssize_t  # numbers of nodes, and those between that are none
    number_of: cython.int[::1]  # from the numbers counted through to those used here, and back
    given_of: cython.int[::1]
    digit_of: cython.int[::1]  # -1 where there is no node
    cell_of: cython.int[::1]  # -1 for a node of several cells
    cells: cython.ulonglong[::1]
    seen: cython.ulonglong[::1]
    first_word: cython.int[::1]  # by digit: where its nodes begin, in words
    weak: cython.ulonglong[::1]
    weak_at: cython.int[::1]
    counts: cython.int[::1]
    in_cell: cython.int[::1]  # the nodes of each single cell
    in_cell_at: cython.int[::1]

    edges_at: cython.int[::1]
    edge_to: cython.int[::1]
    edge_link: cython.int[::1]
    kind_of: cython.int[::1]
    set_of: cython.ulonglong[::1]
    nodes_of: cython.int[::1]  # of a link: two, or all of the almost locked set
    nodes_at: cython.int[::1]

    strong_kinds: cython.int
    within_cells: cython.bint
    again: cython.bint
    true_in: cython.uint[::1]  # the layers, as bits, in which a node is reached as true, or as false
    false_in: cython.uint[::1]
    unreached: cython.ulonglong[::1]
    queue: cython.int[::1]
    queued: cython.Py_ssize_t  # the nodes reached when last searched
    path: cython.int[::1]
    path_links: cython.int[::1]
    tries: cython.int

    def __init__(
        self,
        cell_count: int,
        nodes: Sequence[Sequence[int]],
        seen: Sequence[Sequence[int]],
        links: Sequence[tuple[int, int, int]],
        sets: Sequence[tuple[int, Sequence[int]]],
        counts: Sequence[int],
        longest: int,
    ) -> None:
        self.words = (cell_count + 63) >> 6
        first_words = [0, *accumulate((len(of_digit) + 63) >> 6 for of_digit in nodes)]
        numbers = [(first_words[digit] << 6) + k for digit, of_digit in enumerate(nodes) for k in range(len(of_digit))]
        self.places = first_words[len(nodes)] << 6
        self.first_word, self.number_of = array("i", first_words), array("i", [*numbers, 0])
        nowhere = array("i", [-1])
        self.given_of = nowhere * (self.places + 1)
        self.digit_of, self.cell_of = nowhere * (self.places + 1), nowhere * (self.places + 1)
        self.cells = array("Q", bytes(8 * (self.places * self.words + 1)))
        self.seen = array("Q", bytes(8 * (self.places * self.words + 1)))
        self.counts = array("i", counts)
        self._take_nodes(nodes, seen, cell_count)
        self._find_weak_links(len(nodes))
        self._take_links(links, sets)
        self.true_in, self.false_in = array("I", bytes(4 * (self.places + 1))), array("I", bytes(4 * (self.places + 1)))
        self.unreached = array("Q", bytes(8 * ((self.places >> 6) + 1)))
        self.queue = array("i", bytes(4 * (longest + 2) * (self.places + 1)))
        self.queued = 0
        self.path, self.path_links = array("i", bytes(4 * (longest + 2))), array("i", bytes(4 * (longest + 2)))

    @cython.locals(number=cython.Py_ssize_t, k=cython.Py_ssize_t, given=cython.int, cell=cython.Py_ssize_t)
    def _take_nodes(self, nodes, seen, cell_count) -> None:
        mask, given = (1 << 64) - 1, 0
        self.in_cell_at = array("i", bytes(4 * (cell_count + 1)))
        for digit, of_digit in enumerate(nodes):
            for cells, sees in zip(of_digit, seen[digit], strict=True):
                number = self.number_of[given]
                self.given_of[number], self.digit_of[number] = given, digit
                given += 1
                for k in range(self.words):
                    self.cells[number * self.words + k] = cells >> 64 * k & mask
                    self.seen[number * self.words + k] = sees >> 64 * k & mask
                if not cells & (cells - 1):
                    cell = cells.bit_length() - 1
                    self.cell_of[number] = cell
                    self.in_cell_at[cell] += 1
        for cell in range(cell_count):
            self.in_cell_at[cell + 1] += self.in_cell_at[cell]
        self.in_cell = array("i", bytes(4 * (given + 1)))
        for number in range(self.places - 1, -1, -1):
            if self.cell_of[number] >= 0:
                self.in_cell_at[self.cell_of[number]] -= 1
                self.in_cell[self.in_cell_at[self.cell_of[number]]] = number

    @cython.locals(
        digit=cython.int, number=cython.Py_ssize_t, one=cython.Py_ssize_t, other=cython.Py_ssize_t, k=cython.Py_ssize_t,
        begin=cython.Py_ssize_t, end=cython.Py_ssize_t, at=cython.Py_ssize_t,
    )
    def _find_weak_links(self, digits) -> None:
        """A node is false when another is true that all its candidates see."""
        at = 0
        self.weak_at = array("i", bytes(4 * (self.places + 1)))
        for number in range(self.places):
            digit = self.digit_of[number]
            self.weak_at[number] = at
            if digit >= 0:
                at += self.first_word[digit + 1] - self.first_word[digit]
        self.weak = array("Q", bytes(8 * (at + 1)))
        for digit in range(digits):
            begin, end = self.first_word[digit] << 6, self.first_word[digit + 1] << 6
            for one in range(begin, end):
                if self.digit_of[one] < 0:
                    break
                for other in range(begin, end):
                    if self.digit_of[other] < 0:
                        break
                    for k in range(self.words):
                        if self.cells[other * self.words + k] & ~self.seen[one * self.words + k]:
                            break
                    else:
                        self.weak[self.weak_at[one] + ((other - begin) >> 6)] |= ONE << (other & 63)

    def _take_links(self, links, sets) -> None:
        mask, plain = (1 << 64) - 1, len(links)
        self.kind_of = array("i", [kind for _, _, kind in links] + [SET] * len(sets) + [0])
        self.set_of = array(
            "Q",
            bytes(8 * plain * self.words)
            + array("Q", [cells >> 64 * k & mask for cells, _ in sets for k in range(self.words)] + [0]).tobytes(),
        )
        linked = [link[:2] for link in links] + [nodes for _, nodes in sets]
        self.nodes_at = array("i", [0, *accumulate(map(len, linked))])
        self.nodes_of = array("i", [self.number_of[given] for nodes in linked for given in nodes] + [0])
        self._find_edges(len(linked))

    @cython.locals(link=cython.Py_ssize_t, one=cython.Py_ssize_t, other=cython.Py_ssize_t, number=cython.Py_ssize_t)
    def _find_edges(self, links: cython.Py_ssize_t) -> None:
        """From each node the strong links in order, by counting how many each has."""
        self.edges_at = array("i", bytes(4 * (self.places + 1)))
        for link in range(links):
            for one in range(self.nodes_at[link], self.nodes_at[link + 1]):
                self.edges_at[self.nodes_of[one]] += self.nodes_at[link + 1] - self.nodes_at[link] - 1
        for number in range(self.places):
            self.edges_at[number + 1] += self.edges_at[number]
        self.edge_to = array("i", bytes(4 * (self.edges_at[self.places] + 1)))
        self.edge_link = array("i", bytes(4 * (self.edges_at[self.places] + 1)))
        for link in range(links - 1, -1, -1):
            for one in range(self.nodes_at[link], self.nodes_at[link + 1]):
                number = self.nodes_of[one]
                for other in range(self.nodes_at[link + 1] - 1, self.nodes_at[link] - 1, -1):
                    if other != one:
                        self.edges_at[number] -= 1
                        self.edge_to[self.edges_at[number]] = self.nodes_of[other]
                        self.edge_link[self.edges_at[number]] = link

    @cython.locals(
        least=cython.int, most=cython.int, loops=cython.bint, links=cython.int, start=cython.int, end=cython.int
    )
    def search(
        self, strong_kinds: int, within_cells: bool, least: int, most: int, loops: bool, again: bool
    ) -> list[tuple[int, int, int, bool]]:
        """The number of links of each chain that forbids something, its two ends, and whether it is a loop.

        Chains of `least` to `most` links of the strong kinds that are bits of `strong_kinds`, with weak links within a
        cell or without. If asked for `loops`, a chain with a weak link from end to end is one: then every weak link
        holds both ways. The second end is not below the first. Not all chains have a `chain`.
        """
        found = []
        self.strong_kinds, self.within_cells, self.again = strong_kinds, within_cells, again
        for start in range(self.places):
            if self._begins(start):
                self._spread(start, most)
                for end in range(start, self.places):
                    if self.true_in[end] >> least:
                        is_loop: cython.bint = loops and self._are_weak(start, end)
                        if is_loop or self._both_forbid(start, end):
                            links = least
                            while self.true_in[end] >> links:
                                if self.true_in[end] >> links & 1 and (
                                    not is_loop or (self._trace(end, links) and self._loop_forbids(links))
                                ):
                                    found.append((links, self.given_of[start], self.given_of[end], bool(is_loop)))
                                links += 2
        return found

    def chain(
        self, strong_kinds: int, within_cells: bool, start: int, end: int, links: int, again: bool
    ) -> tuple[list[int], list[int]]:
        """The nodes of a chain of so many links between two ends, and its strong links, by their numbers.

        No node comes twice (but the ends may be the same), and two almost locked sets that follow one another have no
        cell in common. Both lists are empty if there is no such chain, or none is found soon.
        """
        self.strong_kinds, self.within_cells, self.again = strong_kinds, within_cells, again
        self._spread(self.number_of[start], links)
        if not self.true_in[self.number_of[end]] >> links & 1 or not self._trace(self.number_of[end], links):
            return [], []
        return (
            [self.given_of[self.path[k]] for k in range(links + 1)],
            [self.path_links[k] for k in range(1, links + 1, 2)],
        )

    @cython.cfunc
    def _begins(self, start: cython.int) -> cython.bint:
        """Whether a chain may begin at a node: it has a strong link of a kind that counts."""
        for edge in range(self.edges_at[start], self.edges_at[start + 1]):
            if self.strong_kinds >> self.kind_of[self.edge_link[edge]] & 1:
                return True
        return False

    @cython.cfunc
    @cython.locals(number=cython.int, to=cython.int, head=cython.int, tail=cython.int, end=cython.int, bit=cython.uint)
    def _spread(self, start: cython.int, most: cython.int) -> cython.void:
        """Reach what follows from a node being false, layer after layer: true, false, true, ..."""
        for k in range(self.queued):
            self.true_in[self.queue[k]] = self.false_in[self.queue[k]] = 0
        self._forget()
        self.false_in[start], self.queue[0] = 1, start
        self.unreached[start >> 6] &= ~(ONE << (start & 63))
        head, tail, bit = 0, 1, 1
        for layer in range(1, most + 1):
            end = tail
            bit <<= 1
            if self.again and not layer & 1:
                self._forget()
            while head < end:
                number = self.queue[head]
                head += 1
                if layer & 1:
                    for edge in range(self.edges_at[number], self.edges_at[number + 1]):
                        to = self.edge_to[edge]
                        if self.strong_kinds >> self.kind_of[self.edge_link[edge]] & 1 and not (
                            self.true_in[to] & bit if self.again else self.true_in[to]
                        ):
                            self.true_in[to] |= bit
                            self.queue[tail] = to
                            tail += 1
                else:
                    first = self.first_word[self.digit_of[number]]
                    for k in range(self.first_word[self.digit_of[number] + 1] - first):
                        word = self.weak[self.weak_at[number] + k] & self.unreached[first + k]
                        self.unreached[first + k] &= ~word
                        while word:
                            to = ((first + k) << 6) + lowest_bit(word)
                            word &= word - 1
                            self.false_in[to] |= bit
                            self.queue[tail] = to
                            tail += 1
                    cell = self.cell_of[number]
                    if self.within_cells and cell >= 0:
                        for k in range(self.in_cell_at[cell], self.in_cell_at[cell + 1]):
                            to = self.in_cell[k]
                            if to != number and self.unreached[to >> 6] >> (to & 63) & 1:
                                self.unreached[to >> 6] &= ~(ONE << (to & 63))
                                self.false_in[to] |= bit
                                self.queue[tail] = to
                                tail += 1
        self.queued = tail

    @cython.cfunc
    def _forget(self) -> cython.void:
        """Nodes that were reached as false may be reached so again."""
        for k in range(self.places >> 6):
            self.unreached[k] = 0xFFFFFFFFFFFFFFFF

    @cython.cfunc
    def _are_weak(self, one: cython.int, other: cython.int) -> cython.bint:
        """Whether a weak link joins two nodes."""
        if self.digit_of[one] == self.digit_of[other]:
            begin = self.first_word[self.digit_of[one]] << 6
            return self.weak[self.weak_at[one] + ((other - begin) >> 6)] >> (other & 63) & 1
        return self.within_cells and self.cell_of[one] >= 0 and self.cell_of[one] == self.cell_of[other]

    @cython.cfunc
    def _both_forbid(self, one: cython.int, other: cython.int) -> cython.bint:
        """Whether some candidate can be true neither with one node nor with the other.

        Where weak links within cells don't count, the ends of a chain are two nodes of one digit.
        """
        cell, cell_of_other = self.cell_of[one], self.cell_of[other]
        if not self.within_cells and (one == other or self.digit_of[one] != self.digit_of[other]):
            return False
        if one == other and cell >= 0:
            return self.counts[cell] > 1
        if self.digit_of[one] == self.digit_of[other]:
            both = self.seen[one * self.words] & self.seen[other * self.words]
            for k in range(1, self.words):
                both |= self.seen[one * self.words + k] & self.seen[other * self.words + k]
            return both != 0
        if cell >= 0 and cell == cell_of_other:
            return self.counts[cell] > 2
        return (cell >= 0 and self._sees(other, cell)) or (cell_of_other >= 0 and self._sees(one, cell_of_other))

    @cython.cfunc
    def _sees(self, number: cython.int, cell: cython.int) -> cython.bint:
        """Whether a cell has the digit of a node as a candidate that sees all of the node."""
        return self.seen[number * self.words + (cell >> 6)] >> (cell & 63) & 1

    @cython.cfunc
    @cython.locals(k=cython.int)
    def _loop_forbids(self, links: cython.int) -> cython.bint:
        """Whether the path, closed by a weak link, forbids a candidate that is not on it."""
        for k in range(1, links + 1, 2):
            if self._both_forbid(self.path[k], self.path[k + 1 if k < links else 0]):
                return True
            link = self.path_links[k]
            for at in range(self.nodes_at[link], self.nodes_at[link + 1]):
                one = self.nodes_of[at]
                if one != self.path[k] and one != self.path[k - 1]:
                    for word in range(self.words):
                        if self.seen[one * self.words + word]:
                            return True
        return False

    @cython.cfunc
    def _trace(self, end: cython.int, links: cython.int) -> cython.bint:
        """Find a path back through the layers; it is in `path` and `path_links` then."""
        self.tries = TRIES
        self.path[links] = end
        return self._back(links, links)

    @cython.cfunc
    @cython.locals(before=cython.int)
    def _back(self, layer: cython.int, links: cython.int) -> cython.bint:
        """Go on from the node of this layer to the one before, and so on to the start."""
        if layer == 0:
            return True
        number = self.path[layer]
        if layer & 1:
            for edge in range(self.edges_at[number], self.edges_at[number + 1]):
                before, link = self.edge_to[edge], self.edge_link[edge]
                if (
                    self.false_in[before] >> (layer - 1) & 1 and self.strong_kinds >> self.kind_of[link] & 1
                    and self._is_new(before, layer - 1, links) and self._is_set_new(link, layer, links)
                ):
                    self.path[layer - 1], self.path_links[layer] = before, link
                    if self._back(layer - 1, links):
                        return True
            return False
        if self._back_in_cell(number, layer, links, below=True):
            return True
        first = self.first_word[self.digit_of[number]]
        for k in range(self.first_word[self.digit_of[number] + 1] - first):
            word = self.weak[self.weak_at[number] + k]
            while word:
                before = ((first + k) << 6) + lowest_bit(word)
                word &= word - 1
                if self._back_over(before, layer, links):
                    return True
        return self._back_in_cell(number, layer, links, below=False)

    @cython.cfunc
    @cython.locals(before=cython.int)
    def _back_in_cell(
        self, number: cython.int, layer: cython.int, links: cython.int, below: cython.bint
    ) -> cython.bint:
        """Go on from a node to one of the same cell, of a lower digit or of a higher one."""
        cell = self.cell_of[number]
        if self.within_cells and cell >= 0:
            for k in range(self.in_cell_at[cell], self.in_cell_at[cell + 1]):
                before = self.in_cell[k]
                if before != number and (before < number) == below and self._back_over(before, layer, links):
                    return True
        return False

    @cython.cfunc
    def _back_over(self, before: cython.int, layer: cython.int, links: cython.int) -> cython.bint:
        """Go on over a weak link to this node, if it is in the layer before and on no later one's way."""
        if self.true_in[before] >> (layer - 1) & 1 and self._is_new(before, layer - 1, links):
            self.path[layer - 1] = before
            return self._back(layer - 1, links)
        return False

    @cython.cfunc
    @cython.locals(k=cython.int)
    def _is_new(self, number: cython.int, layer: cython.int, links: cython.int) -> cython.bint:
        """Whether a node is not among the later ones of the path (the start may be the end)."""
        self.tries -= 1
        k, end = layer + 1, links + 1 if layer else links
        while k < end and self.path[k] != number:
            k += 1
        return self.tries >= 0 and k == end

    @cython.cfunc
    @cython.locals(k=cython.int)
    def _is_set_new(self, link: cython.int, layer: cython.int, links: cython.int) -> cython.bint:
        """Whether the almost locked set of a link is not among the later ones, and has no cell in the one that follows.

        Also true of a link without a set.
        """
        if self.kind_of[link] != SET:
            return True
        for k in range(layer + 2, links + 1, 2):
            if self.path_links[k] == link:
                return False
        if layer < links:
            for word in range(self.words):
                if self.set_of[link * self.words + word] & self.set_of[self.path_links[layer + 2] * self.words + word]:
                    return False
        return True
