"""Numbers of hypothesis examples: an eighth by default, all of them with `--hypothesis-profile thorough`."""

from hypothesis import settings

from engine.base import kernels

ALL = 100
"""Number of examples in the thorough profile for a test that names none."""


def amount(count: int) -> int:
    """The profile's share of `count` examples; a sixth of that in plain Python, which is 50 times slower."""
    share = count * settings().max_examples / ALL
    return max(1, round(share if kernels.state().compiled else share / 6))
