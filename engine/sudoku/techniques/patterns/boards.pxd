# The types of boards.py, for the kernels that look for patterns on it.

cimport cython

cdef enum:  # the kinds of patterns: as in `KINDS`
    FULL_HOUSE
    NAKED_SINGLE
    HIDDEN_SINGLE
    LOCKED_PAIR
    LOCKED_TRIPLE
    POINTING
    CLAIMING
    NAKED_PAIR
    NAKED_TRIPLE
    HIDDEN_PAIR
    HIDDEN_TRIPLE
    NAKED_QUADRUPLE
    HIDDEN_QUADRUPLE
    X_WING
    SWORDFISH
    JELLYFISH
    CROSS_GRID_LINE
    REMOTE_PAIR
    BUG_PLUS_ONE
    SKYSCRAPER
    TWO_STRING_KITE
    TURBOT_FISH
    EMPTY_RECTANGLE
    W_WING
    XY_WING
    XYZ_WING
    UNIQUE_RECTANGLE_1
    UNIQUE_RECTANGLE_2
    UNIQUE_RECTANGLE_3
    UNIQUE_RECTANGLE_4
    UNIQUE_RECTANGLE_5
    UNIQUE_RECTANGLE_6
    HIDDEN_RECTANGLE
    FINNED_X_WING
    SASHIMI_X_WING
    FINNED_SWORDFISH
    SASHIMI_SWORDFISH
    FINNED_JELLYFISH
    SASHIMI_JELLYFISH
    SIMPLE_COLOURS_TRAP
    SIMPLE_COLOURS_WRAP
    MULTI_COLOURS_1
    MULTI_COLOURS_2
    SUE_DE_COQ
    X_CHAIN
    XY_CHAIN
    CONTINUOUS_NICE_LOOP
    DISCONTINUOUS_NICE_LOOP
    AIC
    GROUPED_CONTINUOUS_NICE_LOOP
    GROUPED_DISCONTINUOUS_NICE_LOOP
    GROUPED_AIC
    ALS_XZ
    ALS_XY_WING
    ALS_CHAIN
    DEATH_BLOSSOM
    ALS_CONTINUOUS_NICE_LOOP
    ALS_DISCONTINUOUS_NICE_LOOP
    ALS_AIC
    FRANKEN_X_WING
    FRANKEN_SWORDFISH
    FRANKEN_JELLYFISH
    FINNED_FRANKEN_X_WING
    FINNED_FRANKEN_SWORDFISH
    FINNED_FRANKEN_JELLYFISH
    MUTANT_X_WING
    MUTANT_SWORDFISH
    MUTANT_JELLYFISH
    FINNED_MUTANT_X_WING
    FINNED_MUTANT_SWORDFISH
    FINNED_MUTANT_JELLYFISH
    JUNIOR_EXOCET

cdef enum:  # the kinds of houses: as in `tables.py`
    ROW = 1
    COLUMN = 2
    BOX = 3


@cython.final
cdef class Board:
    cdef list memory  # what owns the plain arrays
    cdef Py_ssize_t cells
    cdef Py_ssize_t size
    cdef Py_ssize_t houses
    cdef Py_ssize_t cell_words  # of a set of cells

    # The layout: the cells of each house and the peers of each cell as sets; both ways, as lists with their starts.
    cdef unsigned long long* house_cells
    cdef unsigned long long* peers
    cdef int* houses_start
    cdef int* houses_of
    cdef int* cells_start
    cdef int* cells_of
    cdef int* complete
    cdef int* kinds

    # The position. `places` has a set of cells for each digit from 0, `counts` a number for each digit and house.
    cdef unsigned long long* places
    cdef int* masks
    cdef int* values
    cdef unsigned long long* empty
    cdef int* counts
    cdef int* open  # the empty cells of each house
    cdef int* placed  # the digits placed in each house
    cdef int left
    cdef int* versions  # for each digit a number that changes with its places
    cdef bint broken
    cdef int change  # the last version
    cdef int* sorted_at  # by rank and highest cell: where sets that have these begin, as they are sorted

    # What is looked for and was found.
    cdef bytes marks
    cdef const unsigned char* enabled  # whether a kind is: the marks
    cdef const unsigned char* enabled_marks  # the marks, while only one kind is wanted
    cdef bytes marks_alone
    cdef const unsigned char* alone  # for each kind marks of it alone
    cdef bint every  # all patterns, not only the first
    cdef int most  # or so many at most, and how many there are
    cdef int emitted
    cdef bint together  # all that remove candidates, and only what falls by any of them
    cdef unsigned long long* gathered  # what does, as `places`
    cdef unsigned long long* gathered_places  # and what is placed
    cdef bint gathers
    cdef list found
    cdef int kind
    cdef int* numbers
    cdef int length
    cdef int placed_cell
    cdef int placed_digit
    cdef unsigned long long* fallen  # as `places`
    cdef bint falls

    cdef unsigned long long* new_words(self, object numbers)
    cdef int* new_ints(self, object numbers)

    cdef int remove(self, Py_ssize_t cell, Py_ssize_t digit) noexcept nogil
    cdef int place(self, Py_ssize_t cell, Py_ssize_t digit) noexcept nogil
    cdef int apply(self) noexcept nogil
    cdef int apply_gathered(self) noexcept nogil
    cdef int clear(self) noexcept nogil
    cdef bint emit(self, int kind) noexcept nogil
    cdef object record(self)
    cdef object record_gathered(self, unsigned long long* words)
    cdef int want_alone(self, int kind) noexcept nogil
    cdef int want_all(self) noexcept nogil
    cdef int search_again(self) noexcept nogil

    cdef int size_at(self, unsigned long long* words, Py_ssize_t at) noexcept nogil
    cdef int lowest(self, unsigned long long* words, Py_ssize_t at) noexcept nogil
    cdef int after(self, unsigned long long* words, Py_ssize_t at, int cell) noexcept nogil
    cdef int highest(self, unsigned long long* words, Py_ssize_t at) noexcept nogil
    cdef tuple cells_at(self, unsigned long long* words, Py_ssize_t at)
    cdef int note_cells(self, unsigned long long* words, Py_ssize_t at) noexcept nogil
    cdef int see(self, unsigned long long* words, Py_ssize_t at, unsigned long long* into, Py_ssize_t to) noexcept nogil
    cdef int see_all(
        self, unsigned long long* words, Py_ssize_t at, Py_ssize_t digit, unsigned long long* into, Py_ssize_t to
    ) noexcept nogil
    cdef int keep_seen(
        self, unsigned long long* words, Py_ssize_t at, unsigned long long* into, Py_ssize_t to
    ) noexcept nogil
    cdef int sort(self, int* order, int count, int* rank, unsigned long long* words) noexcept nogil
    cdef int sort_alike(self, int* order, int begin, int end, unsigned long long* words) noexcept nogil
    cdef bint is_before(self, int first, int other, unsigned long long* words) noexcept nogil
    cdef bint is_empty(self, unsigned long long* words, Py_ssize_t at) noexcept nogil
    cdef int lose(self, Py_ssize_t cell, int digits) noexcept nogil
    cdef bint only_places(self, Py_ssize_t house, Py_ssize_t digit, Py_ssize_t first, Py_ssize_t other) noexcept nogil

    cdef inline bint has(self, unsigned long long* words, Py_ssize_t at, Py_ssize_t cell) noexcept nogil:
        return words[at * self.cell_words + (cell >> 6)] >> (cell & 63) & 1

    cdef inline void add(self, unsigned long long* words, Py_ssize_t at, Py_ssize_t cell) noexcept nogil:
        words[at * self.cell_words + (cell >> 6)] |= 1ull << (cell & 63)

    cdef inline void drop(self, unsigned long long* words, Py_ssize_t at, Py_ssize_t cell) noexcept nogil:
        words[at * self.cell_words + (cell >> 6)] &= ~(1ull << (cell & 63))

    cdef inline void note(self, int number) noexcept nogil:
        self.numbers[self.length] = number
        self.length += 1
