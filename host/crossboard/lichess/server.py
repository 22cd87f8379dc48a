"""Which server is meant, and what a token for it looks like. Loads nothing of the extra `lichess`."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from crossboard.calling import command
from crossboard.errors import CrossboardError
from crossboard.folders import data_folder
from crossboard.games.words import clean

SERVER = "https://lichess.org"
SCOPES = ("board:play", "challenge:read", "challenge:write")
TOKEN = re.compile(r"[A-Za-z0-9_]{8,1024}")
HERE = ("localhost", "127.0.0.1", "::1")


def read_server(text: str) -> str:
    """The URL of a server, as `https://lichess.org`; CrossboardError if it is none, or would have the token sent in the clear."""
    try:
        url = urlsplit(text)
        host, port = url.hostname, url.port
    except ValueError:
        host, port, url = None, None, urlsplit("")
    if not host or url.scheme not in ("http", "https") or url.username or url.path.strip("/") or url.query:
        raise CrossboardError(f"'{clean(text)}' is not the URL of a server; wanted one as {SERVER}")
    if url.scheme == "http" and host not in HERE:
        raise CrossboardError(f"'{clean(text)}' would have your token sent unencrypted; use https://{host}")
    shown = f"[{host}]" if ":" in host else host
    return f"{url.scheme}://{shown}" + (f":{port}" if port else "")


def host_of(server: str) -> str:
    """The server as players read it: `lichess.org`."""
    return server.partition("://")[2]


def kept_at(server: str) -> Path:
    """What begins the names of the files of games there."""
    return data_folder() / "lichess" / host_of(server).replace(":", "_")


def token_page(server: str) -> str:
    """Where a user gets a token that allows all that playing needs."""
    scopes = "&".join(f"scopes[]={scope}" for scope in SCOPES)
    return f"{server}/account/oauth/token/create?{scopes}&description=Crossboard"


def typed(server: str, *words: str) -> str:
    """A line of the command `lichess` for that server."""
    return command("lichess", *words, *(() if server == SERVER else ("--server", server)))


def read_token(text: str) -> str:
    """The token in a line of input; CrossboardError, which does not tell it, if it can't be one."""
    token = text.strip()
    if not TOKEN.fullmatch(token):
        raise CrossboardError("that is no token: a token has letters, digits and '_' alone, and at least 8 of them")
    return token
