"""The cuts of a conflict one after the other: sentences, slides for LaTeX beamer, and a page with steps."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.base.language import lazy_gettext
from engine.base.text import paragraph
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.trace.conflict_graph import ConflictGraph
from engine.sat.trace.diagrams import Diagram, implication_graph
from engine.sat.trace.narration import LEARNED as LEARNED_FROM_CONFLICT
from engine.sat.trace.narration import RESOLVED as RESOLVED_TO
from engine.sat.trace.narration import clause_name, clause_text, literals_text
from engine.sat.trace.pictures import ascii_only, svg, tex, tikz_cut, tikz_graph, xml
from engine.sat.trace.trace import Trace

FALSE_CLAUSE = lazy_gettext("At level {level:,} this is false: {clause}.")
RESOLVED = lazy_gettext("{literal} was forced by {clause}: resolving with it gives this clause.")
NO_POINT = lazy_gettext("The conflict does not depend on the last decision.")
LEFT_OVER = lazy_gettext("Only {point} is left on level {level:,}, the first unique implication point (UIP).")
LEARNED = lazy_gettext("This clause is learned as clause {number:,}.")
LEARNED_SHORTER = lazy_gettext("Learned from this clause, without redundant literals: clause {number:,} {literals}.")
WOULD_LEARN = lazy_gettext("Clause learning would learn this clause here; {solver} learns none.")
WOULD_LEARN_ALONE = lazy_gettext("Clause learning would learn {clause} here; {solver} learns none.")
BACK_TO = lazy_gettext("Back to level {level:,}, where it is unit: {literal} must be true.")
STEP = lazy_gettext("cut {number:,} of {total:,}")


@dataclass(frozen=True)
class CutStep:
    """A cut as a picture, its clause, and sentences on the origin of that clause."""

    diagram: Diagram
    clause: str
    sentences: tuple[str, ...]


def cut_sentences(
    trace: Trace,
    graph: ConflictGraph,
    number: int,
    words: Words = NUMBERS,
    *,
    learns: bool = True,
    alone: bool = False,
) -> tuple[str, ...]:
    """Sentences on the origin of a cut's clause and, for the last cut, on its use.

    `learns` says whether the solver learns clauses. If they are shown one at a time, `alone`, they name that clause.
    """
    cut = graph.cuts[number]
    node = graph.nodes[cut.first]
    assert node.clause is not None, "a cut passes only forced literals"
    clause = f"{clause_name(trace, node.clause)} {clause_text(trace, node.clause, words)}"
    resolvent = literals_text(cut.resolvent, words)
    lines = [
        (RESOLVED_TO if alone else RESOLVED).format(
            literal=words.literal(node.literal), clause=clause, resolvent=resolvent
        )
        if number
        else FALSE_CLAUSE.format(clause=clause, level=graph.level)
    ]
    if graph.point is None:
        return (*lines, str(NO_POINT))
    if number < len(graph.cuts) - 1:
        return tuple(lines)
    point = graph.nodes[graph.point].literal
    lines.append(LEFT_OVER.format(point=words.literal(point), level=graph.level))
    if graph.learned is None:
        would_learn = (WOULD_LEARN_ALONE if alone else WOULD_LEARN).format(solver=trace.result.solver, clause=resolvent)
        return (*lines, *[would_learn] * (not learns))
    learned = trace.clause(graph.learned)
    sentence = LEARNED_FROM_CONFLICT if alone else LEARNED if set(learned) == set(cut.resolvent) else LEARNED_SHORTER
    literals = literals_text(learned, words)
    uses = [sentence.format(number=graph.learned + 1, literals=literals, clause=literals)]
    if graph.position + 2 <= len(trace):
        level = trace.level(graph.position + 2)
        uses.append(BACK_TO.format(level=level, literal=words.literal(-point)))
    return (*lines, *([paragraph(uses)] if alone else uses))


def cut_steps(trace: Trace, graph: ConflictGraph, words: Words = NUMBERS, *, learns: bool = True) -> list[CutStep]:
    """All cuts, from the false clause to that of the first unique implication point."""
    return [
        CutStep(
            implication_graph(trace, graph, words, number),
            literals_text(cut.resolvent, words, whole=True),
            cut_sentences(trace, graph, number, words, learns=learns),
        )
        for number, cut in enumerate(graph.cuts)
    ]


_BEAMER = r"""% {title}
% A frame for beamer: put it into a presentation by \input, with \usepackage{{tikz}} before \begin{{document}}.
% Or compile it alone: take away the first percent sign of the next three lines and of the last one.
%\documentclass{{beamer}}
%\usepackage{{tikz}}
%\begin{{document}}
\begin{{frame}}{{{heading}}}
\resizebox{{\linewidth}}{{!}}{{%
\begin{{tikzpicture}}[>=latex, font=\small,
  vertex/.style={{draw, rounded corners=2pt, inner sep=3pt}}]
"""


def beamer(steps: Sequence[CutStep]) -> str:
    """A frame with an overlay for each cut: the dashed line moves, and nodes behind it have a thick edge."""
    title = steps[0].diagram.title
    lines = [_BEAMER.format(title=ascii_only(title), heading=tex(title)).rstrip("\n"), *tikz_graph(steps[0].diagram)]
    for number, step in enumerate(steps, 1):
        lines.append(f"  \\only<{number}>{{%\n{tikz_cut(step.diagram)}}}")
        new = step.diagram.behind - (steps[number - 2].diagram.behind if number > 1 else frozenset())
        for node in sorted(new):
            box = f"(n{node}.south west) rectangle (n{node}.north east)"
            lines.append(f"  \\onslide<{number}->{{\\draw[very thick, red!70!black] {box};}}")
    lines += [r"\end{tikzpicture}}", "", r"\medskip"]
    for number, step in enumerate(steps, 1):
        text = " ".join(step.sentences)
        lines.append(f"\\only<{number}>{{\\textbf{{{tex(step.clause)}}}\\par {tex(text)}}}")
    return "\n".join([*lines, r"\end{frame}", "%\\end{document}", ""])


_PAGE = """<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font-family: sans-serif; margin: 1rem auto; padding: 0 1rem; max-width: 75rem; }}
svg {{ width: 100%; height: auto; max-height: 65vh; }}
.clause {{ font-weight: bold; font-size: 1.4rem; }}
button {{ font-size: 1.1rem; }}
.stepped section {{ display: none; }}
.stepped section.shown {{ display: block; }}
nav {{ display: none; }}
.stepped nav {{ display: block; }}
</style></head><body>
<nav><button id="back">&larr;</button> <button id="on">&rarr;</button></nav>
"""
_SCRIPT = """<script>
const steps = [...document.querySelectorAll("section")];
let at = 0;
function show(next) {
  at = Math.min(Math.max(next, 0), steps.length - 1);
  steps.forEach((step, number) => step.classList.toggle("shown", number === at));
}
document.body.classList.add("stepped");
document.getElementById("back").onclick = () => show(at - 1);
document.getElementById("on").onclick = () => show(at + 1);
document.onkeydown = event => {
  if (["ArrowRight", "."].includes(event.key)) show(at + 1);
  if (["ArrowLeft", ","].includes(event.key)) show(at - 1);
};
show(0);
</script></body></html>
"""


def page(steps: Sequence[CutStep]) -> str:
    """The cuts as one HTML file that needs no network: arrow keys move the cut. In print, all cuts appear."""
    lines = [_PAGE.format(title=xml(steps[0].diagram.title)).rstrip("\n")]
    for number, step in enumerate(steps, 1):
        heading = STEP.format(number=number, total=len(steps))
        lines += [f"<section><h2>{xml(heading)}</h2>", svg(step.diagram, number).rstrip("\n")]
        lines.append(f'<p class="clause">{xml(step.clause)}</p>')
        lines += [f"<p>{xml(sentence)}</p>" for sentence in step.sentences]
        lines.append("</section>")
    return "\n".join([*lines, _SCRIPT])
