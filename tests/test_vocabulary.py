"""Names follow the vocabulary of CONTRIBUTING: nouns of the field, and no class name for two things."""

from pathlib import Path

import pytest
from vocabulary import FOLDERS, ROOT, SCRIPTS, classes_of_several_modules, modules, odd_names, odd_placeholders


def test_names_are_nouns() -> None:
    paths = modules((*FOLDERS, *SCRIPTS))
    odd = {
        path.relative_to(ROOT).as_posix(): names
        for path in paths
        if (names := odd_names(path) + odd_placeholders(path))
    }
    assert odd == {}, "see Vocabulary in CONTRIBUTING"


@pytest.mark.parametrize("line", ["for %s in range(3): pass", "def f(%s): pass", '_("at most {%s:,}")'])
def test_pronouns_and_participles_are_odd(line: str, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(line % "told")
    assert odd_names(module) + odd_placeholders(module)
    module.write_text(line % "reason")
    assert not odd_names(module) + odd_placeholders(module)


def test_a_class_name_means_one_thing() -> None:
    assert not classes_of_several_modules(modules())
