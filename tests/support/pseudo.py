"""A language for tests, in which every message stands in brackets: what is seen outside of any was not translated."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from babel.messages import pofile

import crossboard.language as language
from crossboard.language import catalogues as reading
from crossboard.web import spoken
from crossboard.web.extract import sources, template

TAG = "xx"
NAME = "Pseudo"

OUTSIDE = r"""(allowed) => {
  const found = [];
  const bare = (text) => {
    let depth = 0;
    const outside = (one) => {
      depth += Number(one === "[") - Number(one === "]");
      return depth === 0 && one !== "]";
    };
    return [...text].filter(outside).join("");
  };
  const see = (where, text) => {
    const left = bare(text || "").replace(/\S*(\d|:\/\/)\S*/g, " ");
    const words = (left.match(/\p{L}{2,}/gu) || []).filter((word) => !allowed.includes(word));
    if (words.length) found.push(`${where}: ${text.trim()}`);
  };
  const above = (node) => (node.parentElement ? `${path(node.parentElement)} ` : "");
  const path = (node) => (node.id ? `#${node.id}` : above(node) + node.localName);
  for (const node of document.querySelectorAll("body *")) {
    if (node.closest("script, style, code, kbd, textarea, [translate=no]")) continue;
    for (const name of ["aria-label", "title", "alt", "placeholder", "aria-valuetext"])
      see(`${path(node)} ${name}`, node.getAttribute(name));
    for (const child of node.childNodes) if (child.nodeType === Node.TEXT_NODE) see(path(node), child.data);
  }
  see("title", document.title);
  return [...new Set(found)];
}"""
"""What of a page's texts stands in no brackets, but for numbers, moves, addresses and the words that are allowed."""


def bracketed() -> dict[Path, reading.Catalogue]:
    """The catalogues, by the folder of their package."""
    found: dict[Path, reading.Catalogue] = {}
    for folder, messages in sources():
        made = template(messages)
        for message in made:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            said = tuple(f"[{one}]" for one in ids)
            message.string = said if len(said) > 1 else said[0] if message.id else ""
        written = io.BytesIO()
        pofile.write_po(written, made, include_lineno=False, omit_header=True)
        found[folder] = reading.Catalogue(written.getvalue().decode())
    return found


def speak(put: Callable[..., object] = setattr, keep: Callable[..., object] = dict.__setitem__) -> None:
    """Let this program speak it; a test that undoes that says how it `put`s an attribute and `keep`s an item."""
    known = bracketed()
    usual = reading.catalogue

    def catalogue(folder: Path, tag: str) -> Any:
        return known[folder] if tag == TAG and folder in known else usual(folder, tag)

    keep(reading.LANGUAGES, TAG, NAME)
    for module in (language, spoken):
        put(module, "catalogue", catalogue)


def cookie(url: str) -> dict[str, Any]:
    """What a browser keeps that has chosen it."""
    host = url.split("/")[2].partition(":")[0]
    kept = {"name": spoken.COOKIE, "value": TAG, "domain": host, "path": "/", "expires": -1, "httpOnly": False}
    return {"storage_state": {"cookies": [{**kept, "secure": False, "sameSite": "Lax"}], "origins": []}}
