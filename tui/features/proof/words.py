"""The sentences of the proof explorer."""

from engine.base.language import lazy_gettext as _
from engine.base.language import numeral
from engine.base.text import pluralized

LEMMA_NUMBER, CLAUSE_NUMBER = _("lemma {number:,}"), _("clause {number:,}")
NEEDED_CHIP, UNNEEDED_CHIP = _("core"), _("not needed")
NO_PROOF, FAULT = _("no proof to look at"), _("fault")
STEPS = _("clauses of the proof")
NEEDED = _("{needed} of {lemmas} and {core} of {clauses} needed")
LEMMAS, CORE = _("lemmas that are needed"), _("clauses of the formula that are needed")
ALL = _("all clauses and lemmas")
"""The selections."""
AS_IN_PROOF, USED_MOST = _("as in the proof"), _("most used first")
FROM_MOST, SHORTEST = _("most sources first"), _("shortest first")
"""The orders of the list."""
WHOLE, IN_ORDER = "{kind}", "{kind}, {order}"
FILTERED, FILTERED_IN_ORDER = _("{kind}, only {filter}"), _("{kind}, only {filter}, {order}")

READING_FORMULA, READING_PROOF = _("reading the formula"), _("reading the proof")
CHECKING, TRIMMING = _("checking the proof"), _("finding dependencies")
EXPLAINING = _("finding out why a step does not follow")
STOPS = _("{key} stops")
STOPPED = _("stopped; {key} starts again")
NO_MEMORY = _("the formula and the proof do not fit in memory")
FAULT_AT = _("{fault} (line {line:,} of the file)")
NOT_VERIFIED, REASON = _("This proof is not valid: {fault}."), _("{reason}.")
FAILED, FAILED_IN = _("This proof can't be shown: {fault}."), _("This proof can't be shown: {name}: {fault}.")
FAILED_AT = _("This proof can't be shown: {name}:{line}: {fault}.")

EMPTY = _("the empty clause")
NUMBER, LENGTH, ANTECEDENTS, USERS = _("number", "column"), _("len", "column"), _("from", "column"), _("used", "column")
"""The titles of the columns before the literals."""
LITERALS, RULES = _("literals"), _("rules and literals")
NOTHING_LISTED = _("none of these; {key} shows the others")

CLAUSE = _("clause {number:,} of the formula")
UNNEEDED_CLAUSE = _("clause {number:,} of the formula, which nothing needs")
LEMMA, UNNEEDED_LEMMA = _("lemma {number:,}, {place}"), _("a lemma that nothing needs, {place}")
AT_STEP, AT_LINE, AT_END = _("step {place:,} of the proof"), _("line {place:,} of the proof"), _("the end of the proof")
BY_RAT = _("it holds by RAT on {literal}: its resolvents follow too")
FOLLOWS = _("follows from {clauses}")
USED_BY = _("used by {lemmas}")
GIVEN, NOT_DERIVED = _("it is given"), _("it was not derived: nothing needs it")
NOT_USED, ENDS = _("nothing follows from it"), _("the contradiction: the proof ends")
WITH = _("with {number:,}:")
"""Before the antecedents of a resolvent."""

ASK_FILTER, ASK_NUMBER = _("Only clauses with"), _("Go to number (1 to {last:,})")
NO_NUMBER = _("no clause has the number {number}")
NONE_HAS = _("none of these has {filter}")
NO_NAMES = _("the formula is not a sudoku, and its file gives the variables no names")

CORE_FILE, DRAT_FILE, LRAT_FILE = _("core: the clauses that are needed (CNF)"), _("trimmed proof (DRAT)"), "LRAT"
FROM_CLAUSE = _("clause {number}")
"""A comment in the file of the core, for each clause."""


def failed(fault: str, name: str, line: int | None) -> str:
    """Return a sentence on why a proof can't be shown, with the file and the line if they are known."""
    template = FAILED if not name else FAILED_IN if line is None else FAILED_AT
    return template.format(name=name, line=line, fault=fault)


def needed(needed_lemmas: int, lemmas: int, core: int, clauses: int) -> str:
    """Return how much of the proof and of the formula is needed."""
    return NEEDED.format(
        needed=numeral(needed_lemmas),
        lemmas=pluralized(lemmas, "lemma"),
        core=numeral(core),
        clauses=pluralized(clauses, "clause"),
    )
