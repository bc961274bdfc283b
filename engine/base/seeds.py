"""Random seeds."""

import random

_chance: random.Random = random.SystemRandom()


def new_seed(limit: int = 10**9) -> int:
    """An unpredictable seed from 0 to `limit` - 1."""
    return _chance.randrange(limit)
