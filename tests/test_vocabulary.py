"""Names follow the vocabulary of CONTRIBUTING: nouns of the field, and no class name for two things."""

from pathlib import Path

import pytest
from vocabulary import ROOT, classes_of_several_modules, modules, odd_names


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_are_nouns(path: Path) -> None:
    assert not odd_names(path), "see Vocabulary in CONTRIBUTING"


def test_a_class_name_means_one_thing() -> None:
    assert not classes_of_several_modules(modules())
