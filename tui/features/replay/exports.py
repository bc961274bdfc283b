"""The exports of the replay: the recording, pictures for a report, and an animation (asciicast v2)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO, TypeVar

from engine.base.language import lazy_gettext as _
from engine.base.language import numeral
from engine.sat.lessons.new_lesson import new_lesson
from engine.sat.solvers.recording_file import write
from engine.sat.trace import pictures
from engine.sat.trace.cut_sequence import beamer, cut_steps, page
from engine.sat.trace.diagrams import Diagram, decision_tree, depth_curve, implication_graph
from engine.sat.trace.recording import SearchRecording
from engine.sat.trace.search_tree import search_tree
from tui.base.export import Export, text_export
from tui.draw.asciicast import asciicast
from tui.features.replay.panels import draw
from tui.features.replay.scene import ReplayScene

RECORDING = _("recording, with branches and breakpoints (.recording)")
GRAPH = _("implication graph of the last conflict")
PAGE = _("cuts of the last conflict, one by one, as a page (HTML)")
SLIDES = _("cuts of the last conflict, one by one, as a frame for beamer (LaTeX)")
TREE = _("decision tree")
CURVE = _("depth curve")
LESSON = _("new lesson that begins here (TOML)")
ANIMATION = _("animation of {count} events (asciicast, .cast)")
FORMATS = {".svg": "SVG", ".dot": "DOT", ".tex": "TikZ"}
TITLE = _("{title} as {format}")
_DIAGRAM_WRITERS = {".svg": pictures.svg, ".dot": pictures.dot, ".tex": pictures.tikz}
_CURVE_WRITERS = {".svg": pictures.curve_svg, ".tex": pictures.curve_tikz}

_TREE_STEPS = 60
"""Approximate number of steps in the picture of a decision tree; the rest is folded."""
_PASSAGE = 200
"""Maximum number of events in an animation."""
_FASTEST = 20
"""Maximum events per second of an animation."""
_SIZE = 80, 24
"""Columns and rows of an animation."""

PathOf = Callable[[str], Path]
"""Returns the path of an export by the end of its name."""
Content = TypeVar("Content")


def exports(subject: str, recording: SearchRecording, scene: ReplayScene) -> list[Export]:
    """Return the exports at a position of a recording; file names derive from the name of the formula."""
    stem = re.sub(r"[^\w.-]+", "-", re.sub(r"\.(cnf|dimacs)\b.*$", "", subject)).strip("-.") or "search"
    trace, position = scene.trace, scene.position

    def path(ending: str) -> Path:
        return Path.cwd() / f"{stem}{ending}"

    def tree() -> Diagram:
        return decision_tree(search_tree(trace, position, _TREE_STEPS), position, scene.words)

    return [
        Export(str(RECORDING), path(".recording"), partial(write, recording)),
        text_export(str(LESSON), path(".toml"), partial(new_lesson, trace, position, subject)),
        *_graph_exports(scene, path),
        *_pictures(str(TREE), "tree", _DIAGRAM_WRITERS, tree, path),
        *_pictures(str(CURVE), "depth", _CURVE_WRITERS, partial(depth_curve, trace, position), path),
        _animation(subject, scene, path),
    ]


def _graph_exports(scene: ReplayScene, path: PathOf) -> list[Export]:
    """Return the exports of the last conflict: its implication graph, and its cuts one by one."""
    trace, graph, words = scene.trace, scene.conflict, scene.words
    if graph is None:
        return []
    steps = partial(cut_steps, trace, graph, words, learns=scene.learns)
    return [
        *_pictures(str(GRAPH), "graph", _DIAGRAM_WRITERS, partial(implication_graph, trace, graph, words), path),
        text_export(str(PAGE), path("-cuts.html"), lambda: page(steps())),
        text_export(str(SLIDES), path("-cuts.tex"), lambda: beamer(steps())),
    ]


def _pictures(
    title: str,
    name: str,
    writers: Mapping[str, Callable[[Content], str]],
    make: Callable[[], Content],
    path: PathOf,
) -> list[Export]:
    """Return a picture in each format for which there is a writer."""
    return [
        text_export(
            TITLE.format(title=title, format=FORMATS[ending]), path(f"-{name}{ending}"), partial(_text, writer, make)
        )
        for ending, writer in writers.items()
    ]


def _text(writer: Callable[[Content], str], make: Callable[[], Content]) -> str:
    return writer(make())


def _animation(subject: str, scene: ReplayScene, path: PathOf) -> Export:
    """Return the animation of the events from the position on; of the last events if there are few from there."""
    position, total = scene.position, len(scene.trace)
    start = min(position, max(total - _PASSAGE, 0))
    passage = range(start, min(start + _PASSAGE, total) + 1)

    def animate(file: BinaryIO) -> None:
        seconds = 1 / min(max(scene.speed, 2), _FASTEST)
        frames = (
            (number * seconds, draw(replace(scene, position=at, playing=True, note=""), *_SIZE).picture)
            for number, at in enumerate(passage)
        )
        for line in asciicast(subject, frames):
            file.write(line.encode())

    return Export(ANIMATION.format(count=numeral(len(passage) - 1)), path(".cast"), animate)
