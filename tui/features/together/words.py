"""The sentences of playing together. Names in braces stand for values and keys."""

from engine.base.language import lazy_gettext as _
from engine.base.text import joined
from engine.together.match import MAX_PLAYERS, MatchKind, MatchView, Phase
from engine.together.standings import ContestResult, LeagueRow, ranking
from tui.draw.numbers import clock_text

KINDS = {
    MatchKind.DAILY: _("puzzle of the day"),
    MatchKind.RACE: _("race"),
    MatchKind.SHARED: _("shared board"),
    MatchKind.ALONE: _("own game"),
}
PHASES = {Phase.WAITING: _("waiting"), Phase.RUNNING: _("going on"), Phase.OVER: _("over")}

# the list of matches

ROW_OF_SEVERAL = "{title} {count}/{most}"
NO_MATCH = _("No open matches. {new} starts one.")
NEW_RACE = _("race, {layout}, {level}")
NEW_SHARED = _("shared board, {layout}, {level}")
MAKING = _("Making a puzzle{ellipsis}")
WHICH_NEW = _("A new match")
WATCHED = _("Others may watch you now.")
NOT_WATCHED = _("Nobody may watch you now.")
NOBODY_TO_WATCH = _("Nobody there can be watched now.")
WHICH_PLAYER = _("Players here; choose one to block or unblock")
BLOCKED = _("{name}   blocked")
NOW_BLOCKED = _("{name} is blocked: no phrases from them, and no matches with you.")
NOT_BLOCKED = _("{name} is no longer blocked.")
NOBODY_HERE = _("Nobody else is here.")
NEW_NAME = _("Your name: letters, digits, - or _ (once a month)")
RENAMED = _("You are now {name}.")
TODAY = _("today")
WHICH_DAILY = _("The puzzles of the day, against the clock of the server")
SOLVED_IN = _("{title}   solved in {time}")
NOBODY_YET = _("Nobody has solved it yet.")
HERE = _("here now")
ME = _("{name}, you")
MAY_BE_WATCHED = _("{name}, may be watched")
MATCHES = _("matches")

# keys and browsers

SSH_KEY, BROWSER = _("SSH key"), _("browser", "key")
THIS_SESSION = _("this session")
UNKNOWN = "-"
ABOUT_KEY = _("{key}. Added: {added}. Last login: {login}.")
NO_KEYS, DETAILS = _("No key yet. {code} makes a code that lets one in."), _("details")
NO_RECOVERY = _("You have no recovery code. {key} makes one: write it down, and it lets you in if all keys are lost.")
RECOVERY_SINCE = _("Your recovery code was made on {date}.")
CODE = _(
    "This code adds another key or browser to your player, once, within {minutes} minutes:\n\n    {code}\n\n"
    "SSH: log in with the other key and the code as the name: ssh -p PORT {code}@HOST\n\n"
    "Browser: add /players to the address of the page, and type the code there."
)
RECOVERY = _(
    "Your recovery code. Write it down: it is not shown again.\n\n    {code}\n\n"
    "It lets you in from any browser (add /players to the address of the page, and type the code) and with any SSH "
    "key (ssh -p PORT {code}@HOST). Keep it secret. It stays valid until you make another one or end it."
)
ANOTHER_RECOVERY = _("Make a new recovery code? The one of {date} will no longer work.")
END_RECOVERY = _("End your recovery code? It will no longer work.")
REVOKE = _("Revoke {key}? Its sessions end, and it can no longer log in as you.")
REVOKE_YES = _("revoke")
REVOKED = _("Revoked: {key}.")

# before the start

TITLE = _("{kind}: {puzzle}")
PLAYERS, CHAT = _("players"), _("messages")
READY, NOT_READY = _("ready"), _("not ready yet")
BEGINS = _("It begins when all players are ready; a race needs two to eight.")
BEGINS_SHARED = _("It begins when all are ready; others can join later.")

# at the board

WATCHING = _("watching {name}")
NOTING = _("notes")
NOTHING_TO_UNDO = _("You have no move to undo.")
NOTHING_TO_REDO = _("You have no move to redo.")
LOOKING_FOR_HINT = _("Looking for a hint{ellipsis}")
WHICH_PHRASE = _("Which phrase?")
CHAT_LINE = "{name}: {phrase}"
GIVE_UP = _("Give up, and leave the race to the others?")
LEAVE_SHARED = _("Leave this board? You can come back while others play on.")
RIGHT = _("All digits are right so far.")
WRONG = _("Something is wrong.")
FULL_NOT_RIGHT = _("The board is full, but something is wrong.")
FINISHED = _("Solved in {time}.")
TOO_FAST = _("Solved in {time}: too fast to count.")
GONE = _("gone")
REMOVED = _("The owner has removed you from this match.")
LATE = _("watching {name}, {minutes} late")
NOTHING_TO_TAKE_BACK = _("There is no move in this cell.")
REMOVE = _("Remove which player?")
NOBODY_TO_REMOVE = _("Nobody else is in this match.")
OWNER = _("owner")
LEFT = _("{name} has left this game.")

# results

OVER = _("It is over.")
RESULT = _("{rank:>2}  {name:<16}  {time:>8}  hints {hints}  checks {checks}")
NOT_FINISHED = "-"

# standings

DAY_BOARD = "{day}: {title}"
LEAGUE = _("league of the week: {level}")
DAY_HEAD = _("name              time      hints  checks   counted")
DAY_ROW = "{rank:>3}  {name:<16}  {time}  {hints:>5}  {checks:>6}  {total}"
LEAGUE_HEAD = _("name              points  puzzles")
LEAGUE_ROW = "{rank:>3}  {name:<16}  {points:>6}  {contests:>7}"
RATINGS = _("ratings of players")
PLAYERS_HEAD = _("name              rating  range      puzzles")
PLAYERS_ROW = "{rank:>3}  {name:<16}  {rating:>6}  {range:<9}  {puzzles:>7}"
PUZZLES = _("ratings of the puzzles of this week")
PUZZLES_HEAD = _("rating  range      players  puzzle")
PUZZLES_ROW = "{rank:>3}  {rating:>6}  {range:<9}  {players:>7}  {puzzle}"
HOW_RATED = _(
    "Glicko-2, from the times of a year: the longer a puzzle takes, the more it wins against the player. In 19 of 20 "
    "cases the true rating is within the range."
)
COUNTERS = _(
    "A hint counts as two minutes, a check as half a minute. A solver gets one point, plus one for each slower "
    "player, if another player with a key took part."
)


def match_title(view: MatchView) -> str:
    """Return the kind of a match, its layout and level."""
    return TITLE.format(kind=KINDS[view.kind], puzzle=puzzle_of(view))


def puzzle_of(view: MatchView) -> str:
    """Return the layout and level of the puzzle."""
    layout = view.puzzle.layout.label
    return joined([layout, *([view.level.title] if view.level else [])])


def match_row(view: MatchView) -> str:
    """Return the row of a match."""
    text = joined([str(KINDS[view.kind]), view.level.title if view.level else view.puzzle.layout.label])
    if not view.kind.can_be_joined:
        return text
    return ROW_OF_SEVERAL.format(title=text, count=len(view.seats), most=MAX_PLAYERS)


def day_row(rank: int, result: ContestResult) -> str:
    """Return the row of a player in the results of a puzzle."""
    return DAY_ROW.format(
        rank=rank,
        name=result.name,
        time=clock_text(result.seconds),
        hints=result.hints,
        checks=result.checks,
        total=clock_text(result.total_time),
    )


def league_row(rank: int, place: LeagueRow) -> str:
    """Return the row of a player in a league."""
    return LEAGUE_ROW.format(rank=rank, name=place.name, points=place.points, contests=place.contests)


def result_table(view: MatchView) -> str:
    """Return the results, best first."""
    lines = []
    for rank, number in enumerate(ranking(view), 1):
        seat = view.seats[number]
        time = NOT_FINISHED if seat.finished is None else clock_text(seat.finished)
        lines.append(RESULT.format(rank=rank, name=seat.name, time=time, hints=seat.hints, checks=seat.checks))
    return "\n".join([str(OVER), "", *lines])
