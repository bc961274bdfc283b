"""The proof explorer: opening it, jumps in both directions, lists, filters, names, files, and broken proofs."""

from pathlib import Path
from typing import Any

import pytest
from lrat_checker import refutes
from screens import screen_text, settled, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof import lrat
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof, ProofWriter
from engine.sat.proof.reader import parse
from engine.sat.proof.trimming import trim
from engine.sat.solvers.solve import solve
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout.catalogue import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from tui.app import SatSudoku
from tui.base.background import Job
from tui.base.dialogs import Choice, Prompt
from tui.base.requests import ExploreProof, SolveFile
from tui.features.browse.screen import BrowserScreen
from tui.features.proof import screen as module
from tui.features.proof.job import ProofProgress, ProofSubject
from tui.features.proof.lists import ClauseRows, Links
from tui.features.proof.screen import ProofScreen
from tui.features.solve.screen import SolveScreen
from tui.terminal.options import Options

PHP = make("php", ["4", "3"])
SMALL = Formula.of([[1, 2], [1, -2], [-1, 2], [-1, -2], [3, 4]], 4, ["varname 1 first", "varname 2 second"])
STEPS = [(False, (3, 1)), (False, (1,)), (True, (1, 2)), (False, ())]


def proved(formula: Formula) -> Proof:
    proof = Proof()
    solve(formula, "cdcl", proof=proof)
    return proof


async def explored(
    app: SatSudoku, pilot: Pilot[None], formula: Any, proof: Any, name: str = "some.drat"
) -> ProofScreen:
    app.screen.post_message(ExploreProof(name, formula, proof, Path("/nowhere")))
    screen = await until_screen(pilot, ProofScreen)
    await until(pilot, lambda: screen.query_one(ClauseRows).row is not None or screen._fault)
    return screen


def row_of(screen: ProofScreen) -> int:
    row = screen.query_one(ClauseRows).row
    assert row is not None
    return row


async def typed(pilot: Pilot[None], key: str, text: str) -> None:
    await pilot.press(key)
    await until_screen(pilot, Prompt)
    await pilot.press(*text, "enter")
    await until_screen(pilot, ProofScreen)


def files(folder: Path, formula: Formula, proof: Proof, name: str = "php") -> None:
    """A formula and its proof, in DRAT and in LRAT."""
    (folder / f"{name}.cnf").write_bytes(dimacs.dumps(formula))
    with (folder / f"{name}.drat").open("wb") as file:
        writer = ProofWriter(file)
        proof.copy_to(writer)
        writer.flush()
    trimmed = trim(formula, proof, check_proof(formula, proof))
    (folder / f"{name}.lrat").write_text("".join(lrat.write(trimmed, formula)))


async def test_the_end_of_a_proof_is_shown_with_its_premises(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await explored(app, pilot, SMALL, Proof.of(STEPS))
        await until_shown(
            pilot,
            "2 of 3 lemmas and 4 of 5 clauses needed",
            "lemmas that are needed",
            "lemma 7, step 4 of the proof",
            "the contradiction: the proof ends",
            "follows from 3 clauses",
            "2 of 2",
        )
        assert screen.focused is screen.query_one(ClauseRows)


async def test_jumps_along_and_back(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await explored(app, pilot, PHP, proved(PHP))
        derivation = screen._proof.derivation
        walk = [row_of(screen)]
        await pilot.press("enter")  # to a clause that it follows from
        while len(derivation.antecedents(walk[-1])):
            await pilot.press("end")
            following = abs(int(derivation.antecedents(walk[-1])[-1])) - 1
            await pilot.press("enter")
            await until(pilot, lambda following=following: row_of(screen) == following)
            assert isinstance(screen.focused, Links)
            await until_shown(pilot, f" {derivation.numbers[following]}")
            walk.append(following)
        await until_shown(pilot, "of the formula", "it is given", "clauses of the formula that are needed")
        await pilot.press("right", "enter")  # and forward, to the first that uses it
        await until(pilot, lambda: row_of(screen) == derivation.users(walk[-1])[0])
        for row in reversed(walk):
            await pilot.press("backspace")
            await until(pilot, lambda row=row: row_of(screen) == row)
        await until_shown(pilot, "lemmas that are needed", "the empty clause")
        await pilot.press("escape")
        assert screen.focused is screen.query_one(ClauseRows)
        await pilot.press("escape")
        await until_screen(pilot, BrowserScreen)


async def test_a_click_jumps_along(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await explored(app, pilot, PHP, proved(PHP))
        end = screen._proof.derivation.end
        second = abs(int(screen._proof.derivation.antecedents(end)[1])) - 1
        for _ in range(2):
            await pilot.click("#sources", offset=(3, 2))  # below the frame
        await until(pilot, lambda: row_of(screen) == second)


async def test_items_of_the_list_and_their_order(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await explored(app, pilot, SMALL, Proof.of(STEPS))
        await pilot.press("c")
        await until_shown(pilot, "clauses of the formula that are needed", "1 of 4")
        await pilot.press("c")
        await until_shown(pilot, "all clauses and lemmas", "of 8")
        await pilot.press("end", "up", "up")
        await until_shown(pilot, "a lemma that nothing needs, step 1 of the proof", "it was not derived")
        for order in ("most used first", "most sources first", "shortest first"):
            await pilot.press("o")
            await until_shown(pilot, f"all clauses and lemmas, {order}")
            await until(pilot, lambda: screen.query_one(ClauseRows).cursor == 0)
            graph, rows = screen._proof.derivation, screen.query_one(ClauseRows)._rows.tolist()
            lengths = [len(graph.clauses[row]) for row in rows]
            sizes = {"most used first": -graph.user_counts[rows], "most sources first": -graph.antecedent_counts[rows]}
            listed = list(sizes.get(order, lengths))
            assert listed == sorted(listed)
        await pilot.press("o")
        await until(pilot, lambda: "first" not in screen_text(app).splitlines()[1])


@pytest.mark.long
async def test_filters(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await explored(app, pilot, SMALL, Proof.of(STEPS))
        await pilot.press("c")
        await until_shown(pilot, "clauses of the formula that are needed")
        await pilot.press("c")
        await until_shown(pilot, "all clauses and lemmas")
        for text, count in (("len 1", 1), ("core", 6), ("-1 clause", 2), ("x1 lemma", 2), ("core lemma", 2)):
            await typed(pilot, "slash", text)
            conditions = text if text[:3] == "len" else text.replace(" ", "  ")
            await until_shown(pilot, f"all clauses and lemmas, only {conditions} ")
            await until(pilot, lambda count=count: len(screen.query_one(ClauseRows)) == count)
        await typed(pilot, "slash", "rat")
        await until_shown(pilot, "none of these has rat")
        await typed(pilot, "slash", "true")
        await until_shown(pilot, "'true'")
        await pilot.press("escape")
        await until(pilot, lambda: len(screen.query_one(ClauseRows)) == 8)


async def test_by_number(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await explored(app, pilot, SMALL, Proof.of(STEPS))
        await typed(pilot, "g", "2")
        await until_shown(pilot, "clause 2 of the formula", "used by")
        await typed(pilot, "g", "99")
        await until_shown(pilot, "no clause has the number 99")
        await pilot.press("backspace")
        await until(pilot, lambda: row_of(screen) == 7)


async def test_names_of_variables(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await explored(app, pilot, SMALL, Proof.of(STEPS))
        assert "second" not in screen_text(app)
        await pilot.press("m", "c")
        await until_shown(pilot, "first second", "first -second")
    other = SatSudoku(app.options)
    async with other.run_test() as pilot:
        await explored(other, pilot, PHP, proved(PHP))
        await pilot.press("m")
        await until_shown(pilot, "the formula is not a sudoku")


async def test_rules_of_a_sudoku(app: SatSudoku) -> None:
    puzzle = Puzzle(LAYOUTS["4x4"](), (1, 2, 3, 0, *[0] * 3, 4, *[0] * 8))
    sudoku = encode(puzzle, "shared")
    async with app.run_test(size=(120, 30)) as pilot:
        await explored(app, pilot, sudoku.formula, proved(sudoku.formula))
        await pilot.press("c", "m")
        await until_shown(pilot, "rules and literals", "at most")
        await typed(pilot, "slash", "r1c4")
        await until_shown(pilot, "only r1c4", "r1c4 holds")


async def test_a_lemma_by_rat(app: SatSudoku) -> None:
    formula = Formula.of(
        [[1, 2, -3], [-1, -2, 3], [2, 3, -4], [-2, -3, 4], [-1, -3, -4], [1, 3, 4], [-1, 2, 4], [1, -2, -4]]
    )
    steps = [(False, (-1,)), (True, (-1, -2, 3)), (True, (-1, -3, -4)), (True, (-1, 2, 4)), (False, (2,)), (False, ())]
    async with app.run_test() as pilot:
        await explored(app, pilot, formula, Proof.of(steps))
        await typed(pilot, "slash", "rat")
        await until_shown(pilot, "it holds by RAT on -1", "with 1: 1 2 -3")


@pytest.mark.parametrize("ending", ["drat", "lrat"])
async def test_the_browser_leads_there(tmp_path: Path, ending: str) -> None:
    files(tmp_path, PHP, proved(PHP))
    app = SatSudoku(Options(path=tmp_path / f"php.{ending}"))
    async with app.run_test() as pilot:
        await until_shown(pilot, "php.cnf", "lemmas")
        await pilot.press("enter")
        screen = await until_screen(pilot, ProofScreen)
        await until_shown(pilot, "the empty clause", f"php.{ending} › proof")
        assert screen._proof.in_lrat == (ending == "lrat")
        place = "step" if ending == "drat" else "line"
        await pilot.press("home")
        await until_shown(pilot, f"lemma {len(PHP) + 1}, {place} ")


async def test_a_proof_without_its_formula(tmp_path: Path) -> None:
    files(tmp_path, PHP, proved(PHP))
    (tmp_path / "php.cnf").unlink()
    app = SatSudoku(Options(path=tmp_path / "php.drat"))
    async with app.run_test() as pilot:
        await until_shown(pilot, "put its formula")
        await pilot.press("enter")
        await until_shown(pilot, "php.drat: formula missing")
        assert isinstance(app.screen, BrowserScreen)


async def test_the_solve_screen_leads_there(tmp_path: Path) -> None:
    files(tmp_path, PHP, proved(PHP))
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test() as pilot:
        app.screen.post_message(SolveFile(tmp_path / "php.cnf"))
        screen = await until_screen(pilot, SolveScreen)
        await until(pilot, lambda: screen.state.enabled_actions["start"])
        await pilot.press("enter")
        await until(pilot, lambda: screen.state.enabled_actions["explore"])
        await settled(pilot)
        await pilot.press("p")
        await until(pilot, lambda: app.screen is not screen)
        if not isinstance(app.screen, ProofScreen):  # it asks whether to search again for a proof
            await pilot.press("enter")
            await until_screen(pilot, SolveScreen)
            await until(pilot, lambda: screen.state.outcome is not None and screen.state.outcome.proof is not None)
            await pilot.press("p")
        await until_screen(pilot, ProofScreen)
        await until_shown(pilot, "php.cnf › solve › proof", "the empty clause")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("php.drat", b"1 2 0\n\nx 0\n", "php.drat:3: 'x' is neither"),
        ("php.drat", b"0\n", "step 1 of the proof does not follow: the empty clause (line 1 of the file)"),
        ("php.drat", b"1 2 3 0\n", "This proof is not valid: the proof does not end in the empty clause"),
        ("php.drat", b"0\n", "It is implied, but not by unit propagation alone: a lemma before it is missing."),
        ("php.drat", b"a\x02", "cut off within a step"),
        ("php.lrat", b"99 1 0 1 0\n100 0 1 2 0\n", "This proof is not valid: line 1 of the LRAT proof"),
        ("php.lrat", b"99 1 0 1 0\n99 d 1\n9 0 1 2 0\n", "php.lrat:2: not an LRAT step"),
    ],
)
async def test_broken_proofs(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    (tmp_path / "php.cnf").write_bytes(dimacs.dumps(PHP))
    (tmp_path / name).write_bytes(data)
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test(size=(160, 50)) as pilot:
        screen = await explored(app, pilot, tmp_path / "php.cnf", tmp_path / name, name)
        await until_shown(pilot, message)
        await pilot.press("enter", "c", "o", "g", "b", "slash", "d", "e", "tab", "right")
        assert app.screen is screen
        await pilot.press("escape")
        await until_screen(pilot, BrowserScreen)


async def test_it_shows_how_far_it_is_and_stops(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    real = module.explore

    def explore(subject: ProofSubject, job: Job[ProofProgress]) -> Any:
        job.report(ProofProgress("checking the proof", 0.5))
        while not job.cancelled():
            pass
        return real(subject, job)

    monkeypatch.setattr(module, "explore", explore)
    async with app.run_test() as pilot:
        app.screen.post_message(ExploreProof("some", SMALL, Proof.of(STEPS), Path("/nowhere")))
        await until_screen(pilot, ProofScreen)
        await until_shown(pilot, "checking the proof", "x stops")
        await pilot.press("x")
        await until_shown(pilot, "stopped; r starts again")
        monkeypatch.setattr(module, "explore", real)
        await pilot.press("r")
        await until_shown(pilot, "the empty clause")


@pytest.mark.parametrize(("row", "ending"), [(0, "core.cnf"), (1, "lrat"), (2, "less.drat")])
async def test_written_output(tmp_path: Path, row: int, ending: str) -> None:
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test() as pilot:
        app.screen.post_message(ExploreProof("small.cnf", SMALL, Proof.of(STEPS), tmp_path))
        await until_screen(pilot, ProofScreen)
        await until_shown(pilot, "the empty clause")
        await pilot.press("e")
        await until_screen(pilot, Choice)
        await pilot.press(*["down"] * row, "enter")
        await until_screen(pilot, Prompt)
        await pilot.press("enter")
        path = tmp_path / f"small.{ending}"
        await until(pilot, path.exists)
        text = path.read_text()
    if row == 0:
        assert "1 2 0\n" in text
        assert "3 4 0" not in text
    elif row == 1:
        assert refutes(SMALL, text)
    else:
        assert check_proof(SMALL, parse(text.encode()))


async def test_the_needed_part_of_lrat_is_written(tmp_path: Path) -> None:
    files(tmp_path, PHP, proved(PHP))
    before = (tmp_path / "php.lrat").read_bytes()
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test() as pilot:
        app.screen.post_message(ExploreProof("php.cnf", PHP, tmp_path / "php.lrat", tmp_path))
        await until_screen(pilot, ProofScreen)
        await until_shown(pilot, "the empty clause")
        await pilot.press("e")
        await until_screen(pilot, Choice)
        await pilot.press("down", "enter")
        await until_screen(pilot, Prompt)
        await pilot.press("enter")
        await until(pilot, (tmp_path / "php.less.lrat").exists)
    assert (tmp_path / "php.lrat").read_bytes() == before
    assert refutes(PHP, (tmp_path / "php.less.lrat").read_text())


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_a_proof_looks_right(snap_compare: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    folder = tmp_path / "formulas"  # the header names no parent folder, which depends on the run
    folder.mkdir()
    files(folder, PHP, proved(PHP))

    async def open_it(pilot: Pilot[None]) -> None:
        await explored(pilot.app, pilot, folder / "php.cnf", folder / "php.lrat", "php.lrat")
        await pilot.press("enter", "enter")
        await until_shown(pilot, "used by")

    assert snap_compare(SatSudoku(Options(path=folder)), terminal_size=size, run_before=open_it)


async def test_names_with_controls_are_only_text(tmp_path: Path) -> None:
    (tmp_path / "some.cnf").write_bytes(b"c varname 1 a\x1b[31m\np cnf 1 2\n1 0\n-1 0\n")
    (tmp_path / "some.drat").write_bytes(b"0\n")
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test() as pilot:
        await explored(app, pilot, tmp_path / "some.cnf", tmp_path / "some.drat", "some.drat")
        await pilot.press("m")
        await until_shown(pilot, "a\\x1b[31m")
        assert "\x1b" not in screen_text(app)
