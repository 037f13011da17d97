"""What serves a class: on the network by `fishlab class`, or inside a Jupyter server as its extension.

`access` says who may come in, `handlers` answer, `app` listens, `extension` puts the same handlers into Jupyter.
"""
