"""Chess: the game, its geometry and its page of rules."""
