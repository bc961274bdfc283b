"""`python -m satsudoku`: the same as the command `satsudoku`."""

import sys

from satsudoku import command

sys.exit(command())
