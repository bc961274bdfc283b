"""Solving puzzles by the million, a chunk of a file at a time."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from threading import local

from engine.base.errors import InputError
from engine.base.executors import is_stopped
from engine.sudoku.formats.chunks import Chunk, Puzzles
from engine.sudoku.formats.shapes import line
from engine.sudoku.layout import Layout
from engine.sudoku.search.bit_slices import SliceSearch

_SYMBOLS = b"0123456789"


@dataclass(frozen=True)
class Solved:
    """What became of a chunk: a line of text for each puzzle, how many there were, and what could not be read."""

    text: bytes
    puzzles: int
    errors: tuple[InputError, ...]


def after(chunks: Iterable[Chunk], done: int) -> Iterator[Chunk]:
    """The chunks without the first `done` puzzles. Raises InputError if there are not so many."""
    for chunk in chunks:
        if not done:
            yield chunk
            continue
        found = tuple(chunk)
        if len(found) > done:
            yield Puzzles(chunk.layout, found[done:])
        done = max(0, done - len(found))
    if done:
        raise InputError(f"{done} lines more than there are puzzles", advice="resume what was begun with the same file")


def solve(chunk: Chunk) -> Solved:
    """A line for each puzzle of the chunk: its solution as `formats` writes it in one line, or a remark.

    The remark tells that there is no solution, that there are several and one of them, or why it could not be read.
    Raises Cancelled if nobody waits for it any more (see `engine.base.executors`).
    """
    search, write = _searches.of(chunk.layout), _writer(chunk.layout)
    lines: list[bytes] = []
    errors: list[InputError] = []
    for givens in chunk:
        if isinstance(givens, InputError):
            errors.append(givens)
            lines.append(f"# not read: {givens}".encode())
            continue
        found = search.count(givens, 2, is_stopped)
        solution = write(search.solution())
        lines.append((b"# no solution", solution, b"# several solutions, such as " + solution)[found])
    return Solved(b"".join(text + b"\n" for text in lines), len(lines), tuple(errors))


class _Searches(local):
    """The search that was used last, in each thread its own: a worker of a cluster may have several threads."""

    def __init__(self) -> None:
        self._last: tuple[Layout, SliceSearch] | None = None

    def of(self, layout: Layout) -> SliceSearch:
        if self._last is None or self._last[0] != layout:
            self._last = layout, SliceSearch(layout)
        return self._last[1]


_searches = _Searches()


@lru_cache(maxsize=1)
def _writer(layout: Layout) -> Callable[[tuple[int, ...]], bytes]:
    """What writes a solution as one line: every grid in reading order, with blanks between if digits go beyond 9."""
    order = [cell for row in line(layout).rows for cell in row.cells]
    arrange = itemgetter(*order)
    if layout.size > 9:
        return lambda digits: " ".join(map(str, arrange(digits))).encode()
    table = _SYMBOLS + bytes(256 - len(_SYMBOLS))
    return lambda digits: bytes(arrange(digits)).translate(table)
