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
_MOST_LOOKED_AT = 3000
"""Maximum number of objects searched for large containers, the nearest first."""
_PAUSE = 0.0005
"""Seconds between two pieces, for other threads."""
_OURS = 3
"""References to a container that only this module holds: of its list, the variable of a loop and the counting call."""

_Container = list[object] | dict[object, object] | set[object]


def let_go(roots: list[object]) -> None:
    """Empty the list and free what its objects hold, soon; the caller keeps no other references to them.

    Objects with references elsewhere stay.
    """
    found = _large(roots)
    roots.clear()
    ours = [container for container in found if sys.getrefcount(container) <= _OURS]
    found.clear()
    if ours:
        block = ExitStack()
        block.enter_context(without_collection())  # which would visit all that is still there
        threading.Thread(target=_take_apart, args=(ours, block), daemon=True, name="freeing").start()


def let_go_of_frames(error: BaseException) -> None:
    """Free the local variables of the functions that the exception ended, and its traceback."""
    roots = [value for frame, _ in traceback.walk_tb(error.__traceback__) for value in frame.f_locals.values()]
    traceback.clear_frames(error.__traceback__)
    error.__traceback__ = None
    let_go(roots)


def _large(roots: list[object]) -> list[_Container]:
    """The large containers that the objects hold, and those that the last items of such containers hold."""
    found: list[_Container] = []
    seen: set[int] = set()
    waiting = deque(roots)
    while waiting and len(seen) < _MOST_LOOKED_AT:
        each = waiting.popleft()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, list | dict | set):
            if len(each) < _PIECE:
                waiting.extend(each.values() if isinstance(each, dict) else each)
                continue
            found.append(each)
            if isinstance(each, list):
                waiting.append(each[-1])
        elif type(each).__module__.startswith("engine."):
            waiting.extend(gc.get_referents(each))
    return found


def _take_apart(containers: list[_Container], block: ExitStack) -> None:
    with block:
        while containers:
            each = containers.pop()
            while each:
                if isinstance(each, list):
                    del each[-_PIECE:]
                elif isinstance(each, dict):
                    for _ in range(min(_PIECE, len(each))):
                        each.popitem()
                else:
                    for _ in range(min(_PIECE, len(each))):
                        each.pop()
                time.sleep(_PAUSE)
