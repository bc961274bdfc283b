"""A check before a function of Textual is replaced: another version may have changed it, and is then left as it is."""

import inspect
from collections.abc import Callable


def takes(owner: type, name: str, *parameters: str) -> bool:
    """Whether the class has a method of this name that takes these parameters, in this order."""
    method: Callable[..., object] | None = getattr(owner, name, None)
    return callable(method) and tuple(inspect.signature(method).parameters) == parameters
