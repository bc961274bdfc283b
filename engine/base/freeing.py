"""Frees large structures of Python objects in pieces.

Python frees a list of a million tuples at once, and no other thread runs during these tenths of a second. Here a thread
takes apart the lists, dictionaries and sets that have no other references, some thousand items at a time.
"""

import gc
import sys
import threading
import time
import traceback
from collections import deque
from contextlib import ExitStack

from engine.base.polling import without_collection

_PIECE = 2000
"""Items freed at once, which takes about a millisecond; smaller containers are left to Python."""
_MAX_SEARCHED = 3000
"""Maximum number of objects searched for large containers, the nearest first."""
_PAUSE_SECONDS = 0.0005
"""Pause between two pieces, for other threads."""
_OWN_REFERENCES = 3
"""References to a container that only this module holds: of its list, the variable of a loop and the counting call."""

_Container = list[object] | dict[object, object] | set[object]


def free(roots: list[object]) -> None:
    """Empty the list, and soon free what its objects hold. Objects with other references stay."""
    containers = _large_containers(roots)
    roots.clear()
    unshared = [container for container in containers if sys.getrefcount(container) <= _OWN_REFERENCES]
    containers.clear()
    if unshared:
        block = ExitStack()
        block.enter_context(without_collection())  # which would visit all that is still there
        threading.Thread(target=_free_in_pieces, args=(unshared, block), daemon=True, name="freeing").start()


def free_frames(error: BaseException) -> None:
    """Free the local variables of the functions that the exception ended, and its traceback."""
    roots = [value for frame, _ in traceback.walk_tb(error.__traceback__) for value in frame.f_locals.values()]
    traceback.clear_frames(error.__traceback__)
    error.__traceback__ = None
    free(roots)


def _large_containers(roots: list[object]) -> list[_Container]:
    """The large containers that the objects hold, and those that the last items of such containers hold."""
    containers: list[_Container] = []
    seen: set[int] = set()
    waiting = deque(roots)
    while waiting and len(seen) < _MAX_SEARCHED:
        item = waiting.popleft()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, list | dict | set):
            if len(item) < _PIECE:
                waiting.extend(item.values() if isinstance(item, dict) else item)
                continue
            containers.append(item)
            if isinstance(item, list):
                waiting.append(item[-1])
        elif type(item).__module__.startswith("engine."):
            waiting.extend(gc.get_referents(item))
    return containers


def _free_in_pieces(containers: list[_Container], block: ExitStack) -> None:
    with block:
        while containers:
            item = containers.pop()
            while item:
                if isinstance(item, list):
                    del item[-_PIECE:]
                elif isinstance(item, dict):
                    for _ in range(min(_PIECE, len(item))):
                        item.popitem()
                else:
                    for _ in range(min(_PIECE, len(item))):
                        item.pop()
                time.sleep(_PAUSE_SECONDS)
