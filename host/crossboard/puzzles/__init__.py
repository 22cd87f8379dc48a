"""Puzzles: positions with one ply that wins by force, to be found by the player."""

from crossboard.puzzles.puzzle import Puzzle as Puzzle
from crossboard.puzzles.puzzle import puzzles as puzzles
