"""What a person can do, one feature a folder. Features do not know each other; the app routes what they ask for."""
