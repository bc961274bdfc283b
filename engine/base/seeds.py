"""Seeds that nobody has chosen."""

import random

_chance: random.Random = random.SystemRandom()


def new_seed(limit: int = 10**9) -> int:
    """A seed from 0 to `limit` - 1 that nobody can foretell."""
    return _chance.randrange(limit)
