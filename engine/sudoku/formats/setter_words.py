"""The words with which setters state usual rules in English, for `setter_text`."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class RuleWording:
    """Patterns in lower case: `words` state a usual rule; with one of `exceptions`, a sentence states another rule."""

    words: str
    exceptions: str = r"(?!)"

    def states(self, sentence: str) -> bool:
        """Whether a sentence states the rule."""
        return re.search(self.words, sentence) is not None and re.search(self.exceptions, sentence) is None


NOT = r"\b(?:not|cannot|can't|never|no)\b"
FAR_APART = (
    r"(?:differ\w*|difference)\b.*?\b(?:at least|minimum of|(?:of|by)) (\d|two|three|four|five|six)\b(?: or more)?"
)
"""How far the digits of whispers differ; the group is the number."""

_PARITY = (
    r"^(?!.*(?:\b(?:cells?|circles?|circled|squares?|shaded|gr[ae]y|colou?red|marked|shapes?)\b))|"
    rf"{NOT}|\b(?:lines?|arrows?|cages?|thermo\w*|outside|dots?|sum|than|rows?|columns?|red|yellow|green|order)\b"
)

KINDS = {
    "thermometer": RuleWording(
        r"(?<!slow )thermo(?:meter)?s?\b|\bbulbs?\b",
        r"\b(?:odd|even|sum|total|equal|same|decreas\w*|or|double|two|only|between)\b|arrow|slow|differ|"
        r"(?<!not )(?<!necessarily )(?<!have to be )(?<!need to be )\bconsecutive",
    ),
    "slow thermometer": RuleWording(r"slow[- ]thermo", r"\b(?:odd|even|sum|total|differ\w*)\b"),
    "arrow": RuleWording(
        r"(?<!double )\barrows?\b.*\b(?:sum|add|total)|\b(?:sum|add|total).*(?<!double )\barrows?\b",
        r"increas|ascend|consecutive|outside|diagonal|differ|odd|even|thermo|double|least|digit sum|product",
    ),
    "double arrow": RuleWording(r"double[- ]arrow", r"\b(?:odd|even|repeat)\b"),
    "little killer": RuleWording(
        r"little killer|\b(?:diagonals?|arrows?)\b.*outside|outside.*\b(?:diagonals?|arrows?)\b|"
        r"(?:sum|total|add).*(?:indicated|marked|given|along the|corresponding) diagonals?|"
        r"diagonals?.*sums? to the (?:given|indicated)|(?:marked|indicated|given) diagonals?.*\b(?:sum|add|total)\b",
        rf"\b(?:odd|even|first)\b|{NOT}",
    ),
    "sandwich": RuleWording(
        r"sandwich|between (?:the )?(?:digits? )?1 and (?:the )?9\b", r"\b(?:odd|even|lines?|circles?)\b"
    ),
    "x-sum": RuleWording(r"x-?sums?\b|first x (?:digits|cells|numbers)", r"\b(?:odd|even)\b"),
    "skyscraper": RuleWording(r"sky-?scraper", r"\b(?:odd|even|sum)\b"),
    "difference": RuleWording(
        r"white.*(?:dot|circle)|(?:dot|circle).*white|kropki|consecutive dots?",
        rf"{NOT}|four|surround|cages?\b|differ\w* (?:of|by) (?!1\b|one\b)|\bx|lines?\b|\bsum (?!to)|diagonal|least|odd|"
        r"even",
    ),
    "ratio": RuleWording(
        r"black.*(?:dot|circle)|(?:dot|circle).*black|kropki",
        rf"{NOT}|four|surround|cages?\b|lines?\b|diagonal|least|odd|even|"
        r"ratio (?:of |in )?(?:the ratio )?(?:1:|1/)?[3-9]",
    ),
    "pair sum": RuleWording(
        r"\bx ?/ ?v\b|\bxv\b|\b[xv]s?\b(?!-sum).*\b(?:5|10|five|ten|v|x)\b|\b(?:5|10|five|ten)\b.*\b[xv]\b",
        rf"{NOT}|outside|first|diagonal|lines?\b|differ|odd|even|15|fifteen",
    ),
    "quadruple": RuleWording(
        r"quad(?:ruple)?s?\b|(?:circles?|clues?|corners?).*(?:surround|touching|adjoining|four|around)",
        rf"{NOT}|\b(?:number of|difference|sum|total|odd|even|(?<!any )(?<!some )order|outside|"
        r"exactly|arrows?|lines?|cages?|grey|gray|pairs?)\b",
    ),
    "whispers": RuleWording(
        rf"whisper|(?:adjacent|neighbou?ring|consecutive|along|on|line).*{FAR_APART}|{FAR_APART}.*\blines?\b",
        r"\b(?:odd|even|sum|exactly|dots?|circles?|cages?|diagonal\w*|thermo\w*|both|other line|or less|most)\b|"
        rf"{NOT}",
    ),
    "renban": RuleWording(
        r"renban|\blines?\b.*\bconsecutive\b.*\b(?:order|repeat\w*|non-repeating)\b|"
        r"\bconsecutive\b.*\border\b.*\blines?\b",
        r"\b(?:odd|even|sum|arrows?|cages?|thermo\w*|dots?|increas\w*)\b",
    ),
    "nabner": RuleWording("nabner", r"\b(?:odd|even|sum)\b"),
    "palindrome": RuleWording(r"palindrom|read(?:s|ing)? the same", rf"\b(?:odd|even|sum|total|differ\w*|add)\b|{NOT}"),
    "region sum line": RuleWording(
        r"region[- ]sum|(?:same|equal|identical|n) (?:sum|total)\b.*\b(?:box|region)|"
        r"(?:box|region).*(?:sum|add|total).*\b(?:same|equal|identical|n)\b|sum.*\bequal\b.*\bbox|"
        r"\blines?\b.*\b(?:box|region).*\b(?:same|equal) (?:sum|total)\b",
        r"cages?\b|outside|odd|even|row|column",
    ),
    "between line": RuleWording(
        r"between[- ]line|\blines?\b.*\bbetween\b.*\b(?:circle[sd]?|ends?)\b|\bbetween\b.*\bcircles?\b.*\blines?\b",
        rf"\b(?:odd|even|sum|add)\b|{NOT} (?!inclusive)",
    ),
    "lockout line": RuleWording("lockout", r"\b(?:odd|even|sum)\b"),
    "zipper line": RuleWording("zipper", r"\b(?:odd|even)\b"),
    "entropic line": RuleWording(
        r"entropic|entropy line|\blines?\b.*\b123\b.*\b456\b.*\b789\b|\blines?\b.*\b789\b.*\b456\b.*\b123\b",
        r"\bsum\b|cages?\b",
    ),
    "modular line": RuleWording("modular", r"\bsum\b"),
    "even": RuleWording(r"\beven\b", _PARITY),
    "odd": RuleWording(r"\bodd\b", _PARITY),
    "killer cage": RuleWording(
        r"\bcages?\b",
        r"^(?!.*(?:\bsum|\badd|\btotal|repeat|\bunique\b|\bdistinct\b|killer))|"
        r"square number|2x2|ends in|exactly|outside|minimum|include cells|"
        r"\b(?:odd|even|adjacent|same|dots?|equal|ratio|lines?|arrows?|differ\w*|increas\w*)\b",
    ),
    "clone": RuleWording(r"\bclones?\b", r"\b(?:exactly|one|some)\b"),
    "minimum": RuleWording(
        r"\bmin(?:imum)?\b|(?:smaller|lower|less) than.*(?:adjacent|neighbou?r|around)", r"outside|lines?\b|cages?\b"
    ),
    "maximum": RuleWording(
        r"\bmax(?:imum)?\b|(?:larger|greater|higher) than.*(?:adjacent|neighbou?r|around)",
        r"outside|lines?\b|cages?\b",
    ),
    "inequality": RuleWording(
        r"inequalit|(?:greater|less)[- ]than (?:signs?|symbols?)|\bsigns? points?\b.*\b(?:smaller|lower|lesser)",
        rf"{NOT}|outside|lines?\b|cages?\b|\b(?:sum|total|differ\w*|or equal)\b",
    ),
    "row indexing": RuleWording(r"row index"),
    "column indexing": RuleWording(r"column index"),
    "knight": RuleWording(r"knight", r"\b(?:sum|odd|even|consecutive|differ|difference|least)\b"),
    "king": RuleWording(
        r"\bkings?\b|king's|diagonally (?:adjacent|connected)\b.*\bsame\b|identical digits .*touch diagonally",
        r"\b(?:sum|odd|even|consecutive|differ|difference|least)\b",
    ),
    "non-consecutive": RuleWording(
        rf"non-?consecutive|(?:orthogonal\w*|adjacent|neighbou?r\w*).*{NOT}.*\bconsecutive|"
        rf"consecutive.*{NOT}.*(?:orthogonal\w*|adjacent|neighbou?r\w*)",
        r"\b(?:lines?|cages?|dots?|diagonal\w*|king|ratio|arrows?|thermo\w*|renban|set|sum)\b",
    ),
    "disjoint groups": RuleWording(
        r"disjoint|same (?:relative )?position (?:with)?in(?: their| two| different| each| a)?(?: 3x3)? box"
    ),
    "diagonal": RuleWording(
        rf"diagonals?\b.*(?:{NOT}.*repeat|different|unique|once|1 ?(?:to|-) ?9)|{NOT}.*repeat.*diagonals?|"
        r"sudoku.?x\b|\bx.?sudoku",
        r"little|outside|sum|adjacent|diagonals?,? which|diagonal pair",
    ),
    "extra region": RuleWording(
        r"(?:gr[ae]y|shaded|extra|window|colou?red).*\b(?:regions?|areas?|windows?)\b.*(?:1|once|repeat|different|all)|"
        rf"{NOT}.*repeat.*(?:shaded|gr[ae]y|extra|marked) regions?",
        r"\b(?:odd|even|sum|lines?|arrows?|dots?|total)\b",
    ),
    "fog": RuleWording(r"\bfog\b"),
}
"""How usual rules are stated, by kind."""

COLOURS = {
    re.compile(rf"\b(?:{words})\b"): colour
    for words, colour in {
        "black": "black",
        "white": "white",
        "gr[ae]y": "grey",
        "red": "red",
        "orange|peach|tan|brown|gold(?:en)?": "orange",
        "yellow": "yellow",
        "green|lime": "green",
        "blue|cyan|teal|turquoise|aqua": "blue",
        "purple|violet|lavender|magenta|pink": "purple",
    }.items()
}
"""Colours by the words for them; those that setters use for one another are one."""

NORMAL = re.compile(
    r"(?:normal|standard|regular|usual|classic) (?:\w+ )?(?:rules|sudoku)|sudoku rules apply|1-9 (?:once|appear)|"
    r"place (?:the )?(?:digits|numbers) (?:from )?1|fill (?:the grid|each)|(?:each|every) row|(?:given|added) digits|"
    r"(?:can|may) repeat (?:along|on|in)|^\W*(?:digits|numbers) (?:can|may) repeat\b|"
    r"put the (?:digits|numbers) 1|digits are already given"
)
"""Sentences that add no rule."""

ALL_GIVEN = re.compile(
    r"\ball (?:\w+ ){0,3}(?:[xv](?:'?s)?|dots?|kropki)\b.*\b(?:given|shown|marked)|"
    r"(?<!no )negative constraint(?! does not| is not| not)|all dots"
)
SOME_GIVEN = re.compile(
    r"\bnot (?:all|every)\b|\bno negative\b|not necessarily|doesn't apply|does not apply|\bmay or may not\b|"
    r"other (?:adjacent )?pairs of \w+(?: \w+)? may\b"
)
NO_NEGATIVE = re.compile(r"\([^)]*(?:no negative|not all|not every)[^)]*(?:\)|$)")
"""A remark in parentheses that not all dots are given."""

DOT_MEANING = re.compile(r"(?:dots?|x|v)\b.*\b(?:join|sep|sum|cons|ratio)")
"""Sentences that also say what dots mean."""

DOTS = {"difference": r"white|kropki|\bdots", "ratio": r"black|kropki|\bdots", "pair sum": r"\b[xv]'?s?\b|\bxv"}
"""The words for each kind of dots in a sentence that says whether all are given."""

CHANGES = re.compile(
    r"values? (?:is|are|equals?|counts?)\b|value of (?:a|the|its|each) (?:cell|digit)|counts? (?:as|double|towards)|"
    r"doubl(?:er|ed)|schr[öo]dinger|s-cell|modif|multipl|negat|\bzeros?\b|\b0\b|0-8|chaos|deconstruct|\bwrogn|"
    r"\bliars?\b|\blies?\b(?! (?:\w+ )?between)|"
    r"\bfalse\b|\bfake\b|untrue|incorrect|\bwrong\b|one of (?:the|these|them)|only one|"
    r"exactly one|unknown|must be determined|to be (?:determined|deduced)|irregular|\binstead\b|\bexcept|\bunless\b|"
    r"cursed|vampire|nightmare|hidden|renumber|cipher|letters?\b|\bmodulo\b"
)
"""Words of rules that change what other rules mean."""

RULE_WORDS = re.compile(
    r"\b(?:digits?|numbers?|values?|cells?|squares?|sums?|rows?|columns?|box(?:es)?|regions?|lines?|cages?|circles?|"
    r"dots?|diagonals?|grid|clues?|arrows?|adjacent|neighbou?rs?|orthogonal\w*|pairs?|consecutive|odd|even|\d)\b"
)
"""Words of sentences that may be rules."""

NUMBER = re.compile(r"\d+(?:[-x:/+]\d+)*|\d-cell|\dst|r\d+c\d+")

_VOCABULARY_TEXT = """
2×2 a across add adding addition additionally adds adjacent adjoining all allowed along already also always an
and another anti anti-king anti-knight antiking antiknight any apart appear appearing appears applies apply are
area areas around arrow arrow's arrowhead arrows as ascend ascending at attached away backward backwards base be
been between black blue body bold border borders both bottom boundaries boundary box box's boxes building
buildings bulb bulbs but by cage cages can can't cannot cell cells center centre chess circle circle's
circle/pill circled circles circular classic clear cleared clears clone clones clue clue's clues color colored
colour coloured column columns connect connected connecting consecutive consecutively constitute constitutes
constrained constraint constraints contain containing contains continuing corner corners correct correctly
corresponding could crosses crossing crust cyan dark default diagonal diagonally diagonals diamond diamonds
differ difference different differing differs digit digits direction directions directly disjoint distance
distinct divide divided divides do does doesn't don't dot dots double doubled drawn dutch e e.g each eg either
end ends entered entering enters entire entropic equal equidistant even even/odd every exactly exclusive
existing extra facing fill first five fog follow following follows for form fortress forward forwards four from
german give given givens gives going gray greater greater-than green grey grid grids group grows half has have
having head high higher highest hold holds house houses i i.e identical ie if immediately in include includes
inclusive increase increases increasing index indexing indicate indicated indicates inequalities inequality
inside intersections into inward irregular is it it's its jigsaw join joined joins killer killers king king's
kings knight knight's knights known kropki larger last lavender least left left-hand left-to-right length less
lesser lie light likewise lime line line's lines lines' little located lockout long low lower lowest lozenge
lozenges made magenta main mark marked marks max maximum may mean means medium middle might min minimum modular
more move moves must mustn't n nabner nearest necessarily negative neighbor neighboring neighbors neighbour
neighbouring neighbours never next nine no non-consecutive non-repeating nonconsecutive normal not note number
numbered numbers numerically obey odd odd/even of off on once one only opaque or orange order orthogonal
orthogonally other outlined outside outward own pair pairs palindrome palindromes palindromic parity passes per
pill pills pink place placed places point pointed pointing points position positions possible provided purple
put puzzle quad quadruple quadruples quads ratio ratio's read reading reads red region regions regular relative
renban repeat repeated repeating repeats represent represents respectively right round row row/column rows rule
rule's rules same sandwich sandwiched see seen segment segments separate separated separates sequence sequences
set sets several shaded shaft shafts shall shape shapes should show shown shows side sides sign signs single six
skyscraper skyscrapers slow small smaller so some somewhere split splits square squares standard start starting
starts stay stays stem still strictly such sudoku sum summed summing sums surround surrounding symbol symbols
teal tell tells ten than that that's the their them then there thermo thermometer thermometers thermos these
they thickly this those three through tip tips to together top top-left top-to-bottom total totalling totals
touch touches touching traditional turquoise twice two two-digit unique up upper upper-left usual v v's value
values via violet visit visits vs way ways well when where which whichever whisper whispers white whole whose
will window windows with within without would written x x's x-sum x-sums x/v xs xv yellow you zipper zippers
"""

VOCABULARY = frozenset(_VOCABULARY_TEXT.split())
"""The words with which setters state usual rules."""
