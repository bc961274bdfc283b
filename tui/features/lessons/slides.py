"""The slides of a lesson: each has one sentence and the view of its stop; the question comes before its answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from engine.base.text import joined, split_sentences
from engine.sat.lessons.lesson import LessonView, PreparedStop
from tui.draw.cells import Line
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Excerpt
from tui.draw.slide import Slide, large_rows, projector_palette
from tui.features.lessons import words
from tui.features.lessons.panels import Keys, LessonScene, view_of
from tui.features.lessons.scene import LessonProgress

_NOWHERE = LessonProgress(row=-1)
"""No row under the cursor."""


@dataclass(frozen=True)
class LessonSlide:
    """A sentence of a stop (from 0), and whether the slide shows the answer."""

    stop: int
    sentence: str
    shows_answer: bool = False


def lesson_slides(steps: Sequence[PreparedStop]) -> list[LessonSlide]:
    """Return the slides of all stops; a stop without text and question has a slide, too."""
    slides: list[LessonSlide] = []
    for number, step in enumerate(steps):
        spoken = [LessonSlide(number, sentence) for sentence in split_sentences(step.text)]
        if step.stop.question is not None:
            answer = words.ANSWER_IS.format(answer=joined(map(step.answer_text, step.solution)))
            after = [answer, *split_sentences(step.why(step.solution)), *split_sentences(step.answer)]
            spoken += [LessonSlide(number, sentence) for sentence in split_sentences(step.question)]
            spoken += [LessonSlide(number, sentence, shows_answer=True) for sentence in after]
        slides += spoken or [LessonSlide(number, "")]
    return slides


def slide_of(slide: LessonSlide, steps: Sequence[PreparedStop], palette: Palette, glyphs: Glyphs) -> Slide:
    """Draw a slide; from the answer on, the right answer is selected or marked."""
    step = steps[slide.stop]
    progress = _NOWHERE.with_answer(step, step.solution) if slide.shows_answer else _NOWHERE
    visible_step = step if slide.shows_answer else replace(step, stop=replace(step.stop, question=None))
    scene = LessonScene(visible_step, progress, len(steps), projector_palette(palette), glyphs, Keys("", ""))
    return Slide(slide.sentence, partial(_picture, scene))


def _picture(scene: LessonScene, width: int, height: int) -> Sequence[Line]:
    """Draw the view of the stop; lists of clauses and literals are large if there is room."""
    content = view_of(scene)(scene, width, height)
    lines = content.lines if isinstance(content, Excerpt) else content
    return lines if scene.step.stop.view is LessonView.GRAPH else large_rows(lines, width, height, scene.glyphs)
