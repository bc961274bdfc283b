"""Check a result (a .res file, or the output of a solver) against its formula, independently of any solver.

A model is correct if it satisfies every clause; variables that it leaves out count as true. A result alone can't show
that a formula is unsatisfiable. That takes a proof: in DRAT, as `satsudoku solve --proof` and most solvers write it, in
LRAT (both as text or binary), in VeriPB (also that a model of an OPB file is the best), or a certificate, which
`satsudoku solve --proof` writes if no search was needed. A DRAT or LRAT proof can be trimmed to the steps that are
needed, and written in either format; in LRAT each clause names the clauses it follows from. If a proof in DRAT or LRAT
is wrong, --shrink writes the smallest formula and proof that still fail for the same cause.
"""

from argparse import ArgumentParser, Namespace
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext, ngettext
from engine.base.text import pluralized
from engine.commands import reading
from engine.commands.arguments import add_language
from engine.commands.exits import DONE, NOT_SO
from engine.commands.output import destination, keep_input
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.sat import result as results
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.formula.linear_form import constant_left_out, linear_constraints, with_penalties
from engine.sat.formula.objective import Objective
from engine.sat.formula.opb import violated
from engine.sat.proof import lrat, lrat_reader, veripb_check
from engine.sat.proof import reader as proof_reader
from engine.sat.proof.certificate_check import CertificateVerdict, check_certificate_file, is_certificate
from engine.sat.proof.check import ProofVerdict, check_proof
from engine.sat.proof.lrat_proof import LratProof
from engine.sat.proof.proof import Proof, ProofWriter
from engine.sat.proof.trimming import TrimmedProof, trim
from engine.sat.result import ResultFile, Status
from engine.sat.solvers.failing_pair import NO_FAULT, FailureCause, shrink
from engine.sat.solvers.wrong_step import explanation

EXAMPLES = """\
examples:
  satsudoku check formula.cnf formula.res
  minisat formula.cnf out.txt; satsudoku check formula.cnf out.txt
  satsudoku solve formula.cnf | satsudoku check formula.cnf -
  satsudoku check puzzles/cnf/php-6-5.cnf --proof php.drat --core core.cnf
  satsudoku check puzzles/cnf/php-6-5.cnf --proof php.drat --trim less.drat --lrat php.lrat
  satsudoku check hard.cnf --proof wrong.drat --shrink small

Exit code: 0 the model or the proof is correct, 1 it is wrong or nothing could be confirmed, 2 bad input."""

MAX_VERIPB = 1 << 30
"""Maximum size of a VeriPB proof in bytes."""
_AT_LINE = lazy_gettext("{verdict} (line {line} of the file)")
_TRIMMED = lazy_gettext("trimmed: {lemmas}, from {core} of the formula")
_COST = lazy_gettext("objective: {value}")
_CORE_SIZE = lazy_gettext("used: {core:,} of {clauses}")
_LEMMAS = lazy_gettext(
    "used: {uses:,} of {added}, {length:.1f} literals long on average and {longest} at most; {deleted:,} deleted"
)
_CAUSES = {
    FailureCause.DELETIONS: lazy_gettext("smallest pair that fails because of deletions"),
    FailureCause.LEMMA: lazy_gettext("smallest pair with this wrong step and an unsatisfiable formula"),
    FailureCause.END: lazy_gettext("smallest pair without the empty clause, for an unsatisfiable formula"),
    FailureCause.LINE: lazy_gettext("smallest pair with this wrong line"),
}
_SHRUNK = lazy_gettext("{cause}: {size}, {steps}: written to {cnf} and {proof}")
_OUT_OF_TIME = lazy_gettext("the time ran out: a smaller pair may exist")
_NO_LEMMAS = lazy_gettext("the proof has no lemmas and needs none")
_CONFIRMED = lazy_gettext("confirmed: {conclusion}")
_NOT_CONFIRMED = lazy_gettext("not confirmed: {reason}")
_UNKNOWN = lazy_gettext("the result says unknown, so there is nothing to check")
_SATISFIABLE = lazy_gettext("the result says satisfiable, and a proof shows unsatisfiability")
_NO_PROOF = lazy_gettext("a result alone can't show that a formula is unsatisfiable; that takes a --proof")
_CHECKING = lazy_gettext("checking the proof: {percent} %")
_SHRINKING = lazy_gettext("looking for the smallest pair that fails")
_UNSATISFIABLE = lazy_gettext("unsatisfiable: {verdict}")
_WRONG = lazy_gettext("wrong: {fault}")
_TRUE_BY_DEFAULT = lazy_gettext("variables left out and taken as true: {count:,}")
_TOO_HIGH = lazy_gettext("the model has variable {variable}, but the formula has only {count} variables")
_FALSE = lazy_gettext("clause {number} is false: {clause}")
_VIOLATED = lazy_gettext("constraint {number} is violated: {constraint}")
_RIGHT_CONSTRAINTS = lazy_gettext("right: the model satisfies all constraints")
_EMPTY = lazy_gettext("clause {number} is false: it is empty")


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("formula", metavar="CNF", help="the formula")
    parser.add_argument(
        "result", metavar="RESULT", nargs="?", help="a .res file or the output of a solver; - for standard input"
    )
    parser.add_argument(
        "--proof",
        metavar="FILE",
        help="a proof in DRAT, LRAT or VeriPB, or a certificate, that the formula is unsatisfiable",
    )
    parser.add_argument("--core", metavar="FILE", help="write the clauses that the proof uses as a CNF file")
    parser.add_argument("--trim", metavar="FILE", help="write the needed steps as a proof in DRAT")
    parser.add_argument("--lrat", metavar="FILE", help="write the needed steps as a proof in LRAT")
    parser.add_argument(
        "--shrink", metavar="NAME", help="write the smallest pair that still fails to NAME.cnf and NAME.drat or .lrat"
    )
    parser.add_argument("--strict", action="store_true", help="refuse a formula whose file causes a warning")
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Print whether the result is correct, or what is wrong with it."""
    if arguments.result is None and arguments.proof is None:
        raise InputError(_("check: give a RESULT or a --proof"), advice=_help())
    proof_options = _proof_options(arguments)
    if proof_options and arguments.proof is None:
        raise InputError(_("check: {option} needs --proof").format(option=proof_options[0]), advice=_help())
    document = reading.load_formula(arguments.formula, strict=arguments.strict)
    formula = document.formula
    result = ResultFile(Status.UNSATISFIABLE) if arguments.result is None else reading.load_answer(arguments.result)
    if result.status is Status.UNKNOWN:
        return _refuse(_UNKNOWN)
    if result.model is None:
        return _check_proof(formula, document.objective, arguments)
    if arguments.proof is not None:
        return _refuse(_SATISFIABLE)
    return _check_model(formula, document.objective, result.model)


def _check_proof(formula: Formula, objective: Objective | None, arguments: Namespace) -> int:
    path: str | None = arguments.proof
    if path is None:
        return _refuse(_NO_PROOF)
    with ProgressLine() as line:

        def show(done: int, total: int) -> None:
            line.show(_CHECKING.format(percent=100 * done // max(total, 1)))

        head = files.read_head(Path(path)).data
        if is_certificate(head):
            if proof_options := _proof_options(arguments):
                problem = _("check: {option} needs a proof in DRAT or LRAT, and this is a certificate")
                raise InputError(problem.format(option=proof_options[0]), path=path)
            return _report(check_certificate_file(formula, path, on_progress=show))
        if veripb_check.looks_like_veripb(head):
            if proof_options := _proof_options(arguments):
                problem = f"check: {proof_options[0]} needs a proof in DRAT or LRAT, and this is one of VeriPB"
                raise InputError(problem, path=path)
            lines = veripb_check.read(path, MAX_VERIPB)
            offset = 0
            if objective is not None:
                offset = constant_left_out(formula, objective)
                formula, objective = with_penalties(formula, objective)
            return _report_veripb(
                veripb_check.check(linear_constraints(formula), lines, objective, offset=offset, on_progress=show)
            )
        if lrat_reader.looks_like_lrat(head, Path(path).name):
            return _check_lrat(formula, path, line, show, arguments)
        proof = proof_reader.read(path, on_progress=line.show_reading)
        verdict = check_proof(formula, proof, antecedents=bool(arguments.trim or arguments.lrat), on_progress=show)
    if not verdict:
        place = None if verdict.step is None else proof_reader.line_of_step(path, verdict.step)
        code = _report(verdict, place)
        for sentence in explanation(formula, proof, verdict):
            print(f"  {sentence}")
        if arguments.shrink is not None:
            _write_pair(formula, proof, arguments)
        return code
    if arguments.shrink is not None:
        raise InputError(NO_FAULT, path=path)
    _report(verdict)
    print(_CORE_SIZE.format(core=len(verdict.core), clauses=pluralized(len(formula), "clause")))
    print(_lemmas(proof, verdict))
    _write_core(formula, verdict.core, arguments)
    if arguments.trim is not None or arguments.lrat is not None:
        _write_trimmed(formula, trim(formula, proof, verdict), arguments)
    return DONE


def _check_lrat(
    formula: Formula, path: str, line: ProgressLine, show: Callable[[int, int], None], arguments: Namespace
) -> int:
    steps = lrat_reader.read(path, on_progress=line.show_reading)
    verdict = lrat.check(formula, steps, path=path, on_progress=show)
    if verdict and arguments.shrink is not None:
        raise InputError(NO_FAULT, path=path)
    if verdict and _proof_options(arguments):
        trimmed = lrat.trim(formula, steps, verdict)
        _write_core(formula, trimmed.core, arguments)
        _write_trimmed(formula, trimmed, arguments)
    code = _report(verdict)
    if not verdict and arguments.shrink is not None:
        _write_pair(formula, steps, arguments)
    return code


def _write_pair(formula: Formula, proof: Proof | LratProof, arguments: Namespace) -> None:
    """Write the smallest formula and proof that still fail."""
    with ProgressLine() as line:
        line.show(str(_SHRINKING))
        pair = shrink(formula, proof)
    paths = [f"{arguments.shrink}.cnf", f"{arguments.shrink}.{'drat' if isinstance(proof, Proof) else 'lrat'}"]
    for path in paths:
        keep_input(arguments.proof, path)
    with destination(paths[0], arguments.formula) as file:
        dimacs.write(pair.formula, file)
    with destination(paths[1], arguments.formula) as file:
        if isinstance(pair.proof, Proof):
            _write_drat(pair.proof, file)
        else:
            file.writelines(f"{pair.proof[step]}\n".encode() for step in range(len(pair.proof)))
    size, steps = pluralized(len(pair.formula), "clause"), pluralized(len(pair.proof), "step")
    print(_SHRUNK.format(cause=_CAUSES[pair.cause], size=size, steps=steps, cnf=paths[0], proof=paths[1]))
    if not pair.minimal:
        print(_OUT_OF_TIME)


def _write_drat(proof: Proof, file: BinaryIO) -> None:
    writer = ProofWriter(file)
    proof.copy_to(writer)
    writer.flush()


def _proof_options(arguments: Namespace) -> list[str]:
    """The given options that write something derived from a proof."""
    return [f"--{name}" for name in ("core", "trim", "lrat", "shrink") if getattr(arguments, name) is not None]


def _write_trimmed(formula: Formula, trimmed: TrimmedProof, arguments: Namespace) -> None:
    print(_TRIMMED.format(lemmas=pluralized(len(trimmed), "lemma"), core=pluralized(len(trimmed.core), "clause")))
    for target in (arguments.trim, arguments.lrat):
        keep_input(arguments.proof, target)
    if arguments.trim is not None:
        with destination(arguments.trim, arguments.formula) as file:
            _write_drat(trimmed.drat(formula), file)
    if arguments.lrat is not None:
        with destination(arguments.lrat, arguments.formula) as file:
            file.writelines(line.encode() for line in lrat.write(trimmed, formula))


def _report(verdict: "ProofVerdict | CertificateVerdict | lrat.LratVerdict", line: int | None = None) -> int:
    """Print the verdict, with the line of the file that is wrong; returns the exit code."""
    if verdict:
        print(_UNSATISFIABLE.format(verdict=verdict))
        return DONE
    return _refuse(verdict if line is None else _AT_LINE.format(verdict=verdict, line=line))


def _help() -> str:
    return _("see satsudoku {command} --help").format(command="check")


def _refuse(reason: object) -> int:
    print(_NOT_CONFIRMED.format(reason=reason))
    return NOT_SO


def _report_veripb(verdict: veripb_check.VeripbVerdict) -> int:
    if not verdict:
        return _refuse(verdict)
    print(_CONFIRMED.format(conclusion=verdict))
    return DONE


def _lemmas(proof: Proof, verdict: ProofVerdict) -> str:
    """The numbers of clauses that a proof adds, deletes and uses, and their lengths."""
    deleted = sum(proof.deletions)
    if deleted == len(proof):
        return str(_NO_LEMMAS)
    lengths = [proof.starts[step + 1] - proof.starts[step] for step in verdict.lemmas]
    return _LEMMAS.format(
        uses=len(lengths),
        added=pluralized(len(proof) - deleted, "lemma"),
        length=sum(lengths) / max(len(lengths), 1),
        longest=max(lengths, default=0),
        deleted=deleted,
    )


def _write_core(formula: Formula, clauses: Sequence[int], arguments: Namespace) -> None:
    if arguments.core is None:
        return
    numbers = (f"clause {clause + 1}" for clause in clauses)
    core = Formula.of((formula[clause] for clause in clauses), formula.variables, numbers)
    keep_input(arguments.proof, arguments.core)
    with destination(arguments.core, arguments.formula) as file:
        dimacs.write(core, file)


def _check_model(formula: Formula, objective: Objective | None, model: Sequence[int]) -> int:
    fault = _fault_of_model(formula, model)
    if fault:
        print(_WRONG.format(fault=fault))
        return NOT_SO
    if formula.constraints:
        right = _RIGHT_CONSTRAINTS.format()
    else:
        right = ngettext(
            "right: the model satisfies the {count:,} clause",
            "right: the model satisfies all {count:,} clauses",
            len(formula),
        ).format(count=len(formula))
    left_out = formula.own_variables - len(model)
    print(
        _("{verdict} ({remark})").format(verdict=right, remark=_TRUE_BY_DEFAULT.format(count=left_out))
        if left_out > 0
        else right
    )
    if objective is not None:
        print(_COST.format(value=objective.value(objective.cost(_completed(formula, model)))))
    return DONE


def _fault_of_model(formula: Formula, model: Sequence[int]) -> str:
    """The fault of a model whose literals are in the order of the variables; "" if there is none."""
    if model and abs(model[-1]) > formula.variables:
        return _TOO_HIGH.format(variable=abs(model[-1]), count=formula.variables)
    if formula.constraints:
        constraint = violated(formula, _completed(formula, model))
        return "" if constraint is None else _VIOLATED.format(number=constraint[0], constraint=constraint[1])
    clause = results.falsified(formula, _completed(formula, model))
    if clause is None:
        return ""
    literals = " ".join(map(str, formula[clause]))
    return (_FALSE if literals else _EMPTY).format(number=clause + 1, clause=literals)


def _completed(formula: Formula, model: Sequence[int]) -> "array[int]":
    """The model with the variables that it leaves out, which are true."""
    literals = array("i", range(1, formula.variables + 1))
    for literal in model:
        literals[abs(literal) - 1] = literal
    return literals
