-- What a server knows of its players: the schema of the present version (schema.py brings older files up to it).
-- Times are seconds since 1970, or seconds of a match's own clock; digits are JSON.

CREATE TABLE IF NOT EXISTS player (
    id        INTEGER PRIMARY KEY,
    name      TEXT    NOT NULL UNIQUE COLLATE NOCASE,
    since     REAL    NOT NULL,
    looks     TEXT    NOT NULL,            -- what the name looks like at a glance
    renamed   REAL    NOT NULL DEFAULT 0,  -- when the name was changed last
    watchable INTEGER NOT NULL DEFAULT 0,  -- whether others may watch
    blocked   INTEGER NOT NULL DEFAULT 0   -- whether the host keeps them out
);

CREATE UNIQUE INDEX IF NOT EXISTS looks ON player (looks);

CREATE TABLE IF NOT EXISTS key (
    fingerprint TEXT PRIMARY KEY,
    player      INTEGER NOT NULL REFERENCES player,
    label       TEXT    NOT NULL DEFAULT '', -- what it is, such as the name of the browser
    added       REAL,                        -- NULL if nobody wrote it down
    seen        REAL                         -- the last login; NULL if nobody wrote it down
);

CREATE INDEX IF NOT EXISTS key_of_player ON key (player);

-- What adds a key to a player.
CREATE TABLE IF NOT EXISTS code (
    hash   TEXT PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player,
    made   REAL    NOT NULL,
    until  REAL                              -- NULL for the recovery code, of which a player has one at most
);

-- Who wants to hear nothing of whom.
CREATE TABLE IF NOT EXISTS block (
    player  INTEGER NOT NULL REFERENCES player,
    blocked INTEGER NOT NULL REFERENCES player,
    PRIMARY KEY (player, blocked)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS puzzle (
    id       INTEGER PRIMARY KEY,
    layout   TEXT NOT NULL, -- its name
    level    TEXT NOT NULL,
    givens   TEXT NOT NULL,
    solution TEXT NOT NULL,
    rules    TEXT NOT NULL DEFAULT '[]' -- besides its houses, as JSON
);

CREATE TABLE IF NOT EXISTS day (
    day    TEXT PRIMARY KEY, -- as 2026-11-21 for the double; followed by a blank and the kind for others
    puzzle INTEGER NOT NULL REFERENCES puzzle
);

CREATE TABLE IF NOT EXISTS match (
    id      INTEGER PRIMARY KEY,
    kind    TEXT    NOT NULL,
    phase   TEXT    NOT NULL,
    puzzle  INTEGER NOT NULL REFERENCES puzzle,
    day     TEXT REFERENCES day,          -- NULL unless its puzzle is that of a day
    created REAL    NOT NULL,
    elapsed REAL    NOT NULL DEFAULT 0,   -- of its clock when the server ended; what was done later counts too
    ended   REAL                          -- NULL while it goes on
);

CREATE INDEX IF NOT EXISTS match_of_day ON match (day);
CREATE INDEX IF NOT EXISTS match_ended ON match (ended);

CREATE TABLE IF NOT EXISTS seat (
    match    INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    player   INTEGER REFERENCES player,   -- NULL for a guest
    name     TEXT    NOT NULL,            -- as it was when the seat was taken
    ready    INTEGER NOT NULL DEFAULT 0,
    gone     INTEGER NOT NULL DEFAULT 0,  -- whether the player has given up
    finished REAL,                        -- when on the match's clock, NULL for not
    hints    INTEGER NOT NULL DEFAULT 0,
    checks   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS seat_of_player ON seat (player);

-- All that was done, in order: from these the boards are made again.
CREATE TABLE IF NOT EXISTS act (
    match  INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at     REAL    NOT NULL,              -- on the match's clock
    seat   INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    cell   INTEGER NOT NULL,
    value  INTEGER NOT NULL,
    notes  INTEGER NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
