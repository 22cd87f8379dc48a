"""Leading through a game by the lights of a board: replay and set-up square by square."""
