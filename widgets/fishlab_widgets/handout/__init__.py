"""Lessons on paper: a page of a lesson to read and write on, and one with the answers for the teacher.

`lesson_run` runs a lesson's cells, `still_parts` says how what they show looks on paper, `paper` makes the page.
"""

from fishlab_widgets.handout.paper import handout, handouts

__all__ = ["handout", "handouts"]
