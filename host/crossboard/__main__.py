"""`python -m crossboard` is the `crossboard` command."""

import sys

from crossboard.cli import main

if __name__ == "__main__":
    sys.exit(main())
