"""The files of a board: constants folded, each source compiled by mpy-cross, the profile beside them."""
