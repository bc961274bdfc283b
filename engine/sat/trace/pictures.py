"""Diagrams and curves of a recorded search as SVG, DOT (Graphviz) and TikZ (LaTeX)."""

from html import escape

from engine.sat.trace.diagrams import Diagram, DiagramNode, Plot, Role, corners

# Sizes in SVG units
_STEP = (150, 46)
"""The distance of columns and of rows."""
_BOX = (126, 26)
"""Width and height of a box whose text is not short; longer texts make it wider."""
_MARGIN = 40
_LETTER = 7
"""Approximate width of a letter."""
_LEGEND = 18
"""The distance of the lines of a legend."""
_CURVE = (720, 240)
"""Width and height of a curve."""

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
    """The SVG units per column and per row, such that the longest text fits into its box."""
    longest = max((len(vertex.text) for vertex in diagram.vertices), default=0)
    step = _STEP[0] if diagram.sideways else _STEP[0] / 2
    return max(step, _LETTER * longest + (50 if diagram.sideways else 24)), _STEP[1]


def _box(vertex: DiagramNode) -> float:
    return max(_BOX[0], _LETTER * len(vertex.text) + 14) if len(vertex.text) > 12 else _BOX[0] * 0.6


def svg(diagram: Diagram, number: int = 0) -> str:
    """The diagram as SVG. Diagrams on one page need different numbers, because their arrow heads have names."""
    across, down = _scale(diagram)
    tip = f"tip-{number}" if number else "tip"

    def point(column: float, row: float) -> tuple[float, float]:
        return _MARGIN + 70 + column * across, _MARGIN + 30 + row * down

    place = [point(vertex.column, vertex.row) for vertex in diagram.vertices]
    width = max((x for x, _ in place), default=0) + 70 + _MARGIN
    height = max((y for _, y in place), default=0) + 30 + _MARGIN
    below = height + _LEGEND * len(diagram.legend)
    width = max(width, max((_LETTER * len(name) for _, name in diagram.legend), default=0) + 3 * _MARGIN)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {below:.0f}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{xml(diagram.title)}</title>",
        f'<defs><marker id="{tip}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" fill="#555555"/></marker></defs>',
        f'<text x="{_MARGIN}" y="20" font-size="13">{xml(diagram.title)}</text>',
    ]
    widest = max(map(_box, diagram.vertices), default=0) / 2
    for edge in diagram.edges:
        (x1, y1), (x2, y2) = place[edge.start], place[edge.end]
        if diagram.sideways:
            around = [(x1 + widest, y1)]
            for column, row in edge.via:
                x, y = point(column, row)
                around += [(x - widest, y), (x + widest, y)]
            around.append((x2 - widest, y2))
            x1, x2 = x1 + _box(diagram.vertices[edge.start]) / 2, x2 - _box(diagram.vertices[edge.end]) / 2
        else:
            around = []
            y1, y2 = y1 + _BOX[1] / 2, y2 - _BOX[1] / 2
        points = " L".join(f"{x:.1f},{y:.1f}" for x, y in [(x1, y1), *around, (x2, y2)])
        lines.append(
            f'<path d="M{points}" fill="none" stroke="#555555" marker-end="url(#{tip})">'
            f"<title>{xml(edge.text)}</title></path>"
        )
    if diagram.cut:
        points = " L".join(f"{x:.1f},{y:.1f}" for x, y in (point(*at) for at in diagram.cut))
        x = point(*diagram.cut[-1])[0]
        lines.append(
            f'<path d="M{points}" stroke="#b45f06" stroke-dasharray="5 4" fill="none"/>'
            f'<text x="{x + 4:.1f}" y="{height - 8:.0f}" fill="#b45f06">{xml(diagram.cut_name)}</text>'
        )
    for node, (x, y) in zip(diagram.vertices, place, strict=True):
        box = _box(node)
        lines.append(
            f'<rect x="{x - box / 2:.1f}" y="{y - _BOX[1] / 2:.1f}" width="{box:.1f}" height="{_BOX[1]}" rx="6" '
            f'fill="{_FILLS[node.role]}" stroke="#555555"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{xml(node.text)}</text>'
        )
    for number, (role, name) in enumerate(diagram.legend):
        y = height + number * _LEGEND
        lines.append(
            f'<rect x="{_MARGIN}" y="{y - 10:.0f}" width="22" height="12" rx="4" fill="{_FILLS[role]}" '
            f'stroke="#555555"/><text x="{_MARGIN + 30}" y="{y:.0f}">{xml(name)}</text>'
        )
    return "\n".join([*lines, "</svg>", ""])


def dot(diagram: Diagram) -> str:
    """The diagram for Graphviz; the conflict side of the cut is a cluster."""
    lines = [
        "digraph search {",
        f"  label={_quoted(diagram.title)}; labelloc=t; rankdir={'LR' if diagram.sideways else 'TB'};",
        '  node [shape=box, style="rounded,filled", fontname="sans-serif"];',
    ]
    conflict_side = sorted(diagram.behind)
    for number, node in enumerate(diagram.vertices):
        lines.append(f"  n{number} [label={_quoted(node.text)}, fillcolor={_quoted(_FILLS[node.role])}];")
    if conflict_side:
        nodes = " ".join(f"n{number};" for number in conflict_side)
        lines.append(f"  subgraph cluster_cut {{ label={_quoted(diagram.cut_name)}; style=dashed; {nodes} }}")
    lines += [
        f"  n{edge.start} -> n{edge.end}" + (f" [label={_quoted(edge.text)}];" if edge.text else ";")
        for edge in diagram.edges
    ]
    if diagram.legend:
        keys = " ".join(
            f"l{number} [label={_quoted(name)}, fillcolor={_quoted(_FILLS[role])}];"
            for number, (role, name) in enumerate(diagram.legend)
        )
        lines.append(f"  subgraph cluster_legend {{ style=invis; {keys} }}")
    return "\n".join([*lines, "}", ""])


def tikz(diagram: Diagram) -> str:
    """The diagram as a TikZ picture, and the head of a document for it in comments."""
    longest = max((len(vertex.text) for vertex in diagram.vertices), default=0)
    across, down = _tikz_scale(diagram)
    right = max((vertex.column for vertex in diagram.vertices), default=0) * across
    below = max((vertex.row for vertex in diagram.vertices), default=0) * down
    lines = [
        _tikz_head(diagram.title, right + 0.2 * longest + 3, below + 4 + 0.6 * len(diagram.legend)),
        r"\begin{tikzpicture}[>=latex, font=\small,",
        "  vertex/.style={draw, rounded corners=2pt, inner sep=3pt}]",
    ]
    lines += tikz_graph(diagram)
    if diagram.cut:
        lines.append(tikz_cut(diagram))
    for number, (role, name) in enumerate(diagram.legend):
        at = f"(0,{-below - 1.5 - 0.6 * number:.2f})"
        lines.append(f"  \\node[vertex, fill={_TEX_FILLS[role]}, label=right:{{{tex(name)}}}] at {at} {{}};")
    return "\n".join([*lines, r"\end{tikzpicture}", _TIKZ_FOOT])


def _tikz_scale(diagram: Diagram) -> tuple[float, float]:
    """The centimetres per column and per row."""
    longest = max((len(vertex.text) for vertex in diagram.vertices), default=0)
    return (max(2.6, 0.17 * longest + 1.2), 0.9) if diagram.sideways else (max(1.2, 0.17 * longest + 0.4), 1.2)


def tikz_graph(diagram: Diagram) -> list[str]:
    """The TikZ commands for the nodes, named n0, n1 and so on, in their style `vertex`, and for the edges."""
    across, down = _tikz_scale(diagram)
    half = 0.085 * max((len(vertex.text) for vertex in diagram.vertices), default=0) + 0.2
    lines = []
    for number, node in enumerate(diagram.vertices):
        at = f"({node.column * across:.2f},{-node.row * down:.2f})"
        lines.append(f"  \\node[vertex, fill={_TEX_FILLS[node.role]}] (n{number}) at {at} {{{tex(node.text)}}};")
    for edge in diagram.edges:
        around = [
            f"({column * across + side:.2f},{-row * down:.2f})" for column, row in edge.via for side in (-half, half)
        ]
        if diagram.sideways:
            first, last = diagram.vertices[edge.start], diagram.vertices[edge.end]
            around.insert(0, f"({first.column * across + half:.2f},{-first.row * down:.2f})")
            around.append(f"({last.column * across - half:.2f},{-last.row * down:.2f})")
        lines.append(f"  \\draw[->] {' -- '.join([f'(n{edge.start})', *around, f'(n{edge.end})'])};")
    return lines


def tikz_cut(diagram: Diagram) -> str:
    """The TikZ command for the line of the cut and its name."""
    across, down = _tikz_scale(diagram)
    points = " -- ".join(f"({column * across:.2f},{-row * down:.2f})" for column, row in diagram.cut)
    return f"  \\draw[dashed, orange!70!black] {points} node[below] {{{tex(diagram.cut_name)}}};"


def curve_svg(curve: Plot) -> str:
    """The curve as SVG."""
    width, height = _CURVE
    highest, last = max([*curve.values, 1]), max(len(curve.values) - 1, 1)
    points = " ".join(
        f"{_MARGIN + at * width / last:.1f},{_MARGIN + height - value * height / highest:.1f}"
        for at, value in corners(curve.values)
    )
    position = _MARGIN + curve.position * width
    base = _MARGIN + height
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 2 * _MARGIN} {height + 2 * _MARGIN}" '
            'font-family="sans-serif" font-size="12">',
            f"<title>{xml(curve.title)}</title>",
            f'<text x="{_MARGIN}" y="20" font-size="13">{xml(curve.title)}</text>',
            f'<path d="M{_MARGIN},{_MARGIN} V{base} H{_MARGIN + width}" fill="none" stroke="#555555"/>',
            f'<text x="{_MARGIN - 6}" y="{_MARGIN + 4}" text-anchor="end">{highest}</text>',
            f'<text x="{_MARGIN - 6}" y="{base}" text-anchor="end">0</text>',
            f'<text x="{_MARGIN + width}" y="{base + 18}" text-anchor="end">{xml(curve.x_label)}</text>',
            f'<polyline points="{points}" fill="none" stroke="#1155cc"/>',
            f'<path d="M{position:.1f},{_MARGIN} V{base}" stroke="#b45f06" stroke-dasharray="5 4"/>',
            "</svg>",
            "",
        ]
    )


def curve_tikz(curve: Plot) -> str:
    """The curve as a TikZ picture."""
    highest, last = max([*curve.values, 1]), max(len(curve.values) - 1, 1)
    points = " ".join(f"({12 * at / last:.3f},{4 * value / highest:.3f})" for at, value in corners(curve.values))
    return "\n".join(
        [
            _tikz_head(curve.title, 15, 7),
            r"\begin{tikzpicture}[>=latex, font=\small]",
            f"  \\draw[->] (0,0) -- (12.4,0) node[below] {{{tex(curve.x_label)}}};",
            f"  \\draw[->] (0,0) -- (0,4.4) node[left] {{{tex(curve.y_label)}}};",
            f"  \\node[left] at (0,4) {{{highest}}};",
            f"  \\draw[blue!70!black] plot coordinates {{{points}}};",
            f"  \\draw[dashed, orange!70!black] ({12 * curve.position:.3f},0) -- ({12 * curve.position:.3f},4.2);",
            r"\end{tikzpicture}",
            _TIKZ_FOOT,
        ]
    )


def tex(text: str) -> str:
    """Escape text for LaTeX; characters that pdfLaTeX may lack become question marks."""
    return "".join(_TEX_SIGNS.get(char) or ascii_only(char) for char in text)


def _tikz_head(title: str, width: float, height: float) -> str:
    """The title, and the commented head of a document for a picture of this size in centimetres."""
    return TIKZ_HEAD.format(title=ascii_only(title), width=width, height=height).rstrip("\n")


def ascii_only(text: str) -> str:
    """The text with question marks for characters other than printable ASCII."""
    return "".join(char if " " <= char <= "~" else "?" for char in text)


def _printable(text: str) -> str:
    """The text with question marks for unprintable characters, which XML does not allow even as entities."""
    return "".join(char if char.isprintable() else "?" for char in text)


def xml(text: str) -> str:
    """Escape text for XML and HTML."""
    return escape(_printable(text))


def _quoted(text: str) -> str:
    """A DOT string literal."""
    return '"' + _printable(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
