"""A step by logic: its technique, its proof and its conclusions."""

from dataclasses import dataclass

from engine.sudoku.rules import Rule
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.position import Candidate, Position


@dataclass(frozen=True)
class Step:
    """One application of a technique to a position.

    - `cells` (ascending) and `houses` are where to look, the most helpful houses first.
    - `candidates` prove the step: together with the removed candidates and the rules that involve no other candidates,
      they suffice to follow the argument. (Uniqueness steps also use that there is one solution.)
    - `places` are the digits that follow and `removes` the eliminated candidates; one of the two is not empty.
    - `sentence` explains all this.
    - `chain` has the nodes of a chain in order, each the candidates of a digit of which one is true if the node is: if
      the first node is false, the second is true, so the third is false, and so on. It is empty for other steps.
    - `rules` are the rules besides the houses that the step uses as a whole; a sum that follows from many cages names
      none.
    - `parts` are the argument part by part, if it is too long for the sentence.
    """

    technique: Technique
    sentence: str
    cells: tuple[int, ...]
    houses: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    places: tuple[Candidate, ...] = ()
    removes: tuple[Candidate, ...] = ()
    chain: tuple[tuple[Candidate, ...], ...] = ()
    rules: tuple[Rule, ...] = ()
    parts: tuple[Part, ...] = ()

    def apply(self, position: Position) -> Position:
        """The position after the step."""
        return position.place(self.places).remove(self.removes)
