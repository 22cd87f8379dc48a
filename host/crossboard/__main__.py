"""The `crossboard` command, as the installed script and `python -m crossboard` start it."""

import sys

from crossboard.interrupt import end_when_interrupted

end_when_interrupted()


def main() -> int:
    """Run the command line; returns the exit status. What a command is made of takes a while to import."""
    from crossboard.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
