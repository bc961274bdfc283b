"""Where a player's own things are kept."""

import os
from pathlib import Path


def state_directory() -> Path:
    """What the program remembers: in the directory that SATSUDOKU_STATE names, else in the user's own for state."""
    directory = os.environ.get("SATSUDOKU_STATE")
    if directory:
        return Path(directory).expanduser()
    from platformdirs import user_state_path

    return user_state_path("satsudoku", appauthor=False)
