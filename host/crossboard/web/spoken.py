"""The pages in the language of whoever asks: that of a request, the texts of an HTML file, and the words of the scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape, unescape
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from crossboard.language import HERE, LANGUAGE, wanted
from crossboard.language.catalogues import LANGUAGES, catalogue

COOKIE = "crossboard-language"  # language.js keeps the choice there
PARAMETER = "language"  # of a socket, whose page says what it was loaded in

PART = re.compile(r"(<[^>]*>)")
ATTRIBUTE = re.compile(r'(?<= )(aria-label|title|alt|placeholder)="([^"]*)"')
LETTERS = re.compile(r"[^\W\d_]{2}")


def language_of(scope: Scope) -> str:
    """The language of a request: its page's, what was chosen, or what the browser prefers."""
    headers = Headers(scope=scope)
    try:
        kept = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        kept = None
    given = parse_qs(scope["query_string"].decode("latin-1")).get(PARAMETER, [""])[0]
    return wanted(given or (kept.value if kept else ""), headers.get("accept-language", ""))


def replaced(html: str, say: Callable[[str], str]) -> str:
    """A page in which `say` has every text: what stands between two tags, and the attributes that are read or spoken."""

    def attribute(found: re.Match[str]) -> str:
        return f'{found[1]}="{escape(say(unescape(found[2])))}"' if LETTERS.search(found[2]) else found[0]

    parts = PART.split(html)
    for i, part in enumerate(parts):
        words = part.strip()
        if part.startswith("<"):
            parts[i] = ATTRIBUTE.sub(attribute, part)
        elif LETTERS.search(unescape(words)):
            parts[i] = part.replace(words, escape(say(unescape(words)), quote=False))
    return "".join(parts)


def page(html: str) -> str:
    """An HTML file in the language of the request."""
    language = LANGUAGE.get()
    known = catalogue(HERE, language)
    said = replaced(html, lambda text: " ".join(known.get(text, [text])))
    return said.replace('<html lang="en">', f'<html lang="{language}">', 1)


def words_script() -> str:
    """`words.js`: what the scripts say, by their English, in the language of the request."""
    language = LANGUAGE.get()
    known = catalogue(HERE, language)
    words = {
        message: forms[0] if len(forms) == 1 else forms
        for message, forms in known.items()
        if any(name.endswith(".js") for name in known.files[message])
    }
    values = {"LANGUAGE": language, "LANGUAGES": LANGUAGES, "WORDS": words}
    return "".join(
        f"export const {name} = {json.dumps(value, ensure_ascii=False)};\n" for name, value in values.items()
    )
