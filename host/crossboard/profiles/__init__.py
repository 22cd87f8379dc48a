"""Board profiles: hardware/profiles/*.toml, checked, and compiled to the file that the firmware reads.

A profile is data: which squares a board has, what is wired to which pin, where each game lies. `load` gives the checked table,
`compile_profile` what goes to the board as /profile.json.
"""

from crossboard.profiles.checker import ProfileError as ProfileError
from crossboard.profiles.compiling import FORMAT as FORMAT
from crossboard.profiles.compiling import compile_profile as compile_profile
from crossboard.profiles.compiling import profile_json as profile_json
from crossboard.profiles.compiling import variant_words as variant_words
from crossboard.profiles.compiling import with_games as with_games
from crossboard.profiles.files import folders as folders
from crossboard.profiles.files import known_here as known_here
from crossboard.profiles.files import load as load
from crossboard.profiles.files import names as names
from crossboard.profiles.files import parse as parse
from crossboard.profiles.files import profiles_help as profiles_help
from crossboard.profiles.files import read as read
