"""One call for all solvers, with limits and progress; branching rules, preprocessing, cubes, recordings."""
