"""Accounts and their tokens: who may use the bus and the wall, kept in a file beside the hub's library.

A token is 128 random bits; only its SHA-256 is kept (so long a secret needs no slow hash). Revoking takes effect at once: the
embedded broker and the wall ask for every connection and request; for mosquitto the same accounts are written as its password and
access files.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from crossboard.errors import CrossboardError, reason_of
from crossboard.folders import write_whole
from crossboard.hub.topics import (
    BOARD,
    BOARD_HEARS,
    BOARD_SAYS,
    ENDS,
    FRIEND,
    HUB,
    PLAYER,
    ROOT,
    SEEN,
    VIEWER,
    check_name,
    discovery_topic,
)

FILE = "accounts.json"
ROLES = (BOARD, VIEWER, PLAYER, HUB)
ROUNDS = 101  # of PBKDF2 in mosquitto's password file: its default; a random token needs no more
TOKEN_BYTES = 16


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody with a token."""

    name: str
    role: str
    digest: str
    mosquitto: str = ""


class Access:
    """The accounts of a hub; `folder` None: none are kept. For any thread: the dictionary is replaced, never changed."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = folder / FILE if folder else None
        self._seen: tuple[int, int] = (0, 0)
        self._accounts: dict[str, Account] = {}
        self._fallen: set[str] = set()
        self._read_anew()

    def refresh(self) -> set[str]:
        """Read the file if it has changed; the names whose tokens hold no more, of all that did since the last call."""
        self._read_anew()
        fallen, self._fallen = self._fallen, set()
        return fallen

    def _replace(self, accounts: dict[str, Account]) -> None:
        before, self._accounts = self._accounts, accounts
        self._fallen |= {name for name, one in before.items() if accounts.get(name) != one}

    def _read_anew(self) -> None:
        if self._path is None:
            return
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return
        except OSError as error:
            raise CrossboardError(reason_of(error), str(self._path)) from error
        seen = (found.st_mtime_ns, found.st_size)
        if seen != self._seen:
            self._seen = seen
            self._replace(_read(self._path))

    def accounts(self) -> list[Account]:
        """Everybody."""
        return sorted(self._accounts.values(), key=lambda account: (account.role, account.name))

    def give(self, role: str, name: str) -> str:
        """Give an account a new token, and create it if it is new; its old token becomes invalid."""
        return self.give_all(role, [name])[name]

    def give_all(self, role: str, names: Sequence[str]) -> dict[str, str]:
        """The same for several accounts: name -> token."""
        if role not in ROLES:
            raise CrossboardError(f"'{role}' is not a role; use {', '.join(ROLES)}")
        self._read_anew()
        tokens: dict[str, str] = {}
        found = dict(self._accounts)
        for name in names:
            known = found.get(check_name(name))
            if known and known.role != role:
                raise CrossboardError(f"{name} has the role {known.role} already; revoke that first")
            tokens[name] = secrets.token_urlsafe(TOKEN_BYTES)
            found[name] = Account(name, role, _digest(tokens[name]), _mosquitto_hash(tokens[name]))
        self._replace(found)
        self._write()
        return tokens

    def revoke(self, name: str) -> None:
        """Take the account's token away; CrossboardError if there is no such account."""
        self._read_anew()
        if name not in self._accounts:
            raise CrossboardError(f"there is no account '{name}'")
        self._replace({key: account for key, account in self._accounts.items() if key != name})
        self._write()

    def role(self, name: str, token: str) -> str:
        """The role of the account with that name and token, "" if there is none."""
        account = self._accounts.get(name)
        shown = _digest(token)
        if account is None or not hmac.compare_digest(account.digest, shown):
            return ""
        return account.role

    def by_token(self, token: str) -> Account | None:
        """The account with that token (a browser sends no name)."""
        shown = _digest(token)
        found = [account for account in self._accounts.values() if hmac.compare_digest(account.digest, shown)]
        return found[0] if found else None

    def holds(self, name: str, role: str) -> bool:
        """Whether the account is still there."""
        account = self._accounts.get(name)
        return role == FRIEND or (account is not None and account.role == role)

    def _write(self) -> None:
        if self._path is None:
            return
        rows = [{"name": a.name, "role": a.role, "sha256": a.digest, "mosquitto": a.mosquitto} for a in self.accounts()]
        write_whole(self._path, json.dumps({"accounts": rows}, indent=1) + "\n", private=True)
        self._seen = (0, 0)

    def write_mosquitto(self, folder: Path) -> None:
        """Write `passwords` and `access` for mosquitto (password_file, acl_file); it reads them again on SIGHUP."""
        accounts = self.accounts()
        write_whole(folder / "passwords", "".join(f"{a.name}:{a.mosquitto}\n" for a in accounts), private=True)
        lines: list[str] = []
        for account in accounts:
            lines += [f"user {account.name}", *(f"topic {rule}" for rule in _rules(account)), ""]
        write_whole(folder / "access", "\n".join(lines) + "\n", private=True)


def _rules(account: Account) -> list[str]:
    if account.role == HUB:
        return [f"readwrite {ROOT}/#"]
    if account.role == VIEWER:
        return [f"read {part}#" for part in SEEN]
    if account.role == PLAYER:
        return [f"readwrite {ROOT}/matches/+/{end}" for end in ENDS]
    own = f"{ROOT}/boards/{account.name}"
    return [
        *(f"write {own}/{kind}" for kind in BOARD_SAYS),
        f"write {discovery_topic(account.name)}",
        *(f"read {own}/{kind}" for kind in BOARD_HEARS),
        f"read {ROOT}/hubs/+",
    ]


def _read(path: Path) -> dict[str, Account]:
    try:
        given: object = json.loads(path.read_text(encoding="utf-8"))
        rows = cast("list[dict[str, Any]]", cast("dict[str, Any]", given)["accounts"])
        found = [Account(str(r["name"]), str(r["role"]), str(r["sha256"]), str(r.get("mosquitto", ""))) for r in rows]
    except OSError as error:
        raise CrossboardError(reason_of(error), str(path)) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CrossboardError("is not a file of accounts as crossboard hub writes it", str(path)) from error
    return {account.name: account for account in found}


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _mosquitto_hash(token: str) -> str:
    """As mosquitto_passwd writes it: $7$, rounds, salt and PBKDF2-SHA512 in base 64."""
    salt = secrets.token_bytes(12)
    made = hashlib.pbkdf2_hmac("sha512", token.encode(), salt, ROUNDS)
    return f"$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(made).decode()}"
