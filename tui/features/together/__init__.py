"""Play with others on a server: daily puzzle, races, shared boards, standings."""
