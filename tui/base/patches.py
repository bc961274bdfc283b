"""A check of Textual's functions before they are patched: other versions may have changed them."""

import inspect
from collections.abc import Callable


def has_parameters(owner: type, name: str, *parameters: str) -> bool:
    """Return whether the class has a method of this name with these parameters, in this order."""
    method: Callable[..., object] | None = getattr(owner, name, None)
    return callable(method) and tuple(inspect.signature(method).parameters) == parameters
