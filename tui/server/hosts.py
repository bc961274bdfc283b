"""Validation of Host and Origin headers, and the page's Content-Security-Policy.

Without these checks, another site could resolve its own name to this machine (DNS rebinding) and pass as the page of
this server.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; connect-src {connect}; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


def name_of(host: str) -> str:
    """Return the name or address in a Host header, in lower case and without the port; "" if it is invalid."""
    try:
        parts = urlsplit(f"//{host}")
        port = parts.port
    except ValueError:
        return ""
    name = parts.hostname or ""
    host_text = f"[{name}]" if ":" in name else name
    return name if host.lower() in (host_text, f"{host_text}:{port}", f"{host_text}:") else ""


def is_allowed(host: str, address: str, allowed: Collection[str]) -> bool:
    """Whether a Host header names this server: a loopback name, the connection's local address, or one of `allowed`."""
    name = name_of(host)
    local_address = address.partition("%")[0].removeprefix("::ffff:")
    return name != "" and (name in LOOPBACK or name in allowed or name == local_address)


def is_own(origin: str, host: str) -> bool:
    """Whether an Origin header matches the Host header."""
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower() != ""


def policy(host: str) -> str:
    """Return the Content-Security-Policy of a page on that host, which may connect to no other."""
    own = "" if not name_of(host) or "[" in host else f" ws://{host} wss://{host}"  # a policy can't name IPv6 addresses
    return _POLICY.format(connect=f"'self'{own}")
