"""The options of `satsudoku-tui serve`."""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from ipaddress import ip_address, ip_network
from pathlib import Path

from engine.base.errors import InputError
from engine.base.language import LANGUAGES
from engine.play.state_directory import state_directory
from engine.together.server_folder import DATABASE
from tui.guests.confinement import GAMES, MEGABYTE, MEMORY, SECONDS, GuestLimits, leads_out
from tui.guests.options import count
from tui.server.hosts import name_of

PORT = 2222
STATE = "server"
"""The server's folder in the account's state directory."""
HOST_KEY, CONTROL = "host_key", "control"
"""Files in the state folder: the host key, and the socket for `--status`."""
SHIPPED = Path(__file__).parents[2] / "puzzles"


class GuestPolicy(Enum):
    """Whether guests without a key may play."""

    NONE = "none"
    PASSWORD = "password"  # named "guest"
    OPEN = "open"


@dataclass(frozen=True)
class Admission:
    """Limits: total sessions, sessions per player, connections per network (`address`), connections that have not
    logged in (`waiting`), and new players per network and day (`newcomers`). Addresses that share their first
    `ipv4_prefix` or `ipv6_prefix` bits form a network.
    """

    sessions: int = 300
    player: int = 3
    address: int = 20
    waiting: int = 100
    newcomers: int = 100
    ipv4_prefix: int = 32
    ipv6_prefix: int = 64

    def network(self, address: str) -> str:
        """Return the network of an address, for the limits. An invalid address is its own network."""
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return address
        found = getattr(found, "ipv4_mapped", None) or found
        bits = self.ipv4_prefix if found.version == 4 else self.ipv6_prefix
        return str(ip_network((found, bits), strict=False))


@dataclass(frozen=True)
class ServerOptions:
    """The options of a server.

    `workers` is the number of processes with sessions (1: the listening process itself), `jobs` the number of
    concurrent jobs, `grace` the seconds that sessions may continue once another server has taken over. `metrics` is the
    port of the page of figures, None for none. `web` is the address and port for browsers, `web_hosts` the host names
    allowed in their requests. `unconfined` allows a system without confinement. `account` is the account to switch to,
    None to stay. `lessons` is the folder of a course's lessons.
    """

    host: str
    port: int
    bounds: GuestLimits
    guests: GuestPolicy
    admission: Admission
    workers: int
    jobs: int
    grace: float
    metrics: int | None
    web: tuple[str, int] | None
    web_hosts: frozenset[str]
    banner: str
    unconfined: bool
    account: str | None
    lessons: Path | None = None

    @property
    def database(self) -> Path:
        """The database of players, keys and matches."""
        return self.bounds.state / DATABASE

    @property
    def host_key(self) -> Path:
        """The file of the SSH host key."""
        return self.bounds.state / HOST_KEY

    @property
    def control(self) -> Path:
        """The Unix socket for `--status`."""
        return self.bounds.state / CONTROL


def parser() -> argparse.ArgumentParser:
    """Return the command's argument parser."""
    parser = argparse.ArgumentParser(
        prog="satsudoku-tui serve",
        description="Let others play over SSH or in a browser. Each player has their own games, and nothing but "
        "this program.",
        epilog="An SSH key identifies a player. Players add another key or browser with a code: it is shown under "
        "'keys and browsers' (K on the screen of others), and used by `ssh -p PORT CODE@HOST` with the new key.",
    )
    most = Admission()
    parser.add_argument("--host", default="", metavar="ADDRESS", help="address to listen on (default: all)")
    parser.add_argument("--port", type=_port, default=PORT, metavar="N", help="port (default: %(default)s)")
    parser.add_argument(
        "--folder", type=Path, default=SHIPPED, metavar="DIR", help="folder of puzzles (default: the shipped ones)"
    )
    parser.add_argument(
        "--lessons",
        type=Path,
        metavar="DIR",
        help="homework of a course inside --folder; the server keeps the answers of each player",
    )
    parser.add_argument(
        "--state",
        type=Path,
        metavar="DIR",
        help="folder for games and the server's key (default: in your state folder)",
    )
    parser.add_argument(
        "--guests",
        type=GuestPolicy,
        choices=list(GuestPolicy),
        default=GuestPolicy.PASSWORD,
        metavar="WHO",
        help='players without a key: none, password (it is "guest") or open (default: password)',
    )
    for name, value, unit, default, text in (
        ("--most-sessions", count, "N", most.sessions, "maximum number of sessions (default: %(default)g)"),
        ("--most-of-a-player", count, "N", most.player,
         "maximum number of sessions of a player (default: %(default)g)"),
        ("--most-of-an-address", count, "N", most.address,
         "maximum number of connections of an address (default: %(default)g)"),
        ("--most-new-of-an-address", count, "N", most.newcomers,
         "maximum number of new players a day of an address (default: %(default)g)"),
        ("--ipv4-prefix", _bits(32), "BITS", most.ipv4_prefix,
         "IPv4 addresses with the same first BITS count as one (default: %(default)s)"),
        ("--ipv6-prefix", _bits(128), "BITS", most.ipv6_prefix, "the same for IPv6 addresses (default: %(default)s)"),
        ("--most-seconds", count, "S", SECONDS, "maximum seconds for a search (default: %(default)g)"),
        ("--most-memory", count, "MB", MEMORY, "maximum memory of a search in megabytes (default: %(default)g)"),
        ("--most-games", count, "N", GAMES, "maximum number of saved games of a player (default: %(default)g)"),
        ("--workers", count, "N", 1, "number of processes that run the sessions (default: %(default)g)"),
        ("--jobs", count, "N", os.cpu_count() or 1,
         "number of processes for searches and files (default: one per processor)"),
        ("--grace", count, "S", 600, "seconds for sessions to end after an upgrade (default: %(default)g)"),
    ):  # fmt: skip
        parser.add_argument(name, type=value, metavar=unit, default=default, help=text)
    parser.add_argument("--metrics", type=_port, metavar="PORT", help="serve metrics on this port of 127.0.0.1")
    parser.add_argument(
        "--web",
        type=_web,
        metavar="[ADDRESS:]PORT",
        help="serve browsers too (default address: 127.0.0.1, for a proxy)",
    )
    parser.add_argument("--web-host", type=_host, action="append", default=[], metavar="NAME",
                        help="a host name of the page, such as that of a proxy; may be repeated "
                             "(localhost and the address itself are always allowed)")  # fmt: skip
    parser.add_argument(
        "--lang", choices=LANGUAGES, help="language of players whose terminal names none (default: that of the locale)"
    )
    parser.add_argument(
        "--user", metavar="ACCOUNT", help="if started as root: switch to this account before anybody connects"
    )
    parser.add_argument(
        "--unconfined", action="store_true", help="serve even if the kernel can't restrict the files of jobs"
    )
    parser.add_argument("--banner", default="", metavar="TEXT", help="a line to show before the login")
    host = parser.add_argument_group("instead of serving", "These also work while a server with the same --state runs.")
    host.add_argument(
        "--backup", type=Path, metavar="FOLDER", help="copy the state to a new folder, which you can use as --state"
    )
    host.add_argument("--restore", type=Path, metavar="FOLDER", help="restore one player (--player) from this backup")
    host.add_argument("--player", metavar="NAME", help="the player for --restore")
    host.add_argument(
        "--status", action="store_true", help="show who plays, memory, latency, disk and errors until q is pressed"
    )
    host.add_argument("--json", action="store_true", help="with --status: print it once as JSON")
    host.add_argument("--block", metavar="NAME", help="block a player, and end their sessions")
    host.add_argument("--unblock", metavar="NAME", help="unblock a player")
    host.add_argument(
        "--version", action="store_true", help="print the version and how this system confines the jobs of players"
    )
    return parser


def options(arguments: argparse.Namespace) -> ServerOptions:
    """Convert parsed arguments to options. Raises InputError for invalid folders."""
    folder = arguments.folder.expanduser().resolve()
    if not folder.is_dir():
        raise InputError("--folder names no folder", path=arguments.folder, advice="create it first")
    lessons = arguments.lessons.expanduser().resolve() if arguments.lessons else None
    if lessons and (not lessons.is_dir() or leads_out(lessons, folder)):
        raise InputError("--lessons names no folder inside --folder", path=arguments.lessons, advice="move it there")
    state = (arguments.state or state_directory() / STATE).expanduser().resolve()
    if not leads_out(state, folder) or not leads_out(folder, state):
        raise InputError(
            "the folders of games and puzzles contain each other", path=state, advice="name separate folders"
        )
    return ServerOptions(
        arguments.host,
        arguments.port,
        GuestLimits(
            folder, state, arguments.most_seconds, int(arguments.most_memory * MEGABYTE), int(arguments.most_games)
        ),
        arguments.guests,
        Admission(
            int(arguments.most_sessions),
            int(arguments.most_of_a_player),
            int(arguments.most_of_an_address),
            newcomers=int(arguments.most_new_of_an_address),
            ipv4_prefix=arguments.ipv4_prefix,
            ipv6_prefix=arguments.ipv6_prefix,
        ),
        int(arguments.workers),
        int(arguments.jobs),
        arguments.grace,
        arguments.metrics,
        arguments.web,
        frozenset(arguments.web_host),
        arguments.banner,
        arguments.unconfined,
        arguments.user,
        lessons,
    )


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("give a number from 0 (any that is free) to 65535")
    return number


def _host(text: str) -> str:
    name = name_of(text)
    if not name or name != text.strip("[]").lower():
        raise argparse.ArgumentTypeError("give a name or an address, without http:// and without a port")
    return name


def _bits(most: int) -> Callable[[str], int]:
    """Return a parser for a prefix length of at most `most` bits."""

    def read(text: str) -> int:
        number = int(text)
        if not 8 <= number <= most:
            raise argparse.ArgumentTypeError(f"give a number from 8 to {most}")
        return number

    return read


def _web(text: str) -> tuple[str, int]:
    address, _, port = text.rpartition(":")
    return address.strip("[]") or "127.0.0.1", _port(port)
