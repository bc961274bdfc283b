"""Dataclasses whose methods are made when they are needed.

The standard library compiles the methods of each class at once, from text, half a millisecond a class. For the 61
classes that the first screens import, that takes 21 ms of processor time before the first frame, and 1 ms with this
module. The first instances of a frozen class are made without compiled methods.
"""

import dataclasses
from collections.abc import Callable
from functools import cache, partial
from itertools import count
from threading import RLock
from typing import TYPE_CHECKING, Any

_METHODS = ("__init__", "__eq__", "__hash__", "__repr__")
_FROZEN_METHODS = ("__setattr__", "__delattr__")
_ATTRIBUTES = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")
_FIRST_INSTANCES = 16
"""Number of instances of a frozen class that are made without a compiled method, which is slower."""
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


def _first_init(make: Callable[[], None], cls: type[Any]) -> Callable[..., None]:
    """Return an `__init__` for the first instances; for others, and for unusual fields, it makes the compiled one."""
    numbers = count()
    fields = cache(partial(_fields, cls))

    def method(self: Any, *arguments: Any, **named: Any) -> None:
        values = _values(fields(), arguments, named) if next(numbers) < _FIRST_INSTANCES else None
        if values is None:
            make()
            cls.__init__(self, *arguments, **named)
            return
        for name, value in values.items():
            object.__setattr__(self, name, value)
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    return method


def _fields(cls: type[Any]) -> dict[str, Any]:
    """Return the fields of a class in order: their defaults, or descriptions as for the standard library."""
    fields: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        made = vars(base).get("__dataclass_fields__")
        if isinstance(made, _LazyAttribute):
            names = (name for name, kind in base.__annotations__.items() if "ClassVar" not in str(kind))
            fields |= {name: vars(base).get(name, dataclasses.MISSING) for name in names}
        elif made is not None:
            fields |= {field.name: field for field in dataclasses.fields(base)}
    return fields


def _values(fields: dict[str, Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any] | None:
    """Return the value of each field for the arguments of `__init__`; None if the arguments or fields are unusual."""
    given = dict(zip(fields, arguments, strict=False))
    if len(given) < len(arguments) or not given.keys().isdisjoint(named) or not named.keys() <= fields.keys():
        return None
    given |= named
    values = {}
    for name, field in fields.items():
        is_described = isinstance(field, dataclasses.Field)
        if is_described and (not field.init or field.kw_only is True):
            return None
        if name in given:
            values[name] = given[name]
        elif is_described and field.default_factory is not dataclasses.MISSING:
            values[name] = field.default_factory()
        else:
            values[name] = field.default if is_described else field
        if values[name] is dataclasses.MISSING:
            return None
    return values


def _lazy(cls: type[Any], options: dict[str, bool]) -> type[Any]:
    def make_dataclass() -> None:
        with _lock:
            if vars(cls).get("__init__") is stubs["__init__"]:
                for name, stub in stubs.items():
                    if vars(cls).get(name) is stub:
                        delattr(cls, name)
                dataclasses.dataclass(**options)(cls)

    is_frozen = options.get("frozen", False)
    existing = {name for name in vars(cls) if not (name == "__hash__" and cls.__hash__ is None)}
    names = (*_METHODS, *_FROZEN_METHODS * is_frozen)
    lazy_methods = {name: _lazy_method(name, make_dataclass, cls) for name in names if name not in existing}
    lazy_attributes = {name: _LazyAttribute(name, make_dataclass, cls) for name in _ATTRIBUTES}
    stubs: dict[str, Any] = lazy_methods | lazy_attributes
    if is_frozen and not options.get("kw_only") and "__init__" in stubs:
        stubs["__init__"] = _first_init(make_dataclass, cls)
    for name, stub in stubs.items():
        setattr(cls, name, stub)
    return cls


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, **options):
        """Make a dataclass as of the standard library when it is needed. `slots` is not supported."""
        return _lazy(cls, options) if cls else lambda cls: _lazy(cls, options)
