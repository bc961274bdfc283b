"""Names that neither offend nor mislead."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.together.player import MAX_NAME_LENGTH, free_name, is_harmless, skeleton


@pytest.mark.parametrize("name", ["alice", "Bob-2", "x", "player_1"])
def test_harmless(name: str) -> None:
    assert is_harmless(name)


@pytest.mark.parametrize(
    "name",
    [
        "", "-", "_", "-_-", "a" * 17, "a b", "\x1b[2J", "a\u202eb", "café", "１２", "R00t", "guest-1", "GUEST",
        "admin", "f-u-c-k", "x-hit1er",
    ],
)  # fmt: skip
def test_not_harmless(name: str) -> None:
    assert not is_harmless(name)


@pytest.mark.parametrize(("first", "other"), [("alice", "AL1CE"), ("bob", "b0b"), ("ann-a", "ann_a"), ("Il1", "lll")])
def test_names_that_look_the_same(first: str, other: str) -> None:
    assert skeleton(first) == skeleton(other)


@given(names=st.lists(st.text(max_size=40), max_size=12))
def test_all_are_distinguishable_and_none_is_harmful(names: list[str]) -> None:
    existing: set[str] = set()
    for preferred in names:
        name = free_name(preferred, existing.__contains__)
        assert is_harmless(name)
        assert len(name) <= MAX_NAME_LENGTH
        assert skeleton(name) not in existing
        existing.add(skeleton(name))
