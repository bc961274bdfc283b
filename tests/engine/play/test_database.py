"""Failures of the file: damage, a full disk, permissions, newer versions, other programs, sudden death."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from itertools import accumulate
from pathlib import Path

import pytest
from programs import launched

import engine
from engine.play.board import NoteKind
from engine.play.database import GameDatabase
from engine.play.errors import StoreError
from engine.play.origin import UNKNOWN
from engine.play.schema import UPGRADES, VERSION
from engine.play.store import Store
from engine.sudoku.techniques.position import Candidate


def damaged_files(path):
    return sorted(file.name for file in path.parent.glob("*damaged*.db"))


def test_a_non_database_file_is_set_aside(path, game):
    path.parent.mkdir()
    for number in (1, 2):
        rubbish = bytes([number]) * 5000
        path.write_bytes(rubbish)
        with Store(path) as store:
            aside = path.with_stem(f"games-damaged-{number}")
            assert str(aside) in store.take_notice()
            assert aside.read_bytes() == rubbish
            assert store.unfinished() == []
            store.add(game.record())
    assert damaged_files(path) == ["games-damaged-1.db", "games-damaged-2.db"]


def spoil(path, start):
    """Overwrite the file from a byte on."""
    with path.open("r+b") as file:
        file.seek(start)
        file.write(b"\xaa" * (path.stat().st_size - start))


@pytest.mark.parametrize("start", [0, 4096])
def test_damage_found_while_playing_loses_nothing_of_the_game_in_hand(path, game, start):
    with Store(path) as store:
        for _ in range(20):
            store.add(game.record())
        saved = store.load(20)
        store.close()  # drops cached parts of the file
        spoil(path, start)
        rubbish = path.read_bytes()
        for cell in range(5):
            saved.game.place(cell, cell + 1)
            saved.journal.save(saved.game.record(), "view")
        assert "damaged" in store.take_notice()
        assert store.take_notice() == ""
    with Store(path) as store:
        again = store.load(saved.journal.number)
        assert again.game.record() == saved.game.record()
        assert len(store.unfinished()) == 1
    assert path.with_stem("games-damaged-1").read_bytes() == rubbish


def test_damage_found_while_reading_is_reported(path, game):
    with Store(path) as store:
        for _ in range(20):
            number = store.add(game.record()).number
    spoil(path, 4096)
    with Store(path) as store:
        with pytest.raises(StoreError, match=r"is now .*games-damaged-1\.db"):
            store.load(number)
        assert store.take_notice() == "", "told once"
        assert store.unfinished() == []
    assert damaged_files(path) == ["games-damaged-1.db"]


@pytest.mark.parametrize("cut", [b"CREATE TABLE game", b"ABLE game (", b"TABLE node"])
def test_a_schema_whose_words_are_damaged_is_damage(path, game, cut):
    """SQLite quotes them in its message, which Python then can't decode."""
    with Store(path) as store:
        store.add(game.record())
    content = path.read_bytes()
    assert cut in content
    path.write_bytes(content.replace(cut, b"\xb5" * len(cut)))
    with Store(path) as store:
        assert "damaged" in store.take_notice()
        assert [store.load(game.id).game.record() for game in store.unfinished()] == [game.record()]
        store.add(game.record())
    assert damaged_files(path) == ["games-damaged-1.db"]


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE game RENAME COLUMN hints TO hinte",
        "ALTER TABLE game ADD COLUMN more",
        "DROP TABLE finish",
        "DROP TABLE game",
        "CREATE TABLE more (number)",
        "CREATE VIEW more AS SELECT * FROM game",
        "CREATE UNIQUE INDEX more ON finish (title)",
        "CREATE TRIGGER more AFTER INSERT ON game BEGIN DELETE FROM game; END",
    ],
)
def test_tables_that_are_not_those_of_the_version_are_damage(path, game, change):
    with Store(path) as store:
        store.add(game.record())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
    with Store(path) as store:
        assert "damaged" in store.take_notice()
        assert len(store.games()) == (0 if change == "DROP TABLE game" else 1)
        store.add(game.record())
    assert damaged_files(path) == ["games-damaged-1.db"]
    with closing(sqlite3.connect(path.with_stem("games-damaged-1"))) as aside:
        assert aside.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_format_of_sqlite_that_never_was_is_damage(path, game):
    with Store(path) as store:
        store.add(game.record())
    with path.open("r+b") as file:
        file.seek(44)
        file.write(bytes([0, 0, 0, 9]))
    with Store(path) as store:
        assert "damaged" in store.take_notice()


@pytest.mark.parametrize("damage", ["removed", "replaced"])
def test_a_file_removed_during_play_is_created_again(path, game, damage):
    with Store(path) as store:
        journal = store.add(game.record())
        for file in path.parent.iterdir():
            file.unlink()
        if damage == "removed":
            path.parent.rmdir()
        else:
            with Store(path) as other:
                other.add(game.record())
        game.place(0, 1)
        journal.save(game.record())
        number = journal.number
    with Store(path) as store:
        assert store.load(number).game.record() == game.record()
        assert len(store.unfinished()) == (1 if damage == "removed" else 2)


def test_a_newer_version_is_refused_and_left_alone(path, game):
    with Store(path) as store:
        store.add(game.record())
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer version"):
        Store(path)
    assert path.read_bytes() == before
    assert damaged_files(path) == []


VERSION_1 = """
CREATE TABLE game (id INTEGER PRIMARY KEY AUTOINCREMENT, revision INTEGER NOT NULL, created REAL NOT NULL,
    updated REAL NOT NULL, title TEXT NOT NULL, layout TEXT NOT NULL, givens TEXT NOT NULL, solution TEXT,
    solvable INTEGER NOT NULL, position INTEGER NOT NULL, holes INTEGER NOT NULL, filled INTEGER NOT NULL,
    solved INTEGER NOT NULL, elapsed REAL NOT NULL, hints INTEGER NOT NULL, reveals INTEGER NOT NULL,
    checks INTEGER NOT NULL, solutions INTEGER NOT NULL, view TEXT NOT NULL);
CREATE TABLE node (game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE, number INTEGER NOT NULL,
    parent INTEGER NOT NULL, kind TEXT NOT NULL, changes TEXT NOT NULL, redo INTEGER NOT NULL, bookmark TEXT,
    PRIMARY KEY (game, number)) WITHOUT ROWID;
CREATE TABLE finish (game INTEGER PRIMARY KEY, finished REAL NOT NULL, title TEXT NOT NULL, layout TEXT NOT NULL,
    elapsed REAL NOT NULL, hints INTEGER NOT NULL, reveals INTEGER NOT NULL, checks INTEGER NOT NULL,
    solutions INTEGER NOT NULL);
PRAGMA user_version = 1;
INSERT INTO game VALUES (7, 3, 1.0, 2.0, 'first row', 'single', :givens, NULL, 1, 2, 9, 1, 0, 61.5, 0, 0, 2, 0, '{}');
INSERT INTO node VALUES (7, 0, 0, 'start', '[]', 1, 'the start');
INSERT INTO node VALUES (7, 1, 0, 'place', '[[0,0,0,0,1,0,0]]', 2, NULL);
INSERT INTO node VALUES (7, 2, 1, 'note', '[[1,0,0,0,0,4,0]]', 0, 'guess');
INSERT INTO node VALUES (7, 3, 1, 'place', '[[1,0,0,0,2,0,0]]', 0, NULL);
INSERT INTO finish VALUES (5, 1.0, 'earlier', 'single', 30.0, 0, 0, 0, 0);
"""
ADDITIONS = (
    """
ALTER TABLE node ADD COLUMN elapsed REAL;
PRAGMA user_version = 2;
""",
    """
ALTER TABLE game ADD COLUMN description TEXT;
ALTER TABLE game ADD COLUMN level TEXT;
ALTER TABLE game ADD COLUMN day TEXT;
ALTER TABLE game ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0;
ALTER TABLE finish ADD COLUMN level TEXT;
ALTER TABLE finish ADD COLUMN day TEXT;
PRAGMA user_version = 3;
""",
    """
ALTER TABLE node ADD COLUMN eliminated TEXT;
ALTER TABLE game ADD COLUMN watches INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN file TEXT NOT NULL DEFAULT '';
ALTER TABLE finish ADD COLUMN watches INTEGER NOT NULL DEFAULT 0;
CREATE INDEX puzzle ON game (layout, givens);
PRAGMA user_version = 4;
""",
    """
ALTER TABLE node ADD COLUMN marks TEXT;
CREATE TABLE used (game INTEGER NOT NULL, node INTEGER NOT NULL, technique TEXT NOT NULL,
    PRIMARY KEY (game, node)) WITHOUT ROWID;
CREATE TABLE drill (number INTEGER PRIMARY KEY, answered TEXT NOT NULL, technique TEXT NOT NULL,
    layout TEXT NOT NULL, quality INTEGER NOT NULL);
PRAGMA user_version = 5;
""",
    """
ALTER TABLE game ADD COLUMN candidates TEXT;
ALTER TABLE game ADD COLUMN rules TEXT;
PRAGMA user_version = 6;
""",
)
"""The additions of each version of the schema from 2 on."""
OLD = dict(enumerate(accumulate((VERSION_1, *ADDITIONS)), 1))
"""Functions that make a file of each older version of the schema."""


@pytest.fixture(params=OLD)
def old_path(request, path, game):
    """A file of an older version: two branches, the position in the last visited one, two bookmarks."""
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.executescript(OLD[request.param].replace(":givens", f"'{list(game.puzzle.givens)}'"))
    connection.close()
    return path


def test_there_is_a_file_of_every_older_version():
    assert list(OLD) == list(UPGRADES) == list(range(1, VERSION))


def columns(path):
    with sqlite3.connect(path) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        found = {name: connection.execute(f"PRAGMA table_info({name})").fetchall() for (name,) in tables}
    connection.close()
    return found


def test_an_older_file_is_brought_up_to_date_and_keeps_everything(old_path, tmp_path):
    with Store(old_path) as store:
        assert store.take_notice() == ""
        saved = store.load(7)
        assert saved.game.history.bookmarks == {0: "the start", 2: "guess"}
        assert saved.game.history.position == 2
        assert saved.game.history.children(1) == (2, 3)
        assert saved.game.clock.elapsed == 61.5
        assert [node.elapsed for node in saved.game.history.tree.nodes] == [None] * 4
        assert store.statistics()[0].best == 30.0
        assert saved.journal.origin == UNKNOWN
        (listed,) = store.games()
        assert (listed.level, listed.day, listed.favourite, listed.file) == (None, None, 0, "")
        assert saved.game.counters.watches == 0
        assert saved.game.history.hints == {}
        saved.game.go_to(3)
        saved.game.count_hint()
        saved.game.place(2, 3)
        saved.game.eliminate([Candidate(3, 1)])
        saved.game.toggle_note((4, 5), 6, NoteKind.CORNER)
        saved.game.colour((0, 20), 9)
        saved.game.tint(4, 6, 2)
        saved.journal.save(saved.game.record())
        assert store.load(7).game.record() == saved.game.record()
        assert saved.journal.number == 7
    with Store(tmp_path / "new.db"):
        assert columns(old_path) == columns(tmp_path / "new.db")


def test_many_may_bring_an_older_file_up_to_date_at_once(old_path):
    failures, start = [], threading.Barrier(6)

    def look():
        start.wait()
        try:
            with Store(old_path) as store:
                store.load(7)
        except StoreError as error:
            failures.append(error)

    threads = [threading.Thread(target=look) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_file_that_can_not_be_upgraded_stays_unchanged(old_path, monkeypatch):
    broken = (*UPGRADES[VERSION - 1], "ALTER TABLE node ADD COLUMN parent INTEGER")
    monkeypatch.setitem(UPGRADES, VERSION - 1, broken)
    before = columns(old_path)
    with pytest.raises(StoreError, match="duplicate column"):
        Store(old_path)
    monkeypatch.undo()
    assert columns(old_path) == before
    with Store(old_path) as store:
        assert store.load(7)


@pytest.mark.parametrize("version", [0, -1])
def test_the_database_of_another_program_is_left_alone(path, version):
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_directory_that_can_not_be_written(no_privileges):
    no_privileges.chmod(0o500)
    with pytest.raises(StoreError, match="permission denied"):
        Store(no_privileges / "state" / "games.db")
    with pytest.raises(StoreError, match="can't be opened for writing"):
        Store(no_privileges / "games.db")


def test_a_file_that_can_not_be_written_until_it_can(no_privileges, game):
    path = no_privileges / "games.db"
    with Store(path) as store:
        journal = store.add(game.record())
    path.chmod(0o400)
    no_privileges.chmod(0o500)
    with pytest.raises(StoreError, match=r"Games are not being saved: .*games\.db"):
        Store(path).add(game.record())
    game.place(0, 1)
    with pytest.raises(StoreError, match="not being saved"):
        journal.save(game.record())
    no_privileges.chmod(0o700)
    path.chmod(0o600)
    game.place(1, 2)
    journal.save(game.record())
    with Store(path) as store:
        assert store.load(journal.number).game.record() == game.record()


def test_a_directory_that_is_a_file(tmp_path):
    (tmp_path / "state").write_text("not a directory")
    with pytest.raises(StoreError, match="state"):
        Store(tmp_path / "state" / "games.db")


def test_a_full_disk_refuses_moves_until_there_is_room(path, game, monkeypatch):
    connect = sqlite3.connect
    made = []

    def remember(*arguments, **options):
        made.append(connect(*arguments, **options))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", remember)
    with Store(path) as store:
        journal = store.add(game.record())
        pages = made[0].execute("PRAGMA page_count").fetchone()[0]
        made[0].execute(f"PRAGMA max_page_count = {pages}")
        for turn in range(1000):
            game.toggle_note(turn % 9, turn % 8 + 1)
        with pytest.raises(StoreError, match="the disk is full"):
            journal.save(game.record())
        assert len(store.unfinished()) == 1
        made[0].execute("PRAGMA max_page_count = 1000000")
        game.place(0, 1)
        journal.save(game.record())
        assert store.load(journal.number).game.record() == game.record()


def test_a_file_held_by_another_program(path, game, monkeypatch):
    monkeypatch.setattr("engine.play.database._BUSY_SECONDS", 0.05)
    with Store(path) as store:
        journal = store.add(game.record())
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        game.place(0, 1)
        with pytest.raises(StoreError, match="another program has locked it"):
            journal.save(game.record())
        assert len(store.unfinished()) == 1, "reading goes on"
        other.execute("ROLLBACK")
        other.close()
        journal.save(game.record())
        assert store.load(journal.number).game.record() == game.record()


def test_a_locked_file_becomes_a_store_when_unlocked(path):
    path.parent.mkdir()
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.executescript("BEGIN IMMEDIATE; CREATE TABLE passing (x); DROP TABLE passing;")
    release = threading.Timer(0.1, other.execute, ["COMMIT"])
    release.start()
    with Store(path) as store:
        assert store.unfinished() == []
    release.join()
    other.close()


def test_a_transaction_is_atomic(path):
    database = GameDatabase(path)

    def insert(*numbers, error=None):
        with database.transaction() as connection:
            for number in numbers:
                connection.execute("INSERT INTO finish VALUES (?, 0, '', '', 0, 0, 0, 0, 0, NULL, NULL, 0)", (number,))
            if error:
                raise error

    for error in (RuntimeError, KeyboardInterrupt):
        with pytest.raises(error):
            insert(1, error=error)
    with pytest.raises(StoreError, match="UNIQUE"):
        insert(1, 1)
    insert(2)
    with database.transaction("DEFERRED") as connection:
        assert connection.execute("SELECT game FROM finish").fetchall() == [(2,)]
    database.close()


def test_many_may_open_and_write_a_new_file_at_once(path, game):
    failures, start = [], threading.Barrier(6)
    records = [game.record() for _ in range(6)]

    def play(record):
        start.wait()
        try:
            with Store(path) as store:
                for _ in range(5):
                    store.add(record)
        except StoreError as error:
            failures.append(error)

    threads = [threading.Thread(target=play, args=[record]) for record in records]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with Store(path) as store:
        assert len(store.unfinished()) == 30


PLAYER = """
import sys
from pathlib import Path
from engine.play.store import Store
saved = Store(Path(sys.argv[1])).load(int(sys.argv[2]))
game = saved.game
for turn in range(1_000_000):
    game.toggle_note(turn % 9, turn % 8 + 1)
    if turn % 7 == 6:
        game.undo()
    record = game.record()
    saved.journal.save(record)
    print(len(record.tree.nodes), record.tree.position, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_sudden_death_loses_no_move_that_was_saved(path, game):
    delays = random.Random(1)
    with Store(path) as store:
        number = store.add(game.record()).number
    for _ in range(4):
        command, root = [sys.executable, "-c", PLAYER, path, number], Path(engine.__file__).parents[1]
        with launched(command, cwd=root, stdout=subprocess.PIPE, text=True) as player:
            first = player.stdout.readline()
            time.sleep(delays.uniform(0, 0.1))
            os.kill(player.pid, signal.SIGKILL)
            rest, _ = player.communicate()
        lines = [line for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]
        moves = [tuple(map(int, line.split())) for line in lines]
        with Store(path) as store:
            assert store.take_notice() == ""
            tree = store.load(number).game.history.tree
        # The move that was being saved at that moment may be missing.
        assert len(tree.nodes) in (moves[-1][0], moves[-1][0] + 1)
        if len(tree.nodes) == moves[-1][0]:
            assert tree.position in (moves[-1][1], tree.nodes[moves[-1][1]].parent)


def test_a_file_removed_while_it_is_opened_is_made_again(path, game, monkeypatch):
    prepare, left = GameDatabase._prepare, [2]

    def and_then_it_goes(database, connection):
        prepare(database, connection)
        if left[0]:
            left[0] -= 1
            shutil.rmtree(path.parent)

    monkeypatch.setattr(GameDatabase, "_prepare", and_then_it_goes)
    with Store(path) as store, Store(path) as other:
        store.add(game.record())
        assert len(other.unfinished()) == 1
    assert left == [0]
