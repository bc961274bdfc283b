"""Questions about a formula beyond whether it has a model; see `table`."""
