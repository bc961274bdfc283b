"""How many examples a test tries: an eighth by default, all of them with `--hypothesis-profile thorough`."""

from hypothesis import settings

from engine.base import kernels

ALL = 100
"""Examples of the thorough profile for a test that names no number."""


def amount(count: int) -> int:
    """The profile's share of `count` examples; a sixth of that in plain Python, which takes 50 times as long."""
    share = count * settings().max_examples / ALL
    return max(1, round(share if kernels.state().compiled else share / 6))
