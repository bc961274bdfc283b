"""Equal literals of circuits: gates that compute the same, found by their form and by simulation."""
