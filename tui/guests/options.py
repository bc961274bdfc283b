"""The options of the command line for those who let others play under an account of theirs."""

import argparse
import math
import sys
from pathlib import Path

from engine.base.errors import InputError
from engine.play.state_directory import state_directory
from tui.guests.confinement import GAMES, MEGABYTE, MEMORY, SECONDS, Bounds, leads_out
from tui.guests.ssh_key import key_mark


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = parser.add_argument_group(
        "for guests",
        "With --restricted the program shows one folder, writes only what it remembers, and starts nothing: "
        "for the ForceCommand of an SSH server.",
    )
    group.add_argument("--restricted", type=Path, metavar="DIR", help="show this folder alone, write no files")
    group.add_argument("--state", type=Path, metavar="DIR", help="where games are kept (default: among the account's)")
    group.add_argument("--most-seconds", type=count, metavar="S", default=SECONDS,
                       help="of a search, at most (default: %(default)g)")  # fmt: skip
    group.add_argument("--most-memory", type=count, metavar="MB", default=MEMORY,
                       help="of a search, at most (default: %(default)g)")  # fmt: skip
    group.add_argument("--most-games", type=count, metavar="N", default=GAMES,
                       help="that are kept, at most (default: %(default)g)")  # fmt: skip


def bounds(arguments: argparse.Namespace) -> Bounds | None:
    """What --restricted asks for; None without it. Raises InputError for what can't be had."""
    if arguments.restricted is None:
        if arguments.state is not None:
            raise InputError("--state goes with --restricted", advice="name the folder in SATSUDOKU_STATE instead")
        return None
    if sys.platform == "win32":
        raise InputError("--restricted needs a Unix system", advice="leave it out")
    folder = arguments.restricted.expanduser().resolve()
    if not folder.is_dir():
        raise InputError("--restricted names no folder", path=arguments.restricted, advice="make it first")
    if isinstance(arguments.path, Path) and leads_out(arguments.path, folder):
        raise InputError("is not in the folder that --restricted names", path=arguments.path, advice="leave it out")
    state = (arguments.state or state_directory()).expanduser().resolve()
    mark = key_mark()
    if mark:
        state /= mark
    if not leads_out(state, folder) or not leads_out(folder, state):
        raise InputError("the folder of the games lies in that of the puzzles", path=state, advice="name two apart")
    return Bounds(
        folder, state, arguments.most_seconds, int(arguments.most_memory * MEGABYTE), int(arguments.most_games)
    )


def count(text: str) -> float:
    """A number of an option that must be 1 or more."""
    number = float(text)
    if not 1 <= number < math.inf:
        raise argparse.ArgumentTypeError("give a number of 1 or more")
    return number
