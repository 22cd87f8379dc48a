"""For hatch, when a wheel is built: the compiled rules go with it where there is a C compiler; else, and with CROSSBOARD_PLAIN=1 in
the environment, it is plain Python and fits everywhere."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Compiles in the folder `build` and puts what is made into the wheel; an editable install has `make` for that."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is put together."""
        if version == "editable" or os.environ.get("CROSSBOARD_PLAIN"):
            return
        root = Path(self.root)
        sys.path[:0] = [str(root), str(root / "host")]
        from crossboard.compiled.build import build

        into = root / "build" / "wheel" / "compiled"  # so that type checks pass it over
        try:
            build(root / "build" / "compiled", into)
        except (ImportError, SystemExit, OSError) as error:
            self.app.display_warning(f"the rules are not compiled, and run as plain Python: {error}")
            return
        for path in (into / "rules").rglob("*.*"):
            build_data["force_include"][str(path)] = f"crossboard/compiled/rules/{path.relative_to(into / 'rules')}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
