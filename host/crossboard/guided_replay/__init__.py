"""Replay and set-up of positions, guided square by square by a board's lights."""
