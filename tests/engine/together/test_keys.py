"""Keys and codes of players: who owns what, how long, and what a revoked key may still do."""

import re
import sqlite3
from collections.abc import Iterator

import pytest

from engine.play.errors import GameError
from engine.together import keys
from engine.together.database import ServerDatabase
from engine.together.keys import BROWSER, CODE_SECONDS, MAX_KEYS, Access, Key
from engine.together.player import Player


class Clock:
    """A time that tests set."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(keys, "time", clock)
    return clock


@pytest.fixture
def connection(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[sqlite3.Connection]:
    """Two players, each with a key."""
    path = tmp_path_factory.mktemp("server") / "players.db"
    ServerDatabase(path).close()
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    for number, name in ((1, "alice"), (2, "bob")):
        connection.execute("INSERT INTO player (id, name, since, looks) VALUES (?, ?, 0, ?)", (number, name, name))
        keys.add(connection, number, f"key of {name}", "ssh")
    yield connection
    connection.close()


def refused(connection: sqlite3.Connection, player: int, current: str) -> None:
    """Fails unless a session with this key may change nothing."""
    for act in (keys.new_code, keys.new_recovery_code, keys.end_recovery_code):
        with pytest.raises(GameError, match="This session's key has been revoked"):
            act(connection, player, current)
    with pytest.raises(GameError, match="revoked"):
        keys.revoke(connection, player, current, "key of bob")


def test_a_code_adds_one_key_within_its_time(connection: sqlite3.Connection, clock: Clock) -> None:
    code = keys.new_code(connection, 1, "key of alice")
    assert re.fullmatch(r"[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}", code)
    assert keys.parse_code(f" {code.upper().replace('-', '  ')} ") == code
    clock.now += CODE_SECONDS
    assert keys.owner(connection, code) == Player("alice", 1)
    clock.now += 1
    assert keys.owner(connection, code) is None
    assert keys.redeem(connection, code, "late", "") is None
    code = keys.new_code(connection, 1, "key of alice")
    assert keys.redeem(connection, code, "second", "label") == Player("alice", 1)
    assert keys.redeem(connection, code, "third", "label") is None, "it is used up"
    assert [key.fingerprint for key in keys.access(connection, 1, "second").keys] == ["second", "key of alice"]


def test_a_new_code_replaces_the_old_one_of_the_same_player(connection: sqlite3.Connection, clock: Clock) -> None:
    other, first = keys.new_code(connection, 2, "key of bob"), keys.new_code(connection, 1, "key of alice")
    second = keys.new_code(connection, 1, "key of alice")
    found = [keys.owner(connection, code) for code in (other, first, second)]
    assert found == [Player("bob", 2), None, Player("alice", 1)]
    clock.now += CODE_SECONDS + 1
    keys.new_code(connection, 1, "key of alice")
    assert connection.execute("SELECT count(*) FROM code").fetchone()[0] == 1, "codes whose time is over are removed"


def test_a_recovery_code_stays_until_it_is_replaced_or_ended(connection: sqlite3.Connection, clock: Clock) -> None:
    assert keys.access(connection, 1, "").recovery is None
    code = keys.new_recovery_code(connection, 1, "key of alice")
    assert len(code.split("-")) == 5
    assert keys.parse_code(code) == code
    made, clock.now = clock.now, clock.now + 10**9
    for fingerprint in ("b", "c"):
        keys.new_code(connection, 1, "key of alice")
        assert keys.redeem(connection, code, fingerprint, "") == Player("alice", 1)
    assert keys.access(connection, 1, "").recovery == made
    following = keys.new_recovery_code(connection, 1, "b")
    assert (keys.owner(connection, code), keys.owner(connection, following)) == (None, Player("alice", 1))
    keys.end_recovery_code(connection, 1, "b")
    assert keys.owner(connection, following) is None
    assert keys.access(connection, 1, "").recovery is None


def test_a_blocked_player_owns_no_code(connection: sqlite3.Connection) -> None:
    code = keys.new_code(connection, 1, "key of alice")
    connection.execute("UPDATE player SET blocked = 1 WHERE id = 1")
    assert keys.owner(connection, code) is None
    assert keys.redeem(connection, code, "new", "") is None


def test_a_key_has_one_owner(connection: sqlite3.Connection) -> None:
    code = keys.new_code(connection, 1, "key of alice")
    assert keys.redeem(connection, code, "key of bob", "") is None
    assert keys.owner(connection, code) == Player("alice", 1), "the code is not used up"
    assert [keys.is_known(connection, key) for key in ("key of bob", "other")] == [True, False]
    assert keys.unknown_keys(connection, frozenset(("key of bob", "x", "y"))) == {"x", "y"}


def test_the_number_of_keys_is_limited(connection: sqlite3.Connection) -> None:
    for number in range(MAX_KEYS - 1):
        code = keys.new_code(connection, 1, "key of alice")
        assert keys.redeem(connection, code, f"{number}", "") == Player("alice", 1)
    code = keys.new_code(connection, 1, "key of alice")
    with pytest.raises(GameError, match="50 keys and browsers already"):
        keys.redeem(connection, code, "one more", "")
    assert len(keys.access(connection, 1, "").keys) == MAX_KEYS


def test_the_last_used_key_comes_first(connection: sqlite3.Connection, clock: Clock) -> None:
    start = clock.now
    clock.now += 1
    keys.add(connection, 1, f"{BROWSER}1", "x" * 60)
    clock.now += 1
    keys.record_use(connection, "key of alice", "y" * 60)
    expected = (
        Key("key of alice", "y" * 40, start, start + 2, is_current=False),
        Key(f"{BROWSER}1", "x" * 40, start + 1, start + 1, is_current=True),
    )
    assert keys.access(connection, 1, f"{BROWSER}1") == Access(expected, None)
    assert [key.is_browser for key in expected] == [False, True]


def test_a_revoked_key_may_change_nothing(connection: sqlite3.Connection) -> None:
    keys.add(connection, 1, "second", "")
    code, recovery = (make(connection, 1, "second") for make in (keys.new_code, keys.new_recovery_code))
    with pytest.raises(GameError, match="This session uses that key"):
        keys.revoke(connection, 1, "key of alice", "key of alice")
    keys.revoke(connection, 1, "key of alice", "key of bob")
    assert keys.is_known(connection, "key of bob"), "it is another player's"
    keys.revoke(connection, 1, "key of alice", "second")
    assert not keys.is_known(connection, "second")
    assert (keys.owner(connection, code), keys.owner(connection, recovery)) == (None, Player("alice", 1))
    refused(connection, 1, "second")
    refused(connection, 2, "key of alice")


@pytest.mark.parametrize(
    "text", ["", "abcde", "abcde-fghj", "abcde-fghjkm", "abcde-fghj1", "abcde-fghjo", "a" * 10, "abcde-fghjk-mnpqr"]
)
def test_invalid_codes(text: str) -> None:
    assert keys.parse_code(text) is None
