"""Soundness of techniques: their conclusions hold in the solution, in thousands of positions and on the way to it.

python -m tests.soundness                              # 10,000 positions of each technique, then 500,000 steps
    python -m tests.soundness skyscraper w-wing --positions 1000 --steps 0
    python -m tests.soundness --positions 0 --steps 100000 --seed 7
    python -m tests.soundness --positions 0 --steps 0 --rule-steps 10000  # only puzzles with rules

The positions of a technique are different positions in which it applies. They come from the solution paths of random
puzzles, from drills that are rotated and relabelled (see `engine.sudoku.making.drill_bank`), and from minimal puzzles
at the point where no easy technique applies; a source with more positions is used more often. False candidates are
removed at random, as other techniques could have done. Those of a step by rules come from puzzles with rules. The first
step of the technique is checked there. Steps are those of the easiest solution paths of random puzzles, on every layout
with up to 369 cells; then those of fresh puzzles with rules of four kinds, and where a hard step is needed, all chains
and forcing there. A wrong step is printed, and the exit code is 1. The same seed makes the same positions, as far as
the time for each technique allows.
"""
