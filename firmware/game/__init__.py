"""The game being played: how it begins and ends, its position, its records on the flash, and the board as a player of it."""
