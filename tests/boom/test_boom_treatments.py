"""Treatments for people: one definition for the table and the laboratory."""

from __future__ import annotations

import pytest

from fishlab.boom.treatments import NO_QUOTA, TERMS, terms_of
from fishlab.lab.treatments import TREATMENTS


def test_the_laboratory_and_the_table_mean_the_same_by_a_treatment():
    assert set(TREATMENTS) == set(TERMS) - {"silence"}
    for name, model in TREATMENTS.items():
        terms = TERMS[name]
        assert (model.title, model.in_rulebook) == (terms.title, terms.in_rulebook)
        if terms.fine:
            assert (model.policy.detection, model.policy.penalty) == (terms.detection, terms.fine)
        if terms.shared:
            for players in (2, 3, 4):
                assert model.profile(players)[0].quota == terms.quota(players) < NO_QUOTA


def test_the_options_of_a_treatment_name_it_again():
    for players in (2, 3, 4):
        for terms in TERMS.values():
            if terms.for_people:
                assert terms_of(terms.options(players), players) is terms
                assert terms_of(terms.options(players) | {"years": 6}, players) is terms
        assert terms_of({"quota": 5, "talk": "never"}, players) is None


def test_what_only_models_play_is_refused_at_a_table_with_a_sentence():
    with pytest.raises(ValueError, match="Reserve of species is for models only"):
        TERMS["reserve"].options(4)
