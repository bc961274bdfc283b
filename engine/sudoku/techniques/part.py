"""The parts of an argument: a tree, which a reader can fold and go through part by part."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.sudoku.techniques.position import Candidate


@dataclass(frozen=True)
class Part:
    """One sentence of an argument, and what a board shows with it, as a step does.

    `candidates` are true before, `places` and `removes` follow. `parts` are the argument for it, folded at first.
    """

    sentence: str
    places: tuple[Candidate, ...] = ()
    removes: tuple[Candidate, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    houses: tuple[int, ...] = ()
    parts: tuple["Part", ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the candidates that are true before, ascending."""
        return tuple(sorted({cell for cell, _ in self.candidates}))

    @property
    def chain(self) -> tuple[tuple[Candidate, ...], ...]:
        """Empty, as in a step that is not a chain."""
        return ()


def unfolded(parts: Iterable[Part], depth: int = 0) -> Iterator[tuple[int, Part]]:
    """All parts in reading order, each with its depth: the number of parts around it."""
    for part in parts:
        yield depth, part
        yield from unfolded(part.parts, depth + 1)
