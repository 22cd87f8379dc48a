"""The file of a match: what has to outlive a program that plays it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from crossboard.errors import CrossboardError, reason_of
from crossboard.folders import data_folder, write_whole
from crossboard.hub import match as m
from crossboard.hub.match_messages import log_value, read_log, read_proposal, read_spent
from crossboard.hub.messages import Value
from crossboard.hub.topics import HOST


@dataclass
class MatchFile:
    """What has to outlive a program: the log, the plies when board and log were last the same, and which game of the board
    it is: the one of that id, which began after the first `began` plies of the match. `replacing`: the board's game in place of
    which another one is to begin, after the `wanted` plies. `taking_back`: the board's plies once it has taken back what it was
    asked to. `spent`: what our player has taken for the ply to come. `request`: what the guest's player has asked for, besides
    plies, until the log answers it."""

    path: Path
    end: str
    secret: str = ""
    url: str = ""
    log: m.Log | None = None
    base: list[str] = field(default_factory=list[str])
    board_game: str = ""
    began: list[str] = field(default_factory=list[str])
    replacing: str = ""
    wanted: list[str] = field(default_factory=list[str])
    taking_back: list[str] | None = None
    spent: m.Spent = m.Spent(0, 0, False)
    request: m.Proposal | None = None
    stamp: int = 0
    heard: int = 0

    @property
    def side(self) -> int:
        """The local player's, at this end."""
        host = self.log.host_side if self.log else 0
        return host if self.end == HOST else 1 - host

    def save(self) -> None:
        """On the disk when it returns."""
        value = {
            "end": self.end, "secret": self.secret, "url": self.url, "stamp": self.stamp, "heard": self.heard,
            "base": self.base, "board_game": self.board_game, "began": self.began,
            "replacing": self.replacing, "wanted": self.wanted, "taking_back": self.taking_back,
            "request": self.request, "spent": self.spent,
            "log": log_value(self.log) if self.log else None,
        }  # fmt: skip
        write_whole(self.path, json.dumps(value, ensure_ascii=False) + "\n", private=True)


def match_path(name: str) -> Path:
    """Where a match is kept."""
    return data_folder() / "matches" / f"{name}.json"


def load_match(path: Path) -> MatchFile | None:
    """A match that was kept, None if there is none; CrossboardError if the file is damaged."""
    try:
        given: object = json.loads(path.read_text(encoding="utf-8"))
        value = cast(Value, given)
        log = value["log"]
        texts = [str(value[key]) for key in ("end", "secret", "url")]
        plies = [[str(ply) for ply in value[key]] for key in ("base", "began", "wanted")]
        found = MatchFile(path, texts[0], texts[1], texts[2], read_log(log) if log else None, plies[0])
        if found.log:
            m.check_log(found.log)
        found.board_game, found.replacing = str(value["board_game"]), str(value["replacing"])
        found.began, found.wanted = plies[1], plies[2]
        if (left := value.get("taking_back")) is not None:
            found.taking_back = [str(ply) for ply in left]
        found.stamp, found.heard = int(value["stamp"]), int(value["heard"])
        found.request = read_proposal(value.get("request"))
        found.spent = read_spent(value.get("spent")) or found.spent
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CrossboardError(reason_of(error), str(path)) from error
    except (ValueError, KeyError, TypeError) as error:
        raise CrossboardError(f"holds no match that can be continued ({error})", str(path)) from error
    return found


def last_invited() -> MatchFile | None:
    """The match that this user has invited to last and that is not over, None if there is none."""
    folder = match_path("x").parent
    for path in sorted(folder.glob("*.json"), key=lambda one: one.stat().st_mtime, reverse=True):
        found = load_match(path)
        if found and found.end == HOST and found.log and not m.is_over(found.log):
            return found
    return None
