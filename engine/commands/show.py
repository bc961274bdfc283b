"""Print the contents of a file: the facts, comments and numbered clauses of a formula, or each puzzle as a grid."""

import json
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict, replace
from itertools import pairwise, product
from typing import TYPE_CHECKING

from engine.base.errors import InputError
from engine.base.text import pluralized, printable
from engine.commands import reading
from engine.commands.exits import DONE
from engine.files import reading as files
from engine.sat.formula.names import VariableNames, variable_names
from engine.sat.formula.statistics import Repetitions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.sat.formula.dimacs import Document
    from engine.sat.formula.formula import Formula
    from engine.sat.lint import LintReport
    from engine.sudoku.puzzle import Puzzle

EXAMPLES = """\
examples:
  satsudoku show puzzles/cnf/queens-8.cnf | less
  satsudoku show huge.cnf.gz | head -20
  satsudoku show puzzles/double/easy-1.txt
  satsudoku show --structure puzzles/cnf/queens-8.cnf     (groups with at most one true literal)
  satsudoku show --lint encoding.cnf                      (clauses that are redundant or seem incomplete)

A clause is printed as `7: 3: 4 -18 19`: its number in the file (from 1), its length, and its literals in the order
of the file."""

_DUPLICATES = "clauses with a literal more than once: {count}; the first one is clause {first}"
_TAUTOLOGIES = "clauses with a literal and its negation, always true: {count}; the first one is clause {first}"

_EQUATIONS = "equations  {count} modulo 2{sizes}"
_INCONSISTENT = "equations  they have no solution, so the formula is unsatisfiable"
_PROPAGATED, _NOTHING = "units      {sentence}", "no clause is a unit: nothing is propagated"
_TRUE = "true       {literals}"
_IMPLIED = "implied    {count} of one or two variables, by several equations"
_GATES = "gates      {count}{kinds}"
_EQUAL = "equal      {phrase}"
_REFUTED = "equal      a literal would equal its own negation, so the formula is unsatisfiable"
_COMPONENTS = "components {count} that share no variable{sizes}"
_NO_REMARKS = "lint       no remarks"
_INCOMPLETE = "lint       the search for duplicate and subsumed clauses reached its limit: there may be more"
_GROUPS = "groups     {count} with a maximum number of true literals{sizes}"

_MAX_SIZE = 8
"""Number of components whose sizes are printed."""

CHUNK = 1 << 13
"""Number of clauses written at a time."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("path", metavar="PATH", help="a formula or a file of puzzles; - for standard input")
    parser.add_argument("--layout", metavar="NAME", help="the layout of text, or a file that describes it")
    parser.add_argument("--names", action="store_true", help="print the names of variables from the comments, if any")
    parser.add_argument("--strict", action="store_true", help="refuse a formula whose file causes a warning")
    parser.add_argument(
        "--structure",
        action="store_true",
        help="print what the clauses encode instead: equations modulo 2, groups of literals, gates and "
        "which of them compute the same, components",
    )
    parser.add_argument(
        "--propagated",
        action="store_true",
        help="print only the clauses that unit propagation leaves, without their false literals",
    )
    parser.add_argument(
        "--lint",
        action="store_true",
        help="print remarks on the encoding instead: unused and pure variables, redundant clauses, units that decide "
        "much, ambiguous names, groups without a value",
    )
    parser.add_argument("--json", action="store_true", help="print the remarks of --lint as a JSON object on one line")


def run(arguments: Namespace) -> int:
    """Print the file."""
    if arguments.json and not arguments.lint:
        raise InputError("show: --json needs --lint", advice="see satsudoku show --help")
    layout = files.load_layout(arguments.layout) if arguments.layout else None
    content = reading.load(arguments.path, strict=arguments.strict, layout=layout)
    if isinstance(content, list):
        if arguments.lint:
            raise InputError("--lint needs a formula, and these are puzzles", path=arguments.path)
        _show_puzzles(content)
    elif arguments.lint:
        _show_lint(content, as_json=arguments.json)
    else:
        _show_facts(content)
        if arguments.structure:
            _show_structure(content.formula)
            return DONE
        if arguments.propagated:
            _show_propagated(content.formula, variable_names(content.formula) if arguments.names else None)
            return DONE
        _show_clauses(content.formula, variable_names(content.formula) if arguments.names else None)
        for number, (weight, clause) in enumerate(content.objective.soft if content.objective else (), 1):
            print(f"soft {number} (weight {weight}): {' '.join(map(str, clause)) or '(empty clause)'}")
        for number, (cube, place) in enumerate(zip(content.cubes, content.cube_places, strict=True), 1):
            after = f" (after clause {place})" if content.is_growing else ""
            print(f"cube {number}{after}: {' '.join(map(str, cube))}".rstrip())
    return DONE


def _show_facts(document: "Document") -> None:
    formula, header = document.formula, document.header
    if header is None:
        print("header     none")
    else:
        print(f"header     p cnf {header.variables} {header.clauses} (line {header.line})")
    positive, negative = formula.polarity
    print(f"variables  {formula.variables}")
    print(f"clauses    {len(formula)}")
    print(f"literals   {len(formula.literals)} ({positive} positive, {negative} negative)")
    lengths = ", ".join(f"{count} of length {length}" for length, count in formula.lengths.items())
    print(f"lengths    {lengths or 'none'}")
    if document.objective is not None:
        print(f"objective  {'maximise' if document.objective.maximises else 'minimise'}: {document.objective}")
    for warning in document.warnings:
        print(f"warning    line {warning.line}: {printable(warning.message)}")
    for sentence in _repetitions(formula):
        print(f"warning    {sentence}")
    for comment in formula.comments:
        print(f"comment    {printable(comment.text)}".rstrip())


def _repetitions(formula: "Formula") -> "Iterator[str]":
    """Warnings about clauses that every solver accepts, but that are probably mistakes."""
    duplicates, tautologies = Repetitions.of(formula)
    if len(duplicates):
        yield _DUPLICATES.format(count=len(duplicates), first=duplicates[0] + 1)
    if len(tautologies):
        yield _TAUTOLOGIES.format(count=len(tautologies), first=tautologies[0] + 1)


def _show_clauses(formula: "Formula", names: VariableNames | None) -> None:
    """Write the clauses in chunks, which is ten times as fast as one by one."""
    word = str if names is None else lambda literal: printable(names.literal(literal))
    for first in range(0, len(formula), CHUNK):
        bounds = formula.starts[first : first + CHUNK + 1]
        offset = bounds[0]
        words = [word(literal) for literal in formula.literals[offset : bounds[-1]]]
        sys.stdout.write(
            "".join(
                f"{number}: {end - start}: {' '.join(words[start - offset : end - offset]) or '(empty clause)'}\n"
                for number, (start, end) in enumerate(pairwise(bounds), first + 1)
            )
        )


def _show_propagated(formula: "Formula", names: VariableNames | None) -> None:
    """Write the true literals, and the remaining clauses."""
    from engine.sat.cardinality.clauses import Remaining
    from engine.sat.structure import PropagationResult

    word = str if names is None else lambda literal: printable(names.literal(literal))
    print(_PROPAGATED.format(sentence=str(PropagationResult.of(formula)) or _NOTHING))
    remaining = Remaining.of(formula)
    if remaining is None:
        return
    if remaining.reasons:
        print(_TRUE.format(literals=" ".join(map(word, remaining.reasons))))
    sys.stdout.writelines(
        f"{number + 1}: {len(clause)}: {' '.join(map(word, clause))}\n" for number, clause in remaining.clauses
    )


def _show_structure(formula: "Formula") -> None:
    from engine.sat.structure import Structure, equation_line, group_line

    found = Structure.of(formula)
    if sentence := str(found.propagation):
        print(_PROPAGATED.format(sentence=sentence))
    sizes = ", ".join(f"{count} of {size} variables" for size, count in found.equation_sizes.items())
    print(_EQUATIONS.format(count=len(found.equations), sizes=sizes and f" ({sizes})"))
    if found.inconsistent:
        print(_INCONSISTENT)
    print(_IMPLIED.format(count=len(found.implied)))
    sizes = ", ".join(f"{count} of {most} in {size}" for (most, size), count in found.group_sizes.items())
    print(_GROUPS.format(count=len(found.groups), sizes=sizes and f" ({sizes})"))
    kinds = ", ".join(f"{count} {kind}" for kind, count in found.gate_kinds.items())
    print(_GATES.format(count=len(found.gates), kinds=kinds and f" ({kinds})"))
    if found.equivalences.equal:
        print(_EQUAL.format(phrase=found.equivalences))
    if found.equivalences.refuted:
        print(_REFUTED)
    print(_COMPONENTS.format(count=len(found.components), sizes=_sizes(found.components)))
    sys.stdout.writelines(f"equation   {equation_line(equation)}\n" for equation in found.equations)
    sys.stdout.writelines(f"implied    {equation_line(equation)}\n" for equation in found.implied)
    sys.stdout.writelines(f"group      {group_line(group)}\n" for group in found.groups)
    sys.stdout.writelines(f"gate       {gate}\n" for gate in found.gates)
    sys.stdout.writelines(f"equal      {equal}\n" for equal in found.equal)


def _show_lint(document: "Document", *, as_json: bool) -> None:
    """Write the remarks, one per line, after the warnings of the reader."""
    from engine.sat.lint import LintReport

    report = LintReport.of(document.formula)
    if as_json:
        print(json.dumps(_lint_fields(document, report), ensure_ascii=False))
        return
    for warning in document.warnings:
        print(f"warning    line {warning.line}: {printable(warning.message)}")
    for remark in report.remarks:
        print(f"{remark.kind.value:10} {remark.sentence}")
    if not report.complete:
        print(_INCOMPLETE)
    elif not report.remarks:
        print(_NO_REMARKS)


def _lint_fields(document: "Document", report: "LintReport") -> dict[str, object]:
    """The object that --json prints; clauses count from 1, and fields that do not apply are left out."""
    remarks = [
        {
            "kind": remark.kind.value,
            "count": remark.count,
            "sentence": remark.sentence,
            "findings": [
                {name: value for name, value in asdict(finding).items() if value}
                | ({"clauses": [clause + 1 for clause in finding.clauses]} if finding.clauses else {})
                for finding in remark.findings
            ],
        }
        for remark in report.remarks
    ]
    return {
        "variables": document.formula.variables,
        "clauses": len(document.formula),
        "warnings": [{"line": warning.line, "message": printable(warning.message)} for warning in document.warnings],
        "remarks": remarks,
        "complete": report.complete,
    }


def _sizes(components: "Sequence[int]") -> str:
    """The sizes of the largest components, in variables."""
    if not components:
        return ""
    sizes_text = ", ".join(f"{size:,}" for size in components[:_MAX_SIZE])
    return f" (of {sizes_text}{', ...' if len(components) > _MAX_SIZE else ''} variables)"


def _show_puzzles(puzzles: "list[Puzzle]") -> None:
    from engine.sudoku import formats
    from engine.sudoku.puzzle import contradictions

    for number, puzzle in enumerate(puzzles, 1):
        if number > 1:
            print()
        layout = puzzle.layout
        print(f"puzzle     {number} of {len(puzzles)}" + (f": {printable(puzzle.name)}" if puzzle.name else ""))
        print(f"layout     {layout.title}, {len(layout.cells)} cells, {len(layout.houses)} houses")
        print(f"givens     {len(puzzle.givens) - puzzle.holes}, {puzzle.holes} holes")
        candidates = product(range(len(layout.cells)), range(1, layout.size + 1))
        if left_out := sum(not puzzle.allows(cell, digit) for cell, digit in candidates):
            print(f"left out   {pluralized(left_out, 'candidate')}")
        for sentence in contradictions(puzzle):
            print(f"conflict   {sentence}")
        plain = puzzle if layout.size <= 9 else replace(puzzle, candidates=None)  # wider cells need more than digits
        print(formats.write(plain).rstrip("\n"))
