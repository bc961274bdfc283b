"""Named mixes of kinds of rules for new puzzles."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.base.errors import InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.sudoku.rules import KINDS


@dataclass(frozen=True)
class RuleMix:
    """Kinds of rules, by their names in `KINDS`, combined in a puzzle."""

    name: str
    title: Sentence
    kinds: tuple[str, ...]


MIXES: Mapping[str, RuleMix] = {
    mix.name: mix
    for mix in (
        RuleMix("killer", lazy_gettext("killer cages"), ("killer cage",)),
        RuleMix("thermometers", lazy_gettext("thermometers"), ("thermometer",)),
        RuleMix("arrows", lazy_gettext("arrows"), ("arrow",)),
        RuleMix("dots", lazy_gettext("white and black dots"), ("difference", "ratio")),
        RuleMix("lines", lazy_gettext("lines of several kinds"), ("whispers", "renban", "palindrome", "thermometer")),
        RuleMix("mixed", lazy_gettext("cages, lines and dots"), ("killer cage", "thermometer", "arrow", "ratio")),
    )
}
"""The mixes, by name."""


def kinds_of(words: str) -> tuple[str, ...]:
    """The kinds in a comma-separated list of mixes, or of kinds with - for a blank. Raises InputError."""
    kinds: list[str] = []
    for word in filter(None, (part.strip().lower() for part in words.split(","))):
        kind = word.replace("-", " ")
        if word in MIXES:
            kinds += MIXES[word].kinds
        elif word in KINDS or kind in KINDS:
            kinds.append(word if word in KINDS else kind)
        else:
            names = ", ".join([*MIXES, *(name.replace(" ", "-") for name in KINDS)])
            raise InputError(
                _("there is no kind of rule called {name}").format(name=word),
                advice=_("use one of {list}").format(list=names),
            )
    return tuple(dict.fromkeys(kinds))
