"""One call for every solver, with limits and progress; branching rules, preprocessing, cubes."""
