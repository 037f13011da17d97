"""Lessons on paper: a page of a lesson to read and write on, and one with the answers for the teacher.

`lesson_run` runs a lesson's cells, `still_parts` says how what they show looks on paper, `paper` makes the page,
`slides` a show for the class.
"""

from fishlab_widgets.publish.paper import handout, handouts
from fishlab_widgets.publish.slides import all_slides, slides

__all__ = ["all_slides", "handout", "handouts", "slides"]
