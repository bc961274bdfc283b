"""The public ledger: which solver decides which formulas in how much time, to be repeated by anybody.

Run from the root of the project: python -m tests.benchmarks.ledger [FOLDER ...] [--limit S] [--solvers A,B]
    [--runs FILE.csv] [--only PART] [--jobs N] [--write]
It makes its formulas by `satsudoku make`, or reads those of folders, and runs our solvers and all of python-sat that
are installed. How a run is measured is described in bench_portfolio, whose runs these are: one core and a time limit
each, models are checked, verdicts are compared.

Each run is a line of `--runs` (ledger.csv) as soon as it is done. Runs that the file has are not repeated, so an
interrupted ledger continues. Results: the table by solvers with PAR-2 (the mean time, in which an undecided run counts
as twice the limit), the table by kinds of formulas, and with `--write` both in docs/ledger.md and the cactus plot in
docs/pictures/ledger.svg.
"""

import argparse
import csv
import os
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from platform import machine, processor, python_version

from pysat import __version__ as library_version
from pysat.solvers import SolverNames

from engine.base import kernels
from engine.sat.compare.cactus import CactusLine, cactus
from engine.sat.compare.report import markdown_table
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.library import LIBRARY_SOLVERS
from tests.benchmarks.bench_portfolio import DECIDED, Run, Solve, files, librarys, run, solvers

DOCS = Path(__file__).parents[2] / "docs"
PAGE, PICTURE = DOCS / "ledger.md", DOCS / "pictures" / "ledger.svg"
BEGIN, END = "<!-- the ledger begins -->", "<!-- the ledger ends -->"

FORMULAS: Mapping[str, tuple[str, ...]] = {
    "random": (
        *(f"random-ksat {n} {m} 3 --seed {seed}" for n, m in ((250, 1065), (300, 1260), (5_000, 20_500))
          for seed in (1, 2)),
        "random-ksat 90 1800 5 --seed 1", "random-ksat 400 8000 5 --seed 1", "planted 1000 4200 --seed 1",
    ),
    "counting": ("php 8 7", "php 10 9", "php 14 13", "php 12 12", "chessboard 6", "ordering 20", "ordering 40"),
    "parity": (
        "parity 60 70", "parity 120 110", "parity-twice 25", "parity-twice 40", "tseitin 12", "tseitin 40",
        "parity-noise 24 56 5 4 --seed 1",
    ),
    "circuits": (
        "factor 268435399", "factor 1073741789", "factor 4295098369", "miter 5", "miter 6", "multipliers 6",
        "multipliers 8", "multipliers 16",
    ),
    "graphs": (
        "colour 250 570", "colour 260 595", "colour 60 260 5", "flat 200 479", "flat 600 1437", "queens 20",
        "queens 50",
    ),
}  # fmt: skip
"""The formulas by kind, as arguments of `satsudoku make`. None was chosen by the results of a solver."""

FIELDS = ("kind", "formula", "solver", "limit", "status", "seconds", "note")


@dataclass(frozen=True)
class Entry:
    """A line of the ledger: a solver's run on a formula of a kind, with its limit in seconds."""

    kind: str
    formula: str
    solver: str
    limit: float
    run: Run

    @property
    def key(self) -> tuple[str, str, float]:
        """The runs that are not repeated."""
        return self.formula, self.solver, self.limit

    @property
    def par2(self) -> float:
        """The time, or twice the limit."""
        return self.run.seconds if self.run.status in DECIDED else 2 * self.limit


def competitors() -> dict[str, Solve]:
    """Our solvers without those of libraries, then the newest version of each solver of python-sat."""
    there = {name for names in vars(SolverNames).values() if isinstance(names, tuple) for name in names}
    names = (next((name for name in solver.candidates if name in there), "") for solver in LIBRARY_SOLVERS)
    ours = {"auto": solvers()["own"], **{name: solvers()[name] for name in ("cdcl", "walk")}}
    return ours | {name: partial(librarys, name) for name in dict.fromkeys(names) if name}


def formulas(folders: Sequence[Path]) -> Iterator[tuple[str, str, Callable[[], Formula]]]:
    """The kind, the name, and a function that makes the formula."""
    for folder in folders:
        yield from ((folder.name, name, made) for name, made in files([folder]))
    for kind, texts in FORMULAS.items() if not folders else ():
        for text in texts:
            words, _, seed = text.partition(" --seed ")
            family, *arguments = words.split()
            yield kind, text, partial(make, family, arguments, int(seed or 0))


def read(path: Path) -> list[Entry]:
    """The entries of a file."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [
            Entry(
                line["kind"],
                line["formula"],
                line["solver"],
                float(line["limit"]),
                Run(line["status"], float(line["seconds"]), line["note"]),
            )
            for line in csv.DictReader(file)
        ]


def write(path: Path, entries: Iterable[Entry]) -> None:
    """Append entries to a file."""
    begins = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.writer(file)
        if begins:
            writer.writerow(FIELDS)
        for entry in entries:
            first = entry.run
            writer.writerow(
                (entry.kind, entry.formula, entry.solver, f"{entry.limit:g}", first.status, f"{first.seconds:.4f}",
                 first.note)
            )  # fmt: skip


def disagreements(entries: Iterable[Entry]) -> list[str]:
    """The formulas on which solvers have different verdicts."""
    verdicts: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        if entry.run.status in DECIDED:
            verdicts[entry.formula].add(entry.run.status)
    return [formula for formula, found in verdicts.items() if len(found) > 1]


def by_solver(entries: Sequence[Entry]) -> list[tuple[str, int, int, int, float]]:
    """For each solver: its name, the formulas it decided, those satisfiable and unsatisfiable, PAR-2; best first."""
    rows = []
    for solver in dict.fromkeys(entry.solver for entry in entries):
        own = [entry for entry in entries if entry.solver == solver]
        counts = [sum(entry.run.status == status for entry in own) for status in DECIDED]
        rows.append((solver, sum(counts), *counts, statistics.fmean(entry.par2 for entry in own)))
    return sorted(rows, key=lambda row: (row[4], row[0]))


def page(entries: Sequence[Entry], limit: float) -> str:
    """The tables as Markdown."""
    kinds = {
        kind: len({each.formula for each in entries if each.kind == kind})
        for kind in dict.fromkeys(entry.kind for entry in entries)
    }
    decided = {
        (kind, solver): sum(
            entry.run.status in DECIDED for entry in entries if (entry.kind, entry.solver) == (kind, solver)
        )
        for kind in kinds
        for solver in {entry.solver for entry in entries}
    }
    ranking = by_solver(entries)
    failed = sorted({(entry.solver, entry.formula) for entry in entries if entry.run.status == "failed"})
    parts = [
        f"{sum(kinds.values())} formulas, {limit:g} s of processor time on one core each; {kernels.state()}, Python "
        f"{python_version()}, python-sat {library_version}, {processor() or machine()}.",
        markdown_table(
            ("solver", "decided", "satisfiable", "unsatisfiable", "PAR-2 in s"),
            [(name, *map(str, counts), f"{par2:.2f}") for name, *counts, par2 in ranking],
        ),
        "Decided by kind:",
        markdown_table(
            ("solver", *(f"{kind} ({count})" for kind, count in kinds.items())),
            [(name, *(str(decided[kind, name]) for kind in kinds)) for name, *_others in ranking],
        ),
        *([f"Failed: {', '.join(f'{solver} on {formula}' for solver, formula in failed)}."] if failed else []),
        "![Formulas decided within a time each](pictures/ledger.svg)",
    ]
    return "\n\n".join(part.strip() for part in parts)


def picture(entries: Sequence[Entry], limit: float) -> str:
    """The cactus plot in SVG."""
    lines = []
    for name, *_counts in by_solver(entries):
        times = sorted(each.run.seconds for each in entries if each.solver == name and each.run.status in DECIDED)
        lines.append(CactusLine(name, tuple(times)))
    return cactus(lines, limit)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run what is not in the file of runs yet, and print the tables."""
    parser = argparse.ArgumentParser(prog="ledger")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds of processor time for each run")
    parser.add_argument("--solvers", default=",".join(competitors()), help=f"of {', '.join(competitors())}")
    parser.add_argument("--runs", type=Path, default=Path("ledger.csv"), help="the file of runs (ledger.csv)")
    parser.add_argument("--only", default="", help="formulas whose names have this part")
    parser.add_argument("--jobs", type=int, default=1, help="formulas at a time, each on a core of its own")
    parser.add_argument("--write", action="store_true", help="write docs/ledger.md and its picture")
    options = parser.parse_args(arguments)
    names = options.solvers.split(",")
    if strange := [name for name in names if name not in competitors()]:
        parser.error(f"there is no solver {strange[0]}")
    selection = [each for each in formulas(options.folders) if options.only in each[1]]
    done = {entry.key: entry for entry in read(options.runs)}
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]

    def entries_of(number: int, kind: str, name: str, made: Callable[[], Formula]) -> list[Entry]:
        core = cores[number % options.jobs % len(cores)]
        missing = [solver for solver in names if (name, solver, options.limit) not in done]
        formula = made() if missing else None
        return [
            Entry(kind, name, solver, options.limit, run(competitors()[solver], formula, options.limit, core))
            for solver in missing
            if formula is not None
        ]

    with ThreadPoolExecutor(options.jobs) as pool:
        for made in pool.map(lambda each: entries_of(each[0], *each[1]), enumerate(selection)):
            write(options.runs, made)
            done |= {entry.key: entry for entry in made}
            for entry in made:
                print(f"{entry.formula:40} {entry.solver:14} {entry.run.status:7}{entry.run.seconds:9.3f}", flush=True)
    there = [done[name, solver, options.limit] for _kind, name, _made in selection for solver in names]
    if wrong := disagreements(there):
        parser.exit(1, f"the solvers disagree on {', '.join(wrong)}\n")
    text = page(there, options.limit)
    print(f"\n{text}")
    if options.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")
        PICTURE.write_text(picture(there, options.limit), encoding="utf-8")


if __name__ == "__main__":
    main()
