"""What a model explanation claims is so in the games behind its card, and what its rivals claim is not."""

from __future__ import annotations

from statistics import mean

from fishlab_widgets.chapters import blocks
from fishlab_widgets.lesson.predictions import reasons_of
from walk import lock, visible, walked

from fishlab import Pisces
from fishlab.fleet.gifts import gains
from fishlab.pisces import players
from fishlab.pisces.boards import grow
from fishlab.stats import paired_difference

GREEDY = ["greedy"] * 3


def claims(lesson, key, model, *rivals):
    """Hold that the explanations say what a test then counts: a changed text needs a changed test."""
    reasons = reasons_of(lesson)[key]
    assert model in reasons.model
    assert all(words in text for words, (text, _) in zip(rivals, reasons.rivals, strict=True))


def at_sea_only(state, area, worth, area_worth=players.area_worth):
    """Value areas as bots do, but no board at all."""
    return area_worth(state, area, worth) if area == state.players else -1.0


def test_06_blocks_save_what_hits_them_and_not_because_boats_go_elsewhere(monkeypatch):
    claims("06", "blocks", "hits a closed stack catches nothing", "live on into the next round",
           "all boats go to the open ocean. A boat catches less out there")  # fmt: skip
    no_blocks = {"blocks": False}
    assert blocks.total("saved") > 200 and blocks.total("saved", **no_blocks) == 0
    assert blocks.total("boats on boards") == 0 < blocks.total("boats on boards", **no_blocks)
    there, out = (
        blocks.total(f"chips {area}", **no_blocks) / blocks.total(f"boats {area}", **no_blocks)
        for area in ("on boards", "at sea")
    )
    assert out > there, "a boat catches more out there"
    with_blocks, without = blocks.left(*GREEDY), blocks.left(*GREEDY, **no_blocks)
    monkeypatch.setattr(players, "area_worth", at_sea_only)
    blocks.games.cache_clear()
    all_at_sea = blocks.left(*GREEDY, **no_blocks)
    assert blocks.total("boats on boards", **no_blocks) == 0
    blocks.games.cache_clear()
    assert sum(all_at_sea) < sum(without), "bots that stay on the ocean leave even less"
    assert paired_difference(with_blocks, all_at_sea).low > 0, "and there, too, blocks raise the stock"


def test_06_spawners_die_closed_off_or_not_and_only_their_chips_come_back():
    kind = Pisces.start(3, **blocks.SEA, first=0).kind(0)
    spawners_only = tuple(int(stack in kind.spawners) for stack in range(len(kind.stacks)))
    assert grow(kind, spawners_only) == ((0,) * len(kind.stacks), sum(spawners_only))


def test_06_with_a_prize_the_boats_go_where_they_go_without_and_the_die_chooses():
    claims("06", "trophies", "All boats go to the open ocean, prize or no prize", "turn to the two species",
           "sends more boats out to sea, but the blocks save more chips")  # fmt: skip
    no_prize = {"tournaments": False}
    assert blocks.total("boats on boards") == blocks.total("boats on boards", **no_prize) == 0
    dice = blocks.total("dice asked") / blocks.total("dice")
    assert abs(dice - blocks.total("chips asked") / blocks.total("chips at sea")) < 0.01, "nobody aims"
    assert blocks.total("boats at sea") <= blocks.total("boats at sea", **no_prize)
    assert blocks.total("saved") <= blocks.total("saved", **no_prize)


def test_06_the_card_shows_what_tells_the_explanations_apart():
    walk = walked("06")
    walk.forget()  # another test may have answered here
    for key, counts in (("blocks", (227, 186, 1175, 1690, 275)), ("trophies", (1361, 1346, 289, 275))):
        card = walk.card(key)
        lock(card)
        assert "boats to the open ocean" not in " ".join(visible(card))
        card.receive("explain", "The boats go somewhere else then.")
        shown = " ".join(visible(card))
        assert "boats to the open ocean" in shown and all(str(count) in shown for count in counts)
    assert "57 % of the dice" in shown and "57 % of the chips" in shown
    walk.forget()


def test_08_a_licence_that_launches_boats_adds_more_than_the_pub_and_a_discount_adds_to_it():
    claims("08", "worth", "lets its owner launch boats, and makes all later licences cheaper", "opens at a lower price",
           "scores its points again in every round")  # fmt: skip
    boats_only = [mean(gains(kind)) for kind in ("cod", "tuna", "lobster")]
    assert min(boats_only) > mean(gains("pub")) + 5 and mean(gains("shrimp")) > max(boats_only) + 2
