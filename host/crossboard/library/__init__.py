"""The library: every game that was logged, in one SQLite file (docs of the tables: migrations.py)."""

from crossboard.library.games import Library as Library
from crossboard.library.opening import existing_library as existing_library
from crossboard.library.opening import library_path as library_path
from crossboard.library.opening import open_library as open_library
from crossboard.library.stored import IMPORTED as IMPORTED
from crossboard.library.stored import Event as Event
from crossboard.library.stored import NewGame as NewGame
from crossboard.library.stored import StoredBoard as StoredBoard
from crossboard.library.stored import StoredEval as StoredEval
from crossboard.library.stored import StoredGame as StoredGame
from crossboard.library.stored import StoredNote as StoredNote
from crossboard.library.stored import wall_ms as wall_ms
