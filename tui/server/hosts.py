"""The names under which browsers may ask for the page, and the headers that hold the page to them.

Without this check a page elsewhere could have its own name lead to this machine (DNS rebinding), and would then be
asked for, and believed, as the page of this server.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; connect-src {connect}; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


def name_of(host: str) -> str:
    """The name or address in a Host header, in small letters and without the port; "" if there is none."""
    try:
        parts = urlsplit(f"//{host}")
        port = parts.port
    except ValueError:
        return ""
    name = parts.hostname or ""
    host_text = f"[{name}]" if ":" in name else name
    return name if host.lower() in (host_text, f"{host_text}:{port}", f"{host_text}:") else ""


def is_allowed(host: str, address: str, named: Collection[str]) -> bool:
    """Whether a Host header names this server: by a loopback name, by the address at which the connection arrived, or
    as the options do.
    """
    name = name_of(host)
    arrived = address.partition("%")[0].removeprefix("::ffff:")
    return name != "" and (name in LOOPBACK or name in named or name == arrived)


def is_own(origin: str, host: str) -> bool:
    """Whether an Origin header is that of the page which the Host header names."""
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower() != ""


def policy(host: str) -> str:
    """The Content-Security-Policy of a page under that host: it connects to nothing else."""
    own = "" if not name_of(host) or "[" in host else f" ws://{host} wss://{host}"  # which names no IPv6 address
    return _POLICY.format(connect=f"'self'{own}")
