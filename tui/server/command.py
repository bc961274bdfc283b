"""The command `satsudoku-tui serve`."""

import argparse
import asyncio
import logging
import os
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

from engine.base.errors import InputError
from engine.base.text import printable
from engine.play.errors import GameError
from engine.together import records
from engine.together.database import Database
from tui.guests import confinement, kernel
from tui.server import sockets
from tui.server.backup import back_up_state
from tui.server.options import ServerOptions, options, parser
from tui.terminal.options import SLOW_ESCAPE_MS

NOT_INSTALLED = "satsudoku-tui: serve needs the package asyncssh: pip install 'satsudoku-tui[serve]'"
NO_PLAYER = "satsudoku-tui: there is no player {name}"
NO_SERVER = "no server has kept anything there yet"
NO_FILE = "satsudoku-tui: {path}: {reason}"
NO_COPY = "satsudoku-tui: {path}: no backup can be made there: {reason}"
NOT_READ = "satsudoku-tui: the games of {name} can't be read; they are not in the backup"
NO_WEB = "satsudoku-tui: serve --web needs the package textual-serve: pip install 'satsudoku-tui[serve,web]'"
NOT_HERE = "satsudoku-tui: serve needs a Unix system"


def main(argv: Sequence[str]) -> int:
    """Serve until told to stop; returns the exit code (0 done, 2 bad usage or what can't be had)."""
    arguments = parser().parse_args(argv)
    if sys.platform == "win32":
        print(NOT_HERE, file=sys.stderr)
        return 2
    if not find_spec("asyncssh"):
        print(NOT_INSTALLED, file=sys.stderr)
        return 2
    if arguments.web and not find_spec("textual_serve"):
        print(NO_WEB, file=sys.stderr)
        return 2
    given, of_systemd = sockets.inherited(os.environ), sockets.of_systemd(os.environ)
    if given:
        confinement.forget_environment()
    os.environ.update(TEXTUAL_ANIMATIONS="none", TEXTUAL_SMOOTH_SCROLL="0", ESCDELAY=str(SLOW_ESCAPE_MS))
    try:
        asked = options(arguments)
        if arguments.backup or arguments.block or arguments.unblock:
            return _serve_host(asked, arguments)
        confinement.begin(asked.bounds)
        if given is None:
            from tui.server.keeper import keep

            return keep(of_systemd or sockets.made((asked.host, asked.port), asked.web, asked.metrics))
    except (InputError, OSError) as error:
        print(f"satsudoku-tui: {error}", file=sys.stderr)
        return 2
    return _serve(asked, given)


def _serve(asked: ServerOptions, given: sockets.Sockets) -> int:
    """Serve on these sockets until told to stop; returns the exit code."""
    import asyncssh

    logging.basicConfig(
        stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%Y-%m-%d %H:%M:%S"
    )
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    from tui.app import key_owners
    from tui.server import forking, job_process, worker
    from tui.server.caches import keep_no_instances
    from tui.server.hosted import Host
    from tui.server.service import Programs, Service
    from tui.server.strips import keep_no_pieces
    from tui.server.workers import Workers

    keep_no_pieces()
    keep_no_instances()
    key_owners()  # all screens are loaded now, in one thread: sessions would do it at the same time in several
    programs: Programs
    if asked.workers == 1:
        programs = Host(forking.begin(job_process.runner(asked.bounds)), asked.jobs)
    else:
        programs = Workers(forking.begin(worker.runner(asked.bounds)), asked.workers, asked.jobs)
    logging.getLogger("satsudoku.server").info(kernel.confine(asked.bounds))
    try:
        with closing(Service(asked, programs)) as service:
            asyncio.run(service.run(given))
    except (OSError, asyncssh.KeyImportError, sqlite3.Error, GameError) as error:
        print(f"satsudoku-tui: {error}", file=sys.stderr)
        return 2
    return 0


def _serve_host(asked: ServerOptions, arguments: argparse.Namespace) -> int:
    """Do what the host wants with the server's file; returns the exit code."""
    path = asked.database
    try:
        if not path.exists():
            raise sqlite3.OperationalError(NO_SERVER)
        if arguments.backup:
            left_out = back_up_state(path.parent, arguments.backup)
            for name in left_out:
                print(NOT_READ.format(name=name), file=sys.stderr)
            if left_out:
                return 1
        for name, blocked in ((arguments.block, True), (arguments.unblock, False)):
            if name and not _keep_out(path, name, blocked):
                print(NO_PLAYER.format(name=printable(name)), file=sys.stderr)
                return 1
    except sqlite3.Error as error:
        print(NO_FILE.format(path=printable(str(path)), reason=error), file=sys.stderr)
        return 2
    except OSError as error:
        print(NO_COPY.format(path=printable(str(arguments.backup)), reason=error.strerror), file=sys.stderr)
        return 2
    return 0


def _keep_out(path: Path, name: str, blocked: bool) -> bool:
    with closing(Database(path)) as database:
        return database.run(lambda connection: records.keep_out(connection, name, blocked))
