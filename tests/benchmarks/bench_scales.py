"""Agreement of our ratings on other programs' scales with the ratings by these programs.

Run from the root of the project: python -m tests.benchmarks.bench_scales FILE [FILE ...] [--most N] [--sukaku] A line
of a file is a puzzle and its rating, separated by blanks: HoDoKu's level and score (`hard 1204`), or the ER of Sudoku
Explainer (`7.2`), with `--sukaku` that of Sukaku Explainer. Text before the puzzle is ignored. The files are not part
of this project.
"""

from argparse import ArgumentParser
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import correlation

from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.explainer import EXPLAINER, SUKAKU, explained
from engine.sudoku.techniques.rounds import TechniqueGroup
from engine.sudoku.techniques.scales import by_steps, hodoku_level

CELLS = 81


def rated(file: Path) -> Iterator[tuple[Puzzle, list[str]]]:
    """The puzzles of a file, each with the words after it."""
    for text in file.read_text().splitlines():
        words = text.split()
        place = next((at for at, word in enumerate(words) if len(word) == CELLS), None)
        if place is not None:
            digits = tuple(int(sign) if sign.isdigit() else 0 for sign in words[place])
            yield Puzzle(single(), digits), words[place + 1 :]


def main(files: Sequence[Path], most: int | None, kinds: tuple[TechniqueGroup, ...]) -> None:
    """Print the agreement for each file."""
    for file in files:
        found = list(islice(rated(file), most))
        levels = [(puzzle, words) for puzzle, words in found if len(words) >= 2 and not words[0][0].isdigit()]
        numbers = [(puzzle, float(words[0])) for puzzle, words in found if words and words[0][0].isdigit()]
        if levels:
            hodoku(file.name, levels)
        if numbers:
            explainer(file.name, numbers, kinds)


def hodoku(name: str, found: Sequence[tuple[Puzzle, list[str]]]) -> None:
    """The shares of equal levels and equal scores, and the rank correlation of scores."""
    same = exact = near = 0
    scores: list[tuple[int, int]] = []
    for puzzle, (level, score, *_) in found:
        rating = by_steps(puzzle)
        same += hodoku_level(rating.level, rating.score).value == level.lower()
        exact += rating.score == int(score)
        near += abs(rating.score - int(score)) <= int(score) / 20
        scores.append((rating.score, int(score)))
    print(
        f"{name}: {len(found)} puzzles, HoDoKu: the same level {same / len(found):.1%}, the same score "
        f"{exact / len(found):.1%}, within 5 % {near / len(found):.1%}, {ranked(scores)}"
    )


def explainer(name: str, found: Sequence[tuple[Puzzle, float]], kinds: tuple[TechniqueGroup, ...]) -> None:
    """The shares of equal and nearly equal ER, and the rank correlation."""
    pairs = [(explained(puzzle, kinds=kinds).hardest, number) for puzzle, number in found]
    shares = [sum(abs(first - other) < most + 0.05 for first, other in pairs) / len(pairs) for most in (0, 0.1, 0.3)]
    bias = sum(first - other for first, other in pairs) / len(pairs)
    print(
        f"{name}: {len(found)} puzzles, ER the same {shares[0]:.1%}, within 0.1 {shares[1]:.1%}, within 0.3 "
        f"{shares[2]:.1%}, {bias:+.2f} on average, {ranked(pairs)}"
    )


def ranked(pairs: Sequence[tuple[float, float]]) -> str:
    """Spearman's correlation, if defined."""
    ours, theirs = zip(*pairs, strict=True)
    if len(set(ours)) == 1 or len(set(theirs)) == 1:
        return "all of them alike"
    return f"Spearman {correlation(ranks(ours), ranks(theirs)):.3f}"


def ranks(numbers: Sequence[float]) -> list[float]:
    """The rank of each number; equal ones get the mean of their ranks."""
    ordered = sorted(numbers)
    return [(bisect_left(ordered, number) + bisect_right(ordered, number)) / 2 for number in numbers]


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--most", type=int, metavar="N", help="only the first N puzzles of each file")
    parser.add_argument("--sukaku", action="store_true", help="numbers are those of Sukaku Explainer")
    arguments = parser.parse_args()
    main(arguments.files, arguments.most, SUKAKU if arguments.sukaku else EXPLAINER)
