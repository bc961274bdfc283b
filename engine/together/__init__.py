"""Multiplayer on a server: matches on the same puzzle or the same board, results, and the server's file."""
