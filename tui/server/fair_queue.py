"""Fair scheduling of input: a flood delays only its own sender, not the other sessions and connections."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count

MAX_SLOTS = 2
"""Number of pieces of normal input handled concurrently. Floods have a single slot."""
SLOT_SECONDS, FLOOD_SLOT_SECONDS = 0.05, 0.5
"""Seconds after which a slot of normal input or of floods is released, even if its piece has not finished."""
FLOODS_SHARE, ONE_FLOOD_SHARE = 0.15, 0.5
"""Shares of the time for several floods, and for a single one."""
MAX_PAUSE_SECONDS = 0.5
"""The longest pause after a piece of a flood."""
BURST = 6
"""Number of pieces of a flow without a pause that makes it a flood."""
PAUSE_SECONDS = 0.02
"""Minimum time between two pieces that counts as a pause."""
FLOOD_SECONDS = 5.0
"""How long a flow counts as a flood after its last burst."""

Work = Callable[[Callable[[], None]], object]
"""Starts to handle a piece of input; must call its argument when finished."""


class Flow:
    """The input of one session or connection, and its use of the event loop."""

    def __init__(self) -> None:
        """Capture the current context; the work of the flow runs in copies of it."""
        self.context = contextvars.copy_context()
        self._finish_time = 0
        """Virtual finish time of its last piece."""
        self._in_a_row = 0
        """Number of pieces since the last pause."""
        self._piece_end = 0.0
        """When the last piece was finished."""
        self._flood_time = -FLOOD_SECONDS

    def start_piece(self, virtual_time: int) -> int:
        """Count a piece; returns its virtual start time."""
        now = time.monotonic()
        self._in_a_row = self._in_a_row + 1 if now - self._piece_end < PAUSE_SECONDS else 0
        if self._in_a_row >= BURST:
            self._flood_time = now
        start = max(virtual_time, self._finish_time)
        self._finish_time = start + 1
        return start

    def end_piece(self) -> None:
        """Record the end of a piece."""
        self._piece_end = time.monotonic()

    def mark_flood(self) -> None:
        """Treat this flow as a flood for FLOOD_SECONDS."""
        self._flood_time = time.monotonic()

    @property
    def is_flood(self) -> bool:
        """Whether it has lately sent more than a person types."""
        return time.monotonic() - self._flood_time < FLOOD_SECONDS


class _FlowQueue:
    """A queue for flows of one kind, by start-time fair queueing: the least served flow comes first."""

    def __init__(self, slots: int) -> None:
        self.free = slots
        self._time = 0
        """Virtual time: the start time of the last piece served."""
        self._waiting: list[tuple[int, int, Flow, Work]] = []
        self._numbers = count()

    def add(self, flow: Flow, work: Work) -> None:
        """Queue a piece."""
        heappush(self._waiting, (flow.start_piece(self._time), next(self._numbers), flow, work))

    def next(self) -> tuple[Flow, Work]:
        """Remove and return the next piece."""
        start, _, flow, work = heappop(self._waiting)
        self._time = max(self._time, start)
        return flow, work

    @property
    def is_waiting(self) -> bool:
        """Whether the queue has a piece."""
        return bool(self._waiting)

    @property
    def is_ready(self) -> bool:
        """Whether the queue has a piece and a free slot."""
        return self.is_waiting and self.free > 0


class FairQueue:
    """Serves normal input first, and floods one piece at a time with a pause after each."""

    def __init__(self, slots: int = MAX_SLOTS) -> None:
        self._normal = _FlowQueue(slots)
        self._floods = _FlowQueue(1)
        self._is_scheduled = False

    def submit(self, flow: Flow, work: Work) -> None:
        """Call `work` when it is this flow's turn: at once for normal input if a slot is free."""
        kind = self._floods if flow.is_flood else self._normal
        kind.add(flow, work)
        if kind is self._normal and kind.is_ready:
            self._start_next(kind)
        else:
            self._schedule()

    @asynccontextmanager
    async def turn(self, flow: Flow) -> AsyncIterator[None]:
        """Wait for this flow's turn. Yields to the event loop after the block, for the turns of others."""
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
        if not self._is_scheduled and (self._normal.is_ready or self._floods.is_ready):
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        """Start all pieces that may start, at most once per iteration of the event loop."""
        self._is_scheduled = False
        if not self._normal.is_ready and self._floods.is_ready:
            self._start_next(self._floods)
        for _ in range(self._normal.free):
            if self._normal.is_ready:
                self._start_next(self._normal)
        self._schedule()

    def _start_next(self, kind: _FlowQueue) -> None:
        flow, work = kind.next()
        kind.free -= 1
        start = time.monotonic()
        loop = asyncio.get_running_loop()
        holds_slot = is_running = True

        def free() -> None:
            kind.free += 1
            self._schedule()

        def release() -> None:
            nonlocal holds_slot
            if holds_slot:
                holds_slot = False
                if kind is self._floods:
                    share = FLOODS_SHARE if kind.is_waiting else ONE_FLOOD_SHARE
                    loop.call_later(min((time.monotonic() - start) * (1 / share - 1), MAX_PAUSE_SECONDS), free)
                else:
                    free()

        def end() -> None:
            nonlocal is_running
            if is_running:
                is_running = False
                timer.cancel()
                flow.end_piece()
                release()

        timer = loop.call_later(FLOOD_SLOT_SECONDS if kind is self._floods else SLOT_SECONDS, release)
        try:
            flow.context.copy().run(work, end)
        except BaseException:
            end()
            raise
