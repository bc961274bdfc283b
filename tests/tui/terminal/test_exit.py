"""The end of the program waits only for what is needed; but a file is written to its end."""

import subprocess
import sys
from pathlib import Path

BUSY = """
import sys, threading, time
from pathlib import Path
from tui.terminal import exit as leaving

def write():
    with leaving.WRITING:
        time.sleep(0.4)
        Path(sys.argv[1]).write_text("whole")

threading.Thread(target=time.sleep, args=[60]).start()
threading.Thread(target=write).start()
leaving.end_soon(7)
"""


def test_a_busy_thread_is_left_and_a_file_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert subprocess.run([sys.executable, "-c", BUSY, str(path)], timeout=30, check=False).returncode == 7
    assert path.read_text() == "whole"


def test_a_program_that_ends_normally_has_its_own_exit_code(tmp_path: Path) -> None:
    quick = "import sys; from tui.terminal import exit as leaving; leaving.end_soon(7); sys.exit(3)"
    assert subprocess.run([sys.executable, "-c", quick], timeout=30, check=False).returncode == 3
