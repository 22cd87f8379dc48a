"""What a maker needs to build a board, generated from its profile: parts, pin table, wiring drawing, map of its squares."""
