"""Marks for tests of what only some systems have."""

import sys

import pytest

unix = pytest.mark.skipif(sys.platform == "win32", reason="takes a Unix system")
"""For named pipes, signals to others, limits, and names that no Windows file has."""

linux = pytest.mark.skipif(sys.platform != "linux", reason="takes Linux")
"""For limits on memory, and /proc."""
