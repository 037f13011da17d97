"""The teacher's desk: plans a class, sees all of its tables at once, helps them, and tells what came of it.

`plan` says how a class becomes tables and what it will be able to see, `overview` how a table stands, `projector` what
all may see; what came of a class is worked out in `outcome`. `model` is the desk without a page, `views` what a
page is told, `words` the sentences of its script, `desk` the pages of the class server.
"""

from fishlab_widgets.classroom.desk.model import DeskFile, DeskModel

__all__ = ["DeskFile", "DeskModel"]
