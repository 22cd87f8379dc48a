"""What a game is on the PC: the rules with types, turns and records as text, boards as text, the engine."""
