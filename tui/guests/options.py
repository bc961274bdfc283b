"""Command-line options for hosts whose account is used by guests."""

import argparse
import math
import sys
from pathlib import Path

from engine.base.errors import InputError
from engine.base.language import _
from engine.play.state_directory import state_directory
from tui.guests.confinement import GAMES, MEGABYTE, MEMORY, SECONDS, GuestLimits, leads_out
from tui.guests.ssh_key import key_mark


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = parser.add_argument_group(
        _("for guests"),
        _(
            "With --restricted the program shows one folder, writes only its saved games and settings, and starts no "
            "other programs. Use it as the ForceCommand of an SSH server."
        ),
    )
    group.add_argument("--restricted", type=Path, metavar="DIR", help=_("show only this folder, write no files"))
    group.add_argument(
        "--state", type=Path, metavar="DIR", help=_("folder for saved games (default: your state folder)")
    )
    group.add_argument(
        "--most-seconds",
        type=count,
        metavar="S",
        default=SECONDS,
        help=_("maximum seconds for a search (default: %(default)g)"),
    )
    group.add_argument(
        "--most-memory",
        type=count,
        metavar="MB",
        default=MEMORY,
        help=_("maximum memory of a search in megabytes (default: %(default)g)"),
    )
    group.add_argument(
        "--most-games",
        type=count,
        metavar="N",
        default=GAMES,
        help=_("maximum number of saved games (default: %(default)g)"),
    )


def bounds(arguments: argparse.Namespace) -> GuestLimits | None:
    """Return the limits for --restricted; None without it. Raises InputError for invalid options."""
    if arguments.restricted is None:
        if arguments.state is not None:
            raise InputError(_("--state needs --restricted"), advice=_("name the folder in SATSUDOKU_STATE instead"))
        return None
    if sys.platform == "win32":
        raise InputError(_("--restricted needs a Unix system"), advice=_("leave it out"))
    folder = arguments.restricted.expanduser().resolve()
    if not folder.is_dir():
        raise InputError(
            _("the path of --restricted is not a folder"), path=arguments.restricted, advice=_("create it first")
        )
    if isinstance(arguments.path, Path) and leads_out(arguments.path, folder):
        raise InputError(_("is outside the folder of --restricted"), path=arguments.path, advice=_("leave it out"))
    state = (arguments.state or state_directory()).expanduser().resolve()
    mark = key_mark()
    if mark:
        state /= mark
    if not leads_out(state, folder) or not leads_out(folder, state):
        raise InputError(
            _("the folders of games and puzzles contain each other"), path=state, advice=_("name separate folders")
        )
    return GuestLimits(
        folder, state, arguments.most_seconds, int(arguments.most_memory * MEGABYTE), int(arguments.most_games)
    )


def count(text: str) -> float:
    """Parse the number of an option, which must be at least 1."""
    number = float(text)
    if not 1 <= number < math.inf:
        raise argparse.ArgumentTypeError(_("give a number of 1 or more"))
    return number
