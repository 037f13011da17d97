"""What came of a class: on the desk, on a printed page, and as one zip for a stranger.

`results` compares its tables, `figures` draws them, `debrief_page` shows promises, predictions and opinions, `report`
is a page to print. `class_zip` holds all data (`data_files`) with a codebook and a notebook, `analysis.ipynb`, that
works everything out again. It uses nothing but Python's own library: it runs wherever a notebook runs, with no
Fishlab, and so it is also a second, independent way to every figure of the desk.
"""
