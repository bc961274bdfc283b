# The types of chains.py, for the search that uses it.

cimport cython

from engine.sudoku.techniques.patterns cimport boards, sets


cdef enum:
    MAX_LENGTH = 25  # the most links a chain may have
    MAX_SET_LENGTH = 15  # and a chain of almost locked sets only: eight sets
    MAX_PLACES = 8  # of a digit in a house that are divided into two nodes
    MAX_SETS = 1500  # that are linked, small ones first: a bound that large layouts need
    LANE_WORDS = 32  # in a row of lanes at most
    LANES = 2048  # the bits of these words
    TRIES = 2000  # how many ways back through the layers are tried for a chain that meets no node twice

cdef enum:  # what makes a strong link
    IN_HOUSE
    IN_CELL
    IN_SET

cdef enum:  # which nodes are linked
    CANDIDATES
    GROUPS
    SETS

cdef enum:  # the meaning of a reported item
    CHAIN_SHAPE
    LOOP_SHAPE
    SETS_SHAPE


@cython.final
cdef class ChainPatterns:
    cdef boards.Board board
    cdef sets.SetPatterns sets
    cdef int version  # of the board of which the links are
    cdef int reach

    # Nodes as they are found, some of them several times, and the links between them.
    cdef int raws
    cdef int raw_room
    cdef int* raw_digit
    cdef unsigned long long* raw_cells
    cdef int* order
    cdef int* number_of  # a node, or -1 for one that no chain needs
    cdef int links
    cdef int link_room
    cdef int* link_kind  # after the links of houses and cells those of the sets
    cdef int* link_house  # of a set: its number
    cdef int* link_end  # two for each: found nodes, then nodes
    cdef int linked_sets
    cdef int* set_nodes  # MAX_DIGITS for each
    cdef int* set_size
    cdef int* place  # the places of a digit in a house
    cdef int* meet  # those of them that lie in another house, as bits
    cdef int meets

    # The nodes, those of a digit in a row that begins with a word of its own.
    cdef int nodes  # with the numbers between that are none
    cdef int node_room
    cdef int* first_word  # by digit: where its nodes begin, in words
    cdef int* digit_of  # -1 where there is no node
    cdef int* cell_of  # -1 for a node of several cells
    cdef unsigned long long* cells
    cdef unsigned long long* seen
    cdef int* weak_at
    cdef unsigned long long* weak
    cdef Py_ssize_t weak_room
    cdef int weak_links
    cdef unsigned long long* seeing  # by digit and cell: the nodes of the digit that see the cell, as `weak`
    cdef int* seeing_at
    cdef Py_ssize_t seeing_room
    cdef int* highest_at  # by cell: see `find_highest`
    cdef int* in_cell  # the nodes of each single cell
    cdef int* in_cell_at
    cdef int* edges_at
    cdef int* filled
    cdef int* edge_to
    cdef int* edge_link
    cdef int edge_room
    cdef int* incident  # of a node an end of a link
    cdef int* next_incident

    # What is looked for.
    cdef int kind
    cdef int strong  # the kinds of strong links, as bits
    cdef bint in_cells  # whether weak links within cells count
    cdef bint loops  # whether chains with a weak link from end to end are taken for loops
    cdef bint again  # whether two ends may have a longer chain beside a shorter one

    # The search.
    cdef int* true_in  # the layers, as bits, in which a node is reached as true, or as false
    cdef int* false_in
    cdef unsigned long long* unreached
    cdef int* queue
    cdef int queued  # the nodes reached when last searched
    cdef int* marked  # by node: whether a chain may begin there
    cdef int inner
    cdef int* inner_of  # by node: its number among the inner nodes, or -1
    cdef int* inner_node
    cdef int* met
    cdef int* near  # the inner nodes with a strong link to each node, then those with a weak link to each inner one
    cdef int* near_at
    cdef int* across_at
    cdef int near_room
    cdef int lane_room
    cdef int end_room
    cdef Py_ssize_t width  # how many words a row of lanes has
    cdef unsigned long long* false_lanes  # by inner node `width` words: the lanes that have come there as false
    cdef unsigned long long* true_lanes  # and as true in the next layer
    cdef unsigned long long* old_lanes  # those that have come there as false in any layer so far
    cdef unsigned long long* last_lanes  # and those before the last link of a chain of the requested lengths
    cdef unsigned long long* end_lanes  # by node those that have come next to it
    cdef int* is_false  # whether there are such, of each of these
    cdef int* is_true
    cdef int* is_last
    cdef int lanes_of  # the version of which the inner nodes are, and the reach
    cdef int lane_reach
    cdef int spread_to  # the length of chains up to which lanes have come, 0 if they are those of other links
    cdef unsigned long long* last  # the nodes next to an inner node that has some of the last kind
    cdef unsigned long long* ends  # what `find_ends` has found
    cdef int* path
    cdef int* path_links
    cdef int most_fallen  # by a path of sets, and that path
    cdef int* best_path
    cdef int* best_links
    cdef int tries
    cdef int entries  # chains seen to be there: their links, start, end, and whether it is a loop
    cdef int entry_room
    cdef int* entry
    cdef int conclusions
    cdef int report_room
    cdef int* reported_shapes
    cdef unsigned long long* report_words
    cdef unsigned long long* scratch  # two sets of candidates, two sets of cells

    cdef bint find(self, int kind) noexcept nogil
    cdef bint walk(self, int kind, int reach, int strong, int least, int most) noexcept nogil
    cdef int gather(self, int reach) noexcept nogil
    cdef int divide(self, Py_ssize_t house, Py_ssize_t digit) noexcept nogil
    cdef bint is_node(self, int part) noexcept nogil
    cdef int new_node(self, Py_ssize_t digit) noexcept nogil
    cdef int new_link(self, int kind, int house) noexcept nogil
    cdef object grow_raws(self)
    cdef object grow_links(self)
    cdef int number(self) noexcept nogil
    cdef object grow_nodes(self, int room)
    cdef int find_weak_links(self) noexcept nogil
    cdef object grow_weak(self, Py_ssize_t weak, Py_ssize_t seeing)
    cdef int find_cells(self) noexcept nogil
    cdef int find_edges(self) noexcept nogil
    cdef object grow_edges(self, int room)
    cdef int add_edge(self, int number, int to, int link) noexcept nogil
    cdef int collect(self, int least, int most) noexcept nogil
    cdef int keep(self, int links, int start, int end, bint is_loop) noexcept nogil
    cdef object grow_entries(self)
    cdef int find_highest(self, Py_ssize_t begin, Py_ssize_t end) noexcept nogil
    cdef int find_inner(self) noexcept nogil
    cdef bint is_inner(self, int number) noexcept nogil
    cdef object grow_near(self, int near, int lanes, int ends)
    cdef int mark_starts(self, int least, int most) noexcept nogil
    cdef int find_last(self) noexcept nogil
    cdef bint has_lane(self, int start, int first) noexcept nogil
    cdef int find_ends(self, int start) noexcept nogil
    cdef int drop_next(self, int start) noexcept nogil
    cdef int add_seeing(self, Py_ssize_t digit, int cell) noexcept nogil
    cdef int add_in_cell(self, int cell) noexcept nogil
    cdef bint reaches_end(self, int start, int first) noexcept nogil
    cdef int spread(self, int start, int most) noexcept nogil
    cdef int spread_lanes(self, int first, int least, int most) noexcept nogil
    cdef int forget(self) noexcept nogil
    cdef bint are_weak(self, int first, int other) noexcept nogil
    cdef bint both_forbid(self, int first, int other) noexcept nogil
    cdef bint loop_forbids(self, int links) noexcept nogil
    cdef bint trace(self, int end, int links) noexcept nogil
    cdef bint back(self, int layer, int links) noexcept nogil
    cdef bint is_best(self, int links) noexcept nogil
    cdef int common(self, int links) noexcept nogil
    cdef bint back_in_cell(self, int number, int layer, int links, bint below) noexcept nogil
    cdef bint back_over(self, int before, int layer, int links) noexcept nogil
    cdef bint is_new(self, int number, int layer, int links) noexcept nogil
    cdef bint is_set_new(self, int link, int layer, int links) noexcept nogil
    cdef bint try_entry(self, int at) noexcept nogil
    cdef int forbid(self, int number, int into) noexcept nogil
    cdef int fall_with(self, int first, int other) noexcept nogil
    cdef int fall_from_ends(self, int first, int other) noexcept nogil
    cdef int fall_from_loop(self, int links) noexcept nogil
    cdef bint is_reported(self, int shape) noexcept nogil
    cdef int record_report(self, int shape) noexcept nogil
    cdef object grow_reports(self)
    cdef bint report_sets(self, int links) noexcept nogil
    cdef bint report_chain(self, int links, bint is_loop) noexcept nogil
    cdef int note_chain(self, int links, bint is_loop) noexcept nogil
