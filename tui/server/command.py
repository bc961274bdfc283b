"""The command `satsudoku-tui serve`."""

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from engine.base.errors import InputError
from tui.guests import confinement, kernel
from tui.server.options import options, parser
from tui.terminal.options import SLOW_ESCAPE_MS

NOT_INSTALLED = "satsudoku-tui: serve needs the package asyncssh: pip install 'satsudoku-tui[serve]'"
NO_WEB = "satsudoku-tui: serve --web needs the package textual-serve: pip install 'satsudoku-tui[serve,web]'"
NOT_HERE = "satsudoku-tui: serve needs a Unix system"


def main(argv: Sequence[str]) -> int:
    """Serve until told to stop; returns the exit code (0 done, 2 bad usage or what can't be had)."""
    arguments = parser().parse_args(argv)
    if sys.platform == "win32":
        print(NOT_HERE, file=sys.stderr)
        return 2
    try:
        import asyncssh
    except ImportError:
        print(NOT_INSTALLED, file=sys.stderr)
        return 2
    if arguments.web and not find_spec("textual_serve"):
        print(NO_WEB, file=sys.stderr)
        return 2
    confinement.forget_environment()
    os.environ.update(TEXTUAL_ANIMATIONS="none", TEXTUAL_SMOOTH_SCROLL="0", ESCDELAY=str(SLOW_ESCAPE_MS))
    try:
        asked = options(arguments)
        confinement.begin(asked.bounds)
    except InputError as error:
        print(f"satsudoku-tui: {error}", file=sys.stderr)
        return 2
    logging.basicConfig(
        stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%Y-%m-%d %H:%M:%S"
    )
    logging.getLogger("satsudoku.server").info(kernel.confine(asked.bounds))
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    from tui.server.service import Service

    try:
        asyncio.run(Service(asked).run())
    except (OSError, asyncssh.KeyImportError) as error:
        print(f"satsudoku-tui: {error}", file=sys.stderr)
        return 2
    return 0
