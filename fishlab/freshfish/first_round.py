"""The guided first round of Fresh Fish, step by step."""

from __future__ import annotations

from typing import Final

from fishlab.core import GuideStep
from fishlab.messages import mark

GUIDE: Final = (
    GuideStep("#supply-", mark(
        "The dark tiles are four supplies. You want an outlet of each near its supply: both show the same sign, but "
        "the harbour has an anchor, its fish market a fish.")),
    GuideStep("#plot-", mark("Plots with a dot can be reserved: your tiles go only there. Click one near a supply."),
              "reserve"),
    GuideStep("players", mark(
        "Why everybody starts at {start}: four missing routes count {most} each, less {coins}. The lowest wins.")),
    GuideStep("news", mark(
        "What the others did is shown here until you move again. An APO (apartments, a park or offices) is a wall.")),
    GuideStep("#plot- #street-", mark(
        "Streets build themselves: where a building would cut something off from the rest, the plot becomes a "
        "street, even a reserved one.")),
    GuideStep("choices", mark(
        "Reserve more plots, or draw a tile. Keep one reserved: you get the last outlet of a kind free, but "
        "without a plot it counts {most}."), "draw"),
    GuideStep("choices", mark(
        "An outlet is sold by sealed bids: the highest bidder pays and builds it. It is worth {most} less its "
        "route. Bid."
    ), "bid", mark("Everybody reserves and draws until an outlet is auctioned.")),
    GuideStep("#what-counts", mark(
        "Routes run over streets from supply to outlet: 1 a street, {most} while no streets join them, even side by "
        "side.")),
    GuideStep("prompt", mark("The game ends when every plot is built on or a street. Now play on.")),
)  # fmt: skip
"""The guided first round: reserve, draw, bid."""
