"""The sockets that the server listens on: made here, had from systemd, or had from the process that keeps them."""

import os
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

BACKLOG = 256
"""Connections that may wait to be accepted, as all do while one server makes way for the next."""
_FIRST = 3
"""The descriptor that systemd begins with."""
_VARIABLE = "SATSUDOKU_SOCKETS"
_LONGEST = 100
"""Bytes of a path that a socket of the system's own may have, at least."""


@dataclass(frozen=True)
class Sockets:
    """Listening sockets: for SSH, for browsers, for the page of figures, for the host's questions (`control`); and the
    line to what keeps them (`supervisor`).
    """

    ssh: tuple[socket.socket, ...]
    web: tuple[socket.socket, ...] = ()
    metrics: tuple[socket.socket, ...] = ()
    control: tuple[socket.socket, ...] = ()
    supervisor: tuple[socket.socket, ...] = ()

    def named(self) -> list[tuple[str, socket.socket]]:
        """Each of them with what it is for."""
        return [(field.name, socket_) for field in fields(self) for socket_ in getattr(self, field.name)]

    def variables(self) -> dict[str, str]:
        """What a process that inherits them is told in its environment."""
        return {_VARIABLE: " ".join(f"{name}={socket_.fileno()}" for name, socket_ in self.named())}

    @classmethod
    def of(cls, named: Iterable[tuple[str, int]]) -> "Sockets":
        """Those of these descriptors; what is for nothing we know is for SSH."""
        found: dict[str, list[socket.socket]] = {field.name: [] for field in fields(cls)}
        for name, descriptor in named:
            found.get(name, found["ssh"]).append(socket.socket(fileno=descriptor))
        return cls(**{name: tuple(sockets) for name, sockets in found.items()})


def inherited(environment: Mapping[str, str]) -> Sockets | None:
    """Those of the process that keeps them; None in that process itself."""
    if _VARIABLE not in environment:
        return None
    words = [word.split("=") for word in environment[_VARIABLE].split()]
    return Sockets.of((name, int(number)) for name, number in words)


def of_systemd(environment: Mapping[str, str]) -> Sockets | None:
    """Those that systemd passes (sd_listen_fds(3)): what is named `web` or `metrics` is for that, others for SSH."""
    if environment.get("LISTEN_PID") != str(os.getpid()):
        return None
    number = int(environment.get("LISTEN_FDS", "0"))
    names = environment.get("LISTEN_FDNAMES", "").split(":") + [""] * number
    return Sockets.of((names[place], _FIRST + place) for place in range(number)) if number else None


def made(ssh: tuple[str, int], web: tuple[str, int] | None, metrics: int | None) -> Sockets:
    """Sockets that listen at these addresses and ports; "" for all addresses. Raises OSError."""
    with ExitStack() as stack:

        def listening(address: tuple[str, int] | None) -> tuple[socket.socket, ...]:
            return () if address is None else tuple(map(stack.enter_context, _listening(*address)))

        sockets = Sockets(
            listening(ssh), listening(web), listening(None if metrics is None else ("127.0.0.1", metrics))
        )
        stack.pop_all()
    return sockets


def control(path: Path) -> tuple[socket.socket, ...]:
    """A socket in the file system that only this account can connect to; none where a server listens there already.

    Raises OSError.
    """
    listener = socket.socket(socket.AF_UNIX)
    with named_shortly(path) as name:
        try:
            listener.connect(name)
        except OSError:
            path.unlink(missing_ok=True)
        else:
            listener.close()
            return ()
        listener.bind(name)
        path.chmod(0o600)
    listener.listen()
    return (listener,)


@contextmanager
def named_shortly(path: Path) -> Iterator[str]:
    """A name of the path that is short enough for a socket, where the system has one. Raises OSError."""
    if len(os.fsencode(path)) <= _LONGEST or not os.path.isdir("/proc/self/fd"):
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def _listening(host: str, port: int) -> Iterable[socket.socket]:
    """A socket for each address of the host, all of the same port."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    addresses = {(family, where[0]) for family, _, _, _, where in found}
    for number, (family, where) in enumerate(sorted(addresses)):
        try:
            listener = socket.create_server((str(where), port), family=family, backlog=BACKLOG)
        except OSError:
            if number == 0:
                raise
            continue  # such as the second family of addresses, which the system may not have
        port = listener.getsockname()[1]
        yield listener
