"""Whose key it is: first come, first served, whatever the names and the order."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.server import players as module
from tui.server.players import CODE, LONGEST_NAME, Player, Players


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    players = Players(tmp_path / "players.db")
    yield players
    players.close()


def test_a_key_stays_its_player_s_whatever_name_it_comes_with(players: Players) -> None:
    assert players.welcome("key a", "alice") == Player("alice", 1)
    assert players.welcome("key a", "bob") == Player("alice", 1)
    assert players.welcome("key b", "Alice") == Player("Alice-2", 2)


def test_players_are_there_after_a_restart(players: Players, tmp_path: Path) -> None:
    players.welcome("key a", "alice")
    again = Players(tmp_path / "players.db")
    assert again.welcome("key a", "x") == Player("alice", 1)
    again.close()


@given(names=st.lists(st.text(max_size=40), min_size=1, max_size=30))
def test_names_are_harmless_and_each_is_one_player_s(names: list[str]) -> None:
    players = Players(Path(":memory:"))
    given_names = [players.welcome(f"key {number}", name).name for number, name in enumerate(names)]
    players.close()
    assert len({name.lower() for name in given_names}) == len(names)
    for name in given_names:
        assert 1 <= len(name) <= LONGEST_NAME
        assert name.isascii()
        assert name.replace("-", "").replace("_", "").isalnum() or set(name) <= {"-", "_"}


def test_a_code_adds_one_key_once(players: Players) -> None:
    alice = players.welcome("key a", "alice")
    code = players.new_code(alice)
    assert CODE.fullmatch(code)
    assert players.add_key("aaaaa-aaaaa", "key b") is None
    assert players.add_key(code, "key b") == alice
    assert players.add_key(code, "key c") is None
    assert players.welcome("key b", "somebody") == alice


def test_a_code_takes_no_key_from_its_owner(players: Players) -> None:
    alice, _ = players.welcome("key a", "alice"), players.welcome("key b", "bob")
    assert players.add_key(players.new_code(alice), "key b") is None
    assert players.welcome("key b", "bob").name == "bob"


def test_a_code_ends(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    alice = players.welcome("key a", "alice")
    old, new = players.new_code(alice), players.new_code(alice)
    assert players.add_key(old, "key b") is None, "a new one ends the one before"
    monkeypatch.setattr(module, "CODE_SECONDS", -1)
    assert players.add_key(players.new_code(alice), "key b") is None
    assert players.add_key(new, "key b") is None
