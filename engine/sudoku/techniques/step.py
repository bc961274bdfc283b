"""A step by logic: what it shows, on what it rests, and what follows."""

from dataclasses import dataclass

from engine.sudoku.rules import Rule
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position


@dataclass(frozen=True)
class Step:
    """One application of a technique to a position.

    `cells` (ascending) and `houses` are where to look, the most telling first among the houses. `candidates` are those
    that prove the step: whoever knows only these, the candidates removed, and the rules that speak of no other
    candidate of the position, can follow the argument. (Uniqueness steps also use that there is one solution.)
    `places` are the digits that follow, `removes` the candidates that fall; one of the two is not empty.
    `sentence` says all that in plain words. `chain` are the nodes of a chain in order, each the candidates of one digit
    of which one is true if the node is: if the first is false, the second is true, so the third false, and so on;
    empty for a step that is no chain. `rules` are the rules beside the houses that the step takes as a whole; a sum
    that follows from many cages names none.
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

    def apply(self, position: Position) -> Position:
        """The position after the step."""
        return position.place(self.places).remove(self.removes)
