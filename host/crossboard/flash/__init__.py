"""`crossboard flash`: finding a board, what it lacks, bringing it there, and the package for others."""
