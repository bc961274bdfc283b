"""Sentences that people read name no key: which key does what is up to the config file."""

import re
from types import ModuleType

import pytest

from tui.features.race import words as race_words
from tui.features.solve import words as solve_words

KEY = re.compile(r"\b(enter|esc(ape)?|space|tab|ctrl|press)\b|\b[a-z]:? (does|marks|shows|starts|checks)\b", re.I)


@pytest.mark.parametrize("words", [solve_words, race_words], ids=lambda words: words.__name__)
def test_no_sentence_names_a_key(words: ModuleType) -> None:
    texts = [text for name, text in vars(words).items() if isinstance(text, str) and not name.startswith("__")]
    sentences = [text for text in texts if " " in text]
    assert len(sentences) > 10
    for text in sentences:
        assert not KEY.search(re.sub(r"\{.*?\}", "", text)), text
