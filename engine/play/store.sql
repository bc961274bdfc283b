-- Saved games: the schema of the current version (schema.py upgrades older files).
-- Times are seconds since 1970; lists are JSON.
-- IF NOT EXISTS: another program may be creating the same file at the same time.

CREATE TABLE IF NOT EXISTS game (
    id          INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused
    revision    INTEGER NOT NULL,                 -- increases with each save
    created     REAL    NOT NULL,
    updated     REAL    NOT NULL,
    title       TEXT    NOT NULL,
    layout      TEXT    NOT NULL,                 -- its name
    givens      TEXT    NOT NULL,                 -- one digit a cell, 0 for empty
    solution    TEXT,                             -- NULL unless it is unique
    solvable    INTEGER NOT NULL,
    position    INTEGER NOT NULL,                 -- a node of the history
    holes       INTEGER NOT NULL,                 -- cells that are not givens
    filled      INTEGER NOT NULL,                 -- number of these that have a digit
    solved      INTEGER NOT NULL,
    elapsed     REAL    NOT NULL,                 -- seconds played
    hints       INTEGER NOT NULL,
    reveals     INTEGER NOT NULL,
    checks      INTEGER NOT NULL,
    solutions   INTEGER NOT NULL,
    view        TEXT    NOT NULL,                 -- state of the screen (JSON)
    description TEXT,                             -- of a layout outside the catalogue
    level       TEXT,                             -- NULL if not rated
    day         TEXT,                             -- of a daily puzzle; NULL if it is none
    favourite   INTEGER NOT NULL DEFAULT 0,
    watches     INTEGER NOT NULL DEFAULT 0,
    file        TEXT    NOT NULL DEFAULT '',      -- of the puzzle; empty if none
    candidates  TEXT,                             -- masks of digits; NULL for all
    rules       TEXT                              -- beyond the houses; NULL for none
);

CREATE INDEX IF NOT EXISTS puzzle ON game (layout, givens);

-- The history: node 0 is the start.
CREATE TABLE IF NOT EXISTS node (
    game     INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    parent   INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    changes  TEXT    NOT NULL,                    -- [cell, value, notes, revealed before, the same three after], ...
    redo     INTEGER NOT NULL,                    -- the child that redo goes to; 0 if none
    bookmark TEXT,                                -- its label, NULL if unmarked
    elapsed  REAL,                                -- seconds played when the move was made; NULL if made in version 1
    eliminated TEXT,                              -- [cell, digit], ... eliminated by a hint; NULL for none
    marks    TEXT,                                -- [cell, [corner notes, colour, [digit, its colour], ... before],
                                                  -- the same after], ... where there are any; NULL for none
    hints    INTEGER NOT NULL DEFAULT 0,          -- number of hints asked for in this state
    PRIMARY KEY (game, number)
) WITHOUT ROWID;

-- Each game when it was first solved; kept when the game is deleted.
CREATE TABLE IF NOT EXISTS finish (
    game      INTEGER PRIMARY KEY,
    finished  REAL    NOT NULL,
    title     TEXT    NOT NULL,
    layout    TEXT    NOT NULL,
    elapsed   REAL    NOT NULL,
    hints     INTEGER NOT NULL,
    reveals   INTEGER NOT NULL,
    checks    INTEGER NOT NULL,
    solutions INTEGER NOT NULL,
    level     TEXT,
    day       TEXT,
    watches   INTEGER NOT NULL DEFAULT 0
);

-- The technique that a player's move used, if known; kept when the game is deleted.
CREATE TABLE IF NOT EXISTS used (
    game      INTEGER NOT NULL,
    node      INTEGER NOT NULL,
    technique TEXT    NOT NULL,                   -- its name in the catalogue
    PRIMARY KEY (game, node)
) WITHOUT ROWID;

-- The drills answered, in order.
CREATE TABLE IF NOT EXISTS drill (
    number    INTEGER PRIMARY KEY,
    answered  TEXT    NOT NULL,                   -- the date, as 2026-11-21
    technique TEXT    NOT NULL,
    layout    TEXT    NOT NULL,                   -- its name
    quality   INTEGER NOT NULL                    -- from 0 to 5 (schedule.py); 0: stuck in a game
);
