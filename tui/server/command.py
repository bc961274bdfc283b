"""The command `satsudoku-tui serve`.

The process that keeps the server running, and one that asks it for its status, load nothing of puzzles and screens.
"""

import argparse
import asyncio
import gc
import json
import logging
import os
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.base.errors import InputError
from engine.base.text import printable
from tui.guests import confinement, kernel
from tui.guests.account import Account
from tui.guests.confinement import GuestLimits
from tui.guests.kernel import KernelConfinement
from tui.server import sockets
from tui.server.options import SHIPPED, ServerOptions, options, parser
from tui.terminal.options import SLOW_ESCAPE_MS

NOT_INSTALLED = "satsudoku-tui: serve needs the package asyncssh: pip install 'satsudoku-tui[serve]'"
NO_PLAYER = "satsudoku-tui: there is no player {name}"
NO_SERVER = "no server has its state in this folder"
NO_FILE = "satsudoku-tui: {path}: {reason}"
NO_COPY = "satsudoku-tui: {path}: can't write the backup: {reason}"
NOT_READ = "satsudoku-tui: can't read the games of {name}; the backup is without them"
NO_NAME = "satsudoku-tui: name the player to restore: --player NAME"
NOT_IN_BACKUP = "satsudoku-tui: {path}: this backup has no player {name}"
RESTORED = "The games of {name} are those of the backup again."
REPLACED = " The file that they replace is now {path}."
NOT_RUNNING = "satsudoku-tui: no server with --state {path} answers: {reason}"
NO_WEB = "satsudoku-tui: serve --web needs the package textual-serve: pip install 'satsudoku-tui[serve,web]'"
AS_ROOT = "the server runs as root: name an account with --user"
UNCONFINED = (
    "satsudoku-tui: the kernel can't restrict the files of jobs (Landlock, Linux 5.13 and later); serve all the same "
    "with --unconfined"
)
NOT_HERE = "satsudoku-tui: serve needs a Unix system"


def main(argv: Sequence[str]) -> int:
    """Run the command; returns the exit code: 0 done, 1 failed, 2 bad usage or missing requirements."""
    arguments = parser().parse_args(argv)
    if sys.platform == "win32":
        print(NOT_HERE, file=sys.stderr)
        return 2
    if arguments.version:
        _show_version()
        return 0
    if not find_spec("asyncssh"):
        print(NOT_INSTALLED, file=sys.stderr)
        return 2
    if arguments.web and not find_spec("textual_serve"):
        print(NO_WEB, file=sys.stderr)
        return 2
    inherited, passed = sockets.from_supervisor(os.environ), sockets.from_systemd(os.environ)
    if inherited:
        confinement.forget_environment()
    os.environ.update(TEXTUAL_ANIMATIONS="none", TEXTUAL_SMOOTH_SCROLL="0", ESCDELAY=str(SLOW_ESCAPE_MS))
    try:
        server_options = options(arguments)
        if arguments.status:
            return _show_status(server_options.control, as_json=arguments.json)
        if arguments.backup or arguments.restore or arguments.block or arguments.unblock:
            return _run_host_command(server_options, arguments)
        account = Account.find(server_options.account) if server_options.account else None
        confinement.prepare(server_options.bounds)
        if account:
            account.own(server_options.bounds.state)
        if inherited is None:
            from tui.server.supervisor import supervise

            listening = passed or sockets.listen(
                (server_options.host, server_options.port), server_options.web, server_options.metrics
            )
            with account.as_effective() if account else nullcontext():
                control = sockets.control(server_options.control)
            return supervise(replace(listening, control=control))
    except (InputError, OSError) as error:
        print(f"satsudoku-tui: {error}", file=sys.stderr)
        return 2
    return _serve(server_options, inherited, account)


def _serve(server_options: ServerOptions, inherited: sockets.Sockets, account: Account | None) -> int:
    """Load all modules, then fork servers from this process (`template`); returns the exit code."""
    gc.disable()  # while all is loaded: garbage collection takes a tenth of that time
    import asyncssh  # noqa: F401

    from tui.server.supervisor import LOG_DATES, LOG_FORMAT

    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format=LOG_FORMAT, datefmt=LOG_DATES)
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    from tui.app import key_owners
    from tui.guests import jail  # noqa: F401
    from tui.server import fork_server, job_process, service, worker  # noqa: F401
    from tui.server.template import fork_servers
    from tui.server.textual_caches import keep_no_instances, keep_no_pieces

    keep_no_pieces()
    keep_no_instances()
    key_owners()  # load all screens now, in one thread; sessions would load them concurrently
    fork_server.load_engine()
    if inherited.web:
        import tui.server.web  # noqa: F401
    gc.enable()
    return fork_servers(partial(_serve_forked, server_options, inherited, account))


def _serve_forked(
    server_options: ServerOptions, inherited: sockets.Sockets, account: Account | None, deaths: int
) -> int:
    """Run a server on these sockets as this account; returns the exit code. `deaths` counts the servers before it."""
    import asyncssh

    from engine.play.errors import GameError
    from tui.guests.jail import strongest
    from tui.server import fork_server, job_process, worker
    from tui.server.hosted import ProgramHost
    from tui.server.metrics import Figures, RateLimitFilter
    from tui.server.service import Programs, Service
    from tui.server.workers import SessionWorkers

    figures = Figures(deaths)
    programs: Programs
    log = logging.getLogger("satsudoku.server")
    jail = strongest(server_options.bounds)
    figures.jail = jail.confinement
    log.info("jail: %s", jail)
    for warning in jail.warnings():
        log.warning("%s", warning)
    if jail.confinement is KernelConfinement.NONE and not server_options.unconfined:
        print(UNCONFINED, file=sys.stderr)
        return 2
    if server_options.workers == 1:
        sock = fork_server.start(job_process.runner(jail), jail.enter, jail.clean_up)
        programs = ProgramHost(sock, server_options.jobs)
    else:
        programs = SessionWorkers(
            fork_server.start(worker.runner(server_options.bounds, jail, account)),
            server_options.workers,
            server_options.jobs,
        )
    if not account and os.geteuid() == 0:
        log.warning(AS_ROOT)
    try:
        logging.getLogger("satsudoku").addHandler(figures)
        for handler in logging.getLogger().handlers:
            handler.addFilter(RateLimitFilter())
        if account:
            account.switch()
        log.info(kernel.confine(server_options.bounds).sentence)
        with closing(Service(server_options, programs, figures)) as service:
            asyncio.run(service.run(inherited))
    except (OSError, asyncssh.KeyImportError, sqlite3.Error, GameError) as error:
        print(f"satsudoku-tui: {error}", file=sys.stderr)
        return 2
    return 0


def _run_host_command(server_options: ServerOptions, arguments: argparse.Namespace) -> int:
    """Run a command of the host on the server's state; returns the exit code."""
    from tui.server.backup import back_up_state

    path = server_options.database
    try:
        if not path.exists():
            raise sqlite3.OperationalError(NO_SERVER)
        if arguments.backup:
            left_out = back_up_state(path.parent, arguments.backup)
            for name in left_out:
                print(NOT_READ.format(name=name), file=sys.stderr)
            if left_out:
                return 1
        if arguments.restore:
            return _restore(path.parent, arguments.restore, arguments.player)
        for name, blocked in ((arguments.block, True), (arguments.unblock, False)):
            if name and not _set_blocked(path, name, blocked):
                print(NO_PLAYER.format(name=printable(name)), file=sys.stderr)
                return 1
    except sqlite3.Error as error:
        print(NO_FILE.format(path=printable(str(path)), reason=error), file=sys.stderr)
        return 2
    except OSError as error:
        sentence, folder = (NO_COPY, arguments.backup) if arguments.backup else (NO_FILE, arguments.restore)
        print(sentence.format(path=printable(str(folder)), reason=error.strerror), file=sys.stderr)
        return 2
    return 0


def _restore(state: Path, backup: Path, name: str | None) -> int:
    """Restore a player from a backup; returns the exit code."""
    from tui.server.backup import NoSuchPlayerError, restore_player

    if not name:
        print(NO_NAME, file=sys.stderr)
        return 2
    try:
        previous = restore_player(state, backup, name)
    except NoSuchPlayerError:
        print(NOT_IN_BACKUP.format(name=printable(name), path=printable(str(backup))), file=sys.stderr)
        return 1
    print(RESTORED.format(name=printable(name)) + (REPLACED.format(path=printable(str(previous))) if previous else ""))
    return 0


def _show_version() -> None:
    """Print the version and the jail available for jobs on this system."""
    from engine.commands.cli import version
    from tui.guests.jail import strongest

    print(version("satsudoku-tui"))
    with TemporaryDirectory() as state:
        print(f"jail: {strongest(GuestLimits(SHIPPED, Path(state)))}")


def _show_status(control: Path, *, as_json: bool) -> int:
    """Show the status of the server that listens on this socket; returns the exit code."""
    from tui.server import status

    try:
        if as_json:
            print(json.dumps(status.ask(control), indent=2))
        else:
            status.watch(control)
    except (OSError, ValueError) as error:
        print(NOT_RUNNING.format(path=printable(str(control.parent)), reason=error), file=sys.stderr)
        return 1
    return 0


def _set_blocked(path: Path, name: str, blocked: bool) -> bool:
    from engine.together import records
    from engine.together.database import ServerDatabase

    with closing(ServerDatabase(path)) as database:
        return database.run(lambda connection: records.set_blocked(connection, name, blocked))
