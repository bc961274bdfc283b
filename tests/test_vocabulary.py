"""Names follow the vocabulary of CONTRIBUTING: nouns of the field, and no class name for two things."""

from vocabulary import FOLDERS, ROOT, TESTS, classes_of_several_modules, modules, odd_names


def test_names_are_nouns() -> None:
    paths = modules((*FOLDERS, *TESTS))
    odd = {path.relative_to(ROOT).as_posix(): names for path in paths if (names := odd_names(path))}
    assert odd == {}, "see Vocabulary in CONTRIBUTING"


def test_a_class_name_means_one_thing() -> None:
    assert not classes_of_several_modules(modules())
