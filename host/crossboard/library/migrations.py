"""The library's tables, step by step: step N takes a database from version N-1 (PRAGMA user_version) to N.

A step is never changed once it was released; a change of the tables is a new step.
Statements end with `;` at the end of a line.
"""

from __future__ import annotations

# "XBLB": marks an SQLite file as a Crossboard library (PRAGMA application_id).
APPLICATION_ID = 0x58424C42

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
    );
    CREATE TABLE boards (
        id INTEGER PRIMARY KEY,
        serial TEXT NOT NULL UNIQUE,      -- the board's own id; 'import' stands for record files
        profile TEXT NOT NULL DEFAULT '',
        firmware TEXT NOT NULL DEFAULT '',
        port TEXT NOT NULL DEFAULT '',    -- where it was last seen
        seen_ms INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        board_id INTEGER NOT NULL REFERENCES boards,
        board_game TEXT NOT NULL,         -- the game's id on that board
        spec TEXT NOT NULL,               -- GAME or GAME:VARIANT
        start TEXT NOT NULL,              -- position text
        white_id INTEGER REFERENCES players,
        black_id INTEGER REFERENCES players,
        tags TEXT NOT NULL DEFAULT '{}',  -- further tags of the record, a JSON object of strings
        result TEXT NOT NULL DEFAULT '*',
        termination TEXT NOT NULL DEFAULT 'unfinished',
        began_ms INTEGER NOT NULL,        -- wall time, ms since 1970
        changed_ms INTEGER NOT NULL,
        UNIQUE (board_id, board_game)
    );
    CREATE TABLE events (
        game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seq INTEGER NOT NULL CHECK (seq > 0),
        kind TEXT NOT NULL,               -- ply, takeback, refused, end
        text TEXT NOT NULL,               -- ply: its text; takeback: how many; end: the result
        origin TEXT NOT NULL DEFAULT '',  -- refused: the squares, '-' for none
        target TEXT NOT NULL DEFAULT '',
        reason TEXT NOT NULL DEFAULT '',  -- refused and end: the word
        board_ms INTEGER,                 -- playing time since the game began
        wall_ms INTEGER,                  -- when the PC got it, ms since 1970
        digest TEXT NOT NULL DEFAULT '',  -- of the position after it, as the board saw it
        flag TEXT NOT NULL DEFAULT '',    -- what is wrong with it, if something is
        raw TEXT NOT NULL DEFAULT '',     -- what the board sent
        PRIMARY KEY (game_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE notes (
        game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seq INTEGER NOT NULL,             -- the event it stands after, 0 for the start
        place INTEGER NOT NULL,           -- order of the notes there
        kind TEXT NOT NULL,               -- comment, nag, variation
        text TEXT NOT NULL,
        PRIMARY KEY (game_id, seq, place)
    ) WITHOUT ROWID;
    CREATE TABLE strays (                 -- sent under a number that already stands for something else
        id INTEGER PRIMARY KEY,
        game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        wall_ms INTEGER,
        raw TEXT NOT NULL
    );
    CREATE INDEX games_by_time ON games (began_ms);
    """,
    """
    -- how began_ms is known: '' the PC was there, 'board' from the board's clock, 'estimated' it is the latest it can be
    ALTER TABLE games ADD COLUMN dating TEXT NOT NULL DEFAULT '';
    """,
    """
    CREATE TABLE flights (                -- the flight recorder: raw changes of the sensors
        game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        at_ms INTEGER NOT NULL,           -- playing time of the first change in the line
        text TEXT NOT NULL,               -- what the board sent, from that time on
        PRIMARY KEY (game_id, at_ms, text)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE questions (              -- what the board asked while a PC listened
        game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seq INTEGER NOT NULL,             -- the event it was asked after, 0 for the start
        place INTEGER NOT NULL,           -- order of the questions there
        offers TEXT NOT NULL,             -- the plies it could have been, with spaces between
        answer TEXT NOT NULL,             -- the one it was, '' if it was withdrawn
        board_ms INTEGER,                 -- playing time since the game began
        wall_ms INTEGER,
        PRIMARY KEY (game_id, seq, place)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE sensors (                -- how the sensors of a board have fared in play
        board_id INTEGER NOT NULL REFERENCES boards,
        boot TEXT NOT NULL,               -- in which start of the board: it counts from 0 each time
        square TEXT NOT NULL,             -- of the board, not of the game
        flickers INTEGER NOT NULL,        -- changes that came to nothing
        changes INTEGER NOT NULL,         -- changes that stood
        seen_ms INTEGER NOT NULL,         -- when the PC was told, ms since 1970
        PRIMARY KEY (board_id, boot, square)
    ) WITHOUT ROWID;
    """,
    """
    -- kept with every event that is stored, so that no list has to read the events: plies less those taken back, and the
    -- number up to which every event is there
    ALTER TABLE games ADD COLUMN plies INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN committed INTEGER NOT NULL DEFAULT 0;
    UPDATE games SET plies = (
        SELECT coalesce(sum(CASE kind WHEN 'ply' THEN 1
            WHEN 'takeback' THEN -max(0, min(CAST(text AS INTEGER), 1000000)) ELSE 0 END), 0)
        FROM events WHERE game_id = games.id
    );
    UPDATE games SET committed = (
        SELECT coalesce(min(seq), 0) FROM (SELECT 0 AS seq UNION ALL SELECT seq FROM events WHERE game_id = games.id) AS have
        WHERE NOT EXISTS (SELECT 1 FROM events WHERE game_id = games.id AND seq = have.seq + 1)
    );
    CREATE INDEX events_that_end ON events (game_id, seq) WHERE kind IN ('end', 'takeback');
    CREATE INDEX events_refused ON events (game_id, reason, origin, target) WHERE kind = 'refused';
    CREATE TABLE turn_times (             -- worked out from a game's events, stale once there are more
        game_id INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
        version INTEGER NOT NULL,         -- of the working out
        events INTEGER NOT NULL,          -- how many there were
        first BLOB NOT NULL,              -- ms of each turn of the first side that has a time, 32 bits little-endian
        second BLOB NOT NULL
    );
    """,
    """
    CREATE TABLE analysis (               -- what a search thinks of the positions of a game
        game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seq INTEGER NOT NULL,             -- the ply after which the position stands, 0 for the start
        score INTEGER NOT NULL,           -- for the first side, hundredths of a plain piece
        mate INTEGER,                     -- moves until the first side has won, below 0 lost; NULL: no end in sight
        line TEXT NOT NULL,               -- how the game should go on, plies with spaces between; '' if not known
        depth INTEGER NOT NULL,           -- plies that were looked ahead, 0 if it is from a record
        ms INTEGER NOT NULL,              -- how long it was searched, 0 if it is from a record
        PRIMARY KEY (game_id, seq)
    ) WITHOUT ROWID;
    """,
    """
    -- when a game was deleted, ms since 1970; 0: it is there. It can be brought back, and no list shows it meanwhile
    ALTER TABLE games ADD COLUMN deleted_ms INTEGER NOT NULL DEFAULT 0;
    """,
    """
    -- the chess clock as it stood last (games/chess_clock.py, `text`), '' for none
    ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT '';
    CREATE TABLE copies (                 -- games that were continued on another board than they began on
        board_id INTEGER NOT NULL REFERENCES boards,
        board_game TEXT NOT NULL,         -- the game's id there
        game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        PRIMARY KEY (board_id, board_game)
    ) WITHOUT ROWID;
    """,
    "CREATE INDEX events_of_players ON events (game_id, seq) WHERE kind = 'opponent';",
    """
    -- the engine that was asked, by the name it gives itself; '' for Crossboard's own search
    ALTER TABLE analysis ADD COLUMN engine TEXT NOT NULL DEFAULT '';
    """,
)
