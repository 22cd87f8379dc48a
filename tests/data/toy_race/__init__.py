"""Toy Race: the smallest game that has all a game needs; for tests."""
