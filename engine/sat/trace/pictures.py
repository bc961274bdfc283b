"""Diagrams and curves of a recorded search as files: SVG, DOT (Graphviz) and TikZ (LaTeX)."""

from html import escape

from engine.sat.trace.diagrams import Diagram, DiagramNode, Plot, Role, turns

_STEP = (150, 46)
"""Units of SVG from a column to the next and from a row to the next."""
_BOX = (126, 26)
"""How large a box is at least."""
_MARGIN = 40
_LETTER = 7
"""About how wide a letter is."""
_CURVE = (720, 240)
"""How large a curve is."""

_FILLS = {
    Role.PLAIN: "#ffffff", Role.DECISION: "#fff2cc", Role.FORCED: "#e8f0fe", Role.POINT: "#d9ead3",
    Role.CONFLICT: "#f4cccc", Role.FOLDED: "#eeeeee", Role.MODEL: "#d9ead3",
}  # fmt: skip
_TEX_FILLS = {
    Role.PLAIN: "white", Role.DECISION: "yellow!20", Role.FORCED: "blue!8", Role.POINT: "green!20",
    Role.CONFLICT: "red!20", Role.FOLDED: "black!7", Role.MODEL: "green!20",
}  # fmt: skip
_TEX_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "#": r"\#", "$": r"\$", "%": r"\%", "&": r"\&", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "-": "$-$", "<": "$<$", ">": "$>$", "|": "$|$",
    "≠": r"$\neq$", '"': "''", "[": "{[}", "]": "{]}",
}  # fmt: skip
TIKZ_HEAD = r"""% {title}
% Put this file into a document by \input, with \usepackage{{tikz}} before \begin{{document}}; where it is too wide, by
% \resizebox{{\linewidth}}{{!}}{{\input{{...}}}}. Or compile it alone: take away the first percent sign of the next five
% lines and of the last one.
%\documentclass{{article}}
%\usepackage[paperwidth={width:.1f}cm, paperheight={height:.1f}cm, margin=5mm]{{geometry}}
%\usepackage{{tikz}}
%\pagestyle{{empty}}
%\begin{{document}}\noindent
"""
_TIKZ_FOOT = "%\\end{document}\n"


def _scale(diagram: Diagram) -> tuple[float, float]:
    """From columns and rows to units, so that the longest text fits into its box."""
    longest = max((len(vertex.text) for vertex in diagram.vertices), default=0)
    step = _STEP[0] if diagram.sideways else _STEP[0] / 2
    return max(step, _LETTER * longest + (50 if diagram.sideways else 24)), _STEP[1]


def _box(vertex: DiagramNode) -> float:
    return max(_BOX[0], _LETTER * len(vertex.text) + 14) if len(vertex.text) > 12 else _BOX[0] * 0.6


def svg(diagram: Diagram) -> str:
    """The diagram as an SVG file."""
    across, down = _scale(diagram)
    place = [(_MARGIN + 70 + vertex.column * across, _MARGIN + 30 + vertex.row * down) for vertex in diagram.vertices]
    width = max((x for x, _ in place), default=0) + 70 + _MARGIN
    height = max((y for _, y in place), default=0) + 30 + _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{_xml(diagram.title)}</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" fill="#555555"/></marker></defs>',
        f'<text x="{_MARGIN}" y="20" font-size="13">{_xml(diagram.title)}</text>',
    ]
    for edge in diagram.edges:
        (x1, y1), (x2, y2) = place[edge.start], place[edge.end]
        if diagram.sideways:
            x1, x2 = x1 + _box(diagram.vertices[edge.start]) / 2, x2 - _box(diagram.vertices[edge.end]) / 2
        else:
            y1, y2 = y1 + _BOX[1] / 2, y2 - _BOX[1] / 2
        lines.append(
            f'<path d="M{x1:.1f},{y1:.1f} L{x2:.1f},{y2:.1f}" fill="none" stroke="#555555" marker-end="url(#tip)">'
            f"<title>{_xml(edge.text)}</title></path>"
        )
    if diagram.cut is not None:
        x = _MARGIN + 70 + diagram.cut * across
        lines.append(
            f'<path d="M{x:.1f},30 L{x:.1f},{height - 20:.0f}" stroke="#b45f06" stroke-dasharray="5 4" fill="none"/>'
            f'<text x="{x + 4:.1f}" y="{height - 8:.0f}" fill="#b45f06">{_xml(diagram.cut_name)}</text>'
        )
    for node, (x, y) in zip(diagram.vertices, place, strict=True):
        box = _box(node)
        lines.append(
            f'<rect x="{x - box / 2:.1f}" y="{y - _BOX[1] / 2:.1f}" width="{box:.1f}" height="{_BOX[1]}" rx="6" '
            f'fill="{_FILLS[node.role]}" stroke="#555555"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{_xml(node.text)}</text>'
        )
    return "\n".join([*lines, "</svg>", ""])


def dot(diagram: Diagram) -> str:
    """The diagram for Graphviz; the side of the cut with the conflict is a cluster."""
    lines = [
        "digraph search {",
        f"  label={_quoted(diagram.title)}; labelloc=t; rankdir={'LR' if diagram.sideways else 'TB'};",
        '  node [shape=box, style="rounded,filled", fontname="sans-serif"];',
    ]
    beyond = (
        [] if diagram.cut is None else [n for n, vertex in enumerate(diagram.vertices) if vertex.column > diagram.cut]
    )
    for number, node in enumerate(diagram.vertices):
        lines.append(f"  n{number} [label={_quoted(node.text)}, fillcolor={_quoted(_FILLS[node.role])}];")
    if beyond:
        nodes = " ".join(f"n{number};" for number in beyond)
        lines.append(f"  subgraph cluster_cut {{ label={_quoted(diagram.cut_name)}; style=dashed; {nodes} }}")
    lines += [
        f"  n{edge.start} -> n{edge.end}" + (f" [label={_quoted(edge.text)}];" if edge.text else ";")
        for edge in diagram.edges
    ]
    return "\n".join([*lines, "}", ""])


def tikz(diagram: Diagram) -> str:
    """The diagram as a picture of TikZ, which compiles alone once the commented lines are let in."""
    longest = max((len(vertex.text) for vertex in diagram.vertices), default=0)
    across, down = (max(2.6, 0.17 * longest + 1.2), 0.9) if diagram.sideways else (max(1.2, 0.17 * longest + 0.4), 1.2)
    right = max((vertex.column for vertex in diagram.vertices), default=0) * across
    below = max((vertex.row for vertex in diagram.vertices), default=0) * down
    lines = [
        _tikz_head(diagram.title, right + 0.2 * longest + 3, below + 4),
        r"\begin{tikzpicture}[>=latex, font=\small,",
        "  vertex/.style={draw, rounded corners=2pt, inner sep=3pt}]",
    ]
    for number, node in enumerate(diagram.vertices):
        at = f"({node.column * across:.2f},{-node.row * down:.2f})"
        lines.append(f"  \\node[vertex, fill={_TEX_FILLS[node.role]}] (n{number}) at {at} {{{tex(node.text)}}};")
    lines += [f"  \\draw[->] (n{edge.start}) -- (n{edge.end});" for edge in diagram.edges]
    if diagram.cut is not None:
        x = diagram.cut * across
        bottom = -below - 0.7
        lines.append(
            f"  \\draw[dashed, orange!70!black] ({x:.2f},{down:.2f}) -- ({x:.2f},{bottom:.2f}) "
            f"node[below] {{{tex(diagram.cut_name)}}};"
        )
    return "\n".join([*lines, r"\end{tikzpicture}", _TIKZ_FOOT])


def curve_svg(curve: Plot) -> str:
    """The curve as an SVG file."""
    width, height = _CURVE
    highest, last = max([*curve.values, 1]), max(len(curve.values) - 1, 1)
    points = " ".join(
        f"{_MARGIN + at * width / last:.1f},{_MARGIN + height - value * height / highest:.1f}"
        for at, value in turns(curve.values)
    )
    here = _MARGIN + curve.here * width
    base = _MARGIN + height
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 2 * _MARGIN} {height + 2 * _MARGIN}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{_xml(curve.title)}</title>",
        f'<text x="{_MARGIN}" y="20" font-size="13">{_xml(curve.title)}</text>',
        f'<path d="M{_MARGIN},{_MARGIN} V{base} H{_MARGIN + width}" fill="none" stroke="#555555"/>',
        f'<text x="{_MARGIN - 6}" y="{_MARGIN + 4}" text-anchor="end">{highest}</text>',
        f'<text x="{_MARGIN - 6}" y="{base}" text-anchor="end">0</text>',
        f'<text x="{_MARGIN + width}" y="{base + 18}" text-anchor="end">{_xml(curve.across)}</text>',
        f'<polyline points="{points}" fill="none" stroke="#1155cc"/>',
        f'<path d="M{here:.1f},{_MARGIN} V{base}" stroke="#b45f06" stroke-dasharray="5 4"/>',
        "</svg>",
        "",
    ])  # fmt: skip


def curve_tikz(curve: Plot) -> str:
    """The curve as a picture of TikZ."""
    highest, last = max([*curve.values, 1]), max(len(curve.values) - 1, 1)
    points = " ".join(f"({12 * at / last:.3f},{4 * value / highest:.3f})" for at, value in turns(curve.values))
    return "\n".join([
        _tikz_head(curve.title, 15, 7),
        r"\begin{tikzpicture}[>=latex, font=\small]",
        f"  \\draw[->] (0,0) -- (12.4,0) node[below] {{{tex(curve.across)}}};",
        f"  \\draw[->] (0,0) -- (0,4.4) node[left] {{{tex(curve.up)}}};",
        f"  \\node[left] at (0,4) {{{highest}}};",
        f"  \\draw[blue!70!black] plot coordinates {{{points}}};",
        f"  \\draw[dashed, orange!70!black] ({12 * curve.here:.3f},0) -- ({12 * curve.here:.3f},4.2);",
        r"\end{tikzpicture}",
        _TIKZ_FOOT,
    ])  # fmt: skip


def tex(text: str) -> str:
    """Text for LaTeX, whatever is in it; what pdfLaTeX may have no sign for becomes a question mark."""
    return "".join(_TEX_SIGNS.get(char, char if " " <= char <= "~" else "?") for char in text)


def _tikz_head(title: str, width: float, height: float) -> str:
    """The title, and what a document needs that holds nothing but a picture of so many centimetres."""
    safe = "".join(char if " " <= char <= "~" else "?" for char in title)
    return TIKZ_HEAD.format(title=safe, width=width, height=height).rstrip("\n")


def _plain(text: str) -> str:
    """Text without what can't be printed: XML may not even name it."""
    return "".join(char if char.isprintable() else "?" for char in text)


def _xml(text: str) -> str:
    return escape(_plain(text))


def _quoted(text: str) -> str:
    """A string of DOT."""
    return '"' + _plain(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
