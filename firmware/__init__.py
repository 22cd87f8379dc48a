"""What runs on the board only."""

VERSION = "0.1.0"
