"""Other languages: found, spoken to whoever looks, and whole; what is wrong with a catalogue is named."""

from __future__ import annotations

import ast
import asyncio
import functools
import gc
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any

import catalogues
import pytest
from babel.messages import Catalog
from catalogues import PSEUDO
from classroom.lesson import Lesson, knock
from classroom.site import Site, serving
from fishlab_widgets import Classroom, Table
from fishlab_widgets.charts.canvas import decimal, format_number
from fishlab_widgets.command import main
from fishlab_widgets.lesson.reading import numbers_in
from fishlab_widgets.live.board_model import ServedScreen
from fishlab_widgets.live.game_table import GameTable

from fishlab import GAMES, PRACTICE, Boom, Match, messages
from fishlab.lab.class_experiment.sentences import points
from fishlab.languages import asked_for, find, languages, of_terminal
from fishlab.messages import Language, speaking, tr, trn
from fishlab.room import Room
from fishlab.session import PERSON, Session

GERMAN = find("de")
EVERY_GAME = [*GAMES.values(), *PRACTICE.values()]


@pytest.fixture
def room(tmp_path: Path) -> Path:
    with Room(tmp_path / "class.room") as room:
        room.open("1", "boom", 2, years=2)
    return tmp_path / "class.room"


# Finding one.


@pytest.mark.parametrize("code", ["de", "DE", "de-AT", "de_DE.UTF-8"])
def test_a_language_is_found_by_its_code_with_or_without_a_country(code):
    assert find(code) is GERMAN
    assert (GERMAN.name, GERMAN.decimal) == ("Deutsch", ",")


@pytest.mark.parametrize("code", ["xx", "", "../de", "messages"])
def test_a_language_that_is_not_here_is_refused_with_those_that_are(code):
    with pytest.raises(ValueError, match=r"is not here: choose en \(English\), de \(Deutsch\)"):
        find(code)


@pytest.mark.parametrize("code", ["ar", "he-IL", "fa_IR"])
def test_a_language_from_right_to_left_is_refused_in_a_sentence(code):
    with pytest.raises(ValueError, match="made for writing from left to right"):
        find(code)


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de-DE,de;q=0.9,en;q=0.8", "de"), ("fr,de;q=0.5,en;q=0.7", "en"), ("fr", None), ("", None), ("*", None),
        ("de;q=0", None), ("de;q=x", "de"), (",,;;q=", None), ("x" * 9999, None),
    ],
)  # fmt: skip
def test_a_browser_says_which_language_it_likes_best(header, code):
    found = asked_for(header)
    assert (found and found.code) == code


def python(code: str, setting: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "FISHLAB_LANGUAGE": setting}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)


def test_the_environment_sets_the_language_and_one_that_is_not_here_is_warned_of():
    asks = "from fishlab import Boom; print(Boom.start(2).prompt())"
    assert "Ausrüstung wählen" in python(asks, "de").stdout
    wrong = python(asks, "xx")
    assert "choose equipment" in wrong.stdout
    assert "FISHLAB_LANGUAGE: language='xx' is not here" in wrong.stderr


@pytest.mark.parametrize(
    ("setting", "lang", "everything", "code"),
    [("", "de_DE.UTF-8", "", "de"), ("", "C.UTF-8", "de_AT", "de"), ("", "de_DE", "en_GB", "en"),
     ("", "xx_YY", "", None), ("en", "de_DE", "", None), ("", "", "", None)],
)  # fmt: skip
def test_a_class_speaks_the_language_of_its_terminal_unless_the_setting_names_one(
    monkeypatch, setting, lang, everything, code
):
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    for name, value in (("FISHLAB_LANGUAGE", setting), ("LANG", lang), ("LC_ALL", everything)):
        monkeypatch.setenv(name, value)
    found = of_terminal()
    assert (found and found.code) == code


def test_the_command_speaks_a_language_and_refuses_what_is_none(capsys, monkeypatch):
    monkeypatch.setenv("FISHLAB_LANGUAGE", "")
    try:
        assert main(["--language", "xx", "play", "boom"]) == 2
        assert capsys.readouterr().err.startswith("fishlab: language='xx' is not here")
        assert main(["--language", "de"]) == 2
        assert messages.usual() is GERMAN
    finally:
        messages.use(messages.ENGLISH)


# Speaking it.


def test_a_table_speaks_the_language_that_it_is_given_whoever_lets_it_show_something():
    table = Table("boom", seats=["person", "person"], language="de")
    assert "nimmt" in table.board.prompt["text"]
    assert table.board.text["new_game"] == "Neues Spiel"
    table.play(table.match.state.moves()[0])
    assert "Platz B fischt mit" in table.board.status, "what is read aloud"
    table.undo()
    assert "zurückgenommen" in table.board.status
    english = Table("boom", seats=["person", "person"])
    assert "takes a fish" in english.board.prompt["text"]
    with pytest.raises(ValueError, match="not here"):
        Table("boom", language="xx")
    assert Classroom(language="de").text["open"] == "Klasse öffnen"


def test_two_people_at_one_table_read_their_own_languages(room):
    lesson = Lesson(room)
    doors = []
    for seat, language in enumerate((GERMAN, messages.ENGLISH)):
        with speaking(language):
            doors.append(lesson.lobby())
            knock(doors[-1], type="take", table="1", seat=seat)
    german, english = doors
    assert german.notices.text["take"] == "Nimm einen Platz"
    assert english.notices.text["take"] == "Take a seat"
    assert german.seat.board.prompt["text"] == "Platz A hat nur eine Möglichkeit: Sie wird gespielt"
    lesson.settle()
    lesson.look(every=True)
    assert english.seat.board.log[0][1].startswith("The only choice: Seat A fishes with One line")
    assert german.seat.board.log[0][1].startswith("Die einzige Möglichkeit: Platz A fischt mit Angel")
    assert "Platz A nimmt einen Fisch von Würfel" in german.seat.board.prompt["text"]
    english.seat.board.receive({"type": "move", "move": "gear default", "rev": english.seat.board.rev})
    assert "It is the turn of Seat A" in english.seat.board.error
    german.seat.board.receive({"type": "move", "move": "nonsense", "rev": german.seat.board.rev})
    assert "ist kein Zug von Fishery Boom" in german.seat.board.error


def serve(room: Path, act) -> None:
    async def go() -> None:
        async with serving(room) as site:
            await act(site)

    asyncio.run(go())


def test_a_page_speaks_what_its_browser_asks_for_what_its_person_chose_or_what_the_class_speaks(room):
    async def act(site: Site) -> None:
        german = {"Accept-Language": "de-DE,de;q=0.9"}
        assert "Das Kennwort an der Tafel" in (await site.ask("/", **german)).body.decode()
        assert "The word on the board" in (await site.ask("/", **{"Accept-Language": "fr"})).body.decode()
        page = (await site.ask("/")).body.decode()
        assert '<html lang="en">' in page and 'href="/?language=de" lang="de">Deutsch</a>' in page
        answer = await site.ask("/?language=de")
        assert answer.code == 302
        chosen = answer.headers["Set-Cookie"].partition(";")[0]
        assert '<html lang="de">' in (await site.ask("/", Cookie=chosen)).body.decode()
        assert (await site.ask("/?language=xx")).code == 200, "one that is not here changes nothing"
        socket = await site.page(f"{await site.come_in()}; {chosen}")
        await socket.settle()
        assert socket.models["notices"]["text"]["take"] == "Nimm einen Platz"
        site.hall.language = "de"
        assert "Das Kennwort" in (await site.ask("/", **{"Accept-Language": "en"})).body.decode()

    serve(room, act)


def test_a_class_started_in_german_has_a_german_desk_and_students_pages_as_their_browsers_ask(room):
    messages.use(find("de"))

    async def act(site: Site) -> None:
        for header, says in (("en-GB,en", "The word on the board"), ("fr", "Das Kennwort"), ("de", "Das Kennwort")):
            assert says in (await site.ask("/", **{"Accept-Language": header})).body.decode(), header
        desk = await site.ask("/desk", Cookie=await site.teacher(), **{"Accept-Language": "en"})
        assert '<html lang="de">' in desk.body.decode()

    try:
        serve(room, act)
    finally:
        messages.use(messages.ENGLISH)


def test_the_desks_plan_sets_the_language_of_all_pages_and_they_load_anew(room):
    async def act(site: Site) -> None:
        student = await site.page(await site.come_in())
        desk = await site.page(await site.teacher(), "/desk-socket?view=desk")
        for page in (student, desk):
            await page.settle()
        site.room.keep("plan", {"language": "de"})
        site.hall.renew()
        for page in (student, desk):
            await page.settle()
            assert page.news[-1] == {"reload": True}
        assert "Das Kennwort" in (await site.ask("/", **{"Accept-Language": "en"})).body.decode()

    serve(room, act)


def test_numbers_have_the_sign_of_their_language():
    with speaking(GERMAN):
        assert tr("{points:.1f} {side}", points=1.25, side="x") == "1,2 x"
        assert tr("{games!r} and {points!s}", games=0, points=2.5) == "0 and 2,5"
        assert messages.number(1234.5, ",.1f") == "1.234,5"
        assert (points(20.5), decimal(-2.5), format_number(9.98)) == ("20,5 Punkte", "−2,5", "9,98")
        assert numbers_in("1.200")[0] == 1200 and numbers_in("1,414")[0] == 1.414
    assert (points(20.5), decimal(-2.5), format_number(9.98)) == ("20.5 points", "−2.5", "9.98")
    assert numbers_in("1,200")[0] == 1200
    assert tr("{points:.1f} {side}", points=1.25, side="x") == "1.2 x"


class Half(NullTranslations):
    """A catalogue that lacks most messages, and has wrong slots in others."""

    def gettext(self, message: str) -> str:
        return {"{name} wins": "{nam} gewinnt", "{n} of {m}": "{n von {m}", "Stop": "Halt"}.get(message, message)

    def ngettext(self, one: str, more: str, n: int) -> str:
        return "{count} Fische"


def test_a_half_translated_catalogue_and_a_wrong_slot_leave_english_sentence_by_sentence():
    with speaking(Language("xx", "Half", Half())):
        assert [tr("Stop"), tr("Go on")] == ["Halt", "Go on"]
        assert tr("{name} wins", name="Seat A") == "Seat A wins"
        assert tr("{n} of {m}", n=1, m=2) == "1 of 2"
        assert trn("{n} fish is left", "{n} fish are left", 2) == "2 fish are left"


# The catalogues.


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_a_catalogue_has_every_message_and_none_that_nobody_says_any_more(code):
    folder = catalogues.FOLDER / code
    assert list(catalogues.problems(folder, collected())) == [], "make messages collects and names them"
    with (folder / "messages.mo").open("rb") as file:
        known = GNUTranslations(file)
    stale = [one.id for one in catalogues.read(folder) if isinstance(one.id, str) and one.id and one.string
             and known.gettext(one.id) != one.string]  # fmt: skip
    assert stale == [], "make messages compiles"


@functools.cache
def collected() -> Catalog:
    return catalogues.collect()


def test_games_and_tables_write_the_apostrophe_of_print():
    parts = re.compile(rf"(fishlab|widgets/fishlab_widgets)/({'|'.join([*GAMES, 'live'])})/")
    typed = re.compile(r"[A-Za-z]'[a-z]\b|s' [a-z]")
    shown = [one for one in collected() if any(parts.match(str(file)) for file, _ in one.locations)]
    assert len(shown) > 500
    assert [one.id for one in shown if typed.search(str(one.id))] == []


def test_what_is_wrong_with_a_catalogue_is_named_message_by_message(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    folder = catalogues.begin("fr")
    said = Catalog()
    said.add("Stop", locations=[("fishlab/x.py", 0)])
    said.add("{name} wins", locations=[("fishlab/x.py", 0)])
    catalogues.update(folder, said)
    assert list(catalogues.problems(folder, said)) == [], "all of it is translated later"
    about = folder / "language.toml"
    about.write_text(about.read_text().replace('"fishlab",', ""))
    own = catalogues.read(folder)
    own.get("{name} wins").string = "{nom} gagne"
    own.add("Gone", "Parti")
    (folder / "messages.po").write_bytes(catalogues.po_text(own))
    assert list(catalogues.problems(folder, said)) == [
        "missing: 'Stop' (fishlab/x.py)", "wrong slots: '{name} wins' is '{nom} gagne'", "outdated: 'Gone'",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="right to left"):
        catalogues.begin("ar")
    for known in ("fr", "../x", "Fr"):
        with pytest.raises(ValueError, match="no new language"):
            catalogues.begin(known)
    assert catalogues.main(["ar"]) == 2, "a sentence, and no traceback"


def test_two_forms_that_stand_elsewhere_are_refused_since_they_would_never_be_translated():
    assert list(catalogues.said(ast.parse("trn('{n} fish', '{n} fishes', n)"))) == [("{n} fish", "{n} fishes")]
    with pytest.raises(ValueError, match="line 1: write both forms into trn itself"):
        list(catalogues.said(ast.parse("trn(one, more, n)")))


def test_a_third_language_is_one_folder_with_as_many_messages_as_there_are(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    folder = catalogues.begin("fr")
    catalogues.update(folder, collected())
    own = catalogues.read(folder)
    ten = {"Undo": "Annuler", "Redo": "Rétablir", "New game": "Nouvelle partie", "Rules": "Règles", "Save": "Garder",
           "Moves": "Coups", "Your turn": "À toi", "Hint": "Indice", "Next": "Suivant", "Cancel": "Fermer"}  # fmt: skip
    for english, french in ten.items():
        own.get(english).string = french
    (folder / "messages.po").write_bytes(catalogues.po_text(own))
    catalogues.update(folder, collected())
    monkeypatch.setattr("fishlab.languages.FOLDER", tmp_path)
    languages.cache_clear()
    try:
        table = Table("boom", seats=["person", "person"], language="fr")
        assert [table.board.text["undo"], table.board.text["redo"]] == ["Annuler", "Rétablir"]
        assert table.board.text["copy"] == "Copy", "what is missing is English"
    finally:
        languages.cache_clear()


def played(game, players: int) -> Iterator[None]:
    """Show a random game at a table, moment by moment."""
    match, rng = Match(game, players), Random(5)
    while not match.over:
        match.play(match.state.sample(rng))
    table = GameTable(Session(match, [PERSON] * players), ServedScreen())
    for place in [*range(0, len(match), max(1, len(match) // 25)), len(match)]:
        table.go(place)
        table.session.uncover()
        table.refresh(motion=False)
        yield


class Heard(NullTranslations):
    """English, which remembers what it was asked for, and in the work of which functions."""

    def __init__(self, codes: dict[CodeType, str]) -> None:
        super().__init__()
        self.said: set[str] = set()
        self.inside: set[str] = set()
        self._codes = codes

    def gettext(self, message: str) -> str:
        self._note(message)
        return message

    def ngettext(self, one: str, more: str, n: int) -> str:
        self._note(one)
        return one if n == 1 else more

    def _note(self, message: str) -> None:
        self.said.add(message)
        frame = inspect.currentframe()
        while frame:
            if frame.f_code in self._codes:
                self.inside.add(self._codes[frame.f_code])
            frame = frame.f_back


@functools.cache
def our_caches() -> list[Any]:
    """Every cache of the project's functions; they are looked for once, among millions of objects."""
    caches = [one for one in gc.get_objects() if isinstance(one, type(functools.cache(len)))]
    return [one for one in caches if str(one.__module__).startswith("fishlab") and one.__name__ != "kept"]


@pytest.mark.few(1)
@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_all_that_a_table_says_is_collected_and_nothing_of_it_is_kept_for_other_languages(game):
    ours = our_caches()
    for one in ours:
        one.cache_clear()
    heard = Heard({one.__wrapped__.__code__: f"{one.__module__}.{one.__name__}" for one in ours})
    with speaking(Language("heard", "Heard", heard)):
        for _ in played(game, game.seats[-1]):
            pass
    known = {form for one in collected() for form in catalogues.forms(one.id)}
    assert {said for said in heard.said - known if len(said) > 1} == set(), "letters of seats are no messages"
    assert heard.inside == set(), "give these a cache_by_language"


def test_the_pseudo_language_is_longer_has_accents_and_leaves_slots_alone():
    assert catalogues.pseudo("{name} takes <b>fish</b>") == "⟦{name} tákéš <b>fíšh</b>······⟧"
    with speaking(PSEUDO):
        state = Boom.start(2)
        assert len(state.prompt()) > 1.3 * len("Year 1: Seat A fishes: choose equipment")
