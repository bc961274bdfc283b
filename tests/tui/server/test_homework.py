"""Homework on a server: the answers of players are kept and collected; guests and other folders keep nothing."""

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("serve needs a Unix system", allow_module_level=True)

asyncssh = pytest.importorskip("asyncssh")
from ssh_players import playing  # noqa: E402

from engine.base.errors import InputError  # noqa: E402
from engine.commands import cli  # noqa: E402
from engine.sat.lessons import lesson_file  # noqa: E402
from engine.sat.lessons.homework import begin_homework, stored_tries  # noqa: E402
from engine.together.server_folder import player_folder, players_by_name  # noqa: E402
from tui.app import SHIPPED  # noqa: E402
from tui.server.options import options, parser  # noqa: E402

LESSON = "4-first-uip.toml"


@pytest.fixture
def course(folder: Path) -> Path:
    """A folder of assignments inside the folder of a server."""
    week = folder / "course" / "week-1"
    week.mkdir(parents=True)
    shutil.copy(SHIPPED / "lessons" / LESSON, week)
    begin_homework(week, "Week 1")
    return week.parent


async def answer_wrong_then_right(player: Any) -> None:
    """Open the homework, the only lesson, and answer its first question."""
    await player.leave_tour()
    player.press("L")
    await player.see("How a solver learns a clause from a conflict")
    player.press("enter")
    await player.see("stop 1 of 6")
    player.press("2", "enter")
    await player.see("It is more than 2.")
    player.press("3", "enter")
    await player.see("Right.")
    player.press(*"nnnnnn")


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
async def test_answers_are_kept_and_collected_without_any_file(
    start: Any, tmp_path: Path, course: Path, workers: int, capsys: pytest.CaptureFixture[str]
) -> None:
    server, state = start("--lessons", str(course)), tmp_path / "state"
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with server.connect("alice", key) as connection, playing(connection) as player:
        await answer_wrong_then_right(player)
        text = await player.see("The server has your answers")
        assert "hand in" not in text.replace("nothing to hand in", "")
    async with server.connect("guest") as connection, playing(connection) as player:
        await answer_wrong_then_right(player)
        assert "homework" not in await player.see("That is the end of this lesson.")
    [(name, number)] = players_by_name(state)
    tries = stored_tries(player_folder(state, number), lesson_file.read(course / "week-1" / LESSON)).tries
    assert (name, [each.answer for each in tries]) == ("alice", [(2,), (3,)])
    assert cli.main(["collect", "--server", str(state), "--lessons", str(course / "week-1"), "--csv"]) == 0
    outcome = capsys.readouterr()
    assert outcome.err == ""
    student, lesson, right, count, _seconds = outcome.out.splitlines()[1].split(",")
    assert (student, lesson, right, count) == ("alice", "4-first-uip", "1", "2")
    server.process.terminate()
    assert server.process.wait(60) == 0


def test_the_folder_of_lessons_must_be_inside_the_folder(tmp_path: Path) -> None:
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "other").mkdir()
    for folder in ("other", "puzzles/none"):
        arguments = parser().parse_args(
            ["--folder", str(tmp_path / "puzzles"), "--lessons", str(tmp_path / folder), "--state", str(tmp_path / "s")]
        )
        with pytest.raises(InputError, match="no folder inside"):
            options(arguments)


def test_a_non_server_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(SHIPPED / "lessons" / LESSON, tmp_path)
    begin_homework(tmp_path, "Week 1")
    assert cli.main(["collect", "--server", str(tmp_path), "--lessons", str(tmp_path)]) == 2
    assert "no server has its state in this folder" in capsys.readouterr().err
    assert cli.main(["collect", "--server", str(tmp_path)]) == 2
    assert "needs --lessons" in capsys.readouterr().err
