"""Attempts to escape from `--restricted` under an SSH server's ForceCommand, with a valid key."""

import os
import random
import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

from engine.play.store import Store
from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate

SECRET = "f3a9-the-host-s-own-c71e"
"""Secrets next to the folder, behind links and in the environment: no guest may ever see them."""

KEYS = [
    *map(chr, range(32, 127)),
    *(chr(number) for number in range(1, 27) if number != 17),
    *("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[3~", "\x1b[5~", "\x1b[6~", "\x1b[Z", "\x7f"),
    *("\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~", "\x1b[17~", "\x1b[18~", "\x1b[19~", "\x1b[20~", "\x1b[21~"),
]
"""All keys of an ordinary keyboard except ctrl+q."""


REMEMBERED = {"games.db", "games.lock"}
"""Allowed files in the folder of the state."""


class Host(NamedTuple):
    """A host: the server, the folder for guests, the folder of their games, and files that no guest may change."""

    server: Any
    folder: Path
    state: Path
    protected: Path

    def untouched(self) -> dict[str, bytes | str]:
        """All files where no guest may write."""
        return {
            str(path): os.readlink(path) if path.is_symlink() else path.read_bytes()
            for root in (self.folder, self.protected)
            for path in sorted(root.rglob("*"))
            if path.is_symlink() or path.is_file()
        }


Hosting = Callable[..., Host]
Connect = Callable[..., Any]


@pytest.fixture
def host(start_server: Callable[..., Any], tmp_path: Path) -> Hosting:
    """Starts a server with only guest sessions; the block is the documented one, for all users of the test."""
    program = Path(sys.executable).with_name("satsudoku-tui")
    if not program.exists():
        pytest.skip("satsudoku-tui is not installed beside this Python")

    def begin(*options: str, accept: str = "LANG LC_*", lines: Sequence[str] = ()) -> Host:
        folder, state, protected = tmp_path / "puzzles", tmp_path / "state", tmp_path / "protected"
        (folder / "inner").mkdir(parents=True)
        protected.mkdir()
        (protected / "secret.txt").write_text(SECRET)
        for number in (1, 2):
            (folder / f"{number}.txt").write_text(write(generate(double(), 90, seed=number).puzzle))
        (folder / "hard.cnf").write_text("p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n")
        for name, target in (("a-folder", protected), ("b-up", ".."), ("c-root", "/")):
            (folder / name).symlink_to(target)
        (folder / "z-secret.txt").symlink_to(protected / "secret.txt")
        (folder / "z-passwd.txt").symlink_to("/etc/passwd")
        command = shlex.join([sys.executable, "-I", str(program), "--no-tour", "--restricted", str(folder),
                              "--state", str(state), *options])  # fmt: skip
        server = start_server(f"AcceptEnv {accept}", f"ForceCommand {command}", "PermitTTY yes",
                              "DisableForwarding yes", "PermitUserRC no", *lines)  # fmt: skip
        return Host(server, folder, state, protected)

    return begin


def at_the_top(program: Any) -> str:
    """Wait for the guest's folder."""
    text: str = program.wait(lambda text: text[:11] in (" ▚ puzzles ", " # puzzles ") and "1.txt" in text)
    return text


def leave(guests: Host, program: Any, before: object) -> None:
    """Quit, and check that no secret was visible and only games were written."""
    program.process.send("\x11")
    assert program.ended() == 0
    assert program.modes == set()
    output = program.output.decode(errors="replace")
    assert not [text for text in (SECRET, "root:x", "uid=", "OWNED", ">>>") if text in output]
    assert guests.untouched() == before
    assert {path.name.partition("-")[0] for path in guests.state.iterdir()} <= REMEMBERED


@pytest.mark.parametrize("links", [
    ("z-secret.txt",),
    pytest.param(("a-folder", "b-up", "c-root", "z-passwd.txt"), marks=pytest.mark.slow),
], ids=len)  # fmt: skip
def test_keys_that_lead_up_and_links_that_lead_out(host: Hosting, connect: Connect, links: tuple[str, ...]) -> None:
    guests = host()
    before = guests.untouched()
    program = connect(guests.server)
    assert ".." not in at_the_top(program)
    program.send("left", "\x7f", "h")
    at_the_top(program)
    for link in links:
        program.send("/", *link, "enter")
        program.wait(lambda text, link=link: "1.txt" not in text and link in text)
        for key in ("enter", "i", "s", "p", "E"):
            program.send(key)
            program.read(0.15)
        program.send("escape")
        at_the_top(program)
    leave(guests, program, before)


@pytest.mark.slow
def test_exports_the_palette_and_suspending(host: Hosting, connect: Connect) -> None:
    guests = host()
    before = guests.untouched()
    program = connect(guests.server)
    at_the_top(program)
    program.send("/", *"hard", "enter")
    program.wait("esc shows all")
    program.send("s")
    program.wait("enter start")
    program.send("enter")
    program.wait("verified")
    program.send("e")
    program.wait("Guests can't write files")
    program.send("\x10", *"screenshot")
    program.wait("no such command here")
    program.send("escape")
    program.wait(lambda text: "no such command" not in text)
    program.send("\x1a", "\x03", "\x1c")
    program.wait("verified")
    leave(guests, program, before)


@pytest.mark.parametrize("command", [
    ["sh"], ["-s", "sftp"],
    *(pytest.param(command, marks=pytest.mark.slow) for command in (
        ["cat", "/etc/passwd"], ["-T"], ["exec", "python", "-c", "1"], ["--", "--state", "/tmp"], [";", "id"])),
], ids=" ".join)  # fmt: skip
def test_commands_and_subsystems_in_place_of_the_screen(host: Hosting, command: list[str]) -> None:
    guests = host()
    options = [word for word in command if word in ("-T", "-s")]
    words = [word for word in command if word not in options]
    run = subprocess.run(
        [*guests.server.options("ssh"), *options, guests.server.address, *words],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert run.returncode == 2
    assert run.stdout == b""
    if "-s" not in options:  # sshd passes on no errors of subsystems
        assert run.stderr.count(b"\n") == 1
        assert b"needs a terminal" in run.stderr


@pytest.mark.slow
def test_a_command_with_a_terminal_is_not_read(host: Hosting, connect: Connect) -> None:
    guests = host()
    before = guests.untouched()
    program = connect(guests.server, "sh", "-c", "id; cat /etc/passwd")
    at_the_top(program)
    leave(guests, program, before)


@pytest.mark.slow
def test_files_by_scp_and_sftp(host: Hosting, tmp_path: Path) -> None:
    guests = host()
    before, mine = guests.untouched(), tmp_path / "mine"
    mine.write_text("mine")
    there = guests.server.address
    for copy in (
        [*guests.server.options("scp"), str(mine), f"{there}:{guests.folder}/new"],
        [*guests.server.options("scp"), "-O", str(mine), f"{there}:{guests.folder}/new"],
        [*guests.server.options("scp"), f"{there}:/etc/passwd", str(tmp_path / "stolen")],
        [*guests.server.options("scp"), "-O", f"{there}:/etc/passwd", str(tmp_path / "stolen")],
        [*guests.server.options("sftp"), f"{there}:/etc/passwd", str(tmp_path / "stolen")],
    ):
        assert subprocess.run(copy, capture_output=True, timeout=60, check=False).returncode != 0
    assert not (tmp_path / "stolen").exists()
    assert guests.untouched() == before


@pytest.mark.slow
def test_forwarded_ports_sockets_and_agents(host: Hosting, connect: Connect, tmp_path: Path) -> None:
    guests = host()
    with socket.create_server(("127.0.0.1", 0)) as inner:
        port = inner.getsockname()[1]
        through = [*guests.server.options("ssh"), "-W", f"127.0.0.1:{port}", guests.server.address]
        assert subprocess.run(through, capture_output=True, timeout=60, check=False).returncode != 0
        inner.settimeout(0.2)
        with pytest.raises(TimeoutError):
            inner.accept()
    back = [*guests.server.options("ssh"), "-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:9",
            guests.server.address]  # fmt: skip
    assert subprocess.run(back, capture_output=True, timeout=60, check=False).returncode != 0


@pytest.mark.slow
@pytest.mark.parametrize("accept", ["LANG LC_*", "*"])
def test_variables_that_are_sent(host: Hosting, connect: Connect, tmp_path: Path, accept: str) -> None:
    guests = host(accept=accept)
    before = guests.untouched()
    evil = tmp_path / "evil"
    evil.mkdir()
    (evil / "startup.py").write_text("print('OWNED')")
    (evil / "sitecustomize.py").write_text("print('OWNED')")
    (evil / "driver.py").write_text("print('OWNED')")
    program = connect(
        guests.server, XDG_STATE_HOME=str(evil), SATSUDOKU_STATE=str(evil), SATSUDOKU_CONFIG=str(evil / "startup.py"),
        HOME=str(evil), PYTHONSTARTUP=str(evil / "startup.py"), PYTHONPATH=str(evil), PYTHONINSPECT="1",
        PYTHONDONTWRITEBYTECODE="1", TEXTUAL_LOG=str(evil / "log"), TEXTUAL_DRIVER="driver:Driver",
        TEXTUAL_SCREENSHOT="1", TEXTUAL_SCREENSHOT_LOCATION=str(evil), TEXTUAL_ALLOW_SIGNALS="1",
        TEXTUAL_PRESS="ctrl+q", COLUMNS="9999999", LINES="9999999", LC_ALL="../../../../etc/passwd", LANG="C.UTF-8",
        TERM="../../etc/passwd",
    )  # fmt: skip
    at_the_top(program)
    program.send("\x1a", "\x03")
    program.read(1.5)
    at_the_top(program)
    leave(guests, program, before)
    assert sorted(path.name for path in evil.iterdir()) == ["driver.py", "sitecustomize.py", "startup.py"]
    assert (guests.state / "games.db").exists()


@pytest.mark.slow
def test_interrupts_while_it_starts(host: Hosting, connect: Connect) -> None:
    guests = host()
    for number in range(12):
        program = connect(guests.server)
        end = time.monotonic() + number * 0.1
        while time.monotonic() < end:
            program.process.send("\x1a\x03\x1c\x04\r"[number % 4])
            program.read(0.02)
        program.process.send("\rid\r")
        program.read(0.5)
        assert b"uid=" not in program.output
        program.process.close(force=True)


SCREENS = {
    "browser": "", "inspector": "/hard\ri", "solve": "/hard\rs", "solved": "/hard\rs\r", "machine": "/hard\rs\r\t\r",
    "race": "/hard\rc", "board": "/1.txt\rp", "history": "/1.txt\rp\t5v", "share": "/1.txt\rpE", "watch": "/1.txt\rpw",
    "editor": "e", "games": "r", "statistics": "t", "new game": "n", "daily": "d", "help": "?", "palette": "\x10",
}  # fmt: skip
"""How to open each screen, one key at a time."""

TYPED = ["/etc/passwd\r", "../../../../etc/passwd\r", "~root/.ssh/authorized_keys\r", "$(id)\r", "`id`\r", "!sh\r",
         "\x1b[200~/etc/passwd\x1b[201~\r", "\x1b[200~file:///etc/passwd\x1b[201~",
         "\x1b[200~layout /etc/passwd\n\x1b[201~"]  # fmt: skip
"""Input for every place that accepts a line of text."""


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
def test_every_key_of_every_screen_with_paths_typed_and_pasted(host: Hosting, connect: Connect, screen: str) -> None:
    guests = host()
    before, chance = guests.untouched(), random.Random(screen)
    program = connect(guests.server)
    at_the_top(program)
    program.send(*SCREENS[screen])
    program.read(0.3)
    for round_ in range(2):
        for key in chance.sample([*KEYS, *TYPED], len(KEYS) + len(TYPED)) if round_ else KEYS:
            program.process.send(key)
            program.read(0.02)
            assert not intruders(guests.server), key
    assert program.process.isalive(), program.text
    assert guests.server.program()
    leave(guests, program, before)


def intruders(server: Any) -> Iterator[str] | list[str]:
    """The names of processes in the sessions that are neither the program nor a solver."""
    found = []
    for process in server.programs():
        try:
            command = process.cmdline()
        except psutil.Error:
            continue
        if command and "satsudoku-tui" not in " ".join(command) and "library_process.py" not in " ".join(command):
            found.append(" ".join(command))
    return [command for command in found if not command.startswith("sshd")]


@pytest.mark.slow
def test_two_guests_at_once_play_games_of_their_own(host: Hosting, connect: Connect) -> None:
    guests = host("--most-games", "2")
    first, other = connect(guests.server), connect(guests.server)
    for program, name in ((first, "1.txt"), (other, "2.txt")):
        at_the_top(program)
        program.send("/", *name, "enter")
        program.wait("esc shows all")
        program.send("p")
        program.wait("90 to fill")
    for round_ in range(1, 11):
        for program in (first, other):
            program.process.send("\t5")
        for program in (first, other):
            program.wait(f"{90 - round_} to fill")
    with Store(guests.state / "games.db") as store:
        assert [game.filled for game in store.games()] == [10, 10]
    third = connect(guests.server)
    at_the_top(third)
    third.send("/", *"1.txt", "enter")
    third.wait("esc shows all")
    third.send("p")
    third.wait("start again; the other game is kept")
    third.send("down", "enter")
    third.wait("90 to fill")
    third.send("tab", "5")
    third.wait("This game is not saved: there are 2 saved games already.")
    with Store(guests.state / "games.db") as store:
        assert [game.filled for game in store.games()] == [10, 10]


def test_each_key_has_its_own_games_if_sshd_reports_it(host: Hosting, connect: Connect) -> None:
    guests = host(lines=["ExposeAuthInfo yes"])
    left = {"client": 89, "other": 88}
    for key, holes in left.items():
        program = connect(guests.server, key=key)
        assert "resume" not in at_the_top(program)
        program.send("/", *"1.txt", "enter")
        program.wait("esc shows all")
        program.send("p")
        program.wait("90 to fill")
        program.send(*["\t5"] * (90 - holes))
        program.wait(f"{holes} to fill")
        program.send("\x11")
        assert program.ended() == 0
    for key, holes in left.items():
        program = connect(guests.server, key=key)
        program.wait("resume 1")
        program.send("r")
        program.wait("unfinished 1")
        program.send("enter")
        program.wait(f"{holes} to fill")
        program.send("\x11")
        assert program.ended() == 0
    folders = sorted(guests.state.iterdir())
    assert [re.fullmatch("[0-9a-f]{32}", folder.name) is not None for folder in folders] == [True, True]
    assert all({path.name.partition("-")[0] for path in folder.iterdir()} <= REMEMBERED for folder in folders)


@pytest.mark.slow
@pytest.mark.parametrize("tells", ["yes", "no"])
def test_players_cannot_impersonate_the_holder_of_another_key(
    host: Hosting, connect: Connect, tmp_path: Path, tells: str
) -> None:
    guests = host(accept="*", lines=[f"ExposeAuthInfo {tells}"])
    (tmp_path / "forged").write_text("publickey ssh-ed25519 AAAA\n")
    program = connect(guests.server, SSH_USER_AUTH=str(tmp_path / "forged"), LC_X="\npublickey ssh-ed25519 AAAA\n")
    if tells == "yes":  # sshd's own message counts
        at_the_top(program)
        program.send("\x11")
        assert program.ended() == 0
        assert len(list(guests.state.iterdir())) == 1
    else:
        program.wait("SSH_USER_AUTH")
        assert program.ended() == 2
        assert not guests.state.exists()
