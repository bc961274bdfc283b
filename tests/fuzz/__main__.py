"""`python -m tests.fuzz`; see the package."""

import argparse
import sys
from pathlib import Path
from time import monotonic, process_time

from . import __doc__ as description
from . import solvers
from .fuzzer import Fuzzer, Report
from .targets import TARGETS

SOLVERS = "solvers"


def main() -> int:
    """Fuzz the requested targets; returns the exit code."""
    parser = argparse.ArgumentParser(
        "python -m tests.fuzz", description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="READER", help=f"default: all of {', '.join(TARGETS)}, {SOLVERS}")
    parser.add_argument("--inputs", type=int, metavar="N", help="for each (default 10000; without end with --seconds)")
    parser.add_argument("--seconds", type=float, metavar="S", help="for each, at most")
    parser.add_argument("--seed", type=int, default=0, metavar="X", help="default 0")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write the input of each finding there")
    parser.add_argument("--list", action="store_true", help="print the names and do nothing")
    arguments = parser.parse_args()
    names = arguments.names or [*TARGETS, SOLVERS]
    unknown = set(names) - {*TARGETS, SOLVERS}
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join([*TARGETS, SOLVERS])}")
    if arguments.list:
        print(*names, sep="\n")
        return 0
    inputs = arguments.inputs or (10**12 if arguments.seconds else 10_000)
    wrong = 0
    for name in names:
        began, worked = monotonic(), process_time()
        if name == SOLVERS:
            tally = solvers.run(inputs, arguments.seed, arguments.seconds)
            summary, found = _solver_summary(tally), tally.wrong
        else:
            report = Fuzzer(TARGETS[name], arguments.seed).run(inputs, arguments.seconds)
            summary, found = _summary(report), list(map(str, report.findings.values()))
            if arguments.keep:
                _keep(arguments.keep, name, report)
        print(
            f"{name:<11} {summary}; {process_time() - worked:.0f} s of work in {monotonic() - began:.0f} s", flush=True
        )
        for text in found:
            print(f"  FOUND {text}", flush=True)
        wrong += len(found)
    print(f"{wrong} findings")
    return 1 if wrong else 0


def _keep(folder: Path, name: str, report: Report) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, finding in enumerate(report.findings.values(), 1):
        (folder / f"{name}-{number}").write_bytes(finding.data)


def _summary(report: Report) -> str:
    return (
        f"{report.inputs:>9,} inputs, {report.refused:,} refused, {len(report.outcomes):,} distinct outcomes, "
        f"{report.lines:,} lines reached, {report.corpus_size:,} inputs kept"
    )


def _solver_summary(tally: solvers.Tally) -> str:
    counts = ", ".join(f"{count:,} {verdict}" for verdict, count in sorted(tally.formulas.items()))
    return (
        f"{tally.formulas.total():>9,} formulas ({counts}), {tally.verdicts:,} verdicts, "
        f"{tally.proofs:,} proofs checked"
    )


if __name__ == "__main__":
    sys.exit(main())
