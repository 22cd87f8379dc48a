"""A wall page that only notes when it is told of each record.

`python -m tests.benchmarks.hall_page PORT FILE`, until it is ended.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from pathlib import Path

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def main() -> None:
    port, path = int(sys.argv[1]), Path(sys.argv[2])
    seen: dict[str, float] = {}

    def end(number: int, frame: object) -> None:
        del number, frame
        path.write_text(json.dumps(seen))
        raise SystemExit

    signal.signal(signal.SIGTERM, end)
    origin = f"http://127.0.0.1:{port}"
    while True:
        try:
            with connect(f"ws://127.0.0.1:{port}/live?watch", origin=origin, max_size=None) as page:  # type: ignore[arg-type]
                while True:
                    message = json.loads(page.recv())
                    now = time.monotonic()
                    if "number" not in message:
                        continue
                    page.send(json.dumps({"op": "seen", "number": message["number"]}))
                    for name, tile in message.items():
                        if name.startswith("board/"):
                            seen.setdefault(f"{tile['board']}/{tile['seq']}", now)
        except (OSError, ConnectionClosed):
            time.sleep(0.2)


if __name__ == "__main__":
    main()
