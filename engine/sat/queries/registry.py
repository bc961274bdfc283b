"""The registry of queries."""

from engine.sat.formula.dimacs import Document
from engine.sat.queries import assumptions, backbone, count, equivalences, minimal_core, models
from engine.sat.queries.assumptions import CUBES, PLACES
from engine.sat.queries.query import Query, Values

QUERIES = {
    query.name: query
    for query in (
        models.QUERY, count.QUERY, backbone.QUERY, equivalences.QUERY, minimal_core.QUERY,
        assumptions.QUERY,
    )
}  # fmt: skip
"""The queries by name, in the order of listings."""


def defaults(query: Query, document: Document) -> Values:
    """The parameter values that a file contains: the cubes of an icnf file."""
    if not document.cubes or CUBES not in query.parameters:
        return {}
    places = {PLACES: (document.cubes, document.cube_places)} if document.is_growing else {}
    return {CUBES.name: document.cubes, **places}
