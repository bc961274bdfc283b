"""Serializes values for the results of untrusted processes: data only, so that reading runs no code.

`pack` and `unpack` support Python's own values, arrays, paths and dates; members of enumerations; and instances of this
program's frozen dataclasses and named tuples, without calling a constructor: all fields must be present and match their
annotations. Classes are looked up by name in the engine and in what features share; names from anywhere else are
refused, as are classes of other kinds, unless their module has registered them by `plain`. An object that occurs
several times is written once.

Unlike a pickle, the worst outcome is a wrong value of the right type.
"""

import datetime
import importlib
import sys
import types
import typing
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path, PurePath
from struct import Struct
from struct import error as StructError  # noqa: N812 (as exceptions are named)
from typing import Any, TypeVar

from engine.base.errors import Cancelled, InputError

PACKAGES = ("engine.", "tui.features.", "tui.base.", "tui.draw.")
"""The packages whose classes may be values."""
_EXCLUDED_PACKAGES = ("engine.commands.",)
_MAX_DEPTH = 400
"""Maximum nesting depth of values."""
_MAX_VALUES, _MAX_HASHED = 200_000_000, 20_000_000
"""Limits of the number of values, with shared ones counted at each use: in one object, and in hashed keys."""
_INT_CODES = "bhiq"
_ARRAY_CODES = "bBhHiIlLqQfd"
_NUMPY_KINDS = "biufU"
"""The kinds of numpy's numbers and strings."""

_LONG, _DOUBLE, _LENGTH = Struct("<q"), Struct("<d"), Struct("<I")

_Class = TypeVar("_Class", bound=type[Any])


_CALLABLE: Any = Callable
"""`Callable` as the origin of an annotation."""
_DECODING_ERRORS = (
    StructError, ValueError, TypeError, LookupError, StopIteration, AttributeError, RecursionError, OverflowError,
)  # fmt: skip


class ValueFault(Exception):
    """Raised for something that is not a value, or not a valid encoding of one."""


_plain: dict[type[Any], dict[str, Any]] = {}
"""Other classes whose objects are values, with the types of their attributes."""
_shared_classes: dict[str, tuple[type[Any], Callable[[Any], Any], Callable[[Any], Any]]] = {}
"""Classes whose objects are sent as keys, with functions from an object to its key and back."""


def plain(**attributes: Any) -> Callable[[_Class], _Class]:
    """Register a class whose objects have exactly these attributes, such as `@plain(literals=array)`.

    An attribute given as None is not sent.
    """

    def register(cls: _Class) -> _Class:
        _plain[cls] = attributes
        return cls

    return register


def send_by_key(cls: type[Any], key: Callable[[Any], Any], find: Callable[[Any], Any]) -> None:
    """Send objects of a class as their key, unless it is None, and look them up by it on the other side.

    `find` gets untrusted input; any exception it raises refuses the input.
    """
    _shared_classes[_name(cls)] = (cls, key, find)


def pack(value: object) -> bytes:
    """The encoding of a value. Raises ValueFault for anything else."""
    writer = _Writer()
    try:
        writer.write(value)
    except RecursionError:
        raise ValueFault("it is nested too deeply") from None
    return writer.out.getvalue()


def unpack(data: bytes, expected: Any = Any) -> Any:
    """Decode a value written by `pack`, which must have the expected type. Raises ValueFault otherwise."""
    reader = _Reader(data)
    try:
        value = reader.read(0)
        if reader.position != len(data):
            raise ValueFault("data follows the value")
        if not reader.fits(value, expected):
            raise ValueFault(f"{type(value).__name__} where another type is expected")
        return value
    except ValueFault:
        raise
    except _DECODING_ERRORS as error:
        raise ValueFault(f"{type(error).__name__}: {error}") from None


def pack_error(error: BaseException) -> bytes:
    """The encoding of an exception: its kind and its message."""
    return pack(_error_fields(error))


def unpack_error(data: bytes) -> Exception:
    """Decode an exception written by `pack_error`; RuntimeError for unknown kinds. Raises ValueFault."""
    return _error_of(unpack(data, tuple))


def _error_fields(error: BaseException) -> tuple[object, ...]:
    if isinstance(error, InputError):
        return "input", error.problem, error.path, error.line, error.advice
    if isinstance(error, Cancelled):
        return ("cancelled",)
    if isinstance(error, OSError) and isinstance(error.errno, int):
        filename = error.filename if isinstance(error.filename, str) else None
        return "system", error.errno, str(error.strerror), filename
    return "other", type(error).__name__, str(error)


def _error_of(error_fields: object) -> Exception:
    match error_fields:
        case ("input", str(problem), str() | None as path, int() | None as line, str(advice)):
            return InputError(problem, path=path, line=line, advice=advice)
        case ("cancelled",):
            return Cancelled()
        case ("system", int(number), str(reason), str() | None as filename):
            return OSError(number, reason, filename)
        case ("other", str(name), str(text)):
            return RuntimeError(f"{name}: {text}")
    raise ValueFault("not an error")


class _Writer:
    def __init__(self) -> None:
        self.out = BytesIO()
        self._texts: dict[str, int] = {}
        self._objects: dict[int, int] = {}
        self._references: list[object] = []
        """Keeps the objects alive, so that no other object gets the id of a written one."""
        self._count = 0

    def write(self, value: Any) -> None:
        """Append a value."""
        kind = type(value)
        if kind is str or (isinstance(value, str) and not isinstance(value, Enum)):
            self._text(str(value))
        elif value is None or kind is bool:
            self.out.write({None: b"N", True: b"T", False: b"F"}[value])
        elif kind is int:
            self._int(value)
        elif kind is float:
            self.out.write(b"f" + _DOUBLE.pack(value))
        elif kind is bytes:
            self._bytes(b"y", value)
        elif (index := self._objects.get(id(value))) is not None:
            self.out.write(b"@" + _LENGTH.pack(index))
        else:
            self._object(value, kind)
            self._objects[id(value)] = self._count
            self._references.append(value)
            self._count += 1

    def _object(self, value: Any, kind: Any) -> None:
        if kind is tuple or kind is list:
            self._sequence(value, kind)
        elif kind in (set, frozenset, dict):
            self.out.write({set: b"<", frozenset: b">", dict: b"{"}[kind] + _LENGTH.pack(len(value)))
            for item in value:
                self.write(item)
                if kind is dict:
                    self.write(value[item])
        elif kind is array:
            self.out.write(b"a" + value.typecode.encode())
            self._bytes(b"", value.tobytes())
        elif kind is range:
            self.out.write(b"r")
            for number in (value.start, value.stop, value.step):
                self.write(number)
        elif isinstance(value, PurePath):
            self.out.write(b"p")
            self._text(str(value))
        elif kind is datetime.date or kind is datetime.datetime:
            self.out.write(b"d" if kind is datetime.date else b"D")
            self._text(value.isoformat())
        elif isinstance(value, Enum):
            self.out.write(b"e")
            self._text(_name(kind))
            self._text(value.name)
        elif isinstance(value, Exception):
            self.out.write(b"x")
            self.write(_error_fields(value))
        elif kind.__module__ == "numpy":
            self._numpy(value)
        elif (key := _shared_classes[_name(kind)][1](value) if _name(kind) in _shared_classes else None) is not None:
            self.out.write(b"*")
            self._text(_name(kind))
            self.write(key)
        elif isinstance(value, tuple):
            self.out.write(b"n")
            self._text(_name(kind))
            self.write(tuple(value))
        else:
            attributes = {**vars(value)} if hasattr(value, "__dict__") else {}
            if is_dataclass(kind):
                attributes.update({field.name: getattr(value, field.name) for field in fields(kind)})
            allowed = _attributes(kind)
            self.out.write(b"o")
            self._text(_name(kind))
            attributes = {name: content for name, content in attributes.items() if name in allowed}
            self.out.write(_LENGTH.pack(len(attributes)))
            for name, content in attributes.items():
                self._text(name)
                self.write(None if allowed[name] is None else content)

    def _sequence(self, value: Any, kind: type[Any]) -> None:
        if len(value) > 1 and set(map(type, value)) == {int}:
            lowest, highest = min(value), max(value)
            for code in _INT_CODES:
                size = 8 * array(code).itemsize - 1
                if -(1 << size) <= lowest and highest < 1 << size:
                    self.out.write((b"t" if kind is tuple else b"l") + code.encode())
                    self._bytes(b"", array(code, value).tobytes())
                    return
        self.out.write((b"(" if kind is tuple else b"[") + _LENGTH.pack(len(value)))
        for item in value:
            self.write(item)

    def _numpy(self, value: Any) -> None:
        import numpy as np

        if not isinstance(value, np.ndarray | np.generic) or value.dtype.kind not in _NUMPY_KINDS:
            raise ValueFault(f"{type(value).__name__} is not a value")
        self.out.write(b"A" if isinstance(value, np.ndarray) else b"G")
        self._text(value.dtype.str)
        self.write(tuple(value.shape))
        self._bytes(b"", np.ascontiguousarray(value).tobytes())

    def _int(self, value: int) -> None:
        if -(1 << 63) <= value < 1 << 63:
            self.out.write(b"i" + _LONG.pack(value))
        else:
            self._bytes(b"I", value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True))

    def _text(self, value: str) -> None:
        index = self._texts.get(value)
        if index is None:
            self._texts[value] = self._count
            self._count += 1
            self._bytes(b"s", value.encode("utf-8", "surrogatepass"))
        else:
            self.out.write(b"@" + _LENGTH.pack(index))

    def _bytes(self, tag: bytes, value: bytes) -> None:
        self.out.write(tag + _LONG.pack(len(value)))
        self.out.write(value)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.position = 0
        self._data = data
        self._references: list[Any] = []
        """The values that can be referred to, in the order of reading."""
        self._weights: list[int] = []
        self._weight = 0
        """The weight of the values read in the current context."""
        self._hashed = 0
        self._fitting: set[tuple[int, int]] = set()
        self._hints: list[object] = []

    def read(self, depth: int) -> Any:
        """Read the next value."""
        if depth > _MAX_DEPTH:
            raise ValueFault("it is nested too deeply")
        tag = self._take(1)
        if tag in b"NTFifIy" and tag:
            self._weight += 1
            return self._simple(tag)
        if tag == b"@":
            index = self._number(_LENGTH)
            self._add_weight(self._weights[index])
            return self._references[index]
        before, self._weight = self._weight, 1
        value = self._object(tag, depth + 1)
        own, self._weight = self._weight, before
        self._references.append(value)
        self._weights.append(own)
        self._add_weight(own)
        return value

    def _add_weight(self, weight: int) -> None:
        self._weight += weight
        if self._weight > _MAX_VALUES:
            raise ValueFault("it has too many values")

    def _simple(self, tag: bytes) -> Any:
        match tag:
            case b"i":
                return self._number(_LONG)
            case b"f":
                return _DOUBLE.unpack(self._take(8))[0]
            case b"I":
                return int.from_bytes(self._bytes(), "little", signed=True)
            case b"y":
                return self._bytes()
        return {b"N": None, b"T": True, b"F": False}[tag]

    def _object(self, tag: bytes, depth: int) -> Any:
        match tag:
            case b"s":
                return self._bytes().decode("utf-8", "surrogatepass")
            case b"(" | b"[":
                items = [self.read(depth) for _ in range(self._count())]
                return tuple(items) if tag == b"(" else items
            case b"t" | b"l":
                numbers = self._array(_INT_CODES)
                return tuple(numbers) if tag == b"t" else numbers.tolist()
            case b"<" | b">":
                keys = {self._key(depth) for _ in range(self._count())}
                return keys if tag == b"<" else frozenset(keys)
            case b"{":
                return {self._key(depth): self.read(depth) for _ in range(self._count())}
            case b"a":
                return self._array(_ARRAY_CODES)
            case b"r":
                start, stop, step = (self._int(depth) for _ in range(3))
                return range(start, stop, step)
            case b"p":
                return Path(self._text(depth))
            case b"d":
                return datetime.date.fromisoformat(self._text(depth))
            case b"D":
                return datetime.datetime.fromisoformat(self._text(depth))
            case b"e":
                cls = _class(self._text(depth))
                if not issubclass(cls, Enum):
                    raise ValueFault(f"{cls.__name__} is not an enumeration")
                return cls[self._text(depth)]
            case b"A" | b"G":
                return self._numpy(tag, depth)
            case b"*":
                return _shared_classes[self._text(depth)][2](self.read(depth))
            case b"x":
                return _error_of(self.read(depth))
            case b"n":
                return self._named_tuple(depth)
            case b"o":
                return self._instance(depth)
        raise ValueFault(f"unknown tag {tag!r}")

    def _key(self, depth: int) -> Any:
        """Read a value that will be hashed."""
        before = self._weight
        value = self.read(depth)
        self._hashed += self._weight - before
        if self._hashed > _MAX_HASHED:
            raise ValueFault("its keys have too many values")
        return value

    def _array(self, codes: str) -> "array[Any]":
        code = self._take(1).decode("ascii")
        if code not in codes:
            raise ValueFault(f"unknown array type {code!r}")
        return array(code, self._bytes())

    def _numpy(self, tag: bytes, depth: int) -> Any:
        import numpy as np

        kind = np.dtype(self._text(depth))
        if kind.kind not in _NUMPY_KINDS:
            raise ValueFault(f"unknown array type {kind}")
        shape = self.read(depth)
        if not isinstance(shape, tuple) or not all(type(size) is int and size >= 0 for size in shape):
            raise ValueFault("invalid array shape")
        values = np.frombuffer(bytearray(self._bytes()), kind).reshape(shape)
        return values if tag == b"A" else values[()]

    def _named_tuple(self, depth: int) -> Any:
        cls = _class(self._text(depth))
        names = _field_names(cls)
        content = self.read(depth)
        if type(content) is not tuple or len(content) != len(names):
            raise ValueFault(f"the fields of {cls.__name__} differ")
        for name, value, hint in zip(names, content, (_hints(cls)[name] for name in names), strict=True):
            self._check(cls, name, value, hint)
        return tuple.__new__(cls, content)

    def _instance(self, depth: int) -> Any:
        cls = _class(self._text(depth))
        allowed = _attributes(cls)
        content = {self._text(depth): self.read(depth) for _ in range(self._count())}
        if not _required(cls) <= content.keys() <= allowed.keys():
            raise ValueFault(f"the fields of {cls.__name__} differ")
        value = object.__new__(cls)
        for name, attribute in content.items():
            self._check(cls, name, attribute, allowed[name])
            if isinstance(getattr(cls, name, None), cached_property):
                vars(value)[name] = attribute
            else:
                object.__setattr__(value, name, attribute)
        return value

    def _check(self, cls: type[Any], name: str, value: Any, hint: Any) -> None:
        if not self.fits(value, hint):
            raise ValueFault(f"{name} of {cls.__name__} can't be a {type(value).__name__}")

    def fits(self, value: Any, hint: Any) -> bool:
        """Whether a value matches an annotation, as far as that can be checked."""
        if hint is Any or hint is object:
            return True
        if isinstance(hint, type):
            return _is_instance(value, hint)
        key = (id(value), id(hint))
        if key in self._fitting:
            return True
        if not self._fits_alias(value, hint):
            return False
        if type(value) in (tuple, list, dict, frozenset, set):  # alive as long as this reader, so that ids stay unique
            self._fitting.add(key)
            self._hints += (value, hint)
        return True

    def _fits_alias(self, value: Any, hint: Any) -> bool:
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if hint is None:
            return value is None
        if origin in (typing.Union, types.UnionType):
            return any(self.fits(value, argument) for argument in arguments)
        if origin is typing.Literal:
            return any(type(value) is type(argument) and value == argument for argument in arguments)
        if origin is typing.Annotated:
            return self.fits(value, arguments[0])
        if not isinstance(origin, type):  # such as a TypeVar
            return True
        if origin is _CALLABLE:
            return callable(value)
        if not _is_instance(value, origin):
            return False
        if isinstance(value, tuple) and arguments and issubclass(tuple, origin):
            if origin is not tuple or (len(arguments) == 2 and arguments[1] is ...):
                return self._all_fit(value, arguments[0])
            if arguments == ((),):
                return not value
            return len(value) == len(arguments) and all(map(self.fits, value, arguments))
        if isinstance(value, Mapping) and len(arguments) == 2:
            return self._all_fit(value, arguments[0]) and self._all_fit(value.values(), arguments[1])
        if isinstance(value, list | set | frozenset) and len(arguments) == 1:
            return self._all_fit(value, arguments[0])
        return True

    def _all_fit(self, values: Collection[Any], hint: Any) -> bool:
        kinds = set(map(type, values))
        if kinds <= {int} and hint in (int, float):
            return True
        return all(self.fits(value, hint) for value in values)

    def _text(self, depth: int) -> str:
        value = self.read(depth)
        if type(value) is not str:
            raise ValueFault("a text is expected")
        return value

    def _int(self, depth: int) -> int:
        value = self.read(depth)
        if type(value) is not int:
            raise ValueFault("a number is expected")
        return value

    def _count(self) -> int:
        """The number of values that follow, each of at least one byte."""
        count = self._number(_LENGTH)
        if count > len(self._data) - self.position:
            raise ValueFault("it ends too early")
        return count

    def _bytes(self) -> bytes:
        return self._take(self._number(_LONG))

    def _number(self, form: Struct) -> int:
        number: int = form.unpack(self._take(form.size))[0]
        return number

    def _take(self, count: int) -> bytes:
        if not 0 <= count <= len(self._data) - self.position:
            raise ValueFault("it ends too early")
        self.position += count
        return self._data[self.position - count : self.position]


def _is_instance(value: Any, cls: type[Any]) -> bool:
    """Like `isinstance`, but int counts as float, and protocols accept everything."""
    if getattr(cls, "_is_protocol", False):
        return True
    if cls is float:
        return type(value) is int or isinstance(value, float)
    return isinstance(value, cls)


def _name(cls: type[Any]) -> str:
    return f"{cls.__module__}:{cls.__qualname__}"


@lru_cache(4096)
def _class(name: str) -> Any:
    """The class with this name. Raises ValueFault if it is not a class of this program's values."""
    module, _, path = name.partition(":")
    if not module.startswith(PACKAGES) or module.startswith(_EXCLUDED_PACKAGES) or not path:
        raise ValueFault(f"{name} is not a class of values")
    try:
        found: Any = sys.modules.get(module) or importlib.import_module(module)
    except ImportError:
        raise ValueFault(f"there is no module {module}") from None
    for part in path.split("."):
        found = vars(found).get(part)
    if not isinstance(found, type) or _name(found) != name:
        raise ValueFault(f"{name} is not a class of values")
    return found


@lru_cache(None)
def _attributes(cls: type[Any]) -> dict[str, Any]:
    """The attributes that an object may have, with their types. Raises ValueFault if the class is not a value."""
    if cls in _plain:
        return _plain[cls]
    if not is_dataclass(cls) or not cls.__dataclass_params__.frozen or not cls.__module__.startswith(PACKAGES):  # type: ignore[attr-defined]
        raise ValueFault(f"{cls.__module__}.{cls.__qualname__} is not a value")
    hints = _hints(cls)
    return {field.name: hints[field.name] for field in fields(cls)} | dict(_cached_properties(cls))


@lru_cache(None)
def _required(cls: type[Any]) -> frozenset[str]:
    """The attributes that an object must have."""
    return frozenset(_plain[cls]) if cls in _plain else frozenset(field.name for field in fields(cls))


def _cached_properties(cls: type[Any]) -> Iterator[tuple[str, Any]]:
    """The cached properties of a class, with their types."""
    for parent in cls.__mro__:
        for name, attribute in vars(parent).items():
            if isinstance(attribute, cached_property):
                yield name, _resolve_hints(attribute.func, {"return": Any}).get("return", Any)


@lru_cache(None)
def _field_names(cls: type[Any]) -> tuple[str, ...]:
    """The fields of a named tuple. Raises ValueFault for another class."""
    names: Any = vars(cls).get("_fields")
    if not issubclass(cls, tuple) or not isinstance(names, tuple):
        raise ValueFault(f"{cls.__name__} is not a named tuple")
    return names


@lru_cache(None)
def _hints(cls: type[Any]) -> dict[str, Any]:
    """The annotations of a class; Any where a name is known only to type checkers."""
    hints: dict[str, Any] = {}
    for parent in reversed(cls.__mro__):
        annotations = vars(parent).get("__annotations__", {})
        hints |= _resolve_hints(parent, dict.fromkeys(annotations, Any))
    return hints


class _Arrays:
    """Replaces `array` in annotations, as Python before 3.12 does not support its subscription."""

    def __class_getitem__(cls, _numbers: object) -> type[Any]:
        return array


def _resolve_hints(owner: Any, defaults: dict[str, Any]) -> dict[str, Any]:
    """The annotations of a class or function as objects; `defaults` if there are none."""
    namespace = vars(sys.modules[owner.__module__])
    replacements = {"array": _Arrays} if namespace.get("array") is array else {}
    hints = dict(defaults)
    for name, hint in vars(owner).get("__annotations__", getattr(owner, "__annotations__", {})).items():
        try:
            hints[name] = eval(hint, {**namespace, **replacements}) if isinstance(hint, str) else hint
        except (NameError, TypeError):
            hints[name] = Any
    return hints
