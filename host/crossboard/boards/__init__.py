"""Boards at the other end of a wire: which there are, the link, a session with one, its clock, its stored games."""
