"""A dataclass that is made at its first use is like any other from then on."""

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from typing import Any, ClassVar

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


def is_made(cls: Any) -> bool:
    return isinstance(vars(cls)["__dataclass_fields__"], dict)


USES: list[Callable[[Any], object]] = [
    lambda cls: [cls(1, 2).left for _ in range(99)] == [1] * 99,
    lambda cls: repr(cls(1)),
    lambda cls: [each.name for each in fields(cls)] == ["left", "right"],
    lambda cls: is_dataclass(cls) and cls.__dataclass_params__.frozen,
    lambda cls: cls.__match_args__ == ("left", "right"),
    lambda cls: cls.__new__(cls) != 5 and hash(cls(1)) == hash(cls(1)),
]


@pytest.mark.parametrize("use", USES)
def test_any_use_but_the_first_instances_makes_the_class(use: Callable[[Any], object]) -> None:
    cls = fresh(frozen=True)
    assert not is_made(cls)
    assert use(cls)
    assert is_made(cls)
    assert type(vars(cls)["__dataclass_params__"]).__name__ == "_DataclassParams"
    assert cls(1) == cls(1, 0) != cls(2)
    assert repr(cls(1)).endswith("Pair(left=1, right=0)")
    with pytest.raises(FrozenInstanceError):
        cls(1).left = 2


def test_the_first_instances_of_a_frozen_class_do_without() -> None:
    cls = fresh(frozen=True)
    firsts = [cls(1), cls(1, 2), cls(right=3, left=1)]
    assert [(value.left, value.right) for value in firsts] == [(1, 0), (1, 2), (1, 3)]
    assert not is_made(cls)
    with pytest.raises(FrozenInstanceError):
        firsts[0].left = 2
    assert is_made(cls)
    assert firsts == [cls(1), cls(1, 2), cls(1, 3)]


@pytest.mark.parametrize(("arguments", "named"), [((), {}), ((1, 2, 3), {}), ((1,), {"left": 1}), ((1,), {"other": 2})])
def test_wrong_arguments_are_type_errors(arguments: tuple[int, ...], named: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="__init__"):
        fresh(frozen=True)(*arguments, **named)


def test_first_instances_have_defaults_of_every_kind() -> None:
    @dataclass(frozen=True)
    class Base:
        shared: ClassVar[int] = 1
        marks: list[int] = field(default_factory=list)
        count: int = field(default=3, repr=False)

    @dataclass(frozen=True)
    class Longer(Base):
        total: int = 0

        def __post_init__(self) -> None:
            object.__setattr__(self, "total", self.count + len(self.marks))

    first, second = Longer(), Longer([7])
    assert (first.marks, first.count, first.total) == ([], 3, 3)
    assert second.total == 4
    assert first.marks is not Longer().marks
    assert not is_made(Longer)
    assert second == Longer([7], 3)
    assert repr(second).endswith("Longer(marks=[7], total=4)")


def test_unusual_fields_are_those_of_the_standard_library() -> None:
    @dataclass(frozen=True)
    class Unusual:
        named: int = field(kw_only=True)
        fixed: int = field(default=2, init=False)

    assert Unusual(named=1).fixed == 2
    with pytest.raises(TypeError):
        Unusual(1)  # type: ignore[misc]
    with pytest.raises(TypeError):
        Unusual(named=1, fixed=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        fresh(frozen=True, kw_only=True)(1)


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
