"""The harbour council: real cases, five roles, a vote, and what the class has done.

`cases` and `roles` show what stands in their `.toml` files, `vote` counts and lets the laboratory play the rule, and
`class_results` lays the class's own games beside the real figures.
"""

from fishlab_widgets.council.cases import Cases, figure_of
from fishlab_widgets.council.class_results import ClassResults
from fishlab_widgets.council.roles import Roles
from fishlab_widgets.council.vote import Vote, Votes

__all__ = ["Cases", "ClassResults", "Roles", "Vote", "Votes", "figure_of"]
