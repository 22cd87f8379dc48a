"""Tiny Race: a game for Crossboard."""
