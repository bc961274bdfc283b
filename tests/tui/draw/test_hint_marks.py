"""What a hint marks on the board."""

from engine.play.hints import Stage
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate
from engine.sudoku.techniques.step import Step
from tui.draw.game import hint_marks
from tui.draw.palette import PALETTES


def test_the_candidates_of_a_group_have_one_letter() -> None:
    group, middle, end = (Candidate(0, 5), Candidate(1, 5)), (Candidate(4, 5),), (Candidate(67, 5), Candidate(68, 5))
    step = Step(
        Technique.GROUPED_AIC, "", (0, 1, 4, 67, 68), (0,), (*group, *middle, *end),
        removes=(Candidate(10, 5),), chain=(group, middle),
    )  # fmt: skip
    marks = hint_marks(Stage("", step=step), PALETTES["dark"])
    signs = {candidate: sign.mark for candidate, sign in marks.candidates.items()}
    assert signs == {(0, 5): "a", (1, 5): "a", (4, 5): "B", (67, 5): "*", (68, 5): "*", (10, 5): "-"}
    assert marks.spoken == dict.fromkeys((0, 1, 4, 67, 68, 10), 5)
