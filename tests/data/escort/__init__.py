"""Escort: a small game in which a ply may move two pieces of the player; for tests."""
