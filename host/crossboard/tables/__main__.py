"""`python -m crossboard.tables`: writes the table modules into the checkout's shared_rules (tables/__init__.py)."""

from pathlib import Path

import shared_rules
from crossboard.tables import write_all

if __name__ == "__main__":
    write_all(Path(shared_rules.__file__).parent)
