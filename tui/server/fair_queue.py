"""Shares the event loop among sessions and connections: a flood of input delays its own sender and nobody else."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count

SLOTS = 2
"""Pieces of input of persons that have their effect at the same time. Of floods it is one."""
SLOT_SECONDS, FLOOD_SLOT_SECONDS = 0.05, 0.5
"""Seconds after which the slot of a person or a flood is free again, whatever becomes of the piece that had it."""
SHARE = 0.2
"""How much of the time floods have, where there are several; one alone has half."""
MOST_PAUSE = 0.5
"""The longest pause after a piece of a flood, in seconds."""
BURST = 6
"""So many pieces of a flow may follow each other at once; more are a flood."""
PAUSE_SECONDS = 0.02
"""A pause between two pieces that no flood makes."""
FLOOD_SECONDS = 5.0
"""How long a flow that was a flood is taken for one."""

Work = Callable[[Callable[[], None]], object]
"""Begins the effect of a piece of input; the argument is called at the end of the effect."""


class Flow:
    """The input of one session or connection, and how much of the event loop it has used."""

    def __init__(self) -> None:
        """Its work runs in a copy of the current context."""
        self.context = contextvars.copy_context()
        self._served = 0
        """Pieces since the queue's virtual time began."""
        self._in_a_row = 0
        """Pieces without a pause between them."""
        self._ended = 0.0
        """When the last piece had had its effect."""
        self._flooded = -FLOOD_SECONDS

    def begin(self, virtual_time: int) -> int:
        """Count one piece more; returns the virtual time at which its turn is."""
        now = time.monotonic()
        self._in_a_row = self._in_a_row + 1 if now - self._ended < PAUSE_SECONDS else 0
        if self._in_a_row >= BURST:
            self._flooded = now
        start = max(virtual_time, self._served)
        self._served = start + 1
        return start

    def end(self) -> None:
        """The piece has had its effect."""
        self._ended = time.monotonic()

    def mark_flood(self) -> None:
        """Take this flow for a flood from now on."""
        self._flooded = time.monotonic()

    @property
    def is_flood(self) -> bool:
        """Whether more has come lately than a person types."""
        return time.monotonic() - self._flooded < FLOOD_SECONDS


class _Class:
    """Flows of one kind: of those that wait, the one that was served least comes first (start-time fair queueing)."""

    def __init__(self, slots: int) -> None:
        self.free = slots
        self._time = 0
        """When the piece was due that was served last."""
        self._waiting: list[tuple[int, int, Flow, Work]] = []
        self._numbers = count()

    def add(self, flow: Flow, work: Work) -> None:
        """Put a piece into the queue."""
        heappush(self._waiting, (flow.begin(self._time), next(self._numbers), flow, work))

    def next(self) -> tuple[Flow, Work]:
        """Take out the piece whose turn it is."""
        start, _, flow, work = heappop(self._waiting)
        self._time = max(self._time, start)
        return flow, work

    @property
    def is_waiting(self) -> bool:
        """Whether a piece waits."""
        return bool(self._waiting)

    @property
    def is_ready(self) -> bool:
        """Whether a piece waits and may begin."""
        return self.is_waiting and self.free > 0


class FairQueue:
    """Serves persons first, and of floods one piece at a time, with a pause after each."""

    def __init__(self, slots: int = SLOTS) -> None:
        self._persons = _Class(slots)
        self._floods = _Class(1)
        self._is_scheduled = False

    def submit(self, flow: Flow, work: Work) -> None:
        """Call `work` as soon as it is this flow's turn: at once where nothing else waits."""
        kind = self._floods if flow.is_flood else self._persons
        kind.add(flow, work)
        if kind is self._persons and kind.is_ready:
            self._begin(kind)
        else:
            self._schedule()

    @asynccontextmanager
    async def turn(self, flow: Flow) -> AsyncIterator[None]:
        """Wait for this flow's turn. Others have theirs before the block is left."""
        granted: asyncio.Future[Callable[[], None]] = asyncio.get_running_loop().create_future()

        def take(end: Callable[[], None]) -> None:
            if granted.cancelled():
                end()
            else:
                granted.set_result(end)

        self.submit(flow, take)
        end = await granted
        try:
            yield
        finally:
            asyncio.get_running_loop().call_soon(end)
        await asyncio.sleep(0)

    def _schedule(self) -> None:
        if not self._is_scheduled and (self._persons.is_ready or self._floods.is_ready):
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        """Begin what may begin, once in a turn of the event loop: others have their turn between."""
        self._is_scheduled = False
        if not self._persons.is_ready and self._floods.is_ready:
            self._begin(self._floods)
        for _ in range(self._persons.free):
            if self._persons.is_ready:
                self._begin(self._persons)
        self._schedule()

    def _begin(self, kind: _Class) -> None:
        flow, work = kind.next()
        kind.free -= 1
        start = time.monotonic()
        loop = asyncio.get_running_loop()
        holds_slot = is_going_on = True

        def free() -> None:
            kind.free += 1
            self._schedule()

        def release() -> None:
            nonlocal holds_slot
            if holds_slot:
                holds_slot = False
                if kind is self._floods:
                    share = SHARE if kind.is_waiting else 0.5
                    loop.call_later(min((time.monotonic() - start) * (1 / share - 1), MOST_PAUSE), free)
                else:
                    free()

        def end() -> None:
            nonlocal is_going_on
            if is_going_on:
                is_going_on = False
                timer.cancel()
                flow.end()
                release()

        timer = loop.call_later(FLOOD_SLOT_SECONDS if kind is self._floods else SLOT_SECONDS, release)
        try:
            flow.context.copy().run(work, end)
        except BaseException:
            end()
            raise
