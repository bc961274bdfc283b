"""Recovery of a damaged file of games: all games with intact pages are recovered, and nothing is made up."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.play import pages
from engine.play.errors import StoreError
from engine.play.game import Game, GameRecord
from engine.play.salvage import salvage
from engine.play.store import Journal, Store
from engine.sudoku.layout import LAYOUTS, from_grids, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

GAMES, FLIPS = 300, 200


def play(game: Game, moves: int, chance: random.Random) -> None:
    """Make some moves, some of which are undone, with occasional bookmarks."""
    for _ in range(moves):
        cell = chance.randrange(len(game.puzzle.givens))
        if not game.puzzle.givens[cell]:
            game.place(cell, chance.randint(1, game.layout.size))
        if chance.random() < 0.1 and game.history.can_undo:
            game.undo()
        if chance.random() < 0.02:
            game.history.bookmark(f"bookmark {chance.random()}")
        if chance.random() < 0.05:
            game.count_hint()


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, GameRecord]]:
    """A file with many games, some longer than a page, saved alternately; some are deleted again."""
    path, chance = tmp_path_factory.mktemp("many") / "games.db", random.Random(1)
    solution = random_solution(single(), 1)
    games = {}
    with Store(path) as store:
        journals = []
        for number in range(GAMES):
            holes = chance.sample(range(81), 60)
            givens = tuple(0 if cell in holes else digit for cell, digit in enumerate(solution))
            game = Game(Puzzle(single(), givens, f"puzzle {number}"), solution)
            play(game, 5, chance)
            journals.append((game, Journal(store)))
        for _ in range(3):
            for game, journal in journals:
                play(game, chance.randint(0, 25), chance)
                journal.save(game.record(), {"cursor": chance.randrange(81)})
        for _, journal in journals:
            assert journal.number
            if chance.random() < 0.1:
                store.delete(journal.number)
            else:
                games[journal.number] = store.load(journal.number).game.record()
    return path, games


def readable_games(path: Path) -> dict[int, GameRecord]:
    """The games in a file, all of which are readable."""
    with Store(path) as store:
        assert store.take_notice() == ""
        found = {game.id: store.load(game.id).game.record() for game in store.games()}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    return found


@pytest.mark.long
def test_an_intact_file_is_restored_without_deleted_entries(many, tmp_path: Path) -> None:
    path, games = many
    recovery = salvage(path, tmp_path / "new.db")
    assert (recovery.whole, recovery.shortened, recovery.lost) == (len(games), 0, 0)
    assert readable_games(tmp_path / "new.db") == games
    with closing(sqlite3.connect(path)) as old, closing(sqlite3.connect(tmp_path / "new.db")) as new:
        for table in ("game", "node", "finish", "used", "drill", "sqlite_sequence"):
            query = f"SELECT * FROM {table} ORDER BY 1, 2"
            assert new.execute(query).fetchall() == old.execute(query).fetchall(), table


def places(path: Path) -> dict[int, set[int]]:
    """The pages that contain parts of each game, in an intact file."""
    file = pages._Pages(pages._read_pages(path))
    found: dict[int, set[int]] = {}
    for number in file._pages:
        for row in file._rows_of(number):
            match row:
                case pages.Row(int() as game, (None, int(), *_) as cells) if len(cells) == 27:
                    found.setdefault(game, set()).add(number)
                case pages.Row(None, (int() as game, int(), *_) as cells) if len(cells) == 11:
                    found.setdefault(game, set()).add(number)
    return found


def damaged_copy(path: Path, copy: Path, seed: int) -> set[int]:
    """Flip random bits; returns the damaged pages."""
    shutil.copy(path, copy)
    chance, data = random.Random(seed), bytearray(copy.read_bytes())
    flips = chance.sample(range(len(data) * 8), FLIPS)
    for bit in flips:
        data[bit // 8] ^= 1 << bit % 8
    copy.write_bytes(data)
    return {bit // 8 // pages.PAGE_SIZE + 1 for bit in flips}


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(3))
def test_200_flipped_bits_lose_no_game_on_intact_pages(many, tmp_path: Path, seed: int) -> None:
    path, games = many
    copy = tmp_path / "games.db"
    spoiled = damaged_copy(path, copy, seed)
    untouched = {game for game, on in places(path).items() if game in games and not on & spoiled}
    assert len(untouched) > 5, "else this shows nothing"
    recovery = salvage(copy, tmp_path / "new.db")
    found = readable_games(tmp_path / "new.db")
    assert recovery.games == len(found)
    assert {number: found.get(number) for number in untouched} == {number: games[number] for number in untouched}
    assert len(found) > 0.7 * len(games), "a flipped bit costs a row, seldom a page"


@pytest.mark.long
def test_a_store_with_a_damaged_file_continues_with_the_recovered_data(many, tmp_path: Path) -> None:
    path, games = many
    copy = tmp_path / "games.db"
    damaged_copy(path, copy, 7)
    with copy.open("r+b") as file:  # what SQLite reads first
        file.seek(16)
        file.write(b"\xff" * 90)
    with Store(copy) as store:
        assert "Recovered: " in store.take_notice()
        assert len(store.games()) > len(games) / 2
        assert store.take_notice() == ""
    assert copy.with_stem("games-damaged-1").stat().st_size == path.stat().st_size


def test_a_game_is_restored_up_to_the_first_lost_move(tmp_path: Path) -> None:
    game, path = Game(Puzzle(single(), (0,) * 81)), tmp_path / "games.db"
    with Store(path) as store:
        for cell in range(30):
            game.place(cell, cell % 9 + 1)
        number = store.add(game.record(), "view").number
        assert number
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE node SET changes = ? WHERE number = 21", ("[[20,0,0,0,\N{REPLACEMENT CHARACTER}",))
    recovery = salvage(path, tmp_path / "new.db")
    assert (recovery.whole, recovery.shortened, recovery.lost) == (0, 1, 0)
    with Store(tmp_path / "new.db") as store:
        saved = store.load(number)
        (listed,) = store.games()
    assert saved.game.values == tuple(cell % 9 + 1 if cell < 20 else 0 for cell in range(81))
    assert (listed.filled, listed.solved, saved.view) == (20, 0, "view")


def test_data_in_the_journal_alone_is_restored(tmp_path: Path) -> None:
    game, path, copy = Game(Puzzle(single(), (0,) * 81)), tmp_path / "games.db", tmp_path / "copy.db"
    with Store(path) as store:
        journal = store.add(game.record())
        for cell in range(30):
            game.place(cell, cell % 9 + 1)
            journal.save(game.record())
        shutil.copy(path, copy)
        shutil.copy(f"{path}-wal", f"{copy}-wal")
    data = bytearray(Path(f"{copy}-wal").read_bytes())
    data[-100] ^= 1  # the last page that was written: its transaction is lost, earlier ones stay
    Path(f"{copy}-wal").write_bytes(data)
    salvage(copy, tmp_path / "new.db")
    (found,) = readable_games(tmp_path / "new.db").values()
    assert found.filled >= 28


def test_games_of_custom_layouts_are_restored(tmp_path: Path) -> None:
    layout, records = from_grids("mine", "mine", 3, 3, [(0, 0), (3, 3)]), []
    with Store(tmp_path / "games.db") as store:
        for puzzle in (Puzzle(layout, (0,) * len(layout.cells)), Puzzle(LAYOUTS["16x16"](), (0,) * 256)):
            game = Game(puzzle)
            play(game, 400, random.Random(3))  # rows that continue on other pages
            records.append(game.record())
            store.add(game.record())
    assert salvage(tmp_path / "games.db", tmp_path / "new.db").whole == 2
    assert list(readable_games(tmp_path / "new.db").values()) == records[::-1]


@pytest.mark.parametrize(
    "content", [b"", b"no database " * 1000, bytes(8192), b"SQLite format 3\0" + b"\xff" * 9000], ids=range(4)
)
def test_rubbish_gives_an_empty_file(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(content)
    assert salvage(tmp_path / "games.db", tmp_path / "new.db").games == 0
    assert readable_games(tmp_path / "new.db") == {}


@pytest.mark.long
def test_rubbish_on_every_page_does_no_more_than_hide_it(many, tmp_path: Path) -> None:
    path, _ = many
    data, chance = path.read_bytes(), random.Random(5)
    for attempt in range(5):
        spoiled = bytearray(data[: 40 * pages.PAGE_SIZE])
        for place in chance.sample(range(len(spoiled)), len(spoiled) // 50):
            spoiled[place] = chance.randrange(256)
        (tmp_path / f"{attempt}.db").write_bytes(spoiled)
        salvage(tmp_path / f"{attempt}.db", tmp_path / f"new-{attempt}.db")
        readable_games(tmp_path / f"new-{attempt}.db")


def test_no_room_for_the_new_file_leaves_the_damaged_one_in_place(
    many, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = many
    copy = tmp_path / "games.db"
    shutil.copy(path, copy)
    with copy.open("r+b") as file:
        file.write(bytes(100))

    def full(*_: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr("engine.play.salvage.salvage", full)
    with pytest.raises(StoreError, match="the disk is full"):
        Store(copy)
    monkeypatch.undo()
    with Store(copy) as store:
        assert "Recovered: " in store.take_notice()
