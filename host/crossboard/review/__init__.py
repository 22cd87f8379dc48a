"""Games that were played: listed, searched, counted, imported, exported, stepped through."""
