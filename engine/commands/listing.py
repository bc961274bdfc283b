"""Two-column listings of words and their meanings."""

from collections.abc import Iterable


def listing(rows: Iterable[tuple[str, str]]) -> str:
    """The rows as two columns, without a newline at the end."""
    rows = list(rows)
    width = max((len(left) for left, _ in rows), default=0)
    return "\n".join(f"  {left:<{width}}  {right}" for left, right in rows)
