"""How much is tried: less where the kernels run as plain Python, which takes fifty times as long."""

from engine.base import kernels


def amount(count: int) -> int:
    """So many examples; a sixth of them in plain Python."""
    return count if kernels.state().compiled else max(1, count // 6)
