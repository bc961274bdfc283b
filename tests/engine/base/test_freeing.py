"""Freeing in pieces: objects without other references are freed soon, others stay as they are."""

import gc
import time
import weakref
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from engine.base import freeing
from engine.base.errors import Cancelled
from engine.base.freeing import free, free_frames

MANY = 20_000


class Thing:
    """An object that supports weak references."""


Thing.__module__ = "engine.test"  # as if it belonged to the program


class Owner:
    """Holds many objects, like the reasoning about a formula."""

    def __init__(self) -> None:
        self.listed: list[object] = [Thing() for _ in range(MANY)]
        self.numbered = {number: Thing() for number in range(MANY)}
        self.gathered = {Thing() for _ in range(MANY)}
        self.inside = [{number: Thing() for number in range(MANY)}]

    def references(self) -> list[weakref.ref[object]]:
        things = [*self.listed, *self.numbered.values(), *self.gathered, *self.inside[0].values()]
        return [weakref.ref(thing) for thing in things]


Owner.__module__ = "engine.test"


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_contents_of_an_object_are_freed_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    owner = Owner()
    references = owner.references()
    count = SimpleNamespace(sleep=lambda _: sizes.append(sum(each() is not None for each in references)))
    monkeypatch.setattr(freeing, "time", count)
    roots: list[object] = [owner]
    del owner
    free(roots)
    assert roots == []
    wait_until(lambda: not any(reference() for reference in references))
    wait_until(gc.isenabled)
    steps = [before - after for before, after in zip([len(references), *sizes], [*sizes, 0], strict=True)]
    assert len(steps) >= len(references) / freeing._PIECE
    assert max(steps[1:]) <= 2 * freeing._PIECE


def test_locks_of_other_processes_stay() -> None:
    owner = Owner()
    listing, references = owner.listed, owner.references()
    roots: list[object] = [owner]
    del owner
    free(roots)
    wait_until(lambda: sum(reference() is not None for reference in references) <= MANY)
    wait_until(gc.isenabled)
    assert len(listing) == MANY
    assert all(isinstance(thing, Thing) for thing in listing)


def test_objects_held_by_a_cancelled_function_are_freed() -> None:
    references: list[weakref.ref[object]] = []
    alive: list[int] = []

    def work(shared: list[object]) -> None:
        owner = Owner()
        references.extend(owner.references())
        waiting = [Thing() for _ in range(MANY)]
        references.extend(map(weakref.ref, waiting))
        shared.append(owner.gathered)
        raise Cancelled

    shared: list[object] = []
    tracebacks: list[object] = []
    try:
        work(shared)
    except Cancelled as error:
        free_frames(error)
        alive.append(sum(reference() is not None for reference in references))
        tracebacks.append(error.__traceback__)
    assert tracebacks == [None]
    assert alive[0] > MANY, "not at once"
    wait_until(lambda: sum(reference() is not None for reference in references) <= MANY)
    (gathered,) = shared
    assert isinstance(gathered, set)
    assert len(gathered) == MANY
    wait_until(gc.isenabled)
