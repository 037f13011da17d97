"""A class: tables of a room (`fishlab.room`) at which people play from screens of their own, all served by one process.

`live_class` is the room with all open pages, `lobby` a person's page, `seat` a seat at a table, `desk` the teacher's
pages, `served` how a model reaches a page, `server` what listens on the network or inside a Jupyter server.
"""
