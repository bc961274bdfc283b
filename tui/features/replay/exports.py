"""The exports of the replay: the recording, pictures for a report, and an animation (asciicast v2)."""

import re
from collections.abc import Callable
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

_TREE_STEPS = 60
"""Approximate number of steps in the picture of a decision tree; the rest is folded."""
_PASSAGE = 200
"""Maximum number of events in an animation."""
_FASTEST = 20
"""Maximum events per second of an animation."""
_SIZE = 80, 24
Made = TypeVar("Made")


def exports(subject: str, recording: SearchRecording, scene: ReplayScene) -> list[Export]:
    """Return the exports at a position of a recording; file names derive from the name of the formula."""
    stem = re.sub(r"[^\w.-]+", "-", re.sub(r"\.(cnf|dimacs)\b.*$", "", subject)).strip("-.") or "search"
    trace, position, words = scene.trace, scene.position, scene.words

    def path(ending: str) -> Path:
        return Path.cwd() / f"{stem}{ending}"

    def drawn(title: str, name: str, make: Callable[[], Diagram]) -> list[Export]:
        writers = {".svg": pictures.svg, ".dot": pictures.dot, ".tex": pictures.tikz}
        return [
            text_export(TITLE.format(title=title, format=FORMATS[ending]), path(f"-{name}{ending}"),
                        partial(_written, writer, make))
            for ending, writer in writers.items()
        ]  # fmt: skip

    graph = scene.conflict
    of_graph = [] if graph is None else drawn(str(GRAPH), "graph", lambda: implication_graph(trace, graph, words))
    if graph is not None:
        steps = partial(cut_steps, trace, graph, words, learns=scene.learns)
        of_graph += [
            text_export(str(PAGE), path("-cuts.html"), partial(_written, page, steps)),
            text_export(str(SLIDES), path("-cuts.tex"), partial(_written, beamer, steps)),
        ]
    of_tree = drawn(
        str(TREE), "tree", lambda: decision_tree(search_tree(trace, position, _TREE_STEPS), position, words)
    )
    of_curve = [
        text_export(TITLE.format(title=CURVE, format=FORMATS[ending]), path(f"-depth{ending}"),
                    partial(_written, writer, lambda: depth_curve(trace, position)))
        for ending, writer in ((".svg", pictures.curve_svg), (".tex", pictures.curve_tikz))
    ]  # fmt: skip
    start = min(position, max(len(trace) - _PASSAGE, 0))
    passage = range(start, min(start + _PASSAGE, len(trace)) + 1)

    def animate(file: BinaryIO) -> None:
        seconds = 1 / min(max(scene.speed, 2), _FASTEST)
        frames = (
            (number * seconds, draw(replace(scene, position=at, playing=True, note=""), *_SIZE).picture)
            for number, at in enumerate(passage)
        )
        for line in asciicast(subject, frames):
            file.write(line.encode())

    return [
        Export(str(RECORDING), path(".recording"), partial(write, recording)),
        text_export(str(LESSON), path(".toml"), partial(new_lesson, trace, position, subject)),
        *of_graph, *of_tree, *of_curve,
        Export(ANIMATION.format(count=numeral(len(passage) - 1)), path(".cast"), animate),
    ]  # fmt: skip


def _written(writer: Callable[[Made], str], make: Callable[[], Made]) -> str:
    return writer(make())
