"""The server from outside, over real SSH: admission, limits, losses, and effects on other players."""

import asyncio
import random
import re
import signal
import socket
import sys
import time
import urllib.request
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from systems import linux

asyncssh = pytest.importorskip("asyncssh")
from ssh_players import DIGITS, HOLES, Player, playing  # noqa: E402

from tui.server.pool import OUT_OF_MEMORY  # noqa: E402

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")

in_one_process_or_several = pytest.mark.parametrize("workers", [1, 2])
in_several_processes = pytest.mark.parametrize("workers", [2])


async def test_a_game_returns_for_the_same_key_only(start: Any) -> None:
    server = start()
    mine, yours = asyncssh.generate_private_key("ssh-ed25519"), asyncssh.generate_private_key("ssh-ed25519")
    async with server.connect("alice", mine) as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("enter")
        await player.see(f"{HOLES} to fill")
        player.press(str(DIGITS[0]), "right", str(DIGITS[1]))
        await player.see(f"{HOLES - 2} to fill")
    async with server.connect("alice", mine) as connection, playing(connection) as player:
        player.press("r")
        await player.see("nearly")
        player.press("enter")
        await player.see(f"{HOLES - 2} to fill")
    async with server.connect("alice", yours) as connection, playing(connection) as player:
        await player.see("enter open")
        assert "resume" not in player.text
    assert "the session of alice-2 starts" in server.log
    assert str(DIGITS[0]) * 3 not in server.log


@pytest.mark.long
async def test_a_move_that_was_shown_survives_kill_9(start: Any) -> None:
    server = start()
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with server.connect("alice", key) as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("enter")
        await player.see(f"{HOLES} to fill")
        player.press(str(DIGITS[0]))
        await player.see(f"{HOLES - 1} to fill")
        server.serving.kill()  # another one replaces it, and players who log in again are back at the board
    async with server.connect("alice", key) as connection, playing(connection) as player:
        await player.see(f"{HOLES - 1} to fill")


@in_one_process_or_several
async def test_sigterm_notifies_all_sessions_and_saves(start: Any) -> None:
    server = start()
    async with server.connect() as connection, playing(connection) as player:
        server.process.send_signal(signal.SIGTERM)
        assert b"The server is being restarted. Your games are saved." in await player.rest()
    assert server.process.wait(30) == 0
    assert "stopped" in server.log


@in_several_processes
async def test_a_killed_process_ends_its_own_sessions_alone_and_another_takes_its_place(start: Any) -> None:
    server = start()
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with server.connect() as others, playing(others) as other:
        async with server.connect("alice", key) as connection, playing(connection) as player:
            await player.leave_tour()
            player.press("enter")
            await player.see(f"{HOLES} to fill")
            player.press(str(DIGITS[0]))
            await player.see(f"{HOLES - 1} to fill")
            (hers,) = [
                worker for worker in server.workers if any("/players/" in file.path for file in worker.open_files())
            ]
            hers.kill()
            rest = await player.rest()
            assert b"\x1b[?1049l" in rest, "the terminal is left as it was"
            assert rest.endswith(b"Your game is saved up to the last move that was shown.\r\n")
        async with server.connect("alice", key) as connection, playing(connection) as player:
            player.press("r", "enter")
            await player.see(f"{HOLES - 1} to fill")
        await other.leave_tour()
        async with asyncio.timeout(60):
            while len(server.workers) < 2:
                await asyncio.sleep(0.05)
        assert hers not in server.workers
        async with server.connect("alice", key) as connection, playing(connection) as player:
            player.press("r", "enter")
            await player.see(f"{HOLES - 1} to fill")
        other.press("enter")
        await other.see(f"{HOLES} to fill")
    assert "the session of alice ended with a fault" in server.log
    assert server.log.count("with a fault") == 1


@in_several_processes
async def test_games_of_guests_are_forgotten_when_they_leave(start: Any, tmp_path: Path) -> None:
    server = start()
    guests = tmp_path / "state" / "guests"
    async with server.connect() as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("enter")
        await player.see(f"{HOLES} to fill")
        player.press(str(DIGITS[0]))
        await player.see(f"{HOLES - 1} to fill")
        assert len(list(guests.glob("*/*/games.db"))) == 1
        player.press("quit")
        await player.rest()
    async with asyncio.timeout(60):
        while list(guests.glob("*/*")):
            await asyncio.sleep(0.05)


@in_several_processes
async def test_a_session_that_is_cut_while_it_begins_ends(start: Any) -> None:
    server = start("--guests", "open")
    for steps in range(6):
        async with server.connect() as connection:
            process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
            for _ in range(steps):
                await asyncio.wait([asyncio.create_task(process.stdout.read(1))], timeout=0.02)
            connection.abort()
    async with asyncio.timeout(60):
        while server.log.count(" ends after ") < 6:
            await asyncio.sleep(0.05)
    assert "fault" not in server.log


async def test_there_is_no_shell_no_command_no_file_transfer_no_forwarding(start: Any) -> None:
    server = start()
    async with server.connect() as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.run("id")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.start_sftp_client()
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", server.port)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1)
    async with server.connect() as connection:
        process = await connection.create_process(encoding=None)
        assert b"This needs a terminal" in (await process.wait()).stdout
    async with server.connect() as connection:
        process = await connection.create_process(term_type="dumb", encoding=None)
        assert b"TERM=dumb" in (await process.wait()).stdout


@pytest.mark.parametrize(
    ("guests", "password", "is_let_in"),
    [("none", "guest", False), ("password", "guest", True), ("password", "x", False), ("open", "x", True)],
)
async def test_guests(start: Any, guests: str, password: str, is_let_in: bool) -> None:
    server = start("--guests", guests)
    if is_let_in:
        async with server.connect(password=password) as connection, playing(connection):
            server.wait_for(r"the session of guest-\w+ starts")
    else:
        with pytest.raises(asyncssh.PermissionDenied):
            async with server.connect(password=password):
                pass
        server.wait_for("login failed from 127.0.0.1")


@pytest.mark.slow
@in_one_process_or_several
async def test_another_key_is_added_with_the_code_that_is_shown(start: Any) -> None:
    server = start()
    first, second = asyncssh.generate_private_key("ssh-ed25519"), asyncssh.generate_private_key("ssh-ed25519")
    async with server.connect("alice", first) as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("\x10")
        await player.see("Search")
        player.press("keys and")
        await player.see("log in with another key")
        player.press("enter")
        await player.see("this session")
        player.press("n")
        text = await player.see("/players")
    code = re.search(r"[a-z0-9]{5}-[a-z0-9]{5}", text)
    assert code
    async with server.connect(code[0], second) as connection, playing(connection):
        pass
    assert len(re.findall("alice from", server.log)) == 2
    with pytest.raises(asyncssh.Error):  # once
        async with server.connect(code[0], asyncssh.generate_private_key("ssh-ed25519")) as connection:
            await connection.create_process(term_type="xterm")
    server.wait_for("a code from 127.0.0.1 is refused: it is not valid")


@pytest.mark.long
@in_several_processes
async def test_limits(start: Any) -> None:
    server = start("--most-of-a-player", 1, "--most-of-an-address", 3, "--most-sessions", 2)
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(server.connect("alice", key))
        await stack.enter_async_context(playing(first))
        second = await stack.enter_async_context(server.connect("alice", key))
        with pytest.raises(asyncssh.ChannelOpenError):  # one per player
            await second.create_process(term_type="xterm", term_size=(80, 24))
        second.close()
        await second.wait_closed()
        guest = await stack.enter_async_context(server.connect())
        await stack.enter_async_context(playing(guest))
        third = await stack.enter_async_context(server.connect())
        with pytest.raises(asyncssh.ChannelOpenError):  # two in total
            await third.create_process(term_type="xterm", term_size=(80, 24))
        with pytest.raises((OSError, asyncssh.Error)):  # three per address
            await stack.enter_async_context(server.connect())


@pytest.mark.slow
async def test_garbage_and_silence_change_nothing_for_others(start: Any) -> None:
    server = start("--most-of-an-address", 60)
    async with server.connect() as connection, playing(connection) as player:
        streams = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(50)]
        for _, writer in streams[::2]:
            writer.write(b"GET / HTTP/1.1\r\n\r\n" + bytes(5000))
        await player.leave_tour()
        player.press("enter")
        await player.see(f"{HOLES} to fill")
        for _, writer in streams:
            writer.close()


@pytest.mark.slow
@in_one_process_or_several
async def test_a_reader_that_stalls_costs_little_is_painted_again_and_in_the_end_let_go(start: Any) -> None:
    server = start()
    for stalls_for in (5, 60):
        async with server.connect() as connection:
            session = await connection.create_process(
                term_type="xterm-256color", term_size=(80, 24), encoding=None, window=1 << 16
            )
            player = Player(session, (80, 24))
            await player.see("nearly.txt")
            before = server.memory
            end = time.monotonic() + stalls_for
            while time.monotonic() < end and "has stopped reading" not in server.log:
                player.press("\x0c" * 20)  # each paints the whole screen
                await asyncio.sleep(0.1)
                assert server.memory - before < 32 << 20
            if stalls_for == 5:
                player.press("/", "what-comes-last")
                await player.see("what-comes-last")
            else:
                assert "has stopped reading" in server.log


@pytest.mark.slow
@in_one_process_or_several
async def test_a_flood_of_keys_arrives_in_full_and_costs_little(start: Any) -> None:
    server = start()
    async with server.connect() as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("enter")
        await player.see(f"{HOLES} to fill")
        before = server.memory
        player.press("".join(f"{DIGITS[0]}0" for _ in range(1000)) + str(DIGITS[0]), "right", str(DIGITS[1]))
        await player.see(f"{HOLES - 2} to fill", 200)
        assert server.memory - before < 32 << 20


@pytest.mark.slow
async def test_huge_and_empty_windows_are_drawn_bounded(start: Any) -> None:
    server = start()
    async with server.connect() as connection:
        process = await connection.create_process(term_type="xterm", term_size=(2**31, 2**31), encoding=None)
        server.wait_for("starts, 400x120")
        process.change_terminal_size(0, 0)
        process.change_terminal_size(80, 24)
        player = Player(process, (80, 24))
        await player.see("nearly.txt")


@pytest.mark.slow
async def test_reports_of_the_terminal_count(start: Any) -> None:
    server = start()
    async with server.connect() as connection:
        async with playing(connection, LC_ALL="C") as player:
            await player.see("enter open")
            assert player.output.isascii()
        async with playing(connection, NO_COLOR="1") as player:
            await player.see("enter open")
            codes = b";".join(re.findall(rb"\x1b\[([\d;]*)m", player.output)).split(b";")
            assert not {b"%d" % code for code in (*range(30, 49), *range(90, 108))}.intersection(codes)


@pytest.mark.slow
@in_one_process_or_several
async def test_metrics_are_served_on_the_loopback_address(start: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = start("--metrics", port)
    async with server.connect() as connection, playing(connection):

        def read() -> str:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
                return str(page.read().decode())

        assert "satsudoku_sessions 1\n" in await asyncio.to_thread(read)


@pytest.mark.long
@in_several_processes
async def test_another_server_takes_over_without_loss(start: Any) -> None:
    server = start("--grace", 600)
    old, key = server.serving, asyncssh.generate_private_key("ssh-ed25519")
    async with server.connect("alice", key) as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("enter")
        await player.see(f"{HOLES} to fill")
        server.process.send_signal(signal.SIGHUP)
        await player.see("The server is being upgraded")
        player.press(str(DIGITS[0]))
        await player.see(f"{HOLES - 1} to fill")
        async with server.connect("alice", key) as again, playing(again) as other:
            assert "handing over: 1 sessions" in server.log
            other.press("r")
            await other.see("nearly")
            other.press("enter")
            await other.see(f"{HOLES - 1} to fill")
    await asyncio.to_thread(old.wait, 60)
    server.process.terminate()
    assert server.process.wait(30) == 0


@pytest.mark.long
async def test_a_server_that_does_not_begin_leaves_the_old_one_in_place(start: Any, folder: Path) -> None:
    server = start()
    old = server.serving
    folder.rename(folder.with_name("elsewhere"))
    server.process.send_signal(signal.SIGHUP)
    server.wait_for("the new server did not become ready")
    folder.with_name("elsewhere").rename(folder)
    async with server.connect() as connection, playing(connection):
        assert server.serving == old


async def test_sockets_of_systemd_are_listened_on(start: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as passed:
        script = (
            "import os, sys; os.dup2(int(sys.argv[1]), 3); os.set_inheritable(3, True)\n"
            "os.environ |= {'LISTEN_PID': str(os.getpid()), 'LISTEN_FDS': '1', 'LISTEN_FDNAMES': 'satsudoku.socket'}\n"
            "os.execv(sys.executable, [sys.executable, *sys.argv[2:]])"
        )
        server = start(before=[sys.executable, "-c", script, passed.fileno()], pass_fds=[passed.fileno()])
        assert server.port == passed.getsockname()[1]
        async with server.connect() as connection, playing(connection):
            pass


@pytest.mark.long
async def test_a_search_that_is_killed_ends_alone(start: Any, folder: Path) -> None:
    chance = random.Random(1)
    clauses = [[chance.choice((-1, 1)) * variable for variable in chance.sample(range(1, 401), 3)] for _ in range(1920)]
    lines = (" ".join(map(str, [*clause, 0])) for clause in clauses)
    (folder / "hard.cnf").write_text("\n".join(["p cnf 400 1920", *lines, ""]))
    server = start()
    async with server.connect() as connection, playing(connection) as player:
        await player.leave_tour()
        await player.see("400 v")
        player.press("s")
        await player.see("enter start")
        player.press("enter")
        await player.see("x stop")
        while "auto failed" not in player.text:  # processes started before the search may be killed first
            for job in server.jobs:
                with suppress(psutil.NoSuchProcess):
                    job.kill()
            with suppress(pytest.fail.Exception):
                await player.see("auto failed", 0.5)
        assert str(OUT_OF_MEMORY)[:30] in player.text
        player.press("escape")
        await player.see("nearly.txt")
        player.press("down", "enter")
        await player.see(f"{HOLES} to fill")


FLOOD = 10_000
"""Connections of strangers, each from its own address."""


def stranger(port: int, number: int) -> socket.socket:
    """A connection from its own address, whose later failure is ignored."""
    first = socket.socket()
    first.setblocking(False)
    first.bind((f"127.1.{number // 250}.{number % 250 + 1}", 0))
    first.connect_ex(("127.0.0.1", port))
    return first


@pytest.mark.slow
@linux
async def test_ten_thousand_silent_or_invalid_connections_do_not_affect_others(
    start: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    most_open = min(FLOOD, hard - 500)
    server, chance = start(), random.Random(1)
    process = server.serving
    async with server.connect() as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("enter")
        await player.see(f"{HOLES} to fill")
        calm = [await key_seconds(player) for _ in range(50)]
        before, strangers, stormy = process.memory_info().rss, [], []
        for number in range(FLOOD):
            strangers.append(stranger(server.port, number))
            if number % 2 and number > 50:
                with suppress(OSError):
                    strangers[-50].send(chance.randbytes(chance.choice((1, 100, 40_000))))
            if len(strangers) >= most_open:
                strangers.pop(0).close()
            if number % 100 == 99:
                stormy.append(await key_seconds(player))
            if number % 2500 == 1000:
                async with server.connect("newcomer") as another, playing(another):
                    pass
            await asyncio.sleep(0)
        assert server.memory - before < 32 << 20
        assert process.num_fds() < 300
        for item in strangers:
            item.close()
        player.press(str(DIGITS[0]))
        await player.see(f"{HOLES - 1} to fill")
    with capsys.disabled():
        for name, times in (("calm", sorted(calm)), ("flood", sorted(stormy))):
            median, late = times[len(times) // 2], times[-3]
            print(f"\n{name}: a key takes {1000 * median:.0f} ms, {1000 * late:.0f} at worst", end="")


async def key_seconds(player: Player) -> float:
    """The time until a move of the cursor is visible."""
    start = time.perf_counter()
    before = player.screen.cursor.x, player.screen.cursor.y
    player.press("\t")
    while (player.screen.cursor.x, player.screen.cursor.y) == before:
        await player.read()
    return time.perf_counter() - start
