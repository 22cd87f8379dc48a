"""A user's account on a server: where its token is kept, and whether the server takes it.

The token is in the operating system's keyring and nowhere else. It comes from standard input, never from the command line, and
goes to the server that it was stored for, in a header, over https. berserk is under the GPL: only this module and line.py load it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any, cast

import berserk
import keyring
import keyring.errors
from berserk.exceptions import ApiError, ResponseError

from crossboard.errors import CrossboardError
from crossboard.games.words import clean
from crossboard.language import tr
from crossboard.lichess.game_state import NONSENSE
from crossboard.lichess.server import SCOPES, host_of, token_page, typed

SERVICE = "Crossboard (lichess)"
"""What the keyring has tokens under, each for the URL of its server."""
ANSWER_S = (10.0, 20.0)
"""The longest that a server may take to be reached, and be silent: it sends an empty line every 7 s."""
LONGEST = 200  # characters of what a server says

logging.getLogger("berserk").setLevel(logging.WARNING)  # below that it logs what it sends, the token among it


def token_of(server: str) -> str:
    """The token that is kept; CrossboardError if there is none."""
    try:
        token = keyring.get_password(SERVICE, server)
    except keyring.errors.KeyringError as error:
        raise _no_keyring(error) from error
    if not token:
        raise CrossboardError(f"you are not logged in there: type {typed(server, 'login')}", host_of(server))
    return token


def keep_token(server: str, token: str) -> None:
    """Keep it in place of the one before."""
    try:
        keyring.set_password(SERVICE, server, token)
    except keyring.errors.KeyringError as error:
        raise _no_keyring(error) from error


def forget_token(server: str) -> None:
    """Have none any more."""
    try:
        if keyring.get_password(SERVICE, server):
            keyring.delete_password(SERVICE, server)
    except keyring.errors.KeyringError as error:
        raise _no_keyring(error) from error


def _no_keyring(error: keyring.errors.KeyringError) -> CrossboardError:
    if isinstance(error, keyring.errors.NoKeyringError):
        return CrossboardError(
            "this system has no keyring to keep the token in; on Linux, install and unlock GNOME Keyring or KWallet"
        )
    return CrossboardError(f"the system's keyring can't be used: {clean(str(error) or type(error).__name__)}")


class Session(berserk.TokenSession):
    """Requests with the token, and with nothing of a .netrc. None waits for ever."""

    def __init__(self, token: str, answer_s: tuple[float, float] = ANSWER_S) -> None:
        super().__init__(token)
        self.auth = self._authorize
        self._answer_s = answer_s

    def _authorize(self, request: Any) -> Any:
        request.headers["Authorization"] = f"Bearer {self.token}"
        return request

    def request(self, *args: Any, **kwargs: Any) -> Any:
        """As requests has it."""
        return super().request(*args, **{"timeout": self._answer_s, **kwargs})


def user_of(server: str, token: str) -> str:
    """Whose token it is; CrossboardError if the server does not know it, or it does not allow what playing needs."""
    client = berserk.Client(Session(token), server)
    try:
        found = cast("dict[str, Any] | None", client.oauth.test_tokens(token).get(token))
        user, allowed = (clean(str(found["userId"])), str(found.get("scopes", "")).split(",")) if found else ("", [])
    except (ApiError, OSError, *NONSENSE) as error:
        raise CrossboardError(trouble_words(error, server), host_of(server)) from None
    if not user:
        raise CrossboardError(f"this token is not valid there; make one at {token_page(server)}", host_of(server))
    if missing := [scope for scope in SCOPES if scope not in allowed]:
        wanted = f"this token does not allow {', '.join(missing)}; make one at {token_page(server)}"
        raise CrossboardError(wanted, host_of(server))
    return user


def status_of(error: BaseException) -> int:
    """The HTTP status by which a server has refused something; 0 if it has not."""
    return error.response.status_code if isinstance(error, ResponseError) else 0


def _texts(value: object) -> Iterator[str]:
    """Those in what a server gives as an error: a text, or what is wrong by name: `{"clock.limit": ["too short"]}`."""
    if isinstance(value, dict):
        for name, one in cast("dict[str, object]", value).items():
            yield f"{name}: {', '.join(_texts(one))}"
    elif isinstance(value, list):
        for one in cast("list[object]", value):
            yield from _texts(one)
    elif value:
        yield str(value)


def trouble_words(error: BaseException, server: str) -> str:
    """What went wrong with a request to that server, without what it was."""
    if isinstance(error, ResponseError):
        status = error.response.status_code
        known = {
            429: tr("too many requests; it wants a minute's rest"),
            401: tr("it does not take your token any more: log in anew, {command}", command=typed(server, "login")),
        }
        cause = cast(object, error.cause)
        said = "; ".join(_texts(cast("dict[str, object]", cause).get("error"))) if isinstance(cause, dict) else ""
        return known.get(status) or clean(said or f"HTTP {status}")[:LONGEST]
    if isinstance(error, NONSENSE):
        return tr("its answer can't be understood")
    found: BaseException | None = error
    while found is not None:  # the system's own words are in the innermost
        if isinstance(found, OSError) and found.strerror:
            return tr("it can't be reached: {why}", why=found.strerror)
        found = found.__cause__ or found.__context__
    return tr("it can't be reached")
