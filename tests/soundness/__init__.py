"""Whatever a technique concludes is true of the solution: each in thousands of positions, and all on the way to it.

    python -m tests.soundness                              # 10,000 positions of each technique, then 500,000 steps
    python -m tests.soundness skyscraper w-wing --positions 1000 --steps 0
    python -m tests.soundness --positions 0 --steps 100000 --seed 7

A position of a technique is one in which it leads on, each different from the others: on the way through random
puzzles; drills, turned and with other digits (see `engine.sudoku.making.drill_bank`); and where no easy technique leads
on in minimal puzzles. Each of these is asked the more often the more it has. Of all of them candidates that are false
have been removed at random, as any technique could have done that. What it does first is looked at there. Steps are
those of the easiest way to solve random puzzles, on every layout with up to 369 cells. A step that concludes what is
false is printed, and makes the exit code 1. The same seed makes the same positions, as far as the time for each
technique reaches.
"""
