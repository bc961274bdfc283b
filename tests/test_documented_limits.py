"""The limits that the pages state are those of the program."""

from pathlib import Path

import pytest

from engine.commands import reading
from engine.sat.lessons import lesson_file
from engine.together import keys, match, records, standings
from tui.guests import jail
from tui.guests.confinement import DISK, MEGABYTE
from tui.server import pool, service, session, ssh, tries
from tui.terminal import input_parser

DOCS = Path(__file__).parent.parent / "docs"
WORDS = {0.5: "half a", 2: "two", 3: "three", 10: "ten"}


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("command-line", f"within {reading.PATIENCE:.0f} s, the command gives up"),
        ("host", f"Terminals are drawn up to {session._MAX_COLUMNS}x{session._MAX_ROWS}."),
        ("host", f"at most {session.MAX_UNSENT >> 20} MiB is buffered"),
        ("host", f"after {session.STALLED_SECONDS:.0f} s it is disconnected"),
        ("host", f"With more than {service.CROWD} sessions"),
        ("host", f"`--most-memory` plus {jail.JOB_MEMORY // MEGABYTE} MB"),
        ("host", f"Players take turns of {WORDS[pool.TURN_SECONDS]} second"),
        ("host", f"with at most {WORDS[pool.MAX_OF_A_PLAYER]} jobs each"),
        ("host", f"within {WORDS[keys.CODE_SECONDS / 60]} minutes: log in over SSH"),
        ("host", f"After {WORDS[tries.MAX_TRIES]} wrong codes"),
        ("host", f"an address has to wait for {WORDS[tries.WINDOW_SECONDS / 60]} minutes."),
        ("host", f"login has {ssh.LOGIN_SECONDS} seconds"),
        ("host", f"A file takes at most {DISK // MEGABYTE} MB"),
        ("together", f"change your name, once in {records.RENAME_DAYS} days"),
        ("together", f"Others see a running race {WORDS[match.LATE_SECONDS / 60]} minutes late"),
        ("together", f"a hint (`i`) adds {WORDS[standings.HINT_SECONDS / 60]} minutes"),
        ("together", f"a check (`c`) {WORDS[standings.CHECK_SECONDS / 60]} minute"),
        ("together", f"faster than {WORDS[standings.MIN_SECONDS]} second for each empty cell"),
        ("layouts", f"{input_parser.MAX_PASTED:,} characters"),
        ("lessons", f"may have {lesson_file.MAX_LITERALS:,} literals"),
    ],
)
def test_a_page_states_the_limit_in_force(page: str, sentence: str) -> None:
    text = " ".join((DOCS / f"{page}.md").read_text(encoding="utf-8").split())
    assert sentence in text
