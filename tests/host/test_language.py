"""What is said in other languages: the sentences that know how they were made, and catalogues that lack nothing."""

from __future__ import annotations

import copy
import io
import json
import pickle
import re
import shutil
from pathlib import Path

import pytest
from babel.messages import pofile

from crossboard.errors import CrossboardError
from crossboard.games.about import about, read_about
from crossboard.games.reasons import end_words
from crossboard.games.rules import game_names, new_game, side_names
from crossboard.games.words import clean, listed
from crossboard.language import Text, in_language, join, tr, trn, wanted
from crossboard.language.catalogues import ENGLISH, LANGUAGES, Catalogue, catalogue_path
from crossboard.web.extract import files, of_game, sources, template
from crossboard.web.spoken import replaced
from crossboard.web.static_files import STATIC

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
PLACES = re.compile(r"\{\w+\}")


def test_the_catalogues_are_those_of_the_sources() -> None:
    for path, text in files():
        assert path.read_text(encoding="utf-8") == text, f"{path} is out of date: make words"


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated(language: str) -> None:
    for folder, _ in sources():
        path = catalogue_path(folder, language)
        for message in pofile.read_po(io.BytesIO(path.read_bytes()), language):
            if not message.id:
                continue
            assert not message.fuzzy, f"{path}: {message.id}"
            many = isinstance(message.id, tuple | list)
            ids = message.id if many else [message.id]
            forms = message.string if many else [message.string]
            assert len(forms) == (2 if many else 1) and all(forms), f"{path}: {message.id} is not translated"
            places = {place for one in ids for place in PLACES.findall(one)}
            for form in forms:
                assert places - {"{count}"} <= set(PLACES.findall(form)) <= places, f"{path}: {form}"
                assert (form[-1] == " ") == (ids[0][-1] == " "), f"{path}: {form}"
            if not many:
                assert set(PLACES.findall(forms[0])) == places, f"{path}: {forms[0]}"


@pytest.mark.parametrize("language", OTHERS)
def test_they_are_read_as_babel_reads_them(language: str) -> None:
    for folder, _ in sources():
        data = catalogue_path(folder, language).read_bytes()
        known = {one.id: one.string for one in pofile.read_po(io.BytesIO(data), language) if one.id}
        ours = Catalogue(data.decode())
        for message, said in known.items():
            key = message if isinstance(message, str) else message[0]
            assert ours[key] == ((said,) if isinstance(said, str) else tuple(said))
        assert len(ours) == len(known)


def test_a_message_that_is_not_sure_counts_for_nothing() -> None:
    text = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n#, fuzzy\nmsgid "a"\nmsgstr "b"\n\n'
    known = Catalogue(
        text + 'msgid "c"\nmsgstr ""\n\nmsgid "long "\n"er"\nmsgstr "d\\"\\n"\n"e"\n\n#~ msgid "old"\n#~ msgstr "x"\n'
    )
    assert dict(known) == {"long er": ('d"\ne',)}


def test_a_text_is_a_text_in_english() -> None:
    text = tr("{side} to move.", side="White")
    assert text == "White to move." and isinstance(text, str) and json.dumps([text]) == '["White to move."]'
    assert text + " Go." == "White to move. Go." and "So: " + text == "So: White to move."
    assert pickle.loads(pickle.dumps(text)) == text and copy.deepcopy(text) == text


def test_it_says_itself_in_another_language_wherever_it_went() -> None:
    white = side_names(new_game("charing-cross"))[0]
    text = tr("{side} to move.", side=white)
    assert in_language({"a": [text, 1, None, "as it is"]}, "de") == {"a": ["Weiß am Zug.", 1, None, "as it is"]}
    for through in (clean(text), str(text), CrossboardError(text).what, str(CrossboardError(text)), join(" ", [text])):
        assert in_language(through, "fr") == "Trait aux Blancs."
    where = str(CrossboardError(text, "here"))
    assert where == "here: White to move." and in_language(where, "es") == "here: Juegan Blancas."
    assert in_language(text + " " + text, "de") == "Weiß am Zug. Weiß am Zug."
    assert in_language(listed(["a1", "b2", "c3"], "and"), "de") == "a1, b2 und c3"
    assert in_language(text, "nowhere") == in_language(text, ENGLISH) == text


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [("en", "0 positions", "1 position", "2 positions"), ("de", "0 Stellungen", "1 Stellung", "2 Stellungen"),
     ("fr", "0 position", "1 position", "2 positions")],
)  # fmt: skip
def test_numbers_take_the_plural_of_the_language(language: str, none: str, one: str, two: str) -> None:
    said = [in_language(trn("{count} position", "{count} positions", count), language) for count in (0, 1, 2)]
    assert said == [none, one, two]


def test_a_game_has_words_of_its_own() -> None:
    """What is a king among chess pieces is a queen among draughtsmen's."""
    assert [in_language(about(name).pieces["K"], "de") for name in ("chess", "draughts")] == ["König", "Dame"]
    game = new_game("draughts")
    assert in_language(end_words(game, 1, "stuck"), "de").startswith(
        "Schwarz gewinnt (1-0): die andere Seite hat keinen Stein"
    )


def test_a_package_of_somebody_else_brings_its_own_catalogue_or_is_said_in_english(tmp_path: Path) -> None:
    folder = tmp_path / "race"
    folder.mkdir()
    (folder / "about.json").write_text(
        '{"title": "Race", "summary": "First across wins.", "look": "men", "pieces": {"M": "runner"}, "variants": {}}'
    )
    assert in_language(read_about(folder).summary, "de") == "First across wins."
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    path = catalogue_path(other, "de")
    path.parent.mkdir(parents=True)
    path.write_text('msgid ""\nmsgstr ""\n\nmsgid "First across wins."\nmsgstr "Wer zuerst drüben ist, gewinnt."\n')
    assert in_language(read_about(other).summary, "de") == "Wer zuerst drüben ist, gewinnt."
    assert in_language(read_about(other).pieces["M"], "de") == "runner"


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [("", "", "en"), ("", "de", "de"), ("", "de-AT,en;q=0.5", "de"), ("", "nl, en;q=0.3, fr;q=0.8", "fr"), ("es", "de", "es"),
     ("nl", "de", "de"), ("", "fr;q=0, *", "en"), ("", "fr;q=much, ES", "es"), ("", ",;,", "en"), ("../de", "", "en")],
)  # fmt: skip
def test_the_language_of_a_request(chosen: str, accepted: str, language: str) -> None:
    assert wanted(chosen, accepted) == language


def test_every_text_of_a_page_is_one_that_is_replaced() -> None:
    html = '<p title="A &quot;title&quot;" class="not me">One <b>two &amp; so</b> &gt; 3<br>\n  <img alt="">four.</p><i>–</i>'
    said: list[str] = []
    changed = html.replace("title&quot;", "TITLE&quot;").replace("One", "ONE").replace("two &amp; so", "TWO &amp; SO")
    assert replaced(html, lambda text: said.append(text) or text.upper()) == changed.replace("four", "FOUR")
    assert said == ['A "title"', "One", "two & so", "four."]


def test_what_a_game_says_is_extracted() -> None:
    for name in game_names():
        messages = {message.id for message in template(of_game(name))}
        title = about(name).title
        assert isinstance(title, Text) and title in messages and {*side_names(name)} <= messages


def test_no_style_sheet_says_anything() -> None:
    for path in STATIC.glob("*.css"):
        assert not re.search(r'content: "[^"]*[a-z]{2}', path.read_text(encoding="utf-8")), path
