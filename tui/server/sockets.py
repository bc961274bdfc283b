"""The server's listening sockets: created here, passed by systemd, or inherited from the supervisor."""

import os
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from engine.base.errors import InputError
from engine.base.language import _

BACKLOG = 256
"""Length of the accept queue, where connections wait while one server hands over to the next."""
_SUPERVISOR = "keeper"
"""The supervisor socket's name in the variable, kept because the supervisor may be older than the server it starts."""
_FIRST_DESCRIPTOR = 3
"""The first descriptor passed by systemd."""
_VARIABLE = "SATSUDOKU_SOCKETS"
_MAX_PATH_BYTES = 100
"""Path length in bytes that every system allows for a Unix socket."""


@dataclass(frozen=True)
class Sockets:
    """The listening sockets by purpose.

    `web` serves browsers, `metrics` the page of figures, `control` the host's commands; `supervisor` is the connection
    to the supervisor.
    """

    ssh: tuple[socket.socket, ...]
    web: tuple[socket.socket, ...] = ()
    metrics: tuple[socket.socket, ...] = ()
    control: tuple[socket.socket, ...] = ()
    supervisor: tuple[socket.socket, ...] = ()

    def named(self) -> list[tuple[str, socket.socket]]:
        """Return all sockets with the names of their fields."""
        return [(field.name, socket_) for field in fields(self) for socket_ in getattr(self, field.name)]

    def variables(self) -> dict[str, str]:
        """Return the environment variable that describes the sockets to a child process."""
        names = {"supervisor": _SUPERVISOR}
        return {_VARIABLE: " ".join(f"{names.get(name, name)}={socket_.fileno()}" for name, socket_ in self.named())}

    @classmethod
    def from_descriptors(cls, named: Iterable[tuple[str, int]]) -> "Sockets":
        """Create sockets from named descriptors; unknown names are for SSH."""
        found: dict[str, list[socket.socket]] = {field.name: [] for field in fields(cls)}
        for name, descriptor in named:
            found.get(name, found["ssh"]).append(socket.socket(fileno=descriptor))
        return cls(**{name: tuple(sockets) for name, sockets in found.items()})


def from_supervisor(environment: Mapping[str, str]) -> Sockets | None:
    """Return the sockets inherited from the supervisor; None in the supervisor itself."""
    if _VARIABLE not in environment:
        return None
    words = [word.split("=") for word in environment[_VARIABLE].split()]
    names = {_SUPERVISOR: "supervisor"}
    return Sockets.from_descriptors((names.get(name, name), int(number)) for name, number in words)


def from_systemd(environment: Mapping[str, str]) -> Sockets | None:
    """Return the sockets passed by systemd (sd_listen_fds(3)), by name; unknown names are for SSH. None without any."""
    if environment.get("LISTEN_PID") != str(os.getpid()):
        return None
    number = int(environment.get("LISTEN_FDS", "0"))
    if not number:
        return None
    names = environment.get("LISTEN_FDNAMES", "").split(":") + [""] * number
    return Sockets.from_descriptors((names[place], _FIRST_DESCRIPTOR + place) for place in range(number))


def listen(ssh: tuple[str, int], web: tuple[str, int] | None, metrics: int | None) -> Sockets:
    """Listen on these addresses and ports; "" means all addresses. Raises OSError."""
    with ExitStack() as stack:

        def listening(address: tuple[str, int] | None) -> tuple[socket.socket, ...]:
            return () if address is None else tuple(map(stack.enter_context, _listeners(*address)))

        sockets = Sockets(
            listening(ssh), listening(web), listening(None if metrics is None else ("127.0.0.1", metrics))
        )
        stack.pop_all()
    return sockets


def control(path: Path) -> tuple[socket.socket, ...]:
    """Listen on a Unix socket that only this account can connect to.

    Raises OSError, and InputError if a server with the same folder is running: both would keep its matches.
    """
    listener = socket.socket(socket.AF_UNIX)
    with short_name(path) as name:
        try:
            listener.connect(name)
        except OSError:
            path.unlink(missing_ok=True)
        else:
            listener.close()
            raise InputError(_("another server uses this folder"), path=path.parent, advice=_("name another --state"))
        listener.bind(name)
        path.chmod(0o600)
    listener.listen()
    return (listener,)


@contextmanager
def short_name(path: Path) -> Iterator[str]:
    """Provide a name of the path that is short enough for a Unix socket, if the system has /proc. Raises OSError."""
    if len(os.fsencode(path)) <= _MAX_PATH_BYTES or not os.path.isdir("/proc/self/fd"):
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def _listeners(host: str, port: int) -> Iterable[socket.socket]:
    """Yield a listening socket for each address of the host, all on the same port."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    addresses = {(family, sockaddr[0]) for family, _, _, _, sockaddr in found}
    for number, (family, sockaddr) in enumerate(sorted(addresses)):
        try:
            listener = socket.create_server((str(sockaddr), port), family=family, backlog=BACKLOG)
        except OSError:
            if number == 0:
                raise
            continue  # such as IPv6 on a system without it
        port = listener.getsockname()[1]
        yield listener
