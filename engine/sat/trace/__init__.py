"""Recorded searches: their events, the state at any position, and explanations of each event."""
