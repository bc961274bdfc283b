"""Checks a function of Textual before it is patched: if another version has changed it, it is left alone."""

import inspect
from collections.abc import Callable


def takes(owner: type, name: str, *parameters: str) -> bool:
    """Return whether the class has a method of this name with these parameters, in this order."""
    method: Callable[..., object] | None = getattr(owner, name, None)
    return callable(method) and tuple(inspect.signature(method).parameters) == parameters
