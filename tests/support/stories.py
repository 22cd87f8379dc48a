"""Traces of a few edges in a test, and what the recognizer makes of them."""

from __future__ import annotations

from crossboard.games.reasons import why_word
from crossboard.games.rules import square_name
from crossboard.library.trace import Trace, parse_trace
from crossboard.recognize import AFTER_MS, Observer


def traced(position: str, edges: str) -> Trace:
    """A trace of edges, one a line or with `/` between them."""
    text = "".join(f"{edge.strip()}\n" for edge in edges.strip().replace("/", "\n").splitlines())
    return parse_trace(f"# crossboard-trace 1\n# position {position}\n{text}", "a story")


def story(position: str, lines: str) -> list[str]:
    """What happens, as words with times, when the edges of a trace are fed in."""
    trace = traced(position, lines)
    game = trace.game()
    observer = Observer(game)
    told: list[str] = []

    def until(time: int) -> None:
        for h in observer.until(time):
            words = [str(h.time), h.what]
            if h.what in ("shown", "ply", "takeback"):
                words.append(game.ply_text(h.ply))
            if h.what == "refused":
                words += [square_name(game, h.origin), square_name(game, h.target), why_word(game, h.why)]
            told.append(" ".join(words))

    for event in trace.events:
        until(event.time)
        observer.feed(event)
    until(observer.now + AFTER_MS)
    return told
