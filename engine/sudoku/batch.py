"""Solving puzzles by the million, a chunk of a file at a time."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from engine.base.errors import InputError
from engine.base.executors import is_stopped
from engine.base.polling import poll
from engine.sudoku.formats.chunks import LINE_END, Chunk, PuzzleChunk, TextChunk
from engine.sudoku.formats.shapes import line
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.solving import PuzzleSearch, search_of, shared_search

NONE = b"# no solution"
SEVERAL = b"# several solutions, such as "

_SYMBOLS = b"0123456789"


@dataclass(frozen=True)
class Solved:
    """The result of a chunk: a line of text for each puzzle, their number, and the faults of unreadable ones."""

    text: bytes
    puzzles: int
    errors: tuple[InputError, ...]


def after(chunks: Iterable[Chunk], done: int) -> Iterator[Chunk]:
    """The chunks without the first `done` puzzles. Raises InputError if there are fewer."""
    for chunk in chunks:
        if not done:
            yield chunk
            continue
        found = tuple(chunk)
        if len(found) > done:
            yield PuzzleChunk(chunk.layout, found[done:])
        done = max(0, done - len(found))
    if done:
        raise InputError(f"{done} lines more than there are puzzles", advice="resume what was begun with the same file")


def solve(chunk: Chunk) -> Solved:
    """A line for each puzzle of the chunk: its solution as `formats` writes it in one line, or a remark.

    The remark says that there is no solution, that there are several and one of them, or why it could not be read.
    Raises Cancelled if nobody waits for it any more (see `engine.base.executors`).
    """
    search = shared_search(chunk.layout)
    if isinstance(chunk, TextChunk) and chunk.end == LINE_END and chunk.layout.size <= 9:
        return _solve_lines(chunk, search)
    return _solve_each(chunk, search)


def _solve_lines(chunk: TextChunk, search: SliceSearch) -> Solved:
    """The search reads and writes whole lines by itself; what it can't read is left to the general reader."""
    search.set_line(line(chunk.layout).rows[0].cells, NONE, SEVERAL)
    data, at, number, line_end = chunk.data, 0, chunk.first_line, 0
    found: list[Solved] = []
    while at < len(data):
        poll(is_stopped)
        at, is_left, text = search.solve_lines(data, at)
        found.append(Solved(text, text.count(b"\n"), ()))
        if is_left:
            end = data.find(b"\n", at) + 1 or len(data)
            number, line_end = number + data.count(b"\n", line_end, at), at
            found.append(_solve_each(TextChunk(chunk.layout, data[at:end], number, LINE_END), search))
            at = end
    errors = tuple(error for solved in found for error in solved.errors)
    return Solved(b"".join(solved.text for solved in found), sum(solved.puzzles for solved in found), errors)


def _solve_each(chunk: Chunk, search: SliceSearch) -> Solved:
    lines: list[bytes] = []
    errors: list[InputError] = []
    for puzzle in chunk:
        if isinstance(puzzle, InputError):
            errors.append(puzzle)
            lines.append(f"# not read: {puzzle}".encode())
        else:
            if isinstance(puzzle, Puzzle) and puzzle.rules:
                used: PuzzleSearch = search_of(puzzle)
            elif isinstance(puzzle, Puzzle):
                search.load(puzzle.givens, puzzle.candidates)
                used = search
            else:
                search.load(puzzle)
                used = search
            lines.append(_solution_text(chunk.layout, used.run(2, is_stopped), used))
    return Solved(b"".join(text + b"\n" for text in lines), len(lines), tuple(errors))


def _solution_text(layout: Layout, solutions: int, search: PuzzleSearch) -> bytes:
    """The line for a puzzle with no, one or several solutions; the search has found one of them."""
    if not solutions:
        return NONE
    solution = _writer(layout)(search.solution())
    return solution if solutions == 1 else SEVERAL + solution


@lru_cache(maxsize=1)
def _writer(layout: Layout) -> Callable[[tuple[int, ...]], bytes]:
    """Return the writer of a solution as one line: each grid in reading order, with blanks if digits go beyond 9."""
    order = [cell for row in line(layout).rows for cell in row.cells]
    arrange = itemgetter(*order)
    if layout.size > 9:
        return lambda digits: " ".join(map(str, arrange(digits))).encode()
    table = _SYMBOLS + bytes(256 - len(_SYMBOLS))
    return lambda digits: bytes(arrange(digits)).translate(table)
