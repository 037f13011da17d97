"""The statistics of a class that plays an experiment.

`inference` says what one class shows, `sentences` says it, `power` says before the start what a plan will be
able to see, and `pool` puts many classes together.
"""
