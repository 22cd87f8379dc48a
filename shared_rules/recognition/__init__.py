"""From sensor changes to plies."""
