"""The firmware: what runs only on the board."""

VERSION = "0.1.0"
SUFFIX = ".log"  # of a game's file
