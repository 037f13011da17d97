"""The Boom laboratory: alone or together, ten thousand seas at a time.

Play many games at once and look at what they come to:

>>> from fishlab.lab import Policy, play, mean_interval
>>> batch = play(Policy(gear="trawler+", ambition=1), games=200, seed=1)
>>> batch.total().shape, batch.living().shape
((200,), (10, 200))

Compare treatments on the same dice:

>>> from fishlab.lab import experiment, summary
>>> rows = experiment(["competitive", "cooperative"], games=200)
>>> [line["treatment"] for line in summary(rows)]
['competitive', 'cooperative']

The chapters: `policies` (players as numbers, and agents that play by them), `treatments`, `engine` (many games
at once), `tally` (any number of games in a few figures), `experiment` (rows, files, clusters), `design` and `manifest`
(many of them from one file, and what another machine needs to make the same; `sobol` spreads points), `payoffs` (the
game between policies), `published` (results of other laboratories held against this one), `search` (players found
by search, players that look ahead, and what their games come to), `exact` (small seas that are solved exactly),
`class_experiment` (what a class of people shows; `pool` puts many classes together).
`fishlab experiment --help` is the command line.
"""

from fishlab.lab.class_experiment.zips import pool
from fishlab.lab.engine import one_by_one, play, play_profiles
from fishlab.lab.engine.batch import Batch
from fishlab.lab.engine.resume import play_on
from fishlab.lab.experiment import (
    Cancelled,
    common_totals,
    cooperative_best,
    estimate,
    experiment,
    plan,
    rows_from_play,
    stock,
    summary,
)
from fishlab.lab.payoffs import GRID, grid_for, payoff_table
from fishlab.lab.policies import NO_QUOTA, NUMBERS, Policy, agents
from fishlab.lab.tally import Tally, compare_profiles
from fishlab.lab.treatments import COMPETITOR, COOPERATOR, TREATMENTS, Treatment, treatment, treatments
from fishlab.stats import Interval, bootstrap, gini, mean_interval, paired_difference, share_interval

__all__ = [
    "COMPETITOR",
    "COOPERATOR",
    "GRID",
    "NO_QUOTA",
    "NUMBERS",
    "TREATMENTS",
    "Batch",
    "Cancelled",
    "Interval",
    "Policy",
    "Tally",
    "Treatment",
    "agents",
    "bootstrap",
    "common_totals",
    "compare_profiles",
    "cooperative_best",
    "estimate",
    "experiment",
    "gini",
    "grid_for",
    "mean_interval",
    "one_by_one",
    "paired_difference",
    "payoff_table",
    "plan",
    "play",
    "play_on",
    "play_profiles",
    "pool",
    "rows_from_play",
    "share_interval",
    "stock",
    "summary",
    "treatment",
    "treatments",
]
