"""Hostile input by the hundred thousand: mutated files for every reader, random formulas for every solver.

    python -m tests.fuzz                                   # every reader and the solvers, a while each
    python -m tests.fuzz dimacs proof --inputs 200000      # these readers, so many inputs each
    python -m tests.fuzz puzzles --seconds 600 --seed 7    # another stream of inputs, for ten minutes
    python -m tests.fuzz solvers --inputs 100000           # random formulas
    python -m tests.fuzz --list

What a reader may do with any input is give a value or raise the error that its documentation names, in bounded time and
memory; and what it gives must stay the same when it is written and read again. All else is a finding: it is printed
with the smallest input that shows it, and makes the exit code 1. The same seed makes the same inputs, as long as the
readers are the same (what leads to new outcomes is kept and mutated further).

`targets.py` says what there is to be fuzzed, `mutation.py` how inputs are made, `coverage.py` which of them are new,
`fuzzer.py` is the loop, and `solvers.py` the random formulas. `test_fuzz.py` is a short run of all that, and holds the
inputs that once were findings.
"""
