"""Steps that a player can follow, one family of techniques a file, from houses and candidates alone.

A finder takes a `Position` and yields `Step`s. None looks at the solution, none asks which layout it works on.
"""
