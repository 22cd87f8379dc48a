"""The firmware: what runs only on the board."""

VERSION = "0.1.0"
