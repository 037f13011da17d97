"""The data of a class as one zip, for a stranger: rows with a codebook, and a notebook that works everything out again.

`data_files` makes the rows, `codebook` says what they mean, `class_zip` puts them together. The notebook,
`analysis.ipynb`, uses nothing but Python's own library: it runs wherever a notebook runs, with no Fishlab, and so it is
also a second, independent way to every figure of the desk. `debrief_page` shows on the desk what people answered.
"""
