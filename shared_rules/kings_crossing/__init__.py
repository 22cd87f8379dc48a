"""King's Crossing: the game, its geometry and its page of rules."""
