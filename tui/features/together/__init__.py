"""Playing together on a server: the puzzle of the day, races, shared boards, watching, results."""
