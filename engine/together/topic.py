"""A value that others hear of whenever it is another: always of the newest, never of each."""

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")


@dataclass(eq=False)
class _TopicListener(Generic[Value]):
    take: Callable[[Value], object]
    context: Context
    is_due: bool = False


class Topic(Generic[Value]):
    """Owns the listeners. Each is called by the event loop in the context it came from, apart from all others: a fault
    of one, or one that is slow, holds up nobody, and however much happens at most one call of each waits.
    """

    def __init__(self, value: Value, on_change: Callable[[bool], object] = lambda _: None) -> None:
        """`heard` is called when the first listens, with True, and once the last is gone, with False."""
        self.value = value
        self._on_change = on_change
        self._listeners: set[_TopicListener[Value]] = set()

    def subscribe(self, take: Callable[[Value], object]) -> Callable[[], None]:
        """Call `take` with the value soon, and whenever there is another; what is returned ends that."""
        listener = _TopicListener(take, copy_context())
        if not self._listeners:
            self._on_change(True)
        self._listeners.add(listener)
        self._call(listener)
        return lambda: self._end(listener)

    def _end(self, listener: _TopicListener[Value]) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)
            if not self._listeners:
                self._on_change(False)

    def publish(self, value: Value) -> None:
        """Tell all who listen."""
        self.value = value
        for listener in self._listeners:
            self._call(listener)

    def _call(self, listener: _TopicListener[Value]) -> None:
        if not listener.is_due:
            listener.is_due = True
            asyncio.get_running_loop().call_soon(self._notify, listener, context=listener.context)

    def _notify(self, listener: _TopicListener[Value]) -> None:
        listener.is_due = False
        if listener in self._listeners:
            listener.take(self.value)
