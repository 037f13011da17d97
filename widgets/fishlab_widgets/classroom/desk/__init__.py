"""The teacher's desk: sets the tables of an experiment, sees all of them at once, and tells what came of it.

`plan` says how a class becomes tables, `overview` how a table stands, `results` what the treatments differ in,
`who_played` who sat in which seat, `desk` is the widget.
"""

from fishlab_widgets.classroom.desk.desk import Desk

__all__ = ["Desk"]
