"""The statistics of a class that plays an experiment.

`inference` says what one class shows, `sentences` says it, `power` says before the start what a plan will be
able to see, `beside` what models show of the same form, `debrief` what became of promises and predictions; `pool` puts
many classes together, and `zips` reads them.
"""
