"""The sentences about a position of a recording, as one text."""

from engine.sat.formula.words import NUMBERS, Words
from engine.sat.trace.narration import sentences
from engine.sat.trace.trace import Trace


def narrate(trace: Trace, position: int, words: Words = NUMBERS) -> str:
    """The sentence about the event before the position; at the end, also the one about the result of the search."""
    return " ".join(sentences(trace, position, words))
