"""Whose key it is: first come, first served, whatever the names and the order."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.together import records
from engine.together.database import Database
from engine.together.player import LONGEST_NAME, Player
from tui.server import players as module
from tui.server.options import Admission
from tui.server.players import CODE, Players


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "players.db")
    yield database
    database.close()


@pytest.fixture
def players(database: Database) -> Players:
    return Players(database)


def test_a_key_stays_its_player_s_whatever_name_it_comes_with(players: Players) -> None:
    assert players.welcome("key a", "alice") == Player("alice", 1)
    assert players.welcome("key a", "bob") == Player("alice", 1)
    assert players.welcome("key b", "Alice") == Player("Alice-2", 2)


def test_players_are_there_after_a_restart(players: Players, tmp_path: Path) -> None:
    players.welcome("key a", "alice")
    again = Database(tmp_path / "players.db")
    assert Players(again).welcome("key a", "x") == Player("alice", 1)
    again.close()


@given(names=st.lists(st.text(max_size=40), min_size=1, max_size=30))
def test_names_are_harmless_and_each_is_one_player_s(names: list[str]) -> None:
    database = Database(Path(":memory:"))
    players = Players(database)
    welcome = [players.welcome(f"key {number}", name) for number, name in enumerate(names)]
    database.close()
    given_names = [player.name for player in welcome if player]
    assert len({name.lower() for name in given_names}) == len(names)
    for name in given_names:
        assert 1 <= len(name) <= LONGEST_NAME
        assert name.isascii()
        assert name.replace("-", "").replace("_", "").isalnum() or set(name) <= {"-", "_"}


def test_a_code_adds_one_key_once(players: Players) -> None:
    alice = players.welcome("key a", "alice")
    assert alice
    code = players.new_code(alice)
    assert CODE.fullmatch(code)
    assert players.add_key("aaaaa-aaaaa", "key b") is None
    assert players.add_key(code, "key b") == alice
    assert players.add_key(code, "key c") is None
    assert players.welcome("key b", "somebody") == alice


def test_a_code_takes_no_key_from_its_owner(players: Players) -> None:
    alice, bob = players.welcome("key a", "alice"), players.welcome("key b", "bob")
    assert alice
    assert players.add_key(players.new_code(alice), "key b") is None
    assert players.welcome("key b", "bob") == bob


def test_a_code_ends(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    alice = players.welcome("key a", "alice")
    assert alice
    old, new = players.new_code(alice), players.new_code(alice)
    assert players.add_key(old, "key b") is None, "a new one ends the one before"
    monkeypatch.setattr(module, "CODE_SECONDS", -1)
    assert players.add_key(players.new_code(alice), "key b") is None
    assert players.add_key(new, "key b") is None


def test_whom_the_host_keeps_out_is_not_welcome_until_let_in_again(players: Players, database: Database) -> None:
    alice = players.welcome("key a", "alice")
    assert alice
    code = players.new_code(alice)
    assert database.run(lambda connection: records.keep_out(connection, "ALICE", blocked=True))
    assert not database.run(lambda connection: records.keep_out(connection, "nobody", blocked=True))
    assert database.run(records.kept_out) == {alice.number}
    assert players.welcome("key a", "alice") is None
    assert players.add_key(code, "key b") is None
    database.run(lambda connection: records.keep_out(connection, "alice", blocked=False))
    assert players.welcome("key a", "alice") == alice


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not an address", "not an address"),
    ],
)
def test_addresses_count_by_their_network(address: str, network: str) -> None:
    assert Admission().network(address) == network


def test_the_prefixes_of_networks_can_be_chosen() -> None:
    admission = Admission(ipv4_prefix=24, ipv6_prefix=48)
    assert admission.network("192.0.2.7") == admission.network("192.0.2.200") == "192.0.2.0/24"
    assert admission.network("2001:db8:1:2::3") == "2001:db8:1::/48"
