"""An observable value: subscribers get the newest value, not every one."""

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")


@dataclass(eq=False)
class _TopicListener(Generic[Value]):
    callback: Callable[[Value], object]
    context: Context
    is_due: bool = False


class Topic(Generic[Value]):
    """Owns the subscribers, which the event loop calls in their own contexts, independently of each other.

    A faulty or slow subscriber delays nobody, and at most one call per subscriber is pending.
    """

    def __init__(self, value: Value, on_change: Callable[[bool], object] = lambda _: None) -> None:
        """`on_change` is called with True for the first subscriber, and with False after the last is gone."""
        self.value = value
        self._on_change = on_change
        self._listeners: set[_TopicListener[Value]] = set()

    def subscribe(self, callback: Callable[[Value], object]) -> Callable[[], None]:
        """Call `callback` with the value soon, and after every change; returns a function that unsubscribes."""
        listener = _TopicListener(callback, copy_context())
        if not self._listeners:
            self._on_change(True)
        self._listeners.add(listener)
        self._call(listener)
        return lambda: self._unsubscribe(listener)

    def _unsubscribe(self, listener: _TopicListener[Value]) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)
            if not self._listeners:
                self._on_change(False)

    def publish(self, value: Value) -> None:
        """Set the value and notify the subscribers."""
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
            listener.callback(self.value)
