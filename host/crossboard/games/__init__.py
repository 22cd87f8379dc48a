"""What a game is on the PC: the rules with types, turns and records as text, boards as text, the engine.

Whoever imports a module of this package has the games of installed packages, too (outside.py).
"""

from crossboard.games.outside import add_installed

add_installed()
