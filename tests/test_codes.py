"""Codes of both kinds: those handed out before still open, the same letters are written, and what is wrong is said."""

from __future__ import annotations

import re
import zlib

import pytest
from fishlab_widgets.lesson.answers import read_lesson_code, write_lesson_code
from hypothesis import given
from hypothesis import strategies as st

import fishlab
from fishlab import GAMES, Match
from fishlab.codes import BadCode, Packing, digest, zip_text

SAVES = [
    (
        "BM1-BAwAUdQDMsddZn0", "boom", 4, {},
        "gear default/roll 4/take squid-1/gear default/roll 5/take herring-1/gear default/roll 6/take anchovy-1/"
        "gear default/roll 6/take pollock-2",
    ),
    (
        "PI1-Aw4AOPKE2EVuC4GX", "pisces", 3, {},
        "first player-3/board crab/board shark/board sardine/card shark/card crab/block crab adult-5/"
        "block shark juvenile-2b/block sardine adult-9/boat 1 shark/boat 2 sardine/boat 1 shark/boat 2 ocean/"
        "boat 1 sardine",
    ),
    (
        "FY1-AgkkeNqrVkrOzynNzStWslIw1VFQKsovhzGLMzILQGzjWgDZpAr7n2S7iSgI-0BobA", "fishery", 2,
        {"columns": 5, "rows": 5, "ships": 3},
        "ship d4/ship d5/ship d2/ship b4/ship a1/ship c2/net b5 c5/net e2 e1/net c5 d5",
    ),
    (
        "FL1-AxQkeNqrVkpMKUvMS05NUbJSKCkqTdVRUErLLCouAXKNagGeoAnRrS95gIUdkN8", "fleet", 3,
        {"advanced": True, "first": 2},
        "show lobster/show cod/show shrimp/nominate shrimp/bid 9/bid 10/bid 11/pass/pass/pay tuna/pay lobster/"
        "pay shrimp/pay processing/pay king-crab/pay cod/nominate lobster/bid 7/bid 8/pass/pay shrimp",
    ),
    (
        "FF1-BBAheNqrVirJTC1WslJQyklNK1HSUVCqys8DCxjWAgB-mAiFJyFgG5tLQsCQCehfTA", "freshfish", 4,
        {"zones": 1, "ties": "left"},
        "supply power-plant i1/supply refinery a1/supply game-factory i9/reserve b9/reserve h3/reserve h4/reserve g9/"
        "reserve i3/reserve g8/reserve h8/reserve g3/reserve g7/draw/tile gas-station/bid 15/bid 7",
    ),
    ("FL1-AgAAbIEOS3s", "fleet", 2, {}, ""),
]  # fmt: skip
"""Save codes that were written before the packing had a module of its own, and what they hold."""

LESSONS = [
    (
        "LC1-07-uJenL3jaPY3LDcIwEERbWe15FRwD4hJFogEasHKwrLViYRLw504PtEAndEIlrBHiMJeZNzPGYJ5tYiS8Iu0U9Zp6UoQnLhlcXDNDtIXh"
        "fX_AEMbVF16GTRhxIoM-5FmaN9FWIy01Rmlrwm-aamy7DsmI2e0JX08JSqosD4cfVey5UU1H8Lw4hpDByrcNl-4_qho-fQCFFjI2",
        "07",
        [
            ("share", "predict", 40, 12, True, 0, "Nets close late – <i>often</i>"),
            ("fish", "question", "32", None, True, 2, ""),
            ("rule", "check", [1, 2.5, "ä"], True, False, 7, ""),
            ("take", "explain", "A fence is a claim.", None, True, 0, ""),
        ],
    ),
    (
        "LC1-03-XfBrW3jai45WSk_MTVXSUUoH4vL8PCWdvNKcHB1DHQMdpeDUxBIFR4Wc1BSl2FgABtcMPQ",
        "03",
        [("game", "play", "won", None, True, 0, "Seat A led")],
    ),
    ("LC1-h3-Jd_GU3jai44FAAEVALk", "h3", []),
]
"""Lesson codes of the same time."""


def rows_of(number, answers):
    """Return answers as a lesson's rows."""
    keys = ("key", "kind", "answer", "result", "done", "tries", "why")
    return [{"lesson": number, **dict(zip(keys, answer, strict=True))} for answer in answers]


@pytest.mark.parametrize(("code", "game", "players", "options", "moves"), SAVES)
def test_save_codes_of_old_open_and_are_still_written_letter_by_letter(code, game, players, options, moves):
    match = Match(GAMES[game], players, **options)
    for line in filter(None, moves.split("/")):
        match.play(line)
    assert match.code() == code
    again = Match.from_code(code)
    assert (again.game, again.seats, again.options, again.states) == (GAMES[game], players, options, match.states)


@pytest.mark.parametrize(("code", "number", "answers"), LESSONS)
def test_lesson_codes_of_old_open_and_are_still_written_letter_by_letter(code, number, answers):
    assert write_lesson_code(number, rows_of(number, answers)) == code
    assert read_lesson_code(code) == rows_of(number, answers)


PACKINGS = [Packing("save code", check=3, least=8), Packing("lesson code", check=4, least=6, check_first=True)]


@pytest.mark.parametrize("packing", PACKINGS, ids=[packing.kind for packing in PACKINGS])
@given(body=st.binary(min_size=5, max_size=80), about=st.binary(max_size=9))
def test_what_is_packed_unpacks_in_letters_that_are_safe_in_an_address(packing, body, about):
    letters = packing.pack(body, about)
    assert re.fullmatch("[A-Za-z0-9_-]+", letters)
    assert packing.unpack(letters, about) == body
    with pytest.raises(BadCode, match="its checksum does not match"):
        packing.unpack(letters, about + b"!")


@pytest.mark.parametrize("packing", PACKINGS, ids=[packing.kind for packing in PACKINGS])
def test_a_code_that_is_cut_off_or_mistyped_says_so_by_its_name(packing):
    cut, wrong = (
        f"This {packing.kind} is cut off: copy all of it.",
        f"This {packing.kind} has a typing error or is cut off",
    )
    letters = packing.pack(b"herring")
    with pytest.raises(BadCode, match=f"^{cut}$"):
        packing.unpack(letters[:5])  # five letters are no whole bytes
    for short in (letters[:-4], "B" + letters[1:], "", "AAAA"):
        with pytest.raises(BadCode, match=f"^{wrong}: its checksum does not match.$"):
            packing.unpack(short)


def test_a_body_too_short_for_its_kind_is_refused_even_with_a_right_checksum():
    for packing in PACKINGS:
        least = b"x" * (packing.least - packing.check)
        assert packing.unpack(packing.pack(least)) == least
        with pytest.raises(BadCode, match="its checksum does not match"):
            packing.unpack(packing.pack(least[:-1]))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (zip_text("[1, 2]"), None),
        (zip_text("[" + "1," * 20 + "1]"), "refused: TOO MUCH"),
        (zip_text("[1, 2]")[:-1], "refused: TOO MUCH"),
        (zip_text("[1, 2"), "damaged: DAMAGED"),
        (zip_text("[" * 30), "damaged: DAMAGED"),
        (b"herring", "damaged: DAMAGED"),
        (zlib.compress(b"\xff\xfe"), "damaged: DAMAGED"),
    ],
)
def test_compressed_data_is_read_up_to_its_limit_and_refused_in_words(data, reason):
    def read():
        return PACKINGS[0].unzip_json(data, 30, too_much="TOO MUCH", damaged="DAMAGED")

    if reason is None:
        assert read() == [1, 2]
        return
    with pytest.raises(BadCode, match=f"^This save code is {reason}.$"):
        read()


def test_a_bad_code_is_one_and_the_same_wherever_it_is_imported_from():
    assert fishlab.BadCode is fishlab.core.BadCode is BadCode
    assert issubclass(BadCode, ValueError)


def test_a_checksum_has_the_size_that_was_asked_for_and_tells_data_apart():
    assert [len(digest(b"cod", size)) for size in (2, 3, 4)] == [2, 3, 4]
    assert digest(b"cod", 4) != digest(b"doc", 4)
