"""The review of a game: its longest pauses, each with the step available there."""
