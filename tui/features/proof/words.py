"""The sentences of the proof explorer."""

from engine.base.text import counted

TITLE = " proof: {name}"
NEEDED = "{needed} of {lemmas} and {core} of {clauses} needed"
LEMMAS, CORE, ALL = "lemmas that are needed", "clauses of the formula that are needed", "all clauses and lemmas"
"""What is listed."""
AS_IN_PROOF, USED_MOST = "as in the proof", "used most first"
FROM_MOST, SHORTEST = "following from most first", "shortest first"
"""How the list is ordered."""
WHOLE, IN_ORDER = "{listed}", "{listed}, {order}"
FILTERED, FILTERED_IN_ORDER = "{listed}, only {filter}", "{listed}, only {filter}, {order}"
ROWS = "{row:,} of {rows:,} "

READING_FORMULA, READING_PROOF = "reading the formula", "reading the proof"
CHECKING, TRIMMING = "checking the proof", "finding what follows from what"
STOPS = "{key} stops"
STOPPED = "stopped; {key} begins anew"
NO_MEMORY = "the formula and the proof do not fit in memory"
FAULT_AT = "{fault} (line {line:,} of the file)"
NOT_VERIFIED = "This proof shows nothing: {fault}."
FAILED, FAILED_IN = "This proof can't be shown: {fault}.", "This proof can't be shown: {name}: {fault}."
FAILED_AT = "This proof can't be shown: {name}:{line}: {fault}."

EMPTY = "the empty clause"
COLUMNS = "  number  len  from  used  {what}"
LITERALS, RULES = "literals", "rules and literals"
NOTHING_LISTED = "none of these; {key} shows the others"

CLAUSE, UNNEEDED_CLAUSE = "clause {number:,} of the formula", "clause {number:,} of the formula, which nothing needs"
LEMMA, UNNEEDED_LEMMA = "lemma {number:,}, {place}", "a lemma that nothing needs, {place}"
AT_STEP, AT_LINE, AT_END = "step {place:,} of the proof", "line {place:,} of the proof", "the end of the proof"
BY_RAT = "it holds by RAT on {literal}: what is resolved with it follows too"
FOLLOWS = "follows from {clauses}"
USED = "used by {lemmas}"
GIVEN, NOT_DERIVED = "it is given", "it was not derived: nothing needs it"
NOT_USED, ENDS = "nothing follows from it", "the contradiction: the proof ends"
WITH = "with {number:,}: "
"""Before the antecedents of a resolvent: what is resolved with."""

ASK_FILTER, ASK_NUMBER = "Only clauses with", "Go to number (1 to {last:,})"
NO_NUMBER = "no clause has the number {number}"
NONE_HAS = "none of these has {filter}"
NOT_LISTED = "number {number:,} is not among these: all of its kind are shown"
FIRST_PLACE = "this is where it began"
NO_NAMES = "the formula is no sudoku, and its file gives the variables no names"

CORE_FILE, DRAT_FILE, LRAT_FILE = "core: the clauses that are needed (CNF)", "what is needed (DRAT)", "LRAT"
FROM_CLAUSE = "clause {number}"
"""A comment in the file of the core, for each clause."""


def failed(fault: str, name: str, line: int | None) -> str:
    """Why a proof can't be shown: what is wrong in which file (if that is known) and in which line."""
    if not name:
        return FAILED.format(fault=fault)
    return FAILED_IN.format(name=name, fault=fault) if line is None else FAILED_AT.format(
        name=name, line=line, fault=fault
    )


def needed(needed_lemmas: int, lemmas: int, core: int, clauses: int) -> str:
    """How much of the proof and of the formula is needed."""
    return NEEDED.format(
        needed=f"{needed_lemmas:,}",
        lemmas=counted(lemmas, "lemma"),
        core=f"{core:,}",
        clauses=counted(clauses, "clause"),
    )
