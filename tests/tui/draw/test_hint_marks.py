"""The marks of a hint on the board."""

from engine.play.game import Game
from engine.play.hint_stages import HintStage
from engine.play.hints import Hint, HintKind, ask
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.position import Candidate
from engine.sudoku.techniques.step import Step
from tui.draw.game import Marks, board_look, hint_marks
from tui.draw.palette import ASCII, PALETTES


def test_the_candidates_of_a_group_have_one_number() -> None:
    group, middle, end = (Candidate(0, 5), Candidate(1, 5)), (Candidate(4, 5),), (Candidate(67, 5), Candidate(68, 5))
    step = Step(
        Technique.GROUPED_AIC,
        "",
        (0, 1, 4, 67, 68),
        (0,),
        (*group, *middle, *end),
        removes=(Candidate(10, 5),),
        chain=(group, middle),
    )
    marks = hint_marks(HintStage("", step=step), PALETTES["dark"])
    signs = {candidate: sign.mark for candidate, sign in marks.candidates.items()}
    assert signs == {(0, 5): "-", (1, 5): "-", (4, 5): "+", (67, 5): "*", (68, 5): "*", (10, 5): "-"}
    answer = {cell: [link.text(ASCII) for link in links] for cell, links in marks.links.items()}
    assert answer == {0: ["a5-"], 1: ["a5-"], 4: ["b5+"], 10: [" 5-"]}


def test_a_colour_of_the_player_stays_on_the_house_of_a_hint() -> None:
    game = Game(Puzzle(single(), (0,) * 81))
    game.colour((0,), 1)
    hint = Hint(ask(game, Level.EASY), HintKind.STEP, (HintStage("", houses=(0,)),), game.candidates)
    palette = PALETTES["dark"]
    look = board_look(game, Marks(hint=hint), 40, palette)
    assert look.grounds[0] == palette.colours[1]
    assert look.grounds[1] == palette.peer
