"""What shared_rules/README.md promises of every game, tried on it: for the project's tests and for `crossboard game check`."""
