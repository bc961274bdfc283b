"""Pages (`engine.sudoku.printing.page`) as files: SVG, which is plain text, and PDF by the library fpdf2."""

from collections.abc import Iterable
from html import escape

from engine.base.errors import InputError
from engine.base.text import printable
from engine.sudoku.printing.marks import FilledRectangle, Mark, Stroke
from engine.sudoku.printing.page import Sheet

_FONT = "Helvetica, Arial, sans-serif"
_POINTS = 72 / 25.4
"""Points in a millimetre."""

_PDF_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The part of a text that is left of its anchor."""


def svg(page: Sheet) -> str:
    """The page as an SVG document of its size in millimetres."""
    width, height = _number(page.width), _number(page.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}" font-family="{_FONT}">\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n'
    )
    return head + "".join(f"{_element(mark)}\n" for mark in page.marks) + "</svg>\n"


def pdf(pages: Iterable[Sheet], title: str = "") -> bytes:
    """The pages as one PDF document.

    It uses the standard PDF fonts, so names can only show western European letters; `?` replaces any other. Raises
    InputError if fpdf2 is not installed.
    """
    try:
        from fpdf import FPDF
    except ImportError:
        advice = "install it by: pip install 'satsudoku-tui[print]', or write SVG"
        raise InputError("PDF needs the library fpdf2", advice=advice) from None
    document = FPDF(unit="mm")
    document.set_title(_western(title))
    document.set_auto_page_break(False)
    for page in pages:
        document.add_page(format=(page.width, page.height))
        for mark in page.marks:
            shade = round(255 * mark.shade)
            if isinstance(mark, Stroke):
                document.set_line_width(mark.width)
                document.set_draw_color(shade)
                document.line(mark.x1, mark.y1, mark.x2, mark.y2)
            elif isinstance(mark, FilledRectangle):
                document.set_fill_color(shade)
                document.rect(mark.x, mark.y, mark.width, mark.height, style="F")
            else:
                document.set_font("helvetica", "B" if mark.bold else "", mark.size * _POINTS)
                document.set_text_color(shade)
                text = _western(mark.text)
                document.text(mark.x - _PDF_ANCHORS[mark.anchor] * document.get_string_width(text), mark.y, text)
    return bytes(document.output())


def _element(mark: Mark) -> str:
    """A mark as an element of SVG."""
    level = round(255 * mark.shade)
    colour = f"#{level:02x}{level:02x}{level:02x}"
    if isinstance(mark, Stroke):
        x1, y1, x2, y2 = map(_number, (mark.x1, mark.y1, mark.x2, mark.y2))
        return (
            f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{colour}" stroke-width="{_number(mark.width)}"'
            ' stroke-linecap="square"/>'
        )
    if isinstance(mark, FilledRectangle):
        x, y, width, height = map(_number, (mark.x, mark.y, mark.width, mark.height))
        return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>'
    weight = ' font-weight="bold"' if mark.bold else ""
    return (
        f'<text x="{_number(mark.x)}" y="{_number(mark.y)}" font-size="{_number(mark.size)}" fill="{colour}"'
        f' text-anchor="{mark.anchor}"{weight}>{escape(printable(mark.text))}</text>'
    )


def _western(text: str) -> str:
    """The text with `?` for characters that PDF fonts lack."""
    return printable(text).encode("latin-1", "replace").decode("latin-1")


def _number(value: float) -> str:
    """The number with up to three decimals, as short as possible."""
    return f"{value:.3f}".rstrip("0").rstrip(".")
