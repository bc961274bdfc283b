"""The compiled part of reading DIMACS: numbers and blanks, until something else turns up."""

from array import array

import cython

SLICE = 1 << 18
"""How many bytes one call of `Scanner.scan` may cover: about a millisecond of work when compiled."""

HIGHEST = cython.declare(cython.longlong, 2147483647)
MAX_LENGTH = cython.declare(cython.Py_ssize_t, 18)  # characters of a number, so that it can't overflow 64 bits


@cython.cclass
class Scanner:
    """Turns text into literals and clause ends.

    What a call finds is in `literals[:literal_count]`, and, for each clause that ended, the number of literals read
    so far since the scanner was made in `ends[:end_count]`; the caller takes them out and sets both counts to 0
    before it has scanned more than SLICE bytes. Between calls the caller may skip text that it reads by itself
    (a comment), up to but without the end of its line.

    `line` counts lines from 1; LF, CRLF and CR end one. `fresh`: nothing but blanks so far on this line. `odd`: the
    last call stopped at something that is neither a number nor a blank. `last_line` is the line of the last literal.
    `highest` is the highest variable so far, and `excess_line` the line of the first one above `declared` (0: none).
    """

    literals = cython.declare(object, visibility="public")
    ends = cython.declare(object, visibility="public")
    _literals: cython.int[:]
    _ends: cython.int[:]
    literal_count = cython.declare(cython.Py_ssize_t, visibility="public")
    end_count = cython.declare(cython.Py_ssize_t, visibility="public")
    total = cython.declare(cython.longlong, visibility="public")
    line = cython.declare(cython.Py_ssize_t, visibility="public")
    last_line = cython.declare(cython.Py_ssize_t, visibility="public")
    excess_line = cython.declare(cython.Py_ssize_t, visibility="public")
    declared = cython.declare(cython.longlong, visibility="public")
    highest = cython.declare(cython.longlong, visibility="public")
    fresh = cython.declare(cython.bint, visibility="public")
    odd = cython.declare(cython.bint, visibility="public")
    _returned: cython.bint

    def __init__(self) -> None:
        room = bytes(4 * (SLICE // 2 + 1))
        self.literals = array("i", room)
        self.ends = array("i", room)
        self._literals = self.literals
        self._ends = self.ends
        self.literal_count = self.end_count = self.total = 0
        self.line = 1
        self.last_line = self.excess_line = 0
        self.declared = HIGHEST
        self.highest = 0
        self.fresh = True
        self.odd = False
        self._returned = False

    def scan(self, text: bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read `text[start:stop]` and return where reading ended.

        That is `stop`, or the start of a number that touches `stop` and so may continue after it, or of an unusual
        character.
        """
        characters: cython.p_const_uchar = text
        with cython.nogil:
            start = self._scan(characters, start, stop)
        return start  # noqa: RET504 - not from inside the block, where there is no GIL to make an int

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _scan(
        self, text: cython.p_const_uchar, position: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        byte: cython.int
        self.odd = False
        while position < stop:
            byte = text[position]
            if byte == 32 or byte == 9 or byte == 11 or byte == 12:
                position += 1
                self._returned = False
            elif byte == 10 or byte == 13:
                position += 1
                if byte == 13 or not self._returned:
                    self.line += 1
                self._returned = byte == 13
                self.fresh = True
            else:
                end: cython.Py_ssize_t = self._number(text, position, stop)
                if end <= position:
                    self.odd = end < position
                    break
                position = end
        return position

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _number(
        self, text: cython.p_const_uchar, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Take the number that starts here; return its end, `start` if it touches `stop`, -1 if it is not a number."""
        position: cython.Py_ssize_t = start
        value: cython.longlong = 0
        byte: cython.int = text[start]
        negative: cython.bint = byte == 45
        signed: cython.bint = negative or byte == 43
        if signed:
            position += 1
        while position < stop:
            byte = text[position] - 48
            if byte < 0 or byte > 9:
                break
            if position - start >= MAX_LENGTH:
                return -1
            value = value * 10 + byte
            position += 1
        if position == stop:
            return start
        byte = text[position]
        if not (byte == 32 or 9 <= byte <= 13) or position == start + signed or value > HIGHEST:
            return -1
        if value:
            self._literals[self.literal_count] = cython.cast(cython.int, -value if negative else value)
            self.literal_count += 1
            self.total += 1
            self.last_line = self.line
            if value > self.highest:
                self.highest = value
                if value > self.declared and not self.excess_line:
                    self.excess_line = self.line
        elif signed:
            return -1
        else:
            self._ends[self.end_count] = cython.cast(cython.int, self.total)
            self.end_count += 1
        self.fresh = False
        self._returned = False
        return position
