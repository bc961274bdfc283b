"""Several people on one server: matches on the same puzzle or the same board, results, and the file that keeps them."""
