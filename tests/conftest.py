"""Settings for all tests: Hypothesis tries the same examples each time, and keeps no folder of its own."""

from hypothesis import settings

settings.register_profile("fishlab", derandomize=True, deadline=None, database=None)
settings.load_profile("fishlab")
