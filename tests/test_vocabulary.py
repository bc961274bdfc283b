"""Names follow the vocabulary of CONTRIBUTING: nouns of the field, and no class name for two things."""

from pathlib import Path

import pytest
from sources import modules
from vocabulary import SCRIPTS, Oddities, oddities


def test_names_follow_the_vocabulary() -> None:
    assert oddities(modules(), modules(SCRIPTS)) == Oddities([], {}), "see Vocabulary in CONTRIBUTING"


@pytest.mark.parametrize("line", ["for %s in range(3): pass", "def f(%s): pass", '_("at most {%s:,}")'])
def test_pronouns_and_participles_are_odd(line: str, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(line % "told")
    assert oddities([module]).names
    module.write_text(line % "reason")
    assert not oddities([module]).names


def test_a_class_name_means_one_thing(tmp_path: Path) -> None:
    paths = [tmp_path / "first.py", tmp_path / "second.py"]
    for path in paths:
        path.write_text("class Kind: pass")
    assert oddities(paths).classes == {"Kind": ["first.py", "second.py"]}
    assert not oddities(paths[:1], paths[1:]).classes
