"""Lessons: predictions that lock, exercises that are checked, a code to hand in."""

from fishlab_widgets.comparison import Comparison, intervals, verdict
from fishlab_widgets.lesson.lesson import Lesson

__all__ = ["Comparison", "Lesson", "intervals", "verdict"]
