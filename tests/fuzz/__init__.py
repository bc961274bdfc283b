"""Fuzzing with hostile input: mutated files for every reader, random formulas for every solver.

python -m tests.fuzz                                   # every reader and the solvers, a while each
    python -m tests.fuzz dimacs proof --inputs 200000      # these readers, so many inputs each
    python -m tests.fuzz puzzles --seconds 600 --seed 7    # another stream of inputs, for ten minutes
    python -m tests.fuzz solvers --inputs 100000           # random formulas
    python -m tests.fuzz --list

For any input, a reader must return a value or raise its documented error, in bounded time and memory; and a value must
stay the same when it is written and read again. Anything else is a finding: it is printed with a minimized input, and
the exit code is 1. The same seed makes the same inputs as long as the readers are unchanged (inputs with new outcomes
are kept and mutated further).

`targets.py` has the targets, `mutation.py` makes inputs, `coverage.py` finds out which of them are new, `fuzzer.py` is
the loop, and `solvers.py` makes random formulas. `test_fuzz.py` is a short run of all that, with the inputs of earlier
findings.
"""
