"""The host's view and commands: restarts of a killed server, counters, and restoring one player."""

import asyncio
import json
import logging
import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest
from programs import launched
from systems import linux

if sys.platform == "win32":
    pytest.skip("serve needs a Unix system", allow_module_level=True)

aiohttp = pytest.importorskip("aiohttp")
asyncssh = pytest.importorskip("asyncssh")
from ssh_players import DIGITS, HOLES, playing  # noqa: E402

from engine.play.game import Game  # noqa: E402
from engine.play.store import FILE, Store  # noqa: E402
from engine.sudoku.layout import LAYOUTS  # noqa: E402
from engine.sudoku.puzzle import Puzzle  # noqa: E402
from engine.together.database import ServerDatabase  # noqa: E402
from engine.together.server_folder import DATABASE, player_folder  # noqa: E402
from tui.server import status  # noqa: E402
from tui.server.backup import (  # noqa: E402
    NoSuchPlayerError,
    back_up_state,
    restore_player,
)
from tui.server.metrics import Event, Figures, RateLimitFilter, event_fields  # noqa: E402
from tui.server.options import CONTROL  # noqa: E402
from tui.server.players import Players  # noqa: E402

in_one_process_or_several = pytest.mark.parametrize("workers", [1, 2])


async def status_of(state: Path) -> Any:
    """The status of the server, once there is one that answers."""
    async with asyncio.timeout(120):
        while True:
            try:
                return await asyncio.to_thread(status.ask, state / CONTROL)
            except OSError:
                await asyncio.sleep(0.05)


async def count(state: Path, event: str, expected: int = 1) -> None:
    """Wait until an event has been counted that often."""
    async with asyncio.timeout(60):
        while (await status_of(state))["counts"][event] != expected:
            await asyncio.sleep(0.1)


@in_one_process_or_several
@pytest.mark.few(1)
@pytest.mark.parametrize("victim", ["server", "its fork server"])
async def test_a_killed_server_restarts_and_its_players_return(start: Any, tmp_path: Path, victim: str) -> None:
    server, key = start(), asyncssh.generate_private_key("ssh-ed25519")
    for deaths in (1, 2):
        async with server.connect("alice", key) as connection, playing(connection) as player:
            if deaths == 1:
                await player.leave_tour()
                player.press("enter")
                await player.see(f"{HOLES} to fill")
                player.press(str(DIGITS[0]))
            await player.see(f"{HOLES - 1} to fill")  # without a key if the server has died
            serving = server.serving
            (serving if victim == "server" else serving.children()[0]).kill()
            if victim != "server":  # it ends once it notices
                await asyncio.to_thread(psutil.wait_procs, [serving], 60)
            async with server.connect("bob") as waiting:  # it waits for the next server
                assert waiting
            await asyncio.to_thread(psutil.wait_procs, [serving])
        assert (await status_of(tmp_path / "state"))["counts"]["restarts"] == deaths
    async with server.connect("alice", key) as connection, playing(connection) as player:
        await player.see(f"{HOLES - 1} to fill")
    async with server.connect("alice", key) as connection, playing(connection) as player:
        await player.pause()
        assert "to fill" not in player.text, "who leaves begins at the list of files"
    server.process.terminate()
    assert server.process.wait(60) == 0


@pytest.mark.long
async def test_a_killed_template_is_restarted(start: Any) -> None:
    server = start()
    template, serving = server.serving.parent(), server.serving
    template.kill()
    await asyncio.to_thread(psutil.wait_procs, [serving], 60)
    assert not serving.is_running(), "two servers would share the state"
    async with server.connect() as connection, playing(connection):
        assert server.serving.parent() != template
    server.process.terminate()
    assert server.process.wait(60) == 0


@pytest.mark.long
@linux
async def test_a_server_without_memory_makes_way_for_another(start: Any, tmp_path: Path) -> None:
    server = start()
    serving = server.serving
    serving.rlimit(psutil.RLIMIT_DATA, (1 << 20, 1 << 20))
    async with asyncio.timeout(120):
        while serving.is_running() and serving.status() != psutil.STATUS_ZOMBIE:
            await asyncio.sleep(0.1)
    async with server.connect() as connection, playing(connection):
        pass
    assert (await status_of(tmp_path / "state"))["counts"]["restarts"] >= 1


@in_one_process_or_several
async def test_damage_and_unsaved_data_are_reported_and_counted_without_paths(
    start: Any, tmp_path: Path, workers: int
) -> None:
    server, key, state = start(), asyncssh.generate_private_key("ssh-ed25519"), tmp_path / "state"
    async with server.connect("alice", key) as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("enter")
        await player.see(f"{HOLES} to fill")
        player.press(str(DIGITS[0]))
        await player.see(f"{HOLES - 1} to fill")
    games = player_folder(state, 1) / FILE
    await count(state, Event.SESSION_ENDED)
    with games.open("r+b") as file:
        file.write(b"\xff" * 100)
    async with server.connect("alice", key) as connection, playing(connection) as player:
        text = await player.see("Recovered: 1")
        assert "games-damaged-1.db" in text
        player.press("r", "enter")
        await player.see(f"{HOLES - 1} to fill")
        with closing(sqlite3.connect(games, isolation_level=None)) as holder:
            holder.execute("BEGIN EXCLUSIVE")
            player.press("right", str(DIGITS[1]))
            await player.see("Games are not being saved")
        assert str(tmp_path).encode() not in player.output
        await count(state, Event.UNSAVED)
    await count(state, Event.DAMAGE)
    assert f"{games} is damaged: 1 games came back whole" in server.log
    assert "games are not saved: " in server.log
    found = await status_of(state)
    assert any("is damaged" in sentence for _, sentence in found["errors"])


@pytest.mark.long
async def test_a_damaged_file_of_the_server_is_repaired_and_its_players_come_back(start: Any, tmp_path: Path) -> None:
    state, key = tmp_path / "state", asyncssh.generate_private_key("ssh-ed25519")
    state.mkdir(mode=0o700)
    with closing(ServerDatabase(state / DATABASE)) as database:
        players = Players(database)
        number = players.player_of_key(key.get_fingerprint(), "alice").number  # type: ignore[union-attr]
        for other in range(300):
            players.player_of_key(f"SHA256:{other:040}", f"other-{other}")
    assert number
    save(state, number, "of alice")
    data = bytearray((state / DATABASE).read_bytes())
    for page in range(2, len(data) // 4096):
        content = data[page * 4096 : (page + 1) * 4096]
        if b"other-2" in content and b"alice" not in content:
            data[page * 4096 : page * 4096 + 100] = bytes([0xFF]) * 100
    (state / DATABASE).write_bytes(data)
    server = start()
    async with server.connect("somebody", key) as connection, playing(connection) as player:
        await player.see("of alice")
    await count(state, Event.DAMAGE)
    assert f"{state / DATABASE} is damaged: 301 players recovered" in server.log
    assert "the session of alice starts" in server.log
    assert (state / "players-damaged-1.db").exists()


@pytest.mark.long
async def test_the_status_lists_players_for_the_account_alone(start: Any, tmp_path: Path) -> None:
    server, state = start("--most-of-a-player", 1), tmp_path / "state"
    key = asyncssh.generate_private_key("ssh-ed25519")
    assert (state / CONTROL).stat().st_mode & 0o777 == 0o600
    async with server.connect("alice", key) as connection, playing(connection) as player:
        await player.leave_tour()
        async with server.connect("alice", key) as another:
            with pytest.raises(asyncssh.ChannelOpenError):
                await another.create_process(term_type="xterm", term_size=(80, 24))
        found = await status_of(state)
        (first,) = found["sessions"]
        assert (first["player"], first["door"], first["terminal"]) == ("alice", "SSH", "80x24")
        assert first["keys"] > 0
        assert first["sent"] > 1000
        assert found["latency_ms"]["median"] > 0
        assert (found["counts"]["refused"], found["counts"]["sessions_begun"]) == (1, 1)
        picture = status.lines(found, os.terminal_size((80, 24)))
        assert len(picture) <= 24
        assert max(map(len, picture)) < 80
        assert any(line.startswith("alice ") for line in picture)
        command = [sys.executable, "-m", "tui", "serve", "--state", str(state), "--status"]
        output = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=120)
        assert "alice" in output.stdout
        data = await asyncio.to_thread(subprocess.run, [*command, "--json"], capture_output=True, timeout=120)
        assert json.loads(data.stdout)["sessions"][0]["player"] == "alice"
    server.process.terminate()
    server.process.wait(60)
    gone = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=120)
    assert (gone.returncode, gone.stdout) == (1, "")
    assert f"no server with --state {state} answers" in gone.stderr


ONE = {"player": "a" * 16, "door": "browser", "terminal": "400x120", "seconds": 9e5, "idle": 3e4, "keys": 9**9,
       "sent": 9**12}  # fmt: skip
FULL = {
    "seconds": 1e7, "most_sessions": 300, "waiting": 100, "jobs": 2, "jobs_waiting": 20, "memory": 1e9,
    "processor_seconds": 1e5, "disk_free": 1e13, "jail": "files only", "keys_a_second": 1234.5,
    "latency_ms": {"median": 1.0, "p95": 20.0, "loop": 300.0}, "counts": Figures(3).counts,
    "errors": [(0.0, "an error\nwith a \x1b[31mtraceback")] * 20, "sessions": [ONE] * 300,
}  # fmt: skip


@pytest.mark.parametrize("last_key", [b"q", b"\x03"])
def test_the_page_is_refreshed_until_a_key_ends_it(tmp_path: Path, last_key: bytes) -> None:
    import fcntl
    import pty
    import termios

    here, there = pty.openpty()
    code = "import sys; from pathlib import Path; from tui.server import status; status.watch(Path(sys.argv[1]))"
    with socket.socket(socket.AF_UNIX) as control:
        control.bind(str(tmp_path / CONTROL))
        control.listen()
        control.settimeout(60)
        command = [sys.executable, "-c", code, tmp_path / CONTROL]
        with launched(
            command, stdin=there, stdout=there, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        ) as page:
            os.close(there)
            for jail in ("full", "none"):
                line, _ = control.accept()
                with line:
                    line.sendall(json.dumps(FULL | {"jail": jail}).encode())
            output = b""
            while b"jail: none" not in output:
                output += os.read(here, 1 << 16)
            assert output.count(b"q or ctrl+c: quit") == 1, "what is the same is not sent again"
            os.write(here, last_key)
            while b"\x1b[?1049l" not in output:
                output += os.read(here, 1 << 16)
            assert page.wait(60) == 0
    os.close(here)


def test_a_picture_of_many_sessions_fits() -> None:
    for size in ((80, 24), (200, 60), (20, 5)):
        picture = status.lines(FULL, os.terminal_size(size))
        assert len(picture) <= size[1]
        assert all(len(line) < size[0] and line.isprintable() for line in picture)
    picture = status.lines(FULL, os.terminal_size((80, 24)))
    count = sum(line.startswith("aaa") for line in picture)
    assert count > 3
    assert f"... and {300 - count} more" in picture
    assert all(len(line) <= 78 for line in picture), "nothing is cut off"
    assert not any("\x1b" in line for line in status.lines(FULL, os.terminal_size((200, 60))))


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 B"), (999, "999 B"), (2100, "2100 B"), (21_000, "21 kB"), (78e9, "78 GB"), (9e15, "9000 TB")],
)
def test_amounts_have_two_figures(number: float, text: str) -> None:
    assert status._bytes(number) == text


def test_log_events_are_counted_and_floods_cut_short() -> None:
    figures, rate_limit = Figures(), RateLimitFilter()
    log = logging.getLogger("satsudoku.test")
    log.addHandler(figures)
    written: list[str] = []
    handler = logging.Handler()
    handler.addFilter(rate_limit)
    handler.emit = lambda record: written.append(record.getMessage())  # type: ignore[method-assign]
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    for number in range(1000):
        log.info("refused %d", number, extra=event_fields(Event.REFUSED))
    log.error("a fault")
    assert figures.counts[Event.REFUSED] == 1000
    assert len(written) < 50
    assert written[-1] == "a fault"
    assert [sentence for _, sentence in figures.last] == ["a fault"]
    rate_limit._since[Event.REFUSED] -= 100
    log.info("refused again", extra=event_fields(Event.REFUSED))
    assert written[-1].startswith("refused again (and ")
    page = figures.page({"sessions": 3}, {"keys": 7})
    assert "satsudoku_refused_total 1001\n" in page
    assert "satsudoku_sessions 3\n" in page
    assert "satsudoku_keys_total 7\n" in page


def state_of(path: Path, names: str) -> tuple[Path, list[int]]:
    """A state with these players, each with a game; returns the numbers of the players."""
    path.mkdir()
    numbers = []
    with closing(ServerDatabase(path / DATABASE)) as database:
        for name in names.split():
            player = Players(database).player_of_key(f"key of {name}", name)
            assert player
            assert player.number
            numbers.append(player.number)
            save(path, player.number, name)
    return path, numbers


def save(state: Path, number: int, title: str) -> None:
    game = Game(Puzzle(LAYOUTS["4x4"](), (0,) * 16, title))
    game.place(0, 1)
    player_folder(state, number).mkdir(parents=True, exist_ok=True)
    with Store(player_folder(state, number) / FILE) as store:
        store.add(game.record())


def titles(state: Path, number: int) -> list[str]:
    with Store(player_folder(state, number) / FILE) as store:
        return [game.title for game in store.games()]


def test_one_player_is_put_back_and_the_others_stay(tmp_path: Path) -> None:
    state, (alice, bob) = state_of(tmp_path / "state", "alice bob")
    assert back_up_state(state, tmp_path / "copy") == []
    with Store(player_folder(state, alice) / FILE) as open_meanwhile:
        for number in (alice, bob):
            save(state, number, "later")
        old = restore_player(state, tmp_path / "copy", "Alice")
        assert [game.title for game in open_meanwhile.games()] == ["alice"], "also where the server has it open"
    assert titles(state, alice) == ["alice"]
    assert titles(state, bob) == ["later", "bob"]
    assert old == player_folder(state, alice) / "games-replaced-1.db"
    with Store(old) as store:
        assert len(store.games()) == 2, "nothing is lost"
    with pytest.raises(NoSuchPlayerError):
        restore_player(state, tmp_path / "copy", "carol")


def test_a_forgotten_player_returns_with_the_same_keys(tmp_path: Path) -> None:
    state, _ = state_of(tmp_path / "state", "alice bob")
    back_up_state(state, tmp_path / "copy")
    other, (carol,) = state_of(tmp_path / "other", "carol")
    assert restore_player(other, tmp_path / "copy", "alice") is None
    with closing(ServerDatabase(other / DATABASE)) as database:
        alice = Players(database).player_of_key("key of alice", "somebody")
    assert alice
    assert alice.number
    assert alice.name == "alice"
    assert alice.number != carol
    assert titles(other, alice.number) == ["alice"]
    assert titles(other, carol) == ["carol"]


@pytest.mark.long
def test_the_restore_command_reports_its_result(tmp_path: Path) -> None:
    state, _ = state_of(tmp_path / "state", "alice")
    back_up_state(state, tmp_path / "copy")
    command = [sys.executable, "-m", "tui", "serve", "--state", str(state), "--restore", str(tmp_path / "copy")]

    def run(*more: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([*command, *more], check=False, capture_output=True, text=True, timeout=120)

    done = run("--player", "alice")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The games of alice are those of the backup again." in done.stdout
    assert run().returncode == 2
    missing = run("--player", "bob")
    assert (missing.returncode, "no player bob" in missing.stderr) == (1, True)


async def test_a_player_who_can_not_be_saved_is_refused_in_one_line(start: Any, tmp_path: Path) -> None:
    server = start("--web", 0)
    address = server.wait_for(r"serving browsers on (http://\S+)")[1]
    with closing(sqlite3.connect(tmp_path / "state" / "players.db")) as connection, connection:
        connection.execute("CREATE TRIGGER f BEFORE INSERT ON player BEGIN SELECT RAISE(ABORT, 'no room'); END")
    async with server.connect("bob", asyncssh.generate_private_key("ssh-ed25519")) as other:
        with pytest.raises(asyncssh.ChannelOpenError):
            await other.create_process(term_type="xterm", term_size=(80, 24))
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        await client.get(address)
        with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
            await client.ws_connect(f"{address}/ws?width=80&height=24", headers={"Origin": address})
    assert server.log.count("is refused, the server's file fails: no room") == 2
    assert "Traceback" not in server.log


def test_a_state_folder_belongs_to_one_server(start: Any, folder: Path, tmp_path: Path) -> None:
    start()
    command = [sys.executable, "-m", "tui", "serve", "--host", "127.0.0.1", "--port", "0", "--folder", str(folder)]
    second = subprocess.run(
        [*command, "--state", str(tmp_path / "state")], capture_output=True, text=True, timeout=60, check=False
    )
    assert second.returncode == 2
    assert "another server uses this folder; name another --state" in second.stderr
