"""The circuit boards that a maker orders: a tile of 4x4 squares, a single square, and the carrier of the Pico."""
