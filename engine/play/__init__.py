"""Games in progress: rules, history, hints, practice, and the store of saved games."""
