"""Watching boards: the stream of their games (docs/events.md), as lines, as JSON, or as PGN files kept up to date."""
