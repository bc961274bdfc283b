"""A dataclass that is made at its first use is like any other from then on."""

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from typing import Any

import pytest

from engine.base.lazy_dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 2
    marks: list[int] = field(default_factory=list, compare=False)


def fresh(**options: Any) -> Any:
    class Pair:
        left: int
        right: int = 0

    return dataclass(**options)(Pair)


def matched(pair: Any) -> object:
    match pair:
        case Point(3, y):
            return y
    return None


USES: list[Callable[[Any], object]] = [
    lambda cls: cls(1, 2).left == 1,
    lambda cls: [each.name for each in fields(cls)] == ["left", "right"],
    lambda cls: is_dataclass(cls) and cls.__dataclass_params__.frozen,
    lambda cls: cls.__match_args__ == ("left", "right"),
    lambda cls: cls.__new__(cls) != 5 and hash(cls(1)) == hash(cls(1)),
]


@pytest.mark.parametrize("use", USES)
def test_any_use_makes_the_class(use: Callable[[Any], object]) -> None:
    cls = fresh(frozen=True)
    assert use(cls)
    assert type(vars(cls)["__dataclass_params__"]).__name__ == "_DataclassParams"
    assert cls(1) == cls(1, 0) != cls(2)
    assert repr(cls(1)).endswith("Pair(left=1, right=0)")
    with pytest.raises(FrozenInstanceError):
        cls(1).left = 2


def test_values_are_compared_copied_matched_and_sent() -> None:
    point = Point(3)
    assert point == Point(3, marks=[1]) == pickle.loads(pickle.dumps(point))
    assert replace(point, y=5) == Point(3, 5)
    assert matched(point) == 2
    assert point.marks == []


def test_a_class_without_arguments_and_one_without_equality() -> None:
    @dataclass
    class Open:
        x: int

    value = Open(1)
    value.x = 2
    assert value == Open(2)
    assert Open.__hash__ is None
    assert fresh(eq=False)(1) != fresh(eq=False)(1)


def test_fields_of_an_unused_base_class_are_inherited() -> None:
    base = fresh(frozen=True)

    class Longer(base):  # type: ignore[misc, valid-type]
        top: int = 7

    longer = dataclass(frozen=True)(Longer)
    assert longer(1, top=8) == longer(1, 0, 8)

    class Plain(fresh(frozen=True)):  # type: ignore[misc]
        pass

    assert Plain(4).left == 4


def test_methods_of_the_class_itself_stay() -> None:
    @dataclass(frozen=True)
    class Named:
        x: int

        def __repr__(self) -> str:
            return "named"

    assert repr(Named(1)) == "named"
