"""Marks for tests that need certain systems."""

import sys

import pytest

unix = pytest.mark.skipif(sys.platform == "win32", reason="takes a Unix system")
"""For named pipes, signals to others, limits, and names that are invalid on Windows."""

linux = pytest.mark.skipif(sys.platform != "linux", reason="takes Linux")
"""For memory limits, and /proc."""
