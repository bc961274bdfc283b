"""What a recording says of a position, as one text."""

from engine.sat.formula.words import NUMBERS, Words
from engine.sat.trace.narration import sentences
from engine.sat.trace.trace import Trace


def narrate(trace: Trace, position: int, words: Words = NUMBERS) -> str:
    """The sentence about the event that led to the position; at the end, that of what the search came to, too."""
    return " ".join(sentences(trace, position, words))
