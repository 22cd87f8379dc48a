"""Sentences that can be said in several languages.

English is the language of the sources: `tr("{side} to move.", side=side)` is that sentence as a str like any other, for the
terminal, a record or a log, and knows besides how it was made. Where it leaves for a page, `in_language` says it in the page's
language, by the catalogues (catalogues.py); what they lack is said in English. A sentence that is put together in another way (by
an f-string, or by `str.join`) is English for good: use `tr`, `trn`, `join` or `+`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any, cast

from crossboard.language.catalogues import ENGLISH, LANGUAGES, catalogue

HERE = Path(__file__).parents[1]
"""The folder whose catalogue has what no game's package says."""

LANGUAGE: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""The language of whoever asked for what is being done (web/spoken.py)."""


class Text(str):
    """A sentence, in English; `spoken(language)` says it."""

    spoken: Callable[[str], str]

    def __str__(self) -> str:  # str(error) is what the error was made with
        return self

    def __add__(self, other: str) -> Text:
        return join("", (self, other))

    def __radd__(self, other: str) -> Text:
        return join("", (other, self))

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, ("".join(self),)


def _text(spoken: Callable[[str], str]) -> Text:
    found = Text(spoken(ENGLISH))
    found.spoken = spoken
    return found


def said(value: object, language: str) -> str:
    """A text in that language; anything else as it is."""
    return value.spoken(language) if isinstance(value, Text) else str(value)


def tr(template: str, folder: Path = HERE, /, **values: object) -> Text:
    """A sentence whose `{names}` stand for values, which may be such texts again; `folder` is the package that says it."""

    def spoken(language: str) -> str:
        found = catalogue(folder, language).get(template) or catalogue(HERE, language).get(template)
        words = found[0] if found else template
        return words.format(**{name: said(value, language) for name, value in values.items()}) if values else words

    return _text(spoken)


def trn(one: str, more: str, count: int, **values: object) -> Text:
    """`one` or `more` by the number `count`, which they may have as `{count}`."""

    def spoken(language: str) -> str:
        words = catalogue(HERE, language).plural(one, more, count)
        return words.format(**{name: said(value, language) for name, value in {"count": count, **values}.items()})

    return _text(spoken)


def join(between: str, parts: Iterable[str]) -> Text:
    """Texts one after the other; those that are "" left out."""
    found = [part for part in parts if part]
    return _text(lambda language: said(between, language).join(said(part, language) for part in found))


def changed(words: str, change: Callable[[str], str]) -> Text:
    """What `change` makes of a text, in every language."""
    return _text(lambda language: change(said(words, language)))


def in_language(value: Any, language: str) -> Any:
    """What JSON can hold, copied, with its texts said in that language."""
    if isinstance(value, Text):
        return value.spoken(language)
    if isinstance(value, Mapping):
        return {key: in_language(one, language) for key, one in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [in_language(one, language) for one in cast("Iterable[Any]", value)]
    return value


def frozen(value: Any) -> Any:
    """A copy of what JSON can hold, for later; its texts stay such texts."""
    if isinstance(value, Mapping):
        return {key: frozen(one) for key, one in cast("Mapping[Any, Any]", value).items()}
    return [frozen(one) for one in cast("Iterable[Any]", value)] if isinstance(value, list | tuple) else value


def wanted(chosen: str, accepted: str) -> str:
    """The language of a page: what was `chosen`, else the first of an Accept-Language header (RFC 9110, 12.5.4) that there is."""
    if chosen in LANGUAGES:
        return chosen
    ranked: list[tuple[float, str]] = []
    for part in accepted[:1000].split(","):
        tag, _, weight = part.strip().partition(";")
        try:
            rank = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if rank > 0:
            ranked.append((-rank, tag.strip().partition("-")[0].lower()))
    ranked.sort(key=lambda one: one[0])
    return next((tag for _, tag in ranked if tag in LANGUAGES), ENGLISH)
