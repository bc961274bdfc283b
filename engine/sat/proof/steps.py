"""The compiled part of storing and writing proofs: steps as `ProofSink.write_steps` takes them, and LRAT lines."""

from array import array

import cython

MAX_BYTES = 12  # of a number: a sign, ten digits and a blank


def split(steps: cython.int[::1], before: cython.int, hints_before: cython.int) -> tuple:
    """The literals of all steps; the end of each step among them, counted from `before`; 1 for deletions; the hints,
    and the end of those of each step, counted from `hints_before`.

    These are arrays of the type codes "i", "i", "b", "i" and "i". Raises ValueError if the last step is incomplete.
    """
    size: cython.Py_ssize_t = len(steps)
    literals, ends, deletions = array("i", bytes(4 * size)), array("i", bytes(4 * size)), array("b", bytes(size))
    literal: cython.int[::1] = literals
    end: cython.int[::1] = ends
    deletes: cython.schar[::1] = deletions
    hints, hint_ends = array("i", bytes(4 * size)), array("i", bytes(4 * size))
    hint: cython.int[::1] = hints
    hint_end: cython.int[::1] = hint_ends
    hinted: cython.int = 0
    place: cython.Py_ssize_t = 0
    count: cython.int = 0
    total: cython.int = 0
    k: cython.int
    while place < size and (steps[place] >> 1 if steps[place] >= 0 else -steps[place]) < size - place:
        if steps[place] < 0:
            for k in range(-steps[place]):
                hint[hinted] = steps[place + 1 + k]
                hinted += 1
            place += 1 - steps[place]
            continue
        deletes[count] = steps[place] & 1
        for k in range(steps[place] >> 1):
            literal[total] = steps[place + 1 + k]
            total += 1
        place += 1 + (steps[place] >> 1)
        end[count] = before + total
        hint_end[count] = hints_before + hinted
        count += 1
    if place < size:
        raise ValueError("the last step is not whole")
    del literal, end, deletes, hint, hint_end
    return literals[:total], ends[:count], deletions[:count], hints[:hinted], hint_ends[:count]


def encode(steps: cython.int[::1], binary: cython.bint) -> bytes:
    """The bytes of complete steps in a file, text or binary; see `engine.sat.proof.proof`."""
    size: cython.Py_ssize_t = len(steps)
    room = bytearray(MAX_BYTES * size)
    out: cython.uchar[::1] = room
    place: cython.Py_ssize_t = 0
    stop: cython.Py_ssize_t
    end: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    while place < size:
        stop = place + 1 + (steps[place] >> 1)
        if binary:
            out[end] = 100 if steps[place] & 1 else 97
            end += 1
        elif steps[place] & 1:
            out[end], out[end + 1] = 100, 32
            end += 2
        for k in range(place + 1, stop):
            end = _binary(out, end, steps[k]) if binary else _text(out, end, steps[k])
        if binary:
            out[end] = 0
            end += 1
        else:
            out[end], out[end + 1] = 48, 10
            end += 2
        place = stop
    return bytes(room[:end])


def encode_lrat(
    begin: cython.Py_ssize_t, end: cython.Py_ssize_t, number: cython.longlong, literals: cython.int[::1],
    starts: cython.int[::1], antecedents: cython.int[::1], antecedent_starts: cython.int[::1],
    deletions: cython.int[::1], deletion_starts: cython.int[::1],
) -> bytes:  # fmt: skip
    """The LRAT lines of the lemmas `begin` to `end - 1`; lemma i has the number `number + i`.

    A lemma is followed by the deletions in its row, if any.
    """
    tokens: cython.Py_ssize_t = 6 * (end - begin)
    tokens += starts[end] - starts[begin] + antecedent_starts[end] - antecedent_starts[begin]
    tokens += deletion_starts[end] - deletion_starts[begin]
    room = bytearray(MAX_BYTES * tokens)
    out: cython.uchar[::1] = room
    place: cython.Py_ssize_t = 0
    lemma: cython.Py_ssize_t
    for lemma in range(begin, end):
        place = _text(out, place, number + lemma)
        place = _row(out, place, literals, starts[lemma], starts[lemma + 1])
        out[place] = 32
        place = _row(out, place + 1, antecedents, antecedent_starts[lemma], antecedent_starts[lemma + 1])
        out[place] = 10
        place += 1
        if deletion_starts[lemma] < deletion_starts[lemma + 1]:
            place = _text(out, place, number + lemma)
            out[place], out[place + 1] = 100, 32
            place = _row(out, place + 2, deletions, deletion_starts[lemma], deletion_starts[lemma + 1])
            out[place] = 10
            place += 1
    return bytes(room[:place])


@cython.cfunc
@cython.exceptval(check=False)
def _row(
    out: cython.uchar[::1], end: cython.Py_ssize_t, numbers: cython.int[::1], start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
) -> cython.Py_ssize_t:  # fmt: skip
    """Write numbers in digits, and 0; return the end."""
    k: cython.Py_ssize_t
    for k in range(start, stop):
        end = _text(out, end, numbers[k])
    out[end] = 48
    return end + 1


@cython.cfunc
@cython.exceptval(check=False)
def _binary(out: cython.uchar[::1], end: cython.Py_ssize_t, literal: cython.longlong) -> cython.Py_ssize_t:
    """Write a literal in groups of 7 bits; return the end."""
    code: cython.longlong = 2 * literal if literal > 0 else 1 - 2 * literal
    while code > 127:
        out[end] = code & 127 | 128
        end += 1
        code >>= 7
    out[end] = code
    return end + 1


@cython.cfunc
@cython.exceptval(check=False)
def _text(out: cython.uchar[::1], end: cython.Py_ssize_t, literal: cython.longlong) -> cython.Py_ssize_t:
    """Write a literal in digits, and a blank; return the end."""
    value: cython.longlong = literal
    digits: cython.Py_ssize_t = 1
    k: cython.Py_ssize_t
    if literal < 0:
        value = -literal
        out[end] = 45
        end += 1
    literal = value
    while literal > 9:
        literal //= 10
        digits += 1
    for k in range(end + digits - 1, end - 1, -1):
        out[k] = 48 + value % 10
        value //= 10
    out[end + digits] = 32
    return end + digits + 1
