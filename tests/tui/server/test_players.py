"""Owners of keys: first come, first served, whatever the names and the order."""

import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.errors import GameError
from engine.together import keys, records
from engine.together.database import ServerDatabase
from engine.together.keys import parse_code
from engine.together.player import MAX_NAME_LENGTH, Player
from tui.server.options import Admission
from tui.server.players import Players
from tui.server.tries import MAX_TRIES, WINDOW_SECONDS, Tries


@pytest.fixture
def database(tmp_path: Path) -> Iterator[ServerDatabase]:
    database = ServerDatabase(tmp_path / "players.db")
    yield database
    database.close()


@pytest.fixture
def players(database: ServerDatabase) -> Players:
    return Players(database)


def test_a_key_belongs_to_its_player_under_any_name(players: Players) -> None:
    assert players.player_of_key("key a", "alice") == Player("alice", 1)
    assert players.player_of_key("key a", "bob") == Player("alice", 1)
    assert players.player_of_key("key b", "Alice") == Player("Alice-2", 2)


def test_players_exist_after_a_restart(players: Players, tmp_path: Path) -> None:
    players.player_of_key("key a", "alice")
    again = ServerDatabase(tmp_path / "players.db")
    assert Players(again).player_of_key("key a", "x") == Player("alice", 1)
    again.close()


@given(names=st.lists(st.text(max_size=40), min_size=1, max_size=30))
def test_names_are_harmless_and_unique(names: list[str]) -> None:
    database = ServerDatabase(Path(":memory:"))
    players = Players(database)
    all_players = [players.player_of_key(f"key {number}", name) for number, name in enumerate(names)]
    database.close()
    given_names = [player.name for player in all_players if player]
    assert len({name.lower() for name in given_names}) == len(names)
    for name in given_names:
        assert 1 <= len(name) <= MAX_NAME_LENGTH
        assert name.isascii()
        assert name.replace("-", "").replace("_", "").isalnum() or set(name) <= {"-", "_"}


def number(player: Player | None) -> int:
    assert player
    assert player.number
    return player.number


def a_code(database: ServerDatabase, key: str, player: Player | None) -> str:
    return database.run(partial(keys.new_code, player=number(player), current=key))


def a_recovery_code(database: ServerDatabase, key: str, player: Player | None) -> str:
    return database.run(partial(keys.new_recovery_code, player=number(player), current=key))


def the_keys(database: ServerDatabase, player: Player | None) -> list[str]:
    found = database.run(partial(keys.access, player=number(player), current="key a"))
    return [key.fingerprint for key in found.keys]


def test_a_code_adds_one_key_once(players: Players, database: ServerDatabase) -> None:
    alice = players.player_of_key("key a", "alice")
    code = a_code(database, "key a", alice)
    assert parse_code(f" {code.upper().replace('-', '  ')}\n") == code
    assert players.redeem("aaaaa-aaaaa", "key b") is None
    assert players.owner_of_code(code) == alice
    assert players.redeem(code, "key b") == alice
    assert players.redeem(code, "key c") is None
    assert players.owner_of_code(code) is None
    assert players.player_of_key("key b", "somebody") == alice


def test_a_code_takes_no_key_from_its_owner_and_stays_in_force(players: Players, database: ServerDatabase) -> None:
    alice, bob = players.player_of_key("key a", "alice"), players.player_of_key("key b", "bob")
    code = a_code(database, "key a", alice)
    assert players.redeem(code, "key b") is None
    assert players.player_of_key("key b", "bob") == bob
    assert players.redeem(code, "key c") == alice


def test_a_code_ends(players: Players, database: ServerDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    alice = players.player_of_key("key a", "alice")
    old, new = a_code(database, "key a", alice), a_code(database, "key a", alice)
    assert players.redeem(old, "key b") is None, "a new one ends the one before"
    monkeypatch.setattr(keys, "CODE_SECONDS", -1)
    assert players.redeem(a_code(database, "key a", alice), "key b") is None
    assert players.redeem(new, "key b") is None


def test_a_recovery_code_is_valid_until_the_next(players: Players, database: ServerDatabase) -> None:
    alice = players.player_of_key("key a", "alice")
    old = a_recovery_code(database, "key a", alice)
    assert parse_code(old) == old
    a_code(database, "key a", alice)
    for key in ("key b", "key c"):
        assert players.redeem(old, key) == alice
    new = a_recovery_code(database, "key c", alice)
    assert players.redeem(old, "key d") is None
    assert players.redeem(new, "key d") == alice
    database.run(partial(keys.end_recovery_code, player=number(alice), current="key d"))
    assert players.redeem(new, "key e") is None


def test_no_code_stands_in_the_file(players: Players, database: ServerDatabase, tmp_path: Path) -> None:
    alice = players.player_of_key("key a", "alice")
    codes = a_code(database, "key a", alice), a_recovery_code(database, "key a", alice)
    assert players.owner_of_code(codes[1]) == alice
    data = b"".join(file.read_bytes() for file in tmp_path.glob("players.db*"))
    for code in codes:
        assert code.encode() not in data
        assert code[:5].encode() not in data


def test_a_revoked_key_denies_access_and_disables_its_sessions(players: Players, database: ServerDatabase) -> None:
    alice = players.player_of_key("key a", "alice")
    assert players.redeem(a_code(database, "key a", alice), "key b", "Firefox") == alice
    left = a_code(database, "key b", alice)
    revoke = partial(keys.revoke, player=number(alice))
    database.run(partial(revoke, current="key a", fingerprint="key b"))
    assert the_keys(database, alice) == ["key a"]
    assert players.redeem(left, "key c") is None, "a code may have been shown there"
    assert database.run(partial(keys.unknown_keys, fingerprints=frozenset({"key a", "key b"}))) == {"key b"}
    for act in (
        partial(revoke, fingerprint="key a"),
        partial(keys.new_code, player=number(alice)),
        partial(keys.new_recovery_code, player=number(alice)),
    ):
        with pytest.raises(GameError, match="has been revoked"):
            database.run(partial(act, current="key b"))
    assert players.player_of_key("key b", "thief") != alice
    assert the_keys(database, alice) == ["key a"]


def test_the_key_in_use_and_those_of_others_are_not_revoked(players: Players, database: ServerDatabase) -> None:
    alice, bob = players.player_of_key("key a", "alice"), players.player_of_key("key b", "bob")
    with pytest.raises(GameError, match="uses that key"):
        database.run(partial(keys.revoke, player=number(alice), current="key a", fingerprint="key a"))
    database.run(partial(keys.revoke, player=number(alice), current="key a", fingerprint="key b"))
    assert players.player_of_key("key b", "bob") == bob


def test_a_player_has_no_more_keys_than_are_allowed(
    players: Players, database: ServerDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "MAX_KEYS", 2)
    alice = players.player_of_key("key a", "alice")
    code = a_recovery_code(database, "key a", alice)
    assert players.redeem(code, "key b") == alice
    with pytest.raises(GameError, match="2 keys"):
        players.redeem(code, "key c")


def test_wrong_codes_of_an_address_are_counted_for_a_while() -> None:
    now = 0.0
    tries = Tries(lambda: now)
    for _ in range(MAX_TRIES):
        assert not tries.are_used_up("a")
        tries.count("a")
    assert tries.are_used_up("a")
    assert not tries.are_used_up("b")
    now += WINDOW_SECONDS
    assert not tries.are_used_up("a")
    tries.count("a")
    assert not tries.are_used_up("a")


def test_an_excluded_player_is_refused_until_readmitted(players: Players, database: ServerDatabase) -> None:
    alice = players.player_of_key("key a", "alice")
    assert alice
    code = a_code(database, "key a", alice)
    assert database.run(lambda connection: records.set_blocked(connection, "ALICE", blocked=True))
    assert not database.run(lambda connection: records.set_blocked(connection, "nobody", blocked=True))
    assert database.run(records.blocked_players) == {alice.number}
    assert players.player_of_key("key a", "alice") is None
    assert players.redeem(code, "key b") is None
    database.run(lambda connection: records.set_blocked(connection, "alice", blocked=False))
    assert players.player_of_key("key a", "alice") == alice


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


def test_a_known_key_is_accepted_without_write_access(players: Players, database: ServerDatabase) -> None:
    alice = players.player_of_key("key of alice", "alice")
    for change in ("UPDATE ON key", "INSERT ON key", "INSERT ON player"):
        name = change.replace(" ", "_")
        database.run(
            lambda connection, change=change, name=name: connection.execute(
                f"CREATE TRIGGER {name} BEFORE {change} BEGIN SELECT RAISE(ABORT, 'no room'); END"
            )
        )
    assert players.player_of_key("key of alice", "alice") == alice
    with pytest.raises(sqlite3.Error, match="no room"):
        players.player_of_key("key of bob", "bob")
