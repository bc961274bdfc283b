"""Recordings in files: they are read back unchanged, and impossible ones are refused."""

import io
import json
import zlib
from array import array
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np
import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels.retracing import first_fault
from engine.sat.solvers.branch import Branch
from engine.sat.solvers.recording_file import MAGIC, outline, parse, read, write
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.trace.analysis import analyse
from engine.sat.trace.breakpoints import BreakCondition, Breakpoint, Stops
from engine.sat.trace.events import EventKind
from engine.sat.trace.narration import explain, sentences
from engine.sat.trace.recording import SearchLine, SearchRecording, Viewpoint
from engine.sat.trace.search_tree import failed_subtree, path, search_tree, undone_decisions
from engine.sat.trace.trace import Recorder, Setup, Trace

STRATEGIES = [
    (solver.name, branching) for solver in SOLVERS.values() if solver.follow for branching in solver.branchings
]
clauses = st.lists(st.lists(st.integers(-6, 6).filter(bool), max_size=3), max_size=24)


def recorded(formula: Formula, solver: str, branching: str | None = None, seed: int = 0) -> Trace:
    recorder = Recorder(1 << 24, setup=Setup(seed))
    return recorder.trace(formula, solve(formula, solver, branching=branching, trace=recorder, seed=seed))


def branched(trace: Trace) -> SearchRecording:
    """A recording with a branch, a branch of that, breakpoints and a view."""
    lines = [SearchLine(trace)]
    for parent in (0, 1):
        events = lines[parent].trace.where(EventKind.DECISION)
        if not len(events):
            break
        fork = int(events[len(events) // 2])
        literal = -lines[parent].trace.event(fork).literal
        branch = Branch(lines[parent].trace, fork, literal).run()
        lines.append(SearchLine(branch, f"«{parent}»", parent, fork, literal))
    breakpoints = (Breakpoint(BreakCondition.TRUE, (1, -2)), Breakpoint(BreakCondition.GLUE, (3,), on=False))
    return SearchRecording(tuple(lines), breakpoints, Viewpoint(len(lines) - 1, 1 if len(trace) else 0, "tree", False))


def packed(recording: SearchRecording) -> bytes:
    file = io.BytesIO()
    write(recording, file)
    return file.getvalue()


def assert_same(first: SearchRecording, other: SearchRecording) -> None:
    assert (first.breakpoints, first.view) == (other.breakpoints, other.view)
    for mine, theirs in zip(first.lines, other.lines, strict=True):
        assert (str(mine.name), mine.parent, mine.fork, mine.literal) == (
            str(theirs.name),
            theirs.parent,
            theirs.fork,
            theirs.literal,
        )
        a, b = mine.trace, theirs.trace
        assert (a.formula, a.setup, a.learned, a.cut, a.notes) == (b.formula, b.setup, b.learned, b.cut, b.notes)
        assert (a.result.status, a.result.model) == (b.result.status, b.result.model)
        for ours, read_again in ((a.kinds, b.kinds), (a.literals, b.literals), (a.clauses, b.clauses)):
            assert np.array_equal(ours, read_again)


RECORDINGS = {solver: branched(recorded(make("php", ["3", "2"]), solver)) for solver in ("naive", "dpll", "cdcl")} | {
    "model": branched(recorded(make("queens", ["5"]), "cdcl"))
}


@pytest.mark.parametrize(("solver", "branching"), STRATEGIES)
@settings(max_examples=amount(4))
@given(clauses=clauses)
def test_events_of_our_solvers_are_possible(solver: str, branching: str, clauses: list[list[int]]) -> None:
    trace = recorded(Formula.of(clauses, 6), solver, branching)
    lengths = trace.literals[trace.kinds == EventKind.LEARNED].tolist()
    assert first_fault(trace.formula, trace.kinds, trace.literals, trace.clauses, trace.learned, lengths) == -1


@pytest.mark.parametrize("solver", ["naive", "dpll", "cdcl"])
@settings(max_examples=amount(10))
@given(clauses=clauses)
def test_written_files_are_read_again(solver: str, clauses: list[list[int]]) -> None:
    recording = branched(recorded(Formula.of(clauses, 6), solver))
    assert_same(parse(io.BytesIO(packed(recording))), recording)


def test_a_branch_can_start_in_a_read_recording(tmp_path: Path) -> None:
    """With a seed and other options, because the events show whether it is the same search."""
    trace = recorded(make("random-ksat", ["40", "172"], 3), "dpll", "random", seed=5)
    path = tmp_path / "a.recording"
    path.write_bytes(packed(SearchRecording((SearchLine(trace),))))
    again = read(path).lines[0].trace
    assert again.setup.seed == 5
    fork = int(trace.where(EventKind.DECISION)[-1])
    branch = Branch(again, fork, trace.event(fork).literal).run()
    assert np.array_equal(branch.literals, trace.literals)


def go_through(recording: SearchRecording) -> None:
    """Run all queries of the screens, at every position."""
    for line in recording.lines:
        trace = line.trace
        search_tree(trace, len(trace), 50)
        stops = Stops(trace)
        for item in (
            *recording.breakpoints,
            Breakpoint(BreakCondition.UNIT, (0,)),
            Breakpoint(BreakCondition.GLUE, (2,)),
        ):
            stops.positions(item)
        for position in range(len(trace) + 1):
            sentences(trace, position)
            undone_decisions(trace, position)
            for branch in path(trace.state(position)):
                if branch.flipped:
                    failed_subtree(trace, branch)
            if (analysis := analyse(trace, position)) is not None:
                explain(trace, analysis)


def parts(data: bytes) -> tuple[dict[str, object], bytearray]:
    _, header, rest = data.split(b"\n", 2)
    return json.loads(header), bytearray(zlib.decompress(rest))


def joined(header: object, arrays: bytes) -> bytes:
    data = MAGIC + b"2\n" + json.dumps(header).encode() + b"\n" + zlib.compress(bytes(arrays))
    return data + sha256(data).digest()


def as_version_1(recording: SearchRecording) -> bytes:
    """Files written before recordings had notes and a checksum."""
    lines = tuple(replace(line, trace=replace(line.trace, notes=array("i"))) for line in recording.lines)
    header, arrays = parts(packed(replace(recording, lines=lines)))
    assert header.pop("notes") == all(not len(line.trace.learned_starts[1:]) for line in lines)
    return MAGIC + b"1\n" + json.dumps(header).encode() + b"\n" + zlib.compress(bytes(arrays))


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recording_of_version_1_is_read_and_written_again(name: str) -> None:
    recording = parse(io.BytesIO(as_version_1(RECORDINGS[name])))
    for line, original in zip(recording.lines, RECORDINGS[name].lines, strict=True):
        assert np.array_equal(line.trace.literals, original.trace.literals)
        for event in line.trace.where(EventKind.LEARNED):
            assert line.trace.glue(int(event)) is None
    assert_same(parse(io.BytesIO(packed(recording))), recording)


@pytest.mark.parametrize("name", RECORDINGS)
def test_any_changed_byte_is_noticed(name: str) -> None:
    data = packed(RECORDINGS[name])
    for place in range(len(data)):
        for change in (1, 0x80, 0xFF):
            damaged = bytearray(data)
            damaged[place] ^= change
            with pytest.raises(InputError):
                parse(io.BytesIO(bytes(damaged)))


LEARNING = [branching for solver, branching in STRATEGIES if solver == "cdcl"]


def check_rebuilt(trace: Trace) -> int:
    """Rebuild the clauses from a recording alone: each propagation has its clause, and no propagation is missing.

    Returns how many clauses were deleted.
    """
    clauses = dict(enumerate(trace.formula))
    number, at, deleted = len(clauses), 0, 0
    trail: list[int] = []
    levels: list[int] = []  # the start of each on the trail
    decided = 0
    for index in range(len(trace)):
        kind, literal, clause = EventKind(trace.kinds[index]), int(trace.literals[index]), int(trace.clauses[index])
        true = set(trail)
        if kind is EventKind.DECISION:
            decided += 1
            if decided % 7 == 0 or len(trace) < 3000:
                for other in clauses.values():
                    open_literals = {item for item in other if -item not in true}
                    assert open_literals & true or len(open_literals) > 1, "a unit clause is missed"
            levels.append(len(trail))
            trail.append(literal)
        elif kind is EventKind.PROPAGATION:
            assert {item for item in clauses[clause] if -item not in true} == {literal}
            trail.append(literal)
        elif kind is EventKind.CONFLICT:
            assert all(-item in true for item in clauses[clause])
        elif kind is EventKind.LEARNED:
            learned = tuple(trace.learned[at : at + literal])
            clauses[number] = learned
            on = {sum(start <= trail.index(-literal) for start in levels) for literal in learned}
            glue = trace.glue(index)
            assert glue is not None
            assert len(on) <= glue <= len(levels)
            at, number = at + literal, number + 1
        elif kind is EventKind.DELETION:
            gone = trace.deleted(index)
            assert gone is not None
            assert len(gone) == literal
            for each in gone:
                assert each >= len(trace.formula)
                del clauses[each]
                deleted += 1
        else:
            del trail[clause:], levels[literal:]
    return deleted


@pytest.mark.parametrize("branching", LEARNING)
@settings(max_examples=amount(15))
@given(clauses=clauses, seed=st.integers(0, 5))
def test_clauses_can_be_rebuilt_from_a_recording(branching: str, clauses: list[list[int]], seed: int) -> None:
    recording = SearchRecording((SearchLine(recorded(Formula.of(clauses, 6), "cdcl", branching, seed)),))
    check_rebuilt(parse(io.BytesIO(packed(recording))).lines[0].trace)


@pytest.mark.parametrize("seed", range(2))
def test_deleted_clauses_are_missing_from_the_rebuilt_ones(seed: int) -> None:
    trace = recorded(make("random-ksat", ["90", "400"], seed), "cdcl", seed=seed)
    again = parse(io.BytesIO(packed(SearchRecording((SearchLine(trace),))))).lines[0].trace
    assert check_rebuilt(again) > 20


def test_a_deleted_clause_that_is_used_is_refused() -> None:
    trace = recorded(make("random-ksat", ["90", "400"], 0), "cdcl")
    deletion = int(trace.where(EventKind.DELETION)[0])
    used = next(
        int(trace.clauses[index])
        for index in range(deletion, len(trace))
        if trace.kinds[index] == EventKind.PROPAGATION and trace.clauses[index] >= len(trace.formula)
    )
    notes = trace.notes[:]
    gone = trace.deleted(deletion)
    assert gone is not None
    assert used not in gone
    notes[trace.notes_before(deletion)] = used
    forged = SearchRecording((SearchLine(replace(trace, notes=notes)),))
    with pytest.raises(InputError, match="of 'main line' is impossible"):
        parse(io.BytesIO(packed(forged)))


@pytest.mark.parametrize("name", RECORDINGS)
@settings(max_examples=amount(30))
@given(data=st.data())
def test_changed_events_are_refused_or_can_be_stepped_through(name: str, data: st.DataObject) -> None:
    header, arrays = parts(packed(RECORDINGS[name]))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(arrays) - 1))
        arrays[at] = data.draw(st.one_of(st.integers(0, 8), st.integers(0, 255)))
    try:
        recording = parse(io.BytesIO(joined(header, arrays)))
    except InputError:
        return
    go_through(recording)


def leaves(value: object, where: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [where, *(leaf for key, item in items for leaf in leaves(item, (*where, key)))]


json_values = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 500), st.integers(), st.floats(), st.text(max_size=5),
    st.lists(st.integers(-9, 9), max_size=3), st.just({}), st.sampled_from(["dpll", "cdcl", "walk", "satisfiable"]),
)  # fmt: skip


@pytest.mark.parametrize("name", RECORDINGS)
@settings(max_examples=amount(30))
@given(data=st.data())
def test_a_changed_header_is_refused_or_can_be_stepped_through(name: str, data: st.DataObject) -> None:
    header, arrays = parts(packed(RECORDINGS[name]))
    *where, last = data.draw(st.sampled_from(leaves(header)[1:]))
    inside: object = header
    for key in where:
        inside = inside[key]  # type: ignore[index]
    inside[last] = data.draw(json_values)  # type: ignore[index]
    try:
        recording = parse(io.BytesIO(joined(header, arrays)))
    except InputError:
        return
    go_through(recording)


@settings(max_examples=amount(60))
@given(data=st.data())
def test_any_bytes_are_refused_in_words(data: st.DataObject) -> None:
    whole_file = packed(RECORDINGS["cdcl"])
    kind = data.draw(st.integers(0, 3))
    if kind == 0:
        damaged = whole_file[: data.draw(st.integers(0, len(whole_file) - 1))]
    elif kind == 1:
        damaged = whole_file + data.draw(st.binary(min_size=1, max_size=9))
    elif kind == 2:
        damaged = data.draw(st.binary(max_size=60))
    else:
        damaged = MAGIC + b"1\n" + data.draw(st.binary(max_size=60))
    with pytest.raises(InputError):
        parse(io.BytesIO(damaged))


LONG = {"variables": 9, "clauses": 2**31 - 1, "literals": 0, "comments": []}


@pytest.mark.parametrize(
    ("damaged", "message"),
    [
        (b"p cnf 1 1\n1 0\n", "not a recording"),
        (MAGIC + b"3\n{}\n", "is later than"),
        (MAGIC + b"2\n{}\n", "checksum"),
        (MAGIC + b"1\n" + b"[" * 100_000 + b"\n", "header is damaged"),
        (MAGIC + b"1\n" + b"9" * 100_000 + b"\n", "header is damaged"),
        (joined({"notes": False, "formula": LONG}, b""), "more than"),
    ],
)
def test_errors_are_reported(damaged: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse(io.BytesIO(damaged))


def test_little_that_unpacks_to_much_is_refused() -> None:
    """Also many branches that share a long beginning."""
    header, arrays = parts(packed(RECORDINGS["dpll"]))
    lines = header["lines"]
    assert isinstance(lines, list)
    lines[0]["events"] = 10**9
    with pytest.raises(InputError, match="more than"):
        parse(io.BytesIO(joined(header, arrays)))


def test_a_wrong_model_is_refused() -> None:
    recording = RECORDINGS["model"]
    line = recording.lines[0]
    model = line.trace.result.model
    assert model is not None
    wrong = replace(line.trace, result=replace(line.trace.result, model=model.__class__("i", [-n for n in model])))
    with pytest.raises(InputError, match="does not satisfy"):
        parse(io.BytesIO(packed(SearchRecording((replace(line, trace=wrong),)))))


@pytest.mark.parametrize("name", RECORDINGS)
def test_an_outline_describes_the_recording(name: str, tmp_path: Path) -> None:
    recording, path = RECORDINGS[name], tmp_path / "a.rec"
    path.write_bytes(packed(recording))
    found, trace = outline(path), recording.lines[0].trace
    assert (found.variables, found.clauses) == (trace.formula.variables, len(trace.formula))
    assert (found.solver, found.status) == (trace.result.solver, trace.result.status)
    assert found.events == len(trace)
    assert sum(found.course) == len(trace.where(EventKind.CONFLICT))
    assert (found.branches, found.breakpoints) == (len(recording.lines) - 1, len(recording.breakpoints))


@settings(max_examples=amount(200), deadline=None)
@given(st.sampled_from(sorted(RECORDINGS)), st.integers(0, 1 << 16), st.integers(0, 255))
def test_the_outline_of_a_damaged_recording_is_refused_or_read(name: str, place: int, byte: int) -> None:
    data = bytearray(packed(RECORDINGS[name]))
    data[place % len(data)] = byte
    with NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        with suppress(InputError):
            outline(file.name)
