"""What is said where people play together. Names in braces stand for what there is at the time, or for keys."""

from engine.together.match import Kind, MatchView, Phase
from engine.together.standings import ranking
from tui.draw.numbers import clock_text

KINDS = {Kind.DAILY: "puzzle of the day", Kind.RACE: "race", Kind.SHARED: "shared board"}
PHASES = {Phase.WAITING: "waiting", Phase.RUNNING: "going on", Phase.OVER: "over"}

# the list of matches

NO_MATCH = "No match is open. {new} begins one."
NEW_RACE = "race, {layout}, {level}"
NEW_SHARED = "shared board, {layout}, {level}"
MAKING = "Making a puzzle{ellipsis}"
WHICH_NEW = "A new match"
WATCHED = "Others may watch you now."
NOT_WATCHED = "Nobody may watch you now."
NOT_TO_BE_WATCHED = "Nobody there can be watched now."
WHICH_PLAYER = "Players here; choose one to block, or to hear again"
BLOCKED = "{name}   blocked"
NOW_BLOCKED = "{name} is blocked: no phrases from there, and no match with you."
NOT_BLOCKED = "{name} is no longer blocked."
NOBODY = "Nobody else is here."
NEW_NAME = "Your name: letters, digits, - or _ (once in a month)"
RENAMED = "You are {name} now."
TODAY = "today, {level}"
NOBODY_YET = "Nobody has solved it yet."
HERE = "here now"
ME = "{name}, you"
MAY_BE_WATCHED = "{name}, may be watched"
MATCHES = "matches"

# before the start

WAITING = "{kind}: {layout}, {level}"
READY, NOT_READY = "ready", "not ready yet"
BEGINS = "It begins when all are ready; a race takes two at least, eight at most."
BEGINS_SHARED = "It begins when all are ready; others can come later."

# at the board

TITLE = "{kind}: {level}"
WATCHING = "watching {name}"
NOTING = "notes"
NOTHING_TO_UNDO = "There is no move of yours to undo."
NOTHING_TO_REDO = "There is no move of yours to make again."
RIGHT = "All digits are right so far."
WRONG = "Something is wrong."
LOOKING_FOR_HINT = "Looking for a hint{ellipsis}"
WHICH_PHRASE = "Say what?"
SAID = "{name}: {phrase}"
GIVE_UP = "Give up, and leave the race to the others?"
LEAVE_SHARED = "Leave this board? You can come back while others play on."
FULL_NOT_RIGHT = "The board is full, but something is wrong."
FINISHED = "Solved in {time}."
GONE = "gone"

# results

OVER = "It is over."
RESULT = "{rank:>2}  {name:<16}  {time:>8}  hints {hints}  checks {checks}"
NOT_FINISHED = "-"

# standings

DAY_BOARD = "{day}: {level}"
LEAGUE = "league of the week: {level}"
DAY_HEAD = "     name              time      hints  checks   counted"
DAY_ROW = "{rank:>3}  {name:<16}  {time}  {hints:>5}  {checks:>6}  {counted}"
LEAGUE_HEAD = "     name              points  puzzles"
LEAGUE_ROW = "{rank:>3}  {name:<16}  {points:>6}  {contests:>7}"
COUNTED = (
    "A hint counts as two minutes, a check as half a minute. A solver has a point, and one for each who was slower."
)


def match_title(view: MatchView) -> str:
    """What is played, and how hard it is."""
    return WAITING.format(kind=KINDS[view.kind], layout=view.puzzle.layout.title, level=view.rated.level.value)


def result_table(view: MatchView) -> str:
    """Who was how good, the best first."""
    lines = []
    for rank, number in enumerate(ranking(view), 1):
        seat = view.seats[number]
        time = NOT_FINISHED if seat.finished is None else clock_text(seat.finished)
        lines.append(RESULT.format(rank=rank, name=seat.name, time=time, hints=seat.hints, checks=seat.checks))
    return "\n".join([OVER, "", *lines])
