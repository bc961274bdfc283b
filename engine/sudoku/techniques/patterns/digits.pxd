# The types of digits.py, for the search that uses it.

cimport cython

from engine.sudoku.techniques.patterns cimport boards, placements


@cython.final
cdef class DigitPatterns:
    cdef boards.Board board
    cdef placements.Placements placements
    cdef int* searched  # by kind, direction and digit: the version of the digit in which nothing was found
    cdef Py_ssize_t digit  # whose patterns are looked for

    # Fish. Direction 0 has rows as base and columns as cover, direction 1 the other way round.
    cdef Py_ssize_t direction
    cdef int* bases_start  # of a direction: the complete houses that may be base
    cdef int* bases
    cdef int* ways_start  # of a direction and a cell: the houses that may cover it
    cdef int* ways
    cdef Py_ssize_t house_words  # of a set of houses
    cdef int kind
    cdef int most  # the size of the fish
    cdef int limit  # how many houses the cover has, but for the one through `target`
    cdef int target  # the cell that falls by a fish with fins; -1: no fins
    cdef int lines
    cdef int* line  # houses that may be in the base
    cdef unsigned long long* line_places  # what the cover must hold of each
    cdef unsigned long long* line_needed  # the cover houses that this surely takes
    cdef int* base  # the lines chosen
    cdef unsigned long long* line_cells  # by number of lines chosen: the cells of their houses
    cdef unsigned long long* held  # what the cover must hold of them
    cdef unsigned long long* needed  # the cover houses that this surely takes
    cdef unsigned long long* uncovered  # by number of houses chosen for the cover
    cdef int* picked
    cdef int* cover
    cdef int covers
    cdef int room
    cdef int* found_covers  # ascending, each once, `limit` houses a cover
    cdef unsigned long long* scratch  # three sets of cells

    # Links and colours.
    cdef int links
    cdef int* link_house
    cdef int* link_one
    cdef int* link_other
    cdef Py_ssize_t crosses  # a box and two lines that cross in it
    cdef int* cross
    cdef int clusters
    cdef unsigned long long* colours  # two sets for each cluster
    cdef unsigned long long* seen  # what each colour sees

    cdef bint find(self, int kind) noexcept nogil
    cdef bint fish(self, int kind, int size, bint finned) noexcept nogil
    cdef bint may_fall(self) noexcept nogil
    cdef int find_lines(self) noexcept nogil
    cdef bint finned_fish(self) noexcept nogil
    cdef int set_line(self, int line, Py_ssize_t house) noexcept nogil
    cdef bint choose_base(self, int size, int start) noexcept nogil
    cdef bint try_base(self) noexcept nogil
    cdef int choose_cover(self, int size) noexcept nogil
    cdef int keep_cover(self) noexcept nogil
    cdef object grow(self)
    cdef bint try_plain(self) noexcept nogil
    cdef bint try_finned(self) noexcept nogil
    cdef int note_fish(self, int houses) noexcept nogil
    cdef int find_links(self) noexcept nogil
    cdef bint linked_pairs(self, int kind) noexcept nogil
    cdef bint try_pair(self, int kind, int first, int second, int start, int near, int far, int end) noexcept nogil
    cdef int name(self, int first, int second, int near, int far) noexcept nogil
    cdef bint empty_rectangles(self) noexcept nogil
    cdef int find_clusters(self) noexcept nogil
    cdef bint simple_colours(self) noexcept nogil
    cdef bint multi_colours(self) noexcept nogil
    cdef bint try_clusters(self, int first, int second) noexcept nogil
    cdef bint touch(self, int first, int other) noexcept nogil
    cdef int note_colours(self, int cluster) noexcept nogil
