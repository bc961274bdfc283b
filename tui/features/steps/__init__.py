"""Every possible step on a board, the path to the solution, and the techniques of past moves."""
