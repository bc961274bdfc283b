from pathlib import Path

from engine.sat.lessons.lesson_folder import HOMEWORK_FILE, lesson_files


def test_numbered_lessons_come_in_the_order_of_their_numbers_and_before_others(tmp_path: Path) -> None:
    for name in ("b.toml", "10-x.toml", "2-y.toml", "1-z.toml", "a.toml", HOMEWORK_FILE, "notes.txt"):
        (tmp_path / name).touch()
    names = [path.name for path in lesson_files(tmp_path)]
    assert names == ["1-z.toml", "2-y.toml", "10-x.toml", "a.toml", "b.toml"]
