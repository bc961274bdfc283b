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

GENERATED: Mapping[str, str] = {name.replace(" ", "-"): name for name, kind in KINDS.items() if kind.is_generated}
"""The names in `KINDS` of the kinds that new puzzles can have, by their names in options."""


def kinds_of(words: str) -> tuple[str, ...]:
    """The kinds in a comma-separated list of mixes, or of kinds with - for a blank. Raises InputError."""
    kinds: list[str] = []
    for word in filter(None, (part.strip().lower().replace(" ", "-") for part in words.split(","))):
        if word in MIXES:
            kinds += MIXES[word].kinds
        elif word in GENERATED:
            kinds.append(GENERATED[word])
        else:
            raise InputError(
                _("new puzzles have no rules of the kind {name}").format(name=word),
                advice=_("use one of {list}").format(list=", ".join([*MIXES, *GENERATED])),
            )
    return tuple(dict.fromkeys(kinds))
