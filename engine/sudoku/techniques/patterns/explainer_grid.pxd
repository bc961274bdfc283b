# The types of explainer_grid.py, for the kernel that looks for chains in it.


cdef class ExplainerGrid:
    cdef int[::1] grid  # the masks of the cells, then by house and digit the mask of its places there
    cdef int[::1] values
    cdef int[::1] filled  # of each house: how many cells have a digit
    cdef int[::1] house_cells  # by house and place
    cdef int[::1] houses_of  # of a cell: its box, row and column
    cdef int[::1] place_in  # of a cell: its place in each of these
    cdef int[::1] peers  # of a cell: 20, ascending
    cdef int[::1] sees  # whether a cell sees another
    cdef int[::1] count  # of a mask of ten bits: how many are set
    cdef int[::1] lowest  # of such a mask: the lowest bit set
    cdef int[::1] combinations  # masks of nine bits by how many are set, ascending
    cdef int[::1] combinations_at
    cdef int left  # how many cells are empty

    cdef double rank  # of the step found
    cdef int placed  # the cell that it fills, or -1
    cdef int placed_digit
    cdef int[::1] removed_cells
    cdef int[::1] removed_masks
    cdef int removals

    cdef int[::1] loop  # the cells of a loop, or of a grave those with more than two candidates
    cdef int loop_length
    cdef int loop_type  # of the best loop found; 0: none
    cdef double loop_rank
    cdef int[::1] best_cells
    cdef int[::1] best_masks
    cdef int best
    cdef int[::1] extra  # of a cell: the candidates that are more than a grave has
    cdef int[::1] marks
    cdef int[::1] choice  # digits, cells or masks that one search goes through
    cdef int[::1] seen_by  # of a cell: a set of cells in three parts

    cdef void remove(self, int cell, int digit) noexcept
    cdef void lose(self, int cell, int mask) noexcept
    cdef bint _take(self, double rank) noexcept
    cdef bint found_locked(self, int house, int other, int digit) noexcept
    cdef bint found_hidden(self, int house, int digits, int places, int degree) noexcept
    cdef bint found_naked(self, int house, int places, int digits, int degree) noexcept
    cdef bint found_fish(self, int kind, int lines, int across, int digit, int degree) noexcept
    cdef bint _is_inside(self, int house, int places, int across, int other) noexcept
    cdef int _hidden_places(self, int house, int digits, int degree) noexcept
    cdef bint locked(self) noexcept
    cdef bint hidden_sets(self, int degree) noexcept
    cdef bint naked_sets(self, int degree) noexcept
    cdef bint fish(self, int degree) noexcept
    cdef bint _hidden_single(self) noexcept
    cdef bint _naked_single(self) noexcept
    cdef bint _direct_locked(self) noexcept
    cdef bint _direct_hidden(self, int degree) noexcept
    cdef bint _wings(self, int degree) noexcept
    cdef bint _loops(self) noexcept
    cdef void _extend_loop(self, int cell, int digits, int extra, int allowed, int last) noexcept
    cdef void _try_loop(self, int digits) noexcept
    cdef bint _is_valid_loop(self) noexcept
    cdef void _take_loop(self, int kind, double rank) noexcept
    cdef void _try_loop_sets(self, int digits, int more, int first, int other, double rank) noexcept
    cdef void _try_loop_links(self, int digits, int first, int other, double rank) noexcept
    cdef bint _grave(self) noexcept
    cdef bint _grave_sets(self, int bugs, int every) noexcept
    cdef bint _is_common(self, int cell, int bugs) noexcept
    cdef bint _has_common(self, int bugs) noexcept
    cdef bint _grave_links(self, int every) noexcept
    cdef bint _aligned(self, int degree) noexcept
    cdef bint _exclude(self, int base, int two, int three) noexcept
